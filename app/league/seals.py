"""Seals: the commitments of entries, the seals of each closing, and the entries that were added or changed with open builds in view."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

from sqlmodel import Session

from app.engine import Lang
from app.store import entrants, entries
from app.store import seals as kept
from app.store.entrants import other_name
from app.store.seals import Closing, Sealed
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Entry, Revision, Season

Kind = Literal["added", "changed", "withdrawn"]
_ACTS = {"add": "added", "correct": "changed", "withdraw": "withdrawn"}


@dataclass(frozen=True, slots=True)
class Mark:
    """The public mark of an entry, for ever: it was added, or changed, after the builds had been laid open."""

    kind: Literal["added", "changed"]
    at: datetime
    """When the revision that counts now was received."""
    reason: str = ""
    """Why the organiser added or corrected it; empty for an entry that its player sent."""


@dataclass(frozen=True, slots=True)
class LateAct:
    """An entry was added, corrected or taken out by an organiser who could see the builds."""

    kind: Kind
    entry_id: int
    number: int
    """The number that the entry had then."""
    name: str
    at: datetime
    reason: str
    is_name_hidden: bool = False


def commitment(
    salt: bytes, name: str, build: str, lore: str, extras: Mapping[str, Any], rules: str
) -> str:
    """SHA-256, in hex, over the salt and the canonical JSON of the submission.

    Canonical: keys in order, no blanks, UTF-8, nothing escaped that need not be.
    """
    content = {"name": name, "build": build, "lore": lore, "extras": extras, "rules": rules}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(salt + text.encode()).hexdigest()


def keep(session: Session, season: Season, now: datetime) -> None:
    """The entries close: their seals are public from now on, even if the entries change or go."""
    earlier = kept.closings(session, season)
    kept.keep(session, season, earlier[-1].serial + 1 if earlier else 1, now)


def keep_late(session: Session, season: Season, entry: Entry) -> None:
    """An entry was added after the closing, while no build could be seen: it is sealed with the others."""
    if season.laid_open_at is None and (earlier := kept.closings(session, season)):
        kept.add(session, entry, earlier[-1])


def closings(session: Session, season: Season) -> list[Closing]:
    """Every closing of the season, the first first: their seals are public."""
    return kept.closings(session, season)


def of_closing(session: Session, season: Season, serial: int, lang: Lang) -> list[Sealed]:
    """The seals of this closing, by number, without the names that organisers hide."""
    return [
        each._replace(name=other_name(each.number, lang)) if each.is_name_hidden else each
        for each in kept.of_closing(session, season, serial)
    ]


def marks(session: Session, season: Season) -> dict[int, Mark]:
    """The marked entries of the season, by id: those that differ from their seals of when the builds were laid open."""
    if season.laid_open_at is None:
        return {}
    sealed = {}
    if closing := _of_laying_open(session, season, season.laid_open_at):
        found = kept.of_closing(session, season, closing.serial)
        sealed = {each.entry_id: each.commitment for each in found}
    reasons = _reasons(session, season)
    return {
        entry.id: Mark(
            "changed" if entry.id in sealed else "added",
            entry.current.received_at,
            reasons.get(entry.id, ""),
        )
        for entry in entries.of_season(session, season)
        if entry.current and sealed.get(entry.id) != entry.current.commitment
    }


def _of_laying_open(session: Session, season: Season, laid_open_at: datetime) -> Closing | None:
    """The closing by which the builds were laid open."""
    before = [each for each in kept.closings(session, season) if each.at <= laid_open_at]
    return before[-1] if before else None


def _reasons(session: Session, season: Season) -> dict[int, str]:
    """Why organisers added or corrected entries late."""
    acts = late_acts(session, season)
    return {act.entry_id: act.reason for act in acts if act.kind != "withdrawn"}


def detail(
    season: Season, entry: Entry, revision: Revision | None, by: Organiser
) -> dict[str, Any]:
    """The public detail of this act in the log; empty while the builds are sealed."""
    if season.laid_open_at is None or revision is None:
        return {}
    return {
        "late": {"number": entry.number or 0, "revision": revision.id, "reason": by.tell.strip()}
    }


def late_acts(session: Session, season: Season, lang: Lang | None = None) -> list[LateAct]:
    """Every such act in the season, the first first; with a language as everybody reads it, without names that are hidden."""
    hidden = entrants.hidden(session, season).names if lang else ()
    return [
        LateAct(
            cast(Kind, _ACTS[act.act]),
            act.entry_id,
            late["number"],
            other_name(late["number"], lang)
            if lang and act.entry_id in hidden
            else _name(session, late["revision"]),
            act.at,
            late["reason"],
            act.entry_id in hidden,
        )
        for act in audits.of_season(session, season)
        if act.act in _ACTS and act.entry_id and (late := act.detail.get("late"))
    ]


def withdrawn(session: Session, season: Season, lang: Lang | None = None) -> list[LateAct]:
    """The entries that were taken out then."""
    return [each for each in late_acts(session, season, lang) if each.kind == "withdrawn"]


def _name(session: Session, revision_id: int) -> str:
    revision = session.get(Revision, revision_id)
    return revision.name if revision else "–"  # its person has been forgotten
