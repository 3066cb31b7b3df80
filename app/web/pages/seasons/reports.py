"""Something of an entry that everybody sees is reported to the organisers, by anybody."""

from fastapi import Request
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.errors import SeasonRefused
from app.league import visibility
from app.league.desk import reports
from app.league.people.players import address_problems, tidied
from app.league.problems import explain
from app.store import players
from app.store.tables import Entry, Season
from app.web import limits
from app.web.dependencies import Now, Reading, RowId, SiteOf, Writing, page_router
from app.web.forms import Form, SentForm
from app.web.rendering import UNKEPT, page

router = page_router()
HERE = "/seasons/{slug}/entries/{number:int}/report"


@router.get(HERE)
def ask(request: Request, lang: Lang, slug: str, number: RowId, session: Reading) -> Response:
    """The form: what is wrong, and an address for an answer, which need not be given."""
    return _show(request, lang, session, slug, number, Form("", {}))


@router.post(HERE)
def report(
    request: Request,
    lang: Lang,
    slug: str,
    number: RowId,
    sent: SentForm,
    session: Writing,
    site: SiteOf,
    now: Now,
) -> Response:
    """It waits for an organiser; or the form again and why not."""
    limits.spend_by_client_in(session, request, limits.REPORTS, now)
    _, entry = _seen(session, slug, number, lang)
    address = tidied(sent.line("address"))
    problems = [*address_problems(address, site.settings.mail_address)] if address else []
    if not problems:
        reader = players.looked_up(session, address, lang, now) if address else None
        try:
            with session.begin_nested():
                reports.take(session, entry, sent.text("what"), sent.line("text"), reader, now)
        except SeasonRefused as refusal:
            problems += refusal.problems
    told = [explain(each, lang) for each in problems]
    return _show(request, lang, session, slug, number, sent, told=told, done=not told)


def _seen(session: Session, slug: str, number: int, lang: Lang) -> tuple[Season, Entry]:
    """The entry of this number, where everybody may see it. Raises 404."""
    season = visibility.public_season(session, slug)
    there = visibility.entrants_of(session, season, lang)
    found = next((each for each in there if each.number == number), None)
    if found is None or not visibility.has_closed(season):
        raise HTTPException(404)
    return season, session.get_one(Entry, found.entry_id)


def _show(
    request: Request,
    lang: Lang,
    session: Session,
    slug: str,
    number: int,
    sent: Form,
    *,
    told: list[str] | None = None,
    done: bool = False,
) -> Response:
    season, _ = _seen(session, slug, number, lang)
    return page(
        request,
        lang,
        "entries/report.html",
        422 if told else 200,
        cache=UNKEPT,
        season=season,
        number=number,
        kinds=reports.WHAT,
        most=reports.MOST_TEXT,
        sent=sent,
        told=told or [],
        done=done,
    )
