"""What a player writes about matches, where they write it: sentences and lines, each with the matches that it means.

A match is named by the opponent, by its name or its number in our letter, or by a line that stands above.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from app.mail.reading.phrases import parts_of, read_book
from app.text.columns import width

MATCH_BOOK: Final = read_book(Path(__file__).with_name("matches.toml"))
"""The phrases of players with open matches."""
RULES: Final = "rules"
"""The kind of any other question."""
QUESTIONS: Final = MATCH_BOOK.having("question") | {RULES}
"""Kinds of questions."""
THANKS: Final = "thanks"
"""The kind of thanks for a receipt: what is found good then is the receipt."""
TALK: Final = ""
"""The kind of words that ask for nothing."""
ORDER: Final = "order"
"""The kind of words that may be an order."""
_DENIABLE: Final = frozenset({ORDER, "extend", "resign", "draw", "ok"})
"""Kinds that words with a "not" do not ask for."""
_MOST_LINES: Final = 300
_WRAPPED: Final = 60
_ENDS: Final = re.compile(r"[.。!?:：)」]\s*$")
_ASKS: Final = re.compile(r"\?\W*$|か。?$|(?:教えて|知りたい)")
_SUPPOSES: Final = re.compile(r"\s*(?:(?:and|but|so|what)\s+)?(?:if|suppose)\b|もし", re.IGNORECASE)
_NOT: Final = re.compile(
    r"\b(?:not|never|dont|didnt|wont|no need)\b|n['’]t\b|(?:しません|しないで|ではなく)",
    re.IGNORECASE,
)
_NEEDS_NOT: Final = re.compile(
    r"(?:\b(?:not|never|dont|no)|n['’]t)\s+(?:need|want|extend)|(?:不要|いりません|要りません)",
    re.IGNORECASE,
)
_LONGEST_LINE: Final = 600
_KANJI: Final = "一二三四五六七八九"
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_SENTENCE: Final = re.compile(r"(?<=[。!?])\s*|(?<=[a-z0-9)])\.\s+(?=[A-Z\"(])|(?<=[a-z]{2})\.\s+")
_LIST: Final = r"[1-9](?:\s*(?:,|and|&|-|~|と|、|・|/)\s*[1-9])*(?![0-9])"
_BEFORE: Final = r"(?:\b(?:in|for|on|against|vs\.?|versus|with|to|of|as for)\s+)?(?:\b(?:the|my|our)\s+)?(?:\b(?:match|game|one)\s+)?(?:\b(?:with|against|vs\.?|versus|number|no\.?)\s+)?(?:the\s+)?"
_BEHIND: Final = r"(?:\s*(?:さん|様|さま|くん|殿|チーム))?\s*(?:との|への|と)?(?:試合|対戦|戦|勝負)?(?:だけ|のみ)?(?:につきまして|について|に関して|では|には|は|も|を|で|に|の(?!で))?(?:\s+(?:match|game)(?:es|s)?\b)?"
_NUMBERED: Final = re.compile(
    rf"{_BEFORE}(?:(?:\b(?:match(?:es)?|games?|number|no\.?|nr\.?)|#|試合|対戦|第)\s*({_LIST}|[{_KANJI}])(?:試合)?"
    rf"|([1-9{_KANJI}])\s*(?:つ目|つめ|番目|試合目|戦目|個目|番(?=だけ|のみ|は|も|の試合|の対戦))(?:の試合|の対戦)?"
    rf"|\b({'|'.join(_ORDINALS)})\s+(?:match|game|one)\b){_BEHIND}",
    re.IGNORECASE,
)
_LEADING: Final = re.compile(
    rf"\s*(?:(?:and\s+)?(?:in|for|as for)\s+(?=[1-9]\s*(?:[:,]|$)))?[(\[]?({_LIST})(\s*[:.)\]、,]|\s*[-–—](?=\s)|番?[はの]|\s+(?=\S)|(?<=(?:in|or)\s[1-9])$)"
)
_TRAILING: Final = re.compile(rf"(?:\s|for|^)\s*({_LIST})(?:番)?\W*$", re.IGNORECASE)
_ALL: Final = re.compile(
    rf"{_BEFORE}\b(?:all|every|each|both)\b(?:\s+(?:of|my|the|them|these|those|two|three|four|five|six|seven|[0-9])\b)*(?:\s+(?:match(?:es)?|games?|ones?|of\s+them)\b)?|\beverywhere\b"
    rf"|(?:全部|ぜんぶ|全て|すべて|全(?!員|力))[0-9]?(?:の)?(?:試合|対戦|ゲーム)?(?:とも|で|に|を|は|も)?|どの(?:試合|対戦)(?:も|でも)|[0-9{_KANJI}]試合とも",
    re.IGNORECASE,
)
_REST: Final = re.compile(
    rf"{_BEFORE}(?:\bothers\b|(?:(?<=for )|(?<=vs )|(?<=in )|(?<=with )|(?<=against ))the\s+rest\b(?!\s+of)|\bother\s+(?:match(?:es)?|games?|ones|two|three|four|five|[0-9])(?:\s+(?:match(?:es)?|games?))?|\b(?:rest|remainder)\s+of\s+(?:the|my|them)(?:\s+(?:match(?:es)?|games?))?|\bremaining(?:\s+(?:ones|match(?:es)?|games?|two|three|four|[0-9]))*)"
    r"|(?:(?:ほか|他|その他|残り|のこり)の?[0-9]?(?:試合|対戦|ゲーム)?|あとの[0-9]?(?:試合|対戦|ゲーム))(?:とも|は|も|を|で|に)?",
    re.IGNORECASE,
)
_EXCEPT: Final = re.compile(
    r"\b(?:except|but\s+not|apart\s+from|other\s+than|besides|excluding)\b(?:\s+for)?|以外(?:の(?:試合|対戦))?[はをもで]?|を除いて|を除き"
)
_EDGE: Final = re.compile(r"^(?:[\s:,、。.()「」\-–—=>→*•・]|(?:but|and|then)\b)+|[\s:,、(「]+$")
_LATIN_WORD: Final = re.compile(r"[^\W\d_]{4,}")


class MatchName(NamedTuple):
    """An open match of the player, by its number in our letters, its name, and the opponent."""

    number: int
    game_id: str
    opponent: str


@dataclass(frozen=True, slots=True)
class Saying:
    """What some words ask for, by the slug of a phrase, and of which matches; none where they do not say.

    `text`: the words without the names of matches. `is_rest`: of all that nothing else is said of.
    """

    kind: str
    text: str
    matches: tuple[int, ...] = ()
    is_rest: bool = False


class OrderSense(Protocol):
    """What tells orders from talk."""

    def begins(self, text: str, /) -> bool:
        """Whether it begins as an order does."""

    def may_be(self, text: str, /) -> bool:
        """Whether it may be one."""


class _Named(NamedTuple):
    """The matches that what follows is about; `by_number`: a number in front said so, and so may the next."""

    matches: tuple[int, ...] = ()
    by_number: bool = False


def sayings(text: str, matches: Sequence[MatchName], sense: OrderSense) -> list[Saying]:
    """All that this text asks for, in its order. Words that name no match belong to those named last."""
    named = _Named()
    found: list[Saying] = []
    for line in _lines(unicodedata.normalize("NFKC", text), sense):
        for sentence in filter(str.strip, _SENTENCE.split(line[:_LONGEST_LINE])):
            for each, names in _read(sentence, matches, named, sense):
                found.append(each)
                named = names if names.matches else named
    return found


def _lines(text: str, sense: OrderSense) -> list[str]:
    """The lines; one that was wrapped is whole again."""
    lines: list[str] = []
    for line in text.split("\n")[:_MOST_LINES]:
        is_wrapped = lines and width(lines[-1]) >= _WRAPPED and not _ENDS.search(lines[-1])
        if is_wrapped and line.strip() and not sense.begins(line):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return lines


def _read(
    sentence: str, matches: Sequence[MatchName], named: _Named, sense: OrderSense
) -> Iterator[tuple[Saying, _Named]]:
    """What a sentence says, else each of its parts; and the matches that what follows is about."""
    whole, names = _said(sentence, matches, named, sense)
    parts = parts_of(sentence)
    if (
        whole.kind == ORDER
    ):  # what stands around it may be none: "ok, but play F18 in 3, rest on auto"
        parts = [*_around(sentence, parts, matches, named, sense)]
    elif whole.kind and whole.kind not in QUESTIONS:
        wishes = {_said(part, matches, named, sense)[0].kind for part in parts} - QUESTIONS
        parts = parts if len(wishes - {TALK, ORDER}) > 1 else [sentence]
    elif whole.kind == RULES and _SUPPOSES.match(sentence):
        parts = [sentence]
    is_any = False
    for part in parts if len(parts) > 1 else ():
        said, new = _said(part, matches, named, sense)
        named = new if new.matches else named
        is_any = is_any or said.kind != TALK
        yield said, new
    if not is_any:
        yield whole, names


def _around(
    sentence: str,
    parts: Sequence[str],
    matches: Sequence[MatchName],
    named: _Named,
    sense: OrderSense,
) -> Iterator[str]:
    """The order in this sentence as it was typed, and the parts before and behind it that are none."""

    def is_wish(part: str) -> bool:
        return _said(part, matches, named, sense)[0].kind not in (ORDER, TALK, RULES)

    before = [*takewhile(is_wish, parts)]
    after = [*takewhile(is_wish, reversed(parts[len(before) :]))][::-1]
    if len(before) + len(after) < len(parts):
        end = sentence.rindex(after[0]) if after else len(sentence)
        start = sentence.index(parts[len(before)]) if before else 0
        yield from (*before, sentence[start:end], *after)
    else:
        yield sentence


def _said(
    words: str, matches: Sequence[MatchName], named: _Named, sense: OrderSense
) -> tuple[Saying, _Named]:
    """What these words say, and the matches that they name."""
    every = tuple(each.number for each in matches)
    names, whole = _names(words, matches, named)
    body, is_all = _without(_ALL, whole)
    if is_all and not sense.may_be(_EDGE.sub("", body)) and sense.may_be(_EDGE.sub("", whole)):
        body, is_all = whole, False  # attack with all
    body, is_rest = _without(_REST, body)
    body, is_but = _without(_EXCEPT, body)
    body = _EDGE.sub("", body)
    asks = _ASKS.search(words) is not None
    kind = MATCH_BOOK.said_in(body) or TALK
    if not kind and not names.matches and (found := _TRAILING.search(body)):
        short = MATCH_BOOK.said_in(body[: found.start()])
        if short and not sense.begins(body):
            kind, names = short, _Named(_numbers(found[1], every))
    if asks and kind in ("resign", "ok"):
        kind = "how"
    if not kind:
        kind = RULES if asks else ORDER if sense.may_be(body) else TALK
    is_typed = kind == ORDER and sense.begins(body)  # front F02 F13, not F15
    denial = _NEEDS_NOT if kind == "extend" else _NOT
    if denial.search(_EXCEPT.sub("", words)) and kind in _DENIABLE:
        kind = ORDER if is_typed else TALK
    meant = names.matches
    if is_but and meant and (is_all or kind != ORDER):
        meant = tuple(each for each in every if each not in meant)
    meant = meant or (() if is_rest else every if is_all else named.matches)
    return Saying(kind, body, meant, is_rest and not names.matches), names


def _without(expression: re.Pattern[str], text: str) -> tuple[str, bool]:
    short, count = expression.subn(" ", text)
    return short.strip(), bool(count)


def _names(words: str, matches: Sequence[MatchName], named: _Named) -> tuple[_Named, str]:
    """The matches that are named, and the words without their names. A number in front may be that of an order."""
    every = tuple(each.number for each in matches)
    found: list[int] = []

    def take(at: re.Match[str]) -> str:
        numbers = _numbers(at[1] or at[2] or at[3], every)
        found.extend(numbers)
        return " " if numbers else at[0]

    for each in sorted(matches, key=lambda each: -len(each.opponent)):
        short = each.game_id.rpartition("-r")[2]
        name = r"\s*".join(map(re.escape, unicodedata.normalize("NFKC", each.opponent).split()))
        said = f"{re.escape(each.game_id)}|r{re.escape(short)}|{name}"
        words, count = _called(said).subn(" ", words)
        found += [each.number] * bool(count)
    for number, said in () if found else _parts(matches):
        words, count = _called(said).subn(" ", words)
        found += [number] * bool(count)
    words = _NUMBERED.sub(take, words)
    is_list = bool(named.matches) and not named.by_number
    by_number = False
    if (
        not found
        and (at := _LEADING.match(words))
        and not (is_list and at[2].strip() in (".", ")"))
    ):
        found += _numbers(at[1], every)
        by_number = bool(found)
        words = f" {words[at.end() :]}" if found else words
    return _Named(tuple(dict.fromkeys(found)), by_number), words


def _called(said: str) -> re.Pattern[str]:
    return re.compile(rf"{_BEFORE}(?<![a-z0-9])(?:{said})(?![a-z0-9]){_BEHIND}", re.IGNORECASE)


def _parts(matches: Sequence[MatchName]) -> Iterator[tuple[int, str]]:
    """Words of opponents' names that no other opponent's has, each with the number of the match."""
    said = [
        (each.number, {*map(str.lower, _LATIN_WORD.findall(each.opponent))}) for each in matches
    ]
    for number, words in said:
        others = set[str]().union(*(each for other, each in said if other != number))
        yield from ((number, re.escape(each)) for each in sorted(words - others))


def _numbers(said: str, every: Sequence[int]) -> tuple[int, ...]:
    """The numbers that are listed, `1-4` or `3 and 5`; none unless all are those of matches."""
    if said.lower() in _ORDINALS:
        found = [_ORDINALS.index(said.lower()) + 1]
    elif said in _KANJI:
        found = [_KANJI.index(said) + 1]
    else:
        found = [*map(int, re.findall(r"[1-9]", said))]
        if len(found) == 2 and re.search(r"[-~]", said):
            found = [*range(found[0], found[1] + 1)]
    return tuple(found) if {*found} <= {*every} else ()
