"""A problem explained: in a sentence of the league, or of its game."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Final

from app.engine import Lang, Words
from app.engine.lists import explain_list
from app.engine.problems import place
from app.engine.workshop import problems as of_cards
from app.errors import FieldName, Kind, Listing, Problem, RulesNotInstalled, Said
from app.games import ruleset
from app.i18n import N_, moment, translations
from app.league import record_problems as records
from app.league.duels import problems as duels
from app.league.entries import problems as admission
from app.league.entries.characters import LABEL_NAMES, MOMENT_NAMES, RIGHTS_NAMES
from app.league.matches import problems as matches
from app.league.own import problems as own
from app.league.people import problems as people
from app.league.seasons.decisions import problems as decisions
from app.league.seasons.decisions.season_plans import DECISIONS
from app.league.seasons.news import STEP_NAMES, step_name
from app.league.seasons.stages import outlook, problems as stages
from app.league.timetable import problems as timetable
from app.settings import settings

_OF_MAILS: Final = (
    Kind(
        "letter-unreadable",
        N_(
            "This letter (“%(kind)s”) cannot be written any more: what it was about is not known (%(wrong)s)."
        ),
    ),
    Kind(
        "superseded",
        N_("This version of “%(name)s” is out of date: a later one has been accepted and counts."),
    ),
    Kind(
        "already-confirmed",
        N_("“%(name)s” had been confirmed before. There is nothing left to do."),
    ),
    Kind(
        "confirmed-before",
        N_(
            "“%(name)s” has been confirmed and counts. To take it out, answer its receipt with “withdraw”."
        ),
    ),
    Kind(
        "declined",
        N_(
            "“%(name)s” was dropped, since the answer was that it came from somebody else. To enter it after all, send it again."
        ),
    ),
    Kind(
        "token-invalid",
        N_("The secret address that you wrote to is not valid, or not valid any more."),
    ),
    Kind(
        "two-requests",
        N_(
            "Your mail asks to take an entry out, and also sends or changes one. Please send only one of the two; nothing has been done."
        ),
    ),
    Kind("no-own-entry", N_("No entry was found that was sent from your address.")),
    Kind(
        "nothing-to-change",
        N_(
            "You have no entry in “%(season)s” yet, so nothing could be changed. Send your character, and it is in."
        ),
    ),
    Kind(
        "nothing-to-repeat",
        N_(
            "No earlier entry of yours was found that could be entered in “%(season)s” again. Please write it out."
        ),
    ),
    Kind(
        "not-repeatable",
        N_(
            "The rules of “%(season)s” do not allow your earlier entry as it was. Write its build anew, and the rest stays."
        ),
    ),
    Kind("no-such-place", N_("Your build has no “%(typed)s”.")),
    Kind("card-not-there", N_("“%(typed)s” is not in your build.")),
    Kind(
        "which-card",
        N_("“%(typed)s” could be more than one in your build. Say which by its place."),
    ),
    Kind(
        "replace-or-add",
        N_(
            "“%(phrase)s” could mean to add one there, or to put it in the place of another. Say “add … before …” or “change … to …”."
        ),
    ),
    Kind("change-unclear", N_("What shall be changed was not clear here: “%(phrase)s”.")),
    Kind("nothing-played", N_("No season takes entries, and no results have been published yet.")),
    Kind("no-own-results", N_("No results were found of anything sent from your address.")),
    Kind(
        "spar-quota",
        N_(
            "You have sparred %(bouts)s times within a day. Tomorrow your sparring partners are fit again."
        ),
    ),
    Kind(
        "not-confirmed",
        N_(
            "To confirm, answer with “yes” alone, or press the button on the page that our letter names."
        ),
    ),
    Kind("not-understood", N_("Neither an entry nor a request was found in your mail.")),
    Kind(
        "mail-garbled",
        N_(
            "The characters of your mail could not be read. Please send it again in UTF-8 (Unicode)."
        ),
    ),
    Kind(
        "mail-two-readings",
        N_(
            "Your mail does not say how its characters are encoded: is it “%(one)s” or “%(other)s”? Please send it again in UTF-8 (Unicode)."
        ),
    ),
    Kind(
        "mail-too-large",
        N_("Your mail is too large (%(size)s bytes). Please send plain text without attachments."),
        "",
    ),
    Kind(
        "mail-too-complex", N_("Your mail is too deeply nested to be read. Please send plain text.")
    ),
    Kind("not-a-mail", N_("What arrived is not a mail.")),
    Kind("no-sender", N_("The mail does not say who sent it, so it cannot be answered.")),
    Kind(
        "repeated-field",
        N_("“%(field)s” is given more than once and differently. Please write it once."),
    ),
    Kind(
        "mail-old",
        N_(
            "It was in the mailbox for more than seven days before this site saw it, and is not answered."
        ),
    ),
    Kind(
        "our-fault",
        N_("The mail brought our own program down (%(error)s). Nothing is wrong with the mail."),
    ),
    Kind("busy", N_("Others are being answered at the moment. Please try again in a few seconds.")),
    Kind(
        "too-many-battles",
        N_(
            "To try every change would take %(battles)s battles. Without a compiled kernel of its game this machine cannot play so many while somebody waits."
        ),
    ),
    Kind(
        "played-by-orders",
        N_(
            "“%(game)s” is decided by orders, not by builds alone: what another build would have done cannot be said."
        ),
    ),
)
"""What can be wrong with a mail, or with what it asks for."""
_OF_SEASONS: Final = (
    Kind(
        "beacon-awaited",
        N_(
            "%(season)s waits for its beacon, which can be had from %(at)s on. Matches and lots begin once it is there."
        ),
    ),
    Kind(
        "beacon-not-awaited",
        N_(
            "%(season)s waits for no beacon now: it has none, its moment has yet to come, or it has been seen and is not exchanged."
        ),
    ),
    Kind(
        "beacon-not-announced",
        N_(
            "The beacon of %(season)s is a round of drand, which is fetched by itself. If it has not come for 24 hours, a number of a later day can be announced instead."
        ),
    ),
    Kind("beacon-unclear", N_("The beacon of %(season)s cannot be had yet: %(reason)s.")),
    Kind(
        "bad-beacon-number",
        N_("“%(typed)s” is no number that was drawn: write it as it was announced."),
    ),
    Kind(
        "house-cards-differ",
        N_(
            "This record brings additions to its rules that make %(found)s, and not %(wanted)s, by which it was played."
        ),
    ),
    Kind("entries-not-legal", N_("These entries are not legal under %(rules)s: %(entries)s.")),
    Kind(
        "errata-of-matches",
        N_(
            "Matches are played by decisions: what other rules would have made of them cannot be said."
        ),
    ),
    Kind("rules-of-another-game", N_("%(rules)s are no rules of this season's game, %(game)s.")),
    Kind("rules-same", N_("The season is played by %(rules)s already.")),
    Kind(
        "rules-too-late",
        N_(
            "The rules of “%(season)s” stay as they are: they can be moved while it is a draft, open or closed, before its battles are played."
        ),
    ),
    Kind(
        "one-side",
        N_(
            "All characters are on the same side, and nobody meets their own: there is no battle to play."
        ),
    ),
    Kind("one-team", N_("All characters are on the same side: there is no other team to meet.")),
    Kind("unknown-game", N_("There is no game called “%(game)s”.")),
    Kind(
        "wrong-state",
        N_("That is not possible while the season “%(season)s” is in the state “%(state)s”."),
        "",
    ),
    Kind(
        "bad-slug",
        N_(
            "“%(typed)s” cannot be part of an address. Use up to 64 small letters, digits and single hyphens."
        ),
    ),
    Kind("slug-taken", N_("There is already a season “%(season)s”.")),
    Kind(
        "changed-meanwhile",
        N_(
            "%(who)s did something in this season after you opened this page (%(at)s). Nothing of yours was done. Look at what was done, and send it again if it shall count all the same."
        ),
    ),
    Kind(
        "season-has-players",
        N_(
            "Players have sent entries to “%(season)s”, so it cannot be deleted. Withdraw them with a reason, and leave it closed."
        ),
    ),
    Kind(
        "season-published",
        N_("Results of “%(season)s” have been published, so it cannot be deleted."),
    ),
    Kind(
        "not-sure",
        N_("This season has been opened. To delete it all the same, repeat its name: %(season)s."),
    ),
    Kind(
        "release-waits",
        N_(
            "The results are to come out on %(at)s. That stays planned, and waits until the season has been played again."
        ),
    ),
    Kind("nights-waits", N_("Nights that are planned before, and wait as well: %(count)s.")),
    Kind("release-called-off", N_("The results were to come out on %(at)s. That is called off.")),
    Kind(
        "nights-called-off", N_("Nights that were planned, and are called off as well: %(count)s.")
    ),
    Kind(
        "letters-dropped",
        N_("Letters with these results that have not left, and are dropped: %(count)s."),
    ),
    Kind(
        "half-released",
        N_(
            "Some rounds of the results of “%(season)s” are public already: take them back first, then change what was played."
        ),
    ),
    Kind(
        "round-before-unpublished",
        N_(
            "The results of the round before, “%(season)s”, are not public yet: publish them first."
        ),
    ),
    Kind(
        "round-follows",
        N_(
            "“%(following)s”, the next round, has opened with the characters of “%(season)s”: its results cannot be taken back any more. Put right in the next round what has to be, and tell its players."
        ),
    ),
    Kind(
        "bad-growth",
        N_(
            "“%(typed)s” cannot be allowed; it is a number from 0 to %(most)s, or empty for no limit."
        ),
    ),
    Kind("round-of-draft", N_("“%(season)s” is a draft: open it first, then plan what follows.")),
    Kind("round-planned", N_("“%(season)s” has a next round already: “%(following)s”.")),
    Kind(
        "sealed",
        N_(
            "“%(season)s” is sealed while it takes entries: only its player sees what an entry brings; organisers do not."
        ),
    ),
    Kind(
        "sealed-until",
        N_(
            "“%(season)s” was closed before its announced deadline, so its entries stay sealed until %(until)s. Wait until then, or move the deadline: every player is told."
        ),
    ),
    Kind("too-few-entries", N_("At least two characters must take part; there are %(count)s.")),
    Kind(
        "run-differs",
        N_(
            "The same entries gave another result than in run %(run)s: digest %(digest)s instead of %(before)s."
        ),
    ),
    Kind(
        "battle-differs",
        N_(
            "The battle of number %(one)s against number %(other)s ends differently in the reference."
        ),
    ),
    Kind("no-results", N_("“%(season)s” has no finished results.")),
    Kind(
        "results-not-public",
        N_(
            "The results of “%(season)s” are not public: only what everybody may see goes into an archive. Publish them first."
        ),
    ),
    Kind(
        "rules-not-installed",
        N_(
            "The rules %(rules)s are not installed here. This program has %(installed)s; nothing is played, shown or checked by other rules than its own."
        ),
    ),
)
"""What can be in the way of what moves a season on."""
_ROOMS: Final = (decisions, admission, matches, duels, timetable, stages, people, own, records)
TABLES: Final = (_OF_MAILS, _OF_SEASONS, *(room.KINDS for room in _ROOMS))
KINDS: Final = {kind.code: kind for table in TABLES for kind in table}
_FIELDS: Final = (
    MOMENT_NAMES
    | RIGHTS_NAMES
    | {
        "name": N_("Name"),
        "build": N_("Build"),
        "lore": N_("Lore"),
        "owner": N_("Owner"),
        "season": N_("Season"),
        "url": "URL",
        "instead": N_("Instead of"),
        **{name: each.label for name, each in DECISIONS.items()},
        **{
            f"stage-{number}": label
            for each in outlook.CHOICES.values()
            for number, label in (each.numbers or {}).items()
        },
        **{f"{part}-label": name for part, name in LABEL_NAMES.items()},
    }
)
_SAME: Final = {"empty-build": "no-build", "garbled": "mail-garbled"}
_OFFERS: Final = {
    "nearest": N_("Did you mean {all}?"),
    "open": N_("Open at the moment: {all}."),
    "going": N_("Seasons at the moment: {all}."),
}
_UNKNOWN: Final = N_("Something is not right here ({code}): {all}")


def explain(
    problem: Problem, lang: Lang, game: str | None = None, version: str | None = None
) -> str:
    """The problem in one line: its place, the mistake, and what could stand there instead.

    A code that the league does not know is a problem of a build, which the game with this slug explains; where it is about a
    season, in the version of its rules; or else it is one of a list.
    """
    if of_cards.is_explained(problem):
        return of_cards.explain(problem, lang)
    by_game = partial(_by_game, problem, lang, game, version)
    return _by_league(problem, lang) or by_game() or explain_list(problem, lang, _at_least)


def _by_league(problem: Problem, lang: Lang) -> str | None:
    """Our sentence; None where its names are others: then a game has a problem of the same code."""
    code = _SAME.get(problem.code, problem.code)
    kind = KINDS.get(code)
    said = dict(problem.said)
    if kind is None or not kind.names <= said.keys():
        return None
    told = {name: _told(value, lang) for name, value in said.items()}
    all_ = _listed(problem.suggestions, lang)
    sentence = place(problem, lang) + translations(lang).gettext(kind.sentence) % (
        told | {"all": all_}
    )
    if not all_ or not kind.offers:
        return sentence
    _ = translations(lang).gettext
    more = _(_OFFERS[kind.offers]).format(all=all_)
    return f"{sentence} {more}" if lang == "en" else sentence + more


def _told(value: Said, lang: Lang) -> str:
    """As its reader says it; a moment in the zone of this installation."""
    match value:
        case datetime():
            return moment(value, lang, settings().zone)
        case FieldName():
            return _label(value, lang)
        case Listing():
            return _listed(value, lang)
        case tuple():
            return Words(*value[-2:]).to(lang)
    return value


def _by_game(problem: Problem, lang: Lang, game: str | None, version: str | None) -> str | None:
    if game is None:
        return None
    try:
        return ruleset(game, version).explain(problem, lang)
    except (LookupError, RulesNotInstalled):  # no sentence for this code
        return None


def _at_least(problem: Problem, lang: Lang) -> str:
    _ = translations(lang).gettext
    said = (_told(value, lang) for _name, value in problem.said)
    words = _listed((*problem.words, *said, *problem.suggestions), lang)
    return place(problem, lang) + _(_UNKNOWN).format(code=problem.code, all=words or "?")


def _label(field: str, lang: Lang) -> str:
    """The name of this field, or of this step; `flavour 3` is the name of the third slot."""
    _ = translations(lang).gettext
    _what, _blank, place = field.partition(" ")
    if place:
        return _(N_("Flavour {place}")).format(place=place)
    is_step = field in STEP_NAMES or field.startswith("night-")
    return step_name(field, lang) if is_step else _(_FIELDS.get(field, field))


def _listed(words: Sequence[str], lang: Lang) -> str:
    return ("、" if lang == "ja" else ", ").join(words)
