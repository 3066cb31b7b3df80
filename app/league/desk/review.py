"""What organisers check before the next step of a season: its letters, its entries, and likely mistakes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.engine import Lang
from app.errors import Problem
from app.games import ruleset
from app.i18n import lang_of
from app.league import visibility
from app.league.entries import characters
from app.league.seasons import news
from app.league.visibility import Reader
from app.notices.news import Opened
from app.statistics import similarity
from app.store import entrants, entries, mails
from app.store.entrants import ShownEntrant
from app.store.tables import LetterState, Player, Revision, Season, SeasonState
from app.store.work import outbox
from app.tournament.blocks import build_of

MOST_COMPARED: Final = 3_000
"""The most entries whose builds are compared while a page is loading."""
MOST_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class _Post:
    """The letters that the next step writes.

    `ahead`: letters already in the queue. `paused`: letters held until their address works again.
    """

    counts: Sequence[tuple[str, Lang, int]]
    """The number of letters by label of their kind and language."""
    ahead: int
    paused: int
    per_minute: int | None

    @property
    def total(self) -> int:
        """The number of letters."""
        return sum(count for _, _, count in self.counts)

    @property
    def time(self) -> timedelta | None:
        """The time they take, including those ahead of them; None if no pace is set."""
        if self.per_minute is None:
            return None
        return timedelta(minutes=(self.total + self.ahead) / self.per_minute)


@dataclass(frozen=True, slots=True)
class Review:
    """A season before its next step. `identical` and `near` are None while builds are sealed."""

    post: _Post | None
    taken: int
    held: Sequence[Revision]
    newcomers: Sequence[Revision]
    """The revisions that wait for approval."""
    odd: Sequence[Problem]
    refused: int
    """The number of people whose mails were refused and who have no entry."""
    waiting: int
    """The number of people who wait for an answer from an organiser."""
    identical: Sequence[tuple[ShownEntrant, ...]] | None = None
    near: Sequence[tuple[ShownEntrant, ShownEntrant]] | None = None
    near_in_all: int = 0


def review(session: Session, season: Season, now: datetime, per_minute: int | None) -> Review:
    """Collect what to check before the season's next step. Builds are left out until organisers may see them."""
    names = characters.lookalikes(session, season)
    held = entries.held(session, season)
    identical, near = None, None
    if visibility.shows_entries(season, Reader.ORGANISER, now):
        identical, near = _alike(entrants.numbered(session, season), season)
    return Review(
        post=_post(session, season, now, per_minute),
        taken=entries.count(session, season),
        held=held,
        newcomers=entries.waiting(session, season),
        odd=[problem for found in names.values() for problem in found],
        refused=mails.refused_writers(session, season),
        waiting=mails.count_writers(session),
        identical=identical,
        near=near[:MOST_SHOWN] if near is not None else None,
        near_in_all=len(near or ()),
    )


def _post(session: Session, season: Season, now: datetime, per_minute: int | None) -> _Post | None:
    """Return the letters that opening or publishing would write; None before any other step."""
    written: list[tuple[str, Player]]
    run = visibility.finished_run(session, season, now)
    if season.state is SeasonState.DRAFT:
        written = [(Opened.label, reader) for reader in news.interested(session, season)]
    elif season.state is SeasonState.REVIEW and run:
        found = news.letters_of_results(session, season, run)
        written = [(about.label, reader) for reader, about, _ in found]
    else:
        return None
    counts = Counter((label, lang_of(reader.lang)) for label, reader in written)
    return _Post(
        [(label, lang, count) for (label, lang), count in sorted(counts.items())],
        ahead=outbox.counts(session).get(LetterState.READY, 0),
        paused=sum(reader.paused_at is not None for _, reader in written),
        per_minute=per_minute,
    )


def _alike(
    field: Sequence[ShownEntrant], season: Season
) -> tuple[list[tuple[ShownEntrant, ...]] | None, list[tuple[ShownEntrant, ShownEntrant]] | None]:
    """Return groups of entries with the same build, and pairs whose builds differ by one change."""
    if len(field) > MOST_COMPARED:
        return None, None
    builds = [build_of(season.game, season.rules_version, each.build) for each in field]
    is_ordered = ruleset(season.game, season.rules_version).is_ordered
    apart = similarity.one_change_apart(builds, is_ordered=is_ordered)
    return (
        [tuple(field[at] for at in group) for group in similarity.identical(builds)],
        [(field[one], field[other]) for one, other in apart],
    )
