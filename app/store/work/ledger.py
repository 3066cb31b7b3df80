"""Writes the changes of several threads in one commit, since each commit costs a disk write.

Each change wakes the writer, and so does the end. The writer answers every accepted change, whatever happens. No
change is accepted once the writer may have ended.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Condition, Thread
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from sqlmodel import Session

from app.store.database import Database, StoreUnavailable

KEEPING_SECONDS: Final = 30
"""How long the writer keeps trying to store news that exist only here."""
_A_WHILE: Final = 1

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True, eq=False)
class _Entry:
    """A waiting change; `row` is the number of the row that it changes, if any."""

    change: Callable[[Session], Any]
    row: int
    is_news: bool
    done: Future[Any] = field(default_factory=Future)


class Ledger:
    """A ledger: each transaction takes everything that waits when it begins, and answers each change after the
    commit.

    Waiting changes do not know each other. They are sorted by row, so that two writers of many rows never deadlock.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._waiting: list[_Entry] = []
        self._is_closed = False
        self._news = Condition()
        self._writer = Thread(target=self._write, name="ledger")

    def __enter__(self) -> Self:
        self._writer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Finish: everything is stored, or its caller knows why not."""
        with self._news:
            self._is_closed = True
            self._news.notify()
        self._writer.join()

    def write(
        self, change: Callable[[Session], _Result], *, row: int = 0, is_news: bool = False
    ) -> _Result:
        """Commit the change and return its result. Raises `StoreUnavailable`.

        `is_news`: the change is known only here, and is retried if the database is away for a moment.
        """
        entry = _Entry(change, row, is_news)
        with self._news:
            if self._is_closed:
                raise StoreUnavailable("nothing is written down any more")
            self._waiting.append(entry)
            self._news.notify()
        result: _Result = entry.done.result()
        return result

    def _write(self) -> None:
        while batch := self._take():
            self._keep(batch)

    def _take(self) -> list[_Entry]:
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._is_closed)
            batch, self._waiting = self._waiting, []
        return sorted(batch, key=lambda entry: entry.row)

    def _keep(self, batch: list[_Entry]) -> None:
        deadline = time.monotonic() + KEEPING_SECONDS
        while batch:
            try:
                with self.database.writing() as session:
                    results = [entry.change(session) for entry in batch]
            except StoreUnavailable as error:
                is_over = time.monotonic() > deadline
                batch = _fail(batch, error, all_of_them=is_over)
                if batch:
                    time.sleep(_A_WHILE)
            except BaseException as error:  # a bug in one of them, which must not undo the others
                if len(batch) > 1:
                    for entry in batch:
                        self._keep([entry])
                else:
                    batch[0].done.set_exception(error)
                return
            else:
                for entry, result in zip(batch, results, strict=True):
                    entry.done.set_result(result)
                return


def _fail(batch: list[_Entry], error: StoreUnavailable, *, all_of_them: bool) -> list[_Entry]:
    """Tell callers that the database is away; those with news go on waiting unless `all_of_them` is set."""
    patient = [] if all_of_them else [entry for entry in batch if entry.is_news]
    for entry in batch:
        if entry not in patient:
            entry.done.set_exception(error)
    return patient
