"""Budgets of the letters that a sender causes to an address without having proven to read it.

Such a letter is written at once and leaves when the budgets allow: those of its mailbox, of its domain and of the whole
site. Until then it is withheld, and the organiser sees it. The reader of a mailbox may refuse all of them.
"""

import hmac
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.i18n import N_
from app.notices.answers import AddressNote, Confirmation, Follow, PassedOn, Several
from app.notices.registry import kind_of
from app.store import entries, players, seasons
from app.store.limits import refusals, releases
from app.store.limits.releases import DAY
from app.store.security import security_log
from app.store.security.security_log import SecurityEvent
from app.store.tables import OVER, Letter, Player, Season, SeasonState

MAILBOX: Final = 3
"""Letters to a mailbox that is not proven, from all deliverers together."""
OF_DELIVERER: Final = 2
"""Of these, letters that one deliverer has caused: one is left for the entry of another."""
OTHERS_OF_DELIVERER: Final = 1
"""Of these, letters that neither ask for a confirmation nor say that the organiser has a mail."""
PROVEN_MAILBOX: Final = 20
PROVEN_OF_DELIVERER: Final = 10
"""Of the letters to a proven mailbox, those of one deliverer: the sender of a mail in its name is still unknown."""
LAST_DAY: Final = 2 * MAILBOX
"""Letters to an unconfirmed mailbox that ask for a confirmation on a season's last day, one for another deliverer.

Without that question the player could not enter in time.
"""
ASKS_FOR_ADDRESS: Final = "s:address"
"""The deliverer of all questions to a mailbox about a change of address, so that it gets one a day."""
VOUCHED: Final = 20
"""Letters to a mailbox in answer to mails for which its own domain vouches, or that answer a letter to it.

All others count apart."""
DOMAINS: Final = 10
"""A domain gets this part of the budget of the site."""
AGAIN_AFTER: Final = timedelta(hours=1)
"""A withheld letter is looked at again then."""
REASONS: Final = {
    "mailbox": N_("withheld: this mailbox has reached its limit for today"),
    "deliverer": N_("withheld: one sender has reached today's limit for this mailbox"),
    "domain": N_("withheld: this domain has reached its limit for today"),
    "site": N_("withheld: unconfirmed addresses have reached the limit for today"),
    "closed": N_("withheld until its season stopped taking entries"),
}
"""Why a letter has not left yet."""


@dataclass(frozen=True, slots=True)
class Deliverer:
    """The sender of a mail or form that causes a letter, as far as we can tell; only `name` is kept of them.

    `is_vouched`: the domain of the address vouches for it, or it answers a letter of ours that went there.
    """

    name: str
    is_vouched: bool = False

    @classmethod
    def called(cls, key: bytes, words: str, *, is_vouched: bool = False) -> "Deliverer":
        """The deliverer known by these words: a host, a client, a domain."""
        return cls(f"{'v' if is_vouched else 's'}:{_digest(key, words)[:24]}", is_vouched)


UNKNOWN: Final = Deliverer("s:unknown")


def mailbox_of(address: str) -> str:
    """The mailbox behind an address, for comparing: the part behind a plus sign is only a tag."""
    local, _, domain = players.address_key(address).rpartition("@")
    box = local.partition("+")[0] or local
    return f"{box}@{domain}"


def release(session: Session, key: bytes, per_day: int, *, now: datetime, most: int = 200) -> int:
    """Letters that wait for a budget leave as far as budgets go; the rest is withheld. How many were looked at.

    Letters that are no longer needed are forgotten. `per_day`: the budget of the whole site.
    """
    releases.lock(session, now=now)
    waiting = releases.waiting(session, now=now, most=most)
    if not waiting:
        return 0
    releases.prune(session, before=now - DAY)
    of = seasons.with_ids(session, {letter.season_id or 0 for letter in waiting})
    unproven = {mailbox_of(each.player.address) for each in waiting if not each.player.proven_at}
    proven = {*map(mailbox_of, players.proven_at(session, unproven))}
    cases = [_Case(letter, of.get(letter.season_id or 0), key, proven, now) for letter in waiting]
    held = entries.held_among(session, [letter.revision_id or 0 for letter in waiting])
    refused = refusals.among(session, {case.mailbox for case in cases})
    spent = _Spent.of(session, cases, since=now - DAY)
    released = []
    for case in cases:
        letter = case.letter
        if case.mailbox in refused or _is_over(case, held, now):
            session.delete(letter)
        elif why := _closed(case) or spent.forbids(case, per_day):
            if why not in ("closed", letter.withheld):
                _note(session, letter, why, now)
            letter.withheld, letter.due_at = why, now + AGAIN_AFTER
        else:
            letter.withheld, letter.released_at = "", now
            released.append(releases.Leaving(case.mailbox, case.domain, case.deliverer))
            spent.count(case)
    releases.add(session, released, now=now)
    return len(cases)


def _note(session: Session, letter: Letter, why: str, now: datetime) -> None:
    about = {"withheld": why, "letter": letter.kind}
    event, season = SecurityEvent.LIMIT_HIT, letter.season_id
    security_log.note(session, event, now=now, client="mail", season=season, detail=about)


