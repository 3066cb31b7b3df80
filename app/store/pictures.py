"""Queries for characters' own pictures. A picture with a held revision waits until that is accepted."""

from typing import Final

from sqlalchemy import bindparam
from sqlalchemy.orm import defer
from sqlmodel import Session, col, delete, select, update

from app.store.database import once_an_edition
from app.store.tables import Entry, Picture, Revision, Season

_UNSEEN = {"synchronize_session": False}
_SHOWN: Final = (  # put together once: every page of results asks it
    select(Picture.entry_id, Picture.digest)
    .join(Entry, col(Picture.entry_id) == col(Entry.id))
    .where(
        Entry.season_id == bindparam("season_id"),
        col(Picture.revision_id).is_(None),
        col(Picture.hidden_at).is_(None),
    )
    .order_by(col(Picture.entry_id))
)
_OF_ENTRY: Final = (  # and every character's page this; its bytes are read where they are asked for
    select(Picture)
    .where(Picture.entry_id == bindparam("entry_id"), col(Picture.revision_id).is_(None))
    .options(defer(Picture.content))  # type: ignore[arg-type]
)


def add(session: Session, picture: Picture) -> None:
    """Store the picture."""
    session.add(picture)
    session.flush()


def of_entry(session: Session, entry_id: int) -> Picture | None:
    """The current picture of this entry."""
    return session.exec(_OF_ENTRY, params={"entry_id": entry_id}).first()


def of_revision(session: Session, revision: Revision) -> Picture | None:
    """The picture that came with this revision, else the current one of its entry."""
    came = select(Picture).where(Picture.revision_id == revision.id)
    newest = session.exec(came.order_by(col(Picture.id).desc())).first()
    return newest or of_entry(session, revision.entry_id)


def shown(session: Session, season_id: int) -> dict[int, str]:
    """The digests of the current, not hidden pictures in this season, by entry."""
    return once_an_edition(
        session,
        ("pictures", season_id),
        lambda: dict(session.exec(_SHOWN, params={"season_id": season_id}).all()),
    )


def with_digest(session: Session, digest: str) -> list[tuple[Picture, Season]]:
    """The current pictures with this digest of characters that take part, each with its season."""
    question = (
        select(Picture, Season)
        .join(Entry, col(Picture.entry_id) == col(Entry.id))
        .join(Season, col(Entry.season_id) == col(Season.id))
        .where(
            Picture.digest == digest,
            col(Picture.revision_id).is_(None),
            col(Entry.current_id).is_not(None),
        )
    )
    return [(picture, season) for picture, season in session.exec(question)]


def accept(session: Session, revision: Revision) -> None:
    """Make the picture of an accepted revision the current one."""
    newest = of_revision(session, revision)
    if newest is None or newest.revision_id is None:
        return
    remove(session, revision.entry_id)
    newest.revision_id = None


def move(session: Session, before: Revision, after: Revision) -> None:
    """Move the picture of a revision to the one that replaced it."""
    session.exec(
        update(Picture).where(col(Picture.revision_id) == before.id).values(revision_id=after.id),
        execution_options=_UNSEEN,
    )


def drop(session: Session, revision: Revision) -> None:
    """Delete the picture of this revision."""
    session.exec(
        delete(Picture).where(col(Picture.revision_id) == revision.id), execution_options=_UNSEEN
    )


def drop_held(session: Session, season_id: int) -> None:
    """Delete the pictures of revisions that were never confirmed in this season."""
    entries = select(Entry.id).where(Entry.season_id == season_id)
    session.exec(
        delete(Picture).where(
            col(Picture.entry_id).in_(entries), col(Picture.revision_id).is_not(None)
        ),
        execution_options=_UNSEEN,
    )


def remove(session: Session, entry_id: int) -> None:
    """Delete the current picture of the entry. Pictures of held revisions stay."""
    session.exec(
        delete(Picture).where(
            col(Picture.entry_id) == entry_id, col(Picture.revision_id).is_(None)
        ),
        execution_options=_UNSEEN,
    )
