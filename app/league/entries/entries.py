"""A player's entry in a season: submitted, confirmed, declined, withdrawn.

Each version is a revision, and is answered.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlmodel import Session

from app.engine import Build
from app.errors import Problem, SubmissionRejected
from app.league.eligibility import sides
from app.league.entries import calls, characters, checkins, doors, growth, places, rosters
from app.league.entries.acceptance import accept, is_later, move_up
from app.league.entries.contents import Submission, read, with_script, wording
from app.league.entries.places import open_at, room_at
from app.league.matches import scripts
from app.league.matches.settings import config_of, rules_of
from app.league.people import blocks, players
from app.league.people.budgets import UNKNOWN, Deliverer, mailbox_of
from app.league.seals import seal_of
from app.notices.about import About
from app.notices.answers import Confirmation, Fate, Problems, Receipt, Several
from app.notices.news import Withdrawn
from app.store import entries, letters, pictures, rows, seasons
from app.store.results import parts
from app.store.security import security_log
from app.store.security.security_log import SecurityEvent
from app.store.tables import Entry, Mail, Player, Revision, RevisionState, Season
from app.tournament.blocks import build_of

FIELDS: Final = ("name", "build", "owner", "url", "lore", "extras")
_MOST_OTHERS: Final = 5


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a submission came from; `received_at`: when its bytes were committed.

    `proven`: by a secret address or link of its player. Otherwise letters that answer it count in
    the budget of its `deliverer`.
    """

    received_at: datetime
    proven: bool
    mail: Mail | None = None
    lang: str | None = None
    deliverer: Deliverer = UNKNOWN
    word: str = ""
    """What they say to be let in (see `app.league.entries.doors`)."""

    def who(self, player: Player) -> str:
        """Who wrong words count against: the mailbox of a mail, else the sender of the form."""
        return doors.digest(mailbox_of(player.address)) if self.mail else self.deliverer.name


@dataclass(frozen=True, slots=True)
class EntrySent:
    """One of several characters in a mail; `incomplete` and `instead` as in `submit`."""

    submission: Submission
    incomplete: Sequence[Problem] = ()
    instead: str = ""


def submit(
    session: Session,
    season: Season,
    player: Player,
    submission: Submission,
    origin: Origin,
    incomplete: Sequence[Problem] = (),
    *,
    instead: Entry | str = "",
) -> Revision:
    """Make this the player's current entry of the season, or refuse it with every problem.

    With several characters allowed, it replaces the one named by `instead`, else the one of the
    same name, else it is another one if there is room. `incomplete`: problems already found in the
    form, told together with the others. Unless its origin is proven, the revision is held and a
    letter asks its player to confirm. The same submission again makes no new revision, but gets an
    answer. Raises `SubmissionRejected`; then nothing was written.
    """
    season = seasons.lock(session, season)
    if origin.proven:
        blocks.require_free(session, player)
    incomplete = [*incomplete, *_at_door(session, season, player, origin)]
    revision, about = _enter(
        session, season, player, EntrySent(submission, incomplete), origin, instead=instead
    )
    answer(session, about, season, player, revision, origin)
    return revision


def submit_all(
    session: Session,
    season: Season,
    player: Player,
    sent: Sequence[EntrySent],
    origin: Origin,
    taken: Callable[[Sequence[Revision]], None],
) -> list[Fate]:
    """Submit each of these characters as `submit` does, and answer with one letter.

    `taken` is first told which came in. Two different ones with the same name are both refused.
    Raises `SubmissionRejected` if the player is not let in.
    """
    season = seasons.lock(session, season)
    if origin.proven:
        blocks.require_free(session, player)
    if out := _at_door(session, season, player, origin):
        raise SubmissionRejected(out)
    fates: list[Fate] = []
    revisions: list[Revision] = []
    for each in sent:
        fate, revision = _fate(session, season, player, each, sent, origin, len(revisions))
        if revision is None or revision not in revisions:
            fates.append(fate)
        if revision and revision not in revisions:
            revisions.append(revision)
    held = next((each for each in revisions if each.state is RevisionState.HELD), None)
    taken(revisions)
    about = Several(fates=tuple(fates), asks=held is not None)
    answer(session, about, season, player, held or next(iter(revisions), None), origin)
    return fates


def _at_door(session: Session, season: Season, player: Player, origin: Origin) -> list[Problem]:
    return [
        *doors.problems(
            session,
            season,
            player,
            origin.word,
            origin.who(player),
            origin.received_at,
            is_known=origin.proven or origin.mail is not None,
        )
    ]


