"""A dry look at a plan: how the round would end for its author if the opponent did nothing."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from app.engine.matches.game import (
    SEATS,
    Action,
    Chance,
    MatchDecision,
    MatchEvent,
    OrderError,
    Seat,
    View,
    other,
)
from app.engine.telling import TellingLine, Tone
from app.engine.words import Lang, Words
from app.games.fest import actions, festival
from app.games.fest.autopilot import choose
from app.games.fest.side import Side
from app.games.fest.view import view as view_of
from app.games.fest.words import orders, sentences as say
from app.games.fest.words.known import state_of
from app.games.fest.words.picture import verdict
from app.games.fest.words.report import tell

_DIE: Final = 3
_UNKNOWN: Final = ""
"""A card of the own deck, whose order its owner does not know."""
_HIDDEN: Final = ("deck_list", "deck", "hand", "reserve", "tags")
_UNTOLD: Final = frozenset({"drew", "tidy", "drawn", "fronts-revealed", "umbrella-ended"})
"""Events that name cards of a deck whose order its owner does not know, or speak of an opponent who does nothing."""


def outlook(
    view: View, plan: Sequence[Action], names: Mapping[Seat, str], lang: Lang
) -> Iterator[TellingLine]:
    """Yield the effects of the actions of a plan, one after the other, from its author's view alone.

    Both steps of the limits are shown. A die counts 3, and drawn cards stay unknown. An action not possible in its turn
    is named with the reason. Before the cards of a round are drawn, nothing is shown.
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
            told = tell([*look.take(action), *look.judged()], names, lang, look.state.cards)
            yield from (line for line in told if line.tone not in (Tone.PHASE, Tone.BLANK))
    if not look.is_over:
        yield look.line(verdict(look.state, SEATS, names, lang))


def expected(view: View, plan: Sequence[Action]) -> View:
    """Return the author's view after the plan, even with an incomplete front.

    If nothing is asked, the view is unchanged.
    """
    look = _Look(view)
    taken = [
        look.take(action) for each in plan if not look.obstacle(action := look.read(each), least=1)
    ]
    if not taken:
        return view
    asked = {key: view[key] for key in ("phase", "turn") if view["phase"] in ("reserve", "front")}
    return {**look.view(), **asked}


class _Alone(festival.Step):
    """A step of a player who plays on alone. It stops where the opponent would be needed."""

    def call_fronts(self) -> None:
        """They are called when both have reserved; then its reader chooses among the cards that are known."""
        self.state.phase = "front"

    def end_round(self) -> None:
        """The limits alone."""
        for seat in SEATS:
            self.limit(seat)
        self.state.phase = "play"


class _Look:
    """The round if its author played alone. Drawn cards only change the number of cards."""

    def __init__(self, view: View) -> None:
        self.viewer: Seat = view["viewer"]
        self.foe = view["seats"][other(self.viewer)]
        self.state = state_of(view)
        self.round = self.state.round
        self.deck = [*self.own.deck]
        self.own.deck = (_UNKNOWN,) * len(self.deck)
        if self.state.phase == "play":
            self.state.turn = self.viewer

    @property
    def own(self) -> Side:
        """The side of the reader."""
        return self.state.seats[self.viewer]

    @property
    def is_over(self) -> bool:
        """Whether the round has come to its judging."""
        return self.state.phase == "play" and not self.own.hand

    def view(self) -> dict[str, Any]:
        """Return the author's view now. For drawn cards only the number is known, and then also for the deck."""
        seen = view_of(self.state, self.viewer)
        mine = seen["seats"][self.viewer]
        seen["seats"][other(self.viewer)] |= {key: self.foe[key] for key in _HIDDEN}
        drawn = mine["hand"].count(_UNKNOWN)
        mine["deck"] = sorted([*self.deck, *filter(None, mine["deck"])])
        if drawn:
            known = {zone: [*filter(None, mine[zone])] for zone in ("hand", "seen")}
            mine |= known | {"drawn": drawn, "deck": len(self.own.deck)}
        return seen

    def line(self, text: str) -> TellingLine:
        return TellingLine(0, self.round, 0, Tone.NOTE, text)

    def read(self, planned: Action) -> Action:
        """The action as read at its turn. Its omitted parts are filled in from that moment (R31)."""
        decision, seen = self.decision(), self.view()
        if decision and decision.kind == "fest.pick" and planned["a"] != "pick":
            self.step({decision.id: choose(seen, decision)})
            return self.read(planned)
        with suppress(OrderError):
            return orders.read(orders.write(planned, seen), seen, decision)
        return planned

    def obstacle(self, action: Action, least: int | None = None) -> Words | None:
        """Return why the action is not possible now; None if it is. `least`: the fewest front members."""
        decision, hand = self.decision(), self.own.hand
        match decision and decision.kind:
            case None:
                return say.NOTHING_ASKED
            case "fest.reserve":
                options = actions.reserves(hand, self.state.limit(self.viewer))
            case "fest.front":
                options = actions.fronts(hand, self.state.size.front, least)
            case _:
                options = actions.coming(self.view())
        return options.explain(action)

    def decision(self) -> MatchDecision | None:
        """Return the author's next decision in this round; None if there is none."""
        pending = festival.pending(self.state)
        if self.is_over or not isinstance(pending, tuple):
            return None
        return next((each for each in pending if each.seat == self.viewer), None)

    def take(self, action: Action) -> list[MatchEvent]:
        """Do it; what happens until the reader decides again, as far as it can be foretold."""
        decision = self.decision()
        return self.step({decision.id: action}) if decision else []

    def step(self, moves: Mapping[str, Action]) -> list[MatchEvent]:
        step = festival.decided(_Alone(self.state), moves)
        self.state, events = step.state, [*step.events]
        while isinstance(pending := festival.pending(self.state), Chance):
            kind, size = pending.what[:2]
            step = _Alone(self.state)
            step.drawn([_DIE] if kind == "die" else range(size))
            self.state = step.state
            events += step.events
            if kind == "shuffle":
                self.deck += filter(None, self.own.deck)
                self.own.deck = (_UNKNOWN,) * size
        return [each for each in events if self.is_foretold(each)]

    def judged(self) -> Sequence[MatchEvent]:
        """The judging, where the round has come to it."""
        step = festival.Step(self.state)
        if self.is_over:
            step.judge()
        return step.events

    def is_foretold(self, event: MatchEvent) -> bool:
        """Whether the event is certain, whatever is hidden."""
        if event.what == "shown":
            return bool(event.detail["from"] != "deck")
        if event.what == "front-scored":
            return bool(event.detail["seat"] == self.viewer)
        return event.is_for(self.viewer) and event.what not in _UNTOLD
