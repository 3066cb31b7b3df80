"""The texts of a character: its name, owner, URL and lore, and the names, words and labels that are its own."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from sqlmodel import Session

from app.engine import MOMENTS, Build, Lang
from app.errors import FieldName, Listing, Problem
from app.i18n import N_, translations
from app.store import entries
from app.store.tables import Season
from app.text.characters import BLANKS, hidden_in, normal, shown
from app.text.lookalikes import NamedPerson, flags

MAX_NAME: Final = 64
MAX_KEY: Final = 300
"""Of a name's normal form, in which a single character may become eighteen."""
MAX_OWNER: Final = 64
MAX_URL: Final = 500
MAX_LORE: Final = 20_000
MAX_WORDS: Final = 60
"""How many characters a name of a slot, a label or a line may have."""
MOMENT_NAMES: Final = {
    "entrance": N_("Entrance"),
    "finish": N_("Finishing blow"),
    "victory": N_("Victory"),
    "defeat": N_("Defeat"),
}
LABEL_NAMES: Final = {"build": N_("Build label"), "lore": N_("Lore label")}
"""The headings above a character's build and above its lore, which may be its own."""
MAX_RIGHTS: Final = 200
RIGHTS_NAMES: Final = {
    "source": N_("Source of the picture"),
    "terms": N_("Terms of the picture"),
    "licence": N_("Licence"),
}
"""What the author of a card may say of the rights in it."""
_FORBIDDEN: Final = re.compile(r"[^\t\n\x20-\x7e\x80-\U0010ffff]|[\x80-\x9f\ud800-\udfff]")
"""Control characters and lone surrogates: no database and no mail carries them all."""


class _Speech(NamedTuple):
    """Words that a character speaks; `moment` is the name of that moment."""

    moment: str
    words: str


def name_key(name: str) -> str:
    """The form in which names are compared within a season: NFKC, casefold, blanks as one."""
    return " ".join(normal(name).split())[:MAX_KEY]


def possible_key(name: str) -> str:
    """The `name_key` of a text that may be a name; empty if it cannot be one."""
    return "" if any(name_problems(name)) else name_key(name)


def name_problems(name: str) -> Iterator[Problem]:
    """The problems of a character's name."""
    if not name.strip(BLANKS):
        yield Problem("empty-name")
    yield from _line_problems(name, "name", MAX_NAME)


def owner_problems(owner: str) -> Iterator[Problem]:
    """The problems of a player's public name: an address must never stand there."""
    if "@" in unicodedata.normalize("NFKC", owner):
        yield Problem("owner-is-address", owner=shown(owner))
    yield from _line_problems(owner, "owner", MAX_OWNER)


def url_problems(url: str) -> Iterator[Problem]:
    """The problems of an address on the web."""
    yield from _line_problems(url, "url", MAX_URL)


def lore_problems(lore: str) -> Iterator[Problem]:
    """The problems of a character's lore."""
    if len(lore) > MAX_LORE:
        yield Problem("lore-too-long", length=str(len(lore)), most=str(MAX_LORE))
    elif bad := sorted(set(_FORBIDDEN.findall(lore))):
        yield Problem("forbidden-character", signs=Listing(map(shown, bad)))


def _line_problems(text: str, what: str, limit: int) -> Iterator[Problem]:
    if len(text) > limit:
        yield Problem(f"{what}-too-long", length=str(len(text)), most=str(limit))
    elif bad := sorted({text[at] for at in hidden_in(text)}):
        yield Problem("forbidden-character", signs=Listing(map(shown, bad)))


def lookalikes(session: Session, season: Season) -> dict[int, list[Problem]]:
    """The oddities in the names of a season's entries and of its held revisions, by revision."""
    counting = [each.current for each in entries.of_season(session, season) if each.current]
    held = entries.held(session, season)
    return flags(
        [
            NamedPerson(each.id, each.name, each.owner, each.entry.player_id)
            for each in {each.id: each for each in (*counting, *held)}.values()
        ]
    )


