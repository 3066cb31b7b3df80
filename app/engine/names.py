"""Checks the names of new cards: none may be read as another card, or as a row of cards."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from app.engine.ruleset import CardInfo
from app.engine.spelling import Readings, Spellings, key
from app.engine.workshop.file import MOST_NAME, Part
from app.text.characters import is_hidden, normal

NAMES: Final = ("ja", "en", "id")
_CHAR: Final = "char"
_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_ALSO_IN_NAMES: Final = frozenset(" ・-'’!?！？")


class CardNames:
    """The names of these cards, and of every new one by its table."""

    def __init__(self, cards: Iterable[CardInfo], spellings: Spellings, readings: Readings) -> None:
        self.heard = readings.heard
        self.names = readings.spellings.by_name | spellings.by_name
        self.called = {card.id: card.name.ja for card in cards}
        self.chars = {card.char: card.name.ja for card in cards}
        self.parts: dict[str, Part] = {}

    def add(self, part: Part) -> None:
        """Add the names of a new card, or note what is wrong with them. The table's reader refuses other values."""
        given = dict(_given(part))
        mine = given.get("id", f"card {len(self.parts)}")
        fitting = [given[at] for at in NAMES if at in given and self._is_free(part, at, given[at])]
        if char := given.get(_CHAR):
            self._take(part, char, given.get("ja", char))
        self.names |= {key(name): mine for name in fitting}
        self.called[mine] = given.get("ja", mine)
        self.parts[mine] = part

    def _is_free(self, part: Part, at: str, name: str) -> bool:
        """Whether no other card has this name, and it cannot mean anything else."""
        if not (_ID.fullmatch(name) if at == "id" else _is_name(name)):
            part.refuse(at, "house-id" if at == "id" else "house-name", name)
            return False
        other = self.names.get(key(name)) or (at != "id" and self.heard(name))
        if other:
            part.refuse(at, "house-name-taken", name, self.called.get(other, other))
        return not other

    def _take(self, part: Part, char: str, ja: str) -> None:
        if len(char) != 1 or char != normal(char) or not _is_notation(char):
            part.refuse(_CHAR, "house-char", char)
        elif char in self.chars:
            taken = "".join(self.chars)
            part.refuse(_CHAR, "house-char-taken", char, self.chars[char], there_are=(taken,))
        else:
            self.chars[char] = ja

    def refuse_rows(self, cards: Iterable[CardInfo], pieces: Mapping[str, str]) -> None:
        """Note every name of these cards that could also be read as a row of `pieces` (spellings with their cards)."""
        for card in cards:
            for at, word in zip(NAMES, (*card.name, card.id), strict=True):
                letters = key(word)
                if _is_row(
                    letters, {each: id for each, id in pieces.items() if each in letters}, card.id
                ):
                    part, where = self._guilty(card.id, at, letters)
                    part.refuse(where, "house-name-as-notation", word)

    def _guilty(self, id: str, at: str, letters: str) -> tuple[Part, str]:
        """The place of a new name. For an old name: of the last new spelling that made it readable as a row."""
        if id in self.parts:
            return self.parts[id], at
        new = [
            (part, where)
            for part in self.parts.values()
            for where, word in _given(part)
            if key(word) in letters
        ]
        return new[-1]


def _given(part: Part) -> Iterator[tuple[str, str]]:
    """The names written for a card, its sign last."""
    for at in (*NAMES, _CHAR):
        word = part.values.get(at)
        if (
            isinstance(word, str)
            and word.strip()
            and len(word) <= MOST_NAME
            and not any(map(is_hidden, word))
        ):
            yield at, word.strip()


def _is_row(letters: str, pieces: Mapping[str, str], own: str) -> bool:
    """Whether these letters can be split into spellings of cards. One whole piece is the card's own name."""
    ends = {0}
    for end in range(1, len(letters) + 1):
        starts = (start for start in ends if pieces.get(letters[start:end]))
        if any((start, end) != (0, len(letters)) or pieces[letters] != own for start in starts):
            ends.add(end)
    return len(letters) in ends and bool(letters)


def _is_name(name: str) -> bool:
    """Whether this can be the name of a card: letters, digits and a few signs, and not digits alone."""
    return any(char.isalpha() for char in name) and all(
        unicodedata.category(char)[0] in "LN" or char in _ALSO_IN_NAMES for char in name
    )


def _is_notation(char: str) -> bool:
    """Whether this can be the sign of a card. A long vowel sign or an accent belongs to the character before it."""
    return unicodedata.category(char) in ("Lo", "Ll", "So")
