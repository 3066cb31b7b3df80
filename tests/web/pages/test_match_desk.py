"""How matches are played, on the organisers' pages: said for a draft, read by everybody, kept by every entry."""

import re
from datetime import timedelta
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from app.engine.ruleset import Ruleset
from app.league.matches.settings import settings_of
from app.store import entries, seasons
from app.store.database import Database
from app.store.tables import SeasonState
from tests.support.duels import (
    CLOSES,
    begin_cup,
    cup,
    move_all,
    open_cup,
    pass_deadline,
    play,
    send,
)
from tests.support.seats import FEST, FORMER, former, miss
from tests.web.pages.test_desk import act, create, state
from tests.web.pages.test_season_desk import fields

DESK = "/en/desk/seasons/cup"
MATCHES = f"{DESK}/settings"
ENTER = "/en/seasons/cup/enter"


def days(*, but: str = "") -> dict[str, str]:
    return {f"day{day}": "yes" for day in range(7) if str(day) not in but}


@pytest.fixture
def sent(olga: TestClient) -> dict[str, str]:
    """The form as it comes, but with a few decisions."""
    create(olga, game="fest")
    found = fields(olga, MATCHES)
    for box in days():
        del found[box]
    return found | {
        "rule_fest_petit": "true",
        "rule_fest_scoring": '"C"',
        **days(but="56"),
        "double": "yes",
    }


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

    assert "Decide that before you open the season" in unsaid
    assert ["Decide that before you open" in page for page in looked_over] == [True, False]
    assert "It cannot change once the season is open." in looked_over[1]
    assert (f"{DESK}/acts/open" in unsaid, f"{DESK}/acts/open" in said) == (False, True)
    assert "How matches are played: not chosen yet →" in said
    for text in ("15 cards, hands of 5 (petit)", "twice, with seats exchanged", "Mon, Tue, Wed"):
        assert text in " ".join(said.split())
    assert "15枚、手札は5枚（プチ）" in public
    with database.reading() as session:
        kept = settings_of(session, seasons.by_slug(session, "cup"))
    assert kept is not None
    assert (kept.double, kept.weekdays) == (True, (0, 1, 2, 3, 4))
    assert (kept.config["petit"], kept.config["scoring"]) == (True, "C")
    assert "This was announced" in olga.get(f"{DESK}/matches").text
    assert 'name="tempo"' not in olga.get(MATCHES).text


def test_everything_that_is_wrong_is_told_beside_its_field_and_nothing_is_kept(
    olga: TestClient, sent: dict[str, str], database: Database
) -> None:
    wrong = {"zone": "Nowhere<b>", "daily": "9pm", "extensions": "many", "hours": "0", "tempo": "x"}
    for day in days():
        sent.pop(day, None)
    answer = olga.post(MATCHES, data=sent | wrong)

    assert answer.status_code == 409
    for sentence in (
        "“Nowhere&lt;b&gt;” is not a time zone",
        "“9pm” is not a time of day",
        "“many” does not fit here. Write a number from 0 to 20",
        "An exchange cannot take 0 hours",
        "Choose at least one day of the week",
        "“x” is not a tempo",
    ):
        assert sentence in answer.text
    assert 'value="9pm"' in answer.text
    with database.reading() as session:
        assert settings_of(session, seasons.by_slug(session, "cup")) is None


def test_a_game_decided_by_builds_has_nothing_to_say(olga: TestClient, database: Database) -> None:
    create(olga)

    assert "is decided by builds alone" in olga.get(f"{DESK}/matches").text
    assert 'name="tempo"' not in olga.get(MATCHES).text
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
    assert re.findall(r'value="deck-\d+"', form) == ['value="deck-1"', 'value="deck-2"']
    assert "15 of 15 cards" in olga.get(f"{ENTER}?deck=1").text
    assert "A deck has 15 cards, this one has 24." in large.text
    assert "Cards with #standard may not be used" in guests.text
    assert small.status_code == 303
    with database.reading() as session:
        held = entries.held(session, seasons.by_slug(session, "cup"))
        assert [entry.name for entry in held] == ["Small"]


