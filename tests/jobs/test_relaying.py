"""Our letters through a real Postfix, which is cut off and brought back: nothing is lost, nothing is doubled."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

from app.jobs.letters import send_due
from app.mail.delivery import Answer, Parcel, Transport
from app.mail.smtp import Smtp, server_at
from app.settings import Settings
from app.store import outbox
from app.store.database import Database
from app.store.tables import LetterState
from tests.mail_peers import Postfix, free_port, postfix, until
from tests.mail_servers import Fault, mail_server
from tests.outgoing import letters, render_simply, some_settings, states, write_letters
from tests.people import NOW

LETTERS = 60


class Interrupted:
    """A way out on which this is done at the letters of these numbers, while they are on it."""

    def __init__(self, way: Transport, numbers: tuple[int, ...], act: Callable[[], Any]) -> None:
        self.way = way
        self.close = way.close
        self.numbers = numbers
        self.act = act
        self.begun = 0
        self.acts: list[Thread] = []

    def deliver(self, parcel: Parcel, leaving: Callable[[], bool]) -> Answer:
        self.begun += 1
        if self.begun in self.numbers:
            self.acts.append(Thread(target=self.act))
            self.acts[-1].start()
        return self.way.deliver(parcel, leaving)


def send_all(database: Database, settings: Settings, way: Transport) -> int:
    """Send until nothing is due any more; how many passes that took. Each is a day after the last."""
    for day in range(100):
        now = NOW + timedelta(days=day)
        send_due(database, way, now=now, settings=settings, render=render_simply)
        with database.reading() as session:
            if not outbox.is_anything_due(session, now=now + timedelta(days=1)):
                return day + 1
    raise AssertionError("there is no end to it")


def cut_and_bring_back(server: Postfix) -> None:
    server.abort()
    server.start()


def test_a_postfix_that_is_cut_off_and_brought_back_gets_every_letter_once(
    database: Database, tmp_path: Path
) -> None:
    write_letters(database, *(f"p{n}" for n in range(LETTERS)))
    beyond = free_port()
    with postfix(beyond, "smtp") as server:
        settings = some_settings()
        direct = Smtp(server_at(f"smtp://127.0.0.1:{server.port}"))
        way = Interrupted(direct, (5, 25, 45), lambda: cut_and_bring_back(server))
        passes = send_all(database, settings, way)
        for act in way.acts:
            act.join()
        # Only now is there somebody to whom it can deliver; and he cuts the line a few times.
        with mail_server(tmp_path, Fault("BODY", "cut", times=5), port=beyond) as sink:
            until(lambda: not server.waiting, lambda: server.log)
            received = Counter(got.id for got in sink.received)
    sent = {letter.message_id for letter in letters(database) if letter.state is LetterState.SENT}

    assert set(states(database)) <= {LetterState.SENT, LetterState.DOUBT}
    assert len(sent) >= LETTERS - 3
    assert sent <= set(received)
    assert set(received.values()) == {1}
    assert passes > 1
