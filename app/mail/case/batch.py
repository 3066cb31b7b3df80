"""The case of a mail: its sender, the player for whom it speaks, and the question it answers."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.i18n import lang_of
from app.league import visibility
from app.league.entries.characters import possible_key
from app.league.matches import blocks as match_blocks
from app.league.people.budgets import Deliverer
from app.league.people.tokens import WISHES, Purpose, claimed_rows, read_token
from app.letters.links import with_secrets
from app.letters.replies.untaken import harmless
from app.mail.case.case import Case, Note, SenderProof, Speaker
from app.mail.case.season_names import beside, beside_part
from app.mail.inbox.deliverers import answering_our_letter, deliverer_of, is_authentic
from app.mail.inbox.html import text_of_html
from app.mail.inbox.message import ReadMail
from app.mail.reading.contents import MOST_TEXT, Contents, MailDesk
from app.mail.reading.phrases import BOOK
from app.mail.reading.request import ANSWER, ORDERS, Request, without_build
from app.notices.answers import Place, Wish as WishLetter
from app.notices.news import CalledOff, SeatNews
from app.notices.registry import about
from app.store import entries, letters, mails, players, seasons
from app.store.limits import blocks
from app.store.tables import (
    NOBODYS,
    Entry,
    Mail as Kept,
    Player,
    Revision,
    RevisionState,
    Season,
    Takeover,
)

_MOST_UNTAKEN: Final = 50
_LONGEST_LINE: Final = 200
_MOST_NAMED: Final = 5
_MOST_LETTERS: Final = 10
ANSWERED_WITHIN: Final = timedelta(days=14)
"""A question about a wish; later the answer has to come by its secret address."""
_PURPOSES: Final[dict[str, Purpose]] = {"r": "reply", "c": "confirm", "w": "wish", "s": "seat"}


class Batch:
    """Unread mails on which one transaction acts: what all of them ask of the database is asked once.

    Everything is locked in one order: the mails by number, which keeps another worker waiting at the first of them; then the
    seasons that take entries, as forms do; players come last. What becomes of a mail is written with the others, but
    before a later one of the same player asks for it.
    """

    def __init__(self, session: Session, said: Mapping[int, object]) -> None:
        self.session = session
        self.mails = mails.in_hand(session, list(said))
        contents = [each for kept in self.mails if isinstance(each := said[kept.id], Contents)]
        self._done: list[Kept] = []
        if not contents:
            return
        seasons.hold_open(session)
        self._identities, self._message_keys = mails.alike(
            session,
            [each.identity for each in contents],
            [each.message_key for each in contents if each.message_key],
        )
        senders = (each.mail.from_address for each in contents)
        self._players = players.with_addresses(session, filter(None, senders))
        self.has_blocks = blocks.are_any(session)
        names = {possible_key(each.request.form.name or "") for each in contents}
        entries.seek(session, seasons.held_open(session), self._players.values(), names)

    def alike(self, said: Contents) -> tuple[bool, bool]:
        """Whether a mail that counts as the same has been read, and whether one with the same Message-ID has."""
        return said.identity in self._identities, said.message_key in self._message_keys

    def sender(self, mail: ReadMail, now: datetime) -> tuple[Player, bool]:
        """The player with the address in its `From:`, and whether nothing was known of them before."""
        address = mail.from_address or ""
        key = players.address_key(address)
        if (known := self._players.get(key)) and known.address_key == key:
            return known, False
        new = players.added(self.session, address, mail.lang, now)
        player = new or players.known_as(self.session, address, mail.lang, now)
        self._players[key] = player
        if new:
            entries.seek_none(self.session, new)
        return player, new is not None

    def done(self, kept: Kept) -> None:
        """Note the outcome of this mail."""
        self._done.append(kept)
        if kept.identity:
            self._identities.add(kept.identity)
        if kept.message_key:
            self._message_keys.add(kept.message_key)

    def write(self, of: Collection[Player] = ()) -> None:
        """What has become of the mails is written: if these players are given, only where one of them has sent any."""
        ids = {player.id for player in of}
        if not of or any(kept.player_id in ids for kept in self._done):
            mails.write_outcomes(self.session, self._done)
            self._done = []


def case_of(batch: Batch, kept: Kept, said: Contents, desk: MailDesk, note: Note) -> Case:
    """The case of this mail: its player, how sure that is, and the question it answers."""
    session, mail, request = batch.session, said.mail, said.request
    sender, is_new = batch.sender(mail, kept.received_at)
    kept.player_id = sender.id
    speaker = (
        _speaker(session, desk, said.secret)
        if said.secret
        else _key_holder(session, desk, request)
        or _reader(session, sender, mail, request, kept.received_at)
    )
    is_known = speaker is not None or not said.secret
    if speaker and speaker.wish:
        speaker, request = _wished(speaker, request)
    player = speaker.player if speaker else sender
    batch.write([sender, player])
    if said.is_brief:  # an OK is of no language
        mail = replace(mail, lang=lang_of(player.lang))
    case = Case(session, kept, mail, request, sender, player, speaker, is_known)
    case.key, case.copies_to, case.is_new = desk.key, desk.copies_to, is_new and player is sender
    case.deliverer = deliverer_in(session, mail, sender, desk)
    if speaker and not speaker.is_over and not (speaker.wish and request.is_unclear):
        case.proof = SenderProof.READER
        player.proven_at = player.proven_at or kept.received_at  # our letter has been read there
    elif is_authentic(mail, desk.authserv_id):
        case.proof = SenderProof.VOUCHED
    _hear(case)
    if request.is_unclear and not case.is_asked:
        case.request = _beside_a_season(session, request)
    thread = " ".join([*mail.references[-10:], *filter(None, [mail.message_id])])
    untaken = said.untaken[:_MOST_UNTAKEN]
    named = untaken if case.is_proven else harmless(untaken)
    case.note = replace(
        note,
        thread={"message_id": mail.message_id or "", "references": thread},
        untaken=[asdict(each) for each in named] or None,
        questions=list(request.questions) or None,
        subject=storable(mail.subject)[:_LONGEST_LINE],
        # Orders are for nobody's eyes but the server's.
        text="" if request.command == ORDERS else storable(mail.text[:MOST_TEXT]),
        says_entry=said.says_entry or None,
        is_proven=case.is_proven or None,
    )
    kept.note = case.note.plain()  # letters that answer it read thread and untaken things there
    return case


def storable(text: str) -> str:
    """The text as every database takes it."""
    return text.replace("\0", "").encode("utf-8", "ignore").decode()


def _hear(case: Case) -> None:
    """Note the question to the mail's player, and whether the mail answers it with yes or no.

    Silence is a yes only where nothing that counts would be replaced; an unreadable mail is silent.
    "Take it out" in answer to the question is about what was asked, and not about what counts.
    """
    request, held = case.request, case.speaker.held if case.speaker else None
    if held:
        replaces = held.state is RevisionState.HELD and held.entry.current is not None
        case.asked = [held]
        case.confirms = (
            request.agrees and not case.mail.problems and not (request.is_silent and replaces)
        )
        is_no = request.declines and not request.changes
        case.declined = [held] * (is_no or (request.command == "withdraw" and replaces))
    is_answer = request.is_unclear and (request.agrees or request.declines)
    if not held and case.player is case.sender and is_answer and not request.asks_for_form:
        # Not every phone answers to the address that a letter names for it: they are asked again, about all that waits.
        case.asked = entries.held_of(case.session, case.sender)


def begun(
    session: Session, kept: Kept, said: Contents, note: Note, request: str
) -> tuple[Player, Note]:
    """Who sent a mail to an address that is of no season, and the notes of it: it is theirs, and answered in its thread."""
    mail = said.mail
    sender = players.known_as(session, mail.from_address or "", mail.lang, kept.received_at)
    kept.player_id = sender.id
    thread = " ".join([*mail.references[-10:], *filter(None, [mail.message_id])])
    references = {"message_id": mail.message_id or "", "references": thread}
    note = replace(note, request=request, thread=references)
    kept.note = note.plain()
    return sender, note


def opened(
    session: Session, desk: MailDesk, purpose: Purpose, token: str
) -> tuple[int, int] | None:
    """The rows that a token names; None if it is not one of ours for this purpose, or over with its player's."""
    claimed = claimed_rows(token)
    own = players.secrets_of(session, purpose, *claimed) if claimed else NOBODYS
    return read_token(desk.key, purpose, token, own=own)


