"""An act on a season: what it needs, when it can be done, what it undoes and causes, and how it is done."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlmodel import Session

from app.errors import Problem
from app.i18n import N_
from app.league.people.organisers import Right
from app.store.tables import Season, SeasonState


def never(_: Season) -> bool:
    """It may be left out."""
    return False


def always(_: Season) -> bool:
    """It must be given."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What an act is told: its function takes it by this name, and so do programs.

    `kind` is `str`, `int`, `bool`, `datetime`, a list of strings, or a `Literal` of some words.
    """

    name: str
    kind: Any = str
    usual: Any = ...
    """What holds where nothing is said; `...` where it must be said."""
    meaning: str = ""
    """For commands and programs."""
    option: str = ""
    """On the command line; without one it is an argument there."""
    metavar: str | None = None
    label: str = ""
    """Its field on the desk; without a label it has none."""
    hint: str = ""
    needed: Callable[[Season], bool | None] = never
    """Whether the field must be filled in; None where it is not asked for."""
    sent_as: str = ""
    """The name of its field, if that is another."""

    @property
    def field(self) -> str:
        """The name of its field on the desk."""
        return self.sent_as or self.name

    @property
    def control(self) -> str:
        """What its field on the desk takes, as HTML calls it."""
        return {datetime: "datetime-local", bool: "checkbox"}.get(self.kind, "text")


@dataclass(frozen=True, slots=True)
class SeasonAct:
    """An act of an organiser on a season in one of these states, and its consequences."""

    slug: str
    do: Callable[..., Any]
    """Called with the session, the slug of the season, the organiser, and by its name whatever it needs."""
    meaning: str
    """For commands and programs: what is true after the act. Programs show the first paragraph."""
    states: tuple[SeasonState, ...] = tuple(SeasonState)
    needs: tuple[Need, ...] = ()
    label: str = ""
    """Its button on the organisers' page of the season, which leads to a page of the act.

    Acts without one are on other pages.
    """
    consequences: str = ""
    announced: Mapping[str, Any] = field(default_factory=dict)
    """The label and the consequences while a release is announced, if they differ then."""
    page: str = ""
    """The end of its address on the organisers' pages, if its button has a separate place."""
    right: Right = Right.SEASONS
    """What the role of the organiser, or the token of a program, must allow."""
    wants_proof: bool = False
    """Whether the desk asks for a proof of identity first."""
    is_dangerous: bool = False
    """Whether it takes back what others have seen: such acts stand apart."""
    takes_back: bool = False
    """Whether it may take results back. The organiser then sees what was planned for them."""
    calls_off: bool = False
    """Whether it may call a release off as well."""
    moves_stages: bool = False
    """Whether it may change results of stages: what it changes is shown before."""
    letters: Callable[[Session, Season], int] | None = None
    """How many players get a letter."""
    warns: Callable[[Session, Season], Iterator[Problem]] | None = None
    """Problems that the act leads to, but that do not prevent it."""
    waits_for_mail: bool = False
    """Whether mail that came before must be read first."""
    has_command: bool = True
    """Whether it has a separate command; otherwise another command does it."""
    makes: bool = False
    """Whether the act creates another season."""
    gives: type | None = Season
    """What programs get as an answer: the season, an entry, a run; None if nothing is left."""
    logged: str = ""
    """What the log on the desk calls it."""
    logged_as: str = ""
    """Its name in the log, if it is another."""
    noun: str = ""
    """The act as a noun, for programs: the name of what they send."""
    examples: tuple[str, ...] = ()
    done: str | Callable[[Any, Mapping[str, Any]], str] = "{slug}: {state}."
    """The words of a command after the act, from its result and its arguments."""

    @property
    def may_be_quiet(self) -> bool:
        """Whether it can be done without letters."""
        return any(need.name == "announce" for need in self.needs)


# --- what many need -----------------------------------------------------------------------------------


def reason(needed: Callable[[Season], bool] = never) -> Need:
    """Why, for the log."""
    return Need(
        name="reason",
        usual="",
        meaning="Why: kept in the log; players do not see it.",
        option="--reason",
        metavar="TEXT",
        label=N_("Why"),
        hint=N_("Kept in the organisers' log. Players do not see it."),
        needed=needed,
    )


def tell(
    meaning: str = "What to tell the players of the reason; nothing without it.",
    hint: str = "",
    label: str = N_("What to tell the players"),
    option: str = "--tell",
    needed: Callable[[Season], bool] = never,
) -> Need:
    """Why, for players."""
    return Need(
        name="tell",
        usual="",
        meaning=meaning,
        option=option,
        metavar="TEXT",
        label=label,
        hint=hint,
        needed=needed,
    )


PUBLIC: Final = (
    "Why, as everybody is told it: by the season's page, its feed and a letter to every player."
)
ENTRY: Final = Need(name="entry", meaning="Its name or number.", metavar="ENTRY")
