"""The demonstration: its seasons, and the players who send and answer mails and forms in them."""

from app.cli.demo import command

commands = command.commands
