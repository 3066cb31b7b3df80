"""The sentences of a match in Japanese and English.

`{who}` is a player, `{card}` the name of a card in the report. Numbers are inserted unchanged.
"""

from collections.abc import Mapping
from typing import Final

from app.engine.telling import Tone
from app.engine.words import Words
from app.games.fest.words.names import ATTRIBUTES

TITLE: Final = Words("{home} VS {away}", "{home} VS {away}")
POINTS: Final = Words(
    "意 {will}・剣 {sword}・盾 {shield}", "will {will}, sword {sword}, shield {shield}"
)
JUDGING: Final = Words("審査点 {jp}", "judging points {jp}")

SAYS: Final[Mapping[str, tuple[Tone, int, Words]]] = {
    "shuffled": (
        Tone.NOTE,
        0,
        Words("{who}のデッキ{count}枚をシャッフルします。", "{who}'s deck of {count} is shuffled."),
    ),
    "first-drawn": (
        Tone.EFFECT,
        0,
        Words(
            "コインの結果、第{round}ラウンドの先手は{who}です。",
            "{who} wins the toss to go first in round {round}.",
        ),
    ),
    "drew": (Tone.NOTE, 1, Words("引いたカード：{cards}", "Drawn: {cards}")),
    "trimmed": (
        Tone.NOTE,
        0,
        Words(
            "手札が多すぎるので、{who}の{card}がくじで捨て札になりました。",
            "The hand is too large. {who} discards {card}, by lot.",
        ),
    ),
    "kept": (Tone.NOTE, 1, Words("温存したカード：{cards}", "Reserved: {cards}")),
    "umbrella-held": (
        Tone.EFFECT,
        1,
        Words("{who}の雨傘が受け止めます。", "{who}'s umbrella keeps it off."),
    ),
    "umbrella-ended": (
        Tone.NOTE,
        0,
        Words("{who}は雨傘をたたみます。", "{who} folds the umbrella."),
    ),
}
"""Events with one sentence each."""
PROGRAMME: Final = Words(
    "プログラムのサイコロは{die}。{themes}の順に競います。",
    "The programme's die shows {die}: {themes}.",
)
ROUND: Final = Words("【第{round}ラウンド 「{theme}」】", "[Round {round}: {theme}]")
GOES_FIRST: Final = Words("先手は{who}です。", "{who} goes first.")
DRAWN: Final = Words("{who}は{count}枚引きました。", "{who} draws {count}.")
FROM_RESERVE: Final = Words(
    "{who}は温存していた{reserve}枚を加え、手札は{count}枚です。",
    "{who} takes {reserve} from the reserve, for a hand of {count}.",
)
RESERVED: Final = Words(
    "{who}は{count}枚を伏せて温存しました。", "{who} puts {count} face down into the reserve."
)
RESERVED_NONE: Final = Words("{who}は何も温存しませんでした。", "{who} reserves nothing.")

FRONTS: Final = Words("▼フロントメンバー登場", "The fronts step out")
FRONT: Final = Words("{who}のフロントは{cards}!", "{who}'s front: {cards}!")
NO_FRONT: Final = Words("{who}にはフロントがいません。", "{who} has no front.")
SCORED_FRONT: Final = Words(
    "{who}は、テーマに合う能力で{gained}（{points}）。",
    "{who} scores {gained} for the theme ({points}).",
)
SCORED_NOTHING: Final = Words(
    "{who}には、テーマに合う能力がありません。", "{who} has no ability that fits the theme."
)

RAISED_FOR: Final = {
    0: Words(
        "下限：{who}の{attributes}。1点の不足なので、審査点は減りません。",
        "Lower limit: {who}'s {attributes}. One point below costs nothing.",
    ),
    1: Words(
        "下限：{who}の{attributes}。審査点を1点失います（{before} → {after}）。",
        "Lower limit: {who}'s {attributes}, at the cost of 1 judging point ({before} → {after}).",
    ),
}
"""The sentences for the lower limit by its cost, and for higher costs."""
RAISED: Final = Words(
    "下限：{who}の{attributes}。審査点を{lost}点失います（{before} → {after}）。",
    "Lower limit: {who}'s {attributes}, at the cost of {lost} judging points ({before} → {after}).",
)
CUT: Final = Words(
    "上限：{who}の{attributes}。一番低い属性が{lowest}なので、{cap}までです。",
    "Upper limit: {who}'s {attributes}. The lowest is {lowest}, so the cap is {cap}.",
)
JUDGING_NAME: Final = Words("審査点", "judging points")
PLACES: Final = {**ATTRIBUTES, "jp": JUDGING_NAME}
CHANGE: Final = Words("{what} {before} → {after}", "{what} {before} → {after}")

