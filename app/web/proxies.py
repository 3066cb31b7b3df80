"""The server in front of ours, as a request tells of it."""

import logging
from typing import Final

from fastapi import Request

_log: Final = logging.getLogger(__name__)
_told: Final[set[str]] = set()
_MOST_TOLD: Final = 20


def claimed_client(request: Request) -> str | None:
    """The client that a server in front names, if `FORWARDED_ALLOW_IPS` does not name that server; else None.

    Uvicorn has put the client of a named one in the place of its own address. Anybody can write such a field:
    what it says may tell clients apart, and prove nothing.
    """
    named = [
        each.strip()
        for value in request.headers.getlist("X-Forwarded-For")
        for each in value.split(",")
    ]
    if not named and "Forwarded" in request.headers:
        named = [request.headers.getlist("Forwarded")[-1].rpartition(",")[2].strip()]
    peer = request.client.host if request.client else ""
    if not named or any(peer and peer in each for each in named):
        return None
    _warn(peer)
    return named[-1][:100]


def _warn(peer: str) -> None:
    """Say once in the life of the program which server should be named."""
    if peer not in _told and len(_told) < _MOST_TOLD:
        _told.add(peer)
        _log.warning(
            "requests come from %s with X-Forwarded-For or Forwarded, and FORWARDED_ALLOW_IPS does not name it: "
            "if it is your server in front, name it there, so that limits count its clients",
            peer,
        )
