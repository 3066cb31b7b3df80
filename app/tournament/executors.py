"""The places where battles are played: the cores of this machine, or the workers of a Dask cluster."""

import gc
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing import get_context, parent_process
from os import cpu_count
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

from app.engine import Pace
from app.errors import RulesNotInstalled
from app.tournament.fingerprint import fingerprint, known

Played = TypeVar("Played")
Portion = TypeVar("Portion")

LOCAL: Final = "local"
CONNECT_SECONDS: Final = 10
"""How long to wait for a cluster to answer, and again for its first worker."""
ALONE_SECONDS: Final = 20
"""How long to wait for a cluster that has no worker."""
STUCK_SECONDS: Final = 30
"""How long to wait for a block from a cluster whose workers seem to be there. A block takes about a second.

It is shorter than the claim of a run; otherwise our workers would take a run from each other for ever.
"""
LOOK_SECONDS: Final = 2
_OTHER_VERSION: Final = "worker of another version: {error}"


class Hands(NamedTuple):
    """An executor and its workers. `many`: how many blocks are played at the same time.

    `workers`: returns the number of workers available now.
    """

    executor: Executor
    many: int
    workers: Callable[[], int]
    is_elsewhere: bool = True
    """Whether the workers belong to a cluster."""

    def wait(self, played: "Future[Played]") -> Played:
        """Wait for a submitted block and return its rows. Raises `NoWorkers` if no worker can play it."""
        alone_since: float | None = None
        began = time.monotonic()
        while True:
            try:
                return played.result(timeout=LOOK_SECONDS)
            except TimeoutError:
                if played.done():  # it has ended just now, or failed by such an error itself
                    return played.result()
            now = time.monotonic()
            alone_since = None if self.workers() else alone_since or now
            if alone_since and now - alone_since > ALONE_SECONDS:
                raise NoWorkers("the Dask cluster has lost all its workers")
            if self.is_elsewhere and now - began > STUCK_SECONDS:
                raise NoWorkers("the Dask cluster has stopped playing")

    def in_order(
        self, work: Callable[[Portion], Played], portions: Iterable[Portion]
    ) -> Iterator[tuple[Portion, Played]]:
        """Yield each portion with what `work` returns for it, in order.

        Each worker has a portion in hand, and another for after it. One that was lost with its worker is asked for once
        more. Raises `NoWorkers` if the rest cannot be done there.
        """
        submitted = ((each, self.executor.submit(work, each)) for each in portions)
        waiting = deque(islice(submitted, 2 * self.many))
        try:
            while waiting:
                portion, played = waiting[0]
                try:
                    found = self.wait(played)
                except (CancelledError, ValueError):
                    # How `distributed` says that it has lost a task with the worker that had it.
                    found = self.wait(self.executor.submit(work, portion))
                yield portion, found
                waiting.popleft()
                waiting.extend(islice(submitted, 1))
        except BrokenExecutor:
            raise NoWorkers("a process has died, perhaps because memory ran out") from None
        finally:
            for _, unwanted in waiting:
                unwanted.cancel()


class ComputeUnavailable(Exception):
    """The battles cannot be played where HIKYAKU_COMPUTE says; the text says why. Stored outcomes stay."""


class NoWorkers(ComputeUnavailable):
    """The workers cannot play: none is left, all are stuck, the scheduler does not answer, or a process has died."""


class OtherVersion(Exception):
    """A worker has other rules than the process that asked it. Holds both fingerprints."""

    def __str__(self) -> str:
        theirs, ours = self.args
        return f"it plays {theirs}, and here it is {ours}"


@contextmanager
def hands(compute: str, pace: Pace) -> Iterator[Hands]:
    """Open the executor for battles of this pace: `local`, or the cluster at `dask://host:port`.

    Raises `ComputeUnavailable`, also for later failures of the cluster.
    """
    if compute == LOCAL:
        with all_cores(pace) as executor:
            many = cpu_count() or 1
            yield Hands(executor, many, lambda: many, is_elsewhere=False)
    else:
        with _cluster(compute) as client:
            executor = client.get_executor(pure=False)
            yield Hands(executor, _threads(client), partial(_workers, client))


