"""Refusals get a voice: a page with a way back, or problem+json for programs."""

import logging
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from app import errors
from app.engine import Lang
from app.errors import DomainError
from app.league.explaining import explain
from app.store.database import StoreUnavailable
from app.web.rendering import page
from app.web.security import headers

STATUS: Final[dict[type[DomainError], int]] = {
    errors.SubmissionRejected: 422,
    errors.BuildUnreadable: 422,
    errors.ListUnreadable: 422,
    errors.TooMuchToPlay: 422,
    errors.SeasonRefused: 409,
    errors.ResultsDiffer: 409,
    errors.UnknownSeason: 404,
    errors.UnknownGame: 404,
    errors.Busy: 503,
}

BUSY_SECONDS: Final = "5"
"""After so many it is worth asking again."""

_log: Final = logging.getLogger(__name__)


def install(app: FastAPI) -> None:
    """Let the app answer every refusal and every fault in words."""
    app.add_exception_handler(DomainError, _domain_error)  # type: ignore[arg-type]
    app.add_exception_handler(RequestValidationError, _invalid)  # type: ignore[arg-type]
    app.add_exception_handler(HTTPException, _http_error)  # type: ignore[arg-type]
    app.add_exception_handler(StoreUnavailable, _unavailable)
    app.add_exception_handler(Exception, _bug)


def refuse(request: Request, status: int, sentences: list[str], **more: Any) -> Response:
    """The answer for whoever asked: people get a page, programs problem+json (RFC 9457)."""
    title = HTTPStatus(status).phrase
    if request.url.path.startswith("/api/"):
        body = {"type": "about:blank", "title": title, "status": status} | more
        if sentences:
            body["detail"] = " ".join(sentences)
        return JSONResponse(body, status, media_type="application/problem+json")
    return page(request, lang_of(request), "error.html", status, code=status, sentences=sentences)


def lang_of(request: Request) -> Lang:
    """The language of the address, else the one that the browser likes better."""
    first = request.url.path.split("/", 2)[1]
    if first in ("ja", "en"):
        return "ja" if first == "ja" else "en"
    wanted = request.headers.get("Accept-Language", "").casefold()
    ja, en = wanted.find("ja"), wanted.find("en")
    return "ja" if ja >= 0 and (en < 0 or ja < en) else "en"


def _domain_error(request: Request, refusal: DomainError) -> Response:
    lang = lang_of(request)
    status = next((STATUS[kind] for kind in type(refusal).__mro__ if kind in STATUS), 400)
    problems = [
        {"code": each.code, "line": each.line, "column": each.column, "text": explain(each, lang)}
        for each in refusal.problems
    ]
    answer = refuse(request, status, [each["text"] for each in problems], problems=problems)  # type: ignore[misc]
    if status == 503:
        answer.headers["Retry-After"] = BUSY_SECONDS
    return answer


def _invalid(request: Request, error: RequestValidationError) -> Response:
    told = [f"{'.'.join(map(str, each['loc'][1:]))}: {each['msg']}" for each in error.errors()]
    if error.errors() and error.errors()[0]["loc"][0] == "path":
        return refuse(request, 404, [])
    return refuse(request, 422, told)


def _http_error(request: Request, error: HTTPException) -> Response:
    told = [] if error.detail == HTTPStatus(error.status_code).phrase else [error.detail]
    answer = refuse(request, error.status_code, told)
    answer.headers.update(error.headers or {})
    return answer


def _unavailable(request: Request, error: Exception) -> Response:
    _log.error("the database cannot be used: %s", error)
    answer = refuse(request, 503, [])
    answer.headers["Retry-After"] = "30"
    return answer


def _bug(request: Request, error: Exception) -> Response:
    _log.error("%s %s failed", request.method, request.url.path.split("/")[1], exc_info=error)
    answer = refuse(request, 500, [])
    https = request.app.state.site.settings.base_url.startswith("https:")
    answer.headers.update(headers(https=https))  # this answer does not pass through the middleware
    return answer
