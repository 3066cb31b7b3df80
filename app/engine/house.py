"""House cards: a text in TOML that adds cards to a game, read with its places. What games share of that."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from hashlib import sha256
from typing import Any, Final

from app.engine.problems import either, place
from app.engine.words import Lang, Words
from app.errors import CardsUnreadable, Problem
from app.text.characters import lines_of, shown, text_too_long

MOST_BYTES: Final = 64 * 1024
MOST_NAME: Final = 40
MARK: Final = "+"
"""Between a version of the rules and the digest of the house cards that are played with it."""
_DIGITS: Final = 32
"""Of the digest: nobody finds two texts that agree in so many."""
_MOST_PROBLEMS: Final = 100

Path = tuple[str | int, ...]


def version_of(base: str, text: str) -> str:
    """The version of rules in which the cards of this text are added to those of `base`."""
    return f"{base}{MARK}{sha256(text.encode()).hexdigest()[:_DIGITS]}"


def base_of(version: str) -> str:
    """The version of the rules without its house cards."""
    return version.partition(MARK)[0]


def tidied(text: str) -> str:
    """The text as its digest counts it: LF between the lines and at the end, no blanks behind a line."""
    return "\n".join(line.rstrip() for line in lines_of(text)).strip("\n") + "\n"


@dataclass(slots=True)
class File:
    """A text in TOML while it is read, and all of its problems."""

    places: Mapping[Path, int]
    problems: list[Problem] = field(default_factory=list)

    @classmethod
    def read(cls, text: str) -> "Part":
        """The whole file as a table. Raises `CardsUnreadable` if it is no TOML, or far too long."""
        if problem := text_too_long(text, MOST_BYTES):
            raise CardsUnreadable([replace(problem, code="house-too-long")])
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise CardsUnreadable([_no_toml(str(error))]) from None
        except (RecursionError, ValueError):  # tables without end, a number of thousands of digits
            raise CardsUnreadable([_no_toml("")]) from None
        return Part(cls(dict(_places(text))), (), values)

    def line_of(self, path: Path) -> int:
        """The line where this stands, or what it is a part of, or where it begins; 0 if it is nowhere."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.places:
                return self.places[path[:end]]
        return next((line for at, line in self.places.items() if at[: len(path)] == path), 0)

    def refuse(self, path: Path, code: str, words: Sequence[str], there_are: Sequence[str]) -> None:
        """Note a problem of what stands there."""
        shortened = tuple(shown(word[:MOST_NAME]) for word in words)
        where = _called(path)
        problem = Problem(
            code, self.line_of(path), words=(where, *shortened), suggestions=tuple(there_are)
        )
        self.problems.append(problem)

    def finish(self) -> None:
        """Raise `CardsUnreadable` if there are problems, by place."""
        if self.problems:
            found = sorted(dict.fromkeys(self.problems), key=lambda each: each.line)
            raise CardsUnreadable(found[:_MOST_PROBLEMS])


