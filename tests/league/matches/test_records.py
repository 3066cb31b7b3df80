"""A season of matches is proven by its record: every line, every draw, and the table that they come to."""

import json
from datetime import timedelta
from typing import Any

import pytest

from app.engine.matches.proof import prove
from app.engine.matches.record import withheld
from app.engine.ruleset import Ruleset
from app.errors import SeasonRefused
from app.games import match_game
from app.league.archive import record as archive, structure, verification
from app.league.archive.record import Record
from app.league.desk import hidings, interventions
from app.league.eligibility.sides import Side, Sides
from app.league.matches import records
from app.league.results import results
from app.store.database import Database
from app.store.matches import matches
from tests.support.browsers import Site
from tests.support.duels import (
    CLOSES,
    begin_cup,
    cup,
    move_all,
    olga,
    pass_deadline,
    play,
    play_run,
    send,
)
from tests.support.problems import filled

LATER = CLOSES + timedelta(days=9)


def played_cup(database: Database, count: int, **settings: Any) -> None:
    """Its matches are over, and their run is under review."""
    begin_cup(database, count, **settings)
    send(database, "C1", play("scissors", "rock"), CLOSES + timedelta(hours=1))
    while pass_deadline(database):
        pass
    play_run(database, LATER)


def publish(database: Database) -> None:
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))


def season_record(database: Database) -> Record:
    with database.reading() as session:
        return archive.public_record(session, cup(session), LATER)


def faults(record: Record) -> set[str]:
    """After it has been written and read again."""
    read = structure.read_record(record.model_dump_json().encode())
    return {each.code for each in verification.verify(read)}


def test_a_record_is_sealed_until_the_results_are_public_and_proves_the_match_then(
    duel: Ruleset, database: Database
) -> None:
    played_cup(database, 3)
    with database.reading() as session:
        match = matches.of_season(session, cup(session))[0]
        with pytest.raises(SeasonRefused) as refusal:
            records.public(session, cup(session), match)
    publish(database)
    with database.reading() as session:
        season = cup(session)
        files = [
            records.public(session, season, each) for each in matches.of_season(session, season)
        ]

    assert [each.code for each in refusal.value.problems] == ["match-sealed"]
    for file in files:
        proof = prove(file, match_game)
        assert proof.faults == ()
        assert proof.positions[-1].match.ended


def test_where_the_season_says_so_a_match_is_revealed_with_its_end_and_a_mirrored_pair_together(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 2, reveal="game", mirror=True)
    with database.reading() as session:
        season = cup(session)
        first, second = matches.of_season(session, season)
    found = []
    for match in (first, second):
        with database.writing() as session:
            row = matches.locked(session, match.id)
            row.verdict, row.due_at = "resignA", CLOSES
        move_all(database, CLOSES)
        with database.reading() as session:
            found.append(
                [
                    records.is_revealed(session, cup(session), each)
                    for each in matches.of_season(session, cup(session))
                ]
            )

    assert found == [[False, False], [True, True]]


@pytest.mark.parametrize("settings", [{}, {"double": True}, {"mirror": True}])
def test_a_played_season_verifies(
    duel: Ruleset, database: Database, settings: dict[str, bool]
) -> None:
    played_cup(database, 4, **settings)
    publish(database)
    record = season_record(database)

    assert record.matches
    assert len(record.matches.records) == 6 * record.matches.meetings
    assert faults(record) == set()


def test_sides_that_stay_apart_have_no_match_within(duel: Ruleset, database: Database) -> None:
    both = Sides((Side("紅", "Red"), Side("白", "White")), apart=True)
    played_cup(database, 5, mirror=True, sides=both)
    publish(database)
    record = season_record(database)
    assert record.matches
    assert record.sides
    heads = [json.loads(text.splitlines()[0])["seats"] for text in record.matches.records]
    browser = Site(database).browser()
    together = record.model_copy(update={"sides": record.sides.model_copy(update={"apart": False})})
    moved = [
        each.model_copy(
            update={"extras": {**each.extras, "side": "White" if each.number == 1 else "Red"}}
        )
        for each in record.entries
    ]

    assert len(heads) == 2 * 3 * 2
    assert {int(name) % 2 for seats in heads for name in seats.values()} == {0, 1}
    assert all(int(seats["A"]) % 2 != int(seats["B"]) % 2 for seats in heads)
    assert faults(record) == set()
    assert {"match-missing"} <= faults(together)
    assert "match-within-side" in faults(record.model_copy(update={"entries": moved}))
    assert browser.get("/en/seasons/cup").status == 200
    assert browser.get("/en/seasons/cup/entries/1").status == 200
    assert browser.get("/en/seasons/cup/statistics").status == 200


