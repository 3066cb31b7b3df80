"""The phrase book: which words of a line ask for which command, in two languages, as `phrases.toml` has them."""

import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from app.engine import TERMS, Lang
from app.errors import FileBroken

LANGS: Final[tuple[Lang, ...]] = ("en", "ja")
LISTS: Final = "lists"
_LONGEST: Final = 80

# Compared without blanks, punctuation and politeness, in small half-width letters.
_TOKEN: Final = re.compile(r"\{(\w+)\}|([()\[\]|*])|[\W_]|(.)", re.DOTALL)
_CLOSES: Final = {")": "(", "]": "["}
_NOT_SAID: Final = re.compile(r"[\W_]+")
_PREFIXES: Final = re.compile(
    r"\s*((re|fwd?|aw|sv|返信|転送)\s*(\[\d+\])?\s*[:：]|\[[^\]]{0,60}\])\s*", re.IGNORECASE
)
_POLITE: Final = re.compile(
    r"\b(please|pls|thanks?( you)?|thx|hello|hi|dear( all)?|sorry( but)?|unfortunately|just|i( would|'d)? (like|want|wish) to"
    r"|i (have|need|want) to|(could|can|may|would) (you|i|we)( please)?( (have|get|see|write|know|tell (me|us)))?"
    r"|(send|give|show|tell) (me|us)( about)?|send|what('s| is| are)|the|my|an?|current(ly)?|again)\b"
    r"|^\s*(すみません|すいません|申し訳(あり|ござい)ません|恐れ入ります|お手数です|残念です)(が|けど)?[、,。.\s]*|^\s*(今後|もう|やはり|やっぱり|(現在|今)の)[は、,]?"
    r"|、?(を|は|が|の件|について)?(教えて|送って|見せて|知らせて)?"
    r"((を|で|に)?(お願い|おねがい|御願い)(いた|致)?(します|申し上げます)|(して)?(下さい|ください)"
    r"|(を|に)?(希望|依頼)(いた|致)?(します|です)?|(させて)?(いただき|頂き)(ます|たいです)|(し|を)?たい(の)?(です)?が?"
    r"|(が|して)?(ほしい|欲しい)(です)?|(もらえ|いただけ|頂け)(ます|ません)(でしょう)?か|教えて|(は|とは)(?=[?。\s]*$)"
    r"|の件|について|いた(します|しました)|致します|します|です|ます)[。.!！?\s]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Phrases:
    """What asks for a command, and how the guide tells of it: its word and what it does, by language."""

    pattern: re.Pattern[str]
    help: Mapping[Lang, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Book:
    """The phrases by the slugs of their commands; of two that fit, the first is meant. `lines`: where each begins."""

    phrases: Mapping[str, Phrases]
    path: Path
    lines: Mapping[str, int]

    def said_in(self, line: str) -> str | None:
        """The command that this line asks for, if it asks for one and says nothing else."""
        if len(line) > _LONGEST:
            return None
        words = unicodedata.normalize("NFKC", line).casefold()
        while (found := _PREFIXES.match(words)) and found.end():
            words = words[found.end() :]
        # As it is, without the polite beginning and end, and without the end of the end: 「再開してください」
        for said in (
            words,
            polite := _POLITE.sub(" ", words.strip()),
            _POLITE.sub(" ", polite.strip()),
        ):
            squeezed = _NOT_SAID.sub("", said)
            for slug, phrases in self.phrases.items():
                if squeezed and phrases.pattern.fullmatch(squeezed):
                    return slug
        return None

    def guide(self, lang: Lang) -> tuple[tuple[str, str], ...]:
        """What a mail can ask for: a word for it, and what it does. Terms of a game have their places in it."""
        return tuple(each.help[lang] for each in self.phrases.values() if lang in each.help)

    def check(self, commands: Collection[str]) -> None:
        """Raises `FileBroken` unless it has phrases for these commands, and for no others."""
        for slug, line in self.lines.items():
            if slug not in commands:
                those = ", ".join(commands)
                ja, en = f"[{slug}] という頼みごとはありません", f"[{slug}] is no command"
                raise _refusal(
                    self.path, line, f"{ja}。あるのは {those}", f"{en}; there are {those}"
                )
        if missing := ", ".join(slug for slug in commands if slug not in self.lines):
            line = max(self.lines.values(), default=1)
            raise _refusal(self.path, line, f"[{missing}] がありません", f"[{missing}] is missing")


def read_book(path: Path) -> Book:
    """The book in this file. Raises `FileBroken`, which names the line of a mistake."""
    text = path.read_text("utf-8")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        ja, en = "TOML として読めません", "this is no TOML"
        raise _refusal(path, _line_in(error, text), f"{ja}（{error}）", f"{en}: {error}") from None
    lists: dict[str, str] = {}
    for name, phrases in tables.pop(LISTS, {}).items():
        lists[name] = _pattern(path, text, LISTS, phrases, lists)
    read = {slug: _phrases(path, text, slug, table, lists) for slug, table in tables.items()}
    return Book(read, path, {slug: _line_of(text, slug) for slug in tables})


def _phrases(
    path: Path, text: str, slug: str, table: Mapping[str, Any], lists: Mapping[str, str]
) -> Phrases:
    if unknown := table.keys() - {*LANGS, "help"}:
        key = min(unknown)
        raise _refusal(
            path,
            _line_of(text, slug, key),
            f"[{slug}] の {key} は使いません。ja、en、help だけです",
            f"[{slug}] has no use for “{key}”; it takes ja, en and help",
        )
    patterns = [_pattern(path, text, slug, table.get(lang), lists) for lang in LANGS]
    told = table.get("help", {})
    for lang in told:
        if lang not in LANGS or not _is_help(told[lang]):
            raise _refusal(
                path,
                _line_of(text, slug, f"help.{lang}"),
                f'[{slug}] の help.{lang} は ["言葉", "説明"] と書いてください。% は %% と書きます',
                f'help.{lang} of [{slug}] must be ["word", "what it does"], with %% for %',
            )
    return Phrases(re.compile("|".join(patterns)), {lang: tuple(told[lang]) for lang in told})


def _is_help(words: object) -> bool:
    """Whether it is a word and what it does, and terms of a game fill its places."""
    try:
        return isinstance(words, list) and [bool(each % TERMS.to("en")) for each in words] == [
            True,
            True,
        ]
    except (KeyError, TypeError, ValueError):
        return False


def _pattern(path: Path, text: str, name: str, phrases: object, lists: Mapping[str, str]) -> str:
    """A regular expression for each of these phrases."""
    if not (isinstance(phrases, list) and phrases and all(isinstance(p, str) for p in phrases)):
        raise _refusal(
            path,
            _line_of(text, name),
            f'[{name}] の言いまわしは ["…", "…"] と書いてください',
            f'the phrases of [{name}] must be written as ["…", "…"], in ja and in en',
        )
    found = []
    for phrase in phrases:
        try:
            found.append("".join(_compiled(phrase, lists)))
            if name != LISTS and re.fullmatch(found[-1], ""):
                raise _Wrong("なくてもよい言葉だけでできています", "has nothing that must be there")
        except _Wrong as wrong:
            ja, en = wrong.args
            line = _line_of(text, name, phrase)
            raise _refusal(path, line, f"「{phrase}」は{ja}", f"“{phrase}” {en}") from None
    return f"(?:{'|'.join(found)})"


class _Wrong(Exception):
    """What is wrong with a phrase, in Japanese and English."""


def _compiled(phrase: str, lists: Mapping[str, str]) -> Iterator[str]:
    """The phrase as parts of a regular expression. Raises `_Wrong`."""
    opened: list[tuple[str, bool]] = []  # brackets, and whether something is repeated in them
    closed: tuple[str, bool] | None = None
    for listed, sign, char in _TOKEN.findall(unicodedata.normalize("NFKC", phrase).casefold()):
        if closed and sign != "*":
            yield "?" if closed[0] == "[" else ""
        if sign == "*" and (closed is None or closed[1]):
            raise _Wrong(
                "* の場所が正しくありません。かっこの直後に、重ねずに置いてください",
                "has a * that does not stand right behind a bracket without another * in it",
            )
        repeats = sign == "*" or "*" in lists.get(listed, "")
        if repeats and opened:
            opened = [(bracket, True) for bracket, _ in opened]
        closed_before, closed = closed, None
        if listed:
            if listed not in lists:
                raise _Wrong(f"{{{listed}}} の並びがありません", f"names no list: {{{listed}}}")
            yield lists[listed]
        elif sign in ("(", "["):
            opened.append((sign, False))
            yield "(?:"
        elif sign in _CLOSES:
            if not opened or opened[-1][0] != _CLOSES[sign]:
                raise _Wrong(
                    f"「{sign}」に合う始まりのかっこがありません",
                    f"has a “{sign}” that closes nothing",
                )
            closed = opened.pop()
            yield ")"
        elif sign == "*" and closed_before:
            yield "*"
        else:
            yield sign or re.escape(char)
    if closed:
        yield "?" if closed[0] == "[" else ""
    if opened:
        sign = opened[-1][0]
        raise _Wrong(f"「{sign}」が閉じていません", f"has a “{sign}” that is not closed")


def _line_of(text: str, table: str, words: str = "") -> int:
    """The line below the head of this table in which these words stand; that of its head if none has them."""
    lines = text.split("\n")
    head = next((at for at, line in enumerate(lines, 1) if line.strip() == f"[{table}]"), 1)
    return next(
        (at for at, line in enumerate(lines[head:], head + 1) if words and words in line), head
    )


def _line_in(error: tomllib.TOMLDecodeError, text: str) -> int:
    found = re.search(r"at line (\d+)", str(error))
    return int(found[1]) if found else text.count("\n") + 1


def _refusal(path: Path, line: int, ja: str, en: str) -> FileBroken:
    return FileBroken(f"{path.name}、{line}行目：{ja}。", f"{path.name}, line {line}: {en}.")


BOOK: Final = read_book(Path(__file__).with_name("phrases.toml"))
"""What mails to this program may say."""
