"""Templates to pages, in the language of their address."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import cache, lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any, Final

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from app import i18n
from app.engine import TERMS, Lang, Ruleset, Terms
from app.engine.decks import in_runs
from app.engine.workshop.call import is_call
from app.games import ruleset, slugs
from app.i18n import translations
from app.league.acts.table import logged
from app.league.entries import characters
from app.league.seasons import news
from app.league.seasons.stages import plans
from app.notices.registry import kind_of
from app.settings import PROGRAM, SHIPPED
from app.store.tables import Season
from app.text.templates import Templates, put
from app.tournament.standings import Standing
from app.web import cards, markdown
from app.web.drawing import crests
from app.web.glossary import Glossary

TEMPLATES: Final = SHIPPED / "templates" / "pages"
STATIC: Final = Path(__file__).parent / "static"
FRESH: Final = "no-cache"
"""May be kept, but must be asked for again each time: published results can be taken back."""
PRIVATE: Final = "private, no-cache"
"""The same, but only for the browser that asked."""
UNKEPT: Final = "no-store"
"""Never kept: it is one person's, or has a secret."""


def page(
    request: Request,
    lang: Lang,
    name: str,
    /,
    status: int = 200,
    *,
    etag: str | None = None,
    cache: str = FRESH,
    **context: Any,
) -> Response:
    """The template `name` as an answer: 304 if the browser has just this page already.

    `etag`: from `etag_of`, where it was cheaper to know than the page; else it is made of the page.
    """
    html = (
        environment(lang, *terms_in(context))
        .get_template(name)
        .render(
            context, request=request, lang=lang, site=request.state.site, path=own_path(request)
        )
    )
    etag = etag or _etag(html.encode())
    if status == 200 and (known := not_modified(request, etag, cache)):
        return known
    return HTMLResponse(html, status, headers={"ETag": etag, "Cache-Control": cache})


def as_made(request: Request, content: str | bytes, media_type: str, name: str = "") -> Response:
    """This content as an answer, a file where it has a `name`: 304 if the browser has just this already."""
    etag = _etag(content if isinstance(content, bytes) else content.encode())
    headers = {"ETag": etag, "Cache-Control": FRESH}
    if name:
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return not_modified(request, etag) or Response(content, media_type=media_type, headers=headers)


def etag_of(request: Request, *state: object) -> str:
    """The tag of the page at this address while `state`, our settings and the program stay as they are."""
    site = request.state.site.settings
    parts = (
        *(request.url.path, request.url.query, program_version()),
        *(site.base_url, site.mail_address, site.timezone, *state),
    )
    return _etag("\0".join(map(str, parts)).encode())


