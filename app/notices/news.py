"""Letters that tell what has happened, and carry a link that stops them."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Literal

from app.i18n import N_
from app.notices.about import About, KeptProblems, News, SeasonNews, kind


@kind
class Withdrawn(About):
    """An entry is out, by its player or by an organiser, who may give a reason.

    `also`: the names of others that are out with it; `left`: of those that its player still has. `stays`: its line stays in the
    table, below all who stayed. `retired`: it is paired no more in a season in stages, and what it had played stands.
    """

    label = N_("Withdrawn from the season")
    tells_entry = False

    name: str = ""
    also: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    by_organiser: bool = False
    reason: str = ""
    stays: bool = False
    retired: bool = False


@kind
class NextRound(News):
    """The next round of a season has opened: the revision `played` takes part again unless its player changes it, or is not legal there.

    `others`: what further characters of the reader's played; `out`: those of these that are not legal there.
    """

    label = N_("The next round has opened")

    played: int
    others: tuple[int, ...] = ()
    out: tuple[int, ...] = ()


@kind
class Bulletin(SeasonNews):
    """The results of a night: those of the reader's characters in the rounds from `first` to `last`, and the standings by all until then."""

    label = N_("The results of a night")

    first: int
    last: int


@kind
class Corrected(News):
    """An organiser has corrected an entry, and says why. `before`: the revision that counted until then."""

    label = N_("Your entry was corrected")

    before: int
    reason: str


@kind
class Hidden(SeasonNews):
    """An organiser hides what an entry shows, or shows it again, and says why."""

    label = N_("Hidden or shown again")

    part: Literal["name", "owner", "lore", "picture"]
    name: str
    owner: str = ""
    shown_again: bool = False
    reason: str = ""


@kind
class Shown(About):
    """The current entry. `is_waiting`: a later revision is held; `renewed`: the secret addresses are new; `is_asked`: whether it may be played so."""

    label = N_("Your current entry")

    is_waiting: bool = False
    is_asked: bool = False
    renewed: bool = False


@kind
class Opened(SeasonNews):
    """A season takes entries."""

    label = N_("A season has opened")


@kind
class Reopened(SeasonNews):
    """A season takes entries again. `seen`: organisers could see the builds meanwhile."""

    label = N_("Entries are taken again")

    reason: str
    seen: bool


@kind
class CalledOff(About):
    """A season was called off, and why. `following`: the season of its game that takes entries next; `names`: the reader's characters that one yes enters there."""

    label = N_("The season was called off")
    tells_entry = False

    reason: str
    following: int | None = None
    names: tuple[str, ...] = ()


@kind
class Lacking(About):
    """Its organisers hear that a season lacks entries. `until`: when it is called off unless they close it, or has more `hours`; None before its deadline."""

    label = N_("Too few entries")
    tells_entry = False
    is_answer = True

    entries: int
    minimum: int
    newcomers: int
    until: datetime | None = None
    hours: int = 0
    is_run: bool = False
    """Whether it has been closed by an answer to such a letter."""


@kind
class Deadline(SeasonNews):
    """The deadline of a season has moved, by an organiser for this reason, or by the time for which the site was away.

    `before` is None where none was announced.
    """

    label = N_("The deadline has moved")

    before: datetime | None
    after: datetime
    reason: str
    away_from: datetime | None = None
    away_until: datetime | None = None


@kind
class ExchangeMoved(SeasonNews):
    """The deadline for orders has moved, by an organiser for this reason, or by the time for which the site was away."""

    label = N_("The deadline for orders has moved")

    before: datetime
    after: datetime
    reason: str = ""
    away_from: datetime | None = None
    away_until: datetime | None = None


