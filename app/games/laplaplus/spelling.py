"""The spellings of the cards, and digits cut into their numbers."""

from app.engine.spelling import Readings, Spellings
from app.games.laplaplus.cards import CARD_LIST

SPELLINGS = Spellings(CARD_LIST, also={"Defense Power": "defence_power"})
READINGS = Readings(
    CARD_LIST,
    {
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
    },
)


def cut(digits: str, parts: int) -> tuple[str, ...]:
    """Every way to cut a row of digits into so many card numbers, as `12,3`."""
    if parts == 1:
        return (digits,) if digits in SPELLINGS.by_number else ()
    return tuple(
        f"{digits[:size]},{rest}"
        for size in (2, 1)
        if digits[:size] in SPELLINGS.by_number
        for rest in cut(digits[size:], parts - 1)
    )


def shortest_cuts(digits: str, most: int) -> tuple[str, ...]:
    """The ways to cut a row of digits into as few card numbers as can be, `most` at most."""
    if len(digits) > 2 * most:
        return ()
    for parts in range(2, most + 1):
        if found := cut(digits, parts):
            return found
    return ()
