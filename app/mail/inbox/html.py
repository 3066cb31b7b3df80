"""HTML to the plain text that its reader sees."""

import re
from collections import Counter
from collections.abc import Collection, Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.mail.inbox.documents import Row, lines_of
from app.mail.inbox.parts import TooComplex

# The parser needs a second for tags nested this deep, and the time grows with the square.
MAX_TAGS = 20_000
# Tags of formatting that are left open it opens anew in each paragraph; its time and memory grow with their product.
MAX_OPENED_ANEW = 300_000
# Each attribute of a tag it compares with all before it.
MAX_ATTRIBUTES = 1_000

# fmt: off
_NO_TEXT = frozenset((
    "head", "iframe", "math", "noframes", "object", "rp", "script", "select", "style", "svg", "template",
    "textarea", "title",
))
_BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "center", "dd", "div", "dl", "dt", "fieldset", "figure", "footer", "form",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section",
    "table", "tbody", "tfoot", "thead", "tr", "ul",
))
# fmt: on
_CELLS = frozenset(("td", "th"))
_QUOTES = frozenset(("gmail_quote", "yahoo_quoted"))
_DEEPEST = 10
"""Tables inside tables are laid out so deep; below, their cells stand below each other."""
# As a class or as an id.
_SIGNATURES = frozenset(
    (
        "applemailsignature",
        "bloop_sign",
        "gmail_signature",
        "gmail_signature_prefix",
        "k9mail-signature",
        "moz-signature",
        "ms-outlook-mobile-signature",
        "protonmail_signature_block",
        "signature",
    )
)
_HIDING = re.compile("display:none|visibility:hidden|mso-hide:all")
_AS_TYPED = re.compile("white-space:(pre|break-spaces)")
_INDENTED = re.compile("border(-left)?:(none|0)|border-(left-)?(style:none|width:0)")
_FORMATTING = re.compile(r"<(/?)(a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])")
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_WRAPPED_JAPANESE = re.compile(
    "(?<=[\u3000-\u9fff\uff01-\uff60])[ \t]*\r?\n[ \t]*(?=[\u3000-\u9fff\uff01-\uff60])"
)


def text_of_html(html: str) -> str:
    """Its visible text: no head, comments, scripts or hidden elements, and `>` before every line of a quote.

    `br`, `div` and `p` are line breaks, tables as `lines_of` lays them out. Raises `TooComplex`.
    """
    tags = html.count("<")
    if (
        tags > MAX_TAGS
        or tags * _most_left_open(html) > MAX_OPENED_ANEW
        or _has_too_many_attributes(html)
    ):
        raise TooComplex
    page = _Page()
    root = LexborHTMLParser(html).root
    steps = [] if root is None else [_Step(root)]
    while steps:
        steps += page.take(steps.pop())
    return page.text()


def _most_left_open(html: str) -> int:
    """Of how many tags of formatting the end has not come where most are open."""
    most = 0
    left_open: Counter[str] = Counter()
    for end, name in _FORMATTING.findall(html.lower()):
        if not end:
            left_open[name] += 1
            most = max(most, left_open.total())
        elif left_open[name]:
            left_open[name] -= 1
    return most


def _has_too_many_attributes(html: str) -> bool:
    tags = (each.partition(">")[0] for each in html.split("<")[1:] if each[:1].isalpha())
    return any(max(tag.count("="), len(tag.split())) > MAX_ATTRIBUTES for tag in tags)


class _Step:
    """A node to enter, or a tag to leave."""

    __slots__ = ("as_typed", "is_quote", "leaving", "node")

    def __init__(
        self,
        node: LexborNode,
        *,
        as_typed: bool = False,
        leaving: bool = False,
        is_quote: bool = False,
    ) -> None:
        self.node = node
        self.as_typed = as_typed
        self.leaving = leaving
        self.is_quote = is_quote


