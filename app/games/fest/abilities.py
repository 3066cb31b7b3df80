"""Themes, attributes and abilities, and the step that keeps points within their limits."""

from typing import Final, NamedTuple

from app.engine.words import Words

THEMES: Final = ("exhibit", "academics", "combat")
ATTRIBUTES: Final = ("will", "sword", "shield")
WILL, SWORD, SHIELD, JP = range(4)
"""Places in a list of points: the three attributes, then the judging points."""

Points = list[int]
"""Attribute points of will, sword and shield, then judging points; at times below zero."""


class Ability(NamedTuple):
    """The theme and the attribute of an ability."""

    theme: str
    attribute: int


ABILITIES: Final = {
    "dress": Ability("exhibit", WILL),
    "food": Ability("exhibit", SWORD),
    "space": Ability("exhibit", SHIELD),
    "humanities": Ability("academics", WILL),
    "science": Ability("academics", SWORD),
    "arts": Ability("academics", SHIELD),
    "spirit": Ability("combat", WILL),
    "technique": Ability("combat", SWORD),
    "physique": Ability("combat", SHIELD),
}
PROGRAMMES: Final = (
    ("exhibit", "academics", "combat"),
    ("exhibit", "combat", "academics"),
    ("academics", "exhibit", "combat"),
    ("academics", "combat", "exhibit"),
    ("combat", "exhibit", "academics"),
    ("combat", "academics", "exhibit"),
)
"""The orders of the themes, by the die from 1."""


ATTRIBUTE_NAMES: Final = {
    "will": Words("意", "will"),
    "sword": Words("剣", "sword"),
    "shield": Words("盾", "shield"),
}
THEME_NAMES: Final = {
    "exhibit": Words("展示", "exhibit"),
    "academics": Words("学問", "academics"),
    "combat": Words("戦闘", "combat"),
}
ABILITY_NAMES: Final = {
    "dress": Words("衣", "dress"),
    "food": Words("食", "food"),
    "space": Words("住", "space"),
    "humanities": Words("文", "humanities"),
    "science": Words("理", "science"),
    "arts": Words("芸", "arts"),
    "spirit": Words("心", "spirit"),
    "technique": Words("技", "technique"),
    "physique": Words("体", "physique"),
}
NO_ABILITY_NAME: Final = Words("なし", "none")


def clamp(points: Points) -> bool:
    """Bring attributes within their limits. Return whether anything changed.

    Below 0, half of what is missing, rounded down, is lost in judging points. Above the lowest + 10 is cut off.
    """
    will, sword, shield, jp = points
    if 0 <= will <= 10 and 0 <= sword <= 10 and 0 <= shield <= 10:
        return (
            False  # by far the most frequent case, and the autopilot asks a thousand times a match
        )
    lowest = min(will, sword, shield)
    highest = max(will, sword, shield)
    if lowest >= 0 and highest <= lowest + 10:
        return False
    if lowest < 0:
        for at in (WILL, SWORD, SHIELD):
            if points[at] < 0:
                jp -= -points[at] // 2
                points[at] = 0
        lowest = 0
        points[JP] = jp
    cap = lowest + 10
    for at in (WILL, SWORD, SHIELD):
        points[at] = min(points[at], cap)
    return True


def attribute(points: Points) -> int | None:
    """Return the highest attribute; None if several are highest."""
    will, sword, shield, _ = points
    if will > sword:
        if will > shield:
            return WILL
        return SHIELD if shield > will else None
    if sword > will and sword > shield:
        return SWORD
    return SHIELD if shield > sword else None


def beats(one: int | None, another: int | None) -> bool:
    """Whether one attribute wins against another: will, sword, shield, will."""
    return one is not None and another is not None and (one + 1) % 3 == another


def halved(jp: int) -> int:
    """Return half of the points, rounded up; points not above 0 are unchanged."""
    return (jp + 1) // 2 if jp > 0 else jp
