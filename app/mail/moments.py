"""The moment of a mail, by one law for entries, orders, confirmations and withdrawals: the courier's clock.

It is our own accept. Where our door was away, or could keep nothing, it is when the mail was handed to the site's own
mail server, as far as our log shows that we would have taken it then.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

Gaps = Sequence[tuple[datetime, datetime]]
"""The times in which a door took nothing, each from the last moment at which it was known to take mail."""

FARTHEST: Final = timedelta(days=5)
"""No mail counts as earlier than so long before we had it: mail servers give up after so many days."""
OFF: Final = timedelta(minutes=2)
"""A mail server whose clock is off by more is not believed."""


def moment(accepted: datetime, said: datetime | None, gaps: Gaps, off: timedelta) -> datetime:
    """When a mail counts as received that we accepted then; `said`: what the mail server says, whose clock is so far off."""
    if said is None or abs(off) > OFF:
        return accepted
    earliest = max(said, accepted - FARTHEST)
    return min([accepted, *(max(earliest, began) for began, ended in gaps if earliest < ended)])


def came_at_once(accepted: datetime, said: datetime, gaps: Gaps) -> bool:
    """Whether nothing held the mail up on its way: then both clocks show the same time."""
    return not any(said < ended and accepted - began >= OFF for began, ended in gaps)
