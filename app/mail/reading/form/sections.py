"""The lines of a mail as sections: a label, and what stands below it up to the next one."""

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile
from typing import Final, NamedTuple

from app.engine import CardInfo
from app.mail.labels import (
    Label,
    alone,
    begins_closing,
    closing,
    foreign_label,
    greets,
    heads_table,
    is_remark,
    label_of,
    names_player,
)
from app.mail.reading.form.card_words import count_cards, names_cards, resembles_cards, says_cards
from app.mail.reading.form.layouts import is_rule
from app.mail.reading.form.shorthand import is_one_line_form
from app.text.characters import visible

MOST_LINES: Final = 40
_ABOUT_PLAYER: Final = frozenset({"owner", "url", "season", "instead"})
PROFILE: Final = "profile"
"""The field of a line under a label of the character's own, `属性：火`: it is lore."""
_REMARK: Final = "remark"
_ALONE: Final = "alone"
"""How labels look that have a line of their own."""
_MOST_AFTER: Final = 8
_MOST_REMARK: Final = 3
_LONGEST_SIGNATURE: Final = 80
_LONGEST_PROFILE: Final = 24
_MOST_WORDS: Final = 3
_CONTACT: Final = re.compile(r"[^\s@]@[^\s@]|\d{2,4}[-(]\d{2,4}[-)]\d{3,4}|〒")
_SENTENCE: Final = re.compile(r"[。、!?！？;]|[,.]\s")
_PART: Final = re.compile(
    r"\W*(?:(master|マスター)|(?:deck|デッキ|build|構成|構築)\s?[2-9２-９b-d])(?:\W*[:：=＝]\s*|\s+|$)(.*)",
    re.IGNORECASE,
)
_BLOCK: Final = ("|", ">", "|-", ">-")  # as YAML begins a text of several lines
_ENDED: Final = ("。", ".", "!", "?", "！", "？", "」", "』", "…", "”")


class FormSection(NamedTuple):
    """A label, and the lines from it to the next one; the first is the rest of the label's own.

    Of a profile and a remark the label is part of that first line.
    """

    field: str
    lines: list[str]

    @property
    def is_short(self) -> bool:
        """Whether its value is a line, so that what stands below belongs to nothing."""
        return self.field in _ABOUT_PLAYER

    def lift(self, cards: Sequence[CardInfo]) -> list[str]:
        """The characters in one line that stand below its label are taken out of it: of a story only its last line, if
        that has several cards.
        """
        told = [*range(1, len(self.lines))]
        if self.field == "lore":
            said = [at for at in range(_end_of(self.lines)) if _says(self.lines[at])]
            told = [at for at in said[1:][-1:] if count_cards(_build_in(self.lines[at]), cards) > 1]
        found = [at for at in told if is_one_line_form(self.lines[at], cards)]
        return [self.lines.pop(at) for at in reversed(found)][::-1]

    def value(self, cards: Sequence[CardInfo]) -> str | None:
        """The value of its field; None without one."""
        match self.field:
            case "remark":
                return None
            case "build":
                return "\n".join(_build(self.lines, cards)[0]) or None
            case "lore":
                return "\n".join(story(self.lines)).strip() or None
            case "profile":
                return "\n".join(self._paragraph()) or None
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
                return [" ".join(line.strip() for line in self.lines[:MOST_LINES])]
            case "build":
                _, between, lines = _build(self.lines, cards)
            case "profile":
                lines = [*filter(visible, self.lines[:MOST_LINES])][len(self._paragraph()) :]
            case _:
                lines = [*filter(_says, self.lines[:MOST_LINES])][1:]
        said = filter(_says, lines[:MOST_LINES])
        below = takewhile(lambda line: not begins_closing(line), said)
        return [*between, *(line.strip() for line in below)]

    def _paragraph(self) -> list[str]:
        """Its lines up to the first blank one, or to words that end a mail."""
        written = [line.strip() for line in self.lines]
        start = 1 + next((at for at, line in enumerate(written[1:]) if line), 0)
        first = written[:1] if written[0] else []
        if alone_label := (foreign_label(self.lines[0]) or ("", "x", False))[1] == "":
            below = written[start:]
        else:
            below = written[1:]
        block = [*takewhile(lambda line: line and not closing(line), below)]
        return [*first, *block] if not alone_label or block else []


