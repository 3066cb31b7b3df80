"""Player ranks: published seasons count in order, an undo takes them back, and each change can be read."""

from datetime import date, datetime, timedelta
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import Session, col, select

from app.jobs.seasons.ranks import count_due
from app.league.careers import owners
from app.league.results import ranks, results
from app.store import entries, seasons
from app.store.database import Database
from app.store.ratings import contacts, ranks as kept
from app.store.security import personal_data
from app.store.security.audits import Organiser
from app.store.tables import Player, Season, SeasonState
from app.tournament.ratings.rank import POINT, change
from tests.support.browsers import Site
from tests.support.seasons import CLOSES, Character, a_finished_season

TOKYO = ZoneInfo("Asia/Tokyo")
WON = [bytes([0, 1, 1]), bytes([2, 0, 1]), bytes([2, 2, 0])]
"""The first beats all, the second the third."""
NAMES = ("Ann", "Ben", "Cy")


def publish(
    session: Session, slug: str, days: int, rows: list[bytes] = WON, **changes: Any
) -> Season:
    """A published season that counts, of the same three players each time."""
    known = list(session.exec(select(Player).order_by(col(Player.id))))
    cards = [Character(f"{name}'s", "核攻", owner=name) for name in NAMES[: len(rows)]]
    fields = {"ranked": True, "published_at": CLOSES + timedelta(days=days)} | changes
    season, _ = a_finished_season(session, cards, rows, slug=slug, **fields)
    for entry, player in zip(entries.of_season(session, season), known, strict=False):
        entry.player = player
    session.flush()
    return season


def count_all(database: Database) -> int:
    return sum(1 for _ in iter(lambda: count_due(TOKYO, database, CLOSES), False))


def at(days: int) -> datetime:
    return CLOSES + timedelta(days=days)


def board(session: Session, days: int, game: str = "laplaplus") -> dict[str, float]:
    """Everyone's rank points by public name, this many days after the deadline."""
    places = ranks.board(session, game, at(days), TOKYO)
    names = kept.shown(session, [each.change for each in places])
    return {names[each.change.id].owner: each.account.points / POINT for each in places}


def elos(session: Session) -> dict[str, int]:
    last = kept.latest(session, "laplaplus")
    names = kept.shown(session, [*last.values()])
    return {names[each.id].owner: each.elo for each in last.values()}


def test_published_seasons_count_in_the_order_of_their_publication(database: Database) -> None:
    with database.writing() as session:
        publish(session, "second", 10, [bytes([0, 2]), bytes([1, 0])])
        publish(session, "first", 1)
        publish(session, "fun", 2, ranked=False)
        publish(session, "under-review", 3, state=SeasonState.REVIEW)

    assert count_all(database) == 2
    with database.reading() as session:
        assert kept.of_season(session, seasons.by_slug(session, "fun")) == []
        first = {
            each.entry_id: each
            for each in kept.of_season(session, seasons.by_slug(session, "first"))
        }
        assert [(each.before, each.change, each.games) for each in first.values()] == [
            (1_500_000, 24_000, 2),
            (1_500_000, 0, 2),
            (1_500_000, -24_000, 2),
        ]
        second = change(1_500_000, 1_524_000, 2)
        assert elos(session) == {
            "Ann": 1_524_000 - second,
            "Ben": 1_500_000 + second,
            "Cy": 1_476_000,
        }
        assert second > 12_000


def test_an_undo_takes_a_season_back_and_those_after_it_are_counted_again(
    database: Database,
) -> None:
    with database.writing() as session:
        publish(session, "first", 1)
        publish(session, "second", 10)
    count_all(database)
    by = Organiser("olga", at(20), "a mistake")
    with database.writing() as session:
        results.undo(session, "first", by)
        assert elos(session) == {}
    assert count_all(database) == 1
    with database.writing() as session:
        assert elos(session) == {"Ann": 1_524_000, "Ben": 1_500_000, "Cy": 1_476_000}
        results.publish(session, "first", by)
    assert count_all(database) == 1
    with database.reading() as session:
        row = kept.of_season(session, seasons.by_slug(session, "first"))[0]
        assert (row.before, row.total) == (1_524_000, 4)


def test_what_was_counted_is_not_kept_if_something_changed_meanwhile(database: Database) -> None:
    with database.writing() as session:
        publish(session, "first", 1)
        publish(session, "second", 10)
    with database.reading() as session:
        first = ranks.count(session, seasons.by_slug(session, "first"), TOKYO)
        second = ranks.count(session, seasons.by_slug(session, "second"), TOKYO)
    with database.writing() as session:
        assert ranks.keep(session, "first", first, CLOSES)
        assert not ranks.keep(session, "first", first, CLOSES)
        assert not ranks.keep(session, "second", second, CLOSES)
        results.undo(session, "second", Organiser("olga", at(20), "a mistake"))
        with pytest.raises(LookupError):
            ranks.count(session, seasons.by_slug(session, "second"), TOKYO)
    assert count_all(database) == 0


def test_days_without_contact_lower_what_is_shown_and_games_take_it_off(database: Database) -> None:
    with database.writing() as session:
        publish(session, "first", 1)
        ann = session.exec(select(Player.id).order_by(col(Player.id))).all()[0]
    count_all(database)
    with database.writing() as session:
        assert board(session, 1) == {"Ann": 1524, "Ben": 1500, "Cy": 1476}
        contacts.note(session, ann, at(3).astimezone(TOKYO).date())
        contacts.note(session, ann, at(3).astimezone(TOKYO).date())
        assert board(session, 5) == {"Ann": 1521, "Ben": 1496, "Cy": 1472}
        assert board(session, 500)["Ben"] == 1350
        publish(session, "second", 31, [bytes([0, 0]), bytes([0, 0])])
    count_all(database)
    with database.reading() as session:
        ann_, ben = kept.of_season(session, seasons.by_slug(session, "second"))
        assert (ann_.away, ann_.absence, ben.away, ben.absence) == (29, 19, 30, 20)
        assert ben.day == date(2026, 12, 29)
        assert board(session, 31)["Cy"] == 1476 - 30


