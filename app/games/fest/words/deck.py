"""The text of a deck: `deck 2xF01 F02`, names, counts, starter decks; and back (rules §2.2, §2.3)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from app.engine import decks
from app.engine.build import Build
from app.engine.decks import SENTENCES, UNREAD, DeckReading, DeckSpellings, written
from app.engine.notation import PlacedCard
from app.engine.ruleset import Notation
from app.engine.words import Lang, Words
from app.errors import Problem
from app.games.fest import config as configs
from app.games.fest.cards import DECK_NAMES as DECKS, DECKS as STARTERS, HOUSE, Card
from app.games.fest.effects import GUEST_TAG, HOUSE_TAG

SIZES: Final = range(
    configs.PETIT.deck, configs.NORMAL.deck + 1, configs.NORMAL.deck - configs.PETIT.deck
)
"""The possible numbers of cards in a deck: petit or normal, nothing in between."""
_SIGNS: Final = {id: card.sign for id, card in HOUSE.items()}
TAGS: Final = (HOUSE_TAG, GUEST_TAG)
"""The rule tags of the house cards."""


def spellings(
    custom: Iterable[Mapping[str, Any]] = (), house: Mapping[str, Card] = HOUSE
) -> DeckSpellings:
    """Return every spelling of these cards of the game, of custom ones, and of the starter decks."""
    names = DECKS | {id: card.name for id, card in house.items()}
    return DeckSpellings(
        names | {id: words for id, words in _names(custom).items() if id not in HOUSE},
        {card.sign: id for id, card in house.items()},
        STARTERS,
    )


def read_build(
    text: str,
    config: Mapping[str, Any] = MappingProxyType({}),
    house: Mapping[str, Card] = HOUSE,
) -> Build:
    """The deck that the text says, its cards by id, and the name behind its slash.

    `config` is that of the match: petit, allowed tags, most copies, house cards. Raises `BuildUnreadable` with
    every problem, by place. Suggestions are ids of cards and decks, or numbers.
    """
    settled = configs.settle(config, house)
    return _read(text, settled, (configs.size(settled).deck,), house)


def read_any(
    text: str, house: Mapping[str, Card] = HOUSE, own: Sequence[Mapping[str, Any]] = ()
) -> Build:
    """Read a deck of any match: normal or petit, with all these cards and own ones."""
    tags = {*TAGS, *(tag for card in own for tag in card["tags"])}
    settled = configs.settle({"allowed_tags": [*tags], "cards": [*own]}, house)
    return _read(text, settled, SIZES, house)


def _read(
    text: str, settled: Mapping[str, Any], sizes: Sequence[int], house: Mapping[str, Card]
) -> Build:
    reading = DeckReading(spellings=spellings(settled["cards"], house))
    reading.read(text)
    places = reading.places(lambda problem: problem.code in UNREAD)
    if reading.is_understood or len(places) > sizes[-1]:
        reading.problems += decks.outsize(places, sizes)
    reading.problems += _not_allowed(reading.cards, settled)
    build = reading.build()
    return replace(build, cards=tuple(sorted(build.cards)))


def _not_allowed(cards: Sequence[PlacedCard], settled: Mapping[str, Any]) -> Iterator[Problem]:
    """Cards with too many copies, and cards with a rule tag that is not allowed."""
    yield from decks.too_often(cards, lambda _: settled["max_copies"])
    known, allowed = configs.cards(settled), settled["allowed_tags"]
    firsts = {each.card: each for each in reversed(cards)}
    barred: dict[str, list[PlacedCard]] = {}
    for card, first in sorted(firsts.items()):
        unlisted = [tags for tags in known[card].lists if tags.isdisjoint(allowed)]
        for tag in sorted({tag for tags in unlisted for tag in tags}):
            barred.setdefault(tag, []).append(first)
    for tag, some in barred.items():
        place = min((each.line, each.column) for each in some)
        yield Problem("tag-not-allowed", *place, (tag, *(each.card for each in some)), (*allowed,))


def problems(
    build: object, settled: Mapping[str, Any], house: Mapping[str, Card] = HOUSE
) -> list[Words]:
    """Return every problem of a build in the form that matches use."""
    match build:
        case {"deck": deck, **more} if not more and decks.is_deck(deck):
            known, cards = configs.known(settled, house), decks.placed(deck)
            found = [
                *decks.strangers(deck, known),
                *decks.outsize(cards, (configs.size(settled).deck,)),
                *_not_allowed([each for each in cards if each.card in known], settled),
            ]
            return decks.told(found, explain)
    return [Words("デッキがありません。", "There is no deck.")]


def write_build(
    build: Build, notation: Notation = "characters", own: Sequence[Mapping[str, Any]] = ()
) -> str:
    """The deck as text, its name behind a slash; `read_build` reads the same deck again.

    In `characters` every copy is written, else each card once with its count; a house card has no character.
    """
    cards = written(sorted(Counter(build.cards).items()), notation, _SIGNS, _names(own))
    return cards if build.name is None else f"{cards}/{build.name}"


def as_data(build: Build) -> dict[str, Any]:
    """The deck as a match has it: the number of copies by id."""
    return {"deck": dict(sorted(Counter(build.cards).items()))}


def explain(problem: Problem, lang: Lang, own: Sequence[Mapping[str, Any]] = ()) -> str:
    """The problem in one line: its place, the mistake, the remedy."""
    return decks.explain(problem, lang, _SENTENCES, _names(own), "F01")


def _names(own: Iterable[Mapping[str, Any]]) -> dict[str, Words]:
    """The names of all cards and decks, with these own ones."""
    named = {card["id"]: Words(card["name"], card.get("en", card["name"])) for card in own}
    return _NAMED | named


_NAMED: Final[dict[str, Words]] = DECKS | {id: card.name for id, card in HOUSE.items()}
_SENTENCES: Final = SENTENCES | {
    "too-many-cards": Words(
        "デッキは{suggestion}枚ですが、いま{total}枚です。「{word}」から後の{more}枚を減らしてください。",
        'A deck has {suggestion} cards, this one has {total}. Take out {more}, counted from "{word}".',
    ),
    "too-few-cards": Words(
        "デッキは{either}枚ですが、いま{word}枚です。",
        "A deck has {either} cards, this one has {word}.",
    ),
    "too-many-copies": Words(
        "{card}は{suggestion}枚までです。{more}枚を別のカードに替えてください。",
        "At most {suggestion} copies of {card} are allowed. Replace {more} of them by other cards.",
    ),
    "tag-not-allowed": Words(
        "この大会で認められているルールタグは{allowed}です。{word} のカードは使えません：{cards}",
        "This season allows the rule tag {allowed}. Cards with {word} may not be used: {cards}",
    ),
}
