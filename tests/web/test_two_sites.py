"""What a process keeps belongs to a database: two sites that differ in one row are told apart on every page."""

from collections.abc import Iterator
from contextlib import closing
from string import Formatter

import pytest
from sqlalchemy import text

from app.store.database import Database
from tests.support import worlds
from tests.support.browsers import Site
from tests.support.databases import Copies
from tests.support.seasons import CLOSES
from tests.web.test_routes import routes

VALUES = {"lang": "en", "slug": "cup", "number": "1", "home": "1", "away": "2", "a": "1", "b": "2"}
VALUES |= {"round_": "1", "board": "1", "round": "1", "table": "1", "place": "1", "page": "1"}


def pages(site: Site, game: str) -> Iterator[tuple[str, str]]:
    """Every page that anybody can read without a secret address, and what it says."""
    browser, values = site.browser(), VALUES | {"game": game}
    for route in routes(site.app):
        method, _, path = (
            route.replace("matches/{place}", "matches/1-1")
            .replace(":int}", "}")
            .replace(":path}", "}")
            .partition(" ")
        )
        fields = {name for _, name, _, _ in Formatter().parse(path) if name}
        if method == "GET" and fields <= {*values}:
            answer = browser.get(path.format(**values))
            if answer.status == 200:
                yield path, answer.html


@pytest.mark.parametrize(
    ("world", "game", "name"),
    [
        ("published", "laplaplus", "Alice"),
        ("in stages", "laplaplus", "Bob"),
        ("in matches", "fest", "C1"),
    ],
)
def test_a_row_of_one_site_is_on_no_page_of_another(
    sqlite_files: Copies, world: str, game: str, name: str
) -> None:
    """Both lie at one address, one after the other; their rows have equal numbers, their records equal digests."""
    told = list[dict[str, str]]()
    for now_called in ("Zora", "Yves"):
        with (
            sqlite_files.database(worlds.file_of(world)) as url,
            closing(Database(url)) as database,
        ):
            with database.engine.execution_options(writing=True).begin() as connection:
                renamed = "UPDATE revision SET name = :now_called WHERE name = :name"
                connection.execute(text(renamed), {"now_called": now_called, "name": name})
            site = Site(database)
            site.clock.now = CLOSES
            told.append(dict(pages(site, game)))
    first, second = told

    assert first.keys() == second.keys()
    named = [path for path in first if "Zora" in first[path]]
    assert named == [path for path in second if "Yves" in second[path]]
    assert len(named) > (10 if game == "fest" else 30)
    assert not [path for path in second if "Zora" in second[path]]
