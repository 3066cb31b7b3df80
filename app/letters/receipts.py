"""Letters about an entry: received, shown, checked, refused with its problems, withdrawn."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlmodel import Session

from app.engine import TERMS, Lang, Ruleset
from app.engine.matches.orders.wording import in_language
from app.engine.workshop import call
from app.errors import Problem
from app.i18n import N_, lang_of, translations
from app.league import visibility
from app.league.entries import checkins, doors, growth, places
from app.league.entries.entries import changes
from app.league.matches import scripts
from app.league.matches.settings import config_of, rules_of, settings_of
from app.league.problems import explain
from app.letters.characters import (
    MAX_LORE,
    as_played,
    build_of,
    game_called,
    lore_of,
    own_of,
    sample_of,
)
from app.letters.links import confirm_address, confirm_page, duel_page, entry_page, own_page
from app.letters.render import one_line
from app.notices.answers import (
    AddressNote,
    Approval,
    Checked,
    Concern,
    Confirmation,
    Fate,
    Links,
    PassedOn,
    Place,
    Problems,
    Receipt,
    Several,
    Understood,
)
from app.notices.news import Corrected, NextRound, Shown, Withdrawn
from app.settings import settings
from app.store import duels, entries
from app.store.results.parts import salts_in
from app.store.tables import (
    AddressChange,
    Letter,
    Player,
    Revision,
    RevisionState,
    Season,
    SeasonState,
)
from app.text.privacy import mask_address


def received(session: Session, letter: Letter, about: Receipt | Confirmation) -> dict[str, Any]:
    """The revision that came in; `unchanged` if it had come before."""
    revision = session.get_one(Revision, letter.revision_id)
    lang = lang_of(letter.lang)
    before = session.get(Revision, about.replaces) if about.replaces else None
    others = about.others if isinstance(about, Confirmation) else ()
    arranged = settings_of(session, revision.entry.season)
    return _kept(session, revision, lang) | {
        "tempo": arranged.tempo if arranged else "",
        "commitment": revision.commitment,
        "salts": [] if isinstance(about, Confirmation) else salts_of(revision.salt),
        "waits": isinstance(about, Receipt) and about.waits,
        "queue": about.queue if isinstance(about, Receipt) else None,
        "reason": about.reason if isinstance(about, Receipt) else "",
        "replaced": _comparison(session, before, revision, lang) if before else None,
        "others": [
            (one_line(each.name), build_line(session, each, lang))
            for number in others
            if (each := session.get(Revision, number))
        ],
    }


@dataclass(frozen=True, slots=True)
class CharacterOutcome:
    """The outcome for one of several characters: `state` is `in`, `waiting`, `queued`, `held`, `unchanged` or `refused`."""

    name: str
    state: str
    problems: list[str]
    revision: bool = False
    build: str = ""
    own: list[tuple[str, str]] = field(default_factory=list)
    lore: str = ""
    lore_is_cut: bool = False
    replaced: "BuildComparison | None" = None
    commitment: str = ""
    salts: list[str] = field(default_factory=list)
    queue: int | None = None


def salts_of(salt: bytes) -> list[str]:
    """The salts packed in that of a revision, which open its seal, a line for each part, for its player alone.
    Empty for a seal with a single salt.
    """
    return [f"{name:<7}{each.hex()}" for name, each in salts_in(salt).items()]


def several(session: Session, letter: Letter, about: Several) -> dict[str, Any]:
    """Each character of a mail, entered or with its problems."""
    season = session.get_one(Season, letter.season_id)
    fates = [_fate(session, season, each, lang_of(letter.lang)) for each in about.fates]
    if about.asks:  # perhaps sent by a stranger
        fates = [replace(each, salts=[]) for each in fates]
    names = [each.name for each in fates if each.revision]
    return {"fates": fates, "names": names}


def _fate(session: Session, season: Season, fate: Fate, lang: Lang) -> CharacterOutcome:
    revision = session.get(Revision, fate.revision) if fate.revision else None
    if revision is None:
        rules = season.game, season.rules_version
        told = [one_line(explain(problem, lang, *rules)) for problem in fate.problems]
        return CharacterOutcome(one_line(fate.name), "refused", told)
    states = {RevisionState.HELD: "held", RevisionState.WAITING: "waiting"}
    states[RevisionState.QUEUED] = "queued"
    before = session.get(Revision, fate.replaces) if fate.replaces else None
    return CharacterOutcome(
        one_line(revision.name),
        "unchanged" if fate.unchanged else states.get(revision.state, "in"),
        [],
        revision=True,
        build=build_line(session, revision, lang),
        own=own_of(revision.extras, lang),
        replaced=_comparison(session, before, revision, lang) if before else None,
        commitment=revision.commitment,
        salts=salts_of(revision.salt),
        queue=fate.queue,
        **lore_of(revision.lore),
    )


def corrected(session: Session, letter: Letter, about: Corrected) -> dict[str, Any]:
    """The entry after an organiser corrected it, beside the version before."""
    revision = session.get_one(Revision, letter.revision_id)
    lang = lang_of(letter.lang)
    before = session.get(Revision, about.before)
    return _kept(session, revision, lang) | {
        "commitment": revision.commitment,
        "replaced": _comparison(session, before, revision, lang) if before else None,
        "orders_out": before is not None
        and scripts.ORDERS in before.extras
        and scripts.ORDERS not in revision.extras,
    }


@dataclass(frozen=True, slots=True)
class BuildComparison:
    """A revision beside the one that it replaces, or would replace once confirmed.

    `facts`: field by field what it is called, before and after, the same twice where nothing changes. `more`:
    what else changes, without its words.
    """

    name: str
    build: str
    facts: list[tuple[str, str, str]]
    more: list[str]


def _comparison(session: Session, before: Revision, after: Revision, lang: Lang) -> BuildComparison:
    _ = translations(lang).gettext
    name, build = one_line(before.name), build_line(session, before, lang)
    facts = [
        (_("Name"), name, one_line(after.name)),
        (_("Build"), build, build_line(session, after, lang)),
    ]
    if before.owner or after.owner:
        none = _("(none)")
        facts.append((_("Owner"), one_line(before.owner) or none, one_line(after.owner) or none))
    differing = changes(before, after)
    more = {
        "lore": _(N_("its story")),
        "url": _(N_("its link")),
        "extras": _(N_("its own names and words")),
        "orders": _(N_("its standing orders")),
        "nonce": _(N_("its nonce")),
    }
    return BuildComparison(
        name, build, facts, [words for field, words in more.items() if field in differing]
    )


def build_line(session: Session, revision: Revision, lang: Lang) -> str:
    """Its cards in one line, as characters and by name; for a made card the text printed on it."""
    rules = rules_of(session, revision.entry.season)
    build = rules.read_build(revision.build)
    if rules.makes:
        return call.printed_build(rules, build, "").text.to(lang)
    names, chars = rules.write_build(build, lang), rules.write_build(build)
    return (
        translations(lang).gettext("{words} ({more})").format(words=chars, more=names)
        if chars != names
        else chars
    )


def shown(session: Session, letter: Letter, _about: Shown) -> dict[str, Any]:
    """The current revision, and whether it counts or waits for its player."""
    revision = session.get_one(Revision, letter.revision_id)
    return _kept(session, revision, lang_of(letter.lang)) | {
        "counts": revision.state is RevisionState.ACCEPTED,
        "awaits_approval": revision.state is RevisionState.WAITING,
        "queue": places.rank(session, revision.entry),
    }


def links(session: Session, letter: Letter, _about: Links) -> dict[str, Any]:
    """The reader's characters in seasons that are not over, with their pages. For held ones also
    the question.
    """
    lang, here = lang_of(letter.lang), settings()
    key = here.key()
    told = []
    for each in entries.latest_of(session, letter.player):
        season = each.entry.season
        is_held = each.state is RevisionState.HELD and season.state is SeasonState.OPEN
        told.append(
            {
                "name": one_line(each.name),
                "season": one_line(season.title(lang)),
                "is_held": is_held,
                "page": confirm_page(each.id, key, here, lang)
                if is_held
                else entry_page(letter.player_id, season.id, key, here, lang),
            }
        )
    return {"characters": told, "own_page": own_page(letter.player_id, key, here, lang)}


def address(session: Session, letter: Letter, about: AddressNote) -> dict[str, Any]:
    """The words about the new address: masked for the old mailbox; all new links once the change is done."""
    lang, change = lang_of(letter.lang), session.get(AddressChange, about.change)
    here, key = settings(), settings().key()
    is_open = change and change.mark == about.mark and not change.over_at
    target = session.get(Player, change.target_id) if change and is_open else None
    told: dict[str, Any] = {"characters": [], "own_page": ""}
    if about.step == "done":
        told = links(session, letter, Links())
        for duel in duels.of_player(session, letter.player):
            told["characters"] += [
                {
                    "name": game.title.to(lang),
                    "season": one_line(each.name or f"#{duel.id}"),
                    "is_held": False,
                    "page": duel_page(
                        duel.id,
                        f"{each.seat if each.name else 'invitation'} by letter",
                        key,
                        here,
                        lang,
                    ),
                }
                for each in duel.duelists
                if each.player_id == letter.player_id
                if (game := game_called(duel.game, duel.rules_version))
            ]
    return told | {
        "masked": mask_address(target.address) if target else "…",
        "said": [one_line(explain(each, lang)) for each in about.said],
        "by": one_line(about.by),
        "reason": one_line(about.reason),
    }


def checked(session: Session, letter: Letter, about: Checked) -> dict[str, Any]:
    """The checked contents, from the letter's own row: no other row has them."""
    season = session.get_one(Season, letter.season_id)
    return _character(session, season, about, lang_of(letter.lang))