def _speaker(session: Session, desk: MailDesk, secret: tuple[str, str]) -> Speaker | None:
    """The player who holds this secret; None if it is not one of ours."""
    kind, token = secret
    purpose = _PURPOSES[kind]
    rows = opened(session, desk, purpose, token)
    if not rows:
        return None
    season, held, wish, seat = None, None, "", 0
    if purpose == "confirm":
        held = session.get(Revision, rows[0])
        player, season = (held.entry.player, held.entry.season) if held else (None, None)
    else:
        player = session.get(Player, rows[0])
    if purpose == "reply":
        season = session.get(Season, rows[1])
    elif purpose == "wish":
        wish = WISHES[rows[1]]
    elif purpose == "seat" and (asked := session.get(Takeover, rows[1])):
        season, seat = session.get_one(Entry, asked.entry_id).season, asked.id
    return Speaker(player, season, held, wish, seat=seat) if player and (season or wish) else None


def _reader(
    session: Session, sender: Player, mail: ReadMail, request: Request, now: datetime
) -> Speaker | None:
    """The sender as the reader of our question, where a yes or no to the plain address names its Message-ID.

    Anyone can write there in a player's name; but the letter went to that player alone, and nobody else knows its
    Message-ID. It proves no more than that answer: silence and other requests count as from anybody.
    """
    is_answer = (request.agrees and not request.is_silent) or request.declines
    named = [*mail.in_reply_to, *mail.references][-20:]
    letter = letters.asking(session, sender, named) if is_answer and request.is_unclear else None
    if letter is None:
        return None
    season = session.get(Season, letter.season_id) if letter.season_id else None
    if letter.kind == SeatNews.slug:
        return Speaker(sender, season, seat=letter.about["takeover"]) if season else None
    if letter.kind == CalledOff.slug:
        return Speaker(sender, season) if request.agrees and season else None
    if letter.kind != WishLetter.slug:
        held = session.get(Revision, letter.revision_id)
        is_held = held and (held.state is RevisionState.HELD or letter.kind == Place.slug)
        return Speaker(sender, season, held) if is_held and season else None
    asked = about(letter)
    if not isinstance(asked, WishLetter) or asked.is_done or not request.agrees:
        return None
    is_fresh = now - letter.created_at <= ANSWERED_WITHIN
    return Speaker(sender, season, wish=asked.wish) if is_fresh else None


