"""Name and build without labels: in one line, beside each other, or in a sentence."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from app.engine import CardInfo
from app.engine.lists import team_in
from app.mail.labels import LABELS, PLACE, alone, begins_closing, foreign_label, greets, label_of
from app.mail.reading.form.card_words import (
    count_cards,
    names_cards,
    places_card,
    resembles_cards,
    row_in,
    says_cards,
)
from app.mail.reading.form.layouts import is_rule
from app.mail.reading.phrases import BOOK
from app.text.characters import visible

Said = list[tuple[str, str]]
"""Fields, each with its value."""
_SLASH: Final = re.compile("[/／]")
_NUMBERS: Final = re.compile(r"((?:[0-9]{1,2}\s*[,，、]\s*){1,20}[0-9]{1,2})\s*[/／](.*[^\W\d_].*)")
_COLON: Final = re.compile("[:：]")
_TIES: Final = re.compile(
    r"[:：=＝|｜\t/／]|\s[-–—―~～]\s|[\s\u3000]+|(?<=[」』】》〉])|(?=[「『【\[(（《〈])"
)
_QUOTED: Final = re.compile(
    r"\s*[「『“\"‘'《〈【]([^「」『』“”\"《》〈〉【】\n]{1,80})[」』”\"’'》〉】]"
)
_ENDED: Final = re.compile(
    r"(\b(?:should|must|shall|to) be|について|の件|とは|です|ます|ました|ません|下さい|ください|たい|かな|[。!！?？.,、:：])\W*$"
)
_INSIDE: Final = re.compile(
    r"[「『(（《〈]([^「」『』()（）《》〈〉]+)[」』)）》〉](?:で[^」』)）》〉]*)?"
)
_ITEM: Final = re.compile(r"(?:[-・●■◆★☆▼*\u2460-\u2473]|[0-9０-９]{1,2}[.．)）])\s*")
_BEFORE_NAME: Final = re.compile(r"[/／]|\s[-–—]\s")
_ENTRY_IN: Final = re.compile(r"^[^:：】\]]{1,40}[:：】\]]")
_CHARACTER: Final = re.compile("character|fighter|キャラ", re.IGNORECASE)
_MYSELF: Final = re.compile(
    r"\bmy name(?: is|'s)\b|(?:私|わたし|僕|ぼく|俺)の名前は", re.IGNORECASE
)
_KEPT: Final = re.compile(
    r"(?:そのまま|変更[な無]し|同じ|as it is|the same|unchanged)(?:[でに].*)?$|(?:it|him|her|this|us)\b",
    re.IGNORECASE,
)
_LONGEST_LINE: Final = 500
_LONGEST_NAME: Final = 40
_MOST_LINES: Final = 60
_MOST_IN_PASSING: Final = 2
"""More lines of cards alone are a build."""
_MOST_TIES: Final = 20
_MOST_ENDS: Final = 12
_MOST_WORDS: Final = 40
_WORD: Final = re.compile(r"\w+")
_LABELLED: Final = re.compile(r"(\w+?)(?:は|\s)\s*(.+)")
_FEWEST_ALONE: Final = 3
"""This many cards are a build, even without a name beside them."""


# --- in one line ----------------------------------------------------------------------------------------


def one_line_form(
    lines: Sequence[str],
    cards: Sequence[CardInfo],
    *,
    has_build: bool,
    has_name: bool = False,
) -> Said:
    """Build and name, as fields, of the first line that says both.

    In a letter with no other build they may be no cards at all, hold a wrong character among right ones, or stand the
    other way round: the game says what is wrong with it.
    """
    tests = [_notation, *(() if has_build else (_numbers, _empty))]
    if names_cards("\n".join(lines[:_MOST_LINES]), cards):
        tests[1:1] = [_names]
        tests += () if has_build else (_nearly,) if has_name else (_nearly, _name_first)
    for read in tests:
        for line in lines if read is _notation else lines[:_MOST_LINES]:
            if len(line) <= _LONGEST_LINE and (found := read(line, cards)):
                return [("build", found[0]), ("name", found[1])]
    return []


def in_title(title: str, cards: Sequence[CardInfo]) -> Said:
    """The same of a subject, which may begin with what it is about: `【応募】攻響核/夜`."""
    whole = one_line_form([title], cards, has_build=True)
    return whole or one_line_form([_ENTRY_IN.sub("", title)], cards, has_build=True)


def in_subject(title: str, cards: Sequence[CardInfo], field: str) -> Said:
    """The name or the build, if that is what the text lacks: under its label, in a sentence, or as a name behind what the
    mail is about: `Entry: Alice`.
    """
    label = label_of(title)
    said = (
        [(label.field, visible(label.rest))]
        if label
        else in_sentences([title], cards, of_build=False)
    )
    named = visible(_ENTRY_IN.sub("", title, count=1))
    if field == "name" and not said and named != visible(title) and greets(title):
        said = [("name", _unquoted(named))] if may_be_name(named, cards) else []
    return [each for each in said if each[0] == field][:1]


def is_one_line_form(line: str, cards: Sequence[CardInfo]) -> bool:
    """Whether this line says a build and a name."""
    return bool(len(line) <= _LONGEST_LINE and (_notation(line, cards) or _names(line, cards)))


def character_in(line: str, cards: Sequence[CardInfo]) -> "Pair":
    """The build and the name that this line of a list says, the name first or last: `2. Alice - Attack, Core`."""
    if len(line) > _LONGEST_LINE or label_of(line):
        return None
    return _notation(line, cards) or _names(line, cards) or _name_first(line, cards)


def _divided(line: str) -> tuple[str, str] | None:
    build, *rest = _SLASH.split(line, maxsplit=1)
    name = visible(rest[0]) if rest else ""
    return ("".join(build.split()), name) if name else None


Pair = tuple[str, str] | None
"""Build and name."""


def _notation(line: str, cards: Sequence[CardInfo]) -> Pair:
    """The build before the first slash, character by character; a team may stand before it as in a list."""
    found = _divided(line)
    if not found:
        return None
    build = found[0].removeprefix(team_in(line))
    chars = _chars(tuple(cards))
    return found if build and all(char in chars for char in build) else None


def _names(line: str, cards: Sequence[CardInfo]) -> Pair:
    """The names of cards before a slash: the last one before which there are cards alone."""
    for slash in reversed([*islice(_BEFORE_NAME.finditer(line), _MOST_TIES)]):
        build, name = line[: slash.start()].strip(), visible(line[slash.end() :])
        number = count_cards(build.removeprefix(team_in(build)), cards)
        if number and name and not count_cards(name, cards):
            return (build, name) if number > 1 or may_be_name(name, cards) else None
    return None


def _numbers(line: str, cards: Sequence[CardInfo]) -> Pair:
    """The numbers of cards before a slash: `6,10,1/Alice`."""
    if not (found := _NUMBERS.fullmatch(line.strip())):
        return None
    known = {card.number for card in cards}
    numbers = [int(each) for each in re.findall("[0-9]+", found[1])]
    return (found[1].strip(), visible(found[2])) if known.issuperset(numbers) else None


def _empty(line: str, cards: Sequence[CardInfo]) -> Pair:
    found = _divided(line)
    is_empty = found and not found[0] and bool(cards) and not _SLASH.match(found[1])
    return found if is_empty else None


def _nearly(line: str, cards: Sequence[CardInfo]) -> Pair:
    """The same with a wrong card among right ones."""
    if not (found := _divided(line)):
        return None
    chars = _chars(tuple(cards))
    right = sum(char in chars for char in found[0].removeprefix(team_in(line)))
    if right >= 2 and right > len(found[0]) / 2:
        return found
    head, _, name = line.replace("／", "/").rpartition("/")
    is_meant = "," in head.replace("、", ",") and resembles_cards(head, cards)
    return (head.strip(), visible(name)) if is_meant and visible(name) else None


def _name_first(line: str, cards: Sequence[CardInfo]) -> Pair:
    """A name, and behind it two cards or more and nothing else."""
    if line.rstrip().endswith(("?", "？")) or count_cards(line, cards) > 1:
        return None
    for tie in islice(_TIES.finditer(line), _MOST_TIES):
        name, build = visible(line[: tie.start()]), line[tie.end() :].strip()
        if inside := _INSIDE.fullmatch(build):
            build = inside[1]
        if may_be_name(name, cards) and count_cards(build, cards) > 1:
            return build, _unquoted(name)
    return None


@lru_cache(maxsize=16)
def _chars(cards: tuple[CardInfo, ...]) -> Collection[str]:
    return {card.char for card in cards}


def under_own_label(lines: Sequence[str], cards: Sequence[CardInfo]) -> Said:
    """Build and label of the one line that says cards behind a label of the character's own: `名刀 村雨：閃閃交硬果`."""
    labelled = (parts for line in lines if len(parts := _COLON.split(line, maxsplit=1)) > 1)
    found = [
        [("build-label", label), ("build", rest.strip())]
        for before, rest in islice(labelled, _MOST_LINES)
        if (label := visible(before))
        and count_cards(rest, cards) > 1
        and not count_cards(label, cards)
        and not places_card(f"{before}:{rest}")
    ]
    return found[0] if len(found) == 1 else []