def extras(
    flavour: Mapping[int, str],
    lines: Mapping[str, str],
    labels: Mapping[str, str],
    rights: Mapping[str, str],
) -> dict[str, Any]:
    """These as a revision keeps them and its seal holds them: no empty ones, slots counted from 1."""
    named = {place: text for place, name in flavour.items() if (text := name.strip(BLANKS))}
    found: dict[str, Any] = {
        "flavour": [named.get(place) for place in range(1, max(named, default=0) + 1)],
        "lines": _said_of(MOMENTS, lines),
        "labels": _said_of(LABEL_NAMES, labels),
        "rights": _said_of(RIGHTS_NAMES, rights),
    }
    return {key: said for key, said in found.items() if said}


def filled(extras: Mapping[str, Any], build: Build) -> dict[str, Any]:
    """The extras with the names that stand in the build, where a slot has no other."""
    given = dict(enumerate(names_of(extras), 1))
    beside = dict(enumerate(build.flavour, 1))
    named = {place: given.get(place) or beside.get(place) for place in given.keys() | beside.keys()}
    flavour = [named.get(place) for place in range(1, max(named, default=0) + 1)]
    return {**extras, "flavour": flavour} if any(flavour) else dict(extras)


def contradictions(extras: Mapping[str, Any], build: Build) -> Iterator[Problem]:
    """Slots that are called otherwise in the build."""
    for place, (name, beside) in enumerate(zip(names_of(extras), build.flavour, strict=False), 1):
        if name and beside and name != beside:
            yield Problem("repeated-field", field=FieldName(f"flavour {place}"))


def names_of(extras: Mapping[str, Any]) -> tuple[str | None, ...]:
    """The character's names for its slots, from the top; None without any."""
    flavour = extras.get("flavour")
    return tuple(name and str(name) for name in flavour) if isinstance(flavour, list) else ()


def lines_of(extras: Mapping[str, Any]) -> dict[str, str]:
    """The character's words, by moment."""
    return _texts(extras.get("lines"))


def labels_of(extras: Mapping[str, Any]) -> dict[str, str]:
    """The character's own headings for its build and its lore, if it has any."""
    return _texts(extras.get("labels"))


def rights_of(extras: Mapping[str, Any]) -> dict[str, str]:
    """What the author says of the rights in it: source, terms and licence."""
    return _texts(extras.get("rights"))


def rights_told(extras: Mapping[str, Any], lang: Lang) -> list[tuple[str, str]]:
    """The same in the order of a card, each under its name."""
    _, found = translations(lang).gettext, rights_of(extras)
    return [(_(name), found[part]) for part, name in RIGHTS_NAMES.items() if part in found]


def said(extras: Mapping[str, Any], lang: Lang) -> list[_Speech]:
    """The character's words in the order of a battle, each with the name of its moment."""
    _ = translations(lang).gettext
    lines = lines_of(extras)
    return [
        _Speech(_(MOMENT_NAMES[moment]), lines[moment]) for moment in MOMENTS if moment in lines
    ]


def problems(extras: Mapping[str, Any], slots: int) -> Iterator[Problem]:
    """The problems of these for a build with this number of slots."""
    for place, name in enumerate(names_of(extras), 1):
        if name and place > slots:
            yield Problem("flavour-without-slot", which=str(place), slots=str(slots))
        yield from _problems_of(name or "", "flavour", str(place))
    for moment, words in lines_of(extras).items():
        yield from _problems_of(words, "line", FieldName(moment))
    for part, label in labels_of(extras).items():
        yield from _problems_of(label, "label", FieldName(f"{part}-label"))
    for part, words in rights_of(extras).items():
        yield from _problems_of(words, "label", FieldName(part), MAX_RIGHTS)


def _problems_of(text: str, what: str, which: str, most: int = MAX_WORDS) -> Iterator[Problem]:
    if len(text) > most:
        yield Problem(f"{what}-too-long", which=which, length=str(len(text)), most=str(most))
    elif bad := sorted({text[at] for at in hidden_in(text)}):
        yield Problem(f"{what}-forbidden", which=which, signs=Listing(map(shown, bad)))


def _said_of(parts: Iterable[str], texts: Mapping[str, str]) -> dict[str, str]:
    return {part: text for part in parts if (text := texts.get(part, "").strip(BLANKS))}


def _texts(found: object) -> dict[str, str]:
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}