def _kept(session: Session, revision: Revision, lang: Lang) -> dict[str, Any]:
    """The contents of a revision, and when it came."""
    season = revision.entry.season
    return _character(session, season, revision, lang) | {
        "serial": revision.serial,
        "received_at": revision.received_at,
    }


def _character(
    session: Session, season: Season, sent: Checked | Revision, lang: Lang
) -> dict[str, Any]:
    rules = rules_of(session, season)
    build = rules.read_build(sent.build)
    script = scripts.script(sent.extras, rules, config_of(session, season), build)
    return {
        "game": rules.title.to(lang),
        "name": one_line(sent.name),
        "owner": one_line(sent.owner),
        "url": one_line(sent.url),
        "build": build_of(rules, build, lang),
        "remarks": [words.to(lang) for words in rules.remarks(build)],
        "own": own_of(sent.extras, lang),
        "growth": growth.told(session, season, sent, lang) if isinstance(sent, Revision) else "",
        "script": script,
        "script_said": script and rules.match and in_language(script.text, rules.match, lang),
        "nonce": scripts.text_of(sent.extras, scripts.NONCE),
        "is_drawn": scripts.NONCE not in scripts.typed(sent.extras),
        **lore_of(sent.lore),
    }


def withdrawn(session: Session, letter: Letter, about: Withdrawn) -> dict[str, Any]:
    """The character that is out, and the reason if the organiser took it out."""
    revision = session.get(Revision, letter.revision_id) if letter.revision_id else None
    return {
        "name": one_line(about.name or (revision.name if revision else "")),
        "owner": one_line(revision.owner) if revision else "",
        "also": [one_line(each) for each in about.also],
        "left": [one_line(each) for each in about.left],
    }


