"""What must hold after each fault and in the end. A breach is a sentence that names what it is about."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sqlmodel import Session, col, select

from app.bench.mail.sink import SinkLine
from app.store.tables import (
    Entry,
    Letter,
    LetterState,
    Mail,
    MailState,
    Revision,
    RevisionState,
    Run,
    Season,
)
from tests.chaos.crowd import SLUG, Ledger

_MESSAGE_ID: Final = re.compile(rb"^Message-ID:\s*(<[^>]+>)", re.MULTILINE | re.IGNORECASE)
_TOKEN: Final = re.compile(r"\bt\d+-\d+(?=\.)")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known at a moment: by the database, by the mail server, by the people, by the log."""

    session: Session
    lines: Sequence[SinkLine]
    ledger: Ledger
    log: Path
    refused_to_end: Sequence[str]


@dataclass(slots=True)
class Invariant:
    """A sentence that must hold; how often it was looked at, and each thing by which it did not hold."""

    says: str
    breaches: Callable[[Evidence], Iterable[str]]
    only_at_end: bool = False
    looks: int = 0
    found: dict[str, None] = field(default_factory=dict)

    def look(self, evidence: Evidence) -> None:
        """It was looked at once more."""
        self.looks += 1
        self.found.update(dict.fromkeys(self.breaches(evidence)))


def _mails_not_kept_once(evidence: Evidence) -> Iterable[str]:
    promised = dict(evidence.ledger.mails)
    kept = Counter(
        found[1].decode()
        for raw in evidence.session.exec(select(Mail.raw))
        if (found := _MESSAGE_ID.search(raw))
    )
    return [f"{id}: kept {kept[id]} times" for id in promised if kept[id] != 1]


def _tokens(evidence: Evidence) -> Counter[str]:
    lores = evidence.session.exec(select(Revision.lore))
    return Counter(found[0] for lore in lores if (found := _TOKEN.search(lore)))


def _forms_not_kept_once(evidence: Evidence) -> Iterable[str]:
    forms, unsure = [*evidence.ledger.forms], {*evidence.ledger.unsure}
    kept = _tokens(evidence)
    for token in forms:
        if kept[token] < 1 or (kept[token] > 1 and token not in unsure):
            yield f"{token}: kept {kept[token]} times"


def _mails_not_acted_on_once(evidence: Evidence) -> Iterable[str]:
    """An entry by mail makes one revision; the same mail once more makes none."""
    kept = _tokens(evidence)
    mails = {token for token in evidence.ledger.mails.values() if token}
    return [f"{token}: {kept[token]} revisions" for token in mails if kept[token] > 1]


def _mails_not_answered_once(evidence: Evidence) -> Iterable[str]:
    rows = evidence.session.exec(select(Mail)).all()
    answers = Counter(evidence.session.exec(select(Letter.mail_id)))
    for mail in rows:
        if mail.state is not MailState.DONE or answers[mail.id] != 1:
            yield f"mail {mail.id}: {mail.state}, {mail.action}, {answers[mail.id]} answers"


def _letters_twice(evidence: Evidence) -> Iterable[str]:
    taken = Counter(line.message_id for line in evidence.lines if line.did == "taken")
    return [f"{id}: left {times} times" for id, times in taken.items() if times > 1]


def _letters_lost(evidence: Evidence) -> Iterable[str]:
    """Said to have left and not taken; dead without a no; or nowhere in the end."""
    taken = {line.message_id for line in evidence.lines if line.did == "taken"}
    for letter in evidence.session.exec(select(Letter)).all():
        is_where_it_says = {
            LetterState.SENT: letter.message_id in taken,
            LetterState.DOUBT: True,
            LetterState.READY: letter.withheld != "" and letter.message_id not in taken,
        }
        if not is_where_it_says.get(letter.state, False):
            yield f"letter {letter.id}, {letter.kind}: {letter.state}, {letter.reply}"


def _receipts_not_in(evidence: Evidence) -> Iterable[str]:
    """Who has a receipt is in the season, with that version or a later one."""
    taken = {line.message_id for line in evidence.lines if line.did == "taken"}
    receipts = select(Letter).where(Letter.kind == "receipt", col(Letter.message_id).in_(taken))
    for letter in evidence.session.exec(receipts).all():
        revision = evidence.session.get(Revision, letter.revision_id or 0)
        entry = revision and evidence.session.get(Entry, revision.entry_id)
        current = entry and entry.current
        if not revision or not current or current.serial < revision.serial:
            yield f"letter {letter.id}: its entry is not in"


def _reports_not_one_each(evidence: Evidence) -> Iterable[str]:
    season = evidence.session.exec(select(Season).where(Season.slug == SLUG)).one()
    reports = select(Letter.player_id).where(
        Letter.kind == "report", Letter.run_id == season.published_run_id
    )
    written = Counter(evidence.session.exec(reports))
    numbered = select(Entry.player_id).where(
        Entry.season_id == season.id,
        col(Entry.number).is_not(None),
        col(Entry.player_id).is_not(None),
    )
    for player in evidence.session.exec(numbered):
        if written[player or 0] != 1:
            yield f"player {player}: {written[player or 0]} reports"


def _digests(evidence: Evidence) -> Iterable[str]:
    by_inputs: dict[str, set[str]] = {}
    for run in evidence.session.exec(select(Run)).all():
        if run.halted_at:
            yield f"run {run.serial} was halted"
        if run.digest:
            by_inputs.setdefault(run.inputs_digest, set()).add(run.digest)
    yield from (f"{inputs}: {found}" for inputs, found in by_inputs.items() if len(found) > 1)


def _half_written(evidence: Evidence) -> Iterable[str]:
    """What counts was accepted, and is of its own entry."""
    for entry in evidence.session.exec(select(Entry)).all():
        current = entry.current
        if current and (
            current.entry_id != entry.id or current.state is not RevisionState.ACCEPTED
        ):
            yield f"entry {entry.id}"


def _bugs(evidence: Evidence) -> Iterable[str]:
    text = evidence.log.read_text(encoding="utf-8", errors="replace")
    for part in text.split("Traceback (most recent call last)")[1:]:
        lines = part.splitlines()
        yield next((line for line in lines[1:] if line and not line.startswith(" ")), "?")


def invariants() -> list[Invariant]:
    """All of them, not looked at yet."""
    return [
        Invariant("a mail that got 250 is kept, once", _mails_not_kept_once),
        Invariant("an entry whose form was taken is kept, once", _forms_not_kept_once),
        Invariant("a mail makes no version twice", _mails_not_acted_on_once),
        Invariant("whoever has a receipt is in", _receipts_not_in),
        Invariant("no letter leaves twice", _letters_twice),
        Invariant("what counts is whole", _half_written),
        Invariant("the same entries give the same digest", _digests),
        Invariant("nothing sealed is shown", lambda e: [*e.ledger.unsealed]),
        Invariant("no 5xx but 503 with Retry-After, no traceback", lambda e: [*e.ledger.strange]),
        Invariant("SIGTERM ends a process in order", lambda e: e.refused_to_end),
        Invariant("no bug in the log", _bugs),
        Invariant("every mail has one answer", _mails_not_answered_once, only_at_end=True),
        Invariant("no letter is lost", _letters_lost, only_at_end=True),
        Invariant("everybody has one report", _reports_not_one_each, only_at_end=True),
    ]
