"""The sentences of a battle, ja beside en.

`{who}` is a character, `{foe}` the other one, `{skill}` a skill as it is called in the telling, with its
level where it has one. The Japanese ones that the original's worked battle has are its own.
"""

from typing import Final

from app.engine import Words
from app.games.shiden_issen_2.abilities import Status

TITLE = Words("{home} VS {away}", "{home} VS {away}")
BEGIN = Words("――戦闘開始――", "-- The battle begins --")
ROUND = Words("【第{turn}ラウンド】", "[Round {turn}]")
ROW = Words("{skills}/{who}", "{skills}/{who}")
ROW_UNDER = Words("{skills}/{who}〔{statuses}〕", "{skills}/{who} ({statuses})")
ON_BOARD = Words("【{name}】", "[{name}]")
TAG = Words("{flavour}【{name}】{level}", "{name} {level}")
TAG_WITH_FLAVOUR = Words("{flavour}【{name}】{level}", "{flavour} ({name} {level})")
NAME = Words("【{name}】", "{name}")

PHASES = {
    "start": Words("▼開始フェイズ", "Start phase"),
    "order": Words("▼先攻決定フェイズ", "Order phase"),
    "attack": Words("▼{who}の攻撃フェイズ", "{who}'s attack phase"),
    "simultaneous": Words("▼同時行動フェイズ", "Simultaneous phase"),
    "end": Words("▼終了フェイズ", "End phase"),
}
EXTRA_PHASE = Words("{phase}(連撃)", "{phase} (Chain Attack)")

COMPARED = Words(
    "{flavour}【{name}】{level} 速度:{speed} /{who}",
    "{flavour}[{name}]{level} speed {speed} /{who}",
)
COMPARED_NOTHING = Words("【――】 速度:0 /{who}", "[--] speed 0 /{who}")
STUNNED = Words("{who}はスタンで出遅れた!", "{who} is stunned and goes second!")
SEIZED = Words("{who}が先制で機先を制した!", "{who} seizes the initiative!")
FIRST = Words("{who}の先攻!", "{who} goes first!")
EQUAL = Words("速度は互角、同時行動!", "Equal speed: both act at once!")

WORKED = Words("{who}の{skill}の効果!", "{who}'s {skill} takes effect!")
USED = Words("{who}の{skill}!", "{who}'s {skill}!")
PASSED = Words("{who}は刃を隠したまま動かない。", "{who} keeps the blade hidden and does nothing.")

ADDS = Words("{skill}:{adds}", "{skill}: {adds}")
STRENGTHENS = {
    Status.RESOLUTION: Words(
        "覚悟:ダメージ+{points}、速度+{speed}", "Resolution: damage +{points}, speed +{speed}"
    ),
    Status.WRATH: Words("逆鱗:ダメージ+{points}", "Wrath: damage +{points}"),
}
SLOWED = Words("狼狽の効果で速度が0になっている!", "Dismay brings the speed down to 0!")

DAMAGE = Words(
    "{foe}に{points}点のダメージ!(速度:{speed})", "{points} damage to {foe}! (speed {speed})"
)
BY_BARRIER = Words(
    "{foe}の防壁が攻撃を受け止めた!(残り:{left})", "{foe}'s barrier stops the attack! ({left} left)"
)
BY_NO_MIND = Words("無想の{foe}は傷つかない!", "{foe}, in no-mind, is unharmed!")
HIT = Words("{who}の{skill}にダメージを与えた!", "{who}'s {skill} is hit!")
TOO_SLOW = Words("{who}の{skill}は発動しない!", "{who}'s {skill} does not fire!")
HELD_BACK = Words("{by}が{who}の{skill}を抑えた!", "{by} holds back {who}'s {skill}!")
FIRED = Words("{who}の{skill}が発動!(速度:{speed})", "{who}'s {skill} fires! (speed {speed})")
UNBROKEN = Words("{skill}は砕けない!", "{skill} cannot be broken!")
INTERRUPTED = Words("{who}の{skill}が強制中断された!", "{who}'s {skill} is interrupted!")

GAINED = Words("{who}は{status}を受けた!", "{who} receives {status}.")
GAINED_SOME = Words("{who}は{status}を{count}つ受けた!", "{who} receives {count} {status}.")
LIFTED = Words("{who}の{status}が消えた。", "{who} loses {status}.")
LIFTED_SOME = Words("{who}の{status}が{count}つ消えた。", "{who} loses {count} {status}.")
LIFTED_IN_PART = Words(
    "{who}の{status}が{count}つ消えた。(残り:{left})", "{who} loses {count} {status}. ({left} left)"
)
MARKED = Words("{who}は{foe}の{skill}に狙いを定めた!", "{who} marks {foe}'s {skill}!")
CHANGED = Words("{who}の{skill}は{into}に変わった!", "{who}'s {skill} turns into {into}!")
SAVED = Words(
    "{who}の{by}によって{skill}の破壊が無効化された!",
    "{who}'s {by} keeps {skill} from being destroyed!",
)
DESTROYED = Words("{who}の{skill}が破壊された!", "{who}'s {skill} is destroyed!")

VERDICT = Words("【勝敗判定】", "[Verdict]")
WON = Words("{who}の勝利", "{who} wins")
DRAWN = Words("引き分け", "Draw")
DRAWN_WITHOUT_END = Words("引き分け(決着つかず)", "Draw (no end in sight)")

SEVERAL: Final = {Status.BARRIER: Words("防壁", "barriers")}
"""The plural names of statuses, where they differ."""
LETTERS: Final = dict(zip(Status, "覚壁逆無先ス狼衰", strict=True))
"""The sign of each status, shown after a Japanese row of skills."""

ENDINGS: Final = {
    "attack": Words("攻撃フェイズ", "attack phase"),
    "simultaneous": Words("同時行動", "both at once"),
    "end": Words("終了フェイズ", "end phase"),
    "loop": Words("千日手", "repetition"),
    "cap": Words("打ち切り", "round limit"),
}
"""The names of the reasons for a battle's end in a list of results."""
