"""The next round of a season: planned at the desk, told on the pages of both."""

from fastapi.testclient import TestClient

from app.store.database import Database
from app.store.tables import SeasonState
from tests.support.seasons import Character, a_finished_season
from tests.web.pages.test_desk import act, hidden, state

NEXT = "/en/desk/seasons/first/next-round"
FIELD = (Character("Ann", "攻響核"), Character("Ben", "連核"))


def test_the_next_round_is_planned_opened_and_told_where_players_look(
    olga: TestClient, database: Database
) -> None:
    with database.writing() as session:
        a_finished_season(session, FIELD, slug="first")
    before = olga.get("/en/seasons/first").text
    wanted = {"slug": "second", "changes": "1", "added": "x"}
    wrong = olga.post(NEXT, data=hidden(olga, NEXT) | wanted)
    done = olga.post(NEXT, data=hidden(olga, NEXT) | wanted | {"added": "2"})
    unseen = olga.get("/en/seasons/first").text
    act(olga, "second", "open")
    page, form = (olga.get(f"/en/seasons/second{more}").text for more in ("", "/enter"))

    assert wrong.status_code == 422
    assert "“x” is not a number of changes" in wrong.text
    assert done.headers["location"] == "/en/desk/seasons/second"
    assert state(database, "second") is SeasonState.OPEN
    assert before == unseen
    assert "/en/seasons/second" in olga.get("/en/seasons/first").text
    for shown in (page, form):
        assert "may be replaced, moved or left out" in shown
        assert "Up to 2 cards may be added" in shown
    assert 'href="/en/seasons/first"' in page
    assert "Ann" in page
