"""Explained words of a game: each is a button that shows its meaning."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from markupsafe import Markup, escape

from app.engine import Lang, Ruleset
from app.engine.matches.game import Game
from app.web import cards

_CODE: Final = r"(?:(?<![A-Za-z0-9])[A-Z][0-9]{2}(?:\[[^]]*\])? )?"
"""What orders call a card or an effect, in front of its name."""
_KANJI: Final = "\u3400-\u9fff"
_BUTTON: Final = '<button type="button" class="term" popovertarget="t{}">{}</button>'


class Glossary:
    """The terms of a game and the words on its cards, for one page.

    Names of cards are left alone. `used` holds the marked ones by number; the page explains each of them once.
    """

    def __init__(self, game: Ruleset | Game[Any], lang: Lang) -> None:
        match = game.match if isinstance(game, Ruleset) else game
        infos = cards.in_battle(game).values() if isinstance(game, Ruleset) else ()
        listed = match.glossary if match else {}
        self.terms = {
            term.to(lang).split(" | ")[0]: meaning.to(lang) for term, meaning in listed.items()
        }
        self.used: dict[int, tuple[str, str]] = {}
        self._ways = {name: name for name in (info.name.to(lang) for info, _ in infos)}
        self._meanings: dict[str, str] = {}
        for term, meaning in {**(match.card_words if match else {}), **listed}.items():
            name, *more = term.to(lang).split(" | ")
            self._meanings[name] = meaning.to(lang)
            for way in (name, *more):
                self._ways |= {way: name, way[0].upper() + way[1:]: name}
        self._numbers = {name: n for n, name in enumerate(self._meanings)}
        latin, other = (
            _any_of(way for way in self._ways if way[0].isascii() is is_latin)
            for is_latin in (True, False)
        )
        self._pattern = re.compile(
            rf"{_CODE}(?P<way>(?<![A-Za-z0-9-])[0-9]*(?P<latin>{latin})(?![A-Za-z-])|(?P<other>{other}))"
        )

    def block(self) -> Callable[[str], Markup]:
        """A function for the texts of one part of the page: each word is a button where it comes up first."""
        seen: set[str] = set()
        return lambda text: Markup("".join(self._marked(text, seen)))  # noqa: S704 - each part is escaped

    def plain(self, text: str) -> str:
        """The text without the ids of what has a name."""
        return self._pattern.sub(lambda found: found["way"], text)

    def _marked(self, text: str, seen: set[str]) -> Iterator[str]:
        at = 0
        for found in self._pattern.finditer(text):
            yield escape(text[at : found.start()])
            at, said = found.end(), found["way"]
            name = self._ways[found["latin"] or found["other"]]
            if name in seen or name not in self._meanings:
                yield escape(said)
                continue
            seen.add(name)
            self.used[self._numbers[name]] = name, self._meanings[name]
            yield _BUTTON.format(self._numbers[name], escape(said))
        yield escape(text[at:])


def _any_of(ways: Iterable[str]) -> str:
    """A pattern for these words, grouped by first letters, the longest first.

    A single letter or kanji must stand alone.
    """
    found: dict[str, list[str]] = {}
    for way in sorted(ways, key=len, reverse=True):
        alone = rf"(?<![{_KANJI}]{re.escape(way)})(?![0-9{_KANJI}])" * (len(way) == 1)
        found.setdefault(re.escape(way[0]), []).append(re.escape(way[1:]) + alone)
    return "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in found.items()) or "(?!)"
