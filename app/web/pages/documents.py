"""The pages of documentation, and the search over them, rule books, seasons and characters."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.docs import KINDS, MOVED, pages
from app.engine import Lang
from app.i18n import translations
from app.league import visibility
from app.league.seasons import cups
from app.letters import examples
from app.store import entrants
from app.store.tables import Season
from app.text.characters import normal
from app.web.dependencies import Reading, page_router
from app.web.markdown import book, document
from app.web.rendering import etag_of, games, page, require_change

router = page_router()

_MOST_WORDS: Final = 8
_MOST_TYPED: Final = 100
"""Characters of a question; what follows is not looked for."""
_MOST_FOUND: Final = 30
_MOST_NAMES: Final = 20
_BEFORE: Final = 30
_SHOWN: Final = 120
"""Characters of a passage that are shown, and how many of them before the first word that was found."""
_AROUND: Final = str.maketrans(dict.fromkeys('"“”「」『』?？', " "))
"""Marks of a question that are not looked for."""
_HEADING: Final = re.compile(r'<h[2-6] id="([^"]+)">(.*?)</h[2-6]>', re.DOTALL)


@router.get("/docs")
def every_document(request: Request, lang: Lang) -> Response:
    """All pages by their kinds, each with its purpose."""
    require_change(request, etag := etag_of(request))
    found = pages(lang)
    kinds = {kind: [found[each] for each in topics] for kind, topics in KINDS.items()}
    return page(request, lang, "documents/documents.html", etag=etag, kinds=kinds)


@router.get("/docs/{topic}")
def one_document(request: Request, lang: Lang, topic: str) -> Response:
    """One page, in English where there is none in this language; a topic of an earlier version leads to its page."""
    if topic in MOVED:
        return RedirectResponse(f"/{lang}/docs/{MOVED[topic]}", 301)
    if topic not in pages(lang):
        raise HTTPException(404)
    require_change(request, etag := etag_of(request))
    found = examples.document(topic, lang)
    made = document(found, lang)
    return page(request, lang, "documents/document.html", etag=etag, document=found, book=made)


@router.get("/search")
def search_page(request: Request, lang: Lang, session: Reading, q: str = "") -> Response:
    """The public places with all the words of `q`, the best first."""
    words = _words_of(q)
    found = [(each, each.excerpt(words)) for each in _found(session, lang, words)]
    typed = q[:_MOST_TYPED]
    return page(request, lang, "documents/search.html", typed=typed, words=words, found=found)


@dataclass(frozen=True)
class _Passage:
    """A place that can be found. `page` is the title of its page, `heading` is empty at the head of a page."""

    address: str
    page: str
    heading: str = ""
    text: str = ""

    @cached_property
    def _compared(self) -> tuple[str, str, str]:
        return normal(self.page), normal(self.heading), normal(self.text)

    def weight(self, words: Iterable[str]) -> int:
        """How well it answers: 0 unless it has every word, more for those in its heading or title."""
        title, heading, text = self._compared
        weights = [4 * (each in heading) + 2 * (each in title) + (each in text) for each in words]
        return sum(weights) if all(weights) else 0

    def excerpt(self, words: Iterable[str]) -> str:
        """Its text around the first of these words."""
        *_, text = self._compared
        at = max(0, min((text.find(each) for each in words if each in text), default=0) - _BEFORE)
        end = at + _SHOWN
        return (
            f"{'…' if at else ''}{self.text[at:end].strip()}{'…' if end < len(self.text) else ''}"
        )


def _words_of(typed: str) -> list[str]:
    """The words of a question as they are compared, each once."""
    return [*dict.fromkeys(normal(typed[:_MOST_TYPED]).translate(_AROUND).split())][:_MOST_WORDS]


def _found(session: Session, lang: Lang, words: list[str]) -> list[_Passage]:
    """The public places that have all of these words, the best first: seasons and characters, then pages to read."""
    if not words:
        return []
    public = visibility.public_seasons(session)
    played, read = (_best(each, words) for each in (_seasons(session, public, lang), _texts(lang)))
    return [*played, *_characters(session, public, lang, words), *read][:_MOST_FOUND]


def _best(passages: Iterable[_Passage], words: list[str]) -> list[_Passage]:
    weighed = ((each.weight(words), each) for each in passages)
    return [
        each for _, each in sorted((each for each in weighed if each[0]), key=lambda each: -each[0])
    ]


def _seasons(session: Session, public: Iterable[Season], lang: Lang) -> Iterator[_Passage]:
    for season in public:
        yield _Passage(_address(season, lang), season.title(lang), text=season.description(lang))
    for cup, _ in cups.public_cups(session):
        yield _Passage(f"/{lang}/cups/{cup.slug}", cup.title(lang))


def _address(season: Season, lang: Lang) -> str:
    return f"/{lang}/seasons/{season.slug}"


def _characters(
    session: Session, public: Iterable[Season], lang: Lang, words: list[str]
) -> Iterator[_Passage]:
    """Characters of listed seasons with numbers whose name or owner, as everybody may read them, has these words."""
    seasons = {each.id: each for each in public}
    for each in entrants.named(session, seasons, words, _MOST_NAMES):
        season = seasons[each.season_id]
        address = f"{_address(season, lang)}/entries/{each.number}"
        yield _Passage(address, each.name, season.title(lang), each.owner)


@cache
def _texts(lang: Lang) -> list[_Passage]:
    """Every section of the documentation and of the rule books."""
    say = translations(lang).gettext
    made = [
        (f"/{lang}/docs/{topic}", document(examples.document(topic, lang), lang))
        for topic in pages(lang)
        if topic != "letters"  # it shows what a letter says, and has no answers
    ]
    made += [(f"/{lang}/games/{game.slug}/rules", book(game, lang)) for game in games()]
    return [
        _Passage(f"{address}#{anchor}" if anchor else address, page.title or say("Rules"), *section)
        for address, page in made
        for anchor, *section in _sections(page.html)
    ]


def _sections(html: str) -> Iterator[tuple[str, str, str]]:
    """Anchor, heading and text of each section; the first is what stands above all headings."""
    head, *rest = _HEADING.split(html)
    yield "", "", _plain(head)
    for anchor, heading, body in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        yield anchor, _plain(heading), _plain(body)


def _plain(html: str) -> str:
    return Markup(html).striptags()  # noqa: S704 - our own text
