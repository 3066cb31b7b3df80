"""Claims on work, and whether the process that made one is still alive.

A claim names its process: host, process number, start time. So a process on the same host knows at once that the
claimant is dead, and need not wait for the claim to run out. For processes elsewhere only the time tells.
"""

import os
import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from sqlalchemy import event
from sqlmodel import Session

LONGEST: Final = 64
"""Characters of a claim."""
_NAMED: Final = re.compile(r"(?P<host>[0-9a-f]+)\.(?P<pid>\d+)\.(?P<start>\d+)\.[0-9a-f]+")
_PROC: Final = Path("/proc")
_UNHEARD: Final[set[str]] = set()
"""Claims of this process whose commit was sent, but whose answer was lost with the connection."""
_GONE: Final = ("Z", "X")
"""States of a process that has ended but is still listed (zombie, dead)."""


def new_claim(session: Session | None = None) -> str:
    """A new unique claim of this process: `host.process.start.random`, or only random digits.

    Random digits alone where the system does not tell enough about processes; such a claim is never judged dead. A
    claim made in this `session` counts as dead until its commit is confirmed.
    """
    name = _name(os.getpid())
    claim = f"{name}.{secrets.token_hex(8)}" if name else secrets.token_hex(16)
    if session:
        _UNHEARD.add(claim)
        event.listen(session, "after_commit", lambda _: _UNHEARD.discard(claim), once=True)
    return claim


def dead(claims: Iterable[str | None]) -> list[str]:
    """The claims whose process ran on this host and has ended."""
    return [claim for claim in dict.fromkeys(claims) if claim and is_dead(claim)]


def is_dead(claim: str) -> bool:
    """Whether the claimant is dead: its process ran here and no running one has its number and start. Or the claim is
    ours, and the answer to its commit was lost.
    """
    found = _NAMED.fullmatch(claim)
    if not found or found["host"] != _host(os.getpid()):
        return claim in _UNHEARD
    return claim in _UNHEARD or _is_gone(int(found["pid"]), found["start"])


def _is_gone(pid: int, started: str) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass  # it belongs to another user, and is alive
    found = _state_and_start(pid)
    return found is not None and (found[0] in _GONE or found[1] != started)


@cache
def _name(pid: int) -> str | None:
    host, found = _host(pid), _state_and_start(pid)
    return f"{host}.{pid}.{found[1]}" if host and found else None


@cache
def _host(_pid: int) -> str | None:
    """Identifies the place in which process numbers mean the same: this boot of this kernel and this PID namespace.

    A container without a namespace of its own is the same place; two containers with namespaces never are. None if
    the system does not tell, or shows processes of another place.
    """
    with suppress(OSError, ValueError):
        boot = (_PROC / "sys/kernel/random/boot_id").read_text()
        namespace = (_PROC / "self/ns/pid").readlink()
        if int((_PROC / "self/stat").read_text().split()[0]) == os.getpid():
            return sha256(f"{boot}{namespace}".encode()).hexdigest()[:16]
    return None


def _state_and_start(pid: int) -> tuple[str, str] | None:
    """State and start time of this process, from proc(5); None if unknown."""
    with suppress(OSError, IndexError):
        # Its name stands in brackets, and may have any.
        fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
        return fields[0], fields[19]
    return None
