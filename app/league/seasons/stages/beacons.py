"""The beacon of a season: public randomness that nobody can know before entries close. Its dice mix it with the seals.

The season names it before it opens: a round of drand, or a number that others announce on a day after the deadline.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from typing import Any, Final

from sqlmodel import Session

from app.engine.matches import dice
from app.errors import Problem, SeasonRefused
from app.settings import settings
from app.store import seasons
from app.store.results import seals
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Season
from app.text.characters import hidden_in, shown

DRAND: Final = "drand"
DELAY: Final = timedelta(hours=1)
"""The time from the deadline to the round of drand. The seals of the closing become public in between."""
PATIENCE: Final = timedelta(hours=24)
"""How long a round of drand must be missing before organisers may name an announced number instead."""
MOST: Final = 200
_DAY: Final = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
Facts = Mapping[str, Any]


def day_of(named: str) -> date | None:
    """Return the day in the name of an announced number; None unless there is exactly one."""
    found = _DAY.findall(named)
    try:
        return date.fromisoformat(found[0]) if len(found) == 1 else None
    except ValueError:
        return None


def problems(named: str) -> Iterator[Problem]:
    """Yield what is wrong with a beacon of this name."""
    is_text = len(named) <= MOST and next(hidden_in(named), None) is None
    if named not in ("", DRAND) and not (is_text and day_of(named)):
        yield Problem("bad-beacon", typed=shown(named[:40]))


def follow(season: Season, now: datetime) -> None:
    """Set the moment of the season's beacon after its present deadline, unless the beacon is already public.

    Raises `SeasonRefused` for a season without a deadline, and if the named day is not after it.
    """
    if not season.beacon or (season.beacon_at and season.beacon_at <= now):
        return
    if not season.closes_at:
        raise SeasonRefused([Problem("beacon-without-deadline")])
    zone, day = settings().zone, day_of(season.beacon)
    if day is None:
        own, at = settings(), season.closes_at + DELAY
        chain = {"chain": own.drand_chain, "genesis": own.drand_genesis, "period": own.drand_period}
        found = {"source": DRAND, **chain, "round": round_at(chain, at)}
    else:
        last = max(season.closes_at, now)
        if day <= last.astimezone(zone).date():
            typed, closes_at = season.beacon, season.closes_at
            raise SeasonRefused([Problem("beacon-too-early", typed=typed, deadline=closes_at)])
        at = datetime.combine(day, time(), zone)
        found = {"source": "announced", "number": season.beacon}
    season.beacon_facts = {**found, "at": at.isoformat()}


def round_at(chain: Facts, at: datetime) -> int:
    """Return the first round of this chain that is published at this moment or later."""
    since: int = -(-(int(at.timestamp()) - chain["genesis"]) // chain["period"])
    return max(since, 0) + 1


def at_of(facts: Facts) -> datetime:
    """Return the moment from which the beacon may be known."""
    return datetime.fromisoformat(facts["at"])


def awaited(season: Season) -> bool:
    """Whether the season has a beacon whose value has not arrived."""
    return bool(season.beacon) and "randomness" not in (season.beacon_facts or {})


def is_out(season: Season, now: datetime, since: timedelta = timedelta()) -> bool:
    """Whether its round of drand was due at least `since` ago and has not been fetched."""
    is_drand = awaited(season) and season.beacon == DRAND
    return is_drand and season.beacon_at is not None and season.beacon_at + since <= now


def see(session: Session, season: Season, randomness: str, signature: str, by: Organiser) -> None:
    """Store the value of the season's beacon, for good.

    Raises `SeasonRefused` if it has a value already, and before its moment.
    """
    facts = season.beacon_facts
    if not facts or not awaited(season) or by.now < at_of(facts):
        raise SeasonRefused([Problem("beacon-not-awaited", season=season.slug)])
    season.beacon_facts = {**facts, "randomness": randomness, "signature": signature}
    audits.note(session, by, "beacon", season, detail={"randomness": randomness})


def enter(session: Session, slug: str, number: str, by: Organiser) -> Season:
    """Enter the announced number, once and for good. Raises `SeasonRefused` as `see` does, and for drand."""
    season, number = seasons.locked(session, slug), number.strip()
    if not number or len(number) > MOST or next(hidden_in(number), None) is not None:
        raise SeasonRefused([Problem("bad-beacon-number", typed=shown(number[:40]))])
    if season.beacon == DRAND:
        raise SeasonRefused([Problem("beacon-not-announced", season=season.slug)])
    see(session, season, number, "", by)
    return season


def require(session: Session, season: Season) -> None:
    """Mix the beacon, if the season has one, with the seals of the first closing.

    Called before battles and matches begin. Raises `SeasonRefused` while the beacon is awaited.
    """
    facts = season.beacon_facts
    if not season.beacon or not facts:
        return
    if awaited(season):
        raise SeasonRefused(
            [Problem("beacon-awaited", season=season.slug, at=datetime.fromisoformat(facts["at"]))]
        )
    (first, *_) = seals.closings(session, season)
    mixed = dice.beacon(facts["randomness"], sealed(session, season))
    season.beacon_facts = {**facts, "mixed": mixed, "late": is_late(facts, first.at)}


def sealed(session: Session, season: Season) -> list[tuple[int, str]]:
    """Return the seals of the first closing, each with its number."""
    return [(each.number, each.commitment) for each in seals.of_closing(session, season, 1)]


def value(season: Season) -> str:
    """Return what the beacon adds to dice and lots; empty without one. Call `require` first."""
    return str((season.beacon_facts or {}).get("mixed", ""))


def is_late(facts: Facts, sealed_at: datetime) -> bool:
    """Whether the seals became public only after the beacon may have been known."""
    return sealed_at > at_of(facts)


def is_of(randomness: str, signature: str) -> bool:
    """Whether this randomness of drand follows from this signature."""
    try:
        return bool(signature) and sha256(bytes.fromhex(signature)).hexdigest() == randomness
    except ValueError:
        return False
