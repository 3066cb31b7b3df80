"""Answers to refusals: a page with a way back, or problem+json for programs."""

import logging
import re
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import iter_route_contexts
from starlette.exceptions import HTTPException

from app import errors, i18n
from app.engine import Lang
from app.errors import DomainError, Problem
from app.i18n import LANGS
from app.league.problems import explain
from app.league.visibility import sealed_season
from app.store.database import StoreBusy, StoreUnavailable
from app.store.security.security_log import SecurityEvent
from app.text import validation
from app.web import security_events
from app.web.rendering import FRESH, UNKEPT, Unchanged, page

STATUS: Final[dict[type[DomainError], int]] = {
    errors.SubmissionRejected: 422,
    errors.BuildUnreadable: 422,
    errors.OrdersUnreadable: 422,
    errors.ListUnreadable: 422,
    errors.TooMuchToPlay: 422,
    errors.OrdersRefused: 422,
    errors.MatchesRefused: 422,
    errors.DuelRefused: 422,
    errors.OwnRefused: 422,
    errors.SeasonRefused: 409,
    errors.ResultsDiffer: 409,
    errors.UnknownSeason: 404,
    errors.UnknownCup: 404,
    errors.UnknownNumber: 404,
    errors.UnknownGame: 404,
    errors.Busy: 503,
    errors.RulesNotInstalled: 503,
}

BUSY_SECONDS: Final = "5"
"""Seconds after which it is worth asking again."""
AWAY_SECONDS: Final = "30"
"""The same, if a person has to repair something."""

AGAIN: Final = (429, 503)
"""Answers to a form that can be sent again as it is."""
SENT: Final = "hikyaku.sent"
"""In the scope of a request: the form that it brought. The page that asks its sender to come again keeps it for them."""

_LANGUAGE: Final = re.compile(
    r"(?:^|,)\s*(ja|en)(?:-[a-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?(?=,|$)"
)
"""One of our languages in `Accept-Language`, and how much it is liked."""
_log: Final = logging.getLogger(__name__)


def install(app: FastAPI) -> None:
    """Let the app answer every refusal and every fault in words."""
    app.add_exception_handler(DomainError, _domain_error)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _invalid)  # type: ignore[arg-type]
    app.add_exception_handler(HTTPException, _http_error)  # type: ignore[arg-type]
    app.add_exception_handler(StoreUnavailable, _unavailable)
    app.add_exception_handler(Unchanged, lambda _, unchanged: unchanged.answer)
    app.add_exception_handler(Exception, _bug)


def refuse(request: Request, status: int, sentences: list[str], **more: Any) -> Response:
    """The answer in the asker's form: people get a page, programs problem+json (RFC 9457).

    503 says when it is worth asking again.
    """
    answer = _in_form(request, status, sentences, **more)
    if status == 503:
        answer.headers["Retry-After"] = AWAY_SECONDS
    if request.url.path.split("/", 2)[1] not in LANGS:
        answer.headers.add_vary_header("Accept-Language")
    return answer


def _in_form(request: Request, status: int, sentences: list[str], **more: Any) -> Response:
    title = HTTPStatus(status).phrase
    if request.url.path.startswith("/api/"):
        body = {"type": "about:blank", "title": title, "status": status} | more
        if sentences:
            body["detail"] = " ".join(sentences)
        return JSONResponse(body, status, media_type="application/problem+json")
    sent = request.scope.get(SENT) if status in AGAIN else None
    cache = UNKEPT if sent else FRESH
    return page(
        *(request, lang_of(request), "error.html", status),
        cache=cache,
        code=status,
        sentences=sentences,
        sent=sent,
    )


def lang_of(request: Request) -> Lang:
    """The language of the address, else the one that the browser likes better."""
    first = request.url.path.split("/", 2)[1]
    if first in LANGS:
        return i18n.lang_of(first)
    liked = _liked(request.headers.get("Accept-Language", ""))
    return i18n.lang_of(max(liked, key=lambda lang: liked[lang], default="en"))


def _liked(accepted: str) -> dict[str, float]:
    """How much each of our languages is liked, of equals the one named first before the other."""
    found: dict[str, float] = {}
    for lang, weight in _LANGUAGE.findall(accepted.casefold()):
        found.setdefault(lang, float(weight or 1))
    return {lang: weight for lang, weight in found.items() if weight}


def _domain_error(request: Request, refusal: DomainError) -> Response:
    lang = lang_of(request)
    for problem in refusal.problems:
        if slug := sealed_season(problem):
            event, path = SecurityEvent.SEALED_ASKED_FOR, request.url.path
            security_events.note(request, event, datetime.now(UTC), slug=slug, path=path)
    status = next((STATUS[kind] for kind in type(refusal).__mro__ if kind in STATUS), 400)
    request.scope["hikyaku.busy"] = isinstance(refusal, errors.Busy)
    problems = [
        {"code": each.code, "line": each.line, "column": each.column, "text": explain(each, lang)}
        for each in refusal.problems
    ]
    answer = refuse(request, status, [each["text"] for each in problems], problems=problems)  # type: ignore[misc]
    if isinstance(refusal, errors.Busy):
        answer.headers["Retry-After"] = BUSY_SECONDS
    return answer


def _invalid(request: Request, error: RequestValidationError) -> Response:
    told = [
        f"{'.'.join(map(str, each['loc'][1:]))}: {validation.told(each)}" for each in error.errors()
    ]
    if error.errors() and error.errors()[0]["loc"][0] == "path":
        return refuse(request, 404, [])
    return refuse(request, 422, told)


def _http_error(request: Request, error: HTTPException) -> Response:
    told = [] if error.detail == HTTPStatus(error.status_code).phrase else [error.detail]
    answer = refuse(request, error.status_code, told)
    answer.headers.update(error.headers or {})
    if error.status_code == 405 and (allowed := _allowed(request)):
        answer.headers["Allow"] = ", ".join(sorted(allowed))
    return answer


def _allowed(request: Request) -> set[str]:
    """All that can be done at this address: the router knows only the first route that has it."""
    path = request.scope["path"]
    found: set[str] = set()
    for route in iter_route_contexts(request.app.routes):
        pattern = getattr(route, "path_regex", None)
        if pattern and pattern.match(path):
            found |= route.methods or set()
    return found | {"HEAD"} if "GET" in found else found


def _unavailable(request: Request, error: Exception) -> Response:
    if isinstance(error, StoreBusy):
        _log.warning("a request was asked to come again: %s", error)
        return _domain_error(request, errors.Busy([Problem("busy")]))
    _log.error("the database cannot be used: %s", error)
    return refuse(request, 503, [])


def _bug(request: Request, error: Exception) -> Response:
    _log.error("%s %s failed", request.method, request.url.path.split("/")[1], exc_info=error)
    return refuse(request, 500, [])
