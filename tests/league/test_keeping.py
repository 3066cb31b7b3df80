"""Answers are kept for a while, and never given about something else."""

from app.league.keeping import Kept


class Thing:
    """Something to know about."""


def test_an_answer_is_given_again() -> None:
    kept, thing = Kept[str](2), Thing()
    assert kept.get(thing) is None
    assert kept.keep("yes", thing) == "yes"

    assert (kept.get(thing), kept.get(thing, 1), kept.get(Thing())) == ("yes", None, None)


def test_the_one_that_nobody_asked_for_longest_goes() -> None:
    kept, thing = Kept[int](2), Thing()
    kept.keep(10, thing, 1)
    kept.keep(20, thing, 2)
    kept.get(thing, 1)
    kept.keep(30, thing, 3)

    assert [kept.get(thing, number) for number in (1, 2, 3)] == [10, None, 30]


def test_what_is_gone_leaves_no_answer_to_whatever_takes_its_place() -> None:
    """Memory is used again: the answers of a thing that is gone are about nobody."""
    kept = Kept[str](1_000)
    for _ in range(500):
        thing = Thing()
        assert kept.get(thing) is None
        kept.keep("of the last one", thing)
        del thing
