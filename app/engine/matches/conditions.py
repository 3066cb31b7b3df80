"""Whether conditions hold, from the view alone."""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from app.engine.matches.game import Decision, Game, OrderError, View
from app.engine.matches.grammar import Claim, Condition

NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_ORDERED: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def holds(
    game: Game[Any], condition: Condition, view: View, decision: Decision | None, order: str = ""
) -> bool:
    """Whether the condition of a line with this order holds."""
    return any(
        all(_is_true(game, claim, view, decision, order) for claim in row) for row in condition.rows
    )


def _is_true(
    game: Game[Any], claim: Claim, view: View, decision: Decision | None, order: str
) -> bool:
    """Whether a claim holds. One about what is not there is false, with `not` too."""
    try:
        found = weigh(game, claim, view, decision, order)
    except OrderError:
        return False
    return found is not None and found is not claim.denied


def weigh(
    game: Game[Any], claim: Claim, view: View, decision: Decision | None, order: str = ""
) -> bool | None:
    """Whether a claim holds without its `not`; None if it speaks of something that is not there.

    Raises `OrderError` for words that the game does not know, its position in the claim without `not`.
    """
    thing, relation, word = claim.thing, claim.relation, claim.word
    if relation not in _ORDERED:
        return game.holds(thing, relation, word, view, decision, order)
    one = _value(game, thing, view, decision)
    try:
        other = _value(game, word, view, decision)
    except OrderError as unknown:
        if relation not in ("=", "!="):
            behind = len(thing) + len(relation) + 2
            raise OrderError(behind + unknown.position, unknown.words) from unknown
        found = game.holds(thing, "is", word, view, decision, order)
        return None if found is None else found is (relation == "=")
    if one is None or other is None or type(one) is not type(other):
        return None
    if isinstance(one, str) and relation not in ("=", "!="):
        return None
    return _ORDERED[relation](one, other)


def _value(game: Game[Any], name: str, view: View, decision: Decision | None) -> int | str | None:
    """A number as written, or the value of a variable."""
    return int(name) if NUMBER.fullmatch(name) else game.value(name, view, decision)
