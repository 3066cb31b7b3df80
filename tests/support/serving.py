"""`hikyaku serve` as a separate process, for tests that talk to it over a socket."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from tests.support.outgoing import KEY


@dataclass
class Served:
    """A server that runs; `address` ends with a slash."""

    process: subprocess.Popen[str]
    address: str
    log: Path

    def get(self, path: str, seconds: float = 120) -> httpx2.Response:
        """The answer on a new connection. TLS is not verified: loading certificates takes longer
        than the request.
        """
        return httpx2.get(self.address + path, timeout=seconds, verify=False)

    def stop(self) -> int:
        """Ask it to end, as a supervisor does; the answer is its exit code."""
        self.process.terminate()
        return self.process.wait(120)


def installation(folder: Path, url: str) -> dict[str, str]:
    """The environment of an installation in this folder."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("HIKYAKU_")}
    return ours | {
        "HIKYAKU_DATABASE_URL": url,
        "HIKYAKU_MAILDIR": str(folder / "mail"),
        "HIKYAKU_SECRET": KEY,
        "LC_ALL": "C.UTF-8",
    }


@contextmanager
def served(
    folder: Path, url: str, *arguments: str, descriptors: int | None = None, **settings: str
) -> Iterator[Served]:
    """A server on a free port of the loopback, with at most this many descriptors."""

    def limit() -> None:
        if descriptors:
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    log = folder / "serve.log"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "serve", "--port", "0", *arguments],
            env=installation(folder, url) | settings,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            preexec_fn=limit,  # noqa: PLW1509 - nothing but a call of the system
        )
        try:
            assert process.stdout
            words = process.stdout.readline().split()
            assert words, log.read_text()
            yield Served(process, next(word for word in words if word.startswith("http")), log)
        finally:
            process.kill()
            process.communicate()
