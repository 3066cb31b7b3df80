"""What every part of a record is, and an entry as it stands in one."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.store.entrants import Part as Hidden
from app.store.results import parts as seals

Hex = Annotated[str, Field(pattern=r"^([0-9a-f]{2})*$")]


class Part(BaseModel):
    """Read strictly: a record with anything missing or unknown in it is none."""

    model_config = ConfigDict(extra="forbid", strict=True)


class RecordedMark(Part):
    """When and how an entry became what it is after the builds had been laid open, and why if an organiser did it."""

    kind: Literal["added", "changed"]
    at: str
    reason: str


class RecordedWithdrawal(Part):
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


class EarlierEntry(Part):
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

    In the third format it has no single salt, but `salts` of the parts that are shown and `digests` of those that are hidden.
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


class RecordedHiding(Part):
    """The parts of an entry that organisers hide from everybody: they are left out, its name for its number.

    `was_public`: those of them that were hidden after the results had been published, in the third format.
    """

    number: int
    parts: list[Hidden]
    was_public: list[Hidden] = Field(default=[], exclude_if=lambda those: not those)