def test_a_beacon_is_named_before_the_opening_and_its_number_entered_on_the_desk(
    olga: TestClient, sent: dict[str, str], database: Database
) -> None:
    olga.post(MATCHES, data=sent)
    settings = fields(olga, f"{DESK}/settings")
    wrong = olga.post(f"{DESK}/settings", data={**settings, "beacon": "Numbers4"})
    olga.post(f"{DESK}/settings", data={**settings, "beacon": "Numbers4 of 2099-12-24"})
    undated = act(olga, "cup", "open")
    settings = fields(olga, f"{DESK}/settings")
    olga.post(f"{DESK}/settings", data={**settings, "closes_at": "2030-01-01T21:00"})
    opened = act(olga, "cup", "open")
    desk = olga.get(DESK).text
    early = olga.post(f"{DESK}/beacon", data={**fields(olga, DESK), "number": "3318"})
    public = [olga.get(f"/{lang}/seasons/cup/dice").text for lang in ("en", "ja")]
    assert "Numbers4 of 2099-12-24" in olga.get("/en/seasons/cup").text

    assert "is not a beacon" in wrong.text
    assert (undated, opened) == (409, 303), "a beacon comes after a deadline"
    assert "Enter the number" not in desk, "it takes entries, and the number is not out"
    assert "waits for no beacon now" in early.text
    assert "Numbers4 of 2099-12-24" in public[0]
    assert "応募の締切の前には誰も知らない公開の番号" in public[1]
    with database.writing() as session:
        season = seasons.by_slug(session, "cup")
        season.beacon_facts = {**(season.beacon_facts or {}), "at": "2020-01-01T00:00:00+00:00"}
        season.state = SeasonState.CLOSED
    assert "Enter the number" in olga.get(DESK).text
    assert (
        olga.post(f"{DESK}/beacon", data={**fields(olga, DESK), "number": " 3318 "}).status_code
        == 303
    )
    assert "Beacon arrived" in olga.get(DESK).text
    assert "<code>3318</code>" in olga.get("/en/seasons/cup/dice").text


def test_without_a_beacon_everybody_reads_who_could_choose_the_dice(
    olga: TestClient, sent: dict[str, str]
) -> None:
    olga.post(MATCHES, data=sent)
    act(olga, "cup", "open")

    for lang, words in (
        ("en", "could choose lots and dice"),
        ("ja", "サイコロの目を選べてしまいます"),
    ):
        assert words in olga.get(f"/{lang}/seasons/cup/dice").text


DRAW = f"{DESK}/pairings"


def test_in_the_draw_room_a_round_under_way_is_seen_paired_anew_and_ended(
    olga: TestClient, duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 5, stages="swiss rounds=3", late="draw")
    send(database, "C1", play("石"), CLOSES)
    shown = page(olga)
    told = {"tell": "As <b>they</b> wished."}
    given = {"what": "set", "stage": "1", "round": "1", "first": "C1", "second": "C2"}
    answer = olga.post(DRAW, data=fields(olga, DRAW) | told | given)
    move_all(database, CLOSES)
    anew = page(olga)
    pass_deadline(database)
    late = olga.post(DRAW, data=fields(olga, DRAW) | told | given | {"first": "C4", "second": "C5"})
    ended = olga.post(DRAW, data=fields(olga, DRAW) | told | {"what": "end"})
    move_all(database, CLOSES + timedelta(days=30))
    after = page(olga)

    assert "C1" not in " ".join(each.text() for each in shown.css("td:last-child"))
    assert "C2" in " ".join(each.text() for each in shown.css("td:last-child"))
    assert len(shown.css("table.fixtures tbody tr")) == 2
    assert answer.status_code == 303
    assert any({"C1", "C2"} <= {*each.text().split()} for each in anew.css("table.fixtures th"))
    assert (late.status_code, ended.status_code) == (422, 303)
    assert "cannot be paired again" in late.text
    assert "Round 2" in after.css("section h2")[0].text()
    assert "Organisers ended the unfinished matches" in after.text()
    assert "&lt;b&gt;they" in str(after.html)


def test_in_the_draw_room_two_are_kept_apart_before_the_closing_and_it_is_taken_back(
    olga: TestClient, duel: Ruleset, database: Database
) -> None:
    open_cup(database, 4, stages="round-robin")
    two = {"first": "C1", "second": "C3", "tell": "Siblings.", "what": "never"}
    assert olga.post(DRAW, data=fields(olga, DRAW) | two).status_code == 303
    assert olga.post(DRAW, data=fields(olga, DRAW) | two).status_code == 422
    back = {"tell": "No.", "what": "back"}
    assert olga.post(DRAW, data=fields(olga, DRAW) | back).status_code == 303
    assert olga.post(DRAW, data=fields(olga, DRAW) | two).status_code == 303
    with database.reading() as session:
        assert len(cup(session).rulings["wished"]) == 1
    assert "C1 – C3: Siblings." in page(olga).text()


def page(olga: TestClient) -> LexborHTMLParser:
    answer = olga.get(DRAW)
    assert answer.status_code == 200
    return LexborHTMLParser(answer.text)


def test_organisers_see_seats_and_offer_one_or_leave_it_to_the_house(
    duel: Ruleset, olga: TestClient, database: Database
) -> None:
    former(database, *FORMER)
    begin_cup(database, 3, **FEST)
    miss(database, 2, "C1", "C2")
    page = f"{DESK}/matches"
    asked = olga.get(page).text

    def send(**more: str) -> int:
        form = fields(olga, page)
        return olga.post(f"{DESK}/seat", data=form | {"entry": "C3", "tell": ""} | more).status_code

    unsaid, offered = send(), send(reason="Ill, says a friend.")
    seen = olga.get(page).text
    again, left = send(reason="Once more."), send(reason="Back soon.", undo="yes")

    assert "C3</bdi></b>: asked" in asked
    assert (unsaid, offered, again, left) == (409, 303, 409, 303)
    assert "offered to 3 players" in seen
    assert "no longer offered" in olga.get(page).text
    assert "Seat offered" in olga.get(DESK).text
