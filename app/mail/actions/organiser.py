"""Mail for a human: it waits for the organiser."""

from contextlib import suppress
from dataclasses import replace
from typing import Final

from sqlalchemy.orm import defer
from sqlmodel import Session

from app.errors import SeasonRefused
from app.league.desk import threads
from app.league.people.organisers import Right, rights
from app.league.seasons import calling_off
from app.mail.actions import targets
from app.mail.case.batch import opened, storable
from app.mail.case.case import Case, MailOutcome, Note
from app.mail.case.limits import (
    PASSED_ON_A_DAY,
    repeats_itself,
    told_of_organiser,
)
from app.mail.reading.contents import MOST_TEXT, Contents, MailDesk
from app.notices.about import About
from app.notices.answers import ORGANISER, Copy, PassedOn, Problems
from app.notices.news import Lacking
from app.store import letters, players, players as store_players
from app.store.limits import buckets
from app.store.security.audits import Organiser
from app.store.tables import (
    Mail as Kept,
    MailAction,
    Player,
    Season,
)

COPIES_A_DAY: Final = 50
COPIES_OF_PLAYER_A_DAY: Final = 10
"""Of mails that wait for the organiser: later ones are on the desk alone."""


def pass_on(case: Case) -> MailOutcome:
    """Pass the mail on to an organiser, and tell its sender.

    After several such letters in a day the mail is still passed on, but not answered: a program
    that hides what it is would go on for ever.
    """
    if repeats_itself(case):
        return pass_silently(case, "the sender answers a letter with the same words again")
    told = told_of_organiser(case)
    if told >= PASSED_ON_A_DAY:
        return pass_silently(case, "the sender knows that the organiser has what they write today")
    _lay_before_organiser(case)
    about = PassedOn(
        concern=case.request.concern,
        subject=case.note.subject or "",
        text=case.note.text or "",
        is_last=told + 1 == PASSED_ON_A_DAY,
        is_sealed=_is_sealed(case),
    )
    return MailOutcome(MailAction.PASSED_ON, about, case.season or targets.only_open(case))


def pass_silently(case: Case, why: str) -> MailOutcome:
    """The mail waits for an organiser, and there is no letter."""
    _lay_before_organiser(case)
    return MailOutcome(MailAction.PASSED_ON, why=why)


def _lay_before_organiser(case: Case) -> None:
    """Keep the mail for organisers. A copy goes to the address that they named, unless they sent
    the mail.
    """
    case.kept.waits_since = now = case.kept.received_at
    if not case.copies_to:
        return
    organiser = store_players.known_as(case.session, case.copies_to, case.mail.lang, now)
    limits = (
        (f"copies:{case.budget or ''}:{case.sender.id}", COPIES_OF_PLAYER_A_DAY),
        ("copies", COPIES_A_DAY),
    )
    if organiser is case.sender or any(
        buckets.take(case.session, key, capacity=most, now=now) for key, most in limits
    ):
        return
    is_sealed = _is_sealed(case)
    about = Copy(
        mail=case.kept.id,
        writer=case.sender.id,
        who=threads.called(case.session, case.sender),
        subject="" if is_sealed else case.note.subject or "",
        text="" if is_sealed else case.note.text or "",
        is_sealed=is_sealed,
    )
    letters.write(case.session, about, organiser, f"copy:mail:{case.kept.id}", now=now)


def _is_sealed(case: Case) -> bool:
    """Whether the organiser cannot read it yet."""
    return threads.is_sealed(case.session, case.note.plain(), case.kept.received_at)


def _decide(
    session: Session, kept: Kept, said: Contents, rows: tuple[int, int], note: Note
) -> tuple[MailAction, Note]:
    """An organiser's yes runs a season with too few entries all the same; the answer says so, or why not. Anything else is for the desk."""
    player, season = session.get(Player, rows[0]), session.get(Season, rows[1])
    is_yes = said.request.agrees and not said.request.is_silent
    if not player or not season or not is_yes or Right.SEASONS not in rights(player):
        kept.waits_since = kept.received_at
        return MailAction.PASSED_ON, replace(note, why="an answer of the organiser that is no yes")
    about: About = Lacking(entries=0, minimum=0, newcomers=0, is_run=True)
    by = Organiser(player.desk_name, kept.received_at)
    try:
        with session.begin_nested():
            calling_off.run_all_the_same(session, season, by)
    except SeasonRefused as refusal:
        about = Problems(problems=tuple(refusal.problems), game=season.game)
    key = f"{about.slug}:mail:{kept.id}"
    letters.write(session, about, player, key, now=by.now, season=season, answers=kept)
    return MailAction.ANSWERED, note


def answer(
    session: Session, kept: Kept, said: Contents, desk: MailDesk, note: Note
) -> tuple[MailAction, Note]:
    """An organiser answers the copy of a mail: that is sent on, once. A second answer waits on the desk, without a letter."""
    mail = said.mail
    kept.player_id = (
        sender := players.known_as(session, mail.from_address or "", mail.lang, kept.received_at)
    ).id
    rows = opened(session, desk, "answer", (said.secret or ("", ""))[1])
    if rows and rows[1]:
        return _decide(session, kept, said, rows, note)
    asked = session.get(Kept, rows[0], options=[defer(Kept.raw)]) if rows else None  # type: ignore[arg-type]
    writer = session.get(Player, asked.player_id) if asked and asked.player_id else None
    note = replace(note, subject=storable(mail.subject), text=storable(mail.text[:MOST_TEXT]))
    if asked and asked.waits_since and writer:
        by = Organiser(f"by mail ({sender.id})", kept.received_at)
        with suppress(SeasonRefused):
            letter = threads.answer(session, writer, mail.text, by, asked.id)
            return MailAction.ANSWERED, replace(note, request=ORGANISER, letter=letter.id)
    kept.waits_since = kept.received_at
    return MailAction.PASSED_ON, replace(note, why="an answer of the organiser that was not sent")
