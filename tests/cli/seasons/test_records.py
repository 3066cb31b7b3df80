"""The record of a season: written, played again, held against what was published elsewhere."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
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
    cup: Installed, tmp_path: Path
) -> None:
    """Seals from a file or from the web, seals of receipts, digests; what they do not bear out is named."""
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    for command in ("close", "run", "publish"):
        cup("season", command, "cup")
    path = tmp_path / "record.json"
    cup("season", "export", "cup", str(path))
    assert "is there already" in cup("season", "export", "cup", str(path), code=1).stderr
    cup("season", "export", "cup", str(path), "--force")
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


def test_a_season_is_exported_as_a_site_with_all_that_proves_it(
    cup: Installed, tmp_path: Path
) -> None:
    for build in ("攻響核/Tuesday", "連核/Goose", "核核/Bee"):
        cup("season", "add", "cup", build)
    file = str(tmp_path / "cup.zip")
    assert "not public" in cup("season", "export", "cup", file, "--site", code=1).stderr
    assert not Path(file).exists()
    for command in ("close", "run", "publish"):
        cup("season", command, "cup")
    assert "written to" in cup("season", "export", "cup", file, "--site").stdout
    assert "is there already" in cup("season", "export", "cup", file, "--site", code=1).stderr
    with ZipFile(file) as archive:
        assert archive.testzip() is None
        archive.extract("data/record.json", tmp_path)
    here = cup("season", "verify", "cup").stdout
    assert here == cup("season", "verify", str(tmp_path / "data" / "record.json")).stdout
    assert "not printed" in cup("season", "export", "cup", "-", "--site", code=1).stderr


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
