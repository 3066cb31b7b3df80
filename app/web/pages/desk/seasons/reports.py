"""A report before it is published, as its reader will see it."""

from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.league import visibility
from app.letters import contents
from app.store import entries, seasons
from app.store.results import runs
from app.web.dependencies import RowId, page_router
from app.web.views.desk import AtDesk, Desk, FromDesk, letter_page

router = page_router()


@router.get("/desk/seasons/{slug}/letters/{number}")
def preview(desk: AtDesk, slug: str, number: RowId) -> Response:
    """The report that this entry's player would get, as it will look."""
    return _preview(desk, slug, number)


@router.post("/desk/seasons/{slug}/letters/{number}")
def preview_with_word(desk: FromDesk, slug: str, number: RowId) -> Response:
    """The same with the word of the organiser as it is typed. Nothing is kept."""
    return _preview(desk, slug, number, desk.organiser.tell)


def _preview(desk: Desk, slug: str, number: int, word: str = "") -> Response:
    session, season = desk.session, seasons.by_slug(desk.session, slug)
    run = runs.latest(session, season)
    if not run or not run.digest:
        raise HTTPException(404)
    visibility.require_laid_open(season, desk.now)
    entry = entries.numbered(session, season, number)
    if not entry or not entry.player:
        raise HTTPException(404)
    letter = next(
        (each for _, each in contents.preview(session, season, desk.now, entry.player, word)),
        None,
    )
    if not letter:
        raise HTTPException(404)
    return letter_page(letter)
