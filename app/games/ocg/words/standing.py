"""The state of a card match for the reader of a letter, and the next decision: a sentence each."""

from typing import Final

from app.engine.matches.game import Seat, View, other
from app.engine.words import Lang, Words
from app.games.ocg.side import DAMAGE
from app.games.ocg.view import fighters, seats
from app.games.ocg.words.possible import Possible, is_asked

PRIMER: Final = Words(
    f"ダメージが{DAMAGE}枚になるか、山札から引けなくなると負けです。召喚のほかに1ターン3枚まで、クラスの札を重ね、アイテムをセットし、コマンドを使えます。"
    "アタックは、反撃できる相手に止められなければ、攻撃力の分だけ相手の山札をダメージにします。アタックしないキャラクターはガードに回れます。1はあなたの1人目、e1は相手の1人目、new1はこのターンに召喚する1人目です。",
    f"You lose at {DAMAGE} damage, or when you cannot draw. Besides summons a turn has up to 3 plays: class cards laid on your characters, items, commands. "
    "An attack that no guard counters turns as many cards of the pile into damage as the attacker has power. Who does not attack can guard. 1 is your first character, e1 theirs, new1 the first that you summon now.",
)
GOAL: Final = Words(
    f"相手のダメージを先に{DAMAGE}枚にするか、相手が山札から引けなくなれば勝ちです。"
    "毎ターン3枚引き、二人とも指示をまとめて書き、同時に開きます。"
    "キャラクターの召喚は1色につき1人まで、ほかの札は3枚まで出せます。"
    "アタックは、反撃できるガードがいなければ、攻撃力の枚数だけ相手の山札をダメージにします。"
    "反撃されると攻撃力をぶつけ合い、倒れたキャラクターは1枚のダメージになります。",
    f"You win when your opponent has {DAMAGE} cards of damage, or cannot draw. "
    "Each turn both draw three cards and write orders for the whole turn, which are opened together. "
    "You may summon one character of each colour, and play three other cards. "
    "An attack that no guard can counter turns as many cards of their pile into damage as the attacker has power. "
    "One that is countered deals power to both, and a character that faints is a card of damage.",
)
CHAPTERS: Final = {"": "4.5", "attack": "4.6", "guard": "4.6", "discard": "4.7"}
_DAMAGE: Final = Words(
    "ダメージは{mine}対{theirs}（{most}で負け）",
    "Your damage {mine}, theirs {theirs} ({most} loses)",
)
_STANDS: Final = Words(
    "{damage}、場は{own}人対{foes}人、山札は残り{pile}枚です。",
    "{damage}; characters {own} : {foes}; your pile {pile}.",
)
_DECK: Final = Words(
    "{stands}くじで、使うのは{number}番目のデッキに決まりました。",
    "{stands} You play deck {number}, drawn by lot.",
)
_WANTS: Final = Words(
    "召喚・セット・アタック・ガードを選ぶ",
    "Summon, set, attack and guard",
)
_ASKS: Final = Words(
    "指示を1行に1つ書きます：「召喚 …」「アタック …」「ガード …」。{now}",
    "Write orders, one a line: “summon …”, “attack …”, “guard …”.{now}",
)


def so_far(view: View, seat: Seat) -> Words:
    """The damage of both."""
    mine, theirs = (len(view[each]["damage"]) for each in (seat, other(seat)))
    return _DAMAGE.filled(mine=mine, theirs=theirs, most=DAMAGE)


def stands(view: View) -> Words:
    """Damage, characters and the pile, once the turns have begun; and which of several decks is played."""
    if not view["turn"]:
        return Words("", "")
    mine, theirs = seats(view)
    said = _STANDS.filled(
        damage=so_far(view, mine),
        own=len(fighters(view, mine)),
        foes=len(fighters(view, theirs)),
        pile=view[mine]["pile"],
    )
    if len(view["my"]["decks"]) > 1:
        return _DECK.filled(stands=said, number=view["my"]["deck"] + 1)
    return said


def asks(view: View) -> Words:
    """Return what the player should write, and what is possible now."""
    langs: tuple[Lang, ...] = ("ja", "en")
    now = (Possible(view, {}, lang).now() if is_asked(view) else "" for lang in langs)
    return _ASKS.filled(now=Words(*now))


def wants(_: View, _takes_one: bool = False) -> Words:
    """Return what is chosen in a turn."""
    return _WANTS
