"""Seasons of sample characters: four restored from records, one played from mails to reports.

Another takes entries, and others wait for orders. The demonstration is a separate site in its own
folder. It neither sees nor touches a real one.
"""

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.console import log, voice
from app.cli.console.installation import choose_site, database, key, said, serve_demo_at, settings
from app.cli.serve import HostOption, PortOption, listening, serve_site

if TYPE_CHECKING:
    from app.settings import Settings
    from app.store.database import Database

commands = typer.Typer()


@commands.command(epilog=voice.examples("hikyaku demo", "hikyaku demo --serve --port 8080"))
def demo(
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the standings only.")] = False,
    serve: Annotated[
        bool, typer.Option("--serve/--no-serve", help="Then serve its pages until stopped.")
    ] = False,
    host: HostOption = "127.0.0.1",
    port: PortOption = 8000,
) -> None:
    """Play a season of 40 sample characters, from their mails to their reports, in a Maildir.

    Finished seasons of the other four games are restored from their records. All this is done once.
    A stopped run is continued by the next one. Later runs only show the result.

    Another season takes entries, yours too. After its deadline it is played, and the next one
    opens. In each game with decisions a season is half played: you can play one side, and the other
    players answer their letters.

    The demonstration is a separate site in var/demo. It reads neither the environment nor .env, and
    sends nothing. Other commands work on it with --demo in front: hikyaku --demo season show
    laplaplus-1
    """
    with listening(host, port) if serve else nullcontext() as listener:
        if listener:
            serve_demo_at(listener.getsockname()[1])
        else:
            choose_site(f"http://localhost:{port}")
        with said(), database() as at:
            _play(at, quiet=quiet)
            if listener:
                from app.cli.demo.shows import going_on

                log.write_log()
                voice.say("", *_about(settings()), "")
                with going_on(at):
                    serve_site(at, settings(), listener)


def _play(at: "Database", *, quiet: bool) -> None:
    from app.cli.demo.shows import (
        CUP,
        RECORDS,
        CupShow,
        bring_back,
        keep_one,
        keep_waiting,
        open_cup,
    )
    from app.cli.seasons.overview import say_standings

    key()
    CupShow(at, CUP, quiet=quiet).play()
    for path in RECORDS:
        bring_back(at, path)
    open_one = keep_one(open_cup, at, quiet=quiet).cup
    waiting = keep_waiting(at, quiet=quiet)
    for slug in (CUP.slug, *(path.stem for path in RECORDS)):
        voice.say("")
        say_standings(at, slug)
    if not quiet:
        voice.say("", f"All letters are in {waiting[0].correspondents.folder}.")
        voice.say(f"{open_one.title_en} takes entries, by mail and by the form.")
        for show in waiting:
            cup = show.cup
            told = f"{cup.title_en} waits for the orders of {cup.guest}. You can play that side:"
            voice.say(told, show.guest_page())


def _about(own: "Settings") -> tuple[str, ...]:
    """A note that this site is the demonstration, and how a real one is begun."""
    folder = own.maildir.parent
    return (
        f"This is the demonstration. Its letters are in {own.maildir / 'new'}, and nothing is sent.",
        f"All its files are in {folder}. Remove that folder to start again.",
        "Other commands work on it with --demo in front: hikyaku --demo season list",
        "A real site has its own database: hikyaku organiser add, season create, season open, serve.",
    )
