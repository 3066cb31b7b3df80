"""The state of a festival for the reader of a letter, and the next decision: a sentence each."""

from typing import Final

from app.engine.matches.game import Seat, View, other
from app.engine.words import Words
from app.games.fest import autopilot, config as configs, view as views
from app.games.fest.abilities import ATTRIBUTES
from app.games.fest.words.names import ATTRIBUTES as NAMES, THEMES

PRIMER: Final = Words(
    "温存した札は第3ラウンドに手札へ戻ります。フロントは、テーマに合う能力1つにつき3点。残りの手札はバックで効果を使います。"
    "点は意・剣・盾に分かれ、ラウンドの終わりに一番高いものが審査点に加わります。意は剣に、剣は盾に、盾は意に勝ち、負けた側の審査点は半分になります。",
    "Reserved cards come back in round 3. The front scores 3 for each ability that fits the theme. The rest of your hand is played in the back for its effects. Points are will, sword and shield. When the round ends, your highest is added to your judging points. Will beats sword, sword beats shield, shield beats will: the loser's judging points are halved.",
)
GOAL: Final = Words(
    "3ラウンドの得点を合わせて、相手より高くすれば勝ちです。"
    "ラウンドの初めに、テーマに合う札を3枚選んでフロントに出し、意・剣・盾の点を得ます。"
    "残りの手札は1枚ずつ交互に出し、効果で自分の点を増やすか相手の点を減らします。"
    "数えるのは一番高い属性だけで、一番低い属性より10を超えて高い分は消えます。"
    "最後に意は剣に、剣は盾に、盾は意に勝ち、負けた側の点は半分になります。",
    "You win with more points than your opponent over three rounds. A round begins with your front: three cards that fit its theme score points of will, sword and shield. Then both play the rest of the hand, a card each in turn, to raise their own points or to lower the other's. Only your highest attribute counts, up to 10 above your lowest. At the end will beats sword, sword beats shield, shield beats will, and the points of the loser are halved.",
)
CHAPTERS: Final = {"": "4.3", "fest.reserve": "4.2", "fest.front": "4.2", "fest.pick": "5.2"}
_LEADS: Final = (
    Words("{mine}対{theirs}で負けています", "You trail {mine} to {theirs}"),
    Words("{mine}対{theirs}で並んでいます", "Level at {mine} to {theirs}"),
    Words("{mine}対{theirs}で勝っています", "You lead {mine} to {theirs}"),
)
_SAYS: Final = {
    "reserve": Words("{lead}。次のテーマは{theme}です。", "{lead}. The next theme is {theme}."),
    "front": Words(
        "{lead}。テーマは{theme}、フロントは{name}{high}点が最高です。",
        "{lead}. The theme is {theme}. Your best front scores {high} {name}.",
    ),
    "play": Words(
        "{lead}。いま意{own[0]}・剣{own[1]}・盾{own[2]}、相手は意{foe[0]}・剣{foe[1]}・盾{foe[2]}です。",
        "{lead}. You: will {own[0]}, sword {own[1]}, shield {own[2]}. Opponent: will {foe[0]}, sword {foe[1]}, shield {foe[2]}.",
    ),
}
_ASKS: Final = {
    "reserve": Words(
        "第3ラウンドまで取っておく札を{most}枚まで：「温存 …」か「温存 なし」。",
        "Reserve up to {most} cards for round 3: “reserve …”, or “reserve none”.",
    ),
    "front": Words(
        "フロントに出す手札を{front}枚書きます：「フロント …」。",
        "Write the {front} cards of your hand for the front: “front …”.",
    ),
    "play": Words(
        "手札{hand}枚を、出す順に1行ずつ：「出す …」。札ごとに効果を1つ選びます。",
        "Write your {hand} cards in playing order, one a line: “play …”.",
    ),
}
_WANTS: Final = {
    "reserve": Words(
        "第3ラウンドまで取っておく札を{most}枚まで選ぶ",
        "Choose up to {most} cards to keep for round 3",
    ),
    "front": Words("フロントに出す札を{front}枚選ぶ", "Choose {front} cards for the front"),
    "play": Words("手札{hand}枚を出す順に選ぶ", "Play your {hand} cards, in order"),
    "pick": Words("デッキの下に戻す札を選ぶ", "Choose a card to put under your deck"),
}
_WANTS_ONE: Final = Words("手札から出す札を1枚選ぶ", "Play a card of your hand")
_NOTHING: Final = Words("", "")


def moment(seen: View) -> Words:
    """The round."""
    return Words("第{round}ラウンド", "round {round}").filled(round=seen["round"])


def so_far(seen: View, seat: Seat) -> Words:
    """The score."""
    a, b = (seen["seats"][each]["total"] for each in (seat, other(seat)))
    return _LEADS[1 + (a > b) - (a < b)].filled(mine=a, theirs=b)


def stands(seen: View) -> Words:
    """Return the score, the round, and what the front can gain or has gained."""
    phase, mine, theirs = seen["phase"], views.own(seen), views.foe(seen)
    high, name = autopilot.strongest(seen) if phase == "front" else (0, 0)
    own, foe = (views.points(side) for side in (mine, theirs))
    return _SAYS.get(phase, _NOTHING).filled(
        lead=so_far(seen, seen["viewer"]),
        theme=THEMES.get(seen["theme"], _NOTHING),
        high=high,
        name=NAMES[ATTRIBUTES[name]],
        own=own,
        foe=foe,
    )


def asks(seen: View) -> Words:
    """Return the orders of this phase in words."""
    return _filled(_ASKS.get(seen["phase"], _NOTHING), seen)


def wants(seen: View, takes_one: bool = False) -> Words:
    """Return what is chosen in this phase. If a decision takes one order, only the next card is meant."""
    is_one = takes_one and seen["phase"] == "play"
    return _filled(_WANTS_ONE if is_one else _WANTS.get(seen["phase"], _NOTHING), seen)


def _filled(said: Words, seen: View) -> Words:
    size, hand = configs.size(seen["config"]), len(views.own(seen)["hand"])
    return said.filled(most=views.limit(seen), front=size.front, hand=hand)
