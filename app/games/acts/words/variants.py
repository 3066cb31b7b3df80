"""What organisers decide about the matches of a season, as they read it."""

from typing import Final

from app.engine.matches.game import Choice
from app.engine.words import Words

CHOICES: Final = (
    Choice(
        "turn_limit",
        Words("ターン制限", "Turn limit"),
        (
            (
                10,
                Words(
                    "10ターン(手紙はおよそ10往復まで。残りVITの多いほうの勝ち)",
                    "10 turns: about ten letters at most; more VIT left wins",
                ),
            ),
            (6, Words("6ターン(短い大会に)", "6 turns, for a short tournament")),
            (0, Words("なし(原作どおり)", "none, as the original has it")),
        ),
    ),
    Choice(
        "cards",
        Words("使えるカード", "Cards"),
        (
            ("starter", Words("このサーバーのカード", "the cards of this server")),
            (
                "fixtures",
                Words("原作の「ちゆき」と「オズ」も", "Chiyuki and Oz of the original, too"),
            ),
        ),
    ),
)
