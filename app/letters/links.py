"""The secret addresses and links of a letter: where answers, bounces and clicks arrive."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, partial
from string import ascii_lowercase
from typing import Final

from app.engine import Lang
from app.i18n import lang_of
from app.league.people.tokens import (
    OPENS_DUEL,
    PURPOSES,
    WISHES,
    Purpose,
    duel_token,
    make_token,
    purpose_of,
)
from app.letters.render import RenderedLetter, one_line
from app.notices.about import About
from app.notices.answers import (
    AddressNote,
    Confirmation,
    Copy,
    Door,
    Follow,
    Place,
    Post,
    Problems,
    Proof,
    Several,
    Wish,
)
from app.notices.news import DuelNews, Lacking, OwnNews, SeatNews
from app.notices.registry import about
from app.settings import Settings
from app.store.tables import NOBODYS, Letter, Season, Secrets

_TOKEN: Final = re.compile(r"(?<![A-Za-z2-7])[a-z2-7]{32}(?![A-Za-z2-7])")
_SHAPES: Final = bytes(
    ord("a" if chr(at) in f"{ascii_lowercase}234567" else " ") for at in range(256)
)
_LONG: Final = b"a" * 32
"""What may be a token where its letters and digits are `a`: found in a tenth of the time."""
_OPENING: Final = "⟦"
_PLACEHOLDER: Final = re.compile(rf"⟦secret: ({'|'.join(PURPOSES)}) ([0-9]+) ([0-9]+)⟧")


def without_secrets(words: RenderedLetter, key: bytes) -> RenderedLetter:
    """The letter with a placeholder for each secret token, safe to store and to show to others."""
    placeholder = cache(partial(_placeholder, key=key))  # text and HTML have the same
    return RenderedLetter(*(_without(text, placeholder) for text in words))


def with_secrets(text: str, key: bytes, own: Secrets = NOBODYS) -> str:
    """The text as its reader gets it, with their `own` secrets."""
    return _PLACEHOLDER.sub(
        lambda found: make_token(key, _purpose(found[1]), int(found[2]), int(found[3]), own=own),
        text,
    )


def in_words(words: RenderedLetter, instead: str) -> RenderedLetter:
    """The letter with these words in place of its secrets, to be shown to people."""
    return RenderedLetter(*(_PLACEHOLDER.sub(lambda _: instead, text) for text in words))


def _without(text: str, placeholder: Callable[[str], str]) -> str:
    text = text.replace(
        _OPENING, "["
    )  # a player who writes a placeholder gets no secret in its place
    shape = text.encode("ascii", "replace").translate(_SHAPES)
    at = len(shape)
    while (at := shape.rfind(_LONG, 0, at)) >= 0:
        if found := _TOKEN.match(text, at):
            text = text[:at] + placeholder(found[0]) + text[found.end() :]
    return text


def _placeholder(token: str, key: bytes) -> str:
    """The placeholder for this token; the text itself if it is no token."""
    found = purpose_of(key, token)
    return f"⟦secret: {found[0]} {found[1]} {found[2]}⟧" if found else token


def _purpose(word: str) -> Purpose:
    return next(each for each in PURPOSES if each == word)


@dataclass(frozen=True, slots=True)
class Route:
    """The addresses of a letter's mail, and the page that stops letters like it (empty for answers).

    `key` is that of the secrets to be put into its text; `sender` the name in which it is sent, if not ours.
    """

    recipient: str
    reply_to: str
    bounces_to: str
    unsubscribe: str = ""
    key: bytes = field(default=b"", repr=False)
    own: Secrets = field(default=NOBODYS, repr=False)
    sender: str = ""
    text_only: bool = False


def route(
    letter: Letter,
    recipient: str,
    key: bytes,
    settings: Settings,
    own: Secrets = NOBODYS,
    season: str = "",
) -> Route:
    """The ways of this letter to that address.

    `own`: what secret addresses have of its player; `season`: the title of the season that sends it.
    """
    matter = about(letter)
    return Route(
        recipient,
        reply_to(letter, matter, key, settings, own),
        bounces_to(letter, key, settings),
        unsubscribe_page(letter, matter, key, settings, own),
        key,
        own,
        one_line(season),
    )


def reply_to(
    letter: Letter, matter: About, key: bytes, settings: Settings, own: Secrets = NOBODYS
) -> str:
    """The address for answers to this letter; its token tells whose answer it is, and to what.

    Results are answered at the plain address: when they arrive, the season's secret addresses are dead.
    """
    purpose, token = _token(letter, matter, key, own)
    if purpose in ("reply", "confirm", "wish", "answer", "duel", "own", "move", "seat"):
        return _boxed(settings, f"{purpose[0]}-{token}")
    return settings.mail_address


def bounces_to(letter: Letter, key: bytes, settings: Settings) -> str:
    """The address for mail servers' reports of failure (a variable envelope return path).

    Only the letter names this address: without it a letter cannot be made to seem to come back.
    """
    return _boxed(settings, f"b-{make_token(key, 'bounce', letter.id)}")


def secret_page(letter: Letter, matter: About, key: bytes, settings: Settings) -> str | None:
    """The page on which its reader may do what an answer may."""
    purpose, token = _token(letter, matter, key)
    page = {
        "reply": "my",
        "prove": "desk/prove",
        "enter": "in",
        "wish": None,
        "answer": None,
        "duel": "duels",
        "move": "address",
        "seat": "seats",
    }.get(purpose or "", purpose)
    return f"{base(letter, settings)}/{page}/{token}" if page else None


def entry_page(
    player_id: int,
    season_id: int,
    key: bytes,
    settings: Settings,
    lang: Lang,
    own: Secrets = NOBODYS,
) -> str:
    """The page that lets a browser in to a player's entry."""
    token = make_token(key, "reply", player_id, season_id, own=own)
    return f"{settings.base_url}/{lang}/my/{token}"


