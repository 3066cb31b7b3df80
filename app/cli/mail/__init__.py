"""Mail from the command line: mails that come in, letters that go out."""

import typer

from app.cli.mail import arrivals, letters

commands = typer.Typer(help="Take mail in and send it out.", no_args_is_help=True)
commands.add_typer(arrivals.commands)
commands.add_typer(letters.commands)
