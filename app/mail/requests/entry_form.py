"""Labels of a letter to the fields of an entry."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile, islice, takewhile
from typing import Final, NamedTuple

from app.engine import MOMENTS, CardInfo
from app.engine.lists import team_in
from app.league.characters import LABEL_NAMES
from app.letters.untaken import Untaken, named
from app.mail.labels import FLAVOUR, Label, foreign_label, is_remark, label_of
from app.mail.requests.card_words import count_cards, says_cards
from app.text.characters import tidy, visible

_MOST_READ: Final = 5000
"""The most lines in which labels are looked for: ten times those of a form that is filled in."""
_MOST_LINES: Final = 40
_MOST_PREFACE: Final = 200
_MOST_QUOTED: Final = 3
_OF_ANY: Final = frozenset({"name", "build"})
"""The fields of every character."""
_CLOSING: Final = re.compile(
    r"\W*(以上|それでは|では|どうぞ|何卒|((よろ|宜)しく|お願い|おねがい)|ありがとう|many thanks|thanks?|thank you|cheers|(best|kind|warm)( regards| wishes)?\W*$"
    r"|regards|sincerely|yours)",
    re.IGNORECASE,
)
_COLON: Final = re.compile("[:：]")


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
    flavour: Mapping[int, str] = field(default_factory=dict)
    """Names of slots, by their places from 1."""
    lines: Mapping[str, str] = field(default_factory=dict)
    """Words that the character speaks, by moment."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Its labels for its build and its lore."""
    repeated: tuple[str, ...] = ()
    untaken: tuple[Untaken, ...] = field(default=(), compare=False)
    """The lines that are in no field."""


class _Section(NamedTuple):
    """A label, and the lines from it to the next one; the first is the rest of the label's own."""

    field: str
    lines: list[str]

    def value(self, cards: Sequence[CardInfo]) -> str | None:
        match self.field:
            case "remark":
                return None
            case "build":
                return "\n".join(_build(self.lines, cards)[0]) or None
            case "lore":
                return "\n".join(line.rstrip() for line in self.lines).strip() or None
            case "url":
                return _url(_first_line(self.lines))
            case _:
                return _first_line(self.lines)

    def rest(self, cards: Sequence[CardInfo]) -> list[str]:
        """The first lines that are not in its value, as far as no words stand there that end a mail."""
        between: list[str] = []
        match self.field:
            case "lore":
                return []
            case "remark":
                return [" ".join(line.strip() for line in self.lines[:_MOST_LINES])]
            case "build":
                _, between, lines = _build(self.lines, cards)
            case _:
                lines = [*filter(visible, self.lines[:_MOST_LINES])][1:]
        said = filter(visible, lines[:_MOST_LINES])
        below = takewhile(lambda line: not _CLOSING.match(line), said)
        return [*between, *(line.strip() for line in below)]


