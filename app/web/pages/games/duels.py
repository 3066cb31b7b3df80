"""Duels: two play each other, each by a link of their own, and nobody else sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang, Ruleset, TellingSheet
from app.errors import DuelRefused, Problem
from app.games import ruleset
from app.i18n import translations
from app.league.duels import builds, invitations, matches
from app.league.duels.invitations import DAYS, USUAL_DAYS, Party
from app.league.duels.settings import rules_of, shows_cards
from app.league.duels.stages import SENDING
from app.league.people import players
from app.league.people.tokens import DUEL_PARTS, duel_token
from app.league.problems import explain
from app.letters.links import opening_address
from app.store import duels, players as store_players
from app.store.tables import (
    NOBODYS,
    Duel,
    DuelEnding,
    DuelStage,
    Entry,
    Player,
    Season,
    SignInPurpose,
)
from app.web import forms, limits, sessions
from app.web.dependencies import Now, Reading, Site, SiteOf, Writing, page_router
from app.web.forms import Form, SentForm
from app.web.links import broken, rows_of
from app.web.rendering import UNKEPT, etag_of, page, require_change
from app.web.views.battles import Contender, battle_page
from app.web.views.duels import asked_of, entrants, seen_by, shown_settings, typed_settings
from app.web.views.fields import StageView
from app.web.views.forms.builder import Builder, builder, pressed

router = page_router()

OFFER: Final = "/games/{game}/duel"
HERE: Final = "/duels/{token}"
_FIELDS: Final = {
    **dict.fromkeys(("empty-name", "name-too-long", "duelist-is-address", "same-duelist"), "name"),
    "duel-days": "days",
    "duel-with-oneself": "friend",
}
"""Which field of a form a problem belongs to; all others are told above it."""
_OF_ADDRESS: Final = ("bad-address", "own-address")
"""Problems whose suggestion is the field in which the address stands."""


@dataclass(frozen=True)
class _DuelLink:
    """The content of a duel link: the number of the duel, and which part of it the link opens."""

    number: int
    part: str

    @property
    def is_by_letter(self) -> bool:
        """Whether only a letter has brought it to its reader."""
        return self.part.endswith("by letter")

    @property
    def is_invitation(self) -> bool:
        """Whether its reader may accept the duel."""
        return self.part.startswith("invitation")

    @property
    def seat(self) -> str:
        """The seat of its reader; empty for an invitation, and for a result."""
        return self.part[0] if self.part[:1] in ("A", "B") else ""


def _asked(request: Request, token: str, now: Now) -> _DuelLink:
    number, place = rows_of(request, "duel", token, now)
    return _DuelLink(number, DUEL_PARTS[place])  # the links are ours: there is such a place


AskedDuel = Annotated[_DuelLink, Depends(_asked)]


def _rules(game: str) -> Ruleset:
    """The game of the address. Raises 404 for a call for cards, which has no players."""
    found = ruleset(game)
    if found.makes:
        raise HTTPException(404)
    return found


AskedRules = Annotated[Ruleset, Depends(_rules)]


# --- opened ---------------------------------------------------------------------------------------------


@router.get(OFFER)
def offer(request: Request, lang: Lang, rules: AskedRules) -> Response:
    """An explanation of duels, and the form that opens one."""
    return _offer(request, lang, rules, Form(request.url.path, {}))


@router.post(OFFER)
def open_duel(
    request: Request,
    lang: Lang,
    rules: AskedRules,
    sent: SentForm,
    site: SiteOf,
    session: Writing,
    now: Now,
) -> Response:
    """The duel is there, and its opener on their page of it; or the form again with everything that is wrong."""
    if sent.text("step"):
        return _offer(request, lang, rules, sent)
    limits.spend_by_client_in(session, request, limits.DUELS, now)
    try:
        with session.begin_nested():
            location = forms.answered_before(session, request, sent, now)
            if location is None:
                people, problems = _people(request, session, site, sent, lang, now)
                own, friend = people.get("address"), people.get("friend")
                party = Party(sent.line("name"), lang, own, limits.deliverer_of(request).name)
                try:
                    duel = invitations.open_duel(
                        session,
                        rules,
                        party,
                        _days(sent),
                        now=now,
                        friend=friend,
                        config=typed_settings(rules, sent),
                    )
                except DuelRefused as refusal:
                    raise DuelRefused([*refusal.problems, *problems]) from None
                if problems:
                    raise DuelRefused(problems)
                location = _address(site, lang, duel, "A")
                forms.keep_answer(session, sent, location)
    except DuelRefused as refusal:
        return _offer(request, lang, rules, sent, refusal.problems)
    return RedirectResponse(location, 303)


def _offer(
    request: Request,
    lang: Lang,
    rules: Ruleset,
    sent: Form,
    problems: Sequence[Problem] = (),
) -> Response:
    return page(
        request,
        lang,
        "duels/offer.html",
        422 if problems else 200,
        cache=UNKEPT,
        game=rules,
        sent=sent,
        days=_days(sent),
        choices=DAYS,
        settings=shown_settings(rules, typed_settings(rules, sent)),
        opening_address=opening_address(request.state.site.settings),
        faults=_faults(problems, lang, rules),
        form_key=forms.new_key(),
    )


def _people(
    request: Request,
    session: Session,
    site: Site,
    sent: Form,
    lang: Lang,
    now: datetime,
) -> tuple[dict[str, Player], list[Problem]]:
    """The players with the addresses of the form, by field, and what is wrong with the others. Raises 429 if they are too many."""
    found: dict[str, Player] = {}
    wrong: list[Problem] = []
    for name in ("address", "friend"):
        address = players.tidied(sent.line(name))
        if not address:
            continue
        problems = [*players.address_problems(address, site.settings.mail_address)]
        wrong += [replace(each, suggestions=(name,)) for each in problems]
        if not problems:
            limits.spend_on_address(session, request, address, now)
            found[name] = store_players.looked_up(session, address, lang, now)
    return found, wrong


def _days(sent: Form) -> int:
    return sent.number("days") if sent.text("days") else USUAL_DAYS


def _faults(problems: Sequence[Problem], lang: Lang, rules: Ruleset) -> Mapping[str, Sequence[str]]:
    """The problems in words, by field; the others under an empty name."""
    found: dict[str, list[str]] = {"": [], "name": [], "days": [], "address": [], "friend": []}
    for each in problems:
        words = explain(each, lang, rules.slug, rules.rules_version)
        of_address = each.suggestions[0] if each.code in _OF_ADDRESS else ""
        found[_FIELDS.get(each.code, of_address)].append(words)
    return found


def _address(site: Site, lang: Lang, duel: Duel, part: str) -> str:
    own = (each.player.secrets for each in duel.duelists if each.player and each.seat == part[0])
    return f"/{lang}/duels/{duel_token(site.key, duel.id, part, next(own, NOBODYS))}"


# --- played ---------------------------------------------------------------------------------------------


@router.get(HERE)
def see(request: Request, lang: Lang, asked: AskedDuel, session: Reading, now: Now) -> Response:
    """The duel as the reader of this link may see it."""
    duel = duels.find(session, asked.number)
    return _page(request, lang, session, _found(request, duel, asked), asked, now)


@router.post(HERE)
def act(
    request: Request,
    lang: Lang,
    asked: AskedDuel,
    sent: SentForm,
    site: SiteOf,
    session: Writing,
    now: Now,
) -> Response:
    """Do what the button says and show the page; otherwise the page again with every problem and what was typed."""
    limits.spend_by_client_in(session, request, limits.SUBMISSIONS, now)
    duel = _found(request, duels.locked(session, asked.number), asked)
    step = sent.text("step")
    if step:
        built = None
        if asked.seat and duel.stage in SENDING and not duel.asks:
            game = asked_of(duel)
            text = sent.text("build")
            pressing = step != "language"
            built = pressed(game, text, step, lang) if pressing else builder(game, text, lang)
        return _page(request, lang, session, duel, asked, now, sent=sent, built=built)
    try:
        with session.begin_nested():
            location = forms.answered_before(session, request, sent, now)
            if location is None:
                location = _done(request, session, lang, site, duel, asked, sent, now)
                forms.keep_answer(session, sent, location)
    except DuelRefused as refusal:
        session.refresh(duel)
        return _page(request, lang, session, duel, asked, now, sent=sent, problems=refusal.problems)
    if sent.text("act") == "play" and asked.seat:
        return _to_match(request, session, lang, duel, asked, now) or RedirectResponse(
            location, 303
        )
    return RedirectResponse(location, 303)


def _to_match(
    request: Request, session: Session, lang: Lang, duel: Duel, asked: _DuelLink, now: datetime
) -> Response | None:
    """Redirect to their match and sign this browser in for it.

    None before it begins, and if only a letter may sign in: the person who named an address may not be its
    reader, until they have come by a letter.
    """
    match = duels.match_of(session, duel)
    duelist = next(each for each in duel.duelists if each.seat == asked.seat)
    if match is None or not match.step:
        return None
    entry = session.get_one(Entry, match.entry_in(duelist.seat))
    season = session.get_one(Season, match.season_id)
    if entry.player_id is None or (
        matches.is_theirs(session, match, duelist) and not asked.is_by_letter
    ):
        return None
    answer = RedirectResponse(f"/{lang}/seasons/{season.slug}/my/matches/{match.game_id}", 303)
    purpose = SignInPurpose.PLAYER
    sessions.start(session, request, answer, purpose, entry.player_id, now=now, season_id=season.id)
    return answer


def _done(
    request: Request,
    session: Session,
    lang: Lang,
    site: Site,
    duel: Duel,
    asked: _DuelLink,
    sent: Form,
    now: datetime,
) -> str:
    """The act of the form is done: where its reader goes on. Raises `DuelRefused`."""
    here = _address(site, lang, duel, asked.part)
    what = sent.text("act")
    if asked.is_invitation:
        _accept(request, session, lang, site, duel, asked, sent, now)
        return _address(site, lang, duel, "B")
    if not asked.seat:
        return here
    duelist = next(each for each in duel.duelists if each.seat == asked.seat)
    if asked.is_by_letter:
        matches.prove(session, duel, duelist, now)
    if what == "send":
        if shows_cards(duel) and sent.text("stage") != duel.stage and duel.stage is DuelStage.WHOLE:
            raise DuelRefused([Problem("duel-moved-on")])
        builds.send(session, duel, duelist, sent.text("build"), now=now)
    elif what in ("agree", "propose"):
        config = typed_settings(rules_of(duel), sent, duel.config) if what == "propose" else None
        invitations.answer(session, duel, asked.seat, config, now=now)
    elif what == "withdraw":
        invitations.withdraw(session, duel, asked.seat, now=now)
    elif what == "rematch":
        again = invitations.rematch(session, duel, asked.seat, now=now)
        return _address(site, lang, again, asked.part)
    return here


def _accept(
    request: Request,
    session: Session,
    lang: Lang,
    site: Site,
    duel: Duel,
    asked: _DuelLink,
    sent: Form,
    now: datetime,
) -> None:
    """The reader of the invitation plays in it; of one that came by letter, as whom it was sent to."""
    if asked.is_by_letter:
        player, deliverer = duel.duelists[1].player, duel.duelists[1].deliverer
        problems: list[Problem] = []
    else:
        people, problems = _people(request, session, site, sent, lang, now)
        player, deliverer = people.get("address"), limits.deliverer_of(request).name
    party = Party(sent.line("name"), lang, player, deliverer, asked.is_by_letter)
    try:
        config = typed_settings(rules_of(duel), sent, duel.config)
        invitations.accept(session, duel, party, now=now, config=config)
    except DuelRefused as refusal:
        raise DuelRefused([*refusal.problems, *problems]) from None
    if problems:
        raise DuelRefused(problems)


def _found(request: Request, duel: Duel | None, asked: _DuelLink) -> Duel:
    """The duel. Raises 404 if it was forgotten, and for a result before there is one."""
    if duel is None or (asked.part == "result" and duel.ending is not DuelEnding.BATTLE):
        raise broken(request)
    return duel


def _page(
    request: Request,
    lang: Lang,
    session: Session,
    duel: Duel,
    asked: _DuelLink,
    now: datetime,
    *,
    sent: Form | None = None,
    problems: Sequence[Problem] = (),
    built: Builder | None = None,
) -> Response:
    seen = seen_by(duel, asked.seat)
    own = seen.seats[0]
    faults = _faults(problems, lang, seen.game)
    is_late = duel.stage in SENDING and duel.due_at <= now
    typed = typed_settings(seen.game, sent, duel.config) if sent else duel.config
    context: dict[str, Any] = {
        "game": seen.game,
        "seen": seen,
        "duel": duel,
        "is_late": is_late,
        "face": seen.game.duel if shows_cards(duel) else None,
        "settings": shown_settings(seen.game, duel.config),
        "proposed": shown_settings(seen.game, typed),
        "faults": faults,
        "sent": sent or Form(request.url.path, {}),
        "form_key": forms.new_key(),
        "here": f"/duels/{request.path_params['token']}",
    }
    status = 422 if problems else 200
    if asked.is_invitation:
        is_open = not seen.is_accepted and duel.stage is not DuelStage.OVER and not is_late
        status = status if is_open else 410
        return page(
            request,
            lang,
            "duels/invitation.html",
            status,
            cache=UNKEPT,
            is_open=is_open,
            is_by_letter=asked.is_by_letter,
            **context,
        )
    site: Site = request.state.site
    base = site.settings.base_url
    match = duels.match_of(session, duel)
    seat = next(each for each in duel.duelists if each.seat == own.seat)
    if asked.seat and duel.stage in SENDING and not duel.asks and built is None:
        sealed = own.shown if duel.stage is DuelStage.OPEN else own.build or own.shown
        text = (sealed and sealed.text) or ""
        built = builder(asked_of(duel), sent.text("build") if sent else text, lang)
    again = duels.rematch_of(session, duel) if asked.seat else None
    return page(
        request,
        lang,
        "duels/duel.html",
        status,
        cache=UNKEPT,
        built=built,
        is_own=bool(asked.seat),
        match=match,
        opens_match=asked.is_by_letter or not (match and matches.is_theirs(session, match, seat)),
        invitation=base + _address(site, lang, duel, "invitation"),
        result=base + _address(site, lang, duel, "result"),
        again=again and _address(site, lang, again, asked.part),
        **context,
    )


# --- told -----------------------------------------------------------------------------------------------


@router.get(HERE + "/battles/{home:int}-{away:int}")
def battle(
    request: Request, lang: Lang, asked: AskedDuel, session: Reading, home: int, away: int
) -> Response:
    """The battle, from either side; by the link to the result alone, which may be posted."""
    duel = duels.find(session, asked.number)
    if duel is None or asked.part != "result" or {home, away} != {1, 2}:
        raise broken(request)
    _found(request, duel, asked)
    if duel.season_id:
        season = session.get_one(Season, duel.season_id)
        return RedirectResponse(f"/{lang}/seasons/{season.slug}/matches/1-1/replay", 307)
    rules = rules_of(duel)
    field = {each.number: each for each in entrants(duel)}
    etag = etag_of(request, rules.rules_version, *(each.name for each in field.values()))
    require_change(request, etag)
    contenders = [
        Contender(field[each], 0, TellingSheet(field[each].name)) for each in (home, away)
    ]
    name = translations(lang).gettext("Duel: %(game)s") % {"game": rules.title.to(lang)}
    here = request.url.path.partition("/battles/")[0]
    stage = StageView(name, here, rules, duel.rules_version, is_public=False)
    return battle_page(request, lang, stage, contenders, [field[away]], etag)


@router.get(HERE + "/entries/{number:int}")
def entrant(lang: Lang, token: str, asked: AskedDuel, number: int) -> Response:
    """To the page of the duel."""
    del asked, number
    return RedirectResponse(f"/{lang}/duels/{token}", 307)
