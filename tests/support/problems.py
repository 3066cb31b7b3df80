"""What problems say."""

from typing import Any

from app.errors import Problem


def filled(problem: Problem) -> tuple[Any, ...]:
    """What its sentence is filled with, in the order in which it was given."""
    return tuple(value for _name, value in problem.said)
