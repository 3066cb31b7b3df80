"""The kinds of letters in one table: its name, its contents, and the properties that all that handle letters ask of it.

A new kind is a class here and a folder in `templates/mail` with its subject, text and HTML. The
templates get the fields of the class by their names; what must be computed for them, `app.letters.contents.CONTEXTS` says.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from typing import Any, ClassVar, Final, Literal, Self, TypeVar, dataclass_transform

from pydantic import TypeAdapter, ValidationError

from app.engine import Mark
from app.errors import LetterUnreadable, Problem
from app.i18n import N_
from app.store.tables import Letter

UntakenKind = Literal[
    "attachment", "encrypted", "label", "lines", "mail", "picture", "rest", "second", "winmail"
]
UntakenWhy = Literal["", "broken", "garbled", "large"]


@dataclass(frozen=True, slots=True)
class Untaken:
    """A part of a mail that was not taken. `kind` says what it is and why, `why` more of it; `words` name it, if it has a name."""

    kind: UntakenKind
    words: tuple[str, ...] = ()
    why: UntakenWhy = ""

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """The same as it was kept as plain data."""
        return cls(kept["kind"], tuple(map(str, kept.get("words") or ())), kept.get("why") or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The contents of a letter besides the rows that it points to. Its class is the letter's kind."""

    slug: ClassVar[str]
    """Stands in the row and in the Message-ID, and names the folder of its templates."""
    label: ClassVar[str]
    """Names the letter in lists."""
    templates: ClassVar[str] = ""
    """The folder of its templates, where another kind has the same."""
    is_answer: ClassVar[bool]
    """Whether it answers a mail, a form or an act; all others are news, and carry a link that stops news."""
    has_results: ClassVar[bool] = False
    """Whether it brings the results of a season."""
    tells_entry: ClassVar[bool] = True
    """Whether it says what an entry brings: such a letter is sealed as long as its season."""
    tells_match: ClassVar[bool] = False
    """Whether it says what one player of a match may know: organisers read it once the results are public."""
    quotes_mail: ClassVar[bool] = False
    """Whether it quotes a mail or a form, which may have been written for any season."""
    tells_duel: ClassVar[bool] = False
    """Whether it tells of a duel, which nobody but the two sees: organisers never read it."""
    is_trial: ClassVar[bool] = False
    """Whether it is about a build that was never entered: lists of letters do not give its subject."""
    tells_untaken: ClassVar[bool] = True
    """Whether it names the parts of the answered mail that were not taken."""
    outlasts_day: ClassVar[bool] = False
    """Whether it is still of use to its reader when budgets have withheld it for a day."""

    untaken: tuple[Untaken, ...] = ()
    """The parts of the answered mail that were not taken."""
    questions: tuple[str, ...] = ()
    """The topics that the answered mail asks about (see `app.letters.replies.topics`)."""

    def to_row(self) -> dict[str, Any]:
        """The fields as a row keeps them: plain data, without those that say nothing."""
        kept: dict[str, Any] = _adapter(type(self)).dump_python(self, mode="json")
        return {
            each.name: kept[each.name]
            for each in fields(self)
            if each.default is MISSING or getattr(self, each.name) != each.default
        }

    @classmethod
    def of_row(cls, kept: Mapping[str, Any]) -> Self:
        """The same as it was kept. Raises `LetterUnreadable` where a field is missing or is something else."""
        try:
            about: Self = _adapter(cls).validate_python(kept)
        except ValidationError as error:
            wrong = ", ".join(dict.fromkeys(str(each["loc"][0]) for each in error.errors()))
            raise LetterUnreadable(
                [Problem("letter-unreadable", words=(cls.slug, wrong))]
            ) from None
        return about


_Kind = TypeVar("_Kind", bound=About)
_ADAPTERS: Final[dict[type[About], TypeAdapter[Any]]] = {}


def _adapter(kind: type[About]) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


