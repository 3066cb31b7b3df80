"""Common types of a record: its parts, an entry within it, and the interface of a section."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Protocol, Self

from pydantic import BaseModel, ConfigDict, Field
from sqlmodel import Session

from app.engine import Ruleset
from app.errors import Problem
from app.league.archive.chronicle import Chronicle
from app.league.eligibility.sides import Sides
from app.league.results.results import FinishedRun
from app.store.entrants import Part as Hidden
from app.store.results import parts as seals
from app.store.tables import Entry, Run, Season
from app.tournament.formats.rankings import Former
from app.tournament.scoring import Scoring

Hex = Annotated[str, Field(pattern=r"^([0-9a-f]{2})*$")]


class RecordPart(BaseModel):
    """Read strictly: anything missing or unknown is an error."""

    model_config = ConfigDict(extra="forbid", strict=True)


class RecordedMark(RecordPart):
    """When and how an entry became what it is after the builds had been laid open, and why if an organiser did it."""

    kind: Literal["added", "changed"]
    at: str
    reason: str


class RecordedWithdrawal(RecordPart):
    """An entry that an organiser took out after the builds had been laid open, and why.

    In the third format `salt` is that of its name, or where this is hidden `digest` its digest.
    """

    number: int
    name: str
    at: str
    reason: str
    salt: Hex = Field(default="", exclude_if=lambda salt: not salt)
    digest: Hex = Field(default="", exclude_if=lambda digest: not digest)

    def bound(self) -> dict[str, Any]:
        """As the third digest binds it: its name by the digest of that part."""
        name = self.digest or seals.digest("name", bytes.fromhex(self.salt), self.name)
        return {"number": self.number, "name": name, "at": self.at, "reason": self.reason}


class EarlierEntry(RecordPart):
    """An entry as it took part; `salt` opens its `commitment`."""

    number: int
    name: str
    owner: str
    url: str
    build: str
    lore: str
    extras: dict[str, Any]
    salt: Hex
    commitment: Hex


class RecordedEntry(EarlierEntry):
    """And how it fared; `mark` is there if it was added or changed with open builds in view.

    In the third format it has no single salt, but `salts` of the parts that are shown and `digests`
    of those that are hidden.
    """

    salt: Hex = Field(default="", exclude_if=lambda salt: not salt)
    points: int
    place: int
    mark: RecordedMark | None
    rules: str | None = Field(default=None, exclude_if=lambda rules: rules is None)
    """The rules that it was sealed under, where the season has moved to others since."""
    left: bool = Field(default=False, exclude_if=lambda left: not left)
    """Whether it left its matches, and stands below all who stayed: then `withdrawn` tells when and why."""
    salts: dict[seals.Name, Hex] = Field(default={}, exclude_if=lambda salts: not salts)
    digests: dict[seals.Name, Hex] = Field(default={}, exclude_if=lambda digests: not digests)

    def part_digests(self) -> dict[seals.Name, str]:
        """The digests of its parts: made from those that are shown, given of those that are hidden."""
        salts = {name: bytes.fromhex(salt) for name, salt in self.salts.items()}
        made = {name: seals.digest(name, salt, getattr(self, name)) for name, salt in salts.items()}
        return {**made, **self.digests}


class RecordedHiding(RecordPart):
    """The parts of an entry that organisers hide from everybody: they are left out, its name for its number.

    `was_public`: those of them that were hidden after the results had been published, in the third format.
    """

    number: int
    parts: list[Hidden]
    was_public: list[Hidden] = Field(default=[], exclude_if=lambda those: not those)


class RecordedScoring(RecordPart):
    """The scoring: the points of results, and the tie-breaks."""

    win: int
    draw: int
    loss: int
    tie_breaks: list[str]

    def scoring(self) -> Scoring:
        """The scoring. Raises `SeasonRefused` if no season can score like this."""
        return Scoring.of(self.win, self.draw, self.loss, self.tie_breaks)


class RecordedSeason(RecordPart):
    """The season that was played."""

    slug: str
    game: str
    title_ja: str
    title_en: str


# --- sections -------------------------------------------------------------------------------------------


class Whole(Protocol):
    """The record that a section stands in, as far as sections ask for it."""

    season: RecordedSeason
    rules: str
    house: str
    scoring: RecordedScoring
    entries: list[RecordedEntry]
    withdrawn: list[RecordedWithdrawal]
    outcomes: list[Hex]

    @property
    def proof(self) -> int:
        """How its season is proven."""

    @property
    def in_stages(self) -> bool:
        """Whether pairings depend on results."""

    @property
    def on_sides(self) -> tuple[Sides, list[int | None]]:
        """The sides of the season, and the index of each entry's side; None without sides."""

    @property
    def beacon_facts(self) -> Mapping[str, Any] | None:
        """The beacon as a season keeps it; None without one."""

    def hides(self, *hidden: str) -> set[int]:
        """The numbers of the entries with any of these parts left out."""


@dataclass(frozen=True, slots=True)
class Restoration:
    """A season that comes back, as far as it is here: its entries by number, and its run."""

    session: Session
    season: Season
    run: Run
    record: Whole
    chronicle: Chronicle
    entries: Mapping[int, Entry]


@dataclass(frozen=True, slots=True)
class FormerSeason:
    """A season that another one continues: the builds of its entries by number, and their final
    standings.
    """

    slug: str
    game: Ruleset
    builds: Mapping[int, Any]
    order: Callable[[], Mapping[int, Former]]


class Section(RecordPart):
    """A part of a record that not every season has: it writes, checks, compares and restores itself.

    What it has nothing to say of it leaves out. `faults`: what no season can have, so that nothing can be played by it;
    `notes`: the remarks on it if it holds; `unproven`: what it says that nothing in the record can prove.
    """

    @classmethod
    def written(
        cls, session: Session, season: Season, run: Run, played: FinishedRun
    ) -> Self | None:
        """The section of this finished run; None for a season without it."""
        raise NotImplementedError(cls.__name__)

    def faults(self, _record: Whole) -> Iterator[Problem]:
        """None."""
        return iter(())

    notes = unproven = faults

    def differences(self, _record: Whole, _game: Ruleset) -> Iterator[Problem]:
        """What it says besides the results that does not follow from the entries."""
        return iter(())

    def missing(self, _session: Session) -> Iterator[Problem]:
        """What keeps it from coming back here."""
        return iter(())

    def restore(self, back: Restoration) -> None:
        """The season that comes back has it."""
        raise NotImplementedError(type(self).__name__)

    @property
    def former(self) -> tuple[str, str] | None:
        """The season that it continues, by slug and digest of its results."""
        return None

    def against(self, _former: FormerSeason) -> Iterator[Problem]:
        """The differences between what it says of that season and the record of this one."""
        return iter(())

    @property
    def closing_seals(self) -> Mapping[int, str]:
        """The seals of the first closing by number, where something hangs on them."""
        return {}


def listed(numbers: Iterable[int]) -> str:
    """These numbers in order, as sentences name them."""
    return ", ".join(map(str, sorted(numbers)))
