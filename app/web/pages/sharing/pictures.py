"""The own pictures of characters, once everybody may see them."""

from typing import Annotated, Final

from fastapi import Path
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.league.entries.pictures import portraits
from app.web.dependencies import Reading, page_router

router = page_router("")

Digest = Annotated[str, Path(pattern="^[0-9a-f]{64}$")]
HEADERS: Final = {
    # A day: an organiser may have to hide it.
    "Cache-Control": "public, max-age=86400, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}


@router.get("/pictures/{digest}.webp")
def picture(digest: Digest, session: Reading) -> Response:
    """The picture with this digest. 404 before the results are public, and while it is hidden."""
    found = portraits.public(session, digest)
    if not found:
        raise HTTPException(404)
    return Response(found.content, media_type="image/webp", headers=HEADERS)
