"""Battles on a cluster: the same halves as here, though workers die; and what is wrong is said plainly."""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from app.engine import Build, Pace
from app.games import ruleset
from app.tournament import blocks, executors, fingerprint
from app.tournament.blocks import play_blocks, play_pairs
from app.tournament.executors import ComputeUnavailable, Hands, OtherVersion
from tests.support.clusters import Cluster, cluster, lonely_cluster
from tests.support.mail_peers import until
from tests.support.processes import PROCESSES

GAME = "laplaplus"
VERSION = "laplaplus@1"
NOBODY = "dask://127.0.0.1:1"


@pytest.fixture(scope="module")
def there() -> Iterator[Cluster]:
    """Two processes that play, and their scheduler."""
    with cluster() as started:
        yield started


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """No block is played here, each row is one, and a cluster may take its time."""
    monkeypatch.setattr(blocks, "BLOCK_SECONDS", 0)
    monkeypatch.setattr(blocks, "FEW_BLOCKS", 0)
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 120)


def field(many: int) -> list[Build]:
    """Builds of two cards, no two alike."""
    cards = [card.id for card in ruleset(GAME).cards]
    return [Build((first, second)) for first in cards for second in cards][:many]


def halves(builds: list[Build], compute: str) -> list[bytes]:
    return [
        half for _, played in play_blocks(GAME, VERSION, builds, compute=compute) for half in played
    ]


def test_a_cluster_finds_the_same_outcomes(there: Cluster) -> None:
    builds = field(40)

    assert halves(builds, there.address) == halves(builds, executors.LOCAL)


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(there: Cluster) -> None:
    builds = field(120)
    found: list[bytes] = []
    for rows, played in play_blocks(GAME, VERSION, builds, compute=there.address):
        found += played
        if rows.start == 5:
            there.kill_a_worker()

    assert found == halves(builds, executors.LOCAL)


def test_pairings_end_alike_here_on_all_cores_and_on_a_cluster_that_loses_a_worker(
    there: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    builds = field(60)
    rows = [(builds[at], builds[at + 1 : at + 1 + at % 7]) for at in range(50)]
    cores = play_pairs(GAME, VERSION, rows)
    elsewhere = play_pairs(GAME, VERSION, rows[:20], there.address)
    there.kill_a_worker()
    elsewhere += play_pairs(GAME, VERSION, rows[20:], there.address)
    given_up: list[None] = []
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 0.2)
    alone = play_pairs(GAME, VERSION, rows, NOBODY, partial(given_up.append, None))
    monkeypatch.setattr(blocks, "FEW_BLOCKS", len(rows))
    here = play_pairs(GAME, VERSION, rows)

    assert [len(each) for each in here] == [at % 7 for at in range(50)]
    assert here == cores == elsewhere == alone
    assert here[6] == halves(builds[6:13], executors.LOCAL)[0]
    assert given_up == [None]


def test_pairings_are_played_only_for_whoever_has_the_same_rules() -> None:
    first, *others = field(3)
    rows = [(first, others)]
    ours = fingerprint.fingerprint(GAME, VERSION)

    assert blocks.play_as(ours, None, blocks.play_rows, GAME, VERSION, (rows,)) == play_pairs(
        GAME, VERSION, rows
    )
    with pytest.raises(OtherVersion):
        blocks.play_as("other rules", None, blocks.play_rows, GAME, VERSION, (rows,))


def test_the_rest_is_not_played_when_nobody_asks_for_it(there: Cluster) -> None:
    played = play_blocks(GAME, VERSION, field(120), compute=there.address)
    next(played)
    played.close()

    assert halves(field(3), there.address) == halves(field(3), executors.LOCAL)


