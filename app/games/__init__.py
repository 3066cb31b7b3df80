"""All games: every folder here that exports `RULESET`."""

import pkgutil
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from app.engine import Ruleset
from app.errors import Problem, UnknownGame


@cache
def slugs() -> tuple[str, ...]:
    """The games there are, by name; a folder is called as its slug, with `_` for `-`."""
    return tuple(
        sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.ispkg)
    )


def ruleset(slug: str) -> Ruleset:
    """The game with this slug. Raises `UnknownGame`, which names the nearest or all there are."""
    if slug not in slugs():
        nearest = get_close_matches(slug, slugs(), n=1)
        raise UnknownGame(
            [Problem("unknown-game", words=(slug,), suggestions=tuple(nearest or slugs()))]
        )
    game: Ruleset = import_module(f"{__name__}.{slug.replace('-', '_')}").RULESET
    return game
