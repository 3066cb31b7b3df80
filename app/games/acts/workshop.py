"""Cards of ACT:S that people make: what may be written of a master, a servant or a tool, and the card that comes of it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple

from app.engine.words import Words
from app.engine.workshop.file import File, Part
from app.engine.workshop.schema import Choice, Deed, Fault, Flag, Number, Tables, Text
from app.games.acts.cards import (
    CARDS,
    Active,
    Attack,
    Attribute,
    Card,
    Defence,
    Passive,
    Skill,
    ToolKind,
    Traits,
)
from app.games.acts.effects import (
    NO_AIM,
    Aim,
    Blink,
    Carry,
    Draw,
    Effect,
    Fail,
    Mend,
    Ready,
    Recall,
    Smoke,
    Spend,
    Stay,
)
from app.text.characters import normal

MOST_CARDS: Final = 50
ATTRIBUTES: Final = {
    "phys": Words("物", "phys"),
    "light": Words("光", "light"),
    "void": Words("虚", "void"),
    "grav": Words("重", "grav"),
}
GENDERS: Final = {
    "f": Words("女", "female"),
    "m": Words("男", "male"),
    "n": Words("なし", "neither"),
}
_ID: Final = re.compile("[MST][0-9]{2}")
_EN: Final = re.compile(r"[A-Za-z][A-Za-z0-9'!-]*(?: [A-Za-z0-9'!-]+)*")
_JA: Final = re.compile(r"[^\W\d_][\w・！!？?]*")
_OF_ORDERS: Final = frozenset(
    [
        "after",
        "and",
        "any",
        "at",
        "by",
        "else",
        "exists",
        "first",
        "from",
        "hand",
        "if",
        "in",
        "is",
        "master",
        "no",
        "not",
        "of",
        "on",
        "pass",
        "range",
        "react",
        "repeat",
        "second",
        "then",
        "to",
        "turn",
        "unless",
        "with",
    ]
)
"""Words of orders are no words of a name."""


class Rings(Number):
    """A range as it is printed: 2R is a distance of 1."""

    def read(self, part: Part, key: str, *, needed: bool) -> int | None:
        rings = super().read(part, key, needed=needed)
        return None if rings is None else rings - 1

    def written(self, value: Any) -> Any:
        return value + 1


_NAME_JA: Final = Text(Words("名前(日本語)", "Japanese name"), 20)
_NAME_EN: Final = Text(Words("名前(英語)", "English name"), 30)
_COST: Final = Number(Words("コスト", "cost"), 0, 6)
_TIMES: Final = Number(Words("強さ", "strength"), 1, 3)
_REACH: Final = Rings(Words("レンジ", "range"), 2, 4)
_ATK: Final = Number(Words("ATK", "ATK"), 0, 80, 10)
_DEF: Final = Number(Words("DEF", "DEF"), 0, 30, 10)
_ATTRIBUTE: Final = Choice(Words("属性", "attribute"), ATTRIBUTES)
_GENDER: Final = Choice(Words("性別", "gender"), GENDERS)


class Trait(NamedTuple):
    """What a passive skill or a tool that stays does: a field of `Traits`, how much of it at once, and where it may stand."""

    key: str
    amount: int
    of: str
    label: Words
    is_minus: bool = False


TRAITS: Final[Mapping[str, Trait]] = {
    "refill": Trait("refill", 1, "msf", Words("ターン終了時のエーテル", "ether at turn end")),
    "thrift": Trait("thrift", 1, "m", Words("ツールのコスト減", "cheaper tools")),
    "brittle": Trait("brittle", 10, "ms", Words("重に弱い", "weak to gravity"), is_minus=True),
    "loner": Trait("loner", 10, "ms", Words("近くの味方のDEF減", "less DEF beside it"), is_minus=True),
    "beacon": Trait("beacon", 10, "msf", Words("近くの味方のATK増", "more ATK beside it")),
    "jam": Trait("jam", 10, "msf", Words("近くの敵のATK減", "less enemy ATK beside it")),
    "heavy": Trait("heavy", 1, "sc", Words("移動のコスト増", "moves cost more"), is_minus=True),
    "slow": Trait("moves", 1, "s", Words("移動は1ターンの回数まで", "few moves a turn"), is_minus=True),
    "glide": Trait("glides", 1, "s", Words("最初の移動は0e", "first move for nothing")),
    "spite": Trait("spite", 1, "s", Words("破壊した相手に20D", "20D to its destroyer")),
    "coat": Trait("coat", 10, "c", Words("DEF増", "more DEF")),
    "barrel": Trait("barrel", 1, "c", Words("通常攻撃が3R", "normal attack with 3R")),
}  # fmt: skip
_YES_OR_NO: Final = frozenset({"glides", "spite", "barrel"})
_TRAIT: Final = Choice(
    Words("働き", "what it does"), {word: each.label for word, each in TRAITS.items()}
)


def _traits(given: Mapping[str, int]) -> Traits:
    """These traits with how strong each is."""
    sums: dict[str, Any] = {}
    for word, times in given.items():
        trait = TRAITS[word]
        amount = sums.get(trait.key, 0) + times * trait.amount
        sums[trait.key] = bool(amount) if trait.key in _YES_OR_NO else amount
    return Traits(**sums)


def _misplaced(word: str, times: int, of: str) -> Iterator[Fault]:
    if of not in TRAITS[word].of:
        yield Fault(
            "trait",
            Words("この種類のカードには付けられません。", "Cards of this kind cannot have it."),
        )
    if times > 1 and TRAITS[word].key in _YES_OR_NO:
        yield Fault(
            "times",
            Words("これに強さはありません。", "It is there or not; leave its strength out."),
        )


# --- skills ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackSkill:
    """`!` with [cost : ATK : attribute : range]."""

    ja: Annotated[str, _NAME_JA]
    en: Annotated[str, _NAME_EN]
    cost: Annotated[int, _COST]
    atk: Annotated[int, _ATK]
    attribute: Annotated[Attribute, _ATTRIBUTE] = "phys"
    reach: Annotated[int, _REACH] = 1
    ignores: Annotated[bool, Flag(Words("DEFを無視", "ignores DEF"))] = False
    targets: Annotated[int, Number(Words("対象の数", "targets"), 1, 2)] = 1

    def made(self) -> Skill:
        """The skill of a card."""
        return Attack(
            self.en,
            self.cost,
            self.atk,
            self.attribute,
            self.reach,
            self.ignores,
            self.targets,
            ja=self.ja,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceSkill:
    """`@` with [cost : attribute : range]: it reduces or negates, or its unit takes the place of another within a range."""

    ja: Annotated[str, _NAME_JA]
    en: Annotated[str, _NAME_EN]
    cost: Annotated[int, Number(Words("コスト", "cost"), 1, 6)]
    attribute: Annotated[Attribute, _ATTRIBUTE] = "phys"
    takes: Annotated[int, Number(Words("減らすダメージ", "damage taken off"), 10, 60, 10)] = 0
    voids: Annotated[str, Choice(Words("0にする属性", "attribute made 0"), ATTRIBUTES)] = ""
    negates: Annotated[bool, Flag(Words("攻撃を無効にする", "negates the attack"))] = False
    reach: Annotated[int, Rings(Words("身代わりのレンジ", "range of standing in"), 2, 4)] = 0

    def faults(self) -> Iterator[Fault]:
        """It does one thing."""
        if bool(self.takes or self.voids) + self.negates + bool(self.reach) != 1:
            yield Fault(
                "takes",
                Words(
                    "減らす、無効にする、身代わりになる、のどれか一つです。",
                    "It reduces, or negates, or stands in: one of these.",
                ),
            )

    def made(self) -> Skill:
        """The skill of a card."""
        return Defence(
            self.en,
            self.cost,
            self.takes,
            self.voids,
            self.negates,
            self.reach,
            ja=self.ja,
            printed=(self.attribute, f"{self.reach + 1}R"),
        )


OF_SKILLS: Final = (Mend, Ready, Spend, Blink, Carry, Draw)
OF_TOOLS: Final = (Mend, Spend, Recall, Draw)
_AIMS: Final[Mapping[type[Effect], Aim]] = {
    Mend: Aim("ms"),
    Ready: Aim("s"),
    Spend: Aim("", "s"),
    Carry: Aim("ms"),
    Recall: Aim("s"),
    Smoke: Aim("ms"),
}
"""Which units an effect is for."""


def _aimed(effect: Effect, reach: int) -> Effect:
    """The effect, for units up to this distance; one that goes somewhere, so far."""
    usual = _AIMS.get(type(effect), NO_AIM)
    return replace(effect, aim=replace(usual, reach=reach))


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveSkill:
    """`+` with [cost]."""

    ja: Annotated[str, _NAME_JA]
    en: Annotated[str, _NAME_EN]
    cost: Annotated[int, Number(Words("コスト", "cost"), 1, 6)]
    effect: Annotated[Effect, Deed(Words("効果", "effect"), OF_SKILLS)]
    reach: Annotated[int, _REACH] = 2
    once: Annotated[bool, Flag(Words("1ターン1回", "once a turn"))] = False

    def made(self) -> Skill:
        """The skill of a card."""
        return Active(self.en, self.cost, _aimed(self.effect, self.reach), self.once, self.ja)


@dataclass(frozen=True, slots=True, kw_only=True)
class PassiveSkill:
    """`*`, or `-` of what is bad for its unit."""

    ja: Annotated[str, _NAME_JA]
    en: Annotated[str, _NAME_EN]
    trait: Annotated[str, _TRAIT]
    times: Annotated[int, _TIMES] = 1

    def made(self) -> Skill:
        """The skill of a card; what it does, the traits of the card say."""
        return Passive(self.en, self.ja, Words("", ""), TRAITS[self.trait].is_minus)


SKILLS: Final = (AttackSkill, DefenceSkill, ActiveSkill, PassiveSkill)
OwnSkill = AttackSkill | DefenceSkill | ActiveSkill | PassiveSkill
_SKILLS: Final = Tables(Words("スキル", "skills"), SKILLS, 0, 4, by="kind")


# --- cards ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """What masters and servants have."""

    id: Annotated[str, Text(Words("番号", "id"), 3)]
    ja: Annotated[str, _NAME_JA]
    en: Annotated[str, _NAME_EN]
    atk: Annotated[int, _ATK]
    dfn: Annotated[int, _DEF]
    skills: Annotated[tuple[OwnSkill, ...], _SKILLS] = ()

    def _faults(self, letter: str) -> Iterator[Fault]:
        yield from _misnamed(self.id, letter)
        names = [normal(each.en) for each in self.skills]
        if len({*names}) < len(names):
            yield Fault(
                "skills", Words("同じ名前のスキルがあります。", "Two of its skills have one name.")
            )
        for each in self.skills:
            if isinstance(each, PassiveSkill):
                yield from (
                    Fault("skills", fault.said)
                    for fault in _misplaced(each.trait, each.times, letter)
                )

    def _card(self, kind: Any, life: int, size: int, gender: str) -> Card:
        made = [each.made() for each in self.skills]
        passive = [each for each in self.skills if isinstance(each, PassiveSkill)]
        return Card(
            self.id,
            "",
            Words(self.ja, self.en),
            kind,
            life,
            self.atk,
            self.dfn,
            size,
            gender,
            MappingProxyType({each.name: each for each in made if isinstance(each, Attack)}),
            MappingProxyType({each.name: each for each in made if isinstance(each, Defence)}),
            MappingProxyType({each.name: each for each in made if isinstance(each, Active)}),
            tuple(each for each in made if isinstance(each, Passive)),
            _traits({each.trait: each.times for each in passive}),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Master(_Unit):
    """A master."""

    vit: Annotated[int, Number(Words("VIT", "VIT"), 30, 100, 10)]
    capacity: Annotated[int, Number(Words("エーテル所持量", "capacity"), 3, 9)]
    gender: Annotated[str, _GENDER]

    def faults(self) -> Iterator[Fault]:
        """What does not go together."""
        return self._faults("m")

    def card(self) -> Card:
        """The card."""
        return self._card("master", self.vit, self.capacity, self.gender)


@dataclass(frozen=True, slots=True, kw_only=True)
class Servant(_Unit):
    """A servant."""

    dur: Annotated[int, Number(Words("DUR", "DUR"), 10, 120, 10)]
    size: Annotated[int, Number(Words("サイズ", "size"), 1, 4)]
    gender: Annotated[str, _GENDER] = ""

    def faults(self) -> Iterator[Fault]:
        """What does not go together."""
        return self._faults("s")

    def card(self) -> Card:
        """The card."""
        return self._card("servant", self.dur, self.size, self.gender)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tool:
    """What all tools have."""

    id: Annotated[str, Text(Words("番号", "id"), 3)]
    ja: Annotated[str, _NAME_JA]
    en: Annotated[str, _NAME_EN]
    cost: Annotated[int, _COST]

    def faults(self) -> Iterator[Fault]:
        """What does not go together."""
        return _misnamed(self.id, "t")

    def _card(self, tool: ToolKind, effect: Effect, traits: Traits) -> Card:
        return Card(
            self.id,
            "",
            Words(self.ja, self.en),
            "tool",
            tool=tool,
            cost=self.cost,
            effect=effect,
            traits=traits,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalTool(_Tool):
    """A tool of an own action."""

    effect: Annotated[Effect, Deed(Words("効果", "effect"), OF_TOOLS)]
    reach: Annotated[int, _REACH] = 2

    def card(self) -> Card:
        """The card."""
        return self._card("normal", _aimed(self.effect, self.reach), Traits())


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedTool(_Tool):
    """A tool that answers."""

    effect: Annotated[Effect, Deed(Words("効果", "effect"), (Smoke, Fail))]
    reach: Annotated[int, _REACH] = 2

    def card(self) -> Card:
        """The card."""
        return self._card("speed", _aimed(self.effect, self.reach), Traits())


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomTool(_Tool):
    """A tool on a unit."""

    trait: Annotated[str, _TRAIT]
    times: Annotated[int, _TIMES] = 1

    def faults(self) -> Iterator[Fault]:
        """What does not go together."""
        yield from super(CustomTool, self).faults()
        yield from _misplaced(self.trait, self.times, "c")

    def card(self) -> Card:
        """The card."""
        letters = "s" if self.trait == "heavy" else "ms"
        return self._card("custom", Stay(Aim(letters, letters)), _traits({self.trait: self.times}))


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldTool(_Tool):
    """A tool on a square."""

    trait: Annotated[str, _TRAIT]
    times: Annotated[int, _TIMES] = 1

    def faults(self) -> Iterator[Fault]:
        """What does not go together."""
        yield from super(FieldTool, self).faults()
        yield from _misplaced(self.trait, self.times, "f")

    def card(self) -> Card:
        """The card."""
        return self._card("field", Stay(), _traits({self.trait: self.times}))


KINDS: Final = (Master, Servant, NormalTool, SpeedTool, CustomTool, FieldTool)
"""The kinds of card that can be made."""
_CARDS: Final = Tables(Words("カード", "cards"), KINDS, 1, MOST_CARDS, by="kind")


def _misnamed(id: str, letter: str) -> Iterator[Fault]:
    if not _ID.fullmatch(id) or id[0] != letter.upper():
        example = f"{letter.upper()}51"
        yield Fault("id", Words(f"{example}のように書いてください。", f"Write it like {example}."))


# --- reading --------------------------------------------------------------------------------------------


def cards_of(own: Sequence[Any]) -> list[Card]:
    """The cards of plain data, a record each. Raises `CardsUnreadable` with every mistake and its place."""
    return read_cards(File.of({"card": [*own]}))


def read_cards(whole: Part) -> list[Card]:
    """The cards of a file, or of plain data. Raises `CardsUnreadable` with every mistake and its place."""
    taken = _Names()
    found = []
    for part in whole.parts("card", MOST_CARDS):
        if each := _CARDS.one(part):
            taken.check(part, each)
            found.append(each)
    whole.finish()
    whole.file.finish()
    return [each.card() for each in found]


class _Names:
    """Ids and names that are taken, those of skills with what they are in the other language."""

    def __init__(self) -> None:
        self.cards = {normal(word) for card in CARDS.values() for word in (card.id, *card.name)}
        self.skills = {
            normal(way): (skill.name, skill.ja)
            for card in CARDS.values()
            for skill in card.skills
            for way in (skill.name, skill.ja)
        }

    def check(self, part: Part, card: Any) -> None:
        """Note what is taken, and take the rest."""
        for key in ("id", "ja", "en"):
            word = getattr(card, key)
            if normal(word) in self.cards:
                part.say(key, Words(f"「{word}」はもう使われています。", f"“{word}” is taken."))
            self.cards.add(normal(word))
        self._spell(part, card)
        for each in getattr(card, "skills", ()):
            self._spell(part, each)
            for way in (each.ja, each.en):
                if self.skills.setdefault(normal(way), (each.en, each.ja)) != (each.en, each.ja):
                    part.say(
                        "skills",
                        Words(
                            f"「{way}」は別のスキルの名前です。",
                            f"“{way}” is the name of another skill.",
                        ),
                    )

    def _spell(self, part: Part, named: Any) -> None:
        if not _EN.fullmatch(named.en) or _OF_ORDERS.intersection(normal(named.en).split()):
            part.say(
                "en",
                Words(
                    f"「{named.en}」は英字の語だけで書いてください。",
                    f"“{named.en}”: write words of letters, none that orders use.",
                ),
            )
        if not _JA.fullmatch(named.ja):
            part.say(
                "ja",
                Words(
                    f"「{named.ja}」は空白や記号のない語にしてください。",
                    f"“{named.ja}”: write one word of letters, without blanks.",
                ),
            )
