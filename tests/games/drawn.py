"""Builds of any game, drawn: of all its cards or of few of them, strangers, shuffled or twins."""

import json
from collections.abc import Sequence
from hashlib import sha256
from random import Random

from hypothesis import strategies as st

from app import games
from app.engine import Build, Ruleset
from tests.support.games import janken

Pair = tuple[Build, Build]

GAMES = [
    *(each for slug in games.slugs() for each in games.rulesets(slug)),
    *janken.RULESETS,
]
"""Every version of every game there is, and the smallest that there could be."""


def builds(game: Ruleset) -> st.SearchStrategy[Build]:
    """Any build of that game."""
    ids = [card.id for card in game.cards]
    pools = st.one_of(st.just(ids), st.lists(st.sampled_from(ids), min_size=1, max_size=4))
    return pools.flatmap(
        lambda pool: st.lists(
            st.sampled_from(pool), min_size=game.sizes[0], max_size=game.sizes[-1]
        ).map(lambda cards: _build(game, cards))
    )


def _build(game: Ruleset, cards: Sequence[str]) -> Build:
    """A build of these cards; where there are masters, with one of them and no other."""
    masters = {card.id for card in game.cards if card.family.en == "Masters"}
    if not masters:
        return Build(tuple(cards))
    master = next((id for id in (*cards, *game.sample_build().cards) if id in masters), "")
    others = [id for id in cards if id not in masters]
    return Build((master, *others[: game.sizes[0] - 1]))


def pairs(game: Ruleset) -> st.SearchStrategy[Pair]:
    """Two builds, as strangers, as the same cards in another order, or as twins."""
    strangers = st.tuples(builds(game), builds(game))
    shuffled = builds(game).flatmap(
        lambda build: st.tuples(
            st.just(build), st.permutations(build.cards).map(lambda cards: Build(tuple(cards)))
        )
    )
    twins = builds(game).map(lambda build: (build, build))
    return st.one_of(strangers, strangers, strangers, shuffled, twins)


def digest(game: Ruleset, count: int) -> str:
    """A digest of this many battles with all their events, the same every time."""
    dice = Random(1)
    text = sha256()
    for _ in range(count):
        home, away = (a_build(game, dice) for _ in range(2))
        battle = game.play(home, away)
        told = [event.as_dict() for event in battle.events]
        result = [battle.winner, battle.reason, battle.turn, battle.hp, told]
        text.update(json.dumps(result).encode())
    return text.hexdigest()


def a_build(game: Ruleset, dice: Random) -> Build:
    """A build of few cards or of any."""
    ids: Sequence[str] = [card.id for card in game.cards]
    pool = dice.choices(ids, k=4) if dice.random() < 0.5 else ids
    return _build(game, dice.choices(pool, k=dice.choice(game.sizes)))
