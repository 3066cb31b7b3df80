"""A line of a telling as pieces: names, cards and numbers can be told apart from the words around them.

The game tells of characters and slots that are called by marks. What was said of two things in the same
words is then seen to be so, and every name is written as the letter wants it.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, Final, NamedTuple

from app.engine import Lang, Side, TellingSheet, made_often
from app.text.columns import width

_NAMES: Final = {Side.HOME: "\ue000", Side.AWAY: "\ue001"}
_SLOTS: Final = {Side.HOME: 0xE100, Side.AWAY: 0xE900}
_FLAVOUR: Final = {
    side: tuple(chr(begin + at) for at in range(0x100)) for side, begin in _SLOTS.items()
}
_SIDES: Final = {mark: side for side, mark in _NAMES.items()}
_LONG: Final = 16
"""Columns; a name wider than this is not said again and again."""

_ARROW: Final = " → "
_NAME: Final = re.compile("[\ue000\ue001]")
_SLOT: Final = re.compile("[\ue100-\uf0ff]")
_PIECE: Final = re.compile(
    "(?:(?P<owner>[\ue000\ue001])(?:の|'s ))?(?P<slot>[\ue100-\uf0ff])"
    r" ?[\[(【](?P<name>[^\])】\d]+?) ?(?P<level>\d*)[\])】](?P<place>\d*)"
    r"|[\[【](?P<plain>[^\]】\d]+)[\]】](?P<at>\d*)"
    "|(?P<bare>[\ue100-\uf0ff]) ?|(?P<side>[\ue000\ue001])"
    r"|(?<![A-Z\d])(?P<number>−?\d+)"  # an id of a card, F01 or X0101, is no number
)


@made_often
@dataclass(frozen=True, slots=True)
class Name:
    """A character."""

    side: Side


@made_often
@dataclass(frozen=True, slots=True)
class ToldCard:
    """A card with its places, if they are said; `owned`: after the name of its owner."""

    side: Side | None
    name: str
    places: tuple[int, ...]
    owned: bool


@made_often
@dataclass(frozen=True, slots=True)
class ToldNumber:
    """What a number was, time after time."""

    values: tuple[int, ...]


@made_often
@dataclass(frozen=True, slots=True)
class Times:
    """How often this happened in a row; in each of several turns."""

    counts: tuple[int, ...]


@made_often
@dataclass(frozen=True, slots=True)
class _Slot:
    """A slot as its owner calls it, without a card; `before` what follows."""

    side: Side
    place: int
    before: str


Piece = str | Name | ToldCard | ToldNumber | Times
Pieces = tuple[Piece, ...]


class ToldWords(NamedTuple):
    """Sentences in pieces. `bones`: those of each without places and numbers, for comparing."""

    sentences: tuple[Pieces, ...]
    bones: tuple[tuple[object, ...], ...]


def marked(side: Side, sheet: TellingSheet) -> TellingSheet:
    """The sheet for a telling in which the character and its slots are called by marks."""
    return replace(sheet, name=_NAMES[side], flavour=_FLAVOUR[side])


def speeches(sheets: Mapping[Side, TellingSheet], lang: Lang) -> dict[str, str]:
    """What each character says, by how it is said under its mark."""
    return {
        under_mark.says(moment, lang): sheet.says(moment, lang)
        for side, sheet in sheets.items()
        for under_mark in (marked(side, sheet),)
        for moment in sheet.lines
    }


def side_in(text: str) -> Side | None:
    """The first character that a text names."""
    found = _NAME.search(text)
    return _SIDES[found[0]] if found else None


def slots_in(text: str) -> set[str]:
    """The marks of the slots that a text names."""
    return {*_SLOT.findall(text)}


def said(text: str, sheets: Mapping[Side, TellingSheet]) -> ToldWords:
    """What a text says that calls characters and slots by marks, as one sentence."""
    words, has_slots = _cut(text)
    if not has_slots:
        return words
    pieces: tuple[Any, ...] = words.sentences[0]
    told = [_called(piece, sheets) if isinstance(piece, _Slot) else piece for piece in pieces]
    return ToldWords((tuple(told),), (tuple(map(_bone, told)),))


def _called(slot: _Slot, sheets: Mapping[Side, TellingSheet]) -> str:
    own = sheets[slot.side].named(slot.place)
    return own and own + slot.before


@lru_cache(maxsize=1 << 13)  # battle after battle says the same of the same cards
def _cut(text: str) -> tuple[ToldWords, bool]:
    """Its pieces, slots among them; and whether there are slots, which every player calls otherwise."""
    found: tuple[Any, ...] = tuple(_pieces(text))
    words = ToldWords((found,), (tuple(map(_bone, found)),))
    return words, any(isinstance(each, _Slot) for each in found)


def _pieces(text: str) -> Iterator[Piece | _Slot]:
    at = 0
    for found in _PIECE.finditer(text):
        if at < found.start():
            yield text[at : found.start()]
        at = found.end()
        if slot := found["slot"]:
            side, _ = _slot(slot)
            place = found["level"] or found["place"]
            places = (int(place),) if place else ()
            yield ToldCard(side, found["name"], places, owned=found["owner"] is not None)
        elif found["plain"]:
            yield ToldCard(
                None, found["plain"], (int(found["at"]),) if found["at"] else (), owned=False
            )
        elif found["bare"]:
            yield _Slot(*_slot(found["bare"]), " " if found[0].endswith(" ") else "")
        elif found["side"]:
            yield Name(_SIDES[found["side"]])
        else:
            yield ToldNumber((int(found["number"].replace("−", "-")),))
    if at < len(text):
        yield text[at:]


def _slot(mark: str) -> tuple[Side, int]:
    side = Side.HOME if ord(mark) < _SLOTS[Side.AWAY] else Side.AWAY
    return side, ord(mark) - _SLOTS[side] + 1


# --- the same, again ------------------------------------------------------------------------------


def _bone(piece: Piece | _Slot) -> object:
    if isinstance(piece, ToldCard):
        return piece.side, piece.name, piece.owned
    return type(piece) if isinstance(piece, ToldNumber | Times) else piece


def follows(after: ToldWords, before: ToldWords) -> bool:
    """Whether this says the same again: each figure is what it was, next to it, or goes on where a course ended."""
    return all(map(_goes_on, after.sentences, before.sentences))


def _goes_on(after: Pieces, before: Pieces) -> bool:
    for at, (now, then) in enumerate(zip(after, before, strict=True)):
        if isinstance(now, ToldNumber) and isinstance(then, ToldNumber) and now != then:
            start = at - 2 if at >= 2 and after[at - 1] == _ARROW else at
            match after[start : start + 3], before[start : start + 3]:
                case (ToldNumber(begins), str(arrow), ToldNumber()), (
                    ToldNumber(),
                    _,
                    ToldNumber(ended),
                ):
                    goes_on = arrow == _ARROW and begins[0] == ended[-1]
                case _:
                    goes_on = False
            if not goes_on and abs(now.values[0] - then.values[-1]) != 1:
                return False
    return True


def merged(several: Sequence[ToldWords], *, in_turns: bool) -> ToldWords:
    """Several with the same bones as one; unless that was in different turns, how often is added."""
    sentences = [
        tuple([_merged(column, in_turns=in_turns) for column in zip(*sentence, strict=True)])
        for sentence in zip(*(each.sentences for each in several), strict=True)
    ]
    *before, bones = several[0].bones
    if not in_turns and not any(map(_shows_times, chain.from_iterable(sentences))):
        sentences[-1] += (Times((len(several),)),)
        bones += (Times,)
    return ToldWords(tuple(sentences), (*before, bones))


def _shows_times(piece: Piece) -> bool:
    return isinstance(piece, Times) or (isinstance(piece, ToldCard) and len(piece.places) > 1)


def _merged(column: Sequence[Piece], *, in_turns: bool) -> Piece:
    first = column[0]
    match first:
        case ToldCard():
            places = (at for each in column if isinstance(each, ToldCard) for at in each.places)
            return ToldCard(first.side, first.name, tuple(sorted(set(places))), first.owned)
        case ToldNumber() if any(each != first for each in column):
            values = (n for each in column if isinstance(each, ToldNumber) for n in each.values)
            return ToldNumber(tuple(values))
        case Times():
            counts = tuple(n for each in column if isinstance(each, Times) for n in each.counts)
            return Times(counts if in_turns else (sum(counts),))
    return first


# --- in words -------------------------------------------------------------------------------------


_FOE: Final = {"ja": "相手", "en": "its foe"}
_TIMES: Final = {"ja": "回", "en": "\u00a0times"}
_ENDS: Final = (". ", "! ", "? ")


class Voice:
    """Pieces as text; long names are said once, until `turn_to` is called."""

    def __init__(self, sheets: Mapping[Side, TellingSheet], lang: Lang) -> None:
        self.sheets = sheets
        self.lang = lang
        self.long = {side for side, sheet in sheets.items() if width(sheet.name) > _LONG}
        self.actor: Side | None = None
        self.named: set[Side] = set()

    def turn_to(self, actor: Side | None, *, is_named: bool = False) -> None:
        """From now on this side acts; both will be named again, unless it just was."""
        self.actor = actor
        self.named = {actor} if actor and is_named else set()

    def say(self, words: ToldWords) -> str:
        """The text of these sentences."""
        first, *others = words.sentences
        told = self.sentence(first)
        if others:
            acting = last = _card_of(first)
            for each in others:
                told += f" {self.sentence(self.without_card(each, (acting, last)))}"
                last = _card_of(each)
        return told

    def sentence(self, said: Pieces) -> str:
        """The text of a sentence; its subject is left unsaid where the side acts whose phase it is."""
        said = self.without_subject(said)
        text, foe = "", _FOE["en"]
        for at, piece in enumerate(said):
            match piece:
                case str():
                    part = piece
                case ToldNumber():
                    part = self.number(said, at, piece.values)
                case ToldCard():
                    part = self.card(piece)
                case Name():
                    part = self.name(piece.side)
                case Times():
                    part = f" {self.figures(piece.counts)}{_TIMES[self.lang]}"
            if part.startswith(foe) and (not text or text.endswith(_ENDS)):
                part = part[0].upper() + part[1:]
            text += part
        return text

    def number(self, said: Pieces, at: int, values: Sequence[int]) -> str:
        """The number at this place; of a course from its beginning to its end, where it begins or ends."""
        if len(values) == 1 or _is_chain(said, at):
            return _minus(values[0])
        if _is_chain(said, at - 2):
            return _minus(values[-1])
        return self.figures(values)

    def without_subject(self, said: Pieces) -> Pieces:
        """The same without the acting side at its beginning; in English `It` stands for a long name."""
        match said:
            case (Name(side), str(rest), *others) if side is self.actor and side in self.named:
                if self.lang == "ja" and rest[0] in "はの":
                    return (rest[1:], *others)
                if self.lang != "ja" and side in self.long:
                    return (f"Its{rest[2:]}" if rest.startswith("'s") else f"It{rest}", *others)
        return said

    def without_card(self, said: Pieces, known: Collection[ToldCard | None]) -> Pieces:
        """The same without the card at its beginning, if it is one of these."""
        match said:
            case (ToldCard(owned=False) as card, str(rest), *others) if card in known:
                if self.lang != "ja":
                    return (f"It{rest}", *others)
                if rest.startswith("は"):
                    return (rest[1:], *others)
        return said

    def name(self, side: Side) -> str:
        """The character's name; in its foe's phase a long one only once."""
        name = self.sheets[side].name
        if self.actor in (None, side) or side not in self.named or side not in self.long:
            self.named.add(side)
            return name
        return _FOE[self.lang]

    def card(self, card: ToldCard) -> str:
        """The card as its owner calls it, with the owner unless it is their phase."""
        owner = ""
        is_known = card.side is self.actor and card.side in self.named
        if card.owned and card.side and not is_known:
            owner = self.name(card.side) + ("の" if self.lang == "ja" else "'s ")
        own = [self.sheets[card.side].named(place) if card.side else "" for place in card.places]
        own = own or [""]
        if len(set(own)) == 1:
            return owner + tag(own[0], card.name, card.places, self.lang)
        tags = [tag(o, card.name, (p,), self.lang) for o, p in zip(own, card.places, strict=True)]
        return owner + _listed(tags, self.lang)

    def figures(self, values: Sequence[int]) -> str:
        """Numbers, from first to last where they rise or fall, else the least and the greatest."""
        first, last = values[0], values[-1]
        if len(set(values)) == 1:
            return _minus(first)
        steps = [after - before for before, after in pairwise(values)]
        if all(step <= 0 for step in steps) or all(step >= 0 for step in steps):
            return f"{_minus(first)} → {_minus(last)}"
        low, high = map(_minus, (min(values), max(values)))
        return f"{low}～{high}" if self.lang == "ja" else f"{low}–{high}"


def tag(own: str, name: str, places: Iterable[int], lang: Lang) -> str:
    """A card in a telling: `Midnight [Violet Lightning 4]`, `深夜【紫電】4`."""
    if lang == "ja":
        return f"{own}【{name}】{'・'.join(map(str, places))}"
    at = ", ".join(map(str, places))
    return f"{own}{' ' if own else ''}[{name}{' ' if at else ''}{at}]"


def _card_of(sentence: Pieces) -> ToldCard | None:
    """The card that it begins with."""
    first = sentence[0]
    return (
        ToldCard(first.side, first.name, first.places, owned=False)
        if isinstance(first, ToldCard)
        else None
    )


def _listed(parts: Sequence[str], lang: Lang) -> str:
    if lang == "ja":
        return "、".join(parts)
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def _is_chain(said: Pieces, at: int) -> bool:
    """Whether the numbers here and after an arrow are a course, told from its beginning to its end."""
    match said[max(at, 0) : at + 3]:
        case (ToldNumber(), str(arrow), ToldNumber()):
            return arrow == _ARROW
    return False


def _minus(number: int) -> str:
    return str(number).replace("-", "−")