KINDS: Final[dict[str, type[About]]] = {}
"""Every kind of letter, by its slug."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def _kind(declared: type[_Kind]) -> type[_Kind]:
    """The class as a kind of letter: frozen, and in the table."""
    kind = dataclass(frozen=True, slots=True, kw_only=True)(declared)
    KINDS[kind.slug] = kind
    return kind


# --- answers to mails and forms -------------------------------------------------------------------


@_kind
class Receipt(About):
    """A revision counts, or `waits` for an organiser, or on the `queue` for a place, where it has that rank. `replaces`: the one that counted before; `unchanged`: it is the same."""

    slug = "receipt"
    label = N_("Receipt")
    is_answer = True

    replaces: int | None = None
    unchanged: bool = False
    waits: bool = False
    queue: int | None = None


@_kind
class Confirmation(About):
    """Was it you? A revision is held. `replaces`: the one that counts meanwhile; `others`: revisions that wait as well."""

    slug = "confirmation"
    label = N_("Question whether it was you")
    is_answer = True
    outlasts_day = True

    replaces: int | None = None
    unchanged: bool = False
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What has become of one of several characters in a mail: its revision, or the problems that keep it out.

    `replaces`, `unchanged` and `queue` as in a receipt.
    """

    name: str
    revision: int | None = None
    replaces: int | None = None
    unchanged: bool = False
    queue: int | None = None
    problems: tuple[Problem, ...] = ()


@_kind
class Several(About):
    """What has become of each of several characters in a mail. `asks`: some are held, its revision among them."""

    slug = "several"
    label = N_("Your characters, one by one")
    is_answer = True
    quotes_mail = True
    outlasts_day = True

    fates: tuple[Fate, ...]
    asks: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """A mail or a form, as far as it was understood; `build` are the cards, `build_text` the text as typed."""

    name: str | None = None
    build: list[str] | None = None
    build_text: str | None = None
    lore: str | None = None
    owner: str | None = None
    url: str | None = None
    flavour: list[str | None] | None = None
    lines: dict[str, str] | None = None
    labels: dict[str, str] | None = None
    orders: str | None = None
    nonce: str | None = None
    side: str | None = None
    season: str | None = None
    lang: str | None = None

    @property
    def extras(self) -> dict[str, Any]:
        """Names of slots, words and labels, and what it brings to matches, as a revision keeps them."""
        names = ("flavour", "lines", "labels", "orders", "nonce", "side")
        own = {name: getattr(self, name) for name in names}
        return {name: value for name, value in own.items() if value}


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a season that is over are public; `number`: of the reader's own entry in it."""

    number: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """The orders for a match, as a mail brought them: understood and in force, or refused, with what stands instead.

    `first` is what they would do first, and `first_by` which of them; `deadline`: None where the match moves on at once. Of the
    `problems` there are so many `more`; `quotes` are the lines in which they are. `ahead` is a dry look
    at the plan, in the reader's language; `sealed` the text that the SHA-256 is of.
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
    problems: tuple[Problem, ...] = ()
    more: int = 0
    quotes: tuple[str, ...] = ()
    stands: str = ""
    ahead: tuple[str, ...] = ()
    sealed: str = ""


@_kind
class Orders(About):
    """What has become of the orders of a mail, match by match."""

    slug = "orders"
    label = N_("Your orders as understood")
    is_answer = True
    tells_match = True
    tells_untaken = False

    readings: tuple[Reading, ...]


@_kind
class Problems(About):
    """Everything that is wrong with a mail or a form.

    `fault`: the fault is ours. `request`: what the mail asked for. `standing`: the name of what counts. `asked`: held
    revisions about which its reader is asked; `asks`: the answer to the letter says yes or no to the only one.
    `declined`: the revision that was not theirs. `entry`: the revision that counts, for whoever was not understood;
    `requests`: the likeliest of what they may have meant, and the way to a human.
    """

    slug = "problems"
    label = N_("What was in the way")
    is_answer = True
    quotes_mail = True

    problems: tuple[Problem, ...] = ()
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


@_kind
class PassedOn(About):
    """An organiser has the mail, and will answer. `subject` and `text`: what was written.

    `is_sealed`: the organiser cannot read it before the deadline, since it may tell of an entry. `is_last`: what is written
    later that day reaches the organiser without another letter.
    """

    slug = "passed-on"
    label = N_("Passed on to the organiser")
    is_answer = True
    quotes_mail = True

    subject: str = ""
    text: str = ""
    is_sealed: bool = False
    is_last: bool = False


@_kind
class Reply(About):
    """An organiser's own words to a player, in the thread of a mail; `subject` is of that mail, if it is shown."""

    slug = "reply"
    label = N_("Answer of the organiser")
    is_answer = True
    tells_entry = False
    tells_untaken = False

    text: str
    subject: str = ""


