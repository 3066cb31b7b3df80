"""Where battles are played: on the cores of this machine, or by the workers of a Dask cluster."""

import logging
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from os import cpu_count
from typing import Any, Final, NamedTuple

from app.engine import Pace
from app.errors import RulesNotInstalled
from app.league.fingerprinting import fingerprint, known

LOCAL: Final = "local"
CONNECT_SECONDS: Final = 10
"""So long a cluster may take to answer, and again to show its first worker."""
_OTHER_VERSION: Final = "worker of another version: {error}"


class Hands(NamedTuple):
    """Who plays: blocks are submitted to `executor`; `many` of them are played at the same time."""

    executor: Executor
    many: int


class ComputeUnavailable(Exception):
    """The battles cannot be played where HIKYAKU_COMPUTE says. What is kept stays; the text says why."""


class OtherVersion(Exception):
    """A worker has other rules than whoever asked it: its fingerprint, and ours."""

    def __str__(self) -> str:
        theirs, ours = self.args
        return f"it plays {theirs}, and here it is {ours}"


@contextmanager
def hands(compute: str, pace: Pace) -> Iterator[Hands]:
    """Those who play battles of this pace: `local`, or the cluster at `dask://host:port`.

    Raises `ComputeUnavailable`, also for what happens to the cluster meanwhile.
    """
    if compute == LOCAL:
        with all_cores(pace) as executor:
            yield Hands(executor, cpu_count() or 1)
    else:
        with _cluster(compute) as client:
            yield Hands(client.get_executor(pure=False), _threads(client))


def all_cores(pace: Pace) -> Executor:
    """What keeps every core busy: threads, unless each would hold the interpreter."""
    if pace.in_threads:
        return ThreadPoolExecutor(cpu_count())
    return ProcessPoolExecutor(mp_context=get_context("spawn"))


def described(compute: str, rules: Iterable[tuple[str, str]]) -> str:
    """Who plays, in a few words.

    Raises `ComputeUnavailable`, also where a worker has others than these rules, each a game and a version.
    """
    if compute == LOCAL:
        return f"{LOCAL}, {cpu_count()} cores"
    with _cluster(compute) as client:
        for slug, version in rules:
            ours = fingerprint(slug, version)
            for theirs in client.run(known, slug, version).values():
                if theirs != ours:
                    raise OtherVersion(theirs, ours)
        return f"{compute}, {_threads(client)} threads"


def _threads(client: Any) -> int:
    return sum(client.nthreads().values())


@contextmanager
def _cluster(compute: str) -> Iterator[Any]:
    """A client of the cluster; what happens to it, or is wrong with its workers, is `ComputeUnavailable`."""
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
        CancelledError: "the Dask scheduler at {compute} went away",
    }
    # What happens to the cluster is told by us, in a sentence.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    protocol = "tls" if config.get("distributed.comm.require-encryption") else "tcp"
    address = compute.replace("dask", protocol, 1)
    try:
        client: Any = Client(  # type: ignore[no-untyped-call]
            address, timeout=CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, TimeoutError, ValueError):
        raise ComputeUnavailable(f"no Dask scheduler answers at {compute}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise ComputeUnavailable(f"the Dask cluster at {compute} has no worker") from None
        try:
            yield client
        except tuple(faults) as error:
            said = next(said for kind, said in faults.items() if isinstance(error, kind))
            raise ComputeUnavailable(said.format(compute=compute, error=error)) from None
