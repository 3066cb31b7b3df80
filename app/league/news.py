"""News of a season: it opens, takes entries again, its deadline moves or nears, it has ended; told by letter, and as notices."""

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import partial
from itertools import groupby
from typing import Final, Literal, cast

from sqlmodel import Session

from app.engine import Lang
from app.i18n import moment, translations
from app.league import webhooks
from app.league.webhooks import WebhookEvent
from app.store import letters, players
from app.store.letter_kinds import (
    About,
    Correction,
    Deadline,
    Digest,
    Opened,
    Reminder,
    Reopened,
    Report,
)
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Player, Run, Season

REMINDERS: Final = (timedelta(hours=6), timedelta(hours=48))
"""So long before the deadline players without an entry are reminded; the shortest first."""
Kind = Literal["deadline", "reopen"]


@dataclass(frozen=True, slots=True)
class Notice:
    """A public act and its reason; of a deadline the old one (None: none was announced) and the new one."""

    kind: Kind
    at: datetime
    reason: str
    before: datetime | None = None
    after: datetime | None = None


def readers_of_opening(session: Session, season: Season) -> int:
    """To how many `season_opened` would write now."""
    return len(players.interested(session, season.game))


def season_opened(session: Session, season: Season, now: datetime) -> None:
    """Players who have played its game before, or follow a season of it, hear that the season takes entries."""
    readers = players.interested(session, season.game)
    letters.write_to_all(session, Opened(), readers, f"opened:{season.id}", now=now, season=season)
    webhooks.announce(session, WebhookEvent.OPENED, season, now)


def season_reopened(session: Session, season: Season, by: Organiser) -> None:
    """Every player with an entry hears that the season takes entries again, and why."""
    about = Reopened(reason=by.tell.strip(), seen=season.laid_open_at is not None)
    _tell_players(session, about, season, by)


def deadline_moved(
    session: Session, season: Season, before: datetime | None, after: datetime, by: Organiser
) -> None:
    """Every player with an entry hears of the old and of the new deadline, and why it was moved."""
    about = Deadline(before=before, after=after, reason=by.tell.strip())
    _tell_players(session, about, season, by)


def _tell_players(session: Session, about: About, season: Season, by: Organiser) -> None:
    readers = players.of_season(session, season)
    reason = f"{about.slug}:{season.id}:{by.now:%y%m%d%H%M%S%f}"
    letters.write_to_all(session, about, readers, reason, now=by.now, season=season)


def unreminded(session: Session, season: Season, now: datetime) -> list[Player]:
    """The players to whom `remind` would write: they know of the season, have no entry that counts, and it is time to tell them."""
    reason = _reminder(season, now)
    if reason is None:
        return []
    told = letters.keys(session, season, reason)
    waiting = players.without_entry(session, season)
    return [player for player in waiting if f"{reason}:{player.id}" not in told]


def remind(session: Session, season: Season, now: datetime) -> int:
    """Players who were told of the season and have no entry that counts hear of the deadline, once at each of its times; how many did.

    A player who got to know of the season after the time of a reminder does not get that one.
    """
    reason = _reminder(season, now)
    if reason is None:
        return 0
    readers = players.without_entry(session, season)
    return letters.write_to_all(session, Reminder(), readers, reason, now=now, season=season)


def _reminder(season: Season, now: datetime) -> str | None:
    """Which reminder it is time for: the season, its deadline, and so many hours before it."""
    if season.closes_at is None or season.opened_at is None:
        return None
    for before in REMINDERS:
        begins = season.closes_at - before
        if begins <= now < season.closes_at:
            hours = int(before / timedelta(hours=1))
            known_before = season.opened_at < begins
            deadline = f"{season.closes_at:%y%m%d%H%M}"
            return f"reminder:{season.id}:{deadline}:{hours}" if known_before else None
    return None


def results_are_out(
    session: Session, season: Season, run: Run, why_undone: str, now: datetime
) -> None:
    """A report of the run goes to every player who took part, a digest to all others who follow the season.

    Players who had results of an earlier run get the report as its correction, in its thread, with what is told of the undo.
    """
    took_part = players.of_run(session, run)
    before = letters.of_results(session, season)
    report = partial(letters.write_to_all, session, now=now, season=season, run=run)
    first = [player for player in took_part if player.id not in before]
    again = [player for player in took_part if player.id in before]
    report(Report(), first, f"report:{run.id}")
    for earlier, group in groupby(
        sorted(again, key=lambda each: before[each.id].run_id or 0),
        key=lambda each: before[each.id].run_id,
    ):
        about = Correction(reason=why_undone, earlier=earlier)
        report(about, list(group), f"report:{run.id}")
    told = {player.id for player in took_part}
    others = [each for each in players.following(session, season) if each.id not in told]
    report(Digest(), others, f"digest:{run.id}")
    webhooks.announce(session, WebhookEvent.PUBLISHED, season, now)


def results_are_back(session: Session, season: Season, now: datetime) -> int:
    """Letters with results that have not left are dropped; how many. Other sites hear that the results were taken back."""
    webhooks.announce(session, WebhookEvent.UNDONE, season, now)
    return letters.drop_results(session, season)


def notices(session: Session, season: Season) -> list[Notice]:
    """Every public act in the season, the first first."""
    return [
        Notice(
            cast(Kind, act.act),
            act.at,
            str(act.detail["public"]),
            _moment(act.detail.get("from")),
            _moment(act.detail.get("to")),
        )
        for act in audits.of_season(session, season)
        if act.act in ("deadline", "reopen") and "public" in act.detail
    ]


def told(notice: Notice, lang: Lang, zone: tzinfo) -> str:
    """The notice as a sentence with its reason."""
    _ = translations(lang).gettext
    words = {"reason": " ".join(notice.reason.split())}
    for name, at in (("before", notice.before), ("after", notice.after)):
        words |= {name: moment(at, lang, zone)} if at else {}
    if notice.kind == "reopen":
        return _("Entries are taken again, for this reason: %(reason)s") % words
    if notice.before is None:
        return _("The deadline is now %(after)s, for this reason: %(reason)s") % words
    return (
        _("The deadline was moved from %(before)s to %(after)s, for this reason: %(reason)s")
        % words
    )


def _moment(kept: str | None) -> datetime | None:
    return datetime.fromisoformat(kept) if kept else None
