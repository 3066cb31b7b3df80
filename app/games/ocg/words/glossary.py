"""The terms of the card plan, each with what it means."""

from typing import Final

from app.engine.words import Words
from app.games.ocg.side import DAMAGE

GLOSSARY: Final = {
    Words("ダメージ", "damage"): Words(
        f"キャラクターの受けたダメージは、耐久力から引かれます。あなたのダメージは表向きのカードで、{DAMAGE}枚で負けです。",
        f"A character's damage counts against its durability. Your own damage is cards that lie open: {DAMAGE} of them lose.",
    ),
    Words("ダメージの中身", "in damage"): Words(
        f"あなたのダメージになったカードです。{DAMAGE}枚で負けです。",
        f"The cards that are your damage; {DAMAGE} of them lose.",
    ),
    Words("山札", "pile | piles"): Words(
        "これから引くカードです。引くときに1枚もなければ負けです。",
        "The cards that you will draw. If there are none when you draw, you lose.",
    ),
    Words("先手", "initiative"): Words(
        "どの段階でも先になるほうです。毎ターン入れ替わります。",
        "The player with the initiative comes first in every step. It changes hands each turn.",
    ),
    Words("召喚", "summon | summons | summoned"): Words(
        "レベル0のキャラクターを手札から出します。1ターンに1色1人、同じ名の人が場にいれば出せません。",
        "Bring a character of level 0 from your hand: one of each colour a turn, and no name that is on the field already.",
    ),
    Words("クラスチェンジ", "class change"): Words(
        "同じ名で1つ上のレベルのカードを重ねます。1人1ターンに1回です。",
        "Lay a card of the same name and one level more on a character, once a turn each.",
    ),
    Words("レベル", "level | levels"): Words(
        "0は召喚するキャラクター、1から上は重ねるカードです。強いアイテムやコマンドは、高いレベルの人だけが使えます。",
        "Level 0 is summoned, level 1 and more is laid on top. Strong items and commands need a character of a high level.",
    ),
    Words("攻撃力", "power"): Words(
        "ぶつかった人に与えるダメージで、誰にも止められなければ相手の山札から落とす枚数です。",
        "The damage that a character deals when it meets another. If nobody stops it, as many cards of the pile become damage.",
    ),
    Words("耐久力", "durability"): Words(
        "受けたダメージがこれに届くと、倒れます。", "A character whose damage reaches it falls."
    ),
    Words("アタック | アタックする", "attack | attacks | attackers"): Words(
        "書いた順に1人ずつ戦います。アタックした人は、このターンは反撃しません。",
        "Attackers fight one by one, in the order you choose. They do not counter in the same turn.",
    ),
    Words("ガード", "guard | guards"): Words(
        "アタックしない人は全員ガードします。挙げた人が、その順で先に立ちはだかります。",
        "Characters that do not attack guard; those you name come first, in your order.",
    ),
    Words("反撃", "counter | counters | countered"): Words(
        "アタックした相手に立ちはだかり、互いにダメージを与えます。1人1ターンに1回です。",
        "Stand in the way of an attacker: both deal their power. Each does so once a turn.",
    ),
    Words("直接", "direct"): Words(
        "反撃できる人がいないアタックです。攻撃力の枚数だけ、山札がダメージになります。",
        "An attack that nobody can counter: as many cards of the pile as its power become damage.",
    ),
    Words("気絶", "faint | faints"): Words(
        "バトルで倒れることです。一番上のカードが持ち主のダメージになります。",
        "To fall in battle. The top card becomes damage of its owner.",
    ),
    Words("戦場", "battlefield"): Words(
        "このターンに効いているエリアです。戦場候補から毎ターン1枚がくじで選ばれます。",
        "The area that counts this turn, drawn by lot from the candidates of both players.",
    ),
    Words("戦場候補", "candidate | candidates"): Words(
        "あなたが出したエリアです。3枚まで置けます。",
        "Areas that you have played, three at most. One of them may become the battlefield.",
    ),
    Words("アイテム", "item | items"): Words(
        "キャラクターにセットし、ずっと効きます。1人2個までです。",
        "It is set on a character and stays there, two on each at most.",
    ),
    Words("コマンド", "command | commands"): Words(
        "キャラクターが使う、1回だけの効果です。1人1ターンに1枚です。",
        "An effect that a character uses once, one card each a turn.",
    ),
    Words("速攻", "Swift"): Words(
        "出たターンにアタックできます。", "It may attack in the turn of its arrival."
    ),
    Words("壁", "Wall | Walls"): Words(
        "アタックできませんが、1ターンに2回、出たターンにも反撃できます。",
        "It cannot attack, but counters twice a turn, even in the turn of its arrival.",
    ),
    Words("貫通", "Pierce"): Words(
        "アタックで誰かとぶつかるたびに、その数だけ相手の山札もダメージになります。",
        "Whenever it attacks and a guard counters, that many cards of the pile become damage, too.",
    ),
    Words("回復", "Recover"): Words(
        "引くときに、受けたダメージがその数だけ減ります。",
        "It loses that much of its damage when cards are drawn.",
    ),
    Words("頑丈", "Tough"): Words(
        "ぶつかって受けるダメージが、その数だけ減ります。",
        "It takes that much less whenever it fights another character.",
    ),
    Words("場外", "out of game"): Words(
        "取り除かれ、もう戻らないカードです。", "Cards that are gone for the rest of the match."
    ),
}
