"""A dry look at a plan: how the round would end for its author if the opponent did nothing."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from app.engine.matches.game import (
    SEATS,
    Action,
    Chance,
    MatchDecision,
    MatchEvent,
    OrderError,
    Seat,
    View,
)
from app.engine.telling import TellingLine, Tone
from app.engine.words import Lang, Words
from app.games.fest import actions, festival
from app.games.fest.autopilot import choose
from app.games.fest.view import view as view_of
from app.games.fest.words import orders, sentences as say
from app.games.fest.words.known import state_of
from app.games.fest.words.picture import verdict
from app.games.fest.words.report import tell

_DIE: Final = 3
_UNTOLD: Final = frozenset({"drew", "tidy", "drawn", "fronts-revealed", "umbrella-ended"})
"""Events that name cards of a deck whose order its owner does not know, or speak of an opponent who does nothing."""


def outlook(
    view: View, plan: Sequence[Action], names: Mapping[Seat, str], lang: Lang
) -> Iterator[TellingLine]:
    """What the actions of a plan do one after the other, from the view of its author alone.

    Both steps of the limits are told; a die counts 3, and what is drawn stays unknown. An action that would
    not be possible in its turn is named with the reason. Before the cards of a round are drawn nothing can be told.
    """
    look = _Look(view)
    if look.state.phase == "reserve":
        return
    yield look.line(say.IF_NOTHING.to(lang))
    for planned in plan:
        action = look.read(planned)
        if why := look.obstacle(action):
            what = str(action.get("card") or action["a"])
            yield look.line(say.IMPOSSIBLE.to(lang).format(what=what, why=why.to(lang)))
        else:
            told = tell(look.take(action), names, lang)
            yield from (line for line in told if line.tone not in (Tone.PHASE, Tone.BLANK))
    if not look.is_over:
        yield look.line(verdict(look.state, SEATS, names, lang))


class _Look:
    """The round as its reader plays on alone."""

    def __init__(self, view: View) -> None:
        self.viewer: Seat = view["viewer"]
        self.state = state_of(view)
        self.round = self.state.round
        if self.state.phase == "play":
            self.state.turn = self.viewer
        self.is_over = False

    def line(self, text: str) -> TellingLine:
        return TellingLine(0, self.round, 0, Tone.NOTE, text)

    def read(self, planned: Action) -> Action:
        """The action as it is read at its turn: what was left out of it is filled in from there (R31)."""
        decision, seen = self.decision(), view_of(self.state, self.viewer)
        if decision and decision.kind == "fest.pick" and planned["a"] != "pick":
            self.step({decision.id: choose(seen, decision)})
            return self.read(planned)
        with suppress(OrderError):
            return orders.read(orders.write(planned, seen), seen, decision)
        return planned

    def obstacle(self, action: Action) -> Words | None:
        """Why the action is not possible now; None if it is."""
        decision = self.decision()
        if decision is None:
            return say.NOTHING_ASKED
        return actions.legal(self.state, decision).explain(action)

    def decision(self) -> MatchDecision | None:
        """What the reader decides next in this round, if anything."""
        pending = festival.pending(self.state)
        if self.is_over or not isinstance(pending, tuple):
            return None
        return next((each for each in pending if each.seat == self.viewer), None)

    def take(self, action: Action) -> list[MatchEvent]:
        """Do it; what happens until the reader decides again, as far as it can be foretold."""
        decision = self.decision()
        return self.step({decision.id: action}) if decision else []

    def step(self, moves: Mapping[str, Action]) -> list[MatchEvent]:
        step = festival.decided(festival.Step(self.state), moves)
        events = [*step.events]
        while not any(event.what == "judged" for event in events):
            pending = festival.pending(step.state)
            if not isinstance(pending, Chance):
                break
            kind, size = pending.what[:2]
            step = festival.Step(step.state)
            step.drawn([_DIE] if kind == "die" else range(size))
            events += step.events
        self.state = step.state
        foretold = []
        for event in events:
            if self.is_foretold(event):
                foretold.append(event)
            if event.what == "judged":
                self.is_over = True
                break
        return foretold

    def is_foretold(self, event: MatchEvent) -> bool:
        """Whether it would happen so, whatever is hidden."""
        if event.what == "shown":
            return bool(event.detail["from"] != "deck")
        if event.what == "front-scored":
            return bool(event.detail["seat"] == self.viewer)
        return event.is_for(self.viewer) and event.what not in _UNTOLD
