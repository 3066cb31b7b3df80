"""The decisions of the house: plain, the same each time, and made from the view alone."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from operator import itemgetter
from typing import Any, Final

from app.engine.matches.game import Action, MatchDecision, View, other
from app.games.fest import actions, config, view
from app.games.fest.abilities import Points, attribute, beats, clamp, halved
from app.games.fest.effects import Use
from app.games.fest.festival import FRONT_POINTS
from app.games.fest.state import State
from app.games.fest.verbs import Args, Counts

POINT: Final = 4
"""The worth of a point counted by the judges, relative to other points."""


def choose(seen: View, decision: MatchDecision, *_: object) -> Action:
    """The answer of the house."""
    match decision.kind:
        case "fest.reserve":
            return {"a": "reserve", "cards": _reserve(seen)}
        case "fest.front":
            return {"a": "front", "cards": _front(seen)}
        case "fest.pick":
            return {"a": "pick", "card": _pick(seen)}
    return _best(plays(seen), view.own(seen)["hand"])


def _reserve(seen: View) -> list[str]:
    """Cards that fit the theme of round 3 better than the present one, the largest difference first."""
    fit = config.cards(seen["config"]).fit
    last, now = fit[seen["programme"][2]], fit[seen["theme"]]
    better = [card for card in view.own(seen)["hand"] if last[card] > now[card]]
    better.sort(key=lambda card: (now[card] - last[card], card))
    most = view.limit(seen)
    if seen["round"] == 1:
        most = min(most, config.size(seen["config"]).kept_at_first)
    return sorted(better[:most])


def unmatched(seen: View, most: int) -> list[str]:
    """Return cards that fit the theme of round 3 and not the present one, the best first."""
    fit = config.cards(seen["config"]).fit
    last, now = fit[seen["programme"][2]], fit[seen["theme"]]
    cards = [card for card in view.own(seen)["hand"] if last[card] and not now[card]]
    cards.sort(key=lambda card: (-last[card], card))
    return sorted(cards[: min(most, view.limit(seen))])


def fronts(seen: View) -> Iterator[tuple[tuple[int, int], tuple[str, ...]]]:
    """Yield each possible front with its worth, in order. A front already begun is completed."""
    matching = config.cards(seen["config"]).matching[seen["theme"]]
    mine = view.own(seen)
    begun, hand = (*mine["front"],), mine["hand"]
    size = config.size(seen["config"]).front - len(begun)
    some = [begun + more for more in combinations(hand, size)]
    return ((_front_worth((*map(matching.__getitem__, each),)), each) for each in some)


def _front(seen: View) -> list[str]:
    """The highest attribute after the limit step, then the largest sum."""
    return sorted(max(fronts(seen), key=itemgetter(0))[1])


def strongest(seen: View) -> tuple[int, int]:
    """Return the highest attribute of the best front after the limit step, and which attribute it is."""
    (high, _), front = max(fronts(seen), key=itemgetter(0))
    return high, highest(seen, front)


def highest(seen: View, front: Sequence[str]) -> int:
    """Return the index of the attribute in which this front scores most."""
    matching = config.cards(seen["config"]).matching[seen["theme"]]
    counts = [sum(each) for each in zip(*(matching[card] for card in front), strict=True)]
    return counts.index(max(counts))


@cache
def _front_worth(counts: tuple[Counts, ...]) -> tuple[int, int]:
    """The highest attribute of a front with these abilities after the limit step, and the sum of all.

    A hand has dozens of fronts; but a card has two abilities, and all fronts together some hundreds of values.
    """
    will, sword, shield = map(sum, zip(*counts, strict=True))
    points = [FRONT_POINTS * will, FRONT_POINTS * sword, FRONT_POINTS * shield]
    cap = min(points) + 10
    if max(points) > cap:
        points = [min(each, cap) for each in points]
    return max(points), sum(points)


def _pick(seen: View) -> str:
    """The card with the fewest abilities of the present and the coming themes."""
    fit = config.cards(seen["config"]).fit
    coming = seen["programme"][seen["round"] - 1 :]
    picks = actions.Picks(view.own(seen)["hand"], seen["wait"]["drawn"])
    return min(picks.cards, key=lambda card: sum(fit[theme][card] for theme in coming), default="")


def plays(seen: View) -> Iterator[tuple[int, str, Use, Args]]:
    """Yield each usable play with the worth of the resulting position, in order."""
    mine, theirs = view.own(seen), view.foe(seen)
    able = actions.Plays(config.cards(seen["config"]), view.moment(seen))
    return _worths(able, mine["no_halving"], theirs["no_halving"], theirs["hand"])


def answer(state: State, decision: MatchDecision) -> Action:
    """Return what `choose` finds for that seat, but without making a view."""
    seat = decision.seat
    if decision.kind != "fest.play":
        return choose(view.view(state, seat), decision)
    mine, theirs = state.seats[seat], state.seats[other(seat)]
    able = actions.Plays(state.cards, state.moment(seat))
    return _best(_worths(able, mine.no_halving, theirs.no_halving, len(theirs.hand)), mine.hand)


def _best(worths: Iterable[tuple[int, str, Use, Args]], hand: Sequence[str]) -> dict[str, Any]:
    """The play with the best position after it; the first of equal ones."""
    best = max(worths, key=itemgetter(0), default=None)
    return actions.play(*best[1:]) if best else actions.fail(min(hand))


def _worths(
    plays: actions.Plays, alibi: bool, foe_alibi: bool, foe_hand: int
) -> Iterator[tuple[int, str, Use, Args]]:
    at = plays.at
    own, foe = at.own, at.foe
    is_end = len(plays.hand) - 1 + foe_hand <= 2
    for card, use, args in [*plays.uses()]:
        at.own, at.foe, at.alibi = own[:], foe[:], alibi
        for verb in use.effect.verbs:
            verb.change(at, args)
        yield _worth(at.own, at.foe, is_end, at.alibi, foe_alibi), card, use, args


def _worth(own: Points, foe: Points, is_end: bool, alibi: bool, foe_alibi: bool) -> int:
    """Return how much better the own position is than the opponent's, after the limit step of both."""
    mine, points, my_attribute = _standing(*own)
    theirs, their_points, their_attribute = _standing(*foe)
    if is_end:
        if not alibi and beats(their_attribute, my_attribute):
            mine = halved(mine)
        elif not foe_alibi and beats(my_attribute, their_attribute):
            theirs = halved(theirs)
    return POINT * (mine - theirs) + points - their_points


@lru_cache(maxsize=1 << 14)
def _standing(*some: int) -> tuple[int, int, int | None]:
    """What the judges would count of these points after the limit step, the sum of the attributes, and the highest one.

    Two sides have some hundreds of such points in a match, and are compared a thousand times.
    """
    points = [*some]
    clamp(points)
    will, sword, shield, jp = points
    return max(will, sword, shield) + jp, will + sword + shield, attribute(points)
