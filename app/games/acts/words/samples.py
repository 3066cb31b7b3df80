"""Sample decks, each with a sentence on how it is played."""

from typing import Final

from app.engine.decks import SampleDeck, deck_of
from app.engine.words import Words
from app.games.acts.cards import DECKS, FAR_LIGHT, RANK_AND_FILE

SAMPLES: Final = (
    SampleDeck(
        "Rank",
        DECKS["Rank"],
        {RANK_AND_FILE["master"]: 1, **RANK_AND_FILE["deck"]},
        Words(
            "小さなサーヴァントを並べ、ランサーフレームとシージゴーレムを前に出します。リベットハウンドはマスターの隣に残し、ボディブロックで守りましょう。",
            "Small servants stand in line, Lancer Frames and Siege Golems go ahead of them. Keep a Rivet Hound beside the master for its Body Block.",
        ),
    ),
    SampleDeck(
        "Far",
        DECKS["Far"],
        {FAR_LIGHT["master"]: 1, **FAR_LIGHT["deck"]},
        Words(
            "スパークインプとプリズムドレイクの3レンジで、届かれる前に削ります。ディープリザーバーとエーテルウェルで、毎ターンのエーテルは相手より多くなります。",
            "Spark Imps and Prism Drakes strike from 3R, before they can be reached. Deep Reservoir and Ether Well bring back more ether each turn than the enemy has.",
        ),
    ),
    SampleDeck(
        "Heel",
        DECKS["Heel"],
        deck_of({9: "E00", 3: "S01 S06 S07 S09", 2: "S02 S13 T05 T06", 1: "M03 T08"}),
        Words(
            "マスターのATKが一番高いデッキです。ローナーでそばの味方はもろくなるので、ガンキャリッジは離して撃たせ、とどめにヒールドロップを使います。",
            "Its master hits hardest of all. Loner weakens servants beside her, so let Gun Carriages fire from afar and finish with Heel Drop.",
        ),
    ),
    SampleDeck(
        "Shed",
        DECKS["Shed"],
        deck_of({8: "E00", 3: "S05 S06 T01 T02", 2: "S02 S11 T03 T08 T09", 1: "M04"}),
        Words(
            "ティンカラーでノーマルとスピードのツールが1e安く、サプライドロップとスモークチャージは0eです。硬いサーヴァントを直しながら粘ります。",
            "Tinkerer makes normal and speed tools 1e cheaper: Supply Drop and Smoke Charge cost nothing. Tough servants hold out while they are repaired.",
        ),
    ),
)
"""Decks to begin with, the starter decks first."""
