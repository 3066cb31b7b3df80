"""Where a letter goes, and where everything that it causes comes back: its secret addresses and links."""

from dataclasses import dataclass
from typing import Final

from app.league.tokens import Purpose, make_token
from app.settings import Settings
from app.store.tables import Letter

ANSWERS: Final = frozenset({"confirmation", "receipt", "problems"})
"""Kinds of letters that answer something, be it a form."""


@dataclass(frozen=True, slots=True)
class Route:
    """The addresses of a letter's mail, and the page that stops letters like it (empty for answers)."""

    recipient: str
    reply_to: str
    bounces_to: str
    unsubscribe: str = ""


def route(letter: Letter, recipient: str, key: bytes, settings: Settings) -> Route:
    """The ways of this letter to that address."""
    return Route(
        recipient,
        reply_to(letter, key, settings),
        bounces_to(letter, key, settings),
        unsubscribe_page(letter, key, settings),
    )


def reply_to(letter: Letter, key: bytes, settings: Settings) -> str:
    """Where an answer to this letter goes: an address that says who answers to what.

    A report is answered at the plain address: when it arrives, the season's secret addresses are dead.
    """
    purpose, token = _token(letter, key)
    return _boxed(settings, f"{purpose[0]}-{token}") if token else settings.mail_address


def bounces_to(letter: Letter, key: bytes, settings: Settings) -> str:
    """Where mail servers report that they could not deliver it (a variable envelope return path).

    Who does not have the letter does not know this address, and cannot make it seem to come back.
    """
    return _boxed(settings, f"b-{make_token(key, 'bounce', letter.id)}")


def secret_page(letter: Letter, key: bytes, settings: Settings) -> str | None:
    """The page on which its reader may do what an answer may."""
    purpose, token = _token(letter, key)
    page = "confirm" if purpose == "confirm" else "my"
    return f"{_base(letter, settings)}/{page}/{token}" if token else None


def unsubscribe_page(letter: Letter, key: bytes, settings: Settings) -> str:
    """The page that stops letters which answer nothing, for a click of a mail program too (RFC 8058)."""
    if letter.mail_id or letter.kind in ANSWERS:
        return ""
    return f"{_base(letter, settings)}/letters/stop/{make_token(key, 'mute', letter.player_id)}"


def _token(letter: Letter, key: bytes) -> tuple[Purpose, str]:
    """What an answer to the letter may do, and the token that allows it; empty if it may nothing."""
    if letter.kind == "confirmation" and letter.revision_id:
        return "confirm", make_token(key, "confirm", letter.revision_id)
    if letter.kind not in ("report", "correction", "digest") and letter.season_id:
        return "reply", make_token(key, "reply", letter.player_id, letter.season_id)
    return "reply", ""


def _boxed(settings: Settings, extension: str) -> str:
    local, _, domain = settings.mail_address.partition("@")
    return f"{local}+{extension}@{domain}"


def _base(letter: Letter, settings: Settings) -> str:
    return f"{settings.base_url.rstrip('/')}/{letter.lang}"
