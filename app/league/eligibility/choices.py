"""What a game leaves open about its matches: typed as `key=value`, and read alike wherever it can be chosen."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from app.engine import Ruleset
from app.engine.matches.basics import ConfigError
from app.errors import MatchesRefused, Problem

_MOST_TOLD: Final = 20


def parsed(lines: Iterable[str]) -> dict[str, Any]:
    """The values by their keys, each in JSON or as it is."""
    found: dict[str, Any] = {}
    for key, _, value in (line.strip().partition("=") for line in lines if line.strip()):
        found[key] = read(value)
    return found


def read(typed: str) -> Any:
    """The value that is typed so: in JSON, or as it is."""
    try:
        return json.loads(typed)
    except (ValueError, RecursionError):
        return typed


def written(value: Any) -> str:
    """The value as it is typed."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def lines_of(game: Ruleset, config: Mapping[str, Any]) -> list[str]:
    """The lines that choose what this configuration says."""
    return [f"{each.key}={written(each.of(config))}" for each in game.choices]


def known(game: Ruleset, config: Mapping[str, Any], wrong: list[Problem]) -> dict[str, Any]:
    """The settings that the game knows, and a problem for each other key."""
    keys = [each.key for each in game.choices]
    some, others = ", ".join(keys), sorted(config.keys() - {*keys})[:_MOST_TOLD]
    wrong += (Problem("match-choice", typed=key[:40], choices=some) for key in others)
    return {key: value for key, value in config.items() if key in keys}


def problems(
    game: Ruleset, config: Mapping[str, Any], *, may_list: bool = True
) -> Iterator[Problem]:
    """Everything that keeps matches of the game from being played so, with what can be chosen instead.

    A number that is not offered may be one all the same; a list, such as tags of own cards, only if `may_list`.
    """
    if (match := game.match) is None:
        yield Problem("match-no-game", game=game.title)
        return
    values = {
        each.key: ", ".join(written(value) for value, _ in each.values) for each in game.choices
    }
    for key, value in config.items():
        try:
            match.settle({key: value})
            if isinstance(value, list) and not may_list and written(value) not in values[key]:
                raise ConfigError([])
        except ConfigError as refusal:
            if key in values:
                typed = written(value)[:40]
                yield Problem("match-value", typed=typed, key=key, values=values[key])
            else:
                yield from (Problem("match-config", reason=each) for each in refusal.problems)


def under(game: Ruleset, lines: Iterable[str]) -> Ruleset:
    """The game with the settings in these lines, and the usual ones for all else. Raises
    `MatchesRefused` with every problem.
    """
    wrong: list[Problem] = []
    typed = parsed(lines)
    config = known(game, typed, wrong) if game.match else typed
    wrong += problems(game, config, may_list=False) if config else ()
    if wrong:
        raise MatchesRefused(wrong)
    return game.under({each.key: each.of({}) for each in game.choices} | config)
