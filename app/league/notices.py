"""What organisers did publicly: the deadline was moved, entries were taken again. Everybody reads it, with the reason."""

from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Literal, cast

from sqlmodel import Session

from app.engine import Lang
from app.i18n import moment, translations
from app.store import audits
from app.store.tables import Season

Kind = Literal["deadline", "reopen"]


@dataclass(frozen=True, slots=True)
class Notice:
    """A public act and its reason; of a deadline what it was (None: none was announced) and what it is now."""

    kind: Kind
    at: datetime
    reason: str
    before: datetime | None = None
    after: datetime | None = None


def of_season(session: Session, season: Season) -> list[Notice]:
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
