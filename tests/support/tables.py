"""Tables of what has no state: one test goes through all rows, for thousands of tests cost more than what they ask."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import Parameter, signature
from itertools import product
from typing import Any

import pytest

Test = Callable[..., None]
Ids = Iterable[str] | Callable[[Any], object] | None
Row = tuple[str, dict[str, Any]]

FAILED = (Exception, pytest.fail.Exception, pytest.skip.Exception)


def by_row(
    names: str | tuple[str, ...], rows: Iterable[Any], ids: Ids = None
) -> Callable[[Test], Test]:
    """One test asks all rows, written as for `pytest.mark.parametrize`, and every row that does not hold is a subtest that failed.

    Fixtures are those of the whole table. Tables above each other are multiplied.
    """
    keys = names.replace(" ", "").split(",") if isinstance(names, str) else list(names)
    if names in keys:
        rows = [row if isinstance(row, type(pytest.param())) else pytest.param(row) for row in rows]
    here = _named(keys, list(rows), ids)

    def decorate(test: Test) -> Test:
        asks, below = vars(test).get("of_a_table", (test, [("", {})]))
        every = [
            ("-".join(filter(None, (above, name))), values | more)
            for (above, values), (name, more) in product(here, below)
        ]

        @wraps(test)
        def whole(subtests: pytest.Subtests, **fixtures: Any) -> None:
            assert every, "a table without rows asks nothing"
            for name, row in every:
                with _subtest(subtests, name):
                    asks(**row, **fixtures)

        asked = signature(test).parameters.values()
        fixtures = [one for one in asked if one.name not in {*keys, "subtests"}]
        first = Parameter("subtests", Parameter.POSITIONAL_OR_KEYWORD)
        vars(whole).update(
            of_a_table=(asks, every),
            __signature__=signature(test).replace(parameters=[first, *fixtures]),
        )
        return whole

    return decorate


@contextmanager
def _subtest(subtests: pytest.Subtests, name: str) -> Iterator[None]:
    """Only what fails is reported: a report from a worker costs more than most rows do."""
    try:
        yield
    except FAILED as failure:
        with subtests.test(name):
            raise
        # A time limit is asked for once a test: nothing would end the next row.
        if "from pytest-timeout" in str(failure):
            raise


def _named(keys: list[str], rows: list[Any], ids: Ids) -> list[Row]:
    given = [None] * len(rows) if ids is None or callable(ids) else list(ids)
    found = []
    for place, (row, name) in enumerate(zip(rows, given, strict=True)):
        values, own = row, None
        if isinstance(row, type(pytest.param())):
            assert not row.marks, "write a row with marks as a separate test"
            values, own = row.values, row.id
        told = [(ids(value) if callable(ids) else None) or _told(value, place) for value in values]
        words = own or name or "-".join(map(str, told))
        found.append((str(words), dict(zip(keys, values, strict=True))))
    return found


def _told(value: Any, place: int) -> str:
    if isinstance(value, str | bytes | int | float | None):
        return repr(value)
    return str(getattr(value, "__name__", f"row {place}"))