def next_round(session: Session, letter: Letter, about: NextRound) -> dict[str, Any]:
    """The reader's characters as played in the round before, whether they take part in this one,
    and what may change.
    """
    lang = lang_of(letter.lang)
    season = session.get_one(Season, letter.season_id)
    played = [session.get_one(Revision, each) for each in (about.played, *about.others)]
    rules = rules_of(session, played[0].entry.season, played[0].rules_version)
    out = about.out if letter.revision_id else (about.played, *about.out)
    names = [one_line(each.name) for each in played]
    return {
        "name": names[0],
        "names": names,
        "owner": one_line(played[0].owner),
        "characters": [
            (name, each.id not in out, build_of(rules, rules.read_build(each.build), lang))
            for name, each in zip(names, played, strict=True)
        ],
        "before": one_line(played[0].entry.season.title(lang)),
        "rule": growth.rule_of(session, season, lang),
        "is_closed": bool(doors.door_of(season).by),
    }


def named(session: Session, letter: Letter, _about: Approval | Place) -> dict[str, Any]:
    """The character that has waited, for an organiser or for a place, and its player's others; until when a check-in is answered."""
    revision = session.get_one(Revision, letter.revision_id)
    season, start = revision.entry.season, checkins.begins(revision.entry.season)
    own = entries.of_player(session, season, session.get_one(Player, letter.player_id))
    return {
        "name": one_line(revision.name),
        "owner": one_line(revision.owner),
        "names": [one_line(each.current.name) for each in own if each.current],
        "until": (start or letter.created_at) + checkins.LASTS,
        "waiting_list": season.waiting_list,
    }


