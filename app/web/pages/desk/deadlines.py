"""On the organisers' desk: a deadline is moved, which everybody is told; a season that was never meant is deleted."""

from collections.abc import Callable
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session

from app.engine import Lang
from app.errors import Problem, SeasonRefused
from app.league import seasons as league_seasons
from app.league.problems import explain
from app.store import seasons
from app.store.tables import Season
from app.web.forms import Form
from app.web.pages.desk.overview import OwnForm, deadline_of, desk_page, organiser
from app.web.pages.desk.proof import demand
from app.web.sessions import Signed, SignedInOrganiser
from app.web.site import IN_LANGUAGE, Now, Reading, SiteOf, Writing

router = APIRouter(prefix=IN_LANGUAGE)

_DEADLINE: Final = "desk/deadline.html"
_DELETE: Final = "desk/delete.html"


@router.get("/desk/seasons/{slug}/deadline")
def ask_deadline(
    request: Request, lang: Lang, slug: str, signed: SignedInOrganiser, session: Reading
) -> Response:
    """What moving the deadline means, and a form."""
    return _form(request, lang, _DEADLINE, signed, seasons.by_slug(session, slug))


@router.post("/desk/seasons/{slug}/deadline")
def move_deadline(
    request: Request,
    lang: Lang,
    slug: str,
    form: OwnForm,
    signed: SignedInOrganiser,
    session: Writing,
    site: SiteOf,
    now: Now,
) -> Response:
    """The deadline is moved, and everybody is told; or the form again and why not."""
    by = organiser(session, signed, now, form.line("reason"), form.line("tell"))

    def move() -> None:
        closes_at = deadline_of(form.line("closes_at"), site)
        if closes_at is None:
            raise SeasonRefused([Problem("bad-moment", words=("",))])
        league_seasons.move(session, slug, closes_at, by)

    here = f"/{lang}/desk/seasons/{slug}"
    season = seasons.by_slug(session, slug)
    told = _refused(session, move, lang)
    return (
        _form(request, lang, _DEADLINE, signed, season, form, told)
        if told
        else RedirectResponse(here, 303)
    )


@router.get("/desk/seasons/{slug}/delete")
def ask_delete(
    request: Request, lang: Lang, slug: str, signed: SignedInOrganiser, session: Reading
) -> Response:
    """What deleting the season means, and a button."""
    return _form(request, lang, _DELETE, signed, seasons.by_slug(session, slug))


@router.post("/desk/seasons/{slug}/delete")
def delete(
    request: Request,
    lang: Lang,
    slug: str,
    form: OwnForm,
    signed: SignedInOrganiser,
    session: Writing,
    now: Now,
) -> Response:
    """There is no such season any more; or the form again and why not. Whoever does it shows once more who they are."""
    if question := demand(request, lang, form, signed, session, now):
        return question
    by = organiser(session, signed, now)
    season = seasons.by_slug(session, slug)

    def go() -> None:
        league_seasons.delete(session, slug, by, form.line("confirmed"))

    told = _refused(session, go, lang)
    return (
        _form(request, lang, _DELETE, signed, season, form, told)
        if told
        else RedirectResponse(f"/{lang}/desk", 303)
    )


def _refused(session: Session, act: Callable[[], None], lang: Lang) -> list[str]:
    """Why the act was not done; nothing if it was."""
    try:
        with session.begin_nested():
            act()
    except SeasonRefused as refusal:
        return [explain(problem, lang) for problem in refusal.problems]
    return []


def _form(
    request: Request,
    lang: Lang,
    name: str,
    signed: Signed,
    season: Season,
    form: Form | None = None,
    told: list[str] | None = None,
) -> Response:
    status = 409 if told else 200
    form = form or Form("", {})
    return desk_page(request, lang, name, signed, status, season=season, form=form, told=told or [])
