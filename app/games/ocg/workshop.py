"""Cards made by people: the fields of each kind, and the problems of several together."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Final

from app.engine.words import Words
from app.engine.workshop import schema
from app.engine.workshop.file import File, Part
from app.engine.workshop.schema import (
    CardFault,
    ChoiceField,
    DeedField,
    FlagField,
    NumberField,
    TextField,
)
from app.games.ocg.cards import CARDS, DECKS, RARITIES, Card, called
from app.games.ocg.effects import (
    COLOUR_NAMES,
    DURABILITY,
    KEYWORDS,
    NOTHING,
    POWER,
    Banish,
    Bonus,
    BreakItem,
    CallBack,
    Draw,
    Ground,
    Heal,
    Hit,
    Lend,
    Verb,
)
from app.text.characters import key as spelled, normal

MOST_CARDS: Final = 99
_ID: Final = re.compile("X[0-9]{2}")
_JA: Final = re.compile(r"(?!deck|デッキ)[^\W\d_](?:[^\W\d_]|[\-'’!?！？])*", re.IGNORECASE)
_EN: Final = re.compile(r"(?!deck|デッキ)[^\W\d_](?:[^\W\d_]|[ \-'’!?！？])*", re.IGNORECASE)
_WHO: Final = re.compile(r"[^\W\d_](?:[^\W\d_]|[・\-'’])+")
_OF_ORDERS: Final = frozenset(
    [
        "after",
        "and",
        "at",
        "by",
        "else",
        "exists",
        "if",
        "in",
        "is",
        "must",
        "not",
        "on",
        "or",
        "react",
        "repeat",
        "then",
        "unless",
        "with",
    ]
)
"""Words of the grammar of orders, which cannot be part of a name."""
_OF_CONDITIONS: Final = frozenset(
    (
        *[
            "battlefield",
            "initiative",
            "swift",
            "turn",
            "wall",
            "ターン",
            "先手",
            "先攻",
            "壁",
            "戦場",
            "速攻",
        ],
        *(name for words in COLOUR_NAMES.values() for name in words),
    )
)
"""The words of conditions, which cannot be names of characters."""
_LEVEL: Final = NumberField(Words("レベル", "level"), 0, 3)
_NEEDS: Final = NumberField(Words("必要なレベル", "level needed"), 0, 3)

# --- one card -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Own:
    """The fields of all cards."""

    id: Annotated[str, TextField(Words("番号", "id"), 3)]
    ja: Annotated[str, TextField(Words("カード名", "name|Japanese name"), 20)]
    en: Annotated[str, TextField(Words("英語名|英語の名前", "English name"), 30)]
    colour: Annotated[str, ChoiceField(Words("色", "colour"), COLOUR_NAMES)]
    rarity: Annotated[str, ChoiceField(Words("レアリティ", "rarity"), RARITIES)] = "C"
    author: Annotated[str, TextField(Words("作者", "author"))] = ""
    picture: Annotated[str, TextField(Words("画像", "picture"), 200)] = ""
    flavour: Annotated[str, TextField(Words("フレーバーテキスト", "flavour"), 200)] = ""

    def faults(self) -> Iterator[CardFault]:
        """Yield names that cannot be read, and fields that contradict each other."""
        if not _ID.fullmatch(self.id):
            yield CardFault("id", _BAD_ID)
        for at, name, spelling in (("ja", self.ja, _JA), ("en", self.en, _EN)):
            words = normal(name)
            if (
                not spelling.fullmatch(words)
                or not _OF_ORDERS.isdisjoint(words.split())
                or (len(spelled(name)) == 1 and spelled(name).isascii())
            ):
                yield CardFault(at, _BAD_NAME)

    def _card(self, kind: Any, level: int, **has: Any) -> Card:
        name = Words(self.ja, self.en)
        return Card(self.id, "", name, kind, self.colour, level, self.rarity, **has)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Giving(_Own):
    """The fields of cards that give keywords."""

    swift: Annotated[bool, FlagField(KEYWORDS["swift"][0])] = False
    wall: Annotated[bool, FlagField(KEYWORDS["wall"][0])] = False
    pierce: Annotated[int, NumberField(KEYWORDS["pierce"][0], 0, 3)] = 0
    recover: Annotated[int, NumberField(KEYWORDS["recover"][0], 0, 3)] = 0
    tough: Annotated[int, NumberField(KEYWORDS["tough"][0], 0, 3)] = 0

    def _bonus(self, power: int, dur: int) -> Bonus:
        return Bonus(power, dur, self.swift, self.wall, self.pierce, self.recover, self.tough)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCharacter(_Giving):
    """A character. Its full name is made of the name of its line and the name of the card."""

    word: ClassVar[str] = "char"
    called: ClassVar[Words] = Words("キャラクター", "character")
    who: Annotated[str, TextField(Words("英語の人名", "character"), 12)]
    who_ja: Annotated[str, TextField(Words("人名", "character in Japanese"), 8)]
    level: Annotated[int, _LEVEL]
    power: Annotated[int, NumberField(POWER, 0, 9)]
    dur: Annotated[int, NumberField(DURABILITY, 1, 12)]

    def faults(self) -> Iterator[CardFault]:
        yield from _Giving.faults(self)
        for at, name in (("who", self.who), ("who_ja", self.who_ja)):
            if not _WHO.fullmatch(normal(name)) or normal(name) in _OF_ORDERS | _OF_CONDITIONS:
                yield CardFault(at, _BAD_WHO)
        if self.swift and self.wall:
            yield CardFault("swift", _NEVER_ATTACKS)

    def card(self) -> Card:
        """The card."""
        has = {"who": self.who, "who_ja": self.who_ja, "bonus": self._bonus(self.power, self.dur)}
        card = self._card("char", self.level, **has)
        return replace(card, name=called(self.ja, self.who_ja, self.who, self.en))


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnItem(_Giving):
    """An item, and what it gives its bearer."""

    word: ClassVar[str] = "item"
    called: ClassVar[Words] = Words("アイテム", "item")
    needs: Annotated[int, _NEEDS]
    power: Annotated[int, NumberField(POWER, 0, 4)] = 0
    dur: Annotated[int, NumberField(DURABILITY, -3, 5)] = 0

    def faults(self) -> Iterator[CardFault]:
        yield from _Giving.faults(self)
        if self._bonus(self.power, self.dur) == NOTHING:
            yield CardFault("power", _DOES_NOTHING)

    def card(self) -> Card:
        """The card."""
        return self._card("item", self.needs, bonus=self._bonus(self.power, self.dur))


@dataclass(frozen=True, slots=True, kw_only=True)
class Boost:
    """The user has this until the end of the turn."""

    called = Words("強める", "boost")
    power: Annotated[int, NumberField(POWER, 0, 5)] = 0
    pierce: Annotated[int, NumberField(KEYWORDS["pierce"][0], 0, 3)] = 0
    tough: Annotated[int, NumberField(KEYWORDS["tough"][0], 0, 5)] = 0
    feint: Annotated[bool, FlagField(Words("反撃されない", "cannot be countered"))] = False

    def faults(self) -> Iterator[CardFault]:
        """Yield a fault if it has no effect."""
        if self == Boost():
            yield CardFault("power", _DOES_NOTHING)

    def lent(self) -> Verb:
        """Return the verb of a command with this effect."""
        return Lend(Bonus(self.power, pierce=self.pierce, tough=self.tough, feint=self.feint))


DEEDS: Final = (Boost, Draw, Heal, Hit, Banish, BreakItem, CallBack)
"""The effects that a command may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCommand(_Own):
    """A command, and what it does."""

    word: ClassVar[str] = "command"
    called: ClassVar[Words] = Words("コマンド", "command")
    needs: Annotated[int, _NEEDS]
    does: Annotated[Verb | Boost, DeedField(Words("効果", "effect"), DEEDS)]

    def card(self) -> Card:
        """The card."""
        does = self.does.lent() if isinstance(self.does, Boost) else self.does
        return self._card("command", self.needs, verb=does)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnArea(_Giving):
    """An area, with its effect on characters of a colour, or on all, while it is the battlefield."""

    word: ClassVar[str] = "area"
    called: ClassVar[Words] = Words("エリア", "area")
    whose: Annotated[str, ChoiceField(Words("誰に", "whose"), COLOUR_NAMES)] = ""
    power: Annotated[int, NumberField(POWER, 0, 3)] = 0
    dur: Annotated[int, NumberField(DURABILITY, -2, 3)] = 0
    most: Annotated[
        int | None, NumberField(Words("直接アタックの上限", "most direct damage"), 1, 9)
    ] = None

    def faults(self) -> Iterator[CardFault]:
        yield from _Giving.faults(self)
        if self._bonus(self.power, self.dur) == NOTHING and self.most is None:
            yield CardFault("power", _DOES_NOTHING)

    def card(self) -> Card:
        """The card."""
        bonus = self._bonus(self.power, self.dur)
        return self._card("area", 0, ground=Ground(bonus, self.whose, self.most))