@dataclass(frozen=True, slots=True)
class Question:
    """A held revision that waits for an answer to "Was it you?", and the address and page for it."""

    name: str
    build: str
    season: str
    replaced: BuildComparison | None
    page: str
    address: str


def _questions(session: Session, about: Problems, lang: Lang) -> list[Question]:
    here = settings()
    key = here.key()
    found = (session.get(Revision, number) for number in about.asked)
    return [
        Question(
            one_line(each.name),
            build_line(session, each, lang),
            one_line(each.entry.season.title(lang)),
            _comparison(session, each.entry.current, each, lang) if each.entry.current else None,
            confirm_page(each.id, key, here, lang),
            confirm_address(each.id, key, here),
        )
        for each in found
        if each
    ]


def problems(session: Session, letter: Letter, about: Problems) -> dict[str, Any]:
    """Every problem of a mail or a form, and the parts of it that were understood."""
    lang = lang_of(letter.lang)
    game = game_called(about.game, about.rules)
    understood = about.understood or Understood()
    codes = {problem.code for problem in about.problems}
    declined = session.get(Revision, about.declined) if about.declined else None
    counting = declined and declined.entry.current
    terms = (game.terms if game else TERMS).to(lang)
    return {
        "lead": "fault" if about.fault else "declined" if declined else _lead(codes, about.request),
        "may_try_again": (about.request in _ENTERING or "nothing-to-change" in codes)
        and not codes <= _SETTLED | _OVER,
        "change_samples": change_samples(as_played(session, letter, game), lang)
        if about.request == "change" and not codes & _OVER
        else (),
        "problems": [
            one_line(explain(problem, lang, about.game, about.rules)) for problem in about.problems
        ],
        "standing": one_line(about.standing or ""),
        "elsewhere": [
            each.title(lang)
            for each in (
                visibility.open_ones(session)
                if {*codes} & {"season-closed", "season-called-off"}
                else ()
            )
            if each.game == about.game and each.id != letter.season_id
        ],
        "has_results": about.results is not None,
        "results_numbers": about.results.numbers if about.results else (),
        "asked": _questions(session, about, lang),
        "declined": declined and (one_line(declined.name), build_line(session, declined, lang)),
        "counting": counting and (one_line(counting.name), build_line(session, counting, lang)),
        "understood": {
            "name": one_line(understood.name or ""),
            "build": _build_understood(understood, game, lang)[:MAX_LORE],
            "own": own_of(understood.extras, lang),
            **lore_of(understood.lore or ""),
        },
        **sample_of(as_played(session, letter, game), lang),
        "sample_season": _season_to_name(about.problems),
        "entry_form": _own_form(session, letter, about),
        "requests": [(word % terms, meaning % terms) for word, meaning in about.requests],
    }


def change_samples(game: Ruleset | None, lang: Lang) -> list[str]:
    """How to ask for a change in a sentence, in the words of the game."""
    if not game:
        return []
    _ = translations(lang).gettext
    slot, card = game.terms.slot.to(lang), game.cards[0].name.to(lang)
    return [
        _(N_("Change the third {slot} to {new}.")).format(slot=slot, new=card),
        _(N_("Swap the first and the second {slot}.")).format(slot=slot),
        _(N_("Change the name to “…”.")),
    ]