def test_games_against_the_house_and_in_a_crowd_change_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.writing() as session:
        house = publish(session, "house", 1)
        entries.of_season(session, house)[0].player = None
    count_all(database)
    with database.reading() as session:
        assert elos(session) == {"Ben": 1_512_000, "Cy": 1_488_000}
    monkeypatch.setattr(ranks, "MOST_ENTRIES", 2)
    with database.writing() as session:
        publish(session, "crowd", 2)
    assert count_all(database) == 1
    with database.reading() as session:
        assert kept.of_season(session, seasons.by_slug(session, "crowd")) == []


def test_a_person_who_is_erased_leaves_the_board_and_no_change_of_others(
    database: Database,
) -> None:
    with database.writing() as session:
        season = publish(session, "first", 1)
        ann = entries.of_season(session, season)[0].player
        assert ann
        contacts.note(session, ann.id, date(2026, 12, 1))
        player = ann.id
    count_all(database)
    with database.writing() as session:
        gone = session.get_one(Player, player)
        assert personal_data.of(session, gone)["visits"] == 1
        personal_data.erase(session, gone)
    with database.reading() as session:
        assert set(board(session, 1)) == {"Ben", "Cy"}
        ben = kept.of_season(session, seasons.by_slug(session, "first"))[1]
        assert (
            sum(
                each.change for each in ranks.bouts(session, seasons.by_slug(session, "first"), ben)
            )
            == ben.change
        )


def test_pages_show_the_board_and_explain_each_change(database: Database) -> None:
    with database.writing() as session:
        season = publish(session, "first", 1, published_at=CLOSES)
        ann = entries.of_season(session, season)[0].player
        assert ann
        owners.choose(ann, wanted=True)
        token = ann.owner_page
    browser = Site(database).browser().client
    assert "being calculated" in browser.get("/en/seasons/first/rank").text
    assert "Nobody has a rank yet" in browser.get("/en/games/laplaplus/rank").text
    assert browser.get("/en/seasons/first/rank/1").status_code == 404
    count_all(database)
    browser = Site(database).browser().client

    told = browser.get("/en/games/laplaplus/rank").text
    assert told.index("Ann") < told.index("Ben") < told.index("Cy")
    assert "/en/seasons/first/rank" in browser.get("/en/seasons/first").text
    changes = browser.get("/en/seasons/first/rank").text
    assert "+24.000" in changes
    mine = browser.get("/en/seasons/first/rank/2").text
    assert "+12.000" in mine
    assert "−12.000" in mine
    assert "+24.000" in browser.get(f"/en/owners/{token}").text
    assert browser.get("/en/seasons/first/rank/9").status_code == 404

    ranked = browser.get("/api/v1/games/laplaplus/rank").json()
    assert [each["name"] for each in ranked["items"]] == ["Ann", "Ben", "Cy"]
    assert ranked["items"][2]["elo"] == 1476
    of_season = browser.get("/api/v1/seasons/first/rank").json()
    assert [(each["before"], each["change"], each["rated"]) for each in of_season["items"]] == [
        (1500, 24, 2),
        (1500, 0, 2),
        (1500, -24, 2),
    ]


def test_the_games_of_all_characters_of_a_player_make_up_their_change(database: Database) -> None:
    """Cy's character is Ann's second one, and Ben met both; how her own two ended is not rated."""
    with database.writing() as session:
        season = publish(session, "first", 1, published_at=CLOSES)
        first, _, third = entries.of_season(session, season)
        third.player = first.player
    count_all(database)
    browser = Site(database).browser().client

    ann, ben = (unescape(browser.get(f"/en/seasons/first/rank/{each}").text) for each in (1, 2))
    assert "1 rated game" not in ann + ben
    assert [ben.count(each) for each in ("Ann's", "Cy's", "−12.000", "+12.000", "erased")] == [
        *(1, 1, 1, 1, 0)
    ]
    assert ann.count("Ben's") == 2
    assert browser.get("/en/seasons/first/rank/3").status_code == 404
    with database.writing() as session:
        ann_ = entries.of_season(session, seasons.by_slug(session, "first"))[0].player
        assert ann_
        personal_data.erase(session, ann_)
    ben = Site(database).browser().client.get("/en/seasons/first/rank/2").text
    assert "Against people whose data was erased later" in ben


def test_a_hidden_name_stays_hidden_wherever_ranks_are_shown(database: Database) -> None:
    with database.writing() as session:
        season = publish(session, "first", 1, published_at=CLOSES)
        publish(session, "fun", 1, ranked=False, published_at=CLOSES)
        one = entries.of_season(session, season)[0]
        one.owner_hidden_at = one.name_hidden_at = CLOSES
    count_all(database)
    browser = Site(database).browser().client
    pages = (
        "games/laplaplus/rank",
        "seasons/first/rank",
        "seasons/first/rank/1",
        "seasons/first/rank/2",
    )
    for path in (
        *(f"/en/{each}" for each in pages),
        "/api/v1/games/laplaplus/rank",
        "/api/v1/seasons/first/rank",
    ):
        told = browser.get(path).text
        assert "Ann" not in told
        assert "Entry 1" in told
    assert browser.get("/en/seasons/fun/rank").status_code == 404
    assert browser.get("/api/v1/seasons/fun/rank").status_code == 404
