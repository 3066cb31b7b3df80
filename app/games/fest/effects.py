"""The back-member effects, as data: of the tags #pbm-std and #standard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from app.engine.words import Words
from app.games.fest.abilities import ABILITIES, ATTRIBUTES, JP, SHIELD, SWORD, WILL
from app.games.fest.choices import (
    NOTHING,
    AnyAttribute,
    Behind,
    Choice,
    Condition,
    FirstBack,
    FoeAbove,
    FoeBelow,
    FrontAndCard,
    HasDeck,
    HasFront,
    HasReserve,
    InFront,
    LastCard,
    Loan,
    LowestAndCard,
    Matching,
    NotLast,
    ReserveAndCard,
    Tied,
    Unequal,
)
from app.games.fest.verbs import (
    Alibi,
    Args,
    ChangeFront,
    ChangeReserve,
    Counts,
    DrawShown,
    Encore,
    Gain,
    GainAll,
    Give,
    Hit,
    Lend,
    Moment,
    Move,
    Preview,
    Relieve,
    Roll,
    Show,
    Swap,
    SwapAcross,
    SwapFoe,
    Tidy,
    Umbrella,
    Verb,
    X,
    Y,
)

HOUSE_TAG: Final = "#pbm-std"
GUEST_TAG: Final = "#standard"


class EffectWords(NamedTuple):
    """An effect as a player reads it: its name, when it can be used (empty: always), and what it does.

    `{x}`, `{y}` and `{z}` are the blanks that a card fills in.
    """

    name: Words
    needs: Words
    text: Words


@dataclass(frozen=True, slots=True)
class Effect:
    """What is said of an effect once, for all cards that have it.

    `blanks` are filled on the card: `z` is the theme that it is limited to, `x` and `y` are attributes.
    `waits` is the phase that comes before the turn can end. An own effect has its tag and its words.
    """

    code: str
    verbs: tuple[Verb, ...] = ()
    moves: tuple[Move, ...] = ()
    choice: Choice = NOTHING
    conditions: tuple[Condition, ...] = ()
    blanks: str = ""
    waits: Literal["effect", "pick"] | None = None
    own_tag: str = ""
    words: EffectWords | None = None

    @property
    def tag(self) -> str:
        """The tag of the list in which it stands."""
        return self.own_tag or (HOUSE_TAG if self.code[0] == "B" else GUEST_TAG)


EFFECTS: Final[Mapping[str, Effect]] = {
    effect.code: effect
    for effect in (
        Effect("B01", (Gain(WILL, 4),)),
        Effect("B02", (Gain(SWORD, 4),)),
        Effect("B03", (Gain(SHIELD, 4),)),
        Effect("B04", (GainAll(2),)),
        Effect("B05", (Hit(WILL, 4),)),
        Effect("B06", (Hit(SWORD, 4),)),
        Effect("B07", (Hit(SHIELD, 4),)),
        Effect("B08", (Hit(X, 4),), choice=Tied("foe-highest"), conditions=(FoeAbove(1),)),
        Effect("B09", (Gain(JP, 2),)),
        Effect("B10", (Hit(JP, 2),)),
        Effect("B11", (Swap(),), choice=Unequal()),
        Effect("B12", (Lend(),), choice=Loan(5)),
        Effect("B13", (Encore(2, most=3),), choice=InFront()),
        Effect("B14", (Gain(X, 5),), choice=Tied("own-lowest")),
        Effect("B15", (Preview(3),), (Show(),), choice=Matching()),
        Effect("B16", (GainAll(3),), conditions=(FirstBack(),)),
        Effect("B17", (Gain(X, 6),), choice=Tied("own-highest"), conditions=(LastCard(),)),
        Effect("B18", (Gain(X, 6),), choice=AnyAttribute(), conditions=(Behind(),)),
        Effect("B19", (Gain(X, 2), Umbrella()), choice=Tied("own-lowest")),
        Effect("B20", (Gain(JP, -1), Alibi())),
        Effect("B21", (Roll(1),), choice=AnyAttribute(), waits="effect"),
        Effect("B22", (Gain(X, 2),), (Tidy(),), choice=LowestAndCard(), conditions=(HasDeck(),)),
        Effect("B23", (GainAll(-2), Gain(X, 9)), choice=AnyAttribute()),  # X +7, the other two -2
        Effect("S01", (Gain(X, 2),), blanks="x"),
        Effect("S02", (Hit(X, 2),), blanks="x"),
        Effect("S03", (Gain(JP, 2),), blanks="z"),
        Effect("S04", (Hit(X, 4),), blanks="zx"),
        Effect("S05", (Swap(),), blanks="xy"),
        Effect(
            "S06", (SwapAcross(), Gain(JP, -1)), conditions=(NotLast(), FoeBelow()), blanks="zxy"
        ),
        Effect("S07", (SwapFoe(),), blanks="zxy"),
        Effect(
            "S08",
            (Relieve(3),),
            (ChangeFront(),),
            choice=FrontAndCard(),
            conditions=(NotLast(), HasFront()),
        ),
        Effect("S09", (Gain(JP, -1), Hit(JP, 1))),
        Effect("S10", (Gain(JP, 1), Give(JP, 1))),
        Effect("S11", moves=(DrawShown(),), conditions=(NotLast(), HasDeck()), waits="pick"),
        Effect(
            "S12",
            moves=(ChangeReserve(),),
            choice=ReserveAndCard(),
            conditions=(NotLast(), HasReserve()),
        ),
    )
}
"""The tags #pbm-std (B01 to B23) and #standard (S01 to S12)."""


