"""Crests: one for every name, the same for ever, and no two alike."""

import hashlib
from xml.etree import ElementTree as ET

import pytest

from app.store.database import Database
from app.web.drawing import crests
from app.web.drawing.crests import crest
from tests.support.browsers import Site

SHAPES = {"svg", "g", "circle", "path"}


def test_a_thousand_names_have_a_thousand_crests() -> None:
    assert len({crest(f"Character {number}") for number in range(1000)}) == 1000


@pytest.mark.parametrize("same", ["ＡＬＩＣＥ", "alice", " Alice "])
def test_names_that_are_compared_as_equal_share_a_crest(same: str) -> None:
    assert crest(same) == crest("Alice") != crest("Alicia")


def test_a_crest_never_changes() -> None:
    """A change of how crests are drawn would change the crest of every existing character."""
    all_of_them = "".join(crest(f"Character {number}") for number in range(1000))

    assert crests.seed("月影") == "acea3d8eb41a9030"
    assert hashlib.sha256(all_of_them.encode()).hexdigest()[:16] == "1cff023d089a2086"


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", '"/><image href="//x.example"/>', "", "名" * 64, "\U0001f3ef"],
)
def test_a_crest_is_drawn_of_shapes_alone_whatever_the_name(name: str) -> None:
    drawn = ET.fromstring(crest(name))

    assert {each.tag.rpartition("}")[2] for each in drawn.iter()} <= SHAPES
    assert "".join(drawn.itertext()) == ""
    assert len(crest(name)) < 5_000


def test_a_crest_is_kept_for_ever_and_no_other_address_has_one(database: Database) -> None:
    with Site(database).browser().client as client:
        answer = client.get(crests.address("Alice"))
        others = [client.get(f"/crests/{seed}.svg") for seed in ("alice", "0" * 15, "G" * 16)]

    assert answer.text == crest("Alice")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert {other.status_code for other in others} == {404}
