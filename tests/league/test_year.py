"""A year of a site: twelve seasons of some seventy players, moved by their timetables alone, and nothing is lost or doubled."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Final

import pytest
from sqlmodel import col, select

from app import games
from app.bench.engine import drawn_legal
from app.engine import Ruleset
from app.engine.outcomes import NOT_PLAYED
from app.errors import DomainError, SeasonRefused, SubmissionRejected
from app.games.house import with_cards
from app.jobs.exchanges import begin_due, move_due, offer_due
from app.jobs.releases import release_due as write_dailies
from app.jobs.seasons.deadlines import close_due, lay_open_due, release_due, step_due
from app.jobs.seasons.places import fill_due
from app.jobs.seasons.reminders import remind_due
from app.jobs.seasons.runs import RunsUnderWay
from app.league.archive import restoration
from app.league.archive.chronicle import Chronicle, chronicle
from app.league.archive.record import public_record
from app.league.archive.structure import read_record
from app.league.desk import interventions, rounds, rules
from app.league.desk.rounds import PlannedRound
from app.league.eligibility.sides import FIELD, NO_SIDES, Side, Sides
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.results import results, runs as league_runs
from app.league.results.results import FinishedRun
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions.season_plans import Plan
from app.league.seasons.stages import plans
from app.league.timetable import steps
from app.notices.answers import Receipt
from app.notices.news import Report
from app.settings import settings
from app.store import entries as store_entries, players, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Letter, Run, Season, SeasonState
from app.tournament.formats.divisions import Divisions
from app.tournament.formats.rankings import FormerRank
from tests.league.people_of_the_year import People
from tests.support.databases import on_sqlite
from tests.support.house_cards import VOLLEY
from tests.support.posting import Postman

PLAYERS: Final = 68
ABSENT: Final = 3
"""So many enter no season, and so many others send theirs after the deadline."""
SIZE: Final = 22
MOVES: Final = 2
DIVISIONS: Final = f"divisions divisions=3 size={SIZE} moves={MOVES}"
FINAL: Final = "swiss rounds=7 best=16 ties=buchholz,lot\nknockout third-place=yes"
STAGES: Final = {
    2: DIVISIONS,
    3: f"{DIVISIONS} after=cup-2",
    4: f"{DIVISIONS} after=cup-3",
    12: FINAL,
}
OUTAGE, SIDES, UNDONE, ERRATUM, SHIDEN, NEXT = 4, 5, 6, 7, 8, 10
"""The months in which the worker dies, two sides meet, results are taken back, a card is added, another game is played, and the season before goes on."""
BOTH: Final = Sides((Side("紅", "Red"), Side("白", "White")), apart=True)
CHANGES: Final = 1
"""So much of a build may change in the next round."""


@dataclass
class Year:
    """A site whose clock is ours."""

    database: Database
    now: datetime = datetime(2027, 1, 1, tzinfo=UTC)
    worker: RunsUnderWay = field(default_factory=RunsUnderWay)
    sent: dict[str, dict[int, str]] = field(default_factory=dict)
    """By season what counts of each player as their last receipt says: its seal."""
    receipts: int = 0

    @cached_property
    def people(self) -> People:
        """Players of another game, to whom more happens."""
        return People(self.database)

    @property
    def olga(self) -> Organiser:
        """The organiser, now."""
        return Organiser("olga", self.now, "reasons", "what is told")

    def work(self) -> None:
        """Everything due is done, as a worker does it."""
        jobs = (
            close_due,
            *(lay_open_due, step_due, release_due, fill_due, remind_due, begin_due, move_due),
            *(offer_due, self.worker),
        )
        while sum(job(self.database, self.now) for job in jobs):
            pass
        write_dailies(self.database, settings(), self.now)

    def pass_to(self, day: int) -> None:
        """It is noon of that day, and the worker has looked every day."""
        until = self.now.replace(day=day, hour=12, minute=0)
        while self.now < until:
            self.now = min(until, self.now + timedelta(days=1))
            self.work()
            self.people.on(self.now.month, self.now.day, self.now)


def planned(year: Year, month: int) -> tuple[str, Ruleset]:
    """The season of the month is a draft; its timetable does the rest."""
    slug, game = f"cup-{month}", games.ruleset("shiden-issen-2" if month == SHIDEN else "laplaplus")
    found, problems = plans.read(STAGES[month]) if month in STAGES else ((), ())
    assert not problems
    first = year.now.replace(month=month, day=1, hour=0)
    deadline = first + timedelta(days=19)
    with year.database.writing() as session:
        if month == NEXT:
            wanted = PlannedRound(slug, deadline, added=0, changes=CHANGES)
            rounds.plan(session, f"cup-{month - 1}", wanted, year.olga)
        else:
            of = BOTH if month == SIDES else NO_SIDES
            plan = Plan(game.slug, slug, closes_at=deadline, stages=found, sides=of)
            league_seasons.create(session, plan, year.olga)
        for name, day in {"opening": 2, "run": 20, "release": 22, "archive": 27}.items():
            at = first + timedelta(days=day - 1, hours=1)
            steps.plan(session, slug, name, at, year.olga, quiet=True)
    return slug, game


def enter(year: Year, slug: str, game: Ruleset, month: int, those: Sequence[int]) -> None:
    """These players send a character each, some of them twice, and some think better of it."""
    builds = [game.write_build(each) for each in drawn_legal(game, 2 * PLAYERS)]
    seals = year.sent.setdefault(slug, {})
    with year.database.writing() as session:
        season = seasons.by_slug(session, slug)
        for player in those:
            who = players.known_as(
                session, f"p{player}@example.com", ("ja", "en")[player % 2], year.now
            )
            for once in range(2 if player % 20 == month else 1):
                build = builds[(player * 7 + month + once) % len(builds)]
                extras = {FIELD: side_of(player).en} if season.sides else {}
                said = Submission(f"C{player}", build, owner=f"owner {player}", extras=extras)
                origin = Origin(year.now, proven=True)
                seals[player] = entries.submit(session, season, who, said, origin).commitment
                year.receipts += 1
            if player % 25 == month:
                entries.withdraw(session, season, who, Origin(year.now, proven=True))
                del seals[player]


def side_of(player: int) -> Side:
    """Where a player stands when there are sides."""
    return BOTH.every[player % 2]


def enter_by_mail(year: Year, slug: str, game: Ruleset, players_: Sequence[int]) -> None:
    """These write a mail, and answer whether it was they."""
    postman = Postman(year.database, year.now)
    for player in players_:
        build = game.write_build(drawn_legal(game, player + 1)[-1])
        said = f"Name: C{player}\nBuild: {build}\nOwner: owner {player}\n"
        postman.enter(said, sender=f"p{player}@example.com")
        year.receipts += 1
    with year.database.reading() as session:
        season = seasons.by_slug(session, slug)
        year.sent[slug] |= {
            player: entry.current.commitment
            for player in players_
            if (entry := store_entries.named(session, season, f"c{player}")) and entry.current
        }


def go_on(year: Year, former: str, slug: str) -> None:
    """Who played the season before plays this one; some change a little, nobody more than that."""
    with year.database.writing() as session:
        season = seasons.by_slug(session, slug)
        there = {
            int(entry.current.name[1:]): entry.current
            for entry in store_entries.of_season(session, season)
            if entry.current
        }
        assert {*there} == {*year.sent[former]}
        seals = year.sent[slug] = {player: each.commitment for player, each in there.items()}
        for player in [player for player, each in there.items() if len(each.build) > 3][::10]:
            name, build = there[player].name, there[player].build
            who = players.known_as(session, f"p{player}@example.com", "en", year.now)
            origin = Origin(year.now, proven=True)
            with pytest.raises(SubmissionRejected) as refusal:
                entries.submit(session, season, who, Submission(name, build[2:]), origin)
            assert refusal.value.problems[0].code == "changes-over"
            smaller = Submission(name, build[1:])
            seals[player] = entries.submit(session, season, who, smaller, origin).commitment
            year.receipts += 1


def refuses(year: Year, slug: str, game: Ruleset, player: int) -> None:
    """What comes after the deadline does not count, whether or not a worker has been there to close; by mail neither."""
    build = game.write_build(drawn_legal(game, 1)[0])
    with year.database.writing() as session:
        who = players.known_as(session, f"p{player}@example.com", "en", year.now)
        said = Submission(f"C{player}", build)
        season, origin = seasons.by_slug(session, slug), Origin(year.now, proven=True)
        with pytest.raises(DomainError):
            entries.submit(session, season, who, said, origin)
    postman = Postman(year.database, year.now)
    postman.post(f"Name: Late\nBuild: {build}\n", sender=f"p{player}@example.com")
    assert "Late" not in postman.builds(slug)


def is_sealed(year: Year, slug: str) -> bool:
    with year.database.reading() as session:
        try:
            public_record(session, seasons.by_slug(session, slug), year.now)
        except SeasonRefused:
            return True
    return False


def add_a_card(year: Year, slug: str) -> None:
    """The season moves to other rules before its deadline, and one player uses the new card; what it changes can be asked."""
    game = with_cards("laplaplus", VOLLEY)
    with year.database.writing() as session:
        rules.move(session, slug, game, year.olga)
        who = players.known_as(session, "p9@example.com", "en", year.now)
        season, said = seasons.by_slug(session, slug), Submission("C9", "矢矢核", owner="owner 9")
        revision = entries.submit(session, season, who, said, Origin(year.now, proven=True))
        year.sent[slug][9] = revision.commitment
        year.receipts += 1


def die_while_it_plays(year: Year) -> RunsUnderWay:
    """The worker stops in the middle of a run, and for two days nobody does anything, over the release; then another one comes."""
    while year.now.day < 20 or not step_due(year.database, year.now):
        year.now += timedelta(hours=1)
        close_due(year.database, year.now)
    killed, year.worker = year.worker, RunsUnderWay()
    assert [killed(year.database, year.now) for _ in range(2)] == [True, True]
    with year.database.reading() as session:
        assert seasons.by_slug(session, f"cup-{OUTAGE}").state is SeasonState.RUNNING
    year.now += timedelta(days=3)
    year.work()
    return killed


def undo(year: Year, slug: str) -> None:
    """Published results are taken back twice, an entry is corrected, and the season played and published again."""
    with year.database.writing() as session:
        results.undo(session, slug, year.olga)
        results.undo(session, slug, year.olga)
        withdrawn = interventions.withdraw(session, slug, "C11", year.olga)
        del year.sent[slug][11]
        assert withdrawn.number
        league_runs.start(session, slug, year.olga)
    year.work()
    with year.database.writing() as session:
        results.publish(session, slug, year.olga)


def moves_up_and_down(year: Year, former: str, slug: str) -> None:
    """The best of each division stand in the one above now, and the last in the one below, as far as they came again."""
    with year.database.reading() as session:
        before, after = (
            results.finished(session, each, session.get_one(Run, each.published_run_id))
            for each in (seasons.by_slug(session, former), seasons.by_slug(session, slug))
        )
        kept = session.get_one(Run, seasons.by_slug(session, slug).published_run_id).ranking
    assert kept
    there, here = divisions(before), divisions(after)
    assert {bound(division, place) for division, place in there.values()} == {1, 2, 3}
    moved = [each for each in there if each in here and bound(*there[each]) != there[each][0]]
    assert len(moved) >= 3 * MOVES
    ranked = [FormerRank(*each) for each in kept["ranks"]]
    by_number = {each.number: each.name for each in after.participants}
    for each in ranked:
        name = by_number[each.number]
        if name in there:
            assert (each.division, each.bound) == (there[name][0], bound(*there[name]))
        else:
            assert each.was is None
    assert here[by_number[ranked[0].number]][0] == 1
    assert here[by_number[ranked[-1].number]][0] == 3


def bound(division: int, place: int) -> int:
    """The right place for a player who ended like this."""
    if division > 1 and place <= MOVES:
        return division - 1
    if division < 3 and place > SIZE - MOVES:
        return division + 1
    return division


def divisions(run: FinishedRun) -> dict[str, tuple[int, int]]:
    """The division of each, and the place there, by name."""
    (phase,) = run.phases
    format_ = phase.stage.format
    assert isinstance(format_, Divisions)
    return {
        run.participants[line.entry].name: (division, line.place)
        for division, table in enumerate(format_.tables(phase.field, phase.results), 1)
        for line in table
    }


def meet_the_other_side_alone(year: Year, slug: str) -> None:
    """Everybody met each of the other side and nobody else, and the sides have what their members have."""
    with year.database.reading() as session:
        season = seasons.by_slug(session, slug)
        run = results.finished(session, season, session.get_one(Run, season.published_run_id))
    numbers = [int(each.name[1:]) for each in run.participants]
    for place, home in enumerate(numbers):
        fought = [outcome != NOT_PLAYED for outcome in run.row(place)]
        assert fought == [side_of(home) != side_of(away) for away in numbers]
    for line in run.side_lines:
        own = [at for at, each in enumerate(numbers) if side_of(each) == BOTH.every[line.side]]
        assert line.members == len(own)
        assert line.points == sum(run.standing(at).points for at in own)


def holds(year: Year, slug: str) -> None:
    """Everybody whose last receipt says so took part with just that, and got one report; nobody else did."""
    with year.database.reading() as session:
        season = seasons.by_slug(session, slug)
        assert season.state is SeasonState.ARCHIVED
        record = public_record(session, season, year.now)
        reports = session.exec(
            select(Letter.player_id).where(
                Letter.season_id == season.id, Letter.kind == Report.slug
            )
        ).all()
    assert {each.name: each.commitment for each in record.entries} == {
        f"C{player}": seal for player, seal in year.sent[slug].items()
    }
    assert len(reports) == len({*reports}) == len(record.entries)


def come_back(year: Year, elsewhere: Database) -> None:
    """Every season, out of what its archive holds; in none of it is anybody's address."""
    with year.database.reading() as session:
        over = select(Season).where(Season.state != SeasonState.CALLED_OFF)  # that has no results
        found = session.exec(over.order_by(col(Season.id))).all()
        kept = [
            (
                public_record(session, each, year.now).model_dump_json(),
                chronicle(session, each).model_dump_json(),
            )
            for each in found
        ]
    for record, told in kept:
        assert "@" not in record.replace("@1", "") + told.replace("@1", "")
        read = read_record(record.encode())
        with elsewhere.writing() as session:
            restoration.restore(session, read, year.olga, Chronicle.model_validate_json(told))
        with elsewhere.reading() as session:
            season = seasons.by_slug(session, read.season.slug)
            assert public_record(session, season, year.now).model_dump_json() == record
            assert chronicle(session, season).model_dump_json() == told


