"""A mail that was kept is read, acted on, and answered: once, in its language and thread."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Final

from sqlmodel import Session

from app.errors import DomainError, Problem, SubmissionRejected
from app.games import ruleset
from app.i18n import lang_of
from app.league import entries as league_entries
from app.league import players as league_players
from app.league import visibility
from app.league.budgets import Deliverer
from app.league.entries import Origin
from app.league.tokens import Purpose, claimed_rows, read_token
from app.letters.untaken import harmless
from app.mail.inbox.authentication import is_authentic
from app.mail.inbox.deliverers import answering_our_letter, deliverer_of
from app.mail.inbox.message import Mail, NotAMail
from app.mail.requests.actions import Case, Note, act
from app.mail.requests.commands import Request
from app.mail.requests.contents import Contents, Report
from app.mail.requests.desk import Desk
from app.store import entries, letters, mails, players, seasons
from app.store.letter_kinds import Confirmation, Problems, Results, Understood
from app.store.limits import buckets
from app.store.security import security_log
from app.store.security.security_log import SecurityEvent
from app.store.tables import Letter, MailAction, MailState, Player, Revision, RevisionState, Season
from app.store.tables import Mail as Kept

__all__ = ["Desk", "answer"]

ANSWERS_A_DAY: Final = 20
"""To what one deliverer brings in the name of an address; which of them leave, `app.league.budgets` says."""
MOST_HELD: Final = 100
"""Entries that one deliverer has brought in the name of an address within a day: more are not put aside."""
PROVEN_ANSWERS_A_DAY: Final = 100
"""To who writes to a secret address: more than anybody asks for, if he is not a program."""
_DAY: Final = timedelta(days=1)
_MOST_UNTAKEN: Final = 50
_CHANGES: Final = frozenset({Request.ENTER, Request.CHECK, Request.WITHDRAW})


def answer(session: Session, kept: Kept, said: Contents | Report | NotAMail, desk: Desk) -> None:
    """Do what the mail says, and write its one answer; what was done stands in `action` and `note`.

    A mail that came before, a program's mail and our own letters are not answered.
    """
    note: Note = {}
    # So that its row is written once, and not whenever a field of it is known.
    session.expunge(kept)
    kept.state = MailState.DONE
    match said:
        case Contents():
            kept.action = _take(session, kept, said, desk, note)
        case Report():
            kept.action = _came_back(session, kept, said, note)
        case NotAMail():
            kept.action = _problems(note, MailAction.REJECTED, said.problems)
    kept.note = note
    session.add(kept)


def _take(session: Session, kept: Kept, said: Contents, desk: Desk, note: Note) -> MailAction:
    """Decide whether there is somebody to answer; then act, or refuse."""
    mail, secret = said.mail, said.secret
    note["message_id"] = mail.message_id
    if why := _unanswerable(session, kept, said, desk, note):
        note["why"] = why
        return MailAction.IGNORED
    if not mail.from_address:
        return _problems(note, MailAction.REJECTED, [Problem("no-sender")])
    thread = [*mail.references[-10:], *filter(None, [mail.message_id])]
    note["thread"] = {"message_id": mail.message_id or "", "references": " ".join(thread)}
    player = players.known_as(session, mail.from_address, mail.lang, kept.received_at)
    kept.player_id = player.id
    speaker = _speaker(session, desk, secret) if secret else None
    is_proven = speaker is not None and not speaker.is_over
    if untaken := said.untaken[:_MOST_UNTAKEN]:
        named = untaken if is_proven else harmless(untaken)
        note["untaken"] = [asdict(each) for each in named]
    kept.note = dict(note)  # letters that answer it read thread and untaken things there
    if said.is_brief:  # an OK is of no language
        mail = replace(mail, lang=lang_of((speaker.player if speaker else player).lang))
    case = Case(
        session=session,
        kept=kept,
        mail=mail,
        form=said.form,
        request=said.request,
        player=speaker.player if speaker else player,
        season=speaker.season if speaker else None,
        is_proven=is_proven,
        is_authentic=is_authentic(mail, desk.authserv_id),
        agrees=said.agrees,
        declines=said.declines,
        is_silent=said.is_silent,
        contradicts=said.contradicts,
        asks_for_form=said.asks_for_form,
        deliverer=_deliverer(session, mail, player, desk),
        key=desk.key,
        note=note,
    )
    if speaker and case.is_proven and not speaker.player.proven_at:
        speaker.player.proven_at = kept.received_at  # our letter has been read there
        session.add(speaker.player)
    held = speaker.held if speaker else None
    confirms = held is not None and _confirms(case, held)
    declined = _declined(case, held)
    asked = [held] if held else _unconfirmed(case, player)
    is_clear = confirms or (declined is not None and declined.state is RevisionState.HELD)
    if not is_clear and (why := _answered_enough(case, is_asked=bool(asked))):
        note["why"] = why
        _note_limit(case)
        return MailAction.IGNORED
    try:
        with session.begin_nested():  # a refusal undoes what was written, but not its answer
            if secret and not speaker:
                raise SubmissionRejected([Problem("token-invalid")])
            if held and confirms:
                return _confirm(case, held)
            if declined and not (speaker and speaker.is_over):
                return _decline(case, declined)
            return _act(case, asked=bool(asked), over=bool(speaker and speaker.is_over))
    except DomainError as refusal:
        if case.player is not player:  # whoever wrote hears of it, not who was spoken for
            case.player, case.is_proven = player, False
        if case.request is Request.ENTER and (why := _used_up(case)):
            note["why"] = why
            _note_limit(case)
            return _problems(note, MailAction.IGNORED, refusal.problems)
        _refuse(case, refusal.problems, asked, speaker)
        return MailAction.PROBLEMS


def _deliverer(session: Session, mail: Mail, player: Player, desk: Desk) -> Deliverer:
    """In whose budget the mail counts, if it does not come by a secret address."""
    deliverer = deliverer_of(mail, desk.key, desk.authserv_id)
    named = [*mail.in_reply_to, *mail.references][-20:]
    if deliverer.is_vouched or not named:
        return deliverer
    is_answer = letters.is_addressed(session, player, named)
    return answering_our_letter(desk.key) if is_answer else deliverer


def _unanswerable(
    session: Session, kept: Kept, said: Contents, desk: Desk, note: Note
) -> str | None:
    """Why this mail gets no answer, if it gets none."""
    mail = said.mail
    is_same, has_same_id = mails.alike(session, said.identity, said.message_key)
    if is_same:
        return "repeated"
    kept.identity, kept.message_key = said.identity, said.message_key
    if has_same_id:
        note["flag"] = "message-id"  # somebody may have guessed it: neither mail is worth less
    elif said.is_too_slow:
        note["flag"] = "too-slow"
    if said.program:
        return f"automatic: {said.program}"
    if desk.wrote(mail) or (desk.named(mail) and letters.with_message_id(session, mail.message_id)):
        return "our own letter"
    return "our own letter, sent back" if mail.echoes else None


def _confirms(case: Case, held: Revision) -> bool:
    """Whether this is a yes. To say nothing is one only where nothing that counts would be replaced.

    What could not be read says nothing of the kind.
    """
    if case.mail.problems:
        return False
    is_yes = case.form.build_text is None and case.agrees
    return is_yes and not (case.is_silent and _may_replace(held))


def _declined(case: Case, held: Revision | None) -> Revision | None:
    """What the mail says no to: what its secret address is about, or the letter of ours that it answers.

    Anybody can write in somebody's name to the plain address, but only who has read our letter can name it. Where an
    earlier entry counts, "take it out" in answer to the question is about what was asked, and not about that one.
    """
    takes_out = held is not None and case.request is Request.WITHDRAW and _may_replace(held)
    if not (case.declines or takes_out):
        return None
    if held or case.is_proven:
        return held
    letter = letters.asking(
        case.session, case.player, [*case.mail.in_reply_to, *case.mail.references]
    )
    found = case.session.get(Revision, letter.revision_id) if letter else None
    return found if found and found.state is RevisionState.HELD else None


def _may_replace(held: Revision) -> bool:
    return held.state is RevisionState.HELD and held.entry.current is not None


def _unconfirmed(case: Case, sender: Player) -> list[Revision]:
    """What the sender has been asked to confirm, if they say yes or no where nobody can tell that it is they.

    Not every phone answers to the address that a letter names for it. They are asked again, about everything that waits.
    """
    says_nothing_else = case.request in (Request.NOTHING, Request.FORM) and (
        case.agrees or case.declines
    )
    if case.player is not sender or case.asks_for_form or not says_nothing_else:
        return []
    return entries.held_of(case.session, sender)


def _answered_enough(case: Case, *, is_asked: bool) -> str | None:
    """Why this mail is not answered although a person may have written it: not every program says that it is one.

    What says nothing that we understand is answered once a day; all else so many times. Mails by others in the same
    name count for themselves, and what could be an entry is kept in any case.
    """
    if case.mail.problems or case.request in (Request.NOTHING, Request.FORM):
        key = f"{'unsure' if is_asked else 'unread'}:{case.player.id}:{_whose(case) or ''}"
        now = case.kept.received_at
        if buckets.take(case.session, key, capacity=1, refill=_DAY, now=now):
            return "the sender has been told today that we do not understand"
    if case.request is Request.ENTER and not case.mail.problems:
        is_one_too_many = not case.is_proven and _answers(case)[Confirmation.slug] >= MOST_HELD
        return (
            "too many in the name of this sender have been put aside today" * is_one_too_many
            or None
        )
    return _used_up(case)


def _used_up(case: Case) -> str | None:
    """Why there is no answer any more today; None if there is."""
    most = PROVEN_ANSWERS_A_DAY if case.is_proven else ANSWERS_A_DAY
    answers = _answers(case)
    if not case.is_proven:
        answers[Confirmation.slug] = 0  # entries have a budget of their own
    return "the sender has had enough answers today" if answers.total() >= most else None


def _note_limit(case: Case) -> None:
    """Whoever guards the site hears that a mail got no answer, and not whose."""
    security_log.note(
        case.session,
        SecurityEvent.LIMIT_HIT,
        now=case.kept.received_at,
        client="mail",
        detail={"ignored": case.request.value},
    )


def _answers(case: Case) -> Counter[str]:
    """How many letters answer what came from this sender by the same way within a day, by their kinds."""
    since = case.kept.received_at - _DAY
    return Counter(letters.answers(case.session, case.player, _whose(case), since=since))


def _whose(case: Case) -> str | None:
    """In whose budget the mail counts: its deliverer's, unless its player is proven to have written it."""
    return None if case.is_proven else case.deliverer.name


