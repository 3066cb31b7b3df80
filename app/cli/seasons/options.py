"""Options of several commands about a season."""

from typing import Annotated

import typer

Closes = Annotated[
    str | None,
    typer.Option(metavar="WHEN", help="Deadline, as '2027-03-31 21:00' in HIKYAKU_TIMEZONE."),
]
BeaconOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Public randomness in its dice: drand, or an announced number with its day, as 'Numbers4 of 2026-12-24'; '' for none.",
    ),
]
ReleaseOption = Annotated[
    str,
    typer.Option("--at", metavar="WHEN", help="As '2027-03-31 21:00' in HIKYAKU_TIMEZONE."),
]
