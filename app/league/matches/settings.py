"""How a season plays its matches, and when its exchanges are."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, time, timedelta
from typing import Any, Final, Literal, Self, get_args
from zoneinfo import ZoneInfo, available_timezones

from sqlmodel import Session

from app.engine.matches.course import Tempo
from app.engine.ruleset import Ruleset
from app.errors import Problem
from app.games import ruleset
from app.league.eligibility import choices, pools
from app.store.database import once
from app.store.matches import matches
from app.store.tables import Season

Reveal = Literal["game", "tournament"]
Late = Literal["house", "draw"]
Absent = Literal["house", "wait"]
TEMPOS: Final[tuple[Tempo, ...]] = get_args(Tempo)
Handover = Literal["each", "nobody", "house"]
WAYS: Final = {
    "late": get_args(Late),
    "away": get_args(Absent),
    "takeover": get_args(Handover),
    "reveal": get_args(Reveal),
}
"""What can be chosen, by the name of the setting."""
GRACE: Final = timedelta(minutes=10)
"""Orders that come so late still count; it is not announced."""
TAKE_BACK: Final = timedelta(seconds=10)
"""Nothing moves on so soon after orders came: one sees what one has sent, and a slip of the thumb is taken back."""
EXTENSION: Final = timedelta(hours=48)
MOST_HOURS: Final = 24 * 31
MOST_EXTENSIONS: Final = 20
MOST_ASKS: Final = 20
MOST_OF_ROUND: Final = 1_000
"""The highest settings for matches at once, and for exchanges of a round."""
_LEAST: Final = timedelta(hours=12)
"""To answer, if the usual time is at least twice as long."""
_DAILY: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_WEEK: Final = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSettings:
    """An organiser's decisions about the matches of a season.

    An exchange is every `hours` hours, or `daily` at this time in the `zone`, on these `weekdays`
    (Monday is 0).
    """

    tempo: Tempo = "turn"
    config: Mapping[str, Any] = field(default_factory=dict)
    """Of the game."""
    hours: int | None = None
    daily: str = "21:00"
    weekdays: tuple[int, ...] = tuple(range(_WEEK))
    zone: str = "Asia/Tokyo"
    early: bool = True
    """Whether a match moves on as soon as the plans of all who are asked are in and ready."""
    double: bool = False
    """Whether every pair meets twice, with seats exchanged."""
    mirror: bool = False
    """Whether both matches of a pair, then two, share their luck."""
    at_once: int | None = None
    """The most matches that a player plays at the same time in a stage; None: all that are due."""
    round_exchanges: int | None = None
    """The most exchanges of a round of a stage; None: until its matches end."""
    late: Late = "house"
    """How a match ends that is unfinished when its round ends: the house plays on at once, or it is drawn."""
    extensions: int = 2
    """How many extensions each player has in the season."""
    away: Absent = "house"
    """What a time away does: standing orders and the house play, and nothing counts as missed.

    Or deadlines wait for its end.
    """
    asks_per_turn: int = 1
    takeover: Handover = "each"
    """Whether the seat of an absent player is offered, and whether its matches are rated for the player at their end.
    """
    reveal: Reveal = "tournament"
    """When records and seeds become public: with the end of each match, or with the results."""

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """Those that were kept so."""
        return cls(**{**kept, "weekdays": tuple(kept["weekdays"])})

    def kept(self) -> dict[str, Any]:
        """As a row keeps them."""
        return asdict(self) | {"weekdays": list(self.weekdays)}

    @property
    def meetings(self) -> int:
        """How many matches a pair plays."""
        return 2 if self.double or self.mirror else 1

    def problems(self, game: Ruleset) -> Iterator[Problem]:
        """Everything that keeps a season of this game from being played so."""
        if self.tempo not in TEMPOS:
            yield Problem("match-tempo", typed=str(self.tempo)[:40], tempos=", ".join(TEMPOS))
        if self.hours is not None and not 1 <= self.hours <= MOST_HOURS:
            yield Problem("match-hours", hours=f"{self.hours:,}", most=f"{MOST_HOURS:,}")
        if not _DAILY.fullmatch(self.daily):
            yield Problem("match-daily", typed=self.daily[:40])
        days = set(self.weekdays)
        if not days or not days <= set(range(_WEEK)):
            yield Problem("match-weekdays")
        if self.zone not in available_timezones():
            yield Problem("match-zone", typed=self.zone[:40])
        for most in (self.at_once, self.round_exchanges):
            if most is not None and not 1 <= most <= MOST_OF_ROUND:
                yield Problem("match-round", typed=f"{most:,}", most=str(MOST_OF_ROUND))
        if not 0 <= self.extensions <= MOST_EXTENSIONS:
            yield Problem(
                "match-extensions", extensions=f"{self.extensions:,}", most=f"{MOST_EXTENSIONS:,}"
            )
        if not 0 <= self.asks_per_turn <= MOST_ASKS:
            yield Problem("match-asks", asks=f"{self.asks_per_turn:,}", most=f"{MOST_ASKS:,}")
        for name, ways in WAYS.items():
            if (typed := getattr(self, name)) not in ways:
                yield Problem(f"match-{name}", typed=str(typed)[:40], ways=", ".join(ways))
        yield from choices.problems(game, self.config)

    def deadline_after(self, moment: datetime, begun_at: datetime) -> datetime:
        """The first regular deadline that leaves time to answer from this moment on."""
        if self.hours is not None:
            every = timedelta(hours=self.hours)
            soonest = moment + min(_LEAST, every / 2)
            return begun_at + every * max(-((begun_at - soonest) // every), 1)
        zone = ZoneInfo(self.zone)
        soonest = moment + _LEAST
        day = soonest.astimezone(zone).date()
        while True:
            at = datetime.combine(day, time.fromisoformat(self.daily), zone).astimezone(
                moment.tzinfo
            )
            if day.weekday() in self.weekdays and at >= soonest:
                return at
            day += timedelta(days=1)

    def last_deadline(
        self, since: datetime, exchanges: int, begun_at: datetime | None = None
    ) -> datetime:
        """The deadline of the last of these exchanges, counted from a time, if no player asks for
        more time.
        """
        at = since
        for _ in range(exchanges):
            at = self.deadline_after(at + GRACE, begun_at or since)
        return at


def settings_of(session: Session, season: Season) -> MatchSettings | None:
    """How the matches of the season are played; None for one without, or where nothing was arranged yet."""
    return once(session, ("matches", season.id), lambda: _settings_of(session, season))


def _settings_of(session: Session, season: Season) -> MatchSettings | None:
    found = matches.correspondence(session, season)
    return MatchSettings.of(found.settings) if found else None


def config_of(session: Session, season: Season) -> Mapping[str, Any]:
    """The configuration of its matches. The usual one if there are none, or none was chosen yet."""
    game = ruleset(season.game, season.rules_version)
    found = settings_of(session, season) if game.match else None
    return found.config if found else {}


def rules_of(session: Session, season: Season, version: str | None = None) -> Ruleset:
    """The game as the season plays it, by its rules or by those of a run: wherever builds of it are judged or named.

    What they may have follows from the configuration of its matches, and from its pool. Raises `RulesNotInstalled`.
    """
    game = ruleset(season.game, version or season.rules_version)
    found = settings_of(session, season) if game.match else None
    return pools.within(game.under(found.config) if found else game, pools.pool_of(season))
