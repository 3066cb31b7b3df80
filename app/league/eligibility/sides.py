"""The sides of a season: which there are, and which one a character is on."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, Self

from sqlmodel import Session

from app.engine import Lang, Words
from app.engine.lists import team_in
from app.errors import Problem
from app.store.entrants import ShownEntrant, extras_of
from app.store.own import groups
from app.store.tables import Player, Season
from app.text.characters import BLANKS, hidden_in, normal, shown

FIELD: Final = "side"
"""The extra of an entry that names its side."""
LEAST: Final = 2
MOST: Final = 16
MOST_NAME: Final = 30
_COLOUR: Final = re.compile("#[0-9a-f]{6}")
_COLOURED: Final = re.compile(r"[#＃](?P<colour>\S*)\s*$")
_AROUND: Final = BLANKS + "[]［］【】〔〕「」()（）\"'"
_FORBIDDEN: Final = frozenset("[]［］/／,、，;；#＃")
_MOST_SAID: Final = 40


@dataclass(frozen=True, slots=True)
class Side:
    """A side by its names; the English one identifies it. `colour` as `#c03030`, if it has one."""

    ja: str
    en: str
    colour: str = ""

    def name(self, lang: Lang) -> str:
        """Its name in this language."""
        return Words(self.ja, self.en).to(lang)


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a season; most have none. `apart`: nobody meets their own side. `grouped`: a
    side with the name of a group is for its members alone.
    """

    every: tuple[Side, ...] = ()
    apart: bool = False
    grouped: bool = False

    def __bool__(self) -> bool:
        return bool(self.every)

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """The sides that plain data keep (see `plain`)."""
        every = (Side(each["ja"], each["en"], each["colour"]) for each in kept.get("every", ()))
        return cls(tuple(every), bool(kept.get("apart")), bool(kept.get("grouped")))

    def plain(self) -> dict[str, Any]:
        """The sides as a row keeps them; empty without sides."""
        if not self:
            return {}
        every = [{"ja": each.ja, "en": each.en, "colour": each.colour} for each in self.every]
        return {"every": every, "apart": self.apart} | ({"grouped": True} if self.grouped else {})

    @property
    def text(self) -> str:
        """A line each, as they are written: `紅 / Red #c03030`."""
        return "\n".join(
            " ".join(
                filter(
                    None, (each.ja if each.ja == each.en else f"{each.ja} / {each.en}", each.colour)
                )
            )
            for each in self.every
        )

    @property
    def told(self) -> str:
        """All sides in one line, and whether characters of the same side meet."""
        return ", ".join(self.text.split("\n")) + " apart" * self.apart + " grouped" * self.grouped

    def index(self, name: str) -> int | None:
        """The index of the side with this English name."""
        return next((at for at, each in enumerate(self.every) if each.en == name), None)

    def called(self, typed: str) -> Side | None:
        """The side with this name, in any language, width and case, with or without brackets."""
        name = _key(typed)
        return next((each for each in self.every if name in (_key(each.ja), _key(each.en))), None)

    def names(self, lang: Lang) -> str:
        """All their names, for a sentence."""
        return ("、" if lang == "ja" else ", ").join(each.name(lang) for each in self.every)


NO_SIDES: Final = Sides()


def sides_of(season: Season) -> Sides:
    """The sides of the season."""
    return Sides.of(season.sides)


def _key(text: str) -> str:
    return " ".join(normal(text).strip(_AROUND).split())


def read(text: str, *, is_apart: bool, is_grouped: bool = False) -> Sides:
    """The sides in these lines, such as `紅 / Red #c03030`; commas separate several on a line. Their
    problems come from `problems_of`.
    """
    every = []
    for line in filter(None, (each.strip(BLANKS) for each in re.split("[,、，\n]", text))):
        found = _COLOURED.search(line)
        colour = normal(f"#{found['colour']}") if found else ""
        ja, _, en = (line[: found.start()] if found else line).replace("／", "/").partition("/")
        ja, en = ja.strip(BLANKS), en.strip(BLANKS)
        every.append(Side(ja or en, en or ja, colour))
    return Sides(tuple(every), is_apart and bool(every), is_grouped and bool(every))


