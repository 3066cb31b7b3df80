"""The own picture of a character in a form: a file just chosen, or one read before, which the form carries along."""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Self

from fastapi import Request

from app.errors import PictureRefused, Problem
from app.league.entries.pictures import formats
from app.league.entries.pictures.formats import Portrait
from app.web import limits
from app.web.forms import Form

FIELD: Final = "picture"
CARRIED: Final = "picture_read"
"""The hidden field of a picture that was read already: no browser keeps a file that it has sent."""


@dataclass(frozen=True, slots=True)
class ChosenPicture:
    """The result of the file field: a picture, a problem with the file, or nothing."""

    portrait: Portrait | None = None
    problems: Sequence[Problem] = ()

    @classmethod
    def sent(cls, form: Form) -> Self:
        """The picture in the form; a file that cannot be one leaves that which was read before."""
        carried = _decoded(form.text(CARRIED))
        before = cls._read(carried if formats.is_ours(carried) else b"")
        if file := form.files.get(FIELD):
            chosen = cls._read(file)
            return chosen if chosen.portrait else cls(before.portrait, chosen.problems)
        return cls(before.portrait)

    @classmethod
    def _read(cls, file: bytes) -> Self:
        if not file:
            return cls()
        try:
            return cls(formats.read(file))
        except PictureRefused as refused:
            return cls(problems=refused.problems)

    @property
    def carried(self) -> str:
        """The picture as the form carries it."""
        return base64.b64encode(self.portrait.content).decode() if self.portrait else ""

    @property
    def source(self) -> str:
        """The picture as an address of its own."""
        return source(self.portrait.content) if self.portrait else ""


def chosen_picture(request: Request, form: Form, now: datetime) -> ChosenPicture:
    """The same for a client within its limit; call it before the route's session is used, since reading takes a while.

    Raises 429 if it was one too many.
    """
    if form.files.get(FIELD):
        limits.spend_by_client(request, limits.PICTURES, now)
    return ChosenPicture.sent(form)


def _decoded(carried: str) -> bytes:
    try:
        return base64.b64decode(carried, validate=True)
    except (binascii.Error, ValueError):
        return b""


def source(content: bytes) -> str:
    """The picture as an address of its own, for pages of its player: no other address has it yet."""
    return f"data:image/webp;base64,{base64.b64encode(content).decode()}"