# --- beside each other ----------------------------------------------------------------------------------


class _Beside(NamedTuple):
    """Lines of nothing but cards, the short line beside them, if there is one, and which lines these are."""

    build: str
    name: str | None
    used: range


def heading(lines: Sequence[str], cards: Sequence[CardInfo]) -> Said:
    """The name that stands as a heading above the labels: `# Alice`."""
    last = next((line for line in reversed(lines) if line.strip()), "")
    is_name = last.startswith("# ") and may_be_name(visible(last), cards)
    return [("name", _unquoted(visible(last)))] if is_name else []


def beside(lines: Sequence[str], cards: Sequence[CardInfo]) -> _Beside | None:
    """The only lines that say two cards or more, and nothing else; and the name that stands beside them."""
    for counts in (_count, _count_nearly):
        blocks = [block for block in _blocks(lines, cards, counts) if block[1] > 1]
        if len(blocks) == 1:
            block = blocks[0][0]
            build = "\n".join(
                line.strip() for line in lines[block.start : block.stop] if line.strip()
            )
            at = _neighbour(lines, block, cards)
            name = None if at is None else _unquoted(visible(lines[at]))
            if not name and blocks[0][1] < _FEWEST_ALONE:
                return None
            used = block if at is None else range(min(at, block.start), max(at + 1, block.stop))
            return _Beside(build, name, used)
        if blocks:
            return None
    return None


