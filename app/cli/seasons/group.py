"""The commands on a season: those written here, and one for every act in the league's table."""

from collections.abc import MutableMapping
from typing import Any, Final

import typer
from typer.core import TyperGroup

_MAKING: Final = ("create", "change", "copy")
"""Those come first; then the acts, in the order of the table."""


class SeasonGroup(TyperGroup):
    """Acts come out of the league's table when somebody asks for one: `hikyaku --help` loads no league.

    A command written by hand stands for the act of its name.
    """

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name."""
        return self._written.get(cmd_name) or super().get_command(ctx, cmd_name)

    @property
    def commands(self) -> MutableMapping[str, Any]:
        """All of them."""
        from app.cli.seasons import acts

        making = {name: self._written[name] for name in _MAKING}
        found = typer.main.get_group(acts.commands())
        return {**making, **found.commands, **self._written}

    @commands.setter
    def commands(self, written: MutableMapping[str, Any]) -> None:
        self._written = written
