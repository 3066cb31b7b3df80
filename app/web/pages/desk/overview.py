"""The organisers' desk: the way in, all seasons, mail that needs a look, letters in trouble."""

from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.errors import Problem, SeasonRefused
from app.games import ruleset, slugs
from app.i18n import translations
from app.league import budgets, organisers, players, visibility
from app.league import organisers as league_organisers
from app.league import seasons as league_seasons
from app.league.problems import explain
from app.letters.untaken import Untaken, sentences
from app.store import mails, outbox, seasons
from app.store.security import audits, second_factors, sign_ins
from app.store.security.audits import Organiser
from app.store.security.security_log import SecurityEvent
from app.store.tables import MailAction, SignIn, SignInPurpose
from app.text.privacy import mask_address
from app.web import forms, limits, sessions, witness
from app.web.forms import Form, SentForm
from app.web.rendering import UNKEPT, page
from app.web.sessions import Signed, SignedInOrganiser
from app.web.site import IN_LANGUAGE, Now, Reading, RowId, Site, SiteOf, Writing
from app.web.views.pagination import PageNumber, part

router = APIRouter(prefix=IN_LANGUAGE)

MOST_MAILS: Final = 100
"""Or letters, on one page."""
_LOOKED_AT: Final = (MailAction.HELD, MailAction.PROBLEMS, MailAction.REJECTED, MailAction.IGNORED)


def _own_form(request: Request, sent: SentForm, signed: SignedInOrganiser) -> Form:
    """A form of the desk that was made for whoever sends it."""
    forms.require_own(request, sent, signed)
    return sent


OwnForm = Annotated[Form, Depends(_own_form)]


def desk_page(
    request: Request, lang: Lang, name: str, signed: Signed, status: int = 200, **context: Any
) -> Response:
    """A page of the desk: nobody but this browser keeps it."""
    return page(request, lang, name, status, cache=UNKEPT, form_token=signed.form_token, **context)


def organiser(
    session: Session, signed: Signed, now: datetime, reason: str = "", tell: str = ""
) -> Organiser:
    """Who acts, as the log calls them."""
    label = session.get_one(SignIn, signed.id).label or "organiser"
    return Organiser(f"{label} ({signed.player_id})", now, reason, tell)


def note_code(
    request: Request, session: Session, player_id: int, typed: str, now: datetime
) -> bool:
    """Whether this code of their second factor is right, which the security log hears; it opens nothing again."""
    shown = league_organisers.check_code(session, player_id, typed, now)
    if shown is None:
        witness.note(request, SecurityEvent.SECOND_FACTOR_FAILED, now, player=player_id)
    elif shown == "recovery":
        witness.note(request, SecurityEvent.RECOVERY_CODE_USED, now, player=player_id)
    return shown is not None


# --- the way in ---------------------------------------------------------------------------------------


@router.get("/in/{token}")
def ask(request: Request, lang: Lang) -> Response:
    """A button: nothing that only looks at links uses this one up."""
    return _enter(request, lang)


@router.post("/in/{token}")
def enter(
    request: Request, lang: Lang, token: str, sent: SentForm, site: SiteOf, now: Now
) -> Response:
    """This browser organises from now on, and the link opens nothing any more.

    Whoever has a second factor shows it first: until then the link stays good, unless codes are guessed.
    """
    answer = RedirectResponse(f"/{lang}/desk", 303)
    _ = translations(lang).gettext
    with site.database.writing() as session:
        link = organisers.link(session, token, now)
        if link and second_factors.is_on(session, link.player_id):
            typed = sent.line("proof_code")
            if not typed:
                return _enter(request, lang, wants_code=True)
            if not _is_right(request, session, link, typed, now):
                told = _("This code is not right, or it has been used. Wait for the next one.")
                return _enter(request, lang, wants_code=True, told=told)
        if link and sign_ins.end(session, token, now=now):
            purpose = SignInPurpose.ORGANISER
            sessions.start(
                session, request, answer, purpose, link.player_id, now=now, label=link.label
            )
            return answer
    witness.note(request, SecurityEvent.SIGN_IN_FAILED, now, role="organiser")
    limits.spend_by_client(request, limits.WRONG_LINKS, now)
    raise HTTPException(410, _("This link has been used or has run out. Ask for a new one."))


def _is_right(request: Request, session: Session, link: SignIn, typed: str, now: datetime) -> bool:
    """Whether the code is; a link with which too many were tried is over, which costs its holder alone."""
    if limits.is_spent(session, request, limits.CODES, f"link {link.id}", now):
        sign_ins.end_one(session, link.player_id, [SignInPurpose.LINK], link.id, now=now)
        return False
    return note_code(request, session, link.player_id, typed, now)


def _enter(request: Request, lang: Lang, *, wants_code: bool = False, told: str = "") -> Response:
    return page(
        request,
        lang,
        "desk/enter.html",
        403 if told else 200,
        cache=UNKEPT,
        wants_code=wants_code,
        told=[told] if told else [],
    )


@router.post("/desk/sign-out")
def sign_out(
    request: Request,
    lang: Lang,
    form: OwnForm,
    signed: SignedInOrganiser,
    session: Writing,
    now: Now,
) -> Response:
    """This browser organises no more; with `everywhere`, none of this person's does."""
    answer = RedirectResponse(f"/{lang}/", 303)
    sessions.end(session, request, answer, SignInPurpose.ORGANISER, now)
    if form.text("everywhere"):
        event = SecurityEvent.SIGNED_OUT_EVERYWHERE
        witness.note(request, event, now, player=signed.player_id)
        sign_ins.end_all(session, signed.player_id, sign_ins.FOR_ORGANISERS, now=now)
    return answer


