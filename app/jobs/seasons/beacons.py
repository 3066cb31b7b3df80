"""Beacons: the round of drand that a season waits for is fetched once it is out, and kept if two addresses agree."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from app.errors import Problem, SeasonRefused
from app.jobs import outgoing
from app.jobs.fences import attempt, due
from app.jobs.outgoing import OutgoingAnswer
from app.league.seasons.stages import beacons
from app.settings import Settings
from app.store import seasons
from app.store.database import Database
from app.store.security.audits import Organiser

MOST: Final = 64 * 1024
"""Bytes of an answer."""
_AGREE: Final = 2
Get = Callable[[str, int], Awaitable[OutgoingAnswer]]


@dataclass(frozen=True, slots=True)
class Beacons:
    """The job: fetch the round of each season that is due, each in its own transaction."""

    settings: Settings
    get: Get = outgoing.get

    def __call__(self, database: Database, now: datetime) -> bool:
        """Tells whether one was kept. Where it is not to be had the season rests, longer each time."""
        what = "the beacon of"
        slugs = due(
            database, what, now, seasons.with_beacon, lambda _, each, at: beacons.is_out(each, at)
        )
        turns = {slug: partial(self._keep, database, slug, now) for slug in slugs}
        came = [attempt(database, f"{what} {slug}", now, turn) for slug, turn in turns.items()]
        return any(came)

    def _keep(self, database: Database, slug: str, now: datetime) -> bool:
        """Raises `SeasonRefused` unless at least two addresses say the same, and none anything else that fits."""
        with database.reading() as session:
            facts = seasons.by_slug(session, slug).beacon_facts or {}
        answers = asyncio.run(self._asked(facts))
        rounds = [each for each in answers if not isinstance(each, str)]
        if len(rounds) < _AGREE or len({*rounds}) > 1:
            told = "; ".join(map(str, answers))
            raise SeasonRefused([Problem("beacon-unclear", season=slug, reason=told)])
        with database.writing() as session:
            season = seasons.locked(session, slug)
            if season.beacon_facts == facts:
                beacons.see(session, season, *rounds[0], Organiser("timetable", now))
        return True

    async def _asked(self, facts: beacons.Facts) -> list[tuple[str, str] | str]:
        addresses = self.settings.drand_addresses.split()
        return await asyncio.gather(*(self._round(each.rstrip("/"), facts) for each in addresses))

    async def _round(self, address: str, facts: beacons.Facts) -> tuple[str, str] | str:
        """The randomness and signature from this address, if chain and round are right; else its
        answer.
        """
        paths = ("info", f"public/{facts['round']}")
        said = [await self.get(f"{address}/{facts['chain']}/{each}", MOST + 1) for each in paths]
        if all(each.status == 200 and len(each.text.encode()) <= MOST for each in said):
            try:
                about, found = (json.loads(each.text) for each in said)
                told = about["hash"], about["genesis_time"], about["period"], found["round"]
                pair = str(found["randomness"]), str(found["signature"])
            except (ValueError, LookupError, TypeError, RecursionError):
                return f"{address}: no round of drand"
            asked = tuple(facts[each] for each in ("chain", "genesis", "period", "round"))
            return pair if told == asked and beacons.is_of(*pair) else f"{address}: {told} {pair}"
        return f"{address}: " + ", ".join(f"{each.status or each.text}" for each in said)
