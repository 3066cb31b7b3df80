"""The grammar of orders as data, in both languages: orders are read, written and corrected by it.

A spelling is words with `{slots}` between them. Parts in `[…]` may be left out, with their slots. Parts in `(…)` are
always written, but need not be read. ` | ` separates spellings of one language. The sentences in which orders are
told are spelt the same way.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, product
from typing import Any, Final, NamedTuple

from app.engine.matches.basics import OrderError
from app.engine.words import Lang, Words
from app.text.characters import key, normal
from app.text.distance import nearest

_OPTIONAL: Final = re.compile(r"\[(.*?)\]")
_MAYBE: Final = re.compile(r"\((.*?)\)")
_SLOT: Final = re.compile(r"\{(\w+)\}")
_LITTLE: Final = frozenset(("", ">", "and", "at", "by", "from", "on", "to", "with"))
"""Words of a spelling that only tell the slots apart."""
_ITEM: Final = re.compile(r"[>,、]|[^\s>,、]+")
_BLANK: Final = r"\s+"
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
_TOO_MUCH: Final = Words("「{word}」が余分です。", "“{word}” does not belong here.")
_NO_CARD: Final = Words(
    "「{word}」に当たるカードがありません。", "No card that fits here is called “{word}”."
)
_SEVERAL: Final = Words(
    "「{word}」では1枚に決まりません：{cards}。", "“{word}” may be several cards: {cards}."
)
_UNKNOWN: Final = Words(
    "「{word}」は分かりません（{known}）。", "“{word}” is not known here. Write one of: {known}."
)
_NO_VERB: Final = Words(
    "「{word}」という指示はありません（{verbs}）。",
    "“{word}” is not an order. Write one of: {verbs}.",
)
_LANGS: Final[tuple[Lang, Lang]] = ("ja", "en")
LISTED: Final = Words("、", ", ")
_MEANT: Final = Words("{said}「{word}」ですか？", "{said} Is it “{word}”?")
_NOW: Final = Words("いま書けるのは：{now}。", "Legal now: {now}.")
_VERBS_NOW: Final = Words("いま出せる指示は：{now}。", "Orders that are legal now: {now}.")
_APART: Final = r"[\s,、]+(?:and\s+)?"
"""The separator of words that need only a blank between them."""
_MOST_NOW: Final = 8
_MOST_READ: Final = 4096
Meanings = Mapping[str, Callable[[Any, str, Mapping[str, Any]], Any]]
"""Gives the meaning of the words in a slot, for a reader, from the words and the meanings of the slots before. Raises
`OrderError`, with its column within the words.
"""
Named = Callable[[str, str, Lang], str]
"""The name of a word in this slot; empty if readers call it as orders do."""


def card_named(word: str, names: Mapping[str, Sequence[str]]) -> str:
    """The card with this name, or with a name that begins so. Raises `OrderError`. Names are listed Japanese first."""
    begins = key(word)
    fitting = [
        id
        for id, each in names.items()
        if begins and ">" not in word and any(key(name).startswith(begins) for name in each)
    ]
    whole = [id for id in fitting if begins in map(key, names[id])]
    if len(whole or fitting) == 1:
        return (whole or fitting)[0]
    if fitting:
        listed = _listed(Words(f"{id} {names[id][0]}", f"{id} {names[id][1]}") for id in fitting)
        raise OrderError(1, _SEVERAL.filled(word=word, cards=listed))
    known = [Words(id, id) for id in names]
    known += [Words(each[0], each[1]) for each in names.values()]
    raise OrderError(1, _guessed(_NO_CARD.filled(word=word), word, known))


def unknown(word: str, known: Sequence[Words], at: int = 1) -> OrderError:
    """The error for an unknown word of a condition in this column, with the known words and the nearest one."""
    listed = (LISTED.to(lang).join(dict.fromkeys(x.to(lang) for x in known)) for lang in _LANGS)
    said = _UNKNOWN.filled(word=word, known=Words(*listed))
    return OrderError(at, _guessed(said, word, known))


def _guessed(said: Words, word: str, known: Iterable[Words]) -> Words:
    """The sentence, followed by the word that was perhaps meant, in either language."""
    ways = {normal(way): each for each in known for way in each}
    near = nearest(word, ways)[:1]
    return _MEANT.filled(said=said, word=ways[near[0]]) if near else said


@dataclass(frozen=True)
class OrderSlot:
    """What a slot may hold: its pattern, its name, and its list of words if it has one; the first form of a word is
    written.

    If other words are allowed too, the list `is_open`. A slot for several words has `each`, what one may be, and
    `between`, their separator.
    """

    name: Words
    words: tuple[Words, ...] = ()
    pattern: str = ""
    is_open: bool = False
    each: "OrderForms | None" = None
    between: Words = LISTED

    @cached_property
    def known(self) -> Mapping[str, Words]:
        """Every way to write the words of the list, normalised, with the word that is meant."""
        found: dict[str, Words] = {}
        for each in self.words:
            for way in each:
                found.setdefault(normal(way), each)
        return found

    @cached_property
    def _prefixes(self) -> frozenset[str]:
        """All beginnings of all ways to write its words."""
        return frozenset(each[:end] for each in self.known for end in range(len(each) + 1))

    @cached_property
    def _english(self) -> re.Pattern[str]:
        ways = [normal(each.en) for each in self.words if each.ja != each.en]
        ways.sort(key=len, reverse=True)
        return re.compile(
            rf"(?<![a-z-])(?:{'|'.join(map(re.escape, ways)) or '(?!)'})(?![a-z-])", re.IGNORECASE
        )

    @cached_property
    def patterned(self) -> str:
        """The pattern for what this slot reads."""
        return self.pattern or "|".join(map(re.escape, self.known))

    def slip(self, said: str) -> int:
        """Where the first word begins that no known text continues with; the length of `said` if there is no such
        word.
        """
        is_closed = self.words and not self.is_open
        for word in re.finditer(r"\S+", said):
            if is_closed and said[: word.end()] not in self._prefixes:
                return word.start()
        return len(said)

    def entries(self, said: str) -> Iterator[tuple[str, int]]:
        """Each of several words said, with the place where it begins."""
        start = 0
        ends = [*re.finditer(_APART if self.between.en == " " else "[,、]", said)]
        for end, after in [*(mark.span() for mark in ends), (len(said), 0)]:
            part = said[start:end]
            yield part.strip(), start + len(part) - len(part.lstrip())
            start = after

    def meaning(self, said: str) -> str:
        """The canonical word if it is in the list, else the word itself."""
        return self.known[said].en if said in self.known else said

    def values(self, said: str) -> Iterator[str]:
        """The words said, one by one."""
        yield from (entry for entry, _ in self.entries(said)) if self.each else (said,)

    def in_japanese(self, said: str) -> str:
        """Canonical words of it as Japanese players write them; others stay."""
        if self.each:
            return self.between.ja.join(map(self.each.in_japanese, self.values(said)))
        return self._english.sub(lambda found: self.known[normal(found[0])].ja, said)

    def tell(self, name: str, said: str, named: "Named", lang: Lang) -> str:
        """Canonical words in the slot of this name, with the names that readers use."""
        if each := self.each:
            return LISTED.to(lang).join(each.tell(one, named, lang) for one in self.values(said))
        return named(name, said, lang) or (self.in_japanese(said) if lang == "ja" else said)


class _Said(NamedTuple):
    """The words of an order by slot, with their columns from 0: all of them, or those before a mistake."""

    words: Mapping[str, str]
    places: Mapping[str, int]
    mistake: OrderError | None = None


class OrderForms:
    """The spellings of an order after its verb. Those of `more` are read but never written.

    `told` spells the order as it is told to readers, with names in the slots.
    """

    def __init__(
        self,
        slots: Mapping[str, OrderSlot],
        verb: Words,
        told: Words,
        en: str,
        ja: str,
        example: Words,
        *more: str,
    ) -> None:
        self.slots = slots
        self.verb = verb
        self.spellings = Words(ja, en)
        self.told = told
        self.example = example
        self.more = more
        self.said = lru_cache(maxsize=_MOST_READ)(self._read)
        """How the words stand in the slots; standing orders are asked at every decision."""

    @cached_property
    def _patterns(self) -> dict[bool, list[re.Pattern[str]]]:
        """A pattern for every spelling. For ASCII texts (True) the English ones come first, for others the Japanese
        ones.
        """
        ja, en = (
            [re.compile(self._pattern(_items(each), is_whole=True)) for each in _expanded(every)]
            for every in self.spellings
        )
        more = [re.compile(self._pattern(_items(each), is_whole=True)) for each in self.more]
        return {True: [*en, *ja, *more], False: [*ja, *en, *more]}

    @cached_property
    def _written(self) -> dict[tuple[Lang, frozenset[str]], str]:
        """The fullest spelling of each language for each set of slots."""
        return _fullest(Words(*(_MAYBE.sub(r"\1", each) for each in self.spellings)))

    @cached_property
    def _told(self) -> dict[tuple[Lang, frozenset[str]], str]:
        """Like `_written`, for the sentences in which the order is told."""
        return _fullest(self.told)

    @cached_property
    def _beginnings(self) -> list[tuple[Lang, list[tuple[re.Pattern[str], list[str]]]]]:
        """The beginnings of every spelling, the longest first, each with the item that comes next."""
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
                found = found.removesuffix(_BLANK) + mark
                continue
            word = ""
            for literal, name in _parts(item):
                known = sorted(map(re.escape, self.slots[name].known), key=len) if name else []
                listed = [] if is_whole else known[::-1]
                any_ = "|".join((*listed, self.slots[name].patterned)) if name else ""
                word += f"(?P<{name}>{any_})" if name else literal
            found += word + _BLANK
        return found.removesuffix(_BLANK)

    def read(self, text: str, meanings: Meanings, reader: Any, at: int = 1) -> dict[str, Any]:
        """The meanings of these words by slot, for this reader. `at` is the column of the first word.

        Raises `OrderError` at the first wrong word, with the slots that may stand there and all words before.
        """
        said = self.said(text)
        found: dict[str, Any] = {}
        for name, word in said.words.items():
            try:
                if meant := meanings.get(name):
                    found[name] = meant(reader, word, found)
                elif each := self.slots[name].each:
                    found[name] = [
                        each.read(entry, meanings, reader, at + 1)
                        for entry, at in self.slots[name].entries(word)
                    ]
                else:
                    found[name] = self.slots[name].meaning(word)
            except OrderError as wrong:
                slot = self.slots[name]
                behind = wrong.position - 1
                if not (behind or slot.each) and (slip := slot.slip(word)) < len(word):
                    further = self._mistaken(text)
                    is_whole = word[:slip].strip() in slot.known  # a name, and then what is wrong
                    least = said.places[name] + slip - is_whole
                    if further.mistake and further.mistake.position > least:
                        said = further
                        break
                    behind = slip
                place = at + said.places[name] + behind
                raise OrderError(place, wrong.words, ((name,), (name,)), said.words) from wrong
        if mistake := said.mistake:
            raise OrderError(at + mistake.position, mistake.words, mistake.slots, said.words)
        return found

    def _read(self, text: str) -> _Said:
        for pattern in self._patterns[text.isascii()]:
            if match := pattern.fullmatch(text):
                return _Said(*_taken(match))
        return self._mistaken(text)

    def write(self, words: Mapping[str, str], lang: Lang) -> str:
        """The words as a player of this language writes them."""
        slots = frozenset(words)
        said = self._written.get((lang, slots)) or self._written["en", slots]
        return said.format_map(words)

    def tell(self, text: str, named: "Named", lang: Lang) -> str:
        """Tell the order with these words after its verb, with names where there are any."""
        words = self.said(text).words
        filled = {
            name: self.slots[name].tell(name, word, named, lang) for name, word in words.items()
        }
        return self._told[lang, frozenset(words)].format_map(filled)

    @cached_property
    def known(self) -> frozenset[str]:
        """All words that its slots list, as they are compared."""
        held = (way for each in self.slots.values() if each.each for way in each.each.known)
        return frozenset((*chain(*(each.known for each in self.slots.values())), *held))

    @property
    def is_list(self) -> bool:
        """Whether only a list may follow the verb."""
        found = filter(None, map(_SLOT.fullmatch, self.spellings.en.split(" | ")))
        lists = (self.slots[each[1]].each for each in found)
        return any(each and _SLOT.fullmatch(each.spellings.en) for each in lists)

    def fillings(self, words: Sequence[str]) -> Iterator[str]:
        """The ways to put all of these words into slots after the verb: first in the given order, then in others."""
        for (lang, _), spelling in self._written.items():
            names = _SLOT.findall(spelling)
            is_plain = lang == "en" and {*_SLOT.sub("", spelling).split(" ")} <= _LITTLE
            for given in self._placed(names, words) if is_plain else ():
                yield self.write(dict(zip(names, given, strict=True)), "en")

    def _placed(self, names: Sequence[str], words: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Put one word into each slot. The last slot takes the remaining words if it may hold several."""
        if not names or not words:
            yield from () if names or words else [()]
            return
        slot = self.slots[names[0]]
        if slot.pattern == ".+" and len(names) == 1:
            yield ((slot.between.en if slot.each else " ").join(words),)
            return
        for at, word in enumerate(words):
            if re.fullmatch(slot.patterned, word) and slot.slip(word) == len(word):
                others = (*words[:at], *words[at + 1 :])
                yield from ((word, *more) for more in self._placed(names[1:], others))

    def in_japanese(self, text: str) -> str:
        """The text as Japanese players write it; unreadable parts stay."""
        said = self.said(text)
        words = {name: self.slots[name].in_japanese(word) for name, word in said.words.items()}
        return text if said.mistake else self.write(words, "ja")

    def _mistaken(self, text: str) -> _Said:
        """The furthest word that some spelling reaches, and what may stand in its place."""
        ends: dict[int, dict[Lang, list[str]]] = {}
        before: dict[int, re.Match[str]] = {}
        for lang, beginnings in self._beginnings:
            match, expected = next(
                (match, expected)
                for pattern, expected in beginnings
                if (match := pattern.match(text)) and self._is_known(match.groupdict())
            )
            end = match.end()
            before.setdefault(end, match)
            ends.setdefault(end, {"ja": [], "en": []})[lang] += expected
        end = max(ends)
        place = end + len(text[end:]) - len(text[end:].lstrip())
        found = _ITEM.match(text, place)
        said = Words(*(self._said(found[0] if found else "", ends[end], x) for x in _LANGS))
        slots = [
            [slot for item in dict.fromkeys(ends[end][lang]) for _, slot in _parts(item) if slot]
            for lang in _LANGS
        ]
        column = place if found else len(text.rstrip())
        wrong = OrderError(column, said, slots)
        return _Said(*_taken(before[end]), wrong)

    def _is_known(self, found: Mapping[str, str | None]) -> bool:
        """Whether all of these are allowed by the lists of their slots."""
        return all(self.slots[slot].slip(said) == len(said) for slot, said in found.items() if said)

    def _said(self, word: str, expected: Mapping[Lang, list[str]], lang: Lang) -> str:
        items = dict.fromkeys(expected[lang])
        blanks = {"word": word, "example": self.example.to(lang), "what": self._named(items, lang)}
        if not any(expected.values()):
            return _TOO_MUCH.to(lang).format_map(blanks)
        words = (_WRONG if items else _UNLIKE) if word else _MISSING if items else _SHORT
        said = words.to(lang).format_map(blanks)
        known = [
            Words(*(_MAYBE.sub(r"\1", item).replace(f"{{{slot}}}", way) for way in each))
            for item in items
            for _, slot in _parts(item)
            if slot
            for each in self.slots[slot].words
        ]
        literal = [Words(each, each) for each in items if each.isalpha()]
        return _guessed(Words(said, said), word, (*literal, *known)).to(lang)

    def _named(self, items: Iterable[str], lang: Lang) -> str:
        """What may stand there: words in quotes, slots by name, both together in brackets."""
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


