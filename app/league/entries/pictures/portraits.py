"""The own picture of a character: kept with its entry, sealed like its lore, hidden where an organiser must.

It is no part of what an entry commits to: records, digests and seals know nothing of it.
"""

import hashlib
from datetime import datetime

from sqlmodel import Session

from app.errors import SubmissionRejected
from app.league import visibility
from app.league.entries.acceptance import accept, awaits_approval
from app.league.entries.pictures import formats
from app.league.entries.pictures.formats import Portrait
from app.league.entries.places import open_at
from app.league.entries.rosters import waiting_of
from app.league.people import blocks
from app.league.seals import seal_of
from app.store import entries, pictures, rows
from app.store.results import parts
from app.store.tables import Entry, Picture, Revision, RevisionState, Season


def keep(session: Session, revision: Revision, portrait: Portrait, now: datetime) -> None:
    """The picture came with this revision, and counts as soon as that does: held like it, confirmed like it.

    Where organisers look at each change, a revision that counts already is sent once more with it, and waits.
    """
    revision = _to_approve(session, revision, now)
    held = revision.state in (RevisionState.HELD, RevisionState.WAITING, RevisionState.QUEUED)
    picture = Picture(
        entry_id=revision.entry_id,
        revision_id=revision.id if held else None,
        digest=digest_of(portrait.content),
        content=portrait.content,
        width=portrait.width,
        height=portrait.height,
        created_at=now,
    )
    if not held:
        pictures.remove(session, revision.entry_id)
    pictures.add(session, picture)


def _to_approve(session: Session, revision: Revision, now: datetime) -> Revision:
    entry = revision.entry
    if revision.state is not RevisionState.ACCEPTED or not awaits_approval(session, entry):
        return revision
    if waiting := waiting_of(session, entry):
        return waiting
    again = Revision(
        **revision.model_dump(exclude={"id", "mail_id"})
        | {
            "serial": entries.next_serial(session, entry),
            "state": RevisionState.HELD,
            "salt": parts.new_salts(entry.season.proof),
            "received_at": now,
        }
    )
    again.commitment = seal_of(entry.season, again)
    rows.add(session, again)
    accept(session, entry, again, now)
    return again


def restore(session: Session, entry: Entry, content: bytes, now: datetime) -> None:
    """Give this entry the picture, which this program made elsewhere."""
    width, height = formats.size_of(content)
    pictures.add(
        session,
        Picture(
            entry_id=entry.id,
            digest=digest_of(content),
            content=content,
            width=width,
            height=height,
            created_at=now,
        ),
    )


def digest_of(content: bytes) -> str:
    """What names a picture in its address."""
    return hashlib.sha256(content).hexdigest()


def change(
    session: Session, season: Season, entry: Entry, portrait: Portrait | None, now: datetime
) -> None:
    """The character has this picture from now on, or none.

    Raises `SubmissionRejected` once the season takes no changes, and if the player's address is blocked.
    """
    blocks.require_free(session, entry.player)
    if problems := [*open_at(season, now)]:
        raise SubmissionRejected(problems)
    if portrait and entry.current:
        keep(session, entry.current, portrait, now)
    elif portrait is None:
        pictures.remove(session, entry.id)


def own(session: Session, entry: Entry) -> Picture | None:
    """Return the picture of this entry, for its player and for readers who may see the entry."""
    return pictures.of_entry(session, entry.id)


def shown(session: Session, season: Season) -> dict[int, str]:
    """The digests of the pictures that everybody may see, by entry: none before the results are public."""
    return pictures.shown(session, season.id) if visibility.is_public(season) else {}


def public(session: Session, digest: str) -> Picture | None:
    """The picture with this digest, if everybody may see it."""
    for picture, season in pictures.with_digest(session, digest):
        if visibility.is_public(season) and picture.hidden_at is None:
            return picture
    return None


def hide(session: Session, entry: Entry, why: str, now: datetime) -> None:
    """Hide the picture, if there is one, from everyone except its player, and show the crest instead.

    A later picture is a new one, and is shown.
    """
    if picture := pictures.of_entry(session, entry.id):
        picture.hidden_at = picture.hidden_at or now
        picture.hidden_why = why


def show_again(session: Session, entry: Entry) -> None:
    """Show the picture again, if there is one."""
    if picture := pictures.of_entry(session, entry.id):
        picture.hidden_at, picture.hidden_why = None, ""
