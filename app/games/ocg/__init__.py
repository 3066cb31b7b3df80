"""The online card plan: characters that change their class, and a pile that is life and clock."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from app.engine import Aid, Build, CardFigure, House, Life, Pace, Ruleset, Terms, Words
from app.engine.ruleset import Workshop
from app.engine.workshop.file import tidied
from app.games.ocg.build import MOST_DECKS
from app.games.ocg.effects import COLOUR_NAMES, COLOURS
from app.games.ocg.game import GAMES as GAMES, OnlineCard
from app.games.ocg.pool import MatchCards
from app.games.ocg.words.cards import card_list
from app.games.ocg.words.deck import SIZES, explain, read_build, write_build
from app.games.ocg.words.remarks import remarks
from app.games.ocg.words.samples import SAMPLES
from app.games.ocg.workshop import MadeCard, as_listed, of_file, whole


def _figures(build: Build, pool: MatchCards) -> Iterator[CardFigure]:
    """Yield the number of cards of each kind, level and colour."""
    cards = [pool[id] for id in build.cards]
    levels = Counter(card.level for card in cards if card.kind == "char")
    for level in range(4):
        yield CardFigure(Words(f"レベル{level}", f"Level {level}"), levels[level])
    kinds = Counter(card.kind for card in cards)
    yield CardFigure(Words("アイテム", "Items"), kinds["item"])
    yield CardFigure(Words("コマンド", "Commands"), kinds["command"])
    yield CardFigure(Words("エリア", "Areas"), kinds["area"])
    colours = Counter(card.colour for card in cards if card.is_basic)
    for colour in COLOURS:
        name = COLOUR_NAMES[colour]
        yield CardFigure(Words(f"召喚できる{name.ja}", f"To summon, {name.en}"), colours[colour])


def _with_cards(base: OnlineCard, text: str) -> Ruleset:
    """The same game with the cards of this text in TOML. Raises `CardsUnreadable`."""
    text = tidied(text)
    game = OnlineCard(base.rules, [*map(as_listed, of_file(text))])
    added = card_list(game.pool)[-len(game.own) :]
    return _ruleset(game, House(base.rules, text, added, ()))


_AIDS: Final = (
    Aid(Words("戦場", "Battlefield"), Words("このターンの戦場", "The one of this turn")),
    Aid(Words("戦場候補", "Candidates"), Words("エリアカード、3枚まで", "Up to 3 areas"), copies=2),
    Aid(Words("山札", "Pile"), Words("裏向き", "Face down"), copies=2),
    Aid(
        Words("ダメージ", "Damage"),
        Words("表向き。20枚で負け", "Face up. 20 cards lose the match."),
        copies=2,
    ),
    Aid(Words("捨て札", "Discard pile"), Words("表向き", "Face up"), copies=2),
    Aid(Words("場外", "Removed"), Words("戻らないカード", "Cards that never come back"), copies=2),
    Aid(
        Words("コイン", "Coin"),
        Words(
            "背中合わせに貼り、第1ターンの先攻を決めます。",
            "Glue both back to back. It decides who goes first in turn 1.",
        ),
        (Words("表", "A"), Words("裏", "B"), Words("先攻", "first")),
    ),
    Aid(
        Words("キャラクターが負ったダメージ", "Damage on characters"),
        counters=(Words("1", "1"),) * 14 + (Words("5", "5"),) * 6,
        copies=2,
    ),
)


def _ruleset(game: OnlineCard, house: House | None = None) -> Ruleset:
    """Seasons are played by it."""
    return Ruleset.of(
        game,
        card_list(game.pool),
        house,
        folder=Path(__file__).parent,
        sizes=SIZES,
        read_build=partial(read_build, config=game.brought, cards=game.cards),
        write_build=partial(write_build, pool=game.pool),
        explain=partial(explain, pool=game.pool),
        most_decks=MOST_DECKS,
        aids=_AIDS,
        remarks=partial(remarks, pool=game.pool),
        figures=partial(_figures, pool=game.pool),
        workshop=Workshop(
            MadeCard,
            Words(
                "カードの種類：アイテム 英語名：Paper Fan 色：赤 必要なレベル：1 攻撃力：2",
                "kind of card: item English name: Paper Fan colour: red level needed: 1 power: 2",
            ),
            whole,
            partial(_with_cards, game),
        ),
        pace=Pace("reference: its matches have no compiled kernel", battles=250),
        terms=Terms(
            down=Words("場に出ている", "on the table"),
            gone=Words("捨て札かダメージ", "discarded or damage"),
            order=Words(
                "デッキの中の順番に意味はありません。", "The order of a deck means nothing."
            ),
        ),
        life=Life(
            Words("ダメージの余裕", "Damage left to take"),
            Words("余裕{n}", "{n} left"),
            Words("余裕{n}", "{n} left"),
        ),
        samples=[(each.name, each.build) for each in SAMPLES],
        original=Words(
            "原作は2006年10月にtotora.jpn.orgで公開された「オンラインカード案」です。",
            "The original is “オンラインカード案” (a plan for an online card game), published on totora.jpn.org in October 2006.",
        ),
        about=Words(
            "40〜80枚のデッキでキャラクターを召喚し、クラスチェンジで育てて戦います。山札はライフであり時計でもあり、ダメージが20枚たまるか、引くカードがなくなると負けです。",
            "With decks of 40 to 80 cards characters are summoned, grow by class changes and fight. The pile is life and clock: 20 cards of damage lose, and so does an empty pile.",
        ),
        exhibition=(
            Words("刃の陣/シラハ", "Blades/Shiraha"),
            Words("イネ一座/ノワキ", "House of Ine/Nowaki"),
        ),
    )


RULESETS: Final = tuple(map(_ruleset, GAMES))
"""All versions of the rules for seasons, the newest first."""
