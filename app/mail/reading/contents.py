"""The contents of a mail, read from its bytes alone: no transaction is open meanwhile."""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from app.engine import CardInfo, Ruleset
from app.engine.matches.orders.blocks import OrderBlock, split
from app.engine.matches.orders.vocabulary import HEADER_WORDS
from app.errors import BuildUnreadable
from app.games import is_installed, ruleset
from app.league.people.tokens import OPENS_DUEL, OPENS_OWN
from app.letters.replies.untaken import Untaken, UntakenKind, named
from app.mail.inbox.message import (
    TELL_LANGUAGE,
    ReadMail,
    is_brief,
    language_of,
    mailboxes,
    read_mail,
)
from app.mail.labels import begins_closing, foreign_label, greets, label_of
from app.mail.reading.automatic import automatic
from app.mail.reading.bounces import Bounce, letter_of, read_bounce
from app.mail.reading.changes.sentences import SentenceReading, changes_in
from app.mail.reading.form.card_words import cards_named, count_cards, names_cards
from app.mail.reading.form.entry_form import EntryForm, read_fields, read_several
from app.mail.reading.form.shorthand import character_in, in_sentences, says_field
from app.mail.reading.phrases import BOOK, sentences_in, unwrapped
from app.mail.reading.request import (
    NOTHING,
    ORDERS,
    Request,
    asks_whether,
    fills_in,
    free_text,
    is_of_program,
    is_ours,
    request_of,
    values_of,
)
from app.notices.answers import ORGANISER
from app.text.characters import normal


@dataclass(frozen=True, slots=True)
class MailDesk:
    """Our own address, the key of our secret addresses, and the server that vouches for senders.

    `copies_to`: the address at which an organiser reads mails that wait for them, if they named one.
    """

    address: str
    key: bytes
    authserv_id: str | None = None
    copies_to: str | None = None

    def token(self, mail: ReadMail) -> tuple[str, str] | None:
        """The secret address that this mail was written to: `r`, `c`, `w`, `a`, `b`, `d`, `o`, `m` or `s`, and the token; `OPENS_DUEL` where a duel is to be opened, `OPENS_OWN` where its writer asks for what they have."""
        local, _, domain = self.address.partition("@")
        for recipient in mail.recipients:
            name, _, where = recipient.rpartition("@")
            box, plus, secret = name.partition("+")
            if (
                plus
                and where.casefold() == domain.casefold()
                and box.casefold() == local.casefold()
            ):
                kind, dash, token = secret.partition("-")
                if secret.casefold() in (OPENS_DUEL, OPENS_OWN):
                    return secret.casefold()[0], secret.casefold()
                if dash and kind.casefold() in ("r", "c", "w", "a", "b", "d", "o", "m", "s"):
                    return kind.casefold(), token
        return None

    def wrote(self, mail: ReadMail) -> bool:
        """Whether this is a letter of our own that came back."""
        name, _, domain = (mail.from_address or "").casefold().rpartition("@")
        return f"{name.partition('+')[0]}@{domain}" == self.address.casefold()

    def named(self, mail: ReadMail) -> bool:
        """Whether its Message-ID is of our domain, as those of our letters are."""
        return (mail.message_id or "").endswith(f"@{self.address.partition('@')[2]}>")


