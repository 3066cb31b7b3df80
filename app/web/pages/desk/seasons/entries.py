"""The entries of a season on the organisers' desk: added for a player without an address, and taken out."""

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.games import ruleset
from app.league import interventions
from app.store import seasons
from app.store.tables import Entry, Season
from app.web.pages.desk.seasons.season import show_season
from app.web.site import IN_LANGUAGE, RowId
from app.web.views.desk import AtDesk, Desk, FromDesk
from app.web.views.drafts import Draft

router = APIRouter(prefix=IN_LANGUAGE)


@router.post("/desk/seasons/{slug}/entries")
def add(desk: FromDesk, slug: str) -> Response:
    """An entry for a player without an address; or the form again with all its problems."""
    season = seasons.by_slug(desk.session, slug)
    draft = Draft.sent(desk.form, ruleset(season.game, season.rules_version))

    def take() -> str:
        interventions.add(desk.session, slug, draft.submission(), desk.organiser)
        return f"/seasons/{slug}"

    return desk.attempt(take, lambda told: show_season(desk, slug, told=told), season)


@router.get("/desk/seasons/{slug}/withdraw/{entry_id}")
def ask_withdraw(desk: AtDesk, slug: str, entry_id: RowId) -> Response:
    """The consequences of taking this entry out, and a button."""
    return _ask_withdraw(desk, slug, entry_id)


@router.post("/desk/seasons/{slug}/withdraw/{entry_id}")
def withdraw(desk: FromDesk, slug: str, entry_id: RowId) -> Response:
    """The entry is out, and its player hears why."""
    entry = _entry(desk, seasons.by_slug(desk.session, slug), entry_id)
    name = entry.current.name if entry.current else ""

    def take_out() -> str:
        interventions.withdraw(desk.session, slug, name, desk.organiser)
        return f"/seasons/{slug}"

    return desk.attempt(take_out, lambda told: _ask_withdraw(desk, slug, entry_id, told))


def _ask_withdraw(desk: Desk, slug: str, entry_id: int, told: list[str] | None = None) -> Response:
    season = seasons.by_slug(desk.session, slug)
    entry = _entry(desk, season, entry_id)
    status = 422 if told else 200
    return desk.page(
        "desk/seasons/withdraw.html", status, season=season, entry=entry, told=told or []
    )


def _entry(desk: Desk, season: Season, entry_id: int) -> Entry:
    """The entry of this row, if it counts in the season. Raises 404."""
    entry = desk.session.get(Entry, entry_id)
    if not entry or entry.season_id != season.id or not entry.current:
        raise HTTPException(404)
    return entry
