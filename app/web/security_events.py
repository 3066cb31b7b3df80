"""Security events of a request, written to the log after it ends.

No session of the request is open then, so they are kept even if the request was refused or changed nothing.
"""

import logging
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from app.store.database import StoreUnavailable
from app.store.security import security_log
from app.store.security.security_log import SecurityEvent
from app.web.client import digest_of
from app.web.dependencies import Site

_NOTES: Final = "hikyaku.security"
_MOST: Final = 10
"""More does not happen in one request."""
_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Note:
    event: SecurityEvent
    now: datetime
    client: str
    player: int | None
    season: int | None
    detail: dict[str, Any] = field(default_factory=dict)


def note(
    request: Request,
    event: SecurityEvent,
    now: datetime,
    *,
    player: int | None = None,
    season: int | None = None,
    **detail: str | int,
) -> None:
    """The event will be in the security log when this request has been answered, or refused."""
    notes: list[_Note] = request.scope.setdefault(_NOTES, [])
    if len(notes) < _MOST:
        notes.append(_Note(event, now, digest_of(request), player, season, dict(detail)))


class Witness:
    """Writes the security events of a request, in a separate transaction."""

    def __init__(self, app: ASGIApp, *, site: Site) -> None:
        self.app = app
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer through the app, then write."""
        notes: list[_Note] = []
        scope[_NOTES] = notes
        try:
            await self.app(scope, receive, send)
        finally:
            if notes:
                await run_in_threadpool(self._write, notes)

    def _write(self, notes: list[_Note]) -> None:
        try:
            with self.site.database.writing() as session:
                for each in notes:
                    security_log.note(
                        session,
                        each.event,
                        now=each.now,
                        client=each.client,
                        player=each.player,
                        season=each.season,
                        detail=each.detail,
                    )
        except StoreUnavailable as error:
            events = ", ".join(each.event.value for each in notes)
            _log.error("not kept in the security log, since %s: %s", error, events)
