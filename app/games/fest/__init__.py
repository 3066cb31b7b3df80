"""The school festival: two classes, three themes, cards in hand and orders by mail."""

from functools import partial
from pathlib import Path
from typing import Final

from app.engine import Aid, House, Life, Pace, Ruleset, Terms, Words
from app.engine.ruleset import Workshop
from app.engine.workshop.file import tidied
from app.games.fest.cards import HOUSE
from app.games.fest.game import GAMES as GAMES, Fest
from app.games.fest.words.cards import CARD_LIST, info
from app.games.fest.words.deck import (
    SIZES,
    explain,
    read_any,
    write_build,
)
from app.games.fest.words.names import ATTRIBUTES, THEMES
from app.games.fest.words.remarks import remarks
from app.games.fest.words.samples import SAMPLES
from app.games.fest.workshop import cards as workshop


def _with_cards(base: Fest, text: str) -> Ruleset:
    """The same game with the cards of this text in TOML. Raises `CardsUnreadable`."""
    text = tidied(text)
    read = workshop.of_file(text, base.cards)
    cards = [
        info(number, card) for number, card in enumerate(read.cards().values(), len(HOUSE) + 1)
    ]
    own = [workshop.as_listed(card, read.effects) for card in read.made]
    return _ruleset(Fest(base.rules, own), House(base.rules, text, (*cards,), ()))


_AIDS: Final = (
    *(
        Aid(name, Words("このラウンドの属性点", "Points of this round"), copies=2)
        for name in ATTRIBUTES.values()
    ),
    Aid(Words("審査点", "Judging points"), copies=2),
    Aid(Words("総得点", "Total"), copies=2),
    Aid(Words("デッキ", "Deck"), copies=2),
    Aid(
        Words("温存札", "Reserve"),
        Words("第3ラウンドのために伏せておきます。", "Kept face down for round 3."),
        copies=2,
    ),
    Aid(
        Words("プログラム", "Programme"),
        Words(
            "サイコロ1個：1 展示・学問・戦闘　2 展示・戦闘・学問　3 学問・展示・戦闘　4 学問・戦闘・展示　5 戦闘・展示・学問　6 戦闘・学問・展示",
            "One die: 1 exhibit, academics, combat. 2 exhibit, combat, academics. 3 academics, exhibit, combat. 4 academics, combat, exhibit. 5 combat, exhibit, academics. 6 combat, academics, exhibit.",
        ),
        (*THEMES.values(), Words("先手", "first")),
    ),
    Aid(
        Words("点", "Points"),
        counters=(Words("1", "1"),) * 10 + (Words("5", "5"),) * 5 + (Words("−1", "−1"),) * 5,
        copies=3,
    ),
)


def _ruleset(game: Fest, house: House | None = None) -> Ruleset:
    """Seasons are played by it."""
    return Ruleset.of(
        game,
        (*CARD_LIST, *(house.added if house else ())),
        house,
        folder=Path(__file__).parent,
        sizes=SIZES,
        read_build=partial(read_any, house=game.cards, own=game.own),
        write_build=partial(write_build, own=game.own),
        explain=partial(explain, own=game.own),
        remarks=partial(remarks, config=game.brought),
        aids=_AIDS,
        workshop=Workshop(
            workshop.OwnCard,
            Words(
                "能力：衣・食 効果：B01 効果：S04[戦闘・盾] 技名：竹刀一閃 タグ：#pbm-std #standard",
                "abilities: dress, food effect: B01 effect: S04[combat, shield] called: Bamboo Flash tags: #pbm-std #standard",
            ),
            workshop.whole,
            partial(_with_cards, game),
            workshop.defined,
        ),
        pace=Pace("reference: its matches have no compiled kernel", battles=150),
        terms=Terms(
            turn=Words("ラウンド", "round"),
            turns=Words("ラウンド", "rounds"),
            order=Words(
                "デッキの中の順番に意味はありません。", "The order of a deck means nothing."
            ),
        ),
        life=Life(
            Words("総得点", "Total"), Words("{n}点", "{n} point"), Words("{n}点", "{n} points")
        ),
        samples=[(each.name, each.build) for each in SAMPLES],
        original=Words(
            "原作はwiki3.jpの「utakatakohaku」にある題名のないカードゲーム（2018年）です。#standard の効果はまつさんの作です。",
            "The original is a card game without a title on the wiki utakatakohaku at wiki3.jp (2018); its effects #standard are by Matsu (まつ).",
        ),
        about=Words(
            "24枚のデッキを持ち寄り、展示・学問・戦闘の3ラウンドで審査点を競うゲームです。どの札を温存し、誰をフロントに立て、残りをどの順に使うかを、指示で決めます。",
            "Two classes bring decks of 24 cards and compete for judging points in three rounds: exhibit, academics and combat. Your orders say which cards to reserve, which to put in front, and how to use the rest.",
        ),
        exhibition=(
            Words("全校総出/東組", "Whole School / East Class"),
            Words("剣の行列/西組", "Sword Line / West Class"),
        ),
    )


RULESETS: Final = tuple(map(_ruleset, GAMES))
"""All versions of the rules for seasons, the newest first."""
