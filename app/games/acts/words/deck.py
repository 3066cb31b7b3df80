"""The text of a build: `master M01 deck 8xE00 3xS01`, by id, name or sign, with counts; and back (rules §7)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, Final

from app.engine import decks
from app.engine.build import Build
from app.engine.decks import SENTENCES, UNREAD, DeckReading, DeckSpellings, written
from app.engine.notation import PlacedCard
from app.engine.ruleset import Notation
from app.engine.words import Lang, Words
from app.errors import Problem
from app.games.acts.cards import CARDS, DECKS, ETHER, FIXTURES, Card
from app.games.acts.pool import POOLS, MatchCards
from app.games.acts.words.samples import SAMPLES
from app.text.characters import BLANKS, key

_SIZE: Final = 30
_MOST_COPIES: Final = 3
SIZES: Final = range(_SIZE + 1, _SIZE + 2)
"""The number of cards of a build, its master included."""
ALL_CARDS: Final[Mapping[str, Any]] = MappingProxyType({"cards": "fixtures"})
"""The configuration in which every card is allowed."""


@lru_cache(maxsize=64)
def _spellings(cards: tuple[str, ...], pool: MatchCards) -> DeckSpellings:
    """Return every spelling of these cards and of the sample decks."""
    found = DeckSpellings(
        DECKS | {id: pool.names[id] for id in cards},
        {pool[id].sign: id for id in cards if pool[id].sign},
        {sample.id: sample.deck for sample in SAMPLES},
    )
    for count in ("x1", "x2"):
        del found.ids[count]  # `S01 x2` is a count, and no Oz
    return found


_HEAD: Final = re.compile(
    rf"(?:^|(?<=[{BLANKS},，、､;；。]))"
    r"(?:deck|ｄｅｃｋ|デッキ|ﾃﾞｯｷ|master|ｍａｓｔｅｒ|マスター|ﾏｽﾀｰ)"
    rf"(?=[{BLANKS}:：=＝]|$)",
    re.IGNORECASE,
)
_BEFORE_NAME: Final = re.compile("(?s)[^/／]*")


class _Reading(DeckReading):
    """The words `master` and `deck` only separate parts: a card shows itself which it is."""

    def read_line(self, number: int, line: str) -> None:
        row = _BEFORE_NAME.match(line)[0]  # type: ignore[index]
        divided = _HEAD.sub(lambda head: "," + " " * (len(head[0]) - 1), row)
        super().read_line(number, divided + line[len(row) :])


def _is_master(id: str, cards: Mapping[str, Card]) -> bool:
    """Whether this is the id of a master."""
    return id in cards and cards[id].kind == "master"


def read_build(
    text: str, config: Mapping[str, Any] = ALL_CARDS, cards: Mapping[str, Card] = CARDS
) -> Build:
    """The master and the deck that the text says, their cards by id, and the name behind its slash.

    A deck known by name brings its master, unless another is named. `config` is that of the match, which knows these cards. Raises
    `BuildUnreadable` with every problem, by place. Suggestions are ids of cards and decks, or numbers.
    """
    pool = POOLS.of(config)
    spellings = _spellings((*cards,), pool)
    reading = _Reading(spellings=spellings)
    reading.read(text)
    masters = [each for each in reading.cards if _is_master(each.card, pool)]
    named = [
        each for each in masters if DECKS.keys().isdisjoint(spellings.spelled(key(each.typed)))
    ]
    if named:
        reading.cards = [
            each for each in reading.cards if not _is_master(each.card, pool) or each in named
        ]
    reading.problems += [*_of_whole(reading, pool), *_not_allowed(reading.cards, config)]
    build = reading.build()
    return replace(build, cards=tuple(sorted(build.cards)))


def _of_whole(reading: DeckReading, pool: MatchCards) -> Iterator[Problem]:
    """Yield problems of the number of cards and masters."""
    places = reading.places(lambda problem: problem.code in UNREAD)
    cards = [each for each in places if not _is_master(each.card, pool)]
    masters = [each for each in places if _is_master(each.card, pool)]
    if reading.is_understood or len(cards) > _SIZE:
        yield from decks.outsize(cards, (_SIZE,))
    if masters or reading.is_understood:
        yield from _of_masters(masters)


def _of_masters(masters: Sequence[PlacedCard]) -> Iterator[Problem]:
    """Yield a problem unless there is exactly one master."""
    if len(masters) > 1:
        over = masters[1]
        words = (str(len(masters)), *(each.card for each in masters))
        yield Problem("several-masters", over.line, over.column, words)
    elif not masters:
        yield Problem("no-master")


def _not_allowed(cards: Sequence[PlacedCard], config: Mapping[str, Any]) -> Iterator[Problem]:
    """The original's example cards that are not allowed, and cards with too many copies."""
    firsts = {each.card: each for each in reversed(cards)}
    for card, at in sorted(firsts.items()):
        if card in FIXTURES and config["cards"] != "fixtures":
            yield Problem("not-allowed", at.line, at.column, (card,))
    pool = POOLS.of(config)
    limited = [each for each in cards if each.card != ETHER and not _is_master(each.card, pool)]
    yield from decks.too_often(limited, lambda _: _MOST_COPIES)


