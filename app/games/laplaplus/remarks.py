"""Remarks on a legal build, as a friend who knows the rules would make them before the deadline."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.engine import Build, Words
from app.games.laplaplus.abilities import Constraint, Rule, Trigger
from app.games.laplaplus.cards import STANDARD, Card, CardPool
from app.games.laplaplus.effects import (
    DispelOvers,
    DownEnemyCard,
    HitEnemy,
    IgnoreEffect,
    Prefer,
    ReflectDamage,
    RemoveEnemyCard,
    SinkEnemyCard,
)
from app.games.laplaplus.words import MAX_CARDS

_HURTING: Final = (HitEnemy, DispelOvers, IgnoreEffect, ReflectDamage)
_LISTING: Final = (DownEnemyCard, RemoveEnemyCard, SinkEnemyCard)

NO_FORCE: Final = Words(
    "フォースの合計が0です。HP 0では、相手も0でないかぎり、始まったとたんに負けてしまいます。",
    "Its cards have no force at all. With 0 HP it loses as soon as a battle begins, unless the enemy has 0 HP, too.",
)
NO_DAMAGE: Final = Words(
    "敵にダメージを与えるカードがありません。",
    "None of its cards can hurt the enemy.",
)
NOTHING_ABOVE: Final = Words(
    "一番上の「{card}」は、すぐ上のカードに働くものですが、上にカードがありません。",
    "“{card}” is on top, but works on the card directly above it.",
)
NO_TOP: Final = Words(
    "{place}枚目の「{card}」の上は「{above}」で、トップの能力がありません。",
    "“{card}” in place {place} lends a Top ability, but “{above}” above it has none.",
)
NO_LIST: Final = Words(
    "{place}枚目の「{card}」は自分のリストを絞るものですが、リストを作るカードがありません。",
    "“{card}” in place {place} narrows lists of your own, but none of your cards makes one.",
)
ROOM: Final = Words(
    "カードは{count}枚です。あと{more}枚まで入れられます。",
    "It has {count} of {most} cards. There is room for {more} more.",
)


def remarks(build: Build, pool: CardPool = STANDARD) -> Iterator[Words]:
    """The remarks on a build, the gravest first."""
    cards = [pool.by_id[id] for id in build.cards]
    if not sum(card.force for card in cards):
        yield NO_FORCE
    if not _can(cards, _HURTING):
        yield NO_DAMAGE
    for place, card in enumerate(cards, 1):
        above = cards[place - 2] if place > 1 else None
        for words in _idle(card, above, cards):
            yield _filled(words, card, above, place)
    if len(cards) < MAX_CARDS:
        numbers = {"count": len(cards), "most": MAX_CARDS, "more": MAX_CARDS - len(cards)}
        yield Words(ROOM.ja.format(**numbers), ROOM.en.format(**numbers))


def _idle(card: Card, above: Card | None, cards: Sequence[Card]) -> Iterator[Words]:
    """Why the card does nothing in its place."""
    prefers = any(isinstance(event.answer, Prefer) for event in card.events)
    answers = any(event.trigger is Trigger.ABOVE_DOWNED for event in card.events)
    lends = Rule.ABOVE_IGNORES_TOP in card.rules
    if above is None and (prefers or answers or lends):
        yield NOTHING_ABOVE
    elif lends and above and not any(a.constraint is Constraint.TOP for a in above.actions):
        yield NO_TOP
    elif prefers and not _can(cards, _LISTING):
        yield NO_LIST


def _can(cards: Sequence[Card], verbs: tuple[type, ...]) -> bool:
    effects = [a.verb for card in cards for a in card.actions]
    answers = [e.answer for card in cards for e in card.events]
    return any(isinstance(each, verbs) for each in (*effects, *answers))


def _filled(words: Words, card: Card, above: Card | None, place: int) -> Words:
    return Words(
        words.ja.format(card=card.ja, above=above and above.ja, place=place),
        words.en.format(card=card.en, above=above and above.en, place=place),
    )
