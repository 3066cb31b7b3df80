"""Limits to answers, since some programs do not say that they are programs."""

import re
from collections import Counter
from datetime import timedelta
from typing import Final

from app.mail.case.case import Case
from app.mail.reading.request import ENTERING
from app.notices.answers import Confirmation, PassedOn, Several
from app.store import letters, mails
from app.store.security import security_log
from app.store.security.security_log import SecurityEvent

ANSWERS_A_DAY: Final = 20
"""To what one deliverer brings in the name of an address; which of them leave, `app.league.people.budgets` says."""
MOST_HELD: Final = 100
"""Entries that one deliverer has brought in the name of an address within a day: more are not put aside."""
COUNTS_FOR: Final = 5
"""A mail with several characters counts as this many with one."""
PROVEN_ANSWERS_A_DAY: Final = 100
"""To a player who writes to their secret address: more than a person asks for."""
PASSED_ON_A_DAY: Final = 2
"""Letters that tell a player of what waits for the organiser; the second says that no more will come that day."""
MISUNDERSTOOD_FOR: Final = timedelta(days=14)
"""So long after a mail that we did not understand, another one goes to the organiser."""
_ADDRESS_OR_NUMBER: Final = re.compile("@|[0-9]{3}")
TOO_MANY_HELD: Final = "too many in the name of this sender have been put aside today"


def answered_enough(case: Case) -> str | None:
    """Why this mail is not answered although a person may have written it: not every program says that it is one.

    Mails by others in the same name count for themselves, and a whole entry is kept in any case. Of its parts and of
    changes a player sends so many a day.
    """
    is_entry = case.request.command in ENTERING and not case.mail.problems
    if is_entry and not case.is_proven:
        answers = _answers(case)
        held = answers[Confirmation.slug] + COUNTS_FOR * answers[Several.slug]
        return TOO_MANY_HELD if held >= MOST_HELD else None
    return None if is_entry and case.form.is_whole else used_up(case)


def needs_human(case: Case) -> bool:
    """Whether we do not understand this mail, nor an earlier one of its sender's: a human reads it.

    An answer to a question is compared with answers to that question alone.
    """
    since = case.kept.received_at - MISUNDERSTOOD_FOR
    since = max([since, *(each.received_at for each in case.asked)])
    return case.is_unclear and mails.were_unclear(
        case.session, case.sender, since=since, answering=case.is_asked
    )


def told_of_organiser(case: Case) -> int:
    """How many letters within a day have told its player what waits for the organiser."""
    return _answers(case)[PassedOn.slug]


def repeats_itself(case: Case) -> bool:
    """Whether it answers a letter with what its sender said before and we did not understand, as programs do.

    Addresses and long numbers make no difference: programs put in those of the letter.
    """
    mail, said = case.mail, case.note.text or ""
    if not said.strip() or not (case.speaker or mail.in_reply_to or mail.references):
        return False
    since = case.kept.received_at - MISUNDERSTOOD_FOR
    before = mails.unclear_texts(case.session, case.sender, since=since)
    return _words(said) in map(_words, before)


def _words(text: str) -> str:
    return " ".join(
        "".join(part for part in re.split("([!-~]+)", word) if not _ADDRESS_OR_NUMBER.search(part))
        for word in text.split()
    )


def used_up(case: Case) -> str | None:
    """Why there is no answer any more today; None if there is."""
    most = PROVEN_ANSWERS_A_DAY if case.is_proven else ANSWERS_A_DAY
    answers = _answers(case)
    if not case.is_proven:
        answers[Confirmation.slug] = answers[Several.slug] = 0  # entries have a budget of their own
    return "the sender has had enough answers today" if answers.total() >= most else None


def note_limit(case: Case) -> None:
    """The security log has that a mail got no answer, and not whose."""
    security_log.note(
        case.session,
        SecurityEvent.LIMIT_HIT,
        now=case.kept.received_at,
        client="mail",
        detail={"ignored": case.request.command},
    )


def _answers(case: Case) -> Counter[str]:
    """How many letters within a day answer mails of this sender by the same way, by their kinds."""
    if case.is_new:
        return Counter()
    at = case.kept.received_at
    return Counter(letters.answers(case.session, case.player, case.budget, now=at))
