"""The parts of a skill: types, statuses, printed numbers, moments, verbs, rules.

They are plain data. The reference engine, the compiled kernel, the text of a skill and the reader of own skills use the
same records.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Final

from app.engine.versions import CardSpan
from app.engine.words import Words
from app.engine.workshop.schema import CardFault, ChoiceField, DeedField, NumberField, TextField

if TYPE_CHECKING:
    from app.games.shiden_issen_2.battle import State
    from app.games.shiden_issen_2.sides import Slot


class Type(StrEnum):
    """The heading under which a skill is listed, and how it comes into play."""

    ATTACK = "attack"
    SUPPORT = "support"
    INTERCEPTOR = "interceptor"
    ATTACHMENT = "attachment"
    BLANK = "blank"  # the place of a destroyed skill


class Status(StrEnum):
    """The statuses of a character, in the order of a report."""

    RESOLUTION = "resolution"
    BARRIER = "barrier"
    WRATH = "wrath"
    NO_MIND = "no_mind"
    INITIATIVE = "initiative"
    STUN = "stun"
    DISMAY = "dismay"
    WASTING = "wasting"


TYPES: Final = {
    Type.ATTACK: Words("攻撃", "Attack"),
    Type.SUPPORT: Words("補助", "Support"),
    Type.INTERCEPTOR: Words("迎撃", "Interceptor"),
    Type.ATTACHMENT: Words("付帯", "Attachment"),
}

STATUSES: Final = {
    Status.RESOLUTION: Words("覚悟", "resolution"),
    Status.BARRIER: Words("防壁", "barrier"),
    Status.WRATH: Words("逆鱗", "wrath"),
    Status.NO_MIND: Words("無想", "no-mind"),
    Status.INITIATIVE: Words("先制", "initiative"),
    Status.STUN: Words("スタン", "stun"),
    Status.DISMAY: Words("狼狽", "dismay"),
    Status.WASTING: Words("衰弱", "wasting"),
}
STACKING: Final = frozenset({Status.BARRIER, Status.WRATH})
LIFTED_AT_THE_END: Final = (Status.NO_MIND, Status.INITIATIVE)
"""These last until the end phase."""


class Count(StrEnum):
    """The X of a skill."""

    ROUND = "round"
    OWN_ATTACKS = "own-attacks"
    SPEED_OF_ATTACK = "speed-of-attack"


COUNTS: Final = {
    Count.ROUND: Words("今のラウンドの番号", "the number of the round"),
    Count.OWN_ATTACKS: Words("自分が今持っている攻撃スキルの数", "how many attack skills you own"),
    Count.SPEED_OF_ATTACK: Words(
        "自分にダメージを与えた攻撃スキルの速度", "the speed of the attack skill that hit it"
    ),
}


@dataclass(frozen=True, slots=True)
class Number:
    """A printed number: `base`, and `levels` times LV, and X; at least `at_least`."""

    base: Annotated[int, NumberField(Words("もとの数", "base"), -9, 9)] = 0
    levels: Annotated[int, NumberField(Words("LVの何倍", "times LV"), -3, 3)] = 0
    count: Annotated[Count | None, ChoiceField.of(Words("X", "X"), COUNTS)] = None
    at_least: Annotated[int, NumberField(Words("少なくとも", "at least"), 0, 9)] = 0


class Aim(StrEnum):
    """The skill that a damage hits first, and the order after it."""

    HEAD = "head"
    OWN_LEVEL = "own-level"
    THE_ATTACK = "the-attack"


AIMS: Final = {
    Aim.HEAD: Words("先頭から", "from the head"),
    Aim.OWN_LEVEL: Words("自分と同じLVから", "from the skill of its own level"),
    Aim.THE_ATTACK: Words("当たった攻撃スキルそのもの", "the attack that hit it"),
}


class When(StrEnum):
    """The moment of an effect."""

    USED = "used"  # the skill was used or has fired: after the damage
    LEFT_USED = "left-used"  # the skill on the left was used: after the damage
    ROUND = "round"  # start phase of round LV
    DESTROYED = "destroyed"


WHENS: Final = {
    When.USED: Words("使うか発動したあと", "after it was used or has fired"),
    When.LEFT_USED: Words("左のスキルを使ったあと", "after the skill on its left was used"),
    When.ROUND: Words("第LVラウンドの開始フェイズ", "in the start phase of round LV"),
    When.DESTROYED: Words("破壊されたとき", "when it is destroyed"),
}


class Constraint(StrEnum):
    """The condition for an effect to happen."""

    NOT_INTERCEPTED = "not-intercepted"


CONSTRAINTS: Final = {
    Constraint.NOT_INTERCEPTED: Words(
        "迎撃スキルが発動しなければ", "unless it made an interceptor fire"
    ),
}


class Rule(StrEnum):
    """The changes that a skill makes to the rules until it is destroyed."""

    RESTS_IN_ODD_ROUNDS = "rests-in-odd-rounds"
    MAKES_INTERCEPTOR = "makes-interceptor"
    FALLS_INSTEAD = "falls-instead"
    HOLDS_BACK = "holds-back"
    USES_LAST = "uses-last"
    LIFTS_ALL = "lifts-all"
    ATTACKS_AGAIN = "attacks-again"


RULES: Final = {
    Rule.RESTS_IN_ODD_ROUNDS: Words("奇数ラウンドには休む", "rests in odd rounds"),
    Rule.MAKES_INTERCEPTOR: Words(
        "左のスキルを迎撃にする", "makes an interceptor of the skill on its left"
    ),
    Rule.FALLS_INSTEAD: Words(
        "左のスキルの代わりに破壊される", "falls instead of the skill on its left"
    ),
    Rule.HOLDS_BACK: Words("迎撃を1回抑える", "holds back one interceptor"),
    Rule.USES_LAST: Words("最後尾から使う", "the last skill is used instead of the first"),
    Rule.LIFTS_ALL: Words("全ての状態を解除する", "lifts all statuses"),
    Rule.ATTACKS_AGAIN: Words("第LVラウンドにもう一度攻撃する", "attacks again in round LV"),
}
_STATUS: Final = ChoiceField.of(Words("状態", "status"), STATUSES)


@dataclass(frozen=True, slots=True)
class Verb(ABC):
    """An effect of a skill besides damage."""

    @abstractmethod
    def apply(self, battle: "State", by: "Slot") -> None:
        """Do it, for the owner of this slot."""


@dataclass(frozen=True, slots=True)
class Receive(Verb):
    """The owner receives a status, `count` times if it stacks."""

    status: Annotated[Status, _STATUS]
    count: Annotated[int, NumberField(Words("いくつ", "how many"), 1, 3)] = 1

    def faults(self) -> Iterator[CardFault]:
        """Most statuses change nothing the second time."""
        if self.count > 1 and self.status not in STACKING:
            said = (
                "この状態は重なりません。countを消してください。",
                "it does not stack: leave count out.",
            )
            yield CardFault("count", Words(*said))

    def apply(self, battle: "State", by: "Slot") -> None:
        """Barriers received now are too late for damage of the same phase (R27)."""
        battle.give(by.owner, self.status, self.count, by)


@dataclass(frozen=True, slots=True)
class Inflict(Verb):
    """The opponent receives a status."""

    status: Annotated[Status, _STATUS]

    def apply(self, battle: "State", by: "Slot") -> None:
        """No-mind and barriers stop damage only (R11)."""
        battle.give(by.owner.enemy, self.status, 1, by)


@dataclass(frozen=True, slots=True)
class MarkHead(Verb):
    """Name the opponent's head skill: in the end phase all its skills of this name are destroyed."""

    def apply(self, battle: "State", by: "Slot") -> None:
        """A skill with a damage counter may still be the head (R16)."""
        battle.mark(by.owner.enemy.head, by)


