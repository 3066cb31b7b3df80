"""Separate processes for tests. They start quickly: they are forked from one that has everything
loaded.
"""

from multiprocessing import get_context

PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload(["aiosmtpd.smtp", "app.jobs.letters", "tests.crashes.outbox"])
