"""The organisers' desk: the organiser, their forms, and the proof they give before acts that cannot be undone."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.errors import Problem, SeasonRefused, SubmissionRejected
from app.i18n import N_, translations
from app.league.desk import rulings
from app.league.people import organisers
from app.league.people.organisers import Right
from app.league.problems import explain
from app.league.seasons import seasons as league_seasons
from app.league.timetable import nights
from app.letters.render import RenderedLetter
from app.notices.answers import Proof
from app.store import letters, mails, seasons
from app.store.security import second_factors, sign_ins
from app.store.security.audits import Organiser
from app.store.security.security_log import SecurityEvent
from app.store.tables import Player, Season, SignIn
from app.text.moments import parsed
from app.web import forms, limits, security_events
from app.web.dependencies import Now, Reading, Site, SiteOf, Writing
from app.web.forms import TOKEN, Form, SentForm
from app.web.limits import Limit
from app.web.rendering import UNKEPT, page
from app.web.sessions import FRESH, SignedInOrganiser, SignedInPerson

SEEN: Final = "seen"
"""The hidden field with the number of the last act in the season that the form knew of."""
CODE: Final = "proof_code"
"""The field with a code."""
WRONG_CODE: Final = N_("This code is wrong or has been used. Wait for the next one.")
NOT_YOURS: Final = N_("Your role does not allow this. Ask an owner or an organiser.")
_BODY: Final = re.compile("(<body[^>]*>)")
_LETTER: Final = "proof_letter"
"""The button that asks for a letter."""
_PROOFS: Final = Limit("proofs", 5, 4 * FRESH)
"""Letters with a link, for one organiser."""


@dataclass(frozen=True, slots=True)
class Desk:
    """An organiser at the desk, and the form that they send from it, if they send one."""

    request: Request
    lang: Lang
    signed: SignedInPerson
    session: Session
    site: Site
    now: datetime
    form: Form = field(default_factory=lambda: Form("", {}))

    @property
    def player(self) -> Player:
        """The organiser as a person."""
        return self.session.get_one(Player, self.signed.player_id)

    def may(self, right: str) -> bool:
        """Whether their role lets them do this."""
        return Right(right) in organisers.rights(self.player)

    @property
    def organiser(self) -> Organiser:
        """The organiser, as the log calls them, with the reasons in the form. Raises `SeasonRefused` if these are too long."""
        by = Organiser(self.name, self.now, self.form.line("reason"), self.form.line("tell"))
        league_seasons.require_brevity(by)
        return by

    @property
    def name(self) -> str:
        """Their name in the log."""
        label = self.session.get_one(SignIn, self.signed.id).label or "organiser"
        return f"{label} ({self.signed.player_id})"

    def page(self, name: str, status: int = 200, **context: Any) -> Response:
        """A page of the desk, with the form as it was sent: this browser alone keeps it."""
        shown: dict[str, Any] = {"form": self.form, "told": [], **context}
        shown["may"] = self.may
        shown["form_token"] = self.signed.form_token
        shown["waiting"] = mails.count_writers(self.session)
        return page(self.request, self.lang, name, status, cache=UNKEPT, **shown)

    def undone(self, season: Season, *, called_off: bool = False) -> list[str]:
        """The plans for results that an act cancels, and what happens to them, a sentence each."""
        found = nights.at_stake(self.session, season, called_off=called_off)
        return [explain(each, self.lang) for each in found]

    def to(self, path: str = "") -> Response:
        """303 to this page of the desk."""
        return RedirectResponse(f"/{self.lang}/desk{path}", 303)

    def attempt(
        self,
        act: Callable[[], str],
        otherwise: Callable[[list[str]], Response],
        season: Season | None = None,
    ) -> Response:
        """303 to the page of the desk where the act leads, or led when this very form was sent before.

        If it is refused, the page that `otherwise` makes of all the reasons.
        """
        rules = (season.game, season.rules_version) if season else ()
        done = self.done(act)
        if isinstance(done, Response):
            return done
        return otherwise([explain(each, self.lang, *rules) for each in done])

    def preview(self, slug: str, act: Callable[[], object]) -> rulings.RulingPreview | None:
        """What this act would change in stages, if it has not been shown yet. Refusals are left to the act."""
        season = seasons.by_slug(self.session, slug)
        with suppress(SeasonRefused, SubmissionRejected):
            return None if self.form.text("shown") else rulings.preview(self.session, season, act)
        return None

    def done(self, act: Callable[[], str]) -> Response | list[Problem]:
        """The same; if it is refused, every problem."""
        try:
            with self.session.begin_nested():
                place = forms.answered_before(self.session, self.request, self.form, self.now)
                if place is None:
                    place = act()
                    forms.keep_answer(self.session, self.form, place)
        except (SeasonRefused, SubmissionRejected) as refusal:
            return list(refusal.problems)
        return self.to(place)

    def require_seen(self, slug: str) -> None:
        """Raise `SeasonRefused` if another organiser changed the season or moved it on since this form was made."""
        season = seasons.locked(self.session, slug)
        if self.form.text(SEEN):
            league_seasons.require_seen(self.session, season, self.form.number(SEEN))

    def deadline(self, name: str = "closes_at") -> datetime | None:
        """The moment that `<input type="datetime-local">` sends, in the zone of this installation. Raises `SeasonRefused`."""
        typed = self.form.line(name)
        if not typed:
            return None
        try:
            moment = parsed(typed)
        except ValueError:
            raise SeasonRefused([Problem("bad-moment", typed=typed[:40])]) from None
        return moment if moment.tzinfo else moment.replace(tzinfo=self.site.settings.zone)

    def player_at(self, number: int) -> Player:
        """The player of this number. Raises 404."""
        player = self.session.get(Player, number)
        if not player:
            raise HTTPException(404)
        return player

    def note(self, event: SecurityEvent) -> None:
        """The event is in the security log."""
        security_events.note(self.request, event, self.now, player=self.signed.player_id)


def _allowed(desk: Desk, right: Right) -> Desk:
    """The signed-in organiser. Raises 403 unless their role allows the act."""
    if not desk.may(right):
        raise HTTPException(403, translations(desk.lang).gettext(NOT_YOURS))
    return desk


def _desk(right: Right) -> Callable[..., Desk]:
    def opened(
        request: Request,
        lang: Lang,
        signed: SignedInOrganiser,
        session: Reading,
        site: SiteOf,
        now: Now,
    ) -> Desk:
        return _allowed(Desk(request, lang, signed, session, site, now), right)

    return opened


def own_form(request: Request, sent: SentForm, signed: SignedInOrganiser) -> Form:
    """A form of the desk, made for its sender."""
    forms.require_own(request, sent, signed)
    return sent


def _sent(right: Right) -> Callable[..., Desk]:
    def sent(
        request: Request,
        lang: Lang,
        form: Annotated[Form, Depends(own_form)],
        signed: SignedInOrganiser,
        session: Writing,
        site: SiteOf,
        now: Now,
    ) -> Desk:
        return _allowed(Desk(request, lang, signed, session, site, now, form), right)

    return sent


def _asked(right: Right) -> Callable[..., Desk]:
    def asked(
        request: Request,
        lang: Lang,
        form: Annotated[Form, Depends(own_form)],
        signed: SignedInOrganiser,
        session: Reading,
        site: SiteOf,
        now: Now,
    ) -> Desk:
        session.autoflush = False
        return _allowed(Desk(request, lang, signed, session, site, now, form), right)

    return asked


AtDesk = Annotated[Desk, Depends(_desk(Right.LOOK), scope="function")]
"""Anyone at the desk who opens a page, helpers included."""
AtOwnDesk = Annotated[Desk, Depends(_desk(Right.SEASONS), scope="function")]
"""An organiser or an owner who opens a page with secrets, or one that leads to an act of theirs."""
FromDesk = Annotated[Desk, Depends(_sent(Right.SEASONS), scope="function")]
"""An organiser or an owner who sends a form of theirs: whatever a page does, unless it says otherwise."""
FromPreview = Annotated[Desk, Depends(_asked(Right.SEASONS), scope="function")]
"""The same, for a form that stores nothing. No other writer waits meanwhile."""
FromEditor = Annotated[Desk, Depends(_sent(Right.ENTRIES), scope="function")]
"""Those who may change or hide entries."""
FromHelper = Annotated[Desk, Depends(_sent(Right.ANSWER), scope="function")]
"""The same, and helpers too."""
FromAnybody = Annotated[Desk, Depends(_sent(Right.LOOK), scope="function")]
"""Anyone at the desk who sends a form about their own sign-ins."""
FromOwner = Annotated[Desk, Depends(_sent(Right.PEOPLE), scope="function")]
"""An owner who says who organises."""


# --- letters ------------------------------------------------------------------------------------------


def letter_page(letter: RenderedLetter) -> Response:
    """The letter as mail programs show it, as the whole of a page."""
    html = _BODY.sub(r"\1<main>", letter.html, count=1).replace("</body>", "</main></body>")
    # A letter carries its styles within it: let them in for this page, and nothing else.
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; object-src 'none';"
        " base-uri 'none'; frame-ancestors 'none'"
    )
    headers = {"Content-Security-Policy": policy, "Cache-Control": UNKEPT}
    return HTMLResponse(html, headers=headers)


# --- who they are -------------------------------------------------------------------------------------


def mail_link(request: Request, session: Session, address: str, lang: Lang, now: datetime) -> None:
    """Send a sign-in link if this is an organiser's address.

    Otherwise do the same work and undo it, so timing reveals nothing.
    """
    if player_id := organisers.send_link(session, address, lang, now):
        security_events.note(request, SecurityEvent.SIGN_IN_ASKED_FOR, now, player=player_id)


def note_code(
    request: Request, session: Session, player_id: int, typed: str, now: datetime
) -> bool:
    """Whether this code of their second factor is right; it works once, and the security log has a wrong one."""
    shown = organisers.check_code(session, player_id, typed, now)
    if shown is None:
        security_events.note(request, SecurityEvent.SECOND_FACTOR_FAILED, now, player=player_id)
    elif shown == "recovery":
        security_events.note(request, SecurityEvent.RECOVERY_CODE_USED, now, player=player_id)
    return shown is not None


def demand_proof(desk: Desk) -> Response | None:
    """None if they proved within a quarter of an hour who they are, or prove it by this form.

    Else the page that asks for it, which sends the same form again with all that was typed in it.
    Raises 429 for those who guess.
    """
    signed, form, session = desk.signed, desk.form, desk.session
    if signed.is_fresh(desk.now):
        return None
    has_factor, told = second_factors.is_on(session, signed.player_id), ""
    if has_factor and form.line(CODE):
        limits.spend(session, desk.request, limits.CODES, f"sign-in {signed.id}", desk.now)
        if note_code(desk.request, session, signed.player_id, form.line(CODE), desk.now):
            keep_proof(desk)
            return None
        told = translations(desk.lang).gettext(WRONG_CODE)
    is_sent = not has_factor and bool(form.text(_LETTER))
    if is_sent:
        limits.spend(session, desk.request, _PROOFS, f"player {signed.player_id}", desk.now)
        _send_link(desk)
    typed = {name: text for name, text in form.fields.items() if name not in (CODE, _LETTER, TOKEN)}
    return desk.page(
        "desk/prove.html",
        403,
        has_factor=has_factor,
        is_sent=is_sent,
        typed=typed,
        told=[told] if told else [],
    )


def keep_proof(desk: Desk) -> None:
    """The organiser has proven who they are: that holds for a quarter of an hour."""
    sign_ins.prove(desk.session, desk.signed.id, now=desk.now)
    desk.note(SecurityEvent.CONFIRMED_AGAIN)


def _send_link(desk: Desk) -> None:
    player = desk.player
    at = int(desk.now.timestamp())
    letters.write(
        desk.session,
        Proof(sign_in=desk.signed.id, at=at),
        player,
        f"proof:{desk.signed.id}:{at}",
        now=desk.now,
        lang=desk.lang,
    )
