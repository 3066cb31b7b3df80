"""How much is too much: at once, in a short time, from one client, for one address."""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import select
from starlette.datastructures import Address, Headers

from app.league.people import organisers
from app.store.database import Database
from app.store.limits import buckets, proxies
from app.store.security import security_log
from app.store.tables import Bucket
from app.web import limits
from app.web.client import _told as proxies_seen, client_of
from app.web.front import logs
from app.web.limits import LETTERS, SUBMISSIONS, WRONG_LINKS, Limit
from tests.support.browsers import ENTER, Site
from tests.support.people import NOW
from tests.support.seasons import a_season

MINUTE = timedelta(minutes=1)


@pytest.fixture
def site(database: Database) -> Site:
    with database.writing() as session:
        a_season(session)
    return Site(database)


def take(database: Database, minutes: float = 0, key: str = "k") -> timedelta:
    with database.writing() as session:
        now = NOW + minutes * MINUTE
        return buckets.take(session, key, capacity=3, refill=3 * MINUTE, now=now)


def test_a_bucket_has_so_many_and_fills_again(database: Database) -> None:
    waits = [take(database) for _ in range(4)]

    assert waits == [timedelta(0)] * 3 + [MINUTE]
    assert take(database, 0.5) == MINUTE / 2
    assert take(database, 1) == timedelta(0)
    assert [take(database, 60) for _ in range(4)] == waits
    assert take(database, key="other") == timedelta(0)


def test_a_clock_that_is_behind_fills_nothing(database: Database) -> None:
    for _ in range(3):
        take(database, 5)

    assert take(database, 0) == MINUTE


def test_many_at_once_get_no_more_than_there_is(database: Database) -> None:
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda _: take(database), range(16)))

    assert waits.count(timedelta(0)) == 3


def test_full_buckets_are_forgotten(database: Database) -> None:
    take(database)
    with database.writing() as session:
        buckets.prune(session, now=NOW + timedelta(days=2))
        assert session.exec(select(Bucket)).all() == []


# --- what visitors meet -----------------------------------------------------------------------------


def test_who_sends_too_much_is_asked_to_wait(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    few = Limit("few", 6, 6 * SUBMISSIONS.refill / SUBMISSIONS.capacity)
    monkeypatch.setattr(limits, "SUBMISSIONS", few)
    browser = site.browser()
    form = browser.get(ENTER)
    for _ in range(few.capacity):
        assert browser.submit(form).status == 422
    answer = browser.submit(form)

    assert answer.status == 429
    assert 0 < int(answer.headers["retry-after"]) <= 5
    assert "Wait a minute" in answer.text()
    assert browser.get(ENTER).status == 200
    assert site.browser("198.51.100.7").submit(form).status == 422
    site.clock.pass_by(seconds=5)
    assert browser.submit(form).status == 422


def test_a_build_in_the_address_of_the_form_is_read_as_often_as_one_that_is_typed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "DRAFTS", Limit("few", 2, limits.DRAFTS.refill))
    statuses = [site.browser().get(f"{ENTER}?build=核").status for _ in range(3)]

    assert statuses == [200, 200, 429]
    assert site.browser().get(ENTER).status == 200


def test_who_sends_forms_for_an_address_again_and_again_is_asked_to_wait_and_nobody_else_is(
    site: Site,
) -> None:
    def enter(number: int, address: str = "alice@example.com") -> int:
        browser = site.browser(f"192.0.2.{number}")
        return browser.enter(name="Tuesday", build="核", address=address).status

    statuses = [enter(1, f"ALICE+{n % 3}@example.com") for n in range(LETTERS.capacity)]

    assert statuses == [303] * LETTERS.capacity
    assert enter(1) == 429
    assert enter(2) == 303
    assert enter(1, "bob@example.com") == 303


@pytest.mark.parametrize("guesses", [50, pytest.param(1000, marks=pytest.mark.slow)])
def test_guesses_at_a_link_find_nothing_and_are_stopped(site: Site, guesses: int) -> None:
    browser = site.browser()
    statuses = [
        browser.get(f"/en/{('my', 'confirm')[n % 2]}/{n:032}").status for n in range(guesses)
    ]

    assert statuses.count(404) == WRONG_LINKS.capacity
    assert statuses.count(429) == guesses - WRONG_LINKS.capacity


def test_a_good_link_is_opened_whatever_others_of_its_network_have_tried(site: Site) -> None:
    site.browser().enter(name="Tuesday", build="核", address="alice@example.com")
    neighbour, player = site.browser("198.51.100.7"), site.browser("198.51.100.7")
    for number in range(WRONG_LINKS.capacity + 10):
        neighbour.get(f"/en/{('my', 'confirm', 'follow')[number % 3]}/{number:032}")

    assert neighbour.get(f"/en/confirm/{1:032}").status == 429
    assert player.get(site.confirm_link(1)).status == 200
    assert player.submit(player.get(site.confirm_link(1))).status == 303
    assert player.get(site.edit_link(1, 1)).status in (200, 303)


