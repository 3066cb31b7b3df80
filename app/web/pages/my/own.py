"""A player's own page across seasons, by a secret link: their groups and builds; and a build that they share."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang, Ruleset
from app.errors import OwnRefused
from app.games import fought, ruleset, slugs
from app.league.own import acts, away, shelf
from app.league.own.challenges import is_played, waiting
from app.league.own.groups import GroupRoll, Ladder, RankedPlayer
from app.league.people import addresses
from app.league.people.tokens import OPENS_OWN
from app.league.problems import explain
from app.letters.links import opening_address
from app.store.own import builds, groups as stored_groups
from app.store.ratings import contacts, ranks
from app.store.tables import OwnBuild, Player
from app.web import forms, limits
from app.web.cards import CardView, row_of
from app.web.dependencies import Now, Reading, SiteOf, Writing, page_router
from app.web.forms import Form, SentForm
from app.web.links import rows_of
from app.web.rendering import UNKEPT, page
from app.web.views.ranks import WORDS

router = page_router()


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game in which the player has a rank or a group. `invites` are groups waiting for their answer."""

    game: Ruleset
    me: RankedPlayer
    roll: GroupRoll | None
    invites: Sequence[GroupRoll]


@dataclass(frozen=True, slots=True)
class OwnView:
    """A build on the shelf: its cards, and in words what the rules of today have against it."""

    own: OwnBuild
    game: Ruleset
    row: Sequence[CardView]
    told: Sequence[str] = ()


def _view(own: OwnBuild, lang: Lang) -> OwnView:
    game = fought(own.game)
    told = [explain(each, lang, own.game) for each in shelf.faults(own)]
    return OwnView(own, game, () if told else row_of(game, game.read_build(own.build)), told)


@router.get("/builds/{token}")
def shared(request: Request, lang: Lang, token: str, session: Reading) -> Response:
    """A build that its player shares, to be copied."""
    own = builds.at_page(session, token)
    if own is None:
        raise HTTPException(404)
    return page(request, lang, "own/build.html", shown=_view(own, lang), game=fought(own.game))


@router.get("/own/{token}")
def show(request: Request, lang: Lang, token: str, session: Reading, now: Now) -> Response:
    """Their groups, and who invites them."""
    number, _ = rows_of(request, "own", token, now)
    return _page(request, lang, session, session.get_one(Player, number), now)


@router.post("/own/{token}")
def act(
    request: Request,
    lang: Lang,
    token: str,
    sent: SentForm,
    site: SiteOf,
    session: Writing,
    now: Now,
) -> Response:
    """Do what the button says and show the page; otherwise the page again with every problem."""
    number, _ = rows_of(request, "own", token, now)
    limits.spend_by_client_in(session, request, limits.SUBMISSIONS, now)
    player, here = session.get_one(Player, number), f"/{lang}/own/{token}"
    contacts.note(session, number, now.astimezone(site.settings.zone).date())
    try:
        with session.begin_nested():
            if forms.answered_before(session, request, sent, now) is None:
                build = sent.text("build")
                said = sent.line("said") + (f"\n{build}" if build else "")
                acts.act(session, player, sent.text("act"), sent.text("game"), said, now=now)
                forms.keep_answer(session, sent, here)
    except OwnRefused as refusal:
        told = [explain(each, lang, sent.text("game") or None) for each in refusal.problems]
        return _page(request, lang, session, player, now, sent, told)
    return RedirectResponse(here, 303)


def _page(
    request: Request,
    lang: Lang,
    session: Session,
    player: Player,
    now: datetime,
    sent: Form | None = None,
    told: Sequence[str] = (),
) -> Response:
    mine = stored_groups.of_player(session, player)
    known = {each.game for each in ranks.of_player(session, player)}
    found = []
    for game in slugs():
        if game in known or any(group.game == game for group, _ in mine):
            ladder = Ladder(session, game, now)
            rolls = ladder.rolls(*(group for group, _ in mine if group.game == game))
            me = ladder.of(player)
            roll = next((each for each in rolls if me in each.members), None)
            found.append(OwnGame(ruleset(game), me, roll, [each for each in rolls if each != roll]))
    return page(
        request,
        lang,
        "own/own.html",
        422 if told else 200,
        cache=UNKEPT,
        found=found,
        challenges=[(each.game, opener.name) for each, opener in waiting(session, player, now)],
        is_played=is_played,
        away=[[explain(each, lang) for each in those] for those in away.told(session, player, now)],
        shelf=[_view(each, lang) for each in builds.of_player(session, player)],
        player=player,
        moving=addresses.under_way(session, player, now),
        sent=sent or Form(request.url.path, {}),
        told=told,
        address=opening_address(request.state.site.settings, OPENS_OWN),
        form_key=forms.new_key(),
        **WORDS,
    )
