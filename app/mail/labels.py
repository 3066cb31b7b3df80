"""The words that name a field of an entry at the start of a line, and those that end a mail."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from app.engine import MOMENTS
from app.mail.words import mistake, read_tables, words_of
from app.text.characters import BLANKS

FIELDS: Final = (
    *("name", "build", "lore", "owner", "url", "season", "instead", "side", "word"),
    *(*MOMENTS, "build-label", "lore-label", "orders", "nonce"),
)
SLOTS: Final = "flavour"
REMARKS: Final = "remarks"
LISTS: Final = (
    *(SLOTS, REMARKS, "heads", "before", "behind", "player", "places", "ordinals", "order"),
    *("between", "counts", "name-said", "build-said", "said-ends"),
    *("greetings", "closings", "closing-ends", "closing-begins"),
)
"""The tables of words that begin no field."""
FLAVOUR: Final = "flavour "
"""The field that names a slot is this and the place of the slot."""
PLACE: Final = "…"
"""In a phrase it stands for what is said there."""
_LONGEST_LABEL: Final = 40
_LONGEST_CLOSING: Final = 60
_LONGEST_SIGNED: Final = 24

# Whatever is no letter may stand before a label, and a number: `■`, `**`, `1.`, `Ⅱ)`, 📛.
_NUMBERS: Final = "\u00b2\u00b3\u00b9\u2070-\u2089\u2160-\u2188\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u3220-\u3229\u3251-\u325f\u3280-\u3289\u32b1-\u32bf"
MARKS: Final = re.compile(
    rf"(?:[\W_]|[{_NUMBERS}]|[QＱ]?[0-9０-９]{{1,2}}(?=[\W_])|[一二三四五六七八九十](?=[、.．)）])){{0,60}}+"
)
_TIE: Final = re.compile("[:：=＝∶﹕]")
_ARROWS: Final = "→⇒⇨➡➔➜➝⟶▶►▷≫»＞>"
# Without a colon it is a label only where no other line is: in cells of a table, before a dash, an arrow or a bracket.
_LOOSE: Final = re.compile(
    rf"[{BLANKS}]*(?:[{_ARROWS}|｜│┃‖]\ufe0f?|[-－]+>|…+|‥+|[・･.．]{{2,}})[{BLANKS}]*|[{BLANKS}]+[-–—―－~～〜][{BLANKS}]+"
    rf"|[\t\u3000]|[{BLANKS}]{{2}}|(?<=[\u3041-\u9fff])[{BLANKS}]|(?<=[A-ZＡ-Ｚ][A-ZＡ-Ｚ])[{BLANKS}]|(?=[【「『《〈〔])"
    rf"|(?<=[\u3041-\u9fff])[-–—―－]|[-–—][{BLANKS}]+"
    r"|[\u25a0-\u25ff\u2600-\u27bf※†\U0001f000-\U0001faff]\ufe0f?"
)
_BEHIND_BRACKET: Final = re.compile(rf"[{BLANKS}*_`~]*(?:[:：=＝]|[{_ARROWS}]\ufe0f?)?")
_NOTE: Final = re.compile(r"(?s)[(（\[［【〔<＜《].*")
_SLASH: Final = re.compile("[/／・･|｜&＆,、]")
_BOLD: Final = "*_`~"
_QUOTES: Final = "「『“‘\"'(（"
_BULLETS: Final = re.compile(rf"[{BLANKS}*+(（・･\-–0-9０-９.．)）\ufeff\u200b-\u200f\u2060]*")
_NAMED: Final = re.compile(r"[,、!！.。～~ー\-–—…\u3000]+")
_LONGEST_WEAK: Final = 5
_TIED: Final = ("bracket", "quote", "colon", "alone")
_SUBJECT: Final = "は"
_LONGEST_INITIALS: Final = 3
"""HN, PN: as many letters may stand in front of a blank as a label."""
_PICTURES: Final = 0x1F000
"""From here on characters are pictures: emoji."""
_PICTURE: Final = "picture"
_FACE: Final = re.compile(r"m?\([^()]{0,12}\)m?[\W_]*$|[\W_]*[w笑]{1,5}[\W_]*$")
_INNER: Final = re.compile(r"[\W_]+")


class _Words(NamedTuple):
    """The words of a table, as they are compared, as typed, and so in small letters."""

    keys: frozenset[str]
    typed: tuple[str, ...]
    folded: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """The words of `labels.toml`, as words are compared: those that begin a field, perhaps begin one, or none."""

    certain: Mapping[str, str]
    maybe: Mapping[str, str]
    slot: re.Pattern[str]
    lists: Mapping[str, _Words]
    words: tuple[str, ...]
    """Those that begin a field, as typed."""

    @lru_cache(maxsize=1024)  # noqa: B019 - there are one or two of us; each line is looked at several times
    def field(self, word: str) -> tuple[str, bool] | None:
        """The field of this word, and whether it is certain; words that may stand around it are left out."""
        key = _key(word)
        if found := self._known(key):
            return found
        bare = _NOTE.sub("", word)
        if bare != word and (found := self._known(_key(bare))):
            return found
        several = {self._known(_key(each)) for each in _SLASH.split(bare) if _key(each)}
        if len(fields := {each[0] if each else None for each in several}) == 1 and None not in fields:  # fmt: skip
            return next(filter(None, several))
        for each in self.lists["behind"].keys:
            key = key.removesuffix(each) if self._known(key.removesuffix(each)) else key
        starts = self.lists["before"].keys
        rests = (key[at:] for at in range(len(key)) if key[:at] in starts or at == 0)
        return next(filter(None, map(self._known, rests)), None)

    def _known(self, key: str) -> tuple[str, bool] | None:
        if slot := self.slot.fullmatch(key):
            return f"{FLAVOUR}{slot[1]}", True
        if key in self.certain:
            return self.certain[key], True
        return (self.maybe[key], False) if key in self.maybe else None


def read_labels(path: Path) -> Labels:
    """The labels in this file. Raises `FileBroken`, which names the line of a mistake."""
    tables = read_tables(path)
    known = {*FIELDS, *LISTS}
    if stray := [name for name in tables if name not in known]:
        ja, en = f"[{stray[0]}] という項目はありません", f"[{stray[0]}] is no field"
        raise mistake(path, stray[0], "", ja, en)
    if missing := ", ".join(sorted(known - tables.keys())):
        raise mistake(path, "", "", f"[{missing}] がありません", f"[{missing}] is missing")
    words: dict[str, dict[str, list[str]]] = {}
    for name, table in tables.items():
        if unknown := table.keys() - {"ja", "en", "maybe"}:
            key = min(unknown)
            ja, en = (
                f"{key} は使いません",
                f"[{name}] has no use for “{key}”; it takes ja, en and maybe",
            )
            raise mistake(path, name, key, ja, en)
        words[name] = {
            key: words_of(path, name, table.get(key), may_be_none=True)
            for key in ("ja", "en", "maybe")
        }
    both = {name: (*each["ja"], *each["en"]) for name, each in words.items()}
    slots = "|".join(re.escape(_key(word)) for word in both[SLOTS])
    return Labels(
        {_key(word): each for each in FIELDS for word in both[each]},
        {_key(word): each for each in FIELDS for word in words[each]["maybe"]},
        re.compile(rf"(?:{slots})([1-9][0-9]?)"),
        {name: _words(both[name]) for name in LISTS},
        tuple(word for each in FIELDS for word in (*both[each], *words[each]["maybe"])),
    )


def _words(typed: tuple[str, ...]) -> _Words:
    return _Words(frozenset(map(_key, typed)), typed, tuple(map(str.casefold, typed)))


class Label(NamedTuple):
    """The field that a line begins, and the rest of that line.

    `is_certain`: nothing but a label begins a line like this. `is_bare`: it stands there without a colon.
    `style`: how it is set off, if by more than a bullet and a colon: labels of one mail look alike.
    """

    field: str
    rest: str
    is_certain: bool = True
    is_bare: bool = False
    style: str = ""


class _Head(NamedTuple):
    """A word that a line may begin with as its label, and the rest; `tie` is what holds them together."""

    word: str
    rest: str
    tie: str
    marks: str


def label_of(line: str) -> Label | None:
    """The label that stands at the start of this line."""
    for head in _heads(line):
        if not (found := LABELS.field(head.word)):
            continue
        field, is_certain = found
        mark = "" if _BULLETS.fullmatch(head.marks) else _look(head.marks.strip())
        bullet = f"{head.marks.strip()}:" if head.marks.strip() and not mark else mark
        match head.tie:
            case "colon":
                return Label(field, head.rest, is_certain, style=bullet)
            case "bracket":
                return Label(field, head.rest, is_certain, style=mark)
            case "quote":
                return Label(field, head.rest, is_certain=False, is_bare=True, style=mark)
            case "alone" if mark and is_certain:
                return Label(field, "", not mark.isascii() or "#" in mark, style=mark)
            case "alone" if mark:
                return Label(field, "", is_certain=False, style=mark)
            case "alone":
                pass
            case tie if field in FIELDS[:5] and head.rest.strip():
                style = (
                    f"{mark}{tie.strip()[:1] or ' '}" if is_certain or mark or tie.strip() else ""
                )
                return Label(field, head.rest, is_certain=False, is_bare=True, style=style)
    return None


def _look(mark: str) -> str:
    """Marks as labels of one mail share them: each has a picture of its own."""
    return _PICTURE if mark and ord(mark[0]) >= _PICTURES else mark


def alone(line: str) -> str | None:
    """The field of which this line says the label and nothing else: its value may stand below."""
    for head in _heads(line):
        if head.tie in _TIED and not head.rest.strip() and (found := LABELS.field(head.word)):
            return found[0]
    return None


def names_player(line: str) -> bool:
    """Whether its label is one that, beside the name of a character, stands above its player's."""
    head = next((each for each in _heads(line) if LABELS.field(each.word)), None)
    return head is not None and _key(_NOTE.sub("", head.word)) in LABELS.lists["player"].keys


