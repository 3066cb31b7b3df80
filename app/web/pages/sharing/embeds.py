"""Small pages for frames on other sites: a battle, a match, and the table of a season. They set no cookie and have no form."""

from dataclasses import dataclass
from typing import Final

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang, Side
from app.league import visibility
from app.league.matches.settings import rules_of
from app.league.results.results import battle as battle_of, sheet_of
from app.tournament.full_table import Entrant
from app.web.cards import CardView, row_of
from app.web.dependencies import IN_LANGUAGE, Reading, page_router
from app.web.middleware import POLICY
from app.web.rendering import not_modified, page, require_change
from app.web.views.battles.watching import AskedMatch, table_watched
from app.web.views.results import PublicResults, ResultsView, find_results, index_of
from app.web.views.seasons import STATES

router = page_router(f"{IN_LANGUAGE}/embed/seasons/{{slug}}")

MOST_LINES: Final = 20
_FRAMABLE: Final = {
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
    .replace("form-action 'self'", "form-action 'none'")
    .replace("connect-src 'self'", "connect-src 'none'"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_CONNECTED: Final = _FRAMABLE["Content-Security-Policy"].replace(
    "connect-src 'none'", "connect-src 'self'"
)
"""Of a page that moves on by itself."""


@dataclass(frozen=True, slots=True)
class Facing:
    """One side of a battle, and what stood at its end."""

    who: Entrant
    row: list[CardView]
    hp: int
    won: bool
    picture: str


@router.get("")
def season(request: Request, lang: Lang, slug: str, session: Reading) -> Response:
    """The top of the season's table. Before the results, its state and its participants."""
    season = visibility.public_season(session, slug)
    if results := find_results(request, session, season):
        return _framable(_table(request, lang, results))
    answer = page(
        request,
        lang,
        "embeds/season.html",
        season=season,
        game=rules_of(session, season),
        state=STATES[season.state],
        entrants=visibility.entrants_of(session, season, lang),
        most=MOST_LINES,
    )
    return _framable(answer)


def _table(request: Request, lang: Lang, results: ResultsView) -> Response:
    require_change(request, results.etag)
    run = results.run()
    return page(
        request,
        lang,
        "embeds/table.html",
        etag=results.etag,
        season=results.season,
        game=run.game,
        run=run,
        lines=run.standings[:MOST_LINES],
        pictures=results.pictures,
    )


@router.get("/battles/{home:int}-{away:int}")
def battle(request: Request, lang: Lang, results: PublicResults, home: int, away: int) -> Response:
    """Both sides of the battle with their cards; its end shows when it is asked for."""
    if known := not_modified(request, results.etag):
        return _framable(known)
    if home == away:
        raise HTTPException(404)
    run = results.run()
    game = run.game
    pair = [
        (index, run.participants[index]) for index in (index_of(run, home), index_of(run, away))
    ]
    played = battle_of(results.session, run, *(index for index, _ in pair))
    sides = []
    for (_, who), hp, side in zip(pair, played.hp, Side, strict=True):
        sheet = sheet_of(results.session, who)
        row, picture = row_of(game, who.build, sheet.flavour), results.pictures.get(who.entry_id)
        sides.append(Facing(who, row, hp, played.winner is side, picture or ""))
    answer = page(
        request,
        lang,
        "embeds/battle.html",
        etag=results.etag,
        season=results.season,
        game=game,
        battle=played,
        ending=game.ending(game.reasons.index(played.reason), lang),
        sides=sides,
    )
    return _framable(answer)


@router.get("/matches/{place}")
def match(request: Request, lang: Lang, found: AskedMatch, session: Reading) -> Response:
    """The table of the match as spectators see it, and whose turn it is; it moves on by itself."""
    season, match = found
    answer = page(
        request,
        lang,
        "embeds/match.html",
        season=season,
        game=rules_of(session, season),
        watched=table_watched(session, season, match, lang, "A"),
    )
    answer = _framable(answer)
    answer.headers["Content-Security-Policy"] = _CONNECTED
    return answer


def _framable(answer: Response) -> Response:
    """The same, which any site may show in a frame."""
    answer.headers.update(_FRAMABLE)
    return answer
