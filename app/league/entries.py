"""A player's entry in a season: submitted, confirmed, declined, withdrawn; each version is a revision, and is answered."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from sqlmodel import Session

from app.engine import Build, Ruleset
from app.engine.lists import team_in
from app.errors import BuildUnreadable, Problem, SubmissionRejected
from app.games import ruleset
from app.league import characters, visibility
from app.league.budgets import UNKNOWN, Deliverer
from app.league.matches import scripts
from app.league.matches.settings import config_of, rules_of
from app.league.people import blocks, players
from app.league.seals import commitment
from app.store import entries, letters, pictures, rows, seasons
from app.store.letter_kinds import About, Confirmation, Problems, Receipt, Withdrawn
from app.store.security import security_log
from app.store.security.security_log import SecurityEvent
from app.store.tables import Entry, Mail, Player, Revision, RevisionState, Season, SeasonState
from app.text.characters import text_too_long

MOST_BUILD: Final = 4 * 1024
"""Bytes of a build, with names of its slots and remarks. Of a longer text it would take long to find every fault."""
FIELDS: Final = ("name", "build", "owner", "url", "lore", "extras")
_MOST_OTHERS: Final = 5


@dataclass(frozen=True, slots=True)
class Submission:
    """A player's submission; `build` in any notation of the game, `extras` as `characters.extras` makes them.

    Names of slots may stand in the build as well.
    """

    name: str
    build: str
    owner: str = ""
    lore: str = ""
    url: str = ""
    extras: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Origin:
    """How it came: `received_at` is when its bytes were committed.

    `proven`: it came by a way that only its player has, their secret address or link. Otherwise `deliverer` brought it,
    and letters that answer it count in their budgets.
    """

    received_at: datetime
    proven: bool
    mail: Mail | None = None
    lang: str | None = None
    deliverer: Deliverer = UNKNOWN


def submit(
    session: Session,
    season: Season,
    player: Player,
    submission: Submission,
    origin: Origin,
    incomplete: Sequence[Problem] = (),
) -> Revision:
    """Make this the player's current entry of the season, or refuse with every problem.

    `incomplete`: problems that the edge found in the form itself, to be told together with the rest.
    Unless its origin is proven, the revision is held, and a confirmation letter asks its player.
    A submission equal to the one that counts makes no new revision, but is answered all the same.
    Raises `SubmissionRejected`; then nothing was written, and an earlier entry stands.
    """
    season = seasons.lock(session, season)
    if origin.proven:
        blocks.require_free(session, player)
    is_known = origin.proven or origin.mail is not None  # a mail is answered to its player alone
    submission, unknown = with_script(session, season, player if is_known else None, submission)
    own, build = _checked(
        session, season, player, submission, origin.received_at, [*incomplete, *unknown]
    )
    entry = own or Entry(season_id=season.id, player_id=player.id, created_at=origin.received_at)
    before = entry.current
    revision = add_revision(session, season, entry, submission, build, origin)
    if origin.proven:
        players.prove(session, player, origin.received_at)
        _keep_script(session, season, player, revision)
    about: About = Receipt(**_beside(before, revision), waits=_waits(revision))
    if revision.state is RevisionState.HELD:
        sent = entries.revisions(session, entry) if revision.serial > 1 else []
        others = [each.id for each in sent if _is_other(each, revision)][-_MOST_OTHERS:]
        about = Confirmation(**_beside(before, revision), others=tuple(others))
    answer(session, about, season, player, revision, origin)
    return revision


def hold(
    session: Session, season: Season, player: Player, submission: Submission, origin: Origin
) -> Revision | None:
    """The submission of a stranger in this player's name is held. None where their mailbox is blocked: a letter says so, once.

    The same is done for every address, and undone where it is blocked: strangers get the same answer, and as late.
    Raises `SubmissionRejected` as `submit` does.
    """
    with session.begin_nested() as attempt:
        revision = submit(session, season, player, submission, origin)
        block = blocks.of(session, player)
        if block:
            attempt.rollback()
    if block is None:
        return revision
    deliverer, now = origin.deliverer.name, origin.received_at
    blocks.answer(session, block, player, now, lang=origin.lang, deliverer=deliverer)
    return None


def _is_other(each: Revision, revision: Revision) -> bool:
    """Whether it waits for its player's answer too, and is not the same once more."""
    is_same = (each.name, each.build) == (revision.name, revision.build)
    return each.state is RevisionState.HELD and each is not revision and not is_same