def problems(
    build: object, settled: Mapping[str, Any], cards: Mapping[str, Card] = CARDS
) -> list[Words]:
    """Return everything wrong with a build in the form that matches use."""
    match build:
        case {"master": str() as master, "deck": deck, **more} if not more and decks.is_deck(deck):
            found = [*decks.strangers((master, *deck), cards)]
            those = decks.placed(deck)
            some = [each for each in decks.placed({master: 1, **deck}) if each.card in cards]
            found += decks.outsize(those, (_SIZE,))
            found += _not_allowed(some, settled)
            found += _of_masters([each for each in some if _is_master(each.card, cards)])
            return decks.told(found, partial(explain, pool=POOLS.of(settled)))
    return [
        Words(
            "マスター（master）とデッキ（deck）が必要です。",
            "A build needs its “master” and its cards, “deck”.",
        )
    ]


def write_build(
    build: Build, notation: Notation = "characters", pool: MatchCards = POOLS.house
) -> str:
    """The build as text, the master first, the name behind a slash; `read_build` reads the same one again.

    In `characters` every copy is written, else each card once with its count.
    """
    master, deck = split(build, pool)
    counts = sorted(deck.items())
    if notation in ("characters", "ja", "en"):
        signs = {id: card.sign for id, card in pool.items() if card.sign}
        text = written([*master.items(), *counts], notation, signs, pool.names)
    else:
        head = "".join(f"master {written([each], notation, {}, {})} " for each in master.items())
        text = f"{head}deck {written(counts, notation, {}, {})}"
    return text if build.name is None else f"{text}/{build.name}"


def split(build: Build, pool: MatchCards = POOLS.house) -> tuple[Counter[str], Counter[str]]:
    """The master, and the cards of the deck, as copies by id."""
    masters = Counter(id for id in build.cards if _is_master(id, pool))
    return masters, Counter(build.cards) - masters


def as_data(build: Build, pool: MatchCards = POOLS.house) -> dict[str, Any]:
    """The build as a match has it: the master, and the number of copies by id."""
    masters, deck = split(build, pool)
    return {"master": next(iter(masters), ""), "deck": dict(sorted(deck.items()))}


def explain(problem: Problem, lang: Lang, pool: MatchCards = POOLS.house) -> str:
    """The problem in one line: its place, the mistake, the remedy."""
    return decks.explain(problem, lang, _SENTENCES, {**DECKS, **pool.names}, "S01")


_SENTENCES: Final = SENTENCES | {
    "too-many-cards": Words(
        "デッキはマスターのほかにちょうど{suggestion}枚ですが、いま{total}枚です。「{word}」から後の{more}枚を減らしてください。",
        'A deck has exactly {suggestion} cards besides its master, this one has {total}. Take out {more}, counted from "{word}".',
    ),
    "too-few-cards": Words(
        "デッキはマスターのほかにちょうど{suggestion}枚ですが、いま{word}枚です。",
        "A deck has exactly {suggestion} cards besides its master, this one has {word}.",
    ),
    "no-master": Words(
        "マスターが書かれていません。「マスター M01」のように1枚書いてください。",
        "There is no master. Write one, like “master M01”.",
    ),
    "several-masters": Words(
        "マスターは1枚だけですが、{word}枚あります：{cards}。",
        "A deck has only one master. You wrote {word}: {cards}.",
    ),
    "not-allowed": Words(
        "{card}は原作の見本のカードで、この大会では使えません。",
        "{card} is an example card of the original. This season does not allow it.",
    ),
    "too-many-copies": Words(
        "{card}は{suggestion}枚までです。{more}枚を別のカードに替えてください。",
        "At most {suggestion} copies of {card} are allowed. Replace {more} of them by other cards.",
    ),
}
