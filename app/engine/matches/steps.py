"""A finished match step by step with all hands open: who decided what, what happened, and the position after it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Final, Generic, NamedTuple, get_args

from app.engine.matches.board import MatchBoard, compared, turned
from app.engine.matches.course import Match
from app.engine.matches.game import By, Game, MatchEvent, Seat, State, View
from app.engine.matches.record import Ending, Line
from app.engine.telling import TellingLine as Told, Tone
from app.engine.words import Lang

_ENDINGS: Final = frozenset(get_args(Ending))


class _Choice(NamedTuple):
    """What a seat decided, as an order, who decided it, and what the seat saw then."""

    seat: Seat
    by: By
    order: str
    view: View


@dataclass(frozen=True, slots=True)
class MatchStep(Generic[State]):
    """A step: the lines of decisions made at once and of the draws after them.

    `state` is the position after it, `turn` the exchange. `missed` are the seats without orders at a deadline.
    `ending` is how the server ended the match, if it did.
    """

    state: State
    turn: int
    choices: tuple[_Choice, ...]
    events: tuple[MatchEvent, ...]
    missed: tuple[Seat, ...]
    ending: str


def steps(
    game: Game[State], lines: Sequence[Line], builds: Mapping[Seat, Any]
) -> list[MatchStep[State]]:
    """All steps of this record. The first is the position before any decision."""
    head, *rest = lines
    match = Match.begin(game, head, builds)
    found: list[MatchStep[State]] = []
    for some in cut(rest):
        choices: list[_Choice] = []
        events: list[MatchEvent] = []
        missed: list[Seat] = []
        ending, turn = "", match.turn
        for line in some:
            if line["t"] == "move":
                choices += _choices(match, line)
            elif line["t"] == "admin" and line["what"] in _ENDINGS:
                ending = line["what"]
            elif line["t"] == "admin":
                missed.append(line["seat"])
            match, happened = match.after(line)
            events += [event for event, _ in happened]
        found.append(
            MatchStep(match.state, turn, tuple(choices), tuple(events), tuple(missed), ending)
        )
    return found


def count(lines: Sequence[Line]) -> int:
    """How many steps this record has."""
    return sum(1 for _ in cut(lines[1:]))


def until(lines: Sequence[Line], number: int) -> list[Line]:
    """The record up to the end of the step with this number, counted from 1."""
    return [lines[0], *chain.from_iterable(islice(cut(lines[1:]), number))]


def cut(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines before the first decision, and those of each from then on."""
    some: list[Line] = []
    waits = False  # what was noted of a deadline belongs to the decision after it
    for line in lines:
        if line["t"] in ("move", "admin") and not waits:
            yield some
            some = []
        waits = line["t"] == "admin" and line["what"] not in _ENDINGS
        some.append(line)
    yield some


def _choices(match: Match[Any], line: Line) -> Iterator[_Choice]:
    for seat, action in line["moves"].items():
        view = match.game.view(match.state, seat)
        yield _Choice(seat, line["by"][seat], match.game.format(action, view), view)


def told(
    game: Game[State],
    found: Sequence[MatchStep[State]],
    names: Mapping[Seat, str],
    lang: Lang,
    seat: Seat = "A",
) -> list[list[Told]]:
    """What happened in each step of a whole match, in sentences from this seat's side. `board` draws the boards."""
    place = [at for at, step in enumerate(found) for _ in step.events]
    lines: list[list[Told]] = [[] for _ in found]
    for line in game.tell((event for step in found for event in step.events), names, lang, seat):
        if line.tone is not Tone.DIAGRAM:
            lines[place[line.n - 1]].append(line)
    return lines


def board(
    game: Game[State],
    found: Sequence[MatchStep[State]],
    at: int,
    names: Mapping[Seat, str],
    lang: Lang,
    seat: Seat = "A",
) -> MatchBoard:
    """The board after this step, with its changes, seen from this seat."""
    now = game.open_board(found[at].state, names, lang)
    if at:
        now = compared(now, game.open_board(found[at - 1].state, names, lang))
    return turned(now) if seat == "B" else now