def _key_holder(session: Session, desk: MailDesk, request: Request) -> Speaker | None:
    """The player to whom a key in the blocks of orders was sent: it tells who writes, whatever address they write to."""
    held = match_blocks.holder(session, desk.key, request.keys)
    return Speaker(*held, by_key=True) if held else None


def _wished(speaker: Speaker, request: Request) -> tuple[Speaker | None, Request]:
    """The player who answers the question about their letters, and their request: a yes asks for what it was about.

    Any other request counts as one to the plain address.
    """
    if request.is_unclear and request.agrees:
        return speaker, replace(request, command=speaker.wish)
    return (speaker if request.is_unclear or request.command in WISHES else None), request


def may_answer(said: Contents) -> bool:
    """Whether the mail may be an answer to a letter of ours."""
    mail = said.mail
    is_named = mail.in_reply_to or mail.references or said.secret or said.request.keys
    return bool(is_named or mail.echoes or ANSWER.match(mail.subject))


def letters_answered(session: Session, said: Contents, desk: MailDesk) -> list[str]:
    """The texts of the letters that a mail may answer, as their reader has them: those it names, and the last ones to its player."""
    mail, secret = said.mail, said.secret
    player = None
    if secret and secret[0] in _PURPOSES:
        speaker = _speaker(session, desk, secret)
    else:
        speaker = _key_holder(session, desk, said.request)
        player = players.with_address(session, mail.from_address or "")
    if not (player := speaker.player if speaker else player):
        return []
    named = [*mail.in_reply_to, *mail.references][-_MOST_NAMED:]
    those = letters.named_or_latest(session, player, named, _MOST_LETTERS)
    words = [
        text
        for each in those
        for text in (each.text, each.html and text_of_html(each.html))
        if text
    ]
    return [with_secrets(text, desk.key, player.secrets) for text in words]


def deliverer_in(session: Session, mail: ReadMail, sender: Player, desk: MailDesk) -> Deliverer:
    """The deliverer in whose budget the mail counts, if it does not come by a secret address."""
    deliverer = deliverer_of(mail, desk.key, desk.authserv_id)
    named = [*mail.in_reply_to, *mail.references][-20:]
    if deliverer.is_vouched or not named:
        return deliverer
    is_answer = letters.is_addressed(session, sender, named)
    return answering_our_letter(desk.key) if is_answer else deliverer


def _beside_a_season(session: Session, request: Request) -> Request:
    """The request that a line makes beside the name of a season, if one does: `standings laplaplus-1`."""
    those = visibility.public_seasons(session) if request.lines else ()
    for line in request.lines:
        named = [(each, rest) for each in those if (rest := beside(each, line)) is not None]
        for season, rest in named or filter(None, [beside_part(those, line)]):
            if command := BOOK.said_in(rest):
                form = replace(request.form, season=request.form.season or season.slug)
                return replace(request, command=without_build(command), form=form)
    return request
