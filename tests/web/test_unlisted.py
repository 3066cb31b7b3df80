"""A season that is not listed: every public address, asked by a stranger, leads to nothing of it; its own address shows it all."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count, product
from typing import Final

import pytest
from sqlmodel import col, select

from app.errors import SeasonRefused
from app.jobs.seasons.deadlines import close_due
from app.jobs.seasons.placings import count_places
from app.jobs.seasons.reminders import remind_due
from app.jobs.seasons.runs import run
from app.jobs.webhooks import announce_closing
from app.league import visibility
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin, submit
from app.league.people import webhooks
from app.league.results import results
from app.league.seasons import cups, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.decisions.season_plans import Plan
from app.store import players, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Delivery, Letter, Mail, SeasonState
from tests.support.browsers import Site
from tests.support.posting import Postman
from tests.test_sealed import MATCH
from tests.web.test_routes import routes

NOW: Final = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY: Final = timedelta(days=1)
MARKS: Final = ("okapiclub", "Okapi society", "河馬の会", "Quagga", "Bongo")
"""Its slug, its titles and the names of its entries."""
PLAYERS: Final = ("alice", "bob")


def by(now: datetime, tell: str = "") -> Organiser:
    return Organiser("olga", now, "for a reason", tell)


def begin(database: Database, plan: Plan, names: tuple[str, ...], now: datetime) -> None:
    """The season is open, and Alice and Bob have entered."""
    with database.writing() as session:
        season = league_seasons.create(session, plan, by(now))
        league_seasons.open_season(session, plan.slug, by(now))
        for who, name, build in zip(PLAYERS, names, ("攻核", "盾核"), strict=True):
            player = players.known_as(session, f"{who}@example.com", "en", now)
            player.owner_page = who
            sent = Submission(name, build, who, "A story.")
            submit(session, season, player, sent, Origin(now, proven=True))


def end(database: Database, slug: str, now: datetime) -> None:
    """Its results are public."""
    with database.writing() as session:
        if closes_at := seasons.by_slug(session, slug).closes_at:
            now = max(now, closes_at)
        league_seasons.close(session, slug, by(now))
    [*run(database, slug, by(now))]
    with database.writing() as session:
        results.publish(session, slug, by(now))
    count_places(database, now)


@pytest.fixture
def site(database: Database) -> Site:
    """Two seasons of a cup that are listed: one that is over, and one that takes entries."""
    with database.writing() as session:
        cups.create(session, "cup", by(NOW))
    listed = Plan("laplaplus", "first", "一", "First", cup="cup", closes_at=NOW + DAY)
    begin(database, listed, ("Lion", "Tiger"), NOW)
    end(database, "first", NOW + 2 * DAY)
    begin(
        database,
        replace(listed, slug="next", title_en="Next", title_ja="次", closes_at=NOW + 19 * DAY),
        ("Lynx", "Puma"),
        NOW + 2 * DAY,
    )
    site = Site(database)
    site.clock.now = NOW + 9 * DAY
    return site


_CLIENTS: Final = count(2)
CLUB: Final = Plan(
    "laplaplus",
    MARKS[0],
    MARKS[2],
    MARKS[1],
    cup="cup",
    closes_at=NOW + 8 * DAY,
    listed=False,
)


def public_pages(site: Site) -> list[str]:
    """Every public address, about the seasons that are listed."""
    values = MATCH | {"cup": "cup", "rival": "bob", "token": "alice", "game": "laplaplus"}
    values |= {"number": "1", "home": "1", "away": "2", "a": "1", "b": "2", "closing": "1"}
    values |= {"version": "laplaplus@1", "card": "attack", "page": "play-by-mail", "build": "盾核"}
    found = []
    for route, slug, lang in product(routes(site.app), ("first", "next", "nowhere"), ("ja", "en")):
        method, _, path = route.partition(" ")
        if method == "GET" and "desk" not in path and "organiser" not in path:
            for suffix in (":int", ":path"):
                path = path.replace(f"{suffix}}}", "}")
            names = {name: "1" for name in path.split("{") for name in [name.split("}")[0]]}
            found.append(path.format(**names | values | {"slug": slug, "lang": lang}))
    found += [f"/{lang}/games/laplaplus/try?build=盾核" for lang in ("ja", "en")]
    found += [f"/en/search?q={word[:4]}" for word in ("okapi", "quagg", "bong", "河", "lion")]
    return [*dict.fromkeys(found)]


def answers(site: Site, pages: list[str]) -> dict[str, tuple[int, bytes]]:
    """Asked by somebody new each time: who asks for many links that are none has to wait."""
    with site.browser(f"192.0.2.{next(_CLIENTS)}").client as stranger:
        found = {path: stranger.get(path) for path in pages}
    return {path: (each.status_code, each.content) for path, each in found.items()}


def test_no_public_address_leads_a_stranger_to_it_or_counts_it(
    database: Database, site: Site
) -> None:
    pages = public_pages(site)
    once, before = answers(site, pages), answers(site, pages)
    same = [path for path in pages if once[path] == before[path]]
    assert len(same) > 0.9 * len(pages) > 300

    begin(database, CLUB, MARKS[3:], NOW + 3 * DAY)
    wrong = []
    for is_over in (False, True):
        if is_over:
            end(database, MARKS[0], NOW + 3 * DAY)
        after = answers(site, pages)
        wrong += [
            f"{path}: {mark}" for path in pages for mark in MARKS if mark.encode() in after[path][1]
        ]
        wrong += [f"{path} differs" for path in same if after[path] != before[path]]

    assert wrong == []
    assert before["/en/owners/alice"][0] == before["/en/games/laplaplus/hall"][0] == 200
    with database.writing() as session:
        seasons.by_slug(session, MARKS[0]).listed = True
    listed = answers(site, pages)
    assert sum(MARKS[0].encode() in each for _, each in listed.values()) > 20


def test_each_of_its_own_addresses_answers_whoever_has_it_and_no_robot(
    database: Database, site: Site
) -> None:
    begin(database, CLUB, MARKS[3:], NOW + 3 * DAY)
    listed = [
        each for each in public_pages(site) if "/next/" in f"{each}/" and "/enter" not in each
    ]

    def asked() -> dict[str, int]:
        pages = [each.replace("next", MARKS[0]) for each in listed]
        return {path: answer[0] for path, answer in answers(site, pages).items()}

    for is_over in (False, True):
        if is_over:
            end(database, MARKS[0], NOW + 3 * DAY)
        unlisted = asked()
        with database.writing() as session:
            seasons.by_slug(session, MARKS[0]).listed = True
        assert unlisted == asked()
        with database.writing() as session:
            seasons.by_slug(session, MARKS[0]).listed = False
        page = site.browser().get(f"/en/seasons/{MARKS[0]}")
        assert page.status == 200
        assert MARKS[1] in page.text("h1")
        assert [each.attributes["content"] for each in page.page.css('meta[name="robots"]')] == [
            "noindex"
        ]
        assert site.browser().get(f"/api/v1/seasons/{MARKS[0]}").status == 200


def test_nobody_is_told_of_it_by_letters_and_webhooks(database: Database, site: Site) -> None:
    """Alice and Bob have entered the game before, and hear of their own entries alone."""
    with database.writing() as session:
        webhooks.add(session, "https://hooks.example/1", "text", "en", by(NOW))
        league_seasons.move(session, "next", NOW + 20 * DAY, by(NOW, "more time"))
    begin(database, CLUB, MARKS[3:], NOW + 3 * DAY)
    soon = NOW + 8 * DAY - timedelta(hours=5)
    announce_closing(database, soon)
    remind_due(database, soon)
    close_due(database, NOW + 8 * DAY + timedelta(hours=1))
    with database.reading() as session:
        season = seasons.by_slug(session, MARKS[0])
        letters = session.exec(select(Letter).where(Letter.season_id == season.id)).all()
        about = [each.content["slug"] for each in session.exec(select(Delivery))]
        assert season.state is SeasonState.CLOSED

    assert {each.kind for each in letters} <= {"receipt"}
    assert MARKS[0] not in about
    assert "next" in about


def test_mails_of_strangers_find_it_by_its_slug_alone(database: Database, site: Site) -> None:
    begin(database, CLUB, MARKS[3:], NOW + 3 * DAY)
    with database.writing() as session:
        league_seasons.close(session, "next", by(NOW + 3 * DAY))
    postman = Postman(database, NOW + 3 * DAY)
    entry = "Name: Zebra\nBuild: Attack, Core\n"
    for text in (entry, f"Season: {MARKS[1]}\n{entry}", "help", "When is the deadline?", "form",
                 f"standings {MARKS[1]}", "standings", "results", "x"):  # fmt: skip
        mail = postman.post(text, sender="zoe@example.com")
        with database.reading() as session:
            kept = session.get_one(Mail, mail.id)
            letter = session.exec(
                select(Letter).where(Letter.mail_id == kept.id).order_by(col(Letter.id).desc())
            ).first()
            said = f"{kept.note} {letter and letter.season_id and seasons.with_ids(session, [letter.season_id])}"
            assert MARKS[0] not in said.replace(MARKS[1], ""), text

    assert postman.post(f"Season: {MARKS[0]}\n{entry}", sender="zoe@example.com").action == "held"


def test_it_is_laid_open_to_its_organisers_as_any_other_and_never_ranked(
    database: Database, site: Site
) -> None:
    begin(database, CLUB, MARKS[3:], NOW + 3 * DAY)
    with database.writing() as session:
        plan = season_plans.plan_of(seasons.by_slug(session, MARKS[0]))
        with pytest.raises(SeasonRefused) as refusal:
            league_seasons.change(session, replace(plan, ranked=True), by(NOW + 3 * DAY, "because"))
    assert [each.code for each in refusal.value.problems] == ["ranked-unlisted"]

    end(database, MARKS[0], NOW + 8 * DAY)
    with database.reading() as session:
        season = seasons.by_slug(session, MARKS[0])
        assert visibility.shows_entries(season, visibility.Reader.ORGANISER, NOW + 9 * DAY)
        assert season.laid_open_at is not None
