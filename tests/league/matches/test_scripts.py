"""What entries bring to their matches: standing orders that decide them, and a part of their own in the dice."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from threading import Barrier, BrokenBarrierError, Thread
from typing import Any

import pytest
from sqlmodel import Session, SQLModel, col, select

from app.engine.build import Build
from app.engine.matches.grammar import OrderLine, Orders
from app.engine.ruleset import Ruleset
from app.errors import OrdersRefused, SubmissionRejected
from app.games import ruleset
from app.jobs.exchanges import begin_due
from app.league.archive import record as archive, structure, verification
from app.league.archive.record import Record
from app.league.desk import interventions
from app.league.desk.interventions import WantedCorrection
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches import plans, records, scripts, views
from app.league.problems import explain
from app.league.results import results
from app.league.seasons import seasons
from app.letters import contents
from app.store import entries as stored, players, rows
from app.store.database import Database
from app.store.matches import matches, orders as stored_orders
from app.store.security import audits
from app.store.tables import Letter, NamedOrders, Player
from tests.support.duels import (
    CLOSES,
    OPENS,
    cup,
    move_all,
    olga,
    open_cup,
    pass_deadline,
    play,
    play_run,
    seat_of,
    send,
)

SCISSORS = {"orders": "play scissors repeat\nplay paper repeat", "nonce": "さくら"}
LATER = CLOSES + timedelta(days=9)


def played(database: Database, brought: Mapping[int, Mapping[str, Any]], **settings: Any) -> None:
    """Four entries with one of each hand have met."""
    open_cup(database, 4, builds=["石紙鋏"], brought=brought, **settings)
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    assert begin_due(database, CLOSES)
    move_all(database, CLOSES)


def moves_of(database: Database, name: str) -> list[tuple[str, str]]:
    """Who decided in all matches of this character, and what was played."""
    found = []
    with database.reading() as session:
        for each in matches.of_season(session, cup(session)):
            lines = [json.loads(line) for line in _record(database, each.id).splitlines()]
            seats = {f"C{who}": seat for seat, who in lines[0]["seats"].items()}
            if seat := seats.get(name):
                played = [line for line in lines if line["t"] == "move"]
                found += [(line["by"][seat], line["moves"][seat]["card"]) for line in played]
    return found


def _record(database: Database, match_id: int) -> bytes:
    with database.reading() as session:
        return next(records._whole(session, cup(session), [match_id]))


def test_in_tempo_script_the_orders_of_an_entry_play_all_its_matches(
    duel: Ruleset, database: Database
) -> None:
    played(database, {1: SCISSORS}, tempo="script")

    mine, others = moves_of(database, "C1"), moves_of(database, "C2")
    play_run(database, LATER)

    assert len(mine) == 6
    assert {by for by, card in mine if card != "rock"} == {"standing"}
    assert "scissors" in [card for _, card in mine[::2]]
    assert {by for by, _ in others} == {"auto"}
    with database.reading() as session:
        assert [each.reason != "" for each in matches.of_season(session, cup(session))] == [
            True
        ] * 6


def test_in_tempo_turn_a_player_replaces_them_or_takes_them_back(
    duel: Ruleset, database: Database
) -> None:
    played(database, {1: SCISSORS, 2: SCISSORS, 3: SCISSORS}, tempo="turn")
    send(database, "C2", play("paper", standing="on"), CLOSES + timedelta(hours=1))
    send(database, "C3", play(standing="clear"), CLOSES + timedelta(hours=1))
    while pass_deadline(database):
        pass

    assert "standing" in {by for by, _ in moves_of(database, "C1")}
    replaced = {card for by, card in moves_of(database, "C2") if by == "standing"}
    assert replaced <= {"paper"}  # dice may end each of its matches before they have a turn
    assert {by for by, _ in moves_of(database, "C3")} == {"auto"}


@pytest.mark.parametrize("proof", [1, 2])
def test_an_own_nonce_is_part_of_the_dice_and_public_from_the_beginning(
    duel: Ruleset, database: Database, proof: int
) -> None:
    """So is one that was drawn; one that follows from the build, as once it did, would tell it."""
    played(database, {1: SCISSORS}, tempo="turn", proof=proof)

    with database.reading() as session:
        heads = [views.head(session, each) for each in matches.of_season(session, cup(session))]
    shown = [head["nonce"] for head in heads if head]

    seen = [nonce for each in shown for nonce in each.values()]
    assert len(seen) == (3 if proof == 1 else 12)
    assert seen.count("さくら") == 3
    assert len({*seen}) == (1 if proof == 1 else 4)


def test_everything_wrong_with_what_an_entry_brings_is_told_at_once(
    duel: Ruleset, database: Database
) -> None:
    orders = "play rock\n\nｐｌａｙ lizard if round = 1\nstanding clear\nresign"
    with pytest.raises(SubmissionRejected) as refusal:
        open_cup(database, 1, brought={1: {"orders": orders, "nonce": "x" * 65}})

    told = [explain(each, "en", "duel") for each in refusal.value.problems]
    assert told == [
        "The nonce has 65 characters; at most 64 are allowed.",
        "Standing orders, line 3, column 6: “lizard” is no hand.",
    ]
    read = ruleset("duel")
    assert [each.code for each in _problems(read, "play rock\nresign\nthen ask")] == [
        *("orders-out-of-place", "orders-out-of-place")
    ]
    assert [each.code for each in _problems(read, "; nothing")] == ["orders-empty"]
    assert [each.code for each in _problems(read, "play rock" * 3000)] == ["orders-too-long"]
    assert [each.code for each in _problems(ruleset("laplaplus"), "play rock")] == [
        "orders-without-matches"
    ]


DECKS = ("全校総出", "2xF01 2xF03 2xF04 2xF06 2xF07 2xF09 2xF10 2xF11 2xF12 2xF19 F18 F22 F23 F24")


def test_a_corrected_build_takes_sealed_orders_out_that_it_makes_unreadable(
    database: Database,
) -> None:
    """A refusal would tell organisers which cards the orders name; the letter tells their player alone."""
    brought = {"orders": "front F05 repeat", "nonce": "さくら"}
    open_cup(database, 2, "fest", DECKS[:1], {1: brought, 2: {"orders": "play F04 B01"}})
    with database.writing() as session:
        for name in ("C1", "C2"):
            wanted = WantedCorrection(build=DECKS[1])
            interventions.correct(session, "cup", name, wanted, olga(OPENS))
        one, two = [each.current for each in stored.of_season(session, cup(session))]
        told = [contents.draft(session, each).text for each in _corrections(session)]
        acts = audits.of_season(session, cup(session))[-2:]

    assert one
    assert two
    assert one.extras == {"nonce": "さくら"}
    assert scripts.typed(two.extras) == {"orders": "play F04 B01"}
    assert ["they were removed" in " ".join(text.split()) for text in told] == [True, False]
    assert [each.detail["fields"] for each in acts] == [["build"], ["build"]]


def test_where_the_organiser_may_read_them_such_orders_are_problems_of_the_correction(
    database: Database,
) -> None:
    open_cup(database, 1, "fest", DECKS[:1], {1: {"orders": "front F05 repeat"}})
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
        wanted = WantedCorrection(build=DECKS[1])
        with pytest.raises(SubmissionRejected) as refusal:
            interventions.correct(session, "cup", "C1", wanted, olga(CLOSES))

    (problem,) = refusal.value.problems
    assert "line 1, column 7: No card that fits here is called “F05”" in explain(
        problem, "en", "fest"
    )


def _corrections(session: Session) -> list[Letter]:
    statement = select(Letter).where(Letter.kind == "corrected")
    return list(session.exec(statement.order_by(col(Letter.id))))


def _problems(game: Ruleset, orders: str) -> list[Any]:
    return [*scripts.problems({"orders": orders}, game, {}, Build(("rock", "paper", "scissors")))]


def test_other_orders_make_a_new_revision_and_the_same_make_none(
    duel: Ruleset, database: Database
) -> None:
    open_cup(database, 1, builds=["石紙鋏"], brought={1: SCISSORS})
    with database.writing() as session:
        player = players.known_as(session, "p1@example.com", "en", OPENS)
        sent = [
            entries.submit(
                session,
                cup(session),
                player,
                Submission("C1", "石紙鋏", extras=brought),
                Origin(OPENS, proven=True),
            ).serial
            for brought in (SCISSORS, {**SCISSORS, "orders": "play rock"}, SCISSORS)
        ]

    assert sent == [1, 2, 3]


BLOCK = "game cup-r1-1\nturn 1\n{}\nend\n"


def test_standing_orders_under_a_name_are_taken_by_it_in_another_match_and_entry(
    duel: Ruleset, database: Database
) -> None:
    """§8.5: a library of named standing orders per account."""
    played(database, {}, tempo="turn", hours=72)
    at = CLOSES + timedelta(hours=1)
    with database.writing() as session:
        one, two, *_ = [
            (each, seat)
            for each in matches.of_season(session, cup(session))
            if (seat := seat_of(session, each, "C1"))
        ]
        lines = "play scissors repeat\n1. play paper repeat\nstanding on\nscript ＰＡＰＥＲ mill"
        plans.submit_text(session, one[0].id, one[1], lines, at)
        told = plans.check(session, two[0], two[1], "play rock\nscript paper mill")
        plans.submit_text(session, two[0].id, two[1], "play rock\nscript paper mill", at)
        kept = stored_orders.standing(session, [one[0].id, two[0].id])
        player = players.known_as(session, "p1@example.com", "en", at)
        (script,) = stored_orders.scripts(session, player.id, "duel").values()
    with database.writing() as session:
        plans.submit_text(session, one[0].id, one[1], "standing clear\nscript paper mill", at)
        gone = stored_orders.scripts(session, player.id, "duel")
        stand = {seat: row.canonical for (_, seat), row in _standing(session, two[0].id).items()}

    assert (script.name, script.canonical) == (
        "paper mill",
        "play scissors repeat\nplay paper repeat",
    )
    assert told.script == script.canonical
    assert {row.canonical for row in kept.values()} == {script.canonical}
    assert [row.parsed["script"] for row in kept.values()] == ["paper mill"] * 2
    assert gone == {}
    assert stand == {two[1]: script.canonical}


def _standing(session: Session, match_id: int) -> Mapping[Any, Any]:
    return stored_orders.standing(session, [match_id])


def test_two_who_keep_the_last_script_at_once_find_room_for_one(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    both, new, found = Barrier(2, timeout=0.5), rows.add_if_new, list[str]()
    lines = Orders((OrderLine("reserve none"),))
    with database.writing() as session:
        id = players.known_as(session, "p1@example.com", "en", CLOSES).id
        for n in range(scripts.MOST_SCRIPTS - 1):
            scripts.keep(session, session.get_one(Player, id), "fest", f"s{n}", lines, CLOSES)

    def at_once(session: Session, row: SQLModel) -> bool:
        with suppress(BrokenBarrierError):
            both.wait()
        return new(session, row)

    def keep(name: str) -> None:
        try:
            with database.writing() as session:
                scripts.keep(session, session.get_one(Player, id), "fest", name, lines, CLOSES)
            found.append("kept")
        except OrdersRefused as refusal:
            found.extend(each.code for each in refusal.problems)

    monkeypatch.setattr(rows, "add_if_new", at_once)
    threads = [Thread(target=keep, args=(name,)) for name in ("one", "other")]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert sorted(found) == ["kept", "scripts-full"]


def test_a_wrong_name_is_answered_with_the_scripts_that_are_there(
    duel: Ruleset, database: Database
) -> None:
    played(database, {}, tempo="turn", hours=72)
    at = CLOSES + timedelta(hours=1)
    told = []
    with database.writing() as session:
        match = next(
            each
            for each in matches.of_season(session, cup(session))
            if seat_of(session, each, "C1")
        )
        seat = seat_of(session, match, "C1")
        assert seat

        def refused(text: str) -> list[str]:
            with pytest.raises(OrdersRefused) as refusal:
                plans.submit_text(session, match.id, seat, text, at)
            return [explain(each, "en") for each in refusal.value.problems]

        told += refused("script paper mil")
        plans.submit_text(session, match.id, seat, "play rock\nstanding on\nscript paper mill", at)
        told += refused("script paper mil")
        player = players.known_as(session, "p1@example.com", "en", at)
        for number in range(scripts.MOST_SCRIPTS - 1):
            scripts.keep(
                session, player, "duel", f"s{number}", Orders((OrderLine("play rock"),)), at
            )
        told += refused("play rock\nstanding on\nscript one more")
        session.add(
            NamedOrders(
                player_id=player.id, game="duel", name="old", canonical="play lizard", kept_at=at
            )
        )
        told += refused("script old")

    assert told[0].startswith("You have no script called “paper mil”, nor any other.")
    assert told[1] == (
        "You have no script called “paper mil”. You have “paper mill”. Did you mean script paper mill?"
    )
    assert (
        told[2]
        == "You already have 20 scripts for this game, so “one more” was not saved. Remove one first."
    )
    assert told[3].startswith("The script “old” cannot be used here: line 1, column 6:")


def test_an_entry_takes_the_lines_of_a_script_and_its_record_needs_nothing_else(
    duel: Ruleset, database: Database
) -> None:
    """The season's record holds the lines: what becomes of the script later changes nothing."""
    named = {"orders": "play scissors repeat\nplay paper repeat\nscript mill"}
    open_cup(database, 4, builds=["石紙鋏"], brought={1: named}, tempo="script")
    with database.writing() as session:
        player = players.known_as(session, "p1@example.com", "en", OPENS)
        short = Submission("C1", "石紙鋏", extras={"orders": "script mill", "nonce": "x"})
        wrong = replace(short, extras={"orders": "script mlil"})
        stranger = Origin(OPENS, proven=False)
        codes = []
        for each, origin in ((wrong, Origin(OPENS, proven=True)), (short, stranger)):
            with pytest.raises(SubmissionRejected) as refusal:
                entries.submit(session, cup(session), player, each, origin)
            codes.append([problem.code for problem in refusal.value.problems])
        sent = entries.submit(session, cup(session), player, short, Origin(OPENS, proven=True))
        scripts.forget(session, player, "duel", "mill")
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    assert begin_due(database, CLOSES)
    move_all(database, CLOSES)
    play_run(database, LATER)
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))
    with database.reading() as session:
        found = archive.public_record(session, cup(session), LATER)

    assert codes == [["no-script"], ["script-of-stranger"]]
    assert sent.extras == {
        "orders": "; script mill\nplay scissors repeat\nplay paper repeat",
        "nonce": "x",
    }
    assert faults(found) == set()
    assert "standing" in {by for by, _ in moves_of(database, "C1")}


def test_the_record_of_a_season_proves_that_the_orders_of_its_entries_were_played(
    duel: Ruleset, database: Database
) -> None:
    played(database, {1: SCISSORS, 3: SCISSORS}, tempo="script")
    play_run(database, LATER)
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))
    with database.reading() as session:
        found = archive.public_record(session, cup(session), LATER)
    forged = found.model_copy(deep=True)
    forged.entries[0].extras = {**SCISSORS, "orders": "play rock repeat"}  # of which it has none
    drawn = found.model_copy(deep=True)
    drawn.entries[0].extras = {**SCISSORS, "nonce": "梅"}

    assert faults(found) == set()
    assert {"commitment-differs", "orders-differ"} <= faults(forged)
    assert {"commitment-differs", "nonce-differs"} <= faults(drawn)


def faults(record: Record) -> set[str]:
    """After it has been written and read again."""
    read = structure.read_record(record.model_dump_json().encode())
    return {each.code for each in verification.verify(read)}
