"""Reads the text of a deck, for any game: cards by id, name or sign with their counts, in one deck or several."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Final, NamedTuple, TypeGuard

from app.engine.build import Build
from app.engine.notation import BuildReading, PlacedCard, ReadWord
from app.engine.problems import SHARED, either, first, place
from app.engine.ruleset import Notation
from app.engine.words import Lang, Words
from app.errors import Problem
from app.text.characters import BLANKS, key, normal
from app.text.distance import distance_up_to

MOST_SUGGESTIONS: Final = 5
_SHORT: Final = 3

_VERB: Final = re.compile(
    rf"[{BLANKS}]*(?:deck|ｄｅｃｋ|デッキ|ﾃﾞｯｷ)(?=[{BLANKS}:：=＝]|$)", re.IGNORECASE
)
_NUMBERING: Final = re.compile(rf"[{BLANKS}]*[(（]?[0-9０-９]+[.．)）](?=[{BLANKS}])")
_SLASHED: Final = re.compile("(?s)([^/／]*)([/／]?)(.*)")
_STRONG: Final = ",，、､;；|｜。"
_WEAK: Final = '・·+＋&＆()（）[]［］【】「」『』"“”:：=＝'
_ATOM: Final = re.compile(f"[^{re.escape(BLANKS + _STRONG + _WEAK)}]+")
_LONGEST_RUN: Final = 8
_DECK: Final = re.compile(
    rf"(?:^|(?<=[{BLANKS}{re.escape(_STRONG)}]))(?:deck|ｄｅｃｋ|デッキ|ﾃﾞｯｷ)"
    rf"(?:[{BLANKS}]*[0-9０-９](?=[{BLANKS}]*[:：]))?(?=[{BLANKS}:：=＝]|$)",
    re.IGNORECASE,
)
"""The word before each of several decks."""
_MOST: Final = 999
"""The most cards of a deck that are read."""
_MOST_WORDS: Final = 1000
_MOST_PROBLEMS: Final = 50
"""With more problems than this, reading stops: the text is not a deck."""
_DASHES: Final = frozenset("-‐‑–—―‣•●○■□◆◇▪･→")

_NUMBER: Final = re.compile(r"(\d{1,4})枚?")
_BEFORE: Final = re.compile(r"(\d{1,4})[x×*✕✖]")
_BEHIND: Final = re.compile(r"[x×*✕✖](\d{1,4})枚?")
_GLUED_BEFORE: Final = re.compile(r"(\d{1,4})(?:[x×*✕✖]|枚)(.+)")
_GLUED_BEHIND: Final = tuple(
    re.compile(each) for each in (r"(.+?)[x×*✕✖](\d{1,4})枚?", r"(.+?)(\d)枚", r"(.+?)(\d\d)枚")
)
_COUNTS: Final = ((_NUMBER, ""), (_BEFORE, "behind"), (_BEHIND, "before"))
_RUN: Final = re.compile(r"(\S)\1+")
_TIMES: Final = frozenset("x×*✕✖")


# --- rules ----------------------------------------------------------------------------------------------


def is_deck(deck: object) -> TypeGuard[Mapping[str, int]]:
    """Whether this is a deck as matches keep it: the number of copies by card id."""
    return (
        isinstance(deck, dict)
        and all(type(id) is str and type(n) is int and n > 0 for id, n in deck.items())
        and sum(deck.values()) <= _MOST
    )


def placed(deck: Mapping[str, int]) -> list[PlacedCard]:
    """The cards of a deck that was not read from a text, as placed cards."""
    return [PlacedCard(id, 0, 0, id) for id, n in deck.items() for _ in range(n)]


def strangers(cards: Iterable[str], known: Iterable[str]) -> Iterator[Problem]:
    """A problem for each of these that is not a known card, with the nearest known one."""
    ids = [*known]
    for id in cards:
        if id not in ids:
            near = get_close_matches(id, ids, n=1)
            yield Problem("unknown-card", words=(id,), suggestions=(*near,))


def outsize(
    places: Sequence[PlacedCard], sizes: Sequence[int], of: str | None = None
) -> Iterator[Problem]:
    """The problem with a deck of the wrong size; `of` is its number among several decks."""
    count, which = len(places), () if of is None else (of,)
    if count > sizes[-1]:
        over, more = places[sizes[-1]], str(count - sizes[-1])
        limits = (str(sizes[-1]), more, *which)
        yield Problem("too-many-cards", over.line, over.column, (over.typed,), limits)
    elif count not in sizes:
        line, column = (places[0].line, places[0].column) if of and places else (0, 0)
        fewest = dict.fromkeys((str(sizes[0]), str(sizes[-1])))
        yield Problem("too-few-cards", line, column, (str(count),), (*fewest, *which))


def too_often(
    cards: Sequence[PlacedCard], most: Callable[[str], int | None], of: str | None = None
) -> Iterator[Problem]:
    """A problem at the first copy of each card with more than `most` copies; None allows any number."""
    counts, which = Counter(each.card for each in cards), () if of is None else (of,)
    firsts = {each.card: each for each in reversed(cards)}
    for card, at in sorted(firsts.items()):
        limit = most(card)
        if limit is not None and counts[card] > limit:
            limits = (str(limit), str(counts[card] - limit), *which)
            yield Problem("too-many-copies", at.line, at.column, (card,), limits)


def told(problems: Iterable[Problem], explain: Callable[[Problem, Lang], str]) -> list[Words]:
    """The problems in sentences."""
    return [Words(explain(each, "ja"), explain(each, "en")) for each in problems]


# --- spellings ------------------------------------------------------------------------------------------


class DeckSpellings:
    """All spellings of some cards, and of named decks, which are read as their cards.

    `names` has the names of cards and decks by their ids, `signs` the card of each sign, `decks` the cards of each
    deck.
    """

    def __init__(
        self,
        names: Mapping[str, Iterable[str]],
        signs: Mapping[str, str] = MappingProxyType({}),
        decks: Mapping[str, Mapping[str, int]] = MappingProxyType({}),
    ) -> None:
        self.signs, self.decks = signs, decks
        self.ids = {f"{id[0]}{id[1:].lstrip('0')}".casefold(): id for id in names if id[1] == "0"}
        self.ids |= {key(id): id for id in names} | {**signs}
        self.whole: dict[str, set[str]] = defaultdict(set)
        for id, spellings in names.items():
            for name in filter(None, map(key, spellings)):
                for text in (name, f"{key(id)}{name}", f"{name}{key(id)}"):
                    self.whole[text].add(id)

    def spelled(self, spelling: str, *, whole: bool = False) -> tuple[str, ...]:
        """The cards and decks spelt like this: as a `whole` name, else as an id or as the beginning of a card's name.

        A beginning counts only if nothing is spelt so in full.
        """
        if found := self.whole.get(spelling):
            return tuple(sorted(found))
        if whole or not spelling:
            return ()
        if id := self.ids.get(spelling):
            return (id,)
        return tuple(sorted(self._where(lambda text: text.startswith(spelling)) - {*self.decks}))

    def nearest(self, spelled: str) -> tuple[str, ...]:
        """The cards and decks that were perhaps meant: with this part in their name, or with a similar spelling."""
        if not spelled:
            return ()
        if len(parts := self._where(lambda text: spelled in text)) <= MOST_SUGGESTIONS and parts:
            return tuple(sorted(parts))
        reach = min(max(1, len(spelled) // 3), len(spelled) - 1)
        near: dict[str, int] = {}
        for text, ids in self.whole.items():
            for part in (text, text[: len(spelled)] if len(spelled) > _SHORT else text):
                distance = distance_up_to(reach, spelled, part)
                if distance is not None:
                    near |= {id: min(distance, near.get(id, distance)) for id in ids}
        best = min(near.values(), default=0)
        return tuple(sorted(id for id, far in near.items() if far == best))[:MOST_SUGGESTIONS]

    def _where(self, fits: Callable[[str], bool]) -> set[str]:
        return {id for text, ids in self.whole.items() if fits(text) for id in ids}


# --- the text -------------------------------------------------------------------------------------------


class _Item(NamedTuple):
    """A card, a deck or a count that was read. `group` is the number of its part between commas.

    `side` says where the card of a count stands: behind it, before it, or as the group shows.
    """

    column: int
    typed: str
    card: str = ""
    copies: int | None = None
    side: str = ""
    group: int = 0


@dataclass(slots=True)
class DeckReading(BuildReading):
    """The part of a deck that has been read so far, its lines by words and counts.

    With `has_several` every word `deck` begins the next deck; else it may only stand before the first line.
    """

    read_word: ReadWord = field(default=lambda _word: ([], []))
    spellings: DeckSpellings = field(default_factory=lambda: DeckSpellings({}))
    has_several: bool = False
    begins: list[int] = field(default_factory=lambda: [0])
    """Where each deck begins among the cards."""
    words_read: int = 0
    is_cut: bool = False
    """Whether reading has stopped."""

    def read_line(self, number: int, line: str) -> None:
        """Read the cards of a line up to a slash: the rest of that line is the name."""
        if self.is_cut or self.is_too_much(number, line):
            return
        if self.name is not None:
            self.refuse("text-after-name", number, 1, line.strip(BLANKS))
        row, slash, name = _SLASHED.match(line).groups()  # type: ignore[union-attr]
        self.refuse_hidden(number, 1, row)
        heads = [(at.start(), at.end()) for at in _DECK.finditer(row) if self.has_several]
        head = _VERB.match(row) or _NUMBERING.match(row)
        pieces = [(0, head.end() if head else 0), *heads, (len(row), 0)]
        for (begin, after), (end, _) in pairwise(pieces):
            if (begin, after) in heads:
                self.begins.append(len(self.cards))
            items = [*self.items(number, row[:end], after)]
            for _, group in groupby(items, key=lambda item: item.group):
                self.count(number, [*group])
        if slash:
            self.read_name(number, len(row) + 1, name)

    @property
    def decks(self) -> list[list[PlacedCard]]:
        """The cards of each deck that has any; one deck without any if there are none at all."""
        begins = [*self.begins, len(self.cards)]
        found = [self.cards[one:another] for one, another in pairwise(begins)]
        return [deck for deck in found if deck] or [[]]

    # --- words --------------------------------------------------------------------------------------

    def items(self, number: int, line: str, begin: int) -> Iterator[_Item]:
        """The cards, decks and counts of the line, in order. Other words become problems."""
        starred = begin + len(line[begin:]) - len(line[begin:].lstrip(BLANKS))
        atoms = [
            match
            for match in _ATOM.finditer(line, begin)
            if match[0] not in _DASHES and not (match[0] in "*＊" and match.start() == starred)
        ]
        at, end, group = 0, begin, 0
        while at < len(atoms):
            if self.is_too_much(number, atoms[at][0], atoms[at].start() + 1):
                return
            self.words_read += 1
            group += _is_divided(line[end : atoms[at].start()])
            if len(run := atoms[at][0]) > 1 and all(sign in self.spellings.signs for sign in run):
                column = atoms[at].start() + 1
                for place, sign in enumerate(run):
                    card = self.spellings.signs[sign]
                    yield _Item(column + place, sign, card, copies=1, group=group)
                at, end = at + 1, atoms[at].end()
                continue
            item, used = self.item(number, line, atoms[at : at + _LONGEST_RUN])
            if item:
                yield item._replace(group=group)
            at += used
            end = atoms[at - 1].end()

    def is_too_much(self, number: int, typed: str, column: int = 1) -> bool:
        """Whether there were too many cards or problems for a deck. Reading then stops."""
        if self.words_read < _MOST_WORDS and len(self.problems) < _MOST_PROBLEMS:
            return False
        self.is_cut = True
        self.refuse("unread-rest", number, column, typed.strip(BLANKS))
        return True

    def item(
        self, number: int, line: str, atoms: Sequence[re.Match[str]]
    ) -> tuple[_Item | None, int]:
        """The item that the first of these words begin, and how many words belong to it."""
        word, column = atoms[0], atoms[0].start() + 1
        text, next_text = normal(word[0]), normal(atoms[1][0]) if len(atoms) > 1 else ""
        is_id = key(text) in self.spellings.ids  # X01 is a card, where there is one
        for pattern, side in () if is_id else _COUNTS:
            if match := pattern.fullmatch(text):
                by_sign = not side and next_text in _TIMES
                where = "behind" if by_sign else side
                item = _Item(column, word[0], copies=int(match[1]), side=where)
                return item, 1 + by_sign
        if text in _TIMES and (match := _NUMBER.fullmatch(next_text)):
            return _Item(column, word[0], copies=int(match[1]), side="before"), 2
        for used in range(len(atoms), 0, -1):
            typed = line[column - 1 : atoms[used - 1].end()]
            is_name = any(_NUMBER.fullmatch(normal(each[0])) for each in atoms[1:used])
            found = self.spellings.spelled(key(typed), whole=is_name or _is_divided(typed))
            if len(found) == 1:
                return _Item(column, typed, found[0]), used
            if found:
                self.refuse("ambiguous-card", number, column, typed, *found[:MOST_SUGGESTIONS])
                return None, used
        if glued := self.glued(column, word[0], text):
            return glued, 1
        nearest = self.spellings.nearest(key(word[0]))
        self.refuse("unknown-card", number, column, word[0], *nearest)
        return None, 1

    def glued(self, column: int, typed: str, text: str) -> _Item | None:
        """The card and count of a word that joins both without a blank: `2xF01`, `生徒会3枚`."""
        splits: list[tuple[str, str]] = []
        if match := _GLUED_BEFORE.fullmatch(text):
            splits.append((match[2], match[1]))
        splits += [
            (match[1], match[2]) for each in _GLUED_BEHIND if (match := each.fullmatch(text))
        ]
        for name, copies in splits:
            if len(found := self.spellings.spelled(key(name))) == 1:
                return _Item(column, typed, found[0], int(copies))
        return None

    # --- counts -------------------------------------------------------------------------------------

    def count(self, number: int, items: list[_Item]) -> None:
        """Give the counts of a group to its cards, and its cards to the deck."""
        side = _side(items)
        counts: dict[int, int] = {}
        for at, item in enumerate(items):
            if item.card:
                continue
            where = item.side or side
            card = at + 1 if where == "behind" else at - 1
            if not where:
                self.refuse("count-unclear", number, item.column, item.typed, str(item.copies))
            elif not 0 <= card < len(items) or not items[card].card:
                self.refuse("count-alone", number, item.column, item.typed)
            elif card in counts or items[card].copies is not None:
                self.refuse("count-twice", number, item.column, item.typed, items[card].card)
            else:
                counts[card] = item.copies or 0
        for at, item in enumerate(items):
            if item.card:
                self.add(number, item, counts.get(at, 1 if item.copies is None else item.copies))

    def add(self, number: int, item: _Item, count: int) -> None:
        if not count:
            self.refuse("count-zero", number, item.column, item.typed)
        for card, each in self.spellings.decks.get(item.card, {item.card: 1}).items():
            copies = min(each * count, _MOST - len(self.cards))
            self.cards += [PlacedCard(card, number, item.column, item.typed)] * copies


def _side(items: Sequence[_Item]) -> str:
    """On which side of plain numbers their cards stand in this group; empty if it cannot be told."""
    bare = [item for item in items if not (item.card or item.side)]
    if not items[0].card:
        return "before" if items[0].side == "before" else "behind"
    return "before" if not items[-1].card or all(e.typed.endswith("枚") for e in bare) else ""


def _is_divided(text: str) -> bool:
    """Whether it has a comma or the like."""
    return any(each in text for each in _STRONG)


# --- in words -------------------------------------------------------------------------------------------


class SampleDeck(NamedTuple):
    """A sample deck with a sentence on how it is played. The game uses `id` to speak of it."""

    id: str
    name: Words
    deck: Mapping[str, int]
    how: Words

    @property
    def build(self) -> Build:
        """The deck as entries have it."""
        return Build(tuple(sorted(Counter(self.deck).elements())))


def deck_of(copies: Mapping[int, str]) -> dict[str, int]:
    """The number of copies by card id, from card ids listed by their count: `{3: "C01 C02", 1: "C22"}`."""
    return dict(sorted((id, n) for n, ids in copies.items() for id in ids.split()))


def written(
    counts: Sequence[tuple[str, int]],
    notation: Notation,
    signs: Mapping[str, str],
    names: Mapping[str, Words],
) -> str:
    """These cards as text. In `characters` every copy is written, else each card once with its count. A card without
    a sign is written by its id.
    """
    if notation == "characters" and all(id in signs for id, _ in counts):
        return "".join(signs[id] * n for id, n in counts)
    if notation == "ja":
        named = [(names[id].ja if id in names else id, n) for id, n in counts]
        return "、".join(f"{name}×{n}" if n > 1 else name for name, n in named)
    if notation == "en":
        named = [(names[id].en if id in names else id, n) for id, n in counts]
        return "; ".join(f"{n}x {name}" if n > 1 else name for name, n in named)
    return " ".join(f"{n}x{id}" if n > 1 else id for id, n in counts)


def explain(
    problem: Problem,
    lang: Lang,
    sentences: Mapping[str, Words],
    named: Mapping[str, Words],
    example: str,
) -> str:
    """The problem in one line: its place, the mistake, the remedy.

    `named` are the names by id of what a player may write, `example` is the id of a card.
    """

    def called(id: str) -> str:
        if id not in named:
            return id
        name = named[id].to(lang)
        return f"{name}({id})" if lang == "ja" else f"{name} ({id})"

    words, suggestions = problem.words, problem.suggestions
    said = sentences[problem.code].to(lang)
    if problem.code == "unknown-card":
        advice = (_MEANT if suggestions else _HOW).to(lang)
        said = f"{said}{'' if lang == 'ja' else ' '}{advice}"
    is_over = (
        problem.code == "too-many-cards"
    )  # suggestions: how many there may be, and how many more there are
    return place(problem, lang) + said.format(
        word=first(words),
        total=sum(map(int, suggestions[:2])) if is_over else "",
        suggestion=first(suggestions),
        more=first(suggestions[1:]),
        card=called(first(words)),
        of=called(first(suggestions)),
        either=either([called(each) for each in suggestions or ("",)], lang),
        allowed=either([*suggestions] or [""], lang),
        cards=("、" if lang == "ja" else ", ").join(words[1:]),
        example=example,
    )


UNREAD: Final = frozenset({"unknown-card", "ambiguous-card"})
"""Problems with words that should have been cards."""
_MEANT: Final = Words("{either}のことですか？", "Did you mean {either}?")
_HOW: Final = Words(
    "{example}のような番号か、カードの名前を書いてください。",
    "Write a number like {example}, or the name of a card.",
)
SENTENCES: Final = SHARED | {
    "unknown-card": Words("「{word}」というカードはありません。", '"{word}" is not a card.'),
    "ambiguous-card": Words(
        "「{word}」だけでは、どのカードか決まりません。{either}のうち、どれかを書いてください。",
        '"{word}" begins the names of several cards. Write one of {either}.',
    ),
    "text-after-name": Words(
        "名前のあとに「{word}」があります。名前はカードのあと、最後に書いてください。",
        '"{word}" stands after the name. Put the name last, after the cards.',
    ),
    "unread-rest": Words(
        "「{word}」から後ろは読んでいません。デッキにしては長すぎるか、読めないところが多すぎます。",
        'Reading stopped at "{word}": the deck is too long, or has too many mistakes.',
    ),
    "count-alone": Words(
        "「{word}」が、どのカードの枚数なのかわかりません。2x{example} のように書いてください。",
        '"{word}" belongs to no card. Write how many there are like 2x{example}.',
    ),
    "count-unclear": Words(
        "「{word}」が、前と後ろのどちらのカードの枚数なのか決まりません。x{suggestion} か {suggestion}x と書いてください。",
        '"{word}" may belong to the card before it or behind it. Write x{suggestion} or {suggestion}x.',
    ),
    "count-twice": Words(
        "{of}の枚数が二度書かれています。「{word}」を消してください。",
        '{of} has two counts. Delete "{word}".',
    ),
    "count-zero": Words(
        "「{word}」が0枚になっています。使わないカードは書かないでください。",
        '"{word}" has a count of 0. Leave out cards that you do not use.',
    ),
}
"""Sentences for what can be wrong with the text of any deck."""


def in_runs(written: str) -> str:
    """A deck in signs, with repeated ones counted: `門×3 灯×3 鉄突`. It is read as the same deck."""
    counted = _RUN.sub(lambda run: f" {run[1]}×{len(run[0])} ", written)
    return " ".join(counted.split())
