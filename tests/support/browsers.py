"""Browsers that visit the site: they keep cookies, read forms and fill them in, at a moment that tests choose."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from fastapi import FastAPI
from selectolax.lexbor import LexborHTMLParser, LexborNode
from sqlmodel import col, select
from starlette.testclient import TestClient

from app.league.tokens import make_token
from app.main import create_app
from app.store.database import Database
from app.store.tables import Letter
from app.web import site as web_site
from tests.support.outgoing import some_settings
from tests.support.people import NOW

BASE = "https://cup.example"
ENTER = "/en/seasons/cup/enter"


@dataclass
class Clock:
    """The time as the site sees it."""

    now: datetime = NOW

    def pass_by(self, **how_long: float) -> None:
        self.now += timedelta(**how_long)


@dataclass
class Answer:
    """What came back."""

    status: int
    html: str
    headers: Any
    at: str = ""

    @property
    def location(self) -> str:
        return str(self.headers["location"])

    @property
    def page(self) -> LexborHTMLParser:
        return LexborHTMLParser(self.html)

    def text(self, selector: str = "main") -> str:
        """What a reader sees there, blanks as one."""
        return " ".join(" ".join(node.text() for node in self.page.css(selector)).split())

    def told(self, name: str) -> list[str]:
        """What is said to be wrong with a field."""
        return [node.text().strip() for node in self.page.css(f"#{name}-told li")]


@dataclass
class Site:
    """The site on a database of its own."""

    database: Database
    clock: Clock = field(default_factory=Clock)
    base_url: str = BASE
    app: FastAPI = field(init=False)

    def __post_init__(self) -> None:
        settings = some_settings(base_url=self.base_url)
        self.app = create_app(settings, self.database)
        self.key: bytes = self.app.state.site.key
        self.app.dependency_overrides[web_site._now] = lambda: self.clock.now

    def browser(self, client: str = "192.0.2.1") -> "Browser":
        return Browser(
            TestClient(
                self.app,
                base_url=self.base_url,
                follow_redirects=False,
                client=(client, 50000),
                raise_server_exceptions=False,
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
class Browser:
    """Somebody's browser."""

    client: TestClient

    def get(self, path: str, **options: Any) -> Answer:
        return self._answer(path, self.client.get(path, **options))

    def post(self, path: str, data: Any = None, **options: Any) -> Answer:
        headers = {"Sec-Fetch-Site": "same-origin"} | options.pop("headers", {})
        kind = "content" if isinstance(data, (bytes, str)) else "data"
        sent = self.client.post(path, **{kind: data}, headers=headers, **options)
        return self._answer(path, sent)

    def follow(self, answer: Answer) -> Answer:
        return self.get(answer.location)

    def submit(self, answer: Answer, selector: str = "main form", **changes: Any) -> Answer:
        """Fill in the form of the page and send it."""
        form = answer.page.css_first(selector)
        assert form, "there is no form"
        action = form.attributes.get("action") or answer.at
        return self.post(action, {**values(form), **changes})

    def open(self, link: str) -> Answer:
        """Follow a secret link out of a letter and press the button there."""
        return self.submit(self.get(link))

    def enter(self, path: str = ENTER, **changes: Any) -> Answer:
        """Open the form, fill it in and send it."""
        return self.submit(self.get(path), **changes)

    def _answer(self, path: str, response: Any) -> Answer:
        return Answer(response.status_code, response.text, response.headers, path)


def values(form: LexborNode) -> dict[str, str]:
    """What a browser would send if nobody changed anything."""
    found: dict[str, str] = {}
    for node in form.css("input, textarea"):
        attributes = node.attributes
        name = attributes.get("name")
        is_chosen = attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes
        if not name or not is_chosen:
            continue
        value = node.text() if node.tag == "textarea" else attributes.get("value")
        found[name] = value or ""
    return found
