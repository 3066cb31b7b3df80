"""The house as a strong player: the worlds it imagines, the orders it tries, and the value of each result."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.engine.matches.dice import Dice
from app.engine.matches.game import Action, Seat, View, dealt, other
from app.games.ocg.actions import MOST_PLAYS, Judge, empty, single_plays
from app.games.ocg.autopilot import stanced
from app.games.ocg.cards import BLADES, WILDS, Card
from app.games.ocg.pool import POOLS
from app.games.ocg.state import State, load
from app.games.ocg.view import Fighter, fighters, newcomer, seats

_DAMAGE, _PILE, _HAND, _POWER, _LEFT = 24, 4, 6, 10, 7
"""The worth of a card in damage zone, pile and hand, and of a point of power and of durability left."""
_COPIES: Final = 4


def imagine(view: View, dice: Dice, cards: Mapping[str, Card]) -> State:
    """Return a state that this view allows. The opponent's deck is a starter that fits, or else any cards."""
    mine, theirs = seats(view)
    own, foe = view[mine], view[theirs]
    seen = Counter(
        card for each in foe["field"].values() for card in (*each["cards"], *each["items"])
    )
    for zone in ("candidates", "discard", "damage", "removed"):
        seen.update(foe[zone])
    hidden = foe["hand"] + foe["pile"]
    known = {**cards, **POOLS.of(view["config"]).own}
    rest = dealt(_unseen(seen, hidden, dice, known), dice, "theirs")
    deck = seen + Counter(rest)
    return load(
        {
            **view,
            mine: own
            | {key: view["my"][key] for key in ("decks", "deck", "hand")}
            | {"pile": dealt(view["my"]["pile"], dice, "mine")},
            theirs: foe
            | {
                "decks": [dict(sorted(deck.items()))],
                "deck": 0,
                "hand": sorted(rest[: foe["hand"]]),
                "pile": rest[foe["hand"] :],
            },
        }
    )


def _unseen(
    seen: Mapping[str, int], count: int, dice: Dice, cards: Mapping[str, Card]
) -> list[str]:
    """Return a possible set of `count` unseen cards of the opponent."""
    for deck in (BLADES, WILDS):
        rest = Counter(deck)
        rest.subtract(seen)
        if min(rest.values()) >= 0 and rest.total() == count:
            return [*rest.elements()]
    rest = Counter(dict.fromkeys(cards, _COPIES))
    rest.subtract(seen)
    return dealt([*(+rest).elements()], dice, "deck")[:count]


def plays(view: View, best: Action) -> Iterator[Action]:
    """Yield the best plays with one left out, with another added, or with another in place of the last."""
    chosen: list[dict[str, Any]] = [*best["plays"]]
    names = [play["p"] for play in chosen]
    for place, name in enumerate(names):
        if name != "summon":  # those after it would be called otherwise
            yield stanced(chosen[:place] + chosen[place + 1 :], view)
    others = [play for play in chosen if play["p"] != "summon"]
    judge = Judge(view)
    for play in single_plays(view):
        if play["p"] == "summon" or play in chosen:
            continue
        room = others if len(others) < MOST_PLAYS else others[:-1]
        fewer = [each for each in chosen if each["p"] == "summon" or each in room]
        if judge.objection(empty() | {"plays": [*fewer, play]}) is None:
            yield stanced([*fewer, play], view)


def stances(view: View, best: Action) -> Iterator[Action]:
    """Yield the same plays with more, fewer and other attackers, in other orders."""
    mine, _ = seats(view)
    own: dict[int | str, Fighter] = dict(fighters(view, mine).items())
    fresh = [play["card"] for play in best["plays"] if play["p"] == "summon"]
    everybody = own | {
        f"new{n}": newcomer(POOLS.of(view["config"]), card, view["battlefield"])
        for n, card in enumerate(fresh, 1)
    }
    attack: list[int | str] = [*best["attack"]]
    home = [each for each in everybody if each not in attack]
    able = [each for each in home if everybody[each].may_attack]

    def with_(attackers: list[int | str]) -> Action:
        guards = [each for each in best["guard"] if each not in attackers]
        guards += [each for each in everybody if each not in (*guards, *attackers)]
        return {**best, "attack": attackers, "guard": guards}

    yield with_([*attack, *able])
    yield with_([])
    yield with_(attack[::-1])
    for each in able:
        yield with_([*attack, each])
        yield with_([each, *attack])
    for each in attack:
        yield with_([other_ for other_ in attack if other_ != each])
    for each in attack:
        yield with_([each])
    yield {**best, "guard": best["guard"][::-1]}


def worth(state: State, seat: Seat) -> int:
    """Cards, characters and damage against the opponent's."""
    return _standing(state, seat) - _standing(state, other(seat))


def _standing(state: State, seat: Seat) -> int:
    side, area = state.sides[seat], state.battlefield
    total = _PILE * len(side.pile) + _HAND * len(side.hand) - _DAMAGE * len(side.damage)
    for each in side.field.values():
        has = each.strength(area)
        total += _POWER * has.power + _LEFT * (has.dur - each.damage)
    return total
