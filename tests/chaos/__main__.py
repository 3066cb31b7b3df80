"""A season under faults: `python -m tests.chaos --minutes 30 --seed 7 --database postgresql`."""

from typing import Annotated

import typer

from tests.chaos.season import ChaosFigures, measure_chaos
from tests.support.trials import run, tell


def chaos(
    minutes: Annotated[
        float, typer.Option(min=0.2, max=600, help="About how long the season lasts.")
    ] = 2,
    seed: Annotated[int, typer.Option(help="The lot by which faults are drawn.")] = 1,
    entries: Annotated[int, typer.Option(min=2, max=2_000, help="How many players come.")] = 60,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="An empty database; postgresql starts a server and restarts it; else a SQLite file that is thrown away.",
        ),
    ] = "",
) -> None:
    """Play a season under faults, and see whether everything that the site said yes to holds.

    Two servers and a worker are killed, frozen and ended while players enter and readers look; the database restarts, the mail
    server refuses, hangs and cuts lines, the disk fills, the clock jumps. After each fault and in the end all invariants are
    looked at. The site's clock goes sixty times as fast. Everything runs on the loopback and is gone at the end.
    """
    tell(lambda: measure_chaos(minutes, seed, entries, database), broken)


def broken(figures: ChaosFigures) -> list[str]:
    """The promises that did not hold, five breaches of each at most."""
    if not figures.entered:
        return ["Nobody entered, so little was shown; give it more --minutes."]
    return [f"{each.says}: {breach}" for each in figures.invariants for breach in each.broken[:5]]


if __name__ == "__main__":
    run(chaos)
