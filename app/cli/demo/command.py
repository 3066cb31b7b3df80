"""Seasons by sample characters, from their mails to the reports, one that takes entries and one that waits for orders.

The demonstration is a site of its own, in a folder of its own; it neither sees nor touches a real one.
"""

from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email import policy
from email.parser import BytesParser
from hashlib import sha256
from http import HTTPStatus
from itertools import chain, count
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Annotated, Final

import typer

from app.cli.console import log, voice
from app.cli.console.installation import (
    choose_site,
    database,
    key,
    organiser,
    said,
    serve_demo_at,
    settings,
)
from app.cli.serve import HostOption, PortOption, listening, serve_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlmodel import Session

    from app.cli.demo.visitors import Visitor
    from app.settings import Settings
    from app.store.database import Database
    from app.store.security.audits import Organiser
    from app.store.tables import Season, SeasonState
    from app.web.browser import Answer

commands = typer.Typer()

_SAMPLES: Final = Path(__file__).parents[2] / "sample"


@dataclass(frozen=True, slots=True)
class Cup:
    """A season to be shown: its characters come by the mails and the form in this folder."""

    slug: str
    game: str
    title_ja: str
    title_en: str
    folder: Path
    named: str = ""
    """The season that the mails name, where it is another: theirs is meant."""
    most: int | None = None
    """So many of the mails come; all of them without."""
    exchange_hours: int = 0
    """So long players have for their orders; 0 for a game without matches."""
    guest: str = ""
    """The character for whom nobody answers letters, once its matches are under way."""


CUPS: Final = (
    Cup("laplaplus-1", "laplaplus", "第一回飛脚杯", "First Hikyaku Cup", _SAMPLES),
    Cup(
        "shiden-issen-2-1",
        "shiden-issen-2",
        "第一回紫電杯",
        "First Shiden Cup",
        _SAMPLES / "shiden-issen-2",
    ),
)

_NEXT: Final = Cup(
    "laplaplus-2",
    "laplaplus",
    "第二回飛脚杯",
    "Second Hikyaku Cup",
    _SAMPLES / "laplaplus-2",
    named="laplaplus-2",
)
"""The season that takes entries. Once it is over its like follow, numbered."""

_FESTIVAL: Final = Cup(
    "fest-1",
    "fest",
    "第一回文化祭",
    "First School Festival",
    _SAMPLES / "fest",
    named="fest-1",
    exchange_hours=24,
)
"""Played by letters and answers, from exchange to exchange."""
_UNTIL_TURN: Final = 3
"""So far the next one of its like is played before its guest is waited for: in front stand the first, the cards are to be ordered."""
_ENTRIES_FOR: Final = timedelta(weeks=4)
_LOOK_EVERY_SECONDS: Final = 60
_ANSWER_EVERY_SECONDS: Final = 2
"""So soon opponents answer their letters."""


def festival(number: int) -> Cup:
    """The festival of this number, the second or a later one: it stands in the middle, and waits for its guest."""
    ja, en = (
        ("第二回文化祭", "Second School Festival")
        if number == 2
        else (f"第{number}回文化祭", f"School Festival {number}")
    )
    return replace(
        _FESTIVAL,
        slug=f"fest-{number}",
        title_ja=ja,
        title_en=en,
        most=4,
        exchange_hours=7 * 24,
        guest="転校生たちの三年B組",
    )


def open_cup(number: int) -> Cup:
    """The one of these that is called so, the second cup or a later one."""
    if number == 2:
        return _NEXT
    slug, ja, en = f"laplaplus-{number}", f"第{number}回飛脚杯", f"Hikyaku Cup {number}"
    return replace(_NEXT, slug=slug, title_ja=ja, title_en=en)


@commands.command(epilog=voice.examples("hikyaku demo", "hikyaku demo --serve --port 8080"))
def demo(
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the standings only.")] = False,
    serve: Annotated[
        bool, typer.Option("--serve/--no-serve", help="Then serve its pages, until stopped.")
    ] = False,
    host: HostOption = "127.0.0.1",
    port: PortOption = 8000,
) -> None:
    """Play three seasons, of 40, 16 and 6 sample characters; letters are put into a Maildir.

    Of the 40 characters 32 come by mail and 8 by the form, of the 16 ten and six. The 6 classes of a school festival
    answer their letters with orders, from exchange to exchange.
    Done once: later calls go on where the last one was stopped, and then only show the result.

    A further season takes entries, yours too. When its deadline has passed it is played, and the next one opens. A
    further festival stands in the middle: one of its classes is left for you to play.

    The demonstration is a site of its own in var/demo: it reads neither the environment nor .env, and sends
    nothing. Other commands work on it with --demo in front: hikyaku --demo season show laplaplus-1
    """
    with listening(host, port) if serve else nullcontext() as listener:
        if listener:
            serve_demo_at(listener.getsockname()[1])
        else:
            choose_site(f"http://localhost:{port}")
        with said(), database() as at:
            _play(at, quiet=quiet)
            if listener:
                log.write_log()
                voice.say("", *_about(settings()), "")
                with _keeping_one_open(at):
                    serve_site(at, settings(), listener)


