"""A match that is over as a page shows it, a step at a time, with all hands open."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, NamedTuple

from fastapi import Depends
from starlette.exceptions import HTTPException

from app.engine import Lang, Side, TellingLine, TellingSheet, Tone
from app.engine.matches import steps
from app.engine.matches.board import Counter, MatchBoard
from app.engine.matches.dice import Dice
from app.engine.matches.game import SEATS, Game, Seat
from app.engine.matches.hindsight import Hindsight, hindsight
from app.engine.matches.record import Line
from app.engine.matches.steps import MatchStep
from app.tournament.cache import IN_TURN, Cache
from app.web.views.battles.names import Names, marked
from app.web.views.battles.story import FRAME, BattleStory


async def _seat(seat: str = "a") -> Seat:
    if seat not in ("a", "b"):
        raise HTTPException(404)
    return "B" if seat == "b" else "A"


Facing = Annotated[Seat, Depends(_seat)]
"""The seat from whose side a match is seen: `?seat=b`, else seat A."""


MOST_STAGED: Final = 8
"""This many lines appear one after the other. steps.css has a moment for each, and for what comes
after them.
"""
_NOT_STAGED: Final = (Tone.TITLE, Tone.TURN, Tone.PHASE, Tone.BLANK, Tone.DIAGRAM, Tone.VERDICT)
_SEEN: Final[Cache[tuple[str, str], Hindsight | None]] = Cache(200, IN_TURN)


def hindsight_of(
    game: Game[Any], lines: Sequence[Line], builds: Mapping[Seat, Any], dice: Dice
) -> Hindsight | None:
    """The turning point of this finished match, computed once. None if there is nothing to show."""
    return _SEEN.of((game.rules, lines[-1]["h"]), lambda: hindsight(game, lines, builds, dice))


class _Mark(NamedTuple):
    """A step with which something begins, a turn for example."""

    number: int
    heading: str


class StagedEnding(NamedTuple):
    """The staged end of a match: its last lines, both final scores, and the turning point.

    No turning point before the match is public.
    """

    lines: Sequence[TellingLine]
    reached: Mapping[Seat, int]
    seen: Hindsight | None

    @classmethod
    def of(
        cls, lines: Iterable[TellingLine], reached: Mapping[Seat, int], seen: Hindsight | None
    ) -> "StagedEnding":
        """Of all lines of the match."""
        said = [line for line in lines if line.text and line.tone not in _NOT_STAGED]
        return cls(said[-MOST_STAGED:], reached, seen)


@dataclass(frozen=True, slots=True)
class WatchedStep:
    """One step of a match, numbered from 1: the board after it and what happened in it, from the side of `seat`.

    `whole` is the full course of the match, if asked for. `ending` is set for the last step. `reached` is both
    scores so far, counted by the ruleset's `Life`.
    """

    number: int
    of: int
    step: MatchStep[Any]
    board: MatchBoard
    story: BattleStory
    marks: Sequence[_Mark]
    whole: BattleStory | None
    seat: Seat
    reached: Mapping[Seat, Counter]
    ending: StagedEnding | None

    @property
    def has_squares(self) -> bool:
        """Whether there are squares, which each player calls otherwise."""
        return any(zone.grid for part in self.board.parts for zone in part.zones)


def telling(names: Mapping[Seat, str], lang: Lang) -> tuple[dict[Seat, str], Names]:
    """The names used in a telling and the names that its story uses for them; seat A is home."""
    sheets = {side: TellingSheet(names[seat]) for side, seat in zip(Side, SEATS, strict=True)}
    called = {seat: marked(sheets[side], side).name for side, seat in zip(Side, SEATS, strict=True)}
    return called, Names(sheets, lang)


def watched(
    game: Game[Any],
    lines: Sequence[Line],
    builds: Mapping[Seat, Any],
    names: Mapping[Seat, str],
    lang: Lang,
    number: int,
    seat: Seat = "A",
    dice: Dice | None = None,
) -> WatchedStep:
    """The match of this record at this step, from the side of the seat.

    Its turning point needs the `dice`. Raises 404 if there is no such step.
    """
    found = steps.steps(game, lines, builds)
    if number > len(found):
        raise HTTPException(404)
    called, written = telling(names, lang)
    told = steps.told(game, found, called, lang, seat)
    plain = steps.told(game, found, names, lang, seat)
    marks = [
        _Mark(at, line.text.strip(FRAME))
        for at, some in enumerate(plain, 1)
        for line in some
        if line.tone is Tone.TURN
    ]
    now, before = (game.reached(found[at].state) for at in (number - 1, max(number - 2, 0)))
    is_last = number == len(found)
    seen = hindsight_of(game, lines, builds, dice) if dice and is_last else None
    return WatchedStep(
        number,
        len(found),
        _in_language(found[number - 1], game, lang),
        steps.board(game, found, number - 1, names, lang, seat),
        BattleStory(told[number - 1], written),
        marks,
        BattleStory([*_all(told)], telling(names, lang)[1]) if number == 1 else None,
        seat,
        {each: Counter("", now[each], before=before[each]) for each in SEATS},
        StagedEnding.of(_all(plain), now, seen) if is_last else None,
    )


def _in_language(step: MatchStep[Any], game: Game[Any], lang: Lang) -> MatchStep[Any]:
    """The step with what was decided as a player of this language says it."""
    choices = (
        each._replace(order=game.in_words(each.order, each.view, lang)) for each in step.choices
    )
    return replace(step, choices=(*choices,))


def _all(told: Iterable[Iterable[Any]]) -> Iterable[Any]:
    return (line for some in told for line in some)
