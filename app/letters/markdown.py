"""An organiser's Markdown in letters: HTML in which nothing runs and nothing is loaded."""

from functools import cache
from typing import Final

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup

_TAGS: Final = {
    *("p", "br", "hr", "em", "strong", "code", "pre", "blockquote", "a", "ul", "ol", "li"),
    *("h3", "h4", "h5", "h6"),
}


def html(text: str) -> Markup:
    """The text as HTML; its links lead to web pages alone."""
    clean = nh3.clean(
        _reader().render(text.replace("\n# ", "\n### ").replace("\n## ", "\n### ")),
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https"},
    )
    return Markup(clean)  # noqa: S704 - cleaned in the line above


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": 20})
    return reader.disable(["image", "html_block", "html_inline", "reference"])
