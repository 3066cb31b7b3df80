"""Careers, head to head and the hall of fame: of those who want to be known, and of nothing that is not public."""

from datetime import timedelta

import pytest
from sqlalchemy import delete
from sqlmodel import Session, select

from app.games import ruleset
from app.jobs.seasons.placings import count_places
from app.league.archive.chronicle import Chronicle
from app.league.archive.history import record_of
from app.league.archive.restoration import restore
from app.league.careers import halls, owners, rivals
from app.league.desk import imports
from app.league.results import results
from app.league.seasons.decisions.season_plans import Plan
from app.store import entries, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Entry, Placing, Player, Result
from tests.support.browsers import Site
from tests.support.people import NOW
from tests.support.seasons import CLOSES, Character, a_finished_season

BY = Organiser("olga", NOW, "a slip", "We look again.")
FIELD = [
    Character("Hammer", "攻核", owner="Alice"),
    Character("Stone", "核", owner="Bob"),
    Character("Twin", "核", owner="Charlie"),
]
"""Hammer wins twice, Stone and Twin draw."""


@pytest.fixture
def players(database: Database) -> tuple[int, int]:
    """Alice and Bob, who have a page each, after two seasons; Charlie has none."""
    with database.writing() as session:
        for at, slug in enumerate(("first", "second")):
            a_finished_season(
                session, FIELD, slug=slug, published_at=CLOSES + timedelta(days=30 * at)
            )
        firsts = _entries(session, "first")
        for entry, other in zip(firsts, _entries(session, "second"), strict=True):
            other.player = entry.player
        alice, bob, _charlie = (each.player for each in firsts)
        assert alice
        assert bob
        for each in (alice, bob):
            owners.choose(each, wanted=True)
        return alice.id, bob.id


def _entries(session: Session, slug: str) -> list[Entry]:
    return list(entries.of_season(session, seasons.by_slug(session, slug)))


def everybody(session: Session) -> list[tuple[int, str, int, int, int]]:
    """Of the hall: place, name, seasons, titles, wins."""
    return [
        (each.place, each.total.name, each.total.seasons, each.total.titles, each.total.wins)
        for each in halls.of_game(session, "laplaplus").lines
    ]


def test_two_characters_that_share_the_first_place_are_one_title(database: Database) -> None:
    field = [Character(name, "核攻", owner="Ann") for name in ("One", "Two", "Three")]
    rows = [bytes([0, 0, 1]), bytes([0, 0, 1]), bytes([2, 2, 0])]
    with database.writing() as session:
        season, _ = a_finished_season(session, field, rows, published_at=CLOSES)
        first, second, _third = entries.of_season(session, season)
        second.player = first.player
        assert first.player
        owners.choose(first.player, wanted=True)
        session.flush()

        assert everybody(session) == [(1, "Ann", 1, 1, 2)]
        assert owners.career_of(session, first.player).titles == [season]


def test_nobody_beats_themselves(database: Database, players: tuple[int, int]) -> None:
    """In the second season Hammer and Stone are both Alice's: of its battles she has won one, against Twin, and drawn one."""
    with database.writing() as session:
        hammer, stone, _twin = _entries(session, "second")
        stone.player = hammer.player
    with database.reading() as session:
        alice = session.get_one(Player, players[0])
        told = {each.total.page: each.total for each in halls.of_game(session, "laplaplus").lines}
        total = told[alice.owner_page or ""]

        assert owners.career_of(session, alice).record == owners.OwnerRecord(3, 1, 0)
        assert (total.wins, total.draws, total.losses) == (3, 1, 0)


def test_a_career_adds_up_what_each_season_says(
    database: Database, players: tuple[int, int]
) -> None:
    with database.reading() as session:
        career = owners.career_of(session, session.get_one(Player, players[0]))

        assert (career.name, career.seasons, len(career.titles)) == ("Alice", 2, 2)
        assert career.record == owners.OwnerRecord(4, 0, 0)
        assert career.best
        assert (career.best.place, career.best.entries) == (1, 3)
        assert [(each.name, each.seasons) for each in career.characters] == [("Hammer", 2)]


def test_two_owners_meet_once_a_season_each_seeing_the_other(
    database: Database, players: tuple[int, int]
) -> None:
    with database.reading() as session:
        alice, bob = (session.get_one(Player, each) for each in players)
        ahead = rivals.encounters(session, alice, bob.owner_page or "")
        behind = rivals.encounters(session, bob, alice.owner_page or "")

        assert [(each.season.slug, each.battle, each.result) for each in ahead] == [
            ("second", "1-2", "w"),
            ("first", "1-2", "w"),
        ]
        assert [each.result for each in behind] == ["l", "l"]
        (rival,) = rivals.rivals(session, alice)
        assert (rival.name, rival.record) == ("Bob", owners.OwnerRecord(2, 0, 0))


