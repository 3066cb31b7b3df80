"""All games: a game is a folder here that exports `RULESETS`, or `GAMES` if it takes decisions.

Each export holds one or more versions of the rules, the newest first. A folder may export both.
"""

import pkgutil
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from app.engine.workshop import SUFFIX
from app.errors import Problem, RulesNotInstalled, UnknownGame

if TYPE_CHECKING:
    from app.engine import Ruleset
    from app.engine.matches.game import Game

_Version = TypeVar("_Version")


@cache
def slugs() -> tuple[str, ...]:
    """Return the games in which seasons are played: those without decisions first, since they need only an entry."""
    found = [slug for slug in _folders() if _exported(slug, "RULESETS")]
    return tuple(sorted(found, key=lambda slug: ruleset(slug).match is not None))


@cache
def calls() -> tuple[str, ...]:
    """Return the possible calls for cards: one for each game that accepts cards made by people."""
    return tuple(f"{slug}{SUFFIX}" for slug in slugs() if ruleset(slug).workshop)


@cache
def match_slugs() -> tuple[str, ...]:
    """The games with decisions, by name."""
    return tuple(slug for slug in _folders() if _exported(slug, "GAMES"))


def rulesets(slug: str) -> "tuple[Ruleset, ...]":
    """Return all versions of this game, or of a call for its cards, the newest first.

    Raises `UnknownGame`, which suggests the most similar game or all of them.
    """
    return _versions(slug) or _unknown(slug, slugs())


def _versions(slug: str) -> "tuple[Ruleset, ...]":
    versions: tuple[Ruleset, ...] = _exported(slug, "RULESETS")
    made = slug.removesuffix(SUFFIX)
    return versions or (_calls_for(_exported(made, "RULESETS")) if made != slug else ())


@cache
def _calls_for(games: "tuple[Ruleset, ...]") -> "tuple[Ruleset, ...]":
    from app.engine.workshop.call import call_for

    return tuple(call_for(each) for each in games if each.workshop)


def match_games(slug: str) -> "tuple[Game[Any], ...]":
    """Return all versions of this game in the form that matches use, the newest first. Raises `UnknownGame`.

    A game without decisions has this form too: its matches end as soon as the builds are known.
    """
    from app.engine.build_only import BuildOnly

    versions: tuple[Game[Any], ...] = _exported(slug, "GAMES") or tuple(
        each.match or BuildOnly(each) for each in _exported(slug, "RULESETS")
    )
    return versions or _unknown(slug, sorted({*slugs(), *match_slugs()}))


def ruleset(slug: str, version: str | None = None) -> "Ruleset":
    """Return the game in this version of its rules, as the season names it; without a version, the newest.

    A version is never replaced by another. Raises `RulesNotInstalled`, which lists the installed ones, and
    `UnknownGame`.
    """
    from app.games import house

    if version and (found := house.known(slug, version)):
        return found
    return _version(rulesets(slug), version, lambda each: each.rules_version)


def fought(slug: str) -> "Ruleset":
    """The newest rules of a game that is played. Raises `UnknownGame`, also for a call for cards."""
    found = ruleset(slug)
    return _unknown(slug, slugs()) if found.makes else found


def match_game(slug: str, version: str | None = None) -> "Game[Any]":
    """The game as matches are played of it, in this version of its rules; refuses as `ruleset` does."""
    return _version(match_games(slug), version, lambda each: each.rules)


def is_installed(slug: str, version: str) -> bool:
    """Whether there is this game, in this version of its rules. The other games are not loaded for that."""
    from app.games import house

    versions = _versions(slug)
    return bool(
        any(each.rules_version == version for each in versions)
        or (versions and house.known(slug, version))
    )


@cache
def _folders() -> tuple[str, ...]:
    """Return the names of all folders as slugs: `_` becomes `-`."""
    return tuple(
        sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__) if m.ispkg)
    )


def _exported(slug: str, name: str) -> Any:
    """Return what the package of this game exports under the name; () if there is no such name or game."""
    if slug not in _folders():
        return ()
    return getattr(import_module(f"{__name__}.{slug.replace('-', '_')}"), name, ())


def _unknown(slug: str, there_are: Sequence[str]) -> NoReturn:
    nearest = get_close_matches(slug, there_are, n=1)
    raise UnknownGame([Problem("unknown-game", game=slug, suggestions=tuple(nearest or there_are))])


def _version(
    versions: Sequence[_Version], wanted: str | None, named: Callable[[_Version], str]
) -> _Version:
    if wanted is None:
        return versions[0]
    for each in versions:
        if named(each) == wanted:
            return each
    here = ", ".join(map(named, versions))
    raise RulesNotInstalled([Problem("rules-not-installed", rules=wanted, installed=here)])
