"""Reads a TOML text, or plain data, that adds cards to a game, as tables whose values know their places."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, Final

from app.engine.words import Words
from app.errors import CardsUnreadable, Problem
from app.text.characters import is_hidden, lines_of, shown, text_too_long

MOST_BYTES: Final = 64 * 1024
MOST_NAME: Final = 40
_MOST_PROBLEMS: Final = 100
_MOST_DOTS: Final = 1000
"""The most dots in a line: a key of ten thousand parts would take seconds to read."""
_LARGEST: Final = 2**63

Key = str | int
"""A name in a table, or a number in a list."""
Path = tuple[Key, ...]


def tidied(text: str) -> str:
    """The text as its digest counts it: LF between the lines and at the end, no blanks behind a line."""
    return "\n".join(line.rstrip() for line in lines_of(text)).strip("\n") + "\n"


@dataclass(slots=True)
class File:
    """A TOML text while it is read, with all its problems."""

    places: Mapping[Path, int]
    problems: list[Problem] = field(default_factory=list)

    @classmethod
    def read(cls, text: str) -> "Part":
        """The whole file as a table. Raises `CardsUnreadable` if it is no TOML, or far too long."""
        if problem := text_too_long(text, MOST_BYTES):
            raise CardsUnreadable([replace(problem, code="house-too-long")])
        if any(line.count(".") > _MOST_DOTS for line in text.split("\n")):
            raise CardsUnreadable([_no_toml("")])
        try:
            values = tomllib.loads(text)
            _require_plain(values)
        except tomllib.TOMLDecodeError as error:
            raise CardsUnreadable([_no_toml(str(error))]) from None
        except (RecursionError, ValueError):  # tables without end, a number of thousands of digits
            raise CardsUnreadable([_no_toml("")]) from None
        return Part(cls(dict(_places(text))), (), values)

    def line_of(self, path: Path) -> int:
        """The line of this path, else of what contains it; 0 if it is nowhere."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.places:
                return self.places[path[:end]]
        return next((line for at, line in self.places.items() if at[: len(path)] == path), 0)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Part":
        """A file made of plain data, whose places have no lines."""
        return Part(cls({}), (), values)

    def refuse(self, path: Path, code: str, words: Sequence[str], there_are: Sequence[str]) -> None:
        """Note a problem at this path."""
        self._note(path, code, [shown(word[:MOST_NAME]) for word in words], there_are)

    def say(self, path: Path, said: Words) -> None:
        """Note a problem at this path, in the game's own sentence."""
        self._note(path, "card-said", said, ())

    def _note(self, path: Path, code: str, words: Iterable[str], there_are: Sequence[str]) -> None:
        where, line = _called(path), self.line_of(path)
        self.problems.append(Problem(code, line, 0, (where, *words), tuple(there_are)))

    def finish(self) -> None:
        """Raise `CardsUnreadable` if there are problems, by place."""
        if self.problems:
            found = sorted(dict.fromkeys(self.problems), key=lambda each: each.line)
            raise CardsUnreadable(found[:_MOST_PROBLEMS])


@dataclass(slots=True)
class Part:
    """A table of the file. Each key is asked for; `finish` refuses keys that were not."""

    file: File
    path: Path
    values: Mapping[Any, Any]
    asked: list[str] = field(default_factory=list)

    def refuse(self, key: Key, code: str, *words: str, there_are: Iterable[str] = ()) -> None:
        """Note a problem of the value of this key."""
        self.file.refuse((*self.path, key), code, words, tuple(there_are))

    def say(self, key: Key | Path, said: Words) -> None:
        """Note a problem of the value of this key, or deeper inside, in the game's own sentence."""
        inside = key if isinstance(key, tuple) else (key,)
        self.file.say((*self.path, *inside), said)

    def has(self, key: Key) -> bool:
        """Whether there is such a key."""
        return key in self.values

    def words(self, key: Key, most: int = MOST_NAME, *, needed: bool = True) -> str | None:
        """A visible text of one line."""
        value = self._value(key, needed)
        if value is None:
            return None
        if not isinstance(value, str) or not value.strip() or len(value) > most:
            self.refuse(key, "house-no-text", str(value), there_are=(str(most),))
            return None
        if any(map(is_hidden, value)):
            self.refuse(key, "house-hidden", value)
            return None
        return value.strip()

    def flag(self, key: Key, *, needed: bool = True) -> bool | None:
        """Yes or no."""
        value = self._value(key, needed, ("true", "false"))
        if value is None or isinstance(value, bool):
            return value
        self.refuse(key, "house-unknown-word", str(value), there_are=("true", "false"))
        return None

    def choice(self, key: Key, there_are: Sequence[str], *, needed: bool = True) -> str | None:
        """One of these words."""
        value = self._value(key, needed, there_are)
        if value is None:
            return None
        if value not in there_are:
            nearest = get_close_matches(str(value)[:MOST_NAME], there_are, n=2)
            self.refuse(key, "house-unknown-word", str(value), there_are=nearest or there_are)
            return None
        return str(value)

    def number(self, key: Key, within: Sequence[int], *, needed: bool = True) -> int | None:
        """A whole number within these bounds."""
        value = self._value(key, needed)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value not in within:
            step = within[1] - within[0] if isinstance(within, range) and len(within) > 1 else 1
            code = "house-no-number" if step == 1 else "house-no-step"
            bounds = (str(within[0]), str(step), str(within[-1]))
            self.refuse(key, code, str(value)[:MOST_NAME], there_are=bounds)
            return None
        return value

    def items(self, key: Key, least: int, most: int) -> "Part | None":
        """A list of `least` to `most` values, by their numbers from 1."""
        value = self._value(key, needed=least > 0)
        if value is None:
            return None
        if not isinstance(value, list) or not least <= len(value) <= most:
            bounds = [str(each) for each in dict.fromkeys((least, most))]
            code = "house-no-list" if len(bounds) > 1 else "house-not-so-many"
            self.refuse(key, code, str(value), there_are=bounds)
            return None
        return Part(self.file, (*self.path, key), dict(enumerate(value, start=1)))

    def table(self, key: Key, *, needed: bool = True) -> "Part | None":
        """The table under this key."""
        value = self._value(key, needed)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.refuse(
                key, "house-no-tables", there_are=(f"[{_header((*self.path, key))[2:-2]}]",)
            )
            return None
        return Part(self.file, (*self.path, key), value)

    def parts(self, key: Key, most: int) -> list["Part"]:
        """The tables in a list of tables. Other values are refused. Empty if there is no such key."""
        value = self._value(key, needed=False)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            self.refuse(key, "house-no-tables", there_are=(_header((*self.path, key)),))
        if not isinstance(value, list):
            return []
        if len(value) > most:
            self.refuse(key, "house-too-many", str(len(value)), there_are=(str(most),))
        return [
            Part(self.file, (*self.path, key, number), each)
            for number, each in enumerate(value[:most], start=1)
            if isinstance(each, dict)
        ]

    def finish(self) -> None:
        """Note keys that were not asked for as problems."""
        for key in self.values:
            if key not in self.asked and len(self.file.problems) < _MOST_PROBLEMS:
                nearest = get_close_matches(str(key)[:MOST_NAME], self.asked, n=1)
                self.refuse(key, "house-unknown-key", str(key), there_are=nearest or self.asked)

    def _value(self, key: Key, needed: bool, there_are: Sequence[str] = ()) -> Any:
        self.asked.append(str(key))
        if self.values.get(key) is None and needed:
            self.file.refuse(self.path, "house-missing", (str(key),), there_are)
        return self.values.get(key)


