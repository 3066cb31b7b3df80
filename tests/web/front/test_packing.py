"""Answers of the app are packed for those who take them so (RFC 9110, 12.5.3)."""

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from app.store.database import Database
from app.web.front.packing import GzipPacking
from tests.support.browsers import Site

WAYS = {
    "gzip": True,
    "br, gzip": True,
    "GZip;q=0.5": True,
    "identity;q=0.5, gzip;q=1.0": True,
    "gzip;q=0": False,
    "gzip;q=0.000, identity": False,
    "notgzip": False,
    "x-gzip-not": False,
    "br": False,
    "": False,
    "br" * 40_000: False,
}


@pytest.mark.parametrize(("accepts", "is_packed"), WAYS.items(), ids=[way[:30] for way in WAYS])
def test_an_answer_is_packed_only_where_that_is_allowed(accepts: str, is_packed: bool) -> None:
    client = TestClient(GzipPacking(PlainTextResponse("x" * 2_000)))

    answer = client.get("/", headers={"Accept-Encoding": accepts})

    assert answer.text == "x" * 2_000
    assert ("Content-Encoding" in answer.headers) == is_packed
    assert answer.headers["Vary"] == "Accept-Encoding"


def test_several_lines_are_read_as_one_and_small_answers_stay_as_they_are() -> None:
    lines = [("Accept-Encoding", "gzip"), ("Accept-Encoding", "identity")]
    large, small = (TestClient(GzipPacking(PlainTextResponse("x" * n))) for n in (2_000, 100))

    assert large.get("/", headers=lines).headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in small.get("/", headers=lines).headers


def test_the_site_packs_so(database: Database) -> None:
    client = Site(database).browser().client
    client.get("/en/nowhere")  # from then on it is known that nothing of it is kept in memory

    coded = [
        "Content-Encoding" in client.get("/en/nowhere", headers={"Accept-Encoding": each}).headers
        for each in ("gzip", "gzip;q=0", "notgzip")
    ]

    assert coded == [True, False, False]


@pytest.mark.parametrize(
    ("path", "varies"),
    [
        ("/nowhere", {"Accept-Language", "Accept-Encoding"}),
        ("/static/nowhere", {"Accept-Language", "Accept-Encoding"}),
        ("/en/nowhere", {"Accept-Encoding"}),
        ("/api/v1/seasons/none", {"Accept-Language"}),
    ],
)
def test_a_refusal_says_all_that_it_depends_on(
    database: Database, path: str, varies: set[str]
) -> None:
    """Where the address has no language, that of its reader is spoken; what is small is never packed."""
    answer = Site(database).browser().get(path)

    assert answer.status == 404
    assert {*answer.headers["Vary"].split(", ")} == varies
