"""On the organisers' desk: all letters in a table, those that need attention first.

They can be sent again or settled.
"""

from typing import Final
from urllib.parse import urlencode

from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.league.people import budgets, players
from app.notices.registry import KINDS
from app.store import seasons
from app.store.work import outbox
from app.store.work.outbox import Where
from app.text.privacy import mask_address
from app.web.dependencies import RowId, page_router
from app.web.views.desk import AtDesk, FromHelper
from app.web.views.tables.pagination import PageNumber, PagePart

router = page_router()

MOST_LETTERS: Final = 40
"""On one page: with a link and two buttons each, no more can be walked through by keyboard."""


@router.get("/desk/letters")
def letters(
    desk: AtDesk, number: PageNumber, where: str = "", season: str = "", kind: str = ""
) -> Response:
    """The letters that are asked for; of all that need an organiser if nothing is asked."""
    session, now = desk.session, desk.now
    place = Where(where) if where in {*Where} else Where.TROUBLE
    everyone = seasons.every(session)
    chosen = next((each for each in everyone if each.slug == season), None)
    kind = kind if kind in KINDS else ""
    first = (number - 1) * MOST_LETTERS
    found = outbox.listed(
        session,
        place,
        season=chosen.id if chosen else None,
        kind=kind,
        first=first,
        most=MOST_LETTERS,
    )
    of = max(1, -(-found.total // MOST_LETTERS))
    if number > of:
        raise HTTPException(404)
    asked = {"where": place.value, "season": chosen.slug if chosen else "", "kind": kind}
    most = desk.site.settings.unproven_letters_a_day
    return desk.page(
        "desk/letters.html",
        counts=outbox.counts(session),
        bounced=outbox.bounced(session),
        use=budgets.use(session, most, now=now),
        reasons=budgets.REASONS,
        mask_address=mask_address,
        lines=PagePart(found.letters, number, of, first, found.total),
        asked=asked,
        query=urlencode({name: value for name, value in asked.items() if value}),
        places=[*Where],
        kinds=KINDS,
        seasons=everyone,
        titles={each.id: each for each in everyone},
        is_leaving=outbox.is_leaving(session, now=now),
    )


@router.post("/desk/letters/{number}")
def settle(desk: FromHelper, number: RowId) -> Response:
    """A letter in trouble is sent once more, or settled: nothing more is to be done about it. Settled twice, the first time counts."""
    if desk.form.text("act") == "resend":
        players.send_again(desk.session, number, desk.now)
    elif desk.form.text("act") == "drop":
        outbox.drop(desk.session, number, now=desk.now)
    return desk.to("/letters")
