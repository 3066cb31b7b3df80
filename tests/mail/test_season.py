"""A season of the school festival by mail alone, twelve players: mails come in by LMTP, and letters leave by SMTP."""

import re
import smtplib
import socket
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from threading import Event
from typing import Final

import pytest

from app import clock as clocks
from app import settings as settings_module
from app.clock import Clock
from app.engine.matches.record import Line
from app.jobs.fetch import keep
from app.jobs.worker import work
from app.league import results, seasons
from app.league.archive import record as archive
from app.league.archive import verification
from app.league.matches import beginnings, exchanges
from app.league.matches.settings import EXTENSION, GRACE, Settings
from app.league.seasons import Plan
from app.mail.transport.listener import listening, place_at
from app.store import matches
from app.store import seasons as kept
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Match, MatchState, SeasonState
from tests.support.databases import one_database
from tests.support.mail_servers import Received, Sink, mail_server

OPENS: Final = datetime(2026, 11, 1, 3, tzinfo=UTC)
CLOSES: Final = OPENS + timedelta(days=1)
DECK: Final = "P1"
OURS: Final = "play@hikyaku.example"
PLAYERS: Final = (
    *("alice", "bob", "charlie", "dora", "emil", "fay", "gus"),
    *("silent", "faulty", "haru", "resigner", "extender"),
)
BLOCK: Final = re.compile(r"^game \S+\n(?:.+\n)*?end$", re.MULTILINE)


class Post:
    """The players' mailboxes, and the hour: mails go to the site, and what is due then is done."""

    def __init__(self, database: Database, port: int, sink: Sink) -> None:
        self.database, self.port, self.sink = database, port, sink
        self.now = OPENS
        self.clock = Clock(self._seconds, lambda: self._seconds() - 1e9)
        self.sent = 0
        self.got: list[Received] = []

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
        self.got += self.sink.received_after(len(self.got))
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


