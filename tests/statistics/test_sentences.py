"""What a table tells, in sentences that are true."""

from app.engine import Build
from app.games import ruleset
from app.statistics.analysis import analyse
from app.statistics.card_use import CardUse
from app.statistics.sentences import facts, winner
from app.tournament.full_table import FullTable
from app.tournament.scoring import Scoring
from tests.league.tables import rows_of
from tests.support.tables import by_row

GAME = ruleset("laplaplus")
ORDERED = rows_of("-WWWWW", "L-WWWW", "LL-WWW", "LLL-WW", "LLLL-W", "LLLLL-")


def sentences(*builds: str) -> list[str]:
    """What is said of six who stand in a pecking order with these builds."""
    field: list[Build] = [GAME.read_build(build) for build in builds]
    return [
        *facts(GAME, analyse(FullTable.of(GAME, Scoring(), field, ORDERED)), list("ABCDEF"), "en")
    ]


def use(entries: int, score: float, score_without: float) -> CardUse:
    return CardUse(entries, score, score_without, "attack", entries)


def test_the_card_of_the_winners_is_one_that_they_have() -> None:
    """The first three have 5, 4 and 3 wins of 5 battles each: 12 of 15."""
    assert (
        "The card of the winners: Attack. Builds with it score 80%, the others 20%."
        in sentences("攻", "攻核", "攻響", "盾", "核", "響")
    )


def test_a_card_of_the_losers_is_not_called_a_card_of_the_winners() -> None:
    told = sentences("盾", "核", "響", "攻", "攻核", "攻響")

    assert [each for each in told if "card of the winners" in each] == []


@by_row(
    ("uses", "best"),
    [
        ([], None),
        ([use(3, 0.4, 0.6)], None),
        ([use(3, 0.5, 0.5)], None),
        ([use(2, 0.9, 0.1)], None),
        ([use(3, 0.6, 0.4), use(3, 0.7, 0.3), use(5, 0.9, 0.1)], use(3, 0.7, 0.3)),
    ],
)
def test_a_winner_contributes_and_is_a_rule(uses: list[CardUse], best: CardUse | None) -> None:
    """Of six entries three must have it, and three must not."""
    assert winner(uses, 6) == best
