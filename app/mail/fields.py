"""Labels of a letter to the fields of an entry."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile, islice
from typing import Final, NamedTuple

from app.engine import MOMENTS, CardInfo
from app.league.flavouring import LABEL_NAMES
from app.mail.card_words import count_cards, says_cards
from app.mail.labels import FLAVOUR, Label, label_of
from app.mail.one_line import one_line_form
from app.mail.tidying import tidy, visible

_MOST_LINES: Final = 40
_CLOSING: Final = re.compile(
    r"\W*(以上|それでは|では|どうぞ|何卒|((よろ|宜)しく|お願い|おねがい)|ありがとう|many thanks|thanks?|thank you|cheers|(best|kind|warm)( regards| wishes)?\W*$"
    r"|regards|sincerely|yours)",
    re.IGNORECASE,
)
_COLON: Final = re.compile("[:：]")


@dataclass(frozen=True, slots=True)
class EntryForm:
    """What a letter says, each field as typed, None where it says nothing.

    `build_text` is "" only where the one-line form has nothing before its slash: a build without cards.
    `repeated` are the fields given twice and differently; the first one stands here, but nobody can know
    which is meant. `owner` may be an address: whoever makes it public has to look.
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
    """What it calls its build and its lore."""
    repeated: tuple[str, ...] = ()


class _Section(NamedTuple):
    """A label, and the lines from it to the next one; the first is the rest of the label's own."""

    field: str
    lines: list[str]

    def value(self, cards: Sequence[CardInfo]) -> str | None:
        match self.field:
            case "build":
                return _build(self.lines, cards)
            case "lore":
                return "\n".join(line.rstrip() for line in self.lines).strip() or None
            case "url":
                return _url(_first_line(self.lines))
            case _:
                return _first_line(self.lines)


def read_fields(text: str, cards: Sequence[CardInfo] = (), title: str = "") -> EntryForm:
    """The fields that this text fills in: `Mail.text`, or what somebody typed elsewhere.

    The one-line form (`攻響核核双硬癒罠/キャラ名`) is known by the characters of these cards: those of the
    game, or of all games that are open. It may also be all of the title, where the text has no build.
    """
    preface: list[str] = []
    sections: list[_Section] = []
    for line in tidy(text).split("\n"):
        label = label_of(line)
        if label and (label.is_certain or _may_begin(label, sections, cards)):
            sections.append(_Section(label.field, [label.rest]))
        else:
            (sections[-1].lines if sections else preface).append(line)
    said = [(section.field, value) for section in sections if (value := section.value(cards))]
    has_build = any(field == "build" for field, _ in said)
    one_line = one_line_form(preface, cards, has_build=has_build)
    if not one_line and not has_build:
        one_line = one_line_form([title], cards, has_build=True)
    if not one_line and not has_build and any(field == "name" for field, _ in said):
        others = [line for each in sections if each.field != "lore" for line in each.lines]
        said = [*_under_own_label([*preface, *others], cards), *said]
    return form_of([*one_line, *said])


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


def _may_begin(label: Label, sections: Sequence[_Section], cards: Sequence[CardInfo]) -> bool:
    """Whether a word that may be like others is a label here: nothing else has begun its field, nor told a story."""
    begun = {section.field for section in sections}
    if label.field in begun or (label.field != "build" and "lore" in begun):
        return False
    return not (label.is_bare and label.field == "build") or says_cards(label.rest, cards)


def _build(lines: list[str], cards: Sequence[CardInfo]) -> str | None:
    """The lines up to the next blank one, or as far as lines of cards alone stand; without the words that end a mail."""
    written = [line.strip() for line in dropwhile(lambda line: not line.strip(), lines)]
    end = next((at for at, line in enumerate(written) if not line), len(written))
    for at, line in enumerate(written[end : end + _MOST_LINES], end):
        if cards and says_cards(line, cards):
            end = at + 1
    kept = [line for line in written[:end] if line]
    closing = next((at for at, line in enumerate(kept) if at and _CLOSING.match(line)), len(kept))
    return "\n".join(kept[:closing]) or None
