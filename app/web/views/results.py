"""Published results: found once, and their pages made again only if something has changed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Request
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.engine.workshop.call import is_call
from app.i18n import N_, translations
from app.league import visibility
from app.league.entries.pictures import portraits
from app.league.results.results import FinishedRun, finished, named
from app.statistics import analysis
from app.statistics.analysis import Analysis
from app.store import entrants
from app.store.database import let_go
from app.store.entrants import HiddenParts
from app.store.series import rounds
from app.store.tables import Run, Season
from app.web.dependencies import Reading
from app.web.errors import lang_of
from app.web.rendering import etag_of, require_change

OF_BATTLES: Final = re.compile(
    r"/(table|statistics|compare|battles|stages|standings\.csv|table\.csv)(/|$)"
)
"""What a call for cards has not: nothing is fought there."""
_NO_BATTLES = N_("Nothing is fought here. The page of the call shows what was made.")
_NOT_YET = N_("The results of this season have not been published yet.")


@dataclass(frozen=True, slots=True)
class ResultsView:
    """A season whose results are public. `etag` changes with anything that this address shows of it."""

    season: Season
    row: Run
    etag: str
    session: Session
    pictures: Mapping[int, str]
    """The digests of the characters' own pictures, by entry."""
    hidden: HiddenParts
    """The entries of which organisers hide something."""
    lang: Lang
    """The language of the words in place of hidden names; English where the address has none."""

    def run(self) -> FinishedRun:
        """The results, read and counted, without the names that organisers hide."""
        return named(finished(self.session, self.season, self.row), self.hidden, self.lang)

    def counted(self) -> tuple[FinishedRun, Analysis]:
        """The results and the statistics of their table. No connection is held while these are counted."""
        run = self.run()
        let_go(self.session)
        return run, analysis.of(run)


def find_results(request: Request, session: Session, season: Season) -> ResultsView | None:
    """The published results of the season; None before their time."""
    row = visibility.published_run(session, season)
    if not row:
        return None
    scoring = (season.win, season.draw, season.loss, season.tie_breaks)
    titles = (season.title_ja, season.title_en, season.description_ja, season.description_en)
    played = (row.id, row.digest, row.rules_version, row.word)
    pictures = portraits.shown(session, season)
    hidden = entrants.hidden(session, season)
    following = rounds.after(session, season)
    state = (
        season.id,
        season.state,
        *titles,
        *scoring,
        *played,
        sorted(pictures.items()),
        *map(sorted, hidden),
        *((following.slug, following.state) if following else ()),
    )
    lang: Lang = "ja" if request.path_params.get("lang") == "ja" else "en"
    return ResultsView(season, row, etag_of(request, *state), session, pictures, hidden, lang)


def results_at(request: Request, slug: str, session: Reading) -> ResultsView:
    """The season with this slug. Raises 404 before its results are public."""
    found = find_results(request, session, visibility.public_season(session, slug))
    if not found:
        raise HTTPException(404, translations(lang_of(request)).gettext(_NOT_YET))
    if is_call(found.season.game) and OF_BATTLES.search(request.url.path):
        raise HTTPException(404, translations(lang_of(request)).gettext(_NO_BATTLES))
    return found


PublicResults = Annotated[ResultsView, Depends(results_at, scope="function")]
"""The season of the address. Answers 404 before its results are public."""


async def _unless_known(request: Request, results: PublicResults) -> ResultsView:
    require_change(request, results.etag)
    return results


NewResults = Annotated[ResultsView, Depends(_unless_known, scope="function")]
"""The same for pages that show nothing else. Answers 304 to a browser that has the page as it is."""


def index_of(run: FinishedRun, number: int) -> int:
    """The index of the participant with this number. Raises 404, or 410 if its entry was taken out."""
    for index, participant in enumerate(run.participants):
        if participant.number == number:
            return index
    last = run.participants[-1].number if run.participants else 0
    raise HTTPException(410 if 0 < number < last else 404)
