"""ラプラプラス: up to eight cards in a row, battles without dice."""

from pathlib import Path

from app.engine import Ruleset, Words
from app.games.laplaplus.battle import REASONS, RULES_VERSION, play
from app.games.laplaplus.board import boards
from app.games.laplaplus.build import explain, read_build, write_build
from app.games.laplaplus.cards import CARD_LIST
from app.games.laplaplus.figures import figures
from app.games.laplaplus.kernel import TWINS
from app.games.laplaplus.remarks import remarks
from app.games.laplaplus.report import changes, tell
from app.games.laplaplus.sentences import ENDINGS
from app.games.laplaplus.words import MAX_CARDS

RULESETS = (
    Ruleset(
        slug="laplaplus",
        title=Words("ラプラプラス", "Laplaplus"),
        rules_version=RULES_VERSION,
        reasons=REASONS,
        folder=Path(__file__).parent,
        cards=CARD_LIST,
        sizes=range(MAX_CARDS + 1),
        read_build=read_build,
        write_build=write_build,
        explain=explain,
        play=play,
        outcomes=TWINS.outcomes,
        course=TWINS.course,
        pace=TWINS.pace,
        tell=tell,
        changes=changes,
        fold=boards,
        remarks=remarks,
        figures=figures,
        endings=ENDINGS,
        about=Words(
            "カードを8枚まで縦に並べると、あとはその並びだけで勝負が決まるゲームで、運の要素はありません。カードのフォースの合計がHPと素早さになり、上に置いたカードほど先に動きます。",
            "You stack up to eight cards, and from then on the stack alone decides: there is no chance in it. The forces of the cards add up to your HP and speed, and higher cards act before lower ones.",
        ),
        exhibition=(
            Words("核核連/大岩", "Core, Core, Flurry / Boulder"),
            Words("連核力/つばめ", "Flurry, Core, Attack Power / Swallow"),
        ),
    ),
)
