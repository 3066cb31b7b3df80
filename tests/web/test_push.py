"""A player switches on, for a season, that this browser tells them; the worker keeps no page, and nothing is complained of."""

import json

import pytest
from playwright.sync_api import Browser as Chromium
from sqlmodel import select

from app.i18n import LANGS
from app.league.people.tokens import make_token
from app.store.database import Database
from app.store.tables import PushDevice
from app.web.middleware import POLICY
from app.web.rendering import STATIC
from tests.support.browsers import Browser, Site
from tests.support.seasons import Character, a_revision, a_season
from tests.web.serving import Serving, visitor

ENDPOINT = "https://push.example/send/1"
FORM = 'form[action="/en/seasons/cup/my/push"]'
STUB = """
window.asked = [];
PushManager.prototype.subscribe = async function (wish) {
  window.asked.push(wish.applicationServerKey, this !== undefined);
  return { endpoint: "https://push.example/send/1" };
};
"""


@pytest.fixture
def alice(database: Database) -> tuple[Site, Browser]:
    site = Site(database)
    with site.database.writing() as session:
        season = a_season(session, closes_at=None)
        revision = a_revision(session, season, Character("Tuesday", "攻核"))
        player = revision.entry.player
        assert player
        link = f"/en/my/{make_token(site.key, 'reply', player.id, season.id, own=player.secrets)}"
    browser = site.browser()
    browser.open(link)
    return site, browser


def endpoints(database: Database) -> list[str]:
    with database.reading() as session:
        return [each.endpoint for each in session.exec(select(PushDevice))]


def test_a_player_switches_it_on_and_off_for_a_season(alice: tuple[Site, Browser]) -> None:
    site, browser = alice
    page = browser.get("/en/seasons/cup/my")
    assert "Stop telling me" not in page.text("#push")
    answer = browser.submit(page, FORM, endpoint=ENDPOINT)
    assert (answer.status, answer.location) == (303, "/en/seasons/cup/my#push")
    assert endpoints(site.database) == [ENDPOINT]
    page = browser.get("/en/seasons/cup/my")
    assert "(1 browser)" in page.text("#push")
    assert ENDPOINT not in page.html
    browser.submit(page, FORM, stop="1")

    assert endpoints(site.database) == []


def test_no_address_or_one_inside_or_no_session_or_no_token_switches_nothing_on(
    alice: tuple[Site, Browser],
) -> None:
    site, browser = alice
    page = browser.get("/en/seasons/cup/my")
    for endpoint in ("", "http://push.example/1", "https://127.0.0.1/1"):
        answer = browser.submit(page, FORM, endpoint=endpoint)
        assert answer.status == 409
        assert "gave us no address" in answer.text()
    assert site.browser().submit(page, FORM, endpoint=ENDPOINT).status == 403
    assert browser.post("/en/seasons/cup/my/push", {"endpoint": ENDPOINT}).status == 403
    assert browser.get("/en/seasons/cup/my/push").status == 405

    assert endpoints(site.database) == []


def test_signing_out_everywhere_ends_it(alice: tuple[Site, Browser]) -> None:
    site, browser = alice
    page = browser.get("/en/seasons/cup/my")
    browser.submit(page, FORM, endpoint=ENDPOINT)
    browser.submit(page, 'form[action="/en/seasons/cup/my/browsers"]', everywhere="1")

    assert endpoints(site.database) == []


def test_the_worker_keeps_no_page_and_the_policy_lets_it_be_ours_alone() -> None:
    worker, script = ((STATIC / name).read_text("utf-8") for name in ("waker.js", "push.js"))
    manifest = json.loads((STATIC / "manifest.json").read_text("utf-8"))

    assert not {"fetch", "caches", "importScripts", "event.data"} & {
        each for each in ("fetch", "caches", "importScripts", "event.data") if each in worker
    }
    assert "worker-src 'self'" in POLICY
    assert "manifest-src 'self'" in POLICY
    assert (worker + script).count("\n") <= 60
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert all((STATIC.parent / each["src"].strip("/")).is_file() for each in manifest["icons"])


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [390, 1280])
def test_the_button_registers_the_worker_and_sends_the_address(
    site: Serving, chromium: Chromium, lang: str, width: int
) -> None:
    """A browser without a screen has no service that it could ask: what it would be given stands in for that."""
    with site.database.writing() as session:
        season = a_season(session, closes_at=None)
        revision = a_revision(session, season, Character("Tuesday", "攻核"))
        player = revision.entry.player
        assert player
        key = site.settings.key()
        token = make_token(key, "reply", player.id, season.id, own=player.secrets)
    with visitor(chromium, site, width) as guest:
        guest.page.add_init_script(STUB)
        guest.go(f"/{lang}/my/{token}")
        guest.follow("main button")
        guest.page.locator("[data-push-cannot]").wait_for(state="hidden")
        guest.follow("[data-push-ask]")
        places = guest.page.evaluate(
            "navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope, active }) => [scope, active.scriptURL]))"
        )
        manifest = guest.page.evaluate(
            "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())"
        )
        guest.follow("[name=stop]")
    ((scope, worker),) = places
    assert scope == f"{site.address}/static/"
    assert worker.endswith(f"&lang={lang}")
    assert manifest["short_name"] == "Hikyaku"
    assert endpoints(site.database) == []


def test_without_a_script_a_sentence_says_what_it_takes(site: Serving, chromium: Chromium) -> None:
    with site.database.writing() as session:
        season = a_season(session, closes_at=None)
        player = a_revision(session, season, Character("Tuesday", "攻核")).entry.player
        assert player
        token = make_token(site.settings.key(), "reply", player.id, season.id, own=player.secrets)
    with visitor(chromium, site, java_script_enabled=False) as guest:
        guest.go(f"/en/my/{token}")
        guest.follow("main button")
        assert "This needs scripts" in guest.text("#push")
        assert not guest.page.locator("[data-push-ask]").is_visible()
