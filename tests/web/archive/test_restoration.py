"""Seasons brought back from their archives on an empty database: the same records, digests and pages, to the byte."""

import io
import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from app import games
from app.engine import Ruleset
from app.engine.lists import read_list
from app.errors import SeasonRefused
from app.games.house import with_cards
from app.jobs.exchanges import begin_due
from app.league.archive import package, record, restoration, verification
from app.league.archive.chronicle import Chronicle
from app.league.archive.record import public_record
from app.league.desk import hidings, interventions, pairings
from app.league.exports import catalogue
from app.league.results import results, runs
from app.league.seasons import seasons
from app.main import create_app
from app.settings import Settings
from app.store import house
from app.store.database import Database
from app.store.matches import matches
from app.store.tables import Entry
from app.web.archive import bundle
from tests.support import leaves, stages
from tests.support.databases import on_both
from tests.support.duels import (
    CLOSES,
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
from tests.support.house_cards import VOLLEY
from tests.support.records import bound
from tests.web.archive.reading import opened

LATER = CLOSES + timedelta(days=60)


@pytest.fixture
def here(sqlite_template: Path, tmp_path: Path) -> Database:
    """The site of which the archive is; `database` is another one, where nothing is."""
    (tmp_path / "here.db").write_bytes(sqlite_template.read_bytes())
    return Database(f"sqlite:///{tmp_path / 'here.db'}")


def archived(database: Database, now: datetime, slug: str = "cup") -> bytes:
    file, settings = io.BytesIO(), Settings(base_url="https://cup.example")
    bundle.write(create_app(settings, database, lambda: now), slug, now, file, lambda _: None)
    return file.getvalue()


def comes_back(here: Database, elsewhere: Database, now: datetime, slug: str = "cup") -> None:
    """The archive of the season holds, becomes the same archive there, and takes the place of nothing."""
    content = archived(here, now, slug)
    packed = package.read(content)
    assert [*verification.verify(packed.record), *catalogue.against_record(packed)] == []
    with elsewhere.writing() as session:
        restoration.restore(session, packed.record, olga(now), packed.chronicle, packed.pictures)
    files, again = opened(content), opened(archived(elsewhere, now, slug))
    assert [name for name in {**files, **again} if files.get(name) != again.get(name)] == []
    with elsewhere.writing() as session, pytest.raises(SeasonRefused) as refusal:
        restoration.restore(session, packed.record, olga(now), packed.chronicle, packed.pictures)
    assert "slug-taken" in [each.code for each in refusal.value.problems]


def test_a_season_with_hidden_parts_comes_back_by_the_organisers_record_and_hides_them(
    here: Database, database: Database, sqlite_template: Path, tmp_path: Path
) -> None:
    stages.a_season(here, "", ["核", "攻核", "攻攻"])
    stages.publish(here)
    now = stages.NOW + timedelta(days=2)
    hidden: tuple[tuple[int, hidings.Part], ...] = ((1, "name"), (2, "name"))
    with here.writing() as session:
        for number, part in hidden:
            entry = session.exec(select(Entry).where(Entry.number == number)).one()
            hidings.hide(session, "cup", entry, part, stages.BY)
    with here.reading() as session:
        whole = record.record(session, cup(session), now)
    content = archived(here, now)
    packed = package.read(content)
    title = whole.season.model_copy(update={"title_en": "Another"})
    false = bound(whole.model_copy(update={"season": title}))

    with database.writing() as session:
        restoration.restore(session, packed.record, stages.BY, packed.chronicle, whole=whole)
    with database.reading() as session:
        assert record.record(session, cup(session), now) == whole
    files, again = opened(content), opened(archived(database, now))
    assert [name for name in {**files, **again} if files.get(name) != again.get(name)] == []
    (tmp_path / "third.db").write_bytes(sqlite_template.read_bytes())
    third = Database(f"sqlite:///{tmp_path / 'third.db'}")
    with pytest.raises(SeasonRefused) as refusal, third.writing() as session:
        restoration.restore(session, packed.record, stages.BY, packed.chronicle, whole=false)
    assert [each.code for each in refusal.value.problems] == ["whole-differs"]
    with (
        third.writing() as session
    ):  # what is hidden proves itself by its digests, and nobody here knows it
        restoration.restore(session, packed.record, stages.BY, packed.chronicle)
    with third.reading() as session:
        assert record.record(session, cup(session), now) == packed.record


def test_a_season_of_the_first_proof_comes_back_as_one(here: Database, database: Database) -> None:
    with leaves.proven(1):
        stages.a_season(here, "", ["核", "攻核", "攻攻"])
    stages.publish(here)

    comes_back(here, database, stages.NOW + timedelta(days=2))

    with database.reading() as session:
        assert (cup(session).proof, cup(session).slug) == (1, "cup")


def publish_matches(database: Database) -> None:
    """All matches are over; they are played into a table, and it is public."""
    assert play_run(database, LATER) == "review"
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))