def _count(line: str, cards: Sequence[CardInfo]) -> int:
    return 0 if _COLON.match(line.strip()) else count_cards(line, cards)


def _count_nearly(line: str, cards: Sequence[CardInfo]) -> int:
    """Two, if it is a list in which most are cards."""
    return 2 * (len(re.split("[,、，]", line)) > 2 and resembles_cards(line, cards))


def _blocks(
    lines: Sequence[str],
    cards: Sequence[CardInfo],
    counts: Callable[[str, Sequence[CardInfo]], int],
) -> Iterator[tuple[range, int]]:
    """Where lines of cards stand together, and how many cards they say; blank lines may stand between them."""
    start, end, said = 0, 0, 0
    for at, line in enumerate(lines[:_MOST_LINES]):
        number = counts(line, cards)
        if number and not said:
            start = at
        if number:
            said, end = said + number, at + 1
        elif said and line.strip():
            yield range(start, end), said
            said = 0
    if said:
        yield range(start, end), said


def _neighbour(lines: Sequence[str], block: range, cards: Sequence[CardInfo]) -> int | None:
    """The line beside the cards that may be a name: above them, if need be beyond a blank line, or right below."""
    above = next(
        (
            at
            for at in range(block.start - 1, -1, -1)
            if lines[at].strip() and not is_rule(lines[at])
        ),
        None,
    )
    if above is not None and may_be_name(visible(lines[above]), cards):
        return above
    below = block.stop
    is_name = below < len(lines) and may_be_name(visible(lines[below]), cards)
    return below if is_name else None


def may_be_name(line: str, cards: Sequence[CardInfo]) -> bool:
    """Whether a line or its beginning may be the name of a character: short, and no sentence, greeting or request."""
    said = _unquoted(line)
    if not said or len(said) > _LONGEST_NAME or not any(char.isalnum() for char in said):
        return False
    labelled = _LABELLED.fullmatch(said)
    if labelled and LABELS.field(labelled[1]) and count_cards(labelled[2], cards):
        return False
    if (
        places_card(f"{said}:")
        or _ENDED.search(line)
        or greets(line)
        or begins_closing(line)
        or count_cards(said, cards)
        or _KEPT.match(said)
    ):
        return False
    return not (
        label_of(line)
        or alone(line)
        or LABELS.field(said)
        or (foreign_label(line) and _COLON.search(line))
        or BOOK.said_in(said)
    )


def _unquoted(name: str) -> str:
    """A name without the quotation marks or brackets around it, or the sign of a heading."""
    name = name.strip().lstrip("#").strip() if name.startswith("#") else name
    if item := _ITEM.match(name):
        name = name[item.end() :] or name
    found = _QUOTED.fullmatch(name)
    return (found[1] if found else name.strip("*") if name.startswith("**") else name).strip()


# --- in a sentence --------------------------------------------------------------------------------------


def in_sentences(lines: Sequence[str], cards: Sequence[CardInfo], *, of_build: bool = True) -> Said:
    """The fields that sentences say: `名前はアリスで、構成は攻撃・エコーです`, `called Alice and plays Attack, Echo`."""
    found: dict[str, str] = {}
    for text in _paragraphs(lines):
        if text.endswith(("?", "？")):
            continue
        told = _MYSELF.sub("", text) if _CHARACTER.search(text) else text
        for field, value in (*_labelled(told, cards), *_phrased(told, cards)):
            found.setdefault(field, value)
    listed = [line for line in lines[:_MOST_LINES] if of_build and says_cards(line.strip(), cards)]
    if found and len(listed) > _MOST_IN_PASSING:  # a card a line
        found["build"] = "\n".join(listed)
    is_build_wanted = of_build and "name" in found and "build" not in found
    rows = (row_in(text, cards) for text in _paragraphs(lines) if is_build_wanted)
    if row := next(filter(None, rows), ""):
        found["build"] = row
    return [*found.items()] if "build" in found or not of_build else []


