"""A preview of a plan: the result of each action if the opponent did nothing, or why it fails."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from app.engine.matches.game import SEATS, Action, MatchEvent, OrderError, Seat, View
from app.engine.telling import TellingLine, Tone
from app.engine.words import Lang, Words
from app.games.acts import actions, turns
from app.games.acts.state import State, load
from app.games.acts.view import Sight, called, seen_by, world
from app.games.acts.words.names import minus
from app.games.acts.words.orders import grammar_of, placed, written
from app.games.acts.words.report import tell

_IF: Final = Words(
    "相手が何もしなければ、各行はこうなります。相手も1行動ずつはさむので、後の行ほどずれます。",
    "If the opponent did nothing, your lines would do this. The opponent acts in between, so later lines are less certain.",
)
_DOES: Final = Words("{order} → {told}{stands}", "{order} → {told}{stands}")
_STANDS: Final = Words(
    "（{at} {name}：{left}/{life} 使用可{off} 使用済{on}）",
    " ({at} {name}: {left}/{life} {off} ready {on} spent)",
)
_NOT: Final = Words("{order} → ここではできません。{why}", "{order} → not possible here. {why}")
_HIDDEN: Final = ("drew", "drawn")
_UNSEEN: Final = ("hand_n", "deck_n", "deck_rest")


def outlook(
    view: View, plan: Sequence[Action], names: Mapping[Seat, str], lang: Lang
) -> Iterator[TellingLine]:
    """A line for each action of a main turn, after one that says what it depends on."""
    look = _Look(view)
    for n, planned in enumerate(look.main(plan), start=2):
        if n == 2:
            yield TellingLine(1, view["turn"], 0, Tone.NOTE, _IF.to(lang))
        action, why = look.read(planned)
        order = written(action, seen_by(look.state, look.seat))
        order = grammar_of(look.pool).in_japanese(order) if lang == "ja" else order
        if why:
            text = _NOT.to(lang).format(order=order, why=why.to(lang))
            yield TellingLine(n, look.state.turn, 0, Tone.NOTE, text)
            continue
        known = [each for each in look.take(action) if each.what not in _HIDDEN]
        told = [line.text for line in tell(known, names, lang, look.seat, look.pool)]
        text = _DOES.to(lang).format(
            order=order,
            told=("" if lang == "ja" else " ").join(told),
            stands="" if look.state.over else _where(look.state, action, look.seat, lang),
        )
        yield TellingLine(n, look.state.turn, 0, Tone.EFFECT, text)


def expected(view: View, plan: Sequence[Action]) -> View:
    """Return the author's view after the plan, in the same phase unless the plan ends the match."""
    look = _Look(view)
    taken = [look.take(action) for action, why in map(look.read, look.main(plan)) if not why]
    return look.view() if taken else view


class _Look:
    """The turn if its author played alone, without drawing cards."""

    def __init__(self, view: View) -> None:
        self.before, self.seat = view, view["seat"]
        phase = {"phase": "main", "flow": None, "to_act": self.seat}
        self.state = load(world({**view, **phase}, (), (), ()))
        self.pool = self.state.pool

    def main(self, plan: Sequence[Action]) -> Iterator[Action]:
        """The actions of the main turn, but for passes, until the match is over."""
        for each in plan if self.state.field else ():
            if (
                actions.MAIN in actions.kinds(each, self.pool)
                and each["a"] != "pass"
                and not self.state.over
            ):
                yield each

    def read(self, planned: Action) -> tuple[Action, Words | None]:
        """The action, with the units that have come meanwhile; and why it is not possible, if so."""
        sight = Sight.of(self.state, self.seat)
        try:
            action = placed(planned, sight)
        except OrderError as missing:
            return planned, missing.words
        return action, actions.Options(actions.MAIN, sight).explain(action)

    def take(self, action: Action) -> list[MatchEvent]:
        """Carry out the action without any answer. Returns the events."""
        log: list[MatchEvent] = []
        turns.act(self.state, action, log)
        while self.state.phase == "defend":
            turns.defend(self.state, actions.NO, log)
        if not self.state.over:
            self.state.to_act = self.seat
        return log

    def view(self) -> View:
        """Return the author's view now."""
        seen, before = seen_by(self.state, self.seat), self.before
        kept = ("wait", "flow") if self.state.over else ("wait", "flow", "phase", "to_act")
        seen |= {key: before[key] for key in kept}
        for seat in SEATS:
            seen[seat] |= {key: value for key, value in before[seat].items() if key in _UNSEEN}
        return seen


def _where(state: State, action: Action, seat: Seat, lang: Lang) -> str:
    """The unit that acted or came, with what it has left; empty if it is gone."""
    at = int(action.get("to") or action.get("at") or action.get("unit") or 0)
    unit = state.field.get(at)
    if unit is None or not unit.is_unit or unit.owner != seat:
        return ""
    return _STANDS.to(lang).format(
        at=called(at, Sight.of(state, seat)),
        name=unit.face.name.to(lang),
        left=minus(unit.left),
        life=unit.face.life,
        off=unit.off,
        on=unit.on,
    )