MOST_TEXT: Final = 10_000
"""Characters of a mail that an organiser may have to read; its bytes have the rest."""
_MOST_FILES: Final = 5
_SIZE: Final = "build-size"
"""The topic of how many cards a build may have."""
_CALENDAR: Final = re.compile(
    rb"^content-type:[ \t]*text/calendar\b(?:[^\r\n]|\r?\n[ \t])*\bmethod=",
    re.IGNORECASE | re.MULTILINE,
)
"""A part that a calendar program sends to another one."""
_DECK: Final = (
    r"(?<![a-z0-9])(?:deck|デッキ|starter|スターター|初期|見本)(?: ?(?:deck|デッキ))?(?: |:|：|を|は|の|に|で|「|“|\")*{0}(?![a-z0-9])"
    r"|(?<![a-z0-9]){0}[」”\"]?(?: |の|という)*(?:starter|deck|デッキ|スターター)"
)
_BESIDE_DECK: Final = re.compile(
    r"^\W*deck\s+\S+\s*[/／]\s*(?P<after>.+)$|^(?P<before>\S{1,20}[部組団隊会軍])です(?=[。、])",
    re.IGNORECASE | re.MULTILINE,
)
_TELLS_NOT: Final = re.compile(
    r"\?\s*$|か[。?？]?\s*$|(?:can|may|could|is|does|how) .*\?", re.MULTILINE
)
_BLOCK_WORDS: Final = tuple(way for way, word in HEADER_WORDS.items() if word == "game")
_MATCH: Final = re.compile(r"-r[0-9]+-[0-9]+$")


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
    blocks = _blocks(mail.text)
    contents = Contents(
        mail=mail,
        request=Request(ORDERS, EntryForm(), keys=tuple(each.key for each in blocks if each.key)),
        secret=secret,
        program=automatic(mail.headers),
        identity=_identity(mail, raw),
        message_key=_digest(mail.message_id, _domain(mail)) if mail.message_id else None,
        is_brief=True,
        is_too_slow=is_too_slow,
    )
    if blocks:  # a mail with orders holds nothing else: what stands around them is talk, and orders are of no language
        return contents
    form = read_fields(mail.text, cards, "" if is_ours(mail.subject) else mail.subject)
    form, unread, source = _with_file(form, mail, cards)
    starters = [name for game in games if is_installed(*game) for name in _starters(*game)]
    if form.build_text is None and (deck := _starter(f"{mail.subject}\n{mail.text}", starters)):
        named = _BESIDE_DECK.search(mail.text)
        said = dict(in_sentences(mail.text.split("\n"), cards, of_build=False)).get("name")
        name = form.name or said or (named and (named["after"] or named["before"]).strip())
        form = replace(form, build_text=deck, name=name)
    if form.build_text is None and asks_whether(f"{mail.subject}\n{mail.text}"):
        rows = [line for line in mail.text.split("\n") if count_cards(line.strip(), cards) > 1]
        form = replace(form, build_text="\n".join(rows) or None)
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
    return replace(
        contents,
        mail=mail,
        request=request,
        program=contents.program or _programs_text(mail, form, raw),
        is_brief=is_brief(text) and is_brief(subject),
        untaken=(*untaken, *_left_over(source, request, untaken, cards)),
        says_entry=form.build_text is not None
        or bool(wanted.changes)
        or fills_in(form)
        or names_cards(f"{mail.subject}\n{mail.text[:MOST_TEXT]}", cards),
    )


def _blocks(text: str) -> tuple[OrderBlock, ...]:
    """The blocks of orders in this text, if it has one: they say which turn they are for, or name a match as we do."""
    said = normal(text)
    if not any(word in said for word in _BLOCK_WORDS):
        return ()
    blocks = split(text).blocks
    named = (each.turn is not None or each.key or _MATCH.search(each.match) for each in blocks)
    return blocks if any(named) else ()


@lru_cache(maxsize=16)
def _starters(game: str, version: str) -> Sequence[str]:
    """The names of the decks to begin with, in both languages."""
    rules = ruleset(game, version)
    if rules.match is None:
        return ()
    titles = (*rules.starters("en"), *rules.starters("ja"))
    return (*rules.match.starters, *(each for each in titles if _reads(rules, f"deck {each}")))


def _reads(rules: Ruleset, build: str) -> bool:
    with suppress(BuildUnreadable):
        return bool(rules.read_build(build))
    return False


def _starter(text: str, names: Collection[str]) -> str:
    """The only deck to begin with that this text asks for by its name; empty if it names none, or asks about it."""
    said = normal(text[:MOST_TEXT])
    found = [
        each
        for each in dict.fromkeys(names)
        if re.search(_DECK.format(re.escape(normal(each))), said)
    ]
    return f"deck {found[0]}" if len(found) == 1 and not _TELLS_NOT.search(said) else ""


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


def _programs_text(mail: ReadMail, form: EntryForm, raw: bytes) -> str | None:
    """`calendar` if a program of that kind sent it, `text` if it says what no person writes; an entry may."""
    if form.build_text is not None:
        return None
    return "calendar" if _CALENDAR.search(raw) else "text" if is_of_program(mail.text) else None


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
    text = free_text(mail.text, replace(form, name=None, build_text=None))
    for asked in (each for each in sentences_in(text) if BOOK.said_in(each) == _SIZE):
        text = text.replace(asked, "")  # whether one may have five of a card
    found = changes_in(text, cards)
    if found.changes or found.unread or (mail.text.strip() and is_ours(mail.subject)):
        return found
    return changes_in(mail.subject, cards)


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
    values = [value for form in forms for value in values_of(form)]
    values += [each for change in request.changes for each in (change.typed, change.text)]
    values += [words.removesuffix("…") for each in untaken for words in each.words]
    answered = {request.command, *request.also, *(each for each in request.questions)}
    yield from left_over(text, values, answered, cards)


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
    hops = (value for name, value in reversed(mail.headers) if name == "received")
    return _digest(
        mail.message_id or mail.date or next(hops, ""),
        (mail.from_address or "").casefold(),
        " ".join(sorted(recipients)),
        mail.subject,
        said,
    )


