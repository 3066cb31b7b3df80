"""The site under test: servers and workers as their commands start them, and a supervisor that starts them anew."""

import os
import resource
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.util import get_temp_dir
from pathlib import Path
from threading import Event, Thread
from typing import Final

from app.bench import postgres
from app.settings import Settings
from app.tournament import blocks
from tests.chaos.wall import Wall

RESTART_SECONDS: Final = 0.1
_LOOK_SECONDS: Final = 0.05
_ENDING_SECONDS: Final = 60
_PROCESSES: Final = get_context("forkserver")
# All that a server loads: it is forked within milliseconds.
_PROCESSES.set_forkserver_preload(["app.cli.serve", "tests.chaos.warm", __name__])


@dataclass(slots=True)
class Member:
    """A process of the site: `hikyaku` with these arguments, started anew whenever it has ended."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    wall: Path
    group: int
    """The process group of all members."""
    process: BaseProcess | None = None
    starts: int = 0

    def start(self) -> None:
        """It runs, or will in a moment."""
        arguments = (self.arguments, self.environment, self.log, self.wall, self.group)
        self.process = _PROCESSES.Process(target=_live, args=arguments, daemon=True)
        self.process.start()
        self.starts += 1

    def signal(self, number: int) -> BaseProcess | None:
        """The process that was sent it, if one was there."""
        process = self.process
        with suppress(ProcessLookupError):
            if process and process.pid and process.exitcode is None:
                os.kill(process.pid, number)
                return process
        return None


def _live(
    arguments: Sequence[str], environment: Mapping[str, str], log: Path, wall: Path, group: int
) -> None:
    """A process of the site. Each row of a run is a block, so that runs are long enough to be disturbed."""
    os.setpgid(0, group)
    written = os.open(log, os.O_WRONLY | os.O_APPEND)
    os.dup2(written, 1)
    os.dup2(written, 2)
    os.environ.update(environment)
    Settings.model_config["env_file"] = None  # that is the real site's
    vars(blocks).update(BLOCK_SECONDS=0, FEW_BLOCKS=1_000_000)
    Wall(wall).hang()
    sys.argv = ["hikyaku", *arguments]
    runpy.run_module("app", run_name="__main__")


@dataclass(slots=True)
class Site:
    """The members of a site, and where they are reached."""

    members: Sequence[Member]
    ports: Sequence[int]
    """Of the pages."""
    doors: Sequence[int]
    """For mail."""
    disk: "Disk"
    _stop: Event = field(default_factory=Event)

    @contextmanager
    def running(self) -> Iterator[None]:
        """All members run during the `with` block, and none afterwards."""
        supervisor = Thread(target=self._supervise, name="supervisor")
        supervisor.start()
        try:
            yield
        finally:
            self._stop.set()
            supervisor.join()
            for number in (signal.SIGCONT, signal.SIGKILL):
                for member in self.members:
                    member.signal(number)
            for member in self.members:
                if member.process:
                    member.process.join()

    def _supervise(self) -> None:
        while not self._stop.wait(_LOOK_SECONDS):
            for member in self.members:
                if not member.process:
                    member.start()
                elif member.process.exitcode is not None:
                    self._stop.wait(RESTART_SECONDS)
                    member.start()


def end(member: Member) -> int | None:
    """Its exit code, once it was asked to end; None if it did not want to."""
    asked = member.signal(signal.SIGTERM)
    if not asked:
        return 0
    until = time.monotonic() + _ENDING_SECONDS
    while asked.exitcode is None and time.monotonic() < until:
        time.sleep(_LOOK_SECONDS)
    if asked.exitcode is None:
        member.signal(signal.SIGKILL)
    return asked.exitcode


class Disk:
    """A disk of this size that can be filled: a file system of its own where we may mount one.

    Elsewhere the files of the site cannot grow while it is full.
    """

    def __init__(self, folder: Path, mib: int) -> None:
        self.folder = folder
        folder.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={mib}m,mode=711", "tmpfs", str(folder)]
        self.is_own = os.geteuid() == 0 and _does(mount)

    def fill(self, members: Sequence[Member]) -> None:
        """Not a byte more can be written."""
        if not self.is_own:
            self._let_grow(members, 1)
            return
        with suppress(OSError), self._ballast.open("wb", buffering=0) as file:
            while file.write(bytes(1 << 20)):
                pass
        with suppress(OSError), self._ballast.open("ab", buffering=0) as file:
            while file.write(bytes(512)):
                pass

    def empty(self, members: Sequence[Member]) -> None:
        """There is room again."""
        self._ballast.unlink(missing_ok=True)
        if not self.is_own:
            self._let_grow(members, resource.RLIM_INFINITY)

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"

    def _let_grow(self, members: Sequence[Member], most: int) -> None:
        for member in members:
            with suppress(ProcessLookupError):
                if member.process and member.process.pid:
                    limits = (most, resource.RLIM_INFINITY)
                    resource.prlimit(member.process.pid, resource.RLIMIT_FSIZE, limits)


def _does(command: Sequence[str]) -> bool:
    with suppress(FileNotFoundError):
        quiet = subprocess.DEVNULL
        return subprocess.run(command, check=False, stdout=quiet, stderr=quiet).returncode == 0
    return False


@contextmanager
def cleaned(folder: Path) -> Iterator[int]:
    """The folder is gone at the end, with the disk and the servers in it, even if this process is killed.

    Yields a process group: what is in it at the end is killed.
    """
    ours, theirs = _PROCESSES.Pipe()
    cleaner = _PROCESSES.Process(target=_clean, args=(folder, get_temp_dir(), theirs))
    cleaner.start()
    theirs.close()
    try:
        yield ours.recv()
    finally:
        ours.send("all is well")
        ours.close()
        cleaner.join()


def _clean(folder: Path, of_processes: str, listening: Connection) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    os.setpgid(0, 0)
    listening.send(os.getpid())
    try:
        listening.recv()
    except (EOFError, OSError):  # killed: what Python itself keeps for its processes is left, too
        shutil.rmtree(of_processes, ignore_errors=True)
    os.setpgid(0, os.getpgid(os.getppid()))
    with suppress(ProcessLookupError):
        os.killpg(os.getpid(), signal.SIGKILL)
    for running in folder.glob("disk/*/data/postmaster.pid"):
        with suppress(subprocess.CalledProcessError):
            postgres.stop(postgres.address_of(running.parent.parent))
    _does(["umount", "-l", str(folder / "disk")])
    shutil.rmtree(folder, ignore_errors=True)


def free_ports(many: int) -> list[int]:
    """Ports of the loopback where nobody listens."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(many)]
    ports = [int(each.getsockname()[1]) for each in sockets]
    for each in sockets:
        each.close()
    return ports
