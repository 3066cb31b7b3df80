"""The seasons of the demonstration: brought back by their records, or played from their mails as far as it goes without people."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import policy
from email.parser import BytesParser
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Final

from sqlmodel import Session

from app.cli.console import voice
from app.cli.console.installation import key, organiser, settings
from app.cli.demo.correspondents import Correspondents, answer
from app.jobs.exchanges import move_due
from app.jobs.inbox import desk, read_new
from app.jobs.letters import send_due
from app.jobs.seasons.runs import run
from app.league.archive import package, restoration
from app.league.entries.characters import name_key
from app.league.matches import beginnings
from app.league.matches.settings import TAKE_BACK, MatchSettings
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters.links import entry_page
from app.mail.inbox.arrivals import receive
from app.mail.transport.smtp import transports
from app.store import entries, seasons
from app.store.database import Database
from app.store.matches import matches
from app.store.security.audits import Organiser
from app.store.tables import MatchState, Season, SeasonState

_SAMPLES: Final = Path(__file__).parents[2] / "sample"
RECORDS: Final = [
    _SAMPLES / "records" / f"{slug}-1.json" for slug in ("shiden-issen-2", "fest", "ocg", "acts")
]
"""What was played before: each brings its season back, with its results, matches and digests."""


@dataclass(frozen=True, slots=True)
class _Cup:
    """A season to be played: its characters come by the mails in this folder."""

    slug: str
    game: str
    title_ja: str
    title_en: str
    folder: Path
    named: str
    """The season that the mails name: theirs is meant."""
    most: int | None = None
    """How many of the mails come; None: all."""
    takes_entries_for: timedelta | None = None
    """So long it is open; else until its characters are there."""
    guest: str = ""
    """The character for whom nobody answers letters, once its matches are under way."""


CUP: Final = _Cup(
    "laplaplus-1",
    "laplaplus",
    "第一回飛脚杯",
    "First Hikyaku Cup",
    _SAMPLES / "mail",
    named="laplaplus-1",
)
"""Played from its mails to its reports."""
_UNTIL_TURN: Final = 3
"""So far a festival is played before its guest is waited for: in front stand the first, the cards are to be ordered."""
_EXCHANGE_HOURS: Final = 7 * 24
_LOOK_EVERY_SECONDS: Final = 60
_ANSWER_EVERY_SECONDS: Final = 2
"""So soon opponents answer their letters."""


def _waiting(game: str, ja: str, en: str, guest: str, most: int, number: int) -> _Cup:
    """The season of this number, from the second on, with this many characters: half played, and waiting for its guest."""
    titles = (
        (f"第二回{ja}", f"Second {en}") if number == 2 else (f"第{number}回{ja}", f"{en} {number}")
    )
    slug, named, folder = f"{game}-{number}", f"{game}-1", _SAMPLES / game / "mail"
    return _Cup(slug, game, *titles, folder, named=named, most=most, guest=guest)


festival: Final = partial(_waiting, "fest", "文化祭", "School Festival", "転校生たちの三年B組", 4)
WAITING: Final[Sequence[Callable[[int], _Cup]]] = (
    festival,
    partial(_waiting, "ocg", "カード箱の会", "Card Box Meeting", "古本屋のイネ一座", 2),
    partial(_waiting, "acts", "マスターの集い", "Gathering of Masters", "町工場のマスター", 2),
)
"""One of each game with decisions."""


def open_cup(number: int) -> _Cup:
    """The season that takes entries, the second cup or a later one: once it is over the next one follows."""
    ja, en = (
        ("第二回飛脚杯", "Second Hikyaku Cup")
        if number == 2
        else (f"第{number}回飛脚杯", f"Hikyaku Cup {number}")
    )
    return _Cup(
        f"laplaplus-{number}",
        "laplaplus",
        ja,
        en,
        _SAMPLES / "laplaplus-2" / "mail",
        named="laplaplus-2",
        takes_entries_for=timedelta(weeks=4),
    )


def bring_back(at: Database, path: Path) -> None:
    """The season of this record is there, with all that was played."""
    with at.writing() as session:
        if not seasons.with_slug(session, path.stem):
            restoration.restore(session, package.read(path.read_bytes()).record, organiser())


def keep_one(named: Callable[[int], _Cup], at: Database, *, quiet: bool) -> "CupShow":
    """One of its like waits for people: it takes entries, or its matches stand in the middle.

    Those that are over are published.
    """
    for number in count(2):
        show = CupShow(at, named(number), quiet=quiet)
        if show.play():
            break
    return show


def keep_waiting(at: Database, *, quiet: bool) -> "list[CupShow]":
    """One of each game with matches waits for its guest."""
    return [keep_one(named, at, quiet=quiet) for named in WAITING]


@contextmanager
def going_on(at: Database) -> Iterator[None]:
    """During the `with` block a thread answers letters, and looks now and then whether a season is over."""
    stop = Event()

    def look() -> None:
        waiting = keep_waiting(at, quiet=True)
        for seconds in count(_ANSWER_EVERY_SECONDS, _ANSWER_EVERY_SECONDS):
            if stop.wait(_ANSWER_EVERY_SECONDS):
                break
            try:
                for show in waiting:
                    show.answer()
                if seconds % _LOOK_EVERY_SECONDS == 0:
                    keep_one(open_cup, at, quiet=True)
                    waiting = keep_waiting(at, quiet=True)
            except Exception:
                logging.getLogger(__name__).exception("the demonstration could not go on")

    thread = Thread(target=look, name="demonstration")
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@dataclass(slots=True)
class CupShow:
    """The season's way through its states; each step can be repeated without harm."""

    database: Database
    cup: _Cup
    quiet: bool = field(kw_only=True)
    correspondents: Correspondents = field(init=False)
    have_come: bool = False

    def __post_init__(self) -> None:
        self.correspondents = Correspondents(settings().maildir / "new", self.cup.guest)

    def play(self) -> bool:
        """Move the season on, until it is published and its letters have left, or waits for people.

        Tells whether it waits.
        """
        while (waits := self._step()) is None:
            pass
        return waits

    def _step(self) -> bool | None:
        """Take one more step; without one, return whether it waits for people."""
        paths = sorted(self.cup.folder.glob("*.eml"))[: self.cup.most]
        with self.database.reading() as session:
            season = seasons.with_slug(session, self.cup.slug)
            state, closes_at = (season.state, season.closes_at) if season else (None, None)
            have_come = self.have_come or (
                season and len(entries.of_season(session, season)) >= len(paths)
            )
            turn = self._turn(session, season)
        match state:
            case None:
                self._create()
            case SeasonState.DRAFT:
                self._act(league_seasons.open_season)
            case SeasonState.OPEN if closes_at and closes_at <= datetime.now(UTC):
                self._act(league_seasons.close)
            case SeasonState.OPEN if not have_come:
                self._take_entries(paths)
            case SeasonState.OPEN if closes_at:
                return True
            case SeasonState.OPEN:
                self._act(league_seasons.close)
            case SeasonState.RUNNING if turn is not None and turn >= _UNTIL_TURN:
                self._work()  # a deadline may have passed
                self.answer()
                return True
            case SeasonState.RUNNING if turn is not None:
                self.answer(is_guest_away=True)
            case SeasonState.CLOSED | SeasonState.RUNNING:
                played = [*run(self.database, self.cup.slug, organiser())]
                self._work()
                if played:
                    self._say(f"{voice.many(played[-1].of, 'battle')} played")
            case SeasonState.REVIEW:
                self._act(results.publish)
            case _:
                self._work()  # the last one may have been stopped before all letters had left
                return False
        return None

    def guest_page(self) -> str:
        """The link by which a browser speaks for the guest."""
        with self.database.reading() as session:
            season = seasons.by_slug(session, self.cup.slug)
            entry = entries.named(session, season, name_key(self.cup.guest))
            assert entry  # noqa: S101 - the demonstration has entered them
            assert entry.player  # noqa: S101
            player, lang = entry.player, voice.language()
            return entry_page(player.id, season.id, key(), settings(), lang, player.secrets)

    def answer(self, *, is_guest_away: bool = False) -> None:
        """Letters that came since then are answered by mail; those of the guest too, if they are away."""
        with self.database.reading() as session:
            season = seasons.by_slug(session, self.cup.slug)
            answers = self.correspondents.answers(session, season, is_guest_away=is_guest_away)
        if answers or is_guest_away:
            self._work(*answers)

    def _turn(self, session: Session, season: Season | None) -> int | None:
        """The turn of the match that is least far; None when all are over."""
        found = matches.of_season(session, season) if season else ()
        return min((each.turn for each in found if each.state is MatchState.WAITING), default=None)

    def _create(self) -> None:
        cup, closes_at = self.cup, None
        if cup.takes_entries_for:
            last_day = datetime.now(UTC) + cup.takes_entries_for
            closes_at = last_day.replace(hour=12, minute=0, second=0, microsecond=0)
        plan = season_plans.Plan(
            cup.game, cup.slug, cup.title_ja, cup.title_en, closes_at=closes_at
        )
        with self.database.writing() as session:
            season = league_seasons.create(session, plan, organiser())
            if cup.guest:
                beginnings.arrange(session, season, MatchSettings(hours=_EXCHANGE_HOURS))

    def _act(self, act: Callable[[Session, str, Organiser], Season]) -> None:
        with self.database.writing() as session:
            state = act(session, self.cup.slug, organiser()).state.value
        self._say(f"{self.cup.slug}: {state}, {voice.many(self._work(), 'letter')} delivered")

    def _take_entries(self, paths: Sequence[Path]) -> None:
        """Mails come in; their players answer the letters that ask whether they sent them."""
        named, slug = self.cup.named.encode(), self.cup.slug.encode()
        self._work(*(path.read_bytes().replace(named, slug) for path in paths))
        titles = (self.cup.title_ja, self.cup.title_en)
        letters = (path.read_bytes() for path in sorted(self.correspondents.folder.iterdir()))
        answers = [*filter(None, (confirmed(each, titles) for each in letters))]
        self._work(*answers)
        self.have_come = True
        read, asked = voice.many(len(paths), "mail"), voice.many(len(answers), "confirmation")
        self._say(f"{self.cup.slug}: {read} read, {asked} answered by mail")

    def _work(self, *mails: bytes) -> int:
        """These mails have come in some seconds ago, and everything due has been done.

        Tells how many letters were delivered.
        """
        now = datetime.now(UTC)
        with self.database.writing() as session:
            for each in mails:
                receive(session, each, now - TAKE_BACK)
        for _ in read_new(self.database, desk(settings())):
            pass
        while move_due(self.database, now):
            pass
        ways = transports(settings())
        sent = send_due(self.database, ways, now=now, settings=settings())
        if sent.stopped:
            raise voice.Refused([f"The letters cannot be delivered: {sent.stopped}"])
        return sent.sent

    def _say(self, line: str) -> None:
        if not self.quiet:
            voice.say(line)


def confirmed(letter: bytes, titles: Sequence[str] = ("",)) -> bytes | None:
    """A player's answer to a letter about the season of these titles that asks whether they sent a mail.

    None for any other letter.
    """
    asked = BytesParser(policy=policy.SMTP).parsebytes(letter)
    if "+c-" not in str(asked["Reply-To"]):
        return None
    return answer(asked) if any(title in str(asked["Subject"]) for title in titles) else None
