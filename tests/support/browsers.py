"""Browsers that visit the site: they keep cookies, read forms and fill them in, at a moment that tests choose."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import col, select

from app.league.people.tokens import make_token
from app.main import create_app
from app.store.database import Database
from app.store.tables import Letter
from app.web.dependencies import SiteApp
from tests.support import browser
from tests.support.asking import Client
from tests.support.commands import Said
from tests.support.nearest import named
from tests.support.outgoing import some_settings
from tests.support.people import NOW

BASE = "https://cup.example"
ENTER = "/en/seasons/cup/enter"

Answer = browser.Answer
values = browser.values


def text_shown(answer: Any) -> Said:
    """The text of a page or a file that came; that something is not in it can be asked of no other."""
    status = getattr(answer, "status_code", None) or answer.status
    text = getattr(answer, "html", None) or answer.text
    assert status == 200, f"{status}: {named(text)}"
    return Said(text)


@dataclass
class Clock:
    """The time as the site sees it."""

    now: datetime = NOW

    def pass_by(self, **how_long: float) -> None:
        self.now += timedelta(**how_long)


@dataclass
class Site:
    """The site on a database of its own."""

    database: Database
    clock: Clock = field(default_factory=Clock)
    base_url: str = BASE
    app: SiteApp = field(init=False)

    def __post_init__(self) -> None:
        settings = some_settings(base_url=self.base_url)
        self.app = create_app(settings, self.database, now=lambda: self.clock.now)
        self.key: bytes = self.app.site.key

    def browser(self, client: str = "192.0.2.1") -> "Browser":
        return Browser(
            Client(
                self.app,
                self.base_url,
                follow_redirects=False,
                client=(client, 50000),
                raises=False,
            )
        )

    def letters(self) -> list[Letter]:
        with self.database.reading() as session:
            return list(session.exec(select(Letter).order_by(col(Letter.id))))

    def confirm_link(self, revision_id: int) -> str:
        return f"/en/confirm/{make_token(self.key, 'confirm', revision_id)}"

    def edit_link(self, player_id: int, season_id: int) -> str:
        return f"/en/my/{make_token(self.key, 'reply', player_id, season_id)}"

    def reading(self) -> Any:
        return self.database.reading()

    def writing(self) -> Any:
        return self.database.writing()


@dataclass
class Browser(browser.Browser):
    """A browser that reaches the site without a socket."""

    client: Client

    def get(self, path: str, **options: Any) -> Answer:
        return self._answer(path, self.client.get(path, **options))

    def post(self, path: str, data: Any = None, **options: Any) -> Answer:
        headers = {"Sec-Fetch-Site": "same-origin"} | options.pop("headers", {})
        kind = "content" if isinstance(data, (bytes, str)) else "data"
        sent = self.client.post(path, **{kind: data}, headers=headers, **options)
        return self._answer(path, sent)

    def enter(self, path: str = ENTER, **changes: Any) -> Answer:
        """Open the form, fill it in and send it."""
        return self.submit(self.get(path), **changes)

    def _answer(self, path: str, response: Any) -> Answer:
        return Answer(response.status_code, response.text, response.headers, path)
