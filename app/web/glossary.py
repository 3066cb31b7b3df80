"""The words of a game where they are read: each is a button that says what it means."""

import re
from collections.abc import Callable, Iterator
from string import digits
from typing import Any, Final

from markupsafe import Markup, escape

from app.engine import Lang, Ruleset
from app.engine.matches.game import Game
from app.web import cards

_CODE: Final = r"(?:(?<![A-Za-z0-9])[A-Z][0-9]{2}(?:\[[^]]*\])? )?"
"""What orders call a card or an effect, in front of its name."""
_BUTTON: Final = Markup('<button type="button" class="term" popovertarget="t{}">{}</button>')


class Glossary:
    """The terms of a game and the words on its cards, on one page; names of cards are left as they are, without their ids.

    `used` are those that were marked, by their numbers: the page explains each of them once.
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
        longest = sorted(self._ways, key=len, reverse=True)
        self._pattern = re.compile(_CODE + f"(?P<way>{'|'.join(map(_pattern, longest))})")

    def block(self) -> Callable[[str], Markup]:
        """A function for the texts of one part of the page: each word is a button where it comes up first."""
        seen: set[str] = set()
        return lambda text: Markup().join(self._marked(text, seen))

    def plain(self, text: str) -> str:
        """The text without the ids of what has a name."""
        return self._pattern.sub(lambda found: found["way"], text) if self._ways else text

    def _marked(self, text: str, seen: set[str]) -> Iterator[Markup]:
        at = 0
        for found in self._pattern.finditer(text) if self._ways else ():
            yield escape(text[at : found.start()])
            at, said = found.end(), found["way"]
            name = self._ways.get(said) or self._ways[said.lstrip(digits)]
            if name in seen or name not in self._meanings:
                yield escape(said)
                continue
            seen.add(name)
            self.used[self._numbers[name]] = name, self._meanings[name]
            yield _BUTTON.format(self._numbers[name], said)
        yield escape(text[at:])


def _pattern(way: str) -> str:
    """What may be read as it: English is no part of a longer word, a number may stand before it, and a single kanji stands alone."""
    if way[0].isascii():
        number = "[0-9]*" * (way[0] not in digits)
        return (
            rf"(?<![A-Za-z0-9-]){number}{re.escape(way)}(?![A-Za-z-]{'|[0-9]' * (len(way) == 1)})"
        )
    alone = "[\u3400-\u9fff]" * (len(way) == 1)
    return f"(?<!{alone}){re.escape(way)}(?!{alone})" if alone else re.escape(way)
