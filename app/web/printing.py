"""Cards on paper: sheets of nine, each in the size of a playing card."""

import tomllib
from base64 import b64encode
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.engine import CardInfo, Lang, Ruleset
from app.league.entries import characters
from app.league.results.card_sets import CardSet, PrintedCard
from app.text.columns import shortened, width
from app.web.cards import CardView, families
from app.web.drawing.crests import crest
from app.web.rendering import STATIC, environment, terms_in

_ROOM: Final = (275, 500, 750, 1150, 1700)
"""How wide the text of a card may be in each size of letters, the largest first; there is one more below."""
_FIGURE: Final = 16
"""How wide a figure counts, since it is printed large."""


@dataclass(frozen=True, slots=True)
class CardPrint:
    """A card as it is printed. A card made by a player also has its story, author, picture and rights."""

    card: CardView
    lore: str = ""
    author: str = ""
    picture: str = ""
    rights: Sequence[tuple[str, str]] = ()

    @property
    def size(self) -> int:
        """Which size of letters it is set in; the more there is to read, the smaller."""
        return bisect_left(self._rooms, self._rules + width(self.story))

    @property
    def story(self) -> str:
        """Its story, as much of it as the card has room for."""
        return shortened(self.lore, max(self._rooms[-1] - self._rules, 0))

    @property
    def _rooms(self) -> Sequence[int]:
        return [each * 2 // 3 for each in _ROOM] if self.picture else _ROOM

    @property
    def _rules(self) -> int:
        """How wide it is without its story."""
        info = self.card.info
        told = (self.author, *(name + words for name, words in self.rights))
        words = (*info.name, *info.name, *info.family, *info.tags, max(info.text, key=width), *told)
        return sum(map(width, words)) + _FIGURE * len(info.figures)


def of_game(
    rules: Ruleset, lang: Lang, called: Mapping[str, tuple[str, PrintedCard, str]]
) -> list[CardPrint]:
    """All cards of the game, family by family; those of a call, by id, as their makers told of them."""
    made = tomllib.loads(rules.house.text).get("card", ()) if rules.house else ()
    authors = {each.get("ja"): str(each.get("author", "")) for each in made}
    return [
        of_call(each, called[each.info.id][1], called[each.info.id][2], lang)
        if each.info.id in called
        else CardPrint(
            each,
            author=authors.get(each.info.name.ja, ""),
            picture=_crest(each.info)
            if any(each.info.id == card.id for card in rules.added)
            else "",
        )
        for family in families(rules)
        for each in family
    ]


def of_call(card: CardView, made: PrintedCard, picture: str, lang: Lang) -> CardPrint:
    """A card of a call, with its crest where it has no picture."""
    rights = characters.rights_told(made.extras, lang)
    return CardPrint(card, made.lore, made.who.owner, picture or _crest(card.info), rights)


def of_set(
    made: CardSet, pictures: Mapping[int, str], lang: Lang, number: int = 0
) -> list[CardPrint]:
    """The card of a call with this number, or all of them; `pictures` are digests by entry."""
    return [
        of_call(
            CardView(card.info.number, card.info, 0, None),
            card,
            f"/pictures/{pictures[card.who.entry_id]}.webp"
            if card.who.entry_id in pictures
            else "",
            lang,
        )
        for card in made.cards
        if number in (0, card.who.number)
    ]


def sheets(rules: Ruleset, lang: Lang) -> str:
    """The cards of the game and what a table needs beside them, as a page in HTML that needs no server."""
    template = environment(lang, *terms_in({"game": rules})).get_template("games/print.html")
    style = (STATIC / "print.css").read_text(encoding="utf-8")
    return template.render(
        lang=lang, game=rules, cards=of_game(rules, lang, {}), aids=rules.aids, style=style
    )


def _crest(info: CardInfo) -> str:
    return f"data:image/svg+xml;base64,{b64encode(crest(info.name.ja).encode()).decode()}"