@_kind
class Copy(About):
    """A mail that waits for the organiser, at the address that they named for copies; `text` is empty while it is sealed."""

    slug = "copy"
    label = N_("Copy of a mail for the organiser")
    is_answer = True
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


@_kind
class Withdrawn(About):
    """An entry is out, by its player or by an organiser, who may give a reason.

    `also`: the names of others that are out with it; `left`: of those that its player still has.
    """

    slug = "withdrawn"
    label = N_("Withdrawn from the season")
    is_answer = False
    tells_entry = False

    name: str = ""
    also: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    by_organiser: bool = False
    reason: str = ""


@_kind
class Approval(About):
    """An organiser has said yes or no to a newcomer, perhaps why, or yes while no place is free (`queue`); or entries have closed before one did."""

    slug = "approval"
    label = N_("The organisers' answer to a newcomer")
    is_answer = True
    tells_entry = False
    tells_untaken = False

    verdict: Literal["yes", "queue", "no", "late"]
    reason: str = ""


@_kind
class NextRound(About):
    """The next round of a season has opened: the revision `played` takes part again unless its player changes it, or is not legal there."""

    slug = "next-round"
    label = N_("The next round has opened")
    is_answer = False

    played: int


@_kind
class Bulletin(About):
    """The results of a night: those of the reader's characters in the rounds from `first` to `last`, and the standings by all until then."""

    slug = "bulletin"
    label = N_("The results of a night")
    is_answer = False
    tells_entry = False

    first: int
    last: int


@_kind
class Place(About):
    """Who waited for a place has one; or entries have closed before one was free."""

    slug = "place"
    label = N_("A place on the waiting list")
    is_answer = True
    tells_entry = False
    tells_untaken = False

    verdict: Literal["in", "late"]


@_kind
class Corrected(About):
    """An organiser has corrected an entry, and says why. `before`: the revision that counted until then."""

    slug = "corrected"
    label = N_("Your entry was corrected")
    is_answer = False

    before: int
    reason: str


@_kind
class Hidden(About):
    """An organiser hides what an entry shows, or shows it again, and says why."""

    slug = "hidden"
    label = N_("Hidden, or shown again")
    is_answer = False
    tells_entry = False

    part: Literal["name", "owner", "lore", "picture"]
    name: str
    owner: str = ""
    shown_again: bool = False
    reason: str = ""


@_kind
class Checked(About):
    """A submission is in order, and was not entered: it stands in no other row."""

    slug = "checked"
    label = N_("A build, checked only")
    is_answer = True
    quotes_mail = True
    is_trial = True

    name: str
    build: str
    owner: str
    lore: str
    url: str
    extras: dict[str, Any]


@_kind
class Shown(About):
    """An entry as it stands. `is_waiting`: a later revision is held; `renewed`: the secret addresses are new."""

    slug = "shown"
    label = N_("Your entry as it stands")
    is_answer = False

    is_waiting: bool = False
    renewed: bool = False


@dataclass(frozen=True, slots=True)
class Bout:
    """How a battle against one opponent ended, from the build's own view; `reason` is an index into the game's."""

    name: str
    """Empty for a build of the house."""
    mark: Mark
    reason: int
    build: str | None = None
    """The opponent's, so that the bout can be told."""


@_kind
class Spar(About):
    """How a build fared in sparring. `titles`: of the season whose best it met; None for builds of the house."""

    slug = "spar"
    label = N_("Sparring")
    is_answer = True
    quotes_mail = True
    is_trial = True

    game: str
    rules: str | None = None
    name: str
    build: str
    bouts: tuple[Bout, ...]
    titles: tuple[str, str] | None = None


@_kind
class Standings(About):
    """The table of a season that is over, or the participants of one that is not."""

    slug = "standings"
    label = N_("The table")
    is_answer = True


@_kind
class Help(About):
    """How to take part: the way to write, a form, the rules or the cards of these games.

    `requests`: what a mail can ask for, a word and what it does, with places for the terms of a game.
    """

    slug = "help"
    label = N_("How to take part")
    is_answer = True
    tells_entry = False

    topic: str
    games: tuple[str, ...]
    rules: tuple[str, ...] = ()
    requests: tuple[tuple[str, str], ...] = ()


