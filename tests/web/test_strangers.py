"""What strangers write is read by others, and by programs: it stays text, wherever it comes out."""

import csv
import io
import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser as Chromium
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import select
from starlette.testclient import TestClient

from app.engine import MOMENTS
from app.errors import Problem
from app.league.entries.characters import LABEL_NAMES
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin, submit
from app.letters.contents import RenderedLetter, preview, render
from app.notices.answers import Problems
from app.store import letters, players, seasons
from app.store.database import Database
from app.store.tables import Letter, SignInPurpose
from app.web.sessions import cookie_name
from tests.support.browsers import ENTER, Site
from tests.support.commands import Said
from tests.support.people import NOW
from tests.support.seasons import Character, a_finished_season, a_revision, a_season
from tests.web.serving import Serving, visitor
from tests.web.worlds import sign_in

CORPUS: Final = (
    "<script>alert(1)</script>",
    "</textarea><script>alert(2)</script>",
    "</title></style></script><img src=x onerror=alert(3)>",
    '" autofocus onfocus="alert(4)',
    "' onmouseover='alert(5)",
    "<svg/onload=alert(6)>",
    "javascript:alert(7)//http://",
    "[x](javascript:alert(8)) ![y](x) <javascript:alert(8)>",
    "[x](JaVaScRiPt&colon;alert(9))",
    "data:text/html,<script>alert(10)</script>",
    "{{ 31337*31337 }} {% raw %} ${31337*31337} #{31337*31337}",
    "%s %(name)s %d {0} {name} %",
    "]]><x/><![CDATA[ &lol; <!ENTITY a 'b'>",
    "--><script>alert(13)</script><!--",
    "=1+1;=cmd|' /C calc'!A0",
    "+1, @SUM(1), -2",
    '";"=1+1',
    "`<iframe srcdoc='<script>alert(17)</script>'>`",
    "<meta http-equiv=refresh content='0;url=javascript:alert(18)'><base href=//evil.example>",
    "<form action=//evil.example><button>x</button></form><style>*{display:none}</style>",
    "&lt;script&gt;alert(20)&lt;/script&gt; &#60;img src=x onerror=alert(20)&#62;",
    "<math><mi xlink:href=javascript:alert(21)>x</mi></math><a href=' javascript:alert(21)'>y</a>",
    'http://example.com/"onclick=alert(22)',
)
HIDDEN: Final = ("\x00", "\u202e", "\u2066", "\u200b", "\x1b[31m", "\ufeff")
_SUMS: Final = tuple("=+-@\t\r")
_NO_BRACKETS: Final = str.maketrans("[]", "()")
_NEVER: Final = (
    "script:not([src^='/static/']), iframe, object, embed, base, img:not([src^='/']), img[src^='//'], math,"
    " meta[http-equiv=refresh], form[action*=evil]"
)
_SCHEME: Final = re.compile(r"[\s\0-\x1f]*(?!https?:|mailto:)[a-z][a-z0-9+.-]*\s*:", re.IGNORECASE)


def faults(html: str) -> Iterator[str]:
    """What in this page or letter would run, or lead to where something runs."""
    page = LexborHTMLParser(html)
    for node in page.css(_NEVER):
        yield f"<{node.tag}>"
    for node in page.css("*"):
        for name, value in node.attributes.items():
            is_ours = (node.tag, name) == ("section", "autofocus")  # what is said of a form
            bad = name.startswith("on") or name in ("srcdoc", "autofocus", "xlink:href")
            if bad and not is_ours:
                yield f"{node.tag} {name}={value}"
            if name in ("href", "src", "action", "formaction") and _SCHEME.match(value or ""):
                yield f"{node.tag} {name}={value}"
    if str(31337 * 31337) in html:
        yield "a template in a text was filled in"


def characters() -> list[Character]:
    """Characters who say all of it."""
    return [
        Character(
            f"{number} {evil}"[:64],
            "攻核",
            evil.replace("@", "")[:64],
            f"{evil}\n\n{evil}",
            evil,
            extras={
                "flavour": [evil, evil],
                "lines": dict.fromkeys(MOMENTS, evil),
                "labels": dict.fromkeys(LABEL_NAMES, evil),
            },
        )
        for number, evil in enumerate(CORPUS, 1)
    ]


