"""Pages of statistics: what the full table tells, and what would have won."""

import csv
import io
import re
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.pool import QueuePool

from app.engine import Pace
from app.games import laplaplus
from app.league.results import results
from app.statistics import analysis, what_if
from app.statistics.analysis import Analysis
from app.store.database import Database
from app.store.tables import SeasonState, SignInPurpose
from app.tournament import cache
from app.tournament.cache import IN_TURN, Cache, Turnstile
from app.tournament.full_table import FullTable
from app.web import limits
from app.web.sessions import cookie_name
from app.web.views.statistics.statistics import MOST_RIVALS
from tests.support.browsers import Browser, Site
from tests.support.seasons import Character, a_finished_season
from tests.web.worlds import every_state, sign_in

FIELD = [
    Character("Alice & Co", "双連連攻連連力力"),
    Character("Bob", "硬"),
    Character("Carol", "攻響核核"),
    Character("<i>Dave</i>", "攻響核"),
    Character("Eve", "盾攻"),
    Character("フランク", "攻響核核"),
]
STATISTICS = "/en/seasons/cup/statistics"
API = "/api/v1/seasons/cup/statistics"
DAVE = "/en/seasons/cup/entries/4/what-if"


@pytest.fixture
def site(database: Database) -> Site:
    with database.writing() as session:
        a_finished_season(session, FIELD)
    return Site(database)


@pytest.fixture
def browser(site: Site) -> Browser:
    return site.browser()


# --- a season -----------------------------------------------------------------------------------------


def test_the_page_says_in_sentences_what_is_most_telling(browser: Browser) -> None:
    """Alice beat all five others; Attack is in five of six builds."""
    answer = browser.get(STATISTICS)

    assert answer.status == 200
    told = [node.text() for node in answer.page.css(".telling li")]
    assert "Best against the whole field: Alice & Co, with 100%." in told
    assert "Most used: Attack, in 5 of 6 builds." in told
    assert answer.text(".lead") == "6 characters, 15 battles, 1 drawn"


def test_every_chart_has_its_numbers_in_a_table(browser: Browser) -> None:
    page = browser.get(STATISTICS).page
    cards = {
        node.css_first(".card-name").text(): [cell.text().strip() for cell in node.css("td")]  # type: ignore[union-attr]
        for node in page.css("#cards ~ .scroll tbody tr")
    }
    bands = [node.text() for node in page.css("#closeness ~ details tbody td")]

    assert cards["Attack"][:2] == ["5", "5"]
    assert len(bands) == 10
    assert sum(map(int, bands)) == 6
    assert len(page.css("svg[role=img] title")) == 1
    assert len(page.css("#match-ups ~ .scroll tbody td")) == 6 * 6


def test_names_lead_to_characters_and_rivals_to_battles(browser: Browser) -> None:
    page = browser.get(STATISTICS).page
    row = page.css("#rivals ~ .scroll tbody tr")[-1]
    links = [node.attributes["href"] for node in row.css("a")]

    assert row.css_first("th").text() == "Bob"  # type: ignore[union-attr]
    assert links == ["/en/seasons/cup/entries/2", "/en/seasons/cup/battles/2-5"]


def test_builds_alike_are_shown_together(browser: Browser) -> None:
    assert "攻響核核 Carol 2nd, フランク 2nd" in browser.get(STATISTICS).text("#alike ~ ul")


