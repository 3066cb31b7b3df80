"""A first match: the use of ether, the reach of units, and when nobody can defend."""

from typing import Final

from app.engine.matches.game.lesson import LessonStep, MatchLesson
from app.engine.words import Words

LESSON: Final = MatchLesson(
    "Rank and File",
    "Far Light",
    "ed88e521dfb5c098",
    (
        LessonStep(
            "make S07 at 21 with 4 from master",
            Words(
                "「ガンキャリッジ」にさわり、光ったマスにエーテル4枚でメイクしましょう（サイズの2枚は使用済になり、残る2枚でこのターンも動けます）。相手のマスターのダメージがVITの60を超えれば勝ちです。",
                "Touch Gun Carriage, then the square that glows, to make it with 4 ether: 2, its size, are spent, and 2 let it act in this turn. You win by damage beyond 60, the VIT of the enemy master.",
            ),
        ),
        LessonStep(
            "make S01 at 23 with 1 from master",
            Words(
                "「ポーンレット」を、サイズちょうどの1枚でメイクしましょう。このターンは何もできませんが、エーテルを節約できます。",
                "Make Pawnlet with exactly its size, 1 ether. It does nothing in this turn, but you save ether.",
            ),
        ),
        LessonStep(
            "attack 21 with Shot > e43",
            Words(
                "「ガンキャリッジ」にさわり、ショットで「ランタンモス」を狙いましょう。ダメージはATK−DEFの40Dで、DURの20を超えれば破壊です。",
                "Touch Gun Carriage, then Shot, then Lantern Moth. The damage is ATK − DEF, 40D: more than its DUR of 20 destroys it.",
            ),
        ),
        LessonStep(
            "skill master Rally on 21",
            Words(
                "マスターの「鼓あかね」にさわり、ラリーを「ガンキャリッジ」に使いましょう。使用済の2枚が使用可に戻り、もう1体の「ランタンモス」も狙えます。",
                "Touch your master, Akane Tsuzumi, then Rally, then Gun Carriage. 2 of its spent ether are ready again, for another shot at a Lantern Moth.",
            ),
        ),
        LessonStep(
            "attack 21 with Shot > e43",
            Words(
                "もう一度「ガンキャリッジ」のショットで、「ランタンモス」を狙いましょう。味方のダメージを取り除く相手なので、「クーリエドローン」より先です。",
                "Shot again, from Gun Carriage at Lantern Moth. It can take damage off their units, so Courier Drone can wait.",
            ),
        ),
        LessonStep(
            "ether hand 2",
            Words(
                "手札の「エーテル」にさわり、2枚ともマスターに付けましょう。使用可で付き、この行動は1ターンに3回までできます。",
                "Touch Ether in your hand, and put both onto your master. They come ready; you have three such actions a turn.",
            ),
        ),
        LessonStep(
            "attack master with Drumfire > e32",
            Words(
                "「鼓あかね」にさわり、いま付けた2枚でドラムファイアを「クーリエドローン」に撃ちましょう。マスターも戦え、これは3Rまで届きます。",
                "Touch Akane Tsuzumi, then Drumfire, then Courier Drone, and pay with the 2 ether you just added. Masters fight, too.",
            ),
        ),
        LessonStep(
            "pass",
            Words(
                "使用可のエーテルがないので、パスしましょう。続けて2回パスが出るとターンが終わり、エーテルはすべて使用可に戻ります。",
                "No ready ether is left, so pass. Two passes in succession end the turn, and then all ether is ready again.",
            ),
        ),
        LessonStep(
            "attack 23 > e22",
            Words(
                "「ポーンレット」にさわり、通常攻撃で「ヴォイドゼリー」を狙いましょう。20DではDURの40を超えませんが、ダメージは残ります。",
                "Touch Pawnlet, and aim its normal attack at Void Jelly. 20D do not exceed its DUR of 40, but they stay.",
            ),
        ),
        LessonStep(
            "defend master with Bracing Beat",
            Words(
                "「ヴォイドゼリー」の攻撃には、ブレイシングビートで答えましょう。1枚払えば、10Dが0Dになります。",
                "Answer the attack of Void Jelly with Bracing Beat. For 1 ether it takes 10D off, and nothing is left.",
            ),
        ),
        LessonStep(
            "attack 21 with Shot > e22",
            Words(
                "「ガンキャリッジ」のショットで、「ヴォイドゼリー」を破壊しましょう。エーテルを使い切ったので、攻撃を打ち消すフェイズアウトはもう払えません。",
                "Touch Gun Carriage, then Shot, and destroy Void Jelly. It has no ready ether to pay for Phase Out, which would negate the attack.",
            ),
        ),
        LessonStep(
            "ether 21 +1",
            Words(
                "「ガンキャリッジ」にさわり、マスターのエーテルを1枚渡しましょう。移動にはサイズの2とヘヴィの1で3枚かかり、使用可は2枚しかありません。",
                "Touch Gun Carriage, and give it 1 ether of your master's. Its move costs 3, its size and 1 for Heavy, and it has 2 ready.",
            ),
        ),
        LessonStep(
            "move 21 to 32",
            Words(
                "「ガンキャリッジ」にさわり、光ったマスへ移動させましょう。次のターンには、ショットが相手のマスターに届きます。",
                "Touch Gun Carriage and move it to the square that glows. From there Shot reaches the enemy master in the next turn.",
            ),
        ),
    ),
    Words(
        "ここからは一人で進めましょう。「武藤玄斎」へのショットは30Dで、2発ではVITの60ちょうど、ラリーを使えばもう1発撃てます。このターンはパスでかまいません。迷ったらヒントを見てください。",
        "From here on you play alone; in this turn a pass will do. Shot does 30D to Gensai Muto: two only reach his VIT of 60, but with Rally you can shoot a third time. A hint is one press away.",
    ),
)
"""Rank and File against Far Light: four enemy servants fall, none of the player's, and then the master is in reach."""
