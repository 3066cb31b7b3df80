"""The record of a season: written, played again, held against what was published elsewhere."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final
from zipfile import ZipFile

import pytest

from app.cli.console import sources, voice
from tests.cli.conftest import Installed


def test_a_season_can_be_verified_here_and_from_its_record(cup: Installed, tmp_path: Path) -> None:
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
    cup: Installed, tmp_path: Path, sqlite_template: Path
) -> None:
    """Seals from a file or from the web, seals of receipts, digests; what they do not bear out is named."""
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    for command in ("close", "run", "publish"):
        cup("season", command, "cup")
    path = tmp_path / "record.json"
    cup("season", "export", "cup", str(path))
    assert "already exists" in cup("season", "export", "cup", str(path), code=1).stderr
    cup("season", "export", "cup", str(path), "--force")
    record = json.loads(path.read_text("utf-8"))
    keys = ("number", "name", "commitment")
    seals = [{key: entry[key] for key in keys} for entry in record["entries"]]
    list_ = tmp_path / "seals.json"
    list_.write_text(json.dumps({"season": "cup", "seals": seals}), "utf-8")
    own, verify = seals[0]["commitment"], ("season", "verify", str(path))
    good = ("--receipt", own, "--digest", record["digest"], "--digest", record["digest_3"])
    told = cup(*verify, "--seals", str(list_), *good)
    assert "everything holds" in told.stdout
    assert record["digest_3"] in told.stdout

    with served(tmp_path) as address:
        assert "everything holds" in cup(*verify, "--seals", f"{address}/seals.json").stdout
        gone = cup(*verify, "--seals", f"{address}/none.json", code=1).stderr
        list_.write_text(json.dumps({"season": "cup", "seals": seals[1:]}), "utf-8")
        other = cup(*verify, "--seals", f"{address}/seals.json", "--json", code=1).stdout
    assert "cannot be fetched" in gone
    assert [each["code"] for each in json.loads(other)["differences"]] == ["seal-unpublished"]
    assert "cannot be read" in cup(*verify, "--seals", "", code=1).stderr, "a name that was lost"
    bad = cup(*verify, "--receipt", "ab" * 32, "--digest", "cd" * 32, code=1).stderr
    assert "ab" * 32 in bad
    assert "cd" * 32 in bad
    assert "cannot be read" in cup(*verify, "--seals", str(tmp_path / "none"), code=1).stderr


def test_what_is_hidden_is_named_first_and_everything_else_is_still_proven(
    cup: Installed, tmp_path: Path
) -> None:
    """Exit code 3; evidence that meets nothing computed is a failure; a falsehood comes before both."""
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    for command in ("close", "run", "publish"):
        cup("season", command, "cup")
    cup("season", "export", "cup", str(tmp_path / "whole.json"))
    cup("season", "hide", "cup", "Bee", "name", "--reason", "rude", "--tell", "It is rude.")
    cup("season", "export", "cup", str(tmp_path / "cup.zip"), "--site")
    with ZipFile(tmp_path / "cup.zip") as archive:
        public = archive.read("data/record.json").decode()
    path, letter = tmp_path / "record.json", tmp_path / "receipt.eml"
    path.write_text(public, "utf-8")
    record = json.loads(public)
    mail = EmailMessage()
    mail.set_content(
        f"封緘です。\n\n    {record['entries'][2]['commitment']}\n\n    name   {'ab' * 32}\n"
    )
    letter.write_bytes(bytes(mail))
    verify = ("season", "verify", str(path))

    told = cup(*verify, "--digest", record["digest_3"], "--receipt", str(letter), code=3).stdout
    first, _, rest = told.partition("\n")
    assert first.startswith("cup: NOT PROVEN: the hidden names of no. 3; the digest ")
    assert "everything else holds" in rest
    assert "was public before it was hidden" in rest
    assert f"Digest {record['digest']}" not in rest.splitlines(), "nobody can compute it"
    as_json = json.loads(cup(*verify, "--json", code=3).stdout)
    assert (as_json["holds"], as_json["proven"]) == (True, False)
    assert [each["code"] for each in as_json["unproven"]] == ["unproven-name", "unproven-digest"]
    assert cup("season", "verify", str(tmp_path / "whole.json")).exit_code == 0
    assert "cannot be computed" in cup(*verify, "--digest", record["digest"], code=1).stderr
    letter.write_bytes(b"no seal")
    assert "no line with a seal" in cup(*verify, "--receipt", str(letter), code=1).stderr
    path.write_text(public.replace('"Tuesday"', '"Wednesday"'), "utf-8")
    assert cup(*verify, code=1).stdout.startswith("cup: NOT PROVEN: ")


def test_a_season_is_exported_as_a_site_with_all_that_proves_it(
    cup: Installed, tmp_path: Path, sqlite_template: Path
) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    file = str(tmp_path / "cup.zip")
    assert "not public" in cup("season", "export", "cup", file, "--site", code=1).stderr
    assert not Path(file).exists()
    for command in ("close", "run", "publish"):
        cup("season", command, "cup")
    assert "written to" in cup("season", "export", "cup", file, "--site").stdout
    assert "already exists" in cup("season", "export", "cup", file, "--site", code=1).stderr
    with ZipFile(file) as archive:
        assert archive.testzip() is None
        archive.extract("data/record.json", tmp_path)
    here = cup("season", "verify", "cup").stdout
    assert here == cup("season", "verify", str(tmp_path / "data" / "record.json")).stdout
    assert "cannot be printed" in cup("season", "export", "cup", "-", "--site", code=1).stderr


def test_a_season_comes_back_from_its_archive_to_the_same_bytes(
    cup: Installed, tmp_path: Path, sqlite_template: Path
) -> None:
    """On an empty database: pages, record and digests; with its descriptions, its word, its notices and its marks."""
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    cup("season", "change", "cup", "--description-en", "A *fine* cup.", "--tell", "It is fine.")
    cup("season", "close", "cup")
    cup("season", "add", "cup", "攻核/Late", "--reason", "late", "--tell", "The mail was lost.")
    cup(
        "season", "correct", "cup", "Goose", "--build", "連核核", "--reason", "x", "--tell", "Typo."
    )
    cup("season", "withdraw", "cup", "Bee", "--reason", "asked", "--tell", "They asked for it.")
    cup("season", "run", "cup")
    cup("season", "publish", "cup", "--word", "Well played.")
    files = [str(tmp_path / name) for name in ("cup.zip", "again.zip", "record.json", "again.json")]
    cup("season", "export", "cup", files[0], "--site")
    cup("season", "export", "cup", files[2])
    assert "already" in cup("season", "restore", files[0], code=1).stderr

    elsewhere = {"HIKYAKU_DATABASE_URL": f"sqlite:///{tmp_path / 'elsewhere.db'}"}
    (tmp_path / "elsewhere.db").write_bytes(sqlite_template.read_bytes())
    told = cup("season", "restore", files[0], **elsewhere).stdout
    assert "cup: restored, 3 entries." in told
    cup("season", "export", "cup", files[1], "--site", **elsewhere)
    cup("season", "export", "cup", files[3], **elsewhere)
    assert Path(files[2]).read_bytes() == Path(files[3]).read_bytes()
    assert differing(files[0], files[1]) == []
    assert Path(files[0]).read_bytes() == Path(files[1]).read_bytes()
    verified = [cup("season", "verify", each).stdout for each in files]
    anew = re.compile(
        r"\d+ files of the archive were made again, and are the same byte for byte\.\n.*\n"
    )
    assert all(map(anew.search, verified[:2]))
    assert [anew.sub("", each) for each in verified] == verified[2:] * 2
    assert "The mail was lost." in verified[0]


def differing(one: str, other: str) -> list[str]:
    """The names of the files that are not the same in two archives."""
    with ZipFile(one) as a, ZipFile(other) as b:
        assert a.namelist() == b.namelist()
        return [name for name in a.namelist() if a.read(name) != b.read(name)]


def test_an_old_cup_comes_in_from_its_list_as_history(installed: Installed, tmp_path: Path) -> None:
    """As one that was never sealed, which its record, its pages and its check say."""
    file = tmp_path / "player.txt"
    file.write_bytes("閃閃交硬果/ムライ\n硬硬硬硬硬/岩\n# 三人目\n閃果交硬閃/林".encode("cp932"))
    history = ("season", "history", "shiden-issen-2", "cup-2003", str(file), "--held")
    assert "not a date" in installed(*history, "soon", code=1).stderr
    assert "not over" in installed(*history, "2999-01-01", code=1).stderr
    installed(*history, "2003-05-05", "--title-ja", "第一回大会")
    told = installed("season", "verify", "cup-2003").stdout
    assert "everything holds" in told
    assert told.count("封緘はなかった") == 3
    assert "already" in installed(*history, "2003-05-05", code=1).stderr
    file.write_text("閃閃交硬果/ムライ\n猫/岩\n閃閃交硬果/ムライ", "utf-8")
    other = ("season", "history", "shiden-issen-2", "cup-2004", str(file), "--held", "2004-05-05")
    refused = installed(*other, code=1).stderr
    assert "ムライ" in refused
    assert "猫" in refused
    assert "cup-2004" not in installed("season", "list").stdout


FALSIFIED: Final[dict[str, tuple[str, Callable[[bytes], bytes], str]]] = {
    "the database": ("data/season.sqlite3", lambda it: it.replace(b"Goose", b"Moose"), "sqlite3"),
    "the list": ("data/characters.txt", lambda it: it.replace(b"Goose", b"Moose"), "characters"),
    "the program": (
        "battles.pyz",
        lambda it: it + b"#",
        "was not made by this program. Do not run it",
    ),
    "a seal's name": ("data/seals.json", lambda it: it.replace(b"Goose", b"Moose"), "seals"),
    "an owner in the record": (
        "data/record.json",
        lambda it: it.replace(b'"owner":""', b'"owner":"me"', 1),
        "does not fit the seal",
    ),
    "a name in the record": (
        "data/record.json",
        lambda it: it.replace(b'"name":"Goose"', b'"name":"Moose"', 1),
        "does not fit the seal",
    ),
    "half a record": ("data/record.json", lambda it: it[:-9], "JSON"),
    "a chronicle of another kind": ("data/chronicle.json", lambda _: b'{"format": "x"}', "format"),
    "a chronicle with more in it": (
        "data/chronicle.json",
        lambda it: it.replace(b"{", b'{"trust": "me",', 1),
        "trust",
    ),
}


def test_every_falsified_part_of_an_archive_is_found(
    cup: Installed, tmp_path: Path, sqlite_template: Path
) -> None:
    """And such an archive brings back nothing."""
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    for command in ("close", "run", "publish"):
        cup("season", command, "cup")
    whole, file = tmp_path / "cup.zip", str(tmp_path / "forged.zip")
    cup("season", "export", "cup", str(whole), "--site")
    (tmp_path / "elsewhere.db").write_bytes(sqlite_template.read_bytes())
    elsewhere = {"HIKYAKU_DATABASE_URL": f"sqlite:///{tmp_path / 'elsewhere.db'}"}
    for name, (part, forge, word) in FALSIFIED.items():
        with ZipFile(whole) as honest, ZipFile(file, "w") as forged:
            for each in honest.namelist():
                content = honest.read(each)
                if each == part:
                    assert content != forge(content), name
                    content = forge(content)
                forged.writestr(each, content)
        assert word in cup("season", "verify", file, code=1).stderr, name
        assert word in cup("season", "restore", file, code=1, **elsewhere).stderr, name
    with ZipFile(whole) as honest, ZipFile(file, "w") as other:
        for each in {*honest.namelist()} - {"data/manifest.json"}:
            other.writestr(each, honest.read(each) + b" " * each.endswith("README.txt"))
    told = cup("season", "verify", file, code=3)
    assert told.stdout.startswith("cup: NOT PROVEN: ")
    assert "README.txt" in told.stdout
    told = json.loads(cup("season", "verify", file, "--json", code=3).stdout)
    assert (told["holds"], told["proven"], len(told["unproven"])) == (True, False, 2)
    (tmp_path / "forged.zip").write_bytes(whole.read_bytes()[:-50])
    assert "not the archive" in cup("season", "verify", file, code=1).stderr
    assert "cup" not in cup("season", "list", **elsewhere).stdout


def test_a_season_is_verified_where_its_record_is_on_the_web(
    cup: Installed, tmp_path: Path, sqlite_template: Path
) -> None:
    """As the line in a report says it, past redirections, of which there are not too many."""
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    for command in ("close", "run", "publish"):
        cup("season", command, "cup")
    cup("season", "export", "cup", str(tmp_path / "record.json"))
    digest = json.loads((tmp_path / "record.json").read_bytes())["digest_3"]
    with served(tmp_path) as address:
        verify = ("season", "verify", f"{address}/record.json", "--digest", digest)
        assert "everything holds" in cup(*verify).stdout
        moved = ("season", "verify", f"{address}/moved/record.json", "--digest", digest)
        assert "everything holds" in cup(*moved).stdout
        assert "fetched" in cup("season", "verify", f"{address}/round/record.json", code=1).stderr
        assert "fetched" in cup("season", "verify", f"{address}/away/record.json", code=1).stderr
        assert "fetched" in cup("season", "verify", f"{address}/none.json", code=1).stderr


class Handler(SimpleHTTPRequestHandler):
    """The files of a folder, some of which have moved."""

    def do_GET(self) -> None:
        moved = {
            "/moved/record.json": "/record.json",
            "/round/record.json": "/round/record.json?",
            "/away/record.json": "ftp://example.org/record.json",
        }
        if goal := moved.get(self.path.rstrip("?")):
            self.send_response(302)
            self.send_header("Location", goal)
            self.end_headers()
        else:
            super().do_GET()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The folder, on the web."""
    handler = partial(Handler, directory=str(folder))
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
