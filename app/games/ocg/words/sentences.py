"""The sentences of a telling and of a diagram."""

from collections.abc import Mapping
from typing import Final

from app.engine.telling import Tone
from app.engine.words import Words
from app.games.ocg.effects import Banish, BreakItem, CallBack, Draw, Heal, Hit, Verb

REASONS: Final[Mapping[str, Words]] = {
    "damage20": Words("ダメージ20", "20 damage"),
    "deckout": Words("山札切れ", "empty pile"),
    "draw": Words("合意の引き分け", "draw agreed"),
    "resign": Words("投了", "resignation"),
    "forfeit": Words("不戦", "forfeit"),
}
"""Why a match ends, in a word or two."""

# --- the telling ----------------------------------------------------------------------------------------

TURN: Final = Words("【ターン{turn}：先手は{first}】", "[Turn {turn}: {first} has the initiative]")
SAYS: Final[Mapping[str, tuple[Tone, int, Words]]] = {
    "shuffled": (
        Tone.NOTE,
        0,
        Words("{who}は{count}枚の山札を切ります。", "{who} shuffles a pile of {count}."),
    ),
    "deck-picked": (
        Tone.NOTE,
        0,
        Words(
            "くじで、{who}が使うのは{number}番目のデッキに決まりました。",
            "{who} plays deck {number}, drawn by lot.",
        ),
    ),
    "mulligan": (
        Tone.NOTE,
        0,
        Words(
            "{who}の5枚に基本キャラクターはなく、山札に戻して引き直します。",
            "{who} draws anew: no basic character among the five.",
        ),
    ),
    "drawn": (Tone.NOTE, 0, Words("{who}は{count}枚引きます。", "{who} draws {count}.")),
    "drew": (Tone.NOTE, 1, Words("{who}が引いたカード：{cards}。", "{who} draws: {cards}.")),
    "recovered": (
        Tone.EFFECT,
        0,
        Words("{card}のダメージが{points}減りました。", "{card} recovers {points}."),
    ),
    "battlefield-set": (
        Tone.PHASE,
        0,
        Words("戦場は「{area}」。{effect}", "The battlefield is {area}. {effect}"),
    ),
    "skipped": (
        Tone.NOTE,
        0,
        Words(
            "指示にあった「{card}」は、順番が来る前に出せなくなり、手札に残りました。",
            "{card} was in your orders, but had become impossible by then: it stays in your hand.",
        ),
    ),
    "left": (
        Tone.BLOW,
        1,
        Words(
            "{card}は力尽き、捨て札になりました。",
            "{card} has no durability left and is discarded.",
        ),
    ),
    "fainted": (
        Tone.BLOW,
        1,
        Words(
            "{card}は気絶し、{who}のダメージになりました。",
            "{card} faints and becomes damage of {who}.",
        ),
    ),
    "lost": (
        Tone.NOTE,
        0,
        Words(
            "{who}の山札からダメージになったカード：{cards}。",
            "From the pile of {who} to damage: {cards}.",
        ),
    ),
    "discarded": (
        Tone.NOTE,
        0,
        Words("{who}は手札から捨てます：{cards}。", "{who} discards: {cards}."),
    ),
}
"""Events with one sentence each."""
RUNS_OUT: Final = {
    0: Words(
        "{who}の山札が尽きました。次に引くときまでに決めなければ負けです。",
        "{who} loses at the next draw: the pile is empty.",
    ),
    1: Words("{who}の山札は最後の1枚です。", "{who} has one last card in the pile."),
}
"""Sentences for a pile by the number of cards left, and for one with a few more."""
RUNS_LOW: Final = Words(
    "{who}の山札は残り{left}枚。尽きる時が近づいています。",
    "{who} has {left} cards left in the pile: time is running out.",
)
PLAYED: Final = {
    "summon": Words(
        "{who}の{slot}番に{card}が現れます。", "{card} arrives for {who}, in slot {slot}."
    ),
    "class": Words(
        "{who}の{over}がクラスチェンジし、{card}になります。", "{who}: {over} becomes {card}."
    ),
    "set": Words("{who}の{over}に{card}をセット。", "{who}: {over} takes up {card}."),
    "area": Words(
        "{who}は戦場候補に「{card}」を加えます。", "{who} adds {card} to the candidates."
    ),
}
"""The sentence of a play other than a command, by its verb."""
USED: Final = Words("{who}の{user}が「{card}」を使います。", "{who}: {user} uses {card}.")
MET: Final[Mapping[type[Verb], Words]] = {
    Heal: Words("{met}のダメージが癒えます。", "{met} is treated."),
    Hit: Words("{met}に{points}ダメージ。", "{met} takes {points} damage."),
    CallBack: Words("捨て札の{met}が手札に戻ります。", "{met} comes back from the discard."),
    BreakItem: Words("{met}の{item}が壊れます。", "{met} loses {item}."),
    Banish: Words("{met}は場を追われ、捨て札になります。", "{met} is driven off and discarded."),
}
"""The effect of a command on its target, by its verb."""
DOES: Final[Mapping[type[Verb], Words]] = {
    Draw: Words("{count}枚引きます", "draws {count}"),
    Heal: Words("ダメージ−{points}", "damage −{points}"),
    Hit: Words("ダメージ＋{points}", "damage +{points}"),
    CallBack: Words("手札に戻ります", "comes back to your hand"),
    BreakItem: Words("壊れます", "is destroyed"),
    Banish: Words("捨て札になります", "is discarded"),
}
"""The effect before it happens, in a few words."""
LENDS: Final = {
    "power": Words("攻撃力＋{power}", "power +{power}"),
    "pierce": Words("貫通＋{pierce}", "Pierce +{pierce}"),
    "tough": Words("頑丈＋{tough}", "Tough +{tough}"),
    "feint": Words("誰も反撃できません", "nobody can counter"),
}
"""What a command gives its user in this turn."""
BATTLE: Final = Words("バトル", "Battle")
CHALLENGED: Final = Words(
    "{who}の{card}がアタック。{them}の{guard}が立ちはだかります。",
    "{card} attacks for {who}, and {guard} stands in the way for {them}.",
)
DEALT: Final = Words(
    "{guard}に{dealt}、{card}に{taken}のダメージ。",
    "{guard} takes {dealt}, {card} takes {taken}.",
)
PIERCED: Final = Words(
    "貫通：{them}の山札から{count}枚がダメージになります。",
    "Pierce: {count} cards from the pile of {them} become damage.",
)
PIERCED_ONE: Final = Words(
    "貫通：{them}の山札から1枚がダメージになります。",
    "Pierce: a card from the pile of {them} becomes damage.",
)
DIRECT: Final = {
    0: Words(
        "{who}の{card}がアタック。反撃する者はいませんが、{them}にダメージはありません。",
        "{card} attacks for {who}. Nobody counters, but {them} takes no damage.",
    ),
    1: Words(
        "{who}の{card}がアタック。反撃する者はなく、{them}に直接1枚のダメージ。",
        "{card} attacks for {who}. Nobody counters: 1 damage to {them}.",
    ),
}
"""Sentences for an attack without a counter, by its damage, and for one with more."""
DIRECT_MORE: Final = Words(
    "{who}の{card}がアタック。反撃する者はなく、{them}に直接{count}枚のダメージ。",
    "{card} attacks for {who}. Nobody counters: {count} damage to {them}.",
)
STAND: Final = Words("ダメージ：{both}。", "Damage: {both}.")
STANDS: Final = Words("{who} {damage}/{of}", "{who} {damage}/{of}")
STANDS_WITH_PILE: Final = Words(
    "{who} {damage}/{of}（山札{pile}）", "{who} {damage}/{of} (pile {pile})"
)
WON: Final[Mapping[str, Words]] = {
    "damage20": Words(
        "{loser}のダメージが20枚に達し、{winner}の勝ちです！",
        "{loser} has 20 damage or more: {winner} wins!",
    ),
    "deckout": Words(
        "引くときに{loser}の山札は1枚もなく、{winner}の勝ちです！",
        "{loser} has no card left to draw: {winner} wins!",
    ),
}
BOTH_LOST: Final = (
    Words(
        "両者とも負けの条件に達しましたが、ダメージは{loser}のほうが多く（{worse}枚対{better}枚）、{winner}の勝ちです！",
        "Both have lost at once. {loser} has more damage, {worse} to {better}: {winner} wins!",
    ),
    Words(
        "両者とも負けの条件に達し、ダメージも{damage}枚ずつですが、山札は{loser}のほうが少なく（{worse}枚対{better}枚）、{winner}の勝ちです！",
        "Both have lost at once, with {damage} damage each. {loser} has the smaller pile, {worse} to {better}: {winner} wins!",
    ),
)
"""What decides if both have lost: their damage, or else their piles."""
DRAWN: Final[Mapping[str, Words]] = {
    "damage20": Words(
        "両者ともダメージが20枚に達し、ダメージも山札も同じ枚数。引き分けです。",
        "Both have 20 damage or more, as much as the other, and equal piles: a draw.",
    ),
    "deckout": Words(
        "両者とも山札が尽き、ダメージも同じ枚数。引き分けです。",
        "Both have no card left to draw, and equal damage: a draw.",
    ),
}