def refuse(session: Session, key: bytes, player: Player, now: datetime) -> None:
    """No letter caused by others goes to this mailbox any more, nor any news."""
    refusals.add(session, mailbox_digest(key, player.address), now=now)
    player.muted_at = player.muted_at or now


def allow(session: Session, key: bytes, player: Player) -> None:
    """The reader of this mailbox wants letters again."""
    refusals.drop(session, mailbox_digest(key, player.address))
    player.muted_at = None


def is_refused(session: Session, key: bytes, player: Player) -> bool:
    """Whether the reader of this mailbox refuses all letters from us."""
    mailbox = mailbox_digest(key, player.address)
    return mailbox in refusals.among(session, {mailbox})


@dataclass(frozen=True, slots=True)
class _Use:
    """How much of the site's budget has been used within a day, and how many letters are withheld."""

    released: int
    per_day: int
    withheld: int

    @property
    def is_used_up(self) -> bool:
        """Whether the site's budget for unproven addresses is used up today."""
        return self.released >= self.per_day


def use(session: Session, per_day: int, *, now: datetime) -> _Use:
    """How the budget of the site stands."""
    return _Use(releases.count(session, since=now - DAY), per_day, releases.withheld(session))


class _Case:
    """A letter that waits, with its season, mailbox, domain and deliverer."""

    def __init__(
        self,
        letter: Letter,
        season: Season | None,
        key: bytes,
        proven: Collection[str],
        now: datetime,
    ) -> None:
        address = letter.player.address
        self.letter = letter
        self.season = season
        self.mailbox = mailbox_digest(key, address)
        self.domain = _digest(key, "domain\0" + mailbox_of(address).rpartition("@")[2])
        self.asks = letter.kind in (Confirmation.slug, Several.slug, PassedOn.slug)
        self.deliverer = letter.deliverer or ""
        self.is_vouched = self.deliverer.startswith("v:")
        self.is_proven = letter.player.proven_at is not None or mailbox_of(address) in proven
        closes_at = season.closes_at if season else None
        self.is_last = self.asks and closes_at is not None and closes_at - now <= DAY


@dataclass(slots=True)
class _Spent:
    """The letters that have left within a day."""

    total: int = 0
    by_domain: Counter[str] = field(default_factory=Counter)
    by_mailbox: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By mailbox and deliverer."""

    @classmethod
    def of(cls, session: Session, cases: Iterable[_Case], since: datetime) -> "_Spent":
        return cls(
            releases.count(session, since=since),
            Counter(releases.by_domain(session, {case.domain for case in cases}, since=since)),
            Counter(releases.by_mailbox(session, {case.mailbox for case in cases}, since=since)),
        )

    def count(self, case: _Case) -> None:
        self.total += 1
        self.by_domain[case.domain] += 1
        self.by_mailbox[case.mailbox, case.deliverer] += 1

    def forbids(self, case: _Case, per_day: int) -> str:
        """The budget that is used up for this letter; empty if none is."""
        by_it = self.by_mailbox[case.mailbox, case.deliverer]
        if case.is_vouched:
            if by_it >= VOUCHED:
                return "mailbox"
        else:
            most, most_by_it = (
                (PROVEN_MAILBOX, PROVEN_OF_DELIVERER)
                if case.is_proven
                else (LAST_DAY, LAST_DAY - 1)
                if case.is_last
                else (MAILBOX, OF_DELIVERER if case.asks else OTHERS_OF_DELIVERER)
            )
            if case.deliverer == ASKS_FOR_ADDRESS:
                most_by_it = 1
            if self._by_strangers(case.mailbox) >= most:
                return "mailbox"
            if by_it >= most_by_it:
                return "deliverer"
        if self.by_domain[case.domain] >= max(1, per_day // DOMAINS):
            return "domain"
        return "site" if self.total >= per_day else ""

    def _by_strangers(self, mailbox: str) -> int:
        return sum(
            number
            for (box, who), number in self.by_mailbox.items()
            if box == mailbox and not who.startswith("v:")
        )


def _is_over(case: _Case, held: Collection[int], now: datetime) -> bool:
    """Whether the letter is no longer needed; `held` are the revisions that wait for a confirmation."""
    letter = case.letter
    is_refusal = letter.kind == Several.slug and letter.revision_id is None
    if is_refusal or not kind_of(letter).outlasts_day:
        return now - letter.created_at > DAY
    if letter.kind == AddressNote.slug:
        return False  # it goes with its wish
    if letter.kind == Follow.slug:
        return case.season is None or case.season.state in OVER
    return letter.revision_id not in held


def _closed(case: _Case) -> str:
    """`closed` if it asks for a confirmation that comes too late: the organiser sees which players were not asked in time."""
    is_late = case.season is not None and case.season.state is not SeasonState.OPEN
    return "closed" if is_late and case.letter.kind in (Confirmation.slug, Several.slug) else ""


def mailbox_digest(key: bytes, address: str) -> str:
    """The keyed digest of the mailbox behind an address."""
    return _digest(key, "mailbox\0" + mailbox_of(address))


def _digest(key: bytes, words: str) -> str:
    return hmac.new(key, words.encode("utf-8", "replace"), "sha256").hexdigest()