BACKS: Final = Words("▼バックメンバーの番", "The back members")
PLAYED: Final = Words("{who}の{card}、《{effect}》{args}!", "{who} plays {card}: {effect}{args}!")
FAILED: Final = Words(
    "{who}の{card}は、どちらの効果も使えません。捨て札です。",
    "{who} plays {card}. Neither effect can be used, so it is discarded.",
)
CHANGED: Final = Words("{who}の{changes}。", "{who}: {changes}.")
STATUS: Final = {
    "B19": Words(
        "次の自分の番まで、{who}は雨傘の下です。",
        "{who} stands under the umbrella until the next turn.",
    ),
    "B20": Words(
        "{who}の審査点は、このラウンドでは半分になりません。",
        "{who}'s judging points will not be halved this round.",
    ),
}
"""The sentences for effects beside changes of points."""
ONE: Final = Words("（{x}）", " ({x})")
PAIR: Final = Words("（{x}と{y}）", " ({x} and {y})")
MOVED: Final = Words("（{x}から{y}へ{n}点）", " ({n} from {x} to {y})")
NOTHING: Final = Words("点は動きません。", "No points move.")
NO_EXCHANGE: Final = Words("交代はしません。", "No member is substituted.")
SHOWN: Final = {
    ("hand", "hand"): Words(
        "{card}を見せて、手札に残します。", "{card} is shown and stays in hand."
    ),
    ("deck", "hand"): Words("引いたのは{card}です。", "{card} is drawn."),
    ("hand", "deck"): Words("{card}をデッキに戻します。", "{card} goes back into the deck."),
    ("front", "hand"): Words(
        "{card}がフロントから手札に下がります。", "{card} leaves the front for the hand."
    ),
    ("hand", "front"): Words(
        "{card}が代わりにフロントに立ちます。", "{card} takes the place in front."
    ),
    ("reserve", "hand"): Words(
        "温存していた{card}を手札に加えます。", "{card} comes from the reserve."
    ),
    ("hand", "reserve"): Words("{card}を温存します。", "{card} goes into the reserve."),
}
TIDIED: Final = Words(
    "1枚引き、手札の1枚をデッキの一番下に置きました。",
    "One card is drawn, and a hand card goes under the deck.",
)
TIDIED_EMPTY: Final = Words("1枚引きました。", "One card is drawn.")
TIDY: Final = Words(
    "引いたのは{drew}、デッキの下へ置いたのは{back}です。",
    "Drawn: {drew}. Under the deck: {back}.",
)
TIDY_EMPTY: Final = Words("引いたのは{drew}です。", "Drawn: {drew}.")
DIE: Final = Words("サイコロの目は{sum}!", "The die shows {sum}!")

JUDGING_BEGINS: Final = Words("▼審査", "The judging")
HIGHEST: Final = Words(
    "{who}は{attribute}が一番高く、{highest}点。審査点は{before}＋{highest}で{jp}点です。",
    "{who}'s highest is {attribute} with {highest}. Judging points: {before} + {highest} = {jp}.",
)
HIGHEST_TIED: Final = Words(
    "{who}は一番高い{highest}点が並び、属性なしです。審査点は{before}＋{highest}で{jp}点です。",
    "{who} has several attributes at {highest}, so none counts. Judging points: {before} + {highest} = {jp}.",
)
CLASH: Final = Words(
    "{winner}の{strong}（{rock}）が、{loser}の{weak}（{scissors}）を破ります!",
    "{winner}'s {strong} ({rock}) beats {loser}'s {weak} ({scissors})!",
)
HALVED: Final = Words(
    "{loser}の審査点は半分になります（{before} → {after}）。",
    "{loser}'s judging points are halved ({before} → {after}).",
)
NOT_HALVED_ALIBI: Final = Words(
    "しかし{loser}にはアリバイがあり、審査点は半分になりません。",
    "But {loser} has an alibi, and nothing is halved.",
)
NOT_HALVED_LOW: Final = Words(
    "ただ、{loser}の審査点は{jp}。0以下の点は半分になりません。",
    "But {loser} has {jp}. Points of 0 or less are not halved.",
)
NO_CLASH_SAME: Final = Words(
    "どちらも{attribute}。半減はありません。", "Both end in {attribute}. Nothing is halved."
)
NO_CLASH_NONE: Final = Words(
    "三すくみの勝負にならず、半減はありません。", "No attribute beats the other. Nothing is halved."
)
ROLLED: Final = {
    0: Words("{who}の振るサイコロはありません。", "{who} has no dice to roll."),
    1: Words("{who}のサイコロは{sum}。", "{who} rolls one die: {sum}."),
}
"""The sentences for a number of dice, and for more."""
ROLL_MANY: Final = Words(
    "{who}は{count}個のサイコロを振ります。{dice}、合計{sum}。",
    "{who} rolls {count} dice: {dice}, {sum} in all.",
)
ROLLS: Final = {
    "round": Words("▼ラウンドのサイコロ", "The dice of the round"),
    "final": Words("▼最後のサイコロ", "The last dice"),
    "tiebreak": Words("▼決め直し", "One more die each"),
}
ROUND_SCORE: Final = Words(
    "第{round}ラウンドの審査点は、{home} {a}、{away} {b}。",
    "Round {round}: {home} {a}, {away} {b}.",
)
TOTALS: Final = Words(
    "総得点は、{home} {a}、{away} {b}です。",
    "Totals: {home} {a}, {away} {b}.",
)

