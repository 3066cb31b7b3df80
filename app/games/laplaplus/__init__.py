"""ラプラプラス: up to eight cards in a row, battles without dice."""

from functools import partial
from pathlib import Path
from typing import Final

from app.engine import Aid, Duel, House, Ruleset, Words
from app.engine.ruleset import Workshop
from app.games.laplaplus.battle import play
from app.games.laplaplus.board import boards
from app.games.laplaplus.build import read_build, read_open, read_whole, write_build
from app.games.laplaplus.cards import POOLS, STANDARD, CardPool
from app.games.laplaplus.figures import figures
from app.games.laplaplus.house.file import OwnCard, read_cards
from app.games.laplaplus.house.listing import listed
from app.games.laplaplus.kernel import TWINS, twins_of
from app.games.laplaplus.problems import explain
from app.games.laplaplus.remarks import remarks
from app.games.laplaplus.report import changes, tell
from app.games.laplaplus.sentences import ENDINGS
from app.games.laplaplus.spelling import SPELLING, Spelling
from app.games.laplaplus.words import DUEL_CARDS, MAX_CARDS, OPEN_CARDS


def _with_cards(base: CardPool, text: str) -> Ruleset:
    pool, house = read_cards(text, base)
    return _ruleset(pool, house)


_AIDS: Final = (
    Aid(
        Words("オープンカード", "Open card"),
        Words(
            "両者が同時に見せます。順番に意味はありません。",
            "Both players show theirs at once. Their order means nothing.",
        ),
        copies=2 * OPEN_CARDS,
    ),
    Aid(
        Words("HP", "HP"),
        counters=(Words("1", "1"),) * 10 + (Words("5", "5"),) * 10,
        copies=2,
    ),
    Aid(Words("ダウン", "Down"), counters=(Words("ダウン", "down"),) * 2 * DUEL_CARDS),
    *(
        Aid(
            Words(f"{place}", f"{place}"),
            Words("トップ：先に動きます。", "The top: it acts first.")
            if place == 1
            else Words("", ""),
            copies=2,
        )
        for place in range(1, MAX_CARDS + 1)
    ),
)


def _ruleset(pool: CardPool, house: House | None = None) -> Ruleset:
    """The game with the cards of this pool."""
    is_newest = pool is STANDARD
    spelling = SPELLING if is_newest else Spelling(pool)
    twins = TWINS if is_newest else twins_of(pool)
    return Ruleset(
        slug="laplaplus",
        title=Words("ラプラプラス", "Laplaplus"),
        rules_version=pool.version,
        folder=Path(__file__).parent,
        cards=pool.shown,
        sizes=range(MAX_CARDS + 1),
        read_build=partial(read_build, spelling=spelling),
        write_build=partial(write_build, spelling=spelling),
        explain=partial(explain, spellings=spelling.spellings),
        play=partial(play, pool=pool),
        outcomes=twins.outcomes,
        lives=twins.lives,
        course=twins.course,
        pace=twins.pace,
        tell=partial(tell, pool=pool),
        changes=partial(changes, pool=pool),
        fold=partial(boards, pool=pool),
        remarks=partial(remarks, pool=pool),
        figures=partial(figures, pool=pool),
        endings=ENDINGS,
        workshop=Workshop(
            OwnCard,
            Words(
                "英語の名前：Paper Plane 一文字表記：紙 系統：ダメージ系 フォース：1",
                "English name: Paper Plane character: 紙 family: damage force: 1",
            ),
            lambda data, number: {**data, "id": f"own_{number}"},
            partial(_with_cards, pool),
            words=listed,
        ),
        house=house,
        aids=_AIDS,
        duel=Duel(
            open_cards=OPEN_CARDS,
            cards=DUEL_CARDS,
            read_open=partial(read_open, spelling=spelling),
            read_whole=partial(read_whole, spelling=spelling),
        ),
        original=Words(
            "原作はポーンさんの作品で、ステッパーズ・ストップで公開されました。",
            "The original is by Porn (ポーン), published at Steppers' Stop (ステッパーズ・ストップ).",
        ),
        about=Words(
            "カードを8枚まで縦に並べると、あとはその並びだけで勝負が決まるゲームで、運の要素はありません。カードのフォースの合計がHPと素早さになり、上に置いたカードほど先に動きます。",
            "You stack up to eight cards, and from then on the stack alone decides: there is no chance in it. The forces of the cards add up to your HP and speed, and higher cards act before lower ones.",
        ),
        exhibition=(
            Words("核核連/大岩", "Core, Core, Flurry / Boulder"),
            Words("連核力/つばめ", "Flurry, Core, Attack Power / Swallow"),
        ),
    )


RULESETS = tuple(map(_ruleset, reversed(POOLS)))
