"""`hikyaku stats`: what a full table tells, of a list and of a season."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.engine import Pace, Ruleset
from app.games import laplaplus
from app.league.results import results
from app.settings import settings as read_settings
from app.statistics import what_if
from app.store.database import Database
from app.tournament.cache import Cache
from tests.cli.conftest import Installed
from tests.support import commands
from tests.support.commands import Told
from tests.support.duels import CLOSES, begin_cup, play_run
from tests.support.seasons import Character, a_finished_season, a_season

Hikyaku = Callable[..., Told]
LIST = """\
双連連攻連連力力/Alice
硬/Bob
攻響核核/Carol
攻響核/Dave
盾攻/Eve
攻響核核/Frank
"""
FIELD = [Character(name, build) for build, name in (line.split("/") for line in LIST.splitlines())]


@pytest.fixture
def cup(site_file: Path) -> Iterator[Hikyaku]:
    """The program in an installation with a published season and an open one."""
    url = f"sqlite:///{site_file}"
    database = Database(url)
    with database.writing() as session:
        a_finished_season(session, FIELD)
        a_season(session, slug="open")
    database.close()
    installation = dict.fromkeys(filter(lambda name: name.startswith("HIKYAKU_"), os.environ)) | {
        "HIKYAKU_DATABASE_URL": url,
        "LC_ALL": "C.UTF-8",
    }

    def run(*arguments: str, code: int = 0) -> Told:
        return commands.hikyaku(*arguments, code=code, env=installation)

    yield run
    read_settings.cache_clear()


def test_a_list_tells_what_its_table_tells(hikyaku: Hikyaku) -> None:
    """Of 6 characters 15 pairs meet; Carol and Frank have the same build, and draw. Attack is in all builds but Bob's: too common for a rule."""
    told = hikyaku("stats", "list", "laplaplus", "-", "--lang", "en", stdin=LIST)

    lines = told.stdout.splitlines()
    assert lines[0] == "6 characters, 15 battles, 1 drawn"
    assert "* Most used: Attack, in 5 of 6 builds." in lines
    assert "Carol, Frank" in lines
    assert any(line.startswith("攻 Attack") and line.split()[2:4] == ["5", "5"] for line in lines)
    assert "Not played: " in told.stdout


def test_it_speaks_japanese(hikyaku: Hikyaku) -> None:
    told = hikyaku("stats", "list", "laplaplus", "-", "--lang", "ja", stdin=LIST)

    assert told.stdout.startswith("6人、15戦、うち引き分け1\n")


@pytest.mark.parametrize(("lang", "skills"), [("ja", "スキル"), ("en", "Skills")])
def test_of_a_game_with_skills_it_says_skills(hikyaku: Hikyaku, lang: str, skills: str) -> None:
    field = "閃閃交硬果/A\n待速搦待閃/B\n覚強閃強強/C\n閃閃交硬覚/D\n閃閃交硬果/E\n覚閃交硬閃/F\n"
    told = hikyaku("stats", "list", "shiden-issen-2", "-", "--lang", lang, stdin=field).stdout

    assert skills in told.splitlines()
    assert re.findall(r"カード|ターン|\b[Cc]ards?\b|\b[Tt]urns?\b", told) == []


def test_json_has_all_of_it(hikyaku: Hikyaku) -> None:
    told = json.loads(hikyaku("stats", "list", "laplaplus", "-", "--json", stdin=LIST).stdout)

    assert (told["entries"], told["battles"], sum(told["bands"])) == (6, 15, 6)
    assert told["rules_version"] == "laplaplus@1"
    assert {each["name"]: each["number"] for each in told["rivals"]} == {
        name: number
        for number, name in enumerate(["Alice", "Bob", "Carol", "Dave", "Eve", "Frank"], 1)
    }
    assert [sorted(group) for group in told["alike"]["identical"]] == [[3, 6]]
    attack = next(each for each in told["cards"] if each["card"] == "attack")
    assert attack["contribution"] == pytest.approx(attack["score"] - attack["score_without"])


def test_a_long_list_is_cut_and_says_so(hikyaku: Hikyaku) -> None:
    many = "".join(f"{'攻' * (1 + at % 8)}{'核盾響'[at % 3]}/C{at}\n"[-9:] for at in range(24))
    told = hikyaku("stats", "list", "laplaplus", "-", stdin=many.replace("攻攻攻攻攻攻攻攻", "攻"))

    assert "… and 4 more. --json shows all." in told.stdout


def test_an_empty_list_is_no_accident(hikyaku: Hikyaku) -> None:
    told = hikyaku("stats", "list", "laplaplus", "-", stdin="# nobody\n", code=1)

    assert told.stdout == ""
    assert told.stderr == "The list has no characters. Write one on each line.\n"


