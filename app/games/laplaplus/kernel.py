"""The compiled kernel and the reference of this game."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Final

from app.engine.kernel import Extension, Kernel, Twins, Vocabulary, load, number_of
from app.games.laplaplus import effects
from app.games.laplaplus.abilities import Family
from app.games.laplaplus.battle import REASONS, decide
from app.games.laplaplus.cards import STANDARD, Card, CardPool
from app.games.laplaplus.effects import Action, Event, Static

SOURCE: Final = Path(__file__).with_name("_kernel.c")
_FAMILIES: Final = tuple(Family)


def encode_cards(cards: Sequence[Card], vocabulary: Vocabulary) -> Iterator[int]:
    """The table of cards. In a build the first of them is 1; 0 is no card."""
    yield len(cards)
    for card in cards:
        rules = sum(1 << number_of(vocabulary, "rules", rule) for rule in card.rules)
        fired = [ability for ability in card.abilities if not isinstance(ability, Static)]
        yield from (card.number, card.force, _FAMILIES.index(card.family), rules, len(fired))
        for ability in fired:
            yield from _numbers_of(ability, vocabulary)


def _numbers_of(ability: Action | Event | effects.Build, vocabulary: Vocabulary) -> Iterator[int]:
    """Kind, verb, trigger, constraint, option, the verb's two numbers, and the least damage that is answered."""
    verb = ability.answer if isinstance(ability, Event) else ability.verb
    names = [field.name for field in fields(verb)]
    values = [getattr(verb, name) for name in names]
    signature = f"{type(verb).__name__}({', '.join(names)})"
    yield number_of(vocabulary, "abilities", type(ability).__name__)
    yield number_of(vocabulary, "verbs", signature)
    yield number_of(vocabulary, "triggers", ability.trigger) if isinstance(ability, Event) else 0
    if isinstance(ability, effects.Build):
        yield from (0, 0)
    else:
        yield number_of(vocabulary, "constraints", ability.constraint or "")
        yield number_of(vocabulary, "options", ability.option or "")
    yield from [*values, 0, 0][:2]
    yield ability.at_least if isinstance(ability, Event) else 0


def kernel_for(cards: Sequence[Card], extension: Extension) -> Kernel:
    """The kernel, ready for these cards. Raises `Unusable` if it has no word for an ability of one of them."""
    ids = [card.id for card in cards]
    return Kernel.of(extension, REASONS, ids, partial(encode_cards, cards))


def twins_of(pool: CardPool) -> Twins:
    """The reference and the kernel with the cards of this pool."""
    return Twins.of(
        partial(decide, pool=pool),
        REASONS,
        lambda: kernel_for(pool.cards, load(f"{__package__}._kernel", SOURCE)),
        battles=2_000_000,
    )


TWINS: Final = twins_of(STANDARD)
