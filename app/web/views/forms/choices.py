"""The options of games with matches, as fields of a form: for a season, practice, a try, or a list.

In a form for one game each field sends a line `key=value` as `rule`, and so does an address.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import Query
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Choice, Ruleset, Words
from app.games import ruleset, slugs
from app.league import visibility
from app.league.eligibility.choices import lines_of, written
from app.league.matches.settings import config_of

RULE: Final = "rule"
"""The name of the field that says a line."""
Rules = Annotated[
    list[str],
    Query(
        alias=RULE, default_factory=list, description="What the game leaves open, as `key=value`."
    ),
]


ChoiceField = tuple[str, str, Ruleset, Words, dict[str, Words], str]
"""Its id, its name, the game, the label, the values, and the one that is chosen; `forms.choices` of `_forms.html` draws it."""


def field_of(slug: str, choice: Choice, chosen: str, line: str = "") -> ChoiceField:
    """The field for this option of the game.

    A chosen value outside the usual ones is added. `line` is put before each value in a field that sends lines.
    """
    values = {line + written(value): words for value, words in choice.values}
    values.setdefault(line + chosen, Words(chosen, chosen))
    id = name_of(slug, choice)
    return id, RULE if line else id, ruleset(slug), choice.label, values, line + chosen


def choices() -> Iterator[tuple[str, Choice]]:
    """The options of the games, each with its game."""
    for slug in slugs():
        yield from ((slug, each) for each in ruleset(slug).choices)


def name_of(slug: str, choice: Choice) -> str:
    """The name of this game's field, in a form for several games."""
    return f"rule_{slug}_{choice.key}"


def fields_of(game: Ruleset) -> list[ChoiceField]:
    """The fields of the game as it is configured, for a form of this game."""
    config = game.config or {}
    return [
        field_of(game.slug, each, written(each.of(config)), f"{each.key}=") for each in game.choices
    ]


def of_season(session: Session, slug: str, game: Ruleset) -> Sequence[str]:
    """The season's choices for matches of this game, as lines. Raises 404 for a season of another game."""
    season = visibility.public_season(session, slug)
    if season.game != game.slug:
        raise HTTPException(404)
    config = config_of(session, season)
    return lines_of(game, game.match.settle(config) if game.match else config)


def query_of(game: Ruleset) -> str:
    """The choices for the game, as a query string; empty if nothing was chosen."""
    return urlencode(
        [(RULE, line) for line in lines_of(game, game.config or {})] * bool(game.config)
    )
