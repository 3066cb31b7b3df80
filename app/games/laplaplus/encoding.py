"""Cards and builds as the compiled kernel reads them: numbers for words.

The kernel lists the words it knows (its `VOCABULARY`), and the number of a word is its place there. So a card made
of known verbs needs no new kernel, and a verb that it does not know is noticed here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields

from app.engine import Build
from app.games.laplaplus import abilities
from app.games.laplaplus.abilities import Action, Event, Family, Static
from app.games.laplaplus.cards import Card

Vocabulary = Mapping[str, Sequence[str]]

_FAMILIES = tuple(Family)


class Unencodable(ValueError):
    """The compiled kernel has no word, or no room, for this; the reference can play it."""


def encode_cards(cards: Sequence[Card], vocabulary: Vocabulary) -> bytes:
    """The table of cards, numbers of two bytes each. In a build the first of them is 1; 0 is no card."""
    numbers = [len(cards)]
    for card in cards:
        rules = sum(1 << _number(vocabulary, "rules", rule) for rule in card.rules)
        fired = [ability for ability in card.abilities if not isinstance(ability, Static)]
        numbers += card.number, card.force, _FAMILIES.index(card.family), rules, len(fired)
        for ability in fired:
            numbers += _numbers_of(ability, vocabulary)
    try:
        return b"".join(number.to_bytes(2, "little", signed=True) for number in numbers)
    except OverflowError:
        raise Unencodable("a number is too large") from None


def encode_builds(builds: Iterable[Build], kinds: Mapping[str, int], row: int) -> bytes:
    """The builds one after the other, `row` places each; `kinds` numbers the cards."""
    rows = [bytes(map(kinds.__getitem__, build.cards)).ljust(row, b"\0") for build in builds]
    if any(len(places) > row for places in rows):
        raise Unencodable(f"a build has more than {row} cards")
    return b"".join(rows)


def _numbers_of(ability: Action | Event | abilities.Build, vocabulary: Vocabulary) -> Iterator[int]:
    """Kind, verb, trigger, constraint, option, the verb's two numbers, and the least damage that is answered."""
    verb = ability.answer if isinstance(ability, Event) else ability.verb
    names = [field.name for field in fields(verb)]
    values = [getattr(verb, name) for name in names]
    signature = f"{type(verb).__name__}({', '.join(names)})"
    yield _number(vocabulary, "abilities", type(ability).__name__)
    yield _number(vocabulary, "verbs", signature)
    yield _number(vocabulary, "triggers", ability.trigger) if isinstance(ability, Event) else 0
    if isinstance(ability, abilities.Build):
        yield from (0, 0)
    else:
        yield _number(vocabulary, "constraints", ability.constraint or "")
        yield _number(vocabulary, "options", ability.option or "")
    yield from [*values, 0, 0][:2]
    yield ability.at_least if isinstance(ability, Event) else 0


def _number(vocabulary: Vocabulary, kind: str, word: str) -> int:
    if word not in vocabulary[kind]:
        raise Unencodable(f"{word} is not among its {kind}")
    return vocabulary[kind].index(word)