def read_fields(text: str, cards: Sequence[CardInfo] = (), title: str = "") -> EntryForm:
    """The fields that this text fills in: `Mail.text`, or a form on a page.

    The one-line form (`攻響核核双硬癒罠/キャラ名`) is known by the characters of these cards: those of the
    game, or of all games that are open. It may also be all of the title, where the text has no build.
    Below very many lines no field begins: there a story goes on, and all else is not taken.
    """
    preface: list[str] = []
    sections: list[_Section] = []
    begun: set[str] = set()
    lines = tidy(text).split("\n")
    for line in lines[:_MOST_READ]:
        label = label_of(line)
        if label and (label.is_certain or _may_begin(label, begun, cards)):
            sections.append(_Section(label.field, [label.rest]))
            begun.add(label.field)
        elif not label and sections and _is_remark(line, sections[-1].field, cards):
            sections.append(_Section("remark", [line]))
        else:
            (sections[-1].lines if sections else preface).append(line)
    below = lines[_MOST_READ:]
    if sections and sections[-1].field == "lore":
        sections[-1].lines.extend(below)
        below = []
    said, others = _first_character(
        [(section.field, value) for section in sections if (value := section.value(cards))]
    )
    has_build = any(field == "build" for field, _ in said)
    one_line = one_line_form(preface, cards, has_build=has_build)
    if one_line and has_build and {"name", "build"} <= dict(said).keys():
        others += [f"{dict(one_line)['build']}/{dict(one_line)['name']}"]
        one_line = []  # a second character beside one that has all its labels
    if not one_line and not has_build:
        one_line = one_line_form([title], cards, has_build=True)
    if not one_line and not has_build and any(field == "name" for field, _ in said):
        lines = [line for each in sections if each.field != "lore" for line in each.lines]
        said = [*_under_own_label([*preface, *lines], cards), *said]
    said = [*one_line, *said]
    left = [line for section in sections for line in section.rest(cards)]
    untaken = [
        *(named("second", name) for name in others),
        *_untaken_lines(preface, left, said, cards),
        *(named("lines", line) for line in islice(filter(visible, below), 1)),
    ]
    return replace(form_of(said), untaken=tuple(dict.fromkeys(untaken)))


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
    said: Sequence[tuple[str, str]],
    cards: Sequence[CardInfo],
) -> Iterator[Untaken]:
    """Lines above the fields that look like one, and lines between fields that belong to none."""
    taken = dict(said)
    own = (taken.get("build-label"), taken.get("build"))
    mine = f"{taken.get('build')}/{taken.get('name')}"
    lines = []
    above = [line for line in preface[:_MOST_PREFACE] if _is_told_above(line, cards)]
    for line in (*above, *left):
        foreign = foreign_label(line)
        if is_one_line_form(line, cards):
            if "".join(line.split()).replace("／", "/") != "".join(mine.split()):
                yield named("second", line)
        elif foreign and (foreign[0], foreign[1]) == own:
            continue
        elif foreign:
            yield named("label", line)
        elif line not in taken.values():
            lines.append(line)
    if lines:
        yield named("lines", " / ".join(lines[:_MOST_QUOTED]))


def _is_told_above(line: str, cards: Sequence[CardInfo]) -> bool:
    """Whether a line above all fields is one that we do not know, a remark, or a character: all else greets."""
    foreign = foreign_label(line)
    is_told = foreign and foreign[1] and (foreign[2] or is_remark(foreign[0]))
    return bool(is_told) or is_one_line_form(line, cards)


def _is_remark(line: str, field: str, cards: Sequence[CardInfo]) -> bool:
    """Whether a remark begins here, and ends the field above it. In a story only one in brackets does."""
    if not (foreign := foreign_label(line)):
        return False
    word, rest, is_bracketed = foreign
    if is_remark(word):
        return is_bracketed or field != "lore"
    is_card = says_cards(word, cards) or (rest and says_cards(rest, cards))
    return is_bracketed and field not in ("lore", "season") and not is_card


def _under_own_label(lines: Iterable[str], cards: Sequence[CardInfo]) -> list[tuple[str, str]]:
    """Build and label of the one line that says cards behind a label of the character's own: `名刀 村雨：閃閃交硬果`."""
    labelled = (parts for line in lines if len(parts := _COLON.split(line, maxsplit=1)) > 1)
    found = [
        [("build-label", label), ("build", rest.strip())]
        for before, rest in islice(labelled, _MOST_LINES)
        if (label := visible(before)) and count_cards(rest, cards) > 1
    ]
    return found[0] if len(found) == 1 else []