def _waits(revision: Revision) -> bool:
    return revision.state is RevisionState.WAITING


def _beside(before: Revision | None, revision: Revision) -> dict[str, Any]:
    """The words of a letter about the revision that counted before this one came."""
    if before is None:
        return {}
    return {"unchanged": True} if revision is before else {"replaces": before.id}


def check(
    session: Session,
    season: Season,
    player: Player,
    submission: Submission,
    moment: datetime,
    incomplete: Sequence[Problem] = (),
) -> Build:
    """The build of a submission that could become the player's entry at this moment; nothing is written.

    Raises `SubmissionRejected` with every problem.
    """
    submission, unknown = with_script(session, season, player, submission)
    return _checked(session, season, player, submission, moment, [*incomplete, *unknown])[1]


def _checked(
    session: Session,
    season: Season,
    player: Player,
    submission: Submission,
    moment: datetime,
    incomplete: Sequence[Problem],
) -> tuple[Entry | None, Build]:
    """The player's entry, and the build that it could become: both in one question, since most mails ask it."""
    key = _name_key(submission.name)
    own, holder = entries.of_player_and_named(session, season, player, key)
    is_in = own is not None and own.current is not None
    problems = [
        *incomplete,
        *(open_at(season, moment) if is_in else room_at(session, season, moment)),
        *wording(submission),
        *_taken_by(holder, own, submission.name),
    ]
    build = read(session, season, submission, problems)
    if problems:
        raise SubmissionRejected(problems)
    return own, build


def confirm(session: Session, revision: Revision, origin: Origin) -> Revision:
    """The player stands by a held revision: from now on it counts, and their address is proven.

    If a later revision counts already, this one is superseded, and the answer says so.
    Raises `SubmissionRejected` if it is not held any more, if the season has closed or is full, or if its name
    was taken meanwhile; then nothing was written.
    """
    entry = revision.entry
    season = seasons.lock(session, entry.season)
    player, before = entry.player, entry.current
    blocks.require_free(session, player)
    if revision.state in (RevisionState.ACCEPTED, RevisionState.WAITING):
        raise SubmissionRejected([Problem("already-confirmed", words=(revision.name,))])
    if revision.state is RevisionState.DECLINED:
        raise SubmissionRejected([Problem("declined", words=(revision.name,))])
    if revision.state is not RevisionState.HELD or player is None:
        raise SubmissionRejected([Problem("superseded", words=(revision.name,))])
    open_to = open_at(season, origin.received_at)
    problems = [
        *(open_to if before else room_at(session, season, origin.received_at)),
        *name_taken(session, season, entry, revision.name),
    ]
    if problems:
        raise SubmissionRejected(problems)
    players.prove(session, player, origin.received_at)
    _keep_script(session, season, player, revision)
    if accept(session, entry, revision):
        about: About = Receipt(**_beside(before, revision), waits=_waits(revision))
    else:
        about = Problems(
            problems=(Problem("superseded", words=(revision.name,)),),
            game=season.game,
            standing=entry.current.name if entry.current else None,
        )
    answer(session, about, season, player, revision, origin)
    return revision


def decline(session: Session, revision: Revision, now: datetime) -> None:
    """The player says that they did not send this held revision: it never counts, and the one that counts stands.

    The security log has it, for the organiser to see.

    Raises `SubmissionRejected` if it is not held any more; then nothing was written.
    """
    seasons.lock(session, revision.entry.season)
    if revision.state is not RevisionState.HELD:
        codes = {RevisionState.ACCEPTED: "confirmed-before", RevisionState.DECLINED: "declined"}
        code = codes.get(revision.state, "superseded")
        raise SubmissionRejected([Problem(code, words=(revision.name,))])
    revision.state = RevisionState.DECLINED
    session.add(revision)
    session.flush()
    pictures.drop(session, revision)
    entry = revision.entry
    security_log.note(
        session,
        SecurityEvent.ENTRY_DECLINED,
        now=now,
        player=entry.player_id,
        season=entry.season_id,
    )


