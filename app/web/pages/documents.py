"""The pages of documentation."""

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.docs import pages
from app.engine import Lang
from app.letters import examples
from app.web.dependencies import IN_LANGUAGE
from app.web.markdown import document
from app.web.rendering import etag_of, page, require_change

router = APIRouter(prefix=IN_LANGUAGE)


@router.get("/docs")
def every_document(request: Request, lang: Lang) -> Response:
    """All pages, each with its purpose."""
    require_change(request, etag := etag_of(request))
    return page(
        request, lang, "documents/documents.html", etag=etag, documents=pages(lang).values()
    )


@router.get("/docs/{topic}")
def one_document(request: Request, lang: Lang, topic: str) -> Response:
    """One page, in English where there is none in this language."""
    if topic not in pages(lang):
        raise HTTPException(404)
    require_change(request, etag := etag_of(request))
    found = examples.document(topic, lang)
    made = document(found, lang)
    return page(request, lang, "documents/document.html", etag=etag, document=found, book=made)
