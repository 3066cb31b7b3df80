"""Webhooks hear of each event once it is certain, in order, until they have heard."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import pytest
from sqlmodel import Session, col, select, update
from standardwebhooks import Webhook as Receiver

from app.errors import SeasonRefused
from app.jobs.outgoing import OutgoingAnswer
from app.jobs.webhooks import Webhooks
from app.league.people import webhooks
from app.league.people.webhooks import RETRIES
from app.league.seasons import news, seasons
from app.league.seasons.decisions import season_plans
from app.store import seasons as store_seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Delivery, SeasonState
from app.store.work import webhooks as store
from tests.support.outgoing import some_settings
from tests.support.people import NOW

BY = Organiser("Olga", NOW)
TAKEN = OutgoingAnswer(200, "ok")


class Site:
    """Another site: what it heard, and what it answers."""

    def __init__(self, answer: OutgoingAnswer = TAKEN) -> None:
        self.answer = answer
        self.heard: list[tuple[str, Mapping[str, str], bytes]] = []

    async def __call__(self, url: str, headers: Mapping[str, str], body: bytes) -> OutgoingAnswer:
        self.heard.append((url, headers, body))
        return self.answer

    def contents(self) -> list[dict[str, object]]:
        return [json.loads(body) for _, _, body in self.heard]


def _hook(database: Database, shape: str = "signed", lang: str = "en") -> tuple[int, str]:
    with database.writing() as session:
        made = webhooks.add(session, "https://hooks.example/7?key=1", shape, lang, BY)
        return made.id, made.secret


def _open(database: Database, title: str = "Cup", closes_at: datetime | None = None) -> None:
    with database.writing() as session:
        plan = season_plans.Plan(
            "laplaplus", "cup", title_ja=title, title_en=title, closes_at=closes_at
        )
        seasons.create(session, plan, BY)
        seasons.open_season(session, "cup", BY)


def _job(site: Site) -> Webhooks:
    return Webhooks(some_settings(base_url="https://play.example"), site)


def test_a_message_is_signed_so_that_a_receiver_can_check_it(database: Database) -> None:
    _, secret = _hook(database)
    _open(database)
    site = Site()
    now = datetime.now(NOW.tzinfo)

    assert _job(site)(database, now)
    [(url, headers, body)] = site.heard
    assert urlsplit(url).hostname == "hooks.example"
    told = Receiver(secret).verify(body, dict(headers))
    assert told["type"] == "season.opened"
    assert told["data"]["season"]["url"] == "https://play.example/en/seasons/cup"
    assert not _job(site)(database, now)


def test_a_text_calls_nobody_whatever_a_title_says(database: Database) -> None:
    _hook(database, "text")
    _open(database, "@everyone **[free](https://evil.example)** <@1>")
    site = Site()
    _job(site)(database, NOW)

    [content] = site.contents()
    assert content["allowed_mentions"] == {"parse": []}
    assert str(content["content"]).startswith(
        r"\@everyone \*\*\[free\]\(https\://evil\.example\)\*\* \<\@1\> takes entries."
    )


def test_a_failure_is_tried_again_later_and_later_with_the_same_words(database: Database) -> None:
    number, _ = _hook(database)
    _open(database)
    site = Site(OutgoingAnswer(500, "down"))
    now = NOW
    for rest in RETRIES:
        assert _job(site)(database, now)
        assert not _job(site)(database, now + rest - timedelta(seconds=1))
        now += rest
    assert _job(site)(database, now)
    assert not _job(site)(database, now + timedelta(days=9))

    ids = {(headers["webhook-id"], body) for _, headers, body in site.heard}
    assert (len(site.heard), len(ids)) == (1 + len(RETRIES), 1)
    with database.reading() as session:
        hook = store.find(session, number)
        assert hook is not None
        [message] = store.latest(session, hook, 9)
        assert (message.state, message.answer) == ("given-up", "500 down")


def test_a_message_that_failed_while_the_clock_was_ahead_is_tried_again(database: Database) -> None:
    _hook(database)
    _open(database)
    assert _job(Site(OutgoingAnswer(500, "down")))(database, NOW + timedelta(days=30))
    site = Site()

    assert _job(site)(database, NOW)
    assert len(site.heard) == 1
    assert not _job(site)(database, NOW)


def test_what_happened_first_is_told_first(database: Database) -> None:
    _hook(database)
    _open(database)
    site = Site(OutgoingAnswer(None, "no answer"))
    _job(site)(database, NOW)
    with database.writing() as session:
        webhooks.test(session, 1, BY)
    assert not _job(site)(database, NOW)

    site.answer = TAKEN
    later = NOW + timedelta(hours=1)
    assert _job(site)(database, later)
    assert _job(site)(database, later)
    assert [each["type"] for each in site.contents()] == ["season.opened", "season.opened", "test"]


def test_a_message_that_cannot_be_written_counts_as_failed_and_stops_no_other(
    database: Database,
) -> None:
    """One webhook has a message with a field that this version does not know, another what is no data at all."""
    hooks = [_hook(database, "text")[0] for _ in range(3)]
    _open(database)
    with database.engine.begin() as connection:
        for number, content in ((1, {"changes": [{"field": "x", "unknown": 1}]}), (2, 7)):
            change = update(Delivery).where(col(Delivery.webhook_id) == hooks[number - 1])
            connection.execute(change.values(content=content))
    site, now = Site(), NOW
    for rest in (*RETRIES, timedelta(days=9)):
        assert _job(site)(database, now)
        now += rest

    assert len(site.heard) == 1
    assert not _job(site)(database, now)
    with database.reading() as session:
        found = session.exec(select(Delivery).order_by(col(Delivery.id))).all()
    states = [(each.state.value, each.attempts, each.answer) for each in found]
    assert states == [
        ("given-up", 1 + len(RETRIES), "cannot be written: TypeError"),
        ("given-up", 1 + len(RETRIES), "cannot be written: AttributeError"),
        ("delivered", 1, "200 ok"),
    ]


def test_a_site_that_says_gone_hears_nothing_more(database: Database) -> None:
    _hook(database)
    _open(database)
    _job(Site(OutgoingAnswer(410, "gone")))(database, NOW)

    with database.reading() as session:
        assert not store.standing(session)


def test_a_season_that_closes_soon_is_told_of_once_for_each_deadline(database: Database) -> None:
    _hook(database)
    _open(database, closes_at=NOW + timedelta(days=3))
    site = Site()
    for hours in (0, 47, 49, 50, 71, 73):
        while _job(site)(database, NOW + timedelta(hours=hours)):
            pass
    assert [each["type"] for each in site.contents()] == ["season.opened", "season.closing-soon"]

    moved = Organiser("Olga", NOW + timedelta(hours=60), tell="More time.")
    with database.writing() as session:
        seasons.move(session, "cup", NOW + timedelta(days=9), moved)
    while _job(site)(database, NOW + timedelta(days=8, hours=1)):
        pass
    told = [each["type"] for each in site.contents()]
    assert told[2:] == ["season.changed", "season.closing-soon"]


@pytest.mark.parametrize("shape", ["signed", "text"])
def test_what_has_changed_is_told_with_what_it_was(database: Database, shape: str) -> None:
    _hook(database, shape)
    _open(database, closes_at=NOW + timedelta(days=3))
    site = Site()

    def after(minutes: int) -> Organiser:
        return Organiser("Olga", NOW + timedelta(minutes=minutes), tell="More of it.")

    with database.writing() as session:
        seasons.move(session, "cup", NOW + timedelta(days=9), after(1))
        plan = season_plans.plan_of(seasons.change(session, _wider(session), after(2)))
        season = seasons.close(session, "cup", after(3))
        seasons.reopen(session, "cup", after(4))
        season.release_at, season.state = NOW + timedelta(days=10), SeasonState.REVIEW
        news.release_changed(session, season, None, after(5).now)
    while _job(site)(database, after(6).now):
        pass

    if shape == "text":
        moved, wider, again, release = [str(each["content"]) for each in site.contents()[1:]]
        assert moved.startswith("Cup has changed.\nDeadline: ")
        assert "\nPlaces: no limit → 32\n" in wider
        assert again.startswith("Cup takes entries again.\nhttps://")
        assert "\nRelease of the results: none → " in release
        return
    told = [(each["type"], each["data"].get("changes")) for each in site.contents()[1:]]  # type: ignore[attr-defined]
    was, now = ((NOW + timedelta(days=days)).isoformat() for days in (3, 9))
    release = (NOW + timedelta(days=10)).isoformat()
    assert plan.capacity == 32
    assert told == [
        ("season.changed", [{"field": "closes_at", "before": was, "after": now}]),
        ("season.changed", [{"field": "capacity", "before": "", "after": "32"}]),
        ("season.reopened", None),
        ("season.changed", [{"field": "release_at", "before": "", "after": release}]),
    ]


def _wider(session: Session) -> season_plans.Plan:
    return replace(season_plans.plan_of(store_seasons.by_slug(session, "cup")), capacity=32)


def test_every_problem_of_a_webhook_is_named(database: Database) -> None:
    bad = [
        *(
            "http://hooks.example/",
            "https://",
            "ftp://hooks.example/",
            "https://a:b@hooks.example/",
        ),
        *("https://hooks.example/#x", "javascript:alert(1)", "https://hooks.example/ x", ""),
        "https://hooks.example/" + "x" * 500,
    ]
    for url in bad:
        with database.writing() as session, pytest.raises(SeasonRefused) as refusal:
            webhooks.add(session, url, "fax", "fr", BY)
        codes = [problem.code for problem in refusal.value.problems]
        assert codes == ["webhook-address", "webhook-shape", "webhook-language"], url
    for host in (
        "127.0.0.1",
        "10.1.2.3:8443",
        "[::1]",
        "[::ffff:10.0.0.1]:1",
        "LOCALHOST.",
        "a.localhost:1",
    ):
        with database.writing() as session, pytest.raises(SeasonRefused) as refusal:
            webhooks.add(session, f"https://{host}/hook", "text", "en", BY)
        assert [problem.code for problem in refusal.value.problems] == ["webhook-inside"], host