def test_a_number_that_is_gone_moves_no_outcome(database: Database) -> None:
    with database.writing() as session:
        season, run = a_finished_season(session, FIELD, slug="gap")
        own = _entries(session, "gap")
        for row in run_rows(session, run.id):
            if row.number > 1:
                row.number += 5
        for entry in own[1:]:
            assert entry.player
            owners.choose(entry.player, wanted=True)
        session.flush()
        stone, twin = own[1].player, own[2].player
        assert stone
        assert twin
        (met,) = rivals.encounters(session, stone, twin.owner_page or "")

        assert (met.battle, met.result) == ("7-8", "d")
        assert season.slug == "gap"


def run_rows(session: Session, run: int) -> list[Result | Placing]:
    """What is kept of a run by number, the highest first."""
    rows: list[Result | Placing] = [
        *session.exec(select(Result).where(Result.run_id == run)),
        *session.exec(select(Placing).where(Placing.run_id == run)),
    ]
    return sorted(rows, key=lambda row: -row.number)


def test_the_table_of_all_seasons_names_those_who_want_it(
    database: Database, players: tuple[int, int]
) -> None:
    with database.reading() as session:
        assert everybody(session) == [(1, "Alice", 2, 2, 4), (2, "Bob", 2, 0, 0)]
        hall = halls.of_game(session, "laplaplus")
        assert [each.name for each in hall.champions] == ["Alice"]
        assert [(each.name, each.wins) for each in hall.best[:2]] == [("Hammer", 2)] * 2
        assert halls.of_game(session, "another").lines == []


def test_the_hall_is_data_too(database: Database, players: tuple[int, int]) -> None:
    assert all(players)
    with Site(database).browser().client as browser:
        hall = browser.get("/api/v1/games/laplaplus/hall").json()

    assert [(each["name"], each["seasons"], each["titles"]) for each in hall["items"]] == [
        ("Alice", 2, 2),
        ("Bob", 2, 0),
    ]
    assert [each["season"] for each in hall["winners"]] == ["second", "first"]
    assert hall["winners"][0]["winners"] == ["Hammer"]
    assert {(each["name"], each["place"], each["entries"]) for each in hall["best"]} == {
        ("Hammer", 1, 3)
    }


@pytest.mark.parametrize("how", ["opted out", "hidden page", "hidden owner", "undone"])
def test_what_is_not_public_any_more_is_gone_everywhere_at_once(
    database: Database, players: tuple[int, int], how: str
) -> None:
    with database.writing() as session:
        alice, bob = (session.get_one(Player, each) for each in players)
        if how == "opted out":
            owners.choose(alice, wanted=False)
        elif how == "hidden page":
            alice.owner_page_hidden_at = NOW
        elif how == "hidden owner":
            for slug in ("first", "second"):
                _entries(session, slug)[0].owner_hidden_at = NOW
        else:
            for slug in ("first", "second"):
                results.undo(session, slug, BY)
        session.flush()

        assert "Alice" not in [each[1] for each in everybody(session)]
        assert rivals.rivals(session, bob) == []
        if how in ("hidden owner", "undone"):
            assert owners.career_of(session, alice).appearances == []
            assert "Hammer" not in [each.name for each in halls.of_game(session, "laplaplus").best]


def test_a_list_of_earlier_days_counts_by_name_and_the_forgotten_do_not(
    database: Database, players: tuple[int, int]
) -> None:
    game = ruleset("laplaplus")
    day = CLOSES - timedelta(days=900)
    with database.writing() as session:
        _entries(session, "first")[2].player = None  # Charlie is forgotten
        sheet = imports.read("name,build,owner\nOld,攻核,Dave\nOlder,核,Eve", game)
        record = record_of(sheet, game, Plan(game.slug, "history"), NOW)
        told = Chronicle(opened_at=day, closed_at=day, laid_open_at=day, published_at=day)
        restore(session, record, BY, told)
    assert count_places(database, NOW)
    assert not count_places(database, NOW)
    with database.reading() as session:
        assert [each[1:4] for each in everybody(session)] == [
            ("Alice", 2, 2),
            ("Dave", 1, 1),
            ("Bob", 2, 0),
            ("Eve", 1, 0),
        ]


def test_a_season_whose_rules_are_gone_keeps_no_other_from_being_counted(
    database: Database,
) -> None:
    with database.writing() as session:
        _, gone = a_finished_season(session, FIELD, slug="gone")
        _, here = a_finished_season(session, FIELD, slug="here")
        gone.rules_version = "0"
        session.execute(delete(Placing))
        counted = here.id
    assert count_places(database, NOW)
    assert not count_places(database, NOW)
    with database.reading() as session:
        assert {*session.exec(select(Placing.run_id))} == {counted}
