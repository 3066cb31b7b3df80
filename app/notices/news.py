"""Letters of news. Each carries a link that stops them."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Literal

from app.i18n import N_
from app.notices.about import About, KeptProblems, News, SeasonNews, kind


@kind
class Withdrawn(About):
    """An entry was taken out, by its player or by an organiser, who may give a reason.

    `also`: the names of others taken out with it; `left`: the player's characters that remain.
    `stays`: its line stays in the table, below all that remain. `retired`: it is paired no more in
    a season with stages, and its earlier results count.
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
    """The next round of a season has opened. The revision `played` takes part again unless its
    player changes it, or it is not legal there. `others`: revisions of the reader's other
    characters; `out`: those that are not legal there.
    """

    label = N_("The next round has opened")

    played: int
    others: tuple[int, ...] = ()
    out: tuple[int, ...] = ()


@kind
class Bulletin(SeasonNews):
    """The results of a night: those of the reader's characters in the rounds from `first` to
    `last`, and the standings after them.
    """

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
    """The current entry. `is_waiting`: a later revision is held; `renewed`: the secret addresses
    are new; `is_asked`: whether it was asked if it may be played.
    """

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
    """A season takes entries again. `seen`: organisers could see the builds in between."""

    label = N_("Entries are taken again")

    reason: str
    seen: bool


@kind
class CalledOff(About):
    """A season was called off, and why. `following`: the next season of this game that takes
    entries. `names`: the reader's characters that one yes enters there.
    """

    label = N_("The season was called off")
    tells_entry = False

    reason: str
    following: int | None = None
    names: tuple[str, ...] = ()


@kind
class Lacking(About):
    """Organisers hear that a season lacks entries. `until`: when it is called off unless they close
    it or give it more `hours`; None before its deadline.
    """

    label = N_("Too few entries")
    tells_entry = False
    is_answer = True

    entries: int
    minimum: int
    newcomers: int
    until: datetime | None = None
    hours: int = 0
    is_run: bool = False
    """Whether an answer to such a letter has closed it."""


@kind
class Deadline(SeasonNews):
    """The deadline of a season has moved, because an organiser gave this reason, or by the time
    that the site was away. `before` is None if none was announced.
    """

    label = N_("The deadline has moved")

    before: datetime | None
    after: datetime
    reason: str
    away_from: datetime | None = None
    away_until: datetime | None = None


@kind
class ExchangeMoved(SeasonNews):
    """The deadline for orders has moved, because an organiser gave this reason, or by the time that
    the site was away.
    """

    label = N_("The deadline for orders has moved")

    before: datetime
    after: datetime
    reason: str = ""
    away_from: datetime | None = None
    away_until: datetime | None = None


@kind
class Paused(About):
    """Seasons of the reader were paused, for this reason. Without a reason they go on, and every
    deadline is later by the length of the pause.
    """

    label = N_("Seasons paused or resumed")
    tells_entry = False

    seasons: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A changed decision of a season, as the log keeps it. Empty: not set."""

    field: str
    before: str
    after: str


@kind
class Changed(SeasonNews):
    """Decisions about a season that concern its players were changed, and why. Its deadline may be
    among them.
    """

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
        """Subject and text for a reader of this language, and the language that they are written
        in.
        """
        words = {"ja": (self.subject_ja, self.text_ja), "en": (self.subject_en, self.text_en)}
        written = lang if all(words[lang]) else {"ja": "en", "en": "ja"}[lang]
        return *words[written], written


@kind
class Reminder(About):
    """The deadline is near, and the reader has no entry that counts."""

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
    """News of the reader's matches, the orders needed now, and the deadline."""

    label = N_("News of your matches")
    wakes = True
    tells_match = True

    chapters: tuple[Chapter, ...]


@kind
class RoundNews(SeasonNews):
    """A round of a stage begins without a match for this entry of the reader: it has a bye, or, if
    `is_out`, it was eliminated in the stage before.
    """

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
    """A seat may change hands: its player is asked, it is offered, an answer was handled, or it was
    taken over. `takeover`: the row with these facts.
    """

    label = N_("A seat in matches")
    tells_entry = False

    takeover: int
    event: Literal["asked", "offered", "taken", "kept", "yours", "declined"]


@kind
class Extended(SeasonNews):
    """The deadline of these matches has moved. `asked`: an opponent asked for more time. Otherwise
    no reason is given.
    """

    label = N_("More time for matches")

    matches: tuple[str, ...]
    before: datetime
    after: datetime
    asked: bool = True


@kind
class Report(About):
    """How the reader fared in a season. `word`: the organiser's, for results that are not published
    yet. `entry`: the character in question, if the reader has several; None: the first.
    """

    label = N_("Report")
    wakes = True
    has_results = True
    corrects: ClassVar[bool] = False
    """Whether it replaces an earlier one."""

    reason: str = ""
    word: str = ""
    entry: int | None = None


@kind
class Correction(Report):
    """The report once more, after results were taken back, with the reason. `earlier`: the run that
    it corrects.
    """

    label = N_("Corrected report")
    templates = "report"
    corrects = True

    earlier: int | None = None

    reason: str


@kind
class Digest(News):
    """How a season ended, for readers who follow it and took no part."""

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
"""The kinds of letters about a duel: an invitation; to its players, the link to their page; news
since then.
"""


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
    """The daily letter: everything that could wait, in the words of its letters, after the matches
    that need orders.
    """

    label = N_("Your letter of the day")
    quotes_mail = True

    letters: tuple[int, ...]
