"""Battles in three lines: builds in one-character notation, and what tests like to ask of a log."""

from collections.abc import Sequence

from app.engine import Battle, Build, Event, Side
from app.games.laplaplus import battle, events as log
from app.games.laplaplus.cards import CARDS

IDS = {card.char: card.id for card in CARDS}

Ending = tuple[str | None, str, int, tuple[int, int]]


def build(cards: str | Sequence[str]) -> Build:
    """A row from the top: `"攻核"` or `["attack", "core"]`."""
    return Build(tuple(IDS[char] for char in cards) if isinstance(cards, str) else tuple(cards))


def play(home: str | Sequence[str] = "", away: str | Sequence[str] = "") -> Battle:
    return battle.play(build(home), build(away))


def ended(battle: Battle) -> Ending:
    return battle.winner, battle.reason, battle.turn, battle.hp


def result(home: str, away: str) -> Ending:
    """How that battle ends: winner, reason, turn, HP of home and away."""
    return ended(play(home, away))


def in_turn(battle: Battle, turn: int | None) -> list[Event]:
    return [e for e in battle.events if turn in (None, e.turn)]


def blows(battle: Battle, target: Side | str | None = None, turn: int | None = None) -> list[int]:
    """The points of each damage that landed; on one side, in one turn, if asked for."""
    return [
        e.points
        for e in in_turn(battle, turn)
        if isinstance(e, log.DamageDealt) and target in (None, e.target)
    ]


def fired(battle: Battle, turn: int | None = 1) -> list[str]:
    """The cards whose Actions and Events fired, in this order."""
    return [
        e.card for e in in_turn(battle, turn) if isinstance(e, log.ActionFired | log.EventFired)
    ]


def removed(battle: Battle) -> list[str]:
    """The cards that were removed, in this order."""
    return [e.card for e in battle.events if isinstance(e, log.CardRemoved)]


def firsts(battle: Battle) -> list[tuple[str, str, int]]:
    """Who was first in each order phase, by what, at which position."""
    return [
        (e.first.value, e.by, e.position) for e in battle.events if isinstance(e, log.OrderDecided)
    ]


def steps(battle: Battle, turn: int = 1) -> list[str]:
    """What cards did and suffered in a turn, one short line an event: `home.1 downed`."""
    lines = []
    for event in in_turn(battle, turn):
        match event:
            case log.ActionFired() | log.EventFired():
                lines.append(f"{event.card} fires")
            case log.EventNullified():
                lines.append(f"{event.card} nullified")
            case log.CardDowned():
                lines.append(f"{event.card} downed")
            case log.CardUpped():
                lines.append(f"{event.card} upped")
            case log.CardRemoved():
                lines.append(f"{event.card} removed")
            case log.CardsSwapped():
                lines.append(f"{event.sunk} below {event.risen}")
            case log.EffectIgnored():
                lines.append(f"{event.card} ignores {event.by}")
            case log.DamageDealt():
                lines.append(f"{event.target} takes {event.points}")
            case log.DamageVanished():
                lines.append(f"{event.by} stops it")
            case log.DamageCancelled():
                lines.append(f"{event.by} cancels {event.points}")
            case log.ListMade() | log.ListNarrowed():
                lines.append(f"{event.by} lists {' '.join(event.cards)}".rstrip())
            case log.TargetChosen():
                lines.append(f"{event.by} targets {event.card}")
    return lines
