"""A yes or a no to the letter about a seat: its player plays on or does not, or somebody takes it over or does not."""

from collections.abc import Callable

from app.league.entries import seats
from app.mail.case.case import Case, MailOutcome
from app.notices.news import SeatNews
from app.store.tables import MailAction


def answer_of(case: Case) -> Callable[[Case], MailOutcome] | None:
    """The answer to such a mail; None if it is about something else. Silence takes nothing over."""
    request, speaker = case.request, case.speaker
    is_answer = request.is_unclear and (request.agrees or request.declines)
    is_meant = speaker is not None and speaker.seat and is_answer and not request.is_silent
    return _answer if is_meant else None


def _answer(case: Case) -> MailOutcome:
    speaker, agrees = case.speaker, case.request.agrees
    seat, at = speaker.seat if speaker else 0, case.kept.received_at
    event = seats.answer(case.session, seat, case.player, at, agrees=agrees)
    return MailOutcome(MailAction.ANSWERED, SeatNews(takeover=seat, event=event), case.season)
