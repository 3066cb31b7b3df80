"""A PostgreSQL server in a temporary folder: for tests, and for faults that no other server should
suffer.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

_SERVED_BY: Final = "postgres"
"""The server refuses to run as root."""
_SETTINGS: Final = "-c listen_addresses= -c fsync=off -c full_page_writes=off -c autovacuum=off -c max_wal_size=64MB -c min_wal_size=32MB"


def postgres_programs() -> Path | None:
    """The folder of the newest PostgreSQL server, if one is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
    if found:
        return found[-1]
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else None


@contextmanager
def postgres_server(within: Path | None = None) -> Iterator[str]:
    """A PostgreSQL server reached through a socket in its own folder; yields its address."""
    assert postgres_programs(), "no PostgreSQL server is installed"  # noqa: S101 - both callers have asked
    folder = Path(mkdtemp(prefix="hikyaku-pg-", dir=within))
    if os.geteuid() == 0:
        shutil.chown(folder, _SERVED_BY)
    _run(folder, "initdb", "-U", "hikyaku", "--auth=trust", "--encoding=UTF8", "--no-sync")
    address = address_of(folder)
    start(address)
    try:
        yield address
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            stop(address)
        shutil.rmtree(folder, ignore_errors=True)


def address_of(folder: Path) -> str:
    """The address of the server in this folder."""
    return f"postgresql://hikyaku@/postgres?host={folder}"


def start(server: str) -> None:
    """Start the server of this address."""
    folder = _folder(server)
    asked = f"{_SETTINGS} -c unix_socket_directories={folder}"
    _run(folder, "pg_ctl", "-w", "-o", asked, "-l", str(folder / "log"), "start")


def start_again(server: str) -> None:
    """Start the server of this address if it is not running."""
    try:
        _run(_folder(server), "pg_ctl", "status")
    except subprocess.CalledProcessError:
        start(server)


def stop(server: str) -> None:
    """Stop the server of this address at once, as a crash would."""
    _run(_folder(server), "pg_ctl", "-m", "immediate", "stop")


def _folder(server: str) -> Path:
    return Path(server.partition("?host=")[2])


def _run(folder: Path, program: str, *arguments: str) -> None:
    found = postgres_programs()
    assert found  # noqa: S101 - a server was started with them
    subprocess.run(  # noqa: S603
        [found / program, "-D", str(folder / "data"), *arguments],
        check=True,
        cwd=folder,
        user=_SERVED_BY if os.geteuid() == 0 else None,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
