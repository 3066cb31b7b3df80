"""A dry look at a plan: where each of its actions would stand if the opponent did nothing, and why one would not."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from app.engine.matches.game import Action, MatchEvent, OrderError, Seat, View
from app.engine.telling import TellingLine, Tone
from app.engine.words import Lang, Words
from app.games.acts import actions, turns
from app.games.acts.state import State, load
from app.games.acts.view import Sight, called, seen_by, world
from app.games.acts.words.names import CARD_NAMES, minus
from app.games.acts.words.orders import GRAMMAR, placed, written
from app.games.acts.words.report import tell

_IF: Final = Words(
    "相手が何もしなければ、各行はこうなります。相手も1行動ずつはさむので、後の行ほどずれます。",
    "If the opponent does nothing, the lines come to this. The enemy acts between them: the later, the less sure.",
)
_DOES: Final = Words("{order} → {told}{stands}", "{order} → {told}{stands}")
_STANDS: Final = Words(
    "({at} {name}：{left}/{life} 使用可{off} 使用済{on})",
    " ({at} {name}: {left}/{life} {off} ready {on} spent)",
)
_NOT: Final = Words("{order} → ここではできません。{why}", "{order} → not from here. {why}")
_HIDDEN: Final = ("drew", "drawn")


def outlook(
    view: View, plan: Sequence[Action], names: Mapping[Seat, str], lang: Lang
) -> Iterator[TellingLine]:
    """A line for each action of a main turn, after one that says what it depends on."""
    main = [each for each in plan if actions.MAIN in actions.kinds(each) and each["a"] != "pass"]
    seat: Seat = view["seat"]
    if not main or not view["field"]:
        return
    yield TellingLine(1, view["turn"], 0, Tone.NOTE, _IF.to(lang))
    state = load(world({**view, "phase": "main", "flow": None}, (), (), ()))
    for n, planned in enumerate(main, start=2):
        state.to_act = seat
        sight = Sight.of(state, seat)
        action, why = _at_last(planned, sight)
        order = written(action, seen_by(state, seat))
        order = GRAMMAR.in_japanese(order) if lang == "ja" else order
        if why:
            text = _NOT.to(lang).format(order=order, why=why.to(lang))
            yield TellingLine(n, state.turn, 0, Tone.NOTE, text)
            continue
        log: list[MatchEvent] = []
        turns.act(state, action, log)
        while state.phase == "defend":
            turns.defend(state, actions.NO, log)
        known = [each for each in log if each.what not in _HIDDEN]
        told = [line.text for line in tell(known, names, lang, seat)]
        text = _DOES.to(lang).format(
            order=order,
            told=("" if lang == "ja" else " ").join(told),
            stands="" if state.over else _where(state, action, seat, lang),
        )
        yield TellingLine(n, state.turn, 0, Tone.EFFECT, text)
        if state.over:
            return


def _at_last(planned: Action, sight: Sight) -> tuple[Action, Words | None]:
    """The action, with the units that have come meanwhile; and why it is not possible, if so."""
    try:
        action = placed(planned, sight)
    except OrderError as missing:
        return planned, missing.words
    return action, actions.Options(actions.MAIN, sight).explain(action)


def _where(state: State, action: Action, seat: Seat, lang: Lang) -> str:
    """The unit that acted or came, as it stands then, if it does."""
    at = int(action.get("to") or action.get("at") or action.get("unit") or 0)
    unit = state.field.get(at)
    if unit is None or not unit.is_unit or unit.owner != seat:
        return ""
    return _STANDS.to(lang).format(
        at=called(at, Sight.of(state, seat)),
        name=CARD_NAMES[unit.card].to(lang),
        left=minus(unit.left),
        life=unit.face.life,
        off=unit.off,
        on=unit.on,
    )
