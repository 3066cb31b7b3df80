"""Mail programs that answer every mail they get: our letters and theirs do not go on for ever."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path

import pytest

from app.jobs.inbox import desk, read_new
from app.jobs.letters import send_due
from app.league.seasons import seasons
from app.league.seasons.decisions import season_plans
from app.mail.case import limits
from app.mail.inbox.arrivals import receive, with_envelope
from app.mail.transport.smtp import transports
from app.settings import Settings
from app.store.database import Database
from app.store.security.audits import Organiser
from tests.support.databases import on_sqlite
from tests.support.mail_servers import Received, Sink, mail_server
from tests.support.outgoing import letters, some_settings
from tests.support.people import NOW

MINUTES = 30


def polite(got: Received) -> EmailMessage:
    """It says what it is (RFC 3834)."""
    answer = echo(got, "I am on holiday.")
    answer["Auto-Submitted"] = "auto-replied"
    return answer


def rude(got: Received) -> EmailMessage:
    """It says nothing of itself, and something else each time."""
    return echo(got, f"I am away. Your letter {got.id} will be read.")


def quoting(got: Received) -> EmailMessage:
    """It answers above the whole letter."""
    return echo(got, f"Thank you for your mail.\n\n{quoted(got)}")


def parrot(got: Received) -> EmailMessage:
    """It sends back what it got."""
    return echo(got, body(got))


def echo(got: Received, text: str) -> EmailMessage:
    answer = EmailMessage()
    answer["From"] = got.recipient
    answer["Subject"] = f"Re: {got.message['Subject']}"
    answer["Message-ID"] = make_msgid(domain="example.com")
    answer["In-Reply-To"] = answer["References"] = got.id
    answer.set_content(text)
    return answer


def body(got: Received) -> str:
    part = got.message.get_body(("plain",))
    assert part is not None
    text: str = part.get_content()
    return text


def quoted(got: Received) -> str:
    return "\n".join(f"> {line}" for line in body(got).splitlines())


PROGRAMS: dict[str, Callable[[Received], EmailMessage]] = {
    f"{program.__name__}@example.com": program for program in (polite, rude, quoting, parrot)
}


def to_reply_address(got: Received) -> str:
    return str(got.message["Reply-To"])


def to_author(got: Received) -> str:
    return str(got.message["From"].addresses[0].addr_spec)


def to_envelope(got: Received) -> str:
    return got.sender


def an_entry(address: str) -> EmailMessage:
    """What the owner of the mailbox writes before leaving it to the program."""
    mail = EmailMessage()
    mail["From"] = address
    mail["To"] = "play@hikyaku.example"
    mail["Subject"] = "Entry"
    mail["Message-ID"] = make_msgid(domain="example.com")
    mail.set_content(f"Name: {address[:4]}\nBuild: Attack, Echo, Core\n")
    return mail


class Post:
    """Our letters go out through a mail server, and what comes of them comes in."""

    def __init__(self, database: Database, server: Sink) -> None:
        self.database = database
        self.server = server
        self.settings: Settings = some_settings(smtp_url=server.url)
        self.seen = 0

    def take(self, mail: EmailMessage, to: str, minute: int) -> None:
        now = NOW + timedelta(minutes=minute)
        raw = with_envelope(mail.as_bytes(), str(mail["From"]), [to])
        with self.database.writing() as session:
            receive(session, raw, now)

    def answer(self, minute: int) -> list[Received]:
        """Everything that came is read and answered; the letters that have arrived by now."""
        for _ in read_new(self.database, desk(self.settings)):
            pass
        now = NOW + timedelta(minutes=minute)
        send_due(self.database, transports(self.settings), now=now, settings=self.settings)
        new = self.server.received[self.seen :]
        self.seen += len(new)
        return new


@pytest.fixture
def post(database: Database, tmp_path: Path) -> Iterator[Post]:
    by = Organiser("alice", NOW)
    with database.writing() as session:
        seasons.create(session, season_plans.Plan("laplaplus", "cup"), by)
        seasons.open_season(session, "cup", by)
    with mail_server(tmp_path) as server:
        yield Post(database, server)


@pytest.mark.parametrize(
    ("whither", "rude_ones"), [(to_reply_address, 1), (to_author, 1), (to_envelope, 0)]
)
@on_sqlite
def test_a_program_that_answers_everything_gets_one_answer_at_most(
    whither: Callable[[Received], str], rude_ones: int, post: Post
) -> None:
    for address in PROGRAMS:
        post.take(an_entry(address), "play@hikyaku.example", 0)
    arrived = post.answer(0)
    assert sorted(got.recipient for got in arrived) == sorted(PROGRAMS)

    answers = dict.fromkeys(PROGRAMS, 0)
    for minute in range(1, MINUTES):
        for got in arrived:
            post.take(PROGRAMS[got.recipient](got), whither(got), minute)
        arrived = post.answer(minute)
        for got in arrived:
            answers[got.recipient] += 1

    assert not arrived
    assert max(answers.values()) <= 1
    assert (answers["polite@example.com"], answers["rude@example.com"]) == (0, rude_ones)
    assert len(letters(post.database)) == len(PROGRAMS) + sum(answers.values())


@on_sqlite
def test_a_program_that_seems_to_send_a_form_each_time_gets_so_many_answers_a_day(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ticket has a name and a new number each time: as much of an entry as a person may forget."""
    monkeypatch.setattr(limits, "PROVEN_ANSWERS_A_DAY", 4)
    post.take(an_entry("desk@example.com"), "play@hikyaku.example", 0)
    arrived, answers = post.answer(0), 0
    for minute in range(1, MINUTES):
        for got in arrived:
            ticket = echo(got, f"Name: Alice\nTicket: {got.id}\n")
            post.take(ticket, to_reply_address(got), minute)
        arrived = post.answer(minute)
        answers += len(arrived)

    assert answers == 4
