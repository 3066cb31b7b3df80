"""The effects of active skills and tools, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Self

from app.engine.matches.game import MatchEvent, Seat
from app.engine.words import Words
from app.engine.workshop.file import Part
from app.engine.workshop.schema import NumberField
from app.games.acts import events
from app.games.acts.squares import EVERYWHERE

if TYPE_CHECKING:
    from app.games.acts.state import State

_OFF: Final = Words("減らすダメージ", "damage taken off")
_COUNT: Final = Words("枚数", "how many")


class Rings(NumberField):
    """A range as it is printed: 2R is a distance of 1."""

    def read(self, part: Part, key: str, *, needed: bool) -> Any:
        rings = NumberField.read(self, part, key, needed=needed)
        return None if rings is None else rings - 1

    def written(self, value: Any) -> Any:
        return value + 1


class _RangeOfAim(Rings):
    """The range of an aim; the effect says for which units it is."""

    def read(self, part: Part, key: str, *, needed: bool) -> Any:
        reach = Rings.read(self, part, key, needed=needed)
        return None if reach is None else Aim(reach=reach)

    def written(self, value: Any) -> Any:
        return Rings.written(self, value.reach)


@dataclass(frozen=True, slots=True)
class Aim:
    """The units that can be targets: `m` masters and `s` servants, own and enemy ones, up to this distance."""

    own: str = ""
    enemy: str = ""
    reach: int = EVERYWHERE


NO_AIM: Final = Aim()


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a skill or tool that does not fail. The arguments are those of its action."""

    is_answer: ClassVar[bool] = False
    """Whether a speed tool can only be an answer, never an action."""
    answers_attack: ClassVar[bool] = False
    """Whether it answers an attack; if false, it answers anything else. Used only if `is_answer`."""
    aim: Annotated[Aim, _RangeOfAim(Words("レンジ", "range"), 2, 5)] = field(default=NO_AIM)

    def aimed(self) -> Self:
        """Return the effect for an own card: its usual targets, up to its range."""
        return replace(self, aim=replace(_USUAL.get(type(self), NO_AIM), reach=self.aim.reach))

    def apply(
        self, state: "State", seat: Seat, at: int, args: Mapping[str, Any], log: list[MatchEvent]
    ) -> None:
        """Do it, for the unit on this square; what stays on the field or on a unit does nothing at once."""


@dataclass(frozen=True, slots=True)
class Stay(Effect):
    """An effect that works as long as the tool is there."""


@dataclass(frozen=True, slots=True)
class Fail(Effect):
    """Make the answered action fail."""

    is_answer: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Smoke(Effect):
    """Reduce the damage of the answered attack to one unit by `points`."""

    is_answer: ClassVar[bool] = True
    answers_attack: ClassVar[bool] = True

    points: Annotated[int, NumberField(_OFF, 10, 40, 10)] = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Mend(Effect):
    """Take damage off a unit."""

    points: Annotated[int, NumberField(_OFF, 10, 40, 10)] = field(kw_only=True)

    def apply(
        self, state: "State", seat: Seat, at: int, args: Mapping[str, Any], log: list[MatchEvent]
    ) -> None:
        unit = state.field[int(args["on"])]
        points = min(self.points, unit.damage)
        unit.damage -= points
        log.append(events.mended(unit.owner, unit.card, int(args["on"]), points))


@dataclass(frozen=True, slots=True)
class Ready(Effect):
    """Make spent ether of a servant usable again."""

    count: Annotated[int, NumberField(_COUNT, 1, 4)] = field(kw_only=True)

    def apply(
        self, state: "State", seat: Seat, at: int, args: Mapping[str, Any], log: list[MatchEvent]
    ) -> None:
        unit = state.field[int(args["on"])]
        count = min(self.count, unit.on)
        unit.on -= count
        unit.off += count
        log.append(events.ether_turned(unit.owner, unit.card, int(args["on"]), count))


