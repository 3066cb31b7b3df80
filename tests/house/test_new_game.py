"""A new game is a new folder and nothing else: janken, which no line of the program knows, plays a season."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser

from app.engine import Ruleset
from app.letters.contents import preview
from app.store import seasons
from app.store.database import Database
from app.store.tables import MailAction
from tests.support.commands import hikyaku
from tests.support.posting import Postman

pytestmark = pytest.mark.usefixtures("janken")


def test_it_is_played_without_an_account(janken: Ruleset, browser: TestClient) -> None:
    told = json.loads(hikyaku("lab", "janken", "-", "--json", stdin=janken.sample()).stdout)
    battle = hikyaku("battle", "janken", "石石石", "石紙鋏", "--lang", "en").stdout
    page = browser.post("/en/lab/janken", data={"list": janken.sample()})

    assert [each["name"] for each in told["ranking"]] == ["Bob", "アリス", "Charlie"]
    assert "[Paper]!" in battle
    assert page.status_code == 200
    assert "Charlie" in page.text
    assert janken.title.en in browser.get("/en/games").text
    for name, said in (("rules", "Each side shows three hands"), ("cards", "Beats Scissors.")):
        assert said in browser.get(f"/en/games/janken/{name}").text


def test_it_plays_a_season(
    janken: Ruleset, browser: TestClient, database: Database, tmp_path: Path
) -> None:
    """Opened, entered, closed, played, published, told in letters and on pages, and verified from its record."""
    hikyaku("season", "create", "janken", "cup")
    hikyaku("season", "open", "cup")
    form = browser.get("/en/seasons/cup/enter")
    postman = Postman(database, datetime.now(UTC))
    refused = postman.post("Name: Alice\nBuild: 石石銃\n")
    postman.post("Name: Alice\nBuild: Rock, Rock, Paper\n")
    postman.post("y", to=postman.confirm())
    for character in janken.sample().splitlines()[1:]:
        hikyaku("season", "add", "cup", character)
    for step in ("close", "run", "publish"):
        hikyaku("season", step, "cup")
    record = tmp_path / "record.json"
    hikyaku("season", "export", "cup", str(record))
    with database.reading() as session:
        season = seasons.by_slug(session, "cup")
        (report,) = (letter for _, letter in preview(session, season, season.created_at))
    results = browser.get("/en/seasons/cup").text
    battle = browser.get("/en/seasons/cup/battles/1-2").text
    watched = LexborHTMLParser(battle).css_first(".watch")

    assert form.status_code == 200
    assert refused.action is MailAction.PROBLEMS
    assert [name in results for name in ("Alice", "Bob", "Charlie")] == [True] * 3
    assert "wins!" in battle
    assert watched is not None
    assert [node.text() for node in watched.css(".char")] == [*"石紙鋏鋏鋏鋏"]
    assert "[Rock]!" in report.text
    assert browser.get("/en/seasons/cup/statistics").status_code == 200
    assert browser.get("/api/v1/seasons/cup").json()["game"] == "janken"
    assert '"janken@1"' in record.read_text(encoding="utf-8")
    assert "differs" not in hikyaku("season", "verify", str(record)).stdout