def _is_quote(node: LexborNode, tag: str, classes: Collection[str], style: str) -> bool:
    """Whether this is what another one wrote: no indented text of the sender's, nor a frame around a quote."""
    if tag == "blockquote":
        return not (_INDENTED.search(style) or "webkit-indent-blockquote" in classes)
    if not _QUOTES.intersection(classes):
        return False
    child = node.first_child if "gmail_quote" in classes else None
    while child is not None:
        if child.tag == "blockquote":
            return False
        child = child.next
    return True


class _Page:
    """Lines as they grow while the tree is walked."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line: list[str] = []
        self._outer: list[list[str]] = []
        self._tables: list[list[Row]] = []
        self._cells: list[list[list[str]]] = []
        self._deep = 0
        self._quotes = 0

    def text(self) -> str:
        self._end_block()
        return "\n".join(self._lines)

    def take(self, step: _Step) -> Iterator[_Step]:
        """Write the text of this step; returns the steps that follow, the last first."""
        node, tag = step.node, step.node.tag or ""
        if node.is_text_node:
            self._write(node.text_content or "", as_typed=step.as_typed)
        elif step.leaving:
            self._leave(tag, is_quote=step.is_quote)
        elif tag == "br":
            self._end_line()
        elif not tag.startswith("-"):
            yield from self._enter(step, tag)

    def _enter(self, step: _Step, tag: str) -> Iterator[_Step]:
        attributes = step.node.attributes
        classes = frozenset((attributes.get("class") or "").lower().split())
        style = "".join((attributes.get("style") or "").lower().split())
        if (
            tag in _NO_TEXT
            or "hidden" in attributes
            or _HIDING.search(style)
            or classes & _SIGNATURES
            or (attributes.get("id") or "").lower() in _SIGNATURES
        ):
            return
        is_quote = not self._quotes and _is_quote(step.node, tag, classes, style)
        if tag in _BLOCKS or tag in _CELLS or is_quote:
            self._end_block()
        if tag == "table":
            self._deep += 1
            self._tables.append([])
        elif tag == "tr" and self._is_laid_out:
            self._cells.append([])
        if is_quote or (tag in _CELLS and self._is_laid_out):
            self._outer.append(self._lines)
            self._lines = []
            self._quotes += is_quote
        yield _Step(step.node, leaving=True, is_quote=is_quote)
        as_typed = step.as_typed or tag == "pre" or bool(_AS_TYPED.search(style))
        child = step.node.last_child
        while child is not None:
            yield _Step(child, as_typed=as_typed)
            child = child.prev

    def _leave(self, tag: str, *, is_quote: bool) -> None:
        if tag in _BLOCKS or tag in _CELLS or is_quote:
            self._end_block()
        if tag in _CELLS and self._is_laid_out:
            cell, self._lines = self._lines, self._outer.pop()
            if self._cells:
                self._cells[-1].append(cell)
            else:
                self._lines += cell
        elif tag == "tr" and self._is_laid_out:
            self._tables[-1].append(self._cells.pop())
        elif tag == "table":
            rows = self._tables.pop()
            self._lines += lines_of(rows)
            self._deep -= 1
        if is_quote:
            quoted, self._lines = self._lines, self._outer.pop()
            self._lines += [f"> {line}".rstrip() for line in quoted] or [">"]
            self._quotes -= 1

    @property
    def _is_laid_out(self) -> bool:
        """Whether the innermost table is one whose cells stand side by side."""
        return 0 < self._deep <= _DEEPEST

    def _write(self, text: str, *, as_typed: bool) -> None:
        if as_typed:
            first, *others = text.replace("\r\n", "\n").split("\n")
            self._add(first)
            if others:
                self._end_line()
                self._lines += others[:-1]
                self._add(others[-1])
        else:
            text = _BLANKS.sub(" ", _WRAPPED_JAPANESE.sub("", text))
            is_after_blank = not self._line or self._line[-1].endswith(" ")
            self._add(text.removeprefix(" ") if is_after_blank else text)

    def _add(self, text: str) -> None:
        if text:
            self._line.append(text.replace("\xa0", " "))

    def _end_line(self) -> None:
        self._lines.append("".join(self._line))
        self._line = []

    def _end_block(self) -> None:
        if self._line:
            self._end_line()
