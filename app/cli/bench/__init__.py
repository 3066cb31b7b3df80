"""Benchmarks of this machine, from `app.bench`: games, seasons, mail, pages."""

import typer

from app.cli.bench import games, mail, seasons, web

commands = typer.Typer(help="Measure how fast this machine plays, serves and mails.")
commands.add_typer(games.commands)
commands.add_typer(seasons.commands)
commands.add_typer(mail.commands)
commands.add_typer(web.commands)
