"""What would have won, for whoever asks: worked out while he waits, if he does not ask too often."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request

from app.statistics import what_if
from app.statistics.what_if import Improvement
from app.tournament.full_table import Entrant, FullTable
from app.web import limits
from app.web.errors import lang_of
from app.web.pages.battles import Stage
from app.web.site import SiteOf
from app.web.views import published


@dataclass(frozen=True, slots=True)
class Asked:
    """What would have won for the entrant of this index? `field` names everybody in the table, by index."""

    stage: Stage
    field: Sequence[Entrant]
    table: FullTable
    index: int
    etag: str

    @property
    def who(self) -> Entrant:
        """About whom it is."""
        return self.field[self.index]


def _of_address(request: Request, slug: str, number: int, site: SiteOf) -> Asked:
    lang = lang_of(request)
    # Read at once: nobody keeps a connection while battles are played.
    with site.database.reading() as session:
        results = published.of_address(request, slug, session)
        run, name = results.run(), results.season.title(lang)
    index = published.index_of(run, number)
    stage = Stage(name, f"/{lang}/seasons/{slug}", run.game, run.game.rules_version, run.digest)
    return Asked(stage, run.participants, run, index, results.etag)


AskedEntry = Annotated[Asked, Depends(_of_address)]
"""The entry of the address. Answers 404 before the results are public, 410 for one that was taken out."""


def worked_out(request: Request, asked: Asked, now: datetime) -> Improvement:
    """What single changes would have done for it.

    What is known already is free. Raises 429 for a client that asks too often, `Busy` while too many ask,
    and `TooMuchToPlay`.
    """
    if not what_if.is_known(asked.table, asked.index):
        limits.spend_by_client(request, limits.WHAT_IFS, now)
    return what_if.answer(asked.table, asked.index)
