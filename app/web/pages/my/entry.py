"""The page of a player in a season: their entry as it counts, all its versions, and where their letters are."""

from collections.abc import Sequence, Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session

from app.engine import Lang
from app.errors import SubmissionRejected
from app.games import ruleset
from app.league import visibility
from app.league.careers import owners
from app.league.desk import hidings
from app.league.entries import entries as league_entries, growth, places, rosters
from app.league.entries.entries import Origin
from app.league.entries.pictures import portraits
from app.league.matches.settings import rules_of
from app.league.people import addresses, blocks, players as league_players, webhooks
from app.league.problems import explain
from app.league.seasons import carryovers
from app.letters.links import own_page
from app.notices.news import Shown
from app.store import entries, letters, players
from app.store.results.parts import opening
from app.store.security import sign_ins
from app.store.security.security_log import SecurityEvent
from app.store.tables import (
    Entry,
    Player,
    Revision,
    RevisionState,
    Season,
    SeasonState,
    SignInPurpose,
)
from app.store.work import push
from app.web import forms, security_events, sessions
from app.web.dependencies import Now, Reading, Writing, page_router
from app.web.forms import NEW, Form, SentForm
from app.web.links import LinkReplaced, broken, rows_of
from app.web.rendering import UNKEPT, page
from app.web.sessions import SignedInPerson, SignedInPlayer
from app.web.views import my_matches
from app.web.views.characters import CharacterView, character_of
from app.web.views.forms.portraits import ChosenPicture, chosen_picture, source
from app.web.views.seasons import over

router = page_router()


@dataclass(frozen=True, slots=True)
class _EntryQuery:
    """The query of the address: the character with this number, otherwise the first; and what was just done."""

    version: str = ""
    unchanged: str = ""
    renewed: str = ""
    picture: str = ""
    character: str = ""


@router.get("/seasons/{slug}/my")
def show(
    request: Request,
    lang: Lang,
    signed: SignedInPlayer,
    session: Reading,
    now: Now,
    asked: Annotated[_EntryQuery, Depends()],
) -> Response:
    """The whole entry, as the address asks for it."""
    return _page(request, lang, signed, session, now, asked)


def _page(
    request: Request,
    lang: Lang,
    signed: SignedInPerson,
    session: Session,
    now: datetime,
    asked: _EntryQuery,
    status: int = 200,
    picture_told: Sequence[str] = (),
    carry_told: Sequence[str] = (),
) -> Response:
    from app.text import vapid  # its cryptography is for players who are at home here

    season = session.get_one(Season, signed.season_id)
    player = session.get_one(Player, signed.player_id)
    own = entries.of_player(session, season, player)
    entry = rosters.chosen(own, asked.character)
    # Whoever has taken the seat over reads what it plays, and not what its first player sent before.
    revisions = entries.revisions(session, entry) if entry and not entry.successors else []
    current = entry.current if entry else None
    waiting = rosters.waiting_of(session, entry) if entry and not current else None
    picture = portraits.own(session, entry) if entry else None
    block, site = blocks.of(session, player), request.state.site
    return page(
        request,
        lang,
        "my_entry/entry.html",
        status,
        cache=UNKEPT,
        season=season,
        entry=entry,
        current=current,
        salts=opening(current.salt) if current and season.proof == 2 else {},
        growth=growth.told(session, season, current, lang) if current else "",
        rule=growth.rule_of(session, season, lang),
        character=current and character_of(season, current),
        waiting=waiting,
        queue=places.rank(session, entry) if entry else None,
        waiting_character=waiting and character_of(season, waiting),
        remarks=_remarks(session, season, current, lang) if current else [],
        versions=_versions(season, revisions)[::-1],
        sent=next((each for each in revisions if str(each.serial) == asked.version), None),
        letters=letters.of_player(session, season, player),
        player=player,
        own_page=own_page(player.id, site.key, site.settings, lang, player.secrets),
        woken=len(push.of_player(session, player.id, season.id)),
        push_key=vapid.keys(site.key)[1],
        picture=picture,
        picture_source=source(picture.content) if picture else "",
        hidden=hidings.of(session, entry) if entry else {},
        is_open=not block and not any(places.open_at(season, now)),
        block_told=explain(blocks.problem(block), lang) if block else "",
        is_over=visibility.is_public(season),
        characters=_characters(session, own, entry) if season.characters > 1 else [],
        may_add=len(rosters.taking_part(own)) < season.characters,
        others=[each for each in sessions.seasons_of(request, session, now) if each != season],
        browsers=sessions.browsers_of(session, signed, now),
        own=signed.id,
        form_token=signed.form_token,
        draft_keys={
            forms.draft_key(request, season, player, each)
            for each in (str(entry.id) if entry else "", NEW)
        },
        has_matches=ruleset(season.game, season.rules_version).match is not None,
        listed=my_matches.listed(session, [(season, player)], lang),
        picture_told=picture_told,
        carry_told=carry_told,
        offered=carryovers.offered(session, season, player, now)
        if season.state is SeasonState.CALLED_OFF
        else None,
        is_called_off=season.state is SeasonState.CALLED_OFF,
        picture_kept=asked.picture,
        is_unchanged=bool(asked.unchanged),
        is_renewed=bool(asked.renewed),
        moving=addresses.under_way(session, player, now),
    )


