"""What a character may be called, and what may be said about it."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from app.engine.typed import BLANKS, hidden_in, normal, shown
from app.errors import Problem

MAX_NAME: Final = 64
MAX_KEY: Final = 300
"""Of a name's normal form, in which a single character may become eighteen."""
MAX_OWNER: Final = 64
MAX_URL: Final = 500
MAX_LORE: Final = 20_000

_FORBIDDEN: Final = re.compile(r"[^\t\n\x20-\x7e\x80-\U0010ffff]|[\x80-\x9f\ud800-\udfff]")
"""Control characters and lone surrogates: no database and no mail carries them all."""


def name_key(name: str) -> str:
    """The form in which names are compared within a season: NFKC, casefold, blanks as one."""
    return " ".join(normal(name).split())[:MAX_KEY]


def name_problems(name: str) -> Iterator[Problem]:
    """What is wrong with a character's name."""
    if not name.strip(BLANKS):
        yield Problem("empty-name")
    yield from _line_problems(name, "name", MAX_NAME)


def owner_problems(owner: str) -> Iterator[Problem]:
    """What is wrong with the public name of a player: an address must never stand there."""
    if "@" in unicodedata.normalize("NFKC", owner):
        yield Problem("owner-is-address", words=(shown(owner),))
    yield from _line_problems(owner, "owner", MAX_OWNER)


def url_problems(url: str) -> Iterator[Problem]:
    """What is wrong with an address on the web."""
    yield from _line_problems(url, "url", MAX_URL)


def lore_problems(lore: str) -> Iterator[Problem]:
    """What is wrong with a character's story."""
    if len(lore) > MAX_LORE:
        yield Problem("lore-too-long", words=(str(len(lore)), str(MAX_LORE)))
    elif bad := sorted(set(_FORBIDDEN.findall(lore))):
        yield Problem("forbidden-character", words=tuple(map(shown, bad)))


def _line_problems(text: str, what: str, limit: int) -> Iterator[Problem]:
    if len(text) > limit:
        yield Problem(f"{what}-too-long", words=(str(len(text)), str(limit)))
    elif bad := sorted({text[at] for at in hidden_in(text)}):
        yield Problem("forbidden-character", words=tuple(map(shown, bad)))
