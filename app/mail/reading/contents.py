"""The contents of a mail, read from its bytes alone: no transaction is open meanwhile."""

import hashlib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from app.engine import CardInfo
from app.engine.matches.orders.blocks import OrderBlock, split
from app.engine.matches.orders.vocabulary import HEADER_WORDS
from app.games import is_installed, ruleset
from app.letters.replies.untaken import Untaken, named
from app.mail.inbox.message import (
    TELL_LANGUAGE,
    ReadMail,
    is_brief,
    language_of,
    mailboxes,
    read_mail,
)
from app.mail.labels import alone, label_of
from app.mail.reading.automatic import automatic
from app.mail.reading.bounces import Bounce, letter_of, read_bounce
from app.mail.reading.changes.sentences import SentenceReading, changes_in
from app.mail.reading.desk import MailDesk
from app.mail.reading.form.account import left_over
from app.mail.reading.form.card_words import names_cards
from app.mail.reading.form.entry_form import EntryForm, read_fields, read_several
from app.mail.reading.form.shorthand import says_field
from app.mail.reading.phrases import BOOK
from app.mail.reading.replies import is_of_calendar, is_of_program, reply_in
from app.mail.reading.request import (
    ABOUT_ENTRY,
    ASK_FIRST,
    CHANGE,
    NOTHING,
    ORDERS,
    QUESTIONS,
    TAKE_BACK,
    UNCLEAR,
    WITH_BUILD,
    Request,
)
from app.notices.answers import ORGANISER
from app.text.characters import normal

