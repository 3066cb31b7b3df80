"""The worker from the command line: reads mail, moves seasons, sends letters."""

from typing import Annotated

import typer

from app.cli.console import log, voice
from app.cli.console.installation import check_mail, database, key, settings

commands = typer.Typer()


@commands.command(epilog=voice.examples("hikyaku worker", "hikyaku worker --once"))
def worker(
    once: Annotated[
        bool, typer.Option("--once", help="Stop as soon as nothing is due any more.")
    ] = False,
) -> None:
    """Do what is due until stopped: read mail that came in, close seasons, send letters.

    Several workers may run at once, on one machine or on many. SIGTERM ends one after its letter.
    """
    from app.connections import raise_limit
    from app.jobs.worker import stopping, work

    log.write_log(settings().log_format)
    raise_limit()
    key()
    with database() as at, stopping() as stop:
        check_mail(settings())
        work(at, settings(), stop=stop, once=once)
