"""The player rank, by the worked examples of its rules."""

from datetime import date, timedelta
from fractions import Fraction

from app.tournament.ratings import rank
from app.tournament.ratings.rank import POINT, START, Account, change, days_away, deadline, expected
from tests.support.tables import by_row

MONDAY = date(2026, 11, 23)

TABLE = {  # difference (own - opponent): win, loss
    -800: (23.76, -0.24),
    -400: (21.82, -2.18),
    -200: (18.23, -5.77),
    0: (12.00, -12.00),
    200: (5.77, -18.23),
    400: (2.18, -21.82),
    800: (0.24, -23.76),
}


def account(points: float, games: int = 10, *, leads: bool = False) -> Account:
    return Account(round(points * POINT), 0, games, leads)


@by_row("ahead", TABLE)
def test_a_win_and_a_loss_change_what_the_table_says(ahead: int) -> None:
    won, lost = (change(START + ahead * POINT, START, halves) / POINT for halves in (2, 0))

    assert (round(won, 2), round(lost, 2)) == TABLE[ahead]


def test_an_upset_counts_much_a_favourite_little_and_equals_twelve() -> None:
    """1300 beats 1700: E = 0.0909; +21.818 and -21.818. Equal: 12. 1700 beats 1300: 2.182."""
    assert round(expected(1_300_000, 1_700_000), 4) == 0.0909
    for own, other, points in [(1300, 1700, 21_818), (1500, 1500, 12_000), (1700, 1300, 2_182)]:
        before = {"A": own * POINT, "B": other * POINT}
        assert deadline(before, [("A", "B", 2)]) == {"A": (points, 1), "B": (-points, 1)}


def test_the_games_of_a_deadline_are_added_up_from_the_ratings_before_it() -> None:
    before = {"A": 1_500_000, "B": 1_500_000, "C": 1_700_000, "D": 1_500_000}
    games = [("A", "B", 2), ("A", "C", 1), ("B", "A", 1), ("C", "C", 2)]
    drawn = change(1_500_000, 1_700_000, 1)

    assert deadline(before, games) == deadline(before, games[::-1])
    assert deadline(before, games) == {
        "A": (12_000 + drawn, 3),
        "B": (-12_000, 2),
        "C": (-drawn, 1),
    }


def test_absence_lowers_what_is_shown_and_not_the_elo_and_games_take_it_off() -> None:
    """Three days without contact: rank points -3; the next finished rated game sets absence 3 to 0."""
    away = Account().absent(3)

    assert (away.points, away.elo) == (START - 3 * POINT, START)
    assert away.played(12_000, 1) == Account(1_512_000, 0, 1)
    assert Account().absent(400).absence == 150
    assert Account(absence=25).played(0, 2).absence == 5


def test_days_between_two_contacts_are_those_strictly_between_their_dates() -> None:
    """Monday, then Thursday: 2."""
    days = {
        name: MONDAY + timedelta(days=at) for at, name in enumerate(("mon", "tue", "wed", "thu"))
    }

    assert days_away({days["mon"], days["thu"]}, days["mon"], days["thu"]) == 2
    assert days_away({days["mon"]}, days["mon"], days["mon"]) == 0
    assert days_away({days["mon"], days["wed"]}, days["mon"], days["thu"]) == 1


def test_announced_holidays_do_not_count_thirty_days_a_year() -> None:
    year = [date(2027, 1, 1) + timedelta(days=day) for day in range(40)]

    assert days_away((), year[0], year[30], year) == 0
    assert days_away((), year[0], year[39], year) == 9
    assert days_away((), date(2026, 12, 1), year[30], [*year, date(2026, 12, 24)]) == 30


def test_strict_decay_takes_days_from_the_elo_for_good_not_below_a_thousand() -> None:
    assert Account(1_002_000).absent(1, strict=True) == Account(1_001_000)
    assert Account(1_002_000).absent(5, strict=True) == Account(1_000_000)
    assert Account(990_000).absent(5, strict=True) == Account(990_000)


@by_row(
    ("points", "title", "weight"),
    [
        (1399.999, "Bronze", "1"),
        (1400, "Silver", "5/4"),
        (1549.999, "Silver", "5/4"),
        (1550, "Gold", "3/2"),
        (1700, "Platinum", "7/4"),
        (1850, "Crown", "2"),
    ],
)
def test_a_bound_belongs_to_the_higher_title(points: float, title: str, weight: str) -> None:
    found = account(points).title

    assert found
    assert found.name.en == title
    assert account(points).weight == Fraction(weight)


def test_there_is_no_title_before_ten_rated_games() -> None:
    assert account(1900, 9).title is None
    assert account(1900, 9).weight == 1
    assert not account(1900, 8).played(0, 1).leads


def test_gold_may_lead_a_group_until_below_1500() -> None:
    gold = account(1550, 9).played(0, 1)

    assert gold.leads
    assert gold.absent(50).leads
    assert not gold.absent(51).leads
    assert not gold.absent(51).played(0, 1).leads
    assert not account(1549).played(0, 1).leads
    assert rank.LEADER.name.en == "Gold"
