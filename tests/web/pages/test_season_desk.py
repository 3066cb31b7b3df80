"""A season's settings, its review and the preview of its public pages, on the organisers' pages."""

import re
from datetime import timedelta

import pytest
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import col, select
from starlette.testclient import TestClient

from app.jobs.seasons.runs import run
from app.league.desk import interventions
from app.league.entries.contents import Submission
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.store import seasons
from app.store.database import Database
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Entry, Letter, Season, SeasonState
from tests.support import stages
from tests.support.asking import Client
from tests.support.browsers import text_shown
from tests.support.house_cards import VOLLEY
from tests.support.seasons import Character, a_revision, a_season
from tests.web.pages.test_desk import NEW, NOW, OLGA, act, create, enter_two, hidden, state

SETTINGS = "/en/desk/seasons/cup/settings"
REVIEW = "/en/desk/seasons/cup/review"
PUBLIC = "/en/desk/seasons/cup/public"
HOSTILE = "<script>alert(1)</script> **bold** [x](javascript:alert(1)) <img src=x onerror=alert(1)>"


def fields(client: TestClient, path: str) -> dict[str, str]:
    """Every field of the form of a page, as a browser would send it."""
    page = LexborHTMLParser(client.get(path).text)
    sent = {
        each.attributes["name"]: each.attributes.get("value") or ""
        for each in page.css("main form input[name]")
    }
    sent |= {
        each.attributes["name"]: each.text().removeprefix("\n")
        for each in page.css("main form textarea")
    }
    for choice in page.css("main form select"):
        chosen = choice.css_first("option[selected]") or choice.css("option")[0]
        sent[choice.attributes["name"]] = chosen.attributes.get("value") or ""
    return {name or "": value or "" for name, value in sent.items()}


def the_cup(database: Database) -> Season:
    with database.reading() as session:
        return seasons.by_slug(session, "cup")


def test_settings_are_changed_previewed_and_told_in_the_log(
    olga: TestClient,
    database: Database,
) -> None:
    create(olga)
    sent = fields(olga, SETTINGS) | {
        "title_en": "Spring Cup",
        "description_en": HOSTILE,
        "capacity": "16",
        "win": "2",
        "tie_break1": "wins",
        "tie_break2": "",
        "tie_break3": "",
    }
    seen = olga.post(f"{SETTINGS}/preview", data=sent)
    assert the_cup(database).title_en == "Cup", "a preview changes nothing"
    for answer in (olga.post(SETTINGS, data=sent), olga.post(SETTINGS, data=sent)):
        assert answer.headers["location"] == "/en/desk/seasons/cup"
    act(olga, "cup", "open")
    shown = olga.get("/en/seasons/cup")

    for page in (seen, shown):
        assert "<strong>bold</strong>" in page.text
        assert "<script>alert" not in page.text
        assert not LexborHTMLParser(page.text).css("main a[href^='javascript']")
        assert not LexborHTMLParser(page.text).css("main img")
    cup = the_cup(database)
    assert (cup.title_en, cup.capacity, cup.win, cup.tie_breaks) == ("Spring Cup", 16, 2, "wins")
    assert "0 of 16 places are taken." in shown.text
    log = olga.get("/en/desk/seasons/cup").text
    assert log.count("Settings changed") == 1
    assert "English title: Cup → Spring Cup" in re.sub("<[^>]*>", "", log)


def test_faults_stand_beside_their_fields_and_nothing_typed_is_lost(
    olga: TestClient,
    database: Database,
) -> None:
    create(olga)
    act(olga, "cup", "open")
    wrong = {"title_ja": "x" * 201, "capacity": "many", "closes_at": "soon", "win": "-"}
    answer = olga.post(
        SETTINGS, data=fields(olga, SETTINGS) | wrong | {"tie_break2": "head-to-head"}
    )
    page = LexborHTMLParser(answer.text)

    assert answer.status_code == 409
    for field in ("title_ja", "capacity", "closes_at", "points", "tie_breaks", "tell"):
        assert page.css_first(f"#{field}-told"), field
    assert 'value="many"' in answer.text
    assert the_cup(database).capacity is None


