"""The people: players who enter, confirm and change by form and by mail; readers who look; all remember what they were told."""

import random
import smtplib
import time
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from re import compile as pattern
from threading import Event, Lock, Thread
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from app.games import ruleset
from tests.support.browser import Answer, Browser

GAME: Final = "laplaplus"
SLUG: Final = "chaos"
BESIDE: Final = "beside"
"""A season of the organiser alone, whose rules are gone now and then."""
OURS: Final = "play@hikyaku.example"
SECRET: Final = "so-far-only-its-player-may-read-this"
HANDS: Final = 4
READERS: Final = 2
PATIENCE_SECONDS: Final = 15
"""Longer than a server waits for its database."""
PAGES: Final = (
    "/en/",
    f"/ja/seasons/{SLUG}",
    f"/en/seasons/{SLUG}",
    f"/en/seasons/{SLUG}/entries/1",
    f"/en/seasons/{SLUG}/battles/1-2",
    f"/en/seasons/{SLUG}/statistics",
    f"/api/v1/seasons/{SLUG}",
    f"/api/v1/seasons/{SLUG}/entries",
    f"/api/v1/seasons/{SLUG}/standings",
    "/en/feed.atom",
    f"/en/seasons/{SLUG}/enter",
)
_LINK: Final = pattern(r"https?://\S+/(?:ja|en)/confirm/\S+")
_NO_ANSWER: Final = (OSError, HTTPException)


@dataclass(slots=True)
class Ledger:
    """What people were told, and what they saw that none should see."""

    answers: Counter[str] = field(default_factory=Counter)
    mails: dict[str, str] = field(default_factory=dict)
    """The Message-IDs of mails that got 250, and the token of each."""
    forms: list[str] = field(default_factory=list)
    """The tokens of entries whose form was taken."""
    unsure: set[str] = field(default_factory=set)
    """The tokens of forms that got no answer: those may be sent twice."""
    strange: list[str] = field(default_factory=list)
    """Answers that nobody should get."""
    unsealed: list[str] = field(default_factory=list)
    is_public: bool = False
    lock: Lock = field(default_factory=Lock)

    def hear(self, what: str, answer: Answer) -> None:
        """Note an answer that a visitor got."""
        retry = answer.headers.get("Retry-After")
        with self.lock:
            self.answers[str(answer.status)] += 1
            if answer.status >= 500 and not (answer.status == 503 and retry):
                self.strange.append(f"{what}: {answer.status}")
            if "Traceback (most recent call last)" in answer.html:
                self.strange.append(f"{what}: a traceback")

    def hear_nothing(self) -> None:
        """Note that a visitor got no answer."""
        with self.lock:
            self.answers["none"] += 1


class Phone(Browser):
    """A browser behind a server in front that knows all servers of the site."""

    def __init__(self, ports: Sequence[int], ledger: Ledger, draw: random.Random, ip: str) -> None:
        self.ports = ports
        self.ledger = ledger
        self.draw = draw
        self.ip = ip

    def get(self, path: str, **options: Any) -> Answer:
        """The page at this path. Raises `OSError` or `HTTPException` where no answer comes."""
        return self._ask("GET", path)

    def post(self, path: str, data: Any = None, **options: Any) -> Answer:
        """The answer to a form with these fields. Raises the same."""
        return self._ask("POST", path, urlencode(data))

    def _ask(self, method: str, path: str, body: str | None = None) -> Answer:
        port = self.draw.choice(self.ports)
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
        headers = {"X-Forwarded-For": self.ip}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            got = connection.getresponse()
            html = got.read().decode()
        except _NO_ANSWER:
            self.ledger.hear_nothing()
            raise
        finally:
            connection.close()
        answer = Answer(got.status, html, got.headers, path)  # type: ignore[arg-type]
        self.ledger.hear(f"{method} {_without_token(path)}", answer)
        return answer


def _without_token(path: str) -> str:
    return path.partition("/confirm/")[0]


