"""Commands on seasons and cups: those written by hand, and one for every act in the league's tables."""

from collections.abc import MutableMapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup


class SeasonGroup(TyperGroup):
    """A group whose act commands are loaded on demand, so `hikyaku --help` loads no league.

    A command written by hand replaces the act of its name.
    """

    about: ClassVar = "season"
    first: ClassVar[Sequence[str]] = ("create", "change")
    """Those stand above the acts, which come in the order of their table."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name."""
        return self._written.get(cmd_name) or super().get_command(ctx, cmd_name)

    @cached_property
    def _every(self) -> MutableMapping[str, Any]:
        from app.cli.seasons import acts

        first = {name: self._written[name] for name in self.first}
        found = typer.main.get_group(acts.commands(self.about)).commands
        return {**first, **found, **self._written}

    @property
    def commands(self) -> MutableMapping[str, Any]:
        """All of them."""
        return self._every

    @commands.setter
    def commands(self, written: MutableMapping[str, Any]) -> None:
        self._written = written


class CupGroup(SeasonGroup):
    """The same of cups."""

    about = "cup"
    first = ()
