"""Backups from the command line."""

from typing import Annotated, Final

import typer

from app import clock
from app.cli.console import voice
from app.cli.console.installation import database
from app.cli.console.output import place_of
from app.text.characters import shown

commands = typer.Typer()

_NAMED: Final = 20
"""The most letters that are named."""


@commands.command(epilog=voice.examples("hikyaku backup hikyaku-2027-03-31.backup"))
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where the copy is written.")],
) -> None:
    """Copy the whole database to a file, at any time, while everything goes on.

    SQLite: to restore, stop the server and put the file in the place of the database (without its
    -wal and -shm files). PostgreSQL: fill an empty database by pg_restore --clean --if-exists
    --no-owner --dbname=ADDRESS FILE.
    """
    from app.store.database import StoreUnavailable
    from app.store.upkeep.backups import back_up

    target = place_of(file)
    if target.exists():
        raise voice.Refused([f"{file} is there already, and stays: name another file."])
    with database() as at:
        try:
            waiting = back_up(at, target, now=clock.now())
        except StoreUnavailable as error:
            raise voice.Refused([f"There is no backup: {error}."]) from None
    voice.say(f"{shown(file)}: {target.stat().st_size:,} bytes.")
    if waiting:
        many, names = voice.many(len(waiting), "letter"), ", ".join(map(str, waiting[:_NAMED]))
        more = f" and {len(waiting) - _NAMED:,} more" * (len(waiting) > _NAMED)
        voice.say(
            f"{many} waited to leave ({names}{more}): a site that starts with this copy sends none of them unasked;"
            " hikyaku mail status lists them there, hikyaku mail retry sends them."
        )