# --- the table ------------------------------------------------------------------------------------------

STANDS_AT: Final = Words("ターン{turn}", "Turn {turn}")
NOT_BEGUN: Final = Words("まだ始まっていません", "Not begun yet")
OVER: Final = Words("終了：ターン{turn}", "Over in turn {turn}")
FIRST: Final = Words("先手は{who}", "{who} has the initiative")
BATTLEFIELD: Final = Words("戦場", "Battlefield")
DAMAGE: Final = Words("ダメージ", "damage")
PILE: Final = Words("山札", "pile")
HAND: Final = Words("手札", "hand")
FIELD: Final = Words("場", "field")
ZONES: Final = {
    "candidates": Words("戦場候補", "candidates"),
    "discard": Words("捨て札", "discard"),
    "damage": Words("ダメージの中身", "in damage"),
    "removed": Words("場外", "out of game"),
}
NOBODY: Final = Words("（誰もいません）", "(nobody)")
NUMBERS: Final = Words("攻{power} 耐{left}/{dur}", "{power} power, {left} of {dur} left")
PRINTED: Final = "Lv{card.level} {card.bonus.power}/{card.bonus.dur}"
COUNTERS: Final = {
    0: Words("出たばかり・反撃できない", "new: cannot counter"),
    1: Words("反撃1回", "counters once"),
    2: Words("反撃2回", "counters twice"),
}
"""How often a guard can counter in this turn."""

