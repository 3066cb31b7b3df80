"""Add, correct or withdraw entries as an organiser, with a reason."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Final

from sqlmodel import Session

from app.engine import Build
from app.errors import Problem, SeasonRefused, SubmissionRejected
from app.league import seals, visibility
from app.league.entries import characters, rosters
from app.league.entries.acceptance import move_up
from app.league.entries.contents import Submission, read, tagged, wording
from app.league.entries.entries import Origin, add_revision, answer, changes, name_taken
from app.league.entries.places import full
from app.league.matches import beginnings, departures, scripts
from app.league.results import runs
from app.league.seasons import news
from app.league.seasons.seasons import require, require_reason, require_words
from app.league.seasons.stages.rulings import Rulings
from app.league.visibility import Reader
from app.notices.answers import Receipt
from app.notices.news import Corrected, Withdrawn
from app.store import entries, letters, seasons
from app.store.matches import matches
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Entry, Player, RevisionState, Season, SeasonState, StepKind
from app.store.work import steps

_SEALED: Final = frozenset({"name", "build", "lore"})
"""The parts of an entry that its seal covers."""
_HIDDEN: Final = ("build", "lore")
"""The sealed parts that nobody may see. A refusal must not say whether a guess is right."""


def add(
    session: Session,
    slug: str,
    submission: Submission,
    by: Organiser,
    incomplete: Sequence[Problem] = (),
) -> Entry:
    """Add an entry for a player without an address. After closing it gets the last number.

    `incomplete`: problems already found in the form, raised together with the rest. Raises `SeasonRefused` in a season
    that is being played or is published, without a reason after closing, and without words for players once builds have
    been laid open. Raises `SubmissionRejected` with every problem of the entry.
    """
    season = seasons.locked(session, slug)
    require_addable(session, season, by)
    submission = tagged(season, submission)
    problems = [*incomplete, *full(session, season, by.now), *wording(submission)]
    build = read(session, season, submission, problems)
    problems += name_taken(session, season, None, submission.name)
    if problems:
        raise SubmissionRejected(problems)
    return put_in(session, season, submission, build, by)


def require_addable(session: Session, season: Season, by: Organiser) -> None:
    """Raise `SeasonRefused` if the season takes no additions now, or the reason is missing."""
    require(season, SeasonState.OPEN, SeasonState.CLOSED, SeasonState.REVIEW)
    beginnings.require_unbegun(session, season)
    visibility.lay_open(season, by.now)
    if season.laid_open_at:
        require_words(by)
    elif season.state is not SeasonState.OPEN:
        require_reason(by)


def put_in(
    session: Session,
    season: Season,
    submission: Submission,
    build: Build,
    by: Organiser,
    player: Player | None = None,
) -> Entry:
    """Add an entry that has been checked to a locked season. After closing it gets the last number.

    `player`: the owner, if the organiser vouches for one who has an address and room for it. They get a receipt.
    """
    own = entries.of_player(session, season, player) if player else []
    earlier = rosters.meant(session, season, own, submission.name)
    owner = player.id if player else None
    entry = earlier or Entry(season_id=season.id, player_id=owner, created_at=by.now)
    late = season.state is not SeasonState.OPEN
    if late:
        entry.number = entries.last_number(session, season) + 1
        season.pairings = None  # nobody has paired the late one
    entry.approved_at = by.now
    origin = Origin(by.now, proven=True)
    revision = add_revision(session, season, entry, submission, build, origin)
    _play_again(session, season, by)
    if late:
        seals.keep_late(session, season, entry)
    if player:
        answer(session, Receipt(reason=by.tell), season, player, revision, origin)
    audits.note(session, by, "add", season, entry, seals.detail(season, entry, entry.current, by))
    return entry


@dataclass(frozen=True, slots=True)
class WantedCorrection:
    """The changes to an entry; None leaves a field as it is."""

    name: str | None = None
    build: str | None = None
    owner: str | None = None
    url: str | None = None
    lore: str | None = None


def correct(
    session: Session, slug: str, name_or_number: str, correction: WantedCorrection, by: Organiser
) -> Entry:
    """Store a corrected version of the entry. Its player gets a letter with before, after and the reason.

    A correction without a difference changes nothing. Raises `SeasonRefused` if there is no such entry, without words
    for the player, or if the season is being played or published. Between closing and laying open, it is also raised
    for any build or lore, and for a new name. Raises `SubmissionRejected` with every problem of the new version.
    Standing orders that do not fit the new build are such a problem if the organiser may read them. While they are
    sealed they are removed, and the letter says so.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.OPEN, SeasonState.CLOSED, SeasonState.REVIEW)
    beginnings.require_unbegun(session, season)
    visibility.lay_open(season, by.now)
    require_words(by)
    entry = entry_called(session, season, name_or_number)
    before = entry.current
    if before is None:
        raise LookupError(f"entry {entry.id} is called and does not count")
    wanted = {field.name: getattr(correction, field.name) for field in fields(correction)}
    kept = {name: getattr(before, name) for name in wanted} | {"extras": before.extras}
    different = {
        name: value for name, value in wanted.items() if value is not None and value != kept[name]
    }
    guessed = {name for name in _HIDDEN if wanted[name] is not None}
    if season.state is not SeasonState.OPEN and guessed | ({*different} & _SEALED):
        visibility.require_laid_open(season, by.now)
    submission = Submission(**(kept | different))
    problems = wording(submission)
    build = read(session, season, submission, problems)
    problems += name_taken(session, season, entry, submission.name)
    if not visibility.shows_entries(season, Reader.ORGANISER, by.now):
        submission, problems = _without_unreadable_orders(submission, problems)
    if problems:
        raise SubmissionRejected(problems)
    after = add_revision(session, season, entry, submission, build, Origin(by.now, proven=True))
    if after is before:
        return entry
    _play_again(session, season, by)
    if entry.player:
        letters.write(
            session,
            Corrected(before=before.id, reason=by.tell.strip()),
            entry.player,
            f"corrected:{after.id}",
            now=by.now,
            season=season,
            revision=after,
        )
    detail = {"fields": sorted(changes(before, after) & {*wanted})}
    audits.note(
        session, by, "correct", season, entry, detail | seals.detail(season, entry, after, by)
    )
    return entry


