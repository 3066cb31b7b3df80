"""Which parts of a mail are its text, and that text as its sender wrote it."""

from collections.abc import Iterator
from contextlib import suppress

from app.league.untaken import Untaken, is_armoured, named
from app.mail.cutting import Own, cut
from app.mail.decoding import Undecodable, decode_text
from app.mail.labels import label_of
from app.mail.markup import text_of_html
from app.mail.mime_fields import shown
from app.mail.parts import Part, split_headers
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
_FILES = frozenset(
    f"text/{kind}" for kind in ("calendar", "csv", "directory", "vcard", "x-vcard", "xml")
)
"""Those of them that somebody has put there."""
_ENCRYPTED = (
    "application/pgp-encrypted",
    "application/pkcs7-mime",
    "application/x-pkcs7-mime",
)
_SIGNATURES = (
    "application/pgp-keys",
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
)
_ORDER = {"text/plain": 0, "text/html": 1}
_MOST_ATTACHED = 64 * 1024


def own_text(part: Part) -> tuple[Own, list[Untaken]]:
    """The plain text of this part, or its HTML if that is blank; several inline texts in a row.

    Attachments and pictures are no text, but for an entry that was attached as one and nothing beside it. They are
    told beside it, as is what nobody can read. Raises `Undecodable` where a text fits no encoding and has no other
    form.
    """
    own = _inline(part)
    entry: Part | None = None
    if not (own.text.strip() or own.echoes):
        for leaf in _leaves(part):
            if attached := _attached_entry(leaf):
                own, entry = attached, leaf
                break
    found = [_untaken(leaf) for leaf in _leaves(part) if leaf is not entry]
    if is_armoured(own.text):
        found.append(named("encrypted"))
    return own, list(dict.fromkeys(filter(None, found)))


def _leaves(part: Part) -> Iterator[Part]:
    if not part.parts:
        yield part
    for each in part.parts:
        yield from _leaves(each)


def _untaken(leaf: Part) -> Untaken | None:
    """What this part is, if it is not read as text."""
    kind, name = leaf.kind, leaf.name
    if kind in _ENCRYPTED or name.lower() in ("smime.p7m", "encrypted.asc"):
        return named("encrypted")
    if kind in _SIGNATURES or name.lower().endswith((".p7s", ".sig")):
        return None
    if kind == "application/ms-tnef" or name.lower() == "winmail.dat":
        return named("winmail", name or "winmail.dat")
    if kind.startswith("image/"):
        return named("picture", name)
    if kind.startswith("message/"):
        return named("mail", name or _subject_in(leaf.data))
    is_text = kind.startswith("text/") and kind not in _FILES
    if is_text and not leaf.is_attachment:
        return None
    return named("attachment", name or ("" if kind == "application/octet-stream" else kind))


def _subject_in(raw: bytes) -> str:
    headers, _ = split_headers(raw[:_MOST_ATTACHED])
    return shown((headers.first("subject") or b"").decode("latin-1"))


def _attached_entry(part: Part) -> Own | None:
    """Its text, if it is an attachment that begins a build."""
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
