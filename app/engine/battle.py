"""A battle that has been played: the winner, the reason, and all events."""

from dataclasses import dataclass, field, fields, make_dataclass
from enum import StrEnum
from typing import ClassVar, TypeVar

from app.text.characters import kebab

T = TypeVar("T")


def made_often(kind: type[T]) -> type[T]:
    """Like a frozen dataclass, but created in a quarter of the time. Only mypy enforces that instances stay
    unchanged.
    """
    thawed = make_dataclass(
        kind.__name__,
        [
            (each.name, each.type, field(default=each.default))
            for each in fields(kind)  # type: ignore[arg-type]
        ],
    )
    kind.__init__ = thawed.__init__  # type: ignore[method-assign, misc]
    del kind.__setattr__, kind.__delattr__
    return kind


class Side(StrEnum):
    """One of the two sides of a battle."""

    HOME = "home"
    AWAY = "away"

    @property
    def enemy(self) -> "Side":
        """The other side."""
        return Side.AWAY if self is Side.HOME else Side.HOME


@made_often
@dataclass(frozen=True, slots=True)
class Event:
    """An event of a battle.

    `n` counts from 1, `turn` is 0 before the first turn, `within` is the `n` of the event inside
    whose working this one happened, 0 if none. Events carry no names of characters. The kind of an event
    is the name of its class, `hp-set` of `HpSet`, where it says no other.
    """

    kind: ClassVar[str]

    n: int
    turn: int
    within: int

    def __init_subclass__(cls) -> None:
        cls.kind = vars(cls).get("kind") or kebab(cls.__name__)

    def as_dict(self) -> dict[str, object]:
        """The event as plain data, `kind` first; ready for JSON."""
        return {"kind": self.kind} | {f.name: getattr(self, f.name) for f in fields(self)}


@made_often
@dataclass(frozen=True, slots=True)
class Change:
    """Event `n` brought the life of `side` from `before` to `after`.

    `by` is the identifier of the card that did it, the one at `place` in the build of `owner`, from 1.
    """

    n: int
    turn: int
    side: Side
    before: int
    after: int
    owner: Side
    place: int
    by: str


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle that was played. `winner` is None for a draw, `turn` the last turn, `hp` that of home and away at the
    end.
    """

    winner: Side | None
    reason: str
    turn: int
    hp: tuple[int, int]
    events: tuple[Event, ...]


def course_of(battle: Battle) -> list[tuple[int, int]]:
    """The HP of home and away after every event that states both.

    These events have `home_hp` and `away_hp`. The course of a game without such events is empty.
    """
    kinds = {*map(type, battle.events)}
    telling = {kind for kind in kinds if hasattr(kind, "home_hp") and hasattr(kind, "away_hp")}
    return [
        (getattr(event, "home_hp"), getattr(event, "away_hp"))  # noqa: B009 - not every event has them
        for event in battle.events
        if type(event) in telling
    ]
