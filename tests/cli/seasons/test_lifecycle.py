"""A season moves on from the command line, and what goes wrong on the way."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.cli.demo.shows import confirmed
from app.settings import settings as read_settings
from app.tournament import blocks, executors
from tests.cli.conftest import SAMPLES, Installed
from tests.support.seasons import wrong_kernel


def test_a_run_that_is_contradicted_is_halted_and_both_commands_say_what_to_do(
    cup: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    cup("season", "close", "cup")
    with monkeypatch.context() as kernel:
        kernel.setattr(blocks, "ruleset", wrong_kernel)
        told = cup("season", "run", "cup", code=1).stderr
    shown = cup("season", "show", "cup").stdout

    assert "the battle of number" in told
    assert "hikyaku season run cup" in told
    assert "closed" in shown
    assert "The last run was halted" in shown
    assert "hikyaku season run cup" in shown
    assert json.loads(cup("season", "show", "cup", "--json").stdout)["halted"]
    assert "3 battles played" in cup("season", "run", "cup").stdout
    assert "halted" not in cup("season", "show", "cup").stdout


def test_a_cluster_that_does_not_answer_is_named_and_the_season_is_played_here(
    cup: Installed, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    cup("season", "close", "cup")
    monkeypatch.setattr(blocks, "FEW_BLOCKS", 0)
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 0.2)
    nobody = "dask://127.0.0.1:1"
    told = cup("season", "run", "cup", HIKYAKU_COMPUTE=nobody).stdout

    assert f"no Dask scheduler answers at {nobody}: its battles are played here" in caplog.text
    assert "3 battles played" in told


def test_battles_that_were_played_are_counted_and_acts_say_what_they_take_back(
    cup: Installed,
) -> None:
    """Five rounds were planned; after three of three everybody has met everybody. A release waits, unless it is called off."""
    cup("season", "stages", "cup", "swiss rounds=5", "--tell", "As we said.")
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    cup("season", "close", "cup")
    assert cup("season", "run", "cup").stdout == "cup: 3 battles played, ready for review.\n"

    cup(
        "season",
        "publish",
        "cup",
        "--at",
        f"{datetime.now(UTC) + timedelta(days=9):%Y-%m-%d %H:%M}",
    )
    told = cup("season", "correct", "cup", "Bee", "--lore", "Buzz.", "--tell", "As asked.").stdout
    assert "That plan stays, and waits until the season has been played again" in told
    assert "is corrected" in told
    assert "plan stays" in cup("season", "run", "cup").stdout
    assert "is called off" in cup("season", "undo", "cup", "--reason", "x").stdout


def test_of_a_late_entry_only_its_battles_are_played(cup: Installed) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    for command in ("close", "run"):
        cup("season", command, "cup")
    cup("season", "add", "cup", "攻核/Late", "--tell", "Lost in the post.")
    told = cup("season", "run", "cup").stdout

    assert told == "cup: 3 battles played, the other 3 taken over; ready for review.\n"


def test_everybody_is_told_why_apart_from_the_log(cup: Installed) -> None:
    """Of acts that everybody hears of a reason for the log alone is not enough."""
    cup("season", "close", "cup")
    for act in (["reopen", "cup"], ["deadline", "cup", "2030-01-01 12:00"]):
        refused = cup("season", *act, "--reason", "the plug was mine", code=1).stderr
        assert "Give a reason for the players too, such as --tell" in refused
        told = cup("season", *act, "--reason", "the plug was mine", "--tell", "No power.").stdout
    assert told == "cup: its deadline is 2030-01-01 12:00 JST.\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["season", "show", "nothing"], "nothing"),
        (["season", "create", "chess", "cup-2"], "chess"),
        (["season", "create", "laplaplus", "Bad Slug"], "Bad Slug"),
        (["season", "create", "laplaplus", "cup"], "cup"),
        (
            ["season", "create", "laplaplus", "x", "--closes", "tomorrow"],
            "“tomorrow” is not a date and time. Write one like 2027-03-31 21:00.\n",
        ),
        (
            ["season", "create", "laplaplus", "x", "--closes", "20991221"],
            "Write “2099-12-21 00:00” for its beginning or “2099-12-21 23:59” for its end",
        ),
        (["season", "deadline", "cup", "2099-12-21"], "is a day without a time"),
        (["season", "create", "laplaplus", "x", "--closes", "2001-01-01 00:00"], "passed"),
        (
            ["season", "create", "laplaplus", "x", "--scoring", "3-1-0"],
            "“3-1-0” is not a score. Write the points for a win, a draw and a loss, as in 3/1/0.",
        ),
        (["season", "create", "laplaplus", "x", "--scoring", "1/3/0"], "A season cannot score 1"),
        (
            ["season", "create", "laplaplus", "x", "--tie-breaks", "luck"],
            "“luck” is not a tie-break. Write any of head-to-head, sonneborn-berger, wins",
        ),
        (["season", "run", "cup"], "cup is open; close it with `hikyaku season close cup`.\n"),
        (["season", "publish", "cup"], "cup is open; close it with `hikyaku season close cup`.\n"),
        (["season", "add", "cup", "攻響核/Red1 [red]"], "“[red]” is the name of a team"),
        (["season", "add", "cup", "[red] 攻核/Alice"], "“[red]” is the name of a team"),
        (["season", "withdraw", "cup", "Nobody", "--reason", "x"], "Nobody"),
        (["season", "add", "cup", "Atack/X"], "Attack"),
        (["season", "verify", "README.md"], "record"),
        (["season", "add", "cup", "攻核"], "Write BUILD/NAME"),
        (["season", "withdraw", "cup", "Bee"], "--reason"),
        (["season", "withdraw", "cup", "Bee", "--reason", "x" * 2001], "shorten it to 2,000"),
        (["season", "show", "cpu"], "did you mean cup? `hikyaku season list`"),
        (["season", "delete", "cup"], "hikyaku season delete cup --yes-delete cup\n"),
        (["season", "export", "cup"], "cup"),
        (["mail", "preview", "99"], "neither a season nor a letter 99"),
        (["backup", "/no folder/copy"], "there is no folder /no folder. Make it first"),
        (["organiser", "token", "bob@example.com"], "`hikyaku organiser list` lists them"),
        (["mail", "preview", "cup"], "cup"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    cup: Installed, arguments: list[str], told: str
) -> None:
    assert told in cup(*arguments, code=1).stderr


def test_all_that_is_wrong_with_a_season_is_said_at_once(cup: Installed) -> None:
    told = cup(
        *("season", "create", "chess", "cup", "--closes", "2099-12-21", "--scoring", "3-1-0"),
        *("--tie-breaks", "luck"),
        code=1,
    ).stderr.splitlines()

    for said, line in zip(
        ["“2099-12-21” is a day", "“3-1-0” is not", "called “chess”", "already", "“luck” is not"],
        told,
        strict=True,
    ):
        assert said in line


@pytest.mark.parametrize(
    ("steps", "act", "told"),
    [
        ([], ["publish"], "cup is open; close it with `hikyaku season close cup`."),
        (["close"], ["publish"], "cup is closed; run it with `hikyaku season run cup`."),
        (["close", "run"], ["open"], "cup is in review; take its results back with `hikyaku season undo cup`."),
        (["close", "run", "publish"], ["run"], "cup is published; take its publication back with `hikyaku season undo cup`."),
        (["call-off --tell=Flooded"], ["close"], "cup is called off."),
    ],
)  # fmt: skip
def test_what_cannot_be_done_yet_is_told_with_the_next_step(
    cup: Installed, steps: list[str], act: list[str], told: str
) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose"):
        cup("season", "add", "cup", build)
    for step in steps:
        cup("season", *step.split(), "cup")

    assert told in cup("season", *act, "cup", code=1).stderr


def test_opening_says_to_how_many_it_writes(installed: Installed) -> None:
    """Nobody is asked where there is no terminal, and nobody is written to if it shall be quiet."""
    for slug, options, letters in (
        ("cup", [], "no players"),
        ("next", [], "1 player"),
        ("quiet", ["--no-announce"], "no players"),
    ):
        installed("season", "create", "laplaplus", slug)
        told = installed("season", "open", slug, *options).stderr
        assert f"{slug}: this will write to {letters}." in told
        if slug == "cup":
            installed("mail", "in", str(SAMPLES / "a01-gmail-alternative.eml"))
            installed("mail", "send")
            confirm_by_mail(installed)


def confirm_by_mail(installed: Installed) -> None:
    """Who was asked says yes."""
    folder = Path(read_settings().maildir) / "new"
    for answer in filter(None, (confirmed(path.read_bytes()) for path in folder.iterdir())):
        installed("mail", "in", stdin=answer)


def test_a_season_is_changed_and_copied(cup: Installed) -> None:
    told = cup("season", "change", "cup", "--places", "8", "--title-en", "Cup", code=1).stderr
    assert "Give a reason for the players too" in told
    words = ("--places", "8", "--title-en", "Cup", "--tell", "The hall is small.")
    assert cup("season", "change", "cup", *words).stdout == "cup: open, 2 changes.\n"
    soon = f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d} 21:00"
    cup("season", "copy", "cup", "next", "--closes", soon)
    copied = json.loads(cup("season", "show", "next", "--json").stdout)

    assert (copied["state"], copied["places"], copied["title_en"]) == ("draft", 8, "Cup")
    assert copied["closes_at"].startswith(soon.replace(" ", "T"))


def test_how_matches_are_played_is_said_for_a_draft_and_printed(installed: Installed) -> None:
    installed("season", "create", "fest", "fest-1")
    unsaid = installed("season", "open", "fest-1", code=1).stderr
    wrong = installed(
        *("season", "matches", "fest-1", "--tempo", "slow", "--rule", "petits=1"),
        *("--rule", "scoring=Z", "--zone", "Nowhere", "--weekdays", "9"),
        code=1,
    ).stderr
    said = installed(
        *("season", "matches", "fest-1", "--tempo", "script", "--rule", "petit=true", "--double")
    ).stdout
    installed("season", "matches", "fest-1", "--weekdays", "0,2", "--hours", "0")
    kept = json.loads(installed("season", "matches", "fest-1", "--json").stdout)
    installed("season", "create", "laplaplus", "plain")

    assert "First choose how they are played" in unsaid
    assert len(wrong.strip().splitlines()) == 5
    assert "15 cards, hands of 5 (petit)" in said
    assert (kept["tempo"], kept["config"]["petit"], kept["double"]) == ("script", True, True)
    assert (kept["weekdays"], kept["hours"]) == ([0, 2], None)
    few = ("--at-once", "3", "--round-exchanges", "8", "--late", "draw")
    assert "at the same time  3" in installed("season", "matches", "fest-1", *few).stdout
    installed("season", "stages", "fest-1", "groups groups=2 go-on=1", "knockout")
    installed("season", "copy", "fest-1", "fest-2")
    copied = json.loads(installed("season", "matches", "fest-2", "--json").stdout)
    assert copied == {**kept, "at_once": 3, "round_exchanges": 8, "late": "draw"}
    assert "knockout" in installed("season", "stages", "fest-2").stdout
    installed("season", "stages", "fest-1", "--none")
    installed("season", "open", "fest-1")
    assert "Everyone meets everyone" in installed("season", "stages", "fest-1").stdout
    assert (
        "this can no longer change"
        in installed("season", "matches", "fest-1", "--single", code=1).stderr
    )
    assert "builds alone" in installed("season", "matches", "plain", code=1).stderr


def test_exchanges_are_printed_and_called_early(installed: Installed) -> None:
    installed("season", "create", "fest", "fest-1")
    installed("season", "matches", "fest-1", "--tempo", "turn")
    installed("season", "open", "fest-1")
    for each in ("deck D1/Alice", "deck D2/Bob"):
        installed("season", "add", "fest-1", each)
    installed("season", "close", "fest-1")
    installed("worker", "--once")
    before = json.loads(installed("season", "exchange", "fest-1", "--json").stdout)
    refused = installed("season", "exchange", "fest-1", "1", "now", code=1).stderr
    after = json.loads(
        installed("season", "exchange", "fest-1", "1", "now", "--tell", "Go.", "--json").stdout
    )

    assert [(each["number"], each["waiting"]) for each in before] == [(1, 1)]
    assert "told" in refused or "reason" in refused
    assert after[0]["deadline"] < before[0]["deadline"]


def test_the_timetable_is_planned_held_and_printed(installed: Installed) -> None:
    installed("season", "create", "laplaplus", "cup")
    planned = installed(
        *("season", "timetable", "cup", "plan", "opening"),
        *("2031-03-30 21:00 Europe/Berlin", "--quiet"),
    )
    twice = installed(
        "season", "timetable", "cup", "plan", "run", "2031-10-26 02:30 Europe/Berlin", code=1
    )
    installed("season", "open", "cup", "--no-announce")
    installed("season", "timetable", "cup", "plan", "run", "2031-10-26 02:30+01:00")
    bare = installed("season", "timetable", "cup", "hold", "run", code=1)
    installed("season", "timetable", "cup", "hold", "run", "--reason", "Two look alike.")
    shown = json.loads(installed("season", "timetable", "cup", "--json").stdout)

    assert "opened now, it would write to no players" in planned.stderr
    assert "2031-03-31T04:00+09:00" in planned.stdout
    assert "2031-10-26 02:30+02:00" in twice.stderr
    assert "--reason" in bare.stderr
    assert [(each["step"], each["standing"]) for each in shown if each["standing"]] == [
        ("opening", "done"),
        ("run", "held"),
    ]


def test_a_ban_list_holds_from_the_draft_to_the_verified_record(
    installed: Installed, tmp_path: Path
) -> None:
    installed("season", "create", "laplaplus", "small", "--ban", "攻撃、Shield", "--copies", "3")
    installed("season", "change", "small", "--size", "3", "--copies", "2")
    assert "ban=attack,shield copies=2 size=3" in installed("season", "show", "small").stdout
    refused = installed(
        "season", "change", "small", "--ban", "atack", "--size", "99", code=1
    ).stderr
    assert "atack" in refused
    installed("season", "open", "small", "--no-announce")

    told = installed("season", "add", "small", "攻核核核/Tuesday", code=1).stderr
    for said in ("Attack", "exactly 3", "Not allowed in this season"):
        assert said in told
    for line in ("響核核/Goose", "連核核/Bee"):
        installed("season", "add", "small", line)
    for command in ("close", "run", "publish"):
        installed("season", command, "small")
    target = tmp_path / "record.json"
    installed("season", "export", "small", str(target))
    assert '"pool"' in target.read_text()
    assert "holds" in installed("season", "verify", str(target)).stdout