OwnCard = OwnCharacter | OwnItem | OwnCommand | OwnArea
KINDS: Final = (OwnCharacter, OwnItem, OwnCommand, OwnArea)


@dataclass(frozen=True, slots=True)
class MadeCard:
    """A house card, of one of the kinds."""

    what: Annotated[
        OwnCard, DeedField(Words("カードの種類|種類", "kind of card|kind"), KINDS, by="kind")
    ]


# --- all of them ----------------------------------------------------------------------------------------


class _Reading:
    """Custom cards read one after the other, and all their mistakes."""

    def __init__(self) -> None:
        self.made: list[tuple[Part, OwnCard]] = []
        self.names = {spelled(name): name for each in CARDS.values() for name in each.name}
        self.names |= {spelled(name): name for words in DECKS.values() for name in words}
        self.ids: set[str] = set()
        self.signs = {card.sign for card in CARDS.values()}
        self.is_whole = True
        """Whether no card is left out for its own mistakes."""

    def read(self, part: Part) -> None:
        """Read a card, and report what is wrong with it alone and beside earlier ones."""
        made = schema.read(part, MadeCard)
        if made is None:
            self.is_whole = False
            return
        own = made.what
        if own.id in self.ids:
            part.say("id", _SAME_ID)
        for at, name in _names(own):
            letters = spelled(name)
            if letters in self.names:
                part.refuse(at, "house-name-taken", name, self.names[letters])
            elif self.signs.issuperset(letters):
                part.refuse(at, "house-name-as-notation", name)
            self.names[letters] = name
        self.ids.add(own.id)
        self.made.append((part, own))

    def finish(self) -> None:
        """Note characters that share a name wrongly, and class cards that fit no character."""
        cards = [*CARDS.values(), *(own.card() for _, own in self.made)]
        lines: dict[str, Words] = {}
        for card in cards:
            for name in (card.who_ja, card.who) if card.who else ():
                lines.setdefault(spelled(name), Words(card.who_ja, card.who))
        there = {(card.who, card.level) for card in cards}
        for part, own in self.made:
            for at, name in _names(own):
                if spelled(name) in lines:
                    part.refuse(at, "house-name-taken", name, lines[spelled(name)].ja)
            if isinstance(own, OwnCharacter):
                self._judge_line(part, own, lines, there)

    def _judge_line(
        self,
        part: Part,
        own: OwnCharacter,
        lines: Mapping[str, Words],
        there: Container[tuple[str, int]],
    ) -> None:
        line = Words(own.who_ja, own.who)
        for at, name in (("who_ja", own.who_ja), ("who", own.who)):
            letters = spelled(name)
            if letters in self.names:
                part.refuse(at, "house-name-taken", name, self.names[letters])
            if (other := lines[letters]) != line:
                part.say(at, _OTHER_LINE.filled(who=other))
        if own.level and self.is_whole and (own.who, own.level - 1) not in there:
            part.say("level", _NOBODY_BELOW.filled(who=line, below=own.level - 1))