def _play(at: "Database", *, quiet: bool) -> None:
    from app.cli.seasons.overview import say_standings

    for cup in (*CUPS, _FESTIVAL):
        Show(at, cup, quiet=quiet).play()
    open_one = keep_one_open(at, quiet=quiet)
    festival_on = keep_one_going(at, quiet=quiet)
    for cup in (*CUPS, _FESTIVAL):
        voice.say("")
        say_standings(at, cup.slug)
    if not quiet:
        voice.say("", f"{open_one.title_en} takes entries, by mail and by the form.")
        voice.say(
            f"{festival_on.cup.title_en} waits for orders of {festival_on.cup.guest}, yours if you"
            " like:",
            festival_on.guest_page(),
        )


def keep_one_open(at: "Database", *, quiet: bool) -> Cup:
    """A season takes entries, with a few characters in it; those whose deadline has passed are played and published."""
    number = 2
    while not (show := Show(at, open_cup(number), quiet=quiet)).takes_entries():
        show.play()
        number += 1
    return show.cup


def keep_one_going(at: "Database", *, quiet: bool) -> "Show":
    """A festival is in the middle of its matches, and waits for its guest; those whose matches are over are published."""
    number = 2
    while not (show := Show(at, festival(number), quiet=quiet)).goes_on():
        show.play()
        number += 1
    return show


@contextmanager
def _keeping_one_open(at: "Database") -> "Iterator[None]":
    """During the `with` block a thread looks now and then whether the open season is over."""
    import logging

    stop = Event()

    def look() -> None:
        festival_on = keep_one_going(at, quiet=True)
        for seconds in count(_ANSWER_EVERY_SECONDS, _ANSWER_EVERY_SECONDS):
            if stop.wait(_ANSWER_EVERY_SECONDS):
                break
            try:
                festival_on.answer()
                if seconds % _LOOK_EVERY_SECONDS == 0:
                    keep_one_open(at, quiet=True)
                    festival_on = keep_one_going(at, quiet=True)
            except Exception:
                logging.getLogger(__name__).exception("the demonstration could not go on")

    thread = Thread(target=look, name="demonstration")
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _about(own: "Settings") -> tuple[str, ...]:
    """A note that this site is the demonstration, and how a real one is begun."""
    folder = own.maildir.parent
    return (
        f"This is the demonstration. Its letters lie in {own.maildir / 'new'}; nothing is sent.",
        f"Everything of it is in {folder}; remove that to play it anew.",
        "Other commands work on it with --demo in front: hikyaku --demo season list",
        "A real site has its own database: hikyaku organiser add, season create, season open, serve.",
    )