@kind
class Paused(About):
    """Seasons of its reader have been paused, for this reason; without one they go on, and everything comes later by the length of the pause."""

    label = N_("Seasons paused or resumed")
    tells_entry = False

    seasons: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A changed decision of a season, as the log keeps it. Empty: it was unset before, or is now."""

    field: str
    before: str
    after: str


@kind
class Changed(SeasonNews):
    """Decisions about a season that concern its players were changed, and why; its deadline perhaps among others."""

    label = N_("The season has changed")

    changes: tuple[Difference, ...]
    reason: str


@kind
class Announcement(SeasonNews):
    """An organiser's own words to the players of a season, as Markdown; one of the languages is enough."""

    label = N_("A word from the organisers")

    subject_ja: str = ""
    subject_en: str = ""
    text_ja: str = ""
    text_en: str = ""

    def to(self, lang: str) -> tuple[str, str, str]:
        """Subject and text for a reader of this language, and the language in which they are."""
        words = {"ja": (self.subject_ja, self.text_ja), "en": (self.subject_en, self.text_en)}
        written = lang if all(words[lang]) else {"ja": "en", "en": "ja"}[lang]
        return *words[written], written


@kind
class Reminder(About):
    """The deadline is near, and its reader has no entry that counts."""

    label = N_("Reminder")
    wakes = True
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


@kind
class Turn(About):
    """News of the reader's matches, the orders they need now, and the deadline."""

    label = N_("News of your matches")
    wakes = True
    tells_match = True

    chapters: tuple[Chapter, ...]


@kind
class RoundNews(SeasonNews):
    """A round of a stage begins without a match of this entry of the reader's: it rests; or, if it `is_out`, its way has ended with the stage before."""

    label = N_("A round without your match")

    stage: int
    round: int
    entry: int
    is_out: bool = False


@kind
class Missing(About):
    """The deadline of an exchange is near, and these matches have no orders of its reader yet."""

    label = N_("Reminder of orders")
    wakes = True
    tells_match = True

    chapters: tuple[Chapter, ...]


@kind
class SeatNews(About):
    """A seat may change hands: its player is asked, or it is offered; what an answer has come to; or it was taken over.

    `takeover`: the row that knows which.
    """

    label = N_("A seat in matches")
    tells_entry = False

    takeover: int
    event: Literal["asked", "offered", "taken", "kept", "yours", "declined"]


@kind
class Extended(SeasonNews):
    """The deadline of these matches has moved. `asked`: since an opponent has asked for more time; else nobody is told why."""

    label = N_("More time for matches")

    matches: tuple[str, ...]
    before: datetime
    after: datetime
    asked: bool = True


@kind
class Report(About):
    """How its reader fared in a season. `word`: the organiser's, of results that are not published yet.

    `entry`: of the character that it tells of, where its reader has several; None: the first of them.
    """

    label = N_("Report")
    wakes = True
    has_results = True
    corrects: ClassVar[bool] = False
    """Whether it takes the place of an earlier one."""

    reason: str = ""
    word: str = ""
    entry: int | None = None


@kind
class Correction(Report):
    """The report once more, after results were taken back, and why they were. `earlier`: the run that it corrects."""

    label = N_("Corrected report")
    templates = "report"
    corrects = True

    earlier: int | None = None

    reason: str


@kind
class Digest(News):
    """How a season ended, for those who follow it and took no part."""

    label = N_("How the season ended")
    has_results = True


DuelEvent = Literal[
    "invited",
    "opened",
    "accepted",
    "proposed",
    "agreed",
    "shown",
    "sent",
    "begun",
    "reminder",
    "over",
    "rematch",
    "refused",
]
"""What a letter tells of a duel: an invitation; to who opened it or accepted it, the way to their page; what has happened since."""


@kind
class DuelNews(About):
    """News of the reader's duel, and what the reader has to do now.

    `shown` and `builds`: the reader's and the other's, once both may be seen. `has_won`: None if nobody has. `asks`: `me` or
    `other`, who is asked to agree to the settings. `shows_cards`: open cards come first.
    """

    slug = "duel"
    label = N_("News of your duel")
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
    shows_cards: bool = True
    config: dict[str, Any] = field(default_factory=dict)
    asks: str = ""
    shown: tuple[str, ...] = ()
    builds: tuple[str, ...] = ()


@kind
class OwnNews(About):
    """News of the reader's groups, builds, challenges and time away."""

    label = N_("Your groups and builds")
    tells_entry = False
    is_trial = True

    said: KeptProblems


@kind
class Daily(About):
    """The letter of the day: all that could wait, with the words of these letters, and first the matches that wait for orders."""

    label = N_("Your letter of the day")
    quotes_mail = True

    letters: tuple[int, ...]