@dataclass(slots=True)
class Part:
    """A table of the file. Its keys are asked for one by one; those that are not asked for are refused by `finish`."""

    file: File
    path: Path
    values: Mapping[str, Any]
    asked: list[str] = field(default_factory=list)

    def refuse(self, key: str, code: str, *words: str, there_are: Iterable[str] = ()) -> None:
        """Note a problem of the value of this key."""
        self.file.refuse((*self.path, key), code, words, tuple(there_are))

    def has(self, key: str) -> bool:
        """Whether there is such a key."""
        return key in self.values

    def words(self, key: str, *, needed: bool = True) -> str | None:
        """A text of one line."""
        value = self._value(key, needed)
        if value is None:
            return None
        if not isinstance(value, str) or not value.strip() or len(value) > MOST_NAME:
            self.refuse(key, "house-no-text", str(value), there_are=(str(MOST_NAME),))
            return None
        return value.strip()

    def choice(self, key: str, there_are: Sequence[str], *, needed: bool = True) -> str | None:
        """One of these words."""
        value = self._value(key, needed, there_are)
        if value is None:
            return None
        if value not in there_are:
            nearest = get_close_matches(str(value)[:MOST_NAME], there_are, n=2)
            self.refuse(key, "house-unknown-word", str(value), there_are=nearest or there_are)
            return None
        return str(value)

    def number(self, key: str, within: Sequence[int], *, needed: bool = True) -> int | None:
        """A whole number within these bounds."""
        value = self._value(key, needed)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value not in within:
            bounds = (str(within[0]), str(within[-1]))
            self.refuse(key, "house-no-number", str(value)[:MOST_NAME], there_are=bounds)
            return None
        return value

    def parts(self, key: str, most: int) -> list["Part"]:
        """The tables of a list of tables; none if there is no such key."""
        value = self._value(key, needed=False)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            self.refuse(key, "house-no-tables", there_are=(_header((*self.path, key)),))
            return []
        if len(value) > most:
            self.refuse(key, "house-too-many", str(len(value)), there_are=(str(most),))
        return [
            Part(self.file, (*self.path, key, number), each)
            for number, each in enumerate(value[:most], start=1)
        ]

    def finish(self) -> None:
        """Note the keys that nobody has asked for."""
        for key in self.values:
            if key not in self.asked:
                nearest = get_close_matches(key[:MOST_NAME], self.asked, n=1)
                self.refuse(key, "house-unknown-key", key, there_are=nearest or self.asked)

    def _value(self, key: str, needed: bool, there_are: Sequence[str] = ()) -> Any:
        self.asked.append(key)
        if key not in self.values and needed:
            self.file.refuse(self.path, "house-missing", (key,), there_are)
        return self.values.get(key)


# --- places -----------------------------------------------------------------------------------------------

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
    """The path of the table that begins here; `counts` has how many there were of each list."""
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
    """What stands there, as one says it: `card 2, ability 1, points`."""
    pieces: list[str] = []
    for each in path:
        if isinstance(each, int):
            pieces[-1] += f" {each}"
        else:
            pieces.append(shown(each[:MOST_NAME]))
    return ", ".join(pieces)


def _header(path: Path) -> str:
    return f"[[{'.'.join(each for each in path if isinstance(each, str))}]]"


# --- words --------------------------------------------------------------------------------------------------

