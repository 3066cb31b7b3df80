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
                "「前掛け仕立てのハル」「クレープ屋台のミナ」「ファッションの女王」にさわって温存しましょう。この3枚が点になるのは、第3ラウンドの展示だけです。",
                "Touch Haru, Apron Tailor, Mina of the Crepe Stall and Fashion Queen, and reserve all three. They score only in round 3, exhibit.",
            ),
        ),
        LessonStep(
            "front F05 F06 F20",
            Words(
                "「クウのジオラマ」「俳画のナギ」「理科室の神童」をフロントに選びましょう。テーマに合う能力が3点ずつになり、意3・剣9・盾6で始まります。",
                "Choose Kuu's Diorama, Nagi, Haiku Painter and Lab Prodigy for the front. Each ability that fits the theme brings 3: you begin with will 3, sword 9, shield 6.",
            ),
        ),
        LessonStep(
            "play F22 B16",
            Words(
                "「生徒会」にさわり、《幕開け》を選びましょう。三つの属性が3点ずつ上がりますが、使えるのは最初の1枚だけです。",
                "Touch Student Council, then Opening Act: +3 to all three attributes. It works only as your first card.",
            ),
        ),
        LessonStep(
            "play F18 B14 will",
            Words(
                "「やぐら組み隊」の《代役》で、一番低い意を5点上げましょう。相手は剣で、意は剣に勝ち、負けた側の審査点は半分になります。",
                "Touch Scaffold Crew, then Understudy: will, your lowest, +5. They are in sword, will beats sword, and the loser's judging points are halved.",
            ),
        ),
        LessonStep(
            "play F11 B09",
            Words(
                "「燃える弁論部」の《審査員の笑み》で、審査点を2点取りましょう。一番高い属性に足される点で、属性へのヤジでは減りません。",
                "Touch Debating Fire, then Jury Smile, for 2 judging points. They are added to your highest attribute, and heckling an attribute does not touch them.",
            ),
        ),
        LessonStep(
            "play F16 B07",
            Words(
                "「渡り廊下の画廊」の《盾へのヤジ》で、相手の盾を2に下げましょう。上限は一番低い属性＋10点なので、剣も16から12に下がります。",
                "Touch Corridor Gallery, then Heckle Shield: their shield falls to 2. The cap is 10 above the lowest, so their sword falls from 16 to 12.",
            ),
        ),
        LessonStep(
            "play F15 B18 will",
            Words(
                "「包丁曲芸の料理人」の《巻き返し》で、意を6点上げましょう。最後の1枚はあなたなので、相手の剣12を抜いて終わります。",
                "Touch Knife-Juggling Cook, then Comeback, and raise will by 6. The last card is yours, so you end above their sword of 12.",
            ),
        ),
        LessonStep(
            "reserve F10 F13",
            Words(
                "「着物の詩人」と「調理室の化学者」を温存しましょう。次の戦闘では0点ですが、展示では点になります。",
                "Reserve Poet in Kimono and Kitchen Chemist. They bring nothing in combat, which is next, but points in exhibit.",
            ),
        ),
    ),
    Words(
        "ここからは一人で進めましょう。テーマに合う札をフロントに出し、相手の一番高い属性に勝つ属性で終わるのがこつです。迷ったらヒントを見てください。",
        "From here on you play alone. Bring a front that fits the theme, and end in the attribute that beats theirs. A hint is one press away.",
    ),
)
"""A class with one of everything against one that likes the sword: will wins, and the last card is the player's."""
