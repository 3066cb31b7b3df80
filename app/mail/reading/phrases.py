"""The phrase book: what people write, and what they ask for then, in two languages, as `phrases.toml` has it."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from app.engine import TERMS, Lang
from app.mail.reading.patterns import (
    EDGE,
    NUMBER,
    Pattern,
    PatternWords,
    Wrong,
    one_of,
    pattern_of,
    words_in,
)
from app.mail.words import mistake, read_tables, words_of
from app.text.columns import width

LANGS: Final[tuple[Lang, ...]] = ("en", "ja")
LISTS: Final = "lists"
NUMBERS: Final = "numbers"
POLITE: Final = "polite"
ANSWERS: Final = "answers"
TRAITS: Final = "traits"
_LONGEST: Final = 120
_MOST_SENTENCES: Final = 24
_MOST_PARTS: Final = 10
_MOST_POLITE: Final = 4
_WRAPPED: Final = 30
_PREFIXES: Final = re.compile(
    r"\s*((re|fwd?|aw|sv|返信|転送)\s*(\[\d+\])?\s*[:：]|\[[^\]]{0,60}\])\s*", re.IGNORECASE
)
# A sentence ends with its line and with its mark, but not in a quotation; \v is where a program wrapped it.
_SENTENCE: Final = re.compile(
    r"(?:「[^」\n]{0,80}」|『[^』\n]{0,80}』|“[^”\n]{0,80}”|\.(?=[^\s\v])|[^。．.!?！？\n])+[。．.!?！？]*"
)
_MARK: Final = re.compile(r"[。．.!?！？][\"”'’」』)）]*\s*\Z")
_COMMA: Final = re.compile(r"[,、，;；:：()（）\v]|\s[-–—]+\s|[–—]")


@dataclass(frozen=True, slots=True)
class SaidPhrase:
    """A request in a sentence: the slug of its command, and the words in the places of its phrase, as typed.

    A number is told in figures.
    """

    slug: str
    parts: tuple[tuple[str, str], ...] = ()

    def part(self, name: str) -> str | None:
        """The words in the first place of this name."""
        return next((value for place, value in self.parts if place == name), None)


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of a command, and how the guide tells of it: its word and what it does, by language."""

    patterns: tuple[Pattern, ...]
    help: Mapping[Lang, tuple[str, str]]


class _Polite(NamedTuple):
    """Words that ask for nothing: at the beginning, at the end, anywhere; and those that join parts of a sentence."""

    before: re.Pattern[str]
    after: re.Pattern[str]
    anywhere: re.Pattern[str]
    joining: re.Pattern[str]


