"""A mail in hand: its player and how sure that is, the notes made of it, and its outcome."""

from dataclasses import dataclass, field, fields, replace
from enum import IntEnum
from typing import Any, Literal

from sqlmodel import Session

from app.engine import Lang
from app.league import visibility
from app.league.entries.entries import Origin
from app.league.people.budgets import UNKNOWN, Deliverer
from app.mail.inbox.message import ReadMail
from app.mail.reading.form.entry_form import EntryForm
from app.mail.reading.request import NOTHING, Request
from app.notices.about import About
from app.store.tables import (
    Mail as Kept,
    MailAction,
    Player,
    Revision,
    RevisionState,
    Run,
    Season,
    SeasonState,
)

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Speaker:
    """The player who writes to a secret address, and its season.

    `held`: what the letter that named this address asks them to confirm; `wish`: the command that it asks about.
    """

    player: Player
    season: Season | None = None
    held: Revision | None = None
    wish: str = ""
    seat: int = 0
    """The question about a seat that the letter asked."""
    by_key: bool = False
    """Whether a key in a block of orders alone tells who the sender is."""

    @property
    def is_over(self) -> bool:
        """Whether results are public: then nothing is changed by this address."""
        return self.season is not None and visibility.is_public(self.season)


@dataclass(frozen=True, slots=True)
class Note:
    """The facts that are kept of a mail beside its bytes."""

    message_id: str | None = None
    flag: str | None = None
    why: str | None = None
    thread: Plain | None = None
    untaken: list[Plain] | None = None
    questions: list[str] | None = None
    request: str | None = None
    season: str | None = None
    game: str | None = None
    rules: str | None = None
    understood: Plain | None = None
    declined: int | None = None
    letter: int | None = None
    problems: list[Plain] | None = None
    subject: str | None = None
    text: str | None = None
    """Its own text, as far as an organiser may have to read it."""
    is_proven: bool | None = None
    """Whether it came by an address that only its player has."""
    says_entry: bool | None = None
    """Whether its words may tell of an entry: they are sealed as long as any season is."""
    unclear: Literal["answer", "request"] | None = None
    """We did not understand it, as an answer to a question of ours or else."""

    def plain(self) -> Plain:
        """The known facts, as a row keeps them."""
        return {
            each.name: value
            for each in fields(self)
            if (value := getattr(self, each.name)) is not None
        }


class SenderProof(IntEnum):
    """How sure it is that a mail is its player's."""

    NONE = 0
    VOUCHED = 1  # our own mail server vouches for the domain of the sender
    READER = 2  # it came by an address that only its player has


@dataclass(slots=True)
class Case:
    """A mail in hand, with the notes made of it so far.

    `sender` has the address in its `From:`, `player` is the one for whom it speaks: the same person unless it came by a secret
    address. `is_known`: that address is one of ours, if it came by one. `asked`: what that player has been asked to
    confirm, and may have answered; `confirms`: with yes. `declined`: what is said no to.
    """

    session: Session
    kept: Kept
    mail: ReadMail
    request: Request
    sender: Player
    player: Player
    speaker: Speaker | None = None
    is_known: bool = True
    proof: SenderProof = SenderProof.NONE
    asked: list[Revision] = field(default_factory=list)
    confirms: bool = False
    declined: list[Revision] = field(default_factory=list)
    deliverer: Deliverer = UNKNOWN
    key: bytes = b""
    copies_to: str | None = None
    is_new: bool = False
    """Whether nothing was known of its player before."""
    note: Note = field(default_factory=Note)

    @property
    def form(self) -> EntryForm:
        """The fields of an entry that it fills in."""
        return self.request.form

    @property
    def season(self) -> Season | None:
        """The season of the secret address that it came by."""
        return self.speaker.season if self.speaker else None

    @property
    def is_proven(self) -> bool:
        """Whether only its player can have sent it."""
        return self.proof is SenderProof.READER

    @property
    def budget(self) -> str | None:
        """The budget that the mail counts in: its deliverer's, unless its player is proven to have
        written it.
        """
        return None if self.is_proven else self.deliverer.name

    @property
    def is_over(self) -> bool:
        """Whether it came by an address of a season with results."""
        return self.speaker is not None and self.speaker.is_over

    @property
    def is_asked(self) -> bool:
        """Whether its player has been asked something that it may answer."""
        return bool(self.asked) or (self.speaker is not None and bool(self.speaker.wish))

    @property
    def is_clear(self) -> bool:
        """Whether it answers the question to its player: such a mail is heard, however much came that day."""
        return self.confirms or any(each.state is RevisionState.HELD for each in self.declined)

    @property
    def carries(self) -> bool:
        """Whether it says yes, or the same again, to the letter that a season is called off."""
        request, season = self.request, self.season
        is_yes = request.agrees and request.is_unclear and not request.is_silent
        is_off = season is not None and season.state is SeasonState.CALLED_OFF
        return is_off and self.is_proven and (is_yes or request.command == "again")

    @property
    def answers_seat(self) -> bool:
        """Whether it says yes or no to the letter about a seat. Silence takes nothing over."""
        request = self.request
        is_answer = request.is_unclear and (request.agrees or request.declines)
        is_meant = self.speaker is not None and bool(self.speaker.seat)
        return is_meant and is_answer and not request.is_silent

    @property
    def is_unclear(self) -> bool:
        """Whether we do not understand what it wants: it is no request, or empty, or cannot be read."""
        request = self.request
        is_empty = request.is_silent and not request.asks_for_form
        is_nothing = request.command == NOTHING or (request.is_unclear and is_empty)
        is_no_answer = self.is_asked and request.is_unclear
        return not (self.is_clear or self.carries) and bool(
            self.mail.problems or is_nothing or is_no_answer
        )

    @property
    def origin(self) -> Origin:
        """How it came, for the league."""
        return Origin(
            self.kept.received_at,
            proven=self.is_proven,
            mail=self.kept,
            lang=self.mail.lang,
            deliverer=self.deliverer,
            word=next((each.word for each in (self.form, *self.request.several) if each.word), ""),
        )

    def notes(self, **known: Any) -> None:
        """Add these facts to its note."""
        self.note = replace(self.note, **known)

    def notes_season(self, season: Season) -> None:
        """Note the season of the mail. Answers use the words of its game."""
        self.notes(season=season.slug, game=season.game, rules=season.rules_version)


@dataclass(frozen=True, slots=True)
class MailOutcome:
    """The outcome for a mail, and the matter of its one answer; None if the league has written that."""

    action: MailAction
    about: About | None = None
    season: Season | None = None
    run: Run | None = None
    revision: Revision | None = None
    lang: Lang | None = None
    why: str | None = None
    """Why it is not answered."""
