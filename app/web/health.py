"""Whether this process lives, and whether it can do its work: for those who watch over it."""

from datetime import timedelta
from typing import Final, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from app.store import migrating, waiting
from app.store.database import StoreUnavailable
from app.web.rendering import UNKEPT
from app.web.site import Now, SiteOf

router = APIRouter()

LATE: Final = timedelta(minutes=15)
"""Work that has waited for longer is waiting for a worker that is not there."""


class Health(BaseModel):
    """This process answers."""

    status: Literal["alive"] = "alive"


class Readiness(BaseModel):
    """What pages need; and how long work has been waiting for a worker, which pages do not need."""

    status: Literal["ready", "not ready"]
    database: Literal["reachable", "unreachable"]
    tables: Literal["current", "other", "unknown"]
    jobs: Literal["on time", "late", "unknown"]
    letters_wait_seconds: int = 0
    mail_waits_seconds: int = 0


@router.get("/healthz")
def healthz(response: Response) -> Health:
    """This process answers; nothing else is looked at."""
    response.headers["Cache-Control"] = UNKEPT
    return Health()


@router.get("/readyz")
def readyz(response: Response, site: SiteOf, now: Now) -> Readiness:
    """200 if pages can be served: the database answers and has our tables. Else 503."""
    response.headers["Cache-Control"] = UNKEPT
    try:
        with site.database.reading() as session:
            if not migrating.is_current(session):
                response.status_code = 503
                return Readiness(
                    status="not ready", database="reachable", tables="other", jobs="unknown"
                )
            letters = waiting.letters_wait(session, now=now)
            mail = waiting.mail_waits(session, now=now)
    except StoreUnavailable:
        response.status_code = 503
        return Readiness(
            status="not ready", database="unreachable", tables="unknown", jobs="unknown"
        )
    return Readiness(
        status="ready",
        database="reachable",
        tables="current",
        jobs="late" if max(letters, mail) > LATE else "on time",
        letters_wait_seconds=int(letters.total_seconds()),
        mail_waits_seconds=int(mail.total_seconds()),
    )
