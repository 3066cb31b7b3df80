"""Each mail is acted on and answered: once, in its language and thread."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from sqlmodel import Session

from app.errors import DomainError, Problem, SubmissionRejected
from app.league.entries import doors, rosters
from app.league.people import blocks, players as league_players
from app.mail.actions import (
    amendments,
    duels,
    matches,
    organiser,
    own,
    participation,
)
from app.mail.actions.commands import COMMANDS, UNREAD
from app.mail.actions.orders import order
from app.mail.case.batch import Batch, case_of
from app.mail.case.case import Case, MailOutcome, Note, Plain, SenderProof, Speaker
from app.mail.case.limits import TOO_MANY_HELD, answered_enough, needs_human, note_limit, used_up
from app.mail.inbox.message import NotAMail, read_mail
from app.mail.reading.automatic import automatic
from app.mail.reading.contents import BounceReport, Contents, MailDesk
from app.mail.reading.phrases import BOOK
from app.mail.reading.request import CHANGE, CONCERNS, ENTERING, ORDERS
from app.notices.about import About
from app.notices.answers import ORGANISER, Problems, Results, Understood
from app.store import entries, letters, players, seasons
from app.store.limits import buckets
from app.store.pending import NotUndone, attempt, gathering
from app.store.tables import (
    Block,
    Letter,
    Mail as Kept,
    MailAction,
    MailState,
    Season,
    SeasonState,
)

__all__ = [
    "APOLOGIES_A_DAY",
    "MailDesk",
    "NotUndone",
    "Said",
    "answer",
    "answer_together",
    "apologise",
]

Said = Contents | BounceReport | NotAMail
"""The facts about a mail that has been read."""

APOLOGIES_A_DAY: Final = 3
"""To one sender, for faults of our own."""
_BOXES: Final = {"a": organiser.answer, "d": duels.take, "o": own.take, "m": own.take_answer}
"""Who takes mails to secret addresses that are of no season, by their first letter."""


def answer_together(session: Session, said: Mapping[int, Said], desk: MailDesk) -> None:
    """The same as `answer`; what they write is written together.

    Raises `NotUndone` if one was refused after it had written more than can be dropped.
    """
    with gathering(session, len(said)):
        answer(session, said, desk)


def answer(session: Session, said: Mapping[int, Said], desk: MailDesk) -> None:
    """Carry out the requests of these mails, and write the one answer of each; `action` and `note` of its row tell the outcome.

    A mail that came before, a program's mail and our own letters are not answered. Those that have been read by now
    are left alone.
    """
    batch = Batch(session, said)
    for kept in batch.mails:
        kept.state = MailState.DONE
        match said[kept.id]:
            case Contents() as contents:
                kept.action, note = _take(batch, kept, contents, desk)
            case BounceReport() as report:
                kept.action, note = _came_back(session, kept, report)
            case NotAMail() as refusal:
                kept.action, note = MailAction.REJECTED, Note(problems=_plain(refusal.problems))
        kept.note = note.plain()
        batch.done(kept)
    batch.write()


def _take(batch: Batch, kept: Kept, said: Contents, desk: MailDesk) -> tuple[MailAction, Note]:
    """The mail is acted on, and answered; returns the action and the notes."""
    session, mail = batch.session, said.mail
    is_same, has_same_id = batch.alike(said)
    if is_same:
        return MailAction.IGNORED, Note(mail.message_id, why="repeated")
    kept.identity, kept.message_key = said.identity, said.message_key
    # A Message-ID can be guessed: neither mail is worth less.
    flag = "message-id" if has_same_id else "too-slow" if said.is_too_slow else None
    note = Note(mail.message_id, flag)
    if why := _unanswerable(session, said, desk):
        return MailAction.IGNORED, replace(note, why=why)
    if not mail.from_address:
        return MailAction.REJECTED, replace(note, problems=_plain([Problem("no-sender")]))
    if said.secret and (take := _BOXES.get(said.secret[0])):
        batch.write()
        return take(session, kept, said, desk, note)
    case = case_of(batch, kept, said, desk, note)
    if batch.has_blocks and (block := blocks.of(session, case.player)):
        return _shut_out(case, block)
    why = None if case.is_clear else answered_enough(case)
    if why and case.request.command == ORDERS and case.is_proven:
        done = replace(_do(case), about=None, why=why)  # orders are taken, however many come
    else:
        done = _unanswered(case, why) if why else _do(case)
    if done.why:
        note_limit(case)
        case.notes(why=done.why)
    if done.about:
        _write(case, done, done.about)
    note = case.note
    for command in () if done.why else case.request.also:
        case.request = replace(case.request, command=command)
        more = _do(case)
        if more.about and more.action is MailAction.ANSWERED:
            _write(case, more, more.about, f"{command}:")
    return done.action, note


def _shut_out(case: Case, block: Block) -> tuple[MailAction, Note]:
    """A mail of a blocked player is kept and listed, and nothing else is done but for one letter that says so.

    The player is who holds the secret address it came by: a blocked address in its `From:` costs them nothing.
    """
    is_theirs = case.proof is not SenderProof.NONE
    blocks.answer(
        case.session,
        block,
        case.player,
        case.kept.received_at,
        lang=case.mail.lang,
        deliverer=None if is_theirs else case.deliverer.name,
        mail=case.kept,
    )
    return MailAction.BLOCKED, case.note


def _unanswered(case: Case, why: str) -> MailOutcome:
    """A human sees what comes after the day's last answer; entries in one name beyond all measure are only listed."""
    if why == TOO_MANY_HELD:
        return MailOutcome(MailAction.IGNORED, why=why)
    return organiser.pass_silently(case, why)


