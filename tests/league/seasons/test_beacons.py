"""A beacon is public randomness that nobody has while entries are taken: it keeps whoever owns the site from choosing the dice."""

import hmac
import json
import shutil
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

from app.engine.matches import dice
from app.engine.ruleset import Ruleset
from app.errors import SeasonRefused
from app.jobs.exchanges import begin_due
from app.jobs.seasons.runs import run
from app.league.archive import evidence, record as archive, restoration, structure, verification
from app.league.archive.beacons import RecordedSeal
from app.league.archive.record import Record
from app.league.desk import interventions
from app.league.entries.contents import Submission
from app.league.matches import seeds
from app.league.results import results
from app.league.seasons import seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.stages import beacons, plans
from app.store.database import Database
from app.store.matches import matches
from app.store.tables import Correspondence, SeasonState
from tests.support.databases import on_sqlite
from tests.support.duels import CLOSES, OPENS, cup, move_all, olga, open_cup, play_run
from tests.support.problems import filled

DAY: Final = CLOSES + timedelta(days=1)
LATER: Final = CLOSES + timedelta(days=9)
DOCUMENTS: Final = Path(__file__).parents[3] / "app" / "docs"
SEALS: Final = [(1, "11" * 32), (2, "22" * 32), (10, "ab" * 32)]


@pytest.mark.parametrize("randomness", [sha256(bytes(range(48))).hexdigest(), "3318"])
def test_two_vectors_stand_in_the_documents(randomness: str) -> None:
    """correspondence.md §6.1.4 and §15, with the seed, the match and the nonces of §6.3."""
    lines = "1\t" + "11" * 32 + "\n2\t" + "22" * 32 + "\n10\t" + "ab" * 32 + "\n"
    mixed = sha256(b"pbm-beacon-v1\n" + randomness.encode() + b"\n" + lines.encode()).hexdigest()
    text = f"pbm-game-v1\ndemo-1\nfest@1.01-p1\nalice\nbob\n{mixed}"
    seed = hmac.new(bytes(range(32)), text.encode(), "sha256").hexdigest()

    assert dice.beacon(randomness, SEALS[::-1]) == mixed
    told = dice.game_seed(bytes(range(32)), "demo-1", "fest@1.01-p1", "alice", "bob", mixed)
    assert told.hex() == seed
    document = (DOCUMENTS / "record.md").read_text("utf-8")
    assert all(each in document for each in (randomness, mixed, seed))


def named(closing: str = "Numbers4 of {day}") -> str:
    return closing.format(day=DAY.date())


def played(database: Database, tempo: str = "script", number: str = "3318") -> Record:
    """The record of a season of four that waited for a number."""
    open_cup(database, 4, tempo=tempo, beacon=named())
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    assert not begin_due(database, CLOSES), "it waits for its beacon"
    with database.writing() as session:
        beacons.enter(session, "cup", number, olga(DAY))
    assert begin_due(database, DAY)
    move_all(database, DAY)
    play_run(database, LATER)
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))
    with database.reading() as session:
        return archive.public_record(session, cup(session), LATER)


def faults(record: Record) -> set[str]:
    """After it has been written and read again."""
    read = structure.read_record(record.model_dump_json().encode())
    return {each.code for each in verification.verify(read)}


def test_a_season_waits_for_its_number_and_is_proven_with_it(
    duel: Ruleset, database: Database
) -> None:
    record = played(database)
    assert record.beacon
    assert record.matches
    seals = "".join(f"{each.number}\t{each.commitment}\n" for each in record.entries)
    mixed = sha256(f"pbm-beacon-v1\n3318\n{seals}".encode()).hexdigest()
    heads = [json.loads(text.partition("\n")[0]) for text in record.matches.records]

    def forged(**what: Any) -> set[str]:
        assert record.beacon
        return faults(record.model_copy(update={"beacon": record.beacon.model_copy(update=what)}))

    assert {head["beacon"] for head in heads} == {mixed}
    assert heads[0]["beacon_of"] == {
        "source": "announced",
        "number": named(),
        "randomness": "3318",
        "signature": "",
    }
    assert faults(record) == set()
    assert not [*verification.unproven(record)]
    assert "match-beacon-differs" in forged(randomness="3319")
    assert "match-beacon-differs" in forged(seals=record.beacon.seals[1:])
    assert "match-beacon-differs" in forged(number="Another of 2026-12-24")
    assert "third-digest-differs" in forged(sealed_at=DAY.isoformat())
    assert "match-beacon-differs" in faults(record.model_copy(update={"beacon": None}))
    late = record.beacon.model_copy(update={"sealed_at": LATER.isoformat()})
    unproven = verification.unproven(record.model_copy(update={"beacon": late}))
    assert [each.code for each in unproven] == ["unproven-beacon-first"]
    more = record.beacon.model_copy(
        update={"seals": [*record.beacon.seals, RecordedSeal(number=9, seal="ab" * 32)]}
    )
    unproven = verification.unproven(record.model_copy(update={"beacon": more}))
    assert [(each.code, filled(each)) for each in unproven] == [("unproven-beacon-seals", ("9",))]


