"""Labels of a letter to the fields of an entry, or of several, where it brings several characters."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

from app.engine import MOMENTS, CardInfo
from app.engine.matches.orders.vocabulary import HEADER_WORDS
from app.league.eligibility import sides
from app.league.entries import characters
from app.league.entries.characters import LABEL_NAMES
from app.league.matches import scripts
from app.league.matches.scripts import NONCE, ORDERS
from app.letters.replies.untaken import Untaken, named
from app.mail.labels import FLAVOUR, LABELS, Label, alone, foreign_label, is_remark, label_of
from app.mail.reading.form.card_mail import cards_in
from app.mail.reading.form.card_words import count_cards, is_in_parts, names_cards
from app.mail.reading.form.layouts import laid_out
from app.mail.reading.form.sections import PROFILE, FormSection, sections, unclosed
from app.mail.reading.form.shorthand import (
    Said,
    beside,
    character_in,
    heading,
    in_sentences,
    in_subject,
    in_title,
    may_be_name,
    one_line_form,
    under_own_label,
)
from app.mail.reading.phrases import BOOK
from app.text.characters import normal, tidy, visible

_MOST_READ: Final = 5000
"""The most lines in which labels are looked for: ten times those of a form that is filled in."""
_MOST_PREFACE: Final = 200
_MOST_FREE: Final = 60
_MOST_QUOTED: Final = 3
_SPEAKS: Final = re.compile(r"\b(?:is|are|was|of|for|and)\b", re.IGNORECASE)
_OF_ANY: Final = frozenset({"name", "build"})
"""The fields of every character."""


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The fields of an entry, each as typed, None where nothing was.

    `build_text` is "" only where the one-line form has nothing before its slash: a build without cards.
    `repeated` are the fields given twice and differently; the first one stands here, but either may
    be meant. `owner` may be an address: a page that shows it has to look.
    """

    name: str | None = None
    build_text: str | None = None
    lore: str | None = None
    owner: str | None = None
    url: str | None = None
    season: str | None = None
    instead: str | None = None
    """The character of its player's that it replaces."""
    side: str | None = None
    word: str | None = None
    """What its writer says to be let in."""
    flavour: Mapping[int, str] = field(default_factory=dict)
    """Names of slots, by their places from 1."""
    lines: Mapping[str, str] = field(default_factory=dict)
    """Words that the character speaks, by moment."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Its labels for its build and its lore."""
    rights: Mapping[str, str] = field(default_factory=dict)
    """What is said of the rights in a card."""
    orders: str | None = None
    """Its standing orders, line by line as typed."""
    nonce: str | None = None
    repeated: tuple[str, ...] = ()
    untaken: tuple[Untaken, ...] = field(default=(), compare=False)
    """The lines that are in no field."""

    @property
    def is_whole(self) -> bool:
        """Whether it has a name and a build: less fills in parts of an entry."""
        return self.name is not None and self.build_text is not None

    @property
    def extras(self) -> dict[str, Any]:
        """What it brings besides its build, as a revision keeps it."""
        own = characters.extras(self.flavour, self.lines, self.labels, self.rights)
        beside = scripts.brought(self.orders or "", self.nonce or "")
        return own | beside | sides.brought(self.side or "")


def read_fields(text: str, cards: Sequence[CardInfo] = (), title: str = "") -> EntryForm:
    """The fields that this text fills in: `Mail.text`, or a form on a page.

    The one-line form (`攻響核核双硬癒罠/キャラ名`) is known by the cards of these: those of the game, or of all games
    that are open. It may also be all of the title, where the text has no build; and a name may stand beside cards, or
    both in a sentence. Below very many lines no field begins: there a story goes on, and all else is not taken.
    """
    if made := cards_in(text):
        return replace(_of_card(made[0]), repeated=("name",) if len(made) > 1 else ())
    orders, lines = _without_orders(tidy(text).split("\n"))
    lines = [*_with_colons(lines[:_MOST_READ], cards), *lines[_MOST_READ:]]
    preface, found = sections(laid_out(lines[:_MOST_READ]), cards)
    if all(each.field != "build" for each in found):
        preface += [line for each in found for line in each.lift(cards)]
    below = lines[_MOST_READ:]
    if found and found[-1].field == "lore":
        found[-1].lines.extend(below)
        below = []
    said, others = _first_character(
        [(each.field, value) for each in found if (value := each.value(cards))]
    )
    without, used = _without_label(preface, found, said, cards, title)
    if without and not _lacks(said) and {"name", "build"} <= dict(without).keys():
        others.append("/".join(dict(without)[each] for each in ("build", "name")))
        without = []  # a second character beside one that has all its labels
    said = [*without, *said, *orders]
    if len(lacking := _lacks(said)) == 1:
        said += in_subject(title, cards, *lacking)
    left = [line for each in found for line in each.rest(cards) if line not in used]
    untaken = [
        *(named("second", name) for name in others),
        *_untaken_lines(preface, left, said, used, cards),
        *(named("lines", line) for line in islice(filter(visible, below), 1)),
    ]
    return replace(form_of(_with_profile(said)), untaken=tuple(dict.fromkeys(untaken)))