def _do(case: Case) -> MailOutcome:
    """Carry out the action. A refusal undoes what was written, and is the answer."""
    try:
        with attempt(case.session):
            return _action(case)(case)
    except DomainError as refusal:
        who, now = case.origin.who(case.player), case.kept.received_at
        doors.count(case.session, refusal.problems, who, now)
        return _refuse(case, refusal.problems)


def _write(case: Case, done: MailOutcome, about: About, also: str = "") -> None:
    letters.write(
        case.session,
        about,
        case.player,
        f"{about.slug}:{also}mail:{case.kept.id}",
        now=case.kept.received_at,
        lang=done.lang or case.mail.lang,
        season=done.season,
        run=done.run,
        revision=done.revision,
        answers=case.kept,
        deliverer=case.budget,
    )


def _unanswerable(session: Session, said: Contents, desk: MailDesk) -> str | None:
    """Why this mail gets no answer, if it gets none."""
    mail = said.mail
    if said.program:
        return f"automatic: {said.program}"
    if desk.wrote(mail) or (desk.named(mail) and letters.with_message_id(session, mail.message_id)):
        return "our own letter"
    return "our own letter, sent back" if mail.echoes else None


def _action(case: Case) -> Callable[[Case], MailOutcome]:
    """The action for this mail: the first of these that applies, else that of its command."""
    if case.answers_seat:
        return participation.answer_for_seat
    request, command = case.request, COMMANDS.get(case.request.command, UNREAD)
    is_unclear = case.is_asked and request.is_unclear
    is_grave = request.concern in CONCERNS[:-2] and not (case.confirms or case.declined)
    is_kind = request.concern and not (request.concern == "thanks" and case.is_asked)
    if request.command == "mute":
        case.notes(request=request.command)
    ways: Sequence[tuple[object, Callable[[Case], MailOutcome]]] = [
        (is_grave or needs_human(case), organiser.pass_on),
        (not case.is_known, _token_invalid),
        (request.command == "mute", command.action(case)),
        (case.carries, participation.carry),
        (case.confirms and _changes(case), _confirm_and_change),
        (case.confirms, participation.confirm),
        (case.declined and not case.is_over, participation.decline),
        (case.mail.problems, _unreadable),
        (is_kind and not case.confirms, organiser.pass_on),
        (case.is_over and (request.command in CHANGE or is_unclear), _token_invalid),
        (is_unclear and not case.asked, _ask_again),
        (is_unclear, _not_confirmed),
    ]
    is_talk = case.is_known and request.command != ORDERS and not case.mail.problems
    if is_talk and not is_grave and (about_matches := matches.answer_of(case)):
        return about_matches
    if case.is_unclear:
        case.notes(unclear="answer" if case.is_asked else "request")
    if answer := next((act for applies, act in ways if applies), None):
        return answer
    case.notes(request=request.command)
    if request.command == ORDERS:
        return order
    return _two_requests if request.contradicts else command.action(case)


def _ask_again(case: Case) -> MailOutcome:
    """Ask the question of the answered letter once more."""
    ask = COMMANDS[case.speaker.wish].ask if case.speaker else None
    return (ask or UNREAD.act)(case)


def _refusing(code: str) -> Callable[[Case], MailOutcome]:
    def refuse(_case: Case) -> MailOutcome:
        raise SubmissionRejected([Problem(code)])

    return refuse


_token_invalid: Final = _refusing("token-invalid")
_not_confirmed: Final = _refusing("not-confirmed")
_two_requests: Final = _refusing("two-requests")


def _unreadable(case: Case) -> MailOutcome:
    raise SubmissionRejected(case.mail.problems)


def _changes(case: Case) -> bool:
    """Whether it changes what it answers a question about. A name below a yes is its writer's."""
    return bool(case.request.changes) or case.form.lore is not None


def _confirm_and_change(case: Case) -> MailOutcome:
    """The held revision counts, and is changed; if it cannot be changed, it counts all the same, and the answer says why."""
    try:
        with case.session.begin_nested():
            return participation.change(case)
    except DomainError as refusal:
        if case.player is not case.sender:
            return participation.confirm(case)
        (held,) = case.asked
        amendments.settle(case, held)
        return _refuse(case, refusal.problems)


