"""Entries from the command line: sealed while the season is open, and added by hand."""

import json
from datetime import UTC, datetime
from pathlib import Path

from app.engine.ruleset import Ruleset
from app.store.database import Database
from tests.cli.conftest import Installed
from tests.support.duels import all_matches, begin_cup, move_all


def test_a_season_is_sealed_while_open_and_laid_open_when_closed(cup: Installed) -> None:
    cup("season", "add", "cup", "攻響核/Tuesday", "--owner", "alice")
    sealed = cup("season", "entries", "cup", "--json").stdout
    cup("season", "close", "cup")
    (entry,) = json.loads(cup("season", "entries", "cup", "--json").stdout)

    assert "attack" not in sealed
    assert (entry["number"], entry["build"]) == (1, ["attack", "echo", "core"])


def test_an_entry_by_hand_brings_all_that_one_by_mail_brings(cup: Installed) -> None:
    own = [
        *("技名１：紅蓮の一撃", "Flavour 3: Anvil", "Entrance: Hello.", "とどめ：御免!"),
        *("Build label: Murasame", "設定の項目名：来歴"),
    ]
    cup(
        "season",
        "add",
        "cup",
        "攻響核／ムライ",
        *(word for line in own for word in ("--own", line)),
    )
    cup("season", "close", "cup")
    (entry,) = json.loads(cup("season", "entries", "cup", "--json").stdout)

    assert entry["name"] == "ムライ"
    assert entry["flavour"] == ["紅蓮の一撃", None, "Anvil"]
    assert entry["lines"] == {"entrance": "Hello.", "finish": "御免!"}
    assert entry["labels"] == {"build": "Murasame", "lore": "来歴"}


def test_all_that_is_wrong_with_an_entry_by_hand_is_said_at_once(cup: Installed) -> None:
    own = [
        *("Sigh: Oh.", "Name: Else", f"Victory: {'x' * 61}", "Defeat: a\nb", "Flavour 9: Ninth"),
        *("Entrance: one", "Entrance: two"),
    ]
    told = cup(
        *("season", "add", "cup", "Atack/Tuesday", "--owner", "a@example.com"),
        *(word for line in own for word in ("--own", line)),
        code=1,
    ).stderr.splitlines()

    for said, line in zip(
        [
            *(
                "“Sigh: Oh.” is not a field",
                "“Name: Else” is not a field",
                "“Entrance” appears more than",
            ),
            *("cannot contain an @", '"Atack" is not a card', "You named slot 9"),
            *("“Victory” have 61 characters", "Please remove U+000A"),
        ],
        told,
        strict=True,
    ):
        assert said in line
    assert json.loads(cup("season", "entries", "cup", "--json").stdout) == []


def test_many_come_in_from_a_file_after_a_look_at_them(cup: Installed, tmp_path: Path) -> None:
    file = tmp_path / "entries.csv"
    file.write_text("name,build\nTuesday,攻響核\nBob,Atack\nTuesday,核\n", "cp932")
    told = cup("season", "import", "cup", str(file), code=1).stderr
    story = "It rained on that day, and on the next."
    file.write_text(
        f"Build;Lore;URL;No.\n攻響核/Tuesday;{story};https://example.com/;1\n核/Bob;;;2\n"
    )
    check = cup("season", "import", "cup", str(file), "--check")
    before = json.loads(cup("season", "entries", "cup", "--json").stdout)
    done = cup("season", "import", "cup", str(file)).stdout
    after = json.loads(cup("season", "entries", "cup", "--json").stdout)

    assert 'line 3: "Atack" is not a card' in told
    assert "line 4: “Tuesday” is already the name on line 2." in told
    assert "攻響核/Tuesday" in check.stdout
    assert "It rained on that day, and on … https://example.com/" in " ".join(check.stdout.split())
    assert check.stderr == "Ignored columns: No.\n"
    assert (before, done) == ([], "cup: 2 entries brought in.\n")
    assert [each["name"] for each in after] == ["Tuesday", "Bob"]


def test_a_look_at_a_file_shows_standing_orders_as_understood(
    installed: Installed, tmp_path: Path
) -> None:
    installed("season", "create", "fest", "cup")
    installed("season", "matches", "cup", "--tempo", "turn")
    installed("season", "open", "cup")
    file = tmp_path / "entries.csv"
    file.write_text('name,build,orders,nonce\nBee,全校総出,"フロント　Ｆ05 repeat ; x\n",さくら\n')
    told = installed("season", "import", "cup", str(file), "--check").stdout

    assert told.endswith(
        "line 2, nonce: さくら\nline 2, standing orders as understood:\n  front f05 repeat\n"
    )


def test_in_stages_one_retires_and_pairings_are_set_once_it_was_said_what_that_changes(
    cup: Installed,
) -> None:
    cup("season", "stages", "cup", "swiss rounds=3", "--tell", "More came.")
    for number, build in enumerate(("核攻", "盾響", "硬双", "癒連", "攻攻核", "核核攻")):
        cup("season", "add", "cup", f"{build}/C{number}")
    cup("season", "close", "cup")
    cup("season", "run", "cup")
    told = cup("season", "retire", "cup", "C2", "--after", "1", "--tell", "Ill.").stdout
    assert "The first place" in told
    assert "pairings no more" in told
    assert "cup: C2 retires after round 1 of stage 1." in told
    assert (
        "There is no round 9. Write a number from 1 to 3."
        in cup("season", "set-pairing", "cup", "9", "C0", "C1", "--tell", "x", code=1).stderr
    )
    cup("season", "set-pairing", "cup", "3", "C0", "C1", "--tell", "They had not met.")
    cup("season", "set-pairing", "cup", "2", "C0", "--tell", "Away.")
    cup("season", "take-back", "cup", "--tell", "It is back.")
    told = cup("season", "never-meet", "cup", "C1", "5", "--tell", "Siblings.").stdout
    assert "cup: C1 and 5 are not to meet." in told
    cup("season", "run", "cup")
    cup("season", "publish", "cup")
    told = cup("season", "verify", "cup").stdout
    assert "Organisers kept number" in told
    assert "Number 3, “C2”, retired after round 1 of stage 1" in told
    assert "Organisers paired number" in told
    assert "a bye" not in told


def test_a_round_of_matches_is_ended_and_the_next_paired_anew_by_commands(
    installed: Installed, duel: Ruleset, site_file: Path
) -> None:
    database = Database(f"sqlite:///{site_file}")
    begin_cup(database, 4, stages="swiss rounds=2", late="draw")
    ended = installed("season", "end-round", "cup", "--tell", "We go on.").stdout
    move_all(database, datetime.now(UTC))
    told = installed(
        "season", "set-pairing", "cup", "2", "C4", "C1", "--tell", "They asked."
    ).stdout
    move_all(database, datetime.now(UTC))
    late = installed(
        "season", "set-pairing", "cup", "1", "C4", "C2", "--tell", "They asked.", code=1
    ).stderr

    assert "cup: the round ends." in ended
    assert "C4 – C1 is set in round 2 of stage 1" in told
    assert "Round 1 of stage 1 cannot be paired again" in late
    assert [each.round for each in all_matches(database)] == [1, 1, 2, 2]
