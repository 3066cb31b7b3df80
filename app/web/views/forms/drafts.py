"""Drafts: the form of a character as typed, and its problems, field by field."""

from collections.abc import Collection, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Self

from fastapi import Request
from sqlmodel import Session

from app.engine import MOMENTS, Build, CardInfo, Lang, Ruleset
from app.engine.workshop import call
from app.errors import BuildUnreadable, CardsUnreadable, Problem, SubmissionRejected
from app.games import ruleset
from app.i18n import lang_of
from app.league.eligibility import sides
from app.league.entries import characters, contents, entries, places
from app.league.entries.contents import Submission, with_stories
from app.league.entries.entries import Origin
from app.league.matches import scripts
from app.league.people.players import address_problems, tidied
from app.league.problems import explain
from app.store import players
from app.store.tables import Revision, Season
from app.text.characters import BLANKS
from app.web import limits
from app.web.dependencies import Site
from app.web.forms import Form
from app.web.views.characters import CharacterView, character
from app.web.views.forms.portraits import FIELD, ChosenPicture

_FIELDS: Final = {
    "no-script": scripts.ORDERS,
    "no-scripts": scripts.ORDERS,
    "no-side": sides.FIELD,
    "unknown-side": sides.FIELD,
    "season-without-sides": "",
    "wrong-word": "word",
    "door-word": "word",
    "door-link": "word",
    "door-list": "",
    "words-tried": "word",
    "empty-name": "name",
    "name-taken": "name",
    "no-address": "address",
    "bad-address": "address",
    "own-address": "address",
    "season-closed": "",
    "season-full": "",
    "season-not-open": "",
}
"""The field of each problem about one field. All others that no field claims are about the build."""
_SLOT: Final = "flavour"


def slot_fields(game: Ruleset) -> list[str]:
    """The fields that name the slots of a build of this game, from the top; none where it has no order."""
    if not game.is_ordered:
        return []
    return [f"{_SLOT}{place}" for place in range(1, game.sizes[-1] + 1)]


LABEL_FIELDS: Final = {part: f"label-{part}" for part in characters.LABEL_NAMES}
"""The fields with the labels of build and lore."""
_RIGHTS_FIELDS: Final = {part: f"rights-{part}" for part in characters.RIGHTS_NAMES}


def own_fields(
    names: Sequence[str | None],
    lines: Mapping[str, str],
    labels: Mapping[str, str],
    rights: Mapping[str, str],
) -> dict[str, str]:
    """Names of slots, from the top, the character's lines, its labels and the rights in it, as typed into their fields."""
    named = {f"{_SLOT}{place}": name or "" for place, name in enumerate(names, 1)}
    called = {LABEL_FIELDS[part]: label for part, label in labels.items()}
    return named | dict(lines) | called | {_RIGHTS_FIELDS[part]: rights[part] for part in rights}


@dataclass(frozen=True, slots=True)
class EntryDraft:
    """The content of the form; `lang` is the language of the letters."""

    lang: Lang
    name: str = ""
    owner: str = ""
    build: str = ""
    lore: str = ""
    url: str = ""
    address: str = ""
    own: Mapping[str, str] = field(default_factory=dict)
    """Names and labels of its own and what it says, by the fields in which they stand."""
    picture: ChosenPicture = field(default_factory=ChosenPicture)
    orders: str = ""
    nonce: str = ""
    side: str = ""
    word: str = ""
    """What its author says to be let in."""

    @classmethod
    def sent(cls, form: Form, game: Ruleset, picture: ChosenPicture | None = None) -> Self:
        """As it was sent. A name may also stand behind the cards, after a slash."""
        draft = cls(
            lang=lang_of(form.line("lang")),
            name=form.line("name"),
            owner=form.line("owner"),
            build=form.text("build"),
            lore=form.text("lore").strip("\n").rstrip(BLANKS + "\n"),
            url=form.line("url"),
            address=tidied(form.line("address")),
            own={name: form.line(name) for name in _own_fields_of(game)},
            picture=picture or ChosenPicture(),
            orders=form.text("orders") if game.match else "",
            nonce=form.line("nonce") if game.match else "",
            side=form.line("side"),
            word=form.line("word"),
        )
        return draft if draft.name else replace(draft, name=name_beside(draft.build, game))

    @classmethod
    def of(cls, revision: Revision, lang: Lang) -> Self:
        """As it was accepted."""
        return cls(
            lang,
            revision.name,
            revision.owner,
            revision.build,
            revision.lore,
            revision.url,
            own=own_fields(
                characters.names_of(revision.extras),
                characters.lines_of(revision.extras),
                characters.labels_of(revision.extras),
                characters.rights_of(revision.extras),
            ),
            orders=scripts.text_of(revision.extras, scripts.ORDERS),
            nonce=scripts.text_of(scripts.typed(revision.extras), scripts.NONCE),
            side=str(revision.extras.get(sides.FIELD) or ""),
        )

    @property
    def extras(self) -> dict[str, Any]:
        """The character's own words beside its build, and its orders and nonce."""
        named = {
            int(name.removeprefix(_SLOT)): text
            for name, text in self.own.items()
            if name.startswith(_SLOT)
        }
        labels = {part: self.own.get(name, "") for part, name in LABEL_FIELDS.items()}
        rights = {part: self.own.get(name, "") for part, name in _RIGHTS_FIELDS.items()}
        own = characters.extras(named, self.own, labels, rights)
        return own | scripts.brought(self.orders, self.nonce) | sides.brought(self.side)

    def submission(self) -> Submission:
        """The character in it."""
        return Submission(self.name, self.build, self.owner, self.lore, self.url, self.extras)