def _fate(
    session: Session,
    season: Season,
    player: Player,
    one: EntrySent,
    all_: Sequence[EntrySent],
    origin: Origin,
    before: int,
) -> tuple[Fate, Revision | None]:
    """The outcome for one of several characters; `before`: how many came in before it in the same mail."""
    name = one.submission.name
    key = characters.possible_key(name)
    namesakes = [
        each for each in all_ if key and characters.possible_key(each.submission.name) == key
    ]
    if any(each.submission != one.submission for each in namesakes):
        return Fate(name=name, problems=(Problem("name-twice", name=name),)), None
    more = 0 if origin.proven else before  # what is held takes no place yet
    try:
        with session.begin_nested():
            revision, about = _enter(session, season, player, one, origin, more=more)
    except SubmissionRejected as refusal:
        return Fate(name=name, problems=refusal.problems), None
    return _told_of(revision, about), revision


def _told_of(revision: Revision, about: Receipt | Confirmation) -> Fate:
    return Fate(
        name=revision.name,
        revision=revision.id,
        replaces=about.replaces,
        unchanged=about.unchanged,
        queue=about.queue if isinstance(about, Receipt) else None,
    )


def _enter(
    session: Session,
    season: Season,
    player: Player,
    sent: EntrySent,
    origin: Origin,
    *,
    instead: Entry | str = "",
    more: int = 0,
) -> tuple[Revision, Receipt | Confirmation]:
    """Add the revision; returns it with the words for its player.

    Raises `SubmissionRejected`; then nothing was written.
    """
    submission = sent.submission
    is_known = origin.proven or origin.mail is not None  # a mail is answered to its player alone
    submission, unknown = with_script(session, season, player if is_known else None, submission)
    extras, of_others = sides.of_group(session, season, player, submission.extras)
    submission = replace(submission, extras=extras)
    found, build = _checked(
        session,
        season,
        player,
        submission,
        origin.received_at,
        [*sent.incomplete, *unknown, *of_others],
        instead=instead or sent.instead,
        more=more if is_known else None,
    )
    entry = found or Entry(season_id=season.id, player_id=player.id, created_at=origin.received_at)
    before = entry.current
    revision = add_revision(session, season, entry, submission, build, origin)
    if revision.state is RevisionState.SUPERSEDED:  # it was held up on its way
        raise SubmissionRejected([Problem("superseded", name=revision.name)])
    if origin.proven:
        players.prove(player, origin.received_at)
        _keep_script(session, season, player, revision)
    if revision.state is not RevisionState.HELD:
        return revision, _receipt(session, before, revision)
    earlier = entries.revisions(session, entry) if revision.serial > 1 else []
    others = [each.id for each in earlier if _is_other(each, revision)][-_MOST_OTHERS:]
    return revision, Confirmation(**_beside(before, revision), others=tuple(others))


def hold(
    session: Session,
    season: Season,
    player: Player,
    submission: Submission,
    origin: Origin,
    instead: str = "",
) -> Revision | None:
    """Hold a stranger's submission in this player's name; None if their mailbox is blocked.

    For a blocked mailbox the same work is done and undone, so that strangers get the same answer
    equally late. Raises `SubmissionRejected` as `submit` does.
    """
    with session.begin_nested() as attempt:
        revision = submit(session, season, player, submission, origin, instead=instead)
        block = blocks.of(session, player)
        if block:
            attempt.rollback()
    if block is None:
        return revision
    deliverer, now = origin.deliverer.name, origin.received_at
    blocks.answer(session, block, player, now, lang=origin.lang, deliverer=deliverer)
    return None


def _is_other(each: Revision, revision: Revision) -> bool:
    """Whether it is another held revision, with different content."""
    is_same = (each.name, each.build) == (revision.name, revision.build)
    return each.state is RevisionState.HELD and each is not revision and not is_same


def _receipt(session: Session, before: Revision | None, revision: Revision) -> Receipt:
    queue = places.rank(session, revision.entry)
    waits = revision.state is RevisionState.WAITING
    return Receipt(**_beside(before, revision), waits=waits, queue=queue)


def _beside(before: Revision | None, revision: Revision) -> dict[str, Any]:
    """The words of a letter about the revision that counted before this one."""
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
    *,
    instead: str = "",
) -> Build:
    """Check a submission without writing; returns its build. Raises `SubmissionRejected` with every problem."""
    submission, unknown = with_script(session, season, player, submission)
    problems = [*incomplete, *unknown]
    return _checked(session, season, player, submission, moment, problems, instead=instead)[1]