def foreign_label(line: str) -> tuple[str, str, bool] | None:
    """A label that is none of ours at the start of this line: its word, the rest, and whether it stands in brackets."""
    for head in _heads(line):
        if head.tie in ("bracket", "colon"):
            if label_of(line):
                return None
            return head.word, head.rest.strip(), head.tie == "bracket"
    return None


def _heads(line: str) -> Iterable[_Head]:
    """The ways in which a line may begin with a label, the surest first."""
    found = MARKS.match(line)
    start = found.end() if found else 0
    marks = line[:start]
    if start == len(line):
        return
    openers = _unclosed(marks)
    if not openers and marks.strip() and not _BULLETS.fullmatch(marks[-1]):
        openers = [marks[-1]]  # ♪名前♪
    if openers:
        closer = _closer(openers[-1]) or openers[-1]
        end = line.find(closer, start, start + _LONGEST_LABEL + 1)
        if end > start and openers[-1] not in line[start:end] and not _TIE.search(line, start, end):
            behind = end
            closers = {closer, *map(_closer, openers)}
            while behind < len(line) and line[behind] in closers:
                behind += 1
            tie = _BEHIND_BRACKET.match(line, behind)
            rest = line[tie.end() :] if tie else line[behind:]
            has_colon = bool(tie and _TIE.search(tie[0]))
            is_quote = openers[-1] in _QUOTES and not has_colon
            yield _Head(line[start:end].strip(), rest, "quote" if is_quote else "bracket", marks)
            return
    tied = _TIE.search(line, start, start + _LONGEST_LABEL + 1)
    if tied:
        word, rest = line[start : tied.start()], line[tied.end() :]
        if not any(each in word for each in "【】"):
            yield _Head(word.strip(f"{BLANKS}{_BOLD}"), _unbold(rest, word, marks), "colon", marks)
    if len(line) - start <= 2 * _LONGEST_LABEL:
        yield _Head(line[start:].strip(), "", "alone", marks)
    for loose in _LOOSE.finditer(line, start, start + _LONGEST_LABEL + 1):
        if loose.start() > start:
            word, rest = line[start : loose.start()], line[loose.end() :]
            is_word = not (
                loose[0] in " \u00a0" and word.isascii() and len(word) > _LONGEST_INITIALS
            )
            if is_word and not (word.endswith(_SUBJECT) and not loose[0].strip()):
                yield _Head(word, rest, loose[0], marks)
            if loose[0].strip():
                return