def _without_orders(lines: list[str]) -> tuple[Said, list[str]]:
    """The standing orders, and the lines without them: from their label to `end`, the next label or a signature.

    They have a grammar of their own, in which nothing is a story or a closing.
    """
    begins = (at for at, line in enumerate(lines[:_MOST_READ]) if _field(line) == ORDERS)
    at = next(begins, None)
    if at is None:
        return [], lines
    label = label_of(lines[at])
    end = at + 1
    while end < len(lines) and not (
        _is_end(lines[end]) or _field(lines[end]) or lines[end] in ("--", "-- ")
    ):
        end += 1
    has_end = end < len(lines) and _is_end(lines[end])
    typed = "\n".join([label.rest.strip() if label else "", *lines[at + 1 : end]])
    said = [(ORDERS, typed.strip("\n"))] if typed.strip() else []
    return said, [*lines[:at], *lines[end + has_end :]]


def _with_colons(lines: list[str], cards: Sequence[CardInfo]) -> list[str]:
    """The same with colons, where the only labels have but a blank behind them: `name Rex`, `cards attack core`."""
    if any(map(label_of, lines)):
        return lines
    found: dict[str, tuple[str, str]] = {}
    for line in lines[:_MOST_PREFACE]:
        word, _, rest = line.strip().partition(" ")
        kind, _ = LABELS.field(word) or ("", False)
        is_name = kind == "name" and not _SPEAKS.search(rest) and may_be_name(rest, cards)
        if (is_name or (kind == "build" and count_cards(rest, cards) > 1)) and kind not in found:
            found[kind] = (line, f"{word}: {rest}")
    tied = dict(found.values()) if found.keys() >= _OF_ANY else {}
    return [tied.get(line, line) for line in lines]


def _field(line: str) -> str:
    label = _label(line)
    return label.field if label and label.is_certain else ""


def _is_end(line: str) -> bool:
    return HEADER_WORDS.get(normal(line).strip(":.,。 ")) == "end"


def _lacks(said: Said) -> set[str]:
    return {*_OF_ANY} - dict(said).keys()


def _without_label(
    preface: list[str],
    found: Sequence[FormSection],
    said: Said,
    cards: Sequence[CardInfo],
    title: str,
) -> tuple[Said, set[str]]:
    """Name and build where they have no label, and the lines that say them."""
    lacking = _lacks(said)
    has_build = "build" not in lacking
    if one_line := one_line_form(
        preface, cards, has_build=has_build, has_name="name" not in lacking
    ):
        return one_line, set()
    free = (
        [] if has_build else [line for each in found if each.is_short for line in each.rest(cards)]
    )
    for line in free[:_MOST_FREE]:
        if one_line := one_line_form(
            [line], cards, has_build=False, has_name="name" not in lacking
        ):
            return one_line, {line}
    if has_build:
        told = heading(preface, cards) or in_sentences(preface, cards, of_build=False)
        return [each for each in told if each[0] in lacking], set()
    if subject := in_title(title, cards):
        return subject, set()
    lines = [line for each in found if each.field != "lore" for line in each.lines]
    if not names_cards("\n".join((*preface, *lines)), cards):
        return [], set()
    own = under_own_label([*preface, *lines], cards) if "name" not in lacking else []
    if own:
        return own, set()
    for text in (preface, *([lines] if found else [])):
        told = [each for each in in_sentences(text, cards) if each[0] not in dict(said)]
        if "build" in dict(told):
            return told, {*text}
        if block := beside(text, cards):
            called = dict(in_sentences(text, cards, of_build=False)).get("name") or block.name
            name = [("name", called)] if called and "name" in lacking else []
            used = {line.strip() for line in text[block.used.start : block.used.stop]}
            return [*name, ("build", block.build)], used
    return [], set()


