"""The names of cards and skills in both languages."""

from typing import Final

from app.engine.words import Lang, Words

MASTERS: Final = {
    "master": Words("マスター", "master"),
    "e-master": Words("相手マスター", "e-master"),
}
"""The words for masters in orders."""


def minus(n: int) -> str:
    """The number, `−10` for ten less than none."""
    return str(n).replace("-", "−")


def in_words(reference: str, lang: Lang) -> str:
    """A reference of orders as readers of this language write it."""
    return MASTERS[reference].to(lang) if reference in MASTERS else reference
