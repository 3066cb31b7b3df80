"""Reads the lines of a block as orders: either all of them, or every problem at its place in the text as typed."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from app.engine.matches.game import Game, OrderError, View
from app.engine.matches.grammar import COMPARISONS, Claim, OrderCondition, OrderLine, Orders
from app.engine.matches.menus import offered
from app.engine.matches.orders.blocks import OrderBlock, OrderRow, split
from app.engine.matches.orders.conditions import TurnFacts
from app.engine.matches.orders.tokens import OrderToken, TokenPlace, joined, operators_apart
from app.engine.matches.orders.vocabulary import (
    CONDITION_WORDS,
    HEADER_WORDS,
    ORDER_WORDS,
    SCRIPT,
    WHOLE_LINES,
)
from app.engine.words import Words
from app.errors import OrdersUnreadable, Problem
from app.text.characters import nfc, normal, shown
from app.text.distance import nearest

MOST_PROBLEMS: Final = 50
"""With more problems than this, reading stops: the text is not a list of orders."""
MOST_LETTERS: Final = 64
"""The longest name of a script."""

_BULLET = re.compile(r"[-*+•・‣◦●○■□◆◇▪►▶–—]+(?=[^0-9]|$)")
_NUMBER = re.compile(r"\(?([0-9]{1,6})(?:[.,:)\]]+|行目|番|$)?(?![0-9])")
_TURN = re.compile("([0-9]{1,9})(:?)")
_FOREIGN_HEADER = re.compile(r"[^\s\d:]+:.*")
_WAITS = re.compile(",?([0-9]{1,6})(?:行目|番)?[.,]?")
_QUOTED = re.compile("[“「]([^”」]+)")
_LETTERS = re.compile(r"[^\d:]*")
_JOINING: Final = {"if", "unless", "after", "else", "repeat", "must", "and", "or"}


def read(block: OrderBlock, game: Game[Any], view: View) -> Orders:
    """The orders of a block, for this game and as the player sees the match now.

    Raises `OrdersUnreadable` with every problem, by place.
    """
    reading = _Reading(game, view, list(block.problems[:MOST_PROBLEMS]), block.is_ended)
    for words in _whole_rows(block.rows, reading.is_foreign):
        reading.read(words)
        if len(reading.problems) > MOST_PROBLEMS:
            break
    return reading.orders()


def read_text(text: str, game: Game[Any], view: View) -> Orders:
    """The orders of a text that may have no header, as a form or a build brings them: its last block.

    Raises `OrdersUnreadable` with every problem, by place.
    """
    blocks, problems = split(text, headless=True)
    if problems:
        raise OrdersUnreadable(problems)
    return read(blocks[-1], game, view)


@dataclass(frozen=True, slots=True)
class OrderAnswer:
    """A block with its orders or its problems."""

    block: OrderBlock
    orders: Orders | None
    problems: tuple[Problem, ...] = ()


def answered(block: OrderBlock, game: Game[Any], view: View) -> OrderAnswer:
    """Read a block, with its orders or its problems."""
    try:
        return OrderAnswer(block, read(block, game, view))
    except OrdersUnreadable as refusal:
        return OrderAnswer(block, None, refusal.problems)


def counting(blocks: Iterable[OrderAnswer]) -> dict[tuple[str, int | None, bool], OrderAnswer]:
    """The last block without a problem for each match and turn, with standing orders apart (True)."""
    return {
        (each.block.match, each.block.turn, each.orders.standing == "on"): each
        for each in blocks
        if each.orders is not None
    }


def _whole_rows(
    rows: Sequence[OrderRow], is_foreign: Callable[[OrderRow, bool], bool]
) -> Iterator[list[OrderToken]]:
    """The lines joined with their continuations, without unknown header lines."""
    whole: list[OrderToken] = []
    for row in rows:
        if is_foreign(row, not whole):
            continue
        word = CONDITION_WORDS.get(row.words[0].text) or ORDER_WORDS.get(row.words[0].text)
        goes_on = word in _JOINING and not _comes_first(row.words)
        if whole and goes_on:
            whole = [*whole, *row.words]
            continue
        if whole:
            yield whole
        whole = row.words
    if whole:
        yield whole


def _comes_first(words: Sequence[OrderToken]) -> bool:
    """Whether the line begins with a condition: 「もし my.hand = 1 なら 出す F05」."""
    return words[0].text in ("if", "もし") and _closer(words) is not None


def _closer(words: Sequence[OrderToken]) -> int | None:
    """Where a condition in front of an order ends."""
    for at, word in enumerate(words):
        if CONDITION_WORDS.get(word.text.rstrip(",")) == "then" and at:
            return at
        if word.text.rstrip(",") in ("でない限り", "でないかぎり") and at:
            return at
    return None


@dataclass(slots=True)
class _Reading:
    """The lines read so far, and their problems."""

    game: Game[Any]
    view: View
    problems: list[Problem]
    is_ended: bool
    lines: list[OrderLine] = field(default_factory=list)
    said: dict[str, Any] = field(default_factory=dict)
    offered: Sequence[str] = ()
    verbs: Mapping[str, str] = field(init=False)
    asked: Mapping[str, str] = field(init=False)
    asked_of: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.verbs = {normal(way): verb for way, verb in self.game.verbs.items()}
        self.asked = self.game.asked_ways
        self.asked_of = {normal(each.ja): word for word, each in self.game.asked_of.items()}

    def refuse(self, code: str, at: OrderToken | TokenPlace, *suggestions: str) -> None:
        """Note a problem of this word, or at this place."""
        place, typed = (at.place, (shown(at.typed),)) if isinstance(at, OrderToken) else (at, ())
        self.note(Problem(code, *place, typed, suggestions))

    def note(self, problem: Problem) -> None:
        """Note a problem. Beyond the limit only note that there are too many."""
        if len(self.problems) == MOST_PROBLEMS:
            problem = Problem("too-many-problems", problem.line, problem.column)
        if len(self.problems) <= MOST_PROBLEMS:
            self.problems.append(problem)

    def orders(self) -> Orders:
        """The orders, if there were no problems."""
        if self.problems:
            raise OrdersUnreadable(sorted(self.problems, key=lambda each: (each.line, each.column)))
        return Orders(tuple(self.lines), **self.said)

    def is_foreign(self, row: OrderRow, is_first: bool) -> bool:
        """Whether it is an unknown line of the header."""
        words = _bare(row.words)
        if not words or self._is_ours(words):
            return False
        return row.in_header or (is_first and bool(_FOREIGN_HEADER.fullmatch(joined(words).text)))

    def _is_ours(self, words: Sequence[OrderToken]) -> bool:
        first = words[0]
        return (
            self._verb(first) is not None
            or bool(nearest(first.text, self.verbs))
            or first.text in ORDER_WORDS
            or first.text in SCRIPT
            or HEADER_WORDS.get(first.text.rstrip(":")) == "turn"
            or _whole_line(words) in WHOLE_LINES
            or _closer(words) is not None
            or _NUMBER.match(first.text) is not None
        )

    def read(self, typed: list[OrderToken]) -> None:
        """Read a line. A line of strokes is ignored."""
        typed = _bare(typed)
        before = len(self.problems)
        number, turn, words = self._front(typed)
        if not words:
            if typed and len(self.problems) == before:
                self.refuse("no-order", typed[-1].end)
            return
        if line := WHOLE_LINES.get(_whole_line(words)):
            self._say(line, words, turn)
        elif words[0].text in SCRIPT:
            self._script(words, turn)
        else:
            self._line(words, number, turn)

    def _front(self, words: list[OrderToken]) -> tuple[int | None, int | None, list[OrderToken]]:
        """The number and the turn in front, in either order."""
        number = turn = None
        while words:
            first = words[0]
            found = _NUMBER.match(first.text)
            if found and number is None:
                number = int(found[1])
                words = _rest(first, found.end(), words)
            elif turn is None and _is_by_turn(words):
                turn, words = self._turn(words)
            else:
                break
        return number, turn, words

    def _turn(self, words: list[OrderToken]) -> tuple[int, list[OrderToken]]:
        """The number behind `turn`, and the line behind its colon."""
        first, *words = words
        stem = _stem(first.text)
        words = [first.part(len(stem)), *words] if len(first.text) > len(stem) else words
        found = _TURN.match(words[0].text) if words else None
        if found is None:
            self.refuse("turn-number", words[0] if words else first.end)
            return 0, words[1:]
        end = words[0].places[found.end()]
        words = _rest(words[0], found.end(), words)
        if found[2]:
            return int(found[1]), words
        if words and words[0].text.startswith(":"):
            return int(found[1]), _rest(words[0], 1, words)
        self.refuse("turn-colon", end)
        return int(found[1]), words

    # --- lines that are no order ----------------------------------------------------------------------

    def _say(self, line: str, words: Sequence[OrderToken], turn: int | None) -> None:
        what, _, how = line.partition(" ")
        if turn is not None:
            self.refuse("not-by-turn", words[0])
        key = {"offer": "draw"}.get(what, what)
        value: Any = how if what in ("then", "standing") else True
        if self.said.setdefault(key, value) != value:
            self.refuse("twice", words[0])

    def _script(self, words: Sequence[OrderToken], turn: int | None) -> None:
        name = nfc(joined(words[1:]).text).rstrip(" 。") if words[1:] else ""
        if not name:
            self.refuse("no-name", words[0].end)
        elif len(name) > MOST_LETTERS:
            self.refuse("name-too-long", words[1], str(len(name) - MOST_LETTERS))
        elif turn is not None:
            self.refuse("not-by-turn", words[0])
        elif self.said.setdefault("script", name) != name:
            self.refuse("twice", words[0])

    # --- orders ---------------------------------------------------------------------------------------

    def _line(self, words: list[OrderToken], number: int | None, turn: int | None) -> None:
        react = ORDER_WORDS.get(words[0].text) == "react"
        if react and not self.game.reactions:
            self.refuse("no-reactions", words[0])
        parts: dict[str, list[OrderToken]] = {}
        ends: dict[str, TokenPlace] = {}
        for key, word, part in self._parts(words[react:]):
            if key in parts:
                self.refuse("twice", word)
            parts.setdefault(key, _without_commas(part))
            ends.setdefault(key, word.end)
        place = words[0].end if react else words[0].place
        order, react = self._order(parts["order"], place, react or None)
        otherwise = self._order(parts["else"], ends["else"], react)[0] if "else" in parts else ""
        when, unless = (
            self._condition(parts[key], ends[key], order) if key in parts else None
            for key in ("if", "unless")
        )
        after = self._after(parts["after"], ends["after"]) if "after" in parts else None
        for key in ("repeat", "must"):
            if extra := parts.get(key):
                self.refuse("not-expected", extra[0])
        repeat, must = "repeat" in parts, "must" in parts
        self.lines.append(
            OrderLine(order, number, turn, react, when, unless, after, otherwise, repeat, must)
        )

    def _parts(self, words: list[OrderToken]) -> Iterator[tuple[str, OrderToken, list[OrderToken]]]:
        """The order and its modifiers: the key of each, the word that says so, and the words behind it."""
        if words and (end := _closer(words)) is not None and self._verb(words[0]) is None:
            key = "if" if CONDITION_WORDS.get(words[end].text.rstrip(",")) == "then" else "unless"
            is_said = ORDER_WORDS.get(words[0].text) == "if"
            yield key, words[0], words[is_said:end]
            words = words[end + 1 :]
        key, word = "order", words[0] if words else OrderToken("", (TokenPlace(0, 0),))
        part: list[OrderToken] = []
        for each in words:
            found = ORDER_WORDS.get(each.text, "react")
            if found == "react":
                part.append(each)
                continue
            number = part[-1:] if found == "after" and not each.text.isascii() else []
            yield key, word, part[: len(part) - len(number)]
            key, word, part = found, each, number
        yield key, word, part

    def _verb(self, word: OrderToken) -> OrderToken | None:
        """The part of the word that is a verb. In Japanese no blank follows a verb."""
        if word.text in self.verbs:
            return word
        longest = min(len(word.text) - 1, max(map(len, self.verbs)))
        heads = (word.text[:end] for end in range(longest, 0, -1))
        found = next((each for each in heads if each in self.verbs and not each.isascii()), "")
        return word.part(0, len(found)) if found else None

    def _order(
        self, words: list[OrderToken], place: TokenPlace, react: bool | None
    ) -> tuple[str, bool]:
        """The order with its canonical verb, and whether it is a reaction: as said, or because it can be nothing
        else.
        """
        if not words:
            self.refuse("no-order", place)
            return "", bool(react)
        verb = self._verb(words[0])
        if verb is None:
            first = words[0]
            lines = [line for line in WHOLE_LINES.values() if line.split()[0] == first.text]
            known = [*self.verbs, *(line.split()[0] for line in WHOLE_LINES.values())]
            near = sorted({*lines}) or nearest(first.text, known)
            code = "unknown-line" if lines else "unknown-verb"
            code = code if near or self.is_ended else "no-end"
            now = self._with_now(Words("", ""), OrderError(1, Words("", "")))
            typed = (shown(first.typed), *filter(None, now))
            self.note(Problem(code, *first.place, typed, tuple(near)))
            return "", bool(react)
        rest = _rest(words[0], len(verb.text), words)
        order = joined([verb.saying(self.verbs[verb.text]), *rest])
        try:
            action = self.game.parse(order.text, self.view, None)
        except OrderError as problem:
            said = self._with_now(problem.words, problem, self.verbs[verb.text])
            self._unreadable(order, problem.position, said)
            return order.text, bool(react)
        is_reaction = [kind in self.game.reactions for kind in self.game.kinds(action)]
        if react is False and all(is_reaction):
            self.refuse("reaction", verb)
        elif react and self.game.reactions and not any(is_reaction):
            self.refuse("no-reaction", verb, order.text)
        return order.text, all(is_reaction) if react is None else react

    def _with_now(self, said: Words, wrong: OrderError, verb: str = "") -> Words:
        """The sentences, with what would be legal in place of the mistake, as far as the view tells."""
        grammar = self.game.grammar
        if grammar is None:
            return said
        if not self.offered:
            self.offered = [*offered(self.game.menus(self.view, None, None, "en"))]
        now = grammar.legal_now(self.offered, wrong, verb)
        return Words(said.ja + now.ja, f"{said.en} {now.en}".strip())

    def _unreadable(self, said: OrderToken, position: int, words: Words) -> None:
        place = said.places[max(0, min(position - 1, len(said.places) - 1))]
        typed = said.source[place.column - 1 :] if place.line == said.place.line else ""
        self.note(Problem("order", *place, tuple(_as_typed(each, typed) for each in words)))

    def _after(self, words: Sequence[OrderToken], place: TokenPlace) -> int | None:
        found = _WAITS.fullmatch(words[0].text) if words else None
        if found is None:
            self.refuse("after-what", words[0] if words else place)
            return None
        if words[1:]:
            self.refuse("not-expected", words[1])
        return int(found[1])

    # --- conditions -----------------------------------------------------------------------------------

    def _condition(
        self, words: Sequence[OrderToken], place: TokenPlace, order: str
    ) -> OrderCondition | None:
        """The condition behind `if` or `unless`; `place` is where that ends."""
        words = [each for each in operators_apart(words) if _meaning(each) != "then"]
        for word in words:
            if "(" in word.text or ")" in word.text:
                self.refuse("brackets", word)
                return None
        rows: list[tuple[Claim, ...]] = []
        for row in _between(words, "or", place):
            parts = _between(row.words, "and", row.place)
            claims = [self._claim(part.words, part.place, order) for part in parts]
            rows.append(tuple(claim for claim in claims if claim is not None))
        return OrderCondition(tuple(rows))

    def _claim(self, words: Sequence[OrderToken], place: TokenPlace, order: str) -> Claim | None:
        """A test: what it is about, the test, and the word behind it."""
        read = _claim(words)
        if read is None:
            self.refuse("no-test", joined(words) if words else place)
            return None
        said, word = joined(read.thing), self._asked(joined(read.word))
        asked = self._asked(said)
        wrong, at = OrderError(1, Words("", "")), asked
        # the name of a card may begin with the word of a variable
        for thing in (said, asked) if read.relation == "exists" and said != asked else (asked,):
            claim = Claim(thing.text, read.relation, word.text, read.denied)
            try:
                TurnFacts(self.game, self.view, None).weigh(claim, order)
            except OrderError as problem:
                wrong, at = problem, thing
            else:
                return claim
        behind = len(at.text) + len(read.relation) + 2
        if word.text and wrong.position > behind:
            self._unreadable(word, wrong.position - behind, wrong.words)
        else:
            self._unreadable(at, wrong.position, wrong.words)
        return None

    def _asked(self, said: OrderToken) -> OrderToken:
        """The subject of a condition, by its canonical word."""
        known = self.asked.get(said.text)
        whose, _, what = (each.strip() for each in said.text.rpartition("の"))
        if whose and what in self.asked_of:
            known = known or f"{self.asked.get(whose, whose)}.{self.asked_of[what]}"
        return said.saying(known) if known else said


def _as_typed(sentence: str, typed: str) -> str:
    """The sentence with its first quoted word as it was typed, if that is what stands there."""
    found = _QUOTED.search(sentence)
    end = next(
        (
            end
            for end in range(1, min(len(typed), MOST_LETTERS) + 1)
            if found and normal(typed[:end]) == found[1]
        ),
        0,
    )
    return sentence.replace(found[1], shown(typed[:end]), 1) if found and end else sentence


class _Words(NamedTuple):
    """Some words and their place, even if there are none."""

    words: Sequence[OrderToken]
    place: TokenPlace


class _Test(NamedTuple):
    """A test by its words."""

    thing: Sequence[OrderToken]
    relation: str
    word: Sequence[OrderToken]
    denied: bool


def _claim(words: Sequence[OrderToken]) -> _Test | None:
    """The words of a test split into its parts; None if they are no test."""
    denied = False
    if words and _meaning(words[0]) == "not":
        denied, words = True, words[1:]
    elif words and _meaning(words[-1]) == "not":
        denied, words = True, words[:-1]
    meant = [*map(_meaning, words)]
    at = next((at for at, each in enumerate(meant) if each in COMPARISONS), len(meant))
    if at < len(meant) - 1:
        return _test(words[:at], meant[at], words[at + 1 :], denied)
    if at == len(meant) - 1 and not words[at].text.isascii():
        return _test(words[: at - 1], meant[at], words[at - 1 : at], denied)
    if meant[-1:] in (["exists"], ["not exists"]):
        return _test(words[:-1], "exists", (), denied is not (meant[-1] == "not exists"))
    if meant[-1:] == ["in range"]:
        return _test(words[:-1], "in range", (), denied)
    if meant[-2:] == ["in", "range"]:
        return _test(words[:-2], "in range", (), denied)
    if "is" in meant:
        at = meant.index("is")
        return _test(words[:at], "is", words[at + 1 :], denied)
    return None


def _test(
    thing: Sequence[OrderToken], relation: str, word: Sequence[OrderToken], denied: bool
) -> _Test | None:
    """The test, if nothing is missing. `は` and `が` behind a thing are not part of it."""
    if len(thing) > 1 and thing[-1].text in ("は", "が"):
        thing = thing[:-1]
    is_whole = thing and (word or relation in ("exists", "in range"))
    return _Test(thing, relation, word, denied) if is_whole else None


def _between(words: Sequence[OrderToken], separator: str, place: TokenPlace) -> Iterator[_Words]:
    """The words between the separators."""
    start = 0
    for at, word in enumerate(words):
        if _meaning(word) == separator:
            yield _Words(words[start:at], place)
            start, place = at + 1, word.end
    yield _Words(words[start:], place)


def _meaning(word: OrderToken) -> str:
    """The word of the grammar of conditions that is meant, or the word itself."""
    return CONDITION_WORDS.get(word.text, word.text)


def _bare(words: list[OrderToken]) -> list[OrderToken]:
    """The words of a line without the sign of a list in front."""
    found = _BULLET.match(words[0].text)
    return _rest(words[0], found.end(), words) if found else words


def _without_commas(words: Sequence[OrderToken]) -> list[OrderToken]:
    """The words without commas before the first and behind the last."""
    found = [*words]
    if found and found[0].text.startswith(","):
        found = _rest(found[0], 1, found)
    if found and found[-1].text.endswith(","):
        last = found.pop()
        found += [last.part(0, len(last.text) - 1)] if last.text != "," else []
    return found


def _rest(first: OrderToken, at: int, words: Sequence[OrderToken]) -> list[OrderToken]:
    """The words after the first `at` characters of the first word."""
    return [first.part(at), *words[1:]] if len(first.text) > at else [*words[1:]]


def _is_by_turn(words: Sequence[OrderToken]) -> bool:
    """Whether a line begins with its turn, as in `turn 5:`. 「ターン >= 3 のときは」 begins with a condition."""
    is_asked = _closer(words) is not None and not re.search("[0-9]", joined(words[:2]).text)
    return HEADER_WORDS.get(_stem(words[0].text)) == "turn" and not is_asked


def _stem(text: str) -> str:
    """The letters before a number or a colon: `turn` of `turn5:`."""
    return _LETTERS.match(text)[0]  # type: ignore[index]


def _whole_line(words: Sequence[OrderToken]) -> str:
    """The line without blanks, and without a mark at its end."""
    return "".join(word.text for word in words).rstrip(".,:!")
