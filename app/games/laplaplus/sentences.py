"""The sentences of a battle in Japanese and English.

`{who}` is a character, `{card}` the name of a card in the report. Numbers are inserted unchanged.
"""

from app.engine import Words

BEGIN = Words("――戦闘開始――", "-- The battle begins --")
TITLE = Words("{home} VS {away}", "{home} VS {away}")
ROW = Words("{cards}/{who} HP {hp}(基礎HP {base})", "{cards} / {who}  HP {hp} (base {base})")
NO_CARDS = Words("(カードなし)", "(no cards)")

TURN = Words("【第{turn}ターン】", "[Turn {turn}]")
TURNS = Words("【第{turn}~{last}ターン】", "[Turns {turn}-{last}]")
SAME_AGAIN = Words("寸分たがわぬ展開が繰り返された。", "The same again, move for move.")
ROUND_AGAIN = Words(
    "第{turn}~{last}ターンと寸分たがわぬ展開が繰り返された。",
    "Turns {turn}-{last} over again, move for move.",
)
NOTHING_AGAIN = Words(
    "にらみ合いが続く。どちらのカードも動かない。",
    "They stare at each other. No card moves on either side.",
)
ORDER_PHASE = Words("▼先攻後攻決定フェイズ", "Order phase")
ACTION_PHASE = Words("▼{who}のアクションフェイズ", "{who}'s action phase")
UP_PHASE = Words("▼アップフェイズ", "Up phase")

FIRST = {
    "speed": Words(
        "素早さ {high} 対 {low}。{who}の先攻!", "Speed {high} against {low}: {who} goes first!"
    ),
    "force": Words(
        "素早さは{high}で互角。{position}枚目のフォースで勝り、{who}の先攻!",
        "Speed {high} on both sides. The greater force in place {position} decides: {who} goes first!",
    ),
    "length": Words(
        "素早さは{high}で互角。{position}枚目のカードがある{who}の先攻!",
        "Speed {high} on both sides. Only {who} has a card in place {position} and goes first!",
    ),
    "number": Words(
        "素早さは{high}、フォースも同じ並び。{position}枚目のナンバーが小さい{who}の先攻!",
        "Speed {high} and equal forces. The smaller number in place {position} decides: {who} goes first!",
    ),
    "previous": Words(
        "素早さは{high}、並びも瓜二つ。前のターンに続いて{who}の先攻!",
        "Speed {high} and twin rows. {who} was first before and goes first again!",
    ),
}
SPEED_RAISED = Words(
    "素早さ+{points}!({before} → {after})", "Speed +{points}! ({before} → {after})"
)

FIRES = Words("{who}の{card}!", "{who}'s {card}!")
IDLE = Words("動けるカードがない。", "No card can act.")
NOTHING_HAPPENS = Words("しかし、何も起こらなかった。", "But nothing happens.")
IN_VAIN = Words("しかし、打ち消すものはもうない。", "But there is nothing left to undo.")

ENGINE = Words(
    "{who}の{card}! 初期HP+{points}(HP {hp})",
    "{who}'s {card}! {points} more HP to start with (HP {hp})",
)

DAMAGE_COMES = Words("{who}に{points}点のダメージ!", "{points} damage to {who}!")
DAMAGE_COMES_UNSEEN = Words(
    "{who}に{points}点のダメージ! 迎撃はできない!",
    "{points} damage to {who}, not to be intercepted!",
)
HIT = Words(
    "{who}に{points}点のダメージ!(HP {before} → {after})",
    "{points} damage to {who}! (HP {before} → {after})",
)
LANDS = Words(
    "{who}は{points}点を受けた!(HP {before} → {after})",
    "{who} takes {points}! (HP {before} → {after})",
)
HURTS_ITSELF = Words(
    "{who}は自分に{points}点のダメージ!(HP {before} → {after})",
    "{who} deals {points} damage to itself! (HP {before} → {after})",
)
GROWS = Words("ダメージ{before} → {after}!", "Damage {before} → {after}!")
SHRINKS = Words("ダメージ{before} → {after}。", "Damage {before} → {after}.")
VANISHES = Words("ダメージ{before} → 0、消え去った!", "Damage {before} → 0: gone!")
CANCELS = Words(
    "{points}点を打ち消し、跳ね返す!", "It cancels the {points} damage and throws it back!"
)
RESTORED = Words(
    "{who}のHPが戻る!(HP {before} → {after})", "{who} recovers! (HP {before} → {after})"
)

