"""Two characters of a season side by side."""

from typing import Final

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from app.engine import NOT_PLAYED, Lang, reason_of
from app.i18n import N_, translations
from app.statistics.comparison import compare
from app.web.cards import row_of
from app.web.dependencies import page_router
from app.web.rendering import page
from app.web.views.results import NewResults, PublicResults, index_of
from app.web.views.tables.crosstable import CLASSES
from app.web.views.tables.pagination import MOST_PAIRED, PageNumber, part

router = page_router()

MOST_CHOICES: Final = 500
"""In a larger season one is chosen by its number, not from a list."""
_NOBODY: Final = N_("There is no character number “%(number)s”.")
_SAME: Final = N_("Choose two different characters.")


@router.get("/seasons/{slug}/compare")
def choose(
    request: Request, lang: Lang, results: PublicResults, a: str = "", b: str = ""
) -> Response:
    """The two are chosen; with both numbers it leads to their comparison."""
    run, asked = results.run(), [a.strip(), b.strip()]
    numbers = {str(each.number) for each in run.participants}
    _ = translations(lang).gettext
    told = [_(_NOBODY) % {"number": each[:20]} for each in asked if each and each not in numbers]
    if all(asked) and not told:
        if asked[0] != asked[1]:
            here = f"/{lang}/seasons/{results.season.slug}/compare"
            return RedirectResponse(f"{here}/{asked[0]}-{asked[1]}", 303)
        told = [_(_SAME)]
    return page(
        request,
        lang,
        "seasons/compare.html",
        422 if told else 200,
        season=results.season,
        run=run,
        told=told,
        asked=asked,
        is_listed=len(run.participants) <= MOST_CHOICES,
    )


@router.get("/seasons/{slug}/compare/{a:int}-{b:int}")
def comparison(
    request: Request, lang: Lang, results: NewResults, a: int, b: int, number: PageNumber
) -> Response:
    """Their results against the same field, where they differ first. 404 for one alone."""
    if a == b:
        raise HTTPException(404)
    run = results.run()
    pair = index_of(run, a), index_of(run, b)
    found = compare(run, *pair)
    return page(
        request,
        lang,
        "seasons/comparison.html",
        etag=results.etag,
        season=results.season,
        run=run,
        game=run.game,
        pictures=results.pictures,
        pair=[run.participants[index] for index in pair],
        standings=[run.standing(index) for index in pair],
        rows=[row_of(run.game, run.participants[index].build) for index in pair],
        found=found,
        direct=None
        if found.direct == NOT_PLAYED
        else (CLASSES[found.direct & 3], run.game.ending(reason_of(found.direct), lang)),
        met=part(found.met, number, MOST_PAIRED),
        classes=CLASSES,
        ending=lambda byte: run.game.ending(reason_of(byte), lang),
    )
