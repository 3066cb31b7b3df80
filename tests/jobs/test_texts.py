"""Many letters get their words from processes on all cores, each once, though processes are killed."""

import os
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import Session

from app.jobs import texts
from app.jobs.texts import LONG, Renderer
from app.letters.render import RenderedLetter
from app.store.database import Database
from app.store.tables import Letter
from tests.support.databases import on_both
from tests.support.mail_peers import until
from tests.support.outgoing import letters, write_letters
from tests.support.people import NOW
from tests.support.processes import PROCESSES

NAMES = [f"p{number}" for number in range(200)]


def by_whom(_: Session, letter: Letter) -> RenderedLetter:
    """The process that has rendered it, slowly. The seventh letter cannot be rendered."""
    if letter.dedup_key == "receipt:7":
        raise LookupError("no such run")
    time.sleep(0.02)
    return RenderedLetter(str(os.getpid()), f"For {letter.player_id}", "")


def render_all(renderer: Renderer, database: Database) -> None:
    while renderer.some(database, now=NOW, size=texts.BATCH).found:
        pass


def renderers(database: Database) -> set[int]:
    """The processes that have rendered."""
    return {int(each.subject) for each in letters(database) if each.subject}


def work(url: str) -> None:
    setattr(texts, "MANY", 100)  # noqa: B010
    render_all(Renderer(by_whom), Database(url))


@on_both
def test_a_process_that_is_killed_costs_no_letter_its_words(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker renders the rest. A letter that cannot be rendered is dead alone."""
    monkeypatch.setattr(texts, "MANY", 100)
    write_letters(database, *NAMES, kind=LONG[0])
    with closing(Renderer(by_whom)) as renderer:
        renderer.some(database, now=NOW, size=1)
        elsewhere = min(renderers(database))
        os.kill(elsewhere, signal.SIGKILL)
        render_all(renderer, database)
    found = letters(database)

    assert {elsewhere, os.getpid()} <= renderers(database)
    assert [each.player_id for each in found if not each.text] == [7]
    assert found[6].reply == "cannot be rendered: LookupError: no such run"


@on_both
def test_a_worker_that_is_killed_leaves_no_process_and_no_letter_without_words(
    database: Database,
) -> None:
    write_letters(database, *NAMES, kind=LONG[0])
    url = database.url
    worker = PROCESSES.Process(target=work, args=(url,))
    worker.start()
    until(lambda: renderers(database))
    worker.kill()
    worker.join()
    kept = {each.id: each.subject for each in letters(database) if each.subject}
    until(lambda: not any(Path(f"/proc/{process}").exists() for process in kept.values()))
    render_all(Renderer(by_whom), database)
    found = letters(database)

    assert str(worker.pid) not in kept.values()
    assert 0 < len(kept) < len(NAMES) - 1
    assert {each.id: each.subject for each in found if each.id in kept} == kept
    assert [each.player_id for each in found if not each.text] == [7]


def test_short_letters_are_rendered_by_the_worker_however_many_wait(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have their words before a process would be ready."""
    monkeypatch.setattr(texts, "MANY", 100)
    write_letters(database, *NAMES)
    write_letters(database, *(f"long-{number}" for number in range(40)), kind=LONG[0])
    with closing(Renderer(by_whom)) as renderer:
        renderer.some(database, now=NOW, size=texts.BATCH)

    assert renderers(database) == {os.getpid()}