def _unbold(rest: str, word: str, marks: str) -> str:
    """The rest of a line without the marks that end what began bold before or with the label."""
    if openers := _unclosed(marks):
        closer = _closer(openers[-1])
        if rest.rstrip().endswith(closer) and openers[-1] not in rest:
            return rest.rstrip().rstrip(closer)
    if not any(char in marks for char in _BOLD):
        return rest
    bold = marks.strip()[-2:] if marks.strip().endswith(("**", "__")) else marks.strip()[-1:]
    if bold and bold[0] in _BOLD and not word.rstrip().endswith(bold):
        if rest.startswith(bold):
            return rest.removeprefix(bold)
        stripped = rest.rstrip()
        if stripped.endswith(bold) and stripped.count(bold) == 1 and marks.endswith(bold):
            return stripped.removesuffix(bold)
    return rest


def _unclosed(marks: str) -> list[str]:
    """The brackets that are opened among these marks and not closed."""
    opened: list[str] = []
    for char in marks:
        if opened and char == _closer(opened[-1]):
            opened.pop()
        elif _closer(char):
            opened.append(char)
    return opened


@lru_cache(maxsize=1024)
def _closer(char: str) -> str:
    """The bracket that closes this one; none if it opens nothing."""
    kind = unicodedata.category(char)
    if char in '"«':
        return {'"': '"', "«": "»"}[char]
    if kind not in ("Ps", "Pi") and char not in "<＜≪":
        return ""
    for step in (1, 2):
        other = chr(ord(char) + step)
        if unicodedata.category(other) in ("Pe", "Pf"):
            return other
        if kind == "Sm" and unicodedata.mirrored(other):
            return other
    return ""