_SENTENCES: Final = {
    "house-too-long": Words(
        "ファイルが長すぎます({0}バイト)。{s}バイトまでにしてください。",
        "The file is too long ({0} bytes). Keep it within {s} bytes.",
    ),
    "no-house-cards": Words(
        "このゲームには、ハウスカードを足せません。", "No house cards can be added to this game."
    ),
    "house-no-toml": Words(
        "TOMLとして読めません。文字は\"…\"で囲み、カードごとに[[card]]の行から書き始めてください。({0})",
        'This is not TOML. Put texts in "…" and begin each card with a line [[card]]. ({0})',
    ),
    "house-missing": Words(
        "{0}に{1}がありません。{choices}", "{1} is missing in {0}.{choices}"
    ),
    "house-unknown-key": Words(
        "{0}: 「{1}」という項目はありません。もしかして: {s}",
        "{0}: there is no key called {1}. Write {s}.",
    ),
    "house-unknown-word": Words(
        "{0}: 「{1}」は使えません。使えることば: {s}", "{0}: {1} cannot stand here. Write {s}."
    ),
    "house-no-number": Words(
        "{0}: 「{1}」ではなく、{low}から{high}までの整数を書いてください。",
        "{0}: {1} does not fit. Write a whole number from {low} to {high}.",
    ),
    "house-no-text": Words(
        "{0}: 「{1}」ではなく、{s}文字までの文字を\"…\"で囲んで書いてください。",
        '{0}: {1} does not fit. Write a text in "…" of at most {s} characters.',
    ),
    "house-no-tables": Words(
        "{0}: ひとつごとに{s}の行から書き始めてください。", "{0}: begin each of them with a line {s}."
    ),
    "house-too-many": Words(
        "{0}: {1}個あります。{s}個までにしてください。", "{0}: {1} are too many. Keep them to {s}."
    ),
    "house-empty": Words(
        "[[card]]も[[change]]もありません。", "The file has neither a [[card]] nor a [[change]]."
    ),
    "house-char": Words(
        "{0}: 「{1}」は一文字表記にできません。漢字やかな、英小文字、記号を1文字だけ書いてください。",
        "{0}: {1} cannot be a notation. Write one character: a kanji, a kana, a small letter or a symbol.",
    ),
    "house-char-taken": Words(
        "{0}: 「{1}」はもう「{2}」の一文字表記です。使われている文字: {s}",
        "{0}: {1} is already the notation of {2}. Characters that are taken: {s}",
    ),
    "house-name": Words(
        "{0}: 「{1}」は名前にできません。文字と数字、空白、「・」「ー」「-」だけで書いてください。",
        "{0}: {1} cannot be a name. Use letters, digits, blanks and hyphens only.",
    ),
    "house-name-taken": Words(
        "{0}: 「{1}」はもう「{2}」の名前です。ほかの名前にしてください。",
        "{0}: {1} is already a name of {2}. Choose another.",
    ),
    "house-name-as-notation": Words(
        "{0}: 「{1}」は一文字表記だけでできているので、カードの並びとも読めてしまいます。名前か文字を変えてください。",
        "{0}: {1} is written with notation characters alone and could be read as a row of cards. "
        "Change the name or the character.",
    ),
    "house-id": Words(
        "{0}: 「{1}」はidにできません。英小文字で始め、英小文字と数字と_だけで書いてください。",
        "{0}: {1} cannot be an id. Begin with a small letter; use small letters, digits and _ only.",
    ),
    "house-changed-twice": Words(
        "{0}: 「{1}」は2回変えられています。1つの[[change]]にまとめてください。",
        "{0}: {1} is changed twice. Put it into one [[change]].",
    ),
    "house-nothing-changed": Words(
        "{0}: 何も変わっていません。force、most、abilityのどれかを書いてください。",
        "{0}: nothing is changed. Write force, most or ability.",
    ),
    "house-not-here": Words(
        "{0}: 「{1}」は{2}の効果にできません。使えることば: {s}",
        "{0}: {1} cannot be what {2} does. Write {s}.",
    ),
    "house-no-option": Words(
        "{0}: 「{1}」の効果に「{2}」は付けられません。{choices}",
        "{0}: {1} cannot be {2}.{choices}",
    ),
    "house-endless": Words(
        "{0}: 「{1}」を{2}にすると、終わらない戦闘ができてしまいます。{choices}",
        "{0}: if {1} were {2}, some battles would never end.{choices}",
    ),
    "house-needs": Words(
        "{0}: 「{1}」には{s}が必要です。", "{0}: {1} needs {s}."
    ),
}  # fmt: skip
"""Sentences for what can be wrong with a file of house cards. {0} is where it is."""

_CHOICES: Final = Words("使えることば: {s}", " Write {s}.")


def is_explained(problem: Problem) -> bool:
    """Whether it is about a file of house cards."""
    return problem.code in _SENTENCES


def explain(problem: Problem, lang: Lang) -> str:
    """The problem in one line: its place, the mistake, the remedy."""
    there_are = problem.suggestions
    low, high = (there_are[0], there_are[-1]) if there_are else ("", "")
    said = either(there_are, lang) if there_are else ""
    choices = _CHOICES.to(lang).format(s=said) if said else ""
    words = [*problem.words, "", "", ""]
    text = _SENTENCES[problem.code].to(lang)
    filled = text.format(*words, s=said, low=low, high=high, choices=choices)
    return place(problem, lang) + filled.removesuffix(" ()").removesuffix("()")
