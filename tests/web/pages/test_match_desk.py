"""How matches are played, on the organisers' pages: said for a draft, read by everybody, kept by every entry."""

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.league.matches.settings import settings_of
from app.store import entries, seasons
from app.store.database import Database
from app.store.tables import SeasonState
from tests.web.pages.test_desk import act, create, hidden, state
from tests.web.pages.test_season_desk import fields

DESK = "/en/desk/seasons/cup"
MATCHES = f"{DESK}/matches"
ENTER = "/en/seasons/cup/enter"


def days(*, but: str = "") -> dict[str, str]:
    return {f"day{day}": "yes" for day in range(7) if str(day) not in but}


@pytest.fixture
def sent(olga: TestClient) -> dict[str, str]:
    """The form as it comes, but with a few decisions."""
    create(olga, game="fest")
    found = fields(olga, MATCHES)
    for box in ("double", "mirror", *days()):
        del found[box]
    return found | {"rule_petit": "1", "rule_scoring": "2", **days(but="56"), "double": "yes"}


def test_a_season_with_matches_opens_once_it_was_said_how_they_are_played(
    olga: TestClient, sent: dict[str, str], database: Database
) -> None:
    unsaid, looked_over = olga.get(DESK).text, [olga.get(f"{DESK}/review").text]
    assert act(olga, "cup", "open") == 409
    assert olga.post(MATCHES, data=sent).headers["location"] == DESK
    said = olga.get(DESK).text
    looked_over.append(olga.get(f"{DESK}/review").text)
    assert act(olga, "cup", "open") == 303
    public = olga.get("/ja/seasons/cup").text

    assert "the season cannot be opened before" in unsaid
    assert ["cannot be opened before" in page for page in looked_over] == [True, False]
    assert "From the opening on it stays as it is." in looked_over[1]
    assert (f"{DESK}/acts/open" in unsaid, f"{DESK}/acts/open" in said) == (False, True)
    assert "Matches arranged" in said
    for text in ("15 cards, hands of 5 (petit)", "two, with seats exchanged", "Mon, Tue, Wed"):
        assert text in " ".join(said.split())
    assert "15枚、手札は5枚(プチ)" in public
    with database.reading() as session:
        kept = settings_of(session, seasons.by_slug(session, "cup"))
    assert kept is not None
    assert (kept.double, kept.weekdays) == (True, (0, 1, 2, 3, 4))
    assert (kept.config["petit"], kept.config["scoring"]) == (True, "C")
    assert "This was announced" in olga.get(MATCHES).text
    assert olga.post(MATCHES, data=fields(olga, MATCHES)).status_code in (403, 409)


def test_everything_that_is_wrong_is_told_beside_its_field_and_nothing_is_kept(
    olga: TestClient, sent: dict[str, str], database: Database
) -> None:
    wrong = {"zone": "Nowhere<b>", "daily": "9pm", "extensions": "many", "hours": "0", "tempo": "x"}
    for day in days():
        sent.pop(day, None)
    answer = olga.post(MATCHES, data=sent | wrong)

    assert answer.status_code == 409
    for sentence in (
        "“Nowhere&lt;b&gt;” is no time zone",
        "“9pm” is no time of the day",
        "“many” is no number",
        "An exchange takes 0 hours",
        "Exchanges need a day of the week",
        "“x” is no tempo",
    ):
        assert sentence in answer.text
    assert 'value="9pm"' in answer.text
    with database.reading() as session:
        assert settings_of(session, seasons.by_slug(session, "cup")) is None


def test_a_game_decided_by_builds_has_nothing_to_say(olga: TestClient, database: Database) -> None:
    create(olga)

    assert "is decided by builds alone" in olga.get(MATCHES).text
    assert olga.post(MATCHES, data=hidden(olga, "/en/desk/seasons/cup/settings")).status_code == 409
    assert state(database) is SeasonState.DRAFT


def test_an_entry_is_read_by_what_was_said(
    olga: TestClient, sent: dict[str, str], database: Database
) -> None:
    """A petit season takes decks of 15, no others; its form counts to 15."""
    olga.post(MATCHES, data=sent)
    act(olga, "cup", "open")
    form = olga.get(ENTER).text

    def enter(name: str, build: str) -> Any:
        typed = {"name": name, "build": build, "address": f"{name}@example.com"}
        return olga.post(ENTER, data=fields(olga, ENTER) | typed)

    large, guests, small = enter("Large", "D1"), enter("Guests", "P3"), enter("Small", "P1")

    assert "0 of 15 cards" in form
    assert re.findall(r'value="deck-\d+"', form) == ['value="deck-1"']
    assert "15 of 15 cards" in olga.get(f"{ENTER}?deck=1").text
    assert "A deck has 15 cards." in large.text
    assert "Cards with #standard may not be used" in guests.text
    assert small.status_code == 303
    with database.reading() as session:
        held = entries.held(session, seasons.by_slug(session, "cup"))
        assert [entry.name for entry in held] == ["Small"]
