"""What everybody sees: in two languages, nothing before its time, and nothing that runs."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import Session, select

from app.engine import MOMENTS
from app.games import ruleset, slugs
from app.jobs.seasons.runs import run
from app.league.archive.evidence import against_seals, read_seals
from app.league.archive.record import Record
from app.league.archive.verification import verify
from app.league.desk import interventions
from app.league.entries.characters import LABEL_NAMES
from app.league.entries.contents import Submission
from app.league.results import results
from app.league.seasons import seasons
from app.league.seasons.decisions import season_plans
from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from app.store.results import runs
from app.store.security.audits import Organiser
from app.store.tables import Result, RevisionState, Season, SeasonState
from app.web.views.tables.crosstable import rows_a_page
from tests.support.asking import Client
from tests.support.browsers import text_shown
from tests.support.outgoing import KEY
from tests.support.seasons import Character, a_finished_season, a_revision, a_season

ALICE = Character(
    "Mister Tuesday", "攻響核核", "alice", "He opens it **indoors**.", "https://a.example/"
)
BOB = Character("豆腐屋", "盾響核", "ボブ", "　｜静寂《しじま》の人。")
CHARLIE = Character("Goose", "連核", "charlie")
SECRET = Character(
    "Known",
    "攻散核硬",
    "owner",
    "SECRETLORE",
    "https://secreturl.example/",
    extras={"lines": {"victory": "SECRETLINE"}},
)
LANGS = ["ja", "en"]
NOT_PUBLISHED = [state for state in SeasonState if state not in ("published", "archived")]


@pytest.fixture
def browser(database: Database) -> Iterator[TestClient]:
    app = create_app(Settings(secret=KEY, base_url="http://testserver"), database)
    with Client(app, base_url="http://testserver") as client:
        yield client


@pytest.fixture
def cup(database: Database) -> Season:
    """A published season of three."""
    with database.writing() as session:
        season, _ = a_finished_season(session, [ALICE, BOB, CHARLIE])
    return season


def pages(slug: str = "cup") -> list[str]:
    """Every page about a season and everything beside it, without the language."""
    season = f"/seasons/{slug}"
    return [
        *("/", "/taking-part", "/games", "/games/laplaplus/rules", "/games/laplaplus/cards"),
        *(season, f"{season}/table", f"{season}/seals"),
        *(f"{season}/characters", f"{season}/compare", f"{season}/compare/1-3"),
        *(
            f"{season}/entries/1",
            f"{season}/entries/2",
            f"{season}/battles/1-2",
            f"{season}/battles/3-1",
            f"{season}/statistics",
            f"{season}/entries/1/what-if",
        ),
    ]


ALL = ("Mister Tuesday", "豆腐屋", "Goose")
DOWNLOADS = (
    "record.json",
    "standings.csv",
    "table.csv",
    "cards.csv",
    "pairs.csv",
    "rivals.csv",
    "awards.csv",
)


def downloads(slug: str = "cup") -> list[str]:
    return [f"/seasons/{slug}/{name}" for name in DOWNLOADS]


def tree(browser: TestClient, path: str) -> LexborHTMLParser:
    answer = browser.get(path)
    assert answer.status_code == 200, path
    return LexborHTMLParser(answer.text)


def text(browser: TestClient, path: str, selector: str = "main") -> str:
    node = tree(browser, path).css_first(selector)
    assert node is not None
    return " ".join(node.text().split())


# --- every page ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_every_page_is_there_in_both_languages(browser: TestClient, cup: Season, lang: str) -> None:
    for path in pages():
        page = tree(browser, f"/{lang}{path}")
        html = page.css_first("html")
        assert html is not None
        assert html.attributes["lang"] == lang
        assert len(page.css("h1")) == 1, path
        title, described = (
            page.css_first("title"),
            page.css_first("meta[property='og:description']"),
        )
        assert title is not None, path
        assert title.text().strip(), path
        assert described is not None, path
        assert described.attributes["content"], path
        levels = [int((node.tag or "")[1:]) for node in page.css("h1, h2, h3, h4, h5, h6")]
        assert all(b <= a + 1 for a, b in pairwise(levels)), path


@pytest.mark.parametrize("lang", LANGS)
def test_every_link_leads_somewhere(browser: TestClient, cup: Season, lang: str) -> None:
    """Of all builds that can be tried one of each game is followed down to its bouts, and three of those."""
    seen: set[str] = set()
    bouts: Counter[str] = Counter()
    tried: dict[str, str] = {}
    waiting = [f"/{lang}/"]
    while waiting:
        path = waiting.pop()
        game, is_tried, below = path.partition("/try/")
        build = below.partition("/")[0]
        if path in seen or (is_tried and tried.setdefault(game, build) != build):
            continue
        seen.add(path)
        if is_tried:
            alike = re.sub(r"\d+", "#", path)
            bouts[alike] += 1
            if bouts[alike] > 3:
                continue
        answer = browser.get(path)
        is_desk = path == f"/{lang}/desk"  # which asks who comes, and leads to its door
        assert answer.status_code == (403 if is_desk else 200), path
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        page = LexborHTMLParser(answer.text)
        ids = {node.attributes["id"] for node in page.css("[id]")}
        for node in page.css("a[href]"):
            url = answer.request.url.join(node.attributes["href"] or "")
            if url.fragment and url.path == answer.request.url.path:
                assert url.fragment in ids, (path, url.fragment)
            if url.host == "testserver" and not url.path.startswith(("/ja", "/en")[lang == "ja"]):
                waiting.append(url.path)
    own = {f"/{lang}{path}" for path in pages() if not path.endswith("/table")}
    assert own | {f"/{lang}/desk/sign-in"} <= seen  # a small table stands on the season's page
    assert {*downloads()} <= seen
    assert len(tried) == len(slugs())


@pytest.mark.parametrize("path", [*pages(), "/nowhere"])
def test_head_says_what_get_would(browser: TestClient, cup: Season, path: str) -> None:
    got, head = browser.get(f"/en{path}"), browser.head(f"/en{path}")

    assert head.status_code == got.status_code
    assert head.content == b""
    assert head.headers["content-type"] == got.headers["content-type"]


@pytest.mark.parametrize("path", [*[f"/en{path}" for path in pages()], *downloads()])
def test_what_a_browser_has_is_not_sent_again(browser: TestClient, cup: Season, path: str) -> None:
    etag = browser.get(path).headers["etag"]

    assert browser.get(path, headers={"If-None-Match": etag}).status_code == 304
    assert browser.get(path, headers={"If-None-Match": f'"x", {etag[2:]}'}).status_code == 304
    assert browser.get(path, headers={"If-None-Match": '"x"'}).status_code == 200


def test_what_changes_is_sent_again(browser: TestClient, cup: Season, database: Database) -> None:
    etag = browser.get("/en/seasons/cup").headers["etag"]
    with database.writing() as session:
        session.get_one(Season, cup.id).title_en = "Another Cup"

    answer = browser.get("/en/seasons/cup", headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert "Another Cup" in answer.text


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("ja", "ja"),
        ("ja-JP", "ja"),
        ("en-US,en;q=0.9,ja;q=0.8", "en"),
        ("fr, ja;q=0.7, en;q=0.3", "ja"),
        ("en;q=0.1, ja;q=0.9", "ja"),
        ("ja;q=0.5,en-GB;q=0.8", "en"),
        ("ja, en", "ja"),
        ("en,ja", "en"),
        ("ja;q=0", "en"),
        ("ja;q=0.000, en;q=0", "en"),
        ("fr,de", "en"),
        ("*", "en"),
        ("jam, ends", "en"),
        ("ja;q=two", "en"),
        ("", "en"),
    ],
)
def test_the_first_page_is_in_the_language_that_the_browser_likes_best(
    browser: TestClient, accepted: str, lang: str
) -> None:
    first = browser.get("/", headers={"Accept-Language": accepted}, follow_redirects=False)

    assert first.headers["location"] == f"/{lang}/"


@pytest.mark.parametrize("path", ["/en/", "/en/seasons/cup", "/xx/", "/api/v1/", "/en/games"])
def test_a_page_is_marked_in_the_menu_where_it_stands_and_nowhere_else(
    browser: TestClient, cup: Season, path: str
) -> None:
    page = LexborHTMLParser(browser.get(path).text)
    marked = [node.attributes["href"] for node in page.css(".main-nav [aria-current]")]

    assert marked == ([path] if path in ("/en/", "/en/games") else [])


def test_a_wrong_method_is_told_all_that_can_be_done(browser: TestClient) -> None:
    for path, allowed in (
        ("/en/seasons/cup/enter", "GET, HEAD, POST"),
        ("/en/seasons/cup", "GET, HEAD"),
        ("/en/seasons/cup/my/withdraw", "POST"),
        ("/static/style.css", "GET, HEAD"),
    ):
        answer = browser.delete(path)

        assert (answer.status_code, answer.headers["Allow"]) == (405, allowed)
        assert browser.request("TRACE", path).status_code == 405


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/de/", 404, "There is nothing at this address"),
        ("/ja/seasons/nowhere", 404, "「nowhere」という大会はありません。"),
        ("/en/seasons/nowhere", 404, "There is no season “nowhere”."),
        ("/en/seasons/cup/entries/4", 404, "There is nothing at this address"),
        ("/en/seasons/cup/entries/0", 404, "There is nothing at this address"),
        ("/ja/seasons/cup/entries/x", 404, "このアドレスには何もありません"),
        (f"/en/seasons/cup/entries/{'9' * 40}", 404, "There is nothing at this address"),
        ("/en/seasons/cup/battles/1-1", 404, "There is nothing at this address"),
        ("/en/seasons/cup/battles/1-9", 404, "There is nothing at this address"),
        ("/en/seasons/cup?page=2", 404, "There is nothing at this address"),
        ("/en/seasons/cup?page=-1", 404, "There is nothing at this address"),
        ("/en/seasons/cup/table?page=x", 404, "There is nothing at this address"),
        ("/ja/games/chess/rules", 404, "「chess」というゲームはありません。"),
        ("/en/games/chess/cards", 404, "There is no game called “chess”."),
    ],
)
def test_what_is_not_there_is_a_page_with_a_way_back(
    browser: TestClient, cup: Season, path: str, status: int, told: str
) -> None:
    answer = browser.get(path)

    assert answer.status_code == status
    assert told in LexborHTMLParser(answer.text).text()
    assert LexborHTMLParser(answer.text).css_first("main a.button") is not None


# --- nothing before its time --------------------------------------------------------------------------


SALT, SEAL = b"\xab" * 32, "cd" * 32
SECRETS = ["攻散核硬", "SECRET", "secreturl", SALT.hex(), ".example.com", "Held one"]


def a_season_in(session: Session, state: SeasonState) -> Season:
    """A season in this state. Its battles have been worked out, but they are not public."""
    season, run = a_finished_season(session, [SECRET, ALICE], state=state)
    season.published_run_id = None
    a_revision(session, season, Character("Held one", "核"), 7, RevisionState.HELD)
    for participant in runs.participants(session, run):
        participant.revision.salt, participant.revision.commitment = SALT * 6, SEAL
        if state in (SeasonState.DRAFT, SeasonState.OPEN):
            participant.revision.entry.number = None
    return season


@pytest.mark.parametrize("state", NOT_PUBLISHED)
def test_nothing_of_an_entry_is_seen_before_its_time(
    browser: TestClient, database: Database, state: SeasonState
) -> None:
    with database.writing() as session:
        a_season_in(session, state)

    seen = {
        path: browser.get(path) for lang in LANGS for path in (f"/{lang}{page}" for page in pages())
    }
    assert [(path, s) for path, answer in seen.items() for s in SECRETS if s in answer.text] == []
    assert [browser.get(path).status_code for path in downloads()] == [404] * len(DOWNLOADS)
    shows_seals = state in (SeasonState.CLOSED, SeasonState.RUNNING, SeasonState.REVIEW)
    assert any(SEAL in answer.text for answer in seen.values()) is shows_seals
    shows_names = state is not SeasonState.DRAFT
    assert ("Known" in seen["/en/seasons/cup"].text) is shows_names
    assert seen["/en/seasons/cup/entries/1"].status_code == (200 if shows_seals else 404)
    assert seen["/en/seasons/cup/battles/1-2"].status_code == 404
    assert seen["/en/seasons/cup/table"].status_code == 404


@pytest.mark.parametrize(
    "path", ["/en/", "/en/seasons/nowhere", "/en/seasons/cup", "/ja/taking-part"]
)
def test_a_draft_is_not_even_named(browser: TestClient, database: Database, path: str) -> None:
    with database.writing() as session:
        a_season(session, slug="cup", state=SeasonState.DRAFT, title_ja="秘密杯", title_en="Hushed")

    text = browser.get(path).text
    assert [word for word in ("秘密杯", "Hushed", ">cup<") if word in text] == []


def test_no_address_of_a_person_is_public(browser: TestClient, cup: Season) -> None:
    for lang in LANGS:
        for path in pages():
            assert "@cup.example.com" not in text_shown(browser.get(f"/{lang}{path}"))
    for path in downloads():
        assert "@cup.example.com" not in text_shown(browser.get(path))


def test_a_number_that_was_taken_out_is_gone(browser: TestClient, database: Database) -> None:
    with database.writing() as session:
        a_finished_season(session, [ALICE, BOB])
        result = session.exec(select(Result).where(Result.number == 2)).one()
        result.number = 3

    assert browser.get("/en/seasons/cup/entries/2").status_code == 410
    assert browser.get("/en/seasons/cup/battles/1-2").status_code == 410
    assert browser.get("/en/seasons/cup/battles/1-3").status_code == 200


# --- nothing that runs --------------------------------------------------------------------------------

NASTY = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"


def test_names_of_slots_and_words_are_shown_once_the_results_are_out(
    browser: TestClient, database: Database
) -> None:
    tuesday = Character(
        "Tuesday",
        "攻響核核",
        lore="Rain later.",
        extras={
            "flavour": ["Crimson *Flash*", None, "鉄床"],
            "lines": dict(zip(MOMENTS, ("Hello.", "Mind the step.", "Tea?", "Oh."), strict=True)),
            "labels": {"build": "The Umbrella", "lore": "Forecast"},
        },
    )
    with database.writing() as session:
        a_finished_season(session, [tuesday, BOB])

    entry = tree(browser, "/en/seasons/cup/entries/1")
    battle = tree(browser, "/en/seasons/cup/battles/1-2")
    told = browser.get("/api/v1/seasons/cup/battles/1/2").json()["report"]
    whole = browser.get("/api/v1/seasons/cup/entries/1").json()

    assert [node.text() for node in entry.css(".card .flavour")] == ["Crimson *Flash*", "鉄床"]
    assert [node.text() for node in entry.css(".speeches dt")] == [
        *("Entrance", "Finishing blow", "Victory", "Defeat")
    ]
    said = [node.text() for node in battle.css(".t-speech > span")]
    assert said[0] == "Tuesday: “Hello.”"
    assert said[-1] == "Tuesday: “Tea?”"
    assert [each["text"] for each in told if each["tone"] == "speech"] == said
    assert any("Tuesday's Crimson *Flash* [Attack]1!" in each["text"] for each in told)
    assert whole["flavour"] == ["Crimson *Flash*", None, "鉄床"]
    assert whole["lines"]["finish"] == "Mind the step."
    assert [node.text() for node in entry.css("#build bdi, #lore bdi")] == [
        "The Umbrella",
        "Forecast",
    ]
    assert [node.text() for node in battle.css(".called")] == ["The Umbrella"]
    assert whole["labels"] == {"build": "The Umbrella", "lore": "Forecast"}


def test_no_field_gets_out_of_its_place(browser: TestClient, database: Database) -> None:
    nasty = Character(
        NASTY,
        "攻響",
        NASTY,
        NASTY,
        f"javascript:alert(1)//{NASTY}",
        extras={
            "flavour": [NASTY],
            "lines": dict.fromkeys(MOMENTS, NASTY),
            "labels": dict.fromkeys(LABEL_NAMES, NASTY),
        },
    )
    with database.writing() as session:
        a_finished_season(session, [nasty, BOB, nasty], title_ja=NASTY, title_en=NASTY)
        open_one = a_season(session, slug="open", title_ja=NASTY, title_en=NASTY)
        a_revision(session, open_one, nasty, 9).entry.number = None

    for path in [*pages(), "/seasons/open"]:
        page = tree(browser, f"/en{path}")
        ours = "script:not([src^='/static/']), img:not(.crest)"
        assert page.css(f"{ours}, iframe, object, style, [style], [onerror], [onload]") == []
        for node in page.css("[href]"):
            address = node.attributes["href"] or ""
            assert not address.casefold().startswith(("javascript:", "data:")), path
    assert (
        browser.get("/en/seasons/cup")
        .headers["content-security-policy"]
        .startswith("default-src 'none'")
    )


def test_a_page_of_a_player_is_linked_as_a_strangers(browser: TestClient, cup: Season) -> None:
    link = tree(browser, "/en/seasons/cup/entries/1").css_first("p.owner a")

    assert link is not None
    assert link.attributes == {"href": "https://a.example/", "rel": "nofollow ugc noopener"}


# --- what they say ------------------------------------------------------------------------------------


def test_home_says_what_is_open_and_for_how_long(browser: TestClient, database: Database) -> None:
    with database.writing() as session:
        closes = datetime.now(UTC) + timedelta(days=3, hours=4, minutes=30)
        a_season(session, slug="open", closes_at=closes)
        a_finished_season(session, [ALICE, BOB])

    for lang, left in (("en", "{time} left"), ("ja", "あと{time}")):
        counted = tree(browser, f"/{lang}/").css_first("[data-until]")
        assert counted is not None
        assert counted.attributes["data-until"] == closes.isoformat(timespec="seconds")
        assert counted.attributes["data-left"] == left
        assert " UTC" in text(browser, f"/{lang}/")
    assert "Won by Mister Tuesday" in text(browser, "/en/")


def test_home_names_the_winners_of_all_seasons(browser: TestClient, database: Database) -> None:
    with database.writing() as session:
        for at in range(5):
            first = Character(f"First {at}", "攻攻攻核")
            a_finished_season(session, [first, Character("Last", "核")], slug=f"cup-{at}")
        level = [Character(f"Level {at}", "核") for at in range(7)]
        a_finished_season(session, level, slug="level")
    home = text(browser, "/en/")

    assert all(f"Won by First {at}" in home for at in range(5))
    assert "Won by Level 0, Level 1, Level 2, Level 3, Level 4" in home
    assert "Level 5" not in home


def test_an_open_season_lists_who_has_arrived(browser: TestClient, database: Database) -> None:
    with database.writing() as session:
        season = a_season(session, closes_at=datetime.now(UTC) - timedelta(minutes=1))
        for number, character in enumerate([BOB, ALICE], 1):
            a_revision(session, season, character, number).entry.number = None

    rows = [
        " ".join(row.text(separator=" ").split())
        for row in tree(browser, "/en/seasons/cup").css("tbody tr")
    ]
    assert rows == ["1 豆腐屋 ボブ Sealed", "2 Mister Tuesday alice Sealed"]
    counted = tree(browser, "/en/seasons/cup").css_first("[data-until]")
    assert counted is not None
    assert str(counted.attributes["data-over"]).startswith("The deadline has passed.")


def test_the_standings_lead_to_every_character_and_every_battle(
    browser: TestClient, cup: Season
) -> None:
    page = tree(browser, "/en/seasons/cup")
    links = [node.attributes["href"] for node in page.css(".cross td a")]

    assert len(page.css(".standings tbody tr")) == 3
    assert sorted(filter(None, links)) == [
        f"cup/battles/{a}-{b}" for a in (1, 2, 3) for b in (1, 2, 3) if a != b
    ]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["Mister Tuesday", "Goose", "豆腐屋"]),
        ("sort=name", ["Goose", "Mister Tuesday", "豆腐屋"]),
        ("sort=-name", ["豆腐屋", "Mister Tuesday", "Goose"]),
        ("sort=-points", ["豆腐屋", "Goose", "Mister Tuesday"]),
        ("find=ＧＯＯ", ["Goose"]),
        ("find=ボブ&sort=-name", ["豆腐屋"]),
        ("find=響核&sort=build", ["Mister Tuesday", "豆腐屋"]),
        ("find=<b>nobody", []),
    ],
)
def test_the_standings_are_sorted_and_searched_without_a_script(
    browser: TestClient, cup: Season, query: str, names: list[str]
) -> None:
    page = tree(browser, f"/en/seasons/cup?{query}")
    shown = [" ".join(line.text().split()) for line in page.css(".standings tbody tr")]
    whole = [
        " ".join(line.text().split())
        for line in tree(browser, "/en/seasons/cup").css(".standings tbody tr")
    ]

    assert [next(name for name in ALL if name in line) for line in shown] == names
    assert {*shown} <= {*whole}
    assert len(page.css(".standings [aria-sort]")) == 1
    assert len(page.css(".scenes")) == (0 if query else 1)
    assert browser.get("/en/seasons/cup?sort=secrets").status_code == 404


STOPS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']"


@pytest.mark.parametrize("size", [40, 200])
def test_tab_passes_every_page_of_a_season_in_150_stops(
    browser: TestClient, database: Database, size: int
) -> None:
    cards = "攻響核盾連硬散防"
    builds = [cards[at % 8] + cards[at // 8 % 8] + cards[at // 3 % 8] for at in range(size)]
    with database.writing() as session:
        who = [Character(f"No. {at}", build, f"owner {at}") for at, build in enumerate(builds)]
        a_finished_season(session, who)
    paths = [path for path in pages() if path.startswith("/seasons")]
    found = {
        path: len(tree(browser, f"/en{path}").css(f":is({STOPS}):not([tabindex='-1'])"))
        for path in paths
        if "/battles/" not in path
    }

    assert {path: stops for path, stops in found.items() if stops > 150} == {}


def test_two_characters_stand_side_by_side(browser: TestClient, cup: Season) -> None:
    page = tree(browser, "/en/seasons/cup/compare/1-2")
    asked = browser.get("/en/seasons/cup/compare?a=1&b=2", follow_redirects=False)

    assert asked.headers["location"] == "/en/seasons/cup/compare/1-2"
    assert [node.attributes["href"] for node in page.css(".both tbody a")] == [
        "/en/seasons/cup/battles/1-3",
        "/en/seasons/cup/battles/2-3",
    ]
    for query, told in (
        ("a=1&b=1", "Choose two different characters."),
        ("a=1&b=<b>9", "There is no character number “<b>9”."),
        ("a=x&b=9", "There is no character number “x”. There is no character number “9”."),
    ):
        answer = browser.get(f"/en/seasons/cup/compare?{query}")
        notice = LexborHTMLParser(answer.text).css_first(".notice")
        assert notice is not None
        assert (answer.status_code, " ".join(notice.text(separator=" ").split())) == (422, told)
    assert browser.get("/en/seasons/cup/compare/1-1").status_code == 404
    assert browser.get("/en/seasons/cup/compare/1-9").status_code == 404


def test_the_gallery_has_a_line_of_every_lore(browser: TestClient, cup: Season) -> None:
    page = tree(browser, "/en/seasons/cup/characters")

    assert [node.text() for node in page.css(".gallery h2")] == [
        "Mister Tuesday",
        "Goose",
        "豆腐屋",
    ]
    assert [node.text() for node in page.css(".gist")] == [
        "He opens it indoors.",
        "静寂の人。",
    ]


def test_a_battle_is_told_from_both_sides(browser: TestClient, cup: Season) -> None:
    page = tree(browser, "/en/seasons/cup/battles/1-2")
    game = ruleset("laplaplus")
    battle = game.play(game.read_build(ALICE.build), game.read_build(BOB.build))

    anchors = {node.attributes["id"] for node in page.css(".story [id]")}
    assert f"e{battle.events[-1].n}" in anchors
    assert "Mister Tuesday" in text(browser, "/en/seasons/cup/battles/1-2", ".bill")
    assert "d1" * 32 in text(browser, "/en/seasons/cup/battles/1-2")
    swapped = tree(browser, "/en/seasons/cup/battles/2-1")
    lives, others = ([node.text() for node in each.css(".score b")] for each in (page, swapped))
    assert lives == others[::-1] != others
    assert "Mister Tuesday" in text(browser, "/en/seasons/cup/battles/1-2", ".score")
    rel = [node.attributes["href"] for node in page.css(".neighbours a")]
    assert "/en/seasons/cup/battles/2-1" in rel


def test_a_character_is_shown_in_full(browser: TestClient, cup: Season) -> None:
    page = tree(browser, "/en/seasons/cup/entries/2")

    assert [node.text() for node in page.css(".row .char")] == ["盾", "響", "核"]
    lore = page.css_first(".lore")
    assert lore is not None
    assert lore.attributes["lang"] == "ja"
    assert lore.css_first("ruby") is not None
    assert len(page.css(".met tbody tr")) == 2


def test_japanese_names_are_set_as_japanese_in_english_pages(
    browser: TestClient, cup: Season
) -> None:
    names = {
        node.text(): node.attributes.get("lang")
        for node in tree(browser, "/en/seasons/cup").css("bdi")
    }

    assert names["豆腐屋"] == "ja"
    assert names["Goose"] is None


def test_how_to_take_part_can_be_copied(browser: TestClient, database: Database) -> None:
    with database.writing() as session:
        a_season(session)

    for lang, label in (("ja", "構成："), ("en", "Build: ")):
        page = tree(browser, f"/{lang}/taking-part")
        example = page.css_first("pre.example")
        assert example is not None
        build = example.text().split(label)[1].split("\n")[0]
        assert ruleset("laplaplus").read_build(build).cards
        mails = [node.attributes["href"] or "" for node in page.css("a[href^='mailto:']")]
        assert any("subject=" in address for address in mails)


def test_large_tables_have_pages_of_their_own(browser: TestClient, database: Database) -> None:
    with database.writing() as session:
        many = [Character(f"No {number}", "核" * (number % 9)) for number in range(61)]
        a_finished_season(session, many)

    assert tree(browser, "/en/seasons/cup").css(".cross") == []
    assert len(tree(browser, "/en/seasons/cup/table").css(".cross td a")) == 61 * 60


def test_a_table_too_large_for_one_page_goes_on_over_the_next(
    browser: TestClient, database: Database
) -> None:
    with database.writing() as session:
        a_finished_season(session, [Character(f"No {n}", "核" * (n % 9)) for n in range(101)])
    pages = [tree(browser, f"/en/seasons/cup/table?page={number}") for number in (1, 2)]

    assert [len(page.css(".cross tbody tr")) for page in pages] == [99, 2]
    assert [len(page.css(".cross td a")) for page in pages] == [99 * 100, 2 * 100]


@pytest.mark.parametrize(
    ("entries", "rows"), [(0, 10_000), (100, 100), (101, 99), (300, 33), (10_000, 1), (100_000, 1)]
)
def test_a_page_of_a_table_has_so_many_rows(entries: int, rows: int) -> None:
    assert rows_a_page(entries) == rows


# --- what can be taken home ---------------------------------------------------------------------------


def test_tables_can_be_taken_home(browser: TestClient, database: Database) -> None:
    with database.writing() as session:
        a_finished_season(session, [ALICE, Character("=1+1", "核", "@x")])

    standings = list(
        csv.DictReader(
            io.StringIO(browser.get("/seasons/cup/standings.csv").content.decode("utf-8-sig"))
        )
    )
    assert [row["name"] for row in standings] == ["Mister Tuesday", "'=1+1"]
    assert standings[0] | {"sonneborn-berger": ""} == {
        "place": "1",
        "number": "1",
        "name": "Mister Tuesday",
        "owner": "alice",
        "build": "攻響核核",
        "points": "3",
        "wins": "1",
        "draws": "0",
        "losses": "0",
        "head-to-head": "",
        "sonneborn-berger": "",
    }
    answer = browser.get("/seasons/cup/table.csv")
    assert (
        answer.content.decode("utf-8-sig")
        == ",Mister Tuesday,'=1+1\r\nMister Tuesday,,W\r\n'=1+1,L,\r\n"
    )
    assert answer.headers["content-disposition"] == 'attachment; filename="cup-table.csv"'


def test_the_record_can_be_verified(browser: TestClient, database: Database) -> None:
    by = Organiser("olga", datetime.now(UTC), "for a test")
    with database.writing() as session:
        seasons.create(session, season_plans.Plan("laplaplus", "cup"), by)
        seasons.open_season(session, "cup", by)
        for each in (ALICE, BOB, CHARLIE):
            interventions.add(
                session, "cup", Submission(each.name, each.build, each.owner, each.lore), by
            )
        seasons.close(session, "cup", by)
    list(run(database, "cup", by))
    with database.writing() as session:
        results.publish(session, "cup", by)

    record = Record.model_validate_json(browser.get("/seasons/cup/record.json").content)
    assert list(verify(record)) == []
    assert record.digest in text(browser, "/en/seasons/cup")
    salts = text(browser, "/en/seasons/cup/seals")
    for entry in record.entries:
        assert all(each in salts for each in (entry.commitment, *entry.salts.values()))
    assert record.digest_3 in text(browser, "/en/seasons/cup")
    seals = read_seals(browser.get("/seasons/cup/seals.json").content)
    assert list(against_seals(record, seals)) == []
    from_page = read_seals(
        LexborHTMLParser(browser.get("/en/seasons/cup/seals").text).text(separator=" ").encode()
    )
    assert from_page.seals


def test_a_season_may_be_called_like_a_folder_of_ours(
    browser: TestClient, database: Database
) -> None:
    with database.writing() as session:
        a_finished_season(session, [ALICE, BOB], slug="seasons")

    assert browser.get("/seasons/seasons/table.csv").headers["content-type"].startswith("text/csv")
    assert browser.get("/en/seasons/seasons").status_code == 200
