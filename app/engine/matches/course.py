"""The course of a match: plans answer its decisions, the dice its draws, and every step is a line of its record."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, Protocol

from app.engine.matches.game import Action, Decision, Game, Options, Seat, View

By = Literal["live", "plan", "standing", "auto"]
"""Who decided: the player for this very decision, a line of the plan, of the standing orders, or the house."""
Tempo = Literal["script", "turn", "live"]


class Answer(NamedTuple):
    """What a plan says to a decision, and the plan after it.

    Without an action, the player must be asked. `plan` is the one to go on with if the answer is taken: that what
    it used up is used up counts only from then on. Where the player is asked, `plan` has counted the asking.
    """

    action: Action | None
    by: By
    plan: "Plan"


class Plan(Protocol):
    """What answers the decisions of one seat: an immutable value."""

    def answer(
        self, game: Game[Any], view: View, decision: Decision, options: Options
    ) -> Answer: ...


class House:
    """The plan of those who have none: the autopilot answers."""

    def answer(self, game: Game[Any], view: View, decision: Decision, options: Options) -> Answer:
        return Answer(game.autopilot(view, decision, options), "auto", self)


HOUSE: Final = House()
Plans = Mapping[Seat, Plan]
"""The plans of both seats; one without a plan is played by the house."""
