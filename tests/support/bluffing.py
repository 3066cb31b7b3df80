"""A match of Bluff and its record, as it should be and as it should not."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.matches import record
from app.engine.matches.course import Match, Plans, advance
from app.engine.matches.dice import Dice, build_commit, commit
from app.engine.matches.game import Game, Seat
from app.engine.matches.record import Line
from tests.support.match_games.bluff import Bluff, State

GAME = Bluff()
SEED = bytes(range(32))
SALTS: Mapping[Seat, bytes] = {"A": b"\xaa" * 32, "B": b"\xbb" * 32}
BUILDS: Mapping[Seat, Any] = {"A": [0, 0, 0, 1, 2], "B": [1, 4, 4, 5, 5]}


def head(
    builds: Mapping[Seat, Any] = BUILDS,
    game: Game[Any] = GAME,
    seats: tuple[str, str] = ("alice", "bob"),
    **more: Any,
) -> Line:
    """Of a match between alice and bob."""
    return record.head(
        game,
        "demo-1",
        config={},
        seats={"A": seats[0], "B": seats[1]},
        commit=commit(SEED),
        build_commit={seat: build_commit(builds[seat], SALTS[seat]) for seat in SALTS},
        nonce={"A": "alice", "B": "bob"},
        **more,
    )


HEAD = head()
DICE = Dice.of(SEED, HEAD)


def begun(builds: Mapping[Seat, Any] = BUILDS) -> Match[State]:
    return Match.begin(GAME, head(builds), builds)


def revealed(lines: Sequence[Line], builds: Mapping[Seat, Any] = BUILDS) -> list[Line]:
    """The lines with the one that opens them."""
    return [*lines, record.chained(lines[-1]["h"], record.reveal(SEED, builds, SALTS))]


def played(plans: Plans | None = None) -> list[Line]:
    """A whole match, by the house where there is no plan, and revealed."""
    return revealed([HEAD, *advance(begun(), plans or {}, DICE, "script").lines])


def rechained(lines: Sequence[Line]) -> list[Line]:
    """The lines with hashes that fit what they say."""
    chained: list[Line] = []
    for line in lines:
        before = chained[-1]["h"] if chained else ""
        chained.append({**line, "h": record.chain(before, line)})
    return chained