Option = Literal["text-only", "with-html", "short-report", "full-report"]
"""What a player may choose about the form of their letters."""


PageWish = Literal["owner-page", "no-owner-page"]
"""A page across seasons, and none."""


@_kind
class Wish(About):
    """A player's wish about their letters, their page or their entry, and whether it is done or must be confirmed first."""

    slug = "wish"
    label = N_("What you wished")
    is_answer = True
    tells_entry = False

    wish: Literal["language", "mute", "unmute", "withdraw"] | PageWish | Option
    is_done: bool


@_kind
class Links(About):
    """The links to all characters of its reader in seasons that are not over, asked for on a page."""

    slug = "links"
    label = N_("Links to your characters")
    is_answer = True
    tells_entry = False
    tells_untaken = False


@_kind
class Follow(About):
    """Was it you who wants to hear how a season ends?"""

    slug = "follow"
    label = N_("Question whether you want news")
    is_answer = True
    tells_entry = False
    outlasts_day = True


@_kind
class Proof(About):
    """A link by which an organiser proves once more who they are: for this sign-in, asked for at this second."""

    slug = "proof"
    label = N_("Link for organisers")
    is_answer = True

    sign_in: int
    at: int


@_kind
class Door(About):
    """A link by which an organiser signs in at the desk, once."""

    slug = "sign-in"
    label = N_("Sign-in link")
    is_answer = True
    tells_entry = False

    sign_in: int


@_kind
class Post(About):
    """Somebody's part at the desk from now on, and before; empty: none. `sign_in`: the link that lets a new one in."""

    slug = "post"
    label = N_("Your role as an organiser")
    is_answer = True
    tells_entry = False

    role: str = ""
    was: str = ""
    sign_in: int | None = None


@_kind
class Blocked(About):
    """The mailbox of its reader is blocked here, or is so no more, and why."""

    slug = "blocked"
    label = N_("Your address is blocked")
    is_answer = True
    tells_entry = False
    tells_untaken = False

    reason: str = ""
    is_lifted: bool = False


# --- news -----------------------------------------------------------------------------------------


@_kind
class Opened(About):
    """A season takes entries."""

    slug = "opened"
    label = N_("A season has opened")
    is_answer = False
    tells_entry = False


@_kind
class Reopened(About):
    """A season takes entries again. `seen`: organisers could see the builds meanwhile."""

    slug = "reopened"
    label = N_("Entries are taken again")
    is_answer = False
    tells_entry = False

    reason: str
    seen: bool


@_kind
class Deadline(About):
    """The deadline of a season has moved. `before` is None where none was announced."""

    slug = "deadline"
    label = N_("The deadline has moved")
    is_answer = False
    tells_entry = False

    before: datetime | None
    after: datetime
    reason: str


@_kind
class ExchangeMoved(About):
    """The deadline for orders has moved, by an organiser for this reason, or by the time for which the site was away."""

    slug = "exchange-moved"
    label = N_("The deadline for orders has moved")
    is_answer = False
    tells_entry = False

    before: datetime
    after: datetime
    reason: str = ""
    away_from: datetime | None = None
    away_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A decision about a season that was changed, as the log keeps it; empty: there was none, or there is none."""

    field: str
    before: str
    after: str


@_kind
class Changed(About):
    """Decisions about a season that concern its players were changed, and why; its deadline perhaps among others."""

    slug = "changed"
    label = N_("The season has changed")
    is_answer = False
    tells_entry = False

    changes: tuple[Difference, ...]
    reason: str


@_kind
class Announcement(About):
    """An organiser's own words to the players of a season, as Markdown; one of the languages is enough."""

    slug = "announcement"
    label = N_("A word from the organisers")
    is_answer = False
    tells_entry = False

    subject_ja: str = ""
    subject_en: str = ""
    text_ja: str = ""
    text_en: str = ""

    def to(self, lang: str) -> tuple[str, str, str]:
        """Subject and text for a reader of this language, and the language in which they are."""
        words = {"ja": (self.subject_ja, self.text_ja), "en": (self.subject_en, self.text_en)}
        written = lang if all(words[lang]) else {"ja": "en", "en": "ja"}[lang]
        return *words[written], written