DECISION: Final = Words("【決着】", "[Decision]")
WON_BY: Final = {
    "points": Words("{winner}の勝ちです!", "{winner} wins!"),
    "jp": Words(
        "最後は並びましたが、3ラウンドの審査点で上回った{winner}の勝ちです!",
        "The totals are equal, but {winner} has more judging points over three rounds and wins!",
    ),
    "tiebreak": Words(
        "サイコロの決め直しを制して、{winner}の勝ちです!",
        "{winner} wins by the last dice!",
    ),
    "resign": Words("{loser}が投了し、{winner}の勝ちです。", "{loser} resigns; {winner} wins."),
    "forfeit": Words("{loser}の不戦敗で、{winner}の勝ちです。", "{loser} forfeits; {winner} wins."),
}
WON_BY_SCORE: Final = Words("{high}対{low}、{winner}の勝ちです!", "{high} to {low}: {winner} wins!")
TIED: Final = Words("最後まで並んで、引き分けです。", "Equal to the very end: a draw.")

PHASES: Final = {
    "shuffle": Words("開会式", "The opening ceremony"),
    "first": Words("開会式", "The opening ceremony"),
    "programme": Words("開会式", "The opening ceremony"),
    "trim": Words("手札を減らすところ", "hands are reduced"),
    "reserve": Words("温存札を選ぶところ", "the reserve is chosen"),
    "front": Words("フロントを選ぶところ", "the fronts are chosen"),
    "play": Words("バックメンバーの番", "the back members"),
    "effect": Words("サイコロを振るところ", "a die is rolled"),
    "pick": Words("デッキに戻す札を選ぶところ", "a card goes back into the deck"),
    "reshuffle": Words("シャッフルするところ", "a deck is shuffled"),
    "dice": Words("ラウンドのサイコロ", "the dice of the round"),
    "final": Words("最後のサイコロ", "the last dice"),
    "tiebreak": Words("決め直し", "the dice of a draw"),
    "over": Words("試合は終わりました。", "The match is over."),
}
"""The state of a match in words, by its phase."""
HAS_WON: Final = Words("{who}の勝ちです。", " {who} has won.")
IS_DRAWN: Final = Words("引き分けです。", " It is a draw.")
STANDS: Final = Words("第{round}ラウンド「{theme}」 {phase}", "Round {round}, {theme}: {phase}")
COURSE: Final = Words("プログラム：{programme}", "Programme: {programme}")
ORDER: Final = Words("先手：{first}", "Plays first: {first}")
RULE: Final = Words("採点：ルール{rule}", "Scoring: rule {rule}")
TOTAL: Final = Words("総得点", "total")
ZONES: Final = {
    "front": Words("フロント", "front"),
    "back": Words("バック", "back"),
    "hand": Words("手札", "hand"),
    "reserve": Words("温存札", "reserve"),
    "deck": Words("デッキ", "deck"),
    "discard": Words("捨て札", "discard"),
}
TAGS: Final = Words("タグ", "tags")
WOULD_END: Final = Words("いま終われば、{both}。", "If the match ended now: {both}.")
WOULD_HAVE: Final = Words("{who} {jp}点（{attribute}）", "{who} {jp} ({attribute})")
WOULD_BE_HALVED: Final = Words(
    "{who} {jp}点（{attribute}、半減）", "{who} {jp} ({attribute}, halved)"
)
NO_ATTRIBUTE: Final = Words("属性なし", "no attribute")

IF_NOTHING: Final = Words(
    "相手が何もしなければ、こうなります（サイコロの目は3として）。",
    "If the opponent did nothing, and a die showed 3:",
)
IMPOSSIBLE: Final = Words(
    "{what}は、このときには出せません。{why}", "{what} would not be possible then. {why}"
)
NOTHING_ASKED: Final = Words("もう出せる手札がありません。", "There is no card left to play.")
