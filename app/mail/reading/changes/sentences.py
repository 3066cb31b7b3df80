"""Changes of an entry as people write them in letters."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple, cast

from app.engine import CardInfo
from app.mail.reading.changes.change import EntryChange, Kind, Spot
from app.mail.reading.changes.tokens import (
    BOTH,
    CARD,
    DONE,
    FIELD,
    PLACE,
    QUOTATION,
    QUOTED,
    QUOTES,
    ChangeToken,
    Frames,
    is_latin,
    joined,
    tokens_in,
    words,
)
from app.mail.reading.form.sections import story
from app.mail.reading.patterns import EDGE, words_in
from app.mail.reading.phrases import unwrapped

_MOST_READ: Final = 12_000
_MOST_SENTENCES: Final = 40
_LONGEST_SENTENCE: Final = 2400
_MOST_CHANGES: Final = 20
_MOST_AFTER: Final = 4
_LONGEST_REST: Final = 20
_PARTLY: Final = re.compile(r"(?:begin|start|end|open)s? with\b", re.IGNORECASE)
"""What a field shall have at one end is not all of it."""
_NAMING: Final = ("rename", "call", "name", "called", "named", "renamed", "改")
_SENTENCE: Final = re.compile(
    rf"(?:{QUOTATION}|(?<=\b[DMS][rtsx])\.|(?<=\bMrs)\.|(?<=\b[Nn]o)\.|\.(?=\S)|[^。．.!?！？\n])+[。．.!?！？]*"
)


class SentenceReading(NamedTuple):
    """The changes that a text asks for, in their order, and the sentences that seem to ask for one but say none."""

    changes: tuple[EntryChange, ...] = ()
    unread: tuple[str, ...] = ()


def changes_in(text: str, cards: Sequence[CardInfo]) -> SentenceReading:
    """The changes that the sentences of this text ask for, with these cards.

    A sentence that is in doubt about it asks for nothing.
    """
    text = unwrapped(text[:_MOST_READ]).replace("\v", " ")
    changes: list[EntryChange] = []
    unread: list[str] = []
    told_to = 0
    for found in islice(_SENTENCE.finditer(text), _MOST_SENTENCES):
        typed = found[0].strip()
        if not typed or len(typed) > _LONGEST_SENTENCE or found.start() < told_to:
            continue
        sentence = _Sentence(typed, tuple(cards))
        if not sentence.is_about_entry:
            continue
        if (field := sentence.field_below()) and (below := text[found.end() :].strip()):
            changes.append(EntryChange("set", typed, field=field, text=below))
            break
        read = sentence.changes()
        if told := _told(text[found.start() :], read):
            read, told_to = told
            told_to += found.start()
        if any(_PARTLY.match(each.text) for each in read):
            unread.append(typed)
            continue
        changes += read
        if left := sentence.left() if read else typed * sentence.is_unread():
            unread.append(left)
    return SentenceReading(tuple(changes[:_MOST_CHANGES]), tuple(unread))


def _told(text: str, read: list[EntryChange]) -> tuple[list[EntryChange], int] | None:
    """The same with all that is told behind the colon of lore, and where that ends in this text."""
    last = read[-1] if read and read[-1].field == "lore" else None
    at = text.find(last.text) if last else 0
    if not last or not text[:at].rstrip().endswith((":", "：")):
        return None
    lines = story(_BLANK.split(text[at:], maxsplit=1)[0].split("\n"))
    whole = "\n".join(lines).strip()
    return [*read[:-1], last._replace(text=whole)], at + len(whole)


_BLANK: Final = re.compile(r"\n\s*\n")
_ELLIPSIS: Final = re.compile(
    f"[{CARD}{PLACE}{BOTH}](?: ?(?:with|by|to|into|for) |[をにへ])|{FIELD}.*{QUOTED}"
)
"""A change as it is said behind another one, without its verb: "and the Echo with a Trap"."""


class _Sentence:
    """A sentence, and its tokens; of those that have been read a mark is left."""

    def __init__(self, typed: str, cards: tuple[CardInfo, ...]) -> None:
        self.typed = typed
        self.tokens = [*joined(tokens_in(typed, cards), typed)]
        self.begins_with_card = any(each.said in (CARD, PLACE, BOTH) for each in self.tokens[:1])
        self.is_about_entry = any(
            each.spot or each.field or each.said in _NAMING for each in self.tokens
        )

    def changes(self) -> list[EntryChange]:
        """The changes that it asks for."""
        found = [*self._read(words().texts), *self._read(words().cards)]
        found = found or [*self._read(words().unknown)]
        if self._is_doubtful() or (found and self._only_asks()):
            return []
        return [each for _, each in sorted(found, key=lambda each: each[0])]

    def is_unread(self) -> bool:
        """Whether it seems to ask for a change."""
        said = self._skeleton()[0]
        return bool(words().unread.expression.search(said)) and not self._is_doubtful()

    def left(self) -> str:
        """What seems to ask for a change beside those that were read."""
        said, tokens = self._skeleton(commas=True)
        asks = words().unread.expression
        abouts = (
            (run, re.search(f"[{CARD}{PLACE}{BOTH}{FIELD}]", run[0]))
            for run in re.finditer(f"[^{DONE}]+", said)
            if asks.search(run[0]) or _ELLIPSIS.search(run[0])
        )
        return " / ".join(
            self.typed[tokens[run.start() + about.start()].start : tokens[run.end() - 1].end]
            for run, about in abouts
            if about
        )

    def field_below(self) -> str:
        """The field whose words stand in the lines below, if it says so."""
        said, tokens = self._skeleton()
        found = words().below.expression.search(said)
        if not found or self._is_doubtful() or QUOTED in said or CARD in said[found.end() :]:
            return ""
        rest = words().after.sub("", said[found.end() :])
        if len(rest) > _LONGEST_REST or any(map(is_latin, rest)):
            return ""
        return next(tokens[at].field for at in range(*found.span()) if said[at] == FIELD)

    def _only_asks(self) -> bool:
        """Whether it is a question in which nothing stands but what is asked about: "Echo instead of Core?"."""
        rest = self._skeleton()[0].replace(DONE, "")
        return self.begins_with_card and self.typed.endswith(("?", "？")) and not rest

    def _is_doubtful(self) -> bool:
        return words().doubt.search(self._skeleton()[0]) is not None

    def _skeleton(self, *, commas: bool = False) -> tuple[str, list[ChangeToken]]:
        """The sentence with marks in it, with a blank between Latin words alone, and the token of each character."""
        said: list[str] = []
        tokens: list[ChangeToken] = []
        for token in self.tokens:
            if token.said == "," and not commas:
                continue
            if said and is_latin(said[-1][-1]) and is_latin(token.said[0]):
                said.append(" ")
                tokens.append(token)
            said.append(token.said)
            tokens += [token] * len(token.said)
        return "".join(said), tokens

    def _read(self, frames: Frames) -> Iterator[tuple[int, EntryChange]]:
        """The changes in these frames, each with its place."""
        has_texts = frames is words().texts
        said, tokens = self._skeleton(commas=has_texts)
        done: list[tuple[int, int]] = []
        at = 0
        while (found := frames.expression.search(said, at)) and len(done) < _MOST_CHANGES:
            end = self._end(found, said, frames) if has_texts else found.end()
            typed = self.typed[tokens[found.start()].start : tokens[end - 1].end]
            parts = {
                name: (
                    tokens[found.start(group)],
                    self.typed[
                        tokens[found.start(group)].start : tokens[
                            min(found.end(group), end) - 1
                        ].end
                    ],
                )
                for group, name in enumerate(frames.places, 1)
                if name and found.start(group) >= 0
            }
            change = _change(frames.kinds[int((found.lastgroup or "k0")[1:])], parts, typed)
            at = max(end, found.start() + 1)
            done.append((tokens[found.start()].start, tokens[end - 1].end))
            if change:
                yield done[-1][0], change
        self.tokens = [
            each._replace(said=DONE)
            if any(start <= each.start < end for start, end in done)
            else each
            for each in self.tokens
        ]

    def _end(self, found: re.Match[str], said: str, frames: Frames) -> int:
        """Where the words end that a field shall have: before an "and" behind which another change begins."""
        spans = [
            found.span(group)
            for group, name in enumerate(frames.places, 1)
            if name == "text" and found.start(group) >= 0
        ]
        for start, end in spans:
            for joint in islice(_JOINT.finditer(said, start, end), 6):
                rests = said[joint.end() :], said[joint.start() :].lstrip()
                frames_ = (words().texts, words().cards)
                if any(each.begins.match(rest) for each in frames_ for rest in rests):
                    return max(joint.start(), start + 1)
        return found.end()


_JOINT: Final = re.compile(f"{EDGE} ?(?:and|then|also|plus)(?: (?:also|then|please))* ?{EDGE}")


# --- changes --------------------------------------------------------------------------------------------

Parts = Mapping[str, tuple[ChangeToken, str]]


def _change(kind: str, parts: Parts, typed: str) -> EntryChange | None:
    """The change of this kind with these parts; None if it is none, since its field stays as it is."""
    if kind in ("set", "append"):
        return _of_field(kind, parts, typed)
    spots = [
        spot for name in ("old", "one", "pair", "other", "place") if (spot := _spot(parts, name))
    ]
    new = [spot for name in ("new", "more") if (spot := _spot(parts, name))]
    if "words" in parts:
        unknown = Spot(_bare(parts["words"][1]), card=_bare(parts["words"][1]))
        if kind == "add-unknown" or spots:
            new = [unknown]
        else:
            spots = [unknown]
    amount = _spot(parts, "amount")
    if amount and new and kind != "replace":
        new = [each._replace(amount=amount.amount) for each in new]
    elif amount and spots:
        spots = [each._replace(amount=amount.amount) for each in spots]
    base = kind.removesuffix("-unknown").removeprefix("add-")
    return EntryChange(cast(Kind, base), typed, tuple(spots), tuple(new))


def _spot(parts: Parts, name: str) -> Spot | None:
    return parts[name][0].spot if name in parts else None


def _of_field(kind: str, parts: Parts, typed: str) -> EntryChange | None:
    field = parts["field"][0].field if "field" in parts else "name" if kind == "set" else "lore"
    value = parts["text" if "text" in parts else "quote"][1].strip()
    is_quoted = f"{value[:1]}{value[-1:]}" in QUOTES
    text = _bare(value)
    if not is_quoted and words().same.fullmatch(words_in(text).said):
        return None
    spots = (Spot(_bare(parts["quote"][1])),) if {"quote", "text"} <= parts.keys() else ()
    return EntryChange(cast(Kind, kind), typed, spots, field=field, text=text) if text else None


def _bare(typed: str) -> str:
    """The words without those that only end a sentence, and without quotation marks around them."""
    said = words_in(typed)
    for _ in range(_MOST_AFTER):
        found = words().after.search(said.said)
        if not found or not found.start():
            break
        said = said.without(found)
    return said.at(0, len(said.said)) if said.said else typed.strip()