def withdraw(session: Session, season: Season, player: Player, origin: Origin) -> Revision:
    """The player does not take part any more, until they enter again; revisions that wait are over.

    Raises `SubmissionRejected` if they have no entry in the season, or once it takes no changes.
    """
    season = seasons.lock(session, season)
    blocks.require_free(session, player)
    entry = entries.of_player(session, season, player)
    standing = standing_of(session, entry) if entry else None
    if not entry or not standing:
        raise SubmissionRejected([Problem("no-own-entry")])
    if problems := [*open_at(season, origin.received_at)]:
        raise SubmissionRejected(problems)
    for revision in entries.revisions(session, entry):
        is_unsettled = revision.state in (RevisionState.HELD, RevisionState.WAITING)
        if is_unsettled or revision is entry.current:
            revision.state = RevisionState.WITHDRAWN
            session.add(revision)
    entry.current = None
    entry.name_key = None
    session.add(entry)
    answer(session, Withdrawn(name=standing.name), season, player, standing, origin)
    return standing


def standing_of(session: Session, entry: Entry) -> Revision | None:
    """The revision of this entry that counts; if none does, the one that waits for an organiser, else the last for its player."""
    if found := entry.current or waiting_of(session, entry):
        return found
    held = [each for each in entries.revisions(session, entry) if each.state is RevisionState.HELD]
    return held[-1] if held else None


def open_at(season: Season, moment: datetime) -> Iterator[Problem]:
    """The problem if the season takes no entry received at this moment."""
    title = visibility.title_of(season)
    if season.state is SeasonState.DRAFT:
        yield Problem("season-not-open", words=title)
    elif season.state is not SeasonState.OPEN or (season.closes_at and moment >= season.closes_at):
        yield Problem("season-closed", words=title)


def room_at(session: Session, season: Season, moment: datetime) -> Iterator[Problem]:
    """The problem if the season takes no new entry received at this moment: it takes none at all, or it is full.

    An entry takes its place when it counts; one that is held has none yet. Of a locked season the answer holds until the
    transaction ends.
    """
    if closed := [*open_at(season, moment)]:
        yield from closed
    else:
        yield from full(session, season)


def full(session: Session, season: Season) -> Iterator[Problem]:
    """The problem if every place of the season is taken."""
    if season.capacity is not None and entries.count(session, season) >= season.capacity:
        title = visibility.title_of(season)
        yield Problem("season-full", words=(*title, str(season.capacity)))


def wording(submission: Submission) -> list[Problem]:
    """The problems of the texts around the build."""
    tag = team_in(submission.name)
    return [
        *([Problem("team-tag", words=(tag,))] if tag else ()),
        *characters.name_problems(submission.name),
        *characters.owner_problems(submission.owner),
        *characters.lore_problems(submission.lore),
        *characters.url_problems(submission.url),
    ]


def read(
    session: Session, season: Season, submission: Submission, problems: list[Problem]
) -> Build:
    """The build, or an empty one if its problems have been added to `problems`.

    The problems of the names of its slots and of its words are added as well.
    """
    game = rules_of(session, season)
    build, slots, known = Build(()), game.sizes[-1], None
    try:
        known = build = replace(read_build(game, submission.build), name=None)
        slots = len(build.cards)
    except BuildUnreadable as refusal:
        found = _without_team(game, submission.build.strip()) or refusal.problems
        problems += [*found, *_hidden(game, submission.build, refusal.problems)]
    problems += scripts.problems(submission.extras, game, config_of(session, season), known)
    problems += characters.contradictions(submission.extras, build)
    problems += characters.problems(characters.filled(submission.extras, build), slots)
    return build


