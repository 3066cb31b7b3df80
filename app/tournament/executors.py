"""Where battles are played: on the cores of this machine, or by the workers of a Dask cluster."""

import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context, parent_process
from os import cpu_count
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

from app.engine import Pace
from app.errors import RulesNotInstalled
from app.tournament.fingerprint import fingerprint, known

Played = TypeVar("Played")

LOCAL: Final = "local"
CONNECT_SECONDS: Final = 10
"""So long a cluster may take to answer, and again to show its first worker."""
ALONE_SECONDS: Final = 20
"""A cluster that has no worker for so long is not waited for."""
STUCK_SECONDS: Final = 30
"""Nor one that plays no block for so long, though its workers seem to be there: a block takes about a second.

A run is claimed for longer than that, or several workers of ours would take it from one another for ever.
"""
LOOK_SECONDS: Final = 2
_OTHER_VERSION: Final = "worker of another version: {error}"


class Hands(NamedTuple):
    """An executor and its workers: blocks are submitted to `executor`, `many` of them are played at the same time.

    `workers` tells how many there are to play at the moment.
    """

    executor: Executor
    many: int
    workers: Callable[[], int]
    is_elsewhere: bool = True
    """Whether the workers are those of a cluster."""

    def wait(self, played: "Future[Played]") -> Played:
        """The rows of a submitted block, as soon as they are played. Raises `NoWorkers` if none can be waited for."""
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


class ComputeUnavailable(Exception):
    """The battles cannot be played where HIKYAKU_COMPUTE says. Outcomes already kept stay; the text says why."""


class NoWorkers(ComputeUnavailable):
    """The cluster has no worker that plays: none is left, all are stuck, or its scheduler is away."""


class OtherVersion(Exception):
    """A worker has other rules than the process that asked it: its fingerprint, and ours."""

    def __str__(self) -> str:
        theirs, ours = self.args
        return f"it plays {theirs}, and here it is {ours}"


@contextmanager
def hands(compute: str, pace: Pace) -> Iterator[Hands]:
    """The executor for battles of this pace: `local`, or the cluster at `dask://host:port`.

    Raises `ComputeUnavailable`, also for what happens to the cluster meanwhile.
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
    """An executor that keeps every core busy: threads, unless each would hold the interpreter."""
    if pace.in_threads:
        return ThreadPoolExecutor(cpu_count())
    return ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=_end_with_parent)


def _end_with_parent() -> None:
    """This process ends with its parent, even by SIGKILL: else it would wait for ever."""

    def watch() -> None:
        if parent := parent_process():
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()


def described(compute: str, rules: Iterable[tuple[str, str]]) -> str:
    """The executor in a few words.

    Raises `ComputeUnavailable`, also where a worker has others than these rules, each a game and a version.
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
    """The threads of each worker. Raises `OSError`, also where the scheduler is silent."""
    found: dict[str, int] = client.nthreads(callback_timeout=LOOK_SECONDS)
    return found


@contextmanager
def _cluster(compute: str) -> Iterator[Any]:
    """A client of the cluster; faults of the cluster or of its workers raise `ComputeUnavailable`."""
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
    """A scheduler that is silent by now is not waited for long."""
    with suppress(OSError):
        client.close(timeout=LOOK_SECONDS)
