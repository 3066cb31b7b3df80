"""What problems say."""

from typing import Any

from app.errors import Problem


def filled(problem: Problem) -> tuple[Any, ...]:
    """The values that fill the problem's sentence, in the order in which they were given."""
    return tuple(value for _name, value in problem.said)
