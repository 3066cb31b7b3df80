"""One season from its opening to its archive, by an organiser who has commands alone, and by one who has the desk alone.

Players have two characters, two sides meet, some wait for a place, a card is banned, and a step is held and then done
by hand: what each of these says of a season has to agree with what all the others say.
"""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
from sqlmodel import col, select, update
from starlette.testclient import TestClient

from app import clock
from app.jobs.seasons.deadlines import close_due, lay_open_due, release_due, step_due
from app.jobs.seasons.places import fill_due
from app.jobs.seasons.reminders import remind_due
from app.jobs.seasons.runs import RunsUnderWay
from app.league.eligibility.sides import FIELD
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.people import organisers
from app.letters.contents import render
from app.main import create_app
from app.settings import Settings
from app.store import players, seasons
from app.store.database import Database
from app.store.tables import Entry, Letter, LetterState, Player, RevisionState, SeasonState
from tests.cli.conftest import Installed
from tests.support.asking import Client
from tests.support.outgoing import KEY

START: Final = datetime(2027, 1, 10, 12, tzinfo=UTC)
PLACES: Final = 6
BANNED: Final = "硬"
"""Hard Core."""
SENT: Final = (
    ("A1", "攻核", "al", "Red"),
    ("A2", "核攻攻", "al", "White"),
    ("B1", "攻響核", "bo", "Red"),
    ("B2", "連核", "bo", "White"),
    ("C1", "響攻核", "cy", "Red"),
    ("D1", "核核攻", "di", "White"),
    ("E1", "攻連核", "ed", "Red"),
    ("D2", "連攻核", "di", "White"),
)
"""Who plays what, in the order in which they came: the last two wait for a place, and one of them gets it."""
LEAVES: Final = "C1"
MEETINGS: Final = 3 * 3
"""Three of each side meet all three of the other."""


class Olga(ABC):
    """An organiser who knows one way to do her work."""

    @abstractmethod
    def create(self, closes: datetime) -> None: ...

    @abstractmethod
    def step(self, act: str, name: str, at: datetime | None = None) -> None:
        """Plan a step, or hold, skip or resume it."""

    @abstractmethod
    def do(self, act: str) -> None:
        """Run, publish, or undo."""

    @abstractmethod
    def withdraw(self, name: str) -> None: ...

    @abstractmethod
    def correct(self, name: str, build: str) -> None: ...

    @abstractmethod
    def timetable(self) -> str: ...


