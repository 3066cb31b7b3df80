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
                "「門掃きのイネ」「雀の飛脚ショウ」「剣士見習いトウマ」を召喚し、イネに「鉄の丸盾」をセットして、速攻のショウでアタックしましょう。相手に20枚のダメージを与えれば勝ちです。",
                "Summon Ine, Gate Sweeper, Sho, Sparrow Courier and Toma, Apprentice Blade, set the Iron Buckler on Ine, and attack with Sho, who is Swift. You win when your opponent has 20 damage.",
            ),
        ),
        LessonStep(
            "summon C08\nclass C11 on 1\nset I01 on 1\nattack 1, 2, 3",
            Words(
                "「鐘つきのスズ」を召喚し、イネに「街道守のイネ」を重ねて「木の剣」をセットし、イネ・ショウ・トウマの順にアタックしましょう。相手の反撃は1人1ターンに1回なので、イネがぶつかれば次のショウが通ります。",
                "Summon Suzu, Bell Ringer, lay Ine of the Road Guard on Ine, set the Wooden Sword on her, and attack with Ine, Sho, Toma. Each of theirs counters once a turn: once Ine has met one, Sho gets through.",
            ),
        ),
        LessonStep(
            "summon C02\ncommand K01 by 2\nattack 2, 4, 1",
            Words(
                "「提灯持ちのリン」を召喚し、ショウに「突進」（攻撃力＋2）を使わせ、ショウ・スズ・イネの順にアタックしましょう。アタックした人は、このターンは反撃できません。",
                "Summon Rin, Lantern Girl, let Sho use Rush (power +2), and attack with Sho, Suzu, Ine. Attackers cannot counter in this turn.",
            ),
        ),
        LessonStep(
            "summon C04\nclass C21 on 1\nclass C13 on 3\ncommand K04 by 1 > e2\nattack 4, new1, 3, 1",
            Words(
                "「雀の飛脚ショウ」を召喚し、イネに「浅瀬の騎士イネ」、リンに「残り火の書記リン」を重ね、イネの「火花」で「ヒグマのクマ」を倒しましょう。アタックは弱い人から、スズ、ショウ、リン、イネの順です。",
                "Summon Sho, Sparrow Courier, lay Ine, Knight of the Ford on Ine and Rin, Ember Scribe on Rin, and let Ine fell Kuma, Brown Bear with Spark. Attack with the weak first: Suzu, Sho, Rin, Ine.",
            ),
        ),
        LessonStep(
            "summon C05\nclass C12 on 2\nclass C15 on 4\nattack 2, 3, 1\nguard 4",
            Words(
                "「剣士見習いトウマ」を召喚し、ショウに「鴉の決闘者ショウ」、スズに「礼拝堂の壁スズ」を重ね、ショウ・リン・イネの順にアタックしましょう。壁のスズは2回反撃できるので、ガードに回します。",
                "Summon Toma, Apprentice Blade, lay Sho, Crow Duelist on Sho and Suzu, Chapel Wall on Suzu, and attack with Sho, Rin, Ine. Guard with Suzu: a Wall counters twice.",
            ),
        ),
    ),
    Words(
        "18対7、あと2枚のダメージで勝ちです。「元帥イネ」も引きました。ここからは一人で進め、迷ったらヒントを見てください。",
        "18 to 7: two more damage win, and you have drawn Ine, Marshal. From here on you play alone; a hint is one press away.",
    ),
)
"""Blades against Wilds: Ine grows from turn to turn, and the fourth brings ten cards of damage."""
