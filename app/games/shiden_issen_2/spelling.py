"""Every spelling of the skills, and words cut into them: `閃閃交+硬果` as well as `一閃交錯`."""

import re
from collections.abc import Sequence

from app.engine import CardInfo
from app.engine.spelling import Readings, Spellings
from app.games.shiden_issen_2.cards import ALL, BY_ID, CARD_LIST


def _spellings(cards: Sequence[CardInfo]) -> Spellings:
    readings = {BY_ID[card.id].reading: card.id for card in cards if BY_ID[card.id].reading}
    return Spellings(cards, readings | {"怒涛": "surge"})


_BEHIND_PLUS = {
    "きょう": "plus_power",
    "こう": "plus_guard",
    "そく": "plus_speed",
    "はん": "plus_counter",
    "れん": "plus_temper",
    "たて": "plus_shield",
}
READINGS = Readings(
    CARD_LIST,
    {BY_ID[card.id].reading: card.id for card in CARD_LIST if BY_ID[card.id].reading}
    | {plus + reading: id for plus in ("+", "ぷらす") for reading, id in _BEHIND_PLUS.items()},
)
SPELLINGS = _spellings(CARD_LIST)
KNOWN = _spellings(ALL)
"""With the two skills that cannot be taken, so that the problem can name them."""

_BY_SPELLING = KNOWN.by_name | KNOWN.by_char
_SPELLING = re.compile("|".join(sorted(map(re.escape, _BY_SPELLING), key=len, reverse=True)))


def cut(text: str) -> list[tuple[str, str | None]]:
    """The letters cut into names and characters, each with its skill; None for a character that is none.

    The longest comes first. No two spellings together are a third one, so there is one way only.
    """
    pieces: list[tuple[str, str | None]] = []
    at = 0
    while at < len(text):
        found = _SPELLING.match(text, at)
        piece = found.group() if found else text[at]
        pieces.append((piece, _BY_SPELLING.get(piece)))
        at += len(piece)
    return pieces