# --- what is possible -----------------------------------------------------------------------------------

BLOCKED: Final = Words(
    "同じ名のキャラクターが場にいて召喚できません：{names}",
    "On the field already, so not to be summoned: {names}",
)
BLOCKED_BY: Final = Words("{who}（{where}にいます）", "{who} ({where})")
MAY_BLOCK: Final = Words(
    "先手は{who}。同じ名を両方が召喚すると、先手だけが出ます：{names}",
    "{who} has the initiative. If you both summon the same name, only theirs arrives: {names}",
)
NOW: Final = {
    "summons": Words("召喚（1色1人）：{some}", "summons, one of a colour: {some}"),
    "plays": Words("ほかに{most}枚まで：{some}", "up to {most} plays: {some}"),
    "attackers": Words("アタック：{some}", "attackers: {some}"),
    "shut": Words(
        "同じ名のキャラクターが場にいて召喚できません：{some}", "name on the field already: {some}"
    ),
}
OF_COLOUR: Final = Words("{cards}（{colour}）", "{cards} ({colour})")
POSSIBLE: Final = Words("いまできること―{all}。", " Possible now: {all}.")
TWICE: Final = Words("{slot}（2回）", "{slot} (twice)")
TOO_MANY: Final = Words(
    "何も出さなければ、手札から{count}枚捨てます。",
    "If you play nothing, you discard this many cards: {count}.",
)
CAN: Final = {
    "summons": Words(
        "召喚（1色1人ずつ、順にnew1…）：{cards}", "Summons, one of a colour (new1, …): {cards}"
    ),
    "plays": Words(
        "召喚のほかに{most}枚まで：{cards}", "Besides summons up to {most} plays: {cards}"
    ),
    "attackers": Words(
        "アタックできる：{slots}（アタックした人は、このターン反撃しません）",
        "Can attack: {slots} (attackers do not counter this turn)",
    ),
    "guards": Words(
        "ガードで反撃できる：{slots}（出たばかりの人は、壁でなければ反撃できません）",
        "Can counter as guards: {slots} (newcomers cannot, unless they are Walls)",
    ),
    "char": Words(
        "召喚できます（{colour}）。このターンは反撃もアタックもできません。",
        "Can be summoned ({colour}). Cannot attack or counter this turn.",
    ),
    "swift": Words(
        "召喚できます（{colour}）。すぐアタックできますが、反撃はできません。",
        "Can be summoned ({colour}). Can attack at once, but not counter.",
    ),
    "wall": Words(
        "召喚できます（{colour}）。壁なので、すぐ2回反撃できます。",
        "Can be summoned ({colour}). As a Wall it can counter twice at once.",
    ),
    "class": Words("{slots}に重ねられます。", "Can be laid on {slots}."),
    "item": Words("{slots}にセットできます。", "Can be set on {slots}."),
    "command": Words("{slots}が使えます。", "Can be used by {slots}."),
    "area": Words("戦場候補に加えられます。", "Can become a candidate."),
    "aimed": Words("{slots}が使えます。対象：{targets}", "Can be used by {slots}, on {targets}."),
}
"""The sentences for what is possible in a turn, and with each kind of card."""
CANNOT: Final = {
    "summons": Words("召喚できるカードはありません。", "No card can be summoned."),
    "plays": Words("召喚のほかに出せるカードはありません。", "No card but summons can be played."),
    "attackers": Words("アタックできる人はいません。", "Nobody can attack."),
    "guards": Words("反撃できる人はいません。", "Nobody can counter."),
    "char": Words(
        "{who}が{where}にいるので召喚できません。",
        "Cannot be summoned: {who} is on the field already ({where}).",
    ),
    "class": Words(
        "重ねる相手（レベル{level}の{who}）が自分の場にいません。",
        "Needs a level-{level} {who} on your field.",
    ),
    "item": Words(
        "セットできる相手（レベル{level}以上）がいません。",
        "Needs a character of level {level} or more on your field.",
    ),
    "command": Words(
        "使える人（レベル{level}以上）か対象がいません。",
        "Needs a character of level {level} or more, and a target.",
    ),
    "area": Words("戦場候補はもう3枚あります。", "There are three candidates already."),
}
"""The sentences for what is not possible."""