def test_a_link_for_organisers_is_opened_whatever_others_have_tried(site: Site) -> None:
    with site.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", NOW)
    for number in range(WRONG_LINKS.capacity + 10):
        site.browser().post(f"/en/in/{number:043}", b"", headers=FORM)

    assert site.browser().post(f"/en/in/{1:043}", b"", headers=FORM).status == 429
    assert site.browser().post(f"/en/in/{token}", b"", headers=FORM).status == 303


def test_behind_a_server_in_front_that_nobody_named_one_client_does_not_use_up_the_limit_of_all(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    def wrong(client: str, field: str = "X-Forwarded-For") -> int:
        browser = site.browser("172.18.0.9")
        return browser.get(f"/en/confirm/{1:032}", headers={field: client}).status

    proxies_seen.clear()
    statuses = [wrong("203.0.113.5") for _ in range(WRONG_LINKS.capacity + 1)]

    assert (statuses.count(404), statuses[-1]) == (WRONG_LINKS.capacity, 429)
    assert wrong("203.0.113.6") == 404
    assert wrong("203.0.113.5, 203.0.113.7") == 404  # the last is what the server itself has seen
    assert wrong("for=203.0.113.8", "Forwarded") == 404
    assert caplog.text.count("FORWARDED_ALLOW_IPS does not name it") == 1
    with site.reading() as session:
        assert proxies.has_unnamed(session, now=site.clock.now)
        assert not proxies.has_unnamed(session, now=site.clock.now + timedelta(days=1))


def test_who_invents_clients_meets_the_limit_of_all_together(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CROWD", 2)
    statuses = [
        site.browser().get(f"/en/my/{1:032}", headers={"X-Forwarded-For": f"10.0.0.{n}"}).status
        for n in range(2 * WRONG_LINKS.capacity + 5)
    ]

    assert statuses.count(429) == 5


def test_a_server_in_front_that_is_named_is_no_news(site: Site) -> None:
    """Uvicorn has put the client in its place."""
    headers = {"X-Forwarded-For": "198.51.100.7, 203.0.113.5"}
    assert site.browser("203.0.113.5").get(f"/en/my/{1:032}", headers=headers).status == 404

    with site.reading() as session:
        assert not proxies.has_unnamed(session, now=site.clock.now)


def test_no_key_tells_whose_it_is(site: Site) -> None:
    site.browser().enter(name="Tuesday", build="核", address="alice@example.com")
    with site.reading() as session:
        keys = session.exec(select(Bucket.key)).all()

    assert len(keys) == 2
    assert all(len(key) == 64 and int(key, 16) for key in keys)


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::"),
        ("testclient", "testclient"),
        (None, ""),
    ],
)
def test_who_is_one_client(host: str | None, client: str) -> None:
    class Asked:
        client = Address(host, 1) if host else None
        headers = Headers()

    assert client_of(Asked()) == client  # type: ignore[arg-type]


# --- what may come in -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [ENTER, "/en/nowhere", "/", "/en/confirm/x"])
def test_ten_megabytes_are_refused_before_they_are_read(site: Site, path: str) -> None:
    answer = site.browser().post(path, b"lore=" + b"x" * 10_000_000, headers=FORM)

    assert answer.status == 413
    assert answer.headers["content-security-policy"]
    assert "512 kilobytes" in site.browser().post(ENTER, b"x" * 600_000, headers=FORM).text()


FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def test_who_does_not_say_how_much_he_sends_is_stopped_too(site: Site) -> None:
    def pieces() -> object:
        for _ in range(100):
            yield b"x" * 10_000

    response = site.browser().client.post(ENTER, content=pieces(), headers=FORM)  # type: ignore[arg-type]

    assert (response.status_code, "512 kilobytes" in response.text) == (413, True)


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "", "application/xml", "x"])
def test_what_is_no_form_is_refused(site: Site, kind: str) -> None:
    answer = site.browser().post(ENTER, b"name=x", headers={"Content-Type": kind})

    assert (answer.status, "not a form" in answer.text()) == (415, True)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 422),
        ({"Sec-Fetch-Site": "none"}, 422),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "https://cup.example"}, 422),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "https://cup.example.evil.example"}, 403),
        ({"Origin": "null"}, 422),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "https://cup.example"}, 403),
        ({}, 422),
    ],
    ids=str,
)
def test_forms_of_other_sites_are_refused(site: Site, headers: dict[str, str], status: int) -> None:
    assert (
        site.browser().client.post(ENTER, data={"name": "x"}, headers=headers).status_code == status
    )


