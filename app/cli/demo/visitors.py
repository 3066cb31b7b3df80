"""Players of the demonstration who use the form, as their browsers would: over HTTP, page by page."""

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import policy
from email.parser import BytesParser
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from app.cli.serve import listening
from app.web.browser import Answer, Browser

if TYPE_CHECKING:
    from app.settings import Settings
    from app.store.database import Database

_LINK: Final = re.compile(r"/(?:ja|en)/confirm/\S+")
_START_SECONDS: Final = 30


@dataclass(frozen=True, slots=True)
class Visitor:
    """A player who fills in the form."""

    lang: str
    name: str
    owner: str
    build: str
    lore: str
    url: str
    address: str
    flavour: Sequence[str] = ()
    lines: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)

    def fields(self) -> dict[str, str]:
        """Their words, field by field."""
        named = {f"flavour{place}": name for place, name in enumerate(self.flavour, 1)}
        labelled = {f"label-{part}": label for part, label in self.labels.items()}
        own = ("lang", "name", "owner", "build", "lore", "url", "address")
        return {name: getattr(self, name) for name in own} | named | labelled | dict(self.lines)


def visitors(form: Path) -> list[Visitor]:
    """Those of a sample."""
    return [Visitor(**each) for each in json.loads(form.read_text("utf-8"))]


class HttpBrowser(Browser):
    """A browser of the site at this port of the loopback."""

    def __init__(self, port: int) -> None:
        self.port = port

    def get(self, path: str, **options: Any) -> Answer:
        """The page at this path."""
        return self._ask("GET", path)

    def post(self, path: str, data: Any = None, **options: Any) -> Answer:
        """The answer to a form with these fields."""
        return self._ask("POST", path, urlencode(data))

    def enter(self, season: str, visitor: Visitor) -> Answer:
        """Fill in the form of the season and send it."""
        return self.submit(self.get(f"/{visitor.lang}/seasons/{season}/enter"), **visitor.fields())

    def confirm(self, letter: bytes) -> Answer | None:
        """Open the link of a confirmation letter and press the button; None if there is nothing to confirm."""
        mail = BytesParser(policy=policy.SMTP).parsebytes(letter)
        body = mail.get_body(("plain",))
        link = _LINK.search(body.get_content()) if body else None
        if not link:
            return None
        asked = self.get(link[0])
        return self.submit(asked) if asked.page.css_first("main form") else None

    def _ask(self, method: str, path: str, body: str | None = None) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            html = answer.read().decode()
            return Answer(answer.status, html, answer.headers, path)  # type: ignore[arg-type]
        finally:
            connection.close()


@contextmanager
def browser(database: "Database", settings: "Settings") -> Iterator[HttpBrowser]:
    """A browser of pages that are served on a free port of the loopback, as long as it is open."""
    import uvicorn

    from app.main import create_app

    with listening("127.0.0.1", 0) as listener:
        config = uvicorn.Config(create_app(settings, database), log_config=None, access_log=False)
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        deadline = time.monotonic() + _START_SECONDS
        while not server.started and thread.is_alive() and time.monotonic() < deadline:
            time.sleep(0.01)
        try:
            yield HttpBrowser(listener.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()
