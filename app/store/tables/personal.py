"""What tables hold of people: each with anything of a person in it says so in `holds`, and how that ends."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class PersonalData:
    """What a table holds of a person, and what becomes of it when that person is erased."""

    what: str
    """In words, with what is done by hand in `app.store.security.personal_data`."""
    whose: str = ""
    """The column by which rows are a person's: one that points to a player, or `entry_id`; else only their text tells, or their entry."""
    told: str = ""
    """Under this name `hikyaku player show` counts the rows."""
    goes: bool = False
    """Whether the rows go."""
    leaves: Mapping[str, Any] = field(default_factory=dict)
    """What columns of rows that stay hold afterwards; those that are not named stay as they are."""
    signed: str = ""
    """The column with the name of the organiser who did it: only their number stays."""


FARED = PersonalData("How a character fared: it stays, under the public name of the entry.")
