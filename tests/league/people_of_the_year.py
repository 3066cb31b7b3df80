"""What happens to people in a year: a season that is called off, then one in which some move, go away, forget, and come instead of others."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import col, select

from app.engine.matches.course import Tempo
from app.engine.matches.game import SEATS, Seat
from app.league.archive.record import public_record
from app.league.archive.structure import read_record
from app.league.archive.verification import verify
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches import beginnings, plans
from app.league.matches.settings import MatchSettings
from app.league.people.tokens import make_token
from app.league.seasons import news, pauses, seasons as league_seasons
from app.league.seasons.decisions.season_plans import Plan
from app.league.timetable import steps
from app.notices.news import Announcement
from app.store import players, seasons
from app.store.database import Database
from app.store.matches import matches
from app.store.security.audits import Organiser
from app.store.tables import (
    Contestant,
    Entry,
    Letter,
    Match,
    MatchState,
    Season,
    SeasonState,
    Takeover,
)
from tests.support.moving import box
from tests.support.posting import DESK, Postman
from tests.support.seats import AUTO, PETIT

BEFORE, FEW, MANY = "fest-1", "fest-2", "fest-3"
FORMER: Final = ("kei", "mai")
"""They have played before."""
CARRIED: Final = ("ann", "ben", "cat")
"""They enter a season that is called off, and the next one by a yes."""
SILENT: Final = ("dan", "eve")
"""They send nothing."""
MOVED: Final = "cat@example.org"
TOLD: Final = ("called-off", "paused", "daily")


def address_of(name: str) -> str:
    return f"{name}@example.com"


class People:
    """Players of a game with decisions; each day has its act."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.last = (0, 0)
        self.receipts = 0
        self.postman = Postman(database)
        self.postman.count = 1_000  # others write too

    def on(self, month: int, day: int, now: datetime) -> None:
        """What they, and the organiser, do on this day; who plays sends orders every day."""
        if (month, day) == self.last:
            return
        self.last, self.postman.now = (month, day), now
        olga = Organiser("olga", now, "reasons", "what is told")
        days: dict[tuple[int, int], Callable[[Organiser], object]] = {
            (1, 4): self.play_before,
            (2, 3): self.lack_entries,
            (2, 4): lambda by: self.opens(MANY, by, 18),
            (2, 12): self.go_on_elsewhere,
            (2, 14): lambda _: self.write("ann", "daily letter at 19"),
            (2, 19): lambda _: self.write("ben", "Away from 24 to 26 February"),
            (2, 22): self.announce,
            (2, 21): self.move,
            (2, 25): lambda by: self.pauses(pauses.pause, by),
            (2, 28): lambda by: self.pauses(pauses.go_on, by),
        }
        if act := days.get((month, day)):
            act(olga)
        if month in (2, 3):
            self.send_orders(now)
            self.take_seats()

    def opens(
        self, slug: str, by: Organiser, days: int, tempo: Tempo = "turn", minimum: int | None = None
    ) -> None:
        """The season takes entries for so many days; then its timetable does the rest."""
        with self.database.writing() as session:
            ends = by.now + timedelta(days=days)
            season = league_seasons.create(
                session, Plan("fest", slug, closes_at=ends, minimum=minimum), by
            )
            play = MatchSettings(tempo=tempo, config={"petit": True}, away="wait")
            beginnings.arrange(session, season, play)
            league_seasons.open_season(session, slug, by, quiet=True)
            for name, later in {"run": 1, "release": 30, "archive": 34}.items():
                due = ends + timedelta(days=later if tempo == "turn" else min(later, 3))
                steps.plan(session, slug, name, due, by, quiet=True)

    def enter(self, slug: str, names: Sequence[str], now: datetime) -> None:
        for name in names:
            self.receipts += 1
            with self.database.writing() as session:
                player = players.known_as(session, address_of(name), "en", now)
                player.proven_at = now
                said = Submission(name.title(), PETIT, owner=f"{name.title()}'s")
                season = seasons.by_slug(session, slug)
                entries.submit(session, season, player, said, Origin(now, proven=True))

    def play_before(self, by: Organiser) -> None:
        self.opens(BEFORE, by, 5, "script")
        self.enter(BEFORE, FORMER, by.now)

    def lack_entries(self, by: Organiser) -> None:
        self.opens(FEW, by, 7, minimum=6)
        self.enter(FEW, CARRIED, by.now)

    def go_on_elsewhere(self, by: Organiser) -> None:
        """The season before was called off; each says yes to the next one, and others come."""
        with self.database.reading() as session:
            assert seasons.by_slug(session, FEW).state is SeasonState.CALLED_OFF
        for name in CARRIED:
            self.write(name, "Yes, please", FEW)
            self.receipts += 1
        self.enter(MANY, (*SILENT, "fay"), by.now)

    def write(self, name: str, text: str, slug: str = MANY, address: str = "") -> None:
        """This player writes to their secret address in the season."""
        address = address or address_of(name)
        self.postman.post(text, sender=address, to=self.postman.secret(address, slug))
        assert self.postman.last().kind != "problems", text

    def move(self, _by: Organiser) -> None:
        """Cat has another address: both mailboxes say yes."""
        self.write("cat", f"My new address is {MOVED}.")
        for mailbox in ("cat@example.com", MOVED):
            self.postman.post("Yes", sender=mailbox, to=box(self.database, mailbox))

    def announce(self, by: Organiser) -> None:
        """Words to all, which can wait for a letter of the day."""
        words = Announcement(subject_en="Soon", text_en="It begins.", subject_ja="", text_ja="")
        with self.database.writing() as session:
            news.announce(session, seasons.by_slug(session, MANY), words, "all", "", by)

    def pauses(self, act: Callable[..., Season], by: Organiser) -> None:
        with self.database.writing() as session:
            act(session, MANY, by, everywhere=True)

    def send_orders(self, now: datetime) -> None:
        """Everybody but the silent ones leaves their turn to the house, in words."""
        for match, seat in self.waiting():
            with self.database.writing() as session:
                plans.submit(session, match.id, seat, match.turn, AUTO, str(AUTO), now)

    def waiting(self) -> Iterator[tuple[Match, Seat]]:
        with self.database.reading() as session:
            season = seasons.with_slug(session, MANY)
            found = matches.of_season(session, season) if season else []
            for each in found:
                for seat in SEATS if each.state is MatchState.WAITING and not each.verdict else ():
                    player = session.get_one(Entry, each.entry_in(seat)).player
                    if player and player.address.partition("@")[0] not in SILENT:
                        yield each, seat

    def take_seats(self) -> None:
        """To whom a seat is offered says yes."""
        for takeover, name, token in self.offers():
            said = self.postman.last().id
            to = DESK.address.replace("@", f"+s-{token}@")
            self.postman.post("Yes", sender=address_of(name), to=to)
            assert self.postman.last().id > said, takeover

    def offers(self) -> list[tuple[int, str, str]]:
        with self.database.reading() as session:
            free = session.exec(
                select(Takeover).where(
                    col(Takeover.taken_at).is_(None), col(Takeover.ended_at).is_(None)
                )
            ).all()
            offered = [
                (each, reader)
                for each in free
                for letter in session.exec(select(Letter).where(Letter.kind == "seat-news"))
                if letter.about.get("takeover") == each.id and letter.about["event"] == "offered"
                for reader in [letter.player]
            ]
            return [
                (
                    each.id,
                    reader.address.partition("@")[0],
                    make_token(DESK.key, "seat", reader.id, each.id, own=reader.secrets),
                )
                for each, reader in offered
            ]

    def hold(self, now: datetime) -> None:
        """Everything came as it should."""
        with self.database.reading() as session:
            season = seasons.by_slug(session, MANY)
            assert season.state is SeasonState.ARCHIVED
            record = public_record(session, season, now)
            assert not [*verify(read_record(record.model_dump_json().encode()))]
            holders = {
                each.current.name: each.player.address
                for each in session.exec(select(Entry).where(Entry.season_id == season.id))
                if each.current and each.player
            }
            assert holders["Cat"] == MOVED
            assert {holders[name.title()] for name in SILENT} == {
                address_of(name) for name in FORMER
            }
            assert session.exec(
                select(Contestant.id).where(col(Contestant.absence_id).is_not(None))
            ).all()
            letters = session.exec(select(Letter).order_by(col(Letter.id))).all()
            reports = [
                each for each in letters if each.kind == "report" and each.season_id == season.id
            ]
            told = {each.player.address for each in reports}
            to = {
                kind: [each.player.address for each in letters if each.kind == kind]
                for kind in TOLD
            }
        ann, ben, _ = map(address_of, CARRIED)
        assert sorted(to["called-off"]) == sorted([ann, ben, MOVED])
        assert len(to["paused"]) == 2 * len({*to["paused"]})
        assert ann in to["daily"]
        entered = {ann, ben, MOVED, address_of("fay")}
        assert {*to["paused"]} == entered | {*map(address_of, SILENT)}
        assert told == entered | {*map(address_of, FORMER)}
