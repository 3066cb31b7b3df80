"""The numbers of a build before any enemy has done something to it."""

from collections.abc import Iterator
from typing import Final

from app.engine import Build, CardFigure, Words
from app.games.laplaplus import events as log
from app.games.laplaplus.battle import play
from app.games.laplaplus.cards import STANDARD, CardPool

HP: Final = Words("初期HP", "HP at the start")
SPEED: Final = Words("最初の素早さ", "Speed in turn 1")
_HARMLESS: Final = Build(("core",))
"""An enemy that does nothing before the first action phase."""


def figures(build: Build, pool: CardPool = STANDARD) -> Iterator[CardFigure]:
    """HP when the battle begins, and the speed of its first turn, as the reference counts them (rules §4, §5)."""
    hp = speed = 0
    for event in play(build, _HARMLESS, pool).events:
        match event:
            case log.BuildsDisclosed():
                hp = event.home_hp
            case log.OrderDecided():
                speed = event.home_speed
                break
    yield CardFigure(HP, hp)
    yield CardFigure(SPEED, speed)