def with_script(
    session: Session, season: Season, player: Player | None, submission: Submission
) -> tuple[Submission, list[Problem]]:
    """The submission with the lines of the script that its standing orders name, and what is wrong with that name."""
    problems: list[Problem] = []
    with suppress(BuildUnreadable):
        if scripts.text_of(submission.extras, scripts.ORDERS):
            game, config = rules_of(session, season), config_of(session, season)
            build = read_build(game, submission.build)
            own = scripts.Own(session, player, game, config, build)
            extras, problems = own.spelled_out(submission.extras)
            submission = replace(submission, extras=extras)
    return submission, problems


def _keep_script(session: Session, season: Season, player: Player, revision: Revision) -> None:
    """Standing orders that say a name are the player's script of that name from now on, if there is room for it."""
    if scripts.text_of(revision.extras, scripts.ORDERS):
        game, config = rules_of(session, season), config_of(session, season)
        build = game.read_build(revision.build)
        own = scripts.Own(session, player, game, config, build)
        own.keep(revision.extras, revision.received_at)


def read_build(game: Ruleset, text: str) -> Build:
    """The build that this text says. Raises `BuildUnreadable` with every problem; with that one alone if it is far too long."""
    if problem := text_too_long(text, MOST_BUILD):
        raise BuildUnreadable([problem])
    return game.read_build(text)


def _without_team(game: Ruleset, text: str) -> list[Problem]:
    """The problem of the team that stands before this build, and those of the build itself; none if none does."""
    tag = team_in(text)
    if not tag or not text.startswith(tag):
        return []
    found = [Problem("team-tag", words=(tag,))]
    try:
        read_build(game, text.removeprefix(tag))
    except BuildUnreadable as refusal:
        found += refusal.problems
    return found


def _hidden(game: Ruleset, build: str, known: Sequence[Problem]) -> list[Problem]:
    """The problems that a build has besides these once each word that is no card has become one: too many, or too few."""
    lines = build.split("\n")
    for problem in sorted(known, key=lambda each: (each.line, each.column), reverse=True):
        line, column, words = problem.line - 1, problem.column - 1, problem.words
        if problem.suggestions and words and 0 <= line < len(lines) and column >= 0:
            before, after = lines[line][:column], lines[line][column:]
            if after.startswith(words[0]):
                lines[line] = f"{before}{game.cards[0].id}{after.removeprefix(words[0])}"
    if lines == build.split("\n"):
        return []
    codes = {problem.code for problem in known}
    try:
        game.read_build("\n".join(lines))
    except BuildUnreadable as refusal:
        return [
            replace(each, line=0, column=0) for each in refusal.problems if each.code not in codes
        ]
    return []


def name_taken(
    session: Session, season: Season, entry: Entry | None, name: str
) -> Iterator[Problem]:
    """Names are unique in a season."""
    return _taken_by(entries.named(session, season, _name_key(name)), entry, name)


def _name_key(name: str) -> str:
    """How it is compared. A text that cannot be a name has none."""
    return "" if any(characters.name_problems(name)) else characters.name_key(name)


def _taken_by(holder: Entry | None, entry: Entry | None, name: str) -> Iterator[Problem]:
    if holder and holder is not entry:
        yield Problem("name-taken", words=(name,))


def add_revision(
    session: Session,
    season: Season,
    entry: Entry,
    submission: Submission,
    build: Build,
    origin: Origin,
) -> Revision:
    """Keep the submission as a revision, with its commitment; accepted if its origin is proven, else held.

    The revision that counts already, sent again by a proven way, is returned as it is.
    """
    submission = replace(submission, extras=characters.filled(submission.extras, build))
    current = entry.current
    written = ruleset(season.game, season.rules_version).write_build(build)
    if current and origin.proven and _same(current, submission, written):
        return current
    serial = entries.next_serial(session, entry)
    if not entry.id:
        rows.add(session, entry)
    salt = secrets.token_bytes(32)
    revision = Revision(
        entry_id=entry.id,
        serial=serial,
        state=RevisionState.HELD,
        name=submission.name,
        owner=submission.owner,
        build=written,
        lore=submission.lore,
        url=submission.url,
        extras=submission.extras,
        salt=salt,
        commitment=commitment(
            salt,
            submission.name,
            written,
            submission.lore,
            submission.extras,
            season.rules_version,
        ),
        received_at=origin.received_at,
        mail_id=origin.mail.id if origin.mail else None,
    )
    rows.add(session, revision)
    if origin.proven:
        accept(session, entry, revision)
    return revision


