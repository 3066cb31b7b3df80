"""Markdown to HTML: players' lore, made harmless; our own rule books and documentation."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from app.docs import Page
from app.engine import Lang, Ruleset
from app.text.sentences import first_sentence

TAGS: Final = {
    *("p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "a", "ul", "ol", "li"),
    *("h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td", "ruby", "rt", "rp"),
}

# `｜爆弾《ぼむ》`, or kana right behind kanji: how Japanese authors write the reading of a word.
_READING: Final = re.compile(
    r"(?:[｜|](?P<marked>[^｜|《》]{1,40})|(?P<kanji>[\u3005-\u3007\u3400-\u9fff\uf900-\ufaff]{1,40})"
    r"(?=《[\u3041-\u30ff]+》))《(?P<reading>[^《》]{1,40})》"
)

_PARAGRAPH: Final = re.compile("<p>(.*?)</p>", re.DOTALL)
_GLOSS: Final = re.compile(r"<rp>[^<]*</rp>|<rt>[^<]*</rt>")

# Blanks around a paragraph are stripped; but the indent of a Japanese paragraph is a blank, too.
_KEPT: Final = "\u2060"
_INDENT: Final = re.compile("^(?=\u3000)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Chapter:
    """A heading of a book, and the anchor that it has."""

    anchor: str
    level: int
    title: str


@dataclass(frozen=True, slots=True)
class _Book:
    """A rule book or a page of documentation as HTML. `chapters` are its headings, from the second level on."""

    title: str
    html: Markup
    chapters: tuple[_Chapter, ...]

    @property
    def parts(self) -> list[Markup]:
        """The HTML before the first heading of the second level, then one piece for each of them."""
        return [Markup(each) for each in _PART.split(self.html)]  # noqa: S704 - our own text


# --- what players write -----------------------------------------------------------------------------


def lore(text: str) -> Markup:
    """The text as HTML that runs no code, loads nothing, and cannot imitate parts of our page."""
    reader = _lore_reader()
    tokens = reader.parse(_INDENT.sub(_KEPT, text))
    _lower_headings(tokens, below=2)
    for token in tokens:
        token.children = list(_with_readings(token.children or ()))
    clean = nh3.clean(
        reader.renderer.render(tokens, reader.options, {}),
        tags=TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        attribute_filter=_kept,
        url_schemes={"http", "https"},
        link_rel="nofollow ugc noopener",
    )
    return Markup(clean.replace(_KEPT + "\u3000", "\u3000"))  # noqa: S704 - cleaned in the line above


def gist(text: str, columns: int) -> str:
    """The first sentence of its first paragraph without marks, for a line about a character; it is not HTML."""
    html = _GLOSS.sub("", lore(text))
    blocks = (Markup(each).striptags() for each in (*_PARAGRAPH.findall(html), html))  # noqa: S704 - cleaned above
    return first_sentence(next(filter(None, blocks), ""), columns)


def _kept(tag: str, name: str, value: str) -> str | None:
    """The value that an attribute may have: links lead away from here, since ours are not for players to set."""
    if name == "href":
        return value if value.casefold().startswith(("http://", "https://")) else None
    return value if name == "rel" or (tag, name) == ("ol", "start") else None


@cache
def _lore_reader() -> MarkdownIt:
    # The preset would let HTML through. Lines break as typed, as they do in letters.
    reader = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": 20})
    reader.disable(["image", "html_block", "html_inline", "reference"])
    return reader.enable(["table", "strikethrough"])


def _lower_headings(tokens: Sequence[Token], below: int) -> None:
    """Headings stand below those of the page, and leave out no level."""
    before, tag = below, ""
    for token in tokens:
        if token.type == "heading_open":
            before = min(int(token.tag[1]) + below, before + 1, 6)
            tag = f"h{before}"
        if token.type in ("heading_open", "heading_close"):
            token.tag = tag


def _with_readings(tokens: Sequence[Token]) -> Iterator[Token]:
    """The same tokens, readings in 《》 over their words."""
    for token in tokens:
        if token.type != "text" or "《" not in token.content:
            yield token
            continue
        at = 0
        for found in _READING.finditer(token.content):
            yield Token("text", "", 0, content=token.content[at : found.start()])
            word, reading = escape(found["marked"] or found["kanji"]), escape(found["reading"])
            ruby = f"<ruby>{word}<rp>(</rp><rt>{reading}</rt><rp>)</rp></ruby>"
            yield Token("html_inline", "", 0, content=ruby)
            at = found.end()
        yield Token("text", "", 0, content=token.content[at:])


# --- rule books and documentation -------------------------------------------------------------------

_PART: Final = re.compile("(?=<h2 )")
_NUMBER: Final = re.compile(r"(\d+)(?:\.(\d+))?[. ]")
_RULING: Final = re.compile(r"<li>(\s*(?:<p>)?<strong>R(\d+)</strong>)")
_TO_RULING: Final = re.compile(r"(?<=[(（、, ])R(\d+)(?=[)）、,])")
_TO_PAGE: Final = re.compile(r'href="([\w-]+)(?:\.ja)?\.md(#[^"]*)?"')
_NOT_IN_ANCHOR: Final = re.compile(r"[^\w\s-]")
_TO_CHAPTER: Final = re.compile(r"(?<=[(（])(\d+)\.(\d+)(?=[)）])")


def book(game: Ruleset, lang: Lang) -> _Book:
    """The rules of the game; chapters and rulings have anchors (`#s5-7`, `#r12`), mentions lead there."""
    return _book(game.rules(lang))


@cache
def section(game: Ruleset, lang: Lang, number: str) -> Markup:
    """The section of the rule book with this number, `4.4`, to be read elsewhere: its links lead into the book."""
    anchor, after = number.replace(".", "-"), "23" if "." in number else "2"
    pattern = rf'<h\d id="s{anchor}">.*?(?=<h[{after}] |\Z)'
    found = re.search(pattern, book(game, lang).html, re.DOTALL)
    html = re.sub(r' id="[^"]*"', "", found[0] if found else "")
    return Markup(html.replace('href="#', f'href="/{lang}/games/{game.slug}/rules#'))  # noqa: S704 - our own text


@cache
def document(page: Page, lang: Lang) -> _Book:
    """The page; headings have anchors made of their words, and links to other pages stay in the reader's language."""
    title, html, chapters = _made(page.text, _by_words)
    html = _TO_PAGE.sub(rf'href="/{lang}/docs/\1\2"', html)
    return _Book(title, Markup(html), chapters)  # noqa: S704 - our own text


