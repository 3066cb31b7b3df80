"""Call a season off: by its organisers, or automatically if too few have entered by its deadline."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league import visibility
from app.league.entries import places
from app.league.matches import departures
from app.league.people.organisers import Right, rights
from app.league.seasons import carryovers, news, seasons as league_seasons
from app.notices.news import Lacking, Reminder
from app.store import entries, letters, pictures, players, seasons
from app.store.results import runs
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Season, SeasonState
from app.store.work import push
from app.text.characters import shown

TO_DECIDE: Final = timedelta(hours=1)
"""How long organisers have to decide before a season with too few entries is called off."""
WARNED: Final = timedelta(days=1)
"""How long before the deadline organisers and unconfirmed players are first warned."""


def lacking(session: Session, season: Season) -> int:
    """Return how many more entries must count before the season can run; 0 if there are enough or no minimum."""
    minimum = season.decisions.get("minimum")
    return max(0, minimum - entries.count(session, season)) if minimum else 0


def waits_until(session: Session, season: Season) -> datetime | None:
    """Return until when organisers may decide to run with too few entries; None if they are not being asked."""
    if season.state is not SeasonState.OPEN or season.closing_at:
        return None
    asked_at = _told_since(session, season, timedelta())
    return asked_at + TO_DECIDE if asked_at else None


def misfits(session: Session, season: Season) -> Iterator[Problem]:
    """Yield what would not fit if the season closed now: too few entries, or stages that suit another number."""
    if lacks := lacking(session, season):
        minimum: int = season.decisions["minimum"]
        yield Problem("entries-lacking", count=f"{minimum - lacks:,}", minimum=f"{minimum:,}")
    yield from league_seasons.misfits(session, season)


def is_due(session: Session, season: Season, now: datetime) -> bool:
    """Whether `pass_deadline` would change anything now. The caller makes sure that earlier mail has been read."""
    ends_at = places.ends_at(season) if season.state is SeasonState.OPEN else None
    if ends_at is None or now < ends_at:
        return _is_full(session, season)
    until = waits_until(session, season)
    return not (until and now < until and lacking(session, season))


def pass_deadline(session: Session, season: Season, now: datetime) -> Season:
    """Close the season at its deadline, or at once if it is full and was to begin then.

    With too few entries, organisers are asked first. An hour later the deadline moves, if the season has an extension.
    If it has moved already, or cannot, the season is called off.
    """
    by = Organiser("timetable", now)
    if (ends_at := places.ends_at(season)) is None or now < ends_at:
        league_seasons.change_by_itself(session, season, replace(by, tell=news.FULL), closes_at=now)
    elif season.closing_at or not lacking(session, season):
        league_seasons.close(session, season.slug, by)
    elif waits_until(session, season) is None:
        tell_lack(session, season, now)
    elif not _has_more_time(session, season, replace(by, tell=news.MORE_TIME)):
        call_off(session, season.slug, replace(by, tell=news.TOO_FEW))
    return season


def run_all_the_same(session: Session, season: Season, by: Organiser) -> Season:
    """Close the season with the entries it has. Raises `SeasonRefused` unless organisers are being asked."""
    season = seasons.lock(session, season)
    if waits_until(session, season) is None:
        raise SeasonRefused([Problem("not-asked", season=visibility.title_of(season))])
    return league_seasons.close(session, season.slug, by)


def _is_full(session: Session, season: Season) -> bool:
    most = season.capacity_in_all
    return (
        most is not None
        and season.state is SeasonState.OPEN
        and bool(season.decisions.get("begins_full"))
        and entries.count(session, season) >= most
    )


def _has_more_time(session: Session, season: Season, by: Organiser) -> bool:
    hours = season.decisions.get("extension")
    if not hours or not season.closes_at:
        return False
    at = max(season.closes_at + timedelta(hours=hours), by.now + TO_DECIDE)
    try:
        with session.begin_nested():
            league_seasons.change_by_itself(session, season, by, closes_at=at, extension=None)
    except SeasonRefused:  # its beacon would be known before
        return False
    return True


# --- too few ------------------------------------------------------------------------------------------


def is_to_warn(session: Session, season: Season, now: datetime) -> bool:
    """Whether the deadline is near, too few entries count, and nobody has been warned."""
    is_near = season.closes_at is not None and season.closes_at - WARNED <= now < season.closes_at
    return is_near and bool(lacking(session, season)) and not _told_since(session, season, WARNED)


def tell_lack(session: Session, season: Season, now: datetime) -> bool:
    """Write to organisers that entries are lacking.

    Before the deadline, also remind players whose entries are not confirmed.
    """
    about = Lacking(
        entries=entries.count(session, season),
        minimum=season.decisions["minimum"],
        newcomers=len(entries.waiting(session, season)),
        until=now + TO_DECIDE if season.closes_at and now >= season.closes_at else None,
        hours=season.decisions.get("extension", 0),
    )
    reason = f"lacking:{season.id}:{now:%y%m%d%H%M%S}"
    deciding = [each for each in players.organisers(session) if Right.SEASONS in rights(each)]
    letters.write_to_all(session, about, deciding, reason, now=now, season=season)
    if about.until is None:
        held = {each.entry.player_id for each in entries.held(session, season)}
        waiting = news.readers_of(session, season, "held").players
        asked = [each for each in waiting if each.id in held]
        letters.write_to_all(session, Reminder(), asked, reason, now=now, season=season)
    detail = {"entries": about.entries, "minimum": about.minimum}
    audits.note(session, Organiser("timetable", now), "lack", season, detail=detail)
    return True


def _told_since(session: Session, season: Season, before: timedelta) -> datetime | None:
    """Return when organisers were last told that entries are lacking, if that was within this span of the deadline.

    None after a pause, so that they are told again.
    """
    told = [
        each.at if each.act == "lack" else None
        for each in audits.of_season(session, season, ("lack", "go-on"))
    ]
    since, last = season.closes_at and season.closes_at - before, told[-1] if told else None
    return last if last and since and last >= since else None


# --- called off ---------------------------------------------------------------------------------------


def call_off(session: Session, slug: str, by: Organiser, instead: str = "") -> Season:
    """Call the season off: matches end and do not count, and sealed builds stay sealed.

    Everyone concerned gets a letter with the reason. It offers to enter their characters in the season `instead`, or in
    the next season that takes entries. Raises `SeasonRefused` unless the season has opened and has no public results,
    without words for players, and if `instead` takes no entries of this game.
    """
    season = seasons.locked(session, slug)
    league_seasons.require(season, *CALLABLE)
    league_seasons.require_words(by)
    if instead and instead not in [
        each.slug for each in carryovers.following(session, season, by.now)
    ]:
        raise SeasonRefused([Problem("not-instead", season=shown(instead[:64]))])
    departures.call_off(session, season)
    if (run := runs.latest(session, season)) and not run.digest:
        run.claim = None  # its worker can store nothing any more
    pictures.drop_held(session, season.id)
    letters.drop_results(session, season)
    season.state = SeasonState.CALLED_OFF
    season.release_at, season.released_rounds, season.closing_at = None, 0, None
    season.paused_at, season.pause_reason = None, ""
    session.flush()
    detail = {"public": by.tell.strip(), **({"instead": instead} if instead else {})}
    audits.note(session, by, "call-off", season, detail=detail)
    news.season_called_off(session, season, by)
    for each in players.with_entry(session, season):
        push.end(session, each.player.id, season.id)
    return season


CALLABLE: Final = (
    SeasonState.OPEN,
    SeasonState.CLOSED,
    SeasonState.RUNNING,
    SeasonState.REVIEW,
)
"""The states in which a season can be called off."""