@dataclass(frozen=True, slots=True)
class _Parcel:
    """A mail on its way to the site: its mail server tries until it is taken."""

    id: str
    to: str
    raw: bytes
    token: str


class Player:
    """Enters once, confirms, and changes the character now and then."""

    def __init__(
        self, number: int, seed: int, phone: Phone, doors: Sequence[int], boxes: Path
    ) -> None:
        self.number = number
        self.address = f"p{number}@example.com"
        self.draw = random.Random(f"{seed} {number}")
        self.phone = phone
        self.doors = doors
        self.box = boxes / self.address
        self.by_form = self.draw.random() < 0.5
        self.changes = self.draw.choice((0, 0, 1, 2))
        self.submissions = 0
        self.mails = 0
        self.parcel: _Parcel | None = None
        self.has_entered = False
        self.read: set[str] = set()
        self.tried = 0.0

    def step(self) -> None:
        """One thing at a time."""
        if self.parcel:
            self._post(self.parcel)
        elif not self.has_entered:
            self._enter()
        else:
            self._read()

    def _enter(self) -> None:
        if not self.by_form:
            self.has_entered = True
            self._write(OURS, self._entry())
            return
        token = self._token()
        lines = dict(line.split(": ", 1) for line in self._entry(token).splitlines())
        fields = {"lang": "en", "address": self.address, "owner": f"owner {self.number}"}
        try:
            page = self.phone.get(f"/en/seasons/{SLUG}/enter")
            if page.status != 200:
                self.has_entered = page.status == 410  # too late
                return
            answer = self.phone.submit(
                page,
                **fields,
                name=lines["Name"],
                build=lines["Build"],
                lore=lines["Lore"],
            )
        except LookupError:  # it takes no more entries
            return
        except _NO_ANSWER:
            self.phone.ledger.unsure.add(token)
            raise
        if answer.status == 303:
            self.has_entered = True
            with self.phone.ledger.lock:
                self.phone.ledger.forms.append(token)

    def _token(self) -> str:
        return f"t{self.number}-{self.submissions}"

    def _entry(self, token: str = "") -> str:
        """A character of this player; each version has another build."""
        draw = random.Random(f"{self.address} {self.submissions}")
        build = "".join(card.char for card in draw.choices(ruleset(GAME).cards, k=8))
        lore = f"{SECRET} {token or self._token()}."
        return f"Name: No. {self.number}\nBuild: {build}\nLore: {lore}\n"

    def _read(self) -> None:
        """The next letter in the box, and what it asks for."""
        for path in self._unread():
            letter = BytesParser(policy=policy.SMTP).parsebytes(path.read_bytes())
            assert isinstance(letter, EmailMessage)
            if "+c-" in str(letter["Reply-To"]):
                self._confirm(letter)
            elif "+r-" in str(letter["Reply-To"]) and self.changes:
                self.changes -= 1
                self.submissions += 1
                self._write(str(letter["Reply-To"]), self._entry(), letter)
            self.read.add(path.name)
            if self.parcel:
                return

    def _unread(self) -> list[Path]:
        return sorted(each for each in self.box.glob("*.eml") if each.name not in self.read)

    def is_silent(self) -> bool:
        """Whether no mail of theirs is on its way, and no letter waits that they may answer."""
        return not self.parcel and not self._unread()

    def _confirm(self, letter: EmailMessage) -> None:
        body = letter.get_body(("plain",))
        link = _LINK.search(body.get_content()) if body else None
        if not link or self.draw.random() < 0.5:
            self._write(str(letter["Reply-To"]), "yes\n", letter)
            return
        asked = self.phone.get(urlsplit(link[0]).path)
        if asked.status == 200 and asked.page.css_first("main form"):
            pressed = self.phone.submit(asked)
            if pressed.status == 503:
                raise TimeoutError  # read again, and pressed again

    def _write(self, to: str, text: str, answers: EmailMessage | None = None) -> None:
        self.mails += 1
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"], mail["To"] = self.address, to
        mail["Subject"] = f"Re: {answers['Subject']}" if answers else "My character"
        mail["Message-ID"] = f"<{self.mails}.{self.number}@example.com>"
        if answers:
            mail["In-Reply-To"] = answers["Message-ID"]
        mail.set_content(text)
        token = self._token() if SECRET in text else ""
        parcel = _Parcel(str(mail["Message-ID"]), to, mail.as_bytes(), token)
        self.parcel = parcel

    def _post(self, parcel: _Parcel) -> None:
        ledger = self.phone.ledger
        try:
            door = smtplib.SMTP("127.0.0.1", self.draw.choice(self.doors), timeout=PATIENCE_SECONDS)
        except (OSError, smtplib.SMTPException):
            ledger.hear_nothing()
            return
        try:
            door.sendmail(self.address, [parcel.to], parcel.raw)
        except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused) as error:
            codes = (
                [code for code, _ in error.recipients.values()]
                if isinstance(error, smtplib.SMTPRecipientsRefused)
                else [error.smtp_code]
            )
            with ledger.lock:
                ledger.answers.update(f"SMTP {code}" for code in codes)
                ledger.strange += [f"a mail: {code}" for code in codes if code >= 500]
        except (OSError, smtplib.SMTPException):
            ledger.hear_nothing()
        else:
            self.parcel = None
            with ledger.lock:
                ledger.answers["SMTP 250"] += 1
                ledger.mails[parcel.id] = parcel.token
        finally:
            door.close()


