"""Changes of several threads, written down together: a commit costs a write to the disk, however many changes it has.

Who wakes whom: each change wakes the writer, and so does the end; the writer answers each change that was taken, whatever
comes of it. None is taken once the writer may have ended.
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
"""How long it goes on trying to write down what is known here alone."""
_A_WHILE: Final = 1

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True, eq=False)
class _Entry:
    """A change that waits; `row` is the number of the row that it changes, if it is one."""

    change: Callable[[Session], Any]
    row: int
    is_news: bool
    done: Future[Any] = field(default_factory=Future)


class Ledger:
    """Everything that waits when a transaction begins is in it, and each change is answered when it is committed.

    Changes that wait do not know of each other: the order of their rows is theirs, so that two who write many
    rows at once never wait for each other.
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
        """Everything is written down, or its writer knows why not."""
        with self._news:
            self._is_closed = True
            self._news.notify()
        self._writer.join()

    def write(
        self, change: Callable[[Session], _Result], *, row: int = 0, is_news: bool = False
    ) -> _Result:
        """The change is committed, and this is what it told. Raises `StoreUnavailable`.

        `is_news`: it is known here alone, and is written down even if the database was away for a moment.
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
    """Who can do without the database for now knows that it is away; the others go on waiting."""
    patient = [] if all_of_them else [entry for entry in batch if entry.is_news]
    for entry in batch:
        if entry not in patient:
            entry.done.set_exception(error)
    return patient
