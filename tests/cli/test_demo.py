"""The demonstration plays for itself: it neither sees nor touches a real site, and nothing of it is sent."""

import json
import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect
from sqlmodel import select

from app import settings as settings_module
from app.cli.console import installation
from app.cli.demo.correspondents import Correspondents
from app.cli.demo.shows import CupShow, festival, keep_one
from app.files import make_folder
from app.settings import settings as read_settings
from app.store import seasons
from app.store.database import Database, StoreUnavailable
from app.store.matches import matches
from app.store.tables import Mail
from app.store.upkeep import demonstration
from app.store.upkeep.migrations import migrate
from tests.support import commands
from tests.support.commands import Told
from tests.support.databases import postgres_database
from tests.web.serving import Serving, Visitor, chromium, chromium_path, serving, visitor
from tests.web.test_tables import OVER, SENDS, SENT, YOUR_TURN, Hand

TOP = Path(__file__).parents[2]
SAMPLES = TOP / "app/sample/mail"
SECOND = TOP / "app/sample/shiden-issen-2"
DIGESTS = [
    "9f46d0172e8c4aadc4b4de25dc7d29b06be5fa2e5bac5b79f70890f735611320",
    "5d921142b072feec20d780e971c41ccd928e16fe70d8c853ee8de2e1be71e813",
    "1175c9d0e2a7ffc1d2549c9cc5843d8cc841e1ad3c47925d591729a73d6b1492",
    "47f3b0ea4667642a1618475eee02025d4dc8b60d5ebcbf71db0106691ce66e4d",
    "b859c6132030e6b4acef77509a68614783bbe065da1930f15c71bc204bb0aac4",
]
Hikyaku = Callable[..., Told]


@pytest.fixture
def real(tmp_path: Path) -> dict[str, str]:
    """The environment of a real site, with mail servers that must not hear of the demonstration."""
    return {
        "HIKYAKU_DATABASE_URL": f"sqlite:///{tmp_path / 'real.db'}",
        "HIKYAKU_MAILDIR": str(tmp_path / "real mail"),
        "HIKYAKU_SMTP_URL": "smtp://127.0.0.1:1",
        "HIKYAKU_MAIL_LISTEN": "no place at all",
        "HIKYAKU_MAIL_ADDRESS": "cups@real.example",
        "HIKYAKU_TIMEZONE": "Mars/Olympus",
    }


@pytest.fixture
def hikyaku(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, real: dict[str, str]
) -> Iterator[Hikyaku]:
    """Give commands here; the demonstration lies in `demo`."""
    monkeypatch.setattr(settings_module, "DEMO", tmp_path / "demo")

    def run(*arguments: str, code: int = 0, **changes: str | None) -> Told:
        return commands.hikyaku(*arguments, code=code, env=real | changes)

    yield run
    installation.choose_site()
    settings_module.choose_site()
    read_settings.cache_clear()


def letters_by_address(folder: Path) -> Counter[str]:
    letters = (message_from_bytes(path.read_bytes()) for path in folder.iterdir())
    return Counter(letter["To"] for letter in letters)


def digests(told: str) -> list[str]:
    return [line.split()[1] for line in told.splitlines() if line.startswith("Digest ")]