@_kind
class Reminder(About):
    """The deadline is near, and its reader has no entry that counts."""

    slug = "reminder"
    label = N_("Reminder")
    is_answer = False
    tells_entry = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A match of a letter's reader: its record is told from line `since` to before line `until`.

    Then `turn` begins, for which orders are taken until the `deadline`, None once it is over. `is_absent`: it waits no more for
    its reader. `is_annulled`: it counts for nothing.
    """

    match: int
    seat: Literal["A", "B"]
    since: int
    until: int
    turn: int
    deadline: datetime | None = None
    is_asked: bool = False
    is_absent: bool = False
    is_annulled: bool = False


@_kind
class Turn(About):
    """What has become of its reader's matches, what they ask for now, and until when."""

    slug = "turn"
    label = N_("News of your matches")
    is_answer = False
    tells_match = True

    chapters: tuple[Chapter, ...]


@_kind
class Missing(About):
    """The deadline of an exchange is near, and these matches have no orders of its reader yet."""

    slug = "missing"
    label = N_("Reminder of orders")
    is_answer = False
    tells_match = True

    chapters: tuple[Chapter, ...]


@_kind
class Extended(About):
    """An opponent has asked for more time: the deadline of these matches has moved."""

    slug = "extended"
    label = N_("More time for matches")
    is_answer = False
    tells_entry = False

    matches: tuple[str, ...]
    before: datetime
    after: datetime


@_kind
class Report(About):
    """How its reader fared in a season. `word`: the organiser's, of results that are not published yet.

    `entry`: of the character that it tells of, where its reader has several; None: the first of them.
    """

    slug = "report"
    label = N_("Report")
    is_answer = False
    has_results = True
    corrects: ClassVar[bool] = False
    """Whether it takes the place of an earlier one."""

    reason: str = ""
    word: str = ""
    entry: int | None = None


@_kind
class Correction(Report):
    """The report once more, after results were taken back, and why they were. `earlier`: the run that it corrects."""

    slug = "correction"
    label = N_("Corrected report")
    templates = "report"
    corrects = True

    earlier: int | None = None

    reason: str


@_kind
class Digest(About):
    """How a season ended, for those who follow it and took no part."""

    slug = "digest"
    label = N_("How the season ended")
    is_answer = False
    has_results = True


DuelEvent = Literal[
    "invited", "opened", "accepted", "shown", "sent", "reminder", "over", "rematch", "refused"
]
"""What a letter tells of a duel: an invitation; to who opened it or accepted it, the way to their page; what has happened since."""


@_kind
class DuelNews(About):
    """What has happened in its reader's duel, and what it asks of them now.

    `shown` and `builds`: the reader's and the other's, once both may be seen. `has_won`: None if nobody has.
    """

    slug = "duel"
    label = N_("News of your duel")
    is_answer = False
    tells_entry = False
    tells_duel = True
    is_trial = True

    event: DuelEvent
    duel: int
    seat: Literal["A", "B"]
    game: str
    rules: str
    me: str = ""
    other: str = ""
    stage: str = ""
    ending: str = ""
    has_won: bool | None = None
    deadline: datetime | None = None
    days: int = 0
    shown: tuple[str, ...] = ()
    builds: tuple[str, ...] = ()


@_kind
class DuelAnswer(DuelNews):
    """How a mail about a duel was understood. `sent`: what counts now, with its `seal`; `problems`: all that is wrong with it."""

    slug = "duel-answer"
    label = N_("Answer about your duel")
    templates = "duel"
    is_answer = True

    sent: str = ""
    seal: str = ""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown(About):
    """A letter of another version of this program."""

    slug = ""
    label = N_("A letter of an unknown kind")
    is_answer = False


def kind_of(letter: Letter) -> type[About]:
    """The kind of the letter; `Unknown` where this program has none of this name."""
    return KINDS.get(letter.kind, Unknown)


def about(letter: Letter) -> About:
    """The contents of the letter. Raises `LetterUnreadable` where its row does not hold them."""
    if letter.kind not in KINDS:
        raise LetterUnreadable([Problem("letter-unreadable", words=(letter.kind, "kind"))])
    return KINDS[letter.kind].of_row(letter.about)