@dataclass(frozen=True, slots=True)
class Spend(Effect):
    """Spend all ether of a servant."""

    def apply(
        self, state: "State", seat: Seat, at: int, args: Mapping[str, Any], log: list[MatchEvent]
    ) -> None:
        unit = state.field[int(args["on"])]
        log.append(events.ether_turned(unit.owner, unit.card, int(args["on"]), -unit.off))
        unit.on += unit.off
        unit.off = 0


@dataclass(frozen=True, slots=True)
class Drain(Effect):
    """Move ether of an enemy unit to the trash, usable ether first. A servant without ether is destroyed (R7)."""

    count: Annotated[int, NumberField(_COUNT, 1, 3)] = field(kw_only=True)

    def apply(
        self, state: "State", seat: Seat, at: int, args: Mapping[str, Any], log: list[MatchEvent]
    ) -> None:
        square = int(args["on"])
        state.drain(square, self.count, log)
        unit = state.field[square]
        if unit.letter == "s" and not unit.ether:
            log.append(events.destroyed(unit.owner, unit.card, square))
            state.discard(square)


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """Cards are drawn, as many as there are."""

    count: Annotated[int, NumberField(_COUNT, 1, 3)] = field(kw_only=True)

    def apply(
        self, state: "State", seat: Seat, at: int, args: Mapping[str, Any], log: list[MatchEvent]
    ) -> None:
        log.extend(events.drawn(seat, state.sides[seat].draw(self.count)))


@dataclass(frozen=True, slots=True)
class Recall(Effect):
    """A servant goes back to the hand, its ether to the master as far as there is room, usable ether first."""

    def apply(
        self, state: "State", seat: Seat, at: int, args: Mapping[str, Any], log: list[MatchEvent]
    ) -> None:
        square = int(args["on"])
        unit, master = state.field[square], state.field[state.master_at(seat)]
        off = min(unit.off, max(0, state.room(seat)))
        master.off += off
        on = min(unit.on, max(0, state.room(seat)))
        master.on += on
        unit.off -= off
        unit.on -= on
        log.append(events.recalled(seat, unit.card, square))
        state.discard(square, to_hand=True)


@dataclass(frozen=True, slots=True)
class Blink(Effect):
    """Move the unit, or the own card of this id from anywhere, to another square."""

    card: str = ""

    def apply(
        self, state: "State", seat: Seat, at: int, args: Mapping[str, Any], log: list[MatchEvent]
    ) -> None:
        if self.card:
            at = state.master_at(seat)
        to = int(args["to"])
        unit = state.field.pop(at)
        state.field[to] = unit
        log.append(events.relocated(unit.owner, unit.card, at, to))


@dataclass(frozen=True, slots=True)
class Carry(Effect):
    """Ether goes between the unit and another, as it is."""

    def apply(
        self, state: "State", seat: Seat, at: int, args: Mapping[str, Any], log: list[MatchEvent]
    ) -> None:
        off, on = args["give"]
        if not state.field[at].can_give(state.field[int(args["on"])], off, on):
            log.append(events.failed(args["skill"]))  # an answer was paid with that ether (R34)
            return
        state.field[at].give(state.field[int(args["on"])], off, on)
        log.append(events.ether_moved(seat, 0, [[args["on"], off, on]], at))


_USUAL: Final[Mapping[type[Effect], Aim]] = {
    Mend: Aim("ms"),
    Ready: Aim("s"),
    Spend: Aim("", "s"),
    Drain: Aim("", "ms"),
    Recall: Aim("s"),
    Carry: Aim("ms"),
    Smoke: Aim("ms"),
}
"""The usual targets of each effect on own cards."""
OF_SKILLS: Final = (Mend, Ready, Spend, Drain, Blink, Carry)
OF_TOOLS: Final = (Mend, Ready, Spend, Drain, Recall, Draw)
"""The effects that skills and tools of own cards may have."""
