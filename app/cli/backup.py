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
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write.")],
) -> None:
    """Copy the whole database to a file, at any time, even while the site runs.

    To restore SQLite, stop the server and replace the database by the file. Remove its -wal and
    -shm files. To restore PostgreSQL, fill an empty database by pg_restore --clean --if-exists
    --no-owner --dbname=ADDRESS FILE.
    """
    from app.store.database import StoreUnavailable
    from app.store.upkeep.backups import back_up

    target = place_of(file)
    if target.exists():
        raise voice.Refused([f"{file} already exists, and was not touched. Name another file."])
    with database() as at:
        try:
            waiting = back_up(at, target, now=clock.now())
        except StoreUnavailable as error:
            raise voice.Refused([f"No backup was made: {error}."]) from None
    voice.say(f"{shown(file)}: {target.stat().st_size:,} bytes.")
    if waiting:
        many, names = voice.many(len(waiting), "letter"), ", ".join(map(str, waiting[:_NAMED]))
        more = f" and {len(waiting) - _NAMED:,} more" * (len(waiting) > _NAMED)
        voice.say(
            f"{many} waited to leave ({names}{more}): a site that starts with this copy does not send them by "
            "itself. There, hikyaku mail status lists them, and hikyaku mail retry sends them."
        )