@dataclass(frozen=True, slots=True)
class ChangeHead(Verb):
    """The opponent's head skill, unless it is limited, changes into the skill with this identifier."""

    into: Annotated[str, TextField(Words("変わる先のid", "id of the skill that it becomes"))]

    def apply(self, battle: "State", by: "Slot") -> None:
        """Change the enemy's head. If the head is limited, nothing happens, and no other skill is tried (R15)."""
        head = by.owner.enemy.head
        if not head.skill.limited:
            battle.change(head, self.into)


VERBS: Final = (Receive, Inflict, MarkHead, ChangeHead)


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect other than damage, at its moment."""

    when: Annotated[When, ChoiceField.of(Words("いつ", "when"), WHENS)]
    verb: Annotated[Verb, DeedField(Words("効果", "effect"), VERBS)]
    constraint: Annotated[
        Constraint | None, ChoiceField.of(Words("条件", "condition"), CONSTRAINTS)
    ] = None


@dataclass(frozen=True, slots=True)
class Bonus:
    """Always added to the abilities of the skill on the left."""

    points: Annotated[int, NumberField(Words("ダメージ", "damage"), 0, 9)] = 0
    speed: Annotated[int, NumberField(Words("速度", "speed"), 0, 9)] = 0


@dataclass(frozen=True, slots=True)
class Static:
    """A rule that holds while the skill is in its slot."""

    rule: Annotated[Rule, ChoiceField.of(Words("常に働く効果", "rule"), RULES)]


ZERO: Final = Number()


@dataclass(frozen=True, slots=True, eq=False)
class Skill(CardSpan):
    """A kind of skill. `points` is None if it deals no damage; `helps` are the types it helps from their right.

    `reading` is the Japanese name in hiragana; the skills with a + have none. `text` is what no ability says.
    """

    number: int
    id: str
    char: str
    ja: str
    en: str
    type: Type
    reading: str = ""
    text: Words | None = None
    limited: bool = False
    obtainable: bool = True
    helps: tuple[Type, ...] = ()
    speed: Number = ZERO
    points: Number | None = None
    aim: Aim = Aim.HEAD
    abilities: tuple[Effect | Bonus | Static, ...] = ()

    effects: Mapping[When, tuple[Effect, ...]] = field(init=False)
    bonus: Bonus = field(init=False)
    rules: frozenset[Rule] = field(init=False)

    def __post_init__(self) -> None:
        """Sort the abilities by kind, once."""
        effects = [a for a in self.abilities if isinstance(a, Effect)]
        kinds = {
            "effects": {when: tuple(e for e in effects if e.when is when) for when in When},
            "bonus": next((a for a in self.abilities if isinstance(a, Bonus)), Bonus()),
            "rules": frozenset(a.rule for a in self.abilities if isinstance(a, Static)),
        }
        for name, value in kinds.items():
            object.__setattr__(self, name, value)
