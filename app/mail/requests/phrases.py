"""The phrase book: which words of a line ask for which command, in two languages, as `phrases.toml` has them."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from app.engine import TERMS, Lang
from app.mail.words import mistake, read_tables, words_of

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
    """The phrases of a command, and how the guide tells of it: its word and what it does, by language."""

    pattern: re.Pattern[str]
    help: Mapping[Lang, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Book:
    """The phrases by the slugs of their commands; of two that fit, the first is meant."""

    phrases: Mapping[str, Phrases]
    path: Path

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

    def guide(
        self, lang: Lang, commands: Iterable[str] | None = None
    ) -> tuple[tuple[str, str], ...]:
        """The word of each command, or of these, and what it does. Terms of a game have their places in it."""
        those = self.phrases if commands is None else commands
        return tuple(told for each in those if (told := self.phrases[each].help.get(lang)))

    def check(self, commands: Collection[str]) -> None:
        """Raises `FileBroken` unless it has phrases for these commands, and for no others."""
        for slug in self.phrases.keys() - {*commands}:
            those = ", ".join(commands)
            ja, en = f"[{slug}] という頼みごとはありません", f"[{slug}] is no command"
            raise mistake(
                self.path, slug, "", f"{ja}。あるのは {those}", f"{en}; there are {those}"
            )
        if missing := ", ".join(slug for slug in commands if slug not in self.phrases):
            ja, en = f"[{missing}] がありません", f"[{missing}] is missing"
            raise mistake(self.path, "", "", ja, en)


def read_book(path: Path) -> Book:
    """The book in this file. Raises `FileBroken`, which names the line of a mistake."""
    tables = read_tables(path)
    lists: dict[str, str] = {}
    for name, phrases in tables.pop(LISTS, {}).items():
        lists[name] = _pattern(path, LISTS, phrases, lists)
    return Book({slug: _phrases(path, slug, each, lists) for slug, each in tables.items()}, path)


def _phrases(path: Path, slug: str, table: Mapping[str, Any], lists: Mapping[str, str]) -> Phrases:
    if unknown := table.keys() - {*LANGS, "help"}:
        key = min(unknown)
        ja = f"[{slug}] の {key} は使いません。ja、en、help だけです"
        raise mistake(
            path, slug, key, ja, f"[{slug}] has no use for “{key}”; it takes ja, en and help"
        )
    patterns = [_pattern(path, slug, table.get(lang), lists) for lang in LANGS]
    told = table.get("help", {})
    for lang in told:
        if lang not in LANGS or not _is_help(told[lang]):
            ja = f'[{slug}] の help.{lang} は ["言葉", "説明"] と書いてください。% は %% と書きます'
            en = f'help.{lang} of [{slug}] must be ["word", "what it does"], with %% for %'
            raise mistake(path, slug, f"help.{lang}", ja, en)
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


def _pattern(path: Path, name: str, phrases: object, lists: Mapping[str, str]) -> str:
    """A regular expression for each of these phrases."""
    found = []
    for phrase in words_of(path, name, phrases):
        try:
            found.append("".join(_compiled(phrase, lists)))
            if name != LISTS and re.fullmatch(found[-1], ""):
                raise _Wrong("なくてもよい言葉だけでできています", "has nothing that must be there")
        except _Wrong as wrong:
            ja, en = wrong.args
            raise mistake(path, name, phrase, f"「{phrase}」は{ja}", f"“{phrase}” {en}") from None
    return f"(?:{'|'.join(found)})"


class _Wrong(Exception):
    """The mistake in a phrase, in Japanese and English."""


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


BOOK: Final = read_book(Path(__file__).with_name("phrases.toml"))
"""The phrases of this program."""