def written(data: Mapping[str, Any], at: str = "") -> str:
    """Plain data as TOML: in each table first its plain values, then the inner tables by name."""
    plain = {key: value for key, value in data.items() if not _is_table(value)}
    text = "".join(f"{_key(key)} = {_value(plain[key])}\n" for key in plain)
    for key in (each for each in data if each not in plain):
        inner, name = data[key], f"{at}{_key(key)}"
        for each in inner if isinstance(inner, list) else [inner]:
            head = f"[[{name}]]" if isinstance(inner, list) else f"[{name}]"
            text += f"\n{head}\n{written(each, f'{name}.')}"
    return text


def _key(key: str) -> str:
    """A key in TOML: in quotes unless it is only letters and digits, so that it cannot be more than a key."""
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    """A value in TOML on one line."""
    match value:
        case dict():
            return "{" + ", ".join(f"{_key(key)} = {_value(value[key])}" for key in value) + "}"
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case float():
            return repr(value)
    return json.dumps(value, ensure_ascii=False, default=str).replace("\x7f", "\\u007f")


def _require_plain(value: Any) -> None:
    """Raise `ValueError` for numbers too large for TOML, and `RecursionError` for endless lists."""
    if isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
        raise ValueError
    inner = [*value.values()] if isinstance(value, dict) else value
    for each in inner if isinstance(inner, list) else ():
        _require_plain(each)


def _is_table(value: Any) -> bool:
    is_list = isinstance(value, list) and bool(value)
    return isinstance(value, dict) or (is_list and all(isinstance(each, dict) for each in value))


# --- places -----------------------------------------------------------------------------------------------

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HEAD = re.compile(r"\s*(\[\[?)\s*([\w.\s\"'-]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*[\"']?([\w-]+)[\"']?\s*(?:=|\.)")
_LONG = ('"""', "'''")
_TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def _places(text: str) -> Iterator[tuple[Path, int]]:
    """The lines of tables and of their keys, in a text that is TOML."""
    counts: dict[str, int] = {}
    here: Path = ()
    inside = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if inside:
            inside = "" if inside in line else inside
            continue
        if head := _HEAD.match(line):
            here = _path_of(head[2], counts, is_new=head[1] == "[[")
            yield here, number
        elif key := _KEY.match(line):
            yield (*here, key[1]), number
            inside = next((mark for mark in _LONG if line.count(mark) % 2), "")


def _path_of(head: str, counts: dict[str, int], *, is_new: bool) -> Path:
    """The path of the table that begins here; `counts` is the number of tables so far in each list."""
    names = [name.strip().strip("\"'") for name in head.split(".")]
    whole = ".".join(names)
    if is_new:
        counts[whole] = counts.get(whole, 0) + 1
        for other in [each for each in counts if each.startswith(f"{whole}.")]:
            del counts[other]
    path: list[str | int] = []
    for end, name in enumerate(names, start=1):
        path.append(name)
        if count := counts.get(".".join(names[:end])):
            path.append(count)
    return tuple(path)


def _no_toml(said: str) -> Problem:
    at = _TOML_PLACE.search(said)
    line, column = (int(at[1]), int(at[2])) if at else (0, 0)
    return Problem("house-no-toml", line, column, (_TOML_PLACE.sub("", said).strip(),))


def _called(path: Path) -> str:
    """A path in words: `card 2, ability 1, points`."""
    pieces: list[str] = []
    for each in path:
        if isinstance(each, int):
            pieces[-1] += f" {each}"
        else:
            pieces.append(shown(each[:MOST_NAME]))
    return ", ".join(pieces)


def _header(path: Path) -> str:
    return f"[[{'.'.join(each for each in path if isinstance(each, str))}]]"
