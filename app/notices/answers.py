"""Letters that answer a mail, a form or an act."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from app.engine import Mark
from app.i18n import N_
from app.notices.about import AnswerLetter, KeptProblems, PlainAnswer, kind
from app.notices.news import Chapter, DuelNews, OwnNews

ORGANISER: Final = "organiser"
"""The request of a mail that its writer wants an organiser to read."""


Concern = Literal["", "erasure", "legal", "press", "child", "complaint", "thanks", "who"]
"""Why a mail goes to a human at once."""


@kind
class Receipt(AnswerLetter):
    """A revision counts, or `waits` for an organiser, or waits for a place at this rank of the
    `queue`. `replaces`: the one that counted before; `unchanged`: both are the same. `reason`: the
    words of the organiser who entered it.
    """

    label = N_("Receipt")

    replaces: int | None = None
    unchanged: bool = False
    waits: bool = False
    queue: int | None = None
    reason: str = ""


@kind
class Confirmation(AnswerLetter):
    """A revision is held: was it you? `replaces`: the one that counts meanwhile; `others`: more
    revisions that are held.
    """

    label = N_("Confirming that it was you")
    outlasts_day = True

    replaces: int | None = None
    unchanged: bool = False
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """The outcome for one of several characters in a mail: its revision, or its problems.

    `replaces`, `unchanged` and `queue` as in a receipt.
    """

    name: str
    revision: int | None = None
    replaces: int | None = None
    unchanged: bool = False
    queue: int | None = None
    problems: KeptProblems = ()


@kind
class Several(AnswerLetter):
    """The outcome for each of several characters in a mail. `asks`: some are held, its revision among them."""

    label = N_("Your characters, one by one")
    quotes_mail = True
    outlasts_day = True

    fates: tuple[Fate, ...]
    asks: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """A mail or a form, as far as it was understood. `build` has the cards, `build_text` the text
    as typed.
    """

    name: str | None = None
    build: list[str] | None = None
    build_text: str | None = None
    lore: str | None = None
    owner: str | None = None
    url: str | None = None
    flavour: list[str | None] | None = None
    lines: dict[str, str] | None = None
    labels: dict[str, str] | None = None
    rights: dict[str, str] | None = None
    orders: str | None = None
    nonce: str | None = None
    side: str | None = None
    season: str | None = None
    lang: str | None = None

    @property
    def extras(self) -> dict[str, Any]:
        """Names of slots, words, labels, and what it brings to matches, as a revision keeps them."""
        names = ("flavour", "lines", "labels", "rights", "orders", "nonce", "side")
        own = {name: getattr(self, name) for name in names}
        return {name: value for name, value in own.items() if value}


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a season that is over are public; `numbers`: of the reader's own entries in it."""

    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """The orders for a match in a mail: understood and in force, or refused, with what counts
    instead.

    `own`: the character that gives them, if a player may have several. `match` and `seat` are those
    of the blank that a refusal shows again. `first` is the first move that follows, `first_by` says
    which orders make it. `deadline` is None if the match moves on at once. `more` counts the
    problems that are left out; `quotes` are the lines with `problems`. `ahead` is a dry look at the
    plan, in the reader's language. `sealed` is the text of which the SHA-256 is made.
    """

    game_id: str
    opponent: str = ""
    turn: int = 0
    orders: str = ""
    first_by: str = ""
    first: str = ""
    sha256: str = ""
    deadline: datetime | None = None
    is_ended: bool = False
    is_extended: bool = False
    problems: KeptProblems = ()
    more: int = 0
    quotes: tuple[str, ...] = ()
    stands: str = ""
    ahead: tuple[str, ...] = ()
    sealed: str = ""
    own: str = ""
    match: int = 0
    seat: Literal["", "A", "B"] = ""


@kind
class Orders(AnswerLetter):
    """The outcome for the orders of a mail, match by match."""

    label = N_("Your orders, as understood")
    tells_match = True
    tells_untaken = False

    readings: tuple[Reading, ...]


