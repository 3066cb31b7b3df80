"""A season of matches by mail alone: mails come in by LMTP, letters leave by SMTP, and time goes by."""

import re
import smtplib
import socket
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from html import escape, unescape
from pathlib import Path
from threading import Event
from typing import Any, Final
from urllib.parse import unquote

import pytest

from app import clock as clocks, settings as settings_module
from app.clock import Clock
from app.engine.matches.game import Seat
from app.engine.matches.orders.blocks import OrderBlock, split
from app.engine.matches.orders.orders import read
from app.engine.matches.record import Line
from app.errors import OrdersUnreadable
from app.jobs.fetch import keep
from app.jobs.worker import work
from app.league.archive import record as archive, verification
from app.league.matches import beginnings, exchanges, views
from app.league.matches.settings import GRACE, MatchSettings
from app.league.results import results
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.mail.transport.listener import listening, place_at
from app.store import entrants, seasons as kept
from app.store.database import Database
from app.store.matches import matches, orders
from app.store.security.audits import Organiser
from app.store.tables import Entry, Match, MatchState, Player, SeasonState
from tests.support.mail_servers import Received, Sink, mail_server

OPENS: Final = datetime(2026, 11, 1, 3, tzinfo=UTC)
CLOSES: Final = OPENS + timedelta(days=1)
OURS: Final = "play@hikyaku.example"
BLOCK: Final = re.compile(r"^game \S+\n(?:.+\n)*?end$", re.MULTILINE)
_WIDE: Final = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
_KEPT: Final = re.compile(r"^(?!game|turn \d+$|key|;|end).+$", re.MULTILINE)


Style = Callable[[EmailMessage, str], tuple[str, str]]
"""How a player answers a letter: from the letter and the typed text to the text of the mail and its
kind (plain, html).
"""


class Post:
    """The players' mailboxes and the clock. Mails go to the site, and due work is then done."""

    def __init__(self, database: Database, port: int, sink: Sink) -> None:
        self.database, self.port, self.sink = database, port, sink
        self.now = OPENS
        self.clock = Clock(self._seconds, lambda: self._seconds() - 1e9)
        self.sent = 0
        self.got: list[Received] = []
        self.place = 0
        self.styles: dict[str, Style] = {}

    def _seconds(self) -> float:
        return self.now.timestamp()

    def send(
        self, name: str, text: str, to: str = OURS, answers: EmailMessage | None = None
    ) -> None:
        """This player writes; it is not read yet."""
        self.sent += 1
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = f"{name}@example.com", to, "飛脚"
        mail["Message-ID"] = f"<{self.sent}@example.com>"
        if answers:
            mail["In-Reply-To"] = answers["Message-ID"]
            mail.replace_header("Subject", f"Re: {answers['Subject']}")
        style = self.styles.get(name) if answers else None
        if answers and style:
            text, subtype = style(answers, text)
            mail.set_content(text, subtype)
        else:
            mail.set_content(text)
        with smtplib.LMTP("127.0.0.1", self.port) as server:
            server.sendmail(f"{name}@example.com", [to], mail.as_bytes())

    def answer(self, name: str, text: str) -> None:
        """The same in reply to the last letter to them."""
        letter = self.last(name)
        self.send(name, text, str(letter["Reply-To"]), letter)

    def work(self, later: timedelta = timedelta(minutes=1)) -> None:
        """Some time goes by, and everything due then has been done."""
        self.now += later
        settings = settings_module.settings()
        work(self.database, settings, stop=Event(), once=True, clock=self.clock)

    def letters(self, name: str, kind: str = "") -> list[EmailMessage]:
        """All letters that this player has got, of a kind or of any."""
        more, self.place = self.sink.received_after(self.place)
        self.got += more
        return [
            each.message
            for each in self.got
            if each.recipient == f"{name}@example.com" and each.id.startswith(f"<{kind}")
        ]

    def last(self, name: str, kind: str = "") -> EmailMessage:
        return self.letters(name, kind)[-1]


