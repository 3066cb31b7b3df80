"""A seat that may change hands, by the web alone."""

from datetime import datetime

import pytest

from app.engine import Lang
from app.engine.ruleset import Ruleset
from app.league.people.tokens import make_token
from app.store.database import Database
from app.store.tables import Entry
from tests.support.browsers import Answer, Browser, Site
from tests.support.duels import all_matches, begin_cup, cup, olga, seat_of
from tests.support.seats import FEST, FORMER, asked, former, miss, one


@pytest.fixture
def site(duel: Ruleset, database: Database) -> Site:
    """C3 is absent, and their seat is offered."""
    former(database, *FORMER)
    begin_cup(database, 3, **FEST)
    made = Site(database)
    made.clock.now = miss(database, 3, "C1", "C2")
    return made


def link(site: Site, name: str, lang: Lang = "en") -> str:
    with site.reading() as session:
        player = one(session, name)
        token = make_token(site.key, "seat", player.id, asked(session).id, own=player.secrets)
    return f"/{lang}/seats/{token}"


def press(site: Site, name: str, answer: str = "yes", lang: Lang = "en") -> Answer:
    return site.browser().post(link(site, name, lang), {"answer": answer})


def own_match(site: Site) -> str:
    with site.reading() as session:
        found = next(each for each in all_matches(site.database) if seat_of(session, each, "C3"))
    return f"/en/seasons/cup/my/matches/{found.game_id}"


def enter(site: Site, name: str) -> Browser:
    """A browser that speaks for this player in the season."""
    with site.reading() as session:
        player = one(session, name)
        token = make_token(site.key, "reply", player.id, cup(session).id, own=player.secrets)
    browser = site.browser()
    browser.submit(browser.get(f"/en/my/{token}"))
    return browser


def test_a_button_takes_it_over_and_the_links_of_before_say_so(site: Site) -> None:
    """Looking changes nothing, and shows what a spectator may read; pressed by two, the first has it."""
    before = enter(site, "p3")
    looks = [site.browser().get(link(site, "nao", lang)) for lang in ("en", "ja")]
    had = before.get(own_match(site))
    first, again, second = (press(site, name) for name in ("nao", "nao", "mai"))
    lost, back = before.get(own_match(site)), press(site, "p3", lang="ja")
    look = site.browser().get(link(site, "p3"))
    after = enter(site, "nao").get(own_match(site))
    whole = enter(site, "nao").get("/en/seasons/cup/my")
    public = site.browser().get("/en/seasons/cup")

    assert [each.status for each in (*looks, had, first, again)] == [200] * 5
    assert "You trail" in looks[0].html
    assert "引き継ぎます" in looks[1].html
    assert "F01" not in looks[0].html
    for each in looks[0].page.css("main a"):
        assert site.browser().get(each.attributes["href"] or "").status == 200
    assert "is yours" in first.html
    assert "is yours" in again.html
    assert second.status == back.status == 409
    assert "Another player was faster" in second.html
    assert "ほかの方が引き継ぎました" in back.html
    assert lost.status == 410
    assert "Somebody else has taken over your seat" in lost.html
    assert "I play on" not in look.html
    assert after.status == whole.status == 200
    assert "→ Nao" in public.html


@pytest.mark.parametrize(
    ("answer", "says"), [("yes", "You keep the seat"), ("no", "is offered to others")]
)
def test_who_was_asked_presses_a_button(site: Site, answer: str, says: str) -> None:
    asked_page = site.browser().get(link(site, "p3"))
    assert "Do you play on?" in asked_page.html
    assert says in press(site, "p3", answer).html
    assert press(site, "nao", "no").status == 200
    assert press(site, "mai").status == (409 if answer == "yes" else 200)


def test_a_link_of_another_or_of_another_seat_opens_nothing(site: Site) -> None:
    with site.reading() as session:
        nao = one(session, "nao")
        forged = make_token(site.key, "follow", nao.id, asked(session).id, own=nao.secrets)
        elsewhere = make_token(site.key, "seat", nao.id, 99, own=nao.secrets)
    for token in (forged, elsewhere):
        assert site.browser().post(f"/en/seats/{token}", {"answer": "yes"}).status == 404
    with site.writing() as session:
        one(session, "nao").organiser_since = datetime.now(tz=olga(site.clock.now).now.tzinfo)
    refused = press(site, "nao")
    assert refused.status == 409
    assert "You cannot take this seat" in refused.html
    with site.reading() as session:
        assert session.get_one(Entry, asked(session).entry_id).player_id == one(session, "p3").id