@dataclass(frozen=True, slots=True)
class Printed:
    """An effect as it stands on a card, with its blanks filled in, perhaps under a title of the card's own."""

    effect: Effect
    z: str | None = None
    x: str | None = None
    y: str | None = None
    title: str = ""

    @property
    def essence(self) -> object:
        """What it comes to: two effects that are equal in that are the same effect, whatever they are called (R38)."""
        blanks = dict(zip((X, Y), self.args, strict=False))
        verbs = [
            replace(verb, which=blanks[verb.which])
            if isinstance(verb, Gain | Give | Hit) and verb.which in blanks
            else verb
            for verb in self.effect.verbs
        ]
        left = self.args if any(verb.chosen for verb in verbs) else ()
        same = self.effect
        return (*verbs,), same.moves, same.choice, same.conditions, self.z, left

    @property
    def args(self) -> Args:
        """The printed attributes."""
        return tuple(ATTRIBUTES.index(blank) for blank in (self.x, self.y) if blank)


@dataclass(frozen=True, slots=True)
class Use:
    """One of the two effects of a card, and the word that an order calls it by."""

    word: str
    effect: Effect
    theme: str | None
    printed: Args
    title: str = ""

    def written(self, args: Args) -> dict[str, Any]:
        """The chosen arguments as an action has them."""
        if self.printed:
            return {}
        names = self.effect.choice.names
        return {
            name: ATTRIBUTES[arg] if name in "xy" else arg
            for name, arg in zip(names, args, strict=False)
        }

    def read(self, written: Mapping[str, Any]) -> Args:
        """The arguments of a legal action; those that are missing are the last."""
        if self.printed:
            return self.printed
        return tuple(
            ATTRIBUTES.index(written[name]) if name in "xy" else written[name]
            for name in self.effect.choice.names
            if name in written
        )

    def options(self, at: Moment) -> Sequence[Args]:
        """The arguments it may be used with now, in order; none if it is not usable."""
        if self.theme is not None and self.theme != at.theme:
            return ()
        for condition in self.effect.conditions:
            if not condition.holds(at, self.printed):
                return ()
        return (self.printed,) if self.printed else self.effect.choice.options(at)

    def obstacle(self, at: Moment) -> Words | None:
        """Why it is not usable now; None if it is."""
        if self.theme is not None and self.theme != at.theme:
            return Words("このテーマでは使えません", "it is for another theme")
        for condition in self.effect.conditions:
            if not condition.holds(at, self.printed):
                return condition.why
        return None if self.options(at) else self.effect.choice.why


def counted(abilities: Sequence[str | None], theme: str | None = None) -> Counts:
    """How many of these abilities each attribute has; with a theme only those that belong to it."""
    found = [0, 0, 0]
    for name in abilities:
        if name is not None and theme in (None, ABILITIES[name].theme):
            found[ABILITIES[name].attribute] += 1
    will, sword, shield = found
    return will, sword, shield
