"""At every point at which a worker may die, what it leaves behind is known, and nothing is lost or doubled by it."""

import time
from collections import Counter
from datetime import timedelta
from pathlib import Path

from app.bench.crash_points import POINTS, die_at
from app.jobs.letters import IN_HAND, send_due
from app.mail.transport.outgoing import transport
from app.settings import Settings
from app.store import outbox
from app.store.database import Database
from app.store.tables import LetterState
from tests.support.mail_peers import until
from tests.support.mail_servers import Fault, Sink, mail_server
from tests.support.outgoing import letters, render_simply, some_settings, states, write_letters
from tests.support.people import NOW
from tests.support.ports import closed_port
from tests.support.processes import PROCESSES

READY, CLAIMED, SENDING, SENT, DOUBT, DEAD = LetterState
NOTHING_BEGUN = [READY, READY, READY], 0
NOTHING_SENT = [CLAIMED, CLAIMED, CLAIMED], 0
FIRST_TAKEN = [SENT, CLAIMED, CLAIMED], 1
SECOND_BEGUN = [SENT, SENDING, CLAIMED], 1
SECOND_TAKEN = [SENT, SENDING, CLAIMED], 2
ALL_WRITTEN_DOWN = [SENT, SENT, SENT], 3

# A worker dies on its way with three letters, at points that concern a letter with the second of them:
# their states, and how many of them the mail server has taken.
LEFT = {
    "before old claims are settled": NOTHING_BEGUN,
    "old claims settled, not committed": NOTHING_BEGUN,
    "old claims settled": NOTHING_BEGUN,
    "before letters are rendered": NOTHING_BEGUN,
    "rendered, not committed": NOTHING_BEGUN,
    "rendered": NOTHING_BEGUN,
    "claimed, not committed": NOTHING_BEGUN,
    "claimed": NOTHING_SENT,
    "made into a mail": FIRST_TAKEN,
    "connected": NOTHING_SENT,
    "after MAIL": FIRST_TAKEN,
    "after RCPT": FIRST_TAKEN,
    "sending, not committed": FIRST_TAKEN,
    "sending": SECOND_BEGUN,
    "after DATA": SECOND_BEGUN,
    "half of the letter": SECOND_BEGUN,
    "before the dot": SECOND_BEGUN,
    "after the dot": SECOND_TAKEN,
    "after the answer": SECOND_TAKEN,
    "sent, not committed": SECOND_TAKEN,
    "refusal, not committed": FIRST_TAKEN,
    "after RSET": FIRST_TAKEN,
    "handed back, not committed": ALL_WRITTEN_DOWN,
    "handed back": ALL_WRITTEN_DOWN,
    "at rest, not committed": NOTHING_BEGUN,
    "before QUIT": ALL_WRITTEN_DOWN,
}


def die(url: str, settings: Settings, hour: int, point: str) -> None:
    die_at(point, times=2 if POINTS[point].each == "letter" and not POINTS[point].needs else 1)
    send(Database(url), settings, hour)


def send(database: Database, settings: Settings, hour: int) -> None:
    now = NOW + timedelta(hours=hour)
    send_due(database, transport(settings), now=now, settings=settings, render=render_simply)


def die_here(url: str, settings: Settings, point: str) -> None:
    die_at(point, times=2 if POINTS[point].each == "letter" else 1)
    send(Database(url), settings, 0)


def test_what_a_dead_worker_held_is_free_for_whoever_starts_on_its_machine(
    database: Database, tmp_path: Path
) -> None:
    """No time goes by: the leases of the dead have minutes to run. One letter is in doubt, at most."""
    url = database.engine.url.render_as_string(hide_password=False)
    left = {}
    with mail_server(tmp_path) as server:
        settings = some_settings(smtp_url=server.url)
        for number, point in enumerate(("claimed", "made into a mail", "after the dot")):
            write_letters(database, *(f"{number}-{letter}" for letter in range(12)))
            worker = PROCESSES.Process(target=die_here, args=(url, settings, point))
            worker.start()
            worker.join()
            with database.reading() as session:
                assert outbox.is_anything_due(session, now=NOW)
            send(database, settings, 0)
            left[point] = Counter(letter.state for letter in letters(database)[-12:])

    assert left == {
        "claimed": {SENT: 12},
        "made into a mail": {SENT: 12},
        "after the dot": {SENT: 11, DOUBT: 1},
    }


def test_what_the_living_hold_is_theirs(database: Database, tmp_path: Path) -> None:
    """Another worker of the machine comes while a letter is on its way, and touches nothing."""
    url = database.engine.url.render_as_string(hide_password=False)
    is_there = tmp_path / "is there"
    write_letters(database, *(f"p{number}" for number in range(IN_HAND)))
    with mail_server(tmp_path / "server", Fault("DOT", after=str(is_there))) as server:
        settings = some_settings(smtp_url=server.url)
        worker = PROCESSES.Process(target=die, args=(url, settings, 0, "before QUIT"))
        worker.start()
        until(lambda: SENDING in states(database))
        send(database, settings, 0)
        meanwhile = Counter(states(database))
        is_there.touch()
        worker.join()

    assert meanwhile == {SENDING: 1, CLAIMED: IN_HAND - 1}
    assert set(states(database)) == {SENT}


def taken(server: Sink, before: int, expected: int) -> int:
    """What the server has taken since; it may still have to read what a dead worker has sent."""
    deadline = time.monotonic() + 60
    while len(server.received) - before < expected and time.monotonic() < deadline:
        time.sleep(0.01)
    return len(server.received) - before


def test_what_a_worker_leaves_behind_at_every_point(database: Database, tmp_path: Path) -> None:
    url = database.engine.url.render_as_string(hide_password=False)
    later = [Fault("RCPT", "451 later", to=f"{name}-1") for name in (20, 21)]
    left = {}
    with mail_server(tmp_path, *later) as server, closed_port() as closed:
        settings = some_settings(smtp_url=server.url)
        nobody = some_settings(smtp_url=f"smtp://localhost:{closed}")
        for number, (name, point) in enumerate(POINTS.items()):
            write_letters(database, *(f"{number}-{letter}" for letter in range(3)))
            before = len(server.received)
            ours = nobody if point.needs == "closed" else settings
            worker = PROCESSES.Process(target=die, args=(url, ours, 2 * number, name))
            worker.start()
            worker.join()
            assert worker.exitcode == -9, name
            states = [letter.state for letter in letters(database)[-3:]]
            left[name] = states, taken(server, before, LEFT[name][1])
            send(database, settings, 2 * number + 1)
        received = sorted(got.id for got in server.received)
    in_doubt = {letter.message_id for letter in letters(database) if letter.state is DOUBT}
    sent = {letter.message_id for letter in letters(database) if letter.state is SENT}

    assert left == LEFT
    assert len(sent) + len(in_doubt) == 3 * len(POINTS)
    assert len(in_doubt) == sum(SENDING in states for states, _ in LEFT.values())
    assert len(received) == len(set(received))
    assert sent <= set(received)
