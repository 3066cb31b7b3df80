"""Words in TOML files that people edit: a mistake in one is named with its line."""

import re
import tomllib
from pathlib import Path
from typing import Any

from app.errors import FileBroken


def read_tables(path: Path) -> dict[str, Any]:
    """The tables of this file. Raises `FileBroken` if it is no TOML."""
    text = path.read_text("utf-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        ja, en = f"TOML として読めません（{error}）", f"this is no TOML: {error}"
        raise _broken(path, line, ja, en) from None


def mistake(path: Path, table: str, words: str, ja: str, en: str) -> FileBroken:
    """The error for a mistake in this table. It names the first line with these words, else the
    head of the table.
    """
    lines = path.read_text("utf-8").split("\n")
    head = next((at for at, line in enumerate(lines, 1) if line.strip() == f"[{table}]"), 1)
    below = enumerate(lines[head:], head + 1)
    line = next((at for at, line in below if words and words in line), head)
    return _broken(path, line, ja, en)


def _broken(path: Path, line: int, ja: str, en: str) -> FileBroken:
    return FileBroken(f"{path.name}、{line}行目：{ja}。", f"{path.name}, line {line}: {en}.")


def words_of(path: Path, table: str, words: object, *, may_be_none: bool = False) -> list[str]:
    """The words of a list in this table. Raises `FileBroken` if it is no list of words."""
    if words is None and may_be_none:
        return []
    if isinstance(words, list) and words and all(isinstance(each, str) and each for each in words):
        return words
    ja, en = f'[{table}] の言葉は ["…", "…"] と書いてください', f'the words of [{table}] must be written as ["…", "…"]'  # fmt: skip
    raise mistake(path, table, "", ja, en)
