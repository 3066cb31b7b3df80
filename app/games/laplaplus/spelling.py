"""The spellings of the cards, and digits cut into their numbers."""

from app.engine.spelling import Readings, Spellings
from app.games.laplaplus.cards import STANDARD, CardPool

ALSO = {"Defense Power": "defence_power"}
_READ = {
    "こうげき": "attack",
    "れんげき": "flurry",
    "じゅうげき": "heavy_blow",
    "じこぎまん": "self_deception",
    "わな": "trap",
    "そうさい": "offset",
    "ふしょく": "corrosion",
    "こうげきりょく": "attack_power",
    "ぼうぎょりょく": "defence_power",
    "ぶんるいブレイン": "category_brain",
    "げんていブレイン": "specific_brain",
    "めくらまし": "dazzle",
}


class Spelling:
    """The spellings and readings of the cards of a pool."""

    def __init__(self, pool: CardPool) -> None:
        self.pool = pool
        self.spellings = Spellings(pool.shown, also=ALSO)
        self.readings = Readings(pool.shown, _READ)


SPELLING = Spelling(STANDARD)
SPELLINGS = SPELLING.spellings


def cut(digits: str, parts: int, spellings: Spellings = SPELLINGS) -> tuple[str, ...]:
    """Return every way to cut digits into this many card numbers, as `12,3`."""
    if parts == 1:
        return (digits,) if digits in spellings.by_number else ()
    return tuple(
        f"{digits[:size]},{rest}"
        for size in (2, 1)
        if digits[:size] in spellings.by_number
        for rest in cut(digits[size:], parts - 1, spellings)
    )


def shortest_cuts(digits: str, most: int, spellings: Spellings = SPELLINGS) -> tuple[str, ...]:
    """The ways to cut a row of digits into as few card numbers as can be, `most` at most."""
    if len(digits) > 2 * most:
        return ()
    for parts in range(2, most + 1):
        if found := cut(digits, parts, spellings):
            return found
    return ()
