"""Real databases for tests: a SQLite file each, or a database each in a PostgreSQL server of our own."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

import psycopg


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
    programs = postgres_programs()
    assert programs, "no PostgreSQL server is installed"
    folder = Path(mkdtemp(prefix="hikyaku-pg-"))
    user = None
    if os.geteuid() == 0:  # the server refuses to run as root
        user = "postgres"
        shutil.chown(folder, user)

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [programs / program, *arguments],
            check=True,
            cwd=folder,
            user=user,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    data = str(folder / "data")
    run("initdb", "-D", data, "-U", "hikyaku", "--auth=trust", "--encoding=UTF8", "--no-sync")
    settings = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
    run("pg_ctl", "-D", data, "-w", "-o", settings, "-l", str(folder / "log"), "start")
    try:
        yield f"postgresql://hikyaku@/postgres?host={folder}"
    finally:
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


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