def test_whoever_chooses_the_seals_of_a_beacon_afterwards_proves_nothing(
    duel: Ruleset, database: Database
) -> None:
    """Each order, number or choice of them gives other dice: with nothing but the file they are not proven, and false by the published seals."""
    record = played(database)
    assert record.beacon
    first, second, *rest = record.beacon.seals
    exchanged = [
        RecordedSeal(number=first.number, seal=second.seal),
        RecordedSeal(number=second.number, seal=first.seal),
        *rest,
    ]
    published = evidence.PublishedSeals(
        "cup",
        tuple(
            evidence.PublishedSeal(each.number, each.name, each.commitment)
            for each in record.entries
        ),
    )
    assert not [*evidence.against_seals(record, published)]
    for seals, code in (
        (exchanged, "unproven-beacon-seals"),
        ([*rest, RecordedSeal(number=77, seal=first.seal)], "unproven-beacon-seals"),
        ([first, *rest], "unproven-beacon-missed"),
    ):
        chosen = record.beacon.model_copy(update={"seals": seals})
        forged = record.model_copy(update={"beacon": chosen})
        assert code in {each.code for each in verification.unproven(forged)}
        against = {each.code for each in evidence.against_seals(forged, published)}
        assert against == {"first-closing-differs"}
    doubled = record.beacon.model_copy(update={"seals": [first, first, second, *rest]})
    assert "first-closing-unreadable" in faults(record.model_copy(update={"beacon": doubled}))


def test_a_number_is_entered_once_and_from_its_day_on(duel: Ruleset, database: Database) -> None:
    open_cup(database, 2, beacon=named())
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))

    def entered(number: str, at: Any) -> str:
        try:
            with database.writing() as session:
                beacons.enter(session, "cup", number, olga(at))
        except SeasonRefused as refusal:
            return refusal.problems[0].code
        return ""

    assert entered("3318", CLOSES) == "beacon-not-awaited"
    assert entered("3\n18", DAY) == "bad-beacon-number"
    assert entered(" 3318 ", DAY) == ""
    assert entered("3319", DAY) == "beacon-not-awaited"
    with database.reading() as session:
        assert (cup(session).beacon_facts or {})["randomness"] == "3318"


@pytest.mark.parametrize(
    ("beacon", "code"),
    [
        ("Numbers4", "bad-beacon"),
        ("2026-12-24 or 2026-12-25", "bad-beacon"),
        ("Numbers4 of 2026-13-24", "bad-beacon"),
        ("two\nlines of 2026-12-24", "bad-beacon"),
        ("x" * 200 + " 2026-12-24", "bad-beacon"),
        (f"Numbers4 of {CLOSES.date()}", "beacon-too-early"),
    ],
)
def test_what_is_no_beacon_of_a_later_day_is_refused(
    duel: Ruleset, database: Database, beacon: str, code: str
) -> None:
    with pytest.raises(SeasonRefused) as refusal:
        open_cup(database, 2, beacon=beacon)

    assert [each.code for each in refusal.value.problems] == [code]


def test_a_round_that_does_not_come_for_a_day_gives_way_to_a_number_of_a_later_day(
    duel: Ruleset, database: Database
) -> None:
    """It is a public change: its players get a letter. Once it was seen it is not exchanged."""
    open_cup(database, 2, beacon="drand")
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))

    def again(beacon: str, at: Any) -> list[str]:
        try:
            with database.writing() as session:
                plan = season_plans.plan_of(cup(session))
                wanted = replace(plan, beacon=beacon)
                seasons.change(session, wanted, olga(at))
        except SeasonRefused as refusal:
            return [each.code for each in refusal.problems]
        return []

    a_day = CLOSES + timedelta(hours=25)
    text = "Numbers4 of {:%Y-%m-%d}"
    assert again(text.format(a_day + timedelta(days=1)), a_day - timedelta(minutes=1)) == [
        "change-too-late"
    ]
    assert again("", a_day) == ["bad-beacon"]
    assert again(text.format(CLOSES), a_day) == ["beacon-too-early"]
    assert again(text.format(a_day + timedelta(days=1)), a_day) == []
    assert again(text.format(a_day + timedelta(days=2)), a_day + timedelta(days=9)) == [
        "change-too-late"
    ]
    with database.writing() as session:
        beacons.enter(session, "cup", "3318", olga(a_day + timedelta(days=1)))
        assert cup(session).state is SeasonState.CLOSED


