"""Digests and commitments: what the documents say of them, word for word, and what they must tell apart."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from app.engine import exchanged
from app.games import ruleset
from app.league.seals import commitment
from app.store.results import parts
from app.tournament.blocks import full_rows, play_block
from app.tournament.digest import (
    DigestLine,
    inputs_digest,
    result_digest,
    second_digest,
    third_digest,
)
from app.tournament.scoring import Scoring

RECORD = Path("app/docs/record.md").read_text("utf-8")
RULES = ruleset("laplaplus")
ENTRIES = [
    DigestLine(1, "攻響核", "Alice"),
    DigestLine(2, "盾攻", "Bob"),
    DigestLine(3, "核核盾", "Carol"),
]


def halves() -> list[bytes]:
    builds = [RULES.read_build(entry.build) for entry in ENTRIES]
    return play_block("laplaplus", "laplaplus@1", builds, range(len(builds)))


def test_the_digest_in_the_documents_can_be_made_again_with_nothing_but_sha_256() -> None:
    """The text in the documents, then the outcome bytes, then the digest."""
    found = re.search(r"```text\n(hikyaku-digest-1\n.*?)```", RECORD, re.DOTALL)
    assert found
    outcomes = b"".join(halves())
    assert f"`{outcomes.hex(' ')}`" in RECORD
    digest = hashlib.sha256(found[1].encode() + outcomes).hexdigest()

    assert f"`{digest}`" in RECORD
    assert digest == result_digest("laplaplus@1", Scoring(), ENTRIES, halves())


def test_the_commitment_in_the_documents_can_be_made_again() -> None:
    found = re.search(r'^    (\{"build".*\})$', RECORD, re.MULTILINE)
    assert found
    by_hand = hashlib.sha256(bytes(32) + found[1].encode()).hexdigest()

    assert f"`{by_hand}`" in RECORD
    assert by_hand == commitment(bytes(32), "Alice", "攻響核", "", {}, "laplaplus@1")


def test_the_second_digest_in_the_documents_can_be_made_again_with_nothing_but_sha_256() -> None:
    found = re.search(r'^    (\{"digest".*"hikyaku-digest-2".*\})$', RECORD, re.MULTILINE)
    assert found
    by_hand = hashlib.sha256(found[1].encode()).hexdigest()
    content = json.loads(found[1])

    assert f"`{by_hand}`" in RECORD
    assert content.pop("format") == "hikyaku-digest-2"
    assert by_hand == second_digest(content)
    assert f"`{content['digest']}`" in RECORD


def test_the_seal_of_parts_in_the_documents_is_opened_by_the_recipe_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The JSON that stands there, the program that stands there, and ours: one seal."""
    (found,) = re.findall(r'^    (\{"format":"hikyaku-seal-2".*\})$', RECORD, re.MULTILINE)
    by_hand = hashlib.sha256(found.encode()).hexdigest()
    (recipe,) = re.findall(r"```python\n(.*?)```", RECORD, re.DOTALL)
    exec(recipe, {})
    content: Any = ("Alice", "alice", "", "", {}, "攻響核")
    salted = zip(parts.NAMES, content, range(0x11, 0x17), strict=True)
    digests = {name: parts.digest(name, bytes([at] * 32), said) for name, said, at in salted}

    assert f"`{by_hand}`" in RECORD
    assert f"`{digests['name']}`" in RECORD
    assert json.loads(found)["parts"] == digests
    assert capsys.readouterr().out.strip() == by_hand
    assert parts.seal(digests, "cup", "laplaplus@1") == by_hand


def test_the_third_digest_in_the_documents_can_be_made_again_with_nothing_but_sha_256() -> None:
    found = re.search(r'^    (\{"digest".*"hikyaku-digest-3".*\})$', RECORD, re.MULTILINE)
    assert found
    by_hand = hashlib.sha256(found[1].encode()).hexdigest()
    content = json.loads(found[1])
    outcomes = content.pop("outcomes")

    assert f"`{by_hand}`" in RECORD
    assert content.pop("format") == "hikyaku-digest-3"
    assert outcomes == hashlib.sha256(b"".join(halves())).hexdigest()
    assert by_hand == third_digest(content, halves())


def test_every_input_changes_the_digest() -> None:
    others = [
        inputs_digest("laplaplus@2", Scoring(), ENTRIES),
        inputs_digest("laplaplus@1", Scoring(win=2), ENTRIES),
        inputs_digest("laplaplus@1", Scoring.of(3, 1, 0, ["wins"]), ENTRIES),
        inputs_digest("laplaplus@1", Scoring(), ENTRIES[:2]),
        inputs_digest("laplaplus@1", Scoring(), [ENTRIES[0]._replace(name="Al"), *ENTRIES[1:]]),
        inputs_digest(
            "laplaplus@1", Scoring(), [ENTRIES[0]._replace(build="攻核響"), *ENTRIES[1:]]
        ),
        inputs_digest("laplaplus@1", Scoring(), [ENTRIES[0]._replace(number=9), *ENTRIES[1:]]),
    ]

    assert len({inputs_digest("laplaplus@1", Scoring(), ENTRIES), *others}) == len(others) + 1


def test_full_rows_show_each_pair_from_both_sides() -> None:
    rows = full_rows(halves())

    for i in range(len(rows)):
        assert rows[i][i] == 0xFF
        for j in range(i):
            assert rows[i][j : j + 1] == exchanged(rows[j][i : i + 1])
