"""What the house would do: plain, from the view alone, always the same."""

from functools import cache
from itertools import combinations
from operator import itemgetter
from typing import Any

from app.engine.matches.game import Action, MatchDecision, View
from app.games.fest import actions, config, view
from app.games.fest.abilities import Points, attribute, beats, clamp, halved
from app.games.fest.festival import FRONT_POINTS
from app.games.fest.verbs import Counts


def choose(seen: View, decision: MatchDecision, *_: object) -> Action:
    """The answer of the house."""
    match decision.kind:
        case "fest.reserve":
            return {"a": "reserve", "cards": _reserve(seen)}
        case "fest.front":
            return {"a": "front", "cards": _front(seen)}
        case "fest.pick":
            return {"a": "pick", "card": _pick(seen)}
    return _play(seen)


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
    """Cards that fit the theme of round 3 and not at all the present one, those that fit it best first."""
    fit = config.cards(seen["config"]).fit
    last, now = fit[seen["programme"][2]], fit[seen["theme"]]
    cards = [card for card in view.own(seen)["hand"] if last[card] and not now[card]]
    cards.sort(key=lambda card: (-last[card], card))
    return sorted(cards[: min(most, view.limit(seen))])


def _front(seen: View) -> list[str]:
    """The highest attribute after the limit step, then the largest sum."""
    matching = config.cards(seen["config"]).matching[seen["theme"]]
    size = config.size(seen["config"]).front
    hand = view.own(seen)["hand"]
    fronts = combinations(hand, size)
    worths = map(_front_worth, combinations([matching[card] for card in hand], size))
    best, _ = max(zip(fronts, worths, strict=True), key=itemgetter(1))
    return [*best]


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
    return min(picks.cards, key=lambda card: sum(fit[theme][card] for theme in coming))


def _play(seen: View) -> dict[str, Any]:
    """The play with the best position after it; the first of equal ones."""
    mine, theirs = view.own(seen), view.foe(seen)
    at = view.moment(seen)
    plays = actions.Plays(config.cards(seen["config"]), at)
    own, foe = at.own, at.foe
    alibi, foe_alibi = mine["no_halving"], theirs["no_halving"]
    is_end = len(mine["hand"]) - 1 + theirs["hand"] <= 2
    best, highest = None, 0
    for card, use, args in [*plays.uses()]:
        at.own, at.foe, at.alibi = own[:], foe[:], alibi
        for verb in use.effect.verbs:
            verb.change(at, args)
        worth = _worth(at.own, at.foe, is_end, at.alibi, foe_alibi)
        if best is None or worth > highest:
            best, highest = (card, use, args), worth
    return actions.play(*best) if best else actions.fail(min(plays.hand))


def _worth(own: Points, foe: Points, is_end: bool, alibi: bool, foe_alibi: bool) -> int:
    """How much better the own position is than the opponent's, after the limit step of both."""
    clamp(own)
    clamp(foe)
    will, sword, shield, jp = own
    their_will, their_sword, their_shield, their_jp = foe
    mine = max(will, sword, shield) + jp
    theirs = max(their_will, their_sword, their_shield) + their_jp
    if is_end:
        my_attribute, their_attribute = attribute(own), attribute(foe)
        if not alibi and beats(their_attribute, my_attribute):
            mine = halved(mine)
        elif not foe_alibi and beats(my_attribute, their_attribute):
            theirs = halved(theirs)
    points = will + sword + shield - their_will - their_sword - their_shield
    return 4 * (mine - theirs) + points
