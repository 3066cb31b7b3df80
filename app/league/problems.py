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
            "This letter (“%(kind)s”) can no longer be written, since its subject is not known (%(wrong)s)."
        ),
    ),
    Kind(
        "superseded",
        N_("This version of “%(name)s” is out of date. A later one has been accepted and counts."),
    ),
    Kind(
        "already-confirmed",
        N_("“%(name)s” is already confirmed. You need not do anything."),
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
            "“%(name)s” was dropped, since the answer was that someone else had sent it. To enter it after all, send it again."
        ),
    ),
    Kind(
        "token-invalid",
        N_("The secret address you wrote to is not valid, or no longer valid."),
    ),
    Kind(
        "two-requests",
        N_(
            "Your mail withdraws an entry, and also sends or changes one. We did nothing. Please send only one of the two."
        ),
    ),
    Kind("no-own-entry", N_("We found no entry from your address.")),
    Kind(
        "nothing-to-change",
        N_(
            "You have no entry in “%(season)s” yet, so we changed nothing. Send your character to enter."
        ),
    ),
    Kind(
        "nothing-to-repeat",
        N_("We found no earlier entry of yours for “%(season)s”. Please write your character out."),
    ),
    Kind(
        "not-repeatable",
        N_(
            "The rules of “%(season)s” do not allow your earlier build. Write a new build, and the rest stays."
        ),
    ),
    Kind("no-such-place", N_("Your build has no “%(typed)s”.")),
    Kind("card-not-there", N_("“%(typed)s” is not in your build.")),
    Kind(
        "which-card",
        N_("“%(typed)s” fits more than one in your build. Say which by its place."),
    ),
    Kind(
        "replace-or-add",
        N_(
            "“%(phrase)s” could mean to add or to replace. Write “add … before …” or “change … to …”."
        ),
    ),
    Kind("change-unclear", N_("We could not tell what to change here: “%(phrase)s”.")),
    Kind("nothing-played", N_("No season takes entries, and no results have been published yet.")),
    Kind("no-own-results", N_("We found no results of characters from your address.")),
    Kind(
        "spar-quota",
        N_("You have sparred %(bouts)s times today. Try again tomorrow."),
    ),
    Kind(
        "not-confirmed",
        N_(
            "To confirm, answer with “yes” alone. Or press the button on the page linked in our letter."
        ),
    ),
    Kind("not-understood", N_("We found neither an entry nor a request in your mail.")),
    Kind(
        "mail-garbled",
        N_("We could not read the text of your mail. Please send it again in UTF-8 (Unicode)."),
    ),
    Kind(
        "mail-two-readings",
        N_(
            "Your mail does not say its text encoding, and reads as “%(one)s” or “%(other)s”. Please send it again in UTF-8 (Unicode)."
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
    Kind("not-a-mail", N_("This is not a mail.")),
    Kind("no-sender", N_("The mail does not say who sent it, so it cannot be answered.")),
    Kind(
        "repeated-field",
        N_("“%(field)s” appears more than once, with different contents. Please write it once."),
    ),
    Kind(
        "mail-old",
        N_(
            "This mail lay in the mailbox for more than seven days before this site saw it. It gets no answer."
        ),
    ),
    Kind(
        "our-fault",
        N_("Our program failed on this mail (%(error)s). The mail itself is fine."),
    ),
    Kind("busy", N_("The site is busy with others. Please try again in a few seconds.")),
    Kind(
        "too-many-battles",
        N_(
            "Trying every change would take %(battles)s battles. Without a compiled kernel for this game, this machine is too slow for that."
        ),
    ),
    Kind(
        "played-by-orders",
        N_("In “%(game)s” orders decide too, so we cannot say what another build would have done."),
    ),
)
"""What can be wrong with a mail, or with what it asks for."""
_OF_SEASONS: Final = (
    Kind(
        "beacon-awaited",
        N_(
            "%(season)s waits for its beacon, which appears at %(at)s. Matches and lots begin once it has arrived."
        ),
    ),
    Kind(
        "beacon-not-awaited",
        N_(
            "%(season)s waits for no beacon now. It has none, or it is too early, or the beacon has arrived and can no longer change."
        ),
    ),
    Kind(
        "beacon-not-announced",
        N_(
            "The beacon of %(season)s is a round of drand, fetched automatically. If it has not come after 24 hours, you can announce a number of a later day instead."
        ),
    ),
    Kind("beacon-unclear", N_("The beacon of %(season)s has not arrived yet: %(reason)s.")),
    Kind(
        "bad-beacon-number",
        N_("“%(typed)s” is not an announced number. Write it exactly as announced."),
    ),
    Kind(
        "house-cards-differ",
        N_(
            "The additions to the rules in this record make %(found)s, but it was played by %(wanted)s."
        ),
    ),
    Kind("entries-not-legal", N_("These entries are not legal under %(rules)s: %(entries)s.")),
    Kind(
        "errata-of-matches",
        N_(
            "In matches players decide, so we cannot say how they would have gone under other rules."
        ),
    ),
    Kind("rules-of-another-game", N_("%(rules)s are not rules of this season's game, %(game)s.")),
    Kind("rules-same", N_("The season already uses the rules %(rules)s.")),
    Kind(
        "rules-too-late",
        N_(
            "The rules of “%(season)s” can no longer change. That is possible only until its battles are played."
        ),
    ),
    Kind(
        "one-side",
        N_(
            "All characters are on the same side, and characters of one side do not meet. So there is no battle to play."
        ),
    ),
    Kind("one-team", N_("All characters are on the same side, so there is no other team to meet.")),
    Kind("unknown-game", N_("There is no game called “%(game)s”.")),
    Kind(
        "wrong-state",
        N_("You cannot do this while the season “%(season)s” is “%(state)s”."),
        "",
    ),
    Kind(
        "bad-slug",
        N_(
            "“%(typed)s” cannot be part of an address. Use up to 64 lower-case letters, digits and single hyphens."
        ),
    ),
    Kind("slug-taken", N_("There is already a season “%(season)s”.")),
    Kind(
        "changed-meanwhile",
        N_(
            "%(who)s changed this season after you opened this page (%(at)s). We did nothing of yours. Look at the change, then send yours again if you still want it."
        ),
    ),
    Kind(
        "season-has-players",
        N_(
            "Players have sent entries to “%(season)s”, so it cannot be deleted. Withdraw the entries with a reason and leave the season closed."
        ),
    ),
    Kind(
        "season-published",
        N_("Results of “%(season)s” have been published, so it cannot be deleted."),
    ),
    Kind(
        "not-sure",
        N_("This season has been opened. To delete it anyway, type its name: %(season)s."),
    ),
    Kind(
        "release-waits",
        N_(
            "The results are planned for %(at)s. That plan stays, and waits until the season has been played again."
        ),
    ),
    Kind("nights-waits", N_("Planned nights before it, which wait as well: %(count)s.")),
    Kind("release-called-off", N_("The release of the results on %(at)s is called off.")),
    Kind("nights-called-off", N_("Planned nights, also called off: %(count)s.")),
    Kind(
        "letters-dropped",
        N_("Unsent letters with these results, which are dropped: %(count)s."),
    ),
    Kind(
        "half-released",
        N_(
            "Some rounds of “%(season)s” are already public. Take the results back first, then make the change."
        ),
    ),
    Kind(
        "round-before-unpublished",
        N_(
            "The results of the round before, “%(season)s”, are not public yet. Publish them first."
        ),
    ),
    Kind(
        "round-follows",
        N_(
            "The next round, “%(following)s”, has opened with the characters of “%(season)s”, so these results can no longer be taken back. Make corrections in the next round, and tell its players."
        ),
    ),
    Kind(
        "bad-growth",
        N_(
            "“%(typed)s” is not a number of changes. Write one from 0 to %(most)s, or leave it empty for no limit."
        ),
    ),
    Kind("round-of-draft", N_("“%(season)s” is a draft. Open it first, then plan the next round.")),
    Kind("round-planned", N_("“%(season)s” already has a next round: “%(following)s”.")),
    Kind(
        "sealed",
        N_(
            "“%(season)s” is sealed while it takes entries. Only its player can see what is in an entry. Organisers cannot."
        ),
    ),
    Kind(
        "sealed-until",
        N_(
            "“%(season)s” was closed before its announced deadline, so its entries stay sealed until %(until)s. Wait until then, or move the deadline, which every player is told."
        ),
    ),
    Kind("too-few-entries", N_("At least two characters must take part, and there are %(count)s.")),
    Kind(
        "run-differs",
        N_(
            "The same entries gave a different result from run %(run)s: digest %(digest)s instead of %(before)s."
        ),
    ),
    Kind(
        "battle-differs",
        N_(
            "In the reference engine the battle of number %(one)s against number %(other)s ends differently."
        ),
    ),
    Kind("no-results", N_("“%(season)s” has no finished results.")),
    Kind(
        "results-not-public",
        N_(
            "The results of “%(season)s” are not public, and an archive holds only what everyone may see. Publish them first."
        ),
    ),
    Kind(
        "rules-not-installed",
        N_(
            "The rules %(rules)s are not installed here. This program has %(installed)s. It plays, shows and checks only by exactly these rules."
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

    A code that the league does not know is a problem of a build, which the game with this slug
    explains; where it is about a season, in the version of its rules; or else it is one of a list.
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
