"""How a card match stands for the reader of a letter, and what is asked of them: a sentence each."""

from typing import Final

from app.engine.matches.game import View
from app.engine.words import Words
from app.games.ocg.actions import MOST_PLAYS
from app.games.ocg.side import DAMAGE
from app.games.ocg.view import fighters, seats

PRIMER: Final = Words(
    f"ダメージが{DAMAGE}枚になるか、山札から引けなくなると負けです。召喚したキャラクターにはクラスの札を重ね、アイテムをセットできます。"
    "アタックは、反撃できる相手に止められなければ、攻撃力の分だけ相手の山札をダメージにします。アタックしないキャラクターはガードに回れます。",
    f"You lose at {DAMAGE} damage, or when you cannot draw. Lay class cards on characters that you have summoned, and give them items. "
    "An attack that no guard counters turns as many cards of the pile into damage as the attacker has power. Who does not attack can guard.",
)
_STANDS: Final = Words(
    "ダメージは{mine}対{theirs}（{most}で負け）、場は{own}人対{foes}人、山札は残り{pile}枚です。",
    "Damage {mine} : {theirs} (you : they; {most} loses), characters {own} : {foes}; your pile has {pile} cards.",
)
_ASKS: Final = Words(
    f"このターンの命令を1行に1つ書きます：「召喚 …」、ほかの手を{MOST_PLAYS}つまで、「アタック …」「ガード …」。",
    f"Write this turn's orders, one a line: “summon …”, up to {MOST_PLAYS} other plays, “attack …”, “guard …”.",
)


def stands(view: View) -> Words:
    """Damage, characters and the pile, once the turns have begun."""
    if not view["turn"]:
        return Words("", "")
    mine, theirs = seats(view)
    return _STANDS.filled(
        mine=len(view[mine]["damage"]),
        theirs=len(view[theirs]["damage"]),
        most=DAMAGE,
        own=len(fighters(view, mine)),
        foes=len(fighters(view, theirs)),
        pile=view[mine]["pile"],
    )


def asks(_: View) -> Words:
    """What orders a turn takes."""
    return _ASKS
