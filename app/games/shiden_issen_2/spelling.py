"""The spellings of skills, and words cut into them: `閃閃交+硬果` as well as `一閃交錯`."""

import re
from collections.abc import Iterable

from app.engine.spelling import Readings, Spellings
from app.games.shiden_issen_2.abilities import Skill
from app.games.shiden_issen_2.cards import STANDARD, SkillPool

_BEHIND_PLUS = {
    "きょう": "plus_power",
    "こう": "plus_guard",
    "そく": "plus_speed",
    "はん": "plus_counter",
    "れん": "plus_temper",
    "たて": "plus_shield",
}
_ALSO = {"怒涛": "surge"}


class Spelling:
    """The spellings and readings of the skills of a pool.

    `known` includes the two skills that cannot be chosen, so that a problem can name them.
    """

    def __init__(self, pool: SkillPool) -> None:
        self.pool = pool
        taken = [skill for skill in pool.skills if skill.obtainable]
        behind_plus = {
            plus + reading: id for plus in ("+", "ぷらす") for reading, id in _BEHIND_PLUS.items()
        }
        self.readings = Readings(pool.shown, _read(taken) | behind_plus)
        self.spellings = Spellings(pool.shown, _read(taken) | _ALSO)
        self.known = Spellings((*pool.shown, *pool.unbuilt), _read(pool.skills) | _ALSO)
        self._by_spelling = self.known.by_name | self.known.by_char
        longest_first = sorted(map(re.escape, self._by_spelling), key=len, reverse=True)
        self._spelling = re.compile("|".join(longest_first))

    def cut(self, text: str) -> list[tuple[str, str | None]]:
        """Cut the text into names and characters, each with its skill; None for an unknown character.

        The longest spelling is tried first. No two spellings together form a third, so there is only one way.
        """
        pieces: list[tuple[str, str | None]] = []
        at = 0
        while at < len(text):
            found = self._spelling.match(text, at)
            piece = found.group() if found else text[at]
            pieces.append((piece, self._by_spelling.get(piece)))
            at += len(piece)
        return pieces


def _read(skills: Iterable[Skill]) -> dict[str, str]:
    return {skill.reading: skill.id for skill in skills if skill.reading}


SPELLING = Spelling(STANDARD)
