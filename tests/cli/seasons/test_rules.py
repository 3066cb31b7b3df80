"""House cards of a season, the errata report and the move to other rules, from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Installed
from tests.support.house_cards import VOLLEY


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Files of house cards by name."""
    texts = {
        "volley": VOLLEY,
        "weaker": VOLLEY.replace("points = 3", "points = 1"),
        "none": '[[change]]\ncard = "flurry"\nmost = 0\n',
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.toml") for name in texts}


def test_a_season_with_house_cards_from_its_creation_to_its_errata(
    cup: Installed, files: dict[str, str]
) -> None:
    cup("season", "create", "laplaplus", "summer", "--cards", files["volley"])
    cup("season", "open", "summer")
    for build in ("矢矢核/Robin", "防核核/Guard", "攻核核/Bear"):
        cup("season", "add", "summer", build)
    cup("season", "close", "summer")
    told = cup("season", "errata", "summer", "--cards", files["weaker"], "--lang", "ja").stdout
    told_again = cup(
        "season", "errata", "summer", "--cards", files["weaker"], "--lang", "ja"
    ).stdout
    plain = json.loads(
        cup("season", "errata", "summer", "--cards", files["weaker"], "--json").stdout
    )

    assert "1 Robin – 2 Guard: 勝 → 敗" in told
    assert told == told_again
    assert plain["flips"] == [{"home": 1, "away": 2, "before": "win", "after": "loss"}]
    assert plain["illegal"] == []
    assert plain["concerned"] == [1, 2]
    for command in ("run", "publish"):
        cup("season", command, "summer")
    assert "holds" in cup("season", "verify", "summer").stdout


def test_entries_that_are_not_legal_any_more_are_named_and_taken_out(
    cup: Installed, files: dict[str, str]
) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    cup("season", "close", "cup")
    asked = ("season", "rules", "cup", "--cards", files["none"], "--tell", "Too fast.")
    errata = cup("season", "errata", "cup", "--cards", files["none"]).stdout
    named = cup(*asked, code=1).stderr
    done = cup(*asked, "--take-out").stdout

    assert "2 Goose: " in errata
    assert "2 Goose" in named
    assert "1 taken out" in done
    assert "laplaplus@1+" in done


def test_whoever_asks_for_errata_says_of_which_rules(cup: Installed) -> None:
    assert "--rules VERSION or --cards FILE" in cup("season", "errata", "cup", code=2).stderr