def test_a_season_in_stages_comes_back_with_every_pairing_and_lot(
    here: Database, database: Database
) -> None:
    plan = "swiss rounds=3 best=8 ties=buchholz,lot\ngroups groups=2 go-on=2 by-lot=yes\nknockout third-place=yes"
    stages.a_season(here, plan, [*"核攻盾響硬双癒連重散", "攻核", "盾攻", "核", "核"])
    stages.publish(here)

    comes_back(here, database, stages.NOW + timedelta(days=2))


def test_a_season_in_stages_comes_back_with_their_matches(
    duel: Ruleset, here: Database, database: Database
) -> None:
    begin_cup(here, 6, stages="groups groups=2 go-on=1\nknockout", double=True)
    while pass_deadline(here):
        pass
    publish_matches(here)

    comes_back(here, database, LATER)


def test_a_season_that_was_paired_by_hand_comes_back(here: Database, database: Database) -> None:
    stages.a_season(here, "by-hand best=2\nknockout third-place=no", ["核", "攻核", "攻攻"])
    with here.writing() as session:
        pairings.pair(session, "cup", "1 – 2\n3 – -\n\n1 – 3\n2 – -", stages.BY)
    stages.publish(here)

    comes_back(here, database, stages.NOW + timedelta(days=2))


@on_both
def test_a_season_of_matches_comes_back_with_every_line_of_their_records(
    here: Database, database: Database, duel: Ruleset
) -> None:
    """Played from exchange to exchange, with orders, standing orders and missed deadlines; each pair twice. One left under review."""
    open_cup(here, 3, double=True, tempo="turn")
    with here.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    assert begin_due(here, CLOSES)
    move_all(here, CLOSES)
    send(here, "C2", play("paper", standing="on"), CLOSES + timedelta(hours=1))
    while pass_deadline(here):
        pass
    assert play_run(here, LATER) == "review"
    with here.writing() as session:
        interventions.withdraw(session, "cup", "1", olga(LATER))
        runs.start(session, "cup", olga(LATER))
    publish_matches(here)

    comes_back(here, database, LATER)


def test_matches_that_count_for_nothing_are_counted_and_do_not_come_back(
    here: Database, database: Database, duel: Ruleset
) -> None:
    """Somebody leaves early: no record tells of their matches."""
    open_cup(here, 3, tempo="turn")
    with here.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    assert begin_due(here, CLOSES)
    move_all(here, CLOSES)
    with here.writing() as session:
        interventions.withdraw(session, "cup", "3", olga(CLOSES + timedelta(hours=1)))
    while pass_deadline(here):
        pass
    publish_matches(here)

    packed = package.read(archived(here, LATER))
    assert packed.chronicle.matches
    assert packed.chronicle.matches.annulled == 2
    with database.writing() as session:
        restoration.restore(session, packed.record, olga(LATER), packed.chronicle)
    with database.reading() as session:
        assert public_record(session, cup(session), LATER) == packed.record
        assert matches.count(session, cup(session)) == 1


def test_a_season_by_standing_orders_comes_back_from_its_record_alone(
    here: Database, database: Database
) -> None:
    """Its matches are not kept line by line, there as here: they are played anew whenever somebody reads them."""
    rules = games.ruleset("fest")
    listed = [*read_list(rules.sample(), rules.read_build)][:3]
    builds = [rules.write_build(each.build.nameless()) for each in listed]
    open_cup(here, 3, "fest", builds, tempo="script", mirror=True)
    with here.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    assert begin_due(here, CLOSES)
    move_all(here, CLOSES)
    publish_matches(here)
    with here.reading() as session:
        record = public_record(session, cup(session), LATER)

    with database.writing() as session:
        restoration.restore(session, record, olga(LATER), Chronicle())
    with database.reading() as session:
        assert public_record(session, cup(session), LATER) == record
    content = opened(archived(database, LATER))
    assert json.loads(content["data/record.json"]) == record.model_dump(mode="json")
    assert any(name.startswith("en/matches/") for name in content)


def test_house_cards_come_back_where_nobody_knows_them(here: Database, database: Database) -> None:
    """A knock-out played with them."""
    game = with_cards("laplaplus", VOLLEY)
    stages.a_season(here, "knockout", ["矢核", "盾核", "攻核", "核"], rules=game.rules_version)
    stages.publish(here)

    comes_back(here, database, stages.NOW + timedelta(days=2))
    with database.reading() as session:
        assert house.text_of(session.connection(), game.rules_version) == VOLLEY
