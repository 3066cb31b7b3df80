"""What the cards and the rule book of a game say about a question: the passages that share its rarest words."""

import re
from collections import Counter
from math import log
from typing import Final

from app.engine import Lang, Ruleset
from app.text.characters import normal

MOST: Final = 3
_LEAST: Final = 5.0
_FEW: Final = 2.5
"""So rare are the words that a passage must share, as the logarithm of how many have none of them; `_FEW` where the question has few."""
_WORD: Final = re.compile(r"[a-z]{3,}|[a-z]?[0-9]+|[ァ-ヶー]{2,}|[一-龥々](?:[ぁ-ん]?[一-龥々])+")
_BLOCK: Final = re.compile(r"\n\s*\n|\n(?=[-|*] ?)|\n(?=#)")
_COMMON: Final = frozenset(
    [
        "and",
        "are",
        "but",
        "can",
        "did",
        "does",
        "for",
        "how",
        "its",
        "not",
        "one",
        "that",
        "the",
        "them",
        "they",
        "this",
        "too",
        "what",
        "when",
        "which",
        "who",
        "why",
        "will",
        "with",
        "you",
        "your",
        "質問",
        "場合",
        "効果",
        "自分",
        "相手",
    ]
)


def passages(game: Ruleset, question: str, lang: Lang) -> list[tuple[str, list[str]]]:
    """The cards that the question names, and passages of the rules about it, each under a heading.
    Empty if nothing fits.
    """
    said = normal(question)
    named = [
        card
        for card in game.cards
        if any(normal(name) in said for name in (card.name.ja, card.name.en))
        or re.search(rf"\b{normal(card.id)}\b", said)
    ]
    if not said.strip():
        return []
    found = [(card.name.to(lang), [card.text.to(lang)]) for card in named[:MOST]]
    heading, blocks = "", []
    for block in _BLOCK.split(game.rules(lang).replace("**", "")):
        if block.startswith("#"):
            heading = block.strip("# \n")
        elif block.strip("-| \n"):
            blocks.append((heading, " ".join(block.strip("-| \n").split()), _words(block)))
    df = Counter(word for *_, words in blocks for word in words)
    asked = _words(question)
    worth = {word: log(len(blocks) / df[word]) for word in asked if df[word]}
    scored = sorted(
        ((sum(worth.get(word, 0) for word in words), at) for at, (*_, words) in enumerate(blocks)),
        key=lambda each: (-each[0], each[1]),
    )
    least = max(_FEW, min(_LEAST, 0.7 * sum(worth.values())), 0.75 * scored[0][0])
    for score, at in scored[:MOST]:
        if score >= least:
            found.append((blocks[at][0], [blocks[at][1]]))
    return found


def _words(text: str) -> set[str]:
    """The words that tell what a text is about, without their endings."""
    words = (
        re.sub(r"(?<=[a-z]{3})(?:s|ed|es|ing)$", "", each) for each in _WORD.findall(normal(text))
    )
    return {*words} - _COMMON
