"""Links shown elsewhere: words without the result, and a picture drawn once for all who ask."""

import re
from io import BytesIO
from threading import Thread
from typing import Any

import pytest
from PIL import Image

from app.store import seasons
from app.store.database import Database
from app.store.tables import SeasonState
from app.tournament.cache import Cache, Turnstile
from app.web import limits
from app.web.drawing import previews
from app.web.limits import Limit
from app.web.pages.sharing import previews as pages
from tests.support.browsers import Site
from tests.support.seasons import Character, a_finished_season

CUP = "/en/seasons/cup"
NAMES = [
    "三日月を飲みこんだ目覚まし時計",
    "<script>alert('name')</script>",
    '"/><image href="file:///etc/passwd"/>&amp;&#0;',
    "\U0001f409 \u0639\u0631\u0628\u064a \u05e9\u05dc\u05d5\u05dd \u202e\ufeff",
    "W" * 64,
]


@pytest.fixture
def site(database: Database) -> Site:
    builds = ["攻攻攻核", "核", "盾核", "核攻", "攻核"]
    with database.writing() as session:
        a_finished_season(session, [Character(*each) for each in zip(NAMES, builds, strict=True)])
    return Site(database)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every drawing that was made into a picture."""
    made: list[str] = []
    png = previews.png

    def noted(drawing: str) -> bytes:
        made.append(drawing)
        return png(drawing)

    monkeypatch.setattr(previews, "png", noted)
    monkeypatch.setattr(pages, "_KEPT", Cache(8, Turnstile()))
    return made


def test_a_link_tells_no_result_and_names_its_picture(site: Site) -> None:
    browser = site.browser()
    for path in ("/battles/1-2", "/entries/1", ""):
        page = browser.get(f"{CUP}{path}").page
        said = {
            node.attributes.get("property") or node.attributes.get("name"): node.attributes[
                "content"
            ]
            for node in page.css("head meta[content]")
        }

        assert said["og:image"] == f"{site.base_url}{CUP}{path}/preview.png"
        assert said["twitter:card"] == "summary_large_image"
        told = " ".join(str(said[each]) for each in ("description", "og:description", "og:title"))
        assert not re.search(r"wins|won|1st|knock|\d-\d-\d", told, re.IGNORECASE)


@pytest.mark.parametrize(
    "path", ["", *(f"/entries/{number}" for number in range(1, 6)), "/battles/2-3", "/battles/4-5"]
)
def test_whatever_the_names_there_is_a_picture(site: Site, drawn: list[str], path: str) -> None:
    answer = site.browser().client.get(f"{CUP}{path}/preview.png")

    picture = Image.open(BytesIO(answer.content))
    assert (answer.headers["Content-Type"], picture.size) == ("image/png", (1200, 630))
    assert "<script" not in drawn[0]
    assert "href" not in re.sub(r">[^<]*<", "><", drawn[0])  # but in words


def test_a_picture_takes_one_connection_at_a_time(
    site: Site, drawn: list[str], listen: Any
) -> None:
    """Else those who ask at once hold one each and wait for the other, and every page waits with them."""
    held = [0]
    listen(site.database.engine, "checkout", lambda *_: held.append(held[-1] + 1))
    listen(site.database.engine, "checkin", lambda *_: held.append(held[-1] - 1))

    assert site.browser().get(f"{CUP}/battles/1-2/preview.png").status == 200
    assert (len(drawn), max(held)) == (1, 1)


def test_a_thousand_crawlers_cost_one_drawing(site: Site, drawn: list[str]) -> None:
    client = site.browser().client
    threads = [
        Thread(target=client.get, args=(f"{CUP}/battles/1-2/preview.png",)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    first = client.get(f"{CUP}/battles/1-2/preview.png")
    again = client.get(
        f"{CUP}/battles/1-2/preview.png", headers={"If-None-Match": first.headers["ETag"]}
    )

    assert (first.status_code, again.status_code, len(drawn)) == (200, 304, 1)


def test_where_too_many_are_asked_for_the_picture_of_the_season_stands_in(
    site: Site, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Limit("previews", 2, limits.PREVIEWS.refill)
    monkeypatch.setattr(limits, "PREVIEWS", few)
    client = site.browser().client

    answers = [client.get(f"{CUP}/battles/1-{other}/preview.png") for other in (2, 3, 4, 2)]

    assert [answer.status_code for answer in answers] == [200, 200, 302, 200]
    assert answers[2].headers["location"] == f"{CUP}/preview.png"
    assert client.get(f"{CUP}/preview.png").status_code == 200


def test_a_sealed_character_has_no_row_in_its_picture(site: Site, drawn: list[str]) -> None:
    client = site.browser().client
    client.get(f"{CUP}/entries/1/preview.png")
    with site.writing() as session:
        seasons.by_slug(session, "cup").state = SeasonState.REVIEW

    assert client.get(f"{CUP}/battles/1-2/preview.png").status_code == 404
    assert client.get(f"{CUP}/entries/1/preview.png").status_code == 200
    shown, sealed = drawn
    assert (">攻<" in shown, ">攻<" in sealed) == (True, False)
    assert "Sealed until the results are out." in sealed