def sections(
    lines: Sequence[str], cards: Sequence[CardInfo]
) -> tuple[list[str], list[FormSection]]:
    """The lines above all labels, and the sections below."""
    preface: list[str] = []
    found: list[FormSection] = []
    begun: set[str] = set()
    styles: set[str] = set()
    players: list[int] = []
    for at, line in enumerate(lines):
        if part := _part(lines, at, cards):
            found.append(FormSection("build", [part]))
            continue
        label = label_of(line)
        if not label or (label.is_bare and not label.rest.strip()):
            label = _alone(lines, at, begun, cards) or label
        is_below_blank = at > 0 and not lines[at - 1].strip()
        is_told = bool(found) and found[-1].field == "lore"
        is_apart = (
            not is_told or is_below_blank or (label is not None and _is_last(lines, at, label))
        )
        is_alike = not is_told or (label is not None and label.style in styles)
        if label and (
            label.is_certain
            or _may_begin(label, begun, cards, is_alike=is_alike, is_apart=is_apart)
        ):
            found.append(FormSection(label.field, [label.rest]))
            if label.field == "name" and names_player(line):
                players.append(len(found) - 1)
            begun.add(label.field)
            if label.style:
                styles.add(label.style)
        elif found and (field := _stray(lines, at, found[-1], cards)):
            found.append(FormSection(field, [line]))
        else:
            (found[-1].lines if found else preface).append(line)
    _say_players(found, players)
    if found:
        above = _profile_above(preface, cards)
        found[:0] = [FormSection(PROFILE, [line]) for line in above]
        preface = [line for line in preface if line not in above]
    return preface, found


def _say_players(found: list[FormSection], players: Sequence[int]) -> None:
    """Beside the name of the only character, another name is its player's."""
    names = [at for at, each in enumerate(found) if each.field == "name"]
    if len(players) == 1 and len(names) == 2:
        has_owner = any(each.field == "owner" for each in found)
        lines = found[players[0]].lines
        found[players[0]] = FormSection(_REMARK if has_owner else "owner", lines)


def _part(lines: Sequence[str], at: int, cards: Sequence[CardInfo]) -> str | None:
    """The first line of another part of a build, if one begins here."""
    if not (found := _PART.fullmatch(lines[at])):
        return None
    said = found[2] or next(filter(_says, lines[at + 1 : at + 6]), "")
    is_part = resembles_cards(said, cards) or names_cards(said, cards)
    return f"{'master' if found[1] else 'deck'} {found[2]}" if is_part else None


def _alone(
    lines: Sequence[str], at: int, begun: set[str], cards: Sequence[CardInfo]
) -> Label | None:
    """The label that is all of this line, where the next line may be its value."""
    if not (field := alone(lines[at])) or field in begun:
        return None
    below = next((line for line in lines[at + 1 : at + 6] if _says(line)), "")
    if not below or alone(below) or ((label := label_of(below)) and not label.is_bare):
        return None
    if field == "build" and not resembles_cards(below, cards):
        return None
    return Label(field, "", is_certain=False, style=_ALONE)


def _may_begin(
    label: Label, begun: set[str], cards: Sequence[CardInfo], *, is_alike: bool, is_apart: bool
) -> bool:
    """Whether a word that may be like others is a label here: nothing else has begun its field, nor told a story,
    unless it looks like the labels above, or stands apart from that.
    """
    if label.field in begun:
        return False
    is_told = "lore" in begun and label.field != "build"
    if is_told and not is_alike and (label.is_bare or not is_apart):
        return False
    return not (label.is_bare and label.field == "build") or resembles_cards(label.rest, cards)


def _is_last(lines: Sequence[str], at: int, label: Label) -> bool:
    """Whether it says who plays, right at the end of the mail, where no story goes on."""
    if label.is_bare or label.field not in _ABOUT_PLAYER:
        return False
    said = [line for line in lines[at : at + MOST_LINES] if _says(line)]
    below = takewhile(lambda line: not closing(line), said[1:])
    fields = {(found.field if (found := label_of(line)) else "") for line in below}
    return fields <= _ABOUT_PLAYER


def _stray(
    lines: Sequence[str], at: int, above: FormSection, cards: Sequence[CardInfo]
) -> str | None:
    """The field of a label that is none of ours and ends the section above: a remark to us, or a line of a profile.

    In a story only a remark in brackets does, or one at its end.
    """
    line = lines[at]
    if not (foreign := foreign_label(line)):
        return None
    word, rest, is_bracketed = foreign
    if is_remark(word) or (_is_profile(word, rest) and _CONTACT.search(rest)):
        is_last = sum(map(_says, lines[at:][:MOST_LINES])) <= _MOST_REMARK
        return _REMARK if is_bracketed or above.field != "lore" or is_last else None
    if above.field == "lore" or not any(map(visible, above.lines)):
        return None
    if says_cards(word, cards) or (rest and resembles_cards(rest, cards)):
        return None
    if is_bracketed:
        return PROFILE if rest or at + 1 < len(lines) else None
    return PROFILE if _is_profile(word, rest) else None


