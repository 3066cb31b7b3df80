"""The way to one's own character: at once, by choice, or by a letter with new links."""

from collections.abc import Sequence

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from app.engine import Lang
from app.league.people import players
from app.league.problems import explain
from app.store.tables import Season
from app.web import limits, sessions
from app.web.dependencies import Now, Reading, SiteOf, Writing, page_router
from app.web.forms import SentForm
from app.web.rendering import UNKEPT, page
from app.web.views import my_matches
from app.web.views.desk import mail_link
from app.web.views.my_matches import ListedMatch

router = page_router()


@router.get("/my")
def mine(request: Request, lang: Lang, session: Reading, now: Now, asked: str = "") -> Response:
    """To the only character that this browser speaks for; else a choice of them, and the form that asks for links.

    `asked`: the form was sent, whatever the address.
    """
    found = sessions.players_of(request, session, now)
    seasons = [season for season, _ in found]
    if len(seasons) == 1 and not asked:
        return RedirectResponse(f"/{lang}/seasons/{seasons[0].slug}/my", 303)
    listed = my_matches.listed(session, found, lang)
    return _page(request, lang, seasons=seasons, listed=listed, is_asked=bool(asked))


@router.post("/my")
def ask(
    request: Request, lang: Lang, sent: SentForm, site: SiteOf, session: Writing, now: Now
) -> Response:
    """A letter with the links is on its way if the address has any; the answer is the same for every address."""
    limits.spend_by_client(request, limits.SUBMISSIONS, now)
    typed = sent.line("address")
    address = players.tidied(typed)
    if problems := [*players.address_problems(address, site.settings.mail_address)]:
        told = [explain(each, lang) for each in problems]
        return _page(request, lang, 422, address=typed, told=told)
    limits.spend_on_address(session, request, address, now)
    players.send_links(session, address, lang, now, limits.deliverer_of(request))
    mail_link(request, session, address, lang, now)
    return RedirectResponse(f"/{lang}/my?asked=1", 303)


def _page(
    request: Request,
    lang: Lang,
    status: int = 200,
    *,
    seasons: Sequence[Season] = (),
    listed: Sequence[ListedMatch] = (),
    is_asked: bool = False,
    address: str = "",
    told: Sequence[str] = (),
) -> Response:
    return page(
        request,
        lang,
        "my_entry/links.html",
        status,
        cache=UNKEPT,
        seasons=seasons,
        listed=listed,
        is_asked=is_asked,
        address=address,
        told=told,
    )
