"""Crests, for as long as the browser likes: one address always shows the same."""

from typing import Annotated, Final

from fastapi import Path
from fastapi.responses import Response

from app.web.dependencies import page_router
from app.web.drawing import crests

router = page_router("")

FOR_EVER: Final = "public, max-age=31536000, immutable"
Seed = Annotated[str, Path(pattern=f"^[0-9a-f]{{{crests.SEED}}}$")]


@router.get("/crests/{seed}.svg")
def crest(seed: Seed) -> Response:
    """The crest of this seed; any seed has one, and none tells a name."""
    return Response(
        crests.drawn(seed), media_type="image/svg+xml", headers={"Cache-Control": FOR_EVER}
    )
