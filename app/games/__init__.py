"""All games: every folder here that exports `RULESETS`, one or more versions of its rules, the newest first."""

import pkgutil
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from app.engine import Ruleset
from app.errors import Problem, RulesNotInstalled, UnknownGame


@cache
def slugs() -> tuple[str, ...]:
    """The games there are, by name; a folder is called as its slug, with `_` for `-`."""
    return tuple(
        sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.ispkg)
    )


def rulesets(slug: str) -> tuple[Ruleset, ...]:
    """All versions of this game, the newest first. Raises `UnknownGame`, which names the nearest or all there are."""
    if slug not in slugs():
        nearest = get_close_matches(slug, slugs(), n=1)
        raise UnknownGame(
            [Problem("unknown-game", words=(slug,), suggestions=tuple(nearest or slugs()))]
        )
    versions: tuple[Ruleset, ...] = import_module(f"{__name__}.{slug.replace('-', '_')}").RULESETS
    return versions


def ruleset(slug: str, version: str | None = None) -> Ruleset:
    """The game in this version of its rules, which is that of the season concerned; without one the newest.

    A version is never replaced by another: raises `RulesNotInstalled`, which names those that are here, and `UnknownGame`.
    """
    versions = rulesets(slug)
    if version is None:
        return versions[0]
    for each in versions:
        if each.rules_version == version:
            return each
    here = ", ".join(each.rules_version for each in versions)
    raise RulesNotInstalled([Problem("rules-not-installed", words=(slug, version, here))])


def is_installed(slug: str, version: str) -> bool:
    """Whether there is this game, in this version of its rules."""
    return slug in slugs() and any(each.rules_version == version for each in rulesets(slug))