def not_modified(request: Request, etag: str, cache: str = FRESH) -> Response | None:
    """304, if the browser has the page with this tag, or any; else None. Several lines count as one."""
    asked = ",".join(request.headers.getlist("If-None-Match"))
    known = {tag.strip().removeprefix("W/") for tag in asked.split(",")}
    if etag.removeprefix("W/") not in known and known != {"*"}:
        return None
    headers = {"ETag": etag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
    return Response(status_code=304, headers=headers)


class Unchanged(Exception):
    """The browser has just this page already; `answer` says so."""

    def __init__(self, answer: Response) -> None:
        self.answer = answer


def require_change(request: Request, etag: str) -> None:
    """Raises `Unchanged` if the browser has the page with this tag, which is then not made."""
    if known := not_modified(request, etag):
        raise Unchanged(known)


@cache
def program_version() -> str:
    """A digest of everything besides its data that decides how a page looks."""
    digest = hashlib.sha256()
    for path in sorted([*PROGRAM.rglob("*"), *TEMPLATES.rglob("*")]):
        if path.suffix in {".py", ".po", ".md", ".json", ".css", ".js", ".svg", ".html"}:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _etag(content: bytes) -> str:
    # Weak: the same page may be compressed or not.
    return f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'


def own_path(request: Request) -> str:
    """The address of this page without its language, for the link to the other language."""
    _, lang, *rest = request.url.path.split("/", 2)
    path = "/" + "".join(rest) if lang in i18n.LANGS else "/"
    at = request.query_params.get("page", "")
    query = [
        *(["seat=b"] if request.query_params.get("seat") == "b" else ()),
        *([f"page={at}"] if at.isascii() and at.isdigit() else ()),
    ]
    return f"{path}?{'&'.join(query)}" if query else path


# --- templates --------------------------------------------------------------------------------------


def terms_in(context: Mapping[str, Any]) -> tuple[Terms, bool]:
    """The terms of the game, if the page is about one, and whether the order of its builds means anything."""
    game, season = context.get("game"), context.get("season")
    if isinstance(season, Season):
        game = ruleset(season.game, season.rules_version)
    return (game.terms, game.is_ordered) if isinstance(game, Ruleset) else (TERMS, True)


@cache
def environment(lang: Lang, terms: Terms = TERMS, is_ordered: bool = True) -> Environment:
    """All page templates, speaking this language in these `terms`. Everything that is put into one is escaped."""
    spoken_by = i18n.speaking_of(lang, terms.entry.to(lang), terms.entries.to(lang))
    made = Templates(
        spoken_by,
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= _translating(spoken_by)
    made.filters |= {
        "bar": bar,
        "moment": lambda at, zone: i18n.moment(at, lang, zone),
        "faces": lambda game: cards.in_battle(game) if isinstance(game, Ruleset) else {},
        "glossary": lambda game: Glossary(game, lang),
        "face": lambda id, faces: faces.get(id, (None,))[0],
        "day": lambda at, zone: i18n.day(at, lang, zone),
        "notice": lambda notice, zone: news.told(notice, lang, zone),
        "num": i18n.number,
        "ordinal": lambda place: i18n.ordinal(place, lang),
        "in_short": str if is_ordered else in_runs,
        "is_call": lambda season: is_call(season.game),
        "is_japanese": i18n.is_japanese,
        "is_web": is_web,
        "lore": markdown.lore,
        "labels": characters.labels_of,
        "letter_kind": kind_of,
        "logged": logged,
        "sentences": lambda stages, count=None, named=True: plans.sentences(
            stages, lang, count, named=named
        ),
        "rights": lambda extras: characters.rights_told(extras, lang),
        "said": lambda extras: characters.said(extras, lang),
        "stamp": lambda at, zone: i18n.stamp(at, lang, zone),
        "spoken": lambda text: spoken(text, lang),
        "title_of": lambda season: season.title(lang),
        "without_scheme": lambda address: address.partition("://")[2].rstrip("/"),
        "universal": lambda at, zone: i18n.universal(at, lang, zone),
        "within": lambda span: within(span, lang),
        "words": lambda words: words.to(lang),
    }
    made.globals |= {
        "asset": asset,
        "crest_of": crests.address,
        "games": games,
        "page_of": page_of,
        "zip": zip,
    }
    made.globals["terms"] = terms.to(lang)
    made.globals["is_ordered"] = is_ordered
    return made


def _translating(spoken_by: NullTranslations) -> dict[str, Callable[..., Markup]]:
    """`_` and `ngettext` as templates call them: what fills the gaps is escaped. Jinja's own take ten times as long."""

    @lru_cache(maxsize=2_000)
    def said(message: str) -> Markup:
        return Markup(spoken_by.gettext(message))  # noqa: S704 - ours

    def gettext(message: str, /, **filling: Any) -> Markup:
        return said(message) % filling

    def ngettext(one: str, many: str, num: int, /, **filling: Any) -> Markup:
        words = Markup(spoken_by.ngettext(one, many, num))  # noqa: S704 - ours
        return words % {"num": num, **filling}

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext}


@cache
def asset(name: str) -> str:
    """The address of a static file. It changes with the content, so browsers may cache it."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?{digest}"


def page_of(game: Ruleset, what: str) -> str:
    """The address of the `rules` or `cards` of this version of the game, without its language."""
    here = f"/games/{game.slug}/{what}"
    newest = ruleset(game.slug).rules_version
    return here if game.rules_version == newest else f"{here}/{game.rules_version}"


def games() -> list[Ruleset]:
    """All games there are."""
    return [ruleset(slug) for slug in slugs()]


def is_web(address: str) -> bool:
    """Whether this is an address that a page may link to."""
    return address.casefold().startswith(("http://", "https://"))


def spoken(text: object, lang: Lang) -> Markup:
    """A person's words within ours: their direction is their own, Japanese is set in Japanese type."""
    if lang != "ja" and i18n.is_japanese(str(text)):
        return Markup(f'<bdi lang="ja">{put(text)}</bdi>')  # noqa: S704 - escaped
    return Markup(f"<bdi>{put(text)}</bdi>")  # noqa: S704 - escaped


def bar(line: Standing) -> Markup:
    """Wins, draws and losses as a bar; the numbers stand beside it."""
    won, drawn, lost = line.wins, line.draws, line.losses
    svg = (
        f'<svg class="bar" viewBox="0 0 {won + drawn + lost} 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">\n'
        f'  <rect class="w" width="{won}" height="1"/><rect class="d" x="{won}" width="{drawn}" height="1"/>\n'
        f'  <rect class="l" x="{won + drawn}" width="{lost}" height="1"/></svg>\n'
    )
    return Markup(svg if won + drawn + lost else "")  # noqa: S704 - numbers


def within(span: timedelta, lang: Lang) -> str:
    """`3 days and 4 hours`, `3日と4時間`: the two largest units, nothing for a span that is over."""
    minutes = max(int(span.total_seconds()), 0) // 60
    parts = list(_units(minutes, lang))
    if not parts:
        return translations(lang).gettext("less than a minute") if span > timedelta(0) else ""
    return translations(lang).gettext(" and ").join(parts[:2])


def _units(minutes: int, lang: Lang) -> Iterator[str]:
    ngettext = translations(lang).ngettext
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        yield ngettext("%(num)s day", "%(num)s days", days) % {"num": days}
    if hours:
        yield ngettext("%(num)s hour", "%(num)s hours", hours) % {"num": hours}
    if rest and days < 1:
        yield ngettext("%(num)s minute", "%(num)s minutes", rest) % {"num": rest}