class PhraseBook:
    """The phrases by the slugs of their commands; of two that fit, the first is meant."""

    def __init__(
        self,
        phrases: Mapping[str, Phrases],
        path: Path,
        polite: _Polite,
        numbers: Mapping[str, str],
        answers: Mapping[str, re.Pattern[str]],
        traits: Mapping[str, Collection[str]],
    ) -> None:
        self.answers = answers
        self.traits = traits
        self.phrases = phrases
        self.path = path
        self._polite = polite
        self._numbers = numbers
        self._patterns = [
            (slug, pattern) for slug, each in phrases.items() for pattern in each.patterns
        ]
        self._compiled: dict[str, re.Pattern[str]] = {}
        self._with_key: dict[str, dict[str, list[int]]] = {}
        for number, (_, pattern) in enumerate(self._patterns):
            for key in pattern.keys or ("",):
                alike = self._with_key.setdefault(key[:2], {})  # keys that begin alike
                alike.setdefault(key, []).append(number)

    def said_in(self, line: str) -> str | None:
        """The command that this line asks for, if it asks for one and says nothing else."""
        found = self.request_in(line)
        return found.slug if found else None

    def request_in(self, line: str) -> SaidPhrase | None:
        """The request that this line makes, if it makes one and says nothing else."""
        if len(line) > _LONGEST:
            return None
        while (found := _PREFIXES.match(line)) and found.end():
            line = line[found.end() :]
        return self._request(words_in(line))

    def requests_in(self, text: str) -> Iterator[SaidPhrase]:
        """The requests that sentences of this text make, or parts of sentences, in their order."""
        for sentence in sentences_in(text):
            parts = self._clauses(sentence)
            if found := self.request_in(sentence):
                yield found
            elif len(parts) > 1:
                yield from filter(None, map(self._part, parts))

    def _part(self, clause: str) -> SaidPhrase | None:
        """The request that part of a sentence makes: a word alone makes none."""
        words = words_in(clause)
        is_word = words.said.isascii() and " " not in words.said
        return None if is_word else self._request(words, is_whole=False)

    def _clauses(self, sentence: str) -> list[str]:
        """The parts of the sentence between commas and between words that join them."""
        joined = (self._polite.joining.split(part) for part in parts_of(sentence))
        return [each for parts in joined for each in parts if each.strip()][:_MOST_PARTS]

    def _request(self, words: PatternWords, *, is_whole: bool = True) -> SaidPhrase | None:
        """As it is; without the polite beginnings and ends; a whole sentence also without what is polite anywhere."""
        if not words.said:
            return None
        if found := self._fitting(words):
            return found
        bare = self._bare(words)
        if bare.said != words.said and (found := self._fitting(bare)):
            return found
        rest = self._polite.anywhere.sub("", bare.said) if is_whole else bare.said
        return (
            self._fitting(self._bare(words_in(rest)), places=False) if rest != bare.said else None
        )

    def _fitting(self, words: PatternWords, *, places: bool = True) -> SaidPhrase | None:
        """Match the whole text against the phrases; the first hit wins. `places=False`: only phrases without placeholders."""
        said = words.said
        begun = {"", *said, *map(str.__add__, said, said[1:])} & self._with_key.keys()
        keys = (each for begin in begun for each in self._with_key[begin].items())
        for number in sorted({each for key, those in keys if key in said for each in those}):
            slug, pattern = self._patterns[number]
            if (places or not pattern.places) and (
                found := self._expression(pattern).fullmatch(said)
            ):
                return SaidPhrase(slug, tuple(self._told(found, pattern, words)))
        return None

    def _expression(self, pattern: Pattern) -> re.Pattern[str]:
        """The phrase, ready to be compared; most are never asked."""
        if pattern.expression not in self._compiled:
            self._compiled[pattern.expression] = re.compile(pattern.expression)
        return self._compiled[pattern.expression]

    def _bare(self, words: PatternWords) -> PatternWords:
        for _ in range(_MOST_POLITE):
            said = words.said
            if found := self._polite.before.match(words.said):
                words = words.without(found)
            if found := self._polite.after.search(words.said):
                words = words.without(found)
            if words.said == said:
                break
        return words

    def _told(
        self, found: re.Match[str], pattern: Pattern, words: PatternWords
    ) -> Iterator[tuple[str, str]]:
        for at, name in enumerate(pattern.places, 1):
            if found.start(at) >= 0:
                typed = words.at(*found.span(at))
                yield name, self._figures(typed) if name == NUMBER else typed

    def _figures(self, typed: str) -> str:
        said = words_in(typed).said
        return self._numbers.get(said, said)

    def guide(
        self, lang: Lang, commands: Iterable[str] | None = None
    ) -> tuple[tuple[str, str], ...]:
        """The word of each command, or of these, and what it does. Terms of a game have their places in it."""
        those = self.phrases if commands is None else commands
        return tuple(told for each in those if (told := self.phrases[each].help.get(lang)))

    def having(self, trait: str) -> frozenset[str]:
        """The commands with this trait."""
        return frozenset(self.traits[trait])

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


