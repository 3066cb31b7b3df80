"""What holds for every test: databases, how hypothesis plays, and that no skipped test goes unnoticed."""

import gc
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from secrets import token_hex
from types import SimpleNamespace
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from hypothesis import HealthCheck, settings
from sqlalchemy import Engine, event
from starlette.testclient import TestClient

from app import games
from app.bench.postgres import postgres_programs, postgres_server
from app.cli import YOUNG
from app.engine import Ruleset
from app.league.matches import scripts, seeds
from app.store import database as database_module
from app.store.database import Database
from app.store.results import parts
from app.store.tables import people
from app.store.upkeep.migrations import migrate
from app.web.front import lookout
from tests.support import nearest, worlds
from tests.support.asking import Line
from tests.support.databases import ENGINES, KINDS, Copies, Emptied, either_kind, postgres_database

TOP = Path(__file__).parent.parent
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
FROM_HERE = ("--no-deps", "--no-build-isolation", "--no-index")
NEW_GAMES = Path(__file__).parent / "support" / "games"
MATCH_GAMES = Path(__file__).parent / "support" / "match_games"
ON_CI = os.environ.get("CI") == "true"

# No test depends on the installation or the network of the person who runs it.
for name in [*os.environ]:
    if name.lower().endswith("_proxy") or (name.startswith("HIKYAKU_") and name != "HIKYAKU_PURE"):
        del os.environ[name]

# What a test has changed, by whatever connection, the next page shows.
lookout.LOOK_SECONDS = lookout.STALE_SECONDS = 0  # type: ignore[misc]

# A busy machine is no reason to fail.
settings.register_profile(
    "dev", max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# On CI the same examples every time: a red run is about the change in hand, and can be repeated.
settings.register_profile(
    "ci", parent=settings.get_profile("dev"), derandomize=True, print_blob=True
)
settings.load_profile("ci" if ON_CI else "dev")


def pytest_configure(config: pytest.Config) -> None:
    """With `-m slow` what is drawn is drawn more often."""
    if config.option.markexpr == "slow":
        settings.register_profile("slow", settings(), max_examples=200)
        settings.load_profile("slow")


gc.set_threshold(YOUNG)  # as in a process of the program


def set_up_quickly(connection: sqlite3.Connection, record: Any) -> None:
    """A test may be killed, but no power fails: what the system has it keeps."""
    _set_up_sqlite(connection, record)
    connection.execute("PRAGMA synchronous=OFF")


_set_up_sqlite = vars(database_module)["_set_up_sqlite"]
vars(database_module).update(create_engine=ENGINES.create, _set_up_sqlite=set_up_quickly)

MEASURED = ("tests/games/", "tests/engine/")
# Browsers, servers and processes of their own, and what else takes long: the longest first.
FIRST = (
    "tests/web/test_axe.py",
    "tests/web/test_routes.py",
    "tests/web/test_journeys.py",
    "tests/web/test_tables.py",
    "tests/test_sealed.py",
    "tests/cli/test_demo.py",
    "tests/test_installation.py",
    "tests/test_running.py",
    "tests/web/test_match_season.py",
    "tests/web/test_duel.py",
    "tests/jobs/test_fetch.py",
    "tests/jobs/test_relaying.py",
    "tests/mail/reading/test_bounces.py",
    "tests/mail/inbox/test_hostile.py",
    "tests/chaos/",
    "tests/crashes/",
    "tests/wave/",
)
ON_BOTH = ("tests/store/", "tests/jobs/")


vars(people)["token_hex"] = lambda _: ""
"""Most tests make secret addresses of numbers alone, as those of the first players are; `salted` is as players are now."""


@pytest.fixture
def salted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "token_hex", token_hex)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests and what they import stay until the end: no search for garbage goes through them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def turn(item: pytest.Item) -> int:
    """Whether it begins before others: one worker has what takes long, the other takes over what this one cannot begin."""
    return next((at for at, path in enumerate(FIRST) if item.nodeid.startswith(path)), len(FIRST))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--both", action="store_true", help="run each test that has a database on both kinds"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Where SQL is, tests have both kinds of database, each in turn; elsewhere one, half of them either."""
    named = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "database_kind" not in metafunc.fixturenames or "database_kind" in str(named):
        return
    nodeid = metafunc.definition.nodeid
    is_on_both = metafunc.config.option.both or nodeid.startswith(ON_BOTH)
    metafunc.parametrize("database_kind", KINDS if is_on_both else [either_kind(nodeid)])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Coverage looks at the tests that rules and engine have of their own, with builds that are always the same."""
    for item in items:
        is_drawn = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if is_drawn and config.option.markexpr == "slow":
            item.add_marker("slow")
        rests = is_drawn or any(item.iter_markers("unmeasured")) or any(item.iter_markers("slow"))
        if item.nodeid.startswith(MEASURED) and not rests:
            item.add_marker("measured")
    items.sort(key=turn)


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Of a page that lacks something, the lines that come nearest."""
    return nearest.told(op, left, right)


