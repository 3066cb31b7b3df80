"""ACT:S: masters and servants on a field of three by five squares. Actions alternate, and the other side may answer."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from app.engine import Aid, Build, CardFigure, House, Life, Pace, Ruleset, Terms, Words
from app.engine.ruleset import Workshop
from app.engine.workshop.file import File, tidied
from app.games.acts.game import GAMES as GAMES, Acts
from app.games.acts.pool import MatchCards
from app.games.acts.squares import COLUMNS, HOME, ROWS
from app.games.acts.words.cards import card_list
from app.games.acts.words.deck import (
    ALL_CARDS,
    SIZES,
    explain,
    read_build,
    split,
    write_build,
)
from app.games.acts.words.remarks import remarks
from app.games.acts.words.samples import SAMPLES
from app.games.acts.workshop import MadeCard, read_cards, whole


def _figures(build: Build, pool: MatchCards) -> Iterator[CardFigure]:
    """Yield the figures of the master, and the number of cards of each kind and size."""
    masters, deck = split(build, pool)
    for id in masters:
        yield CardFigure(Words("VIT", "VIT"), pool[id].life)
        yield CardFigure(Words("エーテル所持量", "Ether capacity"), pool[id].size)
    kinds: Counter[str] = Counter()
    for id, n in deck.items():
        kinds[f"{pool[id].kind}{pool[id].size or ''}"] += n
    yield CardFigure(Words("エーテル", "Ether"), kinds["ether"])
    for size in (1, 2, 3):
        label = Words(f"サイズ{size}のサーヴァント", f"Servants of size {size}")
        yield CardFigure(label, kinds[f"servant{size}"])
    yield CardFigure(Words("ツール", "Tools"), kinds["tool"])


def _with_cards(base: Acts, text: str) -> Ruleset:
    """Return these rules with the house cards of this text in TOML."""
    text = tidied(text)
    whole = File.read(text)
    added = len(read_cards(whole))
    game = Acts(base.rules, whole.values["card"])
    return _ruleset(game, House(base.rules, text, card_list(game.pool)[-added:], ()))


_AIDS: Final = (
    *(
        Aid(
            Words(str(square), str(square)),
            Words("マスターはここから", "A master starts here")
            if square in HOME.values()
            else Words("", ""),
        )
        for row in range(ROWS, 0, -1)
        for square in range(10 * row + COLUMNS, 10 * row, -1)
    ),
    Aid(Words("デッキ", "Deck"), copies=2),
    Aid(Words("トラッシュ", "Trash"), copies=2),
    Aid(
        Words("コイン", "Coin"),
        Words(
            "2枚を背中合わせに貼ります。始める前に、どちらの面が誰かを決めます。",
            "Glue both back to back. Agree before the start whose side is which.",
        ),
        (Words("表", "A"), Words("裏", "B")),
    ),
    Aid(
        Words("ダメージカウンター", "Damage counters"),
        counters=(Words("10D", "10D"),) * 15 + (Words("50D", "50D"),) * 5,
    ),
    Aid(
        Words("エーテル", "Ether"),
        Words(
            "オフ（表）：使えるエーテル、1e。エーテル・オンと背中合わせに貼ります。",
            "Ready, 1e. Glue it back to back with a spent one.",
        ),
        copies=9,
    ),
    Aid(
        Words("エーテル・オン", "Ether, spent"),
        Words("オン（裏）：使ったエーテル", "This side up once it has been used"),
        copies=9,
    ),
)


def _ruleset(game: Acts, house: House | None = None) -> Ruleset:
    """Seasons are played by it."""
    return Ruleset.of(
        game,
        card_list(game.pool),
        house=house,
        workshop=Workshop(
            MadeCard,
            Words(
                "カードの種類：サーヴァント 英語名：Paper Crane DUR：40 ATK：20 DEF：0 サイズ：1",
                "kind of card: servant English name: Paper Crane DUR: 40 ATK: 20 DEF: 0 size: 1",
            ),
            whole,
            partial(_with_cards, game),
        ),
        folder=Path(__file__).parent,
        sizes=SIZES,
        read_build=partial(read_build, config=game.settle(ALL_CARDS), cards=game.cards),
        write_build=partial(write_build, pool=game.pool),
        explain=partial(explain, pool=game.pool),
        remarks=partial(remarks, pool=game.pool),
        figures=partial(_figures, pool=game.pool),
        sample_text="Rank and File",
        aids=_AIDS,
        pace=Pace("reference: its matches have no compiled kernel", battles=60),
        terms=Terms(
            down=Words("フィールドに出ている", "on the field"),
            gone=Words("トラッシュ", "in the trash"),
            order=Words(
                "デッキの中の順番に意味はありません。", "The order of a deck means nothing."
            ),
        ),
        life=Life(
            Words("残りVIT", "VIT left"), Words("VIT{n}", "{n} VIT"), Words("VIT{n}", "{n} VIT")
        ),
        samples=[(each.name, each.build) for each in SAMPLES],
        original=Words(
            "原作は、vlfdさんが2007年5月にブログで公開した「ACT:S 基本ルール 0.30b」です。",
            "The original is “ACT:S 基本ルール 0.30b” (basic rules) by vlfd, published on a weblog in May 2007.",
        ),
        about=Words(
            "3×5マスのフィールドに、30枚のデッキからサーヴァントをメイクし、1回ずつ交互に行動してマスターを倒します。エーテルはコストであり命でもあり、攻撃には防御やツールで答えられます。",
            "Two masters meet on 3 × 5 squares. They make servants from decks of 30 cards and act in turn, one action each, until a master falls. Ether is cost and life. Defences and tools answer attacks.",
        ),
        exhibition=(
            Words("遠い灯/ベル", "Far Light/Bell"),
            Words("工具箱/カノン", "Tool Shed/Canon"),
        ),
    )


RULESETS: Final = tuple(map(_ruleset, GAMES))
"""All versions of the rules for seasons, the newest first."""
