"""What problems say."""

from app.errors import Problem, Said


def filled(problem: Problem) -> tuple[Said, ...]:
    """What its sentence is filled with, in the order in which it was given."""
    return tuple(value for _name, value in problem.said)
