"""What benchmarks ask for alike, and how they print what they measured."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from app.cli.console import voice
from app.cli.console.installation import settings
from app.cli.console.options import say_table

if TYPE_CHECKING:
    from app.bench.cost import Took

RoundsOption = Annotated[
    int, typer.Option(min=1, max=100, help="How many times to measure. The median is shown.")
]
GameOption = Annotated[str, typer.Option(metavar="GAME", help="The game whose builds are drawn.")]
DatabaseOption = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="An empty database to work in, such as postgresql://…; without it, a temporary SQLite file.",
        show_default=False,
    ),
]
_Figures = TypeVar("_Figures")


def measured(measure: Callable[[], _Figures]) -> _Figures:
    """The figures, or a sentence that says why they are missing. Wrong settings are refused before anything is begun."""
    from app.bench import CannotMeasure

    settings()
    try:
        return measure()
    except CannotMeasure as error:
        raise voice.Refused([str(error)]) from None


def say_steps(steps: "Mapping[str, Took]", sums: "Mapping[str, Took]") -> None:
    """Print the time of each step, then of some of them together."""
    rows = [
        [
            name,
            f"{took.seconds:.3f}",
            f"{took.low:.3f}",
            f"{took.high:.3f}",
            f"{took.cpu_seconds:.3f}",
        ]
        for name, took in [*steps.items(), *sums.items()]
    ]
    say_table([["", "seconds", "min", "max", "of processor"], *rows], right={1, 2, 3, 4})
