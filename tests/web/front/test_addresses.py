"""Addresses that are another way to write the same: their page is made once, and drives out no other."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI, Request, Response
from starlette.testclient import TestClient

from app.store.database import Database
from app.web.dependencies import Site
from app.web.front.page_cache import PageCache
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.web.front.visitors import PUBLIC


@pytest.fixture
def client(database: Database) -> Iterator[TestClient]:
    """Of an app that answers with how often it was asked, and what."""
    app = FastAPI()
    app.add_middleware(PageCache, site=Site(database, some_settings(), b"", lambda: NOW))
    asked: list[str] = []

    @app.get("/en/list")
    def show(request: Request, page: str = "1") -> Response:
        asked.append(page)
        told = f"{len(asked)}: {page} {request.url.query}"
        return Response(told, headers=PUBLIC)

    @app.get("/en/a?b")
    def other() -> Response:
        return Response("other", headers=PUBLIC)

    with TestClient(app) as client:
        yield client


def test_what_a_page_does_not_read_is_no_part_of_its_address(client: TestClient) -> None:
    assert client.get("/en/list").text == "1: 1 "
    for question in ("?x=1", "?utm_source=a&x", "?", "?Page=2", "?&&", "?x[]=%FF"):
        assert client.get(f"/en/list{question}").text == "1: 1 "


def test_what_it_reads_is(client: TestClient) -> None:
    assert client.get("/en/list?page=2&x=1").text == "1: 2 page=2"
    assert client.get("/en/list?x=2&page=2").text == "1: 2 page=2"
    assert client.get("/en/list?page=").text == "2:  page="
    assert client.get("/en/list?page=2").text == "1: 2 page=2"


def test_an_address_may_be_written_in_many_ways(client: TestClient) -> None:
    assert {client.get(path).text for path in ("/en/list", "/en/l%69st", "/%65n/lis%74")} == {
        "1: 1 "
    }


def test_a_path_with_a_question_mark_is_another_address(client: TestClient) -> None:
    assert client.get("/en/a%3Fb").text == "other"
    assert client.get("/en/a?b").status_code == 404
