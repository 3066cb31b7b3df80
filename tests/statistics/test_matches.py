"""What the matches of a season tell together."""

from app.statistics.matches import Ends, MatchEnd, of, round_of


def test_a_forfeit_is_an_end_and_says_nothing_of_seats_and_lengths() -> None:
    """Of three that were played A won one and drew one: 1.5 of 3."""
    told = of(
        [
            MatchEnd("A", "points", 3, 8),
            MatchEnd("B", "points", 2, 8),
            MatchEnd(None, "draw", 2, 5),
            MatchEnd("B", "forfeit", 1, 2),
        ]
    )

    assert told.ends == [
        ("points", Ends(1, 1, 0)),
        ("draw", Ends(0, 0, 1)),
        ("forfeit", Ends(0, 1, 0)),
    ]
    assert told.score_of_a == 0.5
    assert told.rounds == [(2, 2), (3, 1)]
    assert told.exchanges == [(5, 1), (8, 2)]
    assert of([]).score_of_a is None


def test_the_id_of_a_decision_begins_with_its_round() -> None:
    lines = [
        '{"by":{"A":"auto"},"d":"r3.play.10","moves":{',
        '{"by":{"A":"auto","B":"plan"},"d":"t12.orders","moves":{',
        '{"by":{"A":"auto"},"d":"alone","moves":{',
        "",
    ]

    assert [*map(round_of, lines)] == [3, 12, 0, 0]
