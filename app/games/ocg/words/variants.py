"""The decisions of organisers about matches of a season, in words."""

from typing import Final

from app.engine.matches.game import Choice
from app.engine.words import Words

CHOICES: Final = (
    Choice(
        "unique",
        Words("同じ名前のキャラクター", "Characters of the same name"),
        (
            (
                "field",
                Words(
                    "両方の場を合わせて1人だけ（原案どおり。名前で相手の召喚を塞げます）",
                    "one on both fields together (as in the original; your name blocks theirs)",
                ),
            ),
            (
                "own",
                Words(
                    "自分の場に1人だけ（誰でも参加できる大会におすすめ）",
                    "one on each field (recommended for open seasons)",
                ),
            ),
        ),
    ),
    Choice(
        "turns_per_exchange",
        Words("1回のやりとり", "One exchange"),
        (
            (1, Words("1ターン", "one turn")),
            (2, Words("2ターン分の指示をまとめて", "orders for two turns at once")),
        ),
    ),
    Choice(
        "rarity",
        Words("レアなカード", "Rare cards"),
        (
            ("any", Words("どれも4枚まで", "up to 4 of each, as of any card")),
            (
                "few",
                Words("レアは2枚、激レアは1枚まで", "2 of each rare, 1 of each super rare"),
            ),
            ("R", Words("激レアなし", "no super rares")),
            ("U", Words("コモンとアンコモンだけ", "commons and uncommons only")),
            ("C", Words("コモンだけ", "commons only")),
        ),
    ),
)