@dataclass(frozen=True, slots=True)
class Sibling:
    """One of the player's characters, for the list of them: its number, its name, and whether it takes part, and is shown."""

    id: int
    name: str
    counts: bool
    is_shown: bool


def _characters(session: Session, own: Sequence[Entry], shown: Entry | None) -> list[Sibling]:
    """All of them that stand, or are shown."""
    return [
        Sibling(each.id, standing.name, each.current is not None, each is shown)
        for each in own
        if (standing := rosters.standing_of(session, each) or _last(session, each, shown))
    ]


def _last(session: Session, entry: Entry, shown: Entry | None) -> Revision | None:
    return entries.revisions(session, entry)[-1] if entry is shown else None


@dataclass(frozen=True, slots=True)
class Version:
    """One version as it was sent. `changed` are the fields that differ from the previous version that counted."""

    revision: Revision
    character: CharacterView
    before: Revision | None
    changed: AbstractSet[str]


def _versions(season: Season, revisions: Sequence[Revision]) -> list[Version]:
    """All of them, from the first, each beside the last one before it that its player had stood by."""
    told: list[Version] = []
    before: Revision | None = None
    for revision in revisions:
        changed = league_entries.changes(before, revision) if before else frozenset[str]()
        told.append(Version(revision, character_of(season, revision), before, changed))
        if revision.state is RevisionState.ACCEPTED:
            before = revision
    return told


def _remarks(session: Session, season: Season, current: Revision, lang: Lang) -> list[str]:
    game = rules_of(session, season)
    return [words.to(lang) for words in game.remarks(game.read_build(current.build))]


@router.get("/my/{token}")
def ask(request: Request, lang: Lang, token: str, session: Reading, now: Now) -> Response:
    """A button, since scanners follow links; a browser that is signed in goes on."""
    player_id, season = _linked(request, session, token, now)
    if visibility.is_public(season):
        return over(request, lang, session, season, session.get_one(Player, player_id))
    if sessions.speaks_for(request, session, player_id, season, now):
        return _to_entry(lang, season)
    return page(request, lang, "my_entry/link.html", cache=UNKEPT, season=season)


@router.post("/my/{token}")
def enter(request: Request, lang: Lang, token: str, session: Writing, now: Now) -> Response:
    """This browser speaks for the player from now on; the link does not stay in its address."""
    player_id, season = _linked(request, session, token, now)
    if visibility.is_public(season):
        return over(request, lang, session, season, session.get_one(Player, player_id))
    answer = _to_entry(lang, season)
    purpose = SignInPurpose.PLAYER
    sessions.start(session, request, answer, purpose, player_id, now=now, season_id=season.id)
    return answer


def _linked(request: Request, session: Session, token: str, now: datetime) -> tuple[int, Season]:
    """The player whose entry the link opens, and the season. Raises 404."""
    try:
        player_id, season_id = rows_of(request, "reply", token, now)
        season = session.get(Season, season_id)
    except LinkReplaced as replaced:
        player_id, season_id = replaced.rows
        season = session.get(Season, season_id)
        if season is None or not visibility.is_public(season):
            raise  # else it only leads to the results
    if season is None or session.get(Player, player_id) is None:
        raise broken(request)
    return player_id, season