class Crowd:
    """All of them, as threads that go on until they are stopped."""

    def __init__(
        self, entries: int, seed: int, ports: Sequence[int], doors: Sequence[int], boxes: Path
    ) -> None:
        self.ledger = Ledger()
        self._stop = Event()
        self._players = deque[Player]()
        self._coming = deque[Player]()
        self._draw = random.Random(f"{seed} crowd")
        self._ports = ports
        for number in range(1, entries + 1):
            ip = f"203.0.{113 + number // 250}.{number % 250}"
            phone = Phone(ports, self.ledger, random.Random(f"{seed} phone {number}"), ip)
            self._coming.append(Player(number, seed, phone, doors, boxes))
        self._everybody = tuple(self._coming)
        self._threads = [
            *(Thread(target=self._play, name=f"player {n}") for n in range(HANDS)),
            *(Thread(target=self._look, args=(n,), name=f"reader {n}") for n in range(READERS)),
        ]

    def start(self, seconds: float) -> None:
        """Let them come, the last after this many seconds."""
        self._every = seconds / max(1, len(self._coming))
        self._began = time.monotonic()
        self._in_all = len(self._coming)
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """All have gone."""
        self._stop.set()
        for thread in self._threads:
            if thread.ident:
                thread.join()

    def are_silent(self) -> bool:
        """Whether no mail of theirs is on its way, and none will be: those who do something just now count as well."""
        return all(player.is_silent() for player in self._everybody)

    def _play(self) -> None:
        while not self._stop.wait(0.02):
            gone = (time.monotonic() - self._began) / self._every
            with self.ledger.lock:
                while self._coming and self._in_all - len(self._coming) <= gone:
                    self._players.append(self._coming.popleft())
                player = self._players.popleft() if self._players else None
            if player:
                self._let(player)

    def _let(self, player: Player) -> None:
        try:
            with suppress(*_NO_ANSWER):  # later, then
                player.step()
        except Exception as error:
            with self.ledger.lock:
                self.ledger.strange.append(f"player {player.number}: {error!r}")
        finally:
            with self.ledger.lock:
                self._players.append(player)

    def _look(self, number: int) -> None:
        draw = random.Random(f"{number} reader")
        phone = Phone(self._ports, self.ledger, draw, f"198.51.100.{number}")
        while not self._stop.wait(draw.uniform(0.01, 0.2)):
            with suppress(*_NO_ANSWER):
                answer = phone.get(draw.choice(PAGES))
                if SECRET in answer.html and not self.ledger.is_public:
                    self.ledger.unsealed.append(answer.at)
