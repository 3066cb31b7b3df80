"""At every moment at which others see a worker die, what it leaves behind is known, and nothing is lost or doubled by it."""

import time
from collections import Counter
from datetime import timedelta
from itertools import count
from multiprocessing import Process
from pathlib import Path

import pytest

from app.bench.mail.sink import Sink, Weather, sink
from app.jobs.letters import IN_HAND, send_due
from app.jobs.texts import Renderer
from app.mail.transport.smtp import transports
from app.settings import Settings
from app.store.database import Database
from app.store.tables import LetterState
from app.store.work import outbox
from tests.crashes.points import Moment, die_at
from tests.support.mail_peers import until
from tests.support.mail_servers import Fault, mail_server
from tests.support.outgoing import letters, render_simply, some_settings, states, write_letters
from tests.support.people import NOW
from tests.support.ports import closed_port
from tests.support.processes import PROCESSES

_, READY, CLAIMED, SENDING, SENT, DOUBT, DEAD = LetterState
NOTHING_BEGUN = [READY, READY], 0
NOTHING_SENT = [CLAIMED, CLAIMED], 0
FIRST_BEGUN = [SENDING, CLAIMED], 0
FIRST_TAKEN = [SENDING, CLAIMED], 1
FIRST_SENT = [SENT, CLAIMED], 1
SECOND_BEGUN = [SENT, SENDING], 1
SECOND_TAKEN = [SENT, SENDING], 2
BOTH_SENT = [SENT, SENT], 2

# A worker with one connection dies on its way with two letters: their states, and how many of them the mail server has
# taken, each time that it comes to such a moment. Its transactions: old claims are settled, it claims and finds nothing
# with a text, texts are kept, letters claimed; of each letter it is kept that it is being sent, and that it was taken;
# there is nothing more to claim, and nothing without a text.
LEFT = {
    "COMMIT": [
        *(NOTHING_BEGUN, NOTHING_BEGUN, NOTHING_BEGUN, NOTHING_BEGUN, NOTHING_SENT, FIRST_TAKEN),
        *(FIRST_SENT, SECOND_TAKEN, BOTH_SENT),
    ],
    "COMMITTED": [
        *(NOTHING_BEGUN, NOTHING_BEGUN, NOTHING_BEGUN, NOTHING_SENT, FIRST_BEGUN, FIRST_SENT),
        *(SECOND_BEGUN, BOTH_SENT, BOTH_SENT),
    ],
    "EHLO": [NOTHING_SENT],
    "MAIL": [NOTHING_SENT, FIRST_SENT],
    "RCPT": [NOTHING_SENT, FIRST_SENT],
    "DATA": [FIRST_BEGUN, SECOND_BEGUN],
    "BODY": [FIRST_BEGUN, SECOND_BEGUN],
    "END": [FIRST_BEGUN, SECOND_BEGUN],
    "DOT": [FIRST_TAKEN, SECOND_TAKEN],
    "QUIT": [BOTH_SENT],
}


def one_connection(url: str) -> Settings:
    return some_settings(smtp_url=url, mail_connections=1)


def live(url: str, settings: Settings, hour: int, moment: Moment) -> None:
    database = Database(url)
    send(database, die_at(moment, database, settings), hour)


def send(database: Database, settings: Settings, hour: int = 0) -> None:
    now = NOW + timedelta(hours=hour)
    send_due(
        database, transports(settings), now=now, settings=settings, renderer=Renderer(render_simply)
    )


def start(database: Database, settings: Settings, moment: Moment, hour: int = 0) -> Process:
    url = database.url
    worker = PROCESSES.Process(target=live, args=(url, settings, hour, moment))
    worker.start()
    return worker  # type: ignore[return-value]


def has_died(worker: Process) -> bool:
    worker.join()
    assert worker.exitcode in (0, -9)
    return worker.exitcode == -9


def test_what_a_dead_worker_held_is_free_for_whoever_starts_on_its_machine(
    database: Database, tmp_path: Path
) -> None:
    """No time goes by: the leases of the dead have minutes to run. One letter is in doubt, at most."""
    left = {}
    with sink(tmp_path / "log") as server:
        settings = one_connection(server.url)
        for number, moment in enumerate((Moment("EHLO"), Moment("MAIL", 2), Moment("DOT", 2))):
            write_letters(database, *(f"{number}-{letter}" for letter in range(12)))
            assert has_died(start(database, settings, moment))
            with database.reading() as session:
                assert outbox.is_anything_due(session, now=NOW)
            send(database, settings)
            left[moment.at] = Counter(letter.state for letter in letters(database)[-12:])

    assert left == {"EHLO": {SENT: 12}, "MAIL": {SENT: 12}, "DOT": {SENT: 11, DOUBT: 1}}


def test_what_the_living_hold_is_theirs(database: Database, tmp_path: Path) -> None:
    """Another worker of the machine comes while a letter is on its way, and touches nothing."""
    is_there = tmp_path / "is there"
    write_letters(database, *(f"p{number}" for number in range(IN_HAND)))
    with mail_server(tmp_path / "server", Fault("DOT", after=str(is_there))) as server:
        settings = one_connection(server.url)
        worker = start(database, settings, Moment("QUIT"))
        until(lambda: SENDING in states(database))
        send(database, settings)
        meanwhile = Counter(states(database))
        is_there.touch()
        worker.join()

    assert meanwhile == {SENDING: 1, CLAIMED: IN_HAND - 1}
    assert set(states(database)) == {SENT}