@dataclass(frozen=True, slots=True)
class Faults:
    """The problems in sentences: by field, and those of no field."""

    by_field: Mapping[str, Sequence[str]] = field(default_factory=dict)
    general: Sequence[str] = ()
    codes: AbstractSet[str] = frozenset()

    def of(self, name: str) -> Sequence[str]:
        """The problems of this field."""
        return self.by_field.get(name, ())

    def __bool__(self) -> bool:
        return bool(self.by_field or self.general)


def hold(
    request: Request,
    session: Session,
    season: Season,
    draft: EntryDraft,
    now: datetime,
    instead: str = "",
) -> Revision | None:
    """Hold what a sender sends who is not signed in; None if the address is blocked. Raises `SubmissionRejected`.

    The answer does not depend on who has the address: a name is taken even if the sender may own it. Otherwise
    the form would tell strangers who plays under which name.
    """
    site: Site = request.state.site
    problems = [
        *address_problems(draft.address, site.settings.mail_address),
        *draft.picture.problems,
        *places.room_at(session, season, now),
        *problems_of_words(session, season, draft),
        *entries.name_taken(session, season, None, draft.name),
    ]
    if problems:
        raise SubmissionRejected(problems)
    limits.spend_on_address(session, request, draft.address, now)
    player = players.known_as(session, draft.address, draft.lang, now)
    deliverer = limits.deliverer_of(request)
    origin = Origin(now, proven=False, lang=draft.lang, deliverer=deliverer, word=draft.word)
    return entries.hold(session, season, player, draft.submission(), origin, instead)


def problems_of_words(session: Session, season: Season, draft: EntryDraft) -> list[Problem]:
    """The problems of the character itself."""
    problems = contents.wording(draft.submission())
    contents.read(session, season, draft.submission(), problems)
    return problems


def faults(problems: Collection[Problem], season: Season, draft: EntryDraft, lang: Lang) -> Faults:
    """The problems in words, each beside its field."""
    words = {
        "name": [*characters.name_problems(draft.name)],
        "owner": [*characters.owner_problems(draft.owner)],
        "lore": [*characters.lore_problems(draft.lore)],
        "url": [*characters.url_problems(draft.url)],
    }
    game = ruleset(season.game, season.rules_version)
    order = (
        "",
        "word",
        "name",
        sides.FIELD,
        "build",
        "owner",
        "lore",
        *scripts.FIELDS,
        *_own_fields_of(game),
        "url",
        "picture",
        "address",
    )
    told: dict[str, list[str]] = {name: [] for name in order}
    for problem in dict.fromkeys(problems):
        claimed = [name for name, wrong in words.items() if problem in wrong]
        for name in claimed or [_field_of(problem)]:
            is_placed = name == "build" and "\n" in draft.build
            placed = problem if is_placed else replace(problem, line=0)
            told[name].append(explain(placed, lang, game.slug, game.rules_version))
    general = told.pop("")
    by_field = {name: sentences for name, sentences in told.items() if sentences}
    return Faults(by_field, general, {problem.code for problem in problems})


def _field_of(problem: Problem) -> str:
    """The field that the problem is about."""
    match problem.code.partition("-")[0]:
        case "picture":
            return FIELD
        case "flavour":
            return f"{_SLOT}{problem['which']}"
        case "line":
            return str(problem["which"])
        case "label":
            return (LABEL_FIELDS | _RIGHTS_FIELDS)[str(problem["which"]).removesuffix("-label")]
        case "orders" | "nonce" as name:
            return name
        case "script" | "scripts":
            return scripts.ORDERS
    return _FIELDS.get(problem.code, "build")


def preview(draft: EntryDraft, game: Ruleset) -> CharacterView:
    """The character as it will be published, as far as its build can be read."""
    build, sent = _read(draft.build, game), with_stories(game, draft.submission())
    return character(game, build, replace(sent, extras=characters.filled(sent.extras, build)))


def printed(draft: EntryDraft, game: Ruleset) -> CardInfo | None:
    """The card of a call as it will be printed; None while it cannot be read."""
    try:
        return call.printed_build(game, _read(draft.build, game), draft.name)
    except CardsUnreadable:
        return None


def _own_fields_of(game: Ruleset) -> list[str]:
    if game.makes:
        return [*_RIGHTS_FIELDS.values()]
    return [*LABEL_FIELDS.values(), *slot_fields(game), *MOMENTS]


def name_beside(text: str, game: Ruleset) -> str:
    """The name written behind the cards, or in the labels of a card for a call."""
    build = _read(text, game)
    return build.name or (build.data.get("ja", "") if isinstance(build, call.CardBuild) else "")


def _read(build: str, game: Ruleset) -> Build:
    try:
        return game.read_build(build)
    except BuildUnreadable:
        return Build(())