def _local(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M")


@dataclass
class ByCommands(Olga):
    run: Installed

    def create(self, closes: datetime) -> None:
        settings = (
            f"--title-en=Spring --closes={_local(closes)} --characters=2 --places={PLACES}"
            f" --waiting-list --apart --ban={BANNED}"
        )
        self._season(
            "create", "laplaplus", "spring", *self._words(settings), "--sides=紅 / Red, 白 / White"
        )

    def step(self, act: str, name: str, at: datetime | None = None) -> None:
        why = ["--reason", "An entry is looked at."] if act != "plan" else []
        self._season("timetable", "spring", act, name, *([_local(at)] if at else []), *why)

    def do(self, act: str) -> None:
        self._season(
            act,
            "spring",
            *(["--reason", "A mistake.", "--tell", "A slip."] if act == "undo" else []),
        )

    def withdraw(self, name: str) -> None:
        self._season("withdraw", "spring", name, "--reason", "They asked for it.")

    def correct(self, name: str, build: str) -> None:
        self._season("correct", "spring", name, "--build", build, "--tell", "A slip of mine.")

    def timetable(self) -> str:
        return self._season("timetable", "spring")

    def _words(self, settings: str) -> list[str]:
        return re.split(r" (?=--)", settings)

    def _season(self, *arguments: str) -> str:
        return self.run("season", *arguments, HIKYAKU_TIMEZONE="UTC").stdout


@dataclass
class AtTheDesk(Olga):
    database: Database
    now: Callable[[], datetime]
    client: TestClient = field(init=False)

    def __post_init__(self) -> None:
        settings = Settings(secret=KEY, base_url="http://testserver", timezone="UTC")
        app = create_app(settings, self.database, now=self.now)
        self.client = Client(app, follow_redirects=False)

    def create(self, closes: datetime) -> None:
        self._send(
            "/en/desk/new-season",
            game="laplaplus",
            slug="spring",
            title_en="Spring",
            closes_at=closes.strftime("%Y-%m-%dT%H:%M"),
            characters="2",
            capacity=str(PLACES),
            waiting_list="yes",
            sides="紅 / Red\n白 / White",
            apart="yes",
            banned=BANNED,
        )

    def step(self, act: str, name: str, at: datetime | None = None) -> None:
        why = {"why": "An entry is looked at.", "mark": "log"} if act != "plan" else {}
        when = {"at": _local(at)} if at else {}
        self._send("/en/desk/seasons/spring/timetable", act=act, step=name, **when, **why)

    def do(self, act: str) -> None:
        why = {"reason": "A mistake.", "tell": "A slip."} if act == "undo" else {}
        self._send(f"/en/desk/seasons/spring/acts/{act}", **why)

    def withdraw(self, name: str) -> None:
        self._send(
            f"/en/desk/seasons/spring/withdraw/{self._entry(name)}", reason="They asked for it."
        )

    def correct(self, name: str, build: str) -> None:
        path = f"/en/desk/seasons/spring/correct/{self._entry(name)}"
        self._send(path, name=name, build=build, owner="", tell="A slip of mine.")

    def timetable(self) -> str:
        self._sign_in()
        return self.client.get("/en/desk/seasons/spring/timetable").text

    def _entry(self, name: str) -> int:
        with self.database.reading() as session:
            found = session.exec(select(Entry.id).where(Entry.name_key == name.casefold())).one()
        return found or 0

    def _sign_in(self) -> None:
        with self.database.writing() as session:
            token = organisers.appoint(session, "olga@example.com", "Olga", self.now())
        assert self.client.post(f"/en/in/{token}").status_code == 303

    def _send(self, path: str, **fields: str) -> None:
        self._sign_in()
        page = self.client.get(path)
        assert page.status_code == 200, page.text
        hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.text))
        done = self.client.post(path, data=hidden | fields)
        assert done.status_code == 303, re.findall("<li>(.*?)</li>", done.text)


@dataclass
class Site:
    """A site whose clock is ours."""

    database: Database
    now: datetime = START
    worker: RunsUnderWay = field(default_factory=RunsUnderWay)

    def work(self) -> None:
        """Everything due is done, as a worker does it."""
        jobs = (
            close_due,
            *(lay_open_due, step_due, release_due, fill_due, remind_due, self.worker),
        )
        while sum(job(self.database, self.now) for job in jobs):
            pass

    def pass_days(self, days: int) -> None:
        for _ in range(days):
            self.now += timedelta(days=1)
            self.work()

    def state(self) -> SeasonState:
        with self.database.reading() as session:
            return seasons.by_slug(session, "spring").state

    def letters(self, kind: str = "") -> Counter[str]:
        """How many letters each player has got, of this kind or of any."""
        asked = select(Player.address).join(Letter, col(Letter.player_id) == Player.id)
        if kind:
            asked = asked.where(Letter.kind == kind)
        with self.database.reading() as session:
            return Counter(each.partition("@")[0] for each in session.exec(asked))

    def send(self) -> None:
        """Every letter has left."""
        with self.database.writing() as session:
            session.exec(update(Letter).values(state=LetterState.SENT))

    def rendered(self) -> list[str]:
        """The text of every letter, as it goes out."""
        with self.database.reading() as session:
            return [render(session, each).text for each in session.exec(select(Letter))]


