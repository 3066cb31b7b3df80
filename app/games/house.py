"""Rules with house cards, found by their version, which contains a digest of the cards' text.

Games do not know a database, so the store of these texts registers itself with `ask`.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING, Final
from weakref import WeakMethod

from app.engine.versions import MARK, base_of, version_of
from app.games import ruleset

if TYPE_CHECKING:
    from app.engine import Ruleset

MOST: Final = 256
"""The most rules kept in memory. Others are made again from their text."""

Texts = Callable[[str], str | None]
"""The text of the house cards of this version, where it is known."""

_made: Final["OrderedDict[tuple[str, str], Ruleset]"] = OrderedDict()
_asked: Final[list[WeakMethod[Texts]]] = []
_turn: Final = RLock()


def ask(texts: Texts) -> None:
    """This method of an object knows texts of house cards, as long as the object is there."""
    with _turn:
        _asked[:] = [*(each for each in _asked if each()), WeakMethod(texts)]


def with_cards(slug: str, text: str, version: str | None = None) -> "Ruleset":
    """The rules of that version, or the newest, with the house cards of this text.

    Raises `CardsUnreadable`, `RulesNotInstalled`, and `UnknownGame`.
    """
    from app.engine.workshop.file import tidied

    base = ruleset(slug, base_of(version) if version else None)
    wanted = base.slug, version_of(base.rules_version, tidied(text))
    with _turn:
        if wanted in _made:
            _made.move_to_end(wanted)
            return _made[wanted]
    made = base.with_cards(text)
    with _turn:
        _made[wanted] = made
        while len(_made) > MOST:
            _made.popitem(last=False)
    return made


def known(slug: str, version: str) -> "Ruleset | None":
    """The rules with house cards of this version, if their text is known here."""
    if MARK not in version:
        return None
    with _turn:
        if found := _made.get((slug, version)):
            return found
        texts = [method for each in _asked if (method := each())]
    for text_of in texts:
        if text := text_of(version):
            found = with_cards(slug, text, version)
            if found.rules_version == version:
                return found
    return None