def _without_unreadable_orders(
    submission: Submission, problems: list[Problem]
) -> tuple[Submission, list[Problem]]:
    """Remove orders that do not fit the new build. Return the entry and the other problems.

    A refusal would reveal, build by build, which cards the sealed orders name. Their player can send others.
    """
    others = [each for each in problems if each.code != "orders-unreadable"]
    if len(others) == len(problems):
        return submission, problems
    extras = {name: it for name, it in submission.extras.items() if name != scripts.ORDERS}
    return replace(submission, extras=extras), others


def withdraw(session: Session, slug: str, name_or_number: str, by: Organiser) -> Entry:
    """Take an entry out of the season; its player gets a letter. Its number is not used again.

    If its matches have begun, its line may stay in the table (`app.league.matches.departures`). Raises `SeasonRefused`
    if there is no such entry, without a reason, without words for players once builds have been laid open, and if the
    season is published or being played without matches.
    """
    season = seasons.locked(session, slug)
    if season.state is not SeasonState.RUNNING or not matches.begun(session, season):
        require(season, SeasonState.OPEN, SeasonState.CLOSED, SeasonState.REVIEW)
    visibility.lay_open(season, by.now)
    if season.laid_open_at:
        require_words(by)
    require_reason(by)
    entry = entry_called(session, season, name_or_number)
    revision = entry.current
    stays = matches.begun(session, season) and not departures.leave(session, season, entry, by.now)
    if not stays:
        if revision:
            revision.state = RevisionState.WITHDRAWN
        entry.current = None
        entry.name_key = None
        session.flush()
        move_up(session, season, by.now)
    elif season.stages:
        last, ruled = matches.last_round(session, entry), Rulings.of(season.rulings)
        ruled = ruled.with_retired(entry.number or 0, last, by.tell.strip(), by.now)
        season.rulings = ruled.kept()
    _play_again(session, season, by)
    if season.state is SeasonState.RUNNING:
        runs.narrow(session, season)
    if entry.player and revision:
        letters.write(
            session,
            Withdrawn(
                name=revision.name, by_organiser=True, reason=by.tell.strip(), stays=bool(stays)
            ),
            entry.player,
            f"withdrawn:{revision.id}:{by.now:%y%m%d%H%M%S%f}",
            now=by.now,
            season=season,
            revision=revision,
        )
    audits.note(session, by, "withdraw", season, entry, seals.detail(season, entry, revision, by))
    return entry


def entry_called(
    session: Session, season: Season, name_or_number: str, *, counts: bool = True
) -> Entry:
    """Return the entry with this name, else with this number. `counts=False`: also one that was taken out.

    Raises `SeasonRefused`, which suggests all names.
    """
    key = characters.name_key(name_or_number)
    all_ = entries.of_season(session, season)
    everyone = [entry for entry in all_ if entry.current or not counts]
    found = [entry for entry in everyone if entry.name_key == key] or [
        entry for entry in everyone if str(entry.number) == key
    ]
    if not found:
        names = tuple(entry.current.name for entry in everyone if entry.current)
        raise SeasonRefused([Problem("unknown-entry", entry=name_or_number, suggestions=names)])
    return found[0]


def _play_again(session: Session, season: Season, by: Organiser) -> None:
    """Discard results under review, since entries have changed. The season is closed again.

    The plans for results wait for the next run, which organisers start.
    """
    visibility.require_unreleased(season)
    if season.state is SeasonState.REVIEW:
        news.release_waits(session, season, by)
        season.state = SeasonState.CLOSED
        steps.leave(session, season, StepKind.RUN)
