"""Claims upon work, and whether the process that made one still lives.

A claim names its process: the host, the process's number, when it started. So a process on the same
host can tell at once that a claim is a dead one's, and need not wait until its time has run out. Of
processes elsewhere only that time is known.
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
"""Claims of this process that may be committed or not: with the answer to the commit its connection was lost."""
_GONE: Final = ("Z", "X")
"""States of a process that runs no more and has not been buried yet."""


def new_claim(session: Session | None = None) -> str:
    """A claim of this process, unlike any other: `host.process.start.random`, or just random digits.

    The latter where a system does not tell enough of its processes: then it is not judged. One that this `session` makes is
    as good as a dead one's until we hear that it has been committed.
    """
    name = _name(os.getpid())
    claim = f"{name}.{secrets.token_hex(8)}" if name else secrets.token_hex(16)
    if session:
        _UNHEARD.add(claim)
        event.listen(session, "after_commit", lambda _: _UNHEARD.discard(claim), once=True)
    return claim


def dead(claims: Iterable[str | None]) -> list[str]:
    """Those claims whose process ran on this host, and is gone."""
    return [claim for claim in dict.fromkeys(claims) if claim and is_dead(claim)]


def is_dead(claim: str) -> bool:
    """Whether nobody has it: its process ran where we run, and none has its number and start. Or it is ours, and the answer was lost."""
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
    """Where numbers of processes mean the same as here: this boot of this kernel, this PID namespace.

    A container that is no namespace of its own is the same place, and two containers never are.
    None where the system does not say, or shows us processes of another place.
    """
    with suppress(OSError, ValueError):
        boot = (_PROC / "sys/kernel/random/boot_id").read_text()
        namespace = (_PROC / "self/ns/pid").readlink()
        if int((_PROC / "self/stat").read_text().split()[0]) == os.getpid():
            return sha256(f"{boot}{namespace}".encode()).hexdigest()[:16]
    return None


def _state_and_start(pid: int) -> tuple[str, str] | None:
    """Of this process, as proc(5) tells them; None where nothing is told."""
    with suppress(OSError, IndexError):
        # Its name stands in brackets, and may have any.
        fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
        return fields[0], fields[19]
    return None
