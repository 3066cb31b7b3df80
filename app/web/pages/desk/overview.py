"""The organisers' desk: matters that need a look, and all seasons with the next step of each."""

from fastapi.responses import Response

from app.league.people import budgets
from app.store import entrants, entries, seasons
from app.store.limits import reports
from app.store.security import audits
from app.store.work import backlog, outbox
from app.web.dependencies import page_router
from app.web.pages.desk.seasons.steps import next_step
from app.web.views.desk import AtDesk

router = page_router()


@router.get("/desk")
def overview(desk: AtDesk) -> Response:
    """Matters that need a look, and all seasons with the next step of each."""
    session, most = desk.session, desk.site.settings.unproven_letters_a_day
    found = seasons.every(session)
    return desk.page(
        "desk/desk.html",
        seasons=[(each, next_step(each, desk.now)) for each in found],
        counts=entrants.counts(session),
        unsettled=entries.unsettled(session),
        reported=reports.count(session),
        failed=outbox.failed(session),
        backlog=backlog.look(session, now=desk.now),
        use=budgets.use(session, most, now=desk.now),
        deletions=audits.deletions(session),
    )
