"""The organiser adds an entry, corrects one or takes one out, and says why."""

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
"""What a seal is made of."""
_HIDDEN: Final = ("build", "lore")
"""Secret fields: a refusal must not tell whether a guess at them is right."""


def add(
    session: Session,
    slug: str,
    submission: Submission,
    by: Organiser,
    incomplete: Sequence[Problem] = (),
) -> Entry:
    """An entry of the organiser's, for a player without an address. A late one is numbered last.

    `incomplete`: problems that the edge found in the form itself, to be told together with the rest.

    Raises `SeasonRefused` in a season that is being played or is published, of a late one without a reason, and once
    the builds have been laid open with nothing told; `SubmissionRejected` with every problem of the entry.
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
    """Raise `SeasonRefused` where nothing can be added to the season now, or why is not said."""
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
    """An entry that was found to be good in a season that is locked, and takes it. A late one is numbered last.

    `player`: whose it is, if the organiser vouches for one who has an address and room for it; they get a receipt.
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
    """What shall be different in an entry; None: it stays."""

    name: str | None = None
    build: str | None = None
    owner: str | None = None
    url: str | None = None
    lore: str | None = None


def correct(
    session: Session, slug: str, name_or_number: str, correction: WantedCorrection, by: Organiser
) -> Entry:
    """The entry says this from now on, as a new version of it; its player hears before, after and why.

    Corrected to what it says already, it stays as it is. Raises `SeasonRefused` if there is no such
    entry, nothing is told, or the season is being played or published; and as long as its seal is
    public and its build is not, if it would differ from its seal, or a build or lore is given at
    all. `SubmissionRejected` with every problem of what it would say. Standing orders that cannot
    be read with the new build are such problems where the organiser may read them; while they are
    sealed they are taken out, and the letter says so.
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
    """The entry without orders that its build makes unreadable, and the other problems.

    To refuse would tell which cards sealed orders name, build after build; their player can still send others.
    """
    others = [each for each in problems if each.code != "orders-unreadable"]
    if len(others) == len(problems):
        return submission, problems
    extras = {name: it for name, it in submission.extras.items() if name != scripts.ORDERS}
    return replace(submission, extras=extras), others


def withdraw(session: Session, slug: str, name_or_number: str, by: Organiser) -> Entry:
    """Take an entry out of the season; its player hears it, with what they are told. Its number is not given again.

    Whose matches have begun may keep their line in the table all the same (`app.league.matches.departures`).
    Raises `SeasonRefused` if there is no such entry, no reason, nothing told once the builds have been laid open, or
    the season is published, or being played otherwise than by matches.
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
    """The entry with this name, else with this number, that counts or did.

    Raises `SeasonRefused` naming all there are.
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
    """Results that were under review are none any more.

    What is planned of them waits for the next run, which is left to organisers.
    """
    visibility.require_unreleased(season)
    if season.state is SeasonState.REVIEW:
        news.release_waits(session, season, by)
        season.state = SeasonState.CLOSED
        steps.leave(session, season, StepKind.RUN)
