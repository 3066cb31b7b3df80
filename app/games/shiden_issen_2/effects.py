"""The verbs of the skills: their effects other than damage."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.games.shiden_issen_2.abilities import Status

if TYPE_CHECKING:
    from app.games.shiden_issen_2.battle import State
    from app.games.shiden_issen_2.sides import Slot


@dataclass(frozen=True, slots=True)
class Verb(ABC):
    """What a skill does besides damage."""

    @abstractmethod
    def apply(self, battle: "State", by: "Slot") -> None:
        """Do it, for the owner of this slot."""


@dataclass(frozen=True, slots=True)
class Receive(Verb):
    """The owner receives a status, `count` times if it stacks."""

    status: Status
    count: int = 1

    def apply(self, battle: "State", by: "Slot") -> None:
        """Barriers received now are too late for damage of the same phase (R27)."""
        battle.give(by.owner, self.status, self.count, by)


@dataclass(frozen=True, slots=True)
class Inflict(Verb):
    """The opponent receives a status."""

    status: Status

    def apply(self, battle: "State", by: "Slot") -> None:
        """No-mind and barriers stop damage only (R11)."""
        battle.give(by.owner.enemy, self.status, 1, by)


@dataclass(frozen=True, slots=True)
class MarkHead(Verb):
    """Name the opponent's head skill: in the end phase all its skills of this name are destroyed."""

    def apply(self, battle: "State", by: "Slot") -> None:
        """A skill with a damage counter may still be the head (R16)."""
        battle.mark(by.owner.enemy.head, by)


@dataclass(frozen=True, slots=True)
class ChangeHead(Verb):
    """The opponent's head skill, unless it is limited, changes into the skill with this identifier."""

    into: str

    def apply(self, battle: "State", by: "Slot") -> None:
        """Where the head is limited nothing happens: no other skill is looked for (R15)."""
        head = by.owner.enemy.head
        if not head.skill.limited:
            battle.change(head, self.into)
