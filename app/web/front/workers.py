"""Several processes that answer at one port. One that dies is replaced, and none outlives the first."""

import os
import signal
import socket
from collections.abc import Callable
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Event, Thread
from typing import Final

from fastapi import FastAPI
from uvicorn.supervisors.multiprocess import Multiprocess

from app.web.front.connections import configured

SILENT_SECONDS: Final = 30
"""A worker that says nothing for so long hangs, and is replaced."""


def serve(make: Callable[[], FastAPI], listener: socket.socket, workers: int, stop: Event) -> None:
    """So many processes answer requests until `stop` is set or a signal comes; open requests are answered to the end.

    `make` is called in each of them, so it must be a function that another process can find by its name.
    """
    config = configured(
        make, factory=True, workers=workers, timeout_worker_healthcheck=SILENT_SECONDS
    )
    supervisor = Multiprocess(config, [listener])
    supervisor.should_exit = stop
    supervisor.run()


def end_with_parent() -> None:
    """This process is asked to end as soon as the one that started it has gone, in whatever way."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=watch, name="parent", daemon=True).start()
