"""Templates to letters: a subject of one line, plain text that fits, HTML with its styles inlined."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from css_inline import CSSInliner
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from app import i18n
from app.engine import Lang
from app.notices.about import About
from app.settings import SHIPPED
from app.text import columns
from app.text.templates import Templates

TEMPLATES: Final = SHIPPED / "templates" / "mail"
_MAX_SUBJECT: Final = 150

_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_TURNS_TEXT: Final = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_OWNER: Final = re.compile(r"(?<=[\]】])(\d{0,3}\)?)/")
_INDENT: Final = re.compile(r"\n\s+")


class RenderedLetter(NamedTuple):
    """A letter as it goes out, without its recipient."""

    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """A packed file that goes with a letter."""

    name: str
    content: bytes


def typeset(kind: type[About], lang: Lang, context: dict[str, Any]) -> RenderedLetter:
    """The letter of this kind with these words in it."""
    terms = context["terms"]
    environment = _environment(lang, terms["entry"], terms["entries"])
    folder = kind.templates or kind.slug

    def part(name: str) -> str:
        return environment.get_template(f"{folder}/{name}").render(context, kind=kind.slug)

    subject = columns.shortened(one_line(part("subject.txt")), _MAX_SUBJECT)
    html = _inliner().inline(_INDENT.sub("\n", part("body.html")))
    return RenderedLetter(subject, columns.wrapped(part("body.txt")), html)


def one_line(text: str) -> str:
    """The text without characters that end a line, a header or the direction of writing."""
    if text.isprintable():  # most texts are, and then there is none of them
        return text.strip()
    return _TURNS_TEXT.sub("", _BREAKS.sub(" ", text)).strip()


def quoted(text: str) -> str:
    """A player's text within ours: every line indented, so that it cannot pass for a part of the letter."""
    lines = (one_line(line) for line in text.split("\n"))
    return "\n".join(f"    {line}".rstrip() for line in lines)


def board(text: str, depth: int) -> str:
    """A row of cards and its owner; where a line at this depth is too short for both, the owner on the next one."""
    line = one_line(text)
    indent = "  " * depth
    if columns.width(indent + line) <= columns.WIDTH:
        return indent + line
    return indent + _OWNER.sub(rf"\1\n{indent}  /", line, count=1)


def grid(text: str) -> Markup:
    """The text with its columns as they are, for a cell of fixed letters."""
    return Markup("<br>").join(text.split("\n"))


def paragraphs(text: str) -> list[list[str]]:
    """The text as paragraphs of lines."""
    return [
        [one_line(line) for line in paragraph.split("\n")]
        for paragraph in re.split(r"\n\s*\n", text.strip())
        if paragraph.strip()
    ]


def spoken(text: object, lang: Lang) -> Markup:
    """The text, escaped; Japanese in a letter of another language is marked, to be set in Japanese type."""
    if lang != "ja" and i18n.is_japanese(str(text)):
        return Markup('<span lang="ja">{}</span>').format(text)
    return escape(text)


def within(words: dict[str, Any], ending: str) -> Markup:
    """A letter with these words in it as a part of another: its heading and what it says."""
    environment = _environment(words["lang"], words["terms"]["entry"], words["terms"]["entries"])
    told = environment.get_template(f"{words['folder']}/body.{ending}").render(words, is_part=True)
    return Markup(told.strip())  # noqa: S704 - escaped as a letter of its own is


@cache
def _environment(lang: Lang, entry: str, entries: str) -> Environment:
    environment = Templates(
        i18n.speaking_of(lang, entry, entries),
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(("html",)),
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "board": board,
        "grid": grid,
        "is_japanese": i18n.is_japanese,
        "num": i18n.number,
        "one_line": one_line,
        "ordinal": lambda place: i18n.ordinal(place, lang),
        "quoted": quoted,
        "short": columns.shortened,
        "spoken": lambda text: spoken(text, lang),
        "within": within,
    }
    # What templates import is made once, so it sees these and not the words of a letter.
    environment.globals |= {
        "gap": "" if lang == "ja" else " ",
        "lang": lang,
        "paragraphs": paragraphs,
    }
    return environment


@cache
def _inliner() -> CSSInliner:
    return CSSInliner(load_remote_stylesheets=False, keep_at_rules=True, minify_css=True)
