"""Effects made by people: their parts, combinations that are not allowed, and their texts (rules R23, R24)."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NamedTuple

from app.engine.words import Words
from app.engine.workshop import schema
from app.engine.workshop.schema import (
    CardFault,
    ChoiceField,
    SeveralField,
    TablesField,
    TextField,
)
from app.games.fest.abilities import (
    ATTRIBUTE_NAMES as NAMES,
    THEME_NAMES,
)
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
from app.games.fest.effects import EFFECTS, Effect, EffectWords
from app.games.fest.verbs import (
    Alibi,
    ChangeFront,
    ChangeReserve,
    DrawShown,
    Encore,
    Gain,
    GainAll,
    Give,
    Hit,
    Lend,
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
)
from app.text.lookalikes import looks_of

_NOTHING: Final = Words("", "")
ID: Final = re.compile("[A-Z][A-Z0-9]{1,7}")
_TAG: Final = re.compile("#[a-z0-9][a-z0-9-]{0,30}")


_OF_HOUSE: Final = frozenset().union(*(looks_of(each.tag) for each in EFFECTS.values()))


class Way(NamedTuple):
    """A way to choose what an effect refers to: on the card, in play, or not at all.

    `first` and `second`: the attributes in sentences. `intro`: the sentence before. `needs`: when it can be chosen.
    """

    choice: Choice
    label: Words
    first: Words = _NOTHING
    second: Words = _NOTHING
    intro: Words = _NOTHING
    needs: Words = _NOTHING
    blanks: str = ""


_X: Final = Words("{x}", "{x}")
_TIED: Final = Words("{attribute}（同点なら選ぶ）", "{attribute} (of equals you choose)")
_HIGHEST: Final = _TIED.filled(attribute=Words("一番高い属性", "highest attribute"))
_LOWEST: Final = _TIED.filled(attribute=Words("一番低い属性", "lowest attribute"))
WAYS: Final[Mapping[str, Way]] = {
    "nothing": Way(NOTHING, Words("何も選ばない", "nothing")),
    "printed": Way(NOTHING, Words("カードに書いた属性", "the attribute printed on the card"), _X, blanks="x"),
    "printed-two": Way(
        NOTHING, Words("カードに書いた二つの属性", "two attributes printed on the card"),
        _X, Words("{y}", "{y}"), blanks="xy",
    ),
    "any": Way(
        AnyAttribute(), Words("好きな属性", "any attribute"),
        Words("選んだ属性", "chosen attribute"), intro=Words("属性を一つ選ぶ。", "Choose an attribute. "),
    ),
    "own-highest": Way(Tied("own-highest"), Words("自分の一番高い属性", "your highest attribute"), _HIGHEST),
    "own-lowest": Way(Tied("own-lowest"), Words("自分の一番低い属性", "your lowest attribute"), _LOWEST),
    "foe-highest": Way(
        Tied("foe-highest"), Words("相手の一番高い属性", "the opponent's highest attribute"), _HIGHEST
    ),
    "front": Way(
        InFront(), Words("フロントの能力の属性", "an attribute of your front"),
        Words("選んだ属性", "chosen attribute"), intro=Words("属性を一つ選ぶ。", "Choose an attribute. "),
        needs=Words(
            "自分のフロントに、テーマに合うその属性の能力がある",
            "your front has an ability of the theme with that attribute",
        ),
    ),
    "two": Way(
        Unequal(), Words("自分の二つの属性", "two of your attributes"),
        Words("一つ目の属性", "first attribute"), Words("二つ目の属性", "second attribute"),
        Words("自分の属性を二つ選ぶ。", "Choose two of your attributes. "),
        Words("選ぶ二つの値が違う", "the two you choose are not equal"),
    ),
    "loan": Way(
        Loan(5), Words("二つの属性とn", "two attributes and n"),
        intro=Words("自分の属性を二つとnを1から5の間で選ぶ。", "Choose two of your attributes and n from 1 to 5. "),
        needs=Words("渡すほうの属性がn以上", "the attribute that gives has at least n"),
    ),
    "card": Way(
        Matching(), Words("手札のテーマに合うカード", "a hand card that fits the theme"),
        needs=Words("手札のほかのカードに、テーマに合う能力がある", "another card of your hand has an ability of the theme"),
    ),
    "lowest-and-card": Way(
        LowestAndCard(), Words("自分の一番低い属性と手札1枚", "your lowest attribute and a hand card"), _LOWEST
    ),
    "front-and-card": Way(
        FrontAndCard(), Words("フロント1枚と手札1枚", "a front member and a hand card")
    ),
    "reserve-and-card": Way(
        ReserveAndCard(), Words("温存札1枚と手札1枚", "a reserved card and a hand card")
    ),
}  # fmt: skip
"""The ways to choose, by their words in a file."""
_NOT_LAST: Final = "not-last"
_NEEDS: Final[Mapping[str, tuple[Condition, Words]]] = {
    _NOT_LAST: (NotLast(), Words("最後の手札ではない", "this is not your last card")),
    "deck": (HasDeck(), Words("デッキに1枚以上ある", "your deck is not empty")),
    "reserve": (HasReserve(), Words("温存札がある", "your reserve is not empty")),
    "front": (HasFront(), Words("自分のフロントに誰かいる", "you have a front member")),
    "first-back": (
        FirstBack(),
        Words("このラウンドで自分の最初のバックメンバーである", "this is your first back member of the round"),
    ),
    "last-card": (LastCard(), Words("手札がこれで最後", "this was the last card of your hand")),
    "behind": (
        Behind(),
        Words(
            "自分の一番高い属性が、相手の一番高い属性より低い",
            "your highest attribute is below the opponent's highest",
        ),
    ),
    "foe-has-points": (
        FoeAbove(1), Words("相手の一番高い属性が1以上", "the opponent's highest attribute is at least 1")
    ),
    "foe-below": (
        FoeBelow(), Words("相手の{y}が自分の{x}より低い", "the opponent's {y} is below your {x}")
    ),
}  # fmt: skip
"""When an effect can be used."""
_MUST: Final[Mapping[type, tuple[str, ...]]] = {
    Tidy: ("deck",),
    DrawShown: (_NOT_LAST, "deck"),
    ChangeReserve: (_NOT_LAST, "reserve"),
    Relieve: (_NOT_LAST, "front"),
    SwapAcross: ("foe-below",),
}
"""The conditions that a verb requires."""
_COMES_WITH: Final[Mapping[type, Move]] = {Preview: Show(), Relieve: ChangeFront()}
_WAITS: Final[Mapping[type, Literal["effect", "pick"]]] = {Roll: "effect", DrawShown: "pick"}
VERBS: Final = (
    Gain, GainAll, Give, Hit, Swap, SwapFoe, SwapAcross, Lend, Encore, Preview, Relieve, Roll, Umbrella, Alibi,
    Tidy, ChangeReserve, DrawShown,
)  # fmt: skip
"""The verbs and moves that own effects may have."""
_MOVERS: Final = (Preview, Relieve, Tidy, ChangeReserve, DrawShown)
_CAN_ROLL: Final = (Roll, Gain, GainAll, Give)
_WHEN: Final = ChoiceField(
    Words("条件", "only if"),
    {word: said for word, (_, said) in _NEEDS.items() if word != "foe-below"},
)
CODE: Final = Words("記号", "code")
JA: Final = Words("名前|カード名", "name|Japanese name|card name")
EN: Final = Words("英語名|英語の名前", "English name")
_ANY_THEME: Final = {
    **THEME_NAMES,
    "printed": Words("カードに書いたテーマ", "the theme printed on the card"),
}

BAD_ID: Final = Words(
    "大文字1字と、大文字か数字1〜7字で、まだ使われていないものにしてください。",
    "write a capital letter and 1 to 7 capital letters or digits, not yet used by another.",
)
_BAD_TAG: Final = Words(
    "自分のタグを「#」と英小文字・数字・「-」で書いてください。ほかの作者のタグは定義できません。",
    "write a tag of your own: # and small letters, digits or -. Tags of other authors cannot be defined.",
)


def _is_new(code: str) -> bool:
    return bool(ID.fullmatch(code)) and code not in EFFECTS


def _is_own_tag(tag: str) -> bool:
    return bool(_TAG.fullmatch(tag)) and looks_of(tag).isdisjoint(_OF_HOUSE)


@dataclass(frozen=True, slots=True)
class OwnEffect:
    """An effect that its author defined, under a tag of the author's own."""

    code: Annotated[str, TextField(CODE, 8, fits=_is_new, else_said=BAD_ID)]
    ja: Annotated[str, TextField(JA)]
    tag: Annotated[
        str,
        TextField(Words("タグ", "tag"), sample="#my-tag", fits=_is_own_tag, else_said=_BAD_TAG),
    ]
    deeds: Annotated[
        tuple[Verb | Move, ...], TablesField(Words("すること", "what it does"), VERBS, 1, 3)
    ]
    en: Annotated[str, TextField(EN)] = ""
    only: Annotated[str, ChoiceField(Words("テーマ", "theme"), _ANY_THEME)] = ""
    chooses: Annotated[
        str,
        ChoiceField(
            Words("選ぶもの", "what is chosen"), {word: way.label for word, way in WAYS.items()}
        ),
    ] = "nothing"
    needs: Annotated[tuple[str, ...], SeveralField(Words("条件", "only if"), _WHEN, 0, 3)] = ()

    @staticmethod
    def asks(data: Mapping[str, Any]) -> Collection[str]:
        """Return all fields but the code, which the card gives."""
        return {"ja", "en", "tag", "only", "chooses", "needs", "deeds"}

    def faults(self) -> Iterator[CardFault]:
        """Combinations without a meaning or an end (R24)."""
        kinds = [type(each) for each in self.deeds]
        needed = [each.needs for each in self.deeds if each.needs]
        for way in needed:
            if self.chooses not in way:
                words = "、".join(word for word in WAYS if word in way)
                yield CardFault("chooses", _WRONG_WAY.filled(words=words))
        if self.chooses != "nothing" and not needed:
            yield CardFault("chooses", _NO_USE)
        if sum(kind in _MOVERS for kind in kinds) > 1 or len({*self.deeds}) < len(self.deeds):
            yield CardFault("deeds", _TWICE)
        if Roll in kinds and (kinds.count(Roll) > 1 or not {*kinds}.issubset(_CAN_ROLL)):
            yield CardFault("deeds", _ROLLS)
        if "last-card" in self.needs and (_NOT_LAST in self.conditions or "card" in self.chooses):
            yield CardFault("needs", _NEVER)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The words of its conditions, implied ones too, in the order of telling."""
        words = {*self.needs, *(word for each in self.deeds for word in _MUST.get(type(each), ()))}
        return tuple(word for word in _NEEDS if word in words)

    def effect(self) -> Effect:
        """The effect as it is played."""
        way = WAYS[self.chooses]
        verbs = tuple(each for each in self.deeds if isinstance(each, Verb))
        moves = [_COMES_WITH.get(type(each), each) for each in self.deeds]
        return Effect(
            self.code,
            verbs,
            tuple(each for each in moves if isinstance(each, Move)),
            way.choice,
            tuple(_NEEDS[word][0] for word in self.conditions),
            "z" * (self.only == "printed") + way.blanks,
            next((_WAITS[type(each)] for each in self.deeds if type(each) in _WAITS), None),
            self.tag,
            EffectWords(Words(self.ja, self.en or self.ja), self._when(), self._text()),
        )

    def _when(self) -> Words:
        theme = _Z if self.only == "printed" else THEME_NAMES.get(self.only)
        said = [
            _ROUND.filled(theme=theme) if theme else _NOTHING,
            *(_NEEDS[word][1] for word in self.conditions),
            WAYS[self.chooses].needs,
        ]
        ja, en = ([text for text in texts if text] for texts in zip(*said, strict=True))
        return Words("、".join(ja), ", and ".join(en))

    def _text(self) -> Words:
        way = WAYS[self.chooses]
        said = [_told(each, way) for each in self.deeds]
        return Words(
            way.intro.ja + "".join(each.ja for each in said),
            way.intro.en + " ".join(each.en for each in said),
        )


def _told(deed: Verb | Move, way: Way) -> Words:
    """Return the sentence of a verb or move for this way to choose. Blanks of the card stay open."""
    figures = {key: getattr(deed, key) for key in schema.asked(type(deed))}
    which = figures.pop("which", None)
    spoken = [
        *NAMES.values(),
        _JUDGING,
        way.second,
        way.first,
    ]  # by place; -1 is the first, -2 the second
    if isinstance(deed, Gain | GainAll | Roll):
        figures = {key: _signed(value) for key, value in figures.items()}
    attributes = {"x": way.first, "y": way.second, "which": spoken[which or 0]}
    return deed.said.filled(**attributes, **figures)


def _signed(points: int) -> Words:
    """A number of points, more or less."""
    return Words(f"＋{points}", f"+{points}") if points >= 0 else Words(*[f"−{-points}"] * 2)


_JUDGING: Final = Words("審査点", "judging points")
_Z: Final = Words("{z}", "{z}")
_ROUND: Final = Words("{theme}のラウンド", "the round is {theme}")
_WRONG_WAY: Final = Words(
    "この効果には、次のどれかが必要です：{words}", "what it does needs one of these: {words}."
)
_NO_USE: Final = Words(
    "選んだものを使う効果がありません。", "nothing that it does uses what is chosen."
)
_TWICE: Final = Words(
    "同じことを2度することや、カードを2度動かすことはできません。",
    "it cannot do the same thing twice, or move cards twice.",
)
_ROLLS: Final = Words(
    "roll（1つだけ）といっしょに使えるのは、gain、gain-all、giveだけです。",
    "one roll may stand with gain, gain-all and give alone.",
)
_NEVER: Final = Words(
    "最後の1枚では使えない効果なので、この条件では使えるときがありません。",
    "it cannot be used with the last card, so it could never be used.",
)