Why = Literal["", "unclear", "which", "resign", "plain", "again", "done"]
"""Why a letter lists open matches: a question; a mail that was not understood or names no match; a
check whether to resign all; orders to an address that proves nothing; nothing to repeat; or nothing
to do.
"""


@kind
class OpenMatches(AnswerLetter):
    """The reader's open matches, with a blank for each. `wish`: what the mail wants in a match that
    it does not name; `asked`: its question about cards or rules.
    """

    slug = "waiting"
    label = N_("How your matches stand")
    tells_match = True

    chapters: tuple[Chapter, ...]
    why: Why = ""
    wish: str = ""
    asked: str = ""


@kind
class Problems(AnswerLetter):
    """Everything that is wrong with a mail or a form. `fault`: the fault is ours. `request`: what
    the mail asked for.

    `standing`: the name of what counts. `asked`: held revisions that the reader is asked about;
    `asks`: an answer says yes or no to the only one. `declined`: the revision that was not theirs.
    `entry`: the revision that counts, for a mail that was not understood; `requests`: its likeliest
    meanings, and the way to a human.
    """

    label = N_("What could not be done")
    quotes_mail = True

    problems: KeptProblems = ()
    fault: bool = False
    request: str | None = None
    game: str | None = None
    rules: str | None = None
    standing: str | None = None
    understood: Understood | None = None
    asked: tuple[int, ...] = ()
    asks: bool = False
    declined: int | None = None
    results: Results | None = None
    entry: int | None = None
    requests: tuple[tuple[str, str], ...] = ()


@kind
class PassedOn(AnswerLetter):
    """An organiser has the mail, and will answer. `subject` and `text` are those of the mail.
    `is_sealed`: the organiser cannot read it before the deadline, since it may show an entry.
    `is_last`: later mails of that day reach the organiser without another letter.
    """

    label = N_("Passed on to the organiser")
    quotes_mail = True

    concern: Concern = ""
    subject: str = ""
    text: str = ""
    is_sealed: bool = False
    is_last: bool = False


@kind
class Reply(PlainAnswer):
    """An organiser's own words to a player, in the thread of a mail. `subject` is that of the mail,
    if it may be shown.
    """

    label = N_("Answer of the organiser")

    text: str
    subject: str = ""


@kind
class Copy(AnswerLetter):
    """A mail for the organiser, sent to the address that they named for copies. `text` is empty
    while it is sealed.
    """

    label = N_("Copy of a mail for the organiser")
    quotes_mail = True
    tells_untaken = False

    mail: int
    writer: int
    """The number of its player."""
    who: str
    """How organisers know its writer."""
    subject: str = ""
    text: str = ""
    is_sealed: bool = False


@kind
class Approval(PlainAnswer):
    """An organiser has said yes or no to a newcomer; or yes while no place is free (`queue`); or
    entries have closed before any answer.
    """

    label = N_("The organisers' answer to a newcomer")

    verdict: Literal["yes", "queue", "no", "late"]
    reason: str = ""


@kind
class Place(PlainAnswer):
    """A waiting player gets a place, or gets none before entries close. At a check-in a player with a
    place is asked to confirm, or has lost it.
    """

    label = N_("A place on the waiting list")

    verdict: Literal["in", "late", "asked", "gone"]


@kind
class Checked(AnswerLetter):
    """A submission is in order, and was not entered. It is stored in this letter alone."""

    label = N_("A build, checked only")
    quotes_mail = True
    is_trial = True

    name: str
    build: str
    owner: str
    lore: str
    url: str
    extras: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Bout:
    """How a battle against one opponent ended, from the build's side. `reason` is an index into the
    game's.
    """

    name: str
    """Empty for a build of the house."""
    mark: Mark
    reason: int
    build: str | None = None
    """The opponent's build, to play the bout again."""