# --- all seasons --------------------------------------------------------------------------------------


@router.get("/desk")
def desk(
    request: Request, lang: Lang, signed: SignedInOrganiser, session: Reading, now: Now
) -> Response:
    """All seasons, what needs a look, and a form for a new season."""
    return _desk(request, lang, signed, session, now)


@router.post("/desk/seasons")
def create(
    request: Request,
    lang: Lang,
    form: OwnForm,
    signed: SignedInOrganiser,
    session: Writing,
    site: SiteOf,
    now: Now,
) -> Response:
    """A new season, still a draft; or the form again with everything that is wrong in it."""
    try:
        with session.begin_nested():
            location = forms.answered_before(session, request, form, now)
            if location is None:
                closes_at = deadline_of(form.line("closes_at"), site)
                plan = league_seasons.Plan(
                    form.line("game"),
                    form.line("slug"),
                    form.line("title_ja"),
                    form.line("title_en"),
                    closes_at,
                )
                season = league_seasons.create(session, plan, organiser(session, signed, now))
                location = f"/{lang}/desk/seasons/{season.slug}"
                forms.keep_answer(session, form, location)
    except SeasonRefused as refusal:
        told = [explain(problem, lang) for problem in refusal.problems]
        return _desk(request, lang, signed, session, now, form, told, 422)
    return RedirectResponse(location, 303)


def _desk(
    request: Request,
    lang: Lang,
    signed: Signed,
    session: Session,
    now: datetime,
    form: Form | None = None,
    told: list[str] | None = None,
    status: int = 200,
) -> Response:
    return desk_page(
        request,
        lang,
        "desk/desk.html",
        signed,
        status,
        seasons=seasons.every(session),
        rulesets=[ruleset(slug) for slug in slugs()],
        letters=outbox.counts(session),
        use=_use(request, session, now),
        deletions=audits.deletions(session),
        form=form or Form("", {}),
        form_key=forms.new_key(),
        told=told or [],
    )


def _use(request: Request, session: Session, now: datetime) -> budgets.Use:
    """How the budget stands for letters to addresses that nobody has proven."""
    site: Site = request.app.state.site
    return budgets.use(session, site.settings.unproven_letters_a_day, now=now)


def deadline_of(typed: str, site: SiteOf) -> datetime | None:
    """What `<input type="datetime-local">` sends, in the zone of this installation."""
    if not typed:
        return None
    try:
        moment = datetime.fromisoformat(typed)
    except ValueError:
        raise SeasonRefused([Problem("bad-moment", words=(typed[:40],))]) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=site.settings.zone)


# --- mail and letters ---------------------------------------------------------------------------------


@router.get("/desk/mail")
def mail(
    request: Request, lang: Lang, signed: SignedInOrganiser, session: Reading, now: Now
) -> Response:
    """Mail that did not simply become an entry, newest first: held, faulty, rejected, ignored.

    While a season is sealed, what is wrong with a mail is told to its sender alone: it quotes the build.
    """
    is_sealed = bool(visibility.sealed_seasons(session, now))
    arrived = [
        (each, _told_sealed(each, lang) if is_sealed else _explained(each, lang))
        for each in mails.latest(session, _LOOKED_AT, MOST_MAILS)
    ]
    return desk_page(request, lang, "desk/mail.html", signed, arrived=arrived, is_sealed=is_sealed)


def _told_sealed(mail: mails.Arrived, lang: Lang) -> list[str]:
    """A fault of ours, and what was not taken, without its words: a build may be among them."""
    problems = map(Problem.of, mail.note.get("problems", []))
    faults = [explain(each, lang) for each in problems if each.code == mails.OUR_FAULT]
    return faults + sentences(map(Untaken.of, mail.note.get("untaken", [])), lang, with_words=False)


def _explained(mail: mails.Arrived, lang: Lang) -> list[str]:
    note = mail.note
    untaken = map(Untaken.of, note.get("untaken", []))
    rules = (note.get("game"), note.get("rules"))
    return [explain(Problem.of(each), lang, *rules) for each in note.get("problems", [])] + [
        *sentences(untaken, lang, with_words=True)
    ]


@router.get("/desk/letters")
def letters(
    request: Request,
    lang: Lang,
    signed: SignedInOrganiser,
    session: Reading,
    now: Now,
    number: PageNumber,
) -> Response:
    """How many letters are where, and those that need an organiser."""
    return desk_page(
        request,
        lang,
        "desk/letters.html",
        signed,
        counts=outbox.counts(session),
        bounced=outbox.bounced(session),
        use=_use(request, session, now),
        reasons=budgets.REASONS,
        mask_address=mask_address,
        trouble=part(outbox.in_trouble(session), number, MOST_MAILS),
    )


@router.post("/desk/letters/{number}")
def settle(lang: Lang, number: RowId, form: OwnForm, session: Writing, now: Now) -> Response:
    """A letter in trouble is sent once more, or given up for good. Settled twice, the first time counts."""
    if form.text("act") == "resend":
        players.send_again(session, number, now)
    elif form.text("act") == "drop":
        outbox.drop(session, number)
    return RedirectResponse(f"/{lang}/desk/letters", 303)