def confirm_page(revision_id: int, key: bytes, settings: Settings, lang: Lang) -> str:
    """The page on which a held revision is confirmed or declined."""
    return f"{settings.base_url}/{lang}/confirm/{make_token(key, 'confirm', revision_id)}"


def confirm_address(revision_id: int, key: bytes, settings: Settings) -> str:
    """The address for a yes or a no about this held revision."""
    return _boxed(settings, f"c-{make_token(key, 'confirm', revision_id)}")


def duel_page(duel: int, part: str, key: bytes, settings: Settings, lang: Lang) -> str:
    """The page of this part of a duel."""
    return f"{settings.base_url}/{lang}/duels/{duel_token(key, duel, part)}"


def duel_address(duel: int, part: str, key: bytes, settings: Settings) -> str:
    """The address for mails to this part of a duel."""
    return _boxed(settings, f"d-{duel_token(key, duel, part)}")


def own_page(
    player_id: int, key: bytes, settings: Settings, lang: Lang, own: Secrets = NOBODYS
) -> str:
    """The page of what a player has across seasons."""
    return f"{settings.base_url}/{lang}/own/{make_token(key, 'own', player_id, own=own)}"


def opening_address(settings: Settings, of: str = OPENS_DUEL) -> str:
    """The address for mails that open a duel, or that ask for what their writer has across seasons."""
    return _boxed(settings, of)


def unsubscribe_page(
    letter: Letter, matter: About, key: bytes, settings: Settings, own: Secrets = NOBODYS
) -> str:
    """The page that stops letters like this one, for a click of a mail program too (RFC 8058).

    None in answers, unless an unproven deliverer has caused the letter: then it stops all that others cause.
    """
    if letter.deliverer:
        token = make_token(key, "never", letter.player_id, own=own)
        return f"{base(letter, settings)}/letters/never/{token}"
    return "" if letter.mail_id or matter.is_answer else stop_page(letter, key, settings, own)


def stop_page(letter: Letter, key: bytes, settings: Settings, own: Secrets = NOBODYS) -> str:
    """The page on which its reader stops letters that answer nothing, or lets them come again."""
    token = make_token(key, "mute", letter.player_id, own=own)
    return f"{base(letter, settings)}/letters/stop/{token}"


def _token(
    letter: Letter, matter: About, key: bytes, own: Secrets = NOBODYS
) -> tuple[Purpose, str] | tuple[None, str]:
    """The token of the letter's secrets with its purpose; None without secrets."""
    match matter:
        case (
            Confirmation()
            | Problems(asks=True)
            | Several(asks=True)
            | Place(verdict="asked" | "gone")
        ) if letter.revision_id:
            return "confirm", make_token(key, "confirm", letter.revision_id, own=own)
        case Proof(sign_in=sign_in, at=at):
            return "prove", make_token(key, "prove", sign_in, at, own=own)
        case Door(sign_in=int(sign_in)) | Post(sign_in=int(sign_in)):
            return "enter", make_token(key, "enter", sign_in, own=own)
        case AddressNote(change=change, mark=mark, step="old" | "new" | "stood-in" as step):
            return "move", make_token(key, "move", change, 2 * mark + (step == "new"))
        case Copy(mail=mail):
            return "answer", make_token(key, "answer", mail)
        case Lacking(until=datetime()):
            rows = (letter.player_id, letter.season_id or 0)
            return "answer", make_token(key, "answer", *rows, own=own)
        case Wish(wish="mute" | "unmute" | "owner-page" | "no-owner-page" as wish, is_done=False):
            return "wish", make_token(key, "wish", letter.player_id, WISHES.index(wish), own=own)
        case DuelNews(duel=duel, seat=seat, event=event):
            part = "invitation by letter" if event == "invited" else f"{seat} by letter"
            return "duel", duel_token(key, duel, part, own)
        case SeatNews(takeover=seat, event="asked" | "offered"):
            return "seat", make_token(key, "seat", letter.player_id, seat, own=own)
        case OwnNews():
            return "own", make_token(key, "own", letter.player_id, own=own)
        case _ if letter.season_id is None or matter.has_results:
            return None, ""
        case _:
            purpose: Purpose = "follow" if isinstance(matter, Follow) else "reply"
            rows = (letter.player_id, letter.season_id)
            return purpose, make_token(key, purpose, *rows, own=own)


def _boxed(settings: Settings, extension: str) -> str:
    local, _, domain = settings.mail_address.partition("@")
    return f"{local}+{extension}@{domain}"


def base(letter: Letter, settings: Settings) -> str:
    """The address of the pages, in the letter's language."""
    return f"{settings.base_url}/{lang_of(letter.lang)}"


def record_file(season: Season, settings: Settings) -> str:
    """The record of this season, which is the same in every language."""
    return f"{settings.base_url}/seasons/{season.slug}/record.json"


def season_page(season: Season, lang: Lang, settings: Settings) -> str:
    """The public page of this season."""
    return f"{settings.base_url}/{lang}/seasons/{season.slug}"
