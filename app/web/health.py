"""Health checks for monitoring: whether this process lives, and whether the site can do its work."""

import time
from datetime import timedelta
from typing import Final, Literal

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel

from app.store.database import Database, StoreUnavailable
from app.store.upkeep import facts, migrations
from app.store.work import backlog, heartbeats
from app.web.dependencies import Now, Site, SiteOf
from app.web.errors import AWAY_SECONDS
from app.web.rendering import UNKEPT

router = APIRouter()

LATE: Final = timedelta(minutes=15)
"""Work that has waited for longer is waiting for a worker that is not there."""
SILENT: Final = timedelta(minutes=6)
"""A worker that has not been heard of for longer is gone. It may take five minutes for one letter."""
TRIED_FOR: Final = 2
"""Seconds for which it is remembered whether something can be written."""

Failing = Literal["database", "tables", "disk", "jobs", "letters", "mail"]


class Health(BaseModel):
    """This process answers."""

    status: Literal["alive"] = "alive"
    site: str
    """A value by which this site is told from others; it gives nothing away."""


class Readiness(BaseModel):
    """The needs of the site. `failing` names the faults; `why` tells, in words, why something cannot be written."""

    status: Literal["ready", "not ready"]
    failing: list[Failing]
    database: Literal["reachable", "unreachable"]
    tables: Literal["current", "other", "unknown"]
    disk: Literal["writable", "not writable", "unknown"]
    jobs: Literal["on time", "late", "silent", "unknown"]
    letters_wait_seconds: int = 0
    mail_waits_seconds: int = 0
    why: str = ""


@router.get("/healthz")
def healthz(response: Response, site: SiteOf) -> Health:
    """This process answers; nothing else is looked at."""
    response.headers["Cache-Control"] = UNKEPT
    return Health(site=facts.check_value(site.key))


@router.get("/readyz")
def readyz(response: Response, site: SiteOf, now: Now) -> Readiness:
    """200 if the database answers, has our tables and can be written, and what is due is done. Else 503."""
    response.headers["Cache-Control"] = UNKEPT
    found = _look(site, now)
    if found.failing:
        found.status = "not ready"
        response.status_code = 503
        response.headers["Retry-After"] = AWAY_SECONDS
    return found


@router.get("/metrics", include_in_schema=False)
def metrics(request: Request, site: SiteOf) -> Response:
    """What the site answers and what work it has, for programs on this machine. 404 if nothing is counted."""
    if site.settings.metrics == "off":
        raise HTTPException(404)
    from app.web.front import metrics as front  # the library is for those who ask for it

    return front.answer(request, site)


def _look(site: Site, now: Now) -> Readiness:
    found = Readiness(
        status="ready",
        failing=[],
        database="reachable",
        tables="current",
        disk="unknown",
        jobs="unknown",
    )
    try:
        with site.database.reading() as session:
            if not migrations.is_current(session):
                found.failing, found.tables = ["tables"], "other"
                return found
            letters = backlog.letters_wait(session, now=now)
            mail = backlog.mail_waits(session, now=now)
            silence = heartbeats.silence(session, "jobs", now)
    except StoreUnavailable:
        found.failing, found.database, found.tables = ["database"], "unreachable", "unknown"
        return found
    found.letters_wait_seconds = int(letters.total_seconds())
    found.mail_waits_seconds = int(mail.total_seconds())
    found.jobs = "late" if max(letters, mail) > LATE else "on time"
    if silence and silence > SILENT:
        found.jobs = "silent"
        found.failing.append("jobs")
    if letters > LATE:
        found.failing.append("letters")
    if mail > LATE:
        found.failing.append("mail")
    found.why = _tried(site)
    found.disk = "not writable" if found.why else "writable"
    if found.why:
        found.failing.append("disk")
    return found


def _tried(site: Site) -> str:
    """Why the database cannot be written, by the latest attempt of a moment ago; empty if it can."""
    last = site.last_write
    if time.monotonic() - last.at > TRIED_FOR:
        last.why = _why_not_written(site.database)
        last.at = time.monotonic()
    return last.why


def _why_not_written(database: Database) -> str:
    try:
        with database.writing() as session:
            heartbeats.beat(session, "pages")
    except StoreUnavailable as error:
        return str(error)
    return "" if database.has_room() else "the disk is full"