@cache
def _book(text: str) -> _Book:
    title, html, chapters = _made(text, _by_number)
    html = _RULING.sub(r'<li id="r\2">\1', html)
    html = _TO_RULING.sub(r'<a href="#r\1">R\1</a>', html)
    html = _TO_CHAPTER.sub(r'<a href="#s\1-\2">\1.\2</a>', html)
    return _Book(title, Markup(html), chapters)  # noqa: S704 - our own text


def _by_words(heading: str, _at: int) -> str:
    """The anchor of a heading as other places that show Markdown make it."""
    return _NOT_IN_ANCHOR.sub("", heading.casefold()).replace(" ", "-")


def _by_number(heading: str, at: int) -> str:
    """The anchor of a chapter: its number, or else its place."""
    numbered = _NUMBER.match(heading)
    return "s" + "-".join(filter(None, numbered.groups())) if numbered else f"h{at}"


def _made(text: str, anchor_of: Callable[[str, int], str]) -> tuple[str, str, tuple[_Chapter, ...]]:
    """Its title, its HTML, its chapters."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    chapters: list[_Chapter] = []
    title = ""
    for opened, inline in pairwise(tokens):
        if opened.type != "heading_open":
            continue
        if opened.tag == "h1":
            title = inline.content
            continue
        anchor = anchor_of(inline.content, len(chapters))
        opened.attrSet("id", anchor)
        chapters.append(_Chapter(anchor, int(opened.tag[1]), inline.content.replace("`", "")))
    _frame_tables(tokens)
    html = reader.renderer.render(tokens[3:] if title else tokens, reader.options, {})
    return title, html, tuple(chapters)


def _frame_tables(tokens: Sequence[Token]) -> None:
    """Every table moves in a frame called by the heading above it; a list of cards is known by its class."""
    heading = "title"
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag != "h1":
            heading = str(token.attrGet("id"))
        elif token.type == "table_open":
            first_column = tokens[at + 4].content  # after thead, tr, th
            kind = "numbered" if first_column == "No." else "plain"
            token.type = "html_block"
            token.content = (
                f'<div class="scroll" role="region" aria-labelledby="{heading}" tabindex="0">'
                f'<table class="{kind}">\n'
            )
        elif token.type == "table_close":
            token.type, token.content = "html_block", "</table></div>\n"
