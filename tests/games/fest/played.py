"""Matches of the festival for its tests: positions set up by hand, and whole matches by dice and autopilot."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from app.engine.matches.game import SEATS, Chance, MatchDecision, MatchEvent, Over, Seat
from app.games.fest import actions, autopilot, config, festival, state as states
from app.games.fest.cards import DECKS
from app.games.fest.side import Side
from app.games.fest.state import State
from app.games.fest.view import view


def begun(
    settings: Mapping[str, Any] | None = None, decks: tuple[str, str] = ("D1", "D1")
) -> State:
    """A match before its first draw."""
    settled = config.settle(settings or {})
    known = config.cards(settled)
    lists = {seat: dict(DECKS[name]) for seat, name in zip(SEATS, decks, strict=True)}
    return State(
        settled,
        {s: Side(each, states.tags(each, known), states.spread(each)) for s, each in lists.items()},
    )


def standing(
    theme: str = "exhibit",
    phase: str = "play",
    settings: Mapping[str, Any] | None = None,
    **sides: Mapping[str, Any],
) -> State:
    """A position in round 2, seat A to move; `a` and `b` say what their sides have."""
    state = begun(settings)
    themes = ("combat", theme, "academics")
    state.programme, state.order, state.round = themes, ("A", "B"), 2
    state.theme, state.phase, state.turn = theme, phase, "A" if phase == "play" else None
    for seat in SEATS:
        side = state.seats[seat]
        side.deck = ()
        for name, value in sides.get(seat.lower(), {}).items():
            setattr(side, name, value)
    return state


def drawn(chance: Chance, rng: Random) -> list[int]:
    """What a draw comes out as."""
    kind, *rest = chance.what
    match kind:
        case "shuffle":
            return rng.sample(range(rest[0]), rest[0])
        case "die":
            return [rng.randint(1, 6) for _ in range(rest[1])]
        case "coin":
            return [rng.randint(0, 1)]
    return [rng.randrange(rest[0])]


def course(
    seed: int,
    settings: Mapping[str, Any] | None = None,
    decks: tuple[str, str] = ("D1", "D2"),
    wild: float = 0.3,
) -> Iterator[tuple[State, list[MatchEvent]]]:
    """All states of a match with the events that led there. Of a hundred moves, this many are wild
    ones.
    """
    rng = Random(seed)
    state = begun(settings, decks)
    yield state, []
    while not isinstance(pending := festival.pending(state), Over):
        if isinstance(pending, Chance):
            step = festival.Step(state)
            step.drawn(drawn(pending, rng))
        else:
            step = festival.decided(
                festival.Step(state), {d.id: _move(state, d, rng, wild) for d in pending}
            )
        state = step.state
        yield state, step.events


def _move(state: State, decision: MatchDecision, rng: Random, wild: float) -> Any:
    if rng.random() < wild:
        return rng.choice([*actions.legal(state, decision)])
    seat: Seat = decision.seat
    return autopilot.choose(view(state, seat), decision)
