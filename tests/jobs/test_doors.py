"""In time: mails that were handed over while the site was away, deadlines that move by that, and closings that wait."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from socket import create_server

import pytest
from sqlmodel import col, select

from app.clock import CLOCK, Clock
from app.jobs.inbox import read_new
from app.jobs.outages import MOST, WatchedDoor, make_up_due, watched
from app.jobs.seasons.deadlines import close_due
from app.league.seasons import news, seasons as league_seasons
from app.letters.contents import render
from app.mail.inbox.arrivals import ArrivedMail
from app.mail.transport.listener import listening, place_at
from app.notices.news import Deadline
from app.store import entries, seasons
from app.store.database import Database, StoreUnavailable
from app.store.security.audits import Organiser
from app.store.tables import Letter, Mail, Outage, Season, SeasonState
from app.store.work import heartbeats, outages
from tests.support.databases import on_sqlite
from tests.support.mail_peers import a_mail as numbered, postfix, until
from tests.support.people import NOW
from tests.support.ports import free_port
from tests.support.posting import CUP, DESK, ENTRY, Postman, a_mail, open_cup

MINUTE = timedelta(minutes=1)
CLOSES = NOW + timedelta(days=1)
MX = "mx.hikyaku.example"


class Site:
    """A site with a door for mail, on a machine whose clock the test sets."""

    def __init__(self, database: Database, now: datetime) -> None:
        self.database, self.now, self.up = database, now, 1_000_000.0
        self.clock = Clock(self._wall, lambda: self.up)
        self.post = Postman(database)
        self.open()

    def _wall(self) -> float:
        return self.now.timestamp()

    def open(self) -> None:
        """A process begins to take mail."""
        self.door = WatchedDoor(self.database, "listen", self.clock)
        self.door.keep()

    def go_on(self, until: datetime) -> None:
        """So much time goes by."""
        self.up += (until - self.now).total_seconds()
        self.now = until

    def live(self, until: datetime) -> None:
        """The same, and the door has been open all the time."""
        self.go_on(until)
        with self.database.writing() as session:
            heartbeats.beat(session, "listen", self.clock)

    def take(
        self, text: str, number: int, handed_over: datetime, *, to: str = DESK.address
    ) -> Mail:
        """The mail server hands this over now, which it has had since then; it is read and answered."""
        raw = ArrivedMail(a_mail(text, number, to=to))
        raw.at, raw.said = self.now, handed_over
        self.door.keep([raw])
        list(read_new(self.database, DESK))
        with self.database.reading() as session:
            return session.exec(select(Mail).order_by(col(Mail.id).desc())).first()  # type: ignore[return-value]

    @property
    def season(self) -> Season:
        with self.database.reading() as session:
            return seasons.by_slug(session, CUP)

    @property
    def build(self) -> str | None:
        """The one that counts."""
        with self.database.reading() as session:
            (entry,) = entries.of_season(session, self.season)
            return entry.current.build if entry.current else None


@pytest.fixture
def site(database: Database) -> Site:
    open_cup(database, closes_at=CLOSES)
    return Site(database, CLOSES - 20 * MINUTE)


def test_what_was_mailed_in_time_while_the_site_was_away_is_taken(site: Site) -> None:
    """Entry, confirmation, change and withdrawal; at once after the return, before anything else has happened."""
    site.take(ENTRY, 1, site.now)
    site.go_on(CLOSES + 5 * MINUTE)
    site.open()
    at = CLOSES - 9 * MINUTE
    confirmed = site.take("", 2, at, to=site.post.confirm())
    secret = site.post.secret()
    changed = site.take(ENTRY.replace("Core", "Shield"), 3, at + MINUTE, to=secret)

    assert (confirmed.received_at, changed.received_at) == (at, at + MINUTE)
    assert site.build == "攻響盾"
    late = site.take(ENTRY, 4, CLOSES + MINUTE, to=secret)
    assert late.note["problems"][0]["code"] == "season-closed"
    site.take("withdraw", 5, at + 2 * MINUTE, to=secret)
    assert site.build is None


def test_versions_are_ordered_by_their_moments_and_not_by_when_they_are_read(site: Site) -> None:
    site.take(ENTRY, 1, site.now)
    site.take("", 2, site.now, to=site.post.confirm())
    secret = site.post.secret()
    site.go_on(CLOSES - 2 * MINUTE)
    site.open()
    at = site.now
    site.take(ENTRY.replace("Core", "Shield"), 3, at - MINUTE, to=secret)
    before = [
        site.take(text, number, at - (number - 3) * 2 * MINUTE, to=secret).note["problems"]
        for number, text in ((4, ENTRY.replace("Core", "Attack")), (5, "withdraw"))
    ]

    assert site.build == "攻響盾"
    assert [each["code"] for (each,) in before] == ["superseded"] * 2
    site.take("withdraw", 6, at - MINUTE / 2, to=secret)
    site.take(ENTRY, 7, at - MINUTE * 3 / 4, to=secret)
    assert site.build is None


def test_a_door_that_could_keep_nothing_for_a_moment_says_so_in_the_log(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It answered 4xx, and the mail server came again five minutes later."""
    site.take(ENTRY, 1, site.now)
    site.live(CLOSES - MINUTE / 30)
    site.go_on(CLOSES - MINUTE / 60)

    def refuse(*_: object) -> None:
        raise StoreUnavailable("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("app.jobs.outages.receive_all", refuse)
        with pytest.raises(StoreUnavailable):
            site.door.keep([b""])
    handed_over = site.now
    site.go_on(CLOSES + MINUTE)
    site.door.keep()
    site.live(CLOSES + 5 * MINUTE)
    is_closed = close_due(site.database, site.now)
    confirmed = site.take("", 2, handed_over, to=site.post.confirm())

    assert (is_closed, confirmed.received_at) == (False, handed_over)
    assert site.build == "攻響核"
    assert not close_due(site.database, CLOSES + 10 * MINUTE)
    site.live(CLOSES + 12 * MINUTE)
    assert close_due(site.database, site.now)


def test_a_long_outage_moves_the_deadline_and_everything_stays_sealed(site: Site) -> None:
    site.take(ENTRY, 1, site.now)
    site.take("", 2, site.now, to=site.post.confirm())
    site.live(CLOSES - 10 * MINUTE)
    site.go_on(CLOSES + 15 * MINUTE)
    site.open()
    with site.database.writing() as session:  # those of the worker came back a moment later
        row = Outage(door="clock", began_at=CLOSES - 10 * MINUTE, ended_at=site.now + MINUTE / 60)
        session.add(row)
    is_closed = close_due(site.database, site.now)
    site.go_on(site.now + MINUTE)
    moved = make_up_due(site.database, site.now), make_up_due(site.database, site.now)
    with site.database.reading() as session:
        (letter,) = session.exec(select(Letter).where(Letter.kind == Deadline.slug)).all()
        (notice,) = news.notices(session, site.season)
        text = render(session, letter).text

    assert (is_closed, moved) == (False, (True, False))
    assert site.season.closes_at == CLOSES + 25 * MINUTE
    assert "This site was down" in " ".join(text.split())
    assert "\n\n\n" not in text
    assert "this site was down" in news.told(notice, "en", UTC)
    assert "サイト" in news.told(notice, "ja", UTC)


@pytest.mark.parametrize(
    ("began", "ended", "moves"),
    [
        (-20, -9, 11),
        (-20, -10, 0),  # ten minutes are none
        (-3 * 24 * 60, -24 * 60, 0),  # not in the day before
        (-3 * 24 * 60, -23 * 60, 24 * 60),  # never by more than a day
        (0, 60, 0),  # it was over
    ],
)
def test_a_deadline_moves_by_what_was_lost_in_the_day_before_it(
    database: Database, began: int, ended: int, moves: int
) -> None:
    open_cup(database, closes_at=CLOSES)
    site = Site(database, CLOSES + began * MINUTE)
    site.go_on(CLOSES + ended * MINUTE)
    site.open()
    make_up_due(site.database, site.now)

    assert site.season.closes_at == CLOSES + moves * MINUTE


def test_outages_move_the_deadline_of_a_season_by_a_day_in_all(site: Site) -> None:
    for _ in range(3):
        closes_at = site.season.closes_at
        assert closes_at
        site.live(closes_at - MINUTE)
        site.go_on(closes_at + timedelta(hours=10))
        site.open()
        make_up_due(site.database, site.now)

    assert site.season.closes_at == CLOSES + MOST


def test_a_clock_that_jumps_makes_no_outage(site: Site) -> None:
    site.now += timedelta(hours=5)
    site.up += 60  # it is believed
    site.door.keep()
    site.up += 60
    site.door.keep()
    with site.database.reading() as session:
        found = [each.ended_at - each.began_at for each in session.exec(select(Outage))]

    assert max(found) <= timedelta(seconds=60)
    assert not outages_pending(site.database)


def outages_pending(database: Database) -> list[Outage]:
    with database.reading() as session:
        return outages.pending(session)


def test_a_season_does_not_close_while_a_door_is_away_nor_for_more_than_a_day(site: Site) -> None:
    site.live(CLOSES - MINUTE)
    later = [close_due(site.database, CLOSES + timedelta(hours=hours)) for hours in (1, 23, 24)]

    assert later == [False, False, True]


def test_a_season_closed_by_hand_closes_as_of_the_first_try(site: Site) -> None:
    site.take(ENTRY, 1, site.now)
    confirm = site.post.confirm()
    tried_at = site.now + MINUTE
    early, late = (
        ArrivedMail(a_mail("", 2, to=confirm)),
        ArrivedMail(a_mail("withdraw", 3, to=confirm)),
    )
    early.at, late.at = tried_at - MINUTE, tried_at + MINUTE
    site.door.keep([early])

    def try_to_close(at: datetime) -> SeasonState:
        with site.database.writing() as session:
            return league_seasons.close(session, CUP, Organiser("olga", at)).state

    first = try_to_close(tried_at)
    site.door.keep([late])
    list(read_new(site.database, DESK))
    site.live(tried_at + 2 * MINUTE)
    is_closed = close_due(site.database, site.now)

    assert (first, is_closed, site.season.state) == (SeasonState.OPEN, True, SeasonState.CLOSED)
    assert site.build == "攻響核"


@on_sqlite
def test_what_postfix_held_while_nobody_listened_counts_from_when_it_had_it(
    database: Database,
) -> None:
    port = free_port()
    place = place_at(f"lmtp://127.0.0.1:{port}")
    before = Clock(lambda: CLOCK.wall() - 1200, lambda: CLOCK.uptime() - 1200)
    WatchedDoor(database, "listen", before).keep()
    with postfix(port) as peer:
        handed_over = datetime.now(UTC).replace(microsecond=0)
        peer.accept(numbered(1))
        until(lambda: "refused" in peer.log or "deferred" in peer.log, lambda: peer.log)
        door = WatchedDoor(database, "listen")
        opened = datetime.now(UTC)
        with (
            closing(create_server((place.host, place.port))) as listener,
            watched(door),
            listening(listener, place.protocol, door.keep, MX),
        ):
            until(lambda: kept(database), lambda: peer.log)
            peer.accept(numbered(2))
            until(lambda: len(kept(database)) == 2, lambda: peer.log)
    held, at_once = kept(database)

    assert handed_over <= held.received_at < opened < at_once.received_at


def kept(database: Database) -> list[Mail]:
    with database.reading() as session:
        return list(session.exec(select(Mail).order_by(col(Mail.id))))