def test_whatever_is_changed_afterwards_is_found(duel: Ruleset, database: Database) -> None:
    played_cup(database, 3)
    publish(database)
    record = season_record(database)
    assert record.matches
    first, *others = record.matches.records

    def changed(**what: Any) -> Record:
        assert record.matches
        return record.model_copy(update={"matches": record.matches.model_copy(update=what)})

    lines = first.splitlines()
    shuffle = json.loads(lines[1])
    shuffle["out"] = shuffle["out"][::-1]
    loaded = "\n".join([lines[0], json.dumps(shuffle), *lines[2:]]) + "\n"
    flipped = bytes([bytes.fromhex(record.outcomes[0])[0] ^ 3]).hex() + record.outcomes[0][2:]

    assert "match-differs" in faults(changed(records=[loaded, *others]))
    assert "match-missing" in faults(changed(records=others))
    assert "match-missing" in faults(changed(records=[first, *record.matches.records]))
    assert "root-differs" in faults(changed(commitment="0" * 64))
    assert faults(changed(root="ab" * 32)) >= {"root-differs", "match-of-others"}
    assert "battle-differs" in faults(
        record.model_copy(update={"outcomes": [flipped, *record.outcomes[1:]]})
    )
    assert "matches-missing" in faults(record.model_copy(update={"matches": None}))
    assert "third-digest-differs" in faults(changed(records=record.matches.records[::-1]))


@pytest.mark.parametrize("proof", [1, 2])
def test_no_match_is_left_out_because_a_name_is_hidden(
    duel: Ruleset, database: Database, proof: int
) -> None:
    """correspondence.md §15: heads have numbers; of earlier ones those that name it are withheld, and said to be unproven."""
    played_cup(database, 3, proof=proof)
    publish(database)
    with database.writing() as session:
        entry = interventions.entry_called(session, cup(session), "C2")
        hidings.hide(session, "cup", entry, "name", olga(LATER))
    record = season_record(database)

    assert record.matches
    assert len(record.matches.records) == 3
    assert "C2" not in record.model_dump_json()
    assert faults(record) == set()
    unproven = [(each.code, filled(each)[0]) for each in record.matches.unproven(record)]
    assert unproven == ([("unproven-heads", "2")] if proof == 1 else [])
    with database.reading() as session:
        given = [
            records.public(session, cup(session), each)
            for each in matches.of_season(session, cup(session))
        ]
    assert [each.decode() for each in given] == record.matches.records
    proofs = [prove(each, match_game) for each in given]
    assert [each.faults for each in proofs] == [()] * 3
    assert sum(bool([*each.unproven]) for each in proofs) == (2 if proof == 1 else 0)

    def forged(*texts: str) -> set[str]:
        assert record.matches
        told = record.matches.model_copy(update={"records": [*texts]})
        return faults(record.model_copy(update={"matches": told}))

    shown = record.matches.records
    for at, text in enumerate(shown):
        seats = [number[-1] for number in json.loads(text.partition("\n")[0])["seats"].values()]
        if "2" not in seats:
            bare = withheld(text.encode(), {"A": seats[0], "B": seats[1]}).decode()
            assert "match-of-others" in forged(*shown[:at], bare, *shown[at + 1 :])
        assert {"match-missing"} <= forged(*shown[:at], *shown[at + 1 :])
        turned = text.replace('"out":[', '"out":[1,', 1)
        assert "match-differs" in forged(*shown[:at], turned, *shown[at + 1 :])