def test_one_alone_has_met_nobody(hikyaku: Hikyaku) -> None:
    told = hikyaku("stats", "list", "laplaplus", "-", stdin="攻/Alice\n")

    assert told.stdout.startswith("1 character, 0 battles, 0 drawn\n")
    assert told.stdout.splitlines()[-1].split() == ["Alice", "-", "-", "-"]


def test_a_season_tells_the_same_as_its_list(cup: Hikyaku, hikyaku: Hikyaku) -> None:
    of_season = cup("stats", "season", "cup", "--json")
    of_list = hikyaku("stats", "list", "laplaplus", "-", "--json", stdin=LIST)

    assert json.loads(of_season.stdout) == json.loads(of_list.stdout)
    assert cup("stats", "season", "cup").stdout.startswith("6 characters, 15 battles")


def test_a_season_of_matches_tells_how_they_ended_and_how_long_they_were(
    duel: Ruleset, installed: Installed, site_file: Path
) -> None:
    """Played in one go they leave no records: their exchanges are counted all the same."""
    with closing(Database(f"sqlite:///{site_file}")) as database:
        begin_cup(database, 3, tempo="script")
        assert play_run(database, CLOSES + timedelta(days=9)) == "review"
    told = installed("stats", "season", "cup", "--lang", "ja").stdout
    (lengths,) = json.loads(installed("stats", "season", "cup", "--json").stdout)["matches"][
        "exchanges"
    ]

    assert "\n試合\n" in told
    assert "やりとりの回数" in told
    assert lengths["matches"] == 3
    assert lengths["exchanges"] > 0


@pytest.mark.parametrize(("slug", "said"), [("open", "no finished results"), ("nope", "nope")])
def test_without_results_there_is_nothing_to_tell(cup: Hikyaku, slug: str, said: str) -> None:
    for command in (["season", slug], ["entry", slug, "1"]):
        told = cup("stats", *command, code=1)
        assert told.stdout == ""
        assert said in told.stderr


def test_an_entry_hears_what_would_have_won(cup: Hikyaku) -> None:
    """By name or by number; a lost battle a line, with the smallest change that wins it."""
    told = cup("stats", "entry", "cup", "dave")

    assert told.stdout == cup("stats", "entry", "cup", "4").stdout
    assert told.stdout.startswith("Dave: 攻響核\n\nBest single change: ")
    lost = [
        line
        for line in told.stdout.splitlines()
        if line.split()[1:2] and line.split()[1] in "Alice Carol Dave Eve Frank"
    ]
    assert len(lost) == len(
        json.loads(cup("stats", "entry", "cup", "4", "--json").stdout)["rescues"]
    )


def test_the_json_of_an_entry_names_changes_that_can_be_played(cup: Hikyaku) -> None:
    told = json.loads(cup("stats", "entry", "cup", "4", "--json").stdout)
    best = told["best"]

    assert (told["number"], told["name"], told["characters"], told["tried"]) == (
        4,
        "Dave",
        "攻響核",
        3 + 3 * 24,
    )
    assert best["points"] > told["points"]
    assert laplaplus.RULESETS[0].read_build(best["characters"]).cards == tuple(best["build"])


def test_the_champion_has_lost_nothing(cup: Hikyaku) -> None:
    told = cup("stats", "entry", "cup", "Alice")

    assert "It has lost no battle." in told.stdout
    assert "Lost against" not in told.stdout


def test_nobody_of_that_name(cup: Hikyaku) -> None:
    told = cup("stats", "entry", "cup", "Alise", code=1)

    assert told.stderr == "No entry has the name or number “Alise”. Did you mean Alice?\n"


def test_what_would_take_minutes_is_refused_in_a_sentence(
    cup: Hikyaku, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As without a compiled kernel, in a large field."""
    slow = replace(laplaplus.RULESETS[0], pace=Pace(battles=1))
    monkeypatch.setattr(results, "rules_of", lambda *_: slow)
    monkeypatch.setattr(results, "_kept", Cache(4, nullcontext()))
    monkeypatch.setattr(what_if, "_kept", Cache(4, nullcontext()))

    told = cup("stats", "entry", "cup", "2", code=1)
    assert told.stderr.startswith("Trying every change would take 120 battles.")


def test_a_season_is_answered_as_its_list_is(cup: Hikyaku, hikyaku: Hikyaku) -> None:
    few = ("--battles", "20000", "--json")
    of_season, of_list = (
        cup("stats", "answers", "cup", *few),
        hikyaku("lab", "laplaplus", "-", "--answers", *few, stdin=LIST),
    )
    changes, improved = (
        cup("stats", "changes", "cup", "Dave", *few),
        hikyaku("lab", "laplaplus", "-", "--improve", "Dave", *few, stdin=LIST),
    )

    assert json.loads(of_season.stdout) == json.loads(of_list.stdout)
    assert json.loads(changes.stdout) == json.loads(improved.stdout)
    assert "There is none" not in cup("stats", "answers", "cup").stdout
