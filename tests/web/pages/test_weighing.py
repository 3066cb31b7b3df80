"""What a card does to its game, on a page: asked for with a button, bounded by machine time, free for organisers."""

from contextlib import nullcontext

import pytest
from selectolax.lexbor import LexborHTMLParser

from app.league.people import organisers
from app.statistics import weighing
from app.statistics.metagame import mixture
from app.store import seasons
from app.store.database import Database
from app.tournament.cache import Cache
from tests.support.browsers import Answer, Browser, Site
from tests.support.people import NOW
from tests.support.posting import CUP, Postman, open_cup
from tests.support.seasons import Character, a_finished_season, a_revision, a_season

FIELD = [
    Character("Alice", "双連連攻連連力力"),
    Character("Bob", "硬"),
    Character("Carol", "攻響核核"),
    Character("Dave", "攻響核核"),
]
PAPER = {"ja": "紙", "en": "Paper", "char": "紙", "family": "core"}
HERE = "/en/games/laplaplus/workshop"


@pytest.fixture
def site(database: Database, monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setattr(weighing, "_kept", Cache(4, nullcontext()))
    with database.writing() as session:
        a_finished_season(session, FIELD)
    return Site(database)


def weighed(browser: Browser, force: int, here: str = HERE) -> Answer:
    """The page of a card with so much force, weighed."""
    return browser.post(here, {**PAPER, "force": str(force), "step": "weigh"})


@pytest.mark.parametrize(("lang", "level"), [("en", "Much stronger"), ("ja", "誰もが使わなければ")])
def test_a_card_is_weighed_in_the_field_of_the_last_season(
    site: Site, lang: str, level: str
) -> None:
    pytest.importorskip("highspy")
    browser = site.browser()
    assert browser.get(HERE).page.css("button[value=weigh]")

    answer = weighed(browser, 60, f"/{lang}/games/laplaplus/workshop")

    assert answer.status == 200
    told = answer.text("#weight")
    assert level in told
    assert "3 different builds" in told or "3通りの構成" in told, "two entries have the same"
    assert len(answer.page.css("#weight thead th")) == 5
    assert answer.page.css(".drawn-card"), "the card is there as before"
    assert not answer.page.css("button[value=weigh]")


def test_a_card_that_is_not_whole_is_not_weighed(site: Site) -> None:
    answer = site.browser().post(HERE, {**PAPER, "family": "", "step": "weigh"})

    assert answer.status == 422
    assert not answer.page.css("#weight")


def test_a_client_has_a_minute_and_somebody_with_a_proven_address_ten(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("highspy")
    monkeypatch.setattr(weighing, "seconds", lambda _: 40)
    stranger, alice = site.browser(), site.browser()
    with site.writing() as session:
        entered = a_revision(session, a_season(session, slug="next"), FIELD[0]).entry
        link = site.edit_link(entered.player_id or 0, entered.season_id)
    alice.open(link)

    assert weighed(stranger, 5).status == 200
    assert weighed(stranger, 5).status == 200, "what is known counts for nobody"
    refused = weighed(stranger, 6)
    assert refused.status == 429
    assert "You have used up your free minute of machine time" in refused.text()
    assert weighed(alice, 6).status == 200, "of the same client"
    assert weighed(stranger, 6).status == 200, "it is known by now"


def test_without_a_solver_there_is_a_sentence(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsolved(_: object) -> None:
        raise mixture.Unsolved(mixture.NO_SOLVER)

    monkeypatch.setattr(weighing, "solve", unsolved)

    answer = weighed(site.browser(), 5)

    assert answer.status == 503
    assert "no solver (highspy) is installed" in answer.text()


def test_an_organiser_sees_it_for_every_card_that_waits(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weighing, "_kept", Cache(4, nullcontext()))
    monkeypatch.setattr(weighing, "MATCHES", 12)
    open_cup(database, game="fest-cards", titles=("夜の募集", "Night Call"))
    with database.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", NOW)
        seasons.by_slug(session, CUP).approves_newcomers = True
    Postman(database).enter("カード名：ハル 能力：衣・食 効果：B01 効果：B09")
    page = f"/en/desk/seasons/{CUP}/newcomers"
    with Site(database).browser().client as client:
        client.post(f"/en/in/{token}")
        (link,) = LexborHTMLParser(client.get(page).text).css(".log li p a")
        answer = LexborHTMLParser(client.get(f"{link.attributes['href']}").text)

    (told,) = answer.css("#weight")
    assert "In 12 matches each house deck met itself" in told.text()
    assert len(told.css("tbody tr")) == 3
    assert "Whole School" in told.text()
    assert answer.css("button[value=yes]"), "the decision is there as before"
