"""Processes that are killed at work: `python -m tests.crashes --kills 100`, of letters or with `--of exchanges`."""

from enum import StrEnum
from typing import Annotated

import typer

from tests.crashes.exchanges import measure_exchange_crashes
from tests.crashes.outbox import CrashFigures, measure_crashes
from tests.support.trials import run, tell


class Of(StrEnum):
    """The work at which processes are killed."""

    LETTERS = "letters"
    EXCHANGES = "exchanges"


class Doubt(StrEnum):
    """The handling of a letter that may or may not have left."""

    HOLD = "hold"
    RESEND = "resend"


def crashes(
    of: Annotated[Of, typer.Option(help="The work at which they are killed.")] = Of.LETTERS,
    kills: Annotated[int, typer.Option(min=1, max=10_000, help="How many are killed.")] = 50,
    many: Annotated[
        int, typer.Option(min=1, max=100_000, help="Letters that are sent, or players who meet.")
    ] = 0,
    doubt: Annotated[
        Doubt, typer.Option(help="What becomes of letters that may or may not have left.")
    ] = Doubt.HOLD,
    connections: Annotated[int, typer.Option(min=1, max=100, help="Of a worker to mail.")] = 4,
    database: Annotated[
        str, typer.Option(metavar="URL", help="An empty database; else a SQLite file.")
    ] = "",
) -> None:
    """Kill processes that send letters or play matches by mail, and see whether anything is lost or doubled.

    They die by SIGKILL, of those that send letters half when the mail server hears a line or the database a commit. The mail
    server says 4xx to 5 letters of 100, 5xx to 1, and cuts the line after another. Of an exchange each record must be a whole
    chain, like that of the same season without kills, and orders with a receipt must have been played.
    """
    if of is Of.EXCHANGES:
        tell(
            lambda: measure_exchange_crashes(many or 8, kills, database),
            lambda figures: [] if figures.is_well else ["Something was lost, doubled or broken."],
        )
    else:
        tell(
            lambda: measure_crashes(many or 1000, kills, doubt.value, database, connections),
            lambda figures: _faults(figures, kills),
        )


def _faults(figures: CrashFigures, kills: int) -> list[str]:
    too_few = figures.kills < kills
    return figures.faults + [f"Only {figures.kills} could be killed: name more."] * too_few


if __name__ == "__main__":
    run(crashes)
