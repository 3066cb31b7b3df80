"""The findings of a checkup."""

from dataclasses import dataclass
from typing import Final

SECONDS: Final = 10
"""The longest wait for a server's answer."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check. `wrong` is the fault in a sentence, empty if all is well."""

    what: str
    found: str
    wrong: str = ""
    used: bool = True

    @property
    def state(self) -> str:
        """In a word."""
        return "FAILED" if self.wrong else "ok" if self.used else "not used"
