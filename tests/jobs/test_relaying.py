"""Our letters through a real Postfix, which is cut off and brought back: nothing is lost, nothing is doubled."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import count
from pathlib import Path

from app.jobs.letters import send_due
from app.jobs.texts import Renderer
from app.mail.transport.delivery import Parcel, ServerAnswer, Transport
from app.mail.transport.smtp import Smtp, server_at
from app.settings import Settings
from app.store.database import Database
from app.store.tables import LetterState
from app.store.work import outbox
from tests.support.databases import on_sqlite
from tests.support.mail_peers import Postfix, postfix, until
from tests.support.mail_servers import PATIENT, Fault, mail_server
from tests.support.outgoing import letters, render_simply, some_settings, states, write_letters
from tests.support.people import NOW
from tests.support.ports import free_port

LETTERS = 60
CONNECTIONS = 4


class CutOff:
    """A way out on which the server is gone at the letters of these numbers, while they are on it."""

    def __init__(
        self, way: Transport, server: Postfix, begun: Iterator[int], numbers: tuple[int, ...]
    ) -> None:
        self.way = way
        self.close = way.close
        self.server = server
        self.numbers = numbers
        self.begun = begun

    def deliver(self, parcel: Parcel, leaving: Callable[[], bool]) -> ServerAnswer:
        if next(self.begun) not in self.numbers:
            return self.way.deliver(parcel, leaving)
        with ThreadPoolExecutor(1) as beside:
            gone = beside.submit(self.server.abort)
            answer = self.way.deliver(parcel, leaving)
            gone.result()
        return answer


def send_all(database: Database, settings: Settings, server: Postfix, ways: list[CutOff]) -> int:
    """Send until nothing is due any more; how many passes that took.

    Each is a day after the last, with a server that has been brought back.
    """
    for day in range(100):
        now = NOW + timedelta(days=day)
        send_due(database, ways, now=now, settings=settings, renderer=Renderer(render_simply))
        with database.reading() as session:
            if not outbox.is_anything_due(session, now=now + timedelta(days=1)):
                return day + 1
        server.abort()
        # An abort may leave this of a mail that was coming in, and it has to start all the same.
        (server.folder / "queue/incoming/748110.13902").touch()
        server.start()
    raise AssertionError("there is no end to it")


@on_sqlite
def test_a_postfix_that_is_cut_off_and_brought_back_gets_every_letter_once(
    database: Database, tmp_path: Path
) -> None:
    write_letters(database, *(f"p{n}" for n in range(LETTERS)))
    beyond = free_port()
    with postfix(beyond, "smtp") as server:
        settings = some_settings()
        at, begun = server_at(f"smtp://127.0.0.1:{server.port}"), count(1)
        ways = [
            CutOff(Smtp(at, patience=PATIENT), server, begun, (5, 25, 45))
            for _ in range(CONNECTIONS)
        ]
        passes = send_all(database, settings, server, ways)
        sent = {each.message_id for each in letters(database) if each.state is LetterState.SENT}
        # Only now is there somebody to whom it can deliver; and he cuts the line a few times.
        with mail_server(tmp_path, Fault("BODY", "cut", times=5), port=beyond) as sink:
            # A mail that goes from one queue to the next may be seen in neither.
            until(
                lambda: sent <= {got.id for got in sink.received} and not server.waiting,
                lambda: server.log,
            )
            received = Counter(got.id for got in sink.received)

    assert set(states(database)) <= {LetterState.SENT, LetterState.DOUBT}
    assert len(sent) >= LETTERS - 3 * CONNECTIONS
    assert sent <= set(received)
    assert set(received.values()) == {1}
    assert passes > 1
