"""The pages of documentation, and the search over them and all that is public."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from app.docs import KINDS, MOVED, pages
from app.engine import Lang
from app.letters import examples
from app.web.dependencies import IN_LANGUAGE, Reading
from app.web.markdown import document
from app.web.rendering import etag_of, page, require_change
from app.web.views import search

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


@router.get("/search")
def search_page(request: Request, lang: Lang, session: Reading, q: str = "") -> Response:
    """The public places with all the words of `q`, the best first."""
    words = search.words_of(q)
    found = [(each, each.excerpt(words)) for each in search.found(session, lang, words)]
    typed = q[: search.MOST_TYPED]
    return page(request, lang, "documents/search.html", typed=typed, words=words, found=found)