class OrderStart(NamedTuple):
    """The verb of an order, its forms, and the text after it with its column."""

    verb: str
    forms: OrderForms
    rest: str
    behind: int


class OrderGrammar:
    """All orders of a game, by their canonical verbs.

    The piece that is given the order is in the first of the slots `given` that the order has. Targets are in the
    slots `aims`.
    """

    def __init__(
        self, *orders: OrderForms, given: Sequence[str] = (), aims: Sequence[str] = ()
    ) -> None:
        self.given, self.aims = given, aims
        self.forms: Final = {each.verb.en: each for each in orders}
        self.verbs: Final = {
            way: each.verb.en for at in (1, 0) for each in orders for way in each.verb[at : at + 1]
        }
        """Every word that may begin an order, and the canonical one that it stands for."""
        self.start = lru_cache(maxsize=_MOST_READ)(self._start)

    def _start(self, text: str) -> OrderStart:
        """Split an order into verb and rest. Raises `OrderError` with all verbs and the nearest."""
        text = text.lower()
        word, blank, rest = text.strip().partition(" ")
        place = len(text) - len(text.lstrip()) + 1
        if word not in self.verbs:
            verbs = [each.verb for each in self.forms.values()]
            said = _NO_VERB.filled(word=word, verbs=_listed(verbs))
            raise OrderError(place, _guessed(said, word, verbs))
        behind = place + len(word + blank) + len(rest) - len(rest.lstrip())
        verb = self.verbs[word]
        return OrderStart(verb, self.forms[verb], rest.strip(), behind)

    def write(self, verb: str, words: Mapping[str, str]) -> str:
        """The canonical order."""
        return f"{verb} {self.forms[verb].write(words, 'en')}".rstrip()

    def words(self, order: str) -> tuple[str, Mapping[str, str]]:
        """The verb of a canonical order, and the words in its slots."""
        verb, _, rest = order.partition(" ")
        return verb, self.forms[verb].said(rest).words

    def touched(self, order: str) -> tuple[str, tuple[str, ...]]:
        """The piece that gets a canonical order (some orders have none), and the pieces and squares that it targets."""
        verb, words = self.words(order)
        slots = self.forms[verb].slots
        aims = (slots[each].values(words[each]) for each in self.aims if each in words)
        return next((words[each] for each in self.given if each in words), ""), (*chain(*aims),)

    def tell(self, order: str, named: Named, lang: Lang) -> str:
        """A canonical order in words for a player."""
        verb, _, rest = order.partition(" ")
        return self.forms[verb].tell(rest, named, lang)

    def in_japanese(self, orders: str) -> str:
        """Canonical orders, one a line, as Japanese players write them. Other lines stay."""
        return "\n".join(map(self._in_japanese, orders.split("\n")))

    def _in_japanese(self, order: str) -> str:
        verb, _, rest = order.partition(" ")
        forms = self.forms.get(verb)
        if forms is None or (rest and forms.said(rest).mistake):
            return order
        return f"{forms.verb.ja} {forms.in_japanese(rest)}".rstrip() if rest else forms.verb.ja

    def legal_now(self, orders: Iterable[str], wrong: OrderError, verb: str = "") -> Words:
        """Which of these legal orders could stand in place of the mistake: words after this verb, or verbs.

        Empty in a language in which nothing fits there.
        """
        said = [*map(self.words, orders)]
        same = [words for each, words in said if each == verb]
        if not same:
            verbs = _listed(self.forms[each].verb for each, _ in said)
            return _VERBS_NOW.filled(now=verbs) if said else Words("", "")
        for slot, word in wrong.before.items():
            narrowed = [words for words in same if words.get(slot, "").lower() == word]
            same = same if slot in chain(*wrong.slots) or not narrowed else narrowed
        found = [
            [
                Words(slot.in_japanese(value), value)
                for words in same
                for name, slot in self.forms[verb].slots.items()
                if name in slots and name in words
                for value in slot.values(words[name])
            ]
            for slots in wrong.slots
        ]
        now = (_NOW.filled(now=_listed(each)) if each else Words("", "") for each in found)
        return Words(*(each.to(lang) for each, lang in zip(now, _LANGS, strict=False)))


def _listed(words: Iterable[Words]) -> Words:
    """These without repetition, in the reader's language; at most the first few."""
    first = [*dict.fromkeys(words)]
    more = ["…"] * (len(first) > _MOST_NOW)
    ja, en = ([each.to(lang) for each in first[:_MOST_NOW]] + more for lang in _LANGS)
    return Words("、".join(ja), ", ".join(en))


def _taken(match: re.Match[str]) -> tuple[dict[str, str], dict[str, int]]:
    """The words of the filled slots, with the places where they begin."""
    words = {name: word for name, word in match.groupdict().items() if word is not None}
    return words, {name: match.start(name) for name in words}


def _fullest(spellings: Words) -> dict[tuple[Lang, frozenset[str]], str]:
    """The fullest spelling for each set of slots, by language."""
    found: dict[tuple[Lang, frozenset[str]], str] = {}
    for lang in _LANGS:
        for each in _expanded(spellings.to(lang)):
            found.setdefault((lang, frozenset(_SLOT.findall(each))), each)
    return found


def _expanded(spelling: str) -> Iterator[str]:
    """Each spelling with and without each of its optional parts, the fullest first."""
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
