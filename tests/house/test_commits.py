"""Subjects of commits can be read where commits are listed."""

import subprocess
from pathlib import Path

TOP = Path(__file__).parents[2]
SINCE = "695cabbd9cd4d8bb09621d44f9826f6953366333"
"""Older subjects stay as they are."""
COLUMNS = 72


def git(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["git", *arguments], cwd=TOP, capture_output=True, text=True, encoding="utf-8", check=False
    )


def subjects() -> list[str]:
    """The subject of the newest commit and, if the checkout has its history, of all commits since
    `SINCE`.
    """
    newest = git("log", "--no-merges", "--format=%s", "-1").stdout.splitlines()
    if git("merge-base", "--is-ancestor", SINCE, "HEAD").returncode:
        return newest
    return newest + git("log", "--no-merges", "--format=%s", f"{SINCE}..HEAD").stdout.splitlines()


def test_subjects_of_commits_fit_into_72_columns() -> None:
    assert subjects()
    assert [each for each in subjects() if len(each) > COLUMNS] == []
