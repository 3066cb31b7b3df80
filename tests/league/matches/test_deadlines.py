"""Deadlines for orders move: by an outage of the site, and as organisers decide."""

from collections import Counter
from datetime import datetime, timedelta
from threading import Event

import pytest
from sqlmodel import select

from app.clock import STAYS_SECONDS, Clock
from app.engine.matches.grammar import Orders
from app.engine.ruleset import Ruleset
from app.errors import SeasonRefused
from app.jobs.exchanges import move_due
from app.jobs.outages import make_up_due
from app.jobs.worker import work
from app.league.matches import deadlines, plans
from app.league.matches.settings import EXTENSION, GRACE
from app.notices.news import ExchangeMoved, Extended
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Audit, Letter, Outage
from tests.support.duels import CLOSES, all_matches, begin_cup, next_deadline, olga, play, send
from tests.support.outgoing import some_settings

SOON = CLOSES + timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def due(database: Database) -> datetime:
    deadline = next_deadline(database)
    assert deadline
    return deadline


def turns(database: Database) -> list[int]:
    return [each.turn for each in all_matches(database)]


def told(database: Database) -> list[ExchangeMoved]:
    """What letters have said of moved deadlines."""
    with database.reading() as session:
        written = session.exec(select(Letter).where(Letter.kind == ExchangeMoved.slug)).all()
        return [ExchangeMoved.of_row(each.about) for each in written]


class Site:
    """A site whose worker lives now and then."""

    def __init__(self, database: Database, now: datetime) -> None:
        self.database = database
        self.now = now
        self.up = 1_000.0
        self.clock = self.start()

    def start(self) -> Clock:
        """The clock of a process that starts now; the machine has started anew."""
        self.clock = Clock(wall=self._wall, uptime=lambda: self.up)
        return self.clock

    def _wall(self) -> float:
        return self.now.timestamp()

    def live(self, until: datetime) -> None:
        """The worker does its jobs, five minutes at a time."""
        work(self.database, some_settings(), stop=Later(self, until), clock=self.clock)

    def be_away(self, until: datetime) -> None:
        """Nothing lives until then; a minute later its clock is sure."""
        self.up += (until - self.now).total_seconds()
        self.now = until
        self.start()
        self.live(until + timedelta(seconds=STAYS_SECONDS))


class Later(Event):
    """A stop that comes at this moment. Waiting for it takes five minutes."""

    def __init__(self, site: Site, until: datetime) -> None:
        super().__init__()
        self.site, self.until = site, until

    def wait(self, timeout: float | None = None) -> bool:
        pause = min(5 * MINUTE, self.until - self.site.now)
        self.site.now += pause
        self.site.up += pause.total_seconds()
        if not pause:
            self.set()
        return True


def test_a_site_that_was_away_over_a_deadline_gives_back_the_time(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 3)
    deadline = due(database)
    send(database, "C1", play("rock", ready=True), SOON)
    send(database, "C2", play("rock", ready=True), SOON)
    site = Site(database, deadline - 50 * MINUTE)
    site.live(deadline - 40 * MINUTE)
    site.be_away(deadline - 31 * MINUTE)
    after_a_short_one = due(database)
    site.be_away(deadline + 300 * MINUTE)
    later = due(database)
    before = turns(database)
    sent = send(database, "C3", play("paper"), later)
    site.live(later + GRACE)
    with database.reading() as session:
        outage = max(session.exec(select(Outage)), key=lambda it: it.ended_at - it.began_at)
        acts = [(each.act, each.who) for each in session.exec(select(Audit))]

    assert after_a_short_one == deadline
    assert later == deadline + 330 * MINUTE
    assert sorted(before) == [1, 1, 2]
    assert (sent, sorted(turns(database))) == (2, [2, 2, 2])
    assert (outage.began_at, outage.ended_at) == (
        deadline - 30 * MINUTE,
        deadline + 300 * MINUTE,
    )
    assert acts[-1] == ("exchange", "outage")
    assert {each.after - each.before for each in told(database)} == {330 * MINUTE}
    assert {each.away_from for each in told(database)} == {outage.began_at}
    assert Counter(each.before for each in told(database))[deadline] == 3


