"""The parts of abilities, with their words: triggers, constraints, options, rules; and the families of cards.

Plain data: the reference engine, the compiled kernel and the card pages read the same table.
"""

from enum import StrEnum
from typing import Final

from app.engine.words import Words


class Family(StrEnum):
    """The heading under which a card is listed; Category Brain looks at it."""

    CORE = "core"
    DAMAGE = "damage"
    CARD_CONTROL = "card_control"
    CARD_DISTURB = "card_disturb"
    DAMAGE_CONTROL = "damage_control"
    BRAIN = "brain"
    OTHER = "other"


class Trigger(StrEnum):
    """The triggers that an Event answers."""

    ORDER_PHASE = "order-phase"
    ABOVE_DOWNED = "above-downed"
    OWN_LIST = "own-list"
    THIS_TARGETED = "this-targeted"
    DAMAGE_TO_ENEMY = "damage-to-enemy"
    DAMAGE_TO_SELF = "damage-to-self"
    ENEMY_EVENT = "enemy-event"


class Constraint(StrEnum):
    """`<Top>` and `<L:…>`: the condition for an ability to fire."""

    TOP = "top"
    HALF_HP = "half-hp"
    SAME_CARD_UP = "same-card-up"
    SOURCE_IN_PLAY = "source-in-play"


class Option(StrEnum):
    """A change to the usual way an ability works."""

    NO_INTERCEPT = "no-intercept"
    REMOVAL = "removal"
    DOWNLESS = "downless"


class Rule(StrEnum):
    """The rules that a Static ability sets, whether its card is up or down (R42)."""

    NOT_UPPED = "not-upped"
    ABOVE_IGNORES_TOP = "above-ignores-top"


TRIGGERS: Final = {
    Trigger.ORDER_PHASE: Words("先攻後攻決定フェイズ", "in the order phase"),
    Trigger.ABOVE_DOWNED: Words(
        "すぐ上のカードがダウンしたとき", "when the card directly above is downed"
    ),
    Trigger.OWN_LIST: Words("自分の能力がリストを作ったとき", "when your own ability makes a list"),
    Trigger.THIS_TARGETED: Words(
        "敵の効果がこのカードをターゲットにしたとき", "when an enemy effect targets this card"
    ),
    Trigger.DAMAGE_TO_ENEMY: Words(
        "自分の能力で敵に{least}ダメージを与えるとき",
        "on {least}damage to the enemy by your own ability",
    ),
    Trigger.DAMAGE_TO_SELF: Words(
        "敵の能力で{least}ダメージを受けるとき", "on {least}damage to you by an enemy ability"
    ),
    Trigger.ENEMY_EVENT: Words(
        "自分のカードの能力に応じて敵のEventが発動したとき",
        "when an enemy Event fires in answer to an ability of your cards",
    ),
}
"""When an Event answers; `{least}` is the least damage that it answers."""

CONSTRAINTS: Final = {
    Constraint.TOP: Words("トップのときだけ使える。", ", only while this card is on top"),
    Constraint.HALF_HP: Words(
        "HPが基礎HPの半分以下のときだけ使える。", ", only at half of base HP or less"
    ),
    Constraint.SAME_CARD_UP: Words(
        "同じカードが双方でアップしているときだけ使える。",
        ", only while some card is up on both sides",
    ),
    Constraint.SOURCE_IN_PLAY: Words(
        "ダメージの発生源のカードが場にあるときだけ使える。", " whose card is in play"
    ),
}
"""The condition: a sentence in Japanese, in English the end of the ability's head."""

OPTIONS: Final = {
    Option.NO_INTERCEPT: Words("迎撃不可", "no-intercept"),
    Option.REMOVAL: Words("除去", "removal"),
    Option.DOWNLESS: Words("ダウンレス", "downless"),
}

RULES: Final = {
    Rule.NOT_UPPED: Words("アップフェイズではアップしない。", "stays down in the up phase."),
    Rule.ABOVE_IGNORES_TOP: Words(
        "すぐ上のカードは、トップでなくてもトップの能力を使える。",
        "the card directly above may use its Top ability anywhere in the row.",
    ),
}

FAMILIES: Final = {
    Family.CORE: Words("コア系", "Core"),
    Family.DAMAGE: Words("ダメージ系", "Damage"),
    Family.CARD_CONTROL: Words("カードコントロール系", "Card control"),
    Family.CARD_DISTURB: Words("カードディスターブ系", "Card disturb"),
    Family.DAMAGE_CONTROL: Words("ダメージコントロール系", "Damage control"),
    Family.BRAIN: Words("ブレイン系", "Brain"),
    Family.OTHER: Words("そのほか", "Other"),
}
