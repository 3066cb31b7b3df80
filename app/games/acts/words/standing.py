"""The state of a match of ACT:S for the reader of a letter, and the next decision: a sentence each."""

from typing import Final

from app.engine.matches.game import Seat, View, other
from app.engine.words import Words
from app.games.acts.autopilot import strikes_on_foes
from app.games.acts.field import units
from app.games.acts.view import Sight

PRIMER: Final = Words(
    "eはエーテル（コストであり、マスターのもの以外は指示に要る燃料）、Dはダメージ、Rは届くマス数です。VITを超えるダメージを受けたマスターが負けます。"
    "二人は1行動ずつ交互に動き、指示は上から最初に実行できる行が使われます。マスは手前の左端から11、12、13、奥へ21、31…で、e42は42にいる相手の駒です。"
    "「メイク S06 22に 3枚」で、マスターのエーテル3枚を払ってサーヴァントS06を22に出します。",
    "e is ether, which pays for everything. D is damage, and R is how many squares something reaches. A master falls when its damage exceeds its VIT. You act in turn, one action each: the first of your lines that can be carried out is used. 12 is your master's square, 22 the one in front of it, and e42 an enemy piece on 42. “make S06 at 22 with 3” puts servant S06 on 22 and pays with 3e of your master.",
)
GOAL: Final = Words(
    "相手のマスターに、VITを超えるダメージを与えれば勝ちです。ターンの間、二人は1行動ずつ交互に行動し、続けてパスするとターンが終わります。サーヴァントをマスターの隣にメイクし、移動させ、攻撃します。行動にはそのユニットのエーテルを使い、使ったエーテルはターンの終わりまで使えません。攻撃のダメージはATKからDEFを引いた数で、相手は防御スキルで答えられます。",
    "You win by damage to the enemy master that exceeds its VIT. In a turn both act in turn, one action each, until both pass. You make servants next to your master, move them and attack. Actions spend ether of the unit that acts, which is ready again when the turn is over. An attack deals ATK minus DEF, and the enemy may answer with a defence.",
)
CHAPTERS: Final = {
    "": "4.3",
    "acts.toss": "4.2",
    "acts.refill": "4.2",
    "acts.defend": "4.4",
    "acts.speed": "4.6",
}
_VIT: Final = Words("VITは{mine}対{theirs}", "VIT: you {mine}, opponent {theirs}")
_STANDS: Final = Words(
    "{vit}、サーヴァントは{own}体対{foes}体、いまの最大の攻撃は{best}Dです。",
    "{vit}. Servants: {own} to {foes}. Your best attack does {best}D.",
)
_WANTS: Final = {
    "toss": Words("先に行動するかを選ぶ", "Choose who acts first"),
    "speed": Words("相手の行動に答えるか選ぶ", "Answer the opponent's action, or do not"),
    "defend": Words("攻撃を防ぐか選ぶ", "Defend against the attack, or do not"),
    "refill": Words(
        "トラッシュから付けるエーテルを選ぶ", "Choose the ether that comes back from the trash"
    ),
}
_AHEAD: Final = Words(
    "ユニットや手札を押して、このターンの行動を順に選ぶ",
    "Tap units and cards to choose your actions of this turn, in order",
)
"""The text before the toss."""
_MAIN: Final = Words(
    "ユニットか手札にふれて、行動を選ぶ", "Touch a unit or a card, and choose an action"
)
ASKS: Final = Words(
    "行動をしたい順に1行ずつ書きます：「メイク …」「移動 …」「攻撃 …」。",
    "Write your actions in order, one a line: “make …”, “attack …”.",
)


def so_far(view: View, seat: Seat) -> Words:
    """Return the life left of both masters, once they are on the field."""
    sight = Sight.through(view)
    left = {each: sight.field[at].left for each, at in sight.masters.items()}
    if len(left) < len("AB"):
        return Words("", "")
    return _VIT.filled(mine=left[seat], theirs=left[other(seat)])


def stands(view: View) -> Words:
    """Return the life left of both masters, their servants, and the best blow."""
    sight = Sight.through(view)
    vit = so_far(view, sight.seat)
    if not vit.en:
        return vit
    count = {seat: len([*units(sight.field, seat)]) - 1 for seat in sight.masters}
    foe = other(sight.seat)
    best = max((each.damage for each in strikes_on_foes(sight)), default=0)
    return _STANDS.filled(vit=vit, own=count[sight.seat], foes=count[foe], best=best)


def wants(view: View, _takes_one: bool = False) -> Words:
    """Return what is chosen in this phase; before the toss, what the coming turn asks."""
    if view["phase"] == "toss" and not view["wait"]:
        return _AHEAD
    return _WANTS.get(view["phase"], _MAIN)
