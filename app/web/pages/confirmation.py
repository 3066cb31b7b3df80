"""The link in a confirmation letter: it shows the character and a button, since mail scanners press no buttons."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Literal

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session

from app.engine import Lang
from app.errors import SubmissionRejected
from app.league.entries import acceptance, checkins, entries, places, rosters
from app.league.entries.entries import Origin, changes
from app.league.people import blocks
from app.league.problems import explain
from app.store import seasons
from app.store.tables import PUBLIC, Revision, RevisionState, SignInPurpose
from app.web import forms, sessions
from app.web.dependencies import Now, Reading, Writing, page_router
from app.web.forms import SentForm
from app.web.links import broken, rows_of
from app.web.rendering import UNKEPT, page
from app.web.views.characters import character_of
from app.web.views.seasons import over

router = page_router()

Standing = Literal["held", "asked", "confirmed", "superseded", "declined", "closed", "blocked"]
"""Whether there is something to confirm, and why there is not."""


@router.get("/confirm/{token}")
def ask(request: Request, lang: Lang, token: str, session: Reading, now: Now) -> Response:
    """The character as sent, and the button; nothing is changed."""
    revision = _revision(request, session, token, now)
    if revision.entry.season.state in PUBLIC:
        return over(request, lang, session, revision.entry.season, revision.entry.player)
    return _page(request, session, lang, revision, _standing(session, revision, now))


@router.post("/confirm/{token}")
def confirm(
    request: Request, lang: Lang, token: str, sent: SentForm, session: Writing, now: Now
) -> Response:
    """The revision counts, and this browser speaks for its player; or it is dropped; or the page says why not."""
    revision = _revision(request, session, token, now)
    if revision.entry.season.state in PUBLIC:
        return over(request, lang, session, revision.entry.season, revision.entry.player)
    if sent.text("answer") == "no":
        return _decline(request, session, lang, revision, now)
    seasons.lock(session, revision.entry.season)
    origin = Origin(now, proven=True, lang=lang)
    try:
        with session.begin_nested():
            location = forms.answered_before(session, request, sent, now)
            if location is None:
                entries.confirm(session, revision, origin)
                season = revision.entry.season
                which = f"&character={revision.entry_id}" if season.characters > 1 else ""
                location = f"/{lang}/seasons/{season.slug}/my?version={revision.serial}{which}"
                forms.keep_answer(session, sent, location)
    except SubmissionRejected as refusal:
        return _refused(request, session, lang, revision, refusal, now)
    if revision.state not in (RevisionState.ACCEPTED, *rosters.WAITING):
        return _page(request, session, lang, revision, "superseded")
    answer = RedirectResponse(location, 303)
    _sign_in(session, request, answer, revision, now)
    return answer


def _decline(
    request: Request, session: Session, lang: Lang, revision: Revision, now: datetime
) -> Response:
    """It never counts: the player says that they did not send it. Pressed twice, it is dropped once."""
    with suppress(SubmissionRejected), session.begin_nested():
        entries.decline(session, revision, now)
    return _page(request, session, lang, revision, _standing(session, revision, now))


def _revision(request: Request, session: Session, token: str, now: datetime) -> Revision:
    """The revision that the link names. Raises 404."""
    number, _ = rows_of(request, "confirm", token, now)
    revision = session.get(Revision, number)
    if revision is None:
        raise broken(request)
    return revision


def _standing(session: Session, revision: Revision, now: datetime) -> Standing:
    entry = revision.entry
    if revision is entry.current and checkins.is_asked(entry.season, entry, now):
        return "asked"
    if revision.state in (RevisionState.ACCEPTED, *rosters.WAITING):
        return "confirmed"
    if revision.state is RevisionState.DECLINED:
        return "declined"
    if revision.state is not RevisionState.HELD or entry.player_id is None:
        return "superseded"
    if any(places.open_at(entry.season, now)):
        return "closed"
    if acceptance.is_outdated(entry, revision, now):
        return "superseded"
    if blocks.of(session, entry.player):
        return "blocked"
    return "held"


def _refused(
    request: Request,
    session: Session,
    lang: Lang,
    revision: Revision,
    refusal: SubmissionRejected,
    now: datetime,
) -> Response:
    """Why it cannot be confirmed. If that can be mended, its player may do so from this browser."""
    standing = _standing(session, revision, now)
    if standing != "held":
        return _page(request, session, lang, revision, standing)
    told = [explain(problem, lang) for problem in refusal.problems]
    answer = _page(request, session, lang, revision, standing, told)
    _sign_in(session, request, answer, revision, now)
    return answer


def _sign_in(
    session: Session, request: Request, answer: Response, revision: Revision, now: datetime
) -> None:
    entry = revision.entry
    if entry.player_id is not None:
        purpose = SignInPurpose.PLAYER
        sessions.start(
            session, request, answer, purpose, entry.player_id, now=now, season_id=entry.season_id
        )


def _page(
    request: Request,
    session: Session,
    lang: Lang,
    revision: Revision,
    standing: Standing,
    told: Sequence[str] = (),
) -> Response:
    statuses = {"superseded": 410, "closed": 410, "blocked": 403}
    status = 409 if told else statuses.get(standing, 200)
    season, before = revision.entry.season, revision.entry.current
    block = blocks.of(session, revision.entry.player)
    return page(
        request,
        lang,
        "submission/confirm.html",
        status,
        cache=UNKEPT,
        season=season,
        character=character_of(season, revision),
        revision=revision,
        beside=[character_of(season, each) for each in entries.beside(session, revision)],
        before=before and character_of(season, before),
        changed=changes(before, revision) if before else frozenset(),
        standing=standing,
        told=told,
        block_told=explain(blocks.problem(block), lang) if block else "",
        form_key=forms.new_key(),
    )
