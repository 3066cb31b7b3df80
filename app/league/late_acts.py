"""What organisers did to entries after the builds had been laid open: everybody is told, for ever, and why."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

from sqlmodel import Session

from app.store import audits
from app.store.audits import Organiser
from app.store.tables import Entry, Revision, Season

Kind = Literal["added", "withdrawn"]
_ACTS = {"add": "added", "withdraw": "withdrawn"}


@dataclass(frozen=True, slots=True)
class LateAct:
    """An entry was added or taken out when its organiser could have chosen it by what was seen."""

    kind: Kind
    entry_id: int
    number: int
    """The one that the entry had then."""
    name: str
    at: datetime
    reason: str


def detail(
    season: Season, entry: Entry, revision: Revision | None, by: Organiser
) -> dict[str, Any]:
    """What the log keeps of this act, to be told publicly; nothing while the builds are sealed."""
    if season.laid_open_at is None or revision is None:
        return {}
    return {
        "late": {"number": entry.number or 0, "revision": revision.id, "reason": by.tell.strip()}
    }


def of_season(session: Session, season: Season) -> list[LateAct]:
    """Every such act in the season, the first first."""
    return [
        LateAct(
            cast(Kind, _ACTS[act.act]),
            act.entry_id,
            late["number"],
            _name(session, late["revision"]),
            act.at,
            late["reason"],
        )
        for act in audits.of_season(session, season)
        if act.act in _ACTS and act.entry_id and (late := act.detail.get("late"))
    ]


def withdrawn(session: Session, season: Season) -> list[LateAct]:
    """The entries that were taken out then."""
    return [each for each in of_season(session, season) if each.kind == "withdrawn"]


def _name(session: Session, revision_id: int) -> str:
    revision = session.get(Revision, revision_id)
    return revision.name if revision else "–"  # its person has been forgotten