def test_a_worker_of_another_version_is_refused(
    there: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here the rules have changed, there they have not."""
    theirs = fingerprint.fingerprint(GAME, VERSION)
    monkeypatch.setattr(blocks, "fingerprint", lambda slug, version: "laplaplus@2, compiled, 00")
    with pytest.raises(ComputeUnavailable) as refusal:
        halves(field(5), there.address)

    assert str(refusal.value).startswith(f"worker of another version: it plays {theirs},")
    assert "here it is laplaplus@2" in str(refusal.value)


def test_a_cluster_is_described_by_its_threads_unless_its_workers_have_other_rules(
    there: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    described = executors.described(there.address, [(GAME, VERSION)])
    newer = replace(ruleset(GAME), rules_version="laplaplus@2")
    monkeypatch.setattr(fingerprint, "ruleset", lambda slug, version: newer)
    fingerprint.fingerprint.cache_clear()
    with pytest.raises(ComputeUnavailable, match=r"worker of another version.* laplaplus@2"):
        executors.described(there.address, [(GAME, VERSION)])
    fingerprint.fingerprint.cache_clear()

    assert re.fullmatch(rf"{there.address}, [12] threads", described)


def test_a_scheduler_that_does_not_answer_is_named_and_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 0.2)
    with pytest.raises(ComputeUnavailable, match=f"no Dask scheduler answers at {NOBODY}"):
        executors.described(NOBODY, [])

    assert halves(field(3), NOBODY) == halves(field(3), executors.LOCAL)
    assert f"no Dask scheduler answers at {NOBODY}: its battles are played here" in caplog.text


def disturbed(
    builds: list[Build], address: str, disturb: Callable[[], None]
) -> tuple[list[bytes], int]:
    """The halves, where the cluster is disturbed after a few blocks; how often it was given up."""
    given_up: list[None] = []
    found: list[bytes] = []
    alone = partial(given_up.append, None)
    for rows, played in play_blocks(GAME, VERSION, builds, compute=address, alone=alone):
        found += played
        if rows.start == 5:
            disturb()
    return found, len(given_up)


def test_workers_that_are_there_and_do_nothing_are_not_waited_for(
    there: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "STUCK_SECONDS", 3)
    monkeypatch.setattr(executors, "LOOK_SECONDS", 0.5)
    builds = field(120)
    try:
        found = disturbed(builds, there.address, partial(there.signal_all_workers, signal.SIGSTOP))
        monkeypatch.setattr(executors, "CONNECT_SECONDS", 2)
        with pytest.raises(ComputeUnavailable):
            executors.described(there.address, [(GAME, VERSION)])
    finally:
        there.signal_all_workers(signal.SIGCONT)

    assert found == (halves(builds, executors.LOCAL), 1)


def test_a_scheduler_that_hangs_or_dies_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "STUCK_SECONDS", 3)
    monkeypatch.setattr(executors, "LOOK_SECONDS", 0.5)
    builds = field(120)
    with lonely_cluster() as (address, process):
        assert process.pid
        hangs = disturbed(builds, address, partial(os.kill, process.pid, signal.SIGSTOP))
        os.kill(process.pid, signal.SIGCONT)
        dies = disturbed(builds, address, process.kill)

    assert hangs == dies == (halves(builds, executors.LOCAL), 1)


def test_a_scheduler_that_greets_out_of_turn_is_taken_for_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Dask only asserts its greeting; one that was frozen a while may send more with it."""
    distributed = pytest.importorskip("distributed")

    def greeted_twice(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(distributed, "Client", greeted_twice)
    with pytest.raises(ComputeUnavailable, match="no Dask scheduler answers"):
        executors.described("dask://127.0.0.1:1", [])


def test_a_block_that_ends_just_after_its_time_is_waited_for_no_more() -> None:
    class Late(Future[int]):
        def result(self, timeout: float | None = None) -> int:
            if not self.done():
                self.set_result(7)
                raise TimeoutError
            return super().result(timeout)

    assert Hands(ThreadPoolExecutor(1), 1, lambda: 1).wait(Late()) == 7


def test_a_cluster_without_workers_says_so_and_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is asked long enough whether it is there, and not long for a worker."""
    distributed = pytest.importorskip("distributed")
    with cluster(workers=0) as empty:
        waits = distributed.Client.wait_for_workers
        monkeypatch.setattr(
            distributed.Client,
            "wait_for_workers",
            lambda client, many, timeout: waits(client, many, 0.5),
        )
        with pytest.raises(ComputeUnavailable, match="has no worker"):
            executors.described(empty.address, [])
        assert halves(field(3), empty.address) == halves(field(3), executors.LOCAL)


def start_to_play(told: Connection) -> None:
    with executors.all_cores(Pace(in_threads=False)) as processes:
        told.send(processes.submit(os.getpid).result())
        time.sleep(600)


def test_processes_that_play_end_with_whoever_started_them_even_by_force() -> None:
    ours, theirs = Pipe()
    player = PROCESSES.Process(target=start_to_play, args=(theirs,))
    player.start()
    process = ours.recv()
    assert Path(f"/proc/{process}").exists()
    player.kill()
    player.join()

    until(lambda: not Path(f"/proc/{process}").exists())


def test_without_the_package_it_is_said_which_one_is_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ComputeUnavailable, match=r"hikyaku\[cluster\]"):
        halves(field(3), NOBODY)


def test_a_block_is_played_only_for_whoever_has_the_same_rules() -> None:
    builds = field(3)
    ours = fingerprint.fingerprint(GAME, VERSION)

    assert blocks.play_as(
        ours, None, blocks.play_block, GAME, VERSION, (builds, range(2))
    ) == blocks.play_block(GAME, VERSION, builds, range(2))
    with pytest.raises(OtherVersion):
        blocks.play_as("other rules", None, blocks.play_block, GAME, VERSION, (builds, range(2)))


def test_the_fingerprint_names_rules_and_kernel_and_differs_by_game() -> None:
    rules, others = ruleset("laplaplus"), ruleset("shiden-issen-2")
    ours, other = (
        fingerprint.fingerprint(each.slug, each.rules_version) for each in (rules, others)
    )

    assert ours.startswith(f"{rules.rules_version}, {rules.pace.by}, ")
    assert ours.split()[-1] != other.split()[-1]
