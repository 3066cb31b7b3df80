"""How cards and starter decks are spelled: ids, names in both languages, beginnings of names, slips of the pen."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from app.games.fest.words.names import CARDS, DECKS, SIGNS
from app.text.characters import normal
from app.text.distance import distance_up_to

MOST_SUGGESTIONS: Final = 5
_SHORT: Final = 3


@lru_cache(maxsize=4096)
def key(text: str) -> str:
    """The letters and digits of a text, as spellings are compared."""
    return "".join(char for char in normal(text) if char.isalnum())


class Spellings:
    """Every spelling of the house cards, of some custom ones, and of the starter decks."""

    def __init__(self, custom: Iterable[Mapping[str, Any]] = ()) -> None:
        names = {**DECKS, **CARDS}
        texts = {id: [*words] for id, words in names.items()}
        texts |= {card["id"]: [card["name"]] for card in custom}
        self.ids = {key(id): id for id in texts}
        self.ids |= {f"{id[0]}{id[1:].lstrip('0')}".casefold(): id for id in CARDS if id[1] == "0"}
        self.ids |= {sign: id for id, sign in SIGNS.items()}
        self.ids |= {key(card["id"]): card["id"] for card in custom}
        self.whole: dict[str, set[str]] = defaultdict(set)
        for id, spellings in texts.items():
            for name in filter(None, map(key, spellings)):
                for text in (name, f"{key(id)}{name}", f"{name}{key(id)}"):
                    self.whole[text].add(id)

    def spelled(self, spelling: str, *, whole: bool = False) -> tuple[str, ...]:
        """The cards and decks with this key, as a `whole` name or else as an id or the beginning of a card's name.

        A beginning counts only where nothing is spelled so in full.
        """
        if found := self.whole.get(spelling):
            return tuple(sorted(found))
        if whole or not spelling:
            return ()
        if id := self.ids.get(spelling):
            return (id,)
        return tuple(sorted(self._where(lambda text: text.startswith(spelling)) - {*DECKS}))

    def nearest(self, spelled: str) -> tuple[str, ...]:
        """The cards and decks that may have been meant: with this part in a name, or spelled almost so."""
        if not spelled:
            return ()
        if len(parts := self._where(lambda text: spelled in text)) <= MOST_SUGGESTIONS and parts:
            return tuple(sorted(parts))
        reach = min(max(1, len(spelled) // 3), len(spelled) - 1)
        near: dict[str, int] = {}
        for text, ids in self.whole.items():
            for part in (text, text[: len(spelled)] if len(spelled) > _SHORT else text):
                distance = distance_up_to(reach, spelled, part)
                if distance is not None:
                    near |= {id: min(distance, near.get(id, distance)) for id in ids}
        best = min(near.values(), default=0)
        return tuple(sorted(id for id, far in near.items() if far == best))[:MOST_SUGGESTIONS]

    def _where(self, fits: Callable[[str], bool]) -> set[str]:
        return {id for text, ids in self.whole.items() if fits(text) for id in ids}
