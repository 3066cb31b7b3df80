"""A letter to whoever sent a mail that a fault of our own has set aside: it is kept, and what stands still stands."""

from datetime import timedelta
from typing import Final

from sqlmodel import Session

from app.errors import Problem
from app.mail.inbox.message import read_mail
from app.mail.requests.automatic import automatic
from app.mail.requests.desk import Desk
from app.store import entries, letters, players
from app.store.letter_kinds import Problems
from app.store.limits import buckets
from app.store.tables import Mail

MOST_A_DAY: Final = 3
_DAY: Final = timedelta(days=1)


def apologise(session: Session, kept: Mail, desk: Desk) -> None:
    """Its sender is told that the fault is ours, that the organiser knows, and what stands; programs are not.

    Only the header is read, since something in the mail brings us down; raises whatever that does.
    """
    mail = read_mail(kept.raw, is_too_slow=True)
    secret = desk.token(mail)
    if not mail.from_address or automatic(mail.headers) or desk.wrote(mail):
        return
    if secret and secret[0] == "b":
        return
    player = players.known_as(session, mail.from_address, mail.lang, kept.received_at)
    key = f"fault:{player.id}"
    if buckets.take(session, key, capacity=MOST_A_DAY, refill=_DAY, now=kept.received_at):
        return
    kept.player_id = player.id
    thread = [*mail.references[-10:], *filter(None, [mail.message_id])]
    kept.note = kept.note | {
        "thread": {"message_id": mail.message_id or "", "references": " ".join(thread)}
    }
    standing = entries.counting_of(session, player)
    letters.write(
        session,
        Problems(
            problems=tuple(map(Problem.of, kept.note["problems"])),
            fault=True,
            standing=", ".join(each.name for each in standing),
        ),
        player,
        f"fault:mail:{kept.id}",
        now=kept.received_at,
        lang=mail.lang,
        answers=kept,
    )
