"""What commands there are."""

from collections.abc import Iterator

import typer
from typer.core import TyperGroup

from app.cli import program


def commands() -> list[tuple[str, ...]]:
    """Every command, as the words one types behind `hikyaku`."""
    found = typer.main.get_command(program)
    assert isinstance(found, TyperGroup)
    return list(_below(found, ()))


def _below(group: TyperGroup, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from _below(command, (*words, name))
        else:
            yield (*words, name)
