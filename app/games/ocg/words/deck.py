"""The text of decks: `deck 3 C01, 2 C04 deck Wilds`, by id, name or sign, with counts; and back (rules §2)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final

from app.engine import decks
from app.engine.build import Build, BuildNotAllowed
from app.engine.decks import SENTENCES, UNREAD, DeckReading, DeckSpellings
from app.engine.notation import PlacedCard
from app.engine.ruleset import Notation
from app.engine.words import Lang, Words
from app.errors import Problem
from app.games.ocg import build as builds
from app.games.ocg.cards import CARDS, DECKS, RARITIES, Card
from app.games.ocg.pool import MOST_POOLS, POOLS, MatchCards
from app.games.ocg.words.samples import SAMPLES

SIZES: Final = range(builds.FEWEST_CARDS, builds.MOST_CARDS + 1)
"""The possible numbers of cards in a deck."""


@lru_cache(maxsize=8)
def _spellings(cards: tuple[Card, ...]) -> DeckSpellings:
    """Return every spelling of these cards and of the sample decks."""
    return DeckSpellings(
        DECKS | {card.id: card.name for card in cards},
        {card.sign: card.id for card in cards if card.sign},
        {sample.id: sample.deck for sample in SAMPLES},
    )


def read_build(
    text: str,
    config: Mapping[str, Any] = MappingProxyType({}),
    cards: Mapping[str, Card] = CARDS,
) -> Build:
    """The decks that the text says, their cards by id, and the name behind its slash.

    The word `deck` begins the next of several; without it there is one. `config` is that of the match, which
    knows these cards. Raises
    `BuildUnreadable` with every problem, by place. Suggestions are ids of cards and decks, or numbers.
    """
    settled = builds.settle(config)
    reading = DeckReading(spellings=_spellings((*cards.values(),)), has_several=True)
    reading.read(text)
    if reading.is_understood:
        reading.problems += _not_allowed(reading.decks, settled)
    elif len(places := reading.places(lambda problem: problem.code in UNREAD)) > _MOST:
        over = places[_MOST]
        more = len(places) - _MOST
        reading.refuse(
            "too-many-cards", over.line, over.column, over.typed, str(_MOST), str(more), ""
        )
    try:
        return _in_decks(reading.build(), reading)
    except BuildNotAllowed as refusal:
        raise BuildNotAllowed(refusal.problems, _in_decks(refusal.build, reading)) from None


def _in_decks(build: Build, reading: DeckReading) -> Build:
    sizes = tuple(map(len, reading.decks))
    cards = tuple(card for deck in reading.decks for card in sorted(each.card for each in deck))
    return replace(build, cards=cards, decks=sizes if len(sizes) > 1 else ())


_MOST: Final = builds.MOST_DECKS * builds.MOST_CARDS


def _not_allowed(
    found: Sequence[Sequence[PlacedCard]], config: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield the problems of these decks, whose cards all exist."""
    if len(found) > builds.MOST_DECKS:
        over = found[builds.MOST_DECKS][0]
        words = (str(len(found)),)
        yield Problem("too-many-decks", over.line, over.column, words, (str(builds.MOST_DECKS),))
    for number, deck in enumerate(found, 1):
        which = str(number) if len(found) > 1 else ""
        rare = {
            each.card: each for each in reversed(deck) if not builds.most_copies(each.card, config)
        }
        yield from decks.outsize(deck, SIZES, which)
        for card, at in sorted(rare.items()):
            yield Problem("too-rare", at.line, at.column, (card,), (builds.rarest(config), which))
        others = [each for each in deck if each.card not in rare]
        yield from decks.too_often(others, lambda id: builds.most_copies(id, config), which)


def problems(
    build: object,
    settled: Mapping[str, Any],
    collection: Mapping[str, int] | None = None,
    cards: Mapping[str, Card] = CARDS,
) -> list[Words]:
    """Return everything wrong with a build in the form that matches use. A collection limits all its decks together."""
    match build:
        case {"decks": list() as listed, **more} if (
            listed and not more and all(map(decks.is_deck, listed))
        ):
            found = [*decks.strangers((id for deck in listed for id in deck), cards)]
            some = [[each for each in decks.placed(deck) if each.card in cards] for deck in listed]
            used = Counter(id for deck in some for id in map(attrgetter("card"), deck))
            found += _not_allowed(some, settled)
            wrong = decks.told(found, partial(explain, pool=POOLS.of(settled)))
            if collection is not None and not wrong:
                wrong += _beyond(used, collection)
            return wrong
    return [
        Words("デッキのリスト（decks）が必要です。", "A build needs its list of decks, “decks”.")
    ]