def _checked(
    session: Session,
    season: Season,
    player: Player,
    submission: Submission,
    moment: datetime,
    incomplete: Sequence[Problem],
    *,
    instead: Entry | str = "",
    more: int | None = 0,
) -> tuple[Entry | None, Build]:
    """Return the entry that it replaces, if any, and its build.

    `more`: how many other characters come with it; None for a stranger, who must not learn what
    this player has.
    """
    key = characters.possible_key(submission.name)
    own, holder = entries.of_player_and_named(session, season, player, key)
    problems = [*incomplete]
    entry = instead if isinstance(instead, Entry) else None
    if not isinstance(instead, Entry):
        try:
            entry = rosters.meant(session, season, own, submission.name, instead)
        except SubmissionRejected as refusal:
            problems += refusal.problems if more is not None else ()
    entry = entry or growth.meant(session, season, own, player, key)
    is_in = entry is not None and entry.current is not None
    problems += open_at(season, moment) if is_in else room_at(session, season, moment)
    if more is not None and not problems and not (entry and entry.name_key):
        problems += rosters.full(session, season, own, more)
    problems += [*wording(submission), *_taken_by(holder, entry, submission.name)]
    found: list[Problem] = []
    build = read(session, season, submission, found)
    if not found and more is not None:
        found += growth.problems(session, season, entry, build)
    if not found:
        found += calls.problems(session, season, player, entry, submission.name, build)
    if problems + found:
        raise SubmissionRejected([*problems, *found])
    return entry, build


def confirm(session: Session, revision: Revision, origin: Origin) -> Revision:
    """Confirm a held revision for its player: it counts from now on, and their address is proven.

    So do the others of the same mail, if nothing prevents it; one letter tells of all. If a later
    revision already counts, this one is superseded. Raises `SubmissionRejected` if it is no longer
    held, if the season is closed or full, or if its name was taken; then nothing was written.
    """
    season = seasons.lock(session, revision.entry.season)
    others = beside(session, revision)
    player, about = _confirm(session, season, revision, origin)
    if not others:
        answer(session, about, season, player, revision, origin)
        return revision
    fates = [_told_of(revision, about) if isinstance(about, Receipt) else _out(revision, about)]
    for each in others:
        try:
            with session.begin_nested():
                _, told = _confirm(session, season, each, origin)
        except SubmissionRejected as refusal:
            fates.append(Fate(name=each.name, problems=refusal.problems))
        else:
            fates.append(_told_of(each, told) if isinstance(told, Receipt) else _out(each, told))
    answer(session, Several(fates=tuple(fates)), season, player, revision, origin)
    return revision


def _out(revision: Revision, about: Problems) -> Fate:
    return Fate(name=revision.name, problems=about.problems)


def beside(session: Session, revision: Revision) -> list[Revision]:
    """The other held revisions of this player from the same mail."""
    if revision.state is not RevisionState.HELD or revision.mail_id is None:
        return []
    brought = entries.of_mail(session, revision.mail_id)
    mine = (each for each in brought if each.entry.player_id == revision.entry.player_id)
    return [each for each in mine if each is not revision and each.state is RevisionState.HELD]


def _confirm(
    session: Session, season: Season, revision: Revision, origin: Origin
) -> tuple[Player, Receipt | Problems]:
    """Return its player and the words for them. Raises as `confirm` does."""
    entry = revision.entry
    player, before = entry.player, entry.current
    blocks.require_free(session, player)
    if player and revision is before and checkins.is_asked(season, entry, origin.received_at):
        for each in entries.of_player(session, season, player):
            each.here_at = origin.received_at
        return player, _receipt(session, before, revision)
    if revision.state in (RevisionState.ACCEPTED, *rosters.WAITING):
        raise SubmissionRejected([Problem("already-confirmed", name=revision.name)])
    if revision.state is RevisionState.DECLINED:
        raise SubmissionRejected([Problem("declined", name=revision.name)])
    if revision.state is not RevisionState.HELD or player is None:
        raise SubmissionRejected([Problem("superseded", name=revision.name)])
    open_to = open_at(season, origin.received_at)
    own = [] if entry.name_key else entries.of_player(session, season, player)
    problems = [
        *(open_to if before else room_at(session, season, origin.received_at)),
        *(rosters.full(session, season, own) if own else ()),
        *doors.problems_of_held(session, season, revision),
        *name_taken(session, season, entry, revision.name),
        *growth.problems(session, season, entry, _build(season, revision)),
        *calls.problems_of(session, season, revision),
    ]
    if problems:
        raise SubmissionRejected(problems)
    players.prove(player, origin.received_at)
    _keep_script(session, season, player, revision)
    if accept(session, entry, revision, origin.received_at):
        return player, _receipt(session, before, revision)
    return player, Problems(
        problems=(Problem("superseded", name=revision.name),),
        game=season.game,
        standing=entry.current.name if entry.current else None,
    )


def _build(season: Season, revision: Revision) -> Build:
    return build_of(season.game, season.rules_version, revision.build)