def skipped(config: pytest.Config) -> list[pytest.TestReport]:
    """All skips of this run; under xdist only the controller, which has the terminal, knows of any."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return []
    quiet = [report for report in reporter.stats.get("", ()) if report.skipped]  # rows of a table
    return [*reporter.stats.get("skipped", ()), *quiet]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if ON_CI and session.exitstatus == pytest.ExitCode.OK and skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    reports = skipped(config)
    if not reports:
        return
    terminalreporter.section(
        "NOT TESTED HERE" + (" (on CI this fails the run)" if ON_CI else ""), red=True, bold=True
    )
    for report in reports:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        terminalreporter.line(f"{report.nodeid}: {reason}", red=True)


@pytest.fixture(scope="session", autouse=True)
def one_loop() -> Iterator[None]:
    """One event loop serves all who ask without entering their client: a thread and a loop a request cost as much as a page."""
    with start_blocking_portal() as portal:
        TestClient.portal = portal
        Line.call = staticmethod(portal.call)
        yield
    TestClient.portal = None


@pytest.fixture
def janken() -> Iterator[Ruleset]:
    """A game more: its folder lies among the others for as long as the test runs."""
    with _games_of(NEW_GAMES):
        yield games.ruleset("janken")


@pytest.fixture
def duel() -> Iterator[Ruleset]:
    """A game with decisions more."""
    with _games_of(MATCH_GAMES):
        yield games.ruleset("duel")


@contextmanager
def _games_of(folder: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "__path__", [*games.__path__, str(folder)])
        _forget_games()
        yield
    _forget_games()


def _forget_games() -> None:
    for known in (games._folders, games.slugs, games.match_slugs):
        known.cache_clear()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables and no rows."""
    path = tmp_path_factory.mktemp("sqlite") / "template.db"
    database = Database(f"sqlite:///{path}")
    migrate(database)
    database.close()
    return path


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where `pip install` has put what the wheel of the program holds; the compiler always failed."""
    folder = tmp_path_factory.mktemp("wheel")
    checkout, site = folder / "checkout", folder / "site"
    for name in ("app", "templates", "migrations"):
        shutil.copytree(TOP / name, checkout / name, ignore=shutil.ignore_patterns("*.so"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(TOP / name, checkout)
    subprocess.run(
        [*PIP, "wheel", *FROM_HERE, "--wheel-dir", folder, checkout],
        env=os.environ | {"CC": "false"},
        check=True,
        capture_output=True,
    )
    shutil.rmtree(checkout)
    (built,) = folder.glob("*.whl")
    subprocess.run([*PIP, "install", *FROM_HERE, "--target", site, built], check=True)
    return site


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server with a database `migrated` that has all tables and no rows."""
    if not postgres_programs():
        pytest.skip("no PostgreSQL server is installed (Debian: postgresql)")
    with ExitStack() as stack:
        server = stack.enter_context(postgres_server())
        template = Database(stack.enter_context(postgres_database(server, name="migrated")))
        migrate(template)
        template.close()
        yield server


@pytest.fixture(scope="session")
def emptied(postgres: str) -> Emptied:
    return Emptied(postgres, "migrated")


@pytest.fixture
def empty_database(
    database_kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Database]:
    """A database without tables."""
    with ExitStack() as stack:
        url = f"sqlite:///{tmp_path / 'empty.db'}"
        if database_kind == "postgresql":
            url = stack.enter_context(postgres_database(request.getfixturevalue("postgres")))
        database = Database(url)
        yield database
        database.close()


@pytest.fixture(scope="session")
def sqlite_files(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Copies:
    return Copies(sqlite_template, tmp_path_factory.mktemp("sqlite_files"))


@pytest.fixture
def site_file(sqlite_files: Copies) -> Iterator[Path]:
    """A SQLite file with all tables and no rows, for programs that open it by its address."""
    with sqlite_files.database() as url:
        yield Path(url.removeprefix("sqlite:///"))


@pytest.fixture
def database(database_kind: str, request: pytest.FixtureRequest) -> Iterator[Database]:
    """A database with all tables and no rows."""
    made = request.getfixturevalue("emptied" if database_kind == "postgresql" else "sqlite_files")
    with made.database() as url, closing(Database(url)) as database:
        yield database


@pytest.fixture
def listen() -> Iterator[Callable[[Engine, str, Callable[..., Any]], None]]:
    """Hear of what an engine does, as `event.listen`, until the test ends: the engine goes on in others."""
    with ExitStack() as stack:

        def listen(engine: Engine, name: str, hear: Callable[..., Any]) -> None:
            event.listen(engine, name, hear)
            stack.callback(event.remove, engine, name, hear)

        yield listen


@pytest.fixture
def begin(
    database_kind: str, request: pytest.FixtureRequest
) -> Iterator[Callable[[str], Database]]:
    """Copies of worlds, each with its name in `tests.support.worlds`."""
    with ExitStack() as stack:

        def begin(name: str) -> Database:
            if database_kind == "sqlite":
                sqlite_files: Copies = request.getfixturevalue("sqlite_files")
                url = stack.enter_context(sqlite_files.database(worlds.file_of(name)))
            else:
                server = request.getfixturevalue("postgres")
                url = stack.enter_context(
                    postgres_database(server, request.getfixturevalue("templates")(name))
                )
            return stack.enter_context(closing(Database(url)))

        yield begin


@pytest.fixture(scope="session")
def templates(postgres: str) -> Iterator[Callable[[str], str]]:
    """The names of the databases in the PostgreSQL server of which worlds are copied."""
    made: set[str] = set()
    with ExitStack() as stack:

        def template(name: str) -> str:
            named = f"world {name}"
            if named not in made:
                url = stack.enter_context(postgres_database(postgres, "migrated", named))
                with closing(Database(url)) as database:
                    worlds.fill(database, name)
                made.add(named)
            return named

        yield template


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which hands and dice a season has hangs on its secret, and on seals and nonces of its entries: in every test they are the same."""
    drawn_by = Random(1)
    dice = SimpleNamespace(
        token_bytes=drawn_by.randbytes, token_hex=lambda many: drawn_by.randbytes(many).hex()
    )
    for drawn in (seeds, parts, scripts):
        monkeypatch.setattr(drawn, "secrets", dice)


@pytest.fixture
def nothing_else_to_collect() -> None:
    """Steps are measured between full collections, which would go through all that hundreds of tests have left here."""
    gc.collect()
    gc.freeze()