def test_a_worker_that_is_run_once_now_and_then_is_not_missed(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 2)
    deadline = due(database)
    site = Site(database, deadline - 50 * MINUTE)
    for _ in range(3):
        work(database, some_settings(), stop=Event(), once=True, clock=site.clock)
        site.now += 15 * MINUTE
        site.start()
        site.up += 2 * STAYS_SECONDS

    assert due(database) == deadline


def test_no_match_moves_on_before_an_outage_is_made_up_for(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 2)
    deadline = due(database)
    now = deadline + 300 * MINUTE
    with database.writing() as session:
        session.add(Outage(began_at=deadline - MINUTE, ended_at=now))
    was_held_up = move_due(database, now)
    with database.writing() as session:
        session.add(Outage(began_at=SOON, ended_at=now + timedelta(days=1)))
    made_up = make_up_due(database, now), make_up_due(database, now)

    assert (was_held_up, made_up) == (False, (True, False))
    assert due(database) == deadline + 301 * MINUTE


def test_exchanges_of_an_outage_keep_their_distance(duel: Ruleset, database: Database) -> None:
    """An outage as long as an extension: the one comes where the other was."""
    begin_cup(database, 4)
    deadline = due(database)
    match = all_matches(database)[0]
    with database.writing() as session:
        plans.submit(session, match.id, "A", 1, Orders(extend=True), "", SOON)
    with database.writing() as session:
        away = SOON, SOON + EXTENSION
        deadlines.make_up(session, "cup", away, EXTENSION, SOON + EXTENSION)
    found = Counter(each.due_at for each in all_matches(database))

    assert found == {deadline + n * EXTENSION + GRACE: 3 for n in (1, 2)}


def move(database: Database, to: datetime, by: Organiser, number: int = 1) -> None:
    with database.writing() as session:
        deadlines.move(session, "cup", number, to, by)


def test_an_organiser_moves_a_deadline_or_calls_it_early(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 3)
    deadline = due(database)
    move(database, deadline + timedelta(days=2), olga(SOON))
    later = due(database)
    move_due(database, deadline + GRACE)
    before = turns(database)
    move(database, SOON, olga(SOON))
    is_too_early = move_due(database, SOON + GRACE - MINUTE)
    called = move_due(database, SOON + GRACE)
    with database.reading() as session:
        acts = [each for each in session.exec(select(Audit)) if each.act == "exchange"]

    assert later == deadline + timedelta(days=2)
    assert before == [1, 1, 1]
    assert (is_too_early, called, turns(database)) == (False, True, [2, 2, 2])
    assert [(each.before, each.after) for each in told(database)] == [
        *[(deadline, later)] * 3,
        *[(later, SOON)] * 3,
    ]
    assert {each.reason for each in told(database)} == {"what is told"}
    assert [(each.who, each.detail["number"]) for each in acts] == [("olga", 1)] * 2


def test_what_moves_there_and_back_and_there_again_is_told_each_time(
    duel: Ruleset, database: Database
) -> None:
    """By an extension, back by the organiser, by another extension of the same player: to exchanges that were there before."""
    begin_cup(database, 3)
    deadline = due(database)
    match = all_matches(database)[0]

    def extend() -> None:
        with database.writing() as session:
            plans.submit(session, match.id, "A", 1, Orders(extend=True), "", SOON)

    extend()
    move(database, deadline, olga(SOON), number=2)
    extend()
    move(database, deadline, olga(SOON + MINUTE), number=2)
    with database.reading() as session:
        letters = session.exec(select(Letter).where(Letter.kind == Extended.slug)).all()

    assert Counter(each.player_id for each in letters) == dict.fromkeys(
        {each.player_id for each in letters}, 2
    )
    assert len(letters) == 4, "two opponents"
    assert Counter(each.before for each in told(database)) == {deadline + EXTENSION: 2 * 3}


def test_a_deadline_that_is_over_or_without_a_reason_is_not_moved(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 2)
    codes = []
    silent = Organiser("olga", SOON)
    for to, by, number in (
        (SOON - MINUTE, silent, 1),
        (SOON + timedelta(days=999), olga(SOON), 7),
        (due(database) + timedelta(days=1), olga(due(database)), 1),
    ):
        with pytest.raises(SeasonRefused) as refusal:
            move(database, to, by, number)
        codes.append([each.code for each in refusal.value.problems])

    assert codes == [
        ["deadline-past", "nothing-told"],
        ["no-such-exchange", "deadline-far"],
        ["deadline-past"],
    ]