def _came_back(session: Session, kept: Kept, report: Report, note: Note) -> MailAction:
    """A mail server's report about a letter of ours; nobody is answered, whatever it is."""
    note["message_id"] = report.message_id
    letter, bounce = session.get(Letter, report.letter or 0), report.bounce
    if not letter or not bounce:
        note["why"] = "no report about a letter of ours"
        return MailAction.IGNORED
    note["letter"] = letter.id
    league_players.came_back(
        session, letter, bounce.why, is_permanent=bounce.is_permanent, now=kept.received_at
    )
    return MailAction.BOUNCE


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Who speaks through a secret address, in which season; once that is published, he changes nothing by it.

    `held`: what he has been asked to confirm by the letter that named this address.
    """

    player: Player
    season: Season
    is_over: bool
    held: Revision | None = None


def _speaker(session: Session, desk: Desk, secret: tuple[str, str]) -> _Speaker | None:
    """Whoever holds this secret; None if it is not one of ours."""
    kind, token = secret
    held = None
    purpose: Purpose = "confirm" if kind == "c" else "reply"
    claimed = claimed_rows(token)
    generation = players.secret_generation(session, purpose, claimed[0]) if claimed else 0
    rows = read_token(desk.key, purpose, token, generation=generation)
    if kind == "c":
        held = session.get(Revision, rows[0]) if rows else None
        player, season = (held.entry.player, held.entry.season) if held else (None, None)
    else:
        player = session.get(Player, rows[0]) if rows else None
        season = session.get(Season, rows[1]) if rows else None
    if not player or not season:
        return None
    return _Speaker(player, season, visibility.is_public(season), held)


def _act(case: Case, *, asked: bool, over: bool) -> MailAction:
    """Do what the mail asks for. Raises `DomainError` with every problem."""
    if case.mail.problems:
        raise SubmissionRejected(case.mail.problems)
    says_nothing = case.request in (Request.NOTHING, Request.FORM)
    if over and (case.request in _CHANGES or (asked and says_nothing)):
        raise SubmissionRejected([Problem("token-invalid")])
    if asked and says_nothing:
        raise SubmissionRejected([Problem("not-confirmed")])
    return act(case)


def _confirm(case: Case, held: Revision) -> MailAction:
    origin = Origin(case.kept.received_at, proven=True, mail=case.kept, lang=case.mail.lang)
    revision = league_entries.confirm(case.session, held, origin)
    case.note["understood"] = _entered(revision, revision.entry.season, case.mail)
    accepted = revision.state is RevisionState.ACCEPTED
    return MailAction.CONFIRMED if accepted else MailAction.PROBLEMS


def _decline(case: Case, held: Revision) -> MailAction:
    """Drop what somebody else sent, and say what stands."""
    league_entries.decline(case.session, held, case.kept.received_at)
    season, note = held.entry.season, case.note
    note |= {"declined": held.id, "season": season.slug, "understood": {"name": held.name}}
    action = _problems(note, MailAction.PROBLEMS, [Problem("not-confirmed")])
    about = Problems(problems=(Problem("not-confirmed"),), declined=held.id, game=season.game)
    case.answer(about, season=season)
    return action


def _refuse(
    case: Case, problems: Sequence[Problem], held: Sequence[Revision], speaker: _Speaker | None
) -> None:
    """Tell the sender every problem, what we understood, and what still stands; or ask again whether it was they.

    Whoever writes to an address of a season that is over is told where its results are.
    """
    session, note = case.session, case.note
    over = speaker.season if speaker and speaker.is_over else None
    if over:
        note["season"] = over.slug
    _problems(note, MailAction.PROBLEMS, problems)
    asked = held if "not-confirmed" in {problem.code for problem in problems} else []
    only = asked[0] if len(asked) == 1 else None
    if only:
        note |= {"season": only.entry.season.slug, "understood": {"name": only.name}}
    season = seasons.by_slug(session, note["season"]) if "season" in note else None
    entry = entries.of_player(session, season, case.player) if season else None
    own = [each.id for each in asked if each.entry.player_id == case.player.id]
    understood = note.get("understood")
    about = Problems(
        problems=tuple(problems),
        request=note.get("request"),
        game=season.game if season else note.get("game"),
        rules=season.rules_version if season else note.get("rules"),
        standing=entry.current.name if entry and entry.current else None,
        understood=Understood(**understood) if understood else None,
        asked=tuple(own),
        asks=bool(only and own),
        results=Results(_number(session, speaker)) if speaker and over else None,
    )
    case.answer(about, season=season, revision=only)


def _number(session: Session, speaker: _Speaker) -> int | None:
    """Under which number the speaker's entry took part."""
    entry = entries.of_player(session, speaker.season, speaker.player)
    return entry.number if entry else None


def _problems(note: Note, action: MailAction, problems: Sequence[Problem]) -> MailAction:
    note["problems"] = [asdict(problem) for problem in problems]
    return action


def _entered(revision: Revision, season: Season, mail: Mail) -> Note:
    """A confirmed revision, as `understood` tells of a mail."""
    cards = ruleset(season.game, season.rules_version).read_build(revision.build).cards
    return {
        "name": revision.name,
        "build": list(cards),
        "lore": revision.lore,
        "owner": revision.owner or None,
        "url": revision.url or None,
        **revision.extras,
        "season": season.slug,
        "lang": mail.lang,
    }