def test_of_two_organisers_the_second_is_told_what_the_first_did(
    olga: TestClient,
    database: Database,
) -> None:
    create(olga)
    first, second = (fields(olga, SETTINGS) for _ in range(2))
    opening = hidden(olga, "/en/desk/seasons/cup/acts/open")
    assert olga.post(SETTINGS, data=first | {"title_en": "First"}).status_code == 303
    late = olga.post(SETTINGS, data=second | {"title_en": "Second"})
    assert olga.post("/en/desk/seasons/cup/acts/open", data=opening).status_code == 409

    assert late.status_code == 409
    assert "Olga" in late.text
    assert 'value="Second"' in late.text
    again = second | hidden_in(late.text)
    assert olga.post(SETTINGS, data=again | {"title_en": "Second"}).status_code == 303
    assert the_cup(database).title_en == "Second"
    assert state(database) is SeasonState.DRAFT


def hidden_in(html: str) -> dict[str, str]:
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', html))


def test_an_act_sent_twice_is_done_once(olga: TestClient, database: Database) -> None:
    create(olga)
    path = "/en/desk/seasons/cup/acts/open"
    sent = hidden(olga, path)

    assert [olga.post(path, data=sent).status_code for _ in range(2)] == [303, 303]
    assert len(league_log(database)) == 2


def league_log(database: Database) -> list[str]:
    with database.reading() as session:
        return [each.act for each in audits.of_season(session, seasons.by_slug(session, "cup"))]


def test_a_season_is_copied_by_a_form_that_is_filled_in(olga: TestClient) -> None:
    create(olga, capacity="8", description_en="Bring one.")
    copied = fields(olga, f"{NEW}?like=cup")

    assert (copied["title_en"], copied["capacity"], copied["slug"]) == ("Cup", "8", "")
    assert copied["description_en"] == "Bring one."
    assert olga.post(NEW, data=copied | {"slug": "next"}).status_code == 303


