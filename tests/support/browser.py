"""A browser without a screen: it reads pages and sends their forms, for tests."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode


@dataclass
class Answer:
    """The answer of the page `at` this path."""

    status: int
    html: str
    headers: Mapping[str, str]
    at: str = ""

    @property
    def location(self) -> str:
        """The address to which the answer leads."""
        return str(self.headers["location"])

    @property
    def page(self) -> LexborHTMLParser:
        """The page, to be looked through."""
        return LexborHTMLParser(self.html)

    def text(self, selector: str = "main") -> str:
        """The words of the element, blanks as one."""
        return " ".join(" ".join(node.text() for node in self.page.css(selector)).split())

    def told(self, name: str) -> list[str]:
        """The problem that the page tells beside a field."""
        return [node.text().strip() for node in self.page.css(f"#{name}-told li")]


class Browser(ABC):
    """A player's browser; how it reaches the site is the business of its kind."""

    @abstractmethod
    def get(self, path: str, **options: Any) -> Answer:
        """The page at this path."""

    @abstractmethod
    def post(self, path: str, data: Any = None, **options: Any) -> Answer:
        """The answer to a form with these fields."""

    def follow(self, answer: Answer) -> Answer:
        """The page to which an answer leads."""
        return self.get(answer.location)

    def submit(self, answer: Answer, selector: str = "main form", **changes: Any) -> Answer:
        """The answer to the form of a page, with these fields filled in."""
        form = answer.page.css_first(selector)
        if form is None:
            raise LookupError(f"{answer.at} has no form")
        action = form.attributes.get("action") or answer.at
        return self.post(action, {**values(form), **changes})

    def open(self, link: str) -> Answer:
        """Follow a secret link out of a letter and press the button there."""
        return self.submit(self.get(link))


def values(form: LexborNode) -> dict[str, str]:
    """The fields that this form sends if nothing in it is changed."""
    found: dict[str, str] = {}
    for node in form.css("input, textarea"):
        attributes = node.attributes
        name = attributes.get("name")
        is_chosen = attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes
        if not name or not is_chosen:
            continue
        value = node.text() if node.tag == "textarea" else attributes.get("value")
        found[name] = value or ""
    return found