_RECEIVED: Final[dict[Concern, str]] = {
    "erasure": N_("A mail alone erases nothing. The organiser first makes sure that it is you, then erases what you ask for and tells you."),
    "legal": N_("The organiser reads it in person, and answers within the time the law allows."),
    "press": N_("Thank you for your interest. The organiser will get in touch with you."),
    "child": N_("Children are welcome here, with the consent of a parent. The organiser reads your mail and answers it personally."),
    "complaint": N_("We are sorry about this. The organiser will look into it, and tell you what they find."),
    "thanks": N_("Thank you for your kind words! They make the organiser's day."),
    "who": N_("A program answers here first. A person runs the tournament, and will answer you. We write to you because a mail came from your address, or because somebody gave us the address. To hear nothing more from us, reply “stop”."),
}  # fmt: skip
"""A kind word, by the concern of a mail."""


def passed_on(_session: Session, letter: Letter, about: PassedOn) -> dict[str, Any]:
    """The mail as written, a kind word about it, and whether the organiser can read it."""
    word = _RECEIVED.get(about.concern, "")
    return {
        "word": word and translations(lang_of(letter.lang)).gettext(word),
        "subject": one_line(about.subject),
        "said": lore_of(about.text),
    }


def _own_form(session: Session, letter: Letter, about: Problems) -> str:
    """The entry that counts, as a form that can be changed and sent back.

    Empty if a stranger may have entered it: its player has never proven that they read our letters.
    """
    revision = session.get(Revision, about.entry) if about.entry else None
    if not revision or (letter.deliverer and not letter.player.proven_at):
        return ""
    lang, season = lang_of(letter.lang), revision.entry.season
    _ = translations(lang).gettext
    rules = rules_of(session, season)
    lines = [
        (_("Name"), one_line(revision.name)),
        (_("Build"), rules.write_build(rules.read_build(revision.build), lang)),
        (_("Owner"), one_line(revision.owner)),
        *own_of(revision.extras, lang),
        *_script_form(revision.extras, _),
        (_("Lore"), revision.lore.strip()),
    ]
    return "\n".join(f"{label}{_(': ')}{words}" for label, words in lines if words)


def _script_form(extras: Mapping[str, Any], say: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """What the entry brings to its matches, with its labels in a mail."""
    if nonce := scripts.text_of(scripts.typed(extras), scripts.NONCE):
        yield say(N_("Nonce")), nonce
    if orders := scripts.text_of(extras, scripts.ORDERS):
        yield say(N_("Standing orders")), f"\n{orders}\nend"


def _season_to_name(problems: Sequence[Problem]) -> str:
    """One of the seasons that a mail has to choose from; empty if it need not choose."""
    missing = (each for each in problems if each.code in ("which-season", "unknown-season"))
    return next((one_line(title) for each in missing for title in each.suggestions), "")


def _build_understood(understood: Understood, game: Ruleset | None, lang: Lang) -> str:
    """The names of the cards that were read, else the typed text."""
    if understood.build and game:
        return game.write_build(game.read_build(", ".join(understood.build)), lang)
    return understood.build_text or ""


_ENTERING: Final = (None, "enter", "check", "nothing", "again")
"""Requests that need a whole entry."""


def _lead(codes: set[str], request: str | None) -> str:
    """The kind of answer, for its first sentence."""
    if codes <= _SETTLED:
        return "settled"
    if codes <= _UNSURE.keys():
        return _UNSURE[min(codes)]
    return "entry" if request in _ENTERING else "request"


_UNSURE: Final = {"not-understood": "unclear", "not-confirmed": "unconfirmed"}
"""Problems in which nothing is wrong, but the meaning is not clear."""
_SETTLED: Final = frozenset(
    {
        *("already-confirmed", "superseded", "declined", "confirmed-before", "nothing-to-carry"),
        *(
            "seat-taken",
            "seat-gone",
            "seat-kept",
            "seat-over",
            "seat-not-yours",
            "seat-not-offered",
        ),
    }
)
"""Nothing is wrong, there is only nothing to do."""
_OVER: Final = frozenset(
    {
        *("season-closed", "season-called-off", "season-full", "season-not-open"),
        *("no-season", "not-confirmed", "rules-not-installed"),
    }
)
"""No other entry would help."""
