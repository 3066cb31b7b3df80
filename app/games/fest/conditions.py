"""The questions that conditions of orders may ask about a view."""

from collections.abc import Callable, Mapping
from functools import partial
from operator import itemgetter
from typing import Any, Final

from app.engine.matches.game import OrderVariable as Variable, View
from app.games.fest import view as views
from app.games.fest.abilities import ATTRIBUTES, attribute
from app.games.fest.words.names import ATTRIBUTES as ATTRIBUTE_NAMES, NONE, THEMES
from app.games.fest.words.orders import card_of

_Side = Mapping[str, Any]


def _top(side: _Side) -> str:
    top = attribute(views.points(side))
    return NONE.en if top is None else ATTRIBUTES[top]


def _first(view: View) -> int | None:
    return int(view["order"][0] == view["viewer"]) if view["order"] else None


def _points(name: str, side: _Side) -> int:
    count: int = side["attr"][name]
    return count


_OF_SIDE: Final[Mapping[str, tuple[str, Callable[[_Side], int | str]]]] = {
    **{name: (words.ja, partial(_points, name)) for name, words in ATTRIBUTE_NAMES.items()},
    "jp": ("審査点", itemgetter("jp")),
    "total": ("総得点", itemgetter("total")),
    "max": ("最大", lambda side: max(side["attr"].values())),
    "min": ("最小", lambda side: min(side["attr"].values())),
    "top": ("一番高い属性", _top),
    "hand": ("手札", lambda side: views.count(side["hand"])),
    "deck": ("デッキ", lambda side: views.count(side["deck"])),
    "reserve": ("温存札", lambda side: views.count(side["reserve"])),
}


def _of_side(
    view: View, seen: Callable[[View], _Side], of: Callable[[_Side], int | str]
) -> int | str:
    return of(seen(view))


_SIDES: Final = (("my", "自分の", views.own), ("e", "相手の", views.foe))
ASKED: Final = {
    "round": Variable("ラウンド", itemgetter("round")),
    "theme": Variable("テーマ", itemgetter("theme"), (*THEMES,)),
    "first": Variable("先手、先攻", _first),
    **{
        f"{side}.{what}": Variable(
            f"{whose}{called}",
            partial(_of_side, seen=seen, of=of),
            (*ATTRIBUTES, NONE.en) if what == "top" else (),
        )
        for side, whose, seen in _SIDES
        for what, (called, of) in _OF_SIDE.items()
    },
    **{name: Variable(words.ja) for name, words in (*ATTRIBUTE_NAMES.items(), *THEMES.items())},
    NONE.en: Variable(NONE.ja),
}
"""The variables of conditions, and the words compared with them."""


def is_there(word: str, view: View) -> bool:
    """Whether the own hand has the card. Raises `OrderError`."""
    return card_of(word, view) in views.own(view)["hand"]
