"""Reports of readers about an entry. An organiser looks at each, hides parts if needed, and may answer the reader."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.i18n import N_
from app.league.people import blocks
from app.notices.answers import Reply
from app.store import letters
from app.store.limits import reports
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Complaint, Entry, Player

WHAT: Final[Mapping[str, str]] = {
    "picture": N_("Its picture"),
    "name": N_("Its name"),
    "lore": N_("Its story"),
    "rights": N_("Somebody's rights"),
    "other": N_("Something else"),
}
MOST_TEXT: Final = 1000


def take(
    session: Session, entry: Entry, what: str, text: str, player: Player | None, now: datetime
) -> None:
    """Store a report for the organisers. The same report again changes nothing.

    Raises `SeasonRefused` if the text is empty or too long.
    """
    if not text or what not in WHAT:
        raise SeasonRefused([Problem("no-answer")])
    if len(text) > MOST_TEXT:
        length, most = f"{len(text):,}", f"{MOST_TEXT:,}"
        raise SeasonRefused([Problem("reason-too-long", length=length, most=most)])
    if not reports.waits(session, entry, text):
        number = player.id if player else None
        session.add(Complaint(entry_id=entry.id, what=what, text=text, player_id=number, at=now))


def settle(session: Session, report: Complaint, by: Organiser) -> None:
    """Settle the report, and write the organiser's words, if there are any, to its reporter.

    Settling twice changes nothing.
    """
    if report.settled_at is not None:
        return
    report.settled_at, report.settled_by = by.now, by.name
    player, words = report.player_id and session.get(Player, report.player_id), by.tell.strip()
    if player and words and not blocks.of(session, player):
        letters.write(session, Reply(text=words), player, f"report:{report.id}", now=by.now)
    entry = session.get_one(Entry, report.entry_id)
    audits.note(session, by, "settle-report", entry.season, entry, {"report": report.id})
