"""A tie-break is one object: a new one is shown at every door, and changes nothing that does not name it."""

import json
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient

from app.cli import lab
from app.i18n import translations
from app.letters.contents import preview
from app.store.database import Database
from app.store.tables import Season
from app.tournament import lab as round_robins, tiebreaks
from app.tournament.scoring import Scoring
from app.tournament.tiebreaks import DEFAULT, MOST, TIE_BREAKS, Tally, TieBreak
from tests.support.commands import hikyaku
from tests.support.seasons import CLOSES, Character, a_finished_season
from tests.tournament import test_digest

# Red beats both others, who draw with each other and are level.
RED, GREEN, BLUE = (
    Character("Red", "攻核核"),
    Character("Green", "核核"),
    Character("Blue", "核核"),
)
LIST: Final = "攻核核/Red\n核核/Green\n核核/Blue\n"


def decided(tally: Tally, entry: int, _level: Sequence[int]) -> int:
    return tally.wins[entry] + tally.losses[entry]


BOLD: Final = TieBreak("bold", "Boldness", "The number of battles not drawn.", decided)


@pytest.fixture
def bold(monkeypatch: pytest.MonkeyPatch) -> TieBreak:
    monkeypatch.setitem(tiebreaks.TIE_BREAKS, BOLD.slug, BOLD)
    return BOLD


# --- those there are ----------------------------------------------------------------------------------


def test_every_tie_break_has_its_words_in_both_languages_and_fits_a_season() -> None:
    japanese = translations("ja").gettext

    for slug, each in TIE_BREAKS.items():
        assert slug == each.slug
        for text in (each.label, each.meaning):
            assert text, f"{slug} lacks a label or a meaning"
            assert japanese(text) != text, f"{slug} is not in the Japanese catalogue: {text}"
        assert each.meaning.endswith(".")
    column = Season.__table__.c.tie_breaks  # type: ignore[attr-defined]
    longest = sorted(TIE_BREAKS, key=len)[-MOST:]
    assert len(",".join(longest)) <= column.type.length, "a season cannot hold such an order"


def test_a_new_one_changes_no_default_and_no_digest(bold: TieBreak) -> None:
    before = hikyaku("lab", "laplaplus", "-", "--json", stdin=LIST).stdout

    assert bold.slug not in DEFAULT
    assert Scoring() == Scoring.of(3, 1, 0, ["head-to-head", "sonneborn-berger", "wins"])
    assert bold.slug not in before
    test_digest.test_the_digest_in_the_documents_can_be_made_again_with_nothing_but_sha_256()


# --- a new one at every door --------------------------------------------------------------------------


@pytest.fixture
def bold_lists(bold: TieBreak, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pasted lists go by it."""
    by_it = partial(Scoring, tie_breaks=(bold,))
    monkeypatch.setattr(round_robins, "Scoring", by_it)
    monkeypatch.setattr(lab, "Scoring", by_it)


@pytest.mark.usefixtures("bold_lists")
def test_lists_are_ranked_by_it_in_a_terminal() -> None:
    lines = hikyaku("lab", "laplaplus", "-", "--lang", "en", stdin=LIST).stdout.splitlines()
    told = json.loads(hikyaku("lab", "laplaplus", "-", "--json", stdin=LIST).stdout)

    assert [line.split()[-1] for line in lines] == ["Boldness", "2", "1", "1"]
    assert [each["tie_breaks"] for each in told["ranking"]] == [{"bold": n} for n in (2, 1, 1)]


@pytest.mark.usefixtures("bold_lists")
def test_lists_are_ranked_by_it_on_their_pages(browser: TestClient) -> None:
    sent = browser.post("/api/v1/lab/laplaplus", json={"list": LIST})
    page = browser.post("/en/lab/laplaplus", data={"list": LIST})

    assert sent.json()["ranking"][1]["tie_breaks"] == {"bold": 1}
    assert page.status_code == 200
    for shown in (BOLD.label, BOLD.meaning):
        assert shown in page.text
    assert BOLD.label in browser.get(f"{page.url}/entries/2").text
    assert browser.get(f"{page.url}/result.json").json() == sent.json()


@pytest.mark.usefixtures("bold")
def test_a_season_with_it_is_shown_to_everybody(browser: TestClient, database: Database) -> None:
    with database.writing() as session:
        season, _ = a_finished_season(session, [RED, GREEN, BLUE], tie_breaks="bold,wins")
        letters = [letter for _, letter in preview(session, season, CLOSES)]
    results, entry = browser.get("/en/seasons/cup"), browser.get("/en/seasons/cup/entries/2")
    api = browser.get("/api/v1/seasons/cup/standings").json()["items"]
    table = browser.get("/seasons/cup/standings.csv").text.splitlines()

    for shown in (BOLD.label, BOLD.meaning):
        assert shown in results.text
    assert BOLD.label in entry.text
    assert entry.text.count("<dt>Wins</dt>") == 1
    assert "Boldness: 1\n" in letters[1].text
    assert "Boldness <b>1</b>" in letters[1].html
    assert browser.get("/api/v1/seasons/cup").json()["scoring"]["tie_breaks"] == ["bold", "wins"]
    assert [each["tie_breaks"]["bold"] for each in api] == [2, 1, 1]
    assert table[0].endswith(",losses,bold,wins")
    assert table[2].endswith(",1,0")


@pytest.mark.usefixtures("bold", "database")
def test_a_season_is_created_with_it_played_and_verified(tmp_path: Path) -> None:
    hikyaku("season", "create", "laplaplus", "cup", "--tie-breaks", "bold, wins")
    hikyaku("season", "open", "cup")
    for build in LIST.splitlines():
        hikyaku("season", "add", "cup", build)
    for step in ("close", "run", "publish"):
        hikyaku("season", step, "cup")
    told = json.loads(hikyaku("season", "show", "cup", "--json").stdout)
    record = tmp_path / "record.json"
    hikyaku("season", "export", "cup", str(record))

    assert told["tie_breaks"] == "bold,wins"
    assert json.loads(record.read_bytes())["scoring"]["tie_breaks"] == ["bold", "wins"]
    assert "differs" not in hikyaku("season", "verify", str(record)).stdout


def test_it_is_named_where_tie_breaks_are_chosen() -> None:
    """Help and OpenAPI name all there are when the program starts."""
    new = "from app.tournament.tiebreaks import *; TIE_BREAKS['bold'] = TieBreak('bold', 'B', 'B.', None)"
    look = (
        f"{new}; from typer.testing import CliRunner; from app.cli import program;"
        "print(CliRunner().invoke(program, ['season', 'create', '--help']).stdout);"
        "from app.web.api.description import description; import json; print(json.dumps(description()))"
    )
    *lines, described = subprocess.run(
        [sys.executable, "-c", look], check=True, capture_output=True, text=True, encoding="utf-8"
    ).stdout.splitlines()
    (chosen, *_) = (
        each["properties"]["tie_breaks"]
        for name, each in json.loads(described)["components"]["schemas"].items()
        if name == "SentPoints"
    )

    assert ", bold." in " ".join(" ".join(lines).split())
    assert chosen["items"]["enum"] == [*TIE_BREAKS, "bold"]
    assert chosen["default"] == [*DEFAULT]
