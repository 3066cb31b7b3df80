"""Stages played by matches: rounds follow from results, to the archive."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime

import pytest
from sqlmodel import Session, select

from app.engine.ruleset import Ruleset
from app.errors import SeasonRefused
from app.i18n import LANGS
from app.jobs.exchanges import begin_due
from app.league.archive import record as archive, verification
from app.league.archive.record import Record
from app.league.desk import interventions, pairings, rulings
from app.league.eligibility.sides import Side, Sides
from app.league.results import results, rounds
from app.league.seasons import seasons
from app.letters.contents import draft
from app.store.database import Database
from app.store.matches import matches, orders
from app.store.tables import Entry, Letter, MatchState, SeasonState
from tests.support.browsers import Clock, Site
from tests.support.duels import (
    CLOSES,
    all_matches,
    begin_cup,
    cup,
    move_all,
    olga,
    open_cup,
    pass_deadline,
    play,
    play_run,
    send,
)

TEAMS = Sides((Side("紅", "Red"), Side("白", "White")))
PAGES = ("", "/matches", "/matches/{place}", "/dice", "/stages/1/rounds/{round}/draw")
STAGES = {
    "round-robin": 10,
    "round-robin meetings=2": 20,
    "groups groups=2 go-on=1\nknockout": 5,
    "swiss rounds=3": 6,
    "knockout third-place=yes": 4,
    "double-knockout": 8,
    "divisions divisions=2 size=3": 4,
    "hill size=3": 9,
}


@pytest.mark.parametrize("stages", [*STAGES])
def test_a_season_of_matches_is_played_in_every_format(
    duel: Ruleset, database: Database, stages: str
) -> None:
    begin_cup(database, 5, stages=stages)
    moment = pass_deadline(database) or CLOSES
    first = all_matches(database)[0]
    place = {"place": first.game_id.removeprefix("cup-"), "round": first.round}
    with Site(database, Clock(moment)).browser().client as everybody:
        pages = [
            everybody.get(f"/{lang}/seasons/cup{path.format(**place)}")
            for lang in LANGS
            for path in PAGES
        ]
    verified(database, finish(database))

    assert {each.status_code for each in pages} == {200}


def test_a_record_of_matches_in_stages_that_was_changed_does_not_hold(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 6, own=2, stages="swiss rounds=2 best=2\nknockout")
    record = verified(database, finish(database))
    assert record.stages
    assert record.matches
    told = record.stages
    swiss, knockout = told.stages
    kept = record.matches.records
    first, *others = swiss.results
    lost = [*first[:4], (first[4] or 0) ^ 3]
    other_way = [*first[:2], first[3], first[2], first[4]]

    def of_swiss(results: list[list[int | None]]) -> Record:
        stages = [swiss.model_copy(update={"results": results}), knockout]
        return changed(stages=told.model_copy(update={"stages": stages}))

    def changed(**parts: object) -> Record:
        return record.model_copy(update=parts)

    false = {
        "an outcome": of_swiss([lost, *others]),
        "seats": of_swiss([other_way, *others]),
        "a pairing too few": of_swiss(others),
        "a match too few": changed(matches=record.matches.model_copy(update={"records": kept[1:]})),
        "a match twice": changed(
            matches=record.matches.model_copy(update={"records": [*kept, kept[0]]})
        ),
        "whose they are": changed(stages=record.stages.model_copy(update={"owners": []})),
    }

    assert [what for what, each in false.items() if not [*verification.verify(each)]] == []


@pytest.mark.parametrize("stages", [*STAGES])
def test_whoever_leaves_forfeits_what_goes_on_and_is_paired_no_more(
    duel: Ruleset, database: Database, stages: str
) -> None:
    begin_cup(database, 6, stages=stages)
    with database.writing() as session:
        interventions.withdraw(session, "cup", "C2", olga(CLOSES))
    now = finish(database)
    with database.reading() as session:
        record = verified(database, now)

    assert record.stages
    assert record.matches
    assert [each.number for each in record.stages.retired] == [2]
    has_a_bye = stages.startswith(("knockout", "double-knockout"))  # the second seed, in round 1
    assert has_a_bye or any('"what":"forfeit"' in each for each in record.matches.records)


def finish(database: Database) -> datetime:
    """All matches are over; when the last one was."""
    now = CLOSES
    while moment := pass_deadline(database):
        now = moment
    return now


def verified(database: Database, now: datetime) -> Record:
    """The record of the season, which holds, after its run and its publication."""
    assert play_run(database, now) is SeasonState.REVIEW
    with database.writing() as session:
        results.publish(session, "cup", olga(now))
    with database.reading() as session:
        record = archive.record(session, cup(session), now)
    assert not [*verification.verify(record)]
    return record


@pytest.mark.parametrize("late", ["house", "draw"])
def test_what_goes_on_when_a_round_has_had_its_exchanges_ends_as_the_season_said(
    duel: Ruleset, database: Database, late: str
) -> None:
    begin_cup(database, 4, stages="swiss rounds=2", round_exchanges=1, late=late)
    moments = [pass_deadline(database) for _ in range(2)]
    found = all_matches(database)
    verified(database, moments[1] or CLOSES)

    assert None not in moments
    assert pass_deadline(database) is None
    assert [each.game_id for each in found] == [
        "cup-s1-r1-1",
        "cup-s1-r1-2",
        "cup-s1-r2-1",
        "cup-s1-r2-2",
    ]
    assert {each.state for each in found} == {MatchState.OVER}
    assert ({each.reason for each in found} == {"draw"}) == (late == "draw")


def test_in_a_knockout_a_drawn_match_has_one_more_and_then_dice_decide(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 4, stages="knockout third-place=no", round_exchanges=1, late="draw")
    now = CLOSES
    while moment := pass_deadline(database):
        now = moment
    found = all_matches(database)

    assert [each.game_id for each in found] == [
        f"cup-s1-r{at}{leg}" for at in ("1-1", "1-2", "2-1") for leg in ("", "-2")
    ]
    assert [each.entry_in("B") for each in found[1::2]] == [
        each.entry_in("A") for each in found[::2]
    ]
    assert play_run(database, now) is SeasonState.REVIEW


@pytest.mark.parametrize("way", ["double", "mirror"])
def test_a_pairing_of_two_matches_exchanges_the_seats_and_with_mirror_shares_the_luck(
    duel: Ruleset, database: Database, way: str
) -> None:
    begin_cup(database, 3, stages="round-robin", **{way: True})
    while pass_deadline(database):
        pass
    found = all_matches(database)

    assert [each.game_id for each in found[:2]] == ["cup-s1-r1-1", "cup-s1-r1-1-2"]
    assert [each.mirror_of for each in found[:2]] == [
        None,
        "cup-s1-r1-1" if way == "mirror" else None,
    ]
    assert len(found) == 6


def test_nobody_plays_more_matches_at_once_than_the_season_has(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 8, stages="round-robin", at_once=2)
    most = 0
    moment: datetime | None = CLOSES
    while later := moment:
        now = later
        waiting = [each for each in all_matches(database) if each.state is MatchState.WAITING]
        seats = Counter(id for each in waiting for id in (each.entry_a_id, each.entry_b_id))
        most = max([most, *seats.values()])
        moment = pass_deadline(database)

    assert most == 2
    assert len(all_matches(database)) == 28
    assert play_run(database, now) is SeasonState.REVIEW


def test_neither_characters_of_one_player_nor_sides_apart_meet_in_stages(
    duel: Ruleset, database: Database
) -> None:
    sides = Sides(TEAMS.every, apart=True)
    begin_cup(database, 8, own=3, stages="swiss rounds=3", sides=sides)
    record = verified(database, finish(database))
    with database.reading() as session:
        number = {each.id: each.number or 0 for each in session.exec(select(Entry))}
    met = [(number[each.entry_a_id], number[each.entry_b_id]) for each in all_matches(database)]

    assert record.stages
    assert record.stages.owners == [0, 0, 0, 1, 2, 3, 4, 5]
    assert not [each for each in met if max(each) <= 3]
    assert all((one - other) % 2 for one, other in met)


@pytest.mark.parametrize(
    "stages", ["teams boards=2", "team-swiss boards=2 rounds=1", "team-knockout boards=2"]
)
def test_teams_meet_by_matches(duel: Ruleset, database: Database, stages: str) -> None:
    begin_cup(database, 6, stages=stages, sides=TEAMS)
    verified(database, finish(database))


def test_what_organisers_pair_by_hand_is_played_by_matches(
    duel: Ruleset, database: Database
) -> None:
    open_cup(database, 4, stages="by-hand best=2\nknockout third-place=no")
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
        pairings.pair(session, "cup", "1 – 2\n3 – 4\n\n1 – 3\n2 – -\n4 – -", olga(CLOSES))
    assert begin_due(database, CLOSES)
    move_all(database, CLOSES)
    verified(database, finish(database))


def test_stages_are_played_by_standing_orders_at_once(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 6, stages="swiss rounds=2\nknockout", tempo="script")

    assert finish(database) == CLOSES
    verified(database, CLOSES)


def test_letters_say_whom_a_round_brings_who_rests_and_who_goes_on(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 7, stages="groups groups=2 go-on=1\nswiss rounds=1", round_exchanges=4)
    finish(database)
    first = letters_to(database, "p1")[0]
    out = [each for each in letters_to(database, "p1") if "does not go on" in each]
    found = {each: letters_to(database, f"p{each}") for each in range(1, 8)}
    told = [text for texts in found.values() for text in texts]

    assert "Groups: you meet C4, C5." in first
    assert first.count("A round has 4 exchanges") == 1
    assert sum("A round has 4 exchanges" in each for each in told) == 7, "once to each"
    assert len(out) == 1
    assert "C1 (you)" in out[0]
    assert " goes on" in out[0]
    assert sum("does not go on" in each for each in told) == 5
    assert sum("Swiss system: Round 1 of 1: you meet" in each for each in told) == 2
    assert not any("you have a bye" in each for each in told)


def test_who_rests_in_a_round_that_is_paired_anew_hears_so_once(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 5, stages="swiss rounds=2")
    before = pairs(database)
    with database.writing() as session:
        rulings.set_pairing(session, "cup", 1, 1, "C1", "C2", olga(CLOSES))
        rulings.set_pairing(session, "cup", 1, 1, "C3", "C4", olga(CLOSES))
    move_all(database, CLOSES)

    assert len(pairs(database)) == len(before) == 2
    assert not [each for each in pairs(database) if each in before]
    assert sum("you have a bye" in each for each in letters_to(database, "p5")) == 1


def test_a_state_of_the_stages_is_worked_out_once_for_all_letters_and_pages(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 5, stages="swiss rounds=2", round_exchanges=1)
    found = []
    for _ in range(2):
        for _ in range(2):
            with database.reading() as session:
                found.append(rounds.so_far(session, cup(session))[0])
        pass_deadline(database)

    assert found[0] is found[1]
    assert found[2] is found[3]
    assert len(found[0][0].results) < len(found[2][0].results)


def letters_to(database: Database, player: str) -> list[str]:
    """What this player has been written about matches and rounds, the first first, in one line each."""
    with database.writing() as session:
        found = session.exec(select(Letter).order_by(Letter.id))  # type: ignore[arg-type]
        return [
            " ".join(draft(session, each).text.split())
            for each in found
            if each.player.address.startswith(f"{player}@") and each.kind in ("turn", "round-news")
        ]


def test_a_round_under_way_is_paired_anew_until_its_first_exchange_and_ended_when_organisers_say(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 5, stages="swiss rounds=3", late="draw")
    first = pairs(database)
    with database.writing() as session:
        rulings.set_pairing(session, "cup", 1, 1, "C1", "C2", olga(CLOSES))
        rulings.set_pairing(session, "cup", 1, 1, "C3", "", olga(CLOSES))
        rulings.set_pairing(session, "cup", 1, 2, "C4", "C1", olga(CLOSES))
    move_all(database, CLOSES)
    second = pairs(database)
    now = pass_deadline(database)
    assert now
    refused: list[Callable[[Session], object]] = [
        lambda session: rulings.set_pairing(session, "cup", 1, 1, "C3", "C5", olga(now)),
        lambda session: rulings.keep_apart(session, "cup", olga(now), first="C1", second="C5"),
        lambda session: rulings.retire(session, "cup", "C1", 1, 1, olga(now)),
    ]
    for act in refused:
        with database.writing() as session, pytest.raises(SeasonRefused):
            act(session)
    with database.writing() as session:
        rulings.end_round(session, "cup", olga(now))
    move_all(database, now)
    third = pairs(database)
    with database.writing() as session:
        rulings.set_pairing(session, "cup", 1, 3, "C2", "C3", olga(now))
        rulings.take_back(session, "cup", olga(now))
    with database.writing() as session, pytest.raises(SeasonRefused) as refusal:
        rulings.take_back(session, "cup", olga(now))
    assert [each.code for each in refusal.value.problems] == ["ruled-for-good"]
    record = verified(database, finish(database))

    assert (1, {1, 2}) not in first
    assert second == [(1, {1, 2}), (1, {4, 5})]
    assert third[:2] == second
    assert (2, {1, 4}) in third
    assert {each.reason for each in all_matches(database)[:2]} == {"draw"}
    assert record.stages
    assert [(each.stage, each.round) for each in record.stages.ended] == [(1, 1)]
    assert [each.second for each in record.stages.set] == [2, None, 1]
    assert "round-ended" in {each.code for each in verification.notes(record)}
    with database.writing() as session, pytest.raises(SeasonRefused):
        rulings.end_round(session, "cup", olga(now))


def test_a_match_that_stays_as_it_is_keeps_its_orders_when_its_round_is_paired_anew(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 4, stages="swiss rounds=2")
    for number in range(1, 5):
        send(database, f"C{number}", play("石"), CLOSES)
    with database.reading() as session:
        first, second = (
            session.get_one(Entry, all_matches(database)[0].entry_in(seat)).number for seat in "AB"
        )
    with database.writing() as session:
        rulings.set_pairing(session, "cup", 1, 1, str(second), str(first), olga(CLOSES))
    move_all(database, CLOSES)
    with database.reading() as session:
        found = matches.of_season(session, cup(session))
        board = {each.id: each.board for each in found}
        sent = {(board[id], seat) for id, seat in orders.plans(session, found)}

    assert sent == {(2, "A"), (2, "B")}
    verified(database, finish(database))


def test_what_cannot_be_paired_so_is_refused_while_matches_are_played(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 4, own=2, stages="swiss rounds=2")
    with database.writing() as session, pytest.raises(SeasonRefused) as refusal:
        rulings.set_pairing(session, "cup", 1, 9, "C1", "C3", olga(CLOSES))
    with database.reading() as session:
        kept = cup(session).rulings

    assert [each.code for each in refusal.value.problems] == ["no-such-round"]
    assert kept == {}


def pairs(database: Database) -> list[tuple[int, set[int]]]:
    """The round and both numbers of each match."""
    with database.reading() as session:
        number = {each.id: each.number or 0 for each in session.exec(select(Entry))}
    return [
        (each.round, {number[each.entry_a_id], number[each.entry_b_id]})
        for each in all_matches(database)
    ]