def _beyond(used: Mapping[str, int], collection: Mapping[str, int]) -> Iterator[Words]:
    """A physical card is in one deck only."""
    for id, copies in sorted(used.items()):
        if copies > collection.get(id, 0):
            yield Words(
                f"{id}は{collection.get(id, 0)}枚しか持っていません（使っているのは{copies}枚）。",
                f"The collection has {collection.get(id, 0)} of {id}; the decks use {copies}.",
            )


def write_build(
    build: Build, notation: Notation = "characters", *, pool: MatchCards = POOLS.house
) -> str:
    """The decks as text, the name behind a slash; `read_build` reads the same ones again.

    In `characters` every copy is written, else each card once with its count.
    """
    written = " ".join(_written(deck, notation, pool) for deck in _split(build))
    return written if build.name is None else f"{written}/{build.name}"


def _written(deck: tuple[bool, Sequence[str]], notation: Notation, pool: MatchCards) -> str:
    is_one_of_several, listed = deck
    counts = sorted(Counter(listed).items())
    head = ("デッキ " if notation in ("characters", "ja") else "deck ") * is_one_of_several
    signs = {id: pool[id].sign for id, _ in counts if pool[id].sign}
    return head + decks.written(counts, notation, signs, _names(pool))


def _split(build: Build) -> Iterator[tuple[bool, Sequence[str]]]:
    """The cards of each deck, and whether it is one of several."""
    sizes = build.decks or (len(build.cards),)
    for begin, end in pairwise([0, *accumulate(sizes)]):
        yield len(sizes) > 1, build.cards[begin:end]


@lru_cache(maxsize=MOST_POOLS)
def _names(pool: MatchCards) -> dict[str, Words]:
    """Return the names of decks and cards by id."""
    return DECKS | {id: card.name for id, card in pool.items()}


def as_data(build: Build) -> dict[str, Any]:
    """The decks as a match has them: the number of copies by id."""
    return {"decks": [dict(sorted(Counter(cards).items())) for _, cards in _split(build)]}


def explain(problem: Problem, lang: Lang, *, pool: MatchCards = POOLS.house) -> str:
    """The problem in one line: its place, the mistake, the remedy."""
    said = decks.explain(problem, lang, _SENTENCES, RARITIES | _names(pool), "C01")
    if problem.code in _OF_DECKS and problem.suggestions[-1]:
        return _IN_DECK.to(lang).format(number=problem.suggestions[-1], said=said)
    return said


_OF_DECKS: Final = frozenset({"too-many-cards", "too-few-cards", "too-many-copies", "too-rare"})
"""Problems of one deck: the last of the suggestions is its number, if there are several."""
_IN_DECK: Final = Words("デッキ{number}：{said}", "Deck {number}: {said}")
_SENTENCES: Final = SENTENCES | {
    "too-many-decks": Words(
        "デッキは{suggestion}つまでです（いま{word}）。",
        "At most {suggestion} decks are allowed; you have {word}.",
    ),
    "too-many-cards": Words(
        "デッキは{suggestion}枚までですが、いま{total}枚です。「{word}」から後の{more}枚を減らしてください。",
        'A deck has {suggestion} cards at most, this one has {total}. Take out {more}, counted from "{word}".',
    ),
    "too-few-cards": Words(
        "デッキは{suggestion}枚から{more}枚までですが、いま{word}枚です。",
        "A deck has {suggestion} to {more} cards, this one has {word}.",
    ),
    "too-many-copies": Words(
        "{card}は{suggestion}枚までです。{more}枚を別のカードに替えてください。",
        "At most {suggestion} copies of {card} are allowed. Replace {more} of them by other cards.",
    ),
    "too-rare": Words(
        "{card}は使えません。この大会で使えるのは{of}までです。",
        "{card} is not allowed: this season allows cards up to {of}.",
    ),
}
