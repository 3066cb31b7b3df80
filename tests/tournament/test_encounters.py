"""Builds against a field they are not in: the same as battle by battle, however many there are of each."""

import random

from app.engine import Build, outcome_byte
from app.games import ruleset
from app.tournament.encounters import encounters
from tests.support.tables import by_row

GAME = ruleset("laplaplus")


@by_row(("builds", "field"), [(1, 1), (3, 20), (20, 3), (40, 40), (5, 0), (0, 5)])
def test_outcomes_are_those_of_the_reference(builds: int, field: int) -> None:
    drawn = random.Random(builds)
    ids = [card.id for card in GAME.cards]
    some = [Build(tuple(drawn.choices(ids, k=3))) for _ in range(builds + field)]
    met = [*encounters(GAME, some[:builds], some[builds:])]

    assert met == [
        bytes(
            outcome_byte(played.winner, GAME.reasons.index(played.reason))
            for played in (GAME.play(build, other) for other in some[builds:])
        )
        for build in some[:builds]
    ]