def everything(session: Any) -> None:
    """A season that is played, and an open one, both full of strangers."""
    a_finished_season(session, characters(), slug="played", title_en=CORPUS[2], title_ja=CORPUS[0])
    open_one = a_season(session, title_en=CORPUS[2], title_ja=CORPUS[0])
    for number, character in enumerate(characters(), 1):
        a_revision(session, open_one, character, number)


def pages() -> list[str]:
    count = len(CORPUS)
    return [
        "/", "/seasons/cup", "/seasons/cup/enter", "/seasons/cup/entered", "/taking-part",
        "/seasons/played", "/seasons/played/table", "/seasons/played/seals", "/seasons/cup/my",
        "/seasons/played/statistics", "/seasons/played/entries/3/what-if",
        "/seasons/played/entries/3/changes", "/seasons/played/answers", "/seasons/cup/follow",
        "/desk/seasons/played/statistics",
        "/desk", "/desk/letters", "/desk/seasons/cup", "/desk/seasons/played", "/desk/seasons/cup/withdraw/1",
        *(f"/seasons/played/entries/{number}" for number in range(1, count + 1)),
        *(f"/seasons/played/battles/1-{number}" for number in range(2, count + 1)),
    ]  # fmt: skip


def all_letters(database: Database) -> list[RenderedLetter]:
    """A letter of each kind that tells of characters, for every stranger."""
    with database.writing() as session:
        played, cup = (seasons.by_slug(session, slug) for slug in ("played", "cup"))
        written = [letter for _, letter in preview(session, played, NOW)]
        for number, evil in enumerate(CORPUS, 1):
            player = players.known_as(session, f"s{number}@new.example.com", "ja", NOW)
            submission = Submission(f"new {number} {evil}"[:64], "攻核", lore=evil, url=evil)
            submit(session, cup, player, submission, Origin(NOW, proven=number % 2 == 0))
            problem = Problem("unknown-card", 1, 1, (evil,))
            about = Problems(problems=(problem,))
            letters.write(session, about, player, f"p{number}", now=NOW, season=cup)
        session.flush()
        return written + [render(session, letter) for letter in session.exec(select(Letter))]


@pytest.fixture
def full(database: Database) -> Site:
    with database.writing() as session:
        everything(session)
    return Site(database)


@pytest.fixture
def client(full: Site) -> TestClient:
    """A browser that is Olga's and a player's at once."""
    client = full.browser().client
    with full.writing() as session:
        for purpose, slug in ((SignInPurpose.ORGANISER, ""), (SignInPurpose.PLAYER, "cup")):
            token, _ = sign_in(session, purpose, slug)
            client.cookies.set(cookie_name(full.app.site, purpose, slug), token)
    return client


def test_pages_show_it_as_text(client: TestClient) -> None:
    with client:
        found = {path: list(faults(client.get(f"/en{path}").text)) for path in pages()}

    assert {path: told for path, told in found.items() if told} == {}


def test_a_pasted_list_is_shown_as_text(full: Site) -> None:
    browser = full.browser()
    lines = [f"[{evil.translate(_NO_BRACKETS)[:60]}] 攻核/{evil[:64]}" for evil in CORPUS]
    sent = browser.post("/en/lab/laplaplus", {"list": "\n".join(lines)})
    assert sent.status == 303
    endings = [
        *("", "/entries/1", "/entries/1/what-if", "/entries/1/changes"),
        *("/answers", "/battles/1-2", "/statistics"),
    ]
    with browser.client:
        found = {end: list(faults(browser.get(sent.location + end).html)) for end in endings}
        table = browser.get(f"{sent.location}/table.csv").html

    assert found == {end: [] for end in endings}
    assert table.count("\n") == len(CORPUS) + 1
    assert [
        cell for row in csv.reader(io.StringIO(table)) for cell in row if cell[:1] in _SUMS
    ] == []


def test_a_list_that_cannot_be_read_is_given_back_as_text(full: Site) -> None:
    answer = full.browser().post("/en/lab/laplaplus", {"list": "\n".join(CORPUS)})

    assert answer.status == 422
    assert list(faults(answer.html)) == []