def _to_entry(lang: Lang, season: Season) -> Response:
    headers = {"Referrer-Policy": "no-referrer", "Cache-Control": UNKEPT}
    return RedirectResponse(f"/{lang}/seasons/{season.slug}/my", 303, headers)


@dataclass(frozen=True, slots=True)
class _Own:
    """A form of this page, sent by its own player."""

    form: Form
    player: Player
    season: Season

    def entry(self, session: Session) -> Entry | None:
        """The character that the form is about."""
        own, number = (
            entries.of_player(session, self.season, self.player),
            self.form.text("character"),
        )
        if number:
            return next((each for each in own if str(each.id) == number), None)
        return rosters.chosen(own, "")

    @property
    def place(self) -> str:
        """The words in the address of the page that show this character again."""
        number = self.form.text("character")
        return f"character={number}" if number.isdecimal() else ""


def _own(request: Request, sent: SentForm, signed: SignedInPlayer, session: Writing) -> _Own:
    forms.require_own(request, sent, signed)
    player = session.get_one(Player, signed.player_id)
    return _Own(sent, player, session.get_one(Season, signed.season_id))


OwnForm = Annotated[_Own, Depends(_own, scope="function")]


def _chosen(request: Request, sent: SentForm, signed: SignedInPlayer, now: Now) -> ChosenPicture:
    forms.require_own(request, sent, signed)
    return chosen_picture(request, sent, now)


OwnPicture = Annotated[ChosenPicture, Depends(_chosen)]
"""Read before the session of a route begins to write."""


@router.post("/seasons/{slug}/my/letters")
def choose(lang: Lang, own: OwnForm, now: Now) -> Response:
    """The player's choice of letters is kept."""
    wanted = [*filter(own.form.text, league_players.CHOICES)]
    league_players.choose(own.player, now, wanted, own.form.number("hour"))
    return RedirectResponse(f"/{lang}/seasons/{own.season.slug}/my#letters", 303)


@router.post("/seasons/{slug}/my/address")
def keep_address(lang: Lang, own: OwnForm, session: Writing, now: Now) -> Response:
    """The player objects to another address: it is dropped, or stopped where an organiser stood in for their mailbox."""
    addresses.object_by_player(session, own.player, now)
    return RedirectResponse(f"/{lang}/seasons/{own.season.slug}/my", 303)


@router.post("/seasons/{slug}/my/push")
def choose_push(lang: Lang, own: OwnForm, session: Writing) -> Response:
    """This browser is woken by news of the season; or with `stop` none of the player's is any more."""
    if own.form.text("stop"):
        push.end(session, own.player.id, own.season.id)
    else:
        webhooks.add_device(session, own.player, own.season, own.form.text("endpoint"))
    return RedirectResponse(f"/{lang}/seasons/{own.season.slug}/my#push", 303)


@router.post("/seasons/{slug}/my/page")
def choose_page(lang: Lang, own: OwnForm, session: Writing) -> Response:
    """Give the player a page across seasons if `wanted`; otherwise take it away."""
    wanted = bool(own.form.text("wanted")) and not blocks.of(session, own.player)
    owners.choose(own.player, wanted=wanted)
    return RedirectResponse(f"/{lang}/seasons/{own.season.slug}/my#page", 303)


@router.post("/seasons/{slug}/my/picture")
def change_picture(
    request: Request,
    lang: Lang,
    signed: SignedInPlayer,
    chosen: OwnPicture,
    own: OwnForm,
    session: Writing,
    now: Now,
) -> Response:
    """The character has the picture that was chosen, or none any more; a file that is no picture changes nothing."""
    problems = [*chosen.problems]
    entry = own.entry(session)
    is_removal = bool(own.form.text("remove"))
    if entry and (chosen.portrait or is_removal) and not problems:
        try:
            kept = None if is_removal else chosen.portrait
            portraits.change(session, own.season, entry, kept, now)
        except SubmissionRejected as refusal:  # too late: the page tells how it stands
            problems += refusal.problems
    if problems:
        told = [explain(problem, lang) for problem in problems]
        number = own.form.text("character")
        asked = _EntryQuery(character=number)
        return _page(request, lang, signed, session, now, asked, 422, told)
    kept_word = "picture=kept" if chosen.portrait and not is_removal else ""
    words = "&".join(filter(None, [kept_word, own.place]))
    place = f"?{words}" if words else ""
    return RedirectResponse(f"/{lang}/seasons/{own.season.slug}/my{place}#picture", 303)