def problems_of(sides: Sides) -> Iterator[Problem]:
    """The problems of such sides."""
    if sides and not LEAST <= len(sides.every) <= MOST:
        yield Problem("bad-sides", count=str(len(sides.every)), least=str(LEAST), most=str(MOST))
    seen: set[str] = set()
    for each in sides.every:
        for name in dict.fromkeys((each.ja, each.en)):
            yield from name_problems(name)
        if each.colour and not _COLOUR.fullmatch(each.colour):
            yield Problem("bad-colour", typed=shown(each.colour[:_MOST_SAID]))
        keys = {_key(each.ja), _key(each.en)}
        if keys & seen:
            yield Problem("side-twice", side=shown(each.en[:_MOST_SAID]))
        seen |= keys


def name_problems(name: str) -> Iterator[Problem]:
    """The problems of such a name of a side."""
    is_odd = _FORBIDDEN & {*name} or next(hidden_in(name), None) is not None
    if not _key(name) or len(name) > MOST_NAME or is_odd:
        yield Problem("bad-side-name", typed=shown(name[:_MOST_SAID]), most=str(MOST_NAME))


def side_beside(text: str) -> tuple[str, str]:
    """The side in a tag before or behind this text, such as `[紅]`, and the text without the tag.
    Without a tag: both unchanged.
    """
    tag = team_in(text)
    if not tag:
        return "", text
    without = text.strip(BLANKS).removeprefix(tag).removesuffix(tag).strip(BLANKS)
    return tag.strip(_AROUND), without


def problems(sides: Sides, extras: Mapping[str, Any]) -> Iterator[Problem]:
    """The problem of the side that an entry names. A player who names none gets the list of sides."""
    typed = str(extras.get(FIELD) or "")
    if not sides:
        if typed:
            yield Problem("season-without-sides", side=shown(typed[:_MOST_SAID]))
        return
    names = (sides.names("ja"), sides.names("en"))
    if not _key(typed):
        yield Problem("no-side", sides=names)
    elif not sides.called(typed):
        known = {_key(name): name for each in sides.every for name in (each.ja, each.en)}
        near = tuple(known[each] for each in get_close_matches(_key(typed[:_MOST_SAID]), known, 1))
        side = shown(typed[:_MOST_SAID])
        yield Problem("unknown-side", side=side, sides=names, suggestions=near)


def of_group(
    session: Session, season: Season, player: Player, extras: Mapping[str, Any]
) -> tuple[dict[str, Any], list[Problem]]:
    """The extras, with the side of the player's group if they name none; and the problem if they
    name another group's side.
    """
    sides, named = sides_of(season), str(extras.get(FIELD) or "")
    if not sides.grouped:
        return dict(extras), []
    mine = {
        each.name
        for each, seat in groups.of_player(session, player)
        if seat.member_of == season.game
    }
    side = sides.called(named or next(iter(mine), ""))
    owned = [
        each
        for each in groups.of_game(session, season.game)
        if side and sides.called(each.name) == side
    ]
    if owned and not mine & {each.name for each in owned}:
        return dict(extras), [Problem("side-of-group", side=owned[0].name)]
    return {**extras, FIELD: named or (side.en if side else "")}, []


def settled(season: Season, extras: Mapping[str, Any]) -> dict[str, Any]:
    """The extras of an entry, with its side by its English name."""
    side = sides_of(season).called(str(extras.get(FIELD) or ""))
    return {**extras, FIELD: side.en} if side else dict(extras)


def brought(typed: str) -> dict[str, str]:
    """The side as a revision keeps it in its extras; empty if none is named."""
    return {FIELD: side} if (side := typed.strip(BLANKS)) else {}


def kept(extras: Mapping[str, Any]) -> dict[str, Any]:
    """The side alone out of these extras. It is public even if the rest of an entry is hidden."""
    return {name: value for name, value in extras.items() if name == FIELD}


def side_in(sides: Sides, extras: Mapping[str, Any]) -> Side | None:
    """The side of an entry with these extras."""
    at = sides.index(str(extras.get(FIELD) or ""))
    return None if at is None else sides.every[at]


def sides_of_field(
    session: Session, season: Season, field: Sequence[ShownEntrant]
) -> list[int | None]:
    """The index of each entry's side among those of the season."""
    sides = sides_of(season)
    return [sides.index(str(each.get(FIELD) or "")) for each in extras_of(session, field)]