def taken(server: Sink, before: int, expected: int) -> int:
    """What the server has taken since; it may still have to read what a dead worker has sent."""
    deadline = time.monotonic() + 60
    while len(server.lines()) - before < expected and time.monotonic() < deadline:
        time.sleep(0.01)
    return len(server.lines()) - before


@pytest.mark.parametrize("at", LEFT)
def test_what_a_worker_leaves_behind_whenever_it_dies(
    at: str, database: Database, tmp_path: Path
) -> None:
    """The one that comes to no such moment any more ends well; whoever comes after a dead one sends the rest."""
    left = []
    with sink(tmp_path / "log") as server:
        settings = one_connection(server.url)
        for times in count(1):
            write_letters(database, *(f"{times}-{letter}" for letter in range(2)))
            before = len(server.lines())
            worker = start(database, settings, Moment(at, times), hour=2 * times)
            if not has_died(worker):
                break
            died = [letter.state for letter in letters(database)[-2:]]
            expected = LEFT[at][times - 1][1] if times <= len(LEFT[at]) else 0
            left.append((died, taken(server, before, expected)))
            send(database, settings, 2 * times + 1)
        received = [line.message_id for line in server.lines()]
    by_state = {
        state: {each.message_id for each in letters(database) if each.state is state}
        for state in LetterState
    }

    assert left == LEFT[at]
    assert len(by_state[SENT]) + len(by_state[DOUBT]) == len(letters(database))
    assert len(by_state[DOUBT]) == sum(SENDING in died for died, _ in left)
    assert len(received) == len(set(received))
    assert by_state[SENT] <= set(received)


def test_a_worker_with_four_connections_leaves_four_letters_in_doubt(
    database: Database, tmp_path: Path
) -> None:
    """The server takes its time over each of them, and may still keep what a dead worker had sent; the rest leave."""
    is_there = tmp_path / "is there"
    write_letters(database, *(f"p{number}" for number in range(12)))
    slow = Fault("DOT", times=4, after=str(is_there))
    with mail_server(tmp_path / "server", slow) as server:
        settings = some_settings(smtp_url=server.url, mail_connections=4)
        worker = start(database, settings, Moment("QUIT"))
        until(lambda: states(database).count(SENDING) == 4)
        worker.kill()
        worker.join()
        is_there.touch()
        send(database, settings)
        received = [got.id for got in server.received]
    sent = {each.message_id for each in letters(database) if each.state is SENT}

    assert Counter(states(database)) == {DOUBT: 4, SENT: 8}
    assert len(received) == len(set(received))
    assert sent <= set(received)


def test_wherever_a_worker_with_four_connections_dies_no_letter_is_lost_or_doubled(
    database: Database, tmp_path: Path
) -> None:
    under_way: set[str] = set()
    with sink(tmp_path / "log") as server:
        settings = some_settings(smtp_url=server.url, mail_connections=4)
        for number, at in enumerate(("DATA", "BODY", "DOT", "COMMIT", "COMMITTED")):
            write_letters(database, *(f"{number}-{letter}" for letter in range(12)))
            assert has_died(start(database, settings, Moment(at, 7), hour=number))
            sending = {each.message_id for each in letters(database) if each.state is SENDING}
            assert len(sending) <= 4
            under_way |= sending
        send(database, settings, hour=9)
        received = [line.message_id for line in server.lines()]
    doubtful = {each.message_id for each in letters(database) if each.state is DOUBT}

    assert doubtful == under_way
    assert set(states(database)) <= {SENT, DOUBT}
    assert len(received) == len(set(received))
    assert {each.message_id for each in letters(database)} <= doubtful | set(received)


@pytest.mark.parametrize(
    ("moment", "left"),
    [
        (Moment("COMMIT", 6), [SENDING, CLAIMED]),
        (Moment("COMMITTED", 6), [READY, CLAIMED]),
        (Moment("RSET"), [SENDING, CLAIMED]),
        (Moment("RSET", 2), [READY, SENDING]),
    ],
)
def test_what_it_leaves_behind_over_a_letter_that_was_refused(
    moment: Moment, left: list[LetterState], database: Database, tmp_path: Path
) -> None:
    write_letters(database, "alice", "bob")
    with sink(tmp_path / "log", Weather(later=100)) as server:
        settings = one_connection(server.url)
        assert has_died(start(database, settings, moment))

    assert states(database) == left
    assert server.lines() == []


def test_a_rest_that_was_not_committed_has_not_begun(database: Database) -> None:
    """No server is there for three letters, and the way out would be closed with the eighth transaction."""
    write_letters(database, "alice", "bob", "charlie", "dora")
    with closed_port() as closed:
        settings = one_connection(f"smtp://localhost:{closed}")
        assert has_died(start(database, settings, Moment("COMMIT", 8)))

    assert states(database) == [READY, READY, READY, CLAIMED]
