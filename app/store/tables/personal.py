"""What tables hold about people. Each table with personal data declares it in `holds`, with how it is erased."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class PersonalData:
    """What a table holds about a person, and what erasure does with it."""

    what: str
    """A description, including what `app.store.security.personal_data` does by hand."""
    whose: str = ""
    """The column that tells whose a row is: it points to a player or is `entry_id`. Empty if only the text or the
    entry tells.
    """
    told: str = ""
    """The name under which `hikyaku player show` counts the rows."""
    goes: bool = False
    """Whether erasure deletes the rows."""
    leaves: Mapping[str, Any] = field(default_factory=dict)
    """The values of columns after erasure, for rows that stay; other columns do not change."""
    signed: str = ""
    """The column with the name of the acting organiser, of whom only the number stays."""


FARED = PersonalData("How a character fared: it stays, under the public name of the entry.")
