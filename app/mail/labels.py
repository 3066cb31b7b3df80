"""The words that name a field of an entry, at the start of a line."""

import re
import unicodedata
from typing import NamedTuple

from app.engine import MOMENTS
from app.text.characters import BLANKS

LABELS = {
    "名前": "name",
    "キャラクター名": "name",
    "キャラ名": "name",
    "name": "name",
    "構成": "build",
    "カード": "build",
    "build": "build",
    "cards": "build",
    "設定": "lore",
    "lore": "lore",
    "profile": "lore",
    "オーナー": "owner",
    "ハンドルネーム": "owner",
    "hn": "owner",
    "プレイヤー名": "owner",
    "playername": "owner",
    "owner": "owner",
    "url": "url",
    "大会": "season",
    "season": "season",
    "登場": "entrance",
    "entrance": "entrance",
    "とどめ": "finish",
    "finish": "finish",
    "finishingblow": "finish",
    "勝利": "victory",
    "victory": "victory",
    "敗北": "defeat",
    "defeat": "defeat",
    "構成の項目名": "build-label",
    "スキルの項目名": "build-label",
    "カードの項目名": "build-label",
    "buildlabel": "build-label",
    "設定の項目名": "lore-label",
    "lorelabel": "lore-label",
}
# In a story these may be words like others: they begin a field only where nothing else has.
_PERHAPS = {
    "スキル": "build",
    "skills": "build",
    "ビルド": "build",
    "デッキ": "build",
    "カード構成": "build",
    "deck": "build",
    "キャラクター": "name",
    "キャラ": "name",
    "character": "name",
    "charactername": "name",
    "プロフィール": "lore",
    "ストーリー": "lore",
    "物語": "lore",
    "story": "lore",
    "backstory": "lore",
    "プレイヤー": "owner",
    "player": "owner",
}
_REMARKS = frozenset(
    [
        "備考",
        "備考欄",
        "補足",
        "コメント",
        "ひとこと",
        "ひと言",
        "一言",
        "一言コメント",
        "メモ",
        "連絡事項",
        "連絡先",
        "質問",
        "要望",
        "感想",
        "その他",
        "追伸",
        "自由記入欄",
        "note",
        "notes",
        "remark",
        "remarks",
        "comment",
        "comments",
        "memo",
        "ps",
        "p.s",
        "question",
        "questions",
        "email",
        "e-mail",
        "メール",
        "メールアドレス",
        "電話",
        "電話番号",
        "tel",
    ]
)
_SLOT_NAME = re.compile(
    r"(?:技名|スキル名|カード名|フレーバー|flavou?r|skillname|cardname)([1-9][0-9]?)"
)
FLAVOUR = "flavour "
"""The field that names a slot is this and the place of the slot."""
_BARE = {
    word: field
    for word, field in (LABELS | _PERHAPS).items()
    if field in ("name", "build", "lore", "owner")
}
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
    bare = _BARE_LABEL.match(line) if word not in LABELS else None
    if bare and (field := _BARE.get(_word(bare[1] or bare[2]))):
        return Label(field, line[bare.end() :], is_certain=False, is_bare=True)
    if word in _PERHAPS:
        return Label(_PERHAPS[word], rest, is_certain=False)
    if slot := _SLOT_NAME.fullmatch(word):
        return Label(f"{FLAVOUR}{slot[1]}", rest)
    return Label(LABELS[word], rest) if word in LABELS else None


def foreign_label(line: str) -> tuple[str, str, bool] | None:
    """A label that is none of ours at the start of this line: its word, the rest, and whether it stands in brackets."""
    found = _LABEL.match(line)
    if not found or label_of(line):
        return None
    return (found[2] or found[3]).strip(), line[found.end() :].strip(), found[2] is not None


def is_remark(label: str) -> bool:
    """Whether it is a word that people put above what they have to say besides."""
    return _word(label).strip(".") in _REMARKS


def is_own(field: str) -> bool:
    """Whether the field is a name, a label or words of a character's own."""
    return field.startswith(FLAVOUR) or field in MOMENTS or field.endswith("-label")


def _word(label: str) -> str:
    """A label as labels are compared: without blanks, in one width and size of letters."""
    return "".join(unicodedata.normalize("NFKC", label).casefold().rstrip("*:").split())
