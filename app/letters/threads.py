"""A player's mails and our letters to them, in order, as an organiser may read them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlmodel import Session

from app.errors import LetterUnreadable, SeasonRefused
from app.league.desk import threads
from app.letters.contents import preview_letter
from app.notices.registry import kind_of
from app.store import letters, mails
from app.store.security.audits import Organiser
from app.store.tables import Letter, Mail, Player

MOST: Final = 50
"""How many mails and letters are shown; the latest ones."""
MOST_TEXT: Final = 4_000


@dataclass(frozen=True, slots=True)
class ThreadPost:
    """A mail of a player, or a letter to them.

    `kind`: what the letter is called; empty for a mail. `is_sealed`: it tells of an entry that organisers may not see
    yet. `waits`: the mail waits for an organiser. `is_proven`: the mail came by an address that only its player has.
    """

    id: int
    at: datetime
    kind: str
    subject: str
    text: str
    is_sealed: bool = False
    waits: bool = False
    is_proven: bool = False
    why: str = ""


def thread_of(session: Session, player: Player, by: Organiser) -> list[ThreadPost]:
    """The latest mails and letters, oldest first."""
    posts = [_mail(session, each, by) for each in mails.of_player(session, player, MOST)]
    posts += [_letter(session, each, by) for each in letters.latest_to(session, player, MOST)]
    return sorted(posts, key=lambda post: (post.at, bool(post.kind), post.id))[-MOST:]


def _mail(session: Session, mail: Mail, by: Organiser) -> ThreadPost:
    note, is_sealed = mail.note, threads.is_sealed(session, mail.note, by.now)
    return ThreadPost(
        mail.id,
        mail.received_at,
        "",
        "" if is_sealed else note.get("subject", ""),
        "" if is_sealed else note.get("text", "").strip()[:MOST_TEXT],
        is_sealed,
        mail.waits_since is not None,
        bool(note.get("is_proven")),
        note.get("why", ""),
    )


def _letter(session: Session, letter: Letter, by: Organiser) -> ThreadPost:
    kind = kind_of(letter).label
    try:
        words = preview_letter(session, letter, by.now)
    except SeasonRefused:
        return ThreadPost(letter.id, letter.created_at, kind, "", "", is_sealed=True)
    except (LookupError, LetterUnreadable):  # its words were let go
        return ThreadPost(letter.id, letter.created_at, kind, "", "")
    return ThreadPost(letter.id, letter.created_at, kind, words.subject, words.text[:MOST_TEXT])