def own_words(hikyaku: Hikyaku) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the characters of the second season have, and what was sent by mail and by form."""
    told = hikyaku("--demo", "season", "entries", "shiden-issen-2-1", "--json").stdout
    found = json.loads(told)
    sent = [
        *json.loads((SECOND / "form.json").read_bytes()),
        *json.loads((SECOND / "mail" / "expected.json").read_bytes()).values(),
    ]

    has, brought = (
        {
            each["name"]: (each["flavour"], each["lines"], each.get("labels", {}), each["lore"])
            for each in characters
        }
        for characters in (found, sent)
    )
    return has, brought


DEMO_HERE = (
    "import sys; from pathlib import Path; import app.settings;"
    "app.settings.DEMO = Path(sys.argv.pop(1)); from app.cli import main; main()"
)


def test_it_plays_a_season_and_brings_others_back_once_in_a_folder_of_its_own_and_serves_them(
    hikyaku: Hikyaku, tmp_path: Path, real: dict[str, str], wheel: Path
) -> None:
    """What `./run` calls, as it is installed elsewhere, without a compiler. Whatever the environment names: no other database, no mail server, no other sender."""
    command = [sys.executable, "-c", DEMO_HERE, str(tmp_path / "demo"), "demo", "--serve"]
    with subprocess.Popen(
        [*command, "--port", "0"],
        env=os.environ | real | {"LC_ALL": "C.UTF-8", "PYTHONPATH": str(wheel)},
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout
            told = []
            for line in process.stdout:
                told.append(line)
                if "Hikyaku is at" in line:
                    break
            address = told[-1].split()[3]
            found = httpx2.get(f"{address}api/v1/seasons", timeout=120, verify=False).json()[
                "items"
            ]
        finally:
            process.terminate()
        assert process.wait(120) == 0
    first = "".join(told)
    mail = tmp_path / "demo" / "mail" / "new"
    delivered = letters_by_address(mail)
    again = hikyaku("demo").stdout
    listed = json.loads(hikyaku("--demo", "season", "list", "--json").stdout)
    has, brought = own_words(hikyaku)

    assert "This is the demonstration." in first
    assert str(mail) in first
    assert "三日月を飲みこんだ目覚まし時計" in first
    assert "Grandfather Clock, Retired" in first
    assert digests(first) == digests(again) == DIGESTS
    assert len(delivered) == 40 + 5 + 4 + 2 + 2
    assert delivered["mitsuba@kakehashi.example"] > 2 + 3  # letters of turns, and answers
    assert sorted(delivered.values())[:6] == [2] * 5 + [
        4
    ]  # the question, the receipt; the report, the next season
    assert letters_by_address(mail) == delivered
    assert all(address.endswith(".example") for address in delivered)
    letters = [path.read_bytes() for path in mail.iterdir()]
    assert not any(b"real.example" in letter for letter in letters)
    assert any(f"http://localhost:{address.split(':')[2]}".encode() in each for each in letters)
    assert {each["season"]: each["state"] for each in listed} == {
        "laplaplus-1": "published",
        "shiden-issen-2-1": "published",
        "fest-1": "published",
        "laplaplus-2": "open",
        "fest-2": "running",
        "ocg-1": "published",
        "ocg-2": "running",
        "acts-1": "published",
        "acts-2": "running",
    }
    assert {each["season"] for each in found} == {each["season"] for each in listed}
    assert has == brought
    assert len(has) == 16
    assert {path.name for path in tmp_path.iterdir()} == {"demo"}
    assert {path.name for path in (tmp_path / "demo").iterdir()} == {
        "address",
        "hikyaku.db",
        "mail",
        "secret",
    }


def test_one_that_was_stopped_goes_on_and_one_whose_deadline_has_passed_is_played(
    hikyaku: Hikyaku,
) -> None:
    titles = ("--title-ja", "第一回飛脚杯", "--title-en", "First Hikyaku Cup")
    hikyaku("--demo", "season", "create", "laplaplus", "laplaplus-1", *titles)
    hikyaku("--demo", "season", "open", "laplaplus-1")
    hikyaku("--demo", "mail", "in", *map(str, sorted(SAMPLES.glob("a0*.eml"))))
    hikyaku("demo", "--quiet")
    told = hikyaku("--demo", "season", "entries", "laplaplus-1", "--json").stdout
    assert sorted(each["number"] for each in json.loads(told)) == list(range(1, 41))

    database = Database(read_settings().database_url)
    with database.writing() as session:
        seasons.by_slug(session, "laplaplus-2").closes_at = datetime.now(UTC)
    database.close()
    hikyaku("demo", "--quiet")
    listed = json.loads(hikyaku("--demo", "season", "list", "--json").stdout)
    states = {each["season"]: each["state"] for each in listed}
    there = json.loads(hikyaku("--demo", "season", "entries", "laplaplus-3", "--json").stdout)
    assert (states["laplaplus-2"], states["laplaplus-3"]) == ("published", "open")
    assert [each["state"] for each in there] == ["accepted"] * 5


def test_a_real_site_and_the_demonstration_refuse_each_others_database(
    hikyaku: Hikyaku, tmp_path: Path
) -> None:
    demo, real = tmp_path / "demo" / "hikyaku.db", tmp_path / "real.db"
    zone = {"HIKYAKU_TIMEZONE": "Asia/Tokyo"}
    hikyaku("--demo", "season", "list")
    for command in (["season", "list"], ["worker", "--once"], ["backup", "x"], ["serve"]):
        url = {"HIKYAKU_DATABASE_URL": f"sqlite:///{demo}", "HIKYAKU_SMTP_URL": None}
        told = hikyaku(*command, code=1, **url, **zone).stderr
        assert f"{demo} is the database of the demonstration" in told

    hikyaku("season", "create", "laplaplus", "spring-cup", **zone)
    (tmp_path / "demo" / "hikyaku.db").write_bytes(real.read_bytes())
    for command in (["demo"], ["--demo", "season", "list"]):
        assert "is not the database of the demonstration" in hikyaku(*command, code=1).stderr
    assert "spring-cup" in hikyaku("season", "list", **zone).stdout


@pytest.mark.skipif(not chromium_path(), reason="no Chromium is installed")
def test_in_a_festival_the_opponents_of_a_guest_answer_their_letters_by_mail(
    hikyaku: Hikyaku,
) -> None:
    """The guest plays a match at the table to its end, and then the others by mail.

    All others wait for the deadline; the guest's matches go on as soon as the guest is ready.
    """
    choose_demo()
    database = Database(read_settings().database_url)
    migrate(database)
    show = keep_one(festival, database, quiet=True)
    before = turns_of(database, show)
    with (
        chromium() as browser,
        serving(database, installation.settings()) as site,
        visitor(browser, site, 360, has_touch=True, is_mobile=True) as visiting,
    ):
        play_at_the_table(site, visiting, show)
    guest = Correspondents(show.correspondents.folder)
    with database.reading() as session:
        season = seasons.by_slug(session, "fest-2")
        mails = guest.answers(session, season, is_guest_away=True)
        orders = session.exec(select(Mail)).all()
    show._work(*mails)
    after = turns_of(database, show)
    database.close()

    assert before == [3] * 6
    assert len(mails) == 1
    assert sorted(after) == [3] * 3 + [4] * 2 + [8]
    assert sum("fest-2" in str(each.note.get("season")) for each in orders) > 8


def play_at_the_table(site: Serving, guest: Visitor, show: CupShow) -> None:
    """From the printed link the first order is sent with five taps, and nothing else was read; the match goes on to its end."""
    page, hand = guest.page, Hand(guest, "touch")
    site.clock.now -= timedelta(minutes=5)  # so nobody can take anything back
    page.clock.set_fixed_time(site.clock.now)
    page.goto(show.guest_page())
    hand.press(page.locator("main form button"))
    hand.press(page.locator("#matches li a").first)
    expect(page).to_have_title(YOUR_TURN)
    assert hand.choose()
    hand.press(page.locator(SENDS))
    expect(page.locator(SENT)).to_be_visible()
    assert hand.taps == 5
    while page.locator("form.table").count():
        show.answer()
        show._work()
        site.clock.now += timedelta(seconds=31)
        page.clock.set_fixed_time(site.clock.now)
        expect(page.locator(SENT)).to_have_count(0)
        if page.locator("form.table").count():
            hand.take_hint()
            hand.send()
    expect(page.locator(".ending .verdict")).to_contain_text(OVER["en"])


def choose_demo() -> None:
    installation.choose_site("http://localhost:8000")
    make_folder(settings_module.DEMO)
    installation.settings()


def turns_of(database: Database, show: CupShow) -> list[int]:
    with database.reading() as session:
        season = seasons.by_slug(session, show.cup.slug)
        return [each.turn for each in matches.of_season(session, season)]


def test_its_letters_lead_to_the_port_it_is_served_at(
    hikyaku: Hikyaku, monkeypatch: pytest.MonkeyPatch
) -> None:
    leads_to: list[str] = []
    monkeypatch.setattr(
        "app.cli.serve.serve_site", lambda _at, own, _door, **_: leads_to.append(own.base_url)
    )
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    hikyaku("--demo", "serve", "--port", str(port))

    link = hikyaku("--demo", "organiser", "add", "olga@example.com").stdout

    assert leads_to == [f"http://localhost:{port}"]
    assert link.startswith(f"http://localhost:{port}/")


def test_the_demonstration_takes_no_postgresql(postgres: str) -> None:
    with postgres_database(postgres, "migrated") as url:
        database = Database(url)
        assert not demonstration.is_demo(database)
        with pytest.raises(StoreUnavailable, match="is not the database of the demonstration"):
            demonstration.require_own(database, demo=True)
        demonstration.require_own(database, demo=False)
        database.close()


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """`./run`, in a folder where nothing has been set up."""
    (folder / "run").write_bytes((TOP / "run").read_bytes())
    return subprocess.run(
        ["sh", "run", *arguments],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--help"], 0, "Usage: ./run"),
        (["--no-serve", "-h"], 0, "Usage: ./run"),
        (["--nonsense"], 2, "there is no --nonsense"),
        (["--no-serve", "demo"], 2, "there is no demo"),
        (["--port"], 2, "--port needs a value"),
        (["--port="], 2, "there is no --port="),
    ],
)
def test_run_helps_and_refuses_before_it_does_anything(
    arguments: list[str], code: int, told: str, tmp_path: Path
) -> None:
    done = run(*arguments, folder=tmp_path)

    assert (done.returncode, told in done.stdout + done.stderr) == (code, True)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