@pytest.fixture
def post(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    place = place_at("lmtp://127.0.0.1:0")
    with (
        mail_server(tmp_path / "sink") as sink,
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


def enter_all(post: Post) -> None:
    """The season is open, and twelve players have entered and confirmed by mail."""
    with post.database.writing() as session:
        plan = Plan("fest", "cup", "文化祭杯", "Festival Cup", closes_at=CLOSES)
        season = seasons.create(session, plan, olga(OPENS))
        config = {"petit": True}
        beginnings.arrange(session, season, Settings(hours=24, config=config, early=False))
        seasons.open_season(session, "cup", olga(OPENS))
    post.send("zoe", "Name: Zoe\nBuild: F01\nLore: A letter.\n")
    post.work()
    refused = " ".join(text_of(post.last("zoe", "problems")).split())
    assert "/en/seasons/cup/enter?deck=1" in refused
    assert "This is a whole deck to begin with" in refused
    for name in PLAYERS:
        is_japanese = name == "haru"
        words = (
            ("名前", "構築", "物語", "春の便り。")
            if is_japanese
            else ("Name", "Build", "Lore", "A letter.")
        )
        text = f"{words[0]}: {name}\n{words[1]}: {DECK}\n{words[2]}: {words[3]}\n"
        post.send(name, text)
    post.work()
    for name in PLAYERS:
        post.answer(name, "はい" if name == "haru" else "yes")
    post.work()
    assert all(len(post.letters(name, "receipt")) == 1 for name in PLAYERS)
    told = " ".join(text_of(post.last("alice", "receipt")).split())
    assert "the matches begin: a letter comes with all of yours" in told


def blocks_in(letter: EmailMessage) -> list[str]:
    return BLOCK.findall(text_of(letter))


def filled(letter: EmailMessage, *lines: str) -> str:
    """The blocks of a letter, each with the order that it names as an example, or with these lines."""
    found = []
    for block in blocks_in(letter):
        named = re.search(r"; .*(?:e\.g\.|例) (.*)", block)
        orders = lines or ([named[1].rstrip("…")] if named else ["then auto"])
        found.append(block.removesuffix("end") + "\n".join([*orders, "end"]))
    return "\n\n".join(found)


def writes(name: str, turn: int, letter: EmailMessage) -> list[str]:
    """What this player sends in answer to their letter of this turn."""
    if name == "silent":
        return []
    if name == "faulty":
        wrong = filled(letter, "plya F01", "reserve F99")
        return [filled(letter), wrong] if turn == 1 else [wrong]
    if name == "resigner" and turn >= 2:
        return [filled(letter, "resign")]
    if name == "extender" and turn == 1:
        first, *others = BLOCK.findall(filled(letter))
        return ["\n".join([first.removesuffix("end") + "extend\nend", *others])]
    if name == "haru":
        wide = str.maketrans({chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)})
        typed = re.sub(
            r"^(?!game|turn|key|;|end).+$",
            lambda line: line[0].translate(wide),
            filled(letter),
            flags=re.MULTILINE,
        )
        said = typed.replace("game", "試合").replace("turn", "ターン").replace("end", "以上")
        quote = "\n".join(f"> {line}" for line in text_of(letter).split("\n"))
        return [
            f"お世話になっております。春です。\n\n{said}\n\n2026年11月2日(月) 12:00 飛脚:\n{quote}"
        ]
    return [filled(letter)]


def waiting(database: Database) -> list[Match]:
    with database.reading() as session:
        found = matches.of_season(session, kept.by_slug(session, "cup"))
        return [each for each in found if each.state is MatchState.WAITING]


def next_deadline(database: Database) -> datetime:
    return min(each.due_at for each in waiting(database) if each.due_at) - GRACE


def records_of(database: Database) -> list[list[Line]]:
    with database.reading() as session:
        found = matches.of_season(session, kept.by_slug(session, "cup"))
        return [[*each.lines] for each in exchanges.load(session, [match.id for match in found])]


@one_database
def test_twelve_play_a_season_by_mail_alone(post: Post) -> None:
    enter_all(post)
    post.now = CLOSES + timedelta(minutes=1)
    post.work()
    assert [len(blocks_in(post.last(name, "turn"))) for name in PLAYERS] == [11] * 12
    first = next_deadline(post.database)
    assert f"{first:%a %-d %b %Y}, " in text_of(post.last("alice"))

    turns: Counter[str] = Counter()
    while waiting(post.database):
        for name in PLAYERS:
            got = post.letters(name, "turn")
            if len(got) > turns[name]:
                turns[name] = len(got)
                for text in writes(name, len(got), got[-1]) if blocks_in(got[-1]) else ():
                    post.answer(name, text)
        post.work()
        deadline = next_deadline(post.database)
        post.now = deadline - timedelta(hours=5)
        post.work()
        post.now = deadline + GRACE
        post.work()

    # Every player got one letter for each of their exchanges, and nobody any letter twice.
    everything = [each.id for each in post.sink.received]
    assert len(everything) == len({*everything})
    assert turns["alice"] <= 12
    # What was understood, and what was not, is said in the language of each.
    assert any("line 5, column 1" in text_of(each) for each in post.letters("faulty", "orders"))
    assert "受けつけました" in str(post.letters("haru", "orders")[0]["Subject"])
    assert not any("reserve F99" in text_of(each) for each in post.letters("alice", "orders"))
    # The silent one was reminded until no match waited for them any more; those who had answered were not.
    assert 3 <= len(post.letters("silent", "missing")) < len(post.letters("silent", "turn"))
    assert not post.letters("silent", "orders")
    assert not post.letters("alice", "missing")
    assert any(
        "does not wait for you any more" in text_of(each) for each in post.letters("silent", "turn")
    )
    # More time for one is more time for their opponents, who hear of it.
    (told,) = post.letters("bob", "extended")
    assert f"{first + EXTENSION:%-d %b %Y}" in " ".join(text_of(told).split())
    # §14.6: what an absent player's seat does is marked as the house's.
    found = records_of(post.database)
    for lines in found:
        seats = {name: seat for seat, name in lines[0]["seats"].items()}
        moves = [line for line in lines if line["t"] == "move"]
        if seat := seats.get("silent"):
            assert {line["by"][seat] for line in moves if seat in line["by"]} <= {"auto"}
        if seat := seats.get("resigner"):
            assert lines[-1]["reason"] == "resign"
            assert lines[-1]["score"][seat] == "0"
        if seat := seats.get("haru"):
            assert seats.keys() & {"resigner"} or "plan" in {line["by"].get(seat) for line in moves}

    with post.database.reading() as session:
        assert kept.by_slug(session, "cup").state is SeasonState.REVIEW
    with post.database.writing() as session:
        results.publish(session, "cup", olga(post.now))
    post.work()
    assert all(len(post.letters(name, "report")) == 1 for name in PLAYERS)
    with post.database.reading() as session:
        record = archive.record(session, kept.by_slug(session, "cup"), post.now)
    assert not [*verification.verify(record)]
