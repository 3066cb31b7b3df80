"""The words that name a field of an entry, at the start of a line."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from app.engine import MOMENTS
from app.mail.words import mistake, read_tables, words_of
from app.text.characters import BLANKS

FIELDS: Final = (
    *("name", "build", "lore", "owner", "url", "season"),
    *(*MOMENTS, "build-label", "lore-label"),
)
SLOTS: Final = "flavour"
REMARKS: Final = "remarks"
FLAVOUR: Final = "flavour "
"""The field that names a slot is this and the place of the slot."""
_LONGEST_LABEL = 40

# Before a label may stand blanks, marks and a number. It may be bold (`**Name:**`), or in 【】 without its colon.
_MARKS = rf"[{BLANKS}\ufeff\u200b-\u200f\u2060■◆●○・*#-]*+(?:[(（]?[0-9０-９]{{1,2}}[.．)）][{BLANKS}]*|[①-⑳][{BLANKS}]*)?"
_LABEL = re.compile(
    rf"{_MARKS}((?<=\*))?"
    rf"(?:[【\[［<＜]([^【】\[\]［］<>＜＞:：]{{1,{_LONGEST_LABEL}}})[】\]］>＞](?(1)\**)[{BLANKS}]*[:：]?"
    rf"|([^:：=＝【】]{{1,{_LONGEST_LABEL}}})[:：=＝])"
    r"(?(1)\**)"
)
# Without a colon it is a label only where no other line is: in cells of a table, or before a dash.
_BARE_LABEL = re.compile(
    rf"{_MARKS}(?:(\S{{1,{_LONGEST_LABEL}}}?)[{BLANKS}]+[-–—―→][{BLANKS}]+|(\S{{1,{_LONGEST_LABEL}}})(?:[\t\u3000]|  |(?<=[\u3041-\u9fff])[{BLANKS}])[{BLANKS}]*)(?=\S)"
)


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of `labels.toml`, as words are compared: those that begin a field, perhaps begin one, or none."""

    certain: Mapping[str, str]
    maybe: Mapping[str, str]
    bare: Mapping[str, str]
    slot: re.Pattern[str]
    remarks: frozenset[str]


def read_labels(path: Path) -> Labels:
    """The labels in this file. Raises `FileBroken`, which names the line of a mistake."""
    tables = read_tables(path)
    known = {*FIELDS, SLOTS, REMARKS}
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
            key: [*map(_word, words_of(path, name, table.get(key), may_be_none=True))]
            for key in ("ja", "en", "maybe")
        }
    certain = {word: each for each in FIELDS for key in ("ja", "en") for word in words[each][key]}
    maybe = {word: each for each in FIELDS for word in words[each]["maybe"]}
    slots = "|".join(map(re.escape, words[SLOTS]["ja"] + words[SLOTS]["en"]))
    return Labels(
        certain,
        maybe,
        {word: each for word, each in (certain | maybe).items() if each in FIELDS[:4]},
        re.compile(rf"(?:{slots})([1-9][0-9]?)"),
        frozenset(words[REMARKS]["ja"] + words[REMARKS]["en"]),
    )


class Label(NamedTuple):
    """The field that a line begins, and the rest of that line.

    `is_certain`: nothing but a label begins a line like this. `is_bare`: it stands there without a colon.
    """

    field: str
    rest: str
    is_certain: bool = True
    is_bare: bool = False


def label_of(line: str) -> Label | None:
    """The label that stands at the start of this line."""
    found = _LABEL.match(line)
    word, rest = (_word(found[2] or found[3]), line[found.end() :]) if found else ("", "")
    bare = _BARE_LABEL.match(line) if word not in LABELS.certain else None
    if bare and (field := LABELS.bare.get(_word(bare[1] or bare[2]))):
        return Label(field, line[bare.end() :], is_certain=False, is_bare=True)
    if word in LABELS.maybe:
        return Label(LABELS.maybe[word], rest, is_certain=False)
    if slot := LABELS.slot.fullmatch(word):
        return Label(f"{FLAVOUR}{slot[1]}", rest)
    return Label(LABELS.certain[word], rest) if word in LABELS.certain else None


def foreign_label(line: str) -> tuple[str, str, bool] | None:
    """A label that is none of ours at the start of this line: its word, the rest, and whether it stands in brackets."""
    found = _LABEL.match(line)
    if not found or label_of(line):
        return None
    return (found[2] or found[3]).strip(), line[found.end() :].strip(), found[2] is not None


def is_remark(label: str) -> bool:
    """Whether it is a heading that people put above remarks to us."""
    return _word(label).strip(".") in LABELS.remarks


def is_own(field: str) -> bool:
    """Whether the field is a name, a label or words of a character's own."""
    return field.startswith(FLAVOUR) or field in MOMENTS or field.endswith("-label")


def _word(label: str) -> str:
    """A label as labels are compared: without blanks, in one width and size of letters."""
    return "".join(unicodedata.normalize("NFKC", label).casefold().rstrip("*:").split())


LABELS: Final = read_labels(Path(__file__).with_name("labels.toml"))
"""The words that begin a field of an entry."""
