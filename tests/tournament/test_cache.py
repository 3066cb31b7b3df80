"""What takes a while is worked out once and in turn, and kept for a while."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from threading import Event, Lock

import pytest

from app.errors import Busy
from app.tournament import cache
from app.tournament.cache import MOST_IN_LINE, Cache, Turnstile


def test_an_answer_is_worked_out_once() -> None:
    kept = Cache[str, int](2, nullcontext())
    assert kept.get("one") is None
    assert kept.of("one", lambda: 1) == 1

    assert kept.of("one", lambda: 1 // 0) == 1
    assert (kept.get("one"), kept.get("other")) == (1, None)


def test_the_one_that_nobody_asked_for_longest_goes() -> None:
    kept = Cache[str, int](2, nullcontext())
    kept.of("one", lambda: 1)
    kept.of("two", lambda: 2)
    kept.get("one")
    kept.of("three", lambda: 3)

    assert [kept.get(about) for about in ("one", "two", "three")] == [1, None, 3]


def test_what_fails_leaves_no_answer_and_the_way_free() -> None:
    kept = Cache[str, int](2, Turnstile())
    with pytest.raises(ZeroDivisionError):
        kept.of("one", lambda: 1 // 0)

    assert kept.get("one") is None
    assert kept.of("one", lambda: 1) == 1


def test_who_waits_for_the_same_answer_is_given_it() -> None:
    kept = Cache[str, object](2, Lock())
    started, goes_on = Event(), Event()

    def slow() -> object:
        started.set()
        goes_on.wait()
        return object()

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(kept.of, "one", slow)
        started.wait()
        others = [pool.submit(kept.of, "one", lambda: 1 // 0) for _ in range(2)]
        goes_on.set()

    assert {other.result() for other in others} == {first.result()}


def test_what_is_kept_waits_for_nobody() -> None:
    turns = Turnstile()
    kept = Cache[str, int](2, turns)
    kept.of("one", lambda: 1)

    with turns:
        assert kept.of("one", lambda: 1 // 0) == 1


def test_one_passes_at_a_time() -> None:
    turns = Turnstile()
    inside: list[int] = []
    most: list[int] = []

    def pass_through(number: int) -> None:
        with turns:
            inside.append(number)
            most.append(len(inside))
            inside.remove(number)

    with ThreadPoolExecutor(MOST_IN_LINE) as pool:
        list(pool.map(pass_through, range(100)))

    assert most == [1] * 100


def test_whose_turn_does_not_come_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "PATIENCE_SECONDS", 0.01)
    turns = Turnstile()
    for _ in range(MOST_IN_LINE + 1):  # nobody who gave up is left in the line
        with turns, pytest.raises(Busy):
            turns.__enter__()

    with turns:
        pass


def test_few_stand_in_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """One works and no other may wait: the second is told so at once, however patient he is."""
    monkeypatch.setattr(cache, "MOST_IN_LINE", 1)
    monkeypatch.setattr(cache, "PATIENCE_SECONDS", 1_000)
    turns = Turnstile()

    with turns, pytest.raises(Busy) as refusal:
        turns.__enter__()
    assert [problem.code for problem in refusal.value.problems] == ["busy"]
