"""Colours, what cards give to characters, what commands do at once, and how areas work: as data, each with its words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, NamedTuple

from app.engine.words import Words
from app.engine.workshop import schema
from app.engine.workshop.schema import NumberField

if TYPE_CHECKING:
    from app.games.ocg.side import Side

Aim = Literal["", "own", "enemy", "item", "discard"]
"""The target of a command: none, an own character, an enemy one, an item on one, or a card of the own discard."""
Target = int | str
"""A slot; for an item its slot and its id, `2.I01`; the id of a card."""
COLOUR_NAMES: Final = {
    "white": Words("白", "white"),
    "black": Words("黒", "black"),
    "blue": Words("青", "blue"),
    "red": Words("赤", "red"),
    "green": Words("緑", "green"),
}
COLOURS: Final = (*COLOUR_NAMES,)

# --- what characters have -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bonus:
    """The numbers and keywords of a character: printed, from items and commands, and from the battlefield."""

    power: int = 0
    dur: int = 0
    swift: bool = False
    wall: bool = False
    pierce: int = 0
    recover: int = 0
    tough: int = 0
    feint: bool = False

    def __add__(self, other: "Bonus") -> "Bonus":
        return Bonus(
            self.power + other.power,
            self.dur + other.dur,
            self.swift or other.swift,
            self.wall or other.wall,
            self.pierce + other.pierce,
            self.recover + other.recover,
            self.tough + other.tough,
            self.feint or other.feint,
        )


NOTHING: Final = Bonus()

POWER: Final = Words("攻撃力", "power")
DURABILITY: Final = Words("耐久力", "durability")
KEYWORDS: Final[Mapping[str, tuple[Words, Words]]] = {
    "swift": (
        Words("速攻", "Swift"),
        Words("出たターンにアタックできます。", "{it} may attack in the turn in which it arrives."),
    ),
    "wall": (
        Words("壁", "Wall"),
        Words(
            "アタックできませんが、1ターンに2回、出たターンにも反撃できます。",
            "{it} cannot attack, but counters twice a turn, in the turn of its arrival too.",
        ),
    ),
    "pierce": (
        Words("貫通", "Pierce"),
        Words(
            "アタックで誰かとぶつかるたびに、相手の山札の上から{n}枚もダメージになります。",
            "whenever {it} attacks and meets a guard, {n} more damage comes from the top of the opponent's pile.",
        ),
    ),
    "recover": (
        Words("回復", "Recover"),
        Words(
            "ドローフェイズごとに、負ったダメージが{n}減ります。",
            "{it} loses {n} of its damage in each draw phase.",
        ),
    ),
    "tough": (
        Words("頑丈", "Tough"),
        Words(
            "ぶつかって受けるダメージが{n}減ります。",
            "{it} takes {n} less whenever it meets somebody in battle.",
        ),
    ),
}
"""The keywords of a character with their meaning; `{n}` is the amount."""
_NUMBERS: Final = {"power": POWER, "dur": DURABILITY}


class Whose(NamedTuple):
    """The subject of sentences about a bonus. `then`: its form after the first sentence."""

    has: Words
    then: str
    it: str


CHARACTER: Final = Whose(Words("", ""), "", "it")
BEARER: Final = Whose(Words("持ち主", "Its bearer has"), "It has", "it")
_USER: Final = Whose(
    Words("このターン、使ったキャラクター", "In this turn its user has"), "It has", "it"
)


def keywords(bonus: Bonus) -> Iterator[tuple[str, Words]]:
    """Yield the keywords in this bonus, each with its name."""
    for key, (name, _) in KEYWORDS.items():
        if amount := getattr(bonus, key):
            figure = "" if amount is True else amount
            yield key, Words(f"{name.ja}{figure}", f"{name.en} {figure}".rstrip())


def meant(bonus: Bonus, key: str, whose: Whose = CHARACTER) -> Words:
    """Return the meaning of this keyword of the bonus."""
    return KEYWORDS[key][1].filled(it=whose.it, n=getattr(bonus, key))


def told(bonus: Bonus, whose: Whose) -> Iterator[Words]:
    """Yield the bonus in sentences."""
    numbers = [
        Words(f"{name.ja}{_signed(n, '＋')}", f"{name.en} {_signed(n, '+')}")
        for key, name in _NUMBERS.items()
        if (n := getattr(bonus, key))
    ]
    if numbers:
        ja, en = zip(*numbers, strict=True)
        yield Words(f"{whose.has.ja}の{'、'.join(ja)}。", f"{whose.has.en} {' and '.join(en)}.")
    has = Words("", whose.then) if numbers else Words(f"{whose.has.ja}に", whose.has.en)
    for key, name in keywords(bonus):
        means, adds = meant(bonus, key, whose), name.en[-1].isdecimal()
        yield Words(
            f"{has.ja}{name.ja}：{means.ja}" + adds * f"ほかの{KEYWORDS[key][0].ja}に足されます。",
            f"{has.en} {name.en}{adds * ', beyond any other'}: {means.en}",
        )
        has = Words("", whose.then)


def joined(sentences: Iterable[Words]) -> Words:
    """These sentences, one after the other."""
    ja, en = zip(*sentences, strict=True)
    return Words("".join(ja), " ".join(en))


def _signed(amount: int, plus: str) -> str:
    return f"{plus}{amount}" if amount > 0 else f"−{-amount}"


# --- what commands do -----------------------------------------------------------------------------------


class Verb:
    """The effect of a command. The card goes to the discard at once, or lies beside its user until the turn ends."""

    aim: ClassVar[Aim] = ""
    called: ClassVar[Words]
    said: ClassVar[Words]
    """The effect as a sentence with blanks for its figures."""

    @property
    def text(self) -> Words:
        """Return the effect in words."""
        return self.said.filled(**{key: getattr(self, key) for key in schema.asked(type(self))})

    def meets(self, own: "Side", foe: "Side", target: Target) -> bool:
        """Whether the target can be met now; nothing is aimed at, unless said otherwise."""
        return True

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        """Apply the effect. A command that lies beside its user has no effect at once."""


NO_VERB: Final = Verb()
"""The verb of cards that are not commands."""


@dataclass(frozen=True, slots=True)
class Lend(Verb):
    """The user has this bonus until the end of the turn."""

    bonus: Bonus

    @property
    def text(self) -> Words:
        return joined((*told(self.bonus, _USER), *[_FEINT] * self.bonus.feint))


_FEINT: Final = Words(
    "使ったキャラクターのこのターンのアタックには、誰も反撃できません。",
    "Nobody can counter its user's attack in this turn.",
)


@dataclass(frozen=True, slots=True)
class Draw(Verb):
    """Draw cards, as many as there are."""

    called = Words("引く", "draw")
    said = Words("カードを{count}枚引きます。", "Draw {count} cards.")
    count: Annotated[int, NumberField(Words("枚数", "cards"), 2, 3)]

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        own.draw(self.count)


@dataclass(frozen=True, slots=True)
class Heal(Verb):
    """Remove up to `points` damage from one own character."""

    aim = "own"
    called = Words("手当て", "heal")
    said = Words(
        "自分のキャラクター1人の、負ったダメージを{points}まで減らします。",
        "Remove up to {points} damage from one of your characters.",
    )
    points: Annotated[int, NumberField(Words("点数", "points"), 1, 9)]

    def meets(self, own: "Side", foe: "Side", target: Target) -> bool:
        return target in own.field

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        own.at(target).heal(self.points)


@dataclass(frozen=True, slots=True)
class Hit(Verb):
    """Damage one enemy character. This is no battle, so Tough does not lower it."""

    aim = "enemy"
    called = Words("ダメージ", "hit")
    said = Words(
        "相手のキャラクター1人に{points}ダメージ。バトルではないので、頑丈では減らず、倒しても相手のダメージにはなりません。",
        "{points} damage to an enemy character. It is no battle: Tough does not lower it, and whoever falls is no damage point.",
    )
    points: Annotated[int, NumberField(Words("点数", "points"), 1, 6)]

    def meets(self, own: "Side", foe: "Side", target: Target) -> bool:
        return target in foe.field

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        foe.at(target).damage += self.points


@dataclass(frozen=True, slots=True)
class Banish(Verb):
    """Discard one enemy character up to this level."""

    aim = "enemy"
    called = Words("追放", "banish")
    said = Words(
        "レベル{level}以下の、相手のキャラクター1人を捨て札にします。ダメージにはなりません。",
        "Discard an enemy character of level {level} or less. It is no damage point.",
    )
    level: Annotated[int, NumberField(Words("レベルの上限", "highest level"), 1, 3)]

    def meets(self, own: "Side", foe: "Side", target: Target) -> bool:
        return target in foe.field and foe.at(target).level <= self.level

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        foe.remove(target)


@dataclass(frozen=True, slots=True)
class BreakItem(Verb):
    """Discard one item on an enemy character."""

    aim = "item"
    called = Words("武具壊し", "break an item")
    said = Words(
        "相手のキャラクターのアイテム1つを捨て札にします。",
        "Discard one item of an enemy character.",
    )

    def meets(self, own: "Side", foe: "Side", target: Target) -> bool:
        slot, item = str(target).split(".")
        return int(slot) in foe.field and item in foe.at(slot).items

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        slot, item = str(target).split(".")
        bearer = foe.at(slot)
        items = [*bearer.items]
        items.remove(item)
        bearer.items = tuple(items)
        foe.discard.append(item)


@dataclass(frozen=True, slots=True)
class CallBack(Verb):
    """Take one character card from the own discard back into the hand."""

    aim = "discard"
    called = Words("呼び戻し", "call back")
    said = Words(
        "自分の捨て札のキャラクターカード1枚を、手札に戻します。",
        "Take one character card from your discard back into your hand.",
    )

    def meets(self, own: "Side", foe: "Side", target: Target) -> bool:
        return target in own.discard

    def apply(self, own: "Side", foe: "Side", target: Target) -> None:
        card = str(target)
        own.discard.remove(card)
        own.hand.append(card)


@dataclass(frozen=True, slots=True)
class Ground:
    """The effect of an area while it is the battlefield: characters of `colour`, or all, have the bonus.

    `most`: the most cards that a direct attack moves; None for no limit.
    """

    bonus: Bonus = NOTHING
    colour: str = ""
    most: int | None = None

    @property
    def text(self) -> Words:
        """Return the effect in words."""
        has = Words("全キャラクター", "All characters have")
        if self.colour:
            ja, en = COLOUR_NAMES[self.colour]
            has = Words(f"{ja}のキャラクター", f"{en.capitalize()} characters have")
        most = () if self.most is None else (_MOST.filled(most=self.most),)
        return joined((*told(self.bonus, Whose(has, "They have", "each")), *most))


_MOST: Final = Words(
    "直接アタックでダメージになるカードは{most}枚までです。",
    "A direct attack does at most {most} damage.",
)
