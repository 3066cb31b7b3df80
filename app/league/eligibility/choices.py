"""What a game leaves open about its matches: typed as `key=value`, and read alike wherever it can be chosen."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from app.engine import Choice, Ruleset
from app.engine.matches.basics import ConfigError
from app.engine.matches.game import Game
from app.engine.words import Words
from app.errors import MatchesRefused, Problem

_MOST_TOLD: Final = 20


def parsed(lines: Iterable[str]) -> dict[str, Any]:
    """The values by their keys, each in JSON or as it is."""
    found: dict[str, Any] = {}
    for key, _, value in (line.strip().partition("=") for line in lines if line.strip()):
        found[key] = value
        with suppress(ValueError, RecursionError):
            found[key] = json.loads(value)
    return found


def known(game: Ruleset, config: Mapping[str, Any], wrong: list[Problem]) -> dict[str, Any]:
    """The ones that the game leaves open; a problem for each other."""
    keys = [each.key for each in game.choices]
    unknown = sorted(config.keys() - {*keys})[:_MOST_TOLD]
    some = ", ".join(keys)
    wrong += (Problem("match-choice", typed=key[:40], choices=some) for key in unknown)
    return {key: value for key, value in config.items() if key in keys}


def problems(
    game: Ruleset, config: Mapping[str, Any], *, may_list: bool = True
) -> Iterator[Problem]:
    """Everything that keeps matches of the game from being played so, with what can be chosen instead.

    A value that is not offered may be one all the same: another number, and if `may_list` other tags.
    """
    if game.match is None:
        yield Problem("match-no-game", game=game.title)
        return
    rest = dict(config)
    for each in (each for each in game.choices if each.key in config):
        value, offered = rest.pop(each.key), [written(known) for known, _ in each.values]
        fits = may_list or not isinstance(value, list)
        fits = fits and not _refused(game.match, {each.key: value})
        if not fits and written(value) not in offered:
            typed, values = written(value)[:40], ", ".join(offered)
            yield Problem("match-value", typed=typed, key=each.key, values=values)
    yield from (Problem("match-config", reason=reason) for reason in _refused(game.match, rest))


def written(value: Any) -> str:
    """The value as it is typed."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _refused(match: Game[Any], config: Mapping[str, Any]) -> tuple[Words, ...]:
    try:
        match.settle(config)
    except ConfigError as refusal:
        return refusal.problems
    return ()


def under(game: Ruleset, lines: Iterable[str]) -> Ruleset:
    """The game as it is played with what these lines choose, and what is usual of all else. Raises `MatchesRefused` with every problem."""
    wrong: list[Problem] = []
    typed = parsed(lines)
    config = known(game, typed, wrong) if game.match else typed
    wrong += problems(game, config, may_list=False) if config else ()
    if wrong:
        raise MatchesRefused(wrong)
    return game.under({each.key: each.values[0][0] for each in game.choices} | config)


def lines_of(game: Ruleset, config: Mapping[str, Any]) -> list[str]:
    """Lines that choose what this configuration says."""
    return [f"{each.key}={written(value_in(each, config))}" for each in game.choices]


def value_in(choice: Choice, config: Mapping[str, Any]) -> Any:
    """What is chosen of it in this configuration, or usual."""
    return config.get(choice.key, choice.values[0][0])
