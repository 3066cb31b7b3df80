"""Seals: the commitments of entries, the seals of each closing, and the entries that were added or changed with open builds in view."""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, cast

from sqlmodel import Session

from app.engine import Lang
from app.store import entrants, entries
from app.store.database import once_an_edition
from app.store.entrants import other_name
from app.store.matches import matches
from app.store.results import parts, seals as kept
from app.store.results.seals import Closing, EntrySeal
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Audit, Entry, Revision, Season

Kind = Literal["added", "changed", "withdrawn"]
_ACTS: Final = {"add": "added", "correct": "changed", "withdraw": "withdrawn"}


@dataclass(frozen=True, slots=True)
class SealMark:
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
    revision_id: int
    is_name_hidden: bool = False
    stays: bool = False
    """Whether it was taken out, and its line stays in the table below all who stayed."""


def commitment(
    salt: bytes, name: str, build: str, lore: str, extras: Mapping[str, Any], rules: str
) -> str:
    """SHA-256, in hex, over the salt and the canonical JSON of the submission.

    Canonical: keys in order, no blanks, UTF-8, nothing escaped that need not be.
    """
    content = {"name": name, "build": build, "lore": lore, "extras": extras, "rules": rules}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(salt + text.encode()).hexdigest()


def seal_of(season: Season, revision: Revision) -> str:
    """The seal of this revision in this season: of one salt, or of parts."""
    if season.proof == 2:
        return parts.seal(parts.digests_of(revision), season.slug, revision.rules_version)
    said = (revision.name, revision.build, revision.lore, revision.extras, revision.rules_version)
    return commitment(revision.salt, *said)


def keep(session: Session, season: Season, now: datetime) -> None:
    """The entries close: their seals are public from now on, even if the entries change or go."""
    earlier = kept.closings(session, season)
    kept.keep(session, season, earlier[-1].serial + 1 if earlier else 1, now)


def keep_late(session: Session, season: Season, entry: Entry) -> None:
    """An entry was added after the closing, while no build could be seen: it is sealed with the others."""
    if season.laid_open_at is None and (earlier := kept.closings(session, season)):
        kept.add(session, entry, earlier[-1])


def first(session: Session, season: Season) -> dict[int, int]:
    """The number that each entry had at the first closing, by its id."""
    return {each.entry_id: each.number for each in kept.of_closing(session, season, 1)}


def closings(session: Session, season: Season) -> list[Closing]:
    """Every closing of the season, the first first: their seals are public."""
    return kept.closings(session, season)


def of_closing(session: Session, season: Season, serial: int, lang: Lang) -> list[EntrySeal]:
    """The seals of this closing, by number, without the names that organisers hide."""
    return [
        each._replace(name=other_name(each.number, lang)) if each.is_name_hidden else each
        for each in kept.of_closing(session, season, serial)
    ]


def marks(session: Session, season: Season) -> dict[int, SealMark]:
    """The marked entries of the season, by id: they differ from their seals at the time when builds
    were laid open.
    """
    return once_an_edition(session, ("marks", season.id), lambda: _marks(session, season))


def _marks(session: Session, season: Season) -> dict[int, SealMark]:
    if season.laid_open_at is None:
        return {}
    found = kept.differing(session, season, season.laid_open_at)
    reasons = _reasons(session, season) if found else {}
    return {
        each.entry_id: SealMark(
            "changed" if each.was_sealed else "added",
            each.received_at,
            reasons.get(each.entry_id, ""),
        )
        for each in found
    }


def _reasons(session: Session, season: Season) -> dict[int, str]:
    """Why organisers added or corrected entries late."""
    acts = _late(session, season, ("add", "correct"))
    return {act.entry_id: act.detail["late"]["reason"] for act in acts if act.entry_id}


def detail(
    season: Season, entry: Entry, revision: Revision | None, by: Organiser
) -> dict[str, Any]:
    """The public detail of this act in the log; empty while the builds are sealed."""
    if season.laid_open_at is None or revision is None:
        return {}
    return {
        "late": {"number": entry.number or 0, "revision": revision.id, "reason": by.tell.strip()}
    }


def late_acts(
    session: Session, season: Season, lang: Lang | None = None, acts: Collection[str] = tuple(_ACTS)
) -> list[LateAct]:
    """Every such act in the season, the first first.

    With a language as everybody reads it, without names that are hidden.
    """
    found = _late(session, season, acts)
    if not found:
        return []
    hidden = entrants.hidden(session, season).names if lang else ()
    left = matches.left(session, season)
    names = entries.names(session, [act.detail["late"]["revision"] for act in found])
    return [
        LateAct(
            cast(Kind, _ACTS[act.act]),
            act.entry_id,
            late["number"],
            other_name(late["number"], lang)
            if lang and act.entry_id in hidden
            else names.get(late["revision"], "–"),  # its person has been forgotten
            act.at,
            late["reason"],
            late["revision"],
            act.entry_id in hidden,
            act.act == "withdraw" and act.entry_id in left,
        )
        for act in found
        if act.entry_id
        for late in [act.detail["late"]]
    ]


def withdrawn(session: Session, season: Season, lang: Lang | None = None) -> list[LateAct]:
    """The entries that were taken out then."""
    return late_acts(session, season, lang, ("withdraw",))


def _late(session: Session, season: Season, acts: Collection[str]) -> list[Audit]:
    return audits.of_season(session, season, acts, with_part="late")
