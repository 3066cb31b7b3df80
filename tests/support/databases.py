"""Real databases for tests: a SQLite file each, or a database each in a PostgreSQL server of our own."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Final
from uuid import uuid4

import psycopg
import pytest

one_database: Final = pytest.mark.parametrize("database_kind", ["sqlite"])
"""For many cases of which Python alone decides; tests beside them ask the same of both kinds of database."""
_SERVED_BY: Final = "postgres"
"""The server refuses to run as root."""


def postgres_programs() -> Path | None:
    """The folder of the newest PostgreSQL server, if one is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
    if found:
        return found[-1]
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else None


@contextmanager
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server reached through a socket in its own folder; yields its address."""
    assert postgres_programs(), "no PostgreSQL server is installed"
    folder = Path(mkdtemp(prefix="hikyaku-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, _SERVED_BY)
    _run(folder, "initdb", "-U", "hikyaku", "--auth=trust", "--encoding=UTF8", "--no-sync")
    _start(folder)
    try:
        yield f"postgresql://hikyaku@/postgres?host={folder}"
    finally:
        _stop(folder)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def outage(server: str) -> Iterator[None]:
    """The server of this address is torn down, and comes back at the end."""
    folder = Path(server.partition("?host=")[2])
    _stop(folder)
    try:
        yield
    finally:
        _start(folder)


def _start(folder: Path) -> None:
    settings = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
    _run(folder, "pg_ctl", "-w", "-o", settings, "-l", str(folder / "log"), "start")


def _stop(folder: Path) -> None:
    _run(folder, "pg_ctl", "-m", "immediate", "stop")


def _run(folder: Path, program: str, *arguments: str) -> None:
    programs = postgres_programs()
    assert programs
    subprocess.run(
        [programs / program, "-D", str(folder / "data"), *arguments],
        check=True,
        cwd=folder,
        user=_SERVED_BY if os.geteuid() == 0 else None,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@contextmanager
def postgres_database(
    server: str, template: str = "template1", name: str | None = None
) -> Iterator[str]:
    """A new database in this server, empty or a copy of `template`; yields its address."""
    name = name or f"t{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    try:
        yield server.replace("/postgres?", f"/{name}?")
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
