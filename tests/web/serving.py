"""The site on a port of the loopback, and Chromium to visit it with."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Thread
from typing import Any, Final

import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Response, sync_playwright
from sqlmodel import col, select

from app.letters.contents import RenderedLetter, render
from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from app.store.tables import Letter
from tests.support.browsers import Clock
from tests.support.outgoing import some_settings

FLAGS: Final = (
    "--no-sandbox",  # as root there is none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE: Final = 1280
NARROW: Final = 320
_HEIGHT: Final = 800
_PATIENCE: Final = 120_000
"""Milliseconds for a page to come, and for the browser to start, on a machine however busy."""
_WATCH: Final = """
addEventListener("securitypolicyviolation", event =>
  console.error("policy: " + event.violatedDirective + " " + event.blockedURI));
"""


def chromium_path() -> str | None:
    """Debian's Chromium, if it is installed."""
    return shutil.which("chromium")


@dataclass
class Serving:
    """The site while it is served; `address` ends without a slash."""

    database: Database
    settings: Settings
    address: str
    clock: Clock

    def letter(self) -> RenderedLetter:
        """The last letter that was written, as it goes out."""
        with self.database.reading() as session:
            return render(
                session, session.exec(select(Letter).order_by(col(Letter.id).desc())).all()[0]
            )


@contextmanager
def serving(database: Database, settings: Settings | None = None) -> Iterator[Serving]:
    """Served until the end, at whatever moment its clock shows."""
    settings = settings or some_settings()
    clock = Clock(datetime.now(UTC))
    app = create_app(settings, database, now=lambda: clock.now)
    config = uvicorn.Config(app, "127.0.0.1", 0, ws="none", lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    socket = config.bind_socket()
    settings.base_url = f"http://127.0.0.1:{socket.getsockname()[1]}"
    thread = Thread(target=server.run, args=([socket],))
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield Serving(database, settings, settings.base_url, clock)
    finally:
        server.should_exit = True
        thread.join()
        socket.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a screen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=[*FLAGS], timeout=_PATIENCE
        )
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visitor:
    """A visitor with a browser. Its error messages are kept in `complaints`."""

    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(_PATIENCE)
        self.page.add_init_script(_WATCH)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))

    def _hear(self, message: ConsoleMessage) -> None:
        is_refusal = "the server responded with a status of 4" in message.text
        if message.type in ("error", "warning") and not is_refusal:
            self.complaints.append(f"{self.page.url}: {message.text}")

    def go(self, path: str) -> Response | None:
        """Open this address."""
        return self.page.goto(self.address + path)

    def press(self, name: str) -> None:
        """The button or link of this name in the content of the page; and wait for what comes."""
        found = self.page.locator("main").get_by_role("button", name=name, exact=True)
        if not found.count():
            found = self.page.locator("main").get_by_role("link", name=name, exact=True)
        self._leave_by(found)

    def follow(self, selector: str) -> None:
        """The first link or button of these; and wait for what comes."""
        self._leave_by(self.page.locator(selector))

    def _leave_by(self, found: Locator) -> None:
        with self.page.expect_navigation():  # which is over only when the next page has its style
            found.first.click()
        self.look()

    def fill(self, **fields: str) -> None:
        for name, text in fields.items():
            self.page.locator(f"[name={name}]").fill(text)

    def text(self, selector: str = "main") -> str:
        return " ".join(self.page.locator(selector).first.inner_text().split())

    def resize(self, width: int) -> None:
        self.page.set_viewport_size({"width": width, "height": _HEIGHT})

    def look(self) -> None:
        """What holds for every page: a title, one heading above all others, and it fits the screen."""
        title, headings, page, screen = self.page.evaluate(
            "[document.title, document.querySelectorAll('h1').length,"
            " document.documentElement.scrollWidth, innerWidth]"
        )
        if not title or headings != 1:
            self.complaints.append(f"{self.page.url}: title {title!r}, {headings} h1")
        if page > screen:
            self.complaints.append(f"{self.page.url}: {page} px wide on {screen}")


@contextmanager
def visitor(
    browser: Browser, site: Serving, width: int = WIDE, **context: Any
) -> Iterator[Visitor]:
    """Somebody new in front of a screen of this width; at the end nothing was complained of."""
    opened = browser.new_context(viewport={"width": width, "height": _HEIGHT}, **context)
    try:
        guest = Visitor(opened.new_page(), site.address)
        yield guest
        assert not guest.complaints, "\n".join(guest.complaints)
    finally:
        opened.close()
