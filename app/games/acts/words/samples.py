"""Sample decks, each with a sentence on how it is played."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from app.engine.decks import deck_of
from app.engine.words import Words
from app.games.acts.cards import FAR_LIGHT, RANK_AND_FILE
from app.games.acts.words.names import DECKS


class _Sample(NamedTuple):
    """A master and a deck to begin with."""

    id: str
    build: Mapping[str, Any]
    how: Words

    @property
    def name(self) -> Words:
        """What it is called."""
        return DECKS[self.id]

    @property
    def cards(self) -> dict[str, int]:
        """The copies of its cards, the master among them."""
        return {self.build["master"]: 1, **self.build["deck"]}


def _counted(master: str, copies: Mapping[int, str]) -> dict[str, Any]:
    return {"master": master, "deck": deck_of(copies)}


SAMPLES: Final = (
    _Sample(
        "Rank",
        RANK_AND_FILE,
        Words(
            "小さなサーヴァントを並べ、ランサーフレームとシージゴーレムを前に出します。リベットハウンドはマスターの隣に残し、ボディブロックで守りましょう。",
            "Small servants stand in line, Lancer Frames and Siege Golems go ahead of them. Keep a Rivet Hound beside the master for its Body Block.",
        ),
    ),
    _Sample(
        "Far",
        FAR_LIGHT,
        Words(
            "スパークインプとプリズムドレイクの3レンジで、届かれる前に削ります。ディープリザーバーとエーテルウェルで、毎ターンのエーテルは相手より多くなります。",
            "Spark Imps and Prism Drakes strike from 3R, before they can be reached. Deep Reservoir and Ether Well bring back more ether each turn than the enemy has.",
        ),
    ),
    _Sample(
        "Heel",
        _counted("M03", {9: "E00", 3: "S01 S06 S07 S09", 2: "S02 S13 T05 T06", 1: "T08"}),
        Words(
            "マスターのATKが一番高いデッキです。ローナーでそばの味方はもろくなるので、ガンキャリッジは離して撃たせ、とどめにヒールドロップを使います。",
            "Its master hits hardest of all. Loner weakens servants beside her, so let Gun Carriages fire from afar and finish with Heel Drop.",
        ),
    ),
    _Sample(
        "Shed",
        _counted("M04", {8: "E00", 3: "S05 S06 T01 T02", 2: "S02 S11 T03 T08 T09"}),
        Words(
            "ティンカラーでノーマルとスピードのツールが1e安く、サプライドロップとスモークチャージは0eです。硬いサーヴァントを直しながら粘ります。",
            "Tinkerer makes normal and speed tools 1e cheaper: Supply Drop and Smoke Charge cost nothing. Tough servants hold out while they are repaired.",
        ),
    ),
)
"""Decks to begin with, the starter decks first."""
