"""Placeholders for secrets in stored letters; the secrets are put in when a letter leaves."""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Final

from app.league.people.tokens import PURPOSES, Purpose, make_token, purpose_of
from app.letters.render import Rendered
from app.store.tables import NOBODYS, Secrets

_TOKEN: Final = re.compile(r"(?<![A-Za-z2-7])[a-z2-7]{32}(?![A-Za-z2-7])")
_OPENING: Final = "⟦"
_PLACEHOLDER: Final = re.compile(rf"⟦secret: ({'|'.join(PURPOSES)}) ([0-9]+) ([0-9]+)⟧")


def without_secrets(words: Rendered, key: bytes) -> Rendered:
    """The letter as it may be kept and shown to others: placeholders stand where tokens of this key stood."""
    placeholder = cache(partial(_placeholder, key=key))  # text and HTML have the same
    return Rendered(*(_without(text, placeholder) for text in words))


def with_secrets(text: str, key: bytes, own: Secrets = NOBODYS) -> str:
    """The text as its reader gets it, with their `own` secrets."""
    return _PLACEHOLDER.sub(
        lambda found: make_token(key, _purpose(found[1]), int(found[2]), int(found[3]), own=own),
        text,
    )


def in_words(words: Rendered, instead: str) -> Rendered:
    """The letter as it is shown to people: these words stand for its secrets."""
    return Rendered(*(_PLACEHOLDER.sub(lambda _: instead, text) for text in words))


def _without(text: str, placeholder: Callable[[str], str]) -> str:
    text = text.replace(
        _OPENING, "["
    )  # a player who writes a placeholder gets no secret in its place
    return _TOKEN.sub(lambda found: placeholder(found[0]), text)


def _placeholder(token: str, key: bytes) -> str:
    """The placeholder for this token; the text itself if it is no token."""
    found = purpose_of(key, token)
    return f"⟦secret: {found[0]} {found[1]} {found[2]}⟧" if found else token


def _purpose(word: str) -> Purpose:
    return next(each for each in PURPOSES if each == word)
