"""Downloads of a published season, for programs and spreadsheets."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse
from starlette.exceptions import HTTPException

from app.engine.workshop.call import is_call
from app.league import visibility
from app.league.archive.record import public_record
from app.league.exports import catalogue
from app.league.exports.export import Export, WithResults
from app.league.matches import records, spectators
from app.league.results import card_sets
from app.store.database import let_go
from app.store.tables import Season
from app.web.archive.addresses import file_of
from app.web.dependencies import Now, Reading, page_router
from app.web.rendering import FRESH, as_made
from app.web.views.results import NewResults, ResultsView

router = page_router("")


@router.get("/seasons/{slug}/record.json")
def record_json(season: NewResults, session: Reading, now: Now) -> Response:
    """Everything needed to play the season again, except what organisers hide.

    Check it with `hikyaku season verify record.json`.
    """
    return Response(
        public_record(session, season.season, now).model_dump_json(),
        media_type="application/json",
        headers=_as_file(season, "record.json"),
    )


@router.get("/seasons/{slug}/cards.toml")
def cards_toml(season: NewResults, session: Reading) -> Response:
    """The cards of a call, which an organiser makes a part of the rules of a season. 404 for a season that is no call."""
    made = card_sets.of_season(session, season.season)
    if made is None:
        raise HTTPException(404)
    return Response(
        made.text, media_type="application/toml", headers=_as_file(season, "cards.toml")
    )


@router.get("/seasons/{slug}/cards.json")
def cards_json(season: NewResults) -> Response:
    """To the set of cards that a call has come to, as programs read it. 404 for all other seasons."""
    if not is_call(season.season.game):
        raise HTTPException(404)
    return RedirectResponse(f"/api/v1/seasons/{season.season.slug}/cards", 307)


@router.get("/seasons/{slug}/commitments.json")
def commitments_json(request: Request, slug: str, session: Reading) -> Response:
    """The commitments of all dice, from the opening on; keep them until the results.

    404 for a season without matches. `mirrors` names the match that has the same seed, and so the same luck.
    """
    season = visibility.public_season(session, slug)
    promised = spectators.promises(session, season, "en")
    root = spectators.root_commitment(session, season)
    if not root:
        raise HTTPException(404)
    content: dict[str, Any] = {
        "format": "hikyaku-commitments-1",
        "season": season.slug,
        "root": root,
        "matches": {each.game_id: each.commitment for each in promised},
    }
    mirrors = {
        each.game_id: each.pairing.mirror_of
        for each in promised
        if each.pairing and each.pairing.mirror_of
    }
    if mirrors:
        content["mirrors"] = mirrors
    name = f"{season.slug}-commitments.json"
    return as_made(request, json.dumps(content), "application/json", name)


@router.get("/seasons/{slug}/matches/{place}.jsonl")
def match_record(request: Request, slug: str, place: str, session: Reading) -> Response:
    """The record of a match, once it is revealed: `hikyaku match verify FILE`."""
    season = visibility.public_season(session, slug)
    match = spectators.at_place(session, season, place)
    if match is None or not records.is_revealed(session, season, match):
        raise HTTPException(404)
    text = records.public(session, season, match).decode()
    return as_made(request, text, "application/jsonl", f"{match.game_id}.jsonl")


def serve(router: APIRouter, exports: Iterable[Export[Any, Any]]) -> None:
    """There is an address for each file of these tables."""
    for export in exports:
        for file in export.files:
            router.get(f"/seasons/{{slug}}/{file}")(_answer(export, file.rpartition(".")[2]))


def _answer(export: Export[Any, Any], kind: str) -> Callable[..., Response]:
    """The response with this kind of file. 404 as long as nobody may see it."""
    media_type = {"csv": "text/csv", "json": "application/json"}[kind]

    def written(found: Any, season: Season) -> Iterable[bytes]:
        if found is None:
            raise HTTPException(404)
        return export.csv(found) if kind == "csv" else [export.json(found, season.slug)]

    def name_of(request: Request, season: Season) -> str:
        return file_of(request.url.path.removeprefix(f"/seasons/{season.slug}/"))

    if isinstance(audience := export.audience, WithResults):

        def with_results(request: Request, season: NewResults) -> Response:
            """The table of these results."""
            run = season.run()
            let_go(season.session)
            found = audience.make(run, request.path_params.get("place", 0))
            headers = _as_file(season, name_of(request, season.season))
            lines = written(found, season.season)
            return StreamingResponse(lines, media_type=media_type, headers=headers)

        return with_results

    def when_found(request: Request, slug: str, session: Reading, now: Now) -> Response:
        """The table, as soon as there is one."""
        season = visibility.public_season(session, slug)
        content = b"".join(written(audience.find(session, season, now), season))
        name = f"{season.slug}-{name_of(request, season)}"
        return as_made(request, content, media_type, name)

    return when_found


serve(router, catalogue.EXPORTS)


def _as_file(season: ResultsView, name: str) -> dict[str, str]:
    file = f'attachment; filename="{season.season.slug}-{name}"'
    return {"Content-Disposition": file, "ETag": season.etag, "Cache-Control": FRESH}