def _is_profile(word: str, rest: str) -> bool:
    """Whether a label and its value may be a line of a profile, and not a sentence with a colon in it."""
    is_short = len(word) <= _LONGEST_PROFILE and len(word.split()) <= _MOST_WORDS
    if not (is_short and rest.strip()) or rest.startswith("//") or _SENTENCE.search(word):
        return False
    return any(char.isalpha() for char in word) and not greets(word) and not begins_closing(word)


def _profile_above(preface: Sequence[str], cards: Sequence[CardInfo]) -> list[str]:
    """The lines of a profile that stand right above the first label."""
    found: list[str] = []
    for line in reversed(preface[-MOST_LINES:]):
        foreign = foreign_label(line)
        if foreign and heads_table(*foreign[:2]):
            continue
        if not foreign or is_remark(foreign[0]) or foreign[2] or not _is_profile(*foreign[:2]):
            break
        if resembles_cards(foreign[1], cards):
            break
        found.insert(0, line)
    return found


def _build_in(line: str) -> str:
    return line.replace("／", "/").rpartition("/")[0]


def _says(line: str) -> bool:
    """Whether it holds more than blanks and drawn lines."""
    return bool(visible(line)) and not is_rule(line)


def _first_line(lines: list[str]) -> str | None:
    """The first line that says something, without outer blanks and invisible control characters."""
    return next((value for line in lines if _says(line) and (value := visible(line))), None)


def _url(typed: str | None) -> str | None:
    if typed and typed.startswith("<") and typed.endswith(">"):
        return typed[1:-1].strip() or None
    return typed


def _build(lines: list[str], cards: Sequence[CardInfo]) -> tuple[list[str], list[str], list[str]]:
    """The lines up to the next blank one, or as far as lines of cards alone stand; the words that end a mail but stand
    between them; and all below, from such words on.
    """
    ruled = (line for line in lines if not is_rule(line))
    written = [line.strip() for line in dropwhile(lambda line: not line.strip(), ruled)]
    end = next((at for at, line in enumerate(written) if not line), len(written))
    for at, line in enumerate(written[end : end + MOST_LINES], end):
        if cards and says_cards(line, cards):
            end = at + 1
    kept = [line for line in written[:end] if line]
    closings = [at for at, line in enumerate(kept) if at and begins_closing(line)]
    below = range(closings[0], len(kept)) if closings and cards else ()
    last = max((at for at in below if says_cards(kept[at], cards)), default=0)
    end_of_mail = next((at for at in closings if at > last), len(kept))
    between = [line for at, line in enumerate(kept) if at in closings and at < last]
    taken = [line for at, line in enumerate(kept[:end_of_mail]) if at not in closings]
    return taken, between, [*kept[end_of_mail:], *written[end:]]


def story(lines: Sequence[str]) -> list[str]:
    """The lines of a story, without the words that end the mail below it."""
    told = [line.rstrip() for line in lines]
    if told and told[0].strip() in _BLOCK:
        told = told[1:]
    return _unruled(told[: _end_of(told)])


def _unruled(lines: list[str]) -> list[str]:
    """The lines without blank and drawn ones around them; what is drawn above a story, and not with a typewriter, is of it."""
    said = [at for at, line in enumerate(lines) if _says(line)]
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    is_art = bool(said) and is_rule(lines[first]) and not lines[first].isascii()
    below = takewhile(str.strip, lines[said[-1] + 1 :]) if is_art else ()
    return [*lines[first if is_art else said[0] : said[-1] + 1], *below] if said else []


def _end_of(lines: Sequence[str]) -> int:
    """Where the words begin that end a mail below a story. What goes on telling below them is still the story."""
    said = [at for at, line in enumerate(lines) if _says(line)]
    end = len(lines)
    for at in said[:0:-1][: 2 * _MOST_AFTER]:
        line = lines[at]
        below = sum(each > at for each in said if each < end)
        if found := closing(line):
            is_apart = not lines[at - 1].strip() or is_rule(lines[at - 1])
            if found == "sure" or is_apart or below == 1:
                end = at
                continue
        if line.strip().endswith(_ENDED) or len(line.strip()) > _LONGEST_SIGNATURE:
            break
        if below > _MOST_AFTER:
            break
    return end


def unclosed(lines: Sequence[str]) -> Iterator[str]:
    """The lines that neither are blank nor end the mail, as far as none does."""
    return takewhile(lambda line: not begins_closing(line), filter(_says, lines))