def _with_profile(said: Said) -> Said:
    """The same with the lines of a profile in its lore, in their order."""
    parts = [value for field, value in said if field in (PROFILE, "lore")]
    is_first = len({value for field, value in said if field == "lore"}) < 2
    if not is_first or not any(field == PROFILE for field, _ in said):
        return [each for each in said if each[0] != PROFILE]
    others = [each for each in said if each[0] not in (PROFILE, "lore")]
    return [*others, ("lore", "\n".join(dict.fromkeys(parts)))]


def _first_character(said: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], list[str]]:
    """The fields of the first character, and the names of the others: each has a name and a build of its own."""
    groups: list[list[tuple[str, str]]] = [[]]
    begun: dict[str, str] = {}
    for name, value in said:
        if name in _OF_ANY and begun.keys() >= _OF_ANY and begun[name] != value:
            groups.append([])
            begun = {}
        groups[-1].append((name, value))
        begun[name] = value
    first = groups[0]
    own = dict(first).get("name")
    names: dict[str, None] = {}
    for group in groups[1:]:
        other = dict(group)
        if other.keys() >= _OF_ANY and other["name"] != own and other["name"] not in names:
            names[other["name"]] = None
        else:
            first.extend(group)
    return first, list(names)


def _untaken_lines(
    preface: Sequence[str],
    left: Sequence[str],
    said: Said,
    used: set[str],
    cards: Sequence[CardInfo],
) -> Iterator[Untaken]:
    """Lines above the fields that look like one, and lines between fields that belong to none."""
    taken = dict(said)
    own = (taken.get("build-label"), taken.get("build"))
    mine = {(_bare(own[1]), _bare(each)) for each in (taken.get("name"), own[0])}
    lines = []
    above = [line for line in preface[:_MOST_PREFACE] if _is_told_above(line, cards)]
    if last := max((at for at, line in enumerate(preface) if line.strip() in used), default=0):
        above += [line.strip() for line in unclosed(preface[last + 1 : _MOST_PREFACE])]
    for line in dict.fromkeys((*above, *left)):
        foreign = foreign_label(line)
        if line in used:
            continue
        if other := character_in(line, cards):
            if (_bare(other[0]), _bare(other[1])) not in mine:
                yield named("second", line)
        elif foreign and (foreign[0], foreign[1]) == own:
            continue
        elif foreign:
            yield named("label", line)
        elif line not in taken.values() and any(map(str.isalnum, line)) and not BOOK.said_in(line):
            lines.append(line)
    if lines:
        yield named("lines", " / ".join(lines[:_MOST_QUOTED]))


def _is_told_above(line: str, cards: Sequence[CardInfo]) -> bool:
    """Whether a line above all fields is one that we do not know, a remark, or a character: all else greets."""
    foreign = foreign_label(line)
    is_told = foreign and foreign[1] and (foreign[2] or is_remark(foreign[0]))
    return bool(is_told or character_in(line, cards))


def _bare(typed: str | None) -> str:
    return "".join((typed or "").split())


def form_of(said: Iterable[tuple[str, str]]) -> EntryForm:
    """The form with these fields in it, each with its value."""
    values: dict[str, str] = {}
    repeated: dict[str, None] = {}
    for name, value in said:
        before = values.setdefault(name, value)
        if before != value and name == "build" and is_in_parts(before, value):
            values[name] = f"{before}\n{value}"
        elif before != value:
            repeated[name] = None
    return EntryForm(
        name=values.get("name"),
        build_text=values.get("build"),
        lore=values.get("lore"),
        owner=values.get("owner"),
        url=values.get("url"),
        season=values.get("season"),
        instead=values.get("instead"),
        side=values.get("side"),
        word=values.get("word"),
        flavour={
            int(name.removeprefix(FLAVOUR)): value
            for name, value in values.items()
            if name.startswith(FLAVOUR)
        },
        lines={moment: values[moment] for moment in MOMENTS if moment in values},
        labels={part: values[name] for part in LABEL_NAMES if (name := f"{part}-label") in values},
        orders=values.get(ORDERS),
        nonce=values.get(NONCE),
        repeated=tuple(repeated),
    )


