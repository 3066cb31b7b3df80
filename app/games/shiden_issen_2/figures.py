"""The numbers of a build before any opponent has done something to it."""

from collections.abc import Iterator
from typing import Final

from app.engine import Build, CardFigure, Words
from app.games.shiden_issen_2 import events as log
from app.games.shiden_issen_2.battle import SLOTS, play
from app.games.shiden_issen_2.cards import STANDARD, SkillPool

SPEED: Final = Words("最初の速度", "Speed in round 1")
_HARMLESS: Final = Build(("flash",) * SLOTS)


def figures(build: Build, pool: SkillPool = STANDARD) -> Iterator[CardFigure]:
    """The speed with which it enters the order phase of the first round, as the reference counts it."""
    if not build.cards:
        return
    events = play(build, _HARMLESS, pool).events
    yield CardFigure(SPEED, next(e.home_speed for e in events if isinstance(e, log.OrderDecided)))