def text_of(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part
    return str(part.get_content()).replace("\r\n", "\n")


@contextmanager
def mailboxes(database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    """The site takes mails and sends letters, all of them on this machine."""
    place = place_at("lmtp://127.0.0.1:0")
    with (
        mail_server(folder / "sink") as sink,
        closing(socket.create_server((place.host, place.port))) as listener,
    ):
        monkeypatch.setenv("HIKYAKU_SECRET", "of all tests, and of nothing else")
        monkeypatch.setenv("HIKYAKU_MAIL_ADDRESS", OURS)
        monkeypatch.setenv("HIKYAKU_SMTP_URL", sink.url)
        settings_module.settings.cache_clear()
        found = Post(database, listener.getsockname()[1], sink)
        monkeypatch.setattr(clocks, "CLOCK", found.clock)

        def take(raws: Sequence[bytes]) -> None:
            keep(database, raws)

        with listening(listener, place.protocol, take):
            yield found
    settings_module.settings.cache_clear()


def olga(now: datetime) -> Organiser:
    return Organiser("olga", now, "reasons", "what is told")


def enter_all(post: Post, game: str, builds: Mapping[str, str], **config: Any) -> None:
    """A season of the game is open, and these players have entered by mail."""
    with post.database.writing() as session:
        plan = Plan(game, "cup", "飛脚杯", "Courier Cup", closes_at=CLOSES)
        season = seasons.create(session, plan, olga(OPENS))
        beginnings.arrange(session, season, MatchSettings(hours=24, config=config, early=False))
        seasons.open_season(session, "cup", olga(OPENS))
    enter(post, builds)


def enter(post: Post, builds: Mapping[str, str]) -> None:
    """These players have entered the season that is open and confirmed by mail; haru writes Japanese."""
    for name, build in builds.items():
        words = ("Name", "Build", "Lore", "A letter.")
        if name == "haru":
            words = ("名前", "構築", "物語", "春の便り。")
        post.send(name, f"{words[0]}: {name}\n{words[1]}: {build}\n{words[2]}: {words[3]}\n")
    post.work()
    for name in builds:
        post.answer(name, "はい" if name == "haru" else "yes")
    post.work()
    assert all(len(post.letters(name, "receipt")) == 1 for name in builds)


def play_to_the_end(
    post: Post, players: Sequence[str], writes: Callable[[str, int, EmailMessage], Sequence[str]]
) -> Counter[str]:
    """All matches are over; at each exchange everybody answered as `writes` says. How many turn letters each got."""
    post.now = CLOSES + timedelta(minutes=1)
    post.work()
    turns: Counter[str] = Counter()
    while waiting(post.database):
        typed: dict[tuple[str, str], OrderBlock] = {}
        for name in players:
            got = post.letters(name, "turn")
            if len(got) > turns[name]:
                turns[name] = len(got)
                for text in writes(name, len(got), got[-1]) if blocks_in(got[-1]) else ():
                    post.answer(name, text)
                    said = suggested(got[-1]) if text in ("ok", "これで") else text
                    typed |= {(name, block.match): block for block in split(said).blocks}
        post.work()
        assert [*lost(post.database, typed)] == []
        deadline = next_deadline(post.database)
        post.now = deadline - timedelta(hours=5)
        post.work()
        post.now = deadline + GRACE
        post.work()
    return turns


def lost(
    database: Database, typed: Mapping[tuple[str, str], OrderBlock]
) -> Iterator[tuple[str, str, str]]:
    """The orders in force that differ from what this player typed for the match, among those that
    can be read.
    """
    with database.reading() as session:
        for (name, game_id), block in typed.items():
            match = matches.called(session, game_id)
            assert match
            if match.state is not MatchState.WAITING:
                continue  # somebody resigned
            first = session.get_one(Player, session.get_one(Entry, match.entry_a_id).player_id)
            seat: Seat = "A" if first.address == f"{name}@example.com" else "B"
            play = views.read(session, match)
            with suppress(OrdersUnreadable):
                wanted = read(block, play.game, views.seen(play, seat).view)
                plan = orders.plan(session, match, seat)
                if wanted.is_plan and (not plan or plan.canonical != str(wanted)):
                    yield name, str(wanted), plan.canonical if plan else ""


def publish(post: Post, players: Sequence[str]) -> None:
    """Publish the results. Everyone then has the report, no letter left twice, and everything can
    be verified.
    """
    with post.database.reading() as session:
        assert kept.by_slug(session, "cup").state is SeasonState.REVIEW
    with post.database.writing() as session:
        results.publish(session, "cup", olga(post.now))
    post.work()
    assert all(len(post.letters(name, "report")) == 1 for name in players)
    everything = [each.id for each in post.sink.received]
    assert len(everything) == len({*everything})
    with post.database.reading() as session:
        record = archive.record(session, kept.by_slug(session, "cup"), post.now)
    assert not [*verification.verify(record)]


def suggested(letter: EmailMessage) -> str:
    """What its button answers: each block with the orders that the house would give."""
    part = letter.get_body(("html",))
    assert part
    found = re.search(r'href="mailto:[^"]*body=([^"]*)"', part.get_content())
    assert found
    return unquote(unescape(found[1])).replace("\r\n", "\n")


def blocks_in(letter: EmailMessage) -> list[str]:
    return BLOCK.findall(text_of(letter))


def filled(letter: EmailMessage, orders: Callable[[str], Sequence[str]]) -> str:
    """The blocks of a letter, each with the orders for it."""
    return "\n\n".join(
        block.removesuffix("end") + "\n".join([*orders(block), "end"])
        for block in blocks_in(letter)
    )


def above(letter: EmailMessage, typed: str) -> tuple[str, str]:
    """The typed text, with the letter quoted below it."""
    return f"{typed}\n\n{_wrote()}\n{_quoted(letter)}\n", "plain"


def below(letter: EmailMessage, typed: str) -> tuple[str, str]:
    """The letter quoted, with the typed text below it."""
    return f"{_wrote()}\n{_quoted(letter)}\n\n{typed}\n", "plain"


def inline(letter: EmailMessage, typed: str) -> tuple[str, str]:
    """The letter quoted, with the orders for each match typed into its blank; what has no blank comes below."""
    if not (blocks := BLOCK.findall(typed)):
        return below(letter, typed)
    said = below(letter, "")[0]
    for block in blocks:
        key = block[block.index("\nkey ") + 1 :].split("\n")[0]
        said = said.replace(f"> {key}\n", "\n".join([f"> {key}", *_KEPT.findall(block), ""]))
    return said, "plain"


def in_html(letter: EmailMessage, typed: str) -> tuple[str, str]:
    """The typed text, with the letter quoted below it, in HTML alone."""
    part = letter.get_body(("html",))
    assert part
    lines = "\n".join(f"<div>{escape(line) or '<br>'}</div>" for line in typed.split("\n"))
    quote = f'<blockquote type="cite">{part.get_content()}</blockquote>'
    return f"<html><body>{lines}\n<div>{_wrote()}</div>\n{quote}</body></html>", "html"


def _wrote() -> str:
    return f"On Tue, 3 Nov 2026 at 12:01, Hikyaku <{OURS}> wrote:"


def _quoted(letter: EmailMessage) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text_of(letter).split("\n"))


def in_japanese(letter: EmailMessage, typed: str) -> str:
    """These blocks as a Japanese hand types them, full-width, above the letter quoted."""
    wide = _KEPT.sub(lambda line: line[0].translate(_WIDE), typed)
    said = wide.replace("game", "試合").replace("turn", "ターン").replace("end", "以上")
    date = "2026年11月2日(月) 12:00"
    return f"お世話になっております。春です。\n\n{said}\n\n{date} 飛脚:\n{_quoted(letter)}"


def waiting(database: Database) -> list[Match]:
    return [each for each in matches_of(database) if each.state is MatchState.WAITING]


def matches_of(database: Database) -> list[Match]:
    with database.reading() as session:
        return matches.of_season(session, kept.by_slug(session, "cup"))


def state_of(database: Database) -> SeasonState:
    with database.reading() as session:
        return kept.by_slug(session, "cup").state


def next_deadline(database: Database) -> datetime:
    return min(each.due_at for each in waiting(database) if each.due_at) - GRACE


def records_of(database: Database) -> list[list[Line]]:
    """The lines of all matches, each with the names of its two in the head, where it has their numbers."""
    with database.reading() as session:
        season = kept.by_slug(session, "cup")
        names = {each.number: each.name for each in entrants.numbered(session, season)}
        ids = [match.id for match in matches.of_season(session, season)]
        return [
            [{**head, "seats": {at: names[int(it)] for at, it in head["seats"].items()}}, *lines]
            for head, *lines in (each.lines for each in exchanges.load(session, ids))
        ]
