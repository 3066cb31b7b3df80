"""What an organiser could falsify in a season in stages, with sides or house cards, or in its archive: each is found and named."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import timedelta
from typing import Any, Final

import pytest

from app.games.house import with_cards
from app.league.archive import package, verification
from app.league.archive.record import Record, public_record
from app.league.archive.structure import read_record
from app.league.desk import pairings
from app.league.eligibility import sides
from app.league.entries import entries as league_entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.exports import catalogue
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.stages import lots
from app.store import players, seasons
from app.store.database import Database
from tests.support import stages
from tests.support.house_cards import VOLLEY
from tests.support.problems import filled
from tests.support.records import bound

LATER: Final = stages.NOW + timedelta(days=1)
Plain = dict[str, Any]
Forgery = tuple[str, Callable[[Plain], object]]
"""What is said of it, and what is changed."""
BUILDS: Final = [*"核攻盾響硬双癒連"]
PLANS: Final = {
    "swiss, groups and a knock-out": "swiss rounds=3 best=6 ties=buchholz,lot\ngroups groups=2 go-on=2 by-lot=yes\nknockout",
    "divisions": "divisions divisions=2 size=4 moves=1",
    "a second chance": "double-knockout",
    "a hill": "hill",
}


def record_of(database: Database) -> Record:
    with database.reading() as session:
        return public_record(session, seasons.by_slug(session, "cup"), LATER)


def found(record: Record, change: Callable[[Plain], object]) -> set[str]:
    """What is said of it after this change, which its last digest binds."""
    plain = deepcopy(record.model_dump(mode="json"))
    change(plain)
    false = bound(Record.model_validate(plain))
    assert false != record, "something is changed"
    read = read_record(false.model_dump_json().encode())
    return {each.code for each in verification.verify(read)}


def of_stage(at: int, change: Callable[[Plain], object]) -> Callable[[Plain], object]:
    return lambda plain: change(plain["stages"]["stages"][at])


def exchanged(stage: Plain) -> None:
    """The first two who met and had a battle change sides of the board and pretend it was drawn so."""
    line = next(each for each in stage["results"] if each[3] is not None)
    line[2], line[3] = line[3], line[2]


def turned(stage: Plain) -> None:
    """Who won did not."""
    line = next(each for each in stage["results"] if each[3] is not None and each[4] & 3)
    line[4] ^= 3


def other_root(plain: Plain) -> None:
    """Another secret, and its own commitment."""
    root = bytes(range(32))
    plain["stages"] |= {"root": root.hex(), "commitment": lots.commitment(root)}


def other_points(plain: Plain) -> None:
    plain["entries"][0]["points"] += 1


def other_places(plain: Plain) -> None:
    one, other, *_ = sorted(plain["entries"], key=lambda each: each["place"])
    one["place"], other["place"] = other["place"], one["place"] - 1


def in_stages(record: Record) -> Iterator[Forgery]:
    assert record.stages
    yield "root-differs", lambda plain: plain["stages"].update(root="00" * 32)
    yield "root-differs", lambda plain: plain["stages"].update(commitment="00" * 32)
    yield "digest-differs", other_root
    yield "table-differs", other_points
    yield "table-differs", other_places
    for at, stage in enumerate(record.stages.stages):
        yield "pairing-differs", of_stage(at, exchanged)
        yield "pairing-differs", of_stage(at, lambda stage: stage["results"].pop())
        yield (
            "pairing-differs",
            of_stage(at, lambda stage: stage["results"].append([99, 1, 1, 2, 0])),
        )
        yield "paired-outcome-differs", of_stage(at, turned)
        yield "dice-differ", of_stage(at, lambda stage: stage["dice"].append([1, 1, 6, 1]))
        yield "cut-differs", of_stage(at, lambda stage: stage["drawn"].append(1))
        if stage.through:
            yield "cut-differs", of_stage(at, lambda stage: stage["through"].pop())
            yield "cut-differs", of_stage(at, lambda stage: stage["through"].reverse())
        if stage.dice:
            yield "dice-differ", of_stage(at, lambda stage: stage["dice"].pop())
            yield "dice-differ", of_stage(at, lambda stage: stage["dice"][0].reverse())


def all_found(record: Record) -> int:
    assert [*verification.verify(record)] == []
    planted = [*in_stages(record)]
    for number, (code, change) in enumerate(planted):
        assert code in found(record, change), (number, code)
    return len(planted)


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_in_every_format_each_false_pairing_outcome_die_and_cut_is_found(
    database: Database, plan: str
) -> None:
    stages.a_season(database, plan, BUILDS)
    stages.publish(database)

    assert all_found(record_of(database)) >= 11


def test_false_dice_of_drawn_battles_are_found(database: Database) -> None:
    """All are alike, and dice alone decide."""
    stages.a_season(database, "knockout third-place=yes", ["核"] * 4)
    stages.publish(database)
    record = record_of(database)

    assert record.stages
    assert len(record.stages.stages[0].dice) == 4
    for change in (
        lambda stage: stage["dice"].pop(),
        lambda stage: stage["dice"][0].append(6),
        lambda stage: stage["dice"][-1].__setitem__(2, 7),
    ):
        assert "dice-differ" in found(record, of_stage(0, change))


def test_pairings_by_hand_that_were_others_are_found(database: Database) -> None:
    stages.a_season(database, "by-hand", ["核", "攻核", "攻攻", "盾"])
    with database.writing() as session:
        pairings.pair(session, "cup", "1 – 2\n3 – 4\n\n1 – 3\n2 – 4", stages.BY)
    stages.publish(database)
    record = record_of(database)

    def others(stage: Plain) -> None:
        """Who met whom is another story, and its battles are those that they would have had."""
        for line in stage["results"]:
            line[2], line[3] = line[3], line[2]

    assert "digest-differs" in found(record, of_stage(0, others))
    assert "digest-differs" in found(record, of_stage(0, lambda stage: stage["results"].pop()))
    assert "stage-unreadable" in found(
        record, of_stage(0, lambda stage: stage["results"][0].__setitem__(3, 77))
    )


def test_false_sides_are_found(database: Database) -> None:
    both = sides.read("紅 / Red, 白 / White", is_apart=True)
    with database.writing() as session:
        plan = season_plans.Plan("laplaplus", "cup", sides=both)
        season = league_seasons.create(session, plan, stages.BY)
        league_seasons.open_season(session, "cup", stages.BY)
        for at, build in enumerate(BUILDS[:4]):
            who = players.known_as(session, f"p{at}@example.com", "en", stages.NOW)
            extras = {sides.FIELD: both.every[at % 2].en}
            said = Submission(f"C{at}", build, extras=extras)
            league_entries.submit(session, season, who, said, Origin(stages.NOW, proven=True))
        league_seasons.close(session, "cup", stages.BY)
    stages.publish(database)
    record = record_of(database)

    def side(**what: Any) -> Callable[[Plain], object]:
        return lambda plain: plain["sides"]["every"][0].update(what)

    assert [*verification.verify(record)] == []
    for code, change in (
        ("side-differs", side(points=99)),
        ("side-differs", side(wins=99)),
        ("side-differs", side(members=3)),
        ("side-unnamed", side(en="Blue", ja="青")),
        ("battle-differs", lambda plain: plain["sides"].update(apart=False)),
        ("digest-differs", lambda plain: plain.pop("sides")),
        ("commitment-differs", lambda plain: plain["entries"][0]["extras"].update(side="White")),
    ):
        assert code in found(record, change), code


def test_false_house_cards_are_found(database: Database) -> None:
    game = with_cards("laplaplus", VOLLEY)
    stages.a_season(database, "round-robin", ["矢核", "盾核", "攻核"], rules=game.rules_version)
    stages.publish(database)
    record = record_of(database)

    assert [*verification.verify(record)] == []
    for code, change in (
        ("house-cards-differ", lambda plain: plain.update(house=VOLLEY.replace("矢", "弓"))),
        ("house-cards-differ", lambda plain: plain.update(rules=record.rules[:-1] + "x")),
        ("build-differs", lambda plain: plain.update(rules="laplaplus@1", house="")),
    ):
        assert code in found(record, change), code


def test_a_part_of_an_archive_that_was_exchanged_is_named(database: Database) -> None:
    stages.a_season(database, "round-robin", BUILDS[:3])
    stages.publish(database)
    record = record_of(database)
    seals = [
        each.model_dump(include={"number", "name", "commitment", "salts"})
        for each in record.entries
    ]
    parts = {
        package.SEALS: json.dumps({"season": "cup", "seals": seals}).encode(),
        package.DATABASE: catalogue.database_of(record),
        package.LIST: catalogue.list_of(record).encode(),
    }
    assert [*catalogue.against_record(package.Package(record, members=parts))] == []

    for name, content in parts.items():
        false = content.replace(b"C0", b"X0")
        other = package.Package(record, members=parts | {name: false})
        assert false != content
        assert [(each.code, filled(each)) for each in catalogue.against_record(other)] == [
            ("archive-differs", (name,))
        ]
