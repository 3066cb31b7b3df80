"""Mails about a player's address: that it shall be another, and what a mailbox says to that."""

from sqlmodel import Session

from app.league.people import addresses, blocks
from app.mail.actions import organiser
from app.mail.case.batch import begun, deliverer_in, opened
from app.mail.case.case import Case, MailOutcome, Note
from app.mail.reading.contents import Contents, MailDesk
from app.notices.answers import AddressNote
from app.store import letters
from app.store.tables import Mail as Kept, MailAction


def ask(case: Case) -> MailOutcome:
    """The player's present mailbox is asked whether it was them; the new one is once it has said yes. An address of a house is for a human."""
    own = [each.part("address") or "" for each in case.request.said if each.slug == "address"]
    typed = [word for words in own for word in words.split() if "@" in word]
    if not typed:
        return organiser.pass_on(case)
    now, by = case.kept.received_at, case.budget
    change = addresses.ask(case.session, case.player, typed[0], now=now, deliverer=by)
    return MailOutcome(MailAction.HELD, addresses.question(change))


def take(
    session: Session, kept: Kept, said: Contents, desk: MailDesk, note: Note
) -> tuple[MailAction, Note]:
    """A mailbox says yes or no to the question that went there, and hears what has become of it; silence says neither."""
    mail, now, request = said.mail, kept.received_at, said.request
    sender, note = begun(session, kept, said, note, "address")
    if blocks.of(session, sender):
        return MailAction.BLOCKED, note
    is_clear = (request.agrees and not request.is_silent) or request.declines
    number, place = opened(session, desk, "move", said.secret[1] if said.secret else "") or (0, 0)
    says_yes = request.agrees if is_clear and not mail.problems else None
    reader, told = addresses.answer(session, number, place, says_yes=says_yes, now=now)
    if reader and told.code == "address-done":
        kept.player_id = reader.id
        return MailAction.ANSWERED, note
    letters.write(
        session,
        AddressNote(step="told", said=(told,)),
        reader or sender,
        f"{told.code}:{number}:{place}:{sender.id}",
        now=now,
        lang=mail.lang,
        answers=kept,
        deliverer=None if reader else deliverer_in(session, mail, sender, desk).name,
    )
    return MailAction.ANSWERED, note
