"""The places on a letter's way out at which a worker may die, each with a name.

A process that calls `die_at` ends there by SIGKILL, as it would by a power cut. Nothing in the program
knows of these places: they are calls of its functions, wrapped in that one process.
"""

import inspect
import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, Literal

from aiosmtplib import SMTP
from aiosmtplib.protocol import SMTPProtocol

from app.jobs import letters
from app.mail.transport.smtp import Smtp
from app.store import outbox

_DOT: Final = b".\r\n"


def _any_call(*_: Any) -> bool:
    return True


def _command(name: bytes) -> Callable[..., bool]:
    return lambda _protocol, *words: words[0] == name


@dataclass(frozen=True, slots=True)
class Point:
    """Before or after a call of `of.name`, or with half of it done, if its arguments are like this.

    `each`: what is done there: a letter, a batch of them, or a pass. `closed`: it is reached when the way
    out is closed, `refused`: when letters are refused.
    """

    when: Literal["before", "after", "within"]
    of: Any
    name: str
    is_meant: Callable[..., bool] = _any_call
    each: Literal["letter", "batch", "pass"] = "letter"
    needs: Literal["", "closed", "refused"] = ""


_Drain: Final = letters._Drain
POINTS: Final[Mapping[str, Point]] = {
    "before old claims are settled": Point("before", outbox, "release_late", each="pass"),
    "old claims settled, not committed": Point("after", outbox, "resend_doubtful", each="pass"),
    "old claims settled": Point("after", _Drain, "_settle_old_claims", each="pass"),
    "before letters are rendered": Point("before", letters, "render_some", each="batch"),
    "rendered, not committed": Point("after", outbox, "keep_text"),
    "rendered": Point("after", letters, "render_some", each="batch"),
    "claimed, not committed": Point("after", outbox, "claim", each="batch"),
    "claimed": Point("before", _Drain, "_send_batch", each="batch"),
    "made into a mail": Point("after", letters, "compose"),
    "connected": Point("after", SMTP, "connect", each="pass"),
    "after MAIL": Point("after", SMTPProtocol, "execute_command", _command(b"MAIL")),
    "after RCPT": Point("after", SMTPProtocol, "execute_command", _command(b"RCPT")),
    "sending, not committed": Point("after", outbox, "mark_sending"),
    "sending": Point("after", _Drain, "_mark_sending"),
    "after DATA": Point("after", SMTPProtocol, "execute_command", _command(b"DATA")),
    "half of the letter": Point(
        "within", SMTPProtocol, "write", lambda _, data: data.startswith(b"From:")
    ),
    "before the dot": Point("before", SMTPProtocol, "write", lambda _, data: data == _DOT),
    "after the dot": Point("after", SMTPProtocol, "write", lambda _, data: data == _DOT),
    "after the answer": Point("after", Smtp, "_send"),
    "sent, not committed": Point("after", outbox, "mark_sent"),
    "refusal, not committed": Point("after", outbox, "put_back", needs="refused"),
    "after RSET": Point(
        "after", SMTPProtocol, "execute_command", _command(b"RSET"), needs="refused"
    ),
    "handed back, not committed": Point("after", outbox, "hand_back", each="batch"),
    "handed back": Point("after", _Drain, "_send_batch", each="batch"),
    "at rest, not committed": Point("after", outbox, "rest", each="pass", needs="closed"),
    "before QUIT": Point("before", Smtp, "close", each="pass"),
}


def die_at(name: str, times: int = 1) -> None:
    """This process ends when it comes to this point for the so manieth time."""
    point = POINTS[name]
    call = getattr(point.of, point.name)
    left = times

    def dies(*arguments: Any) -> bool:
        nonlocal left
        left -= point.is_meant(*arguments)
        return left == 0

    if inspect.iscoroutinefunction(call):

        @wraps(call)
        async def wrapped(*arguments: Any, **options: Any) -> Any:
            answer = await call(*arguments, **options)
            if dies(*arguments):
                _die()
            return answer

    else:

        @wraps(call)
        def wrapped(*arguments: Any, **options: Any) -> Any:
            here = dies(*arguments)
            if here and point.when == "within":
                protocol, data = arguments
                call(protocol, data[: len(data) // 2])
            if here and point.when != "after":
                _die()
            answer = call(*arguments, **options)
            if here:
                _die()
            return answer

    setattr(point.of, point.name, wrapped)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
