"""Which parts of a mail are its text, and that text as its sender wrote it."""

from contextlib import suppress

from app.mail.cutting import Own, cut
from app.mail.decoding import Undecodable, decode_text
from app.mail.labels import label_of
from app.mail.markup import text_of_html
from app.mail.parts import Part
from app.mail.tidying import tidy

_NOTHING = Own("", is_ended=False)
_NO_PROSE = frozenset(
    f"text/{kind}"
    for kind in (
        "calendar",
        "css",
        "csv",
        "directory",
        "javascript",
        "rfc822-headers",
        "vcard",
        "x-amp-html",
        "x-vcard",
        "xml",
    )
)
"""Kinds of text that programs read. All others are read as plain text, whatever they are called."""
_ORDER = {"text/plain": 0, "text/html": 1}
_MOST_ATTACHED = 64 * 1024


def own_text(part: Part) -> Own:
    """The plain text of this part, or its HTML if that is blank; several inline texts in a row.

    Attachments and pictures are no text, but for an entry that was attached as one and nothing beside it. Raises
    `Undecodable` where a text fits no encoding and has no other form, and `TooComplex`.
    """
    own = _inline(part)
    return own if own.text.strip() or own.echoes else _attached_entry(part) or own


def _attached_entry(part: Part) -> Own | None:
    """The text of the first attachment that begins a build."""
    if part.parts:
        return next(filter(None, map(_attached_entry, part.parts)), None)
    if part.is_attachment and part.kind == "text/plain" and len(part.data) <= _MOST_ATTACHED:
        with suppress(Undecodable):
            text = tidy(decode_text(part.data, part.charset))
            labels = filter(None, map(label_of, text.split("\n")))
            if any(label.field == "build" for label in labels):
                return cut(text)
    return None


def _inline(part: Part) -> Own:
    if part.is_attachment:
        return _NOTHING
    if part.kind == "multipart/alternative":
        return _first_of(part.parts)
    if part.parts:
        return _all_of(part.parts)
    if part.kind == "text/plain":
        own = cut(tidy(decode_text(part.data, part.charset)))
        return own._replace(text=_unflowed(own.text, part.drops_spaces)) if part.is_flowed else own
    if part.kind == "text/html":
        return cut(tidy(text_of_html(decode_text(part.data, part.charset))))
    if part.kind.startswith("text/") and part.kind not in _NO_PROSE:
        return cut(tidy(decode_text(part.data, part.charset)))
    return _NOTHING


def _first_of(forms: tuple[Part, ...]) -> Own:
    """The form that says something: plain text before HTML, and that before all others."""
    fault: Undecodable | None = None
    for form in sorted(forms, key=lambda form: _ORDER.get(form.kind, 2)):
        try:
            own = _inline(form)
        except Undecodable as undecodable:
            fault = undecodable
        else:
            if own.text.strip() or own.echoes:
                return own
    if fault:
        raise fault
    return _NOTHING


def _all_of(parts: tuple[Part, ...]) -> Own:
    """One text after the other, until a signature or an original message ends them all."""
    texts = []
    own = _NOTHING
    for part in parts:
        own = _inline(part)
        texts.append(own.text)
        if own.is_ended:
            break
    text = "\n".join(text for text in texts if text)
    return Own(text, own.is_ended, own.echoes and not text.strip())


def _unflowed(text: str, drops_spaces: bool) -> str:
    """The text with the lines joined that format=flowed has divided (RFC 3676)."""
    joined: list[str] = []
    for line in text.split("\n"):
        typed = line.removeprefix(" ")
        if not typed.endswith(" "):
            joined.append(typed + "\n")
        else:
            joined.append(typed[:-1] if drops_spaces else typed)
    return "".join(joined).removesuffix("\n")
