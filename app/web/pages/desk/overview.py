"""The organisers' desk: all seasons, matters that need a look, and a form for a new season."""

from fastapi import APIRouter
from fastapi.responses import Response

from app.games import ruleset, slugs
from app.league import budgets
from app.league import seasons as league_seasons
from app.store import outbox, seasons
from app.store.security import audits
from app.web import forms
from app.web.site import IN_LANGUAGE
from app.web.views.desk import AtDesk, Desk, FromDesk

router = APIRouter(prefix=IN_LANGUAGE)


@router.get("/desk")
def overview(desk: AtDesk) -> Response:
    """All seasons, matters that need a look, and a form for a new season."""
    return _show(desk)


@router.post("/desk/seasons")
def create(desk: FromDesk) -> Response:
    """A new season, still a draft; or the form again with everything that is wrong in it."""
    line = desk.form.line

    def make() -> str:
        plan = league_seasons.Plan(
            line("game"), line("slug"), line("title_ja"), line("title_en"), desk.deadline()
        )
        return f"/seasons/{league_seasons.create(desk.session, plan, desk.organiser).slug}"

    return desk.attempt(make, lambda told: _show(desk, told))


def _show(desk: Desk, told: list[str] | None = None) -> Response:
    session, most = desk.session, desk.site.settings.unproven_letters_a_day
    return desk.page(
        "desk/desk.html",
        422 if told else 200,
        seasons=seasons.every(session),
        rulesets=[ruleset(slug) for slug in slugs()],
        failed=outbox.failed(session),
        use=budgets.use(session, most, now=desk.now),
        deletions=audits.deletions(session),
        form_key=forms.new_key(),
        told=told or [],
    )
