"""Downloads of a published season, for programs and spreadsheets."""

import json
from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from starlette.exceptions import HTTPException

from app.league import visibility
from app.league.archive import evidence
from app.league.archive.record import public_record
from app.league.matches import records, spectators
from app.statistics import spreadsheets as statistics_spreadsheets
from app.statistics.awards import honours
from app.store.database import let_go
from app.store.matches import matches
from app.tournament import spreadsheets
from app.tournament.formats import spreadsheets as stage_spreadsheets
from app.web.rendering import FRESH, as_made, require_change
from app.web.site import Now, Reading
from app.web.views import stages
from app.web.views.results import PublicResults, Results

router = APIRouter()


@router.get("/seasons/{slug}/record.json")
def record_json(request: Request, season: PublicResults, session: Reading, now: Now) -> Response:
    """All that is needed to play the season again, but for what organisers hide: `hikyaku season verify record.json`."""
    require_change(request, season.etag)
    return Response(
        public_record(session, season.season, now).model_dump_json(),
        media_type="application/json",
        headers=_as_file(season, "record.json"),
    )


@router.get("/seasons/{slug}/seals.json")
def seals_json(request: Request, slug: str, session: Reading) -> Response:
    """All seals from closing on, with their salts once the results are public: `hikyaku season verify --seals`."""
    season = visibility.public_season(session, slug)
    sealed = [
        {"number": each.number, "name": each.name, "commitment": each.commitment}
        | each.opening
        | ({"hidden": True} if each.is_name_hidden else {})
        for each in visibility.entrants_of(session, season, "en")
        if each.commitment
    ]
    content = {"format": evidence.FORMAT, "season": season.slug, "seals": sealed}
    text = json.dumps(content, ensure_ascii=False)
    return as_made(request, text, "application/json", f"{season.slug}-seals.json")


@router.get("/seasons/{slug}/commitments.json")
def commitments_json(request: Request, slug: str, session: Reading) -> Response:
    """What binds the dice of all matches, from the opening on: worth keeping until the results. 404 for a season without matches.

    `mirrors` names the match whose luck a match shares, and whose seed it has.
    """
    season = visibility.public_season(session, slug)
    promised = spectators.promises(session, season, "en")
    if not promised:
        raise HTTPException(404)
    content: dict[str, Any] = {
        "format": "hikyaku-commitments-1",
        "season": season.slug,
        "root": spectators.root_commitment(session, season),
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


@router.get("/seasons/{slug}/matches/{round_:int}-{board:int}.jsonl")
def match_record(
    request: Request, slug: str, round_: int, board: int, session: Reading
) -> Response:
    """The record of a match, once it is revealed: `hikyaku match verify FILE`."""
    season = visibility.public_season(session, slug)
    match = matches.at_table(session, season, round_, board)
    if match is None or not records.is_revealed(session, season, match):
        raise HTTPException(404)
    text = records.public(session, season, match).decode()
    return as_made(request, text, "application/jsonl", f"{match.game_id}.jsonl")


@router.get("/seasons/{slug}/standings.csv")
def standings_csv(request: Request, season: PublicResults) -> Response:
    """The standings for spreadsheets."""
    require_change(request, season.etag)
    run = season.run()
    return _csv(
        season, "standings.csv", spreadsheets.standings_lines(run, run.participants, run.side_names)
    )


@router.get("/seasons/{slug}/stages/{place:int}/standings.csv")
def stage_csv(request: Request, season: PublicResults, place: int) -> Response:
    """The tables of a stage for spreadsheets. 404 if there is none."""
    require_change(request, season.etag)
    run = season.run()
    phase = stages.phase_of(run, place)
    lines = stage_spreadsheets.standings_lines(phase, run.participants)
    return _csv(season, f"stage-{place}-standings.csv", lines)


@router.get("/seasons/{slug}/stages/{place:int}/pairings.csv")
def pairings_csv(request: Request, season: PublicResults, place: int) -> Response:
    """Every pairing of a stage with its result, round by round, for spreadsheets. 404 if there is none."""
    require_change(request, season.etag)
    run = season.run()
    lines = stage_spreadsheets.pairing_lines(
        stages.phase_of(run, place), run.participants, run.game.reasons, run.side_names
    )
    return _csv(season, f"stage-{place}-pairings.csv", lines)


@router.get("/seasons/{slug}/table.csv")
def table_csv(request: Request, season: PublicResults) -> Response:
    """The cross table for spreadsheets."""
    require_change(request, season.etag)
    run = season.run()
    names = [each.name for each in run.participants]
    return _csv(season, "table.csv", spreadsheets.lines(names, run.rows()))


@router.get("/seasons/{slug}/cards.csv")
def cards_csv(request: Request, season: PublicResults) -> Response:
    """The use of cards and slots for spreadsheets."""
    require_change(request, season.etag)
    run, told = season.counted()
    return _csv(season, "cards.csv", statistics_spreadsheets.card_lines(run.game, told))


@router.get("/seasons/{slug}/pairs.csv")
def pairs_csv(request: Request, season: PublicResults) -> Response:
    """Every two cards that are played together, for spreadsheets."""
    require_change(request, season.etag)
    run, told = season.counted()
    return _csv(season, "pairs.csv", statistics_spreadsheets.pair_lines(run.game, told))


@router.get("/seasons/{slug}/rivals.csv")
def rivals_csv(request: Request, season: PublicResults) -> Response:
    """Everybody's rivals for spreadsheets."""
    require_change(request, season.etag)
    run, told = season.counted()
    lines = statistics_spreadsheets.rival_lines(run, run.participants, told)
    return _csv(season, "rivals.csv", lines)


@router.get("/seasons/{slug}/awards.csv")
def awards_csv(request: Request, season: PublicResults) -> Response:
    """The awards of the season for spreadsheets."""
    require_change(request, season.etag)
    run = season.run()
    let_go(season.session)
    lines = statistics_spreadsheets.award_lines(run.game, honours.of(run), run.participants)
    return _csv(season, "awards.csv", lines)


def _csv(season: Results, name: str, lines: Iterable[bytes]) -> Response:
    return StreamingResponse(lines, media_type="text/csv", headers=_as_file(season, name))


def _as_file(season: Results, name: str) -> dict[str, str]:
    file = f'attachment; filename="{season.season.slug}-{name}"'
    return {"Content-Disposition": file, "ETag": season.etag, "Cache-Control": FRESH}
