"""The documents keep their word: what they name is there."""

import re
from collections import Counter
from pathlib import Path
from typing import Final

TOP: Final = Path(__file__).parent.parent
DOCS: Final = TOP / "app" / "docs"
ASVS: Final = (DOCS / "asvs.md").read_text("utf-8")

REQUIREMENTS: Final = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2,
    "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
    "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "9.1": 3, "9.2": 4,
    "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4,
    "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
    "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
}  # fmt: skip
"""ASVS 5.0.0: how many requirements of levels 1 and 2 each section has. Those of level 3 follow in each."""


def rows() -> list[list[str]]:
    """The cells of every requirement's row."""
    lines = [line for line in ASVS.splitlines() if re.match(r"\| \d", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_requirement_of_asvs_level_2_is_answered_once() -> None:
    answered = Counter(
        number for row in rows() for number in re.findall(r"\b\d+\.\d+\.\d+\b", row[0])
    )
    asked = [f"{name}.{n}" for name, count in REQUIREMENTS.items() for n in range(1, count + 1)]

    assert answered == Counter(asked)
    assert {row[1] for row in rows()} == {"Yes", "Site", "None", "No"}


def test_who_says_no_says_why() -> None:
    assert all(row[2] for row in rows() if row[1] != "None")


def test_every_test_that_is_named_is_there() -> None:
    missing = []
    for name, test in re.findall(r"\b([\w/]+\.py)(?:::(\w+))?", ASVS):
        path = TOP / "tests" / name
        if not path.is_file() or (test and f"def {test}(" not in path.read_text("utf-8")):
            missing.append(f"{name}::{test}")

    assert missing == []


def test_every_link_between_documents_leads_somewhere() -> None:
    missing = [
        f"{path.name}: {target}"
        for path in DOCS.glob("*.md")
        for target in re.findall(r"\]\(([^)#:\s]+)\)", path.read_text("utf-8"))
        if not (path.parent / target).exists()
    ]

    assert missing == []
