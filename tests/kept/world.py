"""A site at an hour of ours: mails come in, forms are sent, what is due is done, and letters lie in a Maildir."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from functools import cached_property
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from app import clock as clocks, settings as settings_module
from app.clock import Clock
from app.jobs.worker import work
from app.mail.inbox.arrivals import receive
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Mail
from tests.support.browsers import BASE, Browser, Clock as PagesClock, Site
from tests.support.outgoing import KEY

OURS = "play@hikyaku.example"
DESK_BOX = "desk@example.org"
"""Where copies of mails that wait for an organiser go."""


class World:
    """The site on this database, and everybody who writes to it."""

    def __init__(self, database: Database, folder: Path, now: datetime) -> None:
        self.database, self.folder = database, folder
        self.pages_clock = PagesClock(now)
        self.clock = Clock(self._seconds, lambda: self._seconds() - 1e9)
        self.sent = 0

    @cached_property
    def site(self) -> Site:
        """Its pages; made when the first is opened."""
        return Site(self.database, self.pages_clock)

    @property
    def now(self) -> datetime:
        """The hour, for pages as for jobs."""
        return self.pages_clock.now

    @now.setter
    def now(self, moment: datetime) -> None:
        self.pages_clock.now = moment

    def _seconds(self) -> float:
        return self.now.timestamp()

    @property
    def olga(self) -> Organiser:
        """The organiser, now."""
        return Organiser("Olga", self.now, "There was a reason.", "Please look at it again.")

    def browser(self, client: str = "192.0.2.1") -> Browser:
        """Somebody who visits the site from this address."""
        return self.site.browser(client)

    def bring(
        self,
        sender: str,
        text: str,
        to: str = OURS,
        answers: EmailMessage | Mapping[str, str] | None = None,
    ) -> int:
        """This mail has come in; tells its number."""
        self.sent += 1
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"], mail["To"], mail["Subject"] = sender, to, "飛脚"
        mail["Message-ID"] = f"<{self.now:%Y%m%d%H%M}.{self.sent}@example.com>"
        if answers:
            mail["In-Reply-To"] = answers["Message-ID"]
            mail.replace_header("Subject", f"Re: {answers['Subject']}")
        mail.set_content(text)
        with self.database.writing() as session:
            return receive(session, mail.as_bytes(), self.now).id

    def taken(self, number: int) -> Mail:
        """The mail of this number, and what became of it."""
        with self.database.reading() as session:
            return session.get_one(Mail, number)

    def post(self, sender: str, text: str, *how: Any) -> Mail:
        """The same, and everything due has been done."""
        number = self.bring(sender, text, *how)
        self.work()
        return self.taken(number)

    def answer(self, name: str, text: str) -> Mail:
        """This player answers the last letter to them."""
        letter = self.letters(name)[-1]
        return self.post(str(letter["To"]), text, str(letter["Reply-To"]), letter)

    def work(self, later: timedelta = timedelta(minutes=1)) -> None:
        """Some time goes by, and everything due then has been done."""
        self.now += later
        settings = settings_module.settings()
        work(self.database, settings, stop=Event(), once=True, clock=self.clock)

    def letters(self, name: str = "") -> list[EmailMessage]:
        """All letters, or those to this player, in the order in which they left."""
        new = self.folder / "mail" / "new"
        paths = sorted(new.glob("*"), key=lambda path: path.stat().st_mtime_ns)
        found = [BytesParser(policy=policy.SMTP).parsebytes(each.read_bytes()) for each in paths]
        return [each for each in found if str(each["To"]).startswith(name)]


def text_of(letter: EmailMessage) -> str:
    """Its plain text."""
    part = letter.get_body(("plain",))
    assert part
    return str(part.get_content()).replace("\r\n", "\n")


@contextmanager
def a_world(database: Database, folder: Path, now: datetime) -> Iterator[World]:
    """The site at this hour, until the end; nothing leaves the machine."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {
            "SECRET": KEY,
            "MAIL_ADDRESS": OURS,
            "COPIES_TO": DESK_BOX,
            "BASE_URL": BASE,
            "MAILDIR": str(folder / "mail"),
        }.items():
            patch.setenv(f"HIKYAKU_{name}", value)
        settings_module.settings.cache_clear()
        world = World(database, folder, now)
        patch.setattr(clocks, "CLOCK", world.clock)
        yield world
    settings_module.settings.cache_clear()
