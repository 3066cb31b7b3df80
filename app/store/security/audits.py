"""The log of organisers' acts and their reasons."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import bindparam
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from app.store.tables import Audit, Entry, Player, Revision, Season
from app.text.characters import hidden_in, shown


@dataclass(frozen=True, slots=True)
class Organiser:
    """An organiser who acts, when, and why. `reason` stays in the log, `tell` is for the players.

    Invisible characters in them are written out, as U+200B. Not every feed may contain them, they can reverse the
    text of a page, and a reason made only of them would be empty.
    """

    name: str
    now: datetime
    reason: str = ""
    tell: str = ""

    def __post_init__(self) -> None:
        """Write out invisible characters."""
        for field in ("reason", "tell"):
            object.__setattr__(self, field, _seen(getattr(self, field)))


def _seen(text: str) -> str:
    hidden = {*hidden_in(text)}
    return "".join(
        shown(char) if at in hidden and char != "\n" else char for at, char in enumerate(text)
    )


def note(
    session: Session,
    by: Organiser,
    act: str,
    season: Season | None,
    entry: Entry | None = None,
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Log the act in the same transaction, with what players were told, if anything."""
    told = {"told": by.tell.strip()} if by.tell.strip() else {}
    session.flush()
    session.add(
        Audit(
            at=by.now,
            who=by.name,
            act=act,
            season_id=season.id if season else None,
            entry_id=entry.id if entry else None,
            reason=by.reason,
            detail={**(detail or {}), **told},
        )
    )


def unbind(session: Session, season: Season) -> None:
    """Keep the log of a season that is about to be deleted, with its slug in the details."""
    for act in of_season(session, season):
        act.detail = act.detail | {"season": season.slug}
        act.season_id = act.entry_id = None
    session.flush()


def of_player(session: Session, player: Player) -> list[Audit]:
    """The acts of organisers on this player's mails, oldest first."""
    about = col(Audit.detail)["player"].as_integer() == player.id
    return list(session.exec(select(Audit).where(about).order_by(col(Audit.id))))


def answered(session: Session, most: int) -> list[int]:
    """The numbers of the players whose mails organisers answered or settled, the latest first."""
    acts = select(Audit.detail).where(col(Audit.act).in_(["answer", "settle"]))
    found = session.exec(acts.order_by(col(Audit.id).desc()).limit(most))
    return list(dict.fromkeys(detail["player"] for detail in found))


def deletions(session: Session) -> list[Audit]:
    """Every season that was deleted, the last first; its slug is in the details."""
    deleted = select(Audit).where(Audit.act == "delete", col(Audit.season_id).is_(None))
    return list(session.exec(deleted.order_by(col(Audit.id).desc())))


def of_season(
    session: Session, season: Season, acts: Collection[str] = (), *, with_part: str = ""
) -> list[Audit]:
    """The acts in a season, oldest first: all, those of these kinds, or those with this object in their details."""
    asked = {"season_id": season.id} | ({"acts": [*acts]} if acts else {})
    return list(session.exec(_acts(bool(acts), with_part), params=asked))


def first_reason(session: Session, season: Season, act: str) -> str:
    """The reason of the first late act of this kind on an entry of the season; empty without one."""
    question = select(Audit.detail).where(Audit.season_id == season.id, Audit.act == act)
    detail = session.exec(question.order_by(col(Audit.id)).limit(1)).first() or {}
    return str(detail.get("late", {}).get("reason", ""))


@cache
def _acts(is_of_kinds: bool, part: str) -> SelectOfScalar[Audit]:
    """The query for acts, built once, since the page of every season uses it."""
    question = select(Audit).where(Audit.season_id == bindparam("season_id"))
    if is_of_kinds:
        question = question.where(col(Audit.act).in_(bindparam("acts", expanding=True)))
    if part:
        question = question.where(col(Audit.detail)[part].as_string().is_not(None))
    return question.order_by(col(Audit.id))


def of_entry(session: Session, entry: Entry) -> list[Audit]:
    """All acts about an entry, oldest first."""
    return list(session.exec(_OF_ENTRY, params={"entry_id": entry.id}))


_OF_ENTRY: Final = (
    select(Audit).where(Audit.entry_id == bindparam("entry_id")).order_by(col(Audit.id))
)


def names(session: Session, log: Sequence[Audit]) -> dict[int, str]:
    """The latest names of the entries in these acts."""
    statement = (
        select(Revision.entry_id, Revision.name)
        .where(col(Revision.entry_id).in_({act.entry_id for act in log if act.entry_id}))
        .order_by(col(Revision.serial))
    )
    return dict(session.exec(statement).all())
