"""Matches of ACT:S for the laws, and what is hidden in them dealt anew."""

from random import Random
from typing import Any

from app.engine.matches.game import SEATS, Seat
from app.games.acts.cards import ETHER, FAR_LIGHT, FIXTURES, RANK_AND_FILE
from app.games.acts.pool import POOLS, MatchCards
from app.games.acts.state import State
from tests.games.acts.made import records


def deal(random: Random) -> tuple[dict[str, Any], dict[Seat, Any]]:
    """Either set of cards or, in some matches, own ones; with a limit or without; starters and any other decks."""
    cards: Any = random.choice(("starter", "fixtures"))
    builds: dict[Seat, Any] = {seat: _build(random, cards) for seat in SEATS}
    limit = random.choice((0, 0, 2, 10))
    makes = Random(str(builds))
    if makes.random() < 0.3:
        cards = records(makes)
        builds = {seat: build_of(makes, POOLS.of({"cards": cards})) for seat in SEATS}
    return {"cards": cards, "turn_limit": limit}, builds


def _build(random: Random, cards: str) -> dict[str, Any]:
    if random.random() < 0.3:
        return dict(random.choice((RANK_AND_FILE, FAR_LIGHT)))
    return build_of(random, POOLS.house, has_all=cards == "fixtures")


def build_of(random: Random, cards: MatchCards, *, has_all: bool = False) -> dict[str, Any]:
    """A master and any other cards, own ones of the match always among them."""
    known = [each for each in cards.values() if has_all or each.id not in FIXTURES]
    others = [each.id for each in known if each.kind in ("servant", "tool")]
    pool = random.sample(others, random.randint(6, len(others)))
    if has_all:
        pool = sorted({"X02", *pool})
    pool += [id for id in others if id in cards.own and id not in pool]
    ether = random.choice((6, 9, 12, 15))
    drawn = random.sample([id for id in pool for _ in range(3)], min(30 - ether, 3 * len(pool)))
    deck = {id: drawn.count(id) for id in sorted({*drawn})}
    masters = [each.id for each in known if each.kind == "master"]
    master = random.choice(masters) if random.random() < 0.7 else masters[-1]
    return {"master": master, "deck": {ETHER: 30 - len(drawn), **deck}}


def redeal(state: State, seat: Seat | None, random: Random) -> State:
    """Decks in another order; the other seat's hand and deck are any cards, before the first turn its master too."""
    state = state.copy()
    others = [id for id, card in state.pool.items() if card.kind != "master"]
    masters = [id for id, card in state.pool.items() if card.kind == "master"]
    for each, side in state.sides.items():
        if each != seat:
            side.deck = random.choices(others, k=len(side.deck))
            side.hand = sorted(random.choices(others, k=len(side.hand)))
            if not state.turn:
                side.master = random.choice(masters)
        side.deck = random.sample(side.deck, len(side.deck))
    return state
