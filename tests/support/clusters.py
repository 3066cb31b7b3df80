"""A Dask cluster of this machine for tests: processes that play, and their scheduler."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

from tests.support.processes import PROCESSES


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster that runs."""

    dask: Any

    @property
    def address(self) -> str:
        """What HIKYAKU_COMPUTE would say."""
        return str(self.dask.scheduler_address).replace("tcp", "dask")

    def kill_a_worker(self) -> None:
        """End one of the processes at once; another takes its place after a while."""
        os.kill(next(iter(self.dask.workers.values())).pid, signal.SIGKILL)

    def signal_all_workers(self, number: int) -> None:
        """Each of the processes gets this signal."""
        for nanny in self.dask.workers.values():
            os.kill(nanny.pid, number)

    def kill_all_workers(self) -> None:
        """End all of them for good."""
        for nanny in self.dask.workers.values():
            nanny.close_gracefully()  # it puts no other in its place
            os.kill(nanny.pid, signal.SIGKILL)


def _live(told: Connection) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=":0"
    ) as started:
        told.send(Cluster(started).address)
        threading.Event().wait()


@contextmanager
def lonely_cluster() -> Iterator[tuple[str, BaseProcess]]:
    """The address of a cluster that is one process, and that process."""
    ours, theirs = PROCESSES.Pipe()
    process = PROCESSES.Process(target=_live, args=(theirs,))
    process.start()
    theirs.close()
    try:
        yield ours.recv(), process
    finally:
        process.kill()
        process.join()
        ours.close()


@contextmanager
def cluster(workers: int = 2) -> Iterator[Cluster]:
    """A cluster of this many processes with one thread each."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as started:
        yield Cluster(started)