def read_book(path: Path) -> PhraseBook:
    """The book in this file. Raises `FileBroken`, which names the line of a mistake."""
    tables = read_tables(path)
    numbers = {
        word: figures
        for figures, words in tables.pop(NUMBERS, {}).items()
        for word in words_of(path, NUMBERS, words)
    }
    lists: dict[str, Pattern] = {}
    for name, phrases in tables.pop(LISTS, {}).items():
        lists[name] = one_of(_patterns(path, LISTS, phrases, lists, numbers))
    said = tables.pop(POLITE, {})
    polite = {
        name: one_of(_patterns(path, POLITE, said[name], lists, numbers)).expression
        for name in ("before", "after", "anywhere", "joining")
        if name in said
    }
    answers = {
        name: re.compile(_apart(one_of(_patterns(path, ANSWERS, each, lists, numbers)).expression))
        for name, each in tables.pop(ANSWERS, {}).items()
    }
    traits = {name: words_of(path, TRAITS, each) for name, each in tables.pop(TRAITS, {}).items()}
    phrases = {slug: _phrases(path, slug, each, lists, numbers) for slug, each in tables.items()}
    return PhraseBook(phrases, path, _polite(polite), numbers, answers, traits)


def _polite(said: Mapping[str, str]) -> _Polite:
    nothing = "(?!)"
    words = {name: _apart(said.get(name, nothing)) for name in _Polite._fields}
    return _Polite(
        before=re.compile(f"{words['before']} ?"),
        after=re.compile(f" ?{words['after']}$"),
        anywhere=re.compile(words["anywhere"]),
        joining=re.compile(words["joining"], re.IGNORECASE),
    )


def _apart(expression: str) -> str:
    """The expression, but not within a longer Latin word."""
    return f"{EDGE}(?:{expression}){EDGE}"


def _phrases(
    path: Path,
    slug: str,
    table: Mapping[str, Any],
    lists: Mapping[str, Pattern],
    numbers: Mapping[str, str],
) -> Phrases:
    if unknown := table.keys() - {*LANGS, "help"}:
        key = min(unknown)
        ja = f"[{slug}] の {key} は使いません。ja、en、help だけです"
        en = f"[{slug}] has no use for “{key}”; it takes ja, en and help"
        raise mistake(path, slug, key, ja, en)
    patterns = [
        each for lang in LANGS for each in _patterns(path, slug, table.get(lang), lists, numbers)
    ]
    told = table.get("help", {})
    for lang in told:
        if lang not in LANGS or not _is_help(told[lang]):
            ja = f'[{slug}] の help.{lang} は ["言葉", "説明"] と書いてください。% は %% と書きます'
            en = f'help.{lang} of [{slug}] must be ["word", "what it does"], with %% for %'
            raise mistake(path, slug, f"help.{lang}", ja, en)
    return Phrases(tuple(patterns), {lang: tuple(told[lang]) for lang in told})


def _is_help(words: object) -> bool:
    """Whether it is a word and what it does, and terms of a game fill its places."""
    try:
        return isinstance(words, list) and [bool(each % TERMS.to("en")) for each in words] == [
            True,
            True,
        ]
    except (KeyError, TypeError, ValueError):
        return False


def _patterns(
    path: Path,
    name: str,
    phrases: object,
    lists: Mapping[str, Pattern],
    numbers: Mapping[str, str],
) -> list[Pattern]:
    """The patterns of these phrases, which stand in the table of this name."""
    found = []
    for phrase in words_of(path, name, phrases):
        try:
            found.append(pattern_of(phrase, lists, numbers))
            if name != LISTS and found[-1].is_bare:
                raise Wrong("なくてもよい言葉だけでできています", "has nothing that must be there")
        except Wrong as wrong:
            ja, en = wrong.args
            raise mistake(path, name, phrase, f"「{phrase}」は{ja}", f"“{phrase}” {en}") from None
    return found


def sentences_in(text: str) -> Iterator[str]:
    """The first sentences of this text."""
    found = (each[0] for each in _SENTENCE.finditer(unwrapped(text)))
    return islice(filter(str.strip, found), _MOST_SENTENCES)


def parts_of(sentence: str) -> list[str]:
    """The parts of a sentence between commas, dashes and brackets."""
    return [part for part in _COMMA.split(sentence) if part.strip()]


def unwrapped(text: str) -> str:
    r"""The text, with \v where a line goes on in the next one: no mark ends it, and it is long."""
    lines = text.split("\n")
    return "".join(
        line + ("\v" if width(line) >= _WRAPPED and not _MARK.search(line) else "\n")
        for line in lines
    )


BOOK: Final = read_book(Path(__file__).with_name("phrases.toml"))
"""The phrases of this program."""