_NO_CHANGES: Final = SentenceReading()
MOST_TEXT: Final = 10_000
"""Characters of a mail that an organiser may have to read; its bytes have the rest."""
_MOST_GREETINGS: Final = 4
_MOST_FILES: Final = 5
_CALENDAR: Final = "text/calendar"
_BLOCK_WORDS: Final = tuple(way for way, word in HEADER_WORDS.items() if word == "game")
_MATCH: Final = re.compile(r"-r[0-9]+-[0-9]+$")
_MOST_ADDRESSED: Final = 1000
"""Characters from the beginning in which a mail may ask for a human."""
_HAIL: Final = re.compile(r"\s*(dear|hello|hi|hey)\b", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"[\n。.!！?？:：、,()（）「」【】\[\]]")
_MOST_LINES: Final = 80
_LONGEST_LINE: Final = 400
ANSWER: Final = re.compile(r"\s*(re|aw|sv|返信)\s*(\[\d+\])?\s*[:：]", re.IGNORECASE)
_FORWARD: Final = re.compile(r"\s*(fwd?|wg|tr|転送)\s*(\[\d+\])?\s*[:：]", re.IGNORECASE)
_GREETING: Final = re.compile(
    r"\s*(hello|hi|hey|dear|good (morning|evening|afternoon)|こんにち[はわ]|こんばん[はわ]|おはよう|はじめまして|初めまして"
    r"|いつも|お世話に|お疲れ|主催者|運営|(this is|my name is|i am|i'm)\b|\S{1,20}(と申します|(です|でございます)[。.!！]?\s*$))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Contents:
    """A mail that was read, in plain values: no parsing is left when it is acted on.

    `secret` is the address of ours that it was written to: `r`, `c`, `w`, `a` or `b`, and the token. `program` names the
    field that tells that a program sent it. `identity` is what makes it the same mail if it comes again by another way,
    `message_key` its Message-ID and its sender's domain. `is_brief`: it is of no language. `untaken` is what it holds
    and is in no field. `says_entry`: its words may tell of an entry. `is_too_slow`: its text was left alone, since to read
    it took too long.
    """

    mail: ReadMail
    request: Request
    secret: tuple[str, str] | None
    program: str | None
    identity: str
    message_key: str | None
    is_brief: bool
    untaken: tuple[Untaken, ...] = ()
    says_entry: bool = False
    is_too_slow: bool = False


@dataclass(frozen=True, slots=True)
class BounceReport:
    """A mail to the address that a letter of ours names for reports about it.

    `letter` is its number, None if the address is not one of ours. `bounce`: None if it reports nothing.
    """

    message_id: str | None
    letter: int | None
    bounce: Bounce | None


def read(
    raw: bytes,
    desk: MailDesk,
    games: Sequence[tuple[str, str]],
    size: int | None = None,
    letters: Sequence[str] = (),
    *,
    is_too_slow: bool = False,
) -> Contents | BounceReport:
    """The contents of this mail, with builds of these games in it, each named with the version of its rules. Raises `NotAMail`.

    `size`: of how many bytes these are the first, if of more. `letters`: texts of ours that it may answer. `is_too_slow`: only its header is read, since its text
    took too long. No report is read at an address that is not ours.
    """
    mail = read_mail(raw, size, letters, is_too_slow=is_too_slow)
    secret = desk.token(mail)
    if secret and secret[0] == "b":
        letter = letter_of(secret[1], desk.key)
        is_read = letter is not None and not is_too_slow
        return BounceReport(mail.message_id, letter, read_bounce(raw) if is_read else None)
    installed = (ruleset(*rules) for rules in games if is_installed(*rules))
    cards = [card for game in installed for card in game.cards]
    if blocks := _blocks(mail.text):
        return _orders(mail, blocks, secret, raw)
    form = read_fields(mail.text, cards, "" if _is_ours(mail.subject) else mail.subject)
    form, unread, source = _with_file(form, mail, cards)
    is_more = form.repeated or any(each.kind == "second" for each in form.untaken)
    several = read_several(source, cards) if is_more else ()
    wanted = SentenceReading() if is_too_slow else _changes(mail, form, cards)
    form = _without(form, wanted)
    text, subject = (_without_entry(each, form) for each in (mail.text, mail.subject))
    if form.build_text is not None:
        hint = " ".join(value for name, value in mail.headers if name in TELL_LANGUAGE)
        names = _names(mail, form, text)
        mail = replace(mail, lang=language_of(text, subject, *names, hint=hint))
    request = replace(request_of(mail, form, wanted), several=several)
    untaken = (*mail.untaken, *unread, *form.untaken, *_unread(wanted, request))
    return Contents(
        mail=mail,
        request=request,
        secret=secret,
        program=automatic(mail.headers) or _programs_text(mail, form),
        identity=_identity(mail, raw),
        message_key=_digest(mail.message_id, _domain(mail)) if mail.message_id else None,
        is_brief=is_brief(text) and is_brief(subject),
        untaken=(*untaken, *_left_over(source, request, untaken, cards)),
        says_entry=form.build_text is not None
        or bool(wanted.changes)
        or _fills_in(form)
        or names_cards(f"{mail.subject}\n{mail.text[:MOST_TEXT]}", cards),
        is_too_slow=is_too_slow,
    )


def _blocks(text: str) -> tuple[OrderBlock, ...]:
    """The blocks of orders in this text, if it has one: they say which turn they are for, or name a match as we do."""
    said = normal(text)
    if not any(word in said for word in _BLOCK_WORDS):
        return ()
    blocks = split(text).blocks
    named = (each.turn is not None or each.key or _MATCH.search(each.match) for each in blocks)
    return blocks if any(named) else ()


def _orders(
    mail: ReadMail, blocks: Sequence[OrderBlock], secret: tuple[str, str] | None, raw: bytes
) -> Contents:
    """A mail with orders holds nothing else: what stands around them is talk. Orders are of no language."""
    keys = tuple(each.key for each in blocks if each.key)
    return Contents(
        mail=mail,
        request=Request(ORDERS, EntryForm(), keys=keys),
        secret=secret,
        program=automatic(mail.headers),
        identity=_identity(mail, raw),
        message_key=_digest(mail.message_id, _domain(mail)) if mail.message_id else None,
        is_brief=True,
    )


def _without_entry(text: str, form: EntryForm) -> str:
    """The text without name and build: they are of no language."""
    for words in (form.name or "", *(form.build_text or "").split("\n")):
        text = text.replace(words, " ", 1) if words.strip() else text
    return text


def _names(mail: ReadMail, form: EntryForm, text: str) -> tuple[str, ...]:
    """The names that tell the language of an entry where nothing longer does; `text` is without what it brings.

    Labels are words that its writer chose, which the name of the sender is not: it says nothing beside them. Nor does
    that of the character beside English labels with English cards.
    """
    if not text.strip():
        return form.name or "", mail.from_name or ""
    cards = form.build_text or ""
    is_english = cards.isascii() and language_of(text) == "en"
    return () if is_english else (form.name or "",)


def _programs_text(mail: ReadMail, form: EntryForm) -> str | None:
    """`text` if it says what no person writes; an entry may. `calendar` if it says nothing but when somebody has time."""
    has_calendar = any(_CALENDAR in each.words for each in mail.untaken)
    if has_calendar and not mail.text.strip() and is_of_calendar(mail.subject):
        return "calendar"
    return "text" if form.build_text is None and is_of_program(mail.text) else None


def _with_file(
    form: EntryForm, mail: ReadMail, cards: Sequence[CardInfo]
) -> tuple[EntryForm, list[Untaken], str]:
    """The form, filled in from the first file that has a build if the mail itself has none; the files not read; its text."""
    for each in mail.attached[:_MOST_FILES] if form.build_text is None else ():
        own = read_fields(each.text, cards)
        if own.build_text is not None:
            own = replace(
                own,
                **{
                    field: getattr(form, field)
                    for field in ("name", "lore", "owner", "url", "season", "instead")
                    if getattr(own, field) is None
                },
            )
            unread = [other.untaken for other in mail.attached if other is not each]
            return own, unread, each.text
    return form, [each.untaken for each in mail.attached], mail.text


def _changes(mail: ReadMail, form: EntryForm, cards: Sequence[CardInfo]) -> SentenceReading:
    """The changes that its sentences ask for; a whole entry asks for none."""
    if mail.problems or form.is_whole:
        return SentenceReading()
    text = _free(mail.text, replace(form, name=None, build_text=None))
    found = changes_in(text, cards)
    is_ours = mail.text.strip() and _is_ours(mail.subject)
    return found if found.changes or found.unread or is_ours else changes_in(mail.subject, cards)


def _without(form: EntryForm, wanted: SentenceReading) -> EntryForm:
    """The form without a build and a name that are words of a change."""
    typed = [each.typed for each in wanted.changes]
    left = (e for e in form.untaken if not any(each in word for each in typed for word in e.words))
    form = replace(form, untaken=tuple(left))
    said = "".join("".join(each.split()) for each in typed)
    names = {each.field: each.text for each in wanted.changes}
    build, name = "".join((form.build_text or "").split()), form.name or ""
    if said and build and build in said:
        form = replace(form, build_text=None)
    if name and names.get("name"):
        form = replace(form, name=None)
    return form


def _unread(wanted: SentenceReading, request: Request) -> Iterator[Untaken]:
    """Sentences beside changes or a yes that seem to ask for a change, too."""
    if wanted.changes or request.agrees:
        yield from (named("lines", each) for each in wanted.unread)


def _left_over(
    text: str, request: Request, untaken: Sequence[Untaken], cards: Sequence[CardInfo]
) -> Iterator[Untaken]:
    """What is neither in the entry nor in an order, nor named by then; of a mail not understood nothing is taken at all."""
    if request.command in (NOTHING, ORGANISER) and not request.agrees:
        return
    forms = (request.form, *request.several)
    values = [value for form in forms for value in _values(form)]
    values += [each for change in request.changes for each in (change.typed, change.text)]
    values += [words.removesuffix("…") for each in untaken for words in each.words]
    answered = {request.command, *request.also, *(each for each in request.questions)}
    yield from left_over(text, values, answered, cards)


def _values(form: EntryForm) -> Iterator[str]:
    """What is in the fields of a form."""
    kept = asdict(replace(form, untaken=())).values()
    several = (each.values() if isinstance(each, dict) else (each,) for each in kept)
    return (each for those in several for each in those if isinstance(each, str))


def request_of(mail: ReadMail, form: EntryForm, wanted: SentenceReading = _NO_CHANGES) -> Request:
    """The request that this mail makes; `form` has the fields that its text fills in, `wanted` the changes it asks for."""
    has_build = form.build_text is not None
    free = _free(mail.text, form)
    own = tuple(BOOK.requests_in(free))
    # The subject of an answer is not its sender's, if they write anything else.
    is_ours = mail.text.strip() and not has_build and ANSWER.match(mail.subject)
    is_ours = is_ours or _FORWARD.match(mail.subject)
    said = own if is_ours else (*own, *BOOK.requests_in(mail.subject))
    if mail.subject.rstrip().endswith(("?", "？")) or wanted.changes or wanted.unread:
        said = (*own, *(each for each in said if each.slug not in TAKE_BACK))
    asked = [each.slug for each in said if each.slug not in (ORGANISER, "change", "again")]
    command = _command(mail, form, asked, is_entering="enter" in [each.slug for each in own])
    if not form.is_whole:
        command = _changing(command, {each.slug for each in said}, wanted)
    is_silent = not mail.text.strip()
    reply = "" if has_build else reply_in(mail.text)
    return Request(
        command=command,
        form=form,
        agrees=reply == "yes" and not (is_silent and _shows_something(mail)),
        declines=reply == "no" and not says_field(mail.text[:_MOST_ADDRESSED]),
        is_silent=is_silent,
        contradicts=bool(has_build or wanted.changes or wanted.unread)
        and not TAKE_BACK.isdisjoint(asked),
        asks_for_form=not has_build and BOOK.said_in(mail.subject) == "form",
        said=said,
        also=tuple(
            each
            for each in dict.fromkeys(asked)
            if each != command and (_is_free(each) or (each == "form" and not has_build))
        ),
        changes=wanted.changes,
        lines=_first_lines(mail) if command in UNCLEAR else (),
        places=(*free.split("\n"), *(() if is_ours else (mail.subject[:_LONGEST_LINE],))),
    )


def _is_free(slug: str) -> bool:
    """Whether it is told or done at once, without a question and whatever else the mail asks for."""
    return slug not in ASK_FIRST | WITH_BUILD | CHANGE | ABOUT_ENTRY | QUESTIONS | {"help"}


def _command(mail: ReadMail, form: EntryForm, asked: Sequence[str], *, is_entering: bool) -> str:
    """The command that a mail which asks for these means; `is_entering`: its text says that it enters something.

    A build is an entry, unless a word beside it says that it shall only be checked or tried. With neither a
    word nor a build, a mail asks for the form if it is empty, for a human if a sentence of it says so, and otherwise
    for nothing that we understand.
    """
    first = _first(asked)
    if form.build_text is not None:
        return next((each for each in asked if each in WITH_BUILD), "enter")
    if _fills_in(form) and (not asked or first in ABOUT_ENTRY):
        return "enter"
    if first in ("enter", NOTHING) and _is_for_organiser(mail):
        return ORGANISER
    if first == "enter":
        return "form" if _is_empty(mail) or is_entering else NOTHING
    return without_build(first) if asked else "form" if _is_empty(mail) else NOTHING


def _changing(command: str, said: Collection[str], wanted: SentenceReading) -> str:
    """The command, unless it would only tell something, and the mail asks for a change or for the same again."""
    if command in TAKE_BACK | ASK_FIRST | WITH_BUILD | {ORGANISER}:
        return command
    return "again" if "again" in said else "change" if wanted.changes else command


def _first(asked: Sequence[str]) -> str:
    """The first of these that is done rather than told, else the first that is more than an entry announced."""
    ranks = (
        [each for each in asked if each in TAKE_BACK],
        [each for each in asked if each in ASK_FIRST],
        [each for each in asked if each != "enter"],
        asked,
    )
    return next((each[0] for each in ranks if each), NOTHING)


def without_build(command: str) -> str:
    """The command that is meant where no build stands beside it: to see the entry, or how to write one."""
    return {"check": "show", "enter": "form"}.get(command, command)


def _free(text: str, form: EntryForm) -> str:
    """The first lines of the text that are in no field: a character's lore asks for nothing."""
    taken = {line.strip() for value in _values(form) for line in value.split("\n")}
    mine = "".join((form.build_text or "").split())
    taken.discard("")
    lines = text.split("\n", _MOST_LINES)[:_MOST_LINES]
    return "\n".join(
        line[:_LONGEST_LINE]
        for line in lines
        if line.strip() not in taken
        and not label_of(line)
        and not (mine and alone(line))
        and not (mine and mine in "".join(line.split()))
    )


def _lines(text: str) -> Iterator[str]:
    """The first lines, as far as they greet or name a season; and the one below."""
    lines = [line for line in text.split("\n") if line.strip()]
    for line in lines[:_MOST_GREETINGS]:
        yield line
        label = label_of(line)
        if not (_GREETING.match(line) or (label and label.field == "season")):
            return


def _first_lines(mail: ReadMail) -> tuple[str, ...]:
    """The places of a request: the first lines of the text, and the subject, unless that is of our letter."""
    subject = [] if mail.text.strip() and ANSWER.match(mail.subject) else [mail.subject]
    lines = (*_lines(mail.text), *subject)
    return tuple(line for line in lines if line.strip() and not label_of(line))


def _is_for_organiser(mail: ReadMail) -> bool:
    """Whether its subject or one of its first sentences asks for a human."""
    subject = "" if ANSWER.match(mail.subject) else mail.subject
    said = f"{subject}\n{mail.text[:_MOST_ADDRESSED]}"
    sentences = (each for each in _SENTENCE.split(said) if not _HAIL.match(each))
    return any(BOOK.said_in(each) == ORGANISER for each in sentences)


def _fills_in(form: EntryForm) -> bool:
    return bool(form.name or form.lore or form.owner or form.extras)


def _is_ours(subject: str) -> bool:
    """Whether a subject is that of a mail before this one, and not its sender's own."""
    return bool(ANSWER.match(subject) or _FORWARD.match(subject))


def _is_empty(mail: ReadMail) -> bool:
    lines = [line for line in mail.text.split("\n") if line.strip()]
    return not lines or (len(lines) == 1 and BOOK.said_in(lines[0]) is not None)


def _shows_something(mail: ReadMail) -> bool:
    """Whether a mail without text says something elsewhere. Pictures stand in many a signature."""
    return bool(mail.attached) or any(each.kind != "picture" for each in mail.untaken)


def _identity(mail: ReadMail, raw: bytes) -> str:
    """A digest that stays the same although the mail comes with other trace fields, or encoded anew.

    Sender and recipients are part of it, as far as the sender wrote them: two people of one provider say "yes" alike.
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


def _first_hop(mail: ReadMail) -> str:
    return next((value for name, value in reversed(mail.headers) if name == "received"), "")


def _domain(mail: ReadMail) -> str:
    return (mail.from_address or "").rpartition("@")[2].casefold()


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()
