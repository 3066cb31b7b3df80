"""Letters that readers ask for, or refuse: how a season ends; at another address; no reports; nothing that others cause."""

from datetime import datetime

from fastapi import Request
from fastapi.responses import Response
from sqlmodel import Session

from app.engine import Lang
from app.league import visibility
from app.league.people import addresses, blocks, budgets, players as league_players
from app.league.people.players import address_problems, tidied
from app.league.people.tokens import Purpose
from app.league.problems import explain
from app.notices.answers import Follow
from app.store import letters, players, seasons
from app.store.tables import OVER, Player, Season
from app.web import limits
from app.web.dependencies import Now, Reading, SiteOf, Writing, page_router
from app.web.errors import refuse
from app.web.forms import SentForm
from app.web.links import broken, rows_of
from app.web.rendering import UNKEPT, page

router = page_router()


@router.get("/seasons/{slug}/follow")
def follow_form(request: Request, lang: Lang, slug: str, session: Reading) -> Response:
    """The form for an address."""
    return _follow_page(request, lang, visibility.public_season(session, slug), "form")


@router.post("/seasons/{slug}/follow")
def ask_address(
    request: Request,
    lang: Lang,
    slug: str,
    sent: SentForm,
    session: Writing,
    site: SiteOf,
    now: Now,
) -> Response:
    """A letter asks the address; the answer is the same whether we know it or not."""
    limits.spend_by_client(request, limits.SUBMISSIONS, now)
    season = visibility.public_season(session, slug)
    address = tidied(sent.line("address"))
    problems = list(address_problems(address, site.settings.mail_address))
    if season.state in OVER:
        return _follow_page(request, lang, season, "over", 410)
    if problems:
        told = [explain(problem, lang) for problem in problems]
        return _follow_page(
            request, lang, season, "form", 422, told=told, address=sent.line("address")
        )
    limits.spend_on_address(session, request, address, now)
    player = players.looked_up(session, address, lang, now)
    key = f"follow:{season.id}:{player.id}:{now:%y%m%d%H}"
    deliverer = limits.deliverer_of(request).name
    if block := blocks.of(session, player):
        blocks.answer(session, block, player, now, lang=lang, deliverer=deliverer)
        return _follow_page(request, lang, season, "asked")
    letters.write(
        session, Follow(), player, key, now=now, lang=lang, season=season, deliverer=deliverer
    )
    return _follow_page(request, lang, season, "asked")


@router.get("/follow/{token}")
def ask_follow(request: Request, lang: Lang, token: str, session: Reading, now: Now) -> Response:
    """The button; nothing is changed."""
    _, season = _follower(request, session, token, now)
    return _follow_page(request, lang, season, "over" if season.state in OVER else "confirm")


@router.post("/follow/{token}")
def follow(request: Request, lang: Lang, token: str, session: Writing, now: Now) -> Response:
    """The season's end is told to this reader; pressed twice, it is told once."""
    player, season = _follower(request, session, token, now)
    if season.state in OVER:
        return _follow_page(request, lang, season, "over", 410)
    if block := blocks.of(session, player):
        return refuse(request, 403, [explain(blocks.problem(block), lang)])
    league_players.follow(session, player, seasons.lock(session, season), now)
    return _follow_page(request, lang, season, "follows")


def _follower(
    request: Request, session: Session, token: str, now: datetime
) -> tuple[Player, Season]:
    """The follower and their season. Raises 404."""
    player_id, season_id = rows_of(request, "follow", token, now)
    player, season = session.get(Player, player_id), session.get(Season, season_id)
    if player is None or season is None:
        raise broken(request)
    return player, season


def _follow_page(
    request: Request,
    lang: Lang,
    season: Season,
    step: str,
    status: int = 200,
    *,
    told: list[str] | None = None,
    address: str = "",
) -> Response:
    return page(
        request,
        lang,
        "letters/follow.html",
        status,
        cache=UNKEPT,
        season=season,
        step=step,
        told=told or [],
        address=address,
    )


# --- another address ------------------------------------------------------------------------------------


@router.get("/address/{token}")
def ask_address_change(
    request: Request, lang: Lang, token: str, session: Reading, now: Now
) -> Response:
    """The question and its buttons, or that it is no longer asked. The old mailbox sees the whole new address."""
    number, place = rows_of(request, "move", token, now)
    change = addresses.asked(session, number, place, now)
    target = session.get_one(Player, change.target_id) if change and place % 2 == 0 else None
    said = "" if change else explain(addresses.OVER, lang)
    return page(
        request,
        lang,
        "my_entry/address.html",
        cache=UNKEPT,
        change=change,
        target=target,
        said=said,
    )


@router.post("/address/{token}")
def answer_address_change(
    request: Request, lang: Lang, token: str, sent: SentForm, session: Writing, now: Now
) -> Response:
    """The mailbox has said yes or no; the page says what has become of it."""
    number, place = rows_of(request, "move", token, now)
    says = {"yes": True, "no": False}.get(sent.text("answer"))
    _, told = addresses.answer(session, number, place, says_yes=says, now=now)
    return page(request, lang, "my_entry/address.html", cache=UNKEPT, said=explain(told, lang))


# --- no more letters ------------------------------------------------------------------------------------


@router.get("/letters/stop/{token}")
def ask_stop(request: Request, lang: Lang, token: str, session: Reading, now: Now) -> Response:
    """Whether letters go out to this reader, and the button for the other; nothing is changed."""
    player = _reader(request, session, "mute", token, now)
    return _page(request, lang, "stop", is_stopped=bool(player.muted_at))


@router.post("/letters/stop/{token}")
def stop(
    request: Request, lang: Lang, token: str, sent: SentForm, session: Writing, now: Now
) -> Response:
    """No more letters, or with `again` letters again. A mail program may do it alone (RFC 8058)."""
    player = _reader(request, session, "mute", token, now)
    if sent.text("again"):
        player.muted_at = None
    else:
        league_players.mute(player, now)
    return _page(request, lang, "stop", is_stopped=bool(player.muted_at), changed=True)


@router.get("/letters/never/{token}")
def ask_never(
    request: Request, lang: Lang, token: str, session: Reading, site: SiteOf, now: Now
) -> Response:
    """The button that refuses all letters that others cause to this mailbox, or takes that back."""
    player = _reader(request, session, "never", token, now)
    is_refused = budgets.is_refused(session, site.key, player)
    return _page(request, lang, "never", is_stopped=is_refused)


@router.post("/letters/never/{token}")
def never(
    request: Request,
    lang: Lang,
    token: str,
    sent: SentForm,
    session: Writing,
    site: SiteOf,
    now: Now,
) -> Response:
    """No letter goes there any more that others cause, or with `again` it does. A mail program may do it alone."""
    player = _reader(request, session, "never", token, now)
    if sent.text("again"):
        budgets.allow(session, site.key, player)
    else:
        budgets.refuse(session, site.key, player, now)
    is_refused = budgets.is_refused(session, site.key, player)
    return _page(request, lang, "never", is_stopped=is_refused, changed=True)


def _reader(
    request: Request, session: Session, purpose: Purpose, token: str, now: datetime
) -> Player:
    """The reader whose letters the link is about. Raises 404."""
    number, _ = rows_of(request, purpose, token, now)
    player = session.get(Player, number)
    if player is None:
        raise broken(request)
    return player


def _page(
    request: Request, lang: Lang, button: str, *, is_stopped: bool, changed: bool = False
) -> Response:
    return page(
        request,
        lang,
        "letters/letters.html",
        cache=UNKEPT,
        button=button,
        is_stopped=is_stopped,
        changed=changed,
    )
