"""An act on a season: what it needs, when it is possible, what it causes, and the function that does it."""

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
    """The need is optional."""
    return False


def always(_: Season) -> bool:
    """The need is required."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A parameter of an act. Its function and programs use it by this name.

    `kind` is `str`, `int`, `bool`, `datetime`, a list of strings, or a `Literal` of some words.
    """

    name: str
    kind: Any = str
    usual: Any = ...
    """The default; `...` if a value is required."""
    meaning: str = ""
    """The help text for commands and programs."""
    option: str = ""
    """The option on the command line; if empty, the need is an argument there."""
    metavar: str | None = None
    label: str = ""
    """The label of the field on the desk; if empty, the desk shows no field."""
    hint: str = ""
    needed: Callable[[Season], bool | None] = never
    """Whether the field must be filled in; None if the desk does not show it in this season."""
    sent_as: str = ""
    """The name of the field in the form, if it differs from `name`."""

    @property
    def field(self) -> str:
        """The name of the field in the form on the desk."""
        return self.sent_as or self.name

    @property
    def control(self) -> str:
        """The type of the field on the desk, as HTML names it."""
        return {datetime: "datetime-local", bool: "checkbox"}.get(self.kind, "text")


@dataclass(frozen=True, slots=True)
class SeasonAct:
    """An act of an organiser on a season in one of these states, with its consequences."""

    slug: str
    do: Callable[..., Any]
    """The function; called with the session, the slug of the season, the organiser, and every need by its name."""
    meaning: str
    """What is true afterwards, for commands and programs. Programs read the first paragraph."""
    states: tuple[SeasonState, ...] = tuple(SeasonState)
    needs: tuple[Need, ...] = ()
    label: str = ""
    """The button on the organisers' page of the season, which leads to the page of the act.

    An act without a label is on another page.
    """
    consequences: str = ""
    announced: Mapping[str, Any] = field(default_factory=dict)
    """Label and consequences while a release is announced, if they differ."""
    page: str = ""
    """The end of the act's address on the organisers' pages, if its button is in another place."""
    right: Right = Right.SEASONS
    """The right that an organiser's role, or a program's token, must include."""
    wants_proof: bool = False
    """Whether the desk asks organisers to sign in again."""
    is_dangerous: bool = False
    """Whether it takes back what others have seen. The desk shows such acts apart from others."""
    takes_back: bool = False
    """Whether it may withdraw results. Then the desk lists the plans that this ends."""
    calls_off: bool = False
    """Whether it may also withdraw an announced release."""
    moves_stages: bool = False
    """Whether it may change results of stages. Then a preview shows the changes first."""
    letters: Callable[[Session, Season], int] | None = None
    """Returns the number of players who get a letter."""
    warns: Callable[[Session, Season], Iterator[Problem]] | None = None
    """Yields warnings about what will not fit afterwards. They do not prevent the act."""
    waits_for_mail: bool = False
    """Whether mail that arrived earlier must be read first."""
    has_command: bool = True
    """Whether it has a separate command; otherwise another command does it."""
    makes: bool = False
    """Whether it creates another season."""
    gives: type | None = Season
    """The type returned to programs: a season, an entry or a run; None if nothing is left to return."""
    logged: str = ""
    """What the log on the desk calls it."""
    logged_as: str = ""
    """The key of the act in the log, if it differs from `slug`."""
    noun: str = ""
    """The act as a noun. Programs send an object of this name."""
    examples: tuple[str, ...] = ()
    done: str | Callable[[Any, Mapping[str, Any]], str] = "{slug}: {state}."
    """What a command prints afterwards, made from the result and the needs."""

    @property
    def may_be_quiet(self) -> bool:
        """Whether the act can be done without letters."""
        return any(need.name == "announce" for need in self.needs)


# --- what many need -----------------------------------------------------------------------------------


def reason(needed: Callable[[Season], bool] = never) -> Need:
    """Make the need for a reason, which only the log keeps."""
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
    """Make the need for a reason that players read."""
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
