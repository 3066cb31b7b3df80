"""Every spelling of the skills, and words cut into them: `閃閃交+硬果` as well as `一閃交錯`."""

import re
from collections.abc import Container, Sequence

from app.engine import CardInfo
from app.engine.spelling import Readings, Spellings
from app.games.shiden_issen_2.cards import ALL, BY_ID, CARD_LIST, RULES_VERSION, VERSIONS

_BEHIND_PLUS = {
    "きょう": "plus_power",
    "こう": "plus_guard",
    "そく": "plus_speed",
    "はん": "plus_counter",
    "れん": "plus_temper",
    "たて": "plus_shield",
}


class Spelling:
    """How the skills of a version are written, and read aloud.

    `known` has the two as well that cannot be taken, so that the problem can name them.
    """

    def __init__(self, skills: Container[str]) -> None:
        taken = [card for card in CARD_LIST if card.id in skills]
        readings = {BY_ID[card.id].reading: card.id for card in taken if BY_ID[card.id].reading}
        behind_plus = {
            plus + reading: id for plus in ("+", "ぷらす") for reading, id in _BEHIND_PLUS.items()
        }
        self.readings = Readings(taken, readings | behind_plus)
        self.spellings = _spellings(taken)
        self.known = _spellings([card for card in ALL if card.id in skills])
        self._by_spelling = self.known.by_name | self.known.by_char
        longest_first = sorted(map(re.escape, self._by_spelling), key=len, reverse=True)
        self._spelling = re.compile("|".join(longest_first))

    def cut(self, text: str) -> list[tuple[str, str | None]]:
        """The letters cut into names and characters, each with its skill; None for a character that is none.

        The longest comes first. No two spellings together are a third one, so there is one way only.
        """
        pieces: list[tuple[str, str | None]] = []
        at = 0
        while at < len(text):
            found = self._spelling.match(text, at)
            piece = found.group() if found else text[at]
            pieces.append((piece, self._by_spelling.get(piece)))
            at += len(piece)
        return pieces


def _spellings(cards: Sequence[CardInfo]) -> Spellings:
    readings = {BY_ID[card.id].reading: card.id for card in cards if BY_ID[card.id].reading}
    return Spellings(cards, readings | {"怒涛": "surge"})


SPELLING = Spelling(VERSIONS[RULES_VERSION])