NO_LIST = Words("狙えるカードがない。", "There is nothing to aim at.")
LISTED = Words("狙えるのは{cards}。", "It may aim at {cards}.")
NARROWED = Words("狙いを{cards}に絞る!", "The aim narrows to {cards}!")
AIMED = Words("狙いは{who}の{card}!", "It aims at {who}'s {card}!")
SPARED = Words("{card}は{by}を受けつけない!", "{card} shrugs off {by}!")
DOWNED = Words("{who}の{card}がダウンした!", "{who}'s {card} is downed!")
UPPED = Words("{card}が起き上がった!", "{card} is up again!")
REMOVED = Words(
    "{who}の{card}が砕け散った!(基礎HP {before} → {after})",
    "{who}'s {card} is shattered! (base HP {before} → {after})",
)
SPENT = Words(
    "{card}は役目を終えて消えた。(基礎HP {before} → {after})",
    "{card} is spent and gone. (base HP {before} → {after})",
)
SWAPPED = Words("{who}の{sunk}が{risen}の下に沈んだ!", "{who}'s {sunk} sinks below {risen}!")
NULLIFIED = Words("{who}の{card}の効果を打ち消した!", "{who}'s {card} has no effect!")

ALL_UP = Words("ダウンしていたカードが起き上がる。", "The cards that were down come up.")
STILL_DOWN = Words("{who}の{cards}は起き上がらない。", "Still down: {who}'s {cards}.")

JUDGEMENT = Words("【判定】", "[Judgement]")
JUDGED = Words(
    "30ターンが過ぎ、どちらも倒れなかった。", "Thirty turns have passed and both still stand."
)
JUDGED_LEVEL = Words(
    "HPも{hp}で並んだ。先攻を取ったほうの勝ちとなる。",
    "Both have {hp} HP. The side that would go first wins.",
)
BOTH_ZERO = Words(
    "どちらにも、立つ力がない。先攻を取ったほうの勝ちとなる。",
    "Neither has the strength to stand. The side that goes first wins.",
)

FALL = Words("{who}は力尽きた……", "{who} falls.")
FALL_BEYOND = Words("{who}は跡形もなく消し飛んだ……", "Nothing is left of {who}.")
FALL_BY_OWN_HAND = Words(
    "{who}は自らの力に耐えきれなかった……", "{who} breaks under its own strength."
)
FALL_BY_REFLECTION = Words(
    "跳ね返された力が、{who}を貫いた……", "Its own blow comes back, and {who} falls."
)
FALL_BY_TRAP = Words(
    "{who}は罠にはまり、そのまま起き上がらなかった……",
    "{who} walks into the trap and does not get up.",
)
FALL_AT_START = Words("{who}には、立つ力もなかった……", "{who} had no strength to stand up with.")

DECISION = Words("【決着】", "[Decision]")
WON = Words("{who}の勝利!", "{who} wins!")
WON_BY_HP = Words(
    "HP {high} 対 {low}。{who}の判定勝ち!", "HP {high} against {low}: {who} wins on points!"
)
WON_BY_INITIATIVE = Words("先を取った{who}の勝利!", "First to move, {who} wins!")
DRAWN = Words("構成は一枚残らず同じ。引き分け!", "Card for card the same build: a draw!")

ENDINGS = {
    "draw": Words("同じ構成", "same build"),
    "build_zero": Words("HP 0で開始", "no HP to start"),
    "build_both_zero": Words("ともにHP 0", "both without HP"),
    "hp": Words("撃破", "knock-out"),
    "judgement_hp": Words("判定", "on points"),
    "judgement_initiative": Words("判定(先攻)", "on initiative"),
}
"""The names of the reasons for a battle's end in a list of results."""
