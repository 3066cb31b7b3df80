"""The text of a deck: `deck 2xF01 F02`, names, counts, starter decks; and back (rules §2.2, §2.3)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from app.engine.build import Build
from app.engine.notation import PlacedCard, Reading, ReadWord
from app.engine.problems import SHARED, either, first, place
from app.engine.ruleset import Notation
from app.engine.words import Lang, Words
from app.errors import Problem
from app.games.fest import config as configs
from app.games.fest.cards import DECKS as STARTERS
from app.games.fest.effects import GUEST_TAG, HOUSE_TAG
from app.games.fest.words.names import CARDS, DECKS, SIGNS
from app.games.fest.words.spelling import MOST_SUGGESTIONS, Spellings, key
from app.text.characters import BLANKS, normal

_VERB: Final = re.compile(
    rf"[{BLANKS}]*(?:deck|ｄｅｃｋ|デッキ|ﾃﾞｯｷ)(?=[{BLANKS}:：=＝]|$)", re.IGNORECASE
)
_NUMBERING: Final = re.compile(rf"[{BLANKS}]*[(（]?[0-9０-９]+[.．)）](?=[{BLANKS}])")
_SLASHED: Final = re.compile("(?s)([^/／]*)([/／]?)(.*)")
_STRONG: Final = ",，、､;；|｜。"
_WEAK: Final = '・·+＋&＆()（）[]［］【】「」『』"“”:：=＝'
_ATOM: Final = re.compile(f"[^{re.escape(BLANKS + _STRONG + _WEAK)}]+")
_LONGEST_RUN: Final = 8
SIZES: Final = range(
    configs.PETIT.deck, configs.NORMAL.deck + 1, configs.NORMAL.deck - configs.PETIT.deck
)
"""How many cards a deck may have: petit or normal, nothing between."""
TAGS: Final = (HOUSE_TAG, GUEST_TAG)
"""The rule tags of the house cards."""
_MOST: Final = 999
"""More cards than these are not counted."""
_MOST_WORDS: Final = 1000
_MOST_PROBLEMS: Final = 50
"""With more than these, reading stops: it is no deck."""
_DASHES: Final = frozenset("-‐‑–—―‣•●○■□◆◇▪･→")

_NUMBER: Final = re.compile(r"(\d{1,4})枚?")
_BEFORE: Final = re.compile(r"(\d{1,4})[x×*✕✖]")
_BEHIND: Final = re.compile(r"[x×*✕✖](\d{1,4})枚?")
_GLUED_BEFORE: Final = re.compile(r"(\d{1,4})(?:[x×*✕✖]|枚)(.+)")
_GLUED_BEHIND: Final = tuple(
    re.compile(each) for each in (r"(.+?)[x×*✕✖](\d{1,4})枚?", r"(.+?)(\d)枚", r"(.+?)(\d\d)枚")
)
_COUNTS: Final = ((_NUMBER, ""), (_BEFORE, "behind"), (_BEHIND, "before"))
_TIMES: Final = frozenset("x×*✕✖")
_BY_SIGN: Final = {sign: id for id, sign in SIGNS.items()}


class _Item(NamedTuple):
    """A card, a deck or a count that was read; `group` numbers what stands between commas.

    `side` says where the card of a count stands: behind it, before it, or as the group shows.
    """

    column: int
    typed: str
    card: str = ""
    copies: int | None = None
    side: str = ""
    group: int = 0


@dataclass(slots=True)
class _Reading(Reading):
    """The part of a deck that has been read so far, its lines by words and counts."""

    read_word: ReadWord = field(default=lambda _word: ([], []))
    spellings: Spellings = field(default_factory=Spellings)
    words_read: int = 0
    is_cut: bool = False
    """Whether the rest is not read any more."""

    def read_line(self, number: int, line: str) -> None:
        """Read the cards of a line up to a slash: the rest of that line is the name."""
        if self.is_cut or self.is_too_much(number, line):
            return
        if self.name is not None:
            self.refuse("text-after-name", number, 1, line.strip(BLANKS))
        row, slash, name = _SLASHED.match(line).groups()  # type: ignore[union-attr]
        self.refuse_hidden(number, 1, row)
        head = _VERB.match(row) or _NUMBERING.match(row)
        items = [*self.items(number, row, head.end() if head else 0)]
        for _, group in groupby(items, key=lambda item: item.group):
            self.count(number, [*group])
        if slash:
            self.read_name(number, len(row) + 1, name)

    # --- words --------------------------------------------------------------------------------------

    def items(self, number: int, line: str, begin: int) -> Iterator[_Item]:
        """What the words of the line say, in order; those that say nothing are refused."""
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
            if len(run := atoms[at][0]) > 1 and all(sign in _BY_SIGN for sign in run):
                column = atoms[at].start() + 1
                for place, sign in enumerate(run):
                    yield _Item(column + place, sign, _BY_SIGN[sign], copies=1, group=group)
                at, end = at + 1, atoms[at].end()
                continue
            item, used = self.item(number, line, atoms[at : at + _LONGEST_RUN])
            if item:
                yield item._replace(group=group)
            at += used
            end = atoms[at - 1].end()

    def is_too_much(self, number: int, typed: str, column: int = 1) -> bool:
        """Whether so much has been read, or refused, that this is no deck; then the rest is not read."""
        if self.words_read < _MOST_WORDS and len(self.problems) < _MOST_PROBLEMS:
            return False
        self.is_cut = True
        self.refuse("unread-rest", number, column, typed.strip(BLANKS))
        return True

    def item(
        self, number: int, line: str, atoms: Sequence[re.Match[str]]
    ) -> tuple[_Item | None, int]:
        """What the first of these words says, with those that belong to it, and how many these are."""
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
        """The card of a word that has its count without a blank, before or behind it: `2xF01`, `生徒会3枚`."""
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
        for card, each in STARTERS.get(item.card, {item.card: 1}).items():
            copies = min(each * count, _MOST - len(self.cards))
            self.cards += [PlacedCard(card, number, item.column, item.typed)] * copies


def _side(items: Sequence[_Item]) -> str:
    """Where the cards of plain numbers stand in this group; empty if it does not show."""
    bare = [item for item in items if not (item.card or item.side)]
    if not items[0].card:
        return "before" if items[0].side == "before" else "behind"
    return "before" if not items[-1].card or all(e.typed.endswith("枚") for e in bare) else ""


def _is_divided(text: str) -> bool:
    """Whether it has a comma or the like."""
    return any(each in text for each in _STRONG)


# --- the whole ------------------------------------------------------------------------------------------


def read_build(text: str, config: Mapping[str, Any] = MappingProxyType({})) -> Build:
    """The deck that the text says, its cards by id, and the name behind its slash.

    `config` is that of the match: petit, allowed tags, most copies, custom cards. Raises `BuildUnreadable` with
    every problem, by place. Suggestions are ids of cards and decks, or numbers.
    """
    settled = configs.settle(config)
    return _read(text, settled, (configs.size(settled).deck,))


def read_any(text: str) -> Build:
    """The same for a deck of any match: normal or petit, of all house cards."""
    return _read(text, configs.settle({"allowed_tags": [*TAGS]}), SIZES)


def _read(text: str, settled: Mapping[str, Any], sizes: Sequence[int]) -> Build:
    known = configs.cards(settled)
    reading = _Reading(spellings=Spellings(settled["cards"]))
    reading.read(text)
    places = reading.places(lambda problem: problem.code in _UNREAD)
    size = sizes[-1]
    if len(places) > size:
        first_over = places[size]
        typed, more = first_over.typed, len(places) - size
        reading.refuse(
            "too-many-cards", first_over.line, first_over.column, typed, str(size), str(more)
        )
    elif reading.is_understood and len(places) not in sizes:
        code = "too-few-cards" if len(sizes) == 1 else "no-such-size"
        reading.problems.append(
            Problem(code, words=(str(len(places)),), suggestions=tuple(map(str, sizes[::-1])))
        )
    counts = Counter(placed.card for placed in reading.cards)
    first_places = {placed.card: placed for placed in reversed(reading.cards)}
    most, allowed = settled["max_copies"], settled["allowed_tags"]
    barred: dict[str, list[PlacedCard]] = {}
    for card, placed in sorted(first_places.items()):
        if most is not None and counts[card] > most:
            reading.refuse(
                "too-many-copies",
                placed.line,
                placed.column,
                card,
                str(most),
                str(counts[card] - most),
            )
        for tag in sorted({*known[card].tags} - {*allowed}):
            barred.setdefault(tag, []).append(placed)
    for tag, cards in barred.items():
        place = min((each.line, each.column) for each in cards)
        words = (tag, *(each.card for each in cards))
        reading.problems.append(Problem("tag-not-allowed", *place, words, (*allowed,)))
    build = reading.build()
    return replace(build, cards=tuple(sorted(build.cards)))


def write_build(build: Build, notation: Notation = "characters") -> str:
    """The deck as text, its name behind a slash; `read_build` reads the same deck again.

    In `characters` every copy is written, else each card once with its count; a custom card has no character.
    """
    counts = sorted(Counter(build.cards).items())
    if notation in ("ja", "en"):
        lang: Lang = "ja" if notation == "ja" else "en"
        named = [(f"{CARDS[id].to(lang)}" if id in CARDS else id, n) for id, n in counts]
        cards = ("、" if lang == "ja" else "; ").join(
            (f"{name}×{n}" if lang == "ja" else f"{n}x {name}") if n > 1 else name
            for name, n in named
        )
    elif notation == "characters" and all(id in SIGNS for id, _ in counts):
        cards = "".join(SIGNS[id] * n for id, n in counts)
    else:
        cards = " ".join(f"{n}x{id}" if n > 1 else id for id, n in counts)
    return cards if build.name is None else f"{cards}/{build.name}"


def as_data(build: Build) -> dict[str, Any]:
    """The deck as a match has it: the number of copies by id."""
    return {"deck": dict(sorted(Counter(build.cards).items()))}


def explain(problem: Problem, lang: Lang) -> str:
    """The problem in one line: its place, the mistake, the remedy."""
    words, suggestions = problem.words, problem.suggestions
    said = _SENTENCES[problem.code].to(lang)
    if problem.code == "unknown-card":
        advice = (_MEANT if suggestions else _HOW).to(lang)
        said = f"{said}{'' if lang == 'ja' else ' '}{advice}"
    return place(problem, lang) + said.format(
        word=first(words),
        suggestion=first(suggestions),
        more=first(suggestions[1:]),
        card=_called(first(words), lang),
        of=_called(first(suggestions), lang),
        either=either([_called(each, lang) for each in suggestions or ("",)], lang),
        allowed=either([*suggestions] or [""], lang),
        cards=("、" if lang == "ja" else ", ").join(words[1:]),
    )


def _called(id: str, lang: Lang) -> str:
    """A card or a deck as a player may write it: its name, and its id in brackets."""
    names = CARDS.get(id) or DECKS.get(id)
    if names is None:
        return id
    return f"{names.ja}({id})" if lang == "ja" else f"{names.en} ({id})"


_UNREAD: Final = frozenset({"unknown-card", "ambiguous-card"})
_MEANT: Final = Words("{either}のことですか?", "Did you mean {either}?")
_HOW: Final = Words(
    "F01のような番号か、カードの名前を書いてください。",
    "Write a number like F01, or the name of a card.",
)
_SENTENCES: Final = SHARED | {
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
        'Reading stopped at "{word}": it is too long for a deck, or too much of it cannot be read.',
    ),
    "count-alone": Words(
        "「{word}」が、どのカードの枚数なのかわかりません。2xF01 のように書いてください。",
        '"{word}" belongs to no card. Write how many there are like 2xF01.',
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
    "too-many-cards": Words(
        "デッキは{suggestion}枚です。「{word}」から後の{more}枚を減らしてください。",
        'A deck has {suggestion} cards. Take out {more}, counted from "{word}".',
    ),
    "too-few-cards": Words(
        "デッキは{suggestion}枚ですが、いま{word}枚です。",
        "A deck has {suggestion} cards; this one has {word}.",
    ),
    "no-such-size": Words(
        "デッキは{suggestion}枚、プチの試合では{more}枚です。いま{word}枚です。",
        "A deck has {suggestion} cards, {more} in a petit match; this one has {word}.",
    ),
    "too-many-copies": Words(
        "{card}は{suggestion}枚までです。{more}枚減らしてください。",
        "{card} may be taken {suggestion} times at most. Take out {more}.",
    ),
    "tag-not-allowed": Words(
        "この大会で認められているルールタグは{allowed}です。{word} のカードは使えません: {cards}",
        "This tournament allows the rule tag {allowed}. Cards with {word} may not be used: {cards}",
    ),
}
