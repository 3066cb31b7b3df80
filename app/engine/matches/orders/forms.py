"""Orders as data: how the words behind a verb may stand, in both languages; they are read, written and corrected by that.

A spelling is words with `{slots}` between them; `[…]` may be left out, with the slots in it; `(…)` is always written, and read without as well.
Spellings of one language stand between ` | `.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import product
from typing import Final, NamedTuple

from app.engine.matches.basics import OrderError
from app.engine.matches.orders.mistakes import nearest
from app.engine.words import Lang, Words
from app.text.characters import key

_OPTIONAL: Final = re.compile(r"\[(.*?)\]")
_MAYBE: Final = re.compile(r"\((.*?)\)")
_SLOT: Final = re.compile(r"\{(\w+)\}")
_ITEM: Final = re.compile(r"[>,、]|[^\s>,、]+")
_BEHIND: Final = r"(?=[\s>,、]|$)"
_MARKS: Final = {">": r"\s*>\s*", ",": r"\s*[,、]\s*", "、": r"\s*[,、]\s*"}
_MISSING: Final = Words(
    "ここに{what}が必要です。「{example}」のように書いてください。",
    "Here {what} is missing. It is written like “{example}”.",
)
_WRONG: Final = Words(
    "「{word}」はここには書けません。{what}を「{example}」のように書いてください。",
    "“{word}” cannot stand here. Write {what}, like “{example}”.",
)
_UNLIKE: Final = Words(
    "「{word}」はここには書けません。「{example}」のように書いてください。",
    "“{word}” cannot stand here. It is written like “{example}”.",
)
_SHORT: Final = Words(
    "ここに続きが必要です。「{example}」のように書いてください。",
    "Here something is missing. It is written like “{example}”.",
)
_TOO_MUCH: Final = Words("「{word}」が余分です。", "“{word}” is too much here.")
_NO_CARD: Final = Words(
    "「{word}」に当たるカードがありません。", "No card that fits here is called “{word}”."
)
_SEVERAL: Final = Words(
    "「{word}」では1枚に決まりません：{cards}。", "“{word}” may be several cards: {cards}."
)
_NO_VERB: Final = Words(
    "「{word}」という命令はありません（{verbs}）。", "“{word}” is no order; these are: {verbs}."
)
_LANGS: Final[tuple[Lang, Lang]] = ("ja", "en")
_MEANT: Final = Words("{said}「{word}」ですか?", "{said} Is it “{word}”?")


def verb_of(word: str, place: int, verbs: Mapping[str, str]) -> str:
    """The canonical verb that this word stands for. Raises `OrderError`, which lists all there are, and the nearest."""
    if word in verbs:
        return verbs[word]
    listed = Words(
        "、".join(way for way in verbs if not way.isascii()),
        ", ".join(dict.fromkeys(verbs.values())),
    )
    raise OrderError(place, _guessed(_filled(_NO_VERB, word=word, verbs=listed), word, verbs))


def card_named(word: str, names: Mapping[str, Iterable[str]], place: int) -> str:
    """The one of these cards of which a name begins with this word. Raises `OrderError`; names are listed Japanese first."""
    begins = key(word)
    fitting = {
        id: [*each, *each]
        for id, each in names.items()
        if begins and ">" not in word and any(key(name).startswith(begins) for name in each)
    }
    if len(fitting) == 1:
        return next(iter(fitting))
    ja, en = (", ".join(f"{id} {each[at]}" for id, each in fitting.items()) for at in (0, 1))
    if fitting:
        raise OrderError(place, _filled(_SEVERAL, word=word, cards=Words(ja, en)))
    ids = map(str.lower, names)
    raise OrderError(place, _guessed(_filled(_NO_CARD, word=word), word, ids))


def _filled(words: Words, **blanks: Words | str) -> Words:
    """The sentence in both languages with its blanks filled in, each by its own language."""
    ja, en = (
        {key: each if isinstance(each, str) else each.to(lang) for key, each in blanks.items()}
        for lang in _LANGS
    )
    return Words(words.ja.format_map(ja), words.en.format_map(en))


def _guessed(said: Words, word: str, known: Iterable[str]) -> Words:
    """The sentence, and what was perhaps meant."""
    near = nearest(word, known)[:1]
    return _filled(_MEANT, said=said, word=near[0]) if near else said


class OrderSlot(NamedTuple):
    """What may stand in a slot: its pattern, its name, and where it is one of a list, all of that."""

    pattern: str
    name: Words
    known: tuple[str, ...] = ()

    def slip(self, said: str) -> int:
        """Where the first word of it begins after which it is the beginning of nothing known; its length if there is none."""
        for word in re.finditer(r"\S+", said):
            if self.known and not any(each.startswith(said[: word.end()]) for each in self.known):
                return word.start()
        return len(said)


class Filled(NamedTuple):
    """The words of an order by their slots, and the columns where they stand."""

    words: Mapping[str, str]
    places: Mapping[str, int]


class OrderForms:
    """The spellings of an order behind its verb; those of `more` are read and never written."""

    def __init__(
        self,
        slots: Mapping[str, OrderSlot],
        en: str,
        ja: str,
        example: Words,
        *more: str,
    ) -> None:
        self.slots = slots
        self.spellings = Words(ja, en)
        self.example = example
        self.more = more

    @cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        spelled = (self.spellings.ja, self.spellings.en, *self.more)
        return [
            re.compile(self._pattern(_items(each), is_whole=True))
            for every in dict.fromkeys(spelled)
            for each in _expanded(every)
        ]

    @cached_property
    def _written(self) -> dict[tuple[Lang, frozenset[str]], str]:
        """The fullest spelling of each language for each set of slots."""
        found: dict[tuple[Lang, frozenset[str]], str] = {}
        for lang in _LANGS:
            for each in _expanded(_MAYBE.sub(r"\1", self.spellings.to(lang))):
                found.setdefault((lang, frozenset(_SLOT.findall(each))), each)
        return found

    @cached_property
    def _beginnings(self) -> list[tuple[Lang, list[tuple[re.Pattern[str], list[str]]]]]:
        """Of every spelling its beginnings, the longest first, each with the item that it goes on with."""
        return [
            (lang, [self._beginning(_items(each), n) for n in range(len(_items(each)), -1, -1)])
            for lang in _LANGS
            for each in _expanded(self.spellings.to(lang))
        ]

    def _beginning(self, items: list[str], count: int) -> tuple[re.Pattern[str], list[str]]:
        pattern = self._pattern(items[:count]) + _BEHIND * bool(count)
        return re.compile(pattern), items[count : count + 1]

    def _pattern(self, items: Iterable[str], *, is_whole: bool = False) -> str:
        found = ""
        for item in items:
            if mark := _MARKS.get(item):
                found = found.removesuffix(" ") + mark
                continue
            word = ""
            for literal, name in _parts(item):
                known = sorted(map(re.escape, self.slots[name].known), key=len) if name else []
                listed = [] if is_whole else known[::-1]
                any_ = "|".join((*listed, self.slots[name].pattern)) if name else ""
                word += f"(?P<{name}>{any_})" if name else literal
            found += f"{word} "
        return found.removesuffix(" ")

    def read(self, text: str, at: int = 1) -> Filled:
        """What these words say, the first of which stands in this column. Raises `OrderError` at the word that is wrong."""
        for pattern in self._patterns:
            if match := pattern.fullmatch(text):
                found = {key: word for key, word in match.groupdict().items() if word is not None}
                return Filled(found, {key: at + match.start(key) for key in found})
        column, said = _mistake(self, text)
        raise OrderError(at + column, said)

    def write(self, words: Mapping[str, str], lang: Lang) -> str:
        """The words as a player of this language writes them."""
        slots = frozenset(words)
        said = self._written.get((lang, slots)) or self._written["en", slots]
        return said.format_map(words)

    def mistake(self, text: str) -> tuple[int, Words]:
        """The furthest word up to which some spelling goes, and what may stand in its place."""
        ends: dict[int, dict[Lang, list[str]]] = {}
        for lang, beginnings in self._beginnings:
            end, expected = next(
                (match.end(), expected)
                for pattern, expected in beginnings
                if (match := pattern.match(text)) and self._is_known(match.groupdict())
            )
            ends.setdefault(end, {"ja": [], "en": []})[lang] += expected
        end = max(ends)
        place = end + len(text[end:]) - len(text[end:].lstrip())
        found = _ITEM.match(text, place)
        said = Words(*(self._said(found[0] if found else "", ends[end], x) for x in _LANGS))
        return (place if found else len(text.rstrip())), said

    def _is_known(self, found: Mapping[str, str | None]) -> bool:
        """Whether all of these may be what their slots list."""
        return all(self.slots[slot].slip(said) == len(said) for slot, said in found.items() if said)

    def _said(self, word: str, expected: Mapping[Lang, list[str]], lang: Lang) -> str:
        items = dict.fromkeys(expected[lang])
        blanks = {"word": word, "example": self.example.to(lang), "what": self._named(items, lang)}
        if not any(expected.values()):
            return _TOO_MUCH.to(lang).format_map(blanks)
        words = (_WRONG if items else _UNLIKE) if word else _MISSING if items else _SHORT
        said = words.to(lang).format_map(blanks)
        slots = [self.slots[slot] for item in items for _, slot in _parts(item) if slot]
        known = [each for slot in slots for each in slot.known]
        for near in nearest(word, [*(each for each in items if each.isalpha()), *known])[:1]:
            said = _MEANT.to(lang).format(said=said, word=near)
        return said

    def _named(self, items: Iterable[str], lang: Lang) -> str:
        """What may stand there: words in quotes, slots by their names, and both together in brackets."""
        quoted = Words("「{}」", "“{}”").to(lang)
        named: dict[str, None] = {}
        for item in items:
            said = _MAYBE.sub(r"\1", item)
            is_slot = _SLOT.fullmatch(said)
            for name, slot in self.slots.items():
                what = slot.name.to(lang)
                said = said.replace(f"{{{name}}}", what if is_slot else f"〈{what}〉")
            named[said if is_slot else quoted.format(said)] = None
        return Words("か", " or ").to(lang).join(named)


@lru_cache(
    maxsize=2_000
)  # orders that cannot be read are read again by the page, the receipt and each blank
def _mistake(forms: OrderForms, text: str) -> tuple[int, Words]:
    return forms.mistake(text)


def _expanded(spelling: str) -> Iterator[str]:
    """Each spelling with and without each of its parts that may be left out, the fullest first."""
    for one in spelling.split(" | "):
        pieces = _OPTIONAL.split(one)
        for kept in product((True, False), repeat=len(pieces) // 2):
            parts = zip(pieces[1::2], kept, pieces[2::2], strict=True)
            yield pieces[0] + "".join(part * is_kept + rest for part, is_kept, rest in parts)


def _items(spelling: str) -> list[str]:
    return _ITEM.findall(spelling)


def _parts(item: str) -> Iterator[tuple[str, str]]:
    """The parts of an item: literal text as a pattern, or the name of a slot."""
    for at, part in enumerate(_SLOT.split(item)):
        if at % 2:
            yield "", part
        elif part:
            yield _MAYBE.sub(r"(?:\1)?", part), ""