@router.post("/seasons/{slug}/my/withdraw")
def withdraw(lang: Lang, own: OwnForm, session: Writing, now: Now) -> Response:
    """The character does not take part any more. Where there is nothing to take out, the page says so."""
    origin = Origin(now, proven=True, lang=lang)
    with suppress(SubmissionRejected):  # pressed twice, or too late: the page tells how it stands
        entry = own.entry(session)
        league_entries.withdraw(
            session, own.season, own.player, origin, those=[entry] if entry else []
        )
    place = f"?{own.place}" if own.place else ""
    return RedirectResponse(f"/{lang}/seasons/{own.season.slug}/my{place}", 303)


@router.post("/seasons/{slug}/my/carry")
def carry(
    request: Request, lang: Lang, signed: SignedInPlayer, own: OwnForm, session: Writing, now: Now
) -> Response:
    """Enter what the player had in a season called off into the offered one, and open it; otherwise say why not."""
    origin = Origin(now, proven=True, lang=lang)
    try:
        with session.begin_nested():
            target = carryovers.carry(session, own.season, own.player, origin)
    except SubmissionRejected as refusal:
        told = [explain(problem, lang) for problem in refusal.problems]
        return _page(request, lang, signed, session, now, _EntryQuery(), 409, carry_told=told)
    answer, purpose = _to_entry(lang, target), SignInPurpose.PLAYER
    sessions.start(session, request, answer, purpose, own.player.id, now=now, season_id=target.id)
    return answer


@router.post("/seasons/{slug}/my/sign-out")
def sign_out(request: Request, lang: Lang, own: OwnForm, session: Writing, now: Now) -> Response:
    """This browser does not speak for the player any more."""
    answer = RedirectResponse(f"/{lang}/seasons/{own.season.slug}", 303)
    sessions.end(session, request, answer, SignInPurpose.PLAYER, now)
    return answer


@router.post("/seasons/{slug}/my/browsers")
def end_browsers(
    request: Request, lang: Lang, own: OwnForm, session: Writing, now: Now
) -> Response:
    """One browser does not speak for the player any more; with `everywhere` none does, in any season."""
    purposes, player = [SignInPurpose.PLAYER], own.player.id
    if own.form.text("everywhere"):
        answer = RedirectResponse(f"/{lang}/seasons/{own.season.slug}", 303)
        sessions.end(session, request, answer, SignInPurpose.PLAYER, now)
        sign_ins.end_all(session, player, purposes, now=now)
        push.end(session, player)
        security_events.note(request, SecurityEvent.SIGNED_OUT_EVERYWHERE, now, player=player)
        return answer
    number = own.form.number("sign_in")
    if sign_ins.end_one(session, player, purposes, number, now=now):
        security_events.note(request, SecurityEvent.SIGN_IN_ENDED, now, player=player)
    return RedirectResponse(f"/{lang}/seasons/{own.season.slug}/my#browsers", 303)


@router.post("/seasons/{slug}/my/new-address")
def renew(
    request: Request, lang: Lang, own: OwnForm, signed: SignedInPlayer, session: Writing, now: Now
) -> Response:
    """Replace the player's secret addresses and links in all seasons.

    Only this browser stays signed in. A letter brings the new ones if an entry counts, or waits for an
    organiser or a place.
    """
    generation = players.renew_secrets(session, own.player)
    purposes = [SignInPurpose.PLAYER]
    sign_ins.end_all(session, own.player.id, purposes, now=now, but=signed.id)
    security_events.note(request, SecurityEvent.SECRET_ADDRESS_CHANGED, now, player=own.player.id)
    standing = rosters.standing(session, own.season, own.player)
    told = next((each for each in standing if each.state is not RevisionState.HELD), None)
    if told and not visibility.is_public(own.season):
        key = f"renewed:{own.player.id}:{generation}"
        letters.write(
            session,
            Shown(renewed=True),
            own.player,
            key,
            now=now,
            lang=lang,
            season=own.season,
            revision=told,
        )
    return RedirectResponse(f"/{lang}/seasons/{own.season.slug}/my?renewed=1#browsers", 303)
