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
    """An effect, described once for all cards that have it.

    `blanks` are filled on the card: `z` is the theme it is limited to, `x` and `y` are attributes. `waits`: the phase
    that comes before the turn can end. An own effect has its tag and its words.
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
        """The tag of the list that contains the effect."""
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


ALWAYS: Final = Words("", "")

EFFECT_WORDS: Final = {
    "B01": EffectWords(
        Words("意を高める", "Raise Will"), ALWAYS, Words("自分の意＋4。", "Your will +4.")
    ),
    "B02": EffectWords(
        Words("剣を研ぐ", "Raise Sword"), ALWAYS, Words("自分の剣＋4。", "Your sword +4.")
    ),
    "B03": EffectWords(
        Words("盾を固める", "Raise Shield"), ALWAYS, Words("自分の盾＋4。", "Your shield +4.")
    ),
    "B04": EffectWords(
        Words("合奏", "Ensemble"),
        ALWAYS,
        Words("自分の意・剣・盾をそれぞれ＋2。", "Your will, sword and shield +2 each."),
    ),
    "B05": EffectWords(
        Words("意へのヤジ", "Heckle Will"),
        ALWAYS,
        Words("相手の意−4。", "The opponent's will −4."),
    ),
    "B06": EffectWords(
        Words("剣へのヤジ", "Heckle Sword"),
        ALWAYS,
        Words("相手の剣−4。", "The opponent's sword −4."),
    ),
    "B07": EffectWords(
        Words("盾へのヤジ", "Heckle Shield"),
        ALWAYS,
        Words("相手の盾−4。", "The opponent's shield −4."),
    ),
    "B08": EffectWords(
        Words("出る杭を打つ", "Tall Poppy"),
        Words("相手の一番高い属性が1以上", "the opponent's highest attribute is at least 1"),
        Words(
            "相手の一番高い属性−4（同点なら選ぶ）。",
            "The opponent's highest attribute −4; of equals you choose.",
        ),
    ),
    "B09": EffectWords(
        Words("審査員の笑み", "Jury Smile"),
        ALWAYS,
        Words("自分の審査点＋2。", "Your judging points +2."),
    ),
    "B10": EffectWords(
        Words("審査員の渋い顔", "Jury Frown"),
        ALWAYS,
        Words("相手の審査点−2。", "The opponent's judging points −2."),
    ),
    "B11": EffectWords(
        Words("衣装替え", "Costume Change"),
        Words("選ぶ二つの値が違う", "the two you choose are not equal"),
        Words(
            "自分の属性を二つ選び、値を入れ替える。",
            "Choose two of your attributes; they exchange their values.",
        ),
    ),
    "B12": EffectWords(
        Words("助っ人", "Borrowed Hands"),
        Words("渡すほうの属性がn以上", "the attribute that gives has at least n"),
        Words(
            "自分の属性を二つとnを1から5の間で選び、一つ目から二つ目へn点を移す。",
            "Choose two of your attributes and n from 1 to 5; n points move from the first to the second.",
        ),
    ),
    "B13": EffectWords(
        Words("アンコール", "Encore"),
        Words(
            "自分のフロントに、テーマに合うその属性の能力がある",
            "your front has an ability of the theme with that attribute",
        ),
        Words(
            "属性を一つ選ぶ。自分のフロントにある、テーマに合うその属性の能力1つにつき＋2（3つまで）。",
            "Choose an attribute: +2 for each ability of the theme in your front that has it, three at most.",
        ),
    ),
    "B14": EffectWords(
        Words("代役", "Understudy"),
        ALWAYS,
        Words(
            "自分の一番低い属性＋5（同点なら選ぶ）。",
            "Your lowest attribute +5; of equals you choose.",
        ),
    ),
    "B15": EffectWords(
        Words("予告編", "Preview"),
        Words(
            "手札のほかのカードに、テーマに合う能力がある",
            "another card of your hand has an ability of the theme",
        ),
        Words(
            "そのカードを1枚見せる（手札に残る）。テーマに合う能力1つにつき、その属性＋3。",
            "Show such a card (it stays in your hand): for each ability of the theme on it, its attribute +3.",
        ),
    ),
    "B16": EffectWords(
        Words("幕開け", "Opening Act"),
        Words(
            "このラウンドで自分の最初のバックメンバーである",
            "this is your first back member of the round",
        ),
        Words("自分の意・剣・盾をそれぞれ＋3。", "Your will, sword and shield +3 each."),
    ),
    "B17": EffectWords(
        Words("大団円", "Grand Finale"),
        Words("手札がこれで最後", "this was the last card of your hand"),
        Words(
            "自分の一番高い属性＋6（同点なら選ぶ）。",
            "Your highest attribute +6; of equals you choose.",
        ),
    ),
    "B18": EffectWords(
        Words("巻き返し", "Comeback"),
        Words(
            "自分の一番高い属性が、相手の一番高い属性より低い",
            "your highest attribute is below the opponent's highest",
        ),
        Words("属性を一つ選んで＋6。", "Choose one of your attributes: +6."),
    ),
    "B19": EffectWords(
        Words("雨傘", "Umbrella"),
        ALWAYS,
        Words(
            "自分の一番低い属性＋2（同点なら選ぶ）。次の自分の番が始まるまで、相手の効果で自分の属性点と審査点は下がらない。",
            "Your lowest attribute +2; of equals you choose. Until your next turn begins, the opponent's effects cannot lower your points.",
        ),
    ),
    "B20": EffectWords(
        Words("アリバイ", "Alibi"),
        ALWAYS,
        Words(
            "自分の審査点−1。このラウンドの終わりに、自分の審査点は半分にならない。",
            "Your judging points −1. They are not halved at the end of this round.",
        ),
    ),
    "B21": EffectWords(
        Words("サイコロ屋台", "Dice Booth"),
        ALWAYS,
        Words(
            "属性を一つ選び、サイコロを1個振る。その属性に、出た目より1多い点を足す。",
            "Choose one of your attributes and roll a die: that attribute gets one more than the die shows.",
        ),
    ),
    "B22": EffectWords(
        Words("後片付け", "Tidy Up"),
        Words("デッキに1枚以上ある", "your deck is not empty"),
        Words(
            "自分の一番低い属性＋2（同点なら選ぶ）。手札を1枚選んでから1枚引き、選んだカードをデッキの一番下に置く。手札がなければ引くだけ。",
            "Your lowest attribute +2; of equals you choose. Choose a hand card, draw one, and put the chosen one under your deck; with an empty hand you only draw.",
        ),
    ),
    "B23": EffectWords(
        Words("徹夜作業", "Overwork"),
        ALWAYS,
        Words(
            "属性を一つ選んで＋7。ほかの二つはそれぞれ−2。",
            "Choose one of your attributes: +7, and the other two −2 each.",
        ),
    ),
    "S01": EffectWords(Words("後押し", "Boost"), ALWAYS, Words("自分の{x}＋2。", "Your {x} +2.")),
    "S02": EffectWords(
        Words("冷やかし", "Jeer"), ALWAYS, Words("相手の{x}−2。", "The opponent's {x} −2.")
    ),
    "S03": EffectWords(
        Words("部門賞", "Class Prize"),
        Words("{z}のラウンド", "the round is {z}"),
        Words("自分の審査点＋2。", "Your judging points +2."),
    ),
    "S04": EffectWords(
        Words("一点突破", "Sore Spot"),
        Words("{z}のラウンド", "the round is {z}"),
        Words("相手の{x}−4。", "The opponent's {x} −4."),
    ),
    "S05": EffectWords(
        Words("持ち替え", "Change of Grip"),
        ALWAYS,
        Words("自分の{x}と{y}の値を入れ替える。", "Your {x} and {y} exchange their values."),
    ),
    "S06": EffectWords(
        Words("取り替え", "Trade"),
        Words(
            "{z}のラウンドで、最後の手札ではなく、相手の{y}が自分の{x}より低い",
            "the round is {z}, this is not your last card, and the opponent's {y} is below your {x}",
        ),
        Words(
            "自分の{x}と相手の{y}の値を入れ替える。そのあと自分の審査点−1。",
            "Your {x} and the opponent's {y} exchange their values; then your judging points −1.",
        ),
    ),
    "S07": EffectWords(
        Words("すり替え", "Mix-Up"),
        Words("{z}のラウンド", "the round is {z}"),
        Words(
            "相手の{x}と{y}の値を入れ替える。",
            "The opponent's {x} and {y} exchange their values.",
        ),
    ),
    "S08": EffectWords(
        Words("選手交代", "Substitution"),
        Words("最後の手札ではない", "this is not your last card"),
        Words(
            "自分のフロント1枚を手札に戻し、手札の別の1枚を代わりに出してよい。戻る能力1つにつきその属性−3、出る能力1つにつきその属性＋3（テーマは問わない）。",
            "You may take one of your front members into your hand and put another hand card in its place: for each ability that leaves, its attribute −3; for each that comes, +3, whatever the theme.",
        ),
    ),
    "S09": EffectWords(
        Words("連帯責任", "Shared Blame"),
        ALWAYS,
        Words("双方の審査点−1。", "Judging points −1 for both players."),
    ),
    "S10": EffectWords(
        Words("拍手喝采", "Shared Applause"),
        ALWAYS,
        Words("双方の審査点＋1。", "Judging points +1 for both players."),
    ),
    "S11": EffectWords(
        Words("飛び入り", "Walk-On"),
        Words(
            "最後の手札ではなく、デッキに1枚以上ある",
            "this is not your last card, and your deck is not empty",
        ),
        Words(
            "1枚引いて見せる。それから手札の別の1枚を見せてデッキに戻し、デッキをシャッフルする。",
            "Draw a card and show it. Then show another hand card, put it into your deck and shuffle.",
        ),
    ),
    "S12": EffectWords(
        Words("舞台袖から", "From the Wings"),
        Words(
            "最後の手札ではなく、温存札がある",
            "this is not your last card, and your reserve is not empty",
        ),
        Words(
            "温存札を1枚選んで手札に加え、見せる。それから手札の別の1枚を見せて温存札にする。",
            "Take any card of your reserve into your hand and show it. Then show another hand card and put it into your reserve.",
        ),
    ),
}
"""The effects by code. The names of those of `#standard` are ours: its list numbers them only."""


@dataclass(frozen=True, slots=True)
class Printed:
    """An effect as printed on a card, with its blanks filled in, perhaps under a title of the card."""

    effect: Effect
    z: str | None = None
    x: str | None = None
    y: str | None = None
    title: str = ""

    @property
    def essence(self) -> object:
        """A key of the effect's meaning. Two effects with equal keys are the same, whatever their names (R38)."""
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
    """One of the two effects of a card, and the word for it in orders."""

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
        """Return the arguments of a legal action. Missing ones are at the end."""
        if self.printed:
            return self.printed
        return tuple(
            ATTRIBUTES.index(written[name]) if name in "xy" else written[name]
            for name in self.effect.choice.names
            if name in written
        )

    def options(self, at: Moment) -> Sequence[Args]:
        """Return the arguments possible now, in order; empty if the effect is not usable."""
        if self.theme is not None and self.theme != at.theme:
            return ()
        for condition in self.effect.conditions:
            if not condition.holds(at, self.printed):
                return ()
        return (self.printed,) if self.printed else self.effect.choice.options(at)

    def obstacle(self, at: Moment) -> Words | None:
        """Return why the effect is not usable now; None if it is."""
        if self.theme is not None and self.theme != at.theme:
            return Words("このテーマでは使えません", "it is for another theme")
        for condition in self.effect.conditions:
            if not condition.holds(at, self.printed):
                return condition.why
        return None if self.options(at) else self.effect.choice.why


def counted(abilities: Sequence[str | None], theme: str | None = None) -> Counts:
    """Return how many of these abilities each attribute has. `theme`: count only those of this theme."""
    found = [0, 0, 0]
    for name in abilities:
        if name is not None and theme in (None, ABILITIES[name].theme):
            found[ABILITIES[name].attribute] += 1
    will, sword, shield = found
    return will, sword, shield
