"""A first match: what ether pays for, who reaches whom, and when nobody can defend."""

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
                "相手のマスターのダメージがVITの60を超えれば勝ち。1回ずつ交互に行動します。「ガンキャリッジ」にさわり、光ったマスにエーテル4枚でメイクしましょう。"
                "サイズ分の2枚は使用済になり、残りの2枚でこのターンも動けます。",
                "More damage than its VIT of 60 on the enemy master wins; you act in turn, one action each. Touch Gun Carriage, then the square that glows, with 4 "
                "ether. Its size, 2, is spent by making it; the other 2 let it act in this turn.",
            ),
        ),
        LessonStep(
            "make S01 at 23 with 1 from master",
            Words(
                "何をするにもエーテルを使い、使ったエーテルはターンが終わるまで戻りません。「ポーンレット」は、サイズちょうどの1枚でメイクして節約しましょう。このターンは何もできませんが、次のターンから動けます。",
                "Everything is paid with ether, and spent ether is not ready again before the turn ends. Save some: make Pawnlet with exactly its size, 1. It does "
                "nothing in this turn, but in the next one it can.",
            ),
        ),
        LessonStep(
            "attack 21 with Shot > e43",
            Words(
                "「ランタンモス」が3レンジ（2マス先まで）に出てきました。「ガンキャリッジ」にさわり、ショットで狙いましょう。ダメージはATK−DEFで40−0。DURの20を超えれば破壊です。",
                "Lantern Moth has come within 3R, that is two squares. Touch Gun Carriage, then Shot, then Lantern Moth. The damage is ATK − DEF, 40 − 0: more than its "
                "DUR of 20 destroys it.",
            ),
        ),
        LessonStep(
            "skill master Rally on 21",
            Words(
                "「ランタンモス」がもう1体。でも「ガンキャリッジ」に使用可のエーテルがありません。マスターの「鼓あかね」にさわり、ラリーを使いましょう。使用済の2枚が使用可に戻ります（1ターン1回）。",
                "Another Lantern Moth, but Gun Carriage has no ready ether. Touch your master, Akane Tsuzumi, then Rally, then Gun Carriage: once a turn, 2 of its "
                "spent ether are ready again.",
            ),
        ),
        LessonStep(
            "attack 21 with Shot > e43",
            Words(
                "もう一度ショットです。狙うのは、味方のダメージを取り除ける「ランタンモス」。「クーリエドローン」は後回しでかまいません。",
                "Shot again. Aim at Lantern Moth, who can take damage off their units; Courier Drone can wait.",
            ),
        ),
        LessonStep(
            "ether hand 2",
            Words(
                "マスターにも使用可のエーテルがなくなりました。手札の「エーテル」を2枚ともマスターに付けましょう。手札からの分は使用可で付きます。これも行動で、1ターンに3回までです。",
                "Your master has no ready ether left, either. Put both Ether of your hand onto her: they come ready. This is an action, too, and you have three of them "
                "a turn.",
            ),
        ),
        LessonStep(
            "attack master with Drumfire > e32",
            Words(
                "「クーリエドローン」がマスターの3レンジに入ってきました。マスターも戦えます。「鼓あかね」にさわり、いま付けた2枚でドラムファイアを。30Dで破壊できます。",
                "Courier Drone has come within 3R of your master. Masters fight, too: touch Akane Tsuzumi, then Drumfire, paid with the 2 ether you just added. 30D "
                "destroy the drone.",
            ),
        ),
        LessonStep(
            "pass",
            Words(
                "使用可のエーテルはもうないので、パスしましょう。続けて2回パスが出るとターンが終わり、エーテルはすべて使用可に戻ります。",
                "No ready ether is left, so pass. Two passes in succession end the turn, and then all ether is ready again.",
            ),
        ),
        LessonStep(
            "attack 23 > e22",
            Words(
                "相手が先に動き、「ヴォイドゼリー」がマスターの隣に来ました。「ポーンレット」の通常攻撃で狙いましょう。届くのは隣のマスまで、コストはサイズと同じ1枚です。"
                "20DではDUR40を超えませんが、削っておきます。",
                "They acted first, and Void Jelly stands next to your master. Touch Pawnlet and aim its normal attack there: it reaches the next square and costs its "
                "size, 1. The 20D do not exceed the DUR of 40, but they stay.",
            ),
        ),
        LessonStep(
            "defend master with Bracing Beat",
            Words(
                "「ヴォイドゼリー」がマスターを攻撃しました。ATK20−DEF10で10Dです。攻撃されたら防御スキルで答えられます。ブレイシングビートに1枚払えば、10D減って0Dです。",
                "Void Jelly attacks your master: ATK 20 − DEF 10 makes 10D. Whoever is attacked may answer with a defence skill. For 1 ether Bracing Beat takes 10D "
                "off, and nothing is left.",
            ),
        ),
        LessonStep(
            "attack 21 with Shot > e22",
            Words(
                "「ヴォイドゼリー」はいまの攻撃でエーテルを使い切りました。攻撃を無効にするフェイズアウトは、もう払えません。「ガンキャリッジ」のショットで40D。先の20Dと合わせてDURを超えます。",
                "That attack took the last ready ether of Void Jelly: it cannot pay for Phase Out, which would negate yours. Now Shot from Gun Carriage: 40D and the "
                "20D before exceed its DUR.",
            ),
        ),
        LessonStep(
            "ether 21 +1",
            Words(
                "相手のフィールドにはマスターだけ。「ガンキャリッジ」を前に出しましょう。移動はサイズの2にヘヴィの1で3枚かかり、使用可は2枚しかありません。マスターの隣にいるうちに、マスターから1枚渡します。",
                "Only their master is left, so bring Gun Carriage forward. Its move costs 3, its size and 1 for Heavy, and it has 2 ready. Give it 1 of your master's "
                "while it is next to her.",
            ),
        ),
        LessonStep(
            "move 21 to 32",
            Words(
                "「ガンキャリッジ」にさわり、光ったマスへ移動させましょう。そこからなら、次のターンにショットが相手のマスターに届きます。",
                "Touch Gun Carriage and move it to the square that glows: from there Shot reaches the enemy master in the next turn.",
            ),
        ),
    ),
    Words(
        "ここからは一人で進めましょう。このターンはもうパスでかまいません。「武藤玄斎」へのショットは40−10で30D。2発ではちょうど60で、VITを超えません。ラリーを使えば、もう1発撃てます。"
        "迷ったらヒントを見てください。",
        "From here on you play alone; in this turn a pass will do. Shot does 40 − 10 = 30D to Gensai Muto, their master. Two of them only reach his VIT of 60, "
        "but with Rally you can shoot a third time. A hint is one press away.",
    ),
)
"""Rank and File against Far Light: four of their servants fall, none of the player's, and then their master is in reach."""
