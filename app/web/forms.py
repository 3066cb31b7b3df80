"""Forms: their fields, the proof that they are the reader's own, and one answer for each.

A form that changes something carries `form_key`, new with every page: sent twice, it is done once.
A form of a signed-in person carries `form_token` too, which no other site knows.
"""

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Final

from fastapi import Depends, Request
from sqlmodel import Session
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from app.i18n import translations
from app.store.limits import form_answers
from app.store.tables import Player, Season
from app.text.characters import BLANKS, nfc
from app.web.dependencies import Site
from app.web.errors import SENT, lang_of
from app.web.sessions import SignedInPerson

KEY: Final = "form_key"
NEW: Final = "new"
"""Instead of a character's number, where it is another one."""
TOKEN: Final = "form_token"  # noqa: S105 - the name of a field

MOST_OF_A_FILE: Final = 1024 * 1024
"""Bytes that are read of a file; none that is taken anywhere is as large."""

_KEY: Final = re.compile(r"[\w-]{24}|[0-9a-f]{64}", re.ASCII)
"""As `new_key` makes them; or a digest under which a route of the API knows its sender."""
_LISTS: Final = ("rule",)
"""Fields that may be there several times, each with a line."""
_SURROGATES: Final = re.compile("[\ud800-\udfff]")


class FormReused(HTTPException):
    """409: the form was answered before, and says something else now."""

    def __init__(self, request: Request) -> None:
        _ = translations(lang_of(request)).gettext
        super().__init__(
            409,
            _(
                "This form was already sent, with other content. Nothing was changed. "
                "Send it again if this is what you want."
            ),
        )


@dataclass(frozen=True, slots=True)
class Form:
    """A form as sent: texts by the names of their fields, in NFC and with LF; files that were chosen."""

    path: str
    fields: Mapping[str, str]
    files: Mapping[str, bytes] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The text of the field as typed; empty where the field is missing."""
        return self.fields.get(name, "")

    def number(self, name: str) -> int:
        """The row number chosen there; 0 if there is none."""
        typed = self.text(name)
        return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 19 else 0

    def line(self, name: str) -> str:
        """The text of the field, without blanks around it."""
        return self.text(name).strip(BLANKS + "\n")


async def _form(request: Request) -> Form:
    async with request.form() as sent:
        fields = {name: tidied(value) for name, value in sent.items() if isinstance(value, str)}
        files = {
            name: await value.read(MOST_OF_A_FILE)
            for name, value in sent.items()
            if isinstance(value, UploadFile) and value.filename
        }
        fields |= {
            name: "\n".join(map(tidied, map(str, sent.getlist(name))))
            for name in _LISTS
            if name in sent
        }
    form = Form(request.url.path, fields, files)
    request.scope[SENT] = form
    return form


def tidied(text: str) -> str:
    """As a database can keep and a page can show it. Half a surrogate pair is no character; a NUL becomes a SUB.

    Both are control characters, told alike where none may stand; PostgreSQL keeps no NUL anywhere.
    """
    text = _SURROGATES.sub("\ufffd", text).replace("\0", "\x1a")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return nfc(text)


SentForm = Annotated[Form, Depends(_form)]


def new_key() -> str:
    """A key that makes a form unique, for its hidden field `form_key`."""
    return secrets.token_urlsafe(18)


def draft_key(
    request: Request, season: Season, player: Player | None = None, character: str = ""
) -> str:
    """The name under which a browser keeps what is typed: no other player who signs in there is offered it.

    Where a player may have several characters, each has its own.
    """
    site: Site = request.state.site
    which = f" {character}" if season.characters > 1 else ""
    who = f"draft {player.id}{which}".encode() if player else b""
    return f"{season.slug} {hmac.new(site.key, who, 'sha256').hexdigest()[:16] if who else ''}"


def is_own(form: Form, signed: SignedInPerson | None) -> bool:
    """Whether the form was made for the person signed in here."""
    sent = form.text(TOKEN).encode()
    return signed is not None and hmac.compare_digest(sent, signed.form_token.encode())


def require_own(request: Request, form: Form, signed: SignedInPerson) -> None:
    """Raise 403 unless the form was made for the person signed in here."""
    if not is_own(form, signed):
        _ = translations(lang_of(request)).gettext
        raise HTTPException(
            403, _("This form is out of date. Go back, reload the page and fill it in again.")
        )


def answered_before(session: Session, request: Request, form: Form, now: datetime) -> str | None:
    """The address to which the sender of this form was redirected before; None if the form is new.

    Call it in the same transaction as the work of the form and `keep_answer`: the same form sent at the same
    moment then waits for it. A form without a key, or with a key that is not ours, is always new. Otherwise
    somebody could guess a key and learn what was sent with it. Raises `FormReused` if the form has other
    content than before.
    """
    key = _own_key(form)
    if not key:
        return None
    answer = form_answers.claim(session, _hashed(key), _content(form), now=now)
    if answer is None:
        return None
    if answer.content_hash != _content(form):
        raise FormReused(request)
    return answer.location


def keep_answer(session: Session, form: Form, location: str) -> None:
    """The same form, sent again within a day, leads to the same place and does nothing."""
    if key := _own_key(form):
        form_answers.keep(session, _hashed(key), location)


def _own_key(form: Form) -> str:
    key = form.text(KEY)
    return key if _KEY.fullmatch(key) else ""


def _content(form: Form) -> str:
    said = {name: text for name, text in form.fields.items() if name not in (KEY, TOKEN)}
    files = {name: hashlib.sha256(file).hexdigest() for name, file in form.files.items()}
    return _hashed(json.dumps([form.path, said, *([files] if files else [])], sort_keys=True))


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
