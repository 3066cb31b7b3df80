"""Watches for changes of public data: seldom, in the background, on a connection of its own.

So we know what may be shown even while all other connections are busy or the database does not answer.
"""

import asyncio
import logging
from _thread import start_new_thread
from contextlib import suppress
from time import monotonic
from typing import Final

from app.store import editions
from app.store.database import StoreUnavailable
from app.web.dependencies import Site

Edition = tuple[int, int]
"""How often something public has changed, and how many deadlines have passed."""

LOOK_SECONDS: Final = 0.1
"""It is looked no more often whether something public has changed."""
STALE_SECONDS: Final = 0.2
"""An asker who comes later than this after the last look waits for the next."""
PATIENCE_SECONDS: Final = 1
"""A look that takes longer is waited for no more: the database is away."""
AWAY_SECONDS: Final = 15 * 60
"""While the database is away, what was public last is shown for so long: time for it to start again, or elsewhere."""
_HARDLY: Final = 0.1
_log: Final = logging.getLogger(__name__)


class Lookout:
    """Knows the edition of what is public. All of it belongs to one event loop."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.database = site.database
        self.edition: Edition | None = None
        """As it was seen last; None before the first look, and once it is known to have changed."""
        self.published: tuple[tuple[str, int], ...] = ()
        """The seasons that were published last, and with which run."""
        self.looked_at = -STALE_SECONDS
        """When the last look began that has ended."""
        self.away_since: float | None = None
        """Since when the database has not answered."""
        self.seen, self.seen_at = self.database.public_changes, -LOOK_SECONDS
        """The changes of this process that were seen, and when such were seen last."""
        self.looking: asyncio.Future[None] | None = None
        self.began_at = 0.0
        self.began_with = self.seen
        """The changes of this process when the look began that is under way."""

    @property
    def is_away(self) -> bool:
        """Whether the database does not say what is public now."""
        return self.away_since is not None or self._is_overdue(monotonic())

    @property
    def is_blind(self) -> bool:
        """Whether it has been away for so long that nothing should be shown that was public then."""
        since = self.away_since if self.away_since is not None else self.began_at
        return self.is_away and monotonic() - since > AWAY_SECONDS

    def is_current(self) -> bool:
        """Whether the edition is known well enough to answer by it. Begins to look for the next if it is time."""
        now, own = monotonic(), self.database.public_changes
        if own != self.seen and now - self.seen_at >= LOOK_SECONDS:
            return False
        since = now - self.looked_at
        if since >= LOOK_SECONDS:
            self._begin(now)
        return since < STALE_SECONDS or self._is_overdue(now)

    async def look(self) -> None:
        """The edition is current, or the database is away."""
        if self.is_current():
            return
        own = self.database.public_changes
        if own != self.seen:  # what this process changes it shows at once, to everybody
            self.seen, self.seen_at = own, monotonic()
            self.edition = None  # what it was is not shown again, even if no look tells what it is
            self.looked_at = self.seen_at - STALE_SECONDS
        if self.began_with < self.seen:  # such a look tells nothing of the change
            await self._wait()
        self._begin(monotonic())
        await self._wait()

    def _is_overdue(self, now: float) -> bool:
        return self.looking is not None and now - self.began_at > PATIENCE_SECONDS

    async def _wait(self) -> None:
        """Wait for the look that is under way, but not for long; hardly, if the one before was in vain."""
        if self.looking:
            patience = PATIENCE_SECONDS if self.away_since is None else _HARDLY
            left = self.began_at + patience - monotonic()
            await asyncio.wait([self.looking], timeout=max(left, 0))

    def _begin(self, now: float) -> None:
        """Look, in a thread that nothing waits for: a database that says nothing keeps no process from ending."""
        if self.looking:
            return
        loop = asyncio.get_running_loop()

        def look() -> None:
            seen = None
            try:
                seen = self._edition()
            except StoreUnavailable as error:
                _log.warning("pages from memory stay as they are: %s", error)
            finally:
                with suppress(RuntimeError):  # of a loop that has ended
                    loop.call_soon_threadsafe(self._end, seen)

        self.began_at, self.began_with = now, self.database.public_changes
        self.looking = loop.create_future()
        try:
            # Without a wait until it has started, for which there may be a queue.
            start_new_thread(look, ())
        except RuntimeError as error:
            _log.warning("pages from memory stay as they are: %s", error)
            self._end(None)

    def _end(self, seen: Edition | None) -> None:
        looking, self.looking = self.looking, None
        if looking and not looking.done():
            looking.set_result(None)
        if self.began_with < self.seen:
            return
        if seen is None:
            self.away_since = self.began_at if self.away_since is None else self.away_since
        else:
            self.edition, self.away_since = seen, None
        self.looked_at = self.began_at

    def _edition(self) -> Edition:
        with self.database.glancing() as connection:
            edition = editions.seen(connection, self.site.now())
            if edition != self.edition:
                self.published = editions.published(connection)
            return edition
