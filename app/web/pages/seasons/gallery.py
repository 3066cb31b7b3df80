"""The characters of a season, one beside the other."""

from typing import Final

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from app.engine import Lang
from app.store import entrants
from app.web import markdown
from app.web.dependencies import page_router
from app.web.rendering import page
from app.web.views.results import NewResults
from app.web.views.tables.pagination import PageNumber, part

router = page_router()

MOST_SHOWN: Final = 48
_GIST: Final = 110


@router.get("/seasons/{slug}/characters")
def gallery(request: Request, lang: Lang, results: NewResults, number: PageNumber) -> Response:
    """Each with its crest, its keeper, its place and a line of its lore, the best first; of a call its set."""
    run = results.run()
    if run.game.makes:
        return RedirectResponse(f"/{lang}/seasons/{results.season.slug}")
    lines = part(run.standings, number, MOST_SHOWN)
    shown = [run.participants[line.entry] for line in lines.items]
    lore = entrants.lore_of(results.session, [each.revision_id for each in shown])
    return page(
        request,
        lang,
        "seasons/gallery.html",
        etag=results.etag,
        season=results.season,
        run=run,
        lines=lines,
        pictures=results.pictures,
        gists=[markdown.gist(lore[each.revision_id], _GIST) for each in shown],
    )
