"""Many letters get their words from processes on all cores, each once, though processes are killed."""

import os
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import Session

from app.jobs import texts
from app.jobs.texts import Renderer
from app.letters.render import RenderedLetter
from app.store.database import Database
from app.store.tables import Letter, LetterState
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


def render_all(renderer: Renderer, database: Database) -> int:
    """Returns how many letters are dead by it."""
    dead = 0
    while (done := renderer.some(database, now=NOW, size=texts.BATCH)).found:
        dead += done.dead
    return dead


def renderers(database: Database) -> set[int]:
    """The processes that have rendered."""
    return {int(each.subject) for each in letters(database) if each.subject}


def work(url: str) -> None:
    with pytest.MonkeyPatch.context() as patch, closing(Renderer(by_whom)) as renderer:
        patch.setattr(texts, "MANY", 100)
        render_all(renderer, Database(url))


@on_both
def test_a_process_that_is_killed_costs_no_letter_its_words(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(texts, "MANY", 100)
    write_letters(database, *NAMES)
    with closing(Renderer(by_whom)) as renderer:
        renderer.some(database, now=NOW, size=1)
        elsewhere = renderers(database)
        os.kill(min(elsewhere), signal.SIGKILL)
        dead = render_all(renderer, database)
    found = letters(database)

    assert os.getpid() not in elsewhere
    assert os.getpid() in renderers(database)
    assert "letters are rendered by one process" in caplog.text
    assert [each.text for each in found[7:]] == [f"For {each.player_id}" for each in found[7:]]
    assert (found[6].state, found[6].reply) == (
        LetterState.DEAD,
        "cannot be rendered: LookupError: no such run",
    )
    assert dead <= 1
    assert not any(
        Path(f"/proc/{process}").exists() for process in renderers(database) - {os.getpid()}
    )


@on_both
def test_a_worker_that_is_killed_leaves_no_process_and_no_letter_without_words(
    database: Database,
) -> None:
    write_letters(database, *NAMES)
    url = database.engine.url.render_as_string(hide_password=False)
    worker = PROCESSES.Process(target=work, args=(url,))
    worker.start()
    until(lambda: renderers(database))
    worker.kill()
    worker.join()
    left = renderers(database)
    until(lambda: not any(Path(f"/proc/{process}").exists() for process in left))
    kept = {each.id: each.subject for each in letters(database) if each.subject}
    with closing(Renderer(by_whom)) as renderer:
        render_all(renderer, database)
    found = letters(database)

    assert worker.pid not in left
    assert len(kept) < len(NAMES) - 1
    assert {each.id: each.subject for each in found if each.id in kept} == kept
    assert [each.player_id for each in found if not each.subject] == [7]