@on_sqlite
def test_a_year_passes_and_nothing_is_lost_or_doubled(
    database: Database, sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    year = Year(database)
    monkeypatch.setattr("app.clock.now", lambda: year.now)
    for month in range(1, 13):
        slug, game = planned(year, month)
        year.pass_to(3)
        if month == NEXT:
            go_on(year, f"cup-{month - 1}", slug)
        else:
            enter(year, slug, game, month, range(2 * ABSENT, PLAYERS))
        if month == 1:
            enter_by_mail(year, slug, game, range(PLAYERS, PLAYERS + 3))
        if month == ERRATUM:
            add_a_card(year, slug)
        year.pass_to(19)
        assert is_sealed(year, slug)
        year.now += timedelta(days=1)
        refuses(year, slug, game, ABSENT)
        killed = die_while_it_plays(year) if month == OUTAGE else None
        year.pass_to(24)
        if killed:
            assert killed(database, year.now), "it wakes up, and what it played is not kept"
        if month == UNDONE:
            undo(year, slug)
        if f"after=cup-{month - 1}" in STAGES.get(month, ""):
            moves_up_and_down(year, f"cup-{month - 1}", slug)
        if month == SIDES:
            meet_the_other_side_alone(year, slug)
        year.pass_to(28)
        holds(year, slug)
        year.now = (year.now + timedelta(days=7)).replace(day=1, hour=0)

    year.people.hold(year.now)
    with database.reading() as session:
        kinds = Counter(session.exec(select(Letter.kind)).all())
    assert kinds[Receipt.slug] == year.receipts + year.people.receipts
    (tmp_path / "elsewhere.db").write_bytes(sqlite_template.read_bytes())
    come_back(year, Database(f"sqlite:///{tmp_path / 'elsewhere.db'}"))
