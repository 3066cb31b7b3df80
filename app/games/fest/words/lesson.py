"""A first match: what to keep, what to bring, and in which attribute to end."""

from typing import Final

from app.engine.matches.game.lesson import LessonStep, MatchLesson
from app.engine.words import Words

LESSON: Final = MatchLesson(
    "D1",
    "D2",
    "3433a1cfc3e678ad",
    (
        LessonStep(
            "reserve F01 F02 F19",
            Words(
                "3ラウンドの総得点を競います。「前掛け仕立てのハル」「クレープ屋台のミナ」「ファッションの女王」が点になるのは、第3ラウンドの展示だけ。手札の3枚にさわって温存し、いまは別の3枚を引きましょう。",
                "Three rounds make your total. Haru, Apron Tailor, Mina of the Crepe Stall and Fashion Queen score only in round 3, exhibit. Touch all three in your "
                "hand to reserve them, and draw three others now.",
            ),
        ),
        LessonStep(
            "front F05 F06 F20",
            Words(
                "フロントの3枚を選びます。テーマに合う能力1つが、意・剣・盾のどれか3点です。「クウのジオラマ」「俳画のナギ」「理科室の神童」なら意3・剣9・盾6。"
                "最後に数えるのは一番高い属性だけですが、一番低い属性＋10点が上限なので、どれも少しは要ります。",
                "Now the front: each ability that fits the theme is 3 points of will, sword or shield. Kuu's Diorama, Nagi, Haiku Painter and Lab Prodigy make will 3, "
                "sword 9, shield 6. Only your highest will count, but at most 10 above your lowest, so bring some of each.",
            ),
        ),
        LessonStep(
            "play F22 B16",
            Words(
                "残りの手札は交互に1枚ずつ、書かれた効果のどちらかを使います。先手の相手は《幕開け》で三つとも3点上げました。最初の1枚でしか使えない効果です。あなたも「生徒会」にさわり、《幕開け》を選びましょう。",
                "The rest of your hand is played in turns, a card at a time, for one of its two effects. Your opponent began with Opening Act, +3 to everything, which "
                "works only as the first card. Touch Student Council, then Opening Act.",
            ),
        ),
        LessonStep(
            "play F18 B14 will",
            Words(
                "《剣へのヤジ》で、あなたの一番は盾になりました。意は剣に、剣は盾に、盾は意に勝ち、負けた側の点は半分です。相手は剣ですから、「やぐら組み隊」の《代役》で、一番低い意を5点上げましょう。",
                "Heckle Sword leaves you with shield as your highest. Will beats sword, sword beats shield, shield beats will, and the loser's points are halved. They "
                "are in sword: touch Scaffold Crew, then Understudy, which lifts your lowest, will, by 5.",
            ),
        ),
        LessonStep(
            "play F11 B09",
            Words(
                "いま終われば11対9。相手の17点は、剣が意に負けて半分です。「燃える弁論部」の《審査員の笑み》で審査点を2点取りましょう。一番高い属性に足される点で、属性へのヤジでは減りません。",
                "If it ended now you would win 11 to 9: their 17 points are halved. Touch Debating Fire, then Jury Smile, for 2 judging points. They are added to your "
                "highest attribute, and heckling an attribute does not touch them.",
            ),
        ),
        LessonStep(
            "play F16 B07",
            Words(
                "相手の剣は《アンコール》で21になるはずが、一番低い属性が6なので16で止まりました。この上限をもっと下げましょう。「渡り廊下の画廊」の《盾へのヤジ》で盾が2になれば、剣も12に下がります。",
                "Encore took their sword to 21, but it was cut to 16: their lowest is 6, and 10 above that is the cap. Lower the cap. With Corridor Gallery, Heckle "
                "Shield, their shield falls to 2, and their sword to 12.",
            ),
        ),
        LessonStep(
            "play F15 B18 will",
            Words(
                "相手の手札は尽き、最後の1枚はあなたです。あなたの一番は意11、相手は剣12。「包丁曲芸の料理人」の《巻き返し》は、一番が相手より低いときに使えます。意を6点上げましょう。",
                "Their hand is empty: the last card is yours. Your highest is will 11, theirs sword 12, and Comeback is for whoever is behind. Touch Knife-Juggling "
                "Cook, then Comeback, and raise will by 6.",
            ),
        ),
        LessonStep(
            "reserve F10 F13",
            Words(
                "第1ラウンドは19対7。相手は14点の半分でした。次は戦闘で、温存できるのはこれが最後です。戦闘では0点、展示では点になる「着物の詩人」と「調理室の化学者」を残しましょう。",
                "Round 1 is yours, 19 to 7: their 14 were halved. Combat is next, and your last chance to reserve. Keep Poet in Kimono and Kitchen Chemist: nothing in "
                "combat, but points in exhibit.",
            ),
        ),
    ),
    Words(
        "ここからは一人で進めましょう。テーマに合う札をフロントに出し、相手の一番に勝つ属性で終わるのがこつです。3ラウンドが済むと、二人が総得点と同じ数のサイコロを振り、目の合計の大きいほうが勝ちます。"
        "迷ったらヒントを見てください。",
        "From here on you play alone. Bring a front that fits the theme, and end in the attribute that beats theirs. After round 3 each of you rolls as many "
        "dice as your total, and the higher sum wins. A hint is one press away.",
    ),
)
"""A class with one of everything against one that likes the sword: will wins, and the last card is the player's."""
