"""The command line: one program, its commands grouped by module.

A new group is one line in `GROUPS`. Its module offers `commands`, a `typer.Typer`, and imports
what it works with inside the commands, so that `hikyaku --help` stays quick.
"""

import gc
import sys
from collections.abc import Sequence
from typing import Annotated, Any, Final, NoReturn

import typer
from typer.core import TyperGroup

from app import __version__
from app.cli import (
    backup,
    bench,
    demo,
    doctor,
    documents,
    games,
    hall,
    mail,
    match,
    organiser,
    play,
    player,
    rating,
    serve,
    stats,
    webhook,
)
from app.cli.console import voice
from app.cli.console.installation import choose_site, demo_address
from app.cli.seasons import cups, lifecycle

GROUPS: Final[Sequence[tuple[str | None, typer.Typer]]] = (
    (None, games.commands),  # no name: these are commands of the program itself
    ("season", lifecycle.commands),
    ("cup", cups.commands),
    (None, hall.commands),
    ("rating", rating.commands),
    ("stats", stats.commands),
    (None, play.commands),
    ("match", match.commands),
    ("mail", mail.commands),
    ("organiser", organiser.commands),
    ("player", player.commands),
    ("webhook", webhook.commands),
    (None, demo.commands),
    (None, serve.commands),
    (None, backup.commands),
    (None, doctor.commands),
    (None, documents.commands),
    ("bench", bench.commands),
)


class Program(TyperGroup):
    """The program reports errors in sentences, and never shows a traceback."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **options: Any) -> NoReturn:
        """Run the command that the arguments name; without any, show what there is."""
        arguments = (sys.argv[1:] if args is None else list(args)) or ["--help"]
        options |= {"standalone_mode": False}
        run = super().main
        sys.exit(voice.exit_code(lambda: run(arguments, *rest, **options)))


program = typer.Typer(
    cls=Program,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for name, commands in GROUPS:
    commands.rich_markup_mode = None  # help is plain text, in a pipe as in a terminal
    program.add_typer(commands, name=name)


def _print_version(wanted: bool) -> None:
    if wanted:
        voice.say(f"hikyaku {__version__}")
        raise typer.Exit


@program.callback(epilog=voice.examples("hikyaku battle laplaplus 'Attack, Core' 'Core, Shield'"))
def hikyaku(
    version: Annotated[  # noqa: ARG001 - its callback does it
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
    demo: Annotated[
        bool,
        typer.Option("--demo", help="Work on the site of `hikyaku demo` instead of the real one."),
    ] = False,
) -> None:
    """Play-by-mail tournaments: players mail a build, the builds fight, reports come by mail.

    Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 refused (all problems are
    named), 2 wrong usage, 130 interrupted.
    """
    choose_site(demo_at=demo_address() if demo else None)


YOUNG: Final = 10_000
"""How many new objects trigger a garbage collection.

A mail or a page makes more than Python's 700 and releases them by itself. Looking through all
loaded objects every few hundred mails took a sixth of their time.
"""


def main() -> None:
    """Run `hikyaku` with the arguments of this process. Its files are for its owner alone."""
    from app.files import be_private

    be_private()
    gc.set_threshold(YOUNG)
    voice.speak_utf8()
    typer.main.get_command(program).main(prog_name="hikyaku")