def accept(session: Session, entry: Entry, revision: Revision) -> bool:
    """Let the revision count; False if one that was received later counts already.

    That of a newcomer waits for an organiser instead, where the season looks at newcomers (`league.newcomers`).
    """
    if is_outdated(entry, revision):
        revision.state = RevisionState.SUPERSEDED
        return False
    if awaits_approval(session, entry):
        return _wait(session, entry, revision)
    revision.state = RevisionState.ACCEPTED
    entry.current = revision
    entry.name_key = characters.name_key(revision.name)
    entry.accepted_at = entry.accepted_at or revision.received_at
    session.add_all([entry, revision])
    session.flush()
    pictures.accept(session, revision)
    return True


def awaits_approval(session: Session, entry: Entry) -> bool:
    """Whether what this entry's player sends waits for an organiser: a newcomer's does, until one has said yes."""
    season = session.get_one(Season, entry.season_id)
    if not season.approves_newcomers or entry.player_id is None:
        return False
    is_let_in = entry.approved_at is not None or entry.current is not None
    return not is_let_in and not entries.has_played(session, entry.player_id)


def _wait(session: Session, entry: Entry, revision: Revision) -> bool:
    """The revision waits in place of an earlier one, and holds its name; False if a later one waits already."""
    before = waiting_of(session, entry)
    if before and (before.received_at, before.serial) > (revision.received_at, revision.serial):
        revision.state = RevisionState.SUPERSEDED
        return False
    if before:
        before.state = RevisionState.SUPERSEDED
        pictures.move(session, before, revision)
        session.add(before)
    revision.state = RevisionState.WAITING
    entry.name_key = characters.name_key(revision.name)
    session.add_all([entry, revision])
    session.flush()
    return True


def waiting_of(session: Session, entry: Entry) -> Revision | None:
    """The revision of this entry that waits for an organiser."""
    sent = entries.revisions(session, entry)
    return next((each for each in sent if each.state is RevisionState.WAITING), None)


def is_outdated(entry: Entry, revision: Revision) -> bool:
    """Whether a revision counts already that was received later than this one."""
    current = entry.current
    return current is not None and (current.received_at, current.serial) > (
        revision.received_at,
        revision.serial,
    )


def _same(current: Revision, submission: Submission, build: str) -> bool:
    """Whether the submission equals the revision."""
    return (
        current.name,
        current.owner,
        current.build,
        current.lore,
        current.url,
        current.extras,
    ) == (
        submission.name,
        submission.owner,
        build,
        submission.lore,
        submission.url,
        submission.extras,
    )


def changes(before: Revision, after: Revision) -> frozenset[str]:
    """The fields in which these differ."""
    differing = {field for field in FIELDS if getattr(before, field) != getattr(after, field)}
    if "extras" in differing:
        keys = {
            key
            for key in {*before.extras, *after.extras}
            if before.extras.get(key) != after.extras.get(key)
        }
        differing |= keys & {*scripts.FIELDS}
        if keys <= {*scripts.FIELDS}:
            differing -= {"extras"}
    return frozenset(differing)


def answer(
    session: Session,
    about: About,
    season: Season,
    player: Player,
    revision: Revision,
    origin: Origin,
) -> None:
    """Write the one letter that answers this; a mail is answered once, however often it is read."""
    reason = f"mail:{origin.mail.id}" if origin.mail else f"revision:{revision.id}"
    letters.write(
        session,
        about,
        player,
        f"{about.slug}:{reason}",
        now=origin.received_at,
        lang=origin.lang,
        season=season,
        revision=revision,
        answers=origin.mail,
        deliverer=None if origin.proven else origin.deliverer.name,
    )
