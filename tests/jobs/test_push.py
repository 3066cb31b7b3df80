"""Browsers are woken once by what asks for something, by nobody but their own player's news, and told nothing else."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from ipaddress import ip_address

import pytest
from sqlmodel import Session, col, select

from app.errors import SeasonRefused
from app.jobs import outgoing
from app.jobs.outgoing import OutgoingAnswer
from app.jobs.webhooks import Pushes
from app.league.people import players as league_players, webhooks
from app.notices.about import About
from app.notices.news import Chapter, Correction, Digest, Missing, Opened, Reminder, Report, Turn
from app.store import letters, players
from app.store.database import Database
from app.store.security import personal_data
from app.store.tables import Player, PushDevice, Season, SeasonState
from app.store.work import push
from app.text import vapid
from tests.support.outgoing import some_settings
from tests.support.push_services import PushService, a_push_service, pushes
from tests.support.seasons import CLOSES, a_season

NOW = CLOSES - timedelta(days=3)
ASKED = Chapter(1, "A", 0, 5, 1, CLOSES - timedelta(days=1), is_asked=True)


@pytest.fixture
def service() -> Iterator[PushService]:
    with a_push_service(vapid.keys(some_settings().key())[1]) as found:
        yield found


@pytest.fixture(autouse=True)
def people(database: Database) -> None:
    with database.writing() as session:
        for name in ("alice", "bob"):
            address = f"{name}@example.com"
            player = Player(address=address, address_key=address, lang="en", created_at=NOW)
            session.add(player)
        a_season(session)
        a_season(session, slug="autumn")


def find(session: Session, name: str = "alice", slug: str = "cup") -> tuple[Player, Season]:
    address = f"{name}@example.com"
    return (
        session.exec(select(Player).where(Player.address == address)).one(),
        session.exec(select(Season).where(Season.slug == slug)).one(),
    )


def add(database: Database, endpoint: str, name: str = "alice", slug: str = "cup") -> None:
    with database.writing() as session:
        webhooks.add_device(session, *find(session, name, slug), endpoint)


def tell(
    database: Database, about: About, reason: str = "1", slug: str = "cup", now: datetime = NOW
) -> None:
    with database.writing() as session:
        alice, season = find(session, "alice", slug)
        letters.write_to_all(session, about, [alice], reason, now=now, season=season)


def devices(database: Database) -> list[PushDevice]:
    with database.reading() as session:
        return list(session.exec(select(PushDevice).order_by(col(PushDevice.id))))


def test_a_browser_is_woken_once_and_all_that_leaves_is_signed_and_says_nothing(
    database: Database, service: PushService
) -> None:
    add(database, service.endpoint())
    for _ in range(2):  # the same letter wakes once
        tell(database, Turn(chapters=(ASKED,)))
    job = pushes()

    assert job(database, NOW)
    assert not job(database, NOW)
    assert not job(database, NOW + timedelta(hours=7))
    (heard,) = service.heard
    assert (heard.path, heard.body) == ("/push/a", b"")
    assert heard.claims["aud"] == f"https://push.example:{service.port}"
    assert heard.claims["sub"] == "mailto:play@hikyaku.example"
    assert heard.claims["exp"] == int((NOW + timedelta(hours=12)).timestamp())
    assert (heard.headers["TTL"], heard.headers["Topic"]) == (str(2 * 86400), "hikyaku")
    told = {"authorization", "ttl", "topic", "user-agent", "host", "content-length"}
    assert {name.lower() for name in heard.headers} - told == {
        *("accept", "accept-encoding", "connection")
    }


def test_what_every_browser_is_told_has_the_same_length(
    database: Database, service: PushService
) -> None:
    sizes = set()
    for number, about in enumerate([Turn(chapters=(ASKED,)), Missing(chapters=(ASKED,))]):
        add(database, service.endpoint("a"))
        tell(database, about, str(number))
        pushes()(database, NOW)
    for heard in service.heard:
        sizes.add(sum(len(value) for value in heard.headers.values()))

    assert (len(service.heard), len(sizes)) == (2, 1)


@pytest.mark.parametrize(
    ("about", "wakes"),
    [
        (Turn(chapters=(ASKED,)), True),
        (Missing(chapters=(ASKED,)), True),
        (Reminder(), True),
        (Report(), True),
        (Correction(reason="Twice"), True),
        (Turn(chapters=(Chapter(1, "A", 0, 5, 1),)), False),
        (Opened(), False),
        (Digest(), False),
    ],
)
def test_what_asks_for_something_wakes(database: Database, about: About, wakes: bool) -> None:
    add(database, "https://push.example/a")
    tell(database, about)

    assert [each.due_at is not None for each in devices(database)] == [wakes]


def test_news_of_another_season_or_for_somebody_else_wakes_nobody(database: Database) -> None:
    add(database, "https://push.example/a", slug="autumn")
    add(database, "https://push.example/b", name="bob")
    tell(database, Reminder())

    assert [each.due_at for each in devices(database)] == [None, None]


def test_the_report_is_the_last_news_of_its_season(
    database: Database, service: PushService
) -> None:
    add(database, service.endpoint("a"))
    add(database, service.endpoint("b"))
    add(database, service.endpoint("b"), slug="autumn")
    tell(database, Report())
    pushes()(database, NOW)

    assert {each.path for each in service.heard} == {"/push/a", "/push/b"}
    assert [each.endpoint for each in devices(database)] == [service.endpoint("b")]


def test_old_news_wake_nobody(database: Database, service: PushService) -> None:
    add(database, service.endpoint())
    tell(database, Turn(chapters=(ASKED,)))

    assert not pushes()(database, CLOSES)
    assert service.heard == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    database: Database, service: PushService, status: int
) -> None:
    service.status = status
    add(database, service.endpoint())
    tell(database, Reminder())
    pushes()(database, NOW)

    assert devices(database) == []


@pytest.mark.parametrize("how", ["500", "403", "redirect", "slow", "huge"])
def test_ten_failures_later_and_later_end_a_browser_and_a_huge_answer_is_not_read(
    database: Database, service: PushService, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.2 if how == "slow" else 5)
    service.status = int(how) if how.isdigit() else 201
    service.how = how
    add(database, service.endpoint())
    if how == "huge":
        tell(database, Reminder())
        pushes()(database, NOW)
        assert [each.failures for each in devices(database)] == [0]
        return
    now, waits = NOW, []
    for tried in range(10):
        tell(database, Reminder(), str(tried), now=now)
        assert pushes()(database, now)
        waits += [each.due_at - now for each in devices(database) if each.due_at]
        assert not pushes()(database, now), "it rests"
        now += timedelta(seconds=1)

    assert devices(database) == []
    assert {each.path for each in service.heard} == {"/push/a"}
    assert waits == sorted(waits)
    assert waits[0] >= timedelta(minutes=1)


def test_a_failure_is_tried_again_by_itself_and_news_meanwhile_at_once(
    database: Database, service: PushService
) -> None:
    service.status = 503
    add(database, service.endpoint())
    tell(database, Turn(chapters=(ASKED,)))
    job = pushes()
    job(database, NOW)
    service.status = 201

    assert not job(database, NOW + timedelta(seconds=59))
    assert job(database, NOW + timedelta(minutes=1))
    assert (len(service.heard), devices(database)[0].failures) == (2, 0)


def test_a_worker_that_dies_wakes_nobody_twice(database: Database, service: PushService) -> None:
    def die(*_: object) -> OutgoingAnswer:
        raise KeyboardInterrupt

    add(database, service.endpoint())
    tell(database, Reminder())
    with pytest.raises(KeyboardInterrupt):
        Pushes(some_settings(), die)(database, NOW)  # type: ignore[arg-type]

    assert not pushes()(database, NOW)
    tell(database, Turn(chapters=(ASKED,)), "2")
    assert pushes()(database, NOW)


@pytest.mark.parametrize(
    "endpoint",
    [
        *("", "http://push.example/a", "https://127.0.0.1/a", "https://localhost/a"),
        *("https://[::1]/a", "https://169.254.169.254/latest", "javascript:alert(1)"),
        *("https://user:pass@push.example/", "https://push.example/a b", "ftp://push.example/"),
        "https://push.example/" + "a" * 1000,
    ],
)
def test_an_address_inside_or_without_tls_is_refused(database: Database, endpoint: str) -> None:
    with pytest.raises(SeasonRefused) as refused:
        add(database, endpoint)

    assert [each.code for each in refused.value.problems] == ["push-address"]
    assert devices(database) == []


def test_a_name_that_leads_inside_is_not_called(database: Database, service: PushService) -> None:
    """As the DNS may say after the browser was added."""
    add(database, service.endpoint())
    tell(database, Reminder())

    async def inside(url: str, headers: object, body: bytes) -> OutgoingAnswer:
        return await outgoing.post(url, headers, body, most=0, resolve=_loopback)  # type: ignore[arg-type]

    assert Pushes(some_settings(), inside)(database, NOW)
    assert service.heard == []
    assert [each.failures for each in devices(database)] == [1]


async def _loopback(*_: object) -> list[object]:
    return [ip_address("127.0.0.1")]


def test_a_player_has_five_browsers_and_the_oldest_goes(database: Database) -> None:
    with database.writing() as session:
        for number in range(1000):
            webhooks.add_device(session, *find(session), f"https://push.example/{number}")
    kept = [each.endpoint.rpartition("/")[2] for each in devices(database)]

    assert kept == [str(number) for number in range(1000 - push.MOST, 1000)]


def test_a_browser_is_whose_it_was_last_and_what_waited_for_the_other_is_not_told(
    database: Database,
) -> None:
    for slug in ("cup", "autumn"):
        add(database, "https://push.example/a", slug=slug)
    tell(database, Reminder())
    add(database, "https://push.example/a", name="bob")
    (device,) = devices(database)
    with database.reading() as session:
        bob, cup = find(session, "bob")

    assert (device.player_id, device.seasons, device.due_at) == (bob.id, [cup.id], None)


def test_it_is_switched_off_as_letters_are(database: Database, service: PushService) -> None:
    add(database, service.endpoint())
    add(database, service.endpoint(), slug="autumn")
    tell(database, Reminder())
    with database.writing() as session:
        alice, cup = find(session)
        league_players.mute(alice, NOW)
    assert not pushes()(database, NOW)
    with database.writing() as session:
        alice, cup = find(session)
        alice.muted_at = None
        push.end(session, alice.id, cup.id)
    assert [len(each.seasons) for each in devices(database)] == [1]
    with database.writing() as session:
        players.renew_secrets(session, find(session)[0])
    assert devices(database) == []


@pytest.mark.parametrize("state", [SeasonState.PUBLISHED, SeasonState.CALLED_OFF])
def test_a_season_that_is_over_takes_no_browser(database: Database, state: SeasonState) -> None:
    with database.writing() as session:
        find(session)[1].state = state
    with pytest.raises(SeasonRefused):
        add(database, "https://push.example/a")


def test_its_person_is_told_of_it_and_erasure_takes_it(database: Database) -> None:
    add(database, "https://push.example/a")
    add(database, "https://push.example/b", name="bob")
    with database.writing() as session:
        alice, _ = find(session)
        assert personal_data.of(session, alice)["push_devices"] == 1
        personal_data.erase(session, alice)

    assert [each.endpoint for each in devices(database)] == ["https://push.example/b"]


def test_no_log_names_an_address(
    database: Database, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    add(database, service.endpoint("secretpart"))
    add(database, "https://push.invalid/secretpart", name="alice")
    for status in (201, 500):
        service.status = status
        tell(database, Reminder(), str(status))
        pushes()(database, NOW)

    assert service.heard
    assert "secretpart" not in caplog.text


def test_the_key_is_that_of_the_secret() -> None:
    one, two = (vapid.keys(secret)[1] for secret in (b"a" * 32, b"b" * 32))

    assert one == vapid.keys(b"a" * 32)[1] != two
    assert len(one) == 87
