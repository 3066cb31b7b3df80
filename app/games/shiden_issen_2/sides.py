"""A side of a battle: a character, its slots with their skills, and a skill in use."""

from dataclasses import dataclass, field

from app.engine import Build, Side
from app.games.shiden_issen_2 import events as log
from app.games.shiden_issen_2.abilities import Rule, Skill, Status, Type
from app.games.shiden_issen_2.cards import BLANK, PLAIN_HIT, SkillPool


@dataclass(slots=True, eq=False)
class Slot:
    """A slot of a character, with the skill in it. Its level never changes.

    `is_hit`: it has a damage counter. `is_due`: the end phase of this round destroys the skill.
    """

    owner: "Character"
    level: int
    skill: Skill
    right: "Slot | None" = None
    is_hit: bool = False
    is_due: bool = False
    ref: log.SlotRef = field(init=False)

    def __post_init__(self) -> None:
        """Compute the name of this slot in the log."""
        self.ref = f"{self.owner.side}.{self.level}"

    @property
    def helper(self) -> Skill:
        """The attachment in the next slot, if it helps skills like this one; otherwise `BLANK`.

        "直前(1つ左)": it helps the skill directly to its left, never across a blank.
        """
        right = self.right.skill if self.right else BLANK
        return right if self.skill.type in right.helps else BLANK

    @property
    def type(self) -> Type:
        """The type at this moment: an attack skill before +反 is an interceptor in everything (R8)."""
        if Rule.MAKES_INTERCEPTOR in self.helper.rules:
            return Type.INTERCEPTOR
        return self.skill.type


class Character:
    """One side of the battle. `enemy` is set once both sides exist."""

    __slots__ = ("enemy", "marked", "plain", "side", "slots", "statuses")

    enemy: "Character"

    def __init__(self, side: Side, build: Build, pool: SkillPool) -> None:
        self.side = side
        self.slots = [Slot(self, level, pool.by_id[id]) for level, id in enumerate(build.cards, 1)]
        for slot, right in zip(self.slots, self.slots[1:], strict=False):
            slot.right = right
        self.plain = Slot(self, 0, PLAIN_HIT)
        """Not owned: it cannot be hit, and nothing helps it."""
        self.statuses: dict[Status, int] = {}
        self.marked: list[Skill] = []
        """The skills named by the enemy's Shadow Strikes in this round."""

    @property
    def owned(self) -> list[Slot]:
        """The slots that are not blank, from the head."""
        return [slot for slot in self.slots if slot.skill is not BLANK]

    @property
    def head(self) -> Slot:
        """The leftmost skill. There is one: an owner of nothing has lost."""
        return next(slot for slot in self.slots if slot.skill is not BLANK)

    def first_with(self, rule: Rule) -> Slot | None:
        """The first skill with this rule."""
        return next((slot for slot in self.slots if rule in slot.skill.rules), None)

    @property
    def standing(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Slots and statuses, as plain data."""
        statuses = self.statuses
        return (
            tuple(slot.skill.id for slot in self.slots),
            tuple(status.value for status in Status for _ in range(statuses.get(status, 0))),
        )


@dataclass(slots=True, eq=False)
class Use:
    """A skill in use, with itself and its helper as they were when it was selected, even if they
    change later (R17).

    `wrath` is how often its user had 逆鱗 by then. `fired` is the interceptor that it triggered.
    """

    slot: Slot
    skill: Skill
    helper: Skill
    wrath: int
    n: int
    fired: "tuple[Slot, Skill, int] | None" = None