def all_cores(pace: Pace) -> Executor:
    """Return an executor that uses every core: processes, or threads if battles release the interpreter lock."""
    if pace.in_threads:
        return ThreadPoolExecutor(cpu_count())
    return ProcessPoolExecutor(
        mp_context=get_context("spawn"), initializer=_follow_parent, initargs=gc.get_threshold()
    )


def _follow_parent(*threshold: int) -> None:
    """Make this process collect garbage as seldom as its parent, and end with it, even after SIGKILL."""
    gc.set_threshold(*threshold)

    def watch() -> None:
        if parent := parent_process():
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()


def described(compute: str, rules: Iterable[tuple[str, str]]) -> str:
    """Return a description of the executor for operators. `rules`: pairs of game and version.

    Raises `ComputeUnavailable`, and `OtherVersion` if a worker has other rules than these.
    """
    if compute == LOCAL:
        return f"{LOCAL}, {cpu_count()} cores"
    with _cluster(compute) as client:
        for slug, version in rules:
            ours = fingerprint(slug, version)
            for theirs in client.run(
                known, slug, version, callback_timeout=CONNECT_SECONDS
            ).values():
                if theirs != ours:
                    raise OtherVersion(theirs, ours)
        return f"{compute}, {_threads(client)} threads"


def _workers(client: Any) -> int:
    try:
        return len(_nthreads(client))
    except OSError:  # the scheduler has gone or hangs: the submitted blocks say so themselves
        return 1


def _threads(client: Any) -> int:
    return sum(_nthreads(client).values())


def _nthreads(client: Any) -> dict[str, int]:
    """Return the threads of each worker. Raises `OSError`, also if the scheduler does not answer."""
    found: dict[str, int] = client.nthreads(callback_timeout=LOOK_SECONDS)
    return found


@contextmanager
def _cluster(compute: str) -> Iterator[Any]:
    """Open a client of the cluster. Failures of the cluster or its workers raise `ComputeUnavailable`."""
    try:
        from dask import config
        from distributed import Client, KilledWorker
    except ImportError:
        raise ComputeUnavailable(
            "a Dask cluster needs the package distributed: install hikyaku[cluster]"
        ) from None
    faults: dict[type[BaseException], str] = {
        OtherVersion: _OTHER_VERSION,
        RulesNotInstalled: _OTHER_VERSION,
        ImportError: _OTHER_VERSION,
        AttributeError: _OTHER_VERSION,
        KilledWorker: "too many workers of the Dask cluster died",
    }
    # Faults of the cluster are told by us, in a sentence.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    protocol = "tls" if config.get("distributed.comm.require-encryption") else "tcp"
    address = compute.replace("dask", protocol, 1)
    try:
        client: Any = Client(  # type: ignore[no-untyped-call]
            address, timeout=CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, TimeoutError, ValueError, AssertionError):
        # Dask asserts that the greeting comes alone: one that was frozen a while sends more with it.
        raise NoWorkers(f"no Dask scheduler answers at {compute}") from None
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        _leave(client)
        raise NoWorkers(f"the Dask cluster at {compute} has no worker") from None
    try:
        yield client
    except (CancelledError, OSError):
        raise NoWorkers(f"the Dask scheduler at {compute} went away") from None
    except tuple(faults) as error:
        said = next(said for kind, said in faults.items() if isinstance(error, kind))
        raise ComputeUnavailable(said.format(compute=compute, error=error)) from None
    finally:
        _leave(client)


def _leave(client: Any) -> None:
    """Close the client without waiting long for a silent scheduler."""
    with suppress(OSError):
        client.close(timeout=LOOK_SECONDS)
