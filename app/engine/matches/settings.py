"""The configuration of a match: its keys, their defaults and other values."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from app.engine.matches.basics import ConfigError
from app.engine.words import Words

_UNKNOWN: Final = Words("「{key}」という設定はありません。", "There is no setting “{key}”.")
_WRONG: Final = Words("「{key}」は{what}です。", "“{key}” is {what}.")


class MatchSetting(NamedTuple):
    """A key of a configuration: its default, a test for other values, and in words `what` it may be."""

    usual: Any
    allows: Callable[[Any], bool]
    what: Words


def one_of(*values: Any) -> MatchSetting:
    """A setting with these values, the first by default. True does not count as 1."""
    *most, last = (each if isinstance(each, str) else json.dumps(each) for each in values)
    return MatchSetting(
        values[0],
        lambda value: any(type(value) is type(each) and value == each for each in values),
        Words("か".join((*most, last)), f"{', '.join(most)} or {last}"),
    )


def settled(
    config: Mapping[str, Any],
    settings: Mapping[str, MatchSetting],
    further: Callable[[Mapping[str, Any]], Iterable[Words]] = lambda _: (),
) -> dict[str, Any]:
    """The configuration with all its keys. Raises `ConfigError` with every problem and the `further` ones of the
    game.
    """
    found = {key: config.get(key, each.usual) for key, each in settings.items()}
    problems = [
        *(_UNKNOWN.filled(key=key) for key in sorted(map(str, config.keys() - settings.keys()))),
        *(
            _WRONG.filled(key=key, what=each.what)
            for key, each in settings.items()
            if not each.allows(found[key])
        ),
        *further(found),
    ]
    if problems:
        raise ConfigError(problems)
    return found
