"""A wave of entries: `python -m tests.wave --entries 200 --seconds 10 --workers 2`."""

from typing import Annotated

import typer

from tests.support.trials import run, tell
from tests.wave.wave import measure_wave


def wave(
    entries: Annotated[
        int, typer.Option(min=2, max=20_000, help="How many come by form, and as many by mail.")
    ] = 2_000,
    seconds: Annotated[
        int, typer.Option(min=1, max=3_600, help="Within how many seconds they come.")
    ] = 60,
    readers: Annotated[
        int, typer.Option(min=0, max=500, help="How many look at pages meanwhile.")
    ] = 200,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that serve pages.")] = 1,
    database: Annotated[
        str, typer.Option(metavar="URL", help="An empty database; else a SQLite file.")
    ] = "",
) -> None:
    """Let entries come in a wave to a server of its own, and see whether each is answered, once.

    Browsers fetch the form, send it, open the link in their letter and press the button; players by mail answer theirs
    with yes. Nothing leaves this machine. A fault is an entry or an answer that was lost or doubled, an error of the server
    (5xx) other than 503 with Retry-After, and whatever its log tells of.
    """
    tell(
        lambda: measure_wave(entries, seconds, readers, workers, database),
        lambda figures: [f"{each}." for each in figures.faults],
    )


if __name__ == "__main__":
    run(wave)
