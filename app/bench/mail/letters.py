"""How many letters a second one worker sends, compared with the bare library at the same server."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from aiosmtplib import SMTP

from app.bench import CannotMeasure
from app.bench.cost import cpu_seconds
from app.bench.mail.intake import empty_database, undisturbed
from app.bench.mail.sink import sink
from app.jobs.letters import send_due
from app.letters.links import Route
from app.mail.transport.delivery import Parcel
from app.mail.transport.mime import compose
from app.mail.transport.smtp import transports
from app.settings import Settings
from app.store.database import Database
from app.store.tables import Letter, Player

_BEGAN: Final = datetime(2026, 11, 21, tzinfo=UTC)
_TEXT: Final = "飛脚は雨の日も走る。\nA courier runs on rainy days, too.\n" * 30


@dataclass(frozen=True, slots=True)
class _Rate:
    """Letters a second, and milliseconds of the processor a letter."""

    per_second: float
    cpu_ms: float


@dataclass(frozen=True, slots=True)
class LetterFigures:
    """The middle round of each: the worker, which marks each letter before and after it leaves, and
    the library, which marks nothing. `ratio`: the speed of the worker divided by that of the
    library.
    """

    database: str
    letters: int
    connections: int
    rounds: int
    worker: _Rate
    bare: _Rate
    ratio: float


def measure_letters(
    letters: int, connections: int, rounds: int = 3, url: str = ""
) -> LetterFigures:
    """Send this many letters in each round, by a worker, then by the bare library."""
    pairs = []
    with (
        TemporaryDirectory() as folder,
        empty_database(folder, url) as database,
        sink(Path(folder) / "sink.log") as server,
    ):
        ours = undisturbed(smtp_url=server.url, mail_connections=connections)
        for number in range(rounds):
            _write(database, range(number * letters, (number + 1) * letters))
            worker = _rate(letters, lambda: _send(database, ours, letters))
            bare = _rate(letters, lambda: asyncio.run(_send_bare(server.port, letters, ours)))
            pairs.append((worker, bare))
    worker, bare = sorted(pairs, key=_ratio)[rounds // 2]
    return LetterFigures(
        database=database.engine.dialect.name,
        letters=letters,
        connections=connections,
        rounds=rounds,
        worker=worker,
        bare=bare,
        ratio=round(_ratio((worker, bare)), 2),
    )


def _ratio(pair: tuple[_Rate, _Rate]) -> float:
    worker, bare = pair
    return worker.per_second / bare.per_second


def _rate(letters: int, work: Callable[[], None]) -> _Rate:
    began, used = time.perf_counter(), cpu_seconds()
    work()
    seconds, used = time.perf_counter() - began, cpu_seconds() - used
    return _Rate(round(letters / seconds, 1), round(1000 * used / letters, 2))


def _send(database: Database, ours: Settings, letters: int) -> None:
    sent = send_due(database, transports(ours), now=datetime.now(UTC), settings=ours)
    if sent.sent != letters:
        raise CannotMeasure(f"Of {letters} letters {sent.sent} were sent. {sent.stopped}")


async def _send_bare(port: int, letters: int, ours: Settings) -> None:
    """Send as many letters over as many connections with the library alone."""
    parcel, left = _parcel(ours), iter(range(letters))

    async def use() -> None:
        client = SMTP(hostname="127.0.0.1", port=port, start_tls=False)
        async with client:
            for _ in left:
                await client.sendmail(parcel.sender, [parcel.recipient], parcel.content)

    await asyncio.gather(*(use() for _ in range(ours.mail_connections)))


def _parcel(ours: Settings) -> Parcel:
    words: dict[str, Any] = _letter(0)
    route = Route("p0@example.com", ours.mail_address, ours.mail_address)
    return compose(Letter(**words), route, ours)


def _write(database: Database, numbers: range) -> None:
    """Write a letter to each of this many players."""
    with database.writing() as session:
        for number in numbers:
            address = f"p{number}@example.com"
            player = Player(address=address, address_key=address, lang="ja", created_at=_BEGAN)
            session.add_all([player, Letter(player=player, **_letter(number))])


def _letter(number: int) -> dict[str, Any]:
    return {
        "kind": "receipt",
        "dedup_key": f"bench:{number}",
        "message_id": f"<{number}@bench.example>",
        "lang": "ja",
        "subject": f"受け付けました：第{number}の影武者",
        "text": _TEXT,
        "html": f"<pre>{_TEXT}</pre>",
        "due_at": _BEGAN,
        "created_at": _BEGAN,
    }
