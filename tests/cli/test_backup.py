"""A backup is a file, and replaces none."""

import json
from pathlib import Path

from tests.cli.conftest import Installed


def test_a_backup_is_a_file(cup: Installed, tmp_path: Path) -> None:
    cup("backup", str(tmp_path / "copy.db"))
    restored = {"HIKYAKU_DATABASE_URL": f"sqlite:///{tmp_path / 'copy.db'}"}

    assert json.loads(cup("season", "list", "--json", **restored).stdout)[0]["season"] == "cup"
    assert "is a folder" in cup("backup", str(tmp_path), code=1).stderr
    assert "Name another file" in cup("backup", str(tmp_path / "copy.db"), code=1).stderr


def test_a_place_where_nothing_can_be_written_is_told_in_words(
    cup: Installed, tmp_path: Path
) -> None:
    there_is_none = f"there is no folder {tmp_path / 'none'}. Make it first, or name another.\n"
    for command in (["backup"], ["rating", "export", "laplaplus"]):
        assert there_is_none in cup(*command, str(tmp_path / "none" / "x"), code=1).stderr
    told = cup("backup", "/proc/x", code=1).stderr

    assert told.startswith("No backup was made: /proc/x cannot be written: ")
    assert "Errno" not in told
