"""Trials that are no part of the suite: programs of their own, `python -m tests.chaos` and its like."""

import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import typer

from app.bench import CannotMeasure
from app.cli.console import voice
from app.cli.console.options import say_json


def run(trial: Callable[..., None]) -> NoReturn:
    """Run the trial with the arguments of this process; the exit code is 1 if it found faults, which are told."""
    program = typer.Typer(add_completion=False, rich_markup_mode=None)
    program.command()(trial)
    command = typer.main.get_command(program)
    sys.exit(voice.exit_code(lambda: command.main(standalone_mode=False)))


def tell(measure: Callable[[], Any], faults: Callable[[Any], Sequence[str]]) -> None:
    """Print the figures as JSON. Raises `Refused` if something was broken, or nothing could be
    measured; it says which.
    """
    try:
        figures = measure()
    except CannotMeasure as error:
        raise voice.Refused([str(error)]) from None
    say_json(figures)
    if found := faults(figures):
        raise voice.Refused(found)
