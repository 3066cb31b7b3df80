"""What `tests.outside` sees, it sees of this checkout too; and it tells what differs."""

import json
from pathlib import Path

import pytest

from tests.outside.__main__ import differences, look, main

TOP = Path(__file__).parents[2]


def test_a_letter_passes_through_files_that_are_there() -> None:
    first, *files = look(TOP, "walk", "letter").splitlines()
    assert first == f"one letter: {len(files)} files"
    assert all((TOP / "app" / line.split()[1]).is_file() for line in files)


def test_each_difference_is_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {"help": "one\ntwo", "form": {"fields": ["name", "build"]}, "gone": 1, "same": [1]}
    after = {"help": "one\n2", "form": {"fields": ["name", "lore", "build"]}, "same": [1], "new": 2}
    assert [*differences(before, after)] == [
        '- help: "two"',
        '+ help: "2"',
        '+ form › fields: "lore"',
        "- gone: 1",
        "+ new: 2",
    ]
    for name, told in (("before", before), ("after", after)):
        (tmp_path / name).write_text(json.dumps(told))
    assert main(["--compare", str(tmp_path / "before"), str(tmp_path / "after")]) == 1
    assert main(["--compare", str(tmp_path / "after"), str(tmp_path / "after")]) == 0
    assert capsys.readouterr().out.endswith("Nothing differs.\n")
