"""The decisions of a season as options, made from their kinds when the command is asked for."""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property, wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperCommand

from app.cli.console import voice
from app.cli.console.installation import settings
from app.errors import Problem
from app.text.moments import read_moment

if TYPE_CHECKING:
    from app.league.seasons.decisions.decision import Decision
    from app.league.seasons.decisions.kinds import FormPart
    from app.league.seasons.decisions.season_plans import Plan

_METAVARS: Final = {
    "Text": "TEXT",
    "LongText": "TEXT",
    "PointInTime": "WHEN",
    "WholeNumber": "N",
    "Hours": "HOURS",
    "PointsPerResult": "W/D/L",
    "InOrder": "LIST",
    "SomeOf": "LIST",
    "Lines": "LIST",
    "Waves": "LIST",
    "OneOf": "NAME",
    "Source": "FILE",
    "YesNo": None,
    "OneWord": "NAME",
    "ZoneName": "ZONE",
    "GameChoices": "KEY=VALUE",
}
"""The metavar of each kind of value; other kinds have separate commands."""


class OfDecisions(TyperCommand):
    """A command with an option for every decision but those on matches, or for these alone.

    The table of them is loaded when it is asked for, not with the program.

    Its function takes the context, and what was typed of a plan from `decided`.
    """

    @cached_property
    def made(self) -> TyperCommand:
        """The command with its options."""
        callback: Any = self.callback
        program = typer.Typer(add_completion=False, rich_markup_mode=None)
        program.command(self.name, epilog=self.epilog)(_with_options(callback.__wrapped__))
        found = typer.main.get_command(program)
        if not isinstance(found, TyperCommand):
            raise TypeError(f"{self.name} is not one command")
        return found

    @property
    def params(self) -> Any:
        """Its arguments and options."""
        return self.made.params

    @params.setter
    def params(self, _: Any) -> None:
        """Those of the function alone are of no use."""

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """The context of the command with its options."""
        return self.made.make_context(*args, **extra)


def _with_options(command: Callable[..., None]) -> Callable[..., None]:
    from app.league.seasons.decisions.season_plans import DECISIONS

    own = signature(command, eval_str=True).parameters
    is_new, is_of_matches = "game" in own, command.__name__ == "matches"
    options = [
        Parameter(part.name, Parameter.KEYWORD_ONLY, default=None, annotation=option)
        for decision in DECISIONS.values()
        if (decision.name == "matches") is is_of_matches
        for part in decision.parts
        if (option := _option(decision, part, is_new=is_new))
    ]

    @wraps(command)
    def run(**given: Any) -> None:
        command(**{name: given[name] for name in own})

    first = [each for each in own.values() if each.default is Parameter.empty]
    last = [each for each in own.values() if each.default is not Parameter.empty]
    every = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in (*first, *options, *last)]
    run.__signature__ = signature(command).replace(parameters=every)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in every}
    return run


def _option(decision: "Decision", part: "FormPart", *, is_new: bool) -> Any:
    """The option for this part, as typer reads it; None without an option."""
    kind = type(part.kind).__name__
    if kind not in _METAVARS or (kind == "Source" and not is_new):
        return None
    name = _name(part)
    if kind == "YesNo" and "/" not in name:
        name = f"{name}/--no-{name.removeprefix('--')}"
    typed: Any = {"WholeNumber": int, "YesNo": bool, "GameChoices": list[str]}.get(kind, str)
    return Annotated[
        typed | None, typer.Option(name, metavar=_METAVARS[kind], help=_help(decision, part))
    ]


def _name(part: "FormPart") -> str:
    return part.option or f"--{part.name.replace('_', '-')}"


def _help(decision: "Decision", part: "FormPart") -> str:
    """What it means, how it is written, and how nothing is."""
    kind, said = type(part.kind).__name__, [part.meaning or decision.meaning]
    if kind == "Source":
        return f"{decision.meaning} In TOML: see house-cards.md."
    if kind == "PointInTime":
        said.append("As '2027-03-31 21:00' in HIKYAKU_TIMEZONE.")
    elif part.example:
        said.append(f"As '{part.example}'.")
    if kind == "YesNo":
        said.append(f"{_name(part).partition('/')[0]}: {getattr(part.kind, 'yes', '')}.")
    nothing = part.empty or part.kind.nothing
    if kind not in ("YesNo", "PointsPerResult") and nothing != "–":
        said.append(f"{'0' if kind == 'WholeNumber' else repr('')}: {nothing}.")
    if options := getattr(part.kind, "options", None) if kind != "OneOf" else None:
        one_of = "One of" if kind == "OneWord" else "With commas, of"
        said.append(f"{one_of}: {', '.join(filter(None, options))}.")
    return " ".join(said)


def decided(context: typer.Context, plan: "Plan", problems: list[Problem]) -> "Plan":
    """The plan with the decisions that were given as options. What cannot be read goes to `problems`."""
    from app.league.seasons.decisions import season_plans

    texts: dict[str, str] = {}
    for part in (part for each in season_plans.DECISIONS.values() for part in each.parts):
        value = context.params.get(part.name)
        if isinstance(value, bool):
            texts[part.name] = "yes" if value else ""
        elif isinstance(value, int):
            is_none = value == 0 and getattr(part.kind, "usual", None) is None
            texts[part.name] = "" if is_none else str(value)
        elif isinstance(value, list | tuple):
            if not value:
                continue
            before = plan.matches.config if plan.matches else {}
            texts[part.name] = "\n".join([part.kind.write(before, settings().zone), *value])
        elif value is not None:
            is_file = type(part.kind).__name__ == "Source"
            texts[part.name] = _in_file(value) if is_file else voice.as_typed(value)
    unread: season_plans.Unread = []
    plan = season_plans.read(plan, texts, settings().zone, unread)
    problems += [problem for _, problem in unread]
    return plan


def _in_file(file: str) -> str:
    from app.cli.lab import read_bytes
    from app.engine.lists import decode

    return decode(read_bytes(file, "file of house cards"))


def moment_of(typed: str, problems: list[Problem]) -> datetime | None:
    """A moment as typed: local to the installation unless it names its zone or offset."""
    return read_moment(typed, settings().zone, problems)
