"""A season that takes entries, and people who write to it."""

from datetime import datetime, timedelta
from email.message import EmailMessage

from sqlmodel import col, select

from app.jobs.inbox import read_new
from app.league.people.tokens import make_token
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.mail.actions.handler import MailDesk
from app.mail.inbox.arrivals import receive
from app.store import entries, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Letter, Mail, Player
from tests.support.people import NOW

DESK = MailDesk("play@hikyaku.example", b"a secret of tests", "mx.hikyaku.example")
ENTRY = (
    "Name: Mister Tuesday\nBuild: Attack, Echo, Core\nLore: Always on a Tuesday.\nOwner: alice\n"
)
CUP = "laplaplus-1"
ALICE = "Alice <alice@example.com>"


def open_cup(
    database: Database,
    slug: str = CUP,
    game: str = "laplaplus",
    titles: tuple[str, str] = ("第一回飛脚杯", "First Hikyaku Cup"),
    closes_at: datetime | None = None,
) -> None:
    """A season that takes entries."""
    by = Organiser("olga", NOW)
    with database.writing() as session:
        league_seasons.create(
            session, season_plans.Plan(game, slug, *titles, closes_at=closes_at), by
        )
        league_seasons.open_season(session, slug, by)


def a_mail(
    text: str,
    number: int,
    sender: str = ALICE,
    to: str = DESK.address,
    **headers: str,
) -> bytes:
    """The bytes of a mail."""
    mail = EmailMessage()
    mail["From"], mail["To"] = sender, to
    headers = {"Subject": "my mail", "Message-ID": f"<{number}@example.com>"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    for name, value in headers.items():
        if value:
            mail[name] = value
    mail.set_content(text)
    return mail.as_bytes()


class Postman:
    """Brings mails, one a minute, and has each read."""

    def __init__(self, database: Database, now: datetime = NOW) -> None:
        self.database = database
        self.now = now
        self.count = 0

    def bring(self, raw: bytes, later: timedelta = timedelta(minutes=1)) -> Mail:
        """The mail as it was kept and read."""
        self.now += later
        with self.database.writing() as session:
            number = receive(session, raw, self.now).id
        list(read_new(self.database, DESK))
        with self.database.reading() as session:
            return session.get_one(Mail, number)

    def post(self, text: str = ENTRY, later: timedelta = timedelta(minutes=1), **how: str) -> Mail:
        """Send this mail to the site: by default from Alice, and not to a secret address."""
        self.count += 1
        return self.bring(a_mail(text, self.count, **how), later)

    def letters(self) -> list[Letter]:
        """All that we have written."""
        with self.database.reading() as session:
            return list(session.exec(select(Letter).order_by(col(Letter.id))))

    def last(self) -> Letter:
        return self.letters()[-1]

    def confirm(self, letter: Letter | None = None) -> str:
        """The address that answers to "Was it you?" in the last letter."""
        letter = letter or self.last()
        return _box("c", make_token(DESK.key, "confirm", letter.revision_id or 0))

    def secret(self, address: str = "alice@example.com", slug: str = CUP) -> str:
        """The secret address of this player in that season."""
        with self.database.reading() as session:
            player = session.exec(select(Player).where(Player.address == address)).one()
            season = seasons.by_slug(session, slug)
            return _box("r", make_token(DESK.key, "reply", player.id, season.id))

    def enter(self, text: str = ENTRY, sender: str = ALICE) -> Mail:
        """An entry that counts."""
        self.post(text, sender=sender)
        return self.post("", sender=sender, to=self.confirm())

    def builds(self, slug: str = CUP) -> dict[str, str]:
        """What counts, by name."""
        with self.database.reading() as session:
            season = seasons.by_slug(session, slug)
            taking_part = (entry.current for entry in entries.of_season(session, season))
            return {each.name: each.build for each in taking_part if each}


def _box(kind: str, token: str) -> str:
    return DESK.address.replace("@", f"+{kind}-{token}@")