def _domain(mail: ReadMail) -> str:
    return (mail.from_address or "").rpartition("@")[2].casefold()


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()


# Every word of a mail is in the entry, in an order, or in what is not taken; all else is courtesy.


_MOST_LINES: Final = 200
_LONGEST_LINE: Final = 1000
_TAKEN: Final = "…"
"""It stands for what is taken of a line."""
_ONLY_VERB: Final = re.compile(
    rf"\W*{_TAKEN}[変更換替直えてにしとも]*(?:(?:ください|下さい|欲しい|ほしい|お願い|おねがい|頂け|いただけ)[ぁ-ん致]*)?\W*"
)
"""A change of which all but the end of its verb is taken."""
_PARTS: Final = re.compile(r"\n|, |\b(?:deck|master)\b")
_ENDS: Final = re.compile(r"(?<=[。!?！？])(?![.!?！？」』])\s*|(?<=\.)\s+")
_SETS: Final = re.compile('[「『“"](?!.*(?:合って|間違い|そのまま|同じ|correct|right))')
_TELLS: Final = re.compile(r"[。.!！]\W*$")
_ASKS: Final = re.compile(
    r"[?？]\W*$|か。?$|(?:教えて|送って|見せて|知らせて)(?:ください|下さい|ほしい|いただけ)|\bplease (?:also )?(?:tell|send|explain|answer|show|let me)\b",
    re.IGNORECASE,
)


def left_over(
    text: str, taken: Iterable[str], answered: Collection[str], cards: Sequence[CardInfo]
) -> Iterator[Untaken]:
    """What this text says and is in none of these values: sentences that could be a card, a field or a character, those
    behind what was taken of a line, and questions that ask for none of what is answered.
    """
    parts = {each.strip() for value in taken for each in (*value.split("\n"), *_PARTS.split(value))}
    values = sorted((each for each in parts if len(each) > 1), key=len, reverse=True)
    whole = _key("".join(parts))
    lines = unwrapped(text).replace("\v", " ").split("\n")[:_MOST_LINES]
    is_below = False
    for line in (each for each in lines if each.strip() not in parts):
        label = label_of(line[:_LONGEST_LINE])
        left = label.rest if label else line[:_LONGEST_LINE]
        for value in values:
            left = left.replace(value, _TAKEN)
        begun = ""
        for said in _ENDS.split(left):
            is_behind = (_TAKEN in begun or (is_below and bool(_TELLS.search(said)))) and not label
            begun += said
            is_new = _key(said) and _key(said) not in whole
            if is_new and (kind := _kind(said, whole, answered, cards, is_behind=is_behind)):
                yield named(kind, said)
        is_below = _TAKEN in left and (not label or label.is_bare)


def _kind(
    said: str,
    whole: str,
    answered: Collection[str],
    cards: Sequence[CardInfo],
    *,
    is_behind: bool,
) -> UntakenKind | None:
    """What this sentence may be; None if it is a courtesy. A story may go on in one behind name and build."""
    if any(_key(each) not in whole for each in cards_named(said, cards)):
        return "second" if character_in(said, cards) else "lines"
    if _TAKEN in said and _ONLY_VERB.fullmatch(said):
        return None
    foreign = foreign_label(said)
    if foreign and (_TAKEN in foreign[1] or cards_named(foreign[1], cards)) and _key(foreign[1]):
        return "second"
    is_named = label_of(said) or says_field(said.partition(_TAKEN)[0])
    if _TAKEN in said and (is_named or not is_behind):
        return "lines" if says_field(said.rpartition(_TAKEN)[2]) else None
    if _ASKS.search(said):
        asked = {each.slug for each in BOOK.requests_in(said)}
        return None if asked & {*answered} else "question"
    if foreign and foreign[1] and foreign[2]:
        return "label"
    if says_field(said) and _SETS.search(said):
        return "lines"
    is_courtesy = begins_closing(said) or greets(said) or BOOK.said_in(said)
    return "lines" if is_behind and not is_courtesy else None


def _key(text: str) -> str:
    """The letters of a text, in one width and size."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
