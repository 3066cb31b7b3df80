"""A build tried at once, without a name or a mail: against the house, and against the best of the last season."""

from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import parse_qsl

from fastapi import Depends, Request
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Build, Lang, Ruleset, TellingSheet
from app.errors import BuildUnreadable
from app.games import fought
from app.i18n import number, translations
from app.league import visibility
from app.league.eligibility.choices import under
from app.league.practice import sparring
from app.league.practice.sparring import Ring
from app.web import limits
from app.web.dependencies import Now, Reading, page_router
from app.web.forms import tidied
from app.web.rendering import etag_of, page, require_change
from app.web.views.battles import Contender, battle_page
from app.web.views.fields import StageView
from app.web.views.forms.builder import builder, pressed
from app.web.views.forms.choices import Rules, fields_of, of_season
from app.web.views.sparring import NO_CARDS, OWN, address_of, bouts, example, named, own_of

router = page_router()

MOST_TOLD: Final = 20
"""Problems of a build that are told; the others are counted."""


def _spend(request: Request, now: Now, step: str = "") -> None:
    """A build or settings of the reader's own count for their limit, in a transaction before the page's."""
    if request.query_params:
        limits.spend_by_client(request, limits.DRAFTS if step else limits.TRIES, now)


@router.get("/games/{game}/try", dependencies=[Depends(_spend)])
def try_out(
    request: Request,
    lang: Lang,
    game: str,
    session: Reading,
    rule: Rules,
    build: str | None = None,
    season: str = "",
    step: str = "",
) -> Response:
    """How the build of the address fares, or an example; or everything that is wrong with it.

    It is played as the address says, or this season. `step`: the button of the builder that changed it, if there was one.
    """
    newest = fought(game)
    rules = under(newest, rule or (of_season(session, season, newest) if season else ()))
    text = rules.write_build(example(rules), lang) if build is None else tidied(build)
    built = pressed(rules, text, step, lang) if step else builder(rules, text, lang)
    problems = built.told if step else built.problems
    told = [rules.explain(each, lang) for each in problems[:MOST_TOLD]]
    if more := len(problems) - len(told):
        told.append(translations(lang).gettext("And %(num)s more.") % {"num": number(more)})
    read = built.allowed
    return page(
        request,
        lang,
        "games/try.html",
        422 if told and not step else 200,
        game=rules,
        built=built,
        told=told,
        is_example=build is None,
        settings=fields_of(rules),
        is_settled=bool(rule or season),
        bouts=bouts(session, rules, read, lang) if read else [],
        remarks=[words.to(lang) for words in rules.remarks(read)] if read else [],
        open_ones=[each for each in visibility.open_ones(session) if each.game == rules.slug],
    )


@dataclass(frozen=True, slots=True)
class _SparringView:
    """The build of the address, and those whom it meets."""

    rules: Ruleset
    build: Build
    ring: Ring


def _of_address(
    request: Request, session: Reading, lang: Lang, game: str, build: str
) -> _SparringView:
    newest = fought(game)
    text, _, settings = build.partition("?")
    rules = under(newest, [line for _, line in parse_qsl(settings)])
    try:
        read = rules.read_build("" if text == NO_CARDS else tidied(text))
    except BuildUnreadable:
        raise HTTPException(404) from None
    return _SparringView(rules, read, _ring(session, rules, request.path_params.get("slug"), lang))


def _ring(session: Session, rules: Ruleset, slug: str | None, lang: Lang) -> Ring:
    """The house, or the best of this season. Raises 404 unless its results are public, by these rules."""
    if slug is None:
        return sparring.of_house(rules)
    season = visibility.public_season(session, slug)
    played_by = season.game, season.rules_version
    if not visibility.is_public(season) or played_by != (rules.slug, rules.rules_version):
        raise HTTPException(404)
    return sparring.best_of(session, season, rules, lang)


AskedTry = Annotated[_SparringView, Depends(_of_address)]


@router.get("/games/{game}/try/{build}/battles/{home:int}-{away:int}")
@router.get("/games/{game}/try/{build}/{slug}/battles/{home:int}-{away:int}")
def battle(request: Request, lang: Lang, tried: AskedTry, home: int, away: int) -> Response:
    """The battle of the build against one of them, from either side."""
    if (home == OWN) == (away == OWN):
        raise HTTPException(404)
    rules, season = tried.rules, tried.ring.season
    names = (each.name for each in tried.ring.opponents)
    etag = etag_of(request, rules.rules_version, season and season.published_run_id, *names)
    require_change(request, etag)
    own, met = own_of(rules, tried.build, lang), named(tried.ring, lang)
    places = {each.number: place for place, each in enumerate(met, 1)} if season else {}
    field = {each.number: each for each in (own, *met)}
    if home not in field or away not in field:
        raise HTTPException(404)
    contenders = [
        Contender(field[number], places.get(number, 0), TellingSheet(field[number].name))
        for number in (home, away)
    ]
    _ = translations(lang).gettext
    name = season.title(lang) if season else _("The house")
    here = request.url.path.partition("/battles/")[0]
    stage = StageView(name, here, rules, rules.rules_version, is_public=False)
    return battle_page(request, lang, stage, contenders, met if home == OWN else [own], etag)


@router.get("/games/{game}/try/{build}")
def whole(lang: Lang, tried: AskedTry) -> Response:
    """To the page on which the build is tried."""
    return RedirectResponse(address_of(tried.rules, tried.build, lang), 307)


@router.get("/games/{game}/try/{build}/{slug}")
def against(lang: Lang, tried: AskedTry) -> Response:
    """To the same page."""
    return whole(lang, tried)


@router.get("/games/{game}/try/{build}/entries/{number:int}")
@router.get("/games/{game}/try/{build}/{slug}/entries/{number:int}")
def entry(lang: Lang, tried: AskedTry, number: int) -> Response:
    """To the page of a character of the season; a build of the house is tried itself."""
    if number == OWN:
        return whole(lang, tried)
    found = next((each for each in tried.ring.opponents if each.number == number), None)
    if found is None:
        raise HTTPException(404)
    if season := tried.ring.season:
        return RedirectResponse(f"/{lang}/seasons/{season.slug}/entries/{number}", 307)
    return RedirectResponse(address_of(tried.rules, found.build, lang), 307)
