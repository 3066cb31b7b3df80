"""The lots of a season in stages: committed to when it opens, revealed with its results."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from itertools import count
from typing import Final, NamedTuple

from sqlmodel import Session

from app.league.eligibility.sides import sides_of_field
from app.store import entrants
from app.store.results import stages
from app.store.tables import Lottery, Season
from app.tournament.formats.lots import Lots

ROOT_BYTES: Final = 32


class Ticket(NamedTuple):
    """The facts of an entry that lots depend on: its number and seal at the first closing, and its side."""

    number: int
    seal: str
    side: int | None = None


def draw(session: Session, season: Season, now: datetime) -> None:
    """Draw the season's secret and commit to it.

    It is drawn once, and only for a season with stages.
    """
    if season.stages and stages.lottery(session, season) is None:
        root = secrets.token_bytes(ROOT_BYTES)
        session.add(
            Lottery(season_id=season.id, root=root, commitment=commitment(root), drawn_at=now)
        )
        session.flush()


def commitment(root: bytes) -> str:
    """Return the commitment to the secret, which is published."""
    return sha256(b"pbm-root-v1\0" + root).hexdigest()


def fix(session: Session, season: Season) -> None:
    """Fix the tickets of the lots: one for each entry that has a number now. Later calls change nothing.

    Called when entries close. In seasons of the first proof lots depend on the seals of all who took part, so nothing
    is stored.
    """
    lottery = stages.lottery(session, season)
    if season.proof > 1 and lottery and not lottery.tickets:
        field = entrants.numbered(session, season)
        seals = stages.commitments(session, [each.revision_id for each in field])
        sides = sides_of_field(session, season, field) if season.sides else [None] * len(field)
        lottery.tickets = [
            [each.number, seal, side] for each, seal, side in zip(field, seals, sides, strict=True)
        ]


def tickets_of(session: Session, season: Season) -> list[Ticket]:
    """Return the tickets of the season's lots; empty in seasons of the first proof."""
    lottery = stages.lottery(session, season)
    return [Ticket(*each) for each in lottery.tickets] if lottery else []


def everyone(numbers: Sequence[int], tickets: Sequence[Ticket]) -> list[int]:
    """Return the numbers of the entrants, followed by those with a ticket who did not take part."""
    there = {*numbers}
    return [*numbers, *(each.number for each in tickets if each.number not in there)]


def beacon(tickets: Iterable[Ticket]) -> str:
    """SHA-256 over all seals.

    Nobody knows a lot before entries close: players do not know the secret, and the site does not
    know their seals.
    """
    lines = "".join(f"{each.number}\t{each.seal}\n" for each in tickets)
    return sha256(lines.encode()).hexdigest()


def lots_of(
    root: bytes,
    slug: str,
    rules_version: str,
    numbers: Sequence[int],
    seals: Sequence[str],
    tickets: Sequence[Ticket] = (),
    mixed: str = "",
) -> Lots:
    """Return the lots of these entrants.

    The nonce of each is its seal, and the beacon is SHA-256 over all seals: of the tickets if
    given, else of all entrants. `mixed`: a public beacon that replaces it. Latecomers add nothing
    to the dice, and have the last lots.
    """
    lots = Lots(root=root, stage=slug, rules=rules_version)
    if not tickets:
        hang_on = map(Ticket, numbers, seals)
        return replace(lots, nonces=tuple(seals), beacon=beacon(hang_on))
    there = everyone(numbers, tickets)
    place = {each.number: at for at, each in enumerate(tickets)}
    seal = {each.number: each.seal for each in tickets}
    behind = count(len(tickets))
    return replace(
        lots,
        nonces=tuple(seal.get(number, "") for number in there),
        beacon=mixed or beacon(tickets),
        places=tuple(place[each] if each in place else next(behind) for each in there),
        count=len(tickets),
    )
