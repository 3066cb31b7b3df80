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
    """A strict part: missing or unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", strict=True)


class RecordedMark(RecordPart):
    """When an entry was added or changed after builds had been laid open, and why if an organiser did it."""

    kind: Literal["added", "changed"]
    at: str
    reason: str


class RecordedWithdrawal(RecordPart):
    """An entry that an organiser took out after builds had been laid open, and why.

    In the third format `salt` is the salt of its name. If the name is hidden, `digest` takes the place of `salt`.
    """

    number: int
    name: str
    at: str
    reason: str
    salt: Hex = Field(default="", exclude_if=lambda salt: not salt)
    digest: Hex = Field(default="", exclude_if=lambda digest: not digest)

    def bound(self) -> dict[str, Any]:
        """Return the form that the third digest binds: the digest of the name stands for the name."""
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
    """An entry with its result. `mark` is set if it was added or changed after builds had been laid open.

    The third format has no single salt: `salts` holds those of shown parts, `digests` stands for hidden parts.
    """

    salt: Hex = Field(default="", exclude_if=lambda salt: not salt)
    points: int
    place: int
    mark: RecordedMark | None
    rules: str | None = Field(default=None, exclude_if=lambda rules: rules is None)
    """The rules it was sealed under, if the season has moved to others since."""
    left: bool = Field(default=False, exclude_if=lambda left: not left)
    """Whether it left its matches: then it ranks below all who stayed, and `withdrawn` says when and why."""
    salts: dict[seals.Name, Hex] = Field(default={}, exclude_if=lambda salts: not salts)
    digests: dict[seals.Name, Hex] = Field(default={}, exclude_if=lambda digests: not digests)

    def part_digests(self) -> dict[seals.Name, str]:
        """Return the digests of all parts: computed for shown parts, taken from `digests` for hidden ones."""
        salts = {name: bytes.fromhex(salt) for name, salt in self.salts.items()}
        made = {name: seals.digest(name, salt, getattr(self, name)) for name, salt in salts.items()}
        return {**made, **self.digests}


class RecordedHiding(RecordPart):
    """The parts of an entry that organisers hide. The record leaves them out and writes the number for a hidden name.

    `was_public`: the parts hidden only after results were published (third format).
    """

    number: int
    parts: list[Hidden]
    was_public: list[Hidden] = Field(default=[], exclude_if=lambda those: not those)


class RecordedScoring(RecordPart):
    """The points for results, and the tie-breaks."""

    win: int
    draw: int
    loss: int
    tie_breaks: list[str]

    def scoring(self) -> Scoring:
        """Return the scoring. Raises `SeasonRefused` if no season can score like this."""
        return Scoring.of(self.win, self.draw, self.loss, self.tie_breaks)


class RecordedSeason(RecordPart):
    """The season that was played."""

    slug: str
    game: str
    title_ja: str
    title_en: str


# --- sections -------------------------------------------------------------------------------------------


class Whole(Protocol):
    """What a section may read of the record that contains it."""

    season: RecordedSeason
    rules: str
    house: str
    scoring: RecordedScoring
    entries: list[RecordedEntry]
    withdrawn: list[RecordedWithdrawal]
    outcomes: list[Hex]

    @property
    def proof(self) -> int:
        """Which kind of proof the season uses, as in `Season.proof`: 2 for the third format, else 1."""

    @property
    def in_stages(self) -> bool:
        """Whether pairings depend on results."""

    @property
    def on_sides(self) -> tuple[Sides, list[int | None]]:
        """The sides of the season and each entry's index among them; `NO_SIDES` and [] if there are no sides."""

    @property
    def beacon_facts(self) -> Mapping[str, Any] | None:
        """The beacon as a season keeps it; None without one."""

    def hides(self, *hidden: str) -> set[int]:
        """Return the numbers of the entries that have at least one of these parts hidden."""


@dataclass(frozen=True, slots=True)
class Restoration:
    """A season being restored, as far as it is in the database: its entries by number, and its run."""

    session: Session
    season: Season
    run: Run
    record: Whole
    chronicle: Chronicle
    entries: Mapping[int, Entry]


@dataclass(frozen=True, slots=True)
class FormerSeason:
    """An earlier season that another builds on: builds by number, and a function that returns the final order."""

    slug: str
    game: Ruleset
    builds: Mapping[int, Any]
    order: Callable[[], Mapping[int, Former]]


class Section(RecordPart):
    """An optional part of a record. It writes, checks, compares and restores itself.

    A method with nothing to report yields nothing. `faults`: errors that make the record unplayable. `notes`: remarks
    on a record that holds. `unproven`: claims that nothing in the record can prove.
    """

    @classmethod
    def written(
        cls, session: Session, season: Season, run: Run, played: FinishedRun
    ) -> Self | None:
        """Return this part for a finished run, or None if the season has no such part."""
        raise NotImplementedError(cls.__name__)

    def faults(self, _record: Whole) -> Iterator[Problem]:
        """Yield every fault of this part; here none."""
        return iter(())

    notes = unproven = faults

    def differences(self, _record: Whole, _game: Ruleset) -> Iterator[Problem]:
        """Yield the claims of this part, results aside, that do not follow from the entries."""
        return iter(())

    def missing(self, _session: Session) -> Iterator[Problem]:
        """Yield what prevents this part from being restored on this site."""
        return iter(())

    def restore(self, back: Restoration) -> None:
        """Store this part in the season being restored."""
        raise NotImplementedError(type(self).__name__)

    @property
    def former(self) -> tuple[str, str] | None:
        """Slug and result digest of the earlier season that this part refers to, or None."""
        return None

    def against(self, _former: FormerSeason) -> Iterator[Problem]:
        """Compare the claims about an earlier season with that season's own record."""
        return iter(())

    @property
    def closing_seals(self) -> Mapping[int, str]:
        """The seals of the first closing by number, if dice or lots depend on them."""
        return {}


def listed(numbers: Iterable[int]) -> str:
    """Return these numbers, sorted, as text for a message."""
    return ", ".join(map(str, sorted(numbers)))
