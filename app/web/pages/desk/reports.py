"""On the organisers' desk: readers' reports, each beside what it is about, until it is settled."""

from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.league import visibility
from app.league.desk import hidings, reports
from app.league.entries.pictures import portraits
from app.league.visibility import Reader
from app.store.limits import reports as kept
from app.store.tables import Complaint, Entry
from app.web import forms
from app.web.dependencies import RowId, page_router
from app.web.views.desk import AtDesk, FromDesk
from app.web.views.forms.portraits import source

router = page_router()


@router.get("/desk/reports")
def show(desk: AtDesk) -> Response:
    """Open reports, the oldest first, then settled ones. Sealed content is not shown."""
    session = desk.session
    found = [(each, session.get_one(Entry, each.entry_id)) for each in kept.shown(session)]
    is_open = {
        entry.id: visibility.shows_entries(entry.season, Reader.ORGANISER, desk.now)
        for _, entry in found
    }
    return desk.page(
        "desk/reports.html",
        reported=[
            (each, entry, hidings.last(session, entry), hidings.of(session, entry))
            for each, entry in found
        ],
        is_open=is_open,
        pictures={
            entry.id: source(picture.content)
            for _, entry in found
            if is_open[entry.id] and (picture := portraits.own(session, entry))
        },
        kinds=reports.WHAT,
        form_key=forms.new_key(),
    )


@router.post("/desk/reports/{number}")
def settle(desk: FromDesk, number: RowId) -> Response:
    """It is settled, and who reported it hears what the organiser says."""
    report = desk.session.get(Complaint, number)
    if report is None:
        raise HTTPException(404)

    def act() -> str:
        reports.settle(desk.session, report, desk.organiser)
        return "/reports"

    return desk.attempt(act, lambda _: show(desk))
