"""The decisions of organisers about matches of a season, in words."""

from typing import Final

from app.engine.matches.game import Choice
from app.engine.words import Words
from app.games.fest.effects import GUEST_TAG, HOUSE_TAG

CHOICES: Final = (
    Choice(
        "petit",
        Words("デッキ", "Decks"),
        (
            (False, Words("24枚、手札は8枚", "24 cards, hands of 8")),
            (True, Words("15枚、手札は5枚（プチ）", "15 cards, hands of 5 (petit)")),
        ),
    ),
    Choice(
        "allowed_tags",
        Words("使えるルールタグ", "Rule tags allowed"),
        (
            (
                None,
                Words(
                    f"{HOUSE_TAG} と、この大会に加わったカードのタグすべて",
                    f"{HOUSE_TAG}, and every tag of the cards that the season adds",
                ),
            ),
            (
                [HOUSE_TAG],
                Words(
                    f"{HOUSE_TAG}：このサーバーで作ったカード（F01〜F24）",
                    f"{HOUSE_TAG}: the cards made for this server (F01 to F24)",
                ),
            ),
            (
                [GUEST_TAG],
                Words(
                    f"{GUEST_TAG}：原作の効果を持つゲストのカード（G01〜G12）",
                    f"{GUEST_TAG}: guest cards with the original's effects (G01 to G12)",
                ),
            ),
            (
                [HOUSE_TAG, GUEST_TAG],
                Words(f"{HOUSE_TAG} と {GUEST_TAG}", f"{HOUSE_TAG} and {GUEST_TAG}"),
            ),
        ),
    ),
    Choice(
        "max_copies",
        Words("同じカード", "Copies of a card"),
        (
            (None, Words("何枚でも", "as many as you like")),
            *((n, Words(f"{n}枚まで", f"{n} at most")) for n in (1, 2, 3, 4)),
        ),
    ),
    Choice(
        "scoring",
        Words("勝敗の決め方", "Who wins"),
        (
            (
                "B",
                Words(
                    "B：総得点の数だけ、最後にサイコロを振る",
                    "B: one die for each point at the end",
                ),
            ),
            (
                "A",
                Words(
                    "A：ラウンドごとに審査点の数だけサイコロを振る",
                    "A: dice for the judging points of each round",
                ),
            ),
            ("C", Words("C：総得点の多いほう、サイコロなし", "C: the higher total, without dice")),
        ),
    ),
    Choice(
        "open_lists",
        Words("相手のデッキの中身", "The opponent's deck list"),
        ((False, Words("見せない", "hidden")), (True, Words("見せる", "shown"))),
    ),
)
