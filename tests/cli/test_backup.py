"""A backup is a file, and replaces none."""

import json
from pathlib import Path

from tests.cli.conftest import Installed


def test_a_backup_is_a_file(cup: Installed, tmp_path: Path) -> None:
    cup("backup", str(tmp_path / "copy.db"))
    restored = {"HIKYAKU_DATABASE_URL": f"sqlite:///{tmp_path / 'copy.db'}"}

    assert json.loads(cup("season", "list", "--json", **restored).stdout)[0]["season"] == "cup"
    assert "folder" in cup("backup", str(tmp_path), code=1).stderr
    assert "name another file" in cup("backup", str(tmp_path / "copy.db"), code=1).stderr