def says_field(text: str) -> bool:
    """Whether a label begins a field in this part of a sentence, `設定は…`, and it is not the sender who is called so."""
    labels = _SUBJECT.findall(_MYSELF.sub("", text))
    return any(LABELS.field(next(filter(None, each))) for each in labels)


def _paragraphs(lines: Sequence[str]) -> Iterator[str]:
    """Lines up to a blank one, as one text of bounded length."""
    text = ""
    for line in [*lines[:_MOST_LINES], ""]:
        if line.strip() and len(text) + len(line) < 2 * _LONGEST_LINE:
            joint = " " if text[-1:].isascii() and line[:1].isascii() and text else ""
            if text and (label := _SUBJECT.match(line.strip())) and label[1]:
                joint = "。"
            text += joint + line.strip()
        elif text:
            yield text
            text = ""


def _labelled(text: str, cards: Sequence[CardInfo]) -> Iterator[tuple[str, str]]:
    """Fields by their labels: `構成は…`, `the deck is …`."""
    for found in islice(_SUBJECT.finditer(text), _MOST_TIES):
        if field := LABELS.field(next(filter(None, found.groups()))):
            rest = text[found.end() :]
            value = _cards_in(rest, cards) if field[0] == "build" else _value_in(rest)
            value = "" if _KEPT.match(value) else value
            is_sure = _QUOTED.match(rest) or field[0] in ("name", "build")
            if value and is_sure:
                yield field[0], value


def _phrased(text: str, cards: Sequence[CardInfo]) -> Iterator[tuple[str, str]]:
    """Name and build by the phrases around them."""
    for field in ("name", "build"):
        for phrase in LABELS.lists[f"{field}-said"].typed:
            before, _, behind = phrase.partition(PLACE)
            if behind:
                at = text.find(behind)
                said = text[max(at - _LONGEST_NAME, 0) : at] if at > 0 else ""
                value = _last_said(said)
            else:
                found = re.search(rf"(?<!\w){re.escape(before)}", text, re.IGNORECASE)
                rest = text[found.end() :] if found else ""
                value = _cards_in(rest, cards) if field == "build" else _value_in(rest)
            if not value:
                continue
            if field == "name" and may_be_name(value, cards):
                yield field, value
                if behind_name := _cards_in(
                    text.partition(value)[2].lstrip('」』"” :：,、-–—('), cards
                ):
                    yield "build", behind_name
                break
            if field == "build" and count_cards(value, cards) > 1:
                yield field, value
                break


def _value_in(rest: str) -> str:
    """The words up to the end of the clause, or within quotation marks."""
    if quoted := _QUOTED.match(rest):
        return quoted[1].strip()
    ends = [at for at in _ends(rest) if at]
    value = rest[: min(ends, default=len(rest))].strip(" .!。！")
    return value if len(value) <= _LONGEST_NAME else ""


def _last_said(said: str) -> str:
    """The words right before a phrase: in quotation marks, or from the last comma on."""
    if quoted := re.search("[「『《]([^「」『』《》]{1,60})[」』》]$", said):
        return quoted[1].strip()
    return re.split(r"[、。,.!！\s]|は|が", said)[-1].strip()


def _cards_in(rest: str, cards: Sequence[CardInfo]) -> str:
    """As much of the clause as says cards and nothing else."""
    words = (found.end() for found in islice(_WORD.finditer(rest[:_LONGEST_LINE]), _MOST_WORDS))
    ends = (*_ends(rest), *words, len(rest))
    values = [rest[:end].strip("「」『』 .。!！:：\u3000") for end in ends]
    best = max(values, key=lambda value: count_cards(value, cards))
    return best if count_cards(best, cards) else ""


def _ends(rest: str) -> list[int]:
    """The first places where a clause may end."""
    return [found.start() for found in islice(_END.finditer(rest[:_LONGEST_LINE]), _MOST_ENDS)]


_END: Final = re.compile(
    "|".join(re.escape(each) for each in LABELS.lists["said-ends"].typed), re.IGNORECASE
)
_SUBJECT: Final = re.compile(
    r"({ja})は|({en})(?:'s name)? (?:is|are)(?: called| named)? |\b(?:my|the|his|her|their) ({en})\s?[:：]\s*".format(
        **{
            lang: "|".join(
                re.escape(each)
                for each in sorted(LABELS.words, key=len, reverse=True)
                if each.isascii() == (lang == "en")
            )
            for lang in ("ja", "en")
        }
    ),
    re.IGNORECASE,
)
