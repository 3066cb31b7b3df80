"""Seasons and mail from the command line: a whole season, and what goes wrong on the way."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from typer.testing import CliRunner

from app.cli import program
from app.cli.console import installation, sources, voice
from app.cli.demo import confirmed
from app.cli.mail import arrivals
from app.league import runs
from app.settings import MAKER
from app.settings import settings as read_settings
from app.tournament import blocks, executors
from app.tournament.full_table import StandingLine
from tests.support.databases import postgres_programs
from tests.support.outgoing import KEY
from tests.support.seasons import wrong_kernel

SAMPLES = Path("app/sample/mail")
Hikyaku = Callable[..., "Told"]


@dataclass(frozen=True)
class Told:
    """What a command said."""

    stdout: str
    stderr: str


@pytest.fixture
def hikyaku(tmp_path: Path, sqlite_template: Path) -> Iterator[Hikyaku]:
    """Run the program here, in an installation of its own; its exit code must be `code`."""
    installation = dict.fromkeys(filter(lambda name: name.startswith("HIKYAKU_"), os.environ)) | {
        "HIKYAKU_DATABASE_URL": f"sqlite:///{tmp_path / 'hikyaku.db'}",
        "HIKYAKU_MAILDIR": str(tmp_path / "mail"),
        "LC_ALL": "C.UTF-8",
    }
    (tmp_path / "hikyaku.db").write_bytes(sqlite_template.read_bytes())

    def run(*arguments: str, stdin: bytes = b"", code: int = 0, **settings: str) -> Told:
        read_settings.cache_clear()
        done = CliRunner().invoke(
            program, arguments, input=stdin, env=installation | settings, prog_name="hikyaku"
        )
        assert done.exit_code == code, done.stderr
        assert "Traceback" not in done.stderr
        assert "bug" not in done.stderr
        return Told(done.stdout, done.stderr)

    yield run
    read_settings.cache_clear()


@pytest.fixture
def cup(hikyaku: Hikyaku) -> Hikyaku:
    hikyaku(
        "season",
        "create",
        "laplaplus",
        "cup",
        "--title-ja",
        "第一回飛脚杯",
        "--title-en",
        "First Hikyaku Cup",
    )
    hikyaku("season", "open", "cup")
    return hikyaku


def test_mail_in_prints_what_every_mail_became(cup: Hikyaku) -> None:
    expected = json.loads((SAMPLES / "expected.json").read_text("utf-8"))
    lines = cup("mail", "in", str(SAMPLES), "--json").stdout.splitlines()
    told = {line["file"]: line for line in map(json.loads, lines) if line["file"] in expected}

    assert set(told) == set(expected)
    for name, line in told.items():
        fields = ("name", "build", "lore", "owner", "url", "lang")
        assert {key: line[key] for key in fields} == {key: expected[name][key] for key in fields}
        assert line["action"] == "held" or expected[name]["season"] == "laplaplus-1"
        assert line["answer"]


def test_a_season_is_sealed_while_open_and_laid_open_when_closed(cup: Hikyaku) -> None:
    cup("season", "add", "cup", "攻響核/Tuesday", "--owner", "alice")
    sealed = cup("season", "entries", "cup", "--json").stdout
    cup("season", "close", "cup")
    (entry,) = json.loads(cup("season", "entries", "cup", "--json").stdout)

    assert "attack" not in sealed
    assert (entry["number"], entry["build"]) == (1, ["attack", "echo", "core"])


def test_an_entry_by_hand_brings_all_that_one_by_mail_brings(cup: Hikyaku) -> None:
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


def test_all_that_is_wrong_with_an_entry_by_hand_is_said_at_once(cup: Hikyaku) -> None:
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
            *("“Sigh: Oh.” is no name", "“Name: Else” is no name", "“Entrance” is given more than"),
            *("must not contain an @", '"Atack" is not a card', "Slot 9 has a name of its own"),
            *("“Victory” have 61 characters", "Please remove U+000A"),
        ],
        told,
        strict=True,
    ):
        assert said in line
    assert json.loads(cup("season", "entries", "cup", "--json").stdout) == []


def test_a_season_can_be_verified_here_and_from_its_record(cup: Hikyaku, tmp_path: Path) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    for command in ("close", "run", "publish"):
        cup("season", command, "cup")
    record = tmp_path / "record.json"
    cup("season", "export", "cup", str(record))
    here = cup("season", "verify", "cup").stdout
    assert here == cup("season", "verify", str(record)).stdout

    record.write_text(record.read_text("utf-8").replace("攻響核", "攻核核"), "utf-8")
    told = cup("season", "verify", str(record), code=1).stderr
    assert "1" in told


def test_a_record_is_held_against_what_was_published_elsewhere(
    cup: Hikyaku, tmp_path: Path
) -> None:
    """Seals from a file or from the web, seals of receipts, digests; what they do not bear out is named."""
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    for command in ("close", "run", "publish"):
        cup("season", command, "cup")
    path = tmp_path / "record.json"
    cup("season", "export", "cup", str(path))
    record = json.loads(path.read_text("utf-8"))
    keys = ("number", "name", "commitment")
    seals = [{key: entry[key] for key in keys} for entry in record["entries"]]
    list_ = tmp_path / "seals.json"
    list_.write_text(json.dumps({"season": "cup", "seals": seals}), "utf-8")
    own, verify = seals[0]["commitment"], ("season", "verify", str(path))
    good = ("--receipt", own, "--digest", record["digest"], "--digest", record["digest_2"])
    told = cup(*verify, "--seals", str(list_), *good)
    assert "everything holds" in told.stdout
    assert record["digest_2"] in told.stdout

    with served(tmp_path) as address:
        assert "everything holds" in cup(*verify, "--seals", f"{address}/seals.json").stdout
        gone = cup(*verify, "--seals", f"{address}/none.json", code=1).stderr
        list_.write_text(json.dumps({"season": "cup", "seals": seals[1:]}), "utf-8")
        other = cup(*verify, "--seals", f"{address}/seals.json", "--json", code=1).stdout
    assert "cannot be fetched" in gone
    assert [each["code"] for each in json.loads(other)["differences"]] == ["seal-unpublished"]
    bad = cup(*verify, "--receipt", "ab" * 32, "--digest", "cd" * 32, code=1).stderr
    assert "ab" * 32 in bad
    assert "cd" * 32 in bad
    assert "cannot be read" in cup(*verify, "--seals", str(tmp_path / "none"), code=1).stderr


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The folder, on the web."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_what_is_fetched_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_BYTES", 10)
    (tmp_path / "seals.json").write_bytes(b"x" * 11)
    with served(tmp_path) as address:
        for source in (f"{address}/seals.json", str(tmp_path / "seals.json")):
            with pytest.raises(voice.Refused, match="larger"):
                sources.fetched(source)


def test_a_run_that_is_contradicted_is_halted_and_both_commands_say_what_to_do(
    cup: Hikyaku, monkeypatch: pytest.MonkeyPatch
) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    cup("season", "close", "cup")
    with monkeypatch.context() as kernel:
        kernel.setattr(blocks, "ruleset", wrong_kernel)
        told = cup("season", "run", "cup", code=1).stderr
    shown = cup("season", "show", "cup").stdout

    assert "The battle of number" in told
    assert "hikyaku season run cup" in told
    assert "closed" in shown
    assert "The last run was halted" in shown
    assert "hikyaku season run cup" in shown
    assert json.loads(cup("season", "show", "cup", "--json").stdout)["halted"]
    assert "3 battles played" in cup("season", "run", "cup").stdout
    assert "halted" not in cup("season", "show", "cup").stdout


def test_a_run_that_another_plays_is_shown_with_how_far_it_is(cup: Hikyaku) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    cup("season", "close", "cup")
    with installation.database() as at, at.writing() as session:
        runs.start(session, "cup", installation.organiser())
    shown = json.loads(cup("season", "show", "cup", "--json").stdout)

    assert (shown["played"], shown["to_play"], shown["seconds_left"]) == (0, 3, None)


def test_a_line_of_the_table_is_the_json_that_the_site_gives(cup: Hikyaku) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose"):
        cup("season", "add", "cup", build)
    cup("season", "close", "cup")
    cup("season", "run", "cup", "--quiet")
    first, _ = json.loads(cup("season", "show", "cup", "--json").stdout)["standings"]

    assert first == StandingLine.model_validate(first).model_dump()
    assert first["tie_breaks"] == {"head-to-head": None, "sonneborn-berger": 0.0, "wins": 1}


def test_a_cluster_that_does_not_answer_is_named_and_the_season_goes_on_later(
    cup: Hikyaku, monkeypatch: pytest.MonkeyPatch
) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    cup("season", "close", "cup")
    monkeypatch.setattr(blocks, "FEW_BLOCKS", 0)
    monkeypatch.setattr(executors, "CONNECT_SECONDS", 0.2)
    nobody = "dask://127.0.0.1:1"
    told = cup("season", "run", "cup", code=1, HIKYAKU_COMPUTE=nobody).stderr

    assert told == f"The battles cannot be played: no Dask scheduler answers at {nobody}.\n"
    assert "3 battles played" in cup("season", "run", "cup").stdout


def test_of_a_late_entry_only_its_battles_are_played(cup: Hikyaku) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    for command in ("close", "run"):
        cup("season", command, "cup")
    cup("season", "add", "cup", "攻核/Late", "--tell", "Lost in the post.")
    told = cup("season", "run", "cup").stdout

    assert told == "cup: 3 battles played, the other 3 taken over; ready for review.\n"


def test_everybody_is_told_why_apart_from_the_log(cup: Hikyaku) -> None:
    """Of acts that everybody hears of a reason for the log alone is not enough."""
    cup("season", "close", "cup")
    for act in (["reopen", "cup"], ["deadline", "cup", "2030-01-01 12:00"]):
        refused = cup("season", *act, "--reason", "the plug was mine", code=1).stderr
        assert "everybody reads it" in refused
        cup("season", *act, "--reason", "the plug was mine", "--tell", "No power.")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["season", "show", "nothing"], "nothing"),
        (["season", "create", "chess", "cup-2"], "chess"),
        (["season", "create", "laplaplus", "Bad Slug"], "Bad Slug"),
        (["season", "create", "laplaplus", "cup"], "cup"),
        (
            ["season", "create", "laplaplus", "x", "--closes", "tomorrow"],
            "“tomorrow” is not a date and time; write 2027-03-31 21:00.\n",
        ),
        (
            ["season", "create", "laplaplus", "x", "--closes", "20991221"],
            "write “2099-12-21 00:00” for its beginning or “2099-12-21 23:59” for its end",
        ),
        (["season", "deadline", "cup", "2099-12-21"], "is a day without a time"),
        (["season", "create", "laplaplus", "x", "--closes", "2001-01-01 00:00"], "passed"),
        (
            ["season", "create", "laplaplus", "x", "--scoring", "3-1-0"],
            "“3-1-0” is not a valid score; use WIN/DRAW/LOSS, e.g. 3/1/0.",
        ),
        (["season", "create", "laplaplus", "x", "--scoring", "1/3/0"], "No season scores 1"),
        (
            ["season", "create", "laplaplus", "x", "--tie-breaks", "luck"],
            "“luck” is not a tie-break. There are head-to-head, sonneborn-berger, wins",
        ),
        (["season", "run", "cup"], "cup is open; close it with `hikyaku season close cup`.\n"),
        (["season", "publish", "cup"], "cup is open; close it with `hikyaku season close cup`.\n"),
        (["season", "add", "cup", "攻響核/Red1 [red]"], "“[red]” names a team"),
        (["season", "withdraw", "cup", "Nobody", "--reason", "x"], "Nobody"),
        (["season", "add", "cup", "Atack/X"], "Attack"),
        (["season", "add", "cup", "攻核"], "name"),
        (["season", "verify", "README.md"], "record"),
        (["season", "export", "cup"], "cup"),
        (["mail", "preview", "cup"], "cup"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    cup: Hikyaku, arguments: list[str], told: str
) -> None:
    assert told in cup(*arguments, code=1).stderr


def test_all_that_is_wrong_with_a_season_is_said_at_once(cup: Hikyaku) -> None:
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
    ],
)  # fmt: skip
def test_what_cannot_be_done_yet_is_told_with_the_next_step(
    cup: Hikyaku, steps: list[str], act: list[str], told: str
) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose"):
        cup("season", "add", "cup", build)
    for step in steps:
        cup("season", step, "cup")

    assert told in cup("season", *act, "cup", code=1).stderr


def test_mail_in_says_what_is_wrong_in_the_words_of_the_game(hikyaku: Hikyaku) -> None:
    hikyaku("season", "create", "shiden-issen-2", "issen")
    hikyaku("season", "open", "issen")
    mail = b"From: a@example.com\n\nName: Murai\nBuild: flash, flash, flsh, 6, 2\n"
    told = hikyaku("mail", "in", "--json", stdin=mail)

    (problem,) = json.loads(told.stdout)["problems"]
    assert problem["code"] == "unknown-skill"
    assert '"flsh" is not a skill. Did you mean Flash' in problem["text"]
    assert told.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "stdin"), [(["no such file"], b""), (["--nonsense"], b"")], ids=str
)
def test_mail_in_with_wrong_usage_is_64(cup: Hikyaku, arguments: list[str], stdin: bytes) -> None:
    cup("mail", "in", *arguments, stdin=stdin, code=arrivals.WRONG_USAGE)


def test_mail_in_from_a_pipe_is_0_whatever_the_mail_becomes(cup: Hikyaku) -> None:
    for raw in (b"", b"\xff\xfe\x00", b"hello", b"From: a@example.com\n\nName: x\n"):
        cup("mail", "in", stdin=raw)


def test_mail_in_is_75_when_the_database_cannot_take_it(cup: Hikyaku, tmp_path: Path) -> None:
    """A file that is no database, and a server that is not there."""
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"not a database" * 100)
    for url in (f"sqlite:///{broken}", "postgresql://nobody@127.0.0.1:1/nothing"):
        settings = {"HIKYAKU_DATABASE_URL": url, "HIKYAKU_SECRET": KEY}
        cup(
            "mail",
            "in",
            stdin=b"From: a@b.example\n\nhi\n",
            code=arrivals.TRY_AGAIN,
            **settings,
        )


def test_bad_settings_are_named(hikyaku: Hikyaku) -> None:
    settings = {"HIKYAKU_TIMEZONE": "Mars/Olympus", "HIKYAKU_MAIL_ADDRESS": "nobody"}
    told = hikyaku("season", "list", code=1, **settings).stderr

    assert "HIKYAKU_TIMEZONE" in told
    assert "HIKYAKU_MAIL_ADDRESS" in told


def test_postgresql_wants_a_secret_and_says_how_to_make_one(
    hikyaku: Hikyaku, postgres: str
) -> None:
    assert postgres_programs()
    told = hikyaku("worker", "--once", code=1, HIKYAKU_DATABASE_URL=postgres).stderr

    assert "HIKYAKU_SECRET must be set" in told
    assert MAKER in told


def test_previews_are_files_to_look_at(cup: Hikyaku, tmp_path: Path) -> None:
    cup("mail", "in", str(SAMPLES / "a01-gmail-alternative.eml"))
    cup("mail", "send")
    assert json.loads(cup("mail", "status", "--json").stdout)["letters"]["sent"] == 1
    for build in ("攻響核/Tuesday", "連核/Goose"):
        cup("season", "add", "cup", build)
    for command in ("close", "run"):
        cup("season", command, "cup")
    told = cup("mail", "preview", "cup", "--to", str(tmp_path / "letters")).stdout

    assert "0 letters" in told


def test_a_backup_is_a_file(cup: Hikyaku, tmp_path: Path) -> None:
    cup("backup", str(tmp_path / "copy.db"))
    restored = {"HIKYAKU_DATABASE_URL": f"sqlite:///{tmp_path / 'copy.db'}"}

    assert json.loads(cup("season", "list", "--json", **restored).stdout)[0]["season"] == "cup"
    assert "folder" in cup("backup", str(tmp_path), code=1).stderr
    assert "name another file" in cup("backup", str(tmp_path / "copy.db"), code=1).stderr


def test_opening_says_to_how_many_it_writes(hikyaku: Hikyaku) -> None:
    """Nobody is asked where there is no terminal, and nobody is written to if it shall be quiet."""
    for slug, options, letters in (
        ("cup", [], "0 players"),
        ("next", [], "1 player"),
        ("quiet", ["--no-announce"], "0 players"),
    ):
        hikyaku("season", "create", "laplaplus", slug)
        told = hikyaku("season", "open", slug, *options).stderr
        assert f"{slug}: this will write to {letters}." in told
        if slug == "cup":
            hikyaku("mail", "in", str(SAMPLES / "a01-gmail-alternative.eml"))
            hikyaku("mail", "send")
            confirm_by_mail(hikyaku)


def confirm_by_mail(hikyaku: Hikyaku) -> None:
    """Who was asked says yes."""
    folder = Path(read_settings().maildir) / "new"
    for answer in filter(None, (confirmed(path.read_bytes()) for path in folder.iterdir())):
        hikyaku("mail", "in", stdin=answer)