@pytest.fixture
def site(installed: Installed, site_file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    database = Database(f"sqlite:///{site_file}")
    site = Site(database)

    def seconds() -> float:
        return site.now.timestamp()

    monkeypatch.setattr(clock, "CLOCK", clock.Clock(wall=seconds, uptime=seconds))
    yield site
    database.close()


@pytest.fixture(params=["commands", "desk"])
def olga(request: pytest.FixtureRequest, site: Site, installed: Installed) -> Olga:
    if request.param == "commands":
        return ByCommands(installed)
    return AtTheDesk(site.database, lambda: site.now)


def enter_all(site: Site) -> None:
    """Everybody sends theirs; the last two find no place."""
    for name, build, who, side in SENT:
        site.now += timedelta(minutes=1)
        with site.database.writing() as session:
            player = players.known_as(session, f"{who}@example.com", "en", site.now)
            season, origin = seasons.by_slug(session, "spring"), Origin(site.now, proven=True)
            sent = Submission(name, build, owner=who, extras={FIELD: side})
            revision = entries.submit(session, season, player, sent, origin)
            taken = SENT.index((name, build, who, side)) < PLACES
            assert revision.state is (RevisionState.ACCEPTED if taken else RevisionState.QUEUED)


def crawled(site: Site) -> dict[str, str]:
    """Every page of the season that a reader can come to, by its address."""
    settings = Settings(secret=KEY, base_url="http://testserver", timezone="UTC")
    reader = Client(create_app(settings, site.database, now=lambda: site.now))
    found: dict[str, str] = {}
    waiting = ["/en/seasons/spring"]
    while waiting:
        path = waiting.pop()
        answer = reader.get(path)
        assert answer.status_code == 200, path
        found[path] = answer.text
        links = re.findall(r'href="(/en/seasons/spring[^"#?]*)', answer.text)
        waiting += [each for each in dict.fromkeys(links) if each not in {*found, *waiting}]
    return found


def test_what_is_done_to_a_season_agrees_with_all_else_that_is_done_to_it(
    olga: Olga, site: Site, installed: Installed, tmp_path: Path
) -> None:
    olga.create(START + timedelta(days=5))
    for name, days in {"opening": 1, "run": 6, "release": 9, "archive": 20}.items():
        olga.step("plan", name, START + timedelta(days=days))
    site.pass_days(1)
    assert site.state() is SeasonState.OPEN
    enter_all(site)
    olga.withdraw(LEAVES)
    site.pass_days(1)
    olga.step("hold", "run")
    site.pass_days(4)
    assert site.state() is SeasonState.CLOSED, "a step that is held does not come"

    olga.do("run")
    site.work()
    assert site.state() is SeasonState.REVIEW
    site.pass_days(3)
    assert site.state() is SeasonState.PUBLISHED, "what was done by hand holds nothing up"
    reports = {"al": 2, "bo": 2, "di": 1, "ed": 1}
    assert site.letters("report") == reports

    pages = crawled(site)
    assert f"{MEETINGS} battles" in pages["/en/seasons/spring/statistics"]
    proposing = {path for path, page in pages.items() if "Hard Core" in page}
    assert proposing == {"/en/seasons/spring"}, "it says what is banned; no other page proposes it"
    assert not [each for each in site.rendered() if "Hard Core" in each]

    site.send()
    before = site.letters()
    olga.do("undo")
    olga.correct("B2", "攻連")
    olga.do("run")
    site.work()
    olga.do("publish")
    news = site.letters() - before
    assert news == {"al": 2, "bo": 3, "di": 1, "ed": 1}, "a report a character, and what Olga did"
    site.pass_days(11)
    assert site.state() is SeasonState.ARCHIVED

    archive = str(tmp_path / "spring.zip")
    installed("season", "verify", "spring")
    installed("season", "export", "spring", "--site", archive)
    installed("season", "verify", archive)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    installed("season", "restore", archive, HIKYAKU_DATABASE_URL=other)
    assert installed("season", "verify", "spring", HIKYAKU_DATABASE_URL=other).stdout
