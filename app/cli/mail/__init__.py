"""Mail from the command line: mails that come in, letters that go out, threads that wait for a human."""

import typer

from app.cli.mail import arrivals, letters, threads

commands = typer.Typer(help="Take mail in and send it out.", no_args_is_help=True)
commands.add_typer(arrivals.commands)
commands.add_typer(letters.commands)
commands.add_typer(threads.commands)