@kind
class Spar(AnswerLetter):
    """How a build fared in sparring. `titles`: those of the season whose best it met; None for
    builds of the house.
    """

    label = N_("Sparring")
    quotes_mail = True
    is_trial = True

    game: str
    rules: str | None = None
    name: str
    build: str
    bouts: tuple[Bout, ...]
    titles: tuple[str, str] | None = None


@kind
class Standings(AnswerLetter):
    """The table of a season that is over, or the participants of one that is not."""

    label = N_("The table")


@kind
class Help(AnswerLetter):
    """How to take part: the way to write, a form, the rules or the cards of these games.

    `requests`: what a mail can ask for, a word and what it does, with places for the terms of a game.
    """

    label = N_("How to take part")
    tells_entry = False

    topic: str
    games: tuple[str, ...]
    rules: tuple[str, ...] = ()
    requests: tuple[tuple[str, str], ...] = ()


Option = Literal[
    "text-only", "with-html", "short-report", "full-report", "daily-letter", "single-letters"
]
"""What a player may choose about the form of their letters."""


PageWish = Literal["owner-page", "no-owner-page"]
"""The wish for a public page across seasons, or for none."""


@kind
class Wish(AnswerLetter):
    """A player's wish about their letters, their page or their entry, and whether it is done or must be confirmed first."""

    label = N_("Answer to a request")
    tells_entry = False

    wish: (
        Literal["language", "mute", "unmute", "withdraw", "follow", "unfollow"] | PageWish | Option
    )
    is_done: bool


@kind
class Links(PlainAnswer):
    """The links to all characters of the reader in seasons that are not over. They were asked for
    on a page.
    """

    label = N_("Links to your characters")


@kind
class Follow(AnswerLetter):
    """Was it you who asked to hear how a season ends?"""

    label = N_("Confirming that you want news")
    tells_entry = False
    outlasts_day = True


@kind
class Proof(AnswerLetter):
    """A link that proves once more who an organiser is, for the sign-in asked for at this second."""

    label = N_("Link for organisers")

    sign_in: int
    at: int


@kind
class Door(AnswerLetter):
    """A link by which an organiser signs in at the desk, once."""

    slug = "sign-in"
    label = N_("Sign-in link")
    tells_entry = False

    sign_in: int


@kind
class Post(AnswerLetter):
    """An organiser's new role, and the one before; empty means none. `sign_in`: the link for a new
    organiser.
    """

    label = N_("Your role as an organiser")
    tells_entry = False

    role: str = ""
    was: str = ""
    sign_in: int | None = None


@kind
class Blocked(PlainAnswer):
    """The reader's mailbox was blocked here, or is free again, and why."""

    label = N_("Your address is blocked")

    reason: str = ""
    is_lifted: bool = False


AddressStep = Literal["old", "new", "stood-in", "told", "organisers", "done", "moved"]
"""Which letter about a new address this is: a question to the old or the new mailbox; to the old
one, that an organiser has said yes instead; the outcome of a mail; news for the other organisers;
the end of it, for the new mailbox (with new links) or the old one.
"""


@kind
class AddressNote(PlainAnswer):
    """A player's address is about to change, or has changed. `change` and its `mark`: the change in
    question. `player`: whose, for organisers. `reason` and `by`: those of an organiser.
    """

    slug = "address"
    label = N_("Another address for your letters")
    outlasts_day = True

    step: AddressStep
    change: int = 0
    mark: int = 0
    player: int = 0
    by: str = ""
    reason: str = ""
    said: KeptProblems = ()


@kind
class DuelAnswer(DuelNews):
    """How a mail about a duel was understood. `sent`: what counts now, with its `seal`; `problems`: all that is wrong with it."""

    label = N_("Answer about your duel")
    is_answer = True
    templates = "duel"

    sent: str = ""
    seal: str = ""
    problems: KeptProblems = ()


@kind
class OwnAnswer(OwnNews):
    """The results of a mail about groups, builds or time away, its problems, and the current state. `game`: of the build among the problems."""

    label = N_("Answer about your groups and builds")
    is_answer = True
    templates = "own-news"

    problems: KeptProblems = ()
    game: str | None = None