def test_what_a_browser_has_is_not_made_again(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (STATISTICS, DAVE):
        etag = browser.get(path).headers["etag"]
        monkeypatch.setattr(analysis, "of", lambda *_: 1 / 0)
        monkeypatch.setattr(what_if, "answer", lambda *_: 1 / 0)
        assert browser.get(path, headers={"If-None-Match": etag}).status == 304
        monkeypatch.undo()


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_small_field_has_statistics_too(database: Database, count: int) -> None:
    with database.writing() as session:
        a_finished_season(session, FIELD[:count])
    browser = Site(database).browser()

    for lang in ("ja", "en"):
        assert browser.get(f"/{lang}/seasons/cup/statistics").status == 200
        assert browser.get(f"/{lang}/seasons/cup/entries/1/what-if").status == 200
        assert browser.get(f"/{lang}/seasons/cup/entries/1").status == 200


def test_the_rivals_of_a_large_field_are_cut_and_can_be_taken_home(database: Database) -> None:
    characters = [Character(f"=C{at}", "攻響核連"[: 1 + at % 4]) for at in range(60)]
    with database.writing() as session:
        a_finished_season(session, characters)
    browser = Site(database).browser()
    answer = browser.get(STATISTICS)
    table = browser.get("/seasons/cup/rivals.csv")
    rows = list(csv.DictReader(io.StringIO(table.html.removeprefix("\ufeff"))))

    assert len(answer.page.css("#rivals ~ .scroll tbody tr")) == MOST_RIVALS
    assert f"The other {60 - MOST_RIVALS} are in the download below" in answer.text()
    assert len(rows) == 60
    assert rows[0]["name"].startswith("'=C")
    assert rows[0]["worst enemy"] == ""


def test_cards_can_be_taken_home(browser: Browser) -> None:
    table = browser.get("/seasons/cup/cards.csv")
    rows = list(csv.DictReader(io.StringIO(table.html.removeprefix("\ufeff"))))
    attack = next(row for row in rows if (row["card"], row["slot"]) == ("攻", ""))
    filled = next(row for row in rows if (row["card"], row["slot"]) == ("", "1"))

    assert (attack["builds"], attack["copies"]) == ("5", "5")
    gained = float(attack["score"]) - float(attack["score without"])
    assert float(attack["contribution"]) == pytest.approx(gained, abs=0.0002)
    assert (filled["builds"], filled["contribution"]) == ("6", "")


def test_the_organiser_sees_them_before_the_public(database: Database) -> None:
    """Nothing on the page leads to what is not public yet."""
    with database.writing() as session:
        every_state(session)
        token, _ = sign_in(session, SignInPurpose.ORGANISER)
    site = Site(database)
    olga = site.browser()
    name = cookie_name(site.app.site, SignInPurpose.ORGANISER)
    olga.client.cookies.set(name, token)
    answer = olga.get("/en/desk/seasons/review/statistics")

    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "Alice's" in answer.text("#rivals ~ .scroll")
    links = [node.attributes["href"] or "" for node in answer.page.css("main a")]
    assert [link for link in links if "/seasons/review" in link] == ["/en/desk/seasons/review"]
    assert "/en/desk/seasons/review/statistics" in olga.get("/en/desk/seasons/review").html
    assert site.browser().get("/en/seasons/review/statistics").status == 404


@pytest.mark.parametrize("state", [SeasonState.CLOSED, SeasonState.RUNNING, SeasonState.OPEN])
def test_the_organiser_has_none_before_anything_was_played(
    database: Database, state: SeasonState
) -> None:
    with database.writing() as session:
        every_state(session)
        token, _ = sign_in(session, SignInPurpose.ORGANISER)
    site = Site(database)
    olga = site.browser()
    olga.client.cookies.set(cookie_name(site.app.site, SignInPurpose.ORGANISER), token)

    assert olga.get(f"/en/desk/seasons/{state}/statistics").status == 404


# --- a pasted list ------------------------------------------------------------------------------------


def test_a_list_has_statistics_too(browser: Browser) -> None:
    """Two of one team have not met: 14 battles of 15. Whoever has no page elsewhere has one beside it."""
    text = "\n".join(f"{each.build}/{each.name}" for each in FIELD[:4])
    text += "\n[red] 盾攻/Eve\n[red] 攻響核核/Frank"
    sent = browser.enter("/en/lab/laplaplus", list=text)
    answer = browser.get(f"{sent.location}/statistics")

    assert "statistics" in browser.get(sent.location).html
    assert answer.text(".lead") == "6 characters, 14 battles, 1 drawn"
    assert "Best against the whole field: Alice & Co" in answer.text(".telling")
    links = {node.attributes["href"] or "" for node in answer.page.css("main a")}
    assert links == {link for link in links if link.startswith(sent.location)}
    assert {browser.get(link).status for link in links} == {200}
    etag = answer.headers["etag"]
    again = browser.get(f"{sent.location}/statistics", headers={"If-None-Match": etag})
    assert again.status == 304


def test_the_statistics_of_a_list_are_counted_once_and_in_turn(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []
    analyse = analysis.analyse

    def counting_builds(table: FullTable) -> Analysis:
        counted.append(len(table.builds))
        return analyse(table)

    monkeypatch.setattr(cache, "PATIENCE_SECONDS", 0.01)
    counting = Turnstile()
    monkeypatch.setattr(analysis, "_kept", Cache(4, counting))
    monkeypatch.setattr(analysis, "analyse", counting_builds)
    at = browser.enter("/en/lab/laplaplus", list="攻響核/Alice\n盾攻/Bob\n核").location
    with counting:
        assert browser.get(f"{at}/statistics").status == 503
    for lang in ("en", "ja", "en"):
        assert browser.get(f"{at.replace('en', lang, 1)}/statistics").status == 200

    assert counted == [3]


def test_what_slots_contribute_is_pale_where_next_to_all_have_them(browser: Browser) -> None:
    """All six have a first slot, all but Bob a second; four have a third."""
    first, second, third, *_ = browser.get(STATISTICS).page.css(".grid tfoot tr:last-child td")

    assert (first.text(), "faint" in (second.attributes["class"] or "")) == ("–", True)
    assert third.text().startswith("+")


def test_a_list_hears_what_would_have_won_too(browser: Browser) -> None:
    """The same as in a season of the same characters, with links to the list and to no season."""
    text = "\n".join(f"{each.build}/{each.name}" for each in FIELD)
    sent = browser.enter("/en/lab/laplaplus", list=text)
    entry = browser.get(f"{sent.location}/entries/4")
    path = entry.page.css_first("a[rel=nofollow][href$=what-if]").attributes["href"]  # type: ignore[union-attr]
    answer, season = browser.get(path or ""), browser.get(DAVE)

    assert path == f"{sent.location}/entries/4/what-if"
    assert entry.text("#rivals ~ dl") == browser.get(DAVE[:-8]).text("#rivals ~ dl")
    assert answer.text(".telling") == season.text(".telling")
    assert answer.text("table.rescued") == season.text("table.rescued")
    links = {node.attributes["href"] or "" for node in answer.page.css("main a")}
    assert {link for link in links if "/seasons/" in link} == set()
    assert {browser.get(link).status for link in links} == {200}
    shown = browser.follow(browser.submit(answer, ".rescued form"))
    assert "<i>Dave</i> wins" in shown.text(".outcome")


def test_what_would_have_won_in_lists_is_limited_like_that_of_seasons(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = limits.Limit("what-ifs", 1, timedelta(minutes=10))
    monkeypatch.setattr(limits, "WHAT_IFS", once)
    monkeypatch.setattr(what_if, "_kept", Cache(4, nullcontext()))
    sent = browser.enter("/en/lab/laplaplus", list="攻響核/Alice\n盾攻/Bob\n核")
    paths = [f"{sent.location.removesuffix('/battles/1-2')}/entries/{n}/what-if" for n in (1, 1, 2)]

    assert [browser.get(path).status for path in paths] == [200, 200, 429]


def test_in_lists_too_nothing_is_tried_that_would_take_too_long(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = browser.enter("/en/lab/laplaplus", list="攻響核/Alice\n盾攻/Bob\n核")
    monkeypatch.setattr(what_if, "MOST_SECONDS", 0)
    monkeypatch.setattr(what_if, "_kept", Cache(4, nullcontext()))
    entry = browser.get(f"{sent.location}/entries/1")

    assert entry.page.css("a[rel=nofollow][href$=what-if]") == []
    assert browser.get(f"{sent.location}/entries/1/what-if").status == 422


# --- a character --------------------------------------------------------------------------------------


def test_a_character_remembers_its_rivals_and_its_likes(browser: Browser) -> None:
    """Dave lost to three and beat Eve and Bob; Carol and Frank have one Core more, Bob no card of his."""
    told = browser.get("/en/seasons/cup/entries/4").text("#rivals ~ dl")

    assert "Worst enemy" in told
    assert "Favourite victim Eve 5th" in told
    assert "Builds most like it Carol 2nd 攻響核核 1 change" in told
    assert "Bob" not in told
    carol = browser.get("/en/seasons/cup/entries/3").text("#rivals ~ dl")
    assert "The same build フランク 2nd" in carol
    assert "Builds most like it <i>Dave</i> 4th 攻響核 1 change" in carol


def test_the_page_of_a_character_leads_to_what_would_have_won(browser: Browser) -> None:
    links = browser.get("/en/seasons/cup/entries/4").page.css("a[rel=nofollow][href$=what-if]")

    assert [link.attributes["href"] for link in links] == [DAVE]
    assert browser.get(DAVE).status == 200


def test_what_would_have_won_is_told_battle_by_battle(browser: Browser) -> None:
    """Dave has 6 points. Corrosion instead of Echo makes 12, and beats Carol and Frank; nothing beats Alice."""
    answer = browser.get(DAVE)
    rows = [
        (row.css_first("th").text(), [mark.text() for mark in row.css("mark")], row.text())  # type: ignore[union-attr]
        for row in answer.page.css(".rescued tbody tr")
    ]

    assert answer.text(".telling") == (
        "Best single change: Corrosion instead of Echo (2). It would bring 12 points instead of 6. "
        "By points alone that would be place 2 instead of 4. "
        "Of 3 lost battles, 2 could have been won by a single change."
    )
    assert [row[0] for row in rows] == ["Alice & Co", "Carol", "フランク"]
    assert "No single change would have won." in rows[0][2]
    assert rows[1][1] == rows[2][1] == ["腐"]


def test_a_battle_that_would_have_been_won_can_be_seen(browser: Browser) -> None:
    """The two meet in the laboratory under their names, and now Dave wins."""
    answer = browser.get(DAVE)
    forms = answer.page.css(".rescued form")
    assert len(forms) == 2

    shown = browser.follow(browser.submit(answer, ".rescued form"))
    assert shown.text("h1") == "<i>Dave</i> against Carol"
    assert "<i>Dave</i> wins" in shown.text(".outcome")


def test_the_grid_has_a_cell_for_every_change(browser: Browser) -> None:
    """25 cards in 3 slots, of which 3 are there already; and 3 exchanges, each seen twice."""
    page = browser.get(DAVE).page
    cells = page.css("#replaced ~ .scroll td")
    exchanged = page.css("#exchanged ~ .scroll td")

    assert len(cells) == 25 * 3
    assert len([cell for cell in cells if "own" in (cell.attributes["class"] or "")]) == 3
    assert len([cell for cell in exchanged if re.search(r"\d", cell.text())]) == 2 * 3


def test_pages_and_programs_hear_the_same(browser: Browser) -> None:
    told = browser.client.get("/api/v1/seasons/cup/entries/4/what-if").json()

    assert (told["name"], told["points"], told["tried"], told["place"]) == ("<i>Dave</i>", 6, 75, 2)
    assert (told["best"]["characters"], told["best"]["slot"], told["best"]["points"]) == (
        "攻腐核",
        2,
        12,
    )
    assert [each["change"] is None for each in told["rescues"]] == [True, False, False]


def test_a_number_that_nobody_has_is_not_there(browser: Browser) -> None:
    assert browser.get("/en/seasons/cup/entries/9/what-if").status == 404
    assert browser.client.get("/api/v1/seasons/cup/entries/9/what-if").status_code == 404


def test_who_asks_for_many_at_once_is_asked_to_wait(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was worked out before is free for everybody."""
    once = limits.Limit("what-ifs", 1, timedelta(minutes=10))
    monkeypatch.setattr(limits, "WHAT_IFS", once)
    browser, other = site.browser(), site.browser("192.0.2.2")

    assert [browser.get(DAVE).status for _ in range(2)] == [200, 200]
    too_many = browser.get(DAVE.replace("4", "5"))
    assert too_many.status == 429
    assert int(too_many.headers["Retry-After"]) > 0
    assert other.get(DAVE.replace("4", "5")).status == 200
    assert browser.get(DAVE.replace("4", "5")).status == 200


def test_while_too_many_ask_one_is_asked_to_come_back(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "PATIENCE_SECONDS", 0.01)
    monkeypatch.setattr(what_if, "_kept", Cache(64, IN_TURN))
    for path in (DAVE, "/api/v1/seasons/cup/entries/4/what-if"):
        with IN_TURN:
            answer = browser.get(path)
        assert answer.status == 503
        assert answer.headers["Retry-After"] == "5"
        assert "Please try again in a few seconds." in answer.html
        assert browser.get(path).status == 200
        monkeypatch.setattr(what_if, "_kept", Cache(64, IN_TURN))


@pytest.mark.parametrize(
    "path", [STATISTICS, "/seasons/cup/rivals.csv", "/seasons/cup/cards.csv", API]
)
def test_nobody_keeps_a_connection_while_a_season_is_counted(
    site: Site, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """There are few connections, and other pages need them."""
    of = analysis.of
    used: list[int] = []

    def counted(run: FullTable) -> Analysis:
        pool = site.database.engine.pool
        assert isinstance(pool, QueuePool)
        used.append(pool.checkedout())
        return of(run)

    monkeypatch.setattr(analysis, "of", counted)

    assert site.browser().client.get(path).status_code == 200
    assert used == [0]


def test_while_a_large_season_is_counted_its_other_pages_are_there(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what the whole table tells has to wait; a character remembers its rivals all the same."""
    monkeypatch.setattr(cache, "PATIENCE_SECONDS", 0.01)
    counting = Turnstile()
    monkeypatch.setattr(analysis, "_kept", Cache(4, counting))
    with counting:
        assert browser.get(STATISTICS).status == 503
        assert browser.get("/seasons/cup/rivals.csv").status == 503
        assert browser.client.get("/api/v1/seasons/cup/statistics").status_code == 503
        assert "Favourite victim" in browser.get("/en/seasons/cup/entries/4").text()

    assert browser.get(STATISTICS).status == 200


def test_what_would_take_minutes_is_not_offered_and_says_why(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As without a compiled kernel, in a large field."""
    slow = replace(laplaplus.RULESETS[0], pace=Pace(battles=1))
    monkeypatch.setattr(results, "rules_of", lambda *_: slow)
    monkeypatch.setattr(results, "_kept", Cache(4, nullcontext()))
    monkeypatch.setattr(what_if, "_kept", Cache(4, nullcontext()))
    browser = site.browser()
    answer = browser.get(DAVE)

    assert answer.status == 422
    assert "Trying every change would take 375 battles." in answer.text()
    assert browser.get("/en/seasons/cup/entries/4").page.css("a[rel=nofollow][href$=what-if]") == []


def test_a_character_without_cards_has_nothing_to_change(database: Database) -> None:
    with database.writing() as session:
        a_finished_season(session, [*FIELD[:2], Character("Nothing", "")])
    browser = Site(database).browser()

    assert browser.get("/en/seasons/cup/entries/3").page.css("a[rel=nofollow][href$=what-if]") == []
    assert browser.get("/en/seasons/cup/entries/3/what-if").status == 200