@pytest.mark.parametrize("beacon", ["", named()])
def test_who_knows_the_secret_and_enters_last_chooses_the_dice_only_without_a_beacon(
    duel: Ruleset, database: Database, beacon: str
) -> None:
    """The owner computes the seed of the match for a nonce before anybody else could; with a beacon it is another one."""
    open_cup(database, 1, tempo="script", beacon=beacon)
    with database.writing() as session:
        root = seeds.root_of(session.get_one(Correspondence, cup(session).id))
        submission = Submission("Last", "鋏石石", extras={"nonce": "fitting"})
        interventions.add(session, "cup", submission, olga(CLOSES - timedelta(days=1)))
        seasons.close(session, "cup", olga(CLOSES))
        if beacon:
            beacons.enter(session, "cup", "3318", olga(DAY))
    assert begin_due(database, DAY)
    move_all(database, DAY)
    play_run(database, LATER)
    with database.reading() as session:
        (match,) = matches.of_season(session, cup(session))
        record = archive.record(session, cup(session), LATER)
    assert record.matches
    head = json.loads(record.matches.records[0].partition("\n")[0])
    seed = dice.server_seed(root, match.game_id)
    a, b = head["nonce"]["A"], head["nonce"]["B"]
    foreseen = dice.game_seed(seed, match.game_id, match.rules, a, b)

    assert "fitting" in (a, b)
    assert (dice.Dice.of(seed, head).seed == foreseen) is (beacon == "")


def test_who_comes_or_is_changed_after_the_closing_brings_no_nonce_to_it(
    duel: Ruleset, database: Database
) -> None:
    """It could be chosen: the beacon may be out, and the seal of the first closing does not bind it."""
    open_cup(database, 3, tempo="script", beacon=named())
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
        beacons.enter(session, "cup", "3318", olga(DAY))
        submission = Submission("Late", "鋏石石", extras={"nonce": "fitting"})
        interventions.add(session, "cup", submission, olga(DAY))
    assert begin_due(database, DAY)
    move_all(database, DAY)
    play_run(database, LATER)
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))
    with database.reading() as session:
        record = archive.public_record(session, cup(session), LATER)
    assert record.matches
    heads = [json.loads(text.partition("\n")[0]) for text in record.matches.records]
    brought = {head["seats"][seat]: head["nonce"][seat] for head in heads for seat in "AB"}

    assert brought.pop("4") == ""
    assert {len(each) for each in brought.values()} == {64}
    assert faults(record) == set()


@on_sqlite
def test_lots_of_stages_are_drawn_with_it_and_come_back_with_the_season(
    database: Database, sqlite_template: Path, tmp_path: Path
) -> None:
    stages, _ = plans.read("knockout seeds=lot")
    with database.writing() as session:
        plan = season_plans.Plan(
            "laplaplus", "cup", closes_at=CLOSES, stages=stages, beacon=named()
        )
        seasons.create(session, plan, olga(OPENS))
        seasons.open_season(session, "cup", olga(OPENS))
        # So many that another draw does not happen to be the same.
        for number, build in enumerate(("核攻", "盾響", "硬双", "癒連", "攻攻核") * 2):
            interventions.add(session, "cup", Submission(f"C{number}", build), olga(OPENS))
        seasons.close(session, "cup", olga(CLOSES))
    with pytest.raises(SeasonRefused, match="beacon-awaited"):
        list(run(database, "cup", olga(DAY)))
    with database.writing() as session:
        beacons.enter(session, "cup", "3318", olga(DAY))
    list(run(database, "cup", olga(DAY)))
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))
        record = archive.public_record(session, cup(session), LATER)
    shutil.copy(sqlite_template, tmp_path / "elsewhere.db")
    there = f"sqlite:///{tmp_path / 'elsewhere.db'}"
    with closing(Database(there)) as elsewhere, elsewhere.writing() as session:
        restoration.restore(session, record, olga(LATER))
        again = archive.public_record(session, cup(session), LATER)

    assert faults(record) == set()
    assert again.model_dump_json() == record.model_dump_json()
    assert record.beacon
    rolled = record.beacon.model_copy(update={"randomness": "3319"})
    assert faults(record.model_copy(update={"beacon": rolled})) > {"third-digest-differs"}
    assert faults(record.model_copy(update={"beacon": None})) > {"third-digest-differs"}
