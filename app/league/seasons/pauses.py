"""Pause seasons, so that nothing in them moves on by itself. Ending a pause moves all later times by its length."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league.entries import checkins, places
from app.league.matches import deadlines
from app.league.people import blocks
from app.league.seasons.stages import beacons
from app.notices.news import Paused
from app.store import letters, players, seasons
from app.store.matches import matches
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import OVER, Player, Season, StepState
from app.store.work import steps

_STEP: Final = timedelta(minutes=1)


def pause(session: Session, slug: str, by: Organiser, *, everywhere: bool = False) -> Season:
    """Pause the season, or with `everywhere` all that are not over: nothing closes, plays or is published by itself.

    Orders and entries are still taken. Each player gets one letter with the reason. Raises
    `SeasonRefused` without a reason, and if all are already paused.
    """
    every, reason = _meant(session, slug, everywhere), by.tell.strip()
    found = [each for each in every if not each.paused_at and each.state not in OVER]
    if not found or not reason:
        raise SeasonRefused([Problem("paused-already" if reason else "nothing-told")])
    for season in found:
        season.paused_at, season.pause_reason = by.now, reason
        audits.note(session, by, "pause", season, detail={"public": reason})
    _tell(session, found, by, reason)
    return seasons.by_slug(session, slug)


def go_on(session: Session, slug: str, by: Organiser, *, everywhere: bool = False) -> Season:
    """End the pause of the season, or with `everywhere` of all seasons.

    Every time that was still to come moves later by the length of the pause. Each player gets one letter. Raises
    `SeasonRefused` if nothing is paused.
    """
    found = [each for each in _meant(session, slug, everywhere) if each.paused_at]
    if not found:
        raise SeasonRefused([Problem("not-paused")])
    for season in found:
        if since := season.paused_at:
            _put_off(session, season, since, -(-(by.now - since) // _STEP) * _STEP, by)
    _tell(session, found, by)
    return seasons.by_slug(session, slug)


def _meant(session: Session, slug: str, everywhere: bool) -> list[Season]:
    if not everywhere:
        return [seasons.locked(session, slug)]
    every = sorted(seasons.every(session), key=lambda each: each.id)
    return [seasons.lock(session, each) for each in every if each.state not in OVER]


def _put_off(
    session: Session, season: Season, since: datetime, length: timedelta, by: Organiser
) -> None:
    """End the pause of this season. Everything due after `since` moves later by `length`."""

    def later(at: datetime) -> datetime:
        return at + length if at > since else at

    season.paused_at, season.pause_reason = None, ""
    asked_at = checkins.begins(season)
    season.closes_at = season.closes_at and later(season.closes_at)
    checkins.go_on(session, season, asked_at, by.now)
    season.release_at = season.release_at and later(season.release_at)
    season.waves = [(later(at).isoformat(), more) for at, more in places.waves_of(season)]
    for step in steps.of_season(session, season):
        if step.state in (StepState.PLANNED, StepState.HELD):
            step.due_at = later(step.due_at)
    for match in matches.of_season(session, season):
        match.ends_at = match.ends_at and later(match.ends_at)
    list(deadlines.put_off(session, season, since, length, by))
    beacons.follow(season, by.now)
    audits.note(session, by, "go-on", season, detail={"minutes": length // _STEP})


def _tell(session: Session, found: Sequence[Season], by: Organiser, reason: str = "") -> None:
    """Write one letter to every player with an entry in these seasons."""
    own: dict[int, tuple[Player, list[str]]] = {}
    for season in found:
        for player in (each.player for each in players.with_entry(session, season)):
            own.setdefault(player.id, (player, []))[1].append(season.slug)
    readers = blocks.without(session, [each for each, _ in own.values() if not each.muted_at])
    for each in readers:
        about = Paused(seasons=tuple(own[each.id][1]), reason=reason)
        key = f"{about.slug}:{by.now.timestamp()}:{each.id}"
        letters.write(session, about, each, key, now=by.now)