def test_behind_a_proxy_the_host_that_browsers_see_is_ours(site: Site) -> None:
    headers = {"Host": "internal:8000", "Origin": "https://cup.example"}

    assert site.browser().client.post(ENTER, data={"a": "b"}, headers=headers).status_code == 422


# --- logs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "masked"),
    [
        ("/en/my/abcdef", "/en/my/…"),
        ("/ja/confirm/abcdef?x=1", "/ja/confirm/…?x=1"),
        ("/en/in/abcdef", "/en/in/…"),
        ("/en/in//abcdef", "/en/in//…"),
        ("/en/My/abcdef", "/en/My/…"),
        ("/ja/follow/abcdef", "/ja/follow/…"),
        ("/ja/letters/stop/abcdef", "/ja/letters/stop/…"),
        ("/ja/letters/never/abcdef", "/ja/letters/never/…"),
        ("/en/seasons/cup/follow", "/en/seasons/cup/follow"),
        ("/en/my", "/en/my"),
        ("/en/my?version=1", "/en/my?version=1"),
        ("/en/seasons/my/enter", "/en/seasons/my/…"),
        ("/en/my/./abcdef", "/en/my/./…"),
        ("/en/my/.././/abcdef/x", "/en/my/.././/…/x"),
        ("/en/my/../my/abcdef", "/en/my/../my/…"),
        ("/en/my/.abcdef", "/en/my/…"),
        ("/en/lab/./laplaplus/./abcdef", "/en/lab/./laplaplus/./…"),
        ("/en/games/a/./try/b/battles/1-2", "/en/games/a/./try/…/battles/1-2"),
        ("/en/games/a/try?build=b/c&step=d", "/en/games/a/try?build=…&step=d"),
        ("/en/games/a/try?step=d&%62u%69ld=b", "/en/games/a/try?step=d&%62u%69ld=…"),
        ("/en/seasons/a/enter?word=b", "/en/seasons/a/enter?word=…"),
        ("/en/games/a/try?rebuild=b", "/en/games/a/try?rebuild=b"),
        ("/en/taking-part?for=alice@example.com&x=1", "/en/taking-part?for=…@…&x=1"),
        ("/en/a%40example.com/b?x=a%2Bb%40example.com", "/en/…@…/b?x=…@…"),
    ],
)
def test_secret_links_are_masked(path: str, masked: str) -> None:
    assert logs.mask(path) == masked


def test_the_log_of_the_server_has_no_secret_in_it(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    log = logging.getLogger("uvicorn.access")
    with caplog.at_level(logging.INFO, "uvicorn.access"):
        words = '%s - "%s %s HTTP/%s" %d'
        log.info(words, "192.0.2.1:1", "GET", "/en/my/secret", "1.1", 303)

        log.info(words, "2001:db8::1:7", "GET", "/en/", "1.1", 200)
        log.info(words, 'x" 200 alice@example.com:0', "GET", "/en/", "1.1", 200)
        log.info(words, "", "GET", "/en/", "1.1", 200)

    assert caplog.messages == [
        '192.0.2.1:1 - "GET /en/my/… HTTP/1.1" 303',
        '2001:db8::1:7 - "GET /en/ HTTP/1.1" 200',
        'unknown - "GET /en/ HTTP/1.1" 200',
        ' - "GET /en/ HTTP/1.1" 200',
    ]
    assert sum(isinstance(each, logs.MaskSecrets) for each in log.filters) == 1


def test_what_is_logged_of_a_bug_has_nobodys_address_in_it(
    site: Site, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise LookupError("alice@example.com")

    monkeypatch.setattr("app.web.pages.taking_part.mail_to", fail)
    assert site.browser().get("/en/taking-part").status == 500

    assert "LookupError: …@…" in caplog.text
    assert "alice@example.com" not in caplog.text


def test_whoever_tries_wrong_links_and_hits_limits_is_in_the_security_log(site: Site) -> None:
    guesser = site.browser("198.51.100.7")
    for at in range(WRONG_LINKS.capacity + 2):
        guesser.get(f"/en/confirm/guess{at}")
    with site.reading() as session:
        found = security_log.latest(session, 10)

    wrong, hit = sorted(found, key=lambda each: each.id)[:2]
    assert (wrong.event, wrong.count, wrong.detail) == ("wrong-link", 32, {"link": "confirm"})
    assert (hit.event, hit.count, hit.detail) == ("limit-hit", 2, {"limit": "wrong-links"})
    assert wrong.client == hit.client
    assert "198" not in wrong.client
