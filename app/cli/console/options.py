"""Arguments of several commands: a game, a language, JSON."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.console import voice
from app.engine import Lang
from app.errors import UnknownGame
from app.text.columns import aligned

if TYPE_CHECKING:
    from app.engine import Ruleset

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game, such as laplaplus.", show_default=False)
]
LangOption = Annotated[
    Lang | None,
    typer.Option(
        "--lang",
        help="Language of games and documents. Without it, Japanese if the locale (LC_ALL, LC_MESSAGES, LANG) is Japanese, else English.",
        show_default=False,
    ),
]
CardsOption = Annotated[
    str | None,
    typer.Option(
        "--cards",
        metavar="FILE",
        help="House cards to play with, in TOML: see house-cards.md.",
        show_default=False,
    ),
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="KEY=VALUE",
        help="A setting of the game for its matches, such as petit=true. May be repeated.",
        show_default=False,
    ),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]

SeedOption = Annotated[
    int | None,
    typer.Option(min=0, help="The seed of the search for a strong build.", show_default="1"),
]
BattlesOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=10_000_000_000,
        help="How many battles the search may use. The same number gives the same answer on any machine.",
        show_default="4,000,000, or 10 seconds' worth without a kernel",
    ),
]


def game_named(slug: str) -> "Ruleset":
    """The rules of that game; a game that does not exist is refused."""
    from app.games import ruleset, slugs

    try:
        return ruleset(slug)
    except UnknownGame:
        raise no_such("game", slug, "Games", slugs()) from None


def no_such(what: str, name: str, heading: str, there_are: Iterable[str]) -> voice.Refused:
    """The refusal of a name that nothing has: the nearest that something has, and all of them under the heading."""
    known = [*there_are]
    near = get_close_matches(name, known, n=1)
    meant = f"Did you mean {near[0]}? " if near else ""
    return voice.Refused([f'There is no {what} "{name}". {meant}{heading}: {", ".join(known)}.'])


def say_json(value: object, wanted: bool = True) -> bool:
    """Print the value as JSON on one line, readable as it is, if that is wanted; whether it is.

    Dataclasses are objects.
    """
    if wanted:
        voice.say(json.dumps(value, ensure_ascii=False, default=asdict))
    return wanted


def say_table(rows: Iterable[Iterable[str]], right: Iterable[int] = ()) -> None:
    """Print the rows in columns, those numbered in `right` set to the right."""
    from rich.cells import cell_len

    voice.say(*aligned([list(row) for row in rows], [*right], cell_len))
