"""How the cards of a game are spelt: signs, numbers, names, and the nearest cards to a misspelling."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from app.engine.build import Build
from app.engine.ruleset import CardInfo, Notation
from app.engine.words import Lang
from app.text.characters import normal
from app.text.distance import distance_up_to

_HIRAGANA = {kana: kana - 0x60 for kana in range(ord("ァ"), ord("ヶ") + 1)}
_KANA = re.compile("[+＋]?[ぁ-ゖァ-ヺー\u3099-\u309c\uff66-\uff9f]+")
_DROPPED = str.maketrans("", "", "-_ \t")


def letters(text: str) -> str:
    """A normal text without blanks, `-` and `_`, as names are compared."""
    return text.translate(_DROPPED)


def key(name: str) -> str:
    """The letters of a name."""
    return letters(normal(name))


class Spellings:
    """Every spelling of these cards; `also` has further names and the identifiers they mean."""

    def __init__(
        self, cards: Sequence[CardInfo], also: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.cards = {card.id: card for card in cards}
        self.by_number = {str(card.number): card.id for card in cards}
        self.by_char = {card.char: card.id for card in cards}
        self.by_name = {key(name): card.id for card in cards for name in (*card.name, card.id)} | {
            key(name): card for name, card in also.items()
        }
        self.chars = "".join(self.by_char)
        self._longest = max(map(len, self.by_name))
        self._letters_of = {name: frozenset(name) for name in self.by_name}

    def named_or_numbered(self, text: str) -> str | None:
        """The card that has this normal text as its name or number."""
        return self.by_name.get(letters(text)) or self.by_number.get(text.lstrip("0"))

    def with_part(self, part: str) -> tuple[str, ...]:
        """The cards that have this key as part of a name, by number."""
        if not part or len(part) > self._longest:
            return ()
        return self._by_number(card for name, card in self.by_name.items() if part in name)

    def with_character(self, char: str) -> tuple[str, ...]:
        """The cards whose Japanese name has this character, by number."""
        return tuple(id for id, card in self.cards.items() if char in key(card.name.ja))

    def nearest_to(self, word: str) -> tuple[str, ...]:
        """The cards whose names are nearest to this key, by number; none if all are too far.

        Near is an edit distance of at most max(1, ⌊length/3⌋) that is below the length. Two swapped neighbours count
        as one slip, the nearest of all.
        """
        reach = min(max(1, len(word) // 3), len(word) - 1)
        if len(word) - reach > self._longest:
            return ()
        if swapped := [self.by_name[each] for each in _swapped(word) if each in self.by_name]:
            return self._by_number(swapped)
        nearest: list[str] = []
        letters_of_word = frozenset(word)
        for name, card in self.by_name.items():
            # Each of these letters costs a step of its own, and counting them costs next to nothing.
            if len(letters_of_word - self._letters_of[name]) > reach:
                continue
            distance = distance_up_to(reach, word, name)
            if distance is None:
                continue
            if distance < reach:
                reach, nearest = distance, []
            nearest.append(card)
        return self._by_number(nearest)

    def write(self, build: Build, notation: Notation) -> str:
        """The build as text, its name behind a slash."""
        separator, spelling = _NOTATIONS[notation]
        cards = separator.join(spelling(self.cards[card]) for card in build.cards)
        return cards if build.name is None else f"{cards}/{build.name}"

    def _by_number(self, cards: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(set(cards), key=lambda card: self.cards[card].number))


class Readings:
    """How the names of these cards are read, in hiragana or katakana. `readings` has those of names with kanji."""

    def __init__(self, cards: Sequence[CardInfo], readings: Mapping[str, str]) -> None:
        chars = {card.id: card.char for card in cards}
        kana = {card.name.ja: card.id for card in cards if _KANA.fullmatch(card.name.ja)}
        every = {_hiragana(each): id for each, id in {**kana, **readings}.items()}
        self.char_of = {each: chars[id] for each, id in every.items()}
        self.spellings = Spellings(cards, every)
        longest_first = sorted(map(re.escape, self.char_of), key=len, reverse=True)
        self._one = re.compile("|".join(longest_first))

    def in_characters(self, text: str) -> str:
        """The text with every reading replaced by its card's sign; other kana stay."""
        return _KANA.sub(self._in_characters, text)

    def heard(self, kana: str) -> str | None:
        """The card with this reading."""
        return self.spellings.by_name.get(key(_hiragana(kana)))

    def nearest_to(self, kana: str) -> tuple[str, ...]:
        """The cards whose reading is nearest; none if all are too far, or if the text is not kana."""
        return self.spellings.nearest_to(_hiragana(kana)) if _KANA.fullmatch(kana) else ()

    def _in_characters(self, found: re.Match[str]) -> str:
        kana = _hiragana(found[0])
        rest = self._one.sub("", kana)
        return found[0] if rest else self._one.sub(lambda one: self.char_of[one[0]], kana)


def called(card: CardInfo, lang: Lang) -> str:
    """A card as a player may write it: its name, and its character in brackets."""
    return f"{card.name.ja}({card.char})" if lang == "ja" else f"{card.name.en} ({card.char})"


def _hiragana(kana: str) -> str:
    return normal(kana).translate(_HIRAGANA)


def _swapped(word: str) -> Iterator[str]:
    """The words that come of swapping two neighbouring letters."""
    for at in range(len(word) - 1):
        yield f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}"


_NOTATIONS: dict[Notation, tuple[str, Callable[[CardInfo], str]]] = {
    "characters": ("", lambda card: card.char),
    "ja": ("、", lambda card: card.name.ja),
    "en": (", ", lambda card: card.name.en),
    "identifiers": (", ", lambda card: card.id),
    "numbers": (", ", lambda card: str(card.number)),
}
