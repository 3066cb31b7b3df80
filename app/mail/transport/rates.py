"""How many of something come within an hour, by whom: known to this process alone, and forgotten when it ends."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

HOUR: Final = 3600.0
MOST_KEYS: Final = 10_000
"""So many are told apart; of more those that were heard of longest ago are forgotten."""


@dataclass(slots=True)
class Rates:
    """For each key so many at once, and as many again in the course of an hour."""

    most: int
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    """What is left for each key, and when that was counted."""

    def take(self, key: str, now: float) -> bool:
        """Whether there was one left; then it is taken. `now`: seconds of a clock that never goes back."""
        left, at = self._left.pop(key, (float(self.most), now))
        left = min(float(self.most), left + (now - at) * self.most / HOUR)
        may = left >= 1
        self._left[key] = left - may, now
        if len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return may
