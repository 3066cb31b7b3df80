"""kill -9 at any instant: no letter is lost, and none leaves twice but those that were in doubt."""

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from app.jobs.letters import RESENDS, send_due
from app.jobs.texts import Renderer
from app.mail.transport.delivery import Parcel, ServerAnswer, Transport
from app.mail.transport.smtp import transports
from app.settings import Settings
from app.store.database import Database
from app.store.tables import LetterState
from tests.support.databases import on_postgresql, on_sqlite
from tests.support.mail_servers import Fault, mail_server
from tests.support.outgoing import letters, render_simply, some_settings, states, write_letters
from tests.support.people import NOW
from tests.support.processes import PROCESSES

A_LIFE = 10
"""More letters than a worker sends before it is killed, as a rule."""
A_MOMENT = 0.03
"""Seconds that the server takes for its answer: then a kill often falls between the two."""


class Announcing:
    """A way out that tells when its first letter is on it."""

    def __init__(self, way: Transport, at_first: Connection) -> None:
        self.way = way
        self.close = way.close
        self.at_first: Connection | None = at_first

    def deliver(self, parcel: Parcel, leaving: Callable[[], bool]) -> ServerAnswer:
        if self.at_first:
            self.at_first.send("the first")
            self.at_first = None
        return self.way.deliver(parcel, leaving)


def send_everything(url: str, settings: Settings, run: int, at_first: Connection) -> None:
    ways = [Announcing(way, at_first) for way in transports(settings)]
    drain(Database(url), settings, run, ways)


def drain(database: Database, settings: Settings, run: int, ways: Sequence[Transport]) -> None:
    """A worker, started when all leases of the one before it have run out."""
    now = NOW + timedelta(hours=run)
    send_due(database, ways, now=now, settings=settings, renderer=Renderer(render_simply))


def send_and_die(database: Database, settings: Settings, run: int, within: float) -> bool:
    """Whether it was killed at work; False if it had nothing left to do by then."""
    url = database.url
    ours, theirs = Pipe()
    worker = PROCESSES.Process(target=send_everything, args=(url, settings, run, theirs))
    worker.start()
    theirs.close()
    with suppress(EOFError):
        ours.recv()
    time.sleep(random.uniform(0, within))
    worker.kill()
    worker.join()
    return worker.exitcode != 0


def crash_and_finish(
    database: Database, settings: Settings, *, kills: int, within: float, doubts: int = 0
) -> set[str]:
    """Kill this many workers, and more until this many letters were being sent at a kill. Then let
    one finish. Returns those letters.
    """
    in_hand: set[str] = set()
    run = killed = 0
    while killed < kills or len(in_hand) < doubts:
        write_letters(database, *(f"p{run}-{n}" for n in range(A_LIFE)))
        killed += send_and_die(database, settings, run, within)
        in_hand |= {
            letter.message_id for letter in letters(database) if letter.state is LetterState.SENDING
        }
        run += 1
    drain(database, settings, run, transports(settings))
    return in_hand


def of_state(database: Database, state: LetterState) -> Sequence[str]:
    return [letter.message_id for letter in letters(database) if letter.state is state]


@on_postgresql
def test_with_hold_what_was_in_hand_at_a_kill_is_listed_and_all_else_leaves_once(
    database: Database, tmp_path: Path
) -> None:
    with mail_server(tmp_path, Fault("DOT", times=-1, seconds=A_MOMENT)) as server:
        in_hand = crash_and_finish(
            database, some_settings(smtp_url=server.url), kills=12, within=0.2, doubts=1
        )
        received = Counter(got.id for got in server.received)
    sent = of_state(database, LetterState.SENT)
    doubt = of_state(database, LetterState.DOUBT)

    assert set(doubt) == in_hand
    assert len(sent) + len(doubt) == len(letters(database))
    assert set(sent) <= set(received)
    assert set(received.values()) == {1}


@on_sqlite
def test_with_resend_every_letter_arrives_and_only_what_was_in_hand_may_come_twice(
    database: Database, tmp_path: Path
) -> None:
    with mail_server(tmp_path, Fault("DOT", times=-1, seconds=A_MOMENT)) as server:
        settings = some_settings(smtp_url=server.url, mail_doubt="resend")
        # One that is in hand at every kill is sent again as often as that is allowed.
        in_hand = crash_and_finish(database, settings, kills=RESENDS, within=0.2)
        received = Counter(got.id for got in server.received)

    assert set(states(database)) == {LetterState.SENT}
    assert len(received) == len(letters(database))
    assert {letter for letter, times in received.items() if times > 1} <= in_hand


@on_sqlite
def test_in_a_maildir_every_letter_lies_once(database: Database, tmp_path: Path) -> None:
    settings = some_settings(maildir=tmp_path / "mail")
    assert crash_and_finish(database, settings, kills=6, within=0.1) == set()

    assert set(states(database)) == {LetterState.SENT}
    assert len(list((tmp_path / "mail/new").iterdir())) == len(letters(database))
