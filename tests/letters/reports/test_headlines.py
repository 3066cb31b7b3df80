"""A season of one character in a line, a paragraph, and three lines to post."""

import pytest

from app.engine import AWAY, DRAW, HOME, Lang
from app.i18n import LANGS
from app.league.results import FinishedRun
from app.letters.reports.headlines import MOST_POSTED, headline, opening, post
from app.letters.tellings.highlights import most_dramatic
from app.text.columns import width
from tests.letters.test_highlights import a_run, in_order, with_result


def told(run: FinishedRun, me: int, lang: Lang = "en") -> str:
    return headline(run, me, most_dramatic(run, me), lang)


def test_who_alone_beat_the_champion_reads_so() -> None:
    run = a_run(with_result(in_order(30), 0, 20, AWAY))

    assert told(run, 20) == "21st, and the only one to beat the champion"
    assert told(run, 20, "ja") == "優勝者をただ一人倒して21位"
    assert "It alone beat the champion, “Number 0”: no other character did." in opening(
        run, 20, "Cup", "en"
    )


def test_who_beat_the_champion_reads_so() -> None:
    field = in_order(30)
    for winner, loser in ((0, 20), (0, 10), (1, 28), (1, 29)):
        field = with_result(field, winner, loser, AWAY)
    run = a_run(field)

    assert told(run, 20) == "21st, and yet the champion lost to you"
    assert told(run, 10) == "11th, and the champion lost to you"
    assert "It beat the champion, “Number 0”, as only 1 other did." in opening(run, 20, "Cup", "en")


def test_a_champion_reads_how() -> None:
    assert told(a_run(in_order(9)), 0) == "Champion with every battle won"
    assert told(a_run(with_result(in_order(9), 0, 5, DRAW)), 0) == "Champion, unbeaten"
    assert told(a_run(with_result(in_order(9), 0, 5, AWAY)), 0) == "Champion with a single loss"
    assert told(a_run([b""]), 0) == "Champion, as nobody else came"
    assert told(a_run([bytes([DRAW]), b""]), 1, "ja") == "無敗で同率優勝"


def test_the_feats_of_others() -> None:
    giant = a_run(with_result(in_order(30), 3, 20, AWAY))
    second = a_run(with_result(in_order(30), 1, 20, AWAY))
    field = in_order(30)
    for best in (0, 1, 2):
        field = with_result(field, best, 20, DRAW)
    for best in (3, 4):
        field = with_result(field, best, 20, AWAY)

    assert told(giant, 20) == "21st, and number 4 lost to you"
    assert told(second, 20) == "21st, and the runner-up lost to you"
    assert told(a_run(field), 20).endswith("and unbeaten by the top 5")
    assert told(a_run(in_order(30)), 1) == "Runner-up with 28 wins"
    assert told(a_run(in_order(30)), 20) == "21st, with Number 21 beaten"
    assert told(a_run(in_order(30)), 29) == "30th, and the first win is still to come"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("bytes_", [HOME, AWAY, DRAW])
def test_three_lines_to_post_are_short_and_end_with_the_link(lang: Lang, bytes_: int) -> None:
    run = a_run([bytes([bytes_] * (8 - i)) for i in range(9)])
    page = f"https://hikyaku.example/{lang}/seasons/cup"
    for me in range(9):
        lines = post(run, me, most_dramatic(run, me), "とても長い名前の大会" * 10, page, lang)

        assert len(lines) == 3
        assert lines[2].startswith(f"{page}/battles/{me + 1}-")
        assert sum(map(width, lines)) <= MOST_POSTED
    assert post(a_run([b""]), 0, [], "Cup", page, lang)[-1] == f"{page}/entries/1"
