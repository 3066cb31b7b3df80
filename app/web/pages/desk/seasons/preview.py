"""A preview of the public pages of a season: a draft as if open, played battles as if published.

The real public pages are rendered in a session in which the next step is done and then rolled back.
"""

import re
from collections.abc import MutableMapping
from datetime import datetime
from html import escape, unescape
from typing import Any, Final
from urllib.parse import urljoin

from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.i18n import LANGS, N_, translations
from app.league import visibility
from app.store import seasons
from app.store.tables import Season, SeasonState
from app.web.dependencies import GIVEN_SESSION, page_router
from app.web.rendering import UNKEPT
from app.web.views.desk import AtDesk, Desk

router = page_router()

_LINK: Final = re.compile(
    r'(?<=\s)(?P<name>href|src|action|formaction)="(?P<to>[^"]*)"|(?<=<a )href=(?P<bare>[^\s">]+)'
)
"""An address; that of a cell in a cross table has no quotes."""
_LATER: Final = re.compile(
    r'<a(?=[^>]*\bhref="[^"]*(?:/(?:what-if|changes|answers)\b|/lab/[^"]*\?season=))'
)
"""A link to what only public results have."""
_FORM: Final = re.compile(r'<form(?=[^>]*\bmethod="post")', re.IGNORECASE)
_MAIN: Final = re.compile(r'<main id="main"[^>]*>')
_MARK: Final = N_("Preview: only organisers see this page yet, and nothing can be sent from it.")
_BACK: Final = N_("Back to the review")


@router.get("/desk/seasons/{slug}/public")
async def season(desk: AtDesk, slug: str) -> Response:
    """The season's public page as it will be."""
    return await _show(desk, slug, "")


@router.get("/desk/seasons/{slug}/public/{below:path}")
async def page_below(desk: AtDesk, slug: str, below: str) -> Response:
    """A public page of the season as it will be."""
    return await _show(desk, slug, f"/{below}")


def is_previewed(session: Session, season: Season, now: datetime) -> bool:
    """Whether there is anything to be seen of it that is not public: a draft, or battles that are played."""
    if season.state is SeasonState.DRAFT:
        return True
    return visibility.finished_run(session, season, now) is not None


async def _show(desk: Desk, slug: str, below: str) -> Response:
    """The page, marked as a preview, with links that stay within the preview. Raises 404 if there is no such page."""
    await run_in_threadpool(_advance, desk, slug)
    path = f"/{desk.lang}/seasons/{slug}{below}"
    answer = await _ask(desk, path)
    if answer.status_code in (301, 302, 303, 307, 308):
        return RedirectResponse(_within(answer.headers["location"], path, slug), 303)
    is_page = answer.headers.get("content-type", "").startswith("text/html")
    content = _marked(desk, slug, path, bytes(answer.body).decode()) if is_page else answer.body
    kept = ("content-type", "content-disposition", "content-security-policy")
    headers = {name: answer.headers[name] for name in kept if name in answer.headers}
    return Response(content, answer.status_code, headers | {"Cache-Control": UNKEPT})


def _advance(desk: Desk, slug: str) -> None:
    """In this session alone the next step of the season is done: nothing of it is ever written."""
    session = desk.session
    season = seasons.by_slug(session, slug)
    if not is_previewed(session, season, desk.now):
        raise HTTPException(404)
    session.autoflush = False
    run = visibility.finished_run(session, season, desk.now)
    if season.state is SeasonState.DRAFT:
        season.state = SeasonState.OPEN
        season.opened_at = desk.now
    elif run:
        season.state = SeasonState.PUBLISHED
        season.published_at = desk.now
        season.published_run_id = run.id


async def _ask(desk: Desk, path: str) -> Response:
    """The public page at this path, as an anonymous visitor gets it."""
    request = desk.request
    unsaid = (b"cookie", b"if-none-match", b"accept-encoding", b"range")
    scope = {
        name: value
        for name, value in request.scope.items()
        if name not in ("path_params", "endpoint", "route")
    }
    scope |= {
        "path": path,
        "raw_path": path.encode(),
        "headers": [each for each in request.scope["headers"] if each[0] not in unsaid],
        GIVEN_SESSION: desk.session,
    }
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    await request.app.router(scope, receive, send)
    body = b"".join(each.get("body", b"") for each in sent[1:])
    answer = Response(body, sent[0]["status"])
    answer.raw_headers = sent[0]["headers"]
    return answer


def _marked(desk: Desk, slug: str, path: str, html: str) -> str:
    """The page with a mark on top, with links that stay within the preview; what works only later is inert."""

    def link(found: re.Match[str]) -> str:
        to = _within(unescape(found["bare"] or found["to"]), path, slug)
        return f'{found["name"] or "href"}="{escape(to)}"'

    _ = translations(desk.lang).gettext
    review = f"/{desk.lang}/desk/seasons/{slug}/review"
    mark = (
        f'<p class="notice preview-mark"><b>{escape(_(_MARK))}</b>'
        f' <a href="{escape(review)}">{escape(_(_BACK))}</a></p>'
    )
    still = _LATER.sub("<a inert", _FORM.sub("<form inert", _LINK.sub(link, html)))
    return _MAIN.sub(lambda found: found[0] + mark, still, count=1)


def _within(to: str, path: str, slug: str) -> str:
    """This address, or that of its preview."""
    whole = urljoin(path, to) if to and not to.startswith("#") else to
    for lang in LANGS:
        here = f"/{lang}/seasons/{slug}"
        if whole == here or whole.startswith((f"{here}/", f"{here}?", f"{here}#")):
            return f"/{lang}/desk/seasons/{slug}/public{whole.removeprefix(here)}"
    return to if whole.startswith(("http:", "https:", "mailto:")) else whole
