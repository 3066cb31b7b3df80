"""A first match: a team is summoned, grows, and gets through."""

from typing import Final

from app.engine.matches.game.lesson import LessonStep, MatchLesson
from app.engine.words import Words

LESSON: Final = MatchLesson(
    "Blades",
    "Wilds",
    "22199d2037ede5bf",
    (
        LessonStep(
            "summon C01\nsummon C04\nsummon C05\nset I02 on new1\nattack new2",
            Words(
                "相手に20枚のダメージを与えれば勝ち。召喚は毎ターン1色に1人ずつです。「門掃きのイネ」「雀の飛脚ショウ」「剣士見習いトウマ」にさわって召喚しましょう。"
                "イネに「鉄の丸盾」をセットし、出てすぐアタックできる速攻のショウにアタックさせます。",
                "Deal 20 cards of damage to win. Touch Ine, Gate Sweeper, Sho, Sparrow Courier and Toma, Apprentice Blade: you may summon one of each colour a turn. "
                "Set the Iron Buckler on Ine, and attack with Sho, who is Swift and need not wait a turn.",
            ),
        ),
        LessonStep(
            "summon C08\nclass C11 on 1\nset I01 on 1\nattack 1, 2, 3",
            Words(
                "立ちはだかる人がいなかったので、ショウの攻撃力と同じ1枚が相手のダメージになりました。「鐘つきのスズ」を召喚し、イネに「街道守のイネ」を重ね（クラスチェンジ）、「木の剣」をセット。"
                "アタックはイネ、ショウ、トウマの順です。反撃は1人1ターンに1回なので、イネがぶつかれば次のショウは通ります。",
                "Nobody stood in Sho's way: 1 card, Sho's power, became damage. Summon Suzu, Bell Ringer, lay Ine of the Road Guard on Ine, a class change, and set the "
                "Wooden Sword on her. Attack with Ine, Sho, Toma: each of theirs counters once a turn, so once Ine has met one, Sho gets through.",
            ),
        ),
        LessonStep(
            "summon C02\ncommand K01 by 2\nattack 2, 4, 1",
            Words(
                "トウマは相手の「火花」で倒れました。「提灯持ちのリン」を召喚し、ショウが「突進」を使います（このターン攻撃力＋2）。アタックはショウ、スズ、イネの順。ショウが1人とぶつかり、後の二人が通ります。"
                "ただし、アタックした人は反撃できません。",
                "Their Spark felled Toma. Summon Rin, Lantern Girl, and let Sho use Rush: power +2 in this turn. Attack with Sho, Suzu, Ine: Sho meets one of theirs, "
                "the two behind get through. But who attacks does not counter.",
            ),
        ),
        LessonStep(
            "summon C04\nclass C21 on 1\nclass C13 on 3\ncommand K04 by 1 > e2\nattack 4, new1, 3, 1",
            Words(
                "ダメージは相手6枚、あなた3枚。「雀の飛脚ショウ」をもう1人召喚し、イネに「浅瀬の騎士イネ」、リンに「残り火の書記リン」を重ねます。"
                "残り耐久力2の「ヒグマのクマ」は、イネの「火花」（2ダメージ）で倒せます。アタックは弱い人から、スズ、ショウ、リン、イネの順です。",
                "They have 6 damage, you have 3. Summon another Sho, Sparrow Courier, and lay Ine, Knight of the Ford on Ine, Rin, Ember Scribe on Rin. Ine uses Spark, "
                "2 damage, on Kuma, Brown Bear, who has 2 durability left. Attack with the weak first: Suzu, Sho, Rin, Ine.",
            ),
        ),
        LessonStep(
            "summon C05\nclass C12 on 2\nclass C15 on 4\nattack 2, 3, 1\nguard 4",
            Words(
                "一度に10枚、16対6です。でも反撃できる人が残らず、3枚受けました。スズに「礼拝堂の壁スズ」を重ねてガードさせましょう。壁はアタックできない代わりに2回反撃します。"
                "「剣士見習いトウマ」を召喚、ショウに「鴉の決闘者ショウ」を重ね、ショウ、リン、イネの順にアタックです。",
                "Ten cards at once: 16 to 6! But nobody was left to counter, and you took 3. Lay Suzu, Chapel Wall on Suzu and guard with her: a wall cannot attack, "
                "but counters twice. Summon Toma, Apprentice Blade, lay Sho, Crow Duelist on Sho, and attack with Sho, Rin, Ine.",
            ),
        ),
    ),
    Words(
        "相手の「池のカメ」も壁で、2回立ちはだかりました。それでも気絶した人は1枚のダメージになり、18対7。あと2枚です。「元帥イネ」も引きました。ここからは一人で進めましょう。"
        "迷ったらヒントを見てください。",
        "Their Kame, Pond Turtle is a wall, too, and stood in the way twice. But whoever faints is a card of damage: 18 to 7, and two more win. You have drawn "
        "Ine, Marshal. From here on you play alone; a hint is one press away.",
    ),
)
"""Blades against Wilds: Ine grows from turn to turn, and the fourth brings ten cards of damage."""
