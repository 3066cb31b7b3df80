"""A page of the site as a file: links lead from file to file, and everything that needs a server is removed."""

from collections.abc import Callable
from functools import lru_cache
from posixpath import dirname, relpath
from typing import Final
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.web.archive.addresses import Leaf

_SERVED: Final = (
    ".skip + .top .main-nav, .bottom, form, details.share, details.explained.excerpt, .results-bar, "
    "[data-signed], [data-elsewhere], a[href^='mailto:'], link[rel=canonical], link[rel=alternate], meta[property], "
    "script[src*='/signed.js'], script[src*='/spoilers.js'], script[src*='/copy.js'], "
    "link[href*='/spoilers.css'], script[src*='/refresh.js']"
)
"""What asks a server for something, speaks of its addresses or other seasons, or hides results from those who still wait for them."""
_ALONE: Final = "nav, .links-row, .links, .ways, .button"
"""A link in one of these is nothing without its goal; elsewhere its words stay."""
_AROUND: Final = {"nav", "p", "ul", "li", "dd", "dl"}


def as_file(
    html: str, own: Leaf, leaf: Callable[[str, str], Leaf | None], foot: str, more: str = ""
) -> tuple[str, list[Leaf]]:
    """The page as a file of the archive, and every address it links to.

    `leaf` gives the file for an address. `foot` is the foot of the page. `more` replaces links to further pages
    of its list if no file has them.
    """
    tree = LexborHTMLParser(html)
    around: dict[int, LexborNode] = {}
    for node in tree.css(_SERVED):
        _note(around, node)
        node.decompose()
    found: list[Leaf] = []
    for name in ("href", "src"):
        for node in tree.css(f"[{name}]"):
            href = node.attributes[name] or ""
            if href.startswith("#") or _is_outside(href):
                continue
            goal = leaf(own.address, href)
            is_own = goal is not None and goal.file == own.file and "#" not in href
            if goal is None or (node.tag == "a" and is_own):
                _note(around, node)
                _take_out(node, is_own=is_own)
                continue
            found.append(goal)
            node.attrs[name] = _way(dirname(own.file), goal.file) + _fragment(href)
    for node in tree.css("script[type=module]"):
        del node.attrs["type"]
        node.attrs["defer"] = ""
    for node in tree.css("[data-whole]"):
        del node.attrs["data-whole"]  # it is searched by a form
    for node in tree.css("[data-check]"):
        node.replace_with(_parsed("<code>hikyaku season verify data/record.json</code>"))
    for node in tree.css(".pager"):
        if more and not node.css("a"):
            around.pop(node.mem_id, None)
            node.replace_with(_parsed(more))
    for node in around.values():
        if _is_hollow(node):
            node.decompose()
    text = tree.root.html or "" if tree.root else ""
    inside, end, outside = text.rpartition("</body>")
    whole = f'{inside}<footer class="bottom">{foot}</footer>{end}{outside}'
    return f"<!DOCTYPE html>\n{whole}\n", found


def _note(around: dict[int, LexborNode], node: LexborNode) -> None:
    """What stands around a link that goes may be empty without it; the inner ones stand first."""
    parent = node.parent
    while parent is not None and parent.tag in _AROUND:
        around.pop(parent.mem_id, None)
        around[parent.mem_id] = parent
        parent = parent.parent


def _take_out(node: LexborNode, *, is_own: bool) -> None:
    """The link is gone; its words stay where they say something without it."""
    is_shown = "aria-current" in node.attributes or "brand" in (node.attributes.get("class") or "")
    if is_own and is_shown:
        del node.attrs["href"]
    elif node.tag != "a" or node.css_matches(".button") or _is_within(node, _ALONE):
        node.decompose()
    else:
        node.unwrap()


def _is_within(node: LexborNode, selector: str) -> bool:
    parent = node.parent
    while parent is not None and parent.tag in _AROUND:
        if parent.css_matches(selector):
            return True
        parent = parent.parent
    return False


def _is_hollow(node: LexborNode) -> bool:
    return node.css_first("*:not(span):not(b):not(p):not(li)") is None and not node.text().strip()


def _is_outside(href: str) -> bool:
    """Whether it leads to another site, as players' own addresses do."""
    return urlsplit(href).scheme in ("http", "https", "data")


@lru_cache(10_000)  # most links stand on many pages, and a relative path costs a call of the system
def _way(folder: str, goal: str) -> str:
    return relpath(goal, folder or ".")


def _fragment(href: str) -> str:
    fragment = urlsplit(href).fragment
    return f"#{fragment}" if fragment else ""


def _parsed(html: str) -> LexborNode:
    body = LexborHTMLParser(html).body
    found = next(body.iter(), None) if body else None
    if found is None:
        raise ValueError(f"no element: {html!r}")
    return found
