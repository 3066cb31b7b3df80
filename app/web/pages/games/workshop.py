"""A card put together by hand: its parts are chosen, and the printed card is drawn beside as it changes. Nothing is kept."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.exceptions import HTTPException

from app.engine import Lang, Ruleset
from app.engine.workshop import SUFFIX, call
from app.errors import CardsUnreadable
from app.games import ruleset
from app.games.house import with_cards
from app.league import visibility
from app.statistics.house_decks import as_list
from app.web import limits
from app.web.dependencies import Now, Site, SiteOf, page_router
from app.web.forms import SentForm, tidied
from app.web.rendering import page
from app.web.views.forms import cards as forms
from app.web.views.weighing import weigh_for

router = page_router()

HERE = "/games/{game}/workshop"
Data = Mapping[str, Any]


def _made(game: str) -> tuple[Ruleset, type]:
    """The game of the address, and the kind of its cards. Raises 404 for a game without a workshop."""
    rules = ruleset(game)
    if rules.workshop is None:
        raise HTTPException(404)
    return rules, rules.workshop.kind


Made = Annotated[tuple[Ruleset, type], Depends(_made)]


def _spend(request: Request, now: Now, card: str = "") -> None:
    """A card of the reader's own counts for their limit, in a transaction before the page's."""
    if card or request.method == "POST":
        limits.spend_by_client(request, limits.DRAFTS, now)


@router.get(HERE, dependencies=[Depends(_spend)])
def workshop(request: Request, lang: Lang, made: Made, site: SiteOf, card: str = "") -> Response:
    """The card that the address says, in labels, or a sample; beside it everything that is wrong."""
    data = _written(made, tidied(card), lang)
    return _drawn(request, lang, made, site, data, is_own=bool(card))


@router.post(HERE, dependencies=[Depends(_spend)])
def draw(
    request: Request, lang: Lang, made: Made, site: SiteOf, sent: SentForm, now: Now
) -> Response:
    """The card in the form, drawn as far as it goes; with its effect on the game; or as a file."""
    rules, kind = made
    data = forms.data_of(kind, sent.fields)
    if sent.text("step") == "file":
        text = call.as_set(rules, [(str(data.get("ja", "")), data)])
        return PlainTextResponse(text, media_type="application/toml")
    asked_at = now if sent.text("step") == "weigh" else None
    return _drawn(request, lang, made, site, data, is_own=True, asked_at=asked_at)


def _written(made: tuple[Ruleset, type], card: str, lang: Lang) -> Data:
    """The card that is written so, or one to begin with."""
    rules, kind = made
    sample = rules.shop.sample.to(lang)
    fields = forms.fields_of(call.table(rules, card or sample)[0])
    return forms.data_of(kind, fields)


def _drawn(
    request: Request,
    lang: Lang,
    made: tuple[Ruleset, type],
    site: Site,
    data: Data,
    *,
    is_own: bool,
    asked_at: datetime | None = None,
) -> Response:
    """The page of the card; weighed, if that was asked at a moment."""
    rules, kind = made
    told, printed, weight = [], None, None
    fields = forms.fields_of(data)
    try:
        printed = call.printed(rules, data)
        if asked_at:
            weight = weigh_for(request, rules, data, asked_at, is_free=False)
    except CardsUnreadable as refusal:
        told = [call.told(rules, each, lang) for each in refusal.problems]
    slug = f"{rules.slug}{SUFFIX}"
    cards = call.as_set(rules, [(str(data.get("ja", "")), data)]) if printed else ""
    is_fought = rules.match is not None
    with site.database.reading() as session:
        calls = [each for each in visibility.open_ones(session) if each.game == slug]
    return page(
        request,
        lang,
        "games/workshop.html",
        422 if told and is_own else 200,
        game=rules,
        controls=[*forms.controls(kind, fields, lang)],
        printed=printed,
        author=data.get("author", ""),
        flavour="\n".join(fields[each] for each in fields if each.endswith("flavour")),
        told=told,
        weight=weight,
        text=call.said(rules, data, lang),
        is_sample=not is_own,
        cards=cards,
        is_fought=is_fought,
        field=as_list(with_cards(rules.slug, cards), lang) if cards and not is_fought else "",
        calls=calls,
    )
