"""On the organisers' desk: newcomers of a season who wait for a yes, each with a yes and a no."""

from collections.abc import Mapping

from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import CardInfo, Ruleset
from app.engine.workshop import call
from app.engine.workshop.call import CardBuild
from app.league.desk import newcomers
from app.league.entries import places
from app.league.matches.settings import rules_of
from app.statistics.weighing import Weight
from app.store import entries, pictures, seasons
from app.store.database import let_go
from app.store.tables import Entry, Revision
from app.web import forms
from app.web.dependencies import RowId, page_router
from app.web.views.desk import AtDesk, Desk, FromDesk
from app.web.views.forms.portraits import source
from app.web.views.weighing import weigh_for

router = page_router()


@router.get("/desk/seasons/{slug}/newcomers")
def show(desk: AtDesk, slug: str, weigh: int = 0) -> Response:
    """The waiting newcomers by name and owner only, since builds and stories are sealed.

    The cards of a call are shown as they would be printed. The revision to `weigh` is shown with its effect on
    the game.
    """
    return _show(desk, slug, weights=_weighed(desk, slug, weigh) if weigh else None)


@router.post("/desk/seasons/{slug}/newcomers/{entry_id}")
def decide(desk: FromDesk, slug: str, entry_id: RowId) -> Response:
    """The newcomer takes part, or does not, and hears so; or the page says why not."""
    season, entry = seasons.by_slug(desk.session, slug), desk.session.get(Entry, entry_id)
    if not entry or entry.season_id != season.id:
        raise HTTPException(404)
    decision = newcomers.refuse if desk.form.text("act") == "no" else newcomers.approve

    def act() -> str:
        decision(desk.session, slug, entry, desk.organiser)
        return f"/seasons/{slug}/newcomers"

    return desk.attempt(act, lambda told: _show(desk, slug, told), season)


def _show(
    desk: Desk,
    slug: str,
    told: list[str] | None = None,
    weights: Mapping[int, Weight] | None = None,
) -> Response:
    season = seasons.by_slug(desk.session, slug)
    waiting, is_call = entries.waiting(desk.session, season), call.is_call(season.game)
    return desk.page(
        "desk/seasons/newcomers/newcomers.html",
        422 if told else 200,
        season=season,
        newcomers=waiting,
        cards={each.id: _card(rules_of(desk.session, season), each) for each in waiting}
        if is_call
        else {},
        pictures={
            each.id: source(found.content)
            for each in waiting
            if is_call and (found := pictures.of_revision(desk.session, each))
        },
        game=rules_of(desk.session, season).makes,
        weights=weights or {},
        is_call=is_call,
        is_open=not any(places.open_at(season, desk.now)),
        form_key=forms.new_key(),
        told=told or [],
    )


def _weighed(desk: Desk, slug: str, revision_id: int) -> dict[int, Weight]:
    """The effect of this revision's card on its game, if it is waiting. The session is released meanwhile."""
    season = seasons.by_slug(desk.session, slug)
    game, waiting = rules_of(desk.session, season), entries.waiting(desk.session, season)
    builds = {each.id: game.read_build(each.build) for each in waiting if each.id == revision_id}
    let_go(desk.session)
    return {
        id: weigh_for(desk.request, made, build.data, desk.now, is_free=True)
        for id, build in builds.items()
        if isinstance(build, CardBuild) and (made := game.makes)
    }


def _card(game: Ruleset, revision: Revision) -> CardInfo:
    """The card as it would be printed."""
    return call.printed_build(game, game.read_build(revision.build), revision.name)