def _refuse(case: Case, problems: Sequence[Problem]) -> MailOutcome:
    """The sender hears every problem, our reading of the mail, and what still stands; or is asked again.

    A mail to an address of a season that is over is answered with the place of its results.
    """
    if case.player is not case.sender:  # the sender hears of it, not the player they spoke for
        case.player, case.proof = case.sender, SenderProof.NONE
    case.notes(problems=_plain(problems))
    if case.request.command in ENTERING and (why := used_up(case)):
        return organiser.pass_silently(case, why)
    speaker = case.speaker if case.is_over else None
    if speaker and speaker.season:
        case.notes(season=speaker.season.slug)
    asked = case.asked if "not-confirmed" in {problem.code for problem in problems} else []
    only = asked[0] if len(asked) == 1 else None
    if only:
        case.notes(season=only.entry.season.slug, understood={"name": only.name})
    note = case.note
    season = seasons.by_slug(case.session, note.season) if note.season else None
    standing = rosters.standing(case.session, season, case.player) if season else []
    named = amendments.named(case, standing) if len(standing) > 1 else standing
    entry = named[0].entry if len(named) == 1 else None
    counting = [each for each in standing if each is each.entry.current]
    own = [each.id for each in asked if each.entry.player_id == case.player.id]
    is_unclear = any(problem.code == "not-understood" for problem in problems)
    likely = likely_requests(season, has_entry=bool(counting)) if is_unclear else ()
    is_change = note.request == "change" or bool(case.request.changes)
    shown = rosters.standing_of(case.session, entry) if entry and is_change else None
    about = Problems(
        problems=tuple(problems),
        request=note.request,
        game=season.game if season else note.game,
        rules=season.rules_version if season else note.rules,
        standing=", ".join(each.name for each in counting) or None,
        understood=Understood(**note.understood) if note.understood else None,
        asked=tuple(own),
        asks=bool(only and own),
        results=Results(_numbers(case.session, speaker)) if speaker else None,
        entry=shown.id if shown else entry.current_id if entry and is_unclear else None,
        requests=BOOK.guide(case.mail.lang, likely),
    )
    return MailOutcome(MailAction.PROBLEMS, about, season, revision=only)


def likely_requests(season: Season | None, *, has_entry: bool) -> tuple[str, ...]:
    """The commands that a mail which was not understood most likely meant. The last one reaches a
    human.
    """
    if has_entry:
        return "show", "withdraw", "standings", ORGANISER
    if season and season.state is SeasonState.OPEN:
        return "form", "rules", "cards", ORGANISER
    return "results", "standings", "rules", ORGANISER


def _numbers(session: Session, speaker: Speaker) -> tuple[int, ...]:
    """Under which numbers the speaker's entries took part."""
    own = entries.of_player(session, speaker.season, speaker.player) if speaker.season else []
    return tuple(each.number for each in own if each.number and each.current)


def _plain(problems: Sequence[Problem]) -> list[Plain]:
    return [problem.plain() for problem in problems]


def _came_back(session: Session, kept: Kept, report: BounceReport) -> tuple[MailAction, Note]:
    """A mail server's report about a letter of ours; it is never answered."""
    note = Note(report.message_id)
    letter, bounce = session.get(Letter, report.letter or 0), report.bounce
    if not letter or not bounce:
        return MailAction.IGNORED, replace(note, why="no report about a letter of ours")
    league_players.came_back(
        letter, bounce.why, is_permanent=bounce.is_permanent, now=kept.received_at
    )
    return MailAction.BOUNCE, replace(note, letter=letter.id)


def apologise(session: Session, kept: Kept, desk: MailDesk) -> None:
    """Tell its sender that the fault is ours, that organisers know, and what counts; programs hear
    nothing.

    Only the header is read, since something in the mail breaks our program. Raises whatever that
    does.
    """
    mail = read_mail(kept.raw, is_too_slow=True)
    secret = desk.token(mail)
    if not mail.from_address or automatic(mail.headers) or desk.wrote(mail):
        return
    if secret and secret[0] == "b":
        return
    player = players.known_as(session, mail.from_address, mail.lang, kept.received_at)
    if blocks.of(session, player):
        return
    key = f"fault:{player.id}"
    if buckets.take(session, key, capacity=APOLOGIES_A_DAY, now=kept.received_at):
        return
    kept.player_id = player.id
    thread = [*mail.references[-10:], *filter(None, [mail.message_id])]
    kept.note = kept.note | {
        "thread": {"message_id": mail.message_id or "", "references": " ".join(thread)}
    }
    standing = entries.counting_of(session, player)
    letters.write(
        session,
        Problems(
            problems=tuple(map(Problem.of, kept.note["problems"])),
            fault=True,
            standing=", ".join(each.name for each in standing),
        ),
        player,
        f"fault:mail:{kept.id}",
        now=kept.received_at,
        lang=mail.lang,
        answers=kept,
    )