# --- several characters ---


MOST: Final = 50
"""How many characters of a mail are read."""
_MOST_LINES: Final = 2000
_COUNTED: Final = re.compile(
    r"\W*(?:character|キャラ(?:クター)?|その|第)?\s*(?:[0-9０-９一二三四五六七八九十]{1,2}|[\u2460-\u2473])\s*(?:体目?|人目|つ目|キャラ目)?\W*",
    re.IGNORECASE,
)
"""A line above a character that counts it."""


def read_several(text: str, cards: Sequence[CardInfo]) -> tuple[EntryForm, ...]:
    """The forms of the characters in this text, each with all of its fields; none if there is only one.

    One begins where the label of a name or a build comes again after both have stood, or is said in one line. Season and
    owner, given once, are those of all.
    """
    if made := cards_in(text):
        return _first([*map(_of_card, made)]) if len(made) > 1 else ()
    found = [each for block in _blocks(tidy(text).split("\n")) for each in _forms(block, cards)]
    forms = [each for each in found if each.name is not None or each.build_text is not None]
    if len(forms) < 2:
        return ()
    season = next((each.season for each in found if each.season), None)
    owners = {each.owner for each in found if each.owner}
    owner = owners.pop() if len(owners) == 1 else None
    return _first(
        [replace(each, season=each.season or season, owner=each.owner or owner) for each in forms]
    )


def _first(forms: list[EntryForm]) -> tuple[EntryForm, ...]:
    """As many of these as one mail may bring; the last one has the names of the others, which are not taken."""
    left = [named("lines", each.name or "") for each in forms[MOST:]]
    last = forms[:MOST][-1]
    return (*forms[:MOST][:-1], replace(last, untaken=(*last.untaken, *left)))


def _of_card(card: Mapping[str, str]) -> EntryForm:
    """The form of a card in the words of a call."""
    return EntryForm(
        name=card["name"],
        build_text=card["build_text"],
        lore=card.get("lore"),
        owner=card.get("owner"),
        url=card.get("url"),
        rights=card,
    )


def _blocks(lines: list[str]) -> list[list[str]]:
    """The lines of each character; those above the first one's stand with it."""
    blocks: list[list[str]] = [[]]
    begun: set[str] = set()
    heads: set[str] = set()
    for line in lines[:_MOST_LINES]:
        label = _label(line)
        head = line[: len(line) - len(label.rest)].strip() if label else ""
        if label and label.field in _OF_ANY and (label.is_certain or head in heads or not begun):
            if begun >= _OF_ANY:
                _drop_count(blocks[-1])
                blocks.append([])
                begun = set()
            begun.add(label.field)
            heads.add(head)
        blocks[-1].append(line)
    blocks[-1] += lines[_MOST_LINES:]
    return blocks


def _label(line: str) -> Label | None:
    return label_of(line) or ((field := alone(line)) and Label(field, "")) or None


def _drop_count(lines: list[str]) -> None:
    """What counts the next character is no part of this one."""
    while lines and (not lines[-1].strip() or _COUNTED.fullmatch(lines[-1])):
        lines.pop()


def _forms(lines: list[str], cards: Sequence[CardInfo]) -> Iterator[EntryForm]:
    """The form that these lines fill in, and those said in one line beside it."""
    form = read_fields("\n".join(lines), cards)
    seconds = [each for each in form.untaken if each.kind == "second"]
    yield replace(form, untaken=tuple(each for each in form.untaken if each not in seconds))
    story = {line.strip() for line in (form.lore or "").split("\n")}
    said = (line for line in lines if line.strip() not in story and character_in(line, cards))
    for line in islice(said, MOST if seconds else 0):
        other = read_fields(line, cards)
        if (other.name, other.build_text) != (form.name, form.build_text):
            yield other
