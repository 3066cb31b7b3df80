"""The words that name a field of an entry, at the start of a line."""

import re
import unicodedata
from typing import NamedTuple

from app.engine.typed import BLANKS

LABELS = {
    "名前": "name",
    "キャラクター名": "name",
    "name": "name",
    "構成": "build",
    "カード": "build",
    "build": "build",
    "cards": "build",
    "設定": "lore",
    "lore": "lore",
    "profile": "lore",
    "オーナー": "owner",
    "owner": "owner",
    "url": "url",
    "大会": "season",
    "season": "season",
}
_LONGEST_LABEL = 40

# Before a label may stand blanks and marks. It may be bold (`**Name:**`), or in 【】 without its colon.
_LABEL = re.compile(
    rf"[{BLANKS}\ufeff\u200b-\u200f\u2060■◆●○・*#-]*+((?<=\*))?"
    rf"(?:【([^【】]{{1,{_LONGEST_LABEL}}})】(?(1)\**)[{BLANKS}]*[:：]?|([^:：【】]{{1,{_LONGEST_LABEL}}})[:：])"
    r"(?(1)\**)"
)


class Label(NamedTuple):
    """The field that a line begins, and the rest of that line."""

    field: str
    rest: str


def label_of(line: str) -> Label | None:
    """The label that stands at the start of this line."""
    found = _LABEL.match(line)
    field = LABELS.get(_word(found[2] or found[3])) if found else None
    return Label(field, line[found.end() :]) if found and field else None


def _word(label: str) -> str:
    """A label as labels are compared: without blanks, in one width and size of letters."""
    return "".join(unicodedata.normalize("NFKC", label).casefold().rstrip("*:").split())
