"""A mail with cards in the words of a call, `カード名：… 能力：… 効果：…`, in those of an entry: its name, its build, its story."""

import re
from collections.abc import Iterator
from typing import Final

_NAME: Final = r"カード名|card[ \u3000]name"
_PARTS: Final = {
    "設定": r"設定|フレーバー(?:テキスト)?|lore|flavou?r(?:[ ]text)?",
    "オーナー": r"作者|author",
    "URL": "URL",
}
_BEGINS: Final = re.compile(rf"(?:^|(?<=[\s\u3000]))(?:{_NAME})\s*[:：]", re.IGNORECASE)
_OTHERS: Final = re.compile(
    rf"(?:^|(?<=[\s\u3000]))({'|'.join(f'(?:{each})' for each in _PARTS.values())})\s*[:：]",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(r"^[^\s:：]{1,20}\s*[:：]|[\s\u3000][^\s:：]{1,20}[:：]")
_ANY: Final = re.compile(r"[\s\u3000][^\s\u3000:：]{1,20}[:：]")


def as_entries(text: str) -> str:
    """The text as entries are written, where it begins cards by name; any other text as it is."""
    begun = [*_BEGINS.finditer(text)]
    if not begun:
        return text
    ends = [*(each.start() for each in begun[1:]), len(text)]
    blocks = (text[each.end() : end] for each, end in zip(begun, ends, strict=True))
    return text[: begun[0].start()] + "\n\n".join(map(_entry, blocks)) + "\n"


def _entry(block: str) -> str:
    """One card: what stands behind its name is the name as far as the next label."""
    block = _card_alone(block).strip()
    first = _ANY.search(block)
    name, rest = (block[: first.start()], block[first.start() :]) if first else (block, "")
    said, build = dict[str, str](), list[str]()
    pieces = _OTHERS.split(rest)
    build.append(pieces[0])
    for label, value in zip(pieces[1::2], pieces[2::2], strict=True):
        field = next(
            each for each, ways in _PARTS.items() if re.fullmatch(ways, label, re.IGNORECASE)
        )
        own, behind = _until_label(value)
        said.setdefault(field, own)
        build.append(behind)
    one_line = " ".join(" ".join(build).split())
    lines = [f"名前：{' '.join(name.split())}", f"構成：{one_line}"]
    return "\n".join([*lines, *(f"{field}：{value}" for field, value in said.items())]) + "\n"


def _until_label(value: str) -> tuple[str, str]:
    found = _ANY.search(value)
    return (
        (value[: found.start()].strip(), value[found.start() :]) if found else (value.strip(), "")
    )


def _card_alone(block: str) -> str:
    """The block without what is written below it after an empty line, behind no label."""
    return "\n".join(_lines_of_card(block))


def _lines_of_card(block: str) -> Iterator[str]:
    is_apart = False
    for line in block.split("\n"):
        is_apart = not line.strip() or (is_apart and not _LABEL.search(line))
        if not is_apart:
            yield line