class Show:
    """The season's way through its states; each step can be repeated without harm."""

    def __init__(self, database: "Database", cup: Cup, *, quiet: bool) -> None:
        self.database = database
        self.cup = cup
        self.settings: Settings = settings()
        self.quiet = quiet
        from app.cli.demo.correspondents import Correspondents

        self.correspondents = Correspondents(self.settings.maildir / "new", cup.guest)
        key()

    def play(self) -> None:
        """Move the season on until it is published and its letters have left."""
        from app.league import results
        from app.league import seasons as league_seasons
        from app.store.tables import SeasonState

        while (state := self._state()) is not SeasonState.PUBLISHED:
            match state:
                case None:
                    self._create()
                case SeasonState.DRAFT:
                    self._act(league_seasons.open_season)
                case SeasonState.OPEN:
                    if self._is_open():
                        self._take_entries()
                    self._act(league_seasons.close)
                case SeasonState.CLOSED | SeasonState.RUNNING:
                    self._run()
                    self._correspond()
                case SeasonState.REVIEW:
                    self._act(results.publish)
                case SeasonState.ARCHIVED:
                    break
        sent = self._send()
        self._say(
            f"{voice.many(sent, 'letter')} delivered to {self.settings.maildir / 'new'}"
            if sent
            else f"{self.cup.slug}: published before"
        )

    def goes_on(self) -> bool:
        """Whether its matches are being played, from now on if they were not before: then they wait for its guest."""
        from app.league import seasons as league_seasons
        from app.store.tables import SeasonState

        if self._state() is None:
            self._create()
        if self._state() is SeasonState.DRAFT:
            self._act(league_seasons.open_season)
        if self._state() is SeasonState.OPEN:
            self._take_entries()
            self._act(league_seasons.close)
        if self._state() is SeasonState.CLOSED:
            self._run()
            self._send()
        if self._state() is SeasonState.RUNNING:
            self._correspond(_UNTIL_TURN)
            self.answer()
            self._send()
        return self._turn() is not None

    def guest_page(self) -> str:
        """The link by which a browser speaks for the guest."""
        from app.league.characters import name_key
        from app.letters.links import entry_page
        from app.store import entries, seasons

        with self.database.reading() as session:
            season = seasons.by_slug(session, self.cup.slug)
            entry = entries.named(session, season, name_key(self.cup.guest))
            assert entry  # noqa: S101 - the demonstration has entered them
            assert entry.player  # noqa: S101
            player, lang = entry.player, voice.language()
            return entry_page(player.id, season.id, key(), self.settings, lang, player.secrets)

    def answer(self, *, is_guest_away: bool = False) -> None:
        """Letters that came since then are answered by mail; those of the guest too, if they are away."""
        from app.store import seasons

        with self.database.reading() as session:
            season = seasons.by_slug(session, self.cup.slug)
            answers = self.correspondents.answers(session, season, is_guest_away=is_guest_away)
        for each in answers:
            self._receive(each)
        if answers:
            self._read()

    def _correspond(self, until: int | None = None) -> None:
        """Letters are sent, answered by mail, and all matches move on, up to this turn or to their end."""
        from app.jobs.exchanges import move_due
        from app.jobs.runs import RunsUnderWay

        sent = exchanges = 0
        while True:
            while move_due(self.database, datetime.now(UTC)):
                pass
            sent += self._send()
            turn = self._turn()
            if turn is None or (until is not None and turn >= until):
                break
            self.answer(is_guest_away=True)
            exchanges += 1
        if exchanges:
            self._say(f"{voice.many(exchanges, 'exchange')} of letters, {sent} delivered")
        if turn is None:
            job = RunsUnderWay()
            while job(self.database, datetime.now(UTC)):
                pass
            job.close()

    def _turn(self) -> int | None:
        """The turn of the match that is least far; None when all are over."""
        from app.store import seasons
        from app.store.matches import matches
        from app.store.tables import MatchState

        with self.database.reading() as session:
            found = matches.of_season(session, seasons.by_slug(session, self.cup.slug))
            return min(
                (each.turn for each in found if each.state is MatchState.WAITING), default=None
            )

    def takes_entries(self) -> bool:
        """Whether the season is open, now if it was not there before; a few characters have come to it."""
        from app.league import seasons as league_seasons
        from app.store.tables import SeasonState

        if self._state() is None:
            last_day = datetime.now(UTC) + _ENTRIES_FOR
            self._create(last_day.replace(hour=12, minute=0, second=0, microsecond=0))
        if self._state() is SeasonState.DRAFT:
            self._act(league_seasons.open_season)
        if not self._is_open():
            return False
        if any(not self._is_in(visitor.name) for visitor in self._visitors()):
            self._take_entries()
        return True

    def _is_open(self) -> bool:
        from app.store import seasons
        from app.store.tables import SeasonState

        with self.database.reading() as session:
            season = seasons.by_slug(session, self.cup.slug)
            is_over = season.closes_at is not None and season.closes_at <= datetime.now(UTC)
            return season.state is SeasonState.OPEN and not is_over

    def _create(self, closes_at: datetime | None = None) -> None:
        from app.league import seasons as league_seasons
        from app.league.decisions import season_plans
        from app.league.matches import beginnings, seeds
        from app.league.matches.settings import Settings

        cup = self.cup
        plan = season_plans.Plan(
            cup.game, cup.slug, cup.title_ja, cup.title_en, closes_at=closes_at
        )
        with self.database.writing() as session:
            season = league_seasons.create(session, plan, organiser())
            if cup.exchange_hours:
                found = beginnings.arrange(session, season, Settings(hours=cup.exchange_hours))
                if not cup.guest:  # the same dice each time
                    found.root = sha256(cup.slug.encode()).digest()
                    found.commitment = seeds.root_commitment(found.root)

    def _state(self) -> "SeasonState | None":
        from app.store import seasons

        with self.database.reading() as session:
            return next(
                (each.state for each in seasons.every(session) if each.slug == self.cup.slug), None
            )

    def _act(self, act: "Callable[[Session, str, Organiser], Season]") -> None:
        with self.database.writing() as session:
            season = act(session, self.cup.slug, organiser())
        self._say(f"{season.slug}: {season.state.value}")

    def _take_entries(self) -> None:
        """Mails and forms come in the usual ways; their players answer the confirmation letters."""
        from app.cli.demo.visitors import browser

        named = (self.cup.named or self.cup.slug).encode()
        for path in sorted(self.cup.folder.glob("mail/*.eml"))[: self.cup.most]:
            self._receive(path.read_bytes().replace(named, self.cup.slug.encode()))
        read = self._read()
        by_form = self._visitors()
        with browser(self.database, self.settings) if by_form else nullcontext() as visit:
            for visitor in by_form:
                if visit and not self._is_in(visitor.name):
                    self._expect(visit.enter(self.cup.slug, visitor), visitor.name)
            asked = self._send()
            letters = self._letters()
            for visitor in by_form:
                for letter in letters.pop(visitor.address, ()):
                    if visit and (pressed := visit.confirm(letter)):
                        self._expect(pressed, visitor.name)
        answers = [*filter(None, map(confirmed, chain.from_iterable(letters.values())))]
        for each in answers:
            self._receive(each)
        self._read()
        self._send()
        self._say(
            f"{voice.many(read, 'mail')} read, {voice.many(len(by_form), 'form')} sent, {voice.many(asked, 'letter')} delivered"
        )
        self._say(f"{len(answers)} confirmations answered by mail, the others by their link")

    def _visitors(self) -> "list[Visitor]":
        from app.cli.demo.visitors import visitors

        return visitors(self.cup.folder / "form.json")

    def _is_in(self, name: str) -> bool:
        from app.league.characters import name_key
        from app.store import entries, seasons

        with self.database.reading() as session:
            season = seasons.by_slug(session, self.cup.slug)
            return entries.named(session, season, name_key(name)) is not None

    def _expect(self, answered: "Answer", what: str) -> None:
        if answered.status != HTTPStatus.SEE_OTHER:
            raise voice.Refused([f"{what}: the form answered {answered.status} instead of 303."])

    def _receive(self, raw: bytes) -> None:
        from app.mail.inbox.arrivals import receive

        with self.database.writing() as session:
            receive(session, raw, datetime.now(UTC))

    def _read(self) -> int:
        from app.jobs.inbox import desk, read_new

        return len(list(read_new(self.database, desk(self.settings))))

    def _send(self) -> int:
        from app.jobs.letters import send_due
        from app.mail.transport.outgoing import transports

        ways = transports(self.settings)
        sent = send_due(self.database, ways, now=datetime.now(UTC), settings=self.settings)
        if sent.stopped:
            raise voice.Refused([f"The letters cannot be delivered: {sent.stopped}"])
        return sent.sent

    def _letters(self) -> "dict[str, list[bytes]]":
        """The letters in the Maildir about this season, by address."""
        titles = (self.cup.title_ja, self.cup.title_en)
        found: dict[str, list[bytes]] = {}
        for path in sorted((self.settings.maildir / "new").iterdir()):
            letter = path.read_bytes()
            head = BytesParser(policy=policy.SMTP).parsebytes(letter, headersonly=True)
            if any(title in str(head["Subject"]) for title in titles):
                found.setdefault(str(head["To"]), []).append(letter)
        return found

    def _run(self) -> None:
        from app.jobs.runs import run

        battles = 0
        for progress in run(self.database, self.cup.slug, organiser()):
            battles = progress.of
        if battles:
            self._say(f"{voice.many(battles, 'battle')} played")

    def _say(self, line: str) -> None:
        if not self.quiet:
            voice.say(line)


def confirmed(letter: bytes) -> bytes | None:
    """A player's answer to a confirmation letter; None for any other letter."""
    from app.cli.demo.correspondents import answer

    asked = BytesParser(policy=policy.SMTP).parsebytes(letter)
    if "+c-" not in str(asked["Reply-To"]):
        return None
    return answer(asked)