def decline(session: Session, revision: Revision, now: datetime) -> None:
    """Drop a held revision, with the others of its mail, since the player did not send it.

    The security log notes it. Raises `SubmissionRejected` if it is no longer held; then nothing was
    written.
    """
    seasons.lock(session, revision.entry.season)
    if revision.state is not RevisionState.HELD:
        codes = {RevisionState.ACCEPTED: "confirmed-before", RevisionState.DECLINED: "declined"}
        code = codes.get(revision.state, "superseded")
        raise SubmissionRejected([Problem(code, name=revision.name)])
    for each in (revision, *beside(session, revision)):
        each.state = RevisionState.DECLINED
        session.flush()
        pictures.drop(session, each)
    entry = revision.entry
    security_log.note(
        session,
        SecurityEvent.ENTRY_DECLINED,
        now=now,
        player=entry.player_id,
        season=entry.season_id,
    )


def withdraw(
    session: Session,
    season: Season,
    player: Player,
    origin: Origin,
    *,
    those: Sequence[Entry] | None = None,
) -> list[Revision]:
    """Withdraw these entries of the player, with their waiting revisions; without `those`, the only one.

    They can be entered again. Raises `SubmissionRejected` if the season has none, if there are
    several and none is named, and once the season takes no changes.
    """
    season = seasons.lock(session, season)
    blocks.require_free(session, player)
    own = rosters.standing(session, season, player)
    out = own if those is None else [each for each in own if each.entry in those]
    if not out:
        raise SubmissionRejected([Problem("no-own-entry")])
    if those is None and len(own) > 1:
        raise SubmissionRejected([rosters.which(season, own)])
    later = [each.name for each in out if is_later(each, origin.received_at)]
    problems = [Problem("superseded", name=name) for name in later]
    if problems := [*open_at(season, origin.received_at), *problems]:
        raise SubmissionRejected(problems)
    for each in out:
        _take_out(session, each.entry, origin.received_at)
    move_up(session, season, origin.received_at)
    left = tuple(each.name for each in own if each not in out)
    told = Withdrawn(name=out[0].name, also=tuple(each.name for each in out[1:]), left=left)
    answer(session, told, season, player, out[0], origin)
    return out


def _take_out(session: Session, entry: Entry, at: datetime) -> None:
    for revision in entries.revisions(session, entry):
        is_unsettled = revision.state in (RevisionState.HELD, *rosters.WAITING)
        if is_unsettled or revision is entry.current:
            revision.state = RevisionState.WITHDRAWN
    entry.current = None
    entry.name_key = None
    entry.queued_at = None
    entry.withdrawn_at = max(entry.withdrawn_at or at, at)
    session.flush()


def _keep_script(session: Session, season: Season, player: Player, revision: Revision) -> None:
    """Store standing orders that name a script as the player's script of that name, if there is room."""
    if scripts.text_of(revision.extras, scripts.ORDERS):
        game, config = rules_of(session, season), config_of(session, season)
        build = game.read_build(revision.build)
        own = scripts.OwnScript(session, player, game, config, build)
        own.keep(revision.extras, revision.received_at)


def name_taken(
    session: Session, season: Season, entry: Entry | None, name: str
) -> Iterator[Problem]:
    """Names are unique in a season."""
    return _taken_by(entries.named(session, season, characters.possible_key(name)), entry, name)


def _taken_by(holder: Entry | None, entry: Entry | None, name: str) -> Iterator[Problem]:
    if holder and holder is not entry:
        yield Problem("name-taken", name=name)


def add_revision(
    session: Session,
    season: Season,
    entry: Entry,
    submission: Submission,
    build: Build,
    origin: Origin,
) -> Revision:
    """Store the submission as a revision with its seal: accepted if its origin is proven, else held.

    The counting revision, sent again from a proven origin, is returned unchanged.
    """
    extras = sides.settled(season, characters.filled(submission.extras, build))
    current, game = entry.current, rules_of(session, season)
    if game.match and season.proof > 1:
        extras = scripts.with_nonce(extras, current.extras if current else {})
    submission = replace(submission, extras=extras)
    written = game.write_build(build)
    if current and origin.proven and _same(current, submission, written):
        return current
    serial = entries.next_serial(session, entry)
    if not entry.id:
        rows.add(session, entry)
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
        salt=parts.new_salts(season.proof),
        commitment="",
        rules_version=season.rules_version,
        received_at=origin.received_at,
        mail_id=origin.mail.id if origin.mail else None,
    )
    revision.commitment = seal_of(season, revision)
    rows.add(session, revision)
    if origin.proven:
        accept(session, entry, revision, origin.received_at)
    return revision


def _same(current: Revision, submission: Submission, built: str) -> bool:
    """Whether the submission equals the revision."""
    sent = replace(submission, build=built)
    return all(getattr(current, each) == getattr(sent, each) for each in FIELDS)


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
    revision: Revision | None,
    origin: Origin,
) -> None:
    """Write the one letter that answers this; a mail is answered once, however often it is read."""
    reason = f"mail:{origin.mail.id}" if origin.mail else f"revision:{revision and revision.id}"
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
