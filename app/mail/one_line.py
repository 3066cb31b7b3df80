"""The one-line form of an entry: `攻響核核双硬癒罠/キャラ名`."""

import re
from collections.abc import Collection, Sequence

from app.engine import CardInfo
from app.mail.tidying import visible

_SLASH = re.compile("[/／]")


def one_line_form(
    lines: Sequence[str], cards: Sequence[CardInfo], *, has_build: bool
) -> list[tuple[str, str]]:
    """Build and name, as fields, of the first line that says both.

    In a letter with no other build they may be no cards at all, or hold a wrong character among right
    ones: the game says what is wrong with it.
    """
    chars = {card.char for card in cards}
    tests = (_is_notation,) if has_build else (_is_notation, _is_empty, _resembles_notation)
    candidates = [found for line in lines if (found := _divided(line))]
    for is_meant in tests:
        for build, name in candidates:
            if is_meant(build, name, chars):
                return [("build", build), ("name", name)]
    return []


def is_one_line_form(line: str, cards: Sequence[CardInfo]) -> bool:
    """Whether this line says a build, character by character, and a name."""
    found = _divided(line)
    return found is not None and _is_notation(*found, {card.char for card in cards})


def _divided(line: str) -> tuple[str, str] | None:
    build, *rest = _SLASH.split(line, maxsplit=1)
    name = visible(rest[0]) if rest else ""
    return ("".join(build.split()), name) if name else None


def _is_notation(build: str, _name: str, chars: Collection[str]) -> bool:
    return bool(build) and all(char in chars for char in build)


def _is_empty(build: str, name: str, chars: Collection[str]) -> bool:
    return not build and bool(chars) and not _SLASH.match(name)


def _resembles_notation(build: str, _name: str, chars: Collection[str]) -> bool:
    right = sum(char in chars for char in build)
    return right >= 2 and right > len(build) / 2
