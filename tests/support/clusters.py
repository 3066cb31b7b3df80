"""A Dask cluster of this machine for tests: processes that play, and their scheduler."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest


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

    def kill_all_workers(self) -> None:
        """End all of them for good."""
        for nanny in self.dask.workers.values():
            nanny.close_gracefully()  # it puts no other in its place
            os.kill(nanny.pid, signal.SIGKILL)


@contextmanager
def cluster(workers: int = 2) -> Iterator[Cluster]:
    """A cluster of so many processes with a thread each."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as started:
        yield Cluster(started)
