"""The tokens of a sentence about an entry: cards, places, fields, quotations, and words."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from app.engine import CardInfo
from app.mail.reading.changes.change import ALL, Spot
from app.mail.reading.form.card_words import count_cards
from app.mail.reading.patterns import ANY, EDGE, SOME, Pattern, Wrong, one_of, pattern_of
from app.mail.words import mistake, read_tables, words_of

# In the skeleton of a sentence one of these stands for what was typed.
CARD, PLACE, BOTH, PAIR, FIELD, QUOTED, AMOUNT, ARROW, DONE = map(chr, range(0xE000, 0xE009))
LATIN: Final = "a-z0-9\u00df-\u024f"
_MOST_PLACES: Final = 6
_ONE: Final = f"([{CARD}{PLACE}{BOTH}])"
_NEW: Final = f"([{CARD}{BOTH}])"
_LIST: Final = f"(?<=[{CARD}]),(?:and)?(?=[{CARD}])"
_PLACES: Final = {
    "old": _ONE,
    "one": _ONE,
    "other": _ONE,
    "was": _ONE,
    "new": _NEW,
    "more": _NEW,
    "place": f"({PLACE})",
    "pair": f"({PAIR})",
    "field": f"({FIELD})",
    "quote": f"({QUOTED})",
    "amount": f"({AMOUNT})",
    "arrow": f"({ARROW})",
    "pause": "(,|$)",
    "text": f"{EDGE}((?:[^,]|{_LIST}){{1,120}}?){EDGE}",
    "words": f"{EDGE}([^,]{{1,40}}?){EDGE}",
}
"""What fills the places of phrases."""
_ANYTHING: Final = ".{0,40}?"
_IN_CARDS: Final = (
    "swap", "exchange", "replace", "move-above", "move-below", "move", "move-up", "move-down",
    "put", "add-above", "add-below", "add", "remove",
)  # fmt: skip


class Frames(NamedTuple):
    """All phrases of some kinds as one expression, and the names of its groups; `begins`: that a phrase begins here."""

    expression: re.Pattern[str]
    begins: re.Pattern[str]
    kinds: tuple[str, ...]
    places: tuple[str, ...]


class _Words(NamedTuple):
    """The words of `changes.toml`."""

    texts: Frames
    cards: Frames
    unknown: Frames
    below: Frames
    unread: Frames
    doubt: re.Pattern[str]
    same: re.Pattern[str]
    after: re.Pattern[str]
    places: Mapping[str, Sequence[str]]
    fields: Mapping[str, str]


@lru_cache(maxsize=1)
def words() -> _Words:
    """Those of this program."""
    return read_words(Path(__file__).with_name("changes.toml"))


def read_words(path: Path) -> _Words:
    """The words in this file. Raises `FileBroken`, which names the line of a mistake."""
    tables = read_tables(path)
    lists: dict[str, Pattern] = {}
    for name, phrases in tables["lists"].items():
        lists[name] = one_of(_patterns(path, "lists", phrases, lists))
    found = {
        kind: [
            pattern
            for lang in ("en", "ja")
            if lang in table
            for pattern in _patterns(path, kind, table[lang], lists)
        ]
        for kind, table in tables.items()
        if kind not in ("lists", "places", "fields")
    }

    def frames(*kinds: str) -> Frames:
        return _frames({kind: found[kind] for kind in kinds})

    def any_of(kind: str) -> str:
        return one_of([*map(_placed, found[kind])]).expression

    return _Words(
        texts=frames("set", "append"),
        cards=frames(*_IN_CARDS),
        unknown=frames("replace-unknown", "add-unknown"),
        below=frames("below"),
        unread=frames("unread"),
        doubt=re.compile(f"{EDGE}{any_of('doubt')}{EDGE}"),
        same=re.compile(any_of("same")),
        after=re.compile(f" ?{EDGE}{any_of('after')}$"),
        places={name: words_of(path, "places", each) for name, each in tables["places"].items()},
        fields={
            unicodedata.normalize("NFKC", word).casefold(): field
            for field, words in tables["fields"].items()
            for word in words_of(path, "fields", words)
        },
    )


def _frames(kinds: Mapping[str, Sequence[Pattern]]) -> Frames:
    places: list[str] = []
    expressions = []
    for at, patterns in enumerate(kinds.values()):
        places.append("")
        placed = [*map(_placed, patterns)]
        places += (name for each in placed for name in each.places)
        expressions.append(f"(?P<k{at}>{'|'.join(each.expression for each in placed)})")
    every = f"{EDGE}(?:{'|'.join(expressions)}){EDGE}"
    return Frames(
        re.compile(every), re.compile(f"(?:please )?{every}"), tuple(kinds), tuple(places)
    )


def _placed(pattern: Pattern) -> Pattern:
    """The pattern with what fills each of its places; words at its end go on to the next comma, or to the end."""
    first, *parts = pattern.expression.split(SOME)
    expression = first.replace(ANY, _ANYTHING)
    for name, part in zip(pattern.places, parts, strict=True):
        expression += _PLACES[name] + part.replace(ANY, _ANYTHING)
    if pattern.places[-1:] in (("text",), ("words",)) and not re.search(r"\w|[ぁ-鿿]", parts[-1]):
        expression += f"(?=,(?!(?:and)?{CARD})|$)"
    return Pattern(expression, pattern.places)


def _patterns(
    path: Path, table: str, phrases: object, lists: Mapping[str, Pattern]
) -> list[Pattern]:
    """The patterns of these phrases, which stand in the table of this name."""
    found = []
    for phrase in words_of(path, table, phrases):
        try:
            found.append(pattern_of(phrase, lists, {}, _MOST_PLACES))
        except Wrong as wrong:
            ja, en = wrong.args
            raise mistake(path, table, phrase, f"「{phrase}」は{ja}", f"“{phrase}” {en}") from None
    return found


_LONGEST_QUOTE: Final = 2000
QUOTES: Final = ("「」", "『』", "“”", '""', "«»", "【】", "《》", "〈〉", "‘’", "＂＂", "„“", "””")
QUOTATION: Final = "|".join(f"{a}[^{b}]{{1,{_LONGEST_QUOTE}}}{b}" for a, b in QUOTES)
_SIGN: Final = re.compile("(?s:.)[\u0300-\u036f\u3099\u309a\uff9e\uff9f]*")
_BEGINS, _ENDS = f"(?<![{LATIN}])", f"(?![{LATIN}])"
_NUMBERS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5,
    "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "ひと": 1, "ふた": 2, "みっ": 3,
    "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
    "both": ALL, "all": ALL, "every": ALL, "全部": ALL, "すべて": ALL, "全て": ALL, "ぜんぶ": ALL,
    "両方": ALL, "どちらも": ALL,
}  # fmt: skip
_N: Final = "[0-9]{1,2}|[一二三四五六七八九十]"
_ORDINAL: Final = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|[0-9]{1,2}(?:st|nd|rd|th)"
)
_COUNT: Final = "one|two|three|four|five|six|seven|eight|[1-9]|both|all|every"
_TIMES: Final = "time|season|year|round|month|week|tournament|report|letter|mail|hikyaku"
_MOST_JOINED: Final = 3
_ARTICLES: Final = ("a", "an", "another", "more", "extra", "additional")


class ChangeToken(NamedTuple):
    """A part of a sentence: the characters or the mark that stand for it, its place in what was typed, its meaning."""

    said: str
    start: int
    end: int
    spot: Spot | None = None
    field: str = ""

    @property
    def at(self) -> Spot:
        """Its spot; of a word it says nothing."""
        return self.spot or Spot("")


def tokens_in(typed: str, cards: tuple[CardInfo, ...]) -> Iterator[ChangeToken]:
    """The parts of what was typed: cards, places, fields, quotations, words, commas, and single characters."""
    chars: list[str] = []
    at: list[int] = []
    for sign in _SIGN.finditer(typed):
        for char in unicodedata.normalize("NFKC", sign[0]).casefold():
            chars.append(" " if char.isspace() else char)
            at.append(sign.start())
    at.append(len(typed))
    normal = "".join(chars)
    for found in _token(cards).finditer(normal):
        start, end = at[found.start()], at[found.end()]
        said, spot, field = _meaning(found, typed[start:end], cards)
        if said:
            yield ChangeToken(said, start, end, spot, field)


def _meaning(
    found: re.Match[str], typed: str, cards: tuple[CardInfo, ...]
) -> tuple[str, Spot | None, str]:
    """The mark or the characters of a token; its spot or its field, if it says one."""
    text = found[0]
    match found.lastgroup:
        case "quote":
            inner = typed[1:-1]
            if count_cards(inner, cards):
                return CARD, Spot(inner.strip(), card=inner), ""
            return QUOTED, None, ""
        case "card":
            count = found["count"]
            return (
                CARD,
                Spot(
                    typed,
                    card=_singular(found["named"], cards),
                    amount=_number(count) if count else 0,
                ),
                "",
            )
        case "pair":
            is_top = not re.match("last|bottom|final|下|最後|後ろ", text)
            return PAIR, Spot(typed, (1, 2) if is_top else (-2, -1)), ""
        case "end":
            return PLACE, Spot(typed, (1 if found["top"] else -1,), is_end=True), ""
        case "place":
            return PLACE, Spot(typed, (_place(found),)), ""
        case "field":
            return FIELD, None, words().fields[text]
        case "amount":
            said = next(filter(None, (found["n1"], found["n2"], found["n3"])))
            return AMOUNT, Spot(typed, amount=_number(said)), ""
        case "arrow":
            return ARROW, None, ""
        case "comma":
            return ",", None, ""
        case "word":
            return re.sub("['’‘`´ʼ‐‑-]", "", text), None, ""
        case _:
            return text if text.isalnum() else "", None, ""


def _singular(named: str, cards: tuple[CardInfo, ...]) -> str:
    """The name of the card of which there are several."""
    forms = (named, named.removesuffix("s"), named.removesuffix("es"))
    return next((each for each in forms if count_cards(each, cards)), named)


def _place(found: re.Match[str]) -> int:
    """The place that a token says: from the bottom it is less than 0."""
    if found["but"]:
        return -2
    said = next(filter(None, (found["ja"], found["slot"], found["en"], found["bare"])))
    number = _number(re.sub("(?<=[0-9])(?:st|nd|rd|th)$", "", said))
    is_from_below = (found["from_ja"] or "")[:1] in ("下", "最", "後", "う") and found["from_ja"]
    return -number if is_from_below or found["from_en"] in ("last", "bottom", "end") else number


def _number(said: str) -> int:
    return int(said) if said.isdecimal() else _NUMBERS.get(said, 1)


def joined(tokens: Iterable[ChangeToken], typed: str) -> Iterator[ChangeToken]:
    """The tokens, with one for "the second Attack", for "3枚目のコア", and for "コア2枚"."""
    held: list[ChangeToken] = []
    for token in tokens:
        held.append(token)
        if token.said == CARD:
            _join_place(held, typed)
        elif token.said == AMOUNT and len(held) > 1 and held[-2].said == CARD:
            amount, card = held.pop(), held.pop()
            spot = card.at._replace(amount=amount.at.amount)
            held.append(ChangeToken(CARD, card.start, amount.end, spot))
        if len(held) > _MOST_JOINED:
            yield held.pop(0)
    yield from held


def _join_place(held: list[ChangeToken], typed: str) -> None:
    """The last token, a card, gets the place or the article that stands before it."""
    card, before = held[-1], held[-2] if len(held) > 1 else None
    if before and before.said in _ARTICLES and not card.at.amount:
        held[-1] = card._replace(spot=card.at._replace(amount=1))
    place = held[-3] if len(held) > 2 and before and before.said in ("の", ",") else before
    if place and place.said == PLACE and _adjoin(place, card, typed):
        del held[held.index(place) :]
        whole = typed[place.start : card.end].replace("(", "").replace("（", "")
        both = place.at._replace(typed=whole, card=card.at.card)
        held.append(ChangeToken(BOTH, place.start, card.end, both))


def _adjoin(place: ChangeToken, card: ChangeToken, typed: str) -> bool:
    """Whether they say one thing: nothing stands between them but の, a blank, or the bracket around the card."""
    between = typed[place.end : card.start].strip()
    return between in ("の", "(", "（") or (not between and typed[place.start].isascii())


@lru_cache(maxsize=16)
def _token(cards: tuple[CardInfo, ...]) -> re.Pattern[str]:
    """What is a token in a sentence about these cards, in small half-width letters: the first that fits."""
    places = words().places
    slots = _alternatives(places["slots"])
    top, bottom = _alternatives(places["top"]), _alternatives(places["bottom"])
    behind = f"(?:の(?:{slots})|(?: of (?:the |my )?(?:very )?[a-z]{{2,10}}| ?(?:{slots}))?{EDGE})"
    pairs = f"{_BEGINS}(?:first|top|last|bottom|final) (?:two|2)(?: (?:{slots}))?{_ENDS}"
    amounts = (
        f"(?:もう|あと)? ?(?P<n1>{_N}|ひと) ?(?:枚|つ|個)(?!目)",
        "[×x✕*] ?(?P<n2>[0-9])(?![0-9])",
        "(?P<n3>全部|すべて|全て|ぜんぶ|両方|どちらも)",
    )
    kinds = {
        "quote": QUOTATION,
        "card": f"(?:{_BEGINS}(?P<count>{_COUNT})(?: of)?(?: the| my)? )?(?P<named>{_named(cards)})",
        "pair": f"{pairs}|(?:上|最初|下|最後)の?(?:2|二)枚",
        "place": "|".join(_places(slots, _alternatives(places["counters"]))),
        "end": f"(?:(?P<top>{top})|(?:{bottom})(?! (?:{_TIMES}))){behind}",
        "amount": "|".join(amounts),
        "arrow": "→|⇒|➡|➔|➜|=>|->|―>|:(?= ?[^ ]{1,24}$)",
        "field": _alternatives(words().fields),
        "word": f"[{LATIN}]+(?:['’‘`´ʼ‐‑-][{LATIN}]+)*",
        "comma": "[,、;()]",
        "other": "(?s:.)",
    }
    return re.compile("|".join(f"(?P<{kind}>{each})" for kind, each in kinds.items()))


def _places(slots: str, counters: str) -> Iterator[str]:
    """How a place is said by its number."""
    noun = f"(?: (?:{slots}))?{_ENDS}"
    last = "(?:last|bottom) but one|(?:next|second) to (?:the )?last|penultimate"
    yield f"{_BEGINS}(?P<but>{last}){noun}"
    from_end = "(?P<from_ja>(?:上|下|最後|後ろ|うしろ)から|第)?"
    yield f"{from_end}(?!一番(?!目))(?P<ja>{_N})(?:{counters})(?:の(?:{slots}))?"
    from_end = "(?: (?:to |from )?(?:the )?(?P<from_en>last|bottom|end|top))?"
    yield f"{_BEGINS}(?P<en>{_ORDINAL}){from_end}(?! (?:{_TIMES})){noun}"
    label = rf"{_BEGINS}(?:card|skill|slot|position|number|no\.?|nr\.?)s? ?(?:no\.? ?|number |#)?"
    numbered = "[0-9]{1,2}|one|two|three|four|five|six|seven|eight"
    yield f"(?:{label}|#|スロット|(?:カード|スキル|枠)(?=[0-9]))(?P<slot>{numbered})(?![0-9枚]){_ENDS}"
    second = "(?<=and )[0-9]|(?<=[0-9]と)[0-9]|(?<=& )[0-9]|(?<=with )[0-9]"
    bare = f"[0-9](?= ?(?:and|&|with|と) ?[0-9](?![0-9]))|{second}"
    yield f"(?<![0-9{LATIN}])(?P<bare>{bare})(?![0-9{LATIN}枚番つ個段.])"


def _named(cards: tuple[CardInfo, ...]) -> str:
    """The names of these cards, and runs of their characters, none of them in the midst of a word."""
    if not cards:
        return "(?!)"
    names = {unicodedata.normalize("NFKC", card.name.ja).casefold() for card in cards}
    english = {
        "[ -]?".join(map(re.escape, re.split("[ -]", name.casefold())))
        for card in cards
        for name in (card.name.en, card.id)
    }
    chars = "".join(re.escape(card.char.casefold()) for card in cards)
    kanji, kana = "一-鿿々", "ァ-ヺーｦ-ﾟ"
    after = "(?:(?<=[枚番つ個段]目)|(?<=[枚個])|(?<=全部)|(?<=両方))"
    typed = [
        *(
            (f"(?:(?<![{kanji}])|{after})" if re.match(f"[{kanji}]", name) else f"(?<![{kana}])")
            + re.escape(name)
            + (f"(?![{kanji}])" if re.match(f"[{kanji}]", name[-1]) else f"(?![{kana}])")
            for name in sorted(names, key=len, reverse=True)
        ),
        *(f"{_BEGINS}{name}(?:e?s)?{_ENDS}" for name in sorted(english, key=len, reverse=True)),
        f"(?:(?<![{kanji}])|{after})[{chars}]{{1,12}}(?![{kanji}])",
    ]
    return "|".join(typed)


def _alternatives(words: Iterable[str]) -> str:
    """One of these words, the longest first, none of them in the midst of a Latin one."""
    normal = {unicodedata.normalize("NFKC", word).casefold() for word in words}
    return "|".join(
        f"{_BEGINS}{re.escape(word)}{_ENDS}" if is_latin(word[0]) else re.escape(word)
        for word in sorted(normal, key=lambda each: (-len(each), each))
    )


def is_latin(char: str) -> bool:
    """Whether it is a letter or a figure of Latin words."""
    return re.match(f"[{LATIN}]", char) is not None
