"""The pages of documentation."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from app.docs import KINDS, MOVED, pages
from app.engine import Lang
from app.letters import examples
from app.web.dependencies import IN_LANGUAGE
from app.web.markdown import document
from app.web.rendering import etag_of, page, require_change

router = APIRouter(prefix=IN_LANGUAGE)


@router.get("/docs")
def every_document(request: Request, lang: Lang) -> Response:
    """All pages by their kinds, each with its purpose."""
    require_change(request, etag := etag_of(request))
    found = pages(lang)
    kinds = {kind: [found[each] for each in topics] for kind, topics in KINDS.items()}
    return page(request, lang, "documents/documents.html", etag=etag, kinds=kinds)


@router.get("/docs/{topic}")
def one_document(request: Request, lang: Lang, topic: str) -> Response:
    """One page, in English where there is none in this language; a topic of an earlier version leads to its page."""
    if topic in MOVED:
        return RedirectResponse(f"/{lang}/docs/{MOVED[topic]}", 301)
    if topic not in pages(lang):
        raise HTTPException(404)
    require_change(request, etag := etag_of(request))
    found = examples.document(topic, lang)
    made = document(found, lang)
    return page(request, lang, "documents/document.html", etag=etag, document=found, book=made)
