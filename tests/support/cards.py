"""Cards that people could make, drawn from the kinds that a game asks for; and the same with a mistake in them."""

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any

from app.engine.workshop import schema
from app.engine.workshop.file import File
from app.engine.workshop.schema import (
    ChoiceField,
    DeedField,
    FlagField,
    NumberField,
    SeveralField,
    TableField,
    TablesField,
    TextField,
)

WRONG: tuple[Any, ...] = (None, "", "nonsense", -1000, 1000, 1.5, True, [], {}, [[]], "\u202e")
"""What fits nowhere, or almost nowhere."""


def drawn(kind: type, random: Random) -> dict[str, Any]:
    """A drawn table of this kind. Each field alone is right; optional ones are often left out."""
    found: dict[str, Any] = {}
    for key, asked in schema.asked(kind).items():
        if asked.is_needed or random.random() < 0.5:
            value = _value(asked.ask, key, random)
            found |= value if isinstance(asked.ask, DeedField) else {key: value}
    return found


def _value(ask: schema.Ask, key: str, random: Random) -> Any:
    match ask:
        case NumberField():
            return random.choice(ask.within)
        case ChoiceField():
            return random.choice([*ask.words])
        case FlagField():
            return random.random() < 0.5
        case TextField():
            return f"{key} {random.randrange(10**9)}"[-ask.most :]
        case SeveralField():
            return [_value(ask.of, key, random) for _ in range(random.randint(ask.least, ask.most))]
        case DeedField():
            return _deed(ask.verbs, ask.by, random)
        case TableField():
            return drawn(ask.of, random)
        case TablesField():
            several = range(random.randint(ask.least, min(ask.most, ask.least + 2)))
            if isinstance(ask.of, type):
                return [drawn(ask.of, random) for _ in several]
            return [_deed(ask.of, ask.by, random) for _ in several]
    raise NotImplementedError(ask)


def _deed(verbs: tuple[type, ...], by: str, random: Random) -> dict[str, Any]:
    verb = random.choice(verbs)
    return {by: schema.name_of(verb), **drawn(verb, random)}


def legal(
    kind: type[Any], random: Random, change: Callable[[dict[str, Any]], None] = lambda _: None
) -> Iterator[Any]:
    """Records of this kind without end, each read from a table that was drawn and then changed so, until one is right as a whole."""
    for _ in count():
        data = drawn(kind, random)
        change(data)
        part = File.of(data)
        found = schema.read(part, kind)
        if not part.file.problems:
            yield found


def broken(data: Any, random: Random) -> Any:
    """The same table with one value, at any depth, that is wrong, missing or not asked for."""
    if isinstance(data, dict) and data and random.random() < 0.8:
        key = random.choice([*data])
        inner = data[key]
        if isinstance(inner, dict | list) and inner and random.random() < 0.7:
            return {**data, key: broken(inner, random)}
        if random.random() < 0.2:
            return {each: value for each, value in data.items() if each != key}
        return {**data, key: random.choice(WRONG)}
    if isinstance(data, dict):
        return {**data, "nonsense": 1}
    if isinstance(data, list) and data:
        at = random.randrange(len(data))
        return [*data[:at], broken(data[at], random), *data[at + 1 :]]
    return random.choice(WRONG)
