"""What would have won, for whoever asks: worked out while he waits, if he does not ask too often."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.exceptions import HTTPException

from app.i18n import N_, translations
from app.league import improving
from app.league.improving import Improvement
from app.league.reviewing import FinishedRun
from app.store.tables import Season
from app.web import limits, published
from app.web.refusals import lang_of
from app.web.site import SiteOf

BUSY_SECONDS: Final = 5
_BUSY: Final = N_("Others are being answered at the moment.")


@dataclass(frozen=True, slots=True)
class Asked:
    """A participant of a published season, by index."""

    season: Season
    run: FinishedRun
    index: int
    etag: str


def _of_address(request: Request, slug: str, number: int, site: SiteOf) -> Asked:
    # Read at once: nobody keeps a connection while battles are played.
    with site.database.reading() as session:
        results = published.of_address(request, slug, session)
        run = results.run()
    return Asked(results.season, run, published.index_of(run, number), results.etag)


AskedEntry = Annotated[Asked, Depends(_of_address)]
"""The entry of the address. Answers 404 before the results are public, 410 for one that was taken out."""


def worked_out(request: Request, asked: Asked, now: datetime) -> Improvement:
    """What single changes would have done for this participant.

    What is known already is free. Raises 429 for a client that asks too often, 503 while too many ask,
    and `TooMuchToPlay`.
    """
    if not improving.is_known(asked.run, asked.index):
        limits.spend_by_client(request, limits.WHAT_IFS, now)
    try:
        return improving.of_entry(asked.run, asked.index)
    except improving.Busy:
        sentence = translations(lang_of(request)).gettext(_BUSY)
        raise HTTPException(503, sentence, {"Retry-After": str(BUSY_SECONDS)}) from None
