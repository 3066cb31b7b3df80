"""Play matches of bots one after the other. Each number has its own dice, so the same call gives the same matches."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from app.engine.matches import dice, record
from app.engine.matches.course import CoursePlan, Match, advance
from app.engine.matches.dice import Dice
from app.engine.matches.game import SEATS, Game, Seat
from app.engine.matches.record import Line

_NO_SALT: Final = bytes(32)
_ACCOUNTS: Final[dict[Seat, str]] = {"A": "alice", "B": "bob"}


def seated(number: int) -> tuple[Seat, Seat]:
    """Return the seats of the two in the match of this number; they swap in every other match."""
    first, second = SEATS if number % 2 == 0 else SEATS[::-1]
    return first, second


def played(
    game: Game[Any],
    config: Mapping[str, Any],
    number: int,
    builds: Mapping[Seat, Any],
    plans: Mapping[Seat, CoursePlan],
    seed: str = "",
) -> tuple[Match[Any], Sequence[Line]]:
    """Play the match of this number to its end. Without plans the autopilot plays."""
    name, secret = _named(number, seed)
    head = record.head(
        game,
        name,
        config=config,
        seats=_ACCOUNTS,
        commit=dice.commit(secret),
        build_commit={seat: dice.build_commit(builds[seat], _NO_SALT) for seat in SEATS},
        nonce=_ACCOUNTS,
    )
    match: Match[Any] = Match.begin(game, head, builds)
    step = advance(match, plans, Dice.of(secret, head), "script")
    return step.match, step.lines


def opened(match: Match[Any], number: int, builds: Mapping[Seat, Any], seed: str) -> Line:
    """Return the last line of the record of such a match, with which anyone can check it."""
    salts = dict.fromkeys(SEATS, _NO_SALT)
    return record.chained(match.h, record.reveal(_named(number, seed)[1], builds, salts))


def _named(number: int, seed: str) -> tuple[str, bytes]:
    """Return the name of the match and the secret of its dice."""
    name = f"balance-{number}"
    return name, dice.server_seed(sha256(f"balance{seed}".encode()).digest(), name)
