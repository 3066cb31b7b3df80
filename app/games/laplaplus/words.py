"""A word of a build: the cards it means, or its problems (rules §3.3, §3.4)."""

from collections.abc import Callable

from app.engine.notation import PlacedCard, Word
from app.engine.spelling import Spellings
from app.errors import Problem
from app.games.laplaplus.spelling import shortest_cuts

MAX_CARDS = 8
OPEN_CARDS = 4
"""The text shown before a duel face to face (rules §7.2)."""
DUEL_CARDS = 8
"""The number of open cards of a build in such a duel, and of closed ones."""


def read_word(spellings: Spellings, word: Word) -> tuple[list[PlacedCard], list[Problem]]:
    """The cards of the word (§3.3 a to c), or its problems (d)."""
    if card := spellings.named_or_numbered(word.text):
        return [PlacedCard(card, word.line, word.column, word.typed)], []
    run = [
        PlacedCard(spellings.by_char[sign.normal], word.line, sign.column, sign.typed)
        for sign in word.signs
        if sign.normal in spellings.by_char
    ]
    problems = [] if len(run) == len(word.signs) else _problems_of(spellings, word)
    # Wrong characters in a run do not change the meaning of the others.
    is_run = all(problem.code == "unknown-character" for problem in problems)
    return run if is_run else [], problems


def _problems_of(spellings: Spellings, word: Word) -> list[Problem]:
    """The first row of §3.4 that fits; the last one always does."""
    return next(problems for row in _ROWS if (problems := row(spellings, word)))


def _number_out_of_range(spellings: Spellings, word: Word) -> list[Problem]:
    if not (word.text.isascii() and word.text.isdigit()):
        return []
    return [word.problem("number-out-of-range", shortest_cuts(word.text, MAX_CARDS, spellings))]


def _part_of_names(spellings: Spellings, word: Word) -> list[Problem]:
    cards = spellings.with_part(word.letters)
    code = "ambiguous-card" if len(cards) > 1 else "unknown-card"
    return [word.problem(code, cards)] if cards else []


def _misspelt(spellings: Spellings, word: Word) -> list[Problem]:
    cards = spellings.nearest_to(word.letters)
    return [word.problem("unknown-card", cards)] if cards else []


def _wrong_characters(spellings: Spellings, word: Word) -> list[Problem]:
    wrong = [sign for sign in word.signs if sign.normal not in spellings.by_char]
    if len(wrong) * 2 > len(word.signs):
        return []
    return [
        word.problem_at(sign, "unknown-character", spellings.with_character(sign.normal))
        for sign in wrong
    ]


def _like_no_card(spellings: Spellings, word: Word) -> list[Problem]:
    def is_readable(part: str) -> bool:
        return bool(spellings.named_or_numbered(part)) or all(
            char in spellings.by_char for char in part
        )

    parts = word.text.split()
    hint = ",".join(parts) if len(parts) > 1 and all(map(is_readable, parts)) else spellings.chars
    return [word.problem("unknown-card", (hint,))]


_ROWS: tuple[Callable[[Spellings, Word], list[Problem]], ...] = (
    _number_out_of_range,
    _part_of_names,
    _misspelt,
    _wrong_characters,
    _like_no_card,
)