def form_of(said: Iterable[tuple[str, str]]) -> EntryForm:
    """The form with these fields in it, each with its value."""
    values: dict[str, str] = {}
    repeated: dict[str, None] = {}
    for name, value in said:
        if values.setdefault(name, value) != value:
            repeated[name] = None
    return EntryForm(
        name=values.get("name"),
        build_text=values.get("build"),
        lore=values.get("lore"),
        owner=values.get("owner"),
        url=values.get("url"),
        season=values.get("season"),
        flavour={
            int(name.removeprefix(FLAVOUR)): value
            for name, value in values.items()
            if name.startswith(FLAVOUR)
        },
        lines={moment: values[moment] for moment in MOMENTS if moment in values},
        labels={part: values[name] for part in LABEL_NAMES if (name := f"{part}-label") in values},
        repeated=tuple(repeated),
    )


def _first_line(lines: list[str]) -> str | None:
    """The first line that says something, without outer blanks and invisible control characters."""
    return next((value for line in lines if (value := visible(line))), None)


def _url(typed: str | None) -> str | None:
    if typed and typed.startswith("<") and typed.endswith(">"):
        return typed[1:-1].strip() or None
    return typed


def _may_begin(label: Label, begun: Collection[str], cards: Sequence[CardInfo]) -> bool:
    """Whether a word that may be like others is a label here: nothing else has begun its field, nor told a story."""
    if label.field in begun or (label.field != "build" and "lore" in begun):
        return False
    return not (label.is_bare and label.field == "build") or says_cards(label.rest, cards)


def _build(lines: list[str], cards: Sequence[CardInfo]) -> tuple[list[str], list[str], list[str]]:
    """The lines up to the next blank one, or as far as lines of cards alone stand; the words that end a mail but stand
    between them; and all below, from such words on.
    """
    written = [line.strip() for line in dropwhile(lambda line: not line.strip(), lines)]
    end = next((at for at, line in enumerate(written) if not line), len(written))
    for at, line in enumerate(written[end : end + _MOST_LINES], end):
        if cards and says_cards(line, cards):
            end = at + 1
    kept = [line for line in written[:end] if line]
    closings = [at for at, line in enumerate(kept) if at and _CLOSING.match(line)]
    below = range(closings[0], len(kept)) if closings and cards else ()
    last = max((at for at in below if says_cards(kept[at], cards)), default=0)
    closing = next((at for at in closings if at > last), len(kept))
    between = [line for at, line in enumerate(kept) if at in closings and at < last]
    taken = [line for at, line in enumerate(kept[:closing]) if at not in closings]
    return taken, between, [*kept[closing:], *written[end:]]


_SLASH = re.compile("[/／]")


def one_line_form(
    lines: Sequence[str], cards: Sequence[CardInfo], *, has_build: bool
) -> list[tuple[str, str]]:
    """Build and name, as fields, of the first line that says both.

    In a letter with no other build they may be no cards at all, or hold a wrong character among right
    ones: the game says what is wrong with it.
    """
    chars = {card.char for card in cards}
    tests = (_is_notation,) if has_build else (_is_notation, _is_empty, _resembles_notation)
    candidates = [found for line in lines if (found := _divided(line))]
    for is_meant in tests:
        for build, name in candidates:
            if is_meant(build, name, chars):
                return [("build", build), ("name", name)]
    return []


def is_one_line_form(line: str, cards: Sequence[CardInfo]) -> bool:
    """Whether this line says a build, character by character, and a name."""
    found = _divided(line)
    return found is not None and _is_notation(*found, {card.char for card in cards})


def _divided(line: str) -> tuple[str, str] | None:
    build, *rest = _SLASH.split(line, maxsplit=1)
    name = visible(rest[0]) if rest else ""
    return ("".join(build.split()), name) if name else None


def _is_notation(build: str, _name: str, chars: Collection[str]) -> bool:
    return bool(build) and all(char in chars for char in build)


def _is_empty(build: str, name: str, chars: Collection[str]) -> bool:
    return not build and bool(chars) and not _SLASH.match(name)


def _resembles_notation(build: str, _name: str, chars: Collection[str]) -> bool:
    build = build.removeprefix(team_in(build))
    right = sum(char in chars for char in build)
    return right >= 2 and right > len(build) / 2