def _names(own: OwnCard) -> Iterator[tuple[str, str]]:
    """Yield the names of the card, each with the field that holds it."""
    return zip(("ja", "en"), own.card().name, strict=True)


def _read(whole: Part) -> tuple[list[OwnCard], File]:
    reading = _Reading()
    for part in whole.parts("card", MOST_CARDS):
        reading.read(part)
    reading.finish()
    return [own for _, own in reading.made], whole.file


def of_config(listed: Sequence[Any]) -> tuple[list[OwnCard], File]:
    """The cards that a configuration lists, and all that is wrong with them."""
    return _read(File.of({"card": [*listed]}))


def of_file(text: str) -> list[OwnCard]:
    """The cards of a text in TOML. Raises `CardsUnreadable` with every mistake."""
    whole = File.read(text)
    made, file = _read(whole)
    whole.finish()
    if not made and not file.problems:
        file.refuse((), "house-no-cards", (), ())
    file.finish()
    return made


def as_listed(own: OwnCard) -> dict[str, Any]:
    """Return the card in the form of a configuration: what is needed to read and play it."""
    data = {"kind": own.word, **schema.as_data(own)}
    return {key: value for key, value in data.items() if key not in ("picture", "flavour")}


_DOES_NOTHING: Final = Words("何もしません。", "it does nothing.")
_BAD_ID: Final = Words("X01からX99までの番号にしてください。", "write an id from X01 to X99.")
_SAME_ID: Final = Words("同じ番号のカードがもうあります。", "there is another card with this id.")
_BAD_NAME: Final = Words(
    "文字と「ー」「-」で書いてください。英語名には空白も使えます。指示のことば（on、byなど）、数字、英字1字は使えません。",
    "write letters and hyphens, in English blanks too; no figures, no words of orders as on and by, and more than one letter.",
)
_BAD_WHO: Final = Words(
    "文字だけの1語で、指示や条件のことばではない名前にしてください。",
    "write one word of letters, which is no word of orders or conditions.",
)
_NEVER_ATTACKS: Final = Words(
    "壁はアタックできないので、速攻には意味がありません。",
    "a Wall never attacks, so Swift means nothing.",
)
_OTHER_LINE: Final = Words(
    "この名前のキャラクターは{who}です。人名と英語の人名を、そのカードと同じに書いてください。",
    "this is a name of {who}. Write both names of the character as on its other cards.",
)
_NOBODY_BELOW: Final = Words(
    "重ねる相手、レベル{below}の{who}のカードがありません。",
    "there is no card of {who} of level {below} to lay it on.",
)


def whole(data: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The card with its id."""
    return {**data, "id": f"X{number % 99 + 1:02}"}
