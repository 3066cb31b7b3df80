"""Several processes that answer at one port. One that dies is replaced, and none outlives the first."""

import logging
import os
import signal
import socket
from collections.abc import Callable
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Event, Thread
from typing import Final

from starlette.types import ASGIApp
from uvicorn.supervisors.multiprocess import Multiprocess

from app.web.front.connections import configured

SILENT_SECONDS: Final = 30
"""A worker that says nothing for so long hangs, and is replaced."""

logger = logging.getLogger(__name__)


def serve(
    make: Callable[[], ASGIApp],
    listener: socket.socket,
    workers: int,
    stop: Event,
    *,
    begun: Callable[[], object],
    died: Callable[[], object],
) -> None:
    """Serve from several processes until `stop` is set or a signal comes; open requests are finished.

    `make` is called in each process, so it must be importable by name. `begun` is called here once all of them
    serve, and `died` for each that died.
    """
    config = configured(
        make, factory=True, workers=workers, timeout_worker_healthcheck=SILENT_SECONDS
    )
    supervisor = _Supervisor(config, [listener])
    supervisor.should_exit = stop
    supervisor.begun, supervisor.died = begun, died
    supervisor.run()


class _Supervisor(Multiprocess):
    """Uvicorn's, which tells of its processes."""

    begun: Callable[[], object]
    died: Callable[[], object]
    _all_serve = False

    def keep_subprocess_alive(self) -> None:
        """Replace and log processes that died; called twice a second."""
        before = [*self.processes]
        super().keep_subprocess_alive()
        if self.signal_queue:  # Ctrl-C may reach them before this process has heard of it
            return
        for old, new in zip(before, self.processes, strict=True):
            if old is not new:
                logger.error(
                    "process %s, which served pages, died (exit code %s) and is replaced",
                    old.pid,
                    old.exitcode,
                )
                self.died()
        if not self._all_serve and all(each.is_ready() for each in self.processes):
            self._all_serve = True
            self.begun()


def end_with_parent() -> None:
    """This process is asked to end as soon as the one that started it has gone, in whatever way."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=watch, name="parent", daemon=True).start()
