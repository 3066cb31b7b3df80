"""Preview pictures of links to battles, characters and seasons, drawn once for all visitors."""

from collections.abc import Callable
from typing import Final

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.games import ruleset
from app.i18n import translations
from app.league import visibility
from app.league.entries.pictures import portraits
from app.store.database import let_go
from app.store.tables import Season
from app.tournament.cache import Cache, Turnstile
from app.web import limits
from app.web.cards import row_of
from app.web.dependencies import IN_LANGUAGE, Now, Reading, Site, page_router
from app.web.drawing import previews
from app.web.drawing.previews import DrawnFigure
from app.web.rendering import FRESH, etag_of, not_modified, require_change
from app.web.views.results import PublicResults, ResultsView, find_results, index_of

router = page_router(f"{IN_LANGUAGE}/seasons/{{slug}}")

_KEPT: Final[Cache[str, bytes]] = Cache(128, Turnstile())
"""Ten megabytes of them, by their tags."""
_MOST_FACES: Final = 24


@router.get("/battles/{home:int}-{away:int}/preview.png")
def battle(
    request: Request, lang: Lang, results: PublicResults, home: int, away: int, now: Now
) -> Response:
    """Both sides of the battle: names, crests, rows, and not a word of its end."""
    run = results.run()
    if home == away:
        raise HTTPException(404)
    pair = [run.participants[index_of(run, each)].number for each in (home, away)]

    def draw() -> str:
        against = translations(lang).gettext("against")
        sides = (_figure(results, each) for each in pair)
        return previews.battle(results.season.title(lang), against, *sides)

    return _picture(request, lang, results.season, results.session, results.etag, draw, now)


@router.get("/entries/{number:int}/preview.png")
def entry(
    request: Request, lang: Lang, slug: str, number: int, session: Reading, now: Now
) -> Response:
    """The preview of a character, as far as it may be seen today. 404 as long as it has no number."""
    season = visibility.public_season(session, slug)
    if results := find_results(request, session, season):
        index_of(results.run(), number)

        def draw() -> str:
            return previews.entry(season.title(lang), _figure(results, number))

        return _picture(request, lang, season, session, results.etag, draw, now)
    everybody = (
        visibility.entrants_of(session, season, lang) if visibility.has_closed(season) else []
    )
    entrant = next((each for each in everybody if each.number == number), None)
    if not entrant:
        raise HTTPException(404)

    def draw_sealed() -> str:
        note = translations(lang).gettext("Sealed until the results are out.")
        return previews.entry(season.title(lang), DrawnFigure(entrant.name, entrant.owner), note)

    etag = etag_of(request, season.title(lang), entrant.name, entrant.owner)
    return _picture(request, lang, season, session, etag, draw_sealed, now)


@router.get("/preview.png")
def whole_season(request: Request, lang: Lang, slug: str, session: Reading) -> Response:
    """The season: its title, its game, and the crests of those who came first, in the order of their arrival."""
    season = visibility.public_season(session, slug)
    names = [each.name for each in visibility.entrants_of(session, season, lang)]
    etag = etag_of(request, season.title(lang), len(names), *names[:_MOST_FACES])
    return _answer(request, etag, lambda: _season(season, names, lang), session)


def _season(season: Season, names: list[str], lang: Lang) -> str:
    ngettext = translations(lang).ngettext
    count = ngettext("%(num)s character", "%(num)s characters", len(names)) % {"num": len(names)}
    title = ruleset(season.game, season.rules_version).title.to(lang)
    about = f"{title} · {count}" if names else title
    return previews.season(season.title(lang), about, names[:_MOST_FACES])


def _figure(results: ResultsView, number: int) -> DrawnFigure:
    run = results.run()
    who = run.participants[index_of(run, number)]
    cards = row_of(run.game, who.build)
    digest = results.pictures.get(who.entry_id)
    picture = portraits.public(results.session, digest) if digest else None
    return DrawnFigure(
        who.name,
        who.owner,
        [(card.info.char, card.family) for card in cards],
        picture.content if picture else b"",
    )


def _picture(
    request: Request,
    lang: Lang,
    season: Season,
    session: Session,
    etag: str,
    draw: Callable[[], str],
    now: Now,
) -> Response:
    """The picture; where too many have been drawn of late, and this one not yet, that of its season."""
    if not_modified(request, etag) or _KEPT.get(etag):
        return _answer(request, etag, draw, session)
    site: Site = request.state.site
    instead, drawing = f"/{lang}/seasons/{season.slug}/preview.png", draw()
    let_go(
        session
    )  # a request that waits for a second connection takes the first one from all others
    with site.database.writing() as own:
        if limits.is_spent(own, request, limits.PREVIEWS, "everybody", now):
            return RedirectResponse(instead, 302)
    return _answer(request, etag, lambda: drawing, session)


def _answer(request: Request, etag: str, draw: Callable[[], str], session: Session) -> Response:
    require_change(request, etag)
    content = _KEPT.get(etag)
    if content is None:
        drawing = draw()
        let_go(session)
        content = _KEPT.of(etag, lambda: previews.png(drawing))
    headers = {"ETag": etag, "Cache-Control": FRESH, "Cross-Origin-Resource-Policy": "cross-origin"}
    return Response(content, media_type="image/png", headers=headers)