def test_reopening_asks_for_a_deadline_and_says_how_many_hear_of_it(
    olga: TestClient,
    database: Database,
) -> None:
    with database.writing() as session:
        season = a_season(session, closes_at=NOW - timedelta(hours=1))
        a_revision(session, season, Character("Tuesday", "攻核", "Alice"))
        league_seasons.close(session, "cup", OLGA)
    path = "/en/desk/seasons/cup/acts/reopen"
    shown = olga.get(path).text
    refused = olga.post(path, data=hidden(olga, path) | {"tell": "A storm."})
    tomorrow = (NOW + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
    done = olga.post(path, data=hidden(olga, path) | {"tell": "A storm.", "closes_at": tomorrow})

    assert "1 player of the season gets a letter." in shown
    assert refused.status_code == 409
    assert "Please set a deadline" in refused.text
    assert done.status_code == 303
    with database.reading() as session:
        kinds = session.exec(select(Letter.kind).where(col(Letter.kind) == "reopened")).all()
        assert len(kinds) == 1


# --- review and preview ---------------------------------------------------------------------------------


def test_a_draft_is_seen_as_it_will_be_and_by_nobody_else(
    olga: TestClient,
    database: Database,
    browser: TestClient,
) -> None:
    create(olga, description_en="Bring one.")
    page, form = olga.get(PUBLIC), olga.get(f"{PUBLIC}/enter")
    review = olga.get(REVIEW).text

    for each in (page, form):
        assert each.status_code == 200
        assert each.headers["Cache-Control"] == "no-store"
        assert "preview-mark" in each.text
        assert '"/en/seasons/cup' not in each.text, "its links stay within the preview"
    assert 'href="/ja/desk/seasons/cup/public"' in page.text
    assert "Bring one." in page.text
    assert "<form inert" in form.text, "nothing is sent from a preview"
    assert "Before you open it" in review
    assert state(database) is SeasonState.DRAFT
    assert olga.get("/en/seasons/cup").status_code == 404


def test_played_battles_are_reviewed_on_the_pages_that_will_be_public(
    olga: TestClient,
    database: Database,
) -> None:
    create(olga)
    act(olga, "cup", "open")
    enter_two(database)
    assert "Before the deadline" in olga.get(REVIEW).text
    assert olga.get(PUBLIC).status_code == 404, "it is public as it is"
    act(olga, "cup", "close")
    list(run(database, "cup", OLGA))
    review = olga.get(REVIEW).text
    pages = [olga.get(f"{PUBLIC}{below}") for below in ("", "/entries/1", "/battles/1-2", "/table")]

    assert [page.status_code for page in pages] == [200] * 4
    assert all("preview-mark" in page.text for page in pages)
    assert f'href="{PUBLIC}/entries/1"' in pages[0].text
    assert "Report" in review
    assert "English" in review
    assert "2 entries count" in review
    assert state(database) is SeasonState.REVIEW
    assert olga.get("/en/seasons/cup/table").status_code == 404
    assert Client(olga.app).get(PUBLIC).status_code == 403


def test_a_full_season_offers_no_form(olga: TestClient, database: Database) -> None:
    create(olga, capacity="2")
    act(olga, "cup", "open")
    assert olga.get("/en/seasons/cup/enter").status_code == 200
    enter_two(database)
    page, form = olga.get("/en/seasons/cup").text, olga.get("/en/seasons/cup/enter")

    assert "All 2 places are taken." in page
    assert "/seasons/cup/enter" not in page
    assert form.status_code == 409
    assert "is full" in form.text


@pytest.mark.parametrize("path", [SETTINGS, REVIEW, PUBLIC, f"{PUBLIC}/enter", NEW])
def test_nobody_else_sees_these_pages(browser: TestClient, path: str) -> None:
    assert browser.get(path).status_code == 403


def test_a_step_of_the_timetable_is_planned_and_its_reason_is_marked(
    olga: TestClient, database: Database
) -> None:
    """What is written with no mark is neither for the log nor for the players: it is asked."""
    create(olga)
    page = "/en/desk/seasons/cup/timetable"
    step = {"step": "run", "act": "plan", "at": "2031-03-30 02:30", "zone": "Europe/Berlin"}
    left_out = olga.post(page, data=fields(olga, page) | step)
    planned = olga.post(page, data=fields(olga, page) | step | {"at": "2031-03-30 21:00"})
    act(olga, "cup", "open")
    held = {"step": "run", "act": "hold", "why": "Two look alike."}
    unmarked = olga.post(page, data=fields(olga, page) | held | {"mark": ""})
    marked = olga.post(page, data=fields(olga, page) | held | {"mark": "log"})
    shown = re.sub(r"<[^>]*>|\s+", " ", olga.get(page).text)

    assert "since clocks go forward then. Write 2031-03-30 03:30" in left_out.text
    assert (left_out.status_code, planned.status_code) == (409, 303)
    assert "who the reason is for: the log or the players" in unmarked.text
    assert marked.headers["location"] == page
    assert "Mon 31 Mar 2031, 04:00 JST Europe/Berlin · held" in re.sub(" +", " ", shown)
    assert "Two look alike." in olga.get("/en/desk/seasons/cup").text
    assert "Two look alike." not in text_shown(olga.get("/en/seasons/cup"))


def test_a_season_with_house_cards_shows_what_others_would_change_and_moves(
    olga: TestClient, database: Database
) -> None:
    rules = "/en/desk/seasons/cup/rules"
    wrong = fields(olga, "/en/desk/new-season") | {"game": "laplaplus", "slug": "cup"}
    told = olga.post(
        "/en/desk/new-season", data=wrong | {"cards": VOLLEY.replace("force", "forse")}
    )
    olga.post("/en/desk/new-season", data=wrong | {"cards": VOLLEY, "title_en": "Cup"})
    assert "there is no key called forse" in told.text
    act(olga, "cup", "open")
    with database.writing() as session:
        for line in ("矢矢核/Robin", "防核核/Guard"):
            build, _, name = line.partition("/")
            interventions.add(
                session, "cup", Submission(name, build), Organiser("olga", NOW, "by hand")
            )
    sealed = fields(olga, rules)
    act(olga, "cup", "close")
    sent = fields(olga, rules) | {"cards": VOLLEY.replace("points = 3", "points = 1")}
    shown = olga.post(f"{rules}/errata", data=sent)
    version = the_cup(database).rules_version
    moved = olga.post(rules, data=sent | {"tell": "Too strong."})

    assert sealed["cards"].strip() == VOLLEY.strip()
    assert "1 Robin – 2 Guard: Win → Loss" in re.sub("<[^>]*>", "", shown.text)
    assert moved.headers["location"] == "/en/desk/seasons/cup"
    assert the_cup(database).rules_version != version
    assert "Too strong." in olga.get("/en/seasons/cup").text


def test_a_form_bans_cards_and_the_pages_of_the_season_say_what_is_left(
    olga: TestClient,
) -> None:
    new = "/en/desk/new-season"
    typed = fields(olga, new) | {"game": "laplaplus", "slug": "cup", "title_en": "Cup"}
    refused = olga.post(new, data=typed | {"banned": "atack", "copies": "many", "size": "99"})
    olga.post(new, data=typed | {"banned": "攻撃、Shield", "copies": "2", "size": ""})
    kept = fields(olga, "/en/desk/seasons/cup/settings")
    act(olga, "cup", "open")

    assert refused.status_code == 422
    for said in ("“atack” cannot be banned", "“many” is not a number", "“99” is not a size"):
        assert said in refused.text
    assert (kept["banned"].strip(), kept["copies"]) == ("attack, shield", "2")
    for page in ("", "/enter"):
        assert (
            "Not allowed in this season: Attack, Shield." in olga.get(f"/en/seasons/cup{page}").text
        )


def test_pages_of_acts_under_review_say_before_what_becomes_of_what_was_planned(
    olga: TestClient, database: Database
) -> None:
    """A release that is announced waits for the next run, and the season's page goes on saying so; one step back calls it off."""
    create(olga)
    act(olga, "cup", "open")
    enter_two(database)
    act(olga, "cup", "close")
    by = Organiser("olga", NOW)
    list(run(database, "cup", by))
    with database.writing() as session:
        results.publish(session, "cup", by, release_at=NOW + timedelta(days=9))
        entry = session.exec(select(Entry.id)).first()
    desk = "/en/desk/seasons/cup"
    waits, off = "That plan stays, and waits until", "is called off"

    for path in (f"{desk}/correct/{entry}", f"{desk}/withdraw/{entry}", f"{desk}/import"):
        assert waits in olga.get(path).text, path
    assert waits in olga.get(f"{desk}/acts/run").text
    assert off in olga.get(f"{desk}/acts/undo").text
    with database.writing() as session:
        interventions.withdraw(session, "cup", "1", Organiser("olga", NOW, "x", "x"))
    assert waits in olga.get(desk).text


def test_before_one_retires_from_stages_the_desk_shows_what_it_changes_and_pages_say_it_after(
    olga: TestClient, database: Database
) -> None:
    stages.a_season(
        database, "swiss rounds=3 seeds=lot", [*"核攻盾響硬双癒", "核核", "攻核"], "<i>C"
    )
    list(run(database, "cup", stages.BY))
    path = "/en/desk/seasons/cup/withdraw/4"
    words = {"how": "retire", "stage": "1", "round": "1", "tell": "<b>Ill."}
    shown = olga.post(path, data=fields(olga, path) | words)

    assert shown.status_code == 200
    assert "What this changes" in shown.text
    assert "&lt;i&gt;C" in shown.text
    assert the_cup(database).rulings == {}
    never = fields(olga, path) | words | {"how": "never"}
    assert "What this changes" in olga.post(path, data=never).text
    corrected = "/en/desk/seasons/cup/correct/4"
    text = fields(olga, corrected) | {"lore": "A comma,", "tell": "Typo."}
    told = olga.post(corrected, data=text).text
    assert "No place changes." in told
    assert "No pairing changes." in told
    wrong = fields(olga, path) | words | {"round": ""}
    assert olga.post(path, data=wrong).status_code == 422
    assert olga.post(path, data=fields(olga, path) | words | {"shown": "1"}).status_code == 303
    assert the_cup(database).state is SeasonState.CLOSED
    path = "/en/desk/seasons/cup/pairings"
    given = {"what": "set", "stage": "1", "round": "3", "first": "5", "tell": "Away."}
    assert "What this changes" in olga.post(path, data=fields(olga, path) | given).text
    given["shown"] = "1"
    assert olga.post(path, data=fields(olga, path) | given).status_code == 303
    assert olga.post(path, data=fields(olga, path) | given).status_code == 422
    assert "&lt;b&gt;Ill." in olga.get(path).text
    stages.publish(database)
    for public in ("/en/seasons/cup", "/en/seasons/cup/stages/1", "/ja/seasons/cup"):
        assert "&lt;b&gt;Ill." in olga.get(public).text
    assert olga.get("/en/seasons/cup/stages/1/rounds/2").status_code == 200
