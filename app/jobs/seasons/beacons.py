"""Beacons: the round of drand that a season waits for is fetched once it is out, and kept if two addresses agree."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from app.errors import Problem, SeasonRefused
from app.jobs.fences import attempt, due
from app.league.stages import beacons
from app.settings import Settings
from app.store import seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.web import outgoing
from app.web.outgoing import Answer

MOST: Final = 64 * 1024
"""Bytes of an answer."""
_AGREE: Final = 2
Get = Callable[[str, int], Awaitable[Answer]]


class _Wrong(Exception):
    """What an address answers is not the round that was asked for."""


@dataclass(frozen=True, slots=True)
class Beacons:
    """The job: each season whose round is out has it, in a transaction of its own."""

    settings: Settings
    get: Get = outgoing.get

    def __call__(self, database: Database, now: datetime) -> bool:
        """Tells whether one was kept. Where it is not to be had the season rests, longer each time."""
        what = "the beacon of"
        slugs = due(
            database, what, now, seasons.with_beacon, lambda _, each, at: beacons.is_due(each, at)
        )
        turns = {slug: partial(self._keep, database, slug, now) for slug in slugs}
        came = [attempt(database, f"{what} {slug}", now, turn) for slug, turn in turns.items()]
        return any(came)

    def _keep(self, database: Database, slug: str, now: datetime) -> bool:
        with database.reading() as session:
            facts = seasons.by_slug(session, slug).beacon_facts or {}
        try:
            randomness, signature = asyncio.run(self._agreed(facts))
        except _Wrong as reason:
            raise SeasonRefused([Problem("beacon-unclear", words=(slug, str(reason)))]) from None
        with database.writing() as session:
            season = seasons.locked(session, slug)
            if season.beacon_facts != facts:
                return False
            beacons.see(session, season, randomness, Organiser("timetable", now), signature)
        return True

    async def _agreed(self, facts: beacons.Facts) -> tuple[str, str]:
        """What at least two addresses say alike, and none otherwise. Raises `_Wrong`."""
        asked = [each.rstrip("/") for each in self.settings.drand_addresses.split()]
        rounds = (self._round(each, facts) for each in asked)
        answers = await asyncio.gather(*rounds, return_exceptions=True)
        found = [each for each in answers if not isinstance(each, BaseException)]
        if len({*found}) > 1:
            raise _Wrong(f"{', '.join(asked)} do not agree on round {facts['round']}")
        if len(found) < _AGREE:
            told = zip(asked, answers, strict=True)
            raise _Wrong("; ".join(f"{at}: {it}" for at, it in told if it not in found))
        return found[0]

    async def _round(self, address: str, facts: beacons.Facts) -> tuple[str, str]:
        """Randomness and signature as this address has them, if they are of that chain and round. Raises `_Wrong`."""
        chain = f"{address}/{facts['chain']}"
        about = await self._asked(f"{chain}/info")
        told = [about.get(name) for name in ("hash", "genesis_time", "period")]
        if told != [facts["chain"], facts["genesis"], facts["period"]]:
            raise _Wrong(f"another chain, {told}")
        found = await self._asked(f"{chain}/public/{facts['round']}")
        if found.get("round") != facts["round"]:
            raise _Wrong(f"another round, {str(found.get('round'))[:20]}")
        randomness, signature = str(found.get("randomness")), str(found.get("signature"))
        if not beacons.is_of(randomness, signature):
            raise _Wrong("its randomness is not the SHA-256 of its signature")
        return randomness, signature

    async def _asked(self, url: str) -> dict[str, Any]:
        """The object at this address. Raises `_Wrong`."""
        answer = await self.get(url, MOST + 1)
        if answer.status != 200:
            raise _Wrong(answer.text if answer.status is None else f"HTTP {answer.status}")
        if len(answer.text.encode()) > MOST:
            raise _Wrong(f"more than {MOST // 1024} KiB")
        try:
            found = json.loads(answer.text)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise _Wrong("no JSON object")
        return found