@pytest.mark.parametrize(
    ("path", "together"),
    [
        (ENTER, ["name owner lore url build address"]),
        (f"{ENTER}/preview", ["name", "owner", "lore", "url", "build address"]),
        (f"{ENTER}/try", ["name owner lore url address", "build"]),
    ],
)
def test_forms_give_it_back_as_text(full: Site, path: str, together: list[str]) -> None:
    """In all fields of which one is not judged, or shown, by another."""
    browser = full.browser()
    sent = {"name": "Tuesday", "build": "攻核", "address": "bad", "form_key": ""}
    for evil, fields in product(CORPUS, together):
        answer = browser.post(path, sent | dict.fromkeys(fields.split(), evil))
        assert answer.status in (200, 422)
        assert list(faults(answer.html)) == []
        assert "lore" not in fields or answer.page.css_first("#lore").text().strip() == evil  # type: ignore[union-attr]


@pytest.mark.parametrize("field", ["name", "owner", "url"])
def test_what_nobody_can_see_is_refused_in_a_line(database: Database, field: str) -> None:
    with database.writing() as session:
        a_season(session)
    browser = Site(database).browser()
    sent = {"name": "Tuesday", "build": "攻核", "address": "a@example.net"}
    for hidden in HIDDEN:
        answer = browser.post(ENTER, sent | {field: f"a{hidden}b"})

        assert (answer.status, len(answer.told(field))) == (422, 1), repr(hidden)
        assert hidden not in Said(answer.text(f"#{field}-told"))


def test_letters_show_it_as_text(full: Site) -> None:
    for letter in all_letters(full.database):
        assert list(faults(letter.html)) == []
        assert "\n" not in letter.subject
        assert "\r" not in letter.subject


def test_the_feed_stays_well_formed(client: TestClient) -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    for slug in ("cup", "played"):
        feed = ET.fromstring(client.get(f"/en/seasons/{slug}/feed.atom").text)
        kinds = {each.tag.removeprefix(atom) for each in feed.iter()}
        links = {each.get("href", "") for each in feed.iter(f"{atom}link")}
        titles = [each.text or "" for each in feed.iter(f"{atom}title")]

        assert kinds == {
            "feed",
            "id",
            "title",
            "updated",
            "link",
            "author",
            "name",
            "entry",
            "content",
        }
        assert all(link.startswith("https://cup.example/") for link in links)
        assert sum(character.name in " ".join(titles) for character in characters()) == len(CORPUS)


@pytest.mark.parametrize(
    "name", ["standings.csv", "table.csv", "cards.csv", "rivals.csv", "awards.csv"]
)
def test_spreadsheets_calculate_nothing(client: TestClient, name: str) -> None:
    text = client.get(f"/seasons/played/{name}").text.removeprefix("\ufeff")
    for delimiter in (",", ";", "\t"):
        for row in csv.reader(io.StringIO(text), delimiter=delimiter):
            assert [cell for cell in row if cell[:1] in _SUMS] == []


def test_json_is_json_and_says_what_was_written(client: TestClient) -> None:
    for path in ("/seasons/played/record.json", "/api/v1/seasons/played/entries"):
        answer = client.get(path)
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        for character in characters():
            assert character.name in json.dumps(
                json.loads(answer.text), ensure_ascii=False
            ).replace('\\"', '"')


def test_in_a_real_browser_nothing_happens(site: Serving, chromium: Chromium) -> None:
    """Letters are opened as mail programs without any policy would."""
    with site.database.writing() as session:
        everything(session)
        tokens = {
            "-".join(filter(None, ("hikyaku", purpose.value, slug))): sign_in(
                session, purpose, slug
            )[0]
            for purpose, slug in ((SignInPurpose.ORGANISER, ""), (SignInPurpose.PLAYER, "cup"))
        }
    site.clock.now = NOW
    with visitor(chromium, site) as guest:
        for name, token in tokens.items():
            guest.page.context.add_cookies([{"name": name, "value": token, "url": site.address}])
        for path in pages():
            if "/battles/" not in path or path.endswith(("-2", "-6")):
                guest.go(f"/en{path}")
                guest.look()
        guest.go("/en/seasons/cup/enter")
        story, one = "\n\n".join(CORPUS), CORPUS[1]
        guest.fill(name=one, build=story, owner=one, lore=story, url=CORPUS[6])
        guest.press("Preview")
        guest.page.goto("about:blank")
        for letter in all_letters(site.database):
            guest.page.set_content(letter.html)