def is_remark(label: str) -> bool:
    """Whether it is a heading that people put above remarks to us, or above what is nobody else's business."""
    remarks = LABELS.lists[REMARKS].keys
    key = _key(_NOTE.sub("", label))
    for each in LABELS.lists["before"].keys:
        if key not in remarks:
            key = key.removeprefix(each) if key.removeprefix(each) in remarks else key
    return key in remarks


def heads_table(*cells: str) -> bool:
    """Whether these are the heads of the columns of a table of labels and values."""
    return all(_key(each) in LABELS.lists["heads"].keys for each in cells)


def is_own(field: str) -> bool:
    """Whether the field is a name, a label or words of a character's own."""
    return field.startswith(FLAVOUR) or field in MOMENTS or field.endswith("-label")


def greets(line: str) -> bool:
    """Whether it begins with a word of greeting."""
    said = _said(line)
    return said.startswith(LABELS.lists["greetings"].folded)


def closing(line: str) -> str | None:
    """How this line ends a mail: with a word of thanks and perhaps a name, or as a sentence; None if it does not.

    It is "sure", or "weak" where a story could end so, too.
    """
    if len(line) > 3 * _LONGEST_CLOSING or line.strip()[:1] in _QUOTES:
        return None
    said = _FACE.sub("", _said(line)) or _said(line)
    key = _key(said)
    if len(said) <= _LONGEST_CLOSING and any(map(key.endswith, LABELS.lists["closing-ends"].keys)):
        return "sure"
    head, *name = _NAMED.split(said, maxsplit=1)
    is_signed = bool(name) and len(name[0].strip()) <= _LONGEST_SIGNED
    for whole in (key, _key(head) if is_signed else ""):
        if whole in LABELS.lists["closings"].keys:
            return "weak" if whole.isascii() and len(whole) <= _LONGEST_WEAK else "sure"
    return "weak" if said.startswith(LABELS.lists["closing-begins"].typed) else None


def begins_closing(line: str) -> bool:
    """Whether it begins with words that end a mail, whatever follows."""
    words = [each for each in LABELS.lists["closings"].keys if not each.isascii()]
    return closing(line) is not None or _key(_said(line)).startswith(tuple(words))


def _said(line: str) -> str:
    """The line from its first letter on, in one width and size of letters."""
    found = MARKS.match(line)
    return unicodedata.normalize("NFKC", line[found.end() if found else 0 :]).casefold().strip()


def _key(word: str) -> str:
    """A word as words are compared: its letters and numbers, in one width and size."""
    return _INNER.sub("", unicodedata.normalize("NFKC", word).casefold())


LABELS: Final = read_labels(Path(__file__).with_name("labels.toml"))
"""The words that begin a field of an entry."""
