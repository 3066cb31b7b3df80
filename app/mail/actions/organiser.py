"""Mail for a human: it waits for the organiser."""

from datetime import timedelta
from typing import Final

from app.league.desk import threads
from app.mail.actions import targets
from app.mail.case.case import Case, Done
from app.mail.case.limits import PASSED_ON_A_DAY, repeats_itself, told_of_organiser
from app.notices.answers import Copy, PassedOn
from app.store import letters
from app.store import players as store_players
from app.store.limits import buckets
from app.store.tables import MailAction

COPIES_A_DAY: Final = 50
COPIES_OF_PLAYER_A_DAY: Final = 10
"""Of mails that wait for the organiser: later ones are on the desk alone."""
_DAY: Final = timedelta(days=1)


def pass_on(case: Case) -> Done:
    """The mail waits for an organiser, and its sender is told so; when told often enough that day, it waits all the same.

    Programs that do not say that they are one would else go on for ever.
    """
    if repeats_itself(case):
        return pass_silently(case, "the sender answers a letter with the same words again")
    told = told_of_organiser(case)
    if told >= PASSED_ON_A_DAY:
        return pass_silently(case, "the sender knows that the organiser has what they write today")
    _lay_before_organiser(case)
    about = PassedOn(
        subject=case.note.subject or "",
        text=case.note.text or "",
        is_last=told + 1 == PASSED_ON_A_DAY,
        is_sealed=_is_sealed(case),
    )
    return Done(MailAction.PASSED_ON, about, case.season or targets.only_open(case))


def pass_silently(case: Case, why: str) -> Done:
    """The mail waits for an organiser, and there is no letter."""
    _lay_before_organiser(case)
    return Done(MailAction.PASSED_ON, why=why)


def _lay_before_organiser(case: Case) -> None:
    """The mail waits; a copy of it goes to the address that the organiser has named, unless it is their own."""
    case.kept.waits_since = now = case.kept.received_at
    if not case.copies_to:
        return
    organiser = store_players.known_as(case.session, case.copies_to, case.mail.lang, now)
    limits = (
        (f"copies:{case.budget or ''}:{case.sender.id}", COPIES_OF_PLAYER_A_DAY),
        ("copies", COPIES_A_DAY),
    )
    if organiser is case.sender or any(
        buckets.take(case.session, key, capacity=most, refill=_DAY, now=now) for key, most in limits
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
