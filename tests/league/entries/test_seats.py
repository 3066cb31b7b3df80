"""A seat that never dies: who is absent is asked, the seat is offered, and whoever takes it over has it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text
from sqlmodel import col, select

from app.engine.ruleset import Ruleset
from app.errors import DomainError, OrdersRefused, SeasonRefused
from app.jobs.exchanges import begin_due
from app.jobs.seasons.ranks import count_due
from app.league.archive import record as archive, structure, verification
from app.league.desk import interventions
from app.league.entries import entries, seats
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches import beginnings, plans
from app.league.matches.settings import MatchSettings
from app.league.results import ranks, results
from app.league.seasons import calling_off, carryovers, seasons
from app.league.seasons.decisions.season_plans import Plan
from app.notices.news import SeatNews, Turn
from app.notices.registry import about
from app.store import entrants, entries as stored_entries, players
from app.store.database import Database
from app.store.matches import matches, seats as stored
from app.store.ratings import ranks as kept_ranks
from app.store.security import personal_data
from app.store.tables import Absence, Entry, Letter, Player, SeasonState
from tests.support.databases import on_both
from tests.support.duels import (
    CLOSES,
    OPENS,
    all_matches,
    begin_cup,
    cup,
    move_all,
    olga,
    open_cup,
    pass_deadline,
    play_run,
    seat_of,
    send,
)
from tests.support.seats import AUTO, FEST, FORMER, HOUR, PETIT, asked, former, miss, one, told


def answer(database: Database, name: str, now: datetime, agrees: bool = True) -> str:
    with database.writing() as session:
        player = one(session, name)
        return seats.answer(session, asked(session).id, player, now, agrees=agrees)


def refused(database: Database, name: str, now: datetime) -> list[str]:
    with pytest.raises(DomainError) as refusal:
        answer(database, name, now)
    return [each.code for each in refusal.value.problems]


def test_who_misses_twice_is_asked_and_after_the_next_deadline_the_seat_is_offered(
    duel: Ruleset, database: Database
) -> None:
    former(database, *FORMER)
    begin_cup(database, 3, **FEST)
    miss(database, 2, "C1", "C2")
    first = told(database)
    miss(database, 1, "C1", "C2")
    second = told(database)[len(first) :]
    now = miss(database, 1, "C1", "C2")
    third = told(database)[len(first) + len(second) :]

    assert first == [("p3", "asked")]
    assert second == [("nao", "offered"), ("mai", "offered"), ("kei", "offered")]
    assert third == [("jiro", "offered"), ("hana", "offered")]
    assert answer(database, "nao", now) == "yours"


def begin(database: Database, offered: bool = True) -> datetime:
    """C3 is absent, and their seat is offered; C1 and C2 play."""
    former(database, *FORMER)
    begin_cup(database, 3, **FEST)
    return miss(database, 3 if offered else 2, "C1", "C2")


def test_whoever_says_yes_first_has_hand_orders_and_letters_and_is_named_beside_the_owner(
    duel: Ruleset, database: Database
) -> None:
    now = begin(database)
    with database.writing() as session:
        club = seasons.create(session, Plan("fest", "club", listed=False), olga(now))
        beginnings.arrange(session, club, MatchSettings(config={"petit": True}))
        seasons.open_season(session, "club", olga(now), quiet=True)
        real = Submission("Mine", PETIT, owner="Naomi of class 3")  # nobody else reads that
        entries.submit(session, club, one(session, "nao"), real, Origin(now, proven=True))
        before = len(session.exec(select(Letter)).all())
        away = Absence(
            player_id=one(session, "p3").id, begins_at=OPENS, ends_at=OPENS, told_at=OPENS
        )
        session.add(away)
        session.flush()
        entry_id = asked(session).entry_id
        matches.contestant(session, entry_id).absence_id = away.id
    came = answer(database, "nao", now)
    again = answer(database, "nao", now + HOUR)
    late = refused(database, "mai", now + HOUR)
    back = refused(database, "p3", now + HOUR)
    stranger = refused(database, "jiro", now + HOUR)

    assert (came, again) == ("yours", "yours")
    assert (late, back, stranger) == (["seat-gone"], ["seat-taken"], ["seat-not-offered"])
    with database.reading() as session:
        new = session.exec(select(Letter).order_by(col(Letter.id))).all()[before:]
        kinds = [(each.player.address[:3], type(about(each))) for each in new]
        turn = next(said for each in new if isinstance(said := about(each), Turn))
        entry = session.get_one(Entry, asked(session).entry_id)
        who = list(entrants.of_season(session, cup(session), "en"))
        mine = [each.missed_by("AB"[each.entry_b_id == entry.id]) for each in all_matches(database)]

        assert kinds == [("p3@", SeatNews), ("nao", Turn)]
        assert {chapter.since for chapter in turn.chapters} == {0}
        assert len(turn.chapters) == 2
        assert entry.player_id == one(session, "nao").id
        assert matches.contestant(session, entry_id).absence_id is None
        assert who[2].owner == "→ Nao"
    sent = send(database, "C3", AUTO, now + HOUR)
    assert sent == 2
    assert mine


@pytest.mark.parametrize("way", ["orders", "yes"])
def test_its_player_comes_back_until_it_has_been_taken_and_nobody_takes_it_then(
    duel: Ruleset, database: Database, way: str
) -> None:
    now = begin(database)
    if way == "orders":
        send(database, "C3", AUTO, now + HOUR)
    else:
        assert answer(database, "p3", now + HOUR) == "kept"

    assert refused(database, "nao", now + 2 * HOUR) == ["seat-kept"]
    assert all(each.missed_a == each.missed_b == 0 for each in all_matches(database))
    miss(database, 1, "C1", "C2", "C3")
    assert [event for who, event in told(database) if who == "p3"] == ["asked"]


def test_who_says_no_is_not_waited_for(duel: Ruleset, database: Database) -> None:
    now = begin(database, offered=False)
    assert answer(database, "p3", now, agrees=False) == "declined"
    assert told(database)[1:] == [("nao", "offered"), ("mai", "offered"), ("kei", "offered")]
    assert answer(database, "nao", now, agrees=False) == "declined"


def test_nobody_with_a_part_in_the_season_is_offered_it_or_takes_it(
    duel: Ruleset, database: Database
) -> None:
    """By whatever address of theirs; nor who is kept apart from one of them, organises, is blocked, or wants no letters."""
    former(database, "p1+second", "hana", "jiro", "kei", "mai")
    begin_cup(database, 3, **FEST)
    with database.writing() as session:
        earlier = next(
            each for each in session.exec(select(Entry)) if each.season_id != cup(session).id
        ).season
        mine = one(session, "p1")
        kept = Entry(season_id=earlier.id, player_id=mine.id, number=90, created_at=OPENS)
        session.add(kept)
        hana = stored_entries.of_player(session, earlier, one(session, "hana"))[0]
        hana.number = 91
        ruling = {"first": 90, "second": 91, "reason": "sisters", "at": OPENS.isoformat()}
        earlier.rulings = {"never": [ruling]}
        one(session, "jiro").muted_at = OPENS
        mai = one(session, "mai").id  # somebody has sent an entry in her name, and she said no yes
        session.add(Entry(season_id=cup(session).id, player_id=mai, created_at=OPENS))
        one(session, "kei").organiser_since = OPENS
    now = miss(database, 3, "C1", "C2")

    assert told(database)[1:] == [("mai", "offered")]
    with database.writing() as session:
        interventions.withdraw(session, "cup", "C2", olga(now))
    assert refused(database, "hana", now) == ["seat-not-offered"]


def test_what_is_left_of_a_seat_ends_with_its_matches(duel: Ruleset, database: Database) -> None:
    now = begin(database)
    with database.writing() as session:
        interventions.withdraw(session, "cup", "C3", olga(now))

    assert refused(database, "nao", now) == ["seat-over"]
    assert refused(database, "p3", now) == ["seat-over"], "no matches wait for their orders"


def test_orders_found_to_be_theirs_before_the_seat_was_taken_count_no_more(
    duel: Ruleset, database: Database
) -> None:
    now = begin(database)
    with database.writing() as session:
        there = next(each for each in all_matches(database) if seat_of(session, each, "C3"))
        seat = seat_of(session, there, "C3") or "A"
        entry = session.get_one(Entry, there.entry_in(seat))
        told = {"nao": one(session, "nao").id, "entry": entry.id}
        session.connection().execute(text("UPDATE entry SET player_id=:nao WHERE id=:entry"), told)
        with pytest.raises(OrdersRefused) as refusal:
            plans.submit(session, there.id, seat, there.turn, AUTO, "", now)

    assert [each.code for each in refusal.value.problems] == ["seat-taken"]


def test_organisers_offer_a_seat_at_once_or_leave_it_to_the_house(
    duel: Ruleset, database: Database
) -> None:
    former(database, *FORMER)
    begin_cup(database, 3, **FEST)
    now = miss(database, 1, "C1", "C2")
    with database.writing() as session:
        entry = {each.name_key: each for each in session.exec(select(Entry))}
        with pytest.raises(SeasonRefused):
            seats.offer_now(session, "cup", entry["c1"], olga(now))
        seats.offer_now(session, "cup", entry["c3"], olga(now))
        seen = stored.of_season(session, cup(session))
        seats.offer_now(session, "cup", entry["c3"], olga(now), undo=True)
        with pytest.raises(SeasonRefused):
            seats.offer_now(session, "cup", entry["c3"], olga(now), undo=True)

    assert [(each.name_key, many) for _, each, many in seen] == [("c3", 3)]
    assert refused(database, "nao", now) == ["seat-kept"]


def test_what_its_first_player_had_sent_is_entered_nowhere_else_by_whoever_took_it_over(
    duel: Ruleset, database: Database
) -> None:
    now = begin(database)
    answer(database, "nao", now)
    with database.writing() as session:
        season = seasons.create(session, Plan("fest", "next"), olga(now))
        beginnings.arrange(session, season, MatchSettings(config={"petit": True}))
        seasons.open_season(session, "next", olga(now))
        calling_off.call_off(session, "cup", olga(now))
        offers = {
            name: carryovers.offered(session, cup(session), one(session, name), now)
            for name in ("p1", "nao")
        }

    assert offers["p1"]
    assert offers["nao"] is None


@pytest.mark.parametrize("who", ["p3", "nao"])
def test_whoever_is_erased_is_named_nowhere_and_the_other_stays(
    duel: Ruleset, database: Database, who: str
) -> None:
    now = begin(database)
    answer(database, "nao", now)
    with database.writing() as session:
        personal_data.erase(session, one(session, who))
    with database.reading() as session:
        entry = session.get_one(Entry, asked(session).entry_id)
        shown = entrants.of_season(session, cup(session), "en")[2]
        kept = asked(session)

        assert (kept.former_id is None) is (who == "p3")
        assert (entry.player_id is None) is (who == "nao")
        assert "Nao" not in shown.owner
        assert kept.name == ("" if who == "nao" else "Nao")


def test_a_letter_of_an_earlier_question_gives_nobody_a_seat_that_was_taken(
    duel: Ruleset, database: Database
) -> None:
    """Asked, back, and asked again: the first link answers for the seat as it stands."""
    begin(database, offered=False)
    now = miss(database, 1, "C1", "C2", "C3")
    now = miss(database, 3, "C1", "C2")
    with database.reading() as session:
        first, second = stored.of_season(session, cup(session))
    with database.writing() as session:
        mai = one(session, "mai")
        assert seats.answer(session, second[0].id, mai, now, agrees=True) == "yours"
    assert refused(database, "p3", now) == ["seat-taken"]
    assert refused(database, "mai", now) == ["seat-not-offered"]
    assert (first[0].ended_at is None, first[0].taken_at) == (False, None)


@on_both
def test_of_two_who_say_yes_at_once_one_has_it(duel: Ruleset, database: Database) -> None:
    now = begin(database)

    def take(name: str) -> str:
        try:
            return answer(database, name, now)
        except SeasonRefused as refusal:
            return refusal.problems[0].code

    with ThreadPoolExecutor(3) as pool:
        came = [*pool.map(take, ("nao", "mai", "kei"))]
    assert sorted(came) == ["seat-gone", "seat-gone", "yours"]


@on_both
@pytest.mark.parametrize("first", ["former", "successor"])
def test_who_comes_back_in_the_same_second_keeps_it_or_loses_it(
    duel: Ruleset, database: Database, first: str
) -> None:
    """Exactly one of them has it, the one that was first. The other gets a letter."""
    now = begin(database)

    def come_back() -> str:
        try:
            return f"sent {send(database, 'C3', AUTO, now)}"
        except OrdersRefused as refusal:
            return refusal.problems[0].code

    def take() -> str:
        try:
            return answer(database, "nao", now)
        except SeasonRefused as refusal:
            return refusal.problems[0].code

    order = (come_back, take) if first == "former" else (take, come_back)
    with ThreadPoolExecutor(2) as pool:
        came = {future.result() for future in [pool.submit(each) for each in order]}
    with database.reading() as session:
        entry = session.get_one(Entry, asked(session).entry_id)
        has_it = "nao" if entry.player_id == one(session, "nao").id else "p3"
    assert ("seat-kept" in came) is (has_it == "p3")
    assert ("yours" in came) is (has_it == "nao")


@pytest.mark.parametrize("door", ["", "list", "unlisted"])
def test_who_waits_for_a_place_is_offered_the_seat_first(
    duel: Ruleset, database: Database, door: str
) -> None:
    """Of a season that is not for everybody nobody else hears."""
    former(database, *FORMER)
    open_cup(database, 3, **FEST)
    with database.writing() as session:
        season = cup(session)
        season.capacity, season.waiting_list = 3, True
        session.add(season)
        for name in ("yuki", "hana"):
            player = players.known_as(session, f"{name}@example.com", "ja", OPENS)
            origin = Origin(OPENS, proven=True)
            submission = Submission(f"New {name}", PETIT, owner=name.title())
            entries.submit(session, season, player, submission, origin)
            player.proven_at = OPENS
        seasons.close(session, "cup", olga(CLOSES))
        season.listed = door != "unlisted"
        season.decisions = {"door": [door, [], ""]} if door == "list" else {}
        session.add(season)
    assert begin_due(database, CLOSES)
    move_all(database, CLOSES)
    now = miss(database, 3, "C1", "C2")
    if not season.listed:
        with database.writing() as session:
            entry = next(each for each in session.exec(select(Entry)) if each.name_key == "c3")
            seats.offer_now(session, "cup", entry, olga(now))

    offered = [who for who, event in told(database) if event == "offered"]
    assert offered == ["yuki", "hana", *(["nao"] * (not door))]
    assert answer(database, "yuki", now) == "yours"
    with database.reading() as session:
        assert entrants.of_season(session, cup(session), "ja")[2].owner == "→ Yuki"


@pytest.mark.parametrize(
    ("takeover", "rated"),
    [("each", {"p1": 2, "p2": 2, "p3": 1, "nao": 1}), ("nobody", {"p1": 1, "p2": 1})],
)
def test_each_is_rated_for_what_ended_in_their_hands_or_nobody_for_the_seat(
    duel: Ruleset, database: Database, takeover: str, rated: dict[str, int]
) -> None:
    former(database, *FORMER)
    begin_cup(database, 3, takeover=takeover, **FEST)
    now = miss(database, 3, "C1", "C2")
    with database.writing() as session:
        mine = [
            each
            for each in matches.of_season(session, cup(session))
            if seat_of(session, each, "C3")
        ]
        mine[0].verdict, mine[0].due_at = f"resign{seat_of(session, mine[0], 'C3')}", now
        session.add(mine[0])
        cup(session).ranked = True
    move_all(database, now)
    assert answer(database, "nao", now) == "yours"
    while pass_deadline(database):
        pass
    later = now + timedelta(days=60)
    assert play_run(database, later) is SeasonState.REVIEW
    with database.writing() as session:
        results.publish(session, "cup", olga(later))
    assert count_due(ZoneInfo("Asia/Tokyo"), database, later)
    with database.reading() as session:
        rows = kept_ranks.of_season(session, cup(session))
        games = {session.get_one(Player, each.player_id).address[:-12]: each.games for each in rows}
        explained = {
            session.get_one(Player, each.player_id).address[:-12]: len(
                ranks.bouts(session, cup(session), each)
            )
            for each in rows
        }

        record = archive.public_record(session, cup(session), later)
    assert games == explained == rated
    read = structure.read_record(record.model_dump_json().encode())
    assert [*verification.verify(read)] == []


def test_nobody_is_asked_about_two_seats_at_once(duel: Ruleset, database: Database) -> None:
    former(database, *FORMER)
    begin_cup(database, 4, **FEST)
    miss(database, 3, "C1", "C2")

    found = told(database)
    assert sorted(found[:2]) == [("p3", "asked"), ("p4", "asked")]
    assert [who for who, _ in found[2:]] == [*FORMER[::-1]]
