"""What a mail says, read from its bytes alone: no database is held meanwhile, whatever they are."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from app.games import is_installed, ruleset
from app.letters.untaken import Untaken
from app.mail.inbox.addresses import mailboxes
from app.mail.inbox.language import is_brief
from app.mail.inbox.message import Mail, read_mail
from app.mail.requests.automatic import automatic
from app.mail.requests.bounces import Bounce, letter_of, read_bounce
from app.mail.requests.commands import Request, agrees, contradicts, declines, request_of, said_in
from app.mail.requests.desk import Desk
from app.mail.requests.entry_form import EntryForm, read_fields


@dataclass(frozen=True, slots=True)
class Contents:
    """A mail that was read, in plain values: whoever acts on it has nothing large left to read.

    `secret` is the address of ours that it was written to: `r`, `c` or `b`, and the token. `program` names the field
    that tells that a program sent it. `identity` is what makes it the same mail if it comes again by another way,
    `message_key` its Message-ID and its sender's domain. `agrees`: it says yes, and nothing else, or is silent.
    `declines`: it says no. `is_silent`: it says nothing. `contradicts`: it asks for two things. `is_brief`: it is of
    no language. `asks_for_form`: its subject does. `untaken` is what it holds and nobody takes. `is_too_slow`: its text was left alone, since to read it took too
    long.
    """

    mail: Mail
    form: EntryForm
    request: Request
    secret: tuple[str, str] | None
    program: str | None
    identity: str
    message_key: str | None
    agrees: bool
    declines: bool
    is_silent: bool
    contradicts: bool
    is_brief: bool
    asks_for_form: bool
    untaken: tuple[Untaken, ...] = ()
    is_too_slow: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """A mail to the address that a letter of ours names for reports about it.

    `letter` is its number, None if the address is not one of ours. `bounce`: None if it reports nothing.
    """

    message_id: str | None
    letter: int | None
    bounce: Bounce | None


def read(
    raw: bytes,
    desk: Desk,
    games: Sequence[tuple[str, str]],
    size: int | None = None,
    *,
    is_too_slow: bool = False,
) -> Contents | Report:
    """What this mail says, with builds of these games in it, each named with the version of its rules. Raises `NotAMail`.

    `size`: of how many bytes these are the first, if of more. `is_too_slow`: only its header is read, since its text
    took too long. No report is read at an address that is not ours.
    """
    mail = read_mail(raw, size, is_too_slow=is_too_slow)
    secret = desk.token(mail)
    if secret and secret[0] == "b":
        letter = letter_of(secret[1], desk.key)
        is_read = letter is not None and not is_too_slow
        return Report(mail.message_id, letter, read_bounce(raw) if is_read else None)
    installed = (ruleset(*rules) for rules in games if is_installed(*rules))
    cards = [card for game in installed for card in game.cards]
    form = read_fields(mail.text, cards, mail.subject)
    return Contents(
        mail=mail,
        form=form,
        request=request_of(mail, form),
        secret=secret,
        program=automatic(mail.headers),
        identity=_identity(mail, raw),
        message_key=_digest(mail.message_id, _domain(mail)) if mail.message_id else None,
        agrees=agrees(mail.text) and (bool(mail.text.strip()) or _is_empty(mail)),
        declines=form.build_text is None and declines(mail.text),
        is_silent=not mail.text.strip(),
        contradicts=contradicts(mail, form),
        is_brief=is_brief(mail.text) and is_brief(mail.subject),
        asks_for_form=said_in(mail.subject) is Request.FORM,
        untaken=(*mail.untaken, *form.untaken),
        is_too_slow=is_too_slow,
    )


def _is_empty(mail: Mail) -> bool:
    """Whether a mail without text says nothing elsewhere either. Pictures stand in many a signature."""
    return all(each.kind == "picture" for each in mail.untaken)


def _identity(mail: Mail, raw: bytes) -> str:
    """What stays the same although it comes with other trace fields, or encoded anew.

    Who sent it and to whom is part of it, as far as the sender wrote that: two people of one provider say "yes" alike.
    Without Message-ID and date it is known by its first hop: a wish may be said once more in the same words.
    """
    said = mail.text
    if mail.problems or not said:
        said = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2].decode("latin-1")
    named = (value for name, value in mail.headers if name in ("to", "cc"))
    recipients = {box.address.casefold() for value in named for box in mailboxes(value.encode())}
    return _digest(
        mail.message_id or mail.date or _first_hop(mail),
        (mail.from_address or "").casefold(),
        " ".join(sorted(recipients)),
        mail.subject,
        said,
    )


def _first_hop(mail: Mail) -> str:
    return next((value for name, value in reversed(mail.headers) if name == "received"), "")


def _domain(mail: Mail) -> str:
    return (mail.from_address or "").rpartition("@")[2].casefold()


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()
