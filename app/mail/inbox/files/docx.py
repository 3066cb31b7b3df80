"""The text of a Word document (.docx, ECMA-376): a zip of XML files, read no further than its paragraphs."""

import re
import zipfile
import zlib
from io import BytesIO
from typing import Final
from xml.parsers import expat

from app.mail.inbox.files.tables import Row, lines_of

MOST_BYTES: Final = 2 * 1024 * 1024
"""Of its text with the marks of XML, unpacked."""
MOST_FILES: Final = 2_000
_DOCUMENT: Final = re.compile(r"word/document\d{0,3}\.xml")
_WORDS: Final = re.compile(r"http.{1,60}/wordprocessingml/(?:[\w/]{1,20}/)?main")
_LEFT_OUT: Final = frozenset(("del", "moveFrom", "rt", "instrText", "Fallback"))
"""What was struck out, what a field computes, ruby, and what stands there twice for old programs."""
_SIGNS: Final = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_DEEPEST: Final = 10
"""Tables inside tables are told apart so deep."""


class NotADocument(Exception):
    """No document of Word, a broken one, or one that is too large."""


def text_of_docx(data: bytes) -> str:
    """Its paragraphs as lines, its tables as `lines_of` lays them out. Raises `NotADocument`."""
    document = _Document()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = document.begin
    parser.EndElementHandler = document.end
    parser.CharacterDataHandler = document.write
    parser.StartDoctypeDeclHandler = _refuse  # no entities, and so none that grow
    try:
        parser.Parse(_main_part(data), True)
    except (expat.ExpatError, zipfile.BadZipFile, zlib.error, OSError, ValueError) as error:
        raise NotADocument from error
    except (NotImplementedError, RuntimeError, EOFError, RecursionError) as error:  # of zipfile
        raise NotADocument from error
    return "\n".join(document.lines)


def _main_part(data: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = archive.infolist()
        main = next((part for part in parts if _DOCUMENT.fullmatch(part.filename)), None)
        if not main or len(parts) > MOST_FILES:
            raise NotADocument
        if main.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise NotADocument
        with archive.open(main) as opened:
            content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise NotADocument
    return content


def _refuse(*_doctype: object) -> None:
    raise NotADocument


class _Document:
    """Lines as they grow while the document is read; a cell of a table has its own."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._outer: list[list[str]] = []
        self._tables: list[list[list[list[str]]]] = []
        self._deep = 0
        self._left_out = 0
        self._is_text = False

    def begin(self, name: str, _attributes: object) -> None:
        tag = _tag(name)
        if tag in _LEFT_OUT or self._left_out:
            self._left_out += 1
        elif tag == "t":
            self._is_text = True
        elif tag in _SIGNS:
            self._line.append(_SIGNS[tag])
        elif tag == "tbl":
            self._deep += 1
            if self._deep <= _DEEPEST:
                self._tables.append([])
        elif tag == "tr" and self._in_table:
            self._tables[-1].append([])
        elif tag == "tc" and self._in_table:
            self._outer.append(self.lines)
            self.lines = []

    def end(self, name: str) -> None:
        tag = _tag(name)
        if self._left_out:
            self._left_out -= 1
        elif tag == "t":
            self._is_text = False
        elif tag == "p":
            self._end_paragraph()
        elif tag == "tc" and self._in_table:
            cell, self.lines = self.lines, self._outer.pop()
            if self._tables[-1]:
                self._tables[-1][-1].append(cell)
        elif tag == "tbl":
            if self._deep <= _DEEPEST:
                rows: list[Row] = [*self._tables.pop()]
                self.lines += lines_of(rows)
            self._deep -= 1

    def write(self, text: str) -> None:
        if self._is_text and not self._left_out:
            self._line.append(text)

    @property
    def _in_table(self) -> bool:
        return 0 < self._deep <= _DEEPEST

    def _end_paragraph(self) -> None:
        self.lines += "".join(self._line).split("\n")
        self._line = []


def _tag(name: str) -> str:
    """The name of an element of Word; of those of other programs only what they mean for both."""
    space, _, tag = name.rpartition(" ")
    return tag if _WORDS.fullmatch(space) or tag == "Fallback" else ""
