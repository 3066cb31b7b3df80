"""Evaluates conditions, from the view alone."""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from app.engine.matches.game import Game, MatchDecision, OrderError, View
from app.engine.matches.grammar import Claim, OrderCondition

NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_ORDERED: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class TurnFacts:
    """The facts that conditions ask about, from a view at a decision or at none.

    Hundreds of lines may ask the same, so every value and every claim is evaluated only once.
    """

    def __init__(self, game: Game[Any], view: View, decision: MatchDecision | None) -> None:
        self.game, self.view, self.decision = game, view, decision
        self._values: dict[str, int | str | None] = {}
        self._truths: dict[Claim | tuple[Claim, str], bool] = {}

    def hold(self, condition: OrderCondition, order: str = "") -> bool:
        """Whether the condition of a line with this order holds."""
        return any(all(self._is_true(claim, order) for claim in row) for row in condition.rows)

    def _is_true(self, claim: Claim, order: str) -> bool:
        """Whether a claim holds. A claim about something that is not there is false, even with `not`."""
        key = (claim, order) if claim.relation == "in range" else claim
        if key not in self._truths:
            try:
                found = self.weigh(claim, order)
            except OrderError:
                found = None
            self._truths[key] = found is not None and found is not claim.denied
        return self._truths[key]

    def weigh(self, claim: Claim, order: str = "") -> bool | None:
        """Whether a claim holds, without its `not`; None if it concerns something that is not there.

        Raises `OrderError` for words that the game does not know, with the position in the claim without `not`.
        """
        thing, relation, word = claim.thing, claim.relation, claim.word
        if relation not in _ORDERED:
            return self._holds(thing, relation, word, order)
        one = self._value(thing)
        try:
            other = self._value(word)
        except OrderError as unknown:
            if relation not in ("=", "!="):
                behind = len(thing) + len(relation) + 2
                raise OrderError(behind + unknown.position, unknown.words) from unknown
            found = self._holds(thing, "is", word, order)
            return None if found is None else found is (relation == "=")
        if one is None or other is None or type(one) is not type(other):
            return None
        if isinstance(one, str) and relation not in ("=", "!="):
            return None
        return _ORDERED[relation](one, other)

    def _holds(self, thing: str, test: str, word: str, order: str) -> bool | None:
        return self.game.holds(thing, test, word, self.view, self.decision, order)

    def _value(self, name: str) -> int | str | None:
        """A number as written, or the value of a variable."""
        if name not in self._values:
            is_number = NUMBER.fullmatch(name)
            self._values[name] = (
                int(name) if is_number else self.game.value(name, self.view, self.decision)
            )
        return self._values[name]
