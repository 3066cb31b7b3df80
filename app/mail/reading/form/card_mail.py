"""A mail with cards in the words of a call, `カード名：… 能力：… 効果：…`: the fields of an entry for each."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

_BLANK: Final = r"(?:^|(?<=[\s\u3000]))"
_BEGINS: Final = re.compile(rf"{_BLANK}(?:カード名|card[ \u3000]name)\s*[:：]", re.IGNORECASE)
_FIELDS: Final = {
    "lore": "設定|lore",
    "flavour": r"フレーバー(?:テキスト)?|flavou?r(?: text)?",
    "owner": r"作者|author",
    "url": "URL",
    "source": r"(?:画像の)?出典|source",
    "terms": r"(?:画像の)?利用条件|terms(?: of use)?",
    "licence": r"ライセンス|licen[cs]e",
}
_FIELD: Final = "|".join(f"(?P<{name}>{ways})" for name, ways in _FIELDS.items())
_EFFECT: Final = re.compile(r"(?:効果|effect)\s*[:：]\s*[A-ZＡ-Ｚ][0-9０-９]", re.IGNORECASE)
"""One that is known by its code, and has flavour of its own."""
_LABEL: Final = re.compile(
    rf"{_BLANK}(?:(?:{_FIELD})\s*|(?!https?:)[^\s\u3000:：]{{1,20}})[:：]", re.IGNORECASE
)


def cards_in(text: str) -> list[dict[str, str]]:
    """The fields of each card that the text begins by name: its name, its build in labels, its story; none if it begins none."""
    _, *blocks = _BEGINS.split(text)
    return [_card(each) for each in blocks]


def _card(block: str) -> dict[str, str]:
    """One card: what stands behind its name is the name as far as the next label; labels of no field begin its build.

    Flavour on the line of an effect, or behind a label of it, is that of the effect.
    """
    text = "\n".join(_lines_of_card(block))
    labels = [*_LABEL.finditer(text)]
    ends = [*(each.start() for each in labels), len(text)]
    found, build = {"name": " ".join(text[: ends[0]].split())}, ""
    stories: list[str] = []
    has_effect = False
    for label, (start, end) in zip(labels, pairwise(ends), strict=True):
        field, said = label.lastgroup, text[label.end() : end].strip()
        has_effect = has_effect or bool(_EFFECT.match(text, start))
        if field is None or (field == "flavour" and has_effect and text[start - 1] != "\n"):
            build += text[start:end]
        elif field in ("lore", "flavour"):
            stories.append(said)
        else:
            found.setdefault(field, said)
    return {
        **found,
        **({"lore": "\n".join(stories)} if stories else {}),
        "build_text": build.strip(),
    }


def _lines_of_card(block: str) -> Iterator[str]:
    """The lines of the card, without what is written below an empty line, behind no label."""
    is_apart = False
    for line in block.strip().split("\n"):
        is_apart = not line.strip() or (is_apart and not _LABEL.search(line))
        if not is_apart:
            yield line
