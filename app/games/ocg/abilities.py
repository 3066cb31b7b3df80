"""Colours, and what cards give to characters: numbers add up, Swift and Wall are there or not."""

from dataclasses import dataclass
from typing import Final

COLOURS: Final = ("white", "black", "blue", "red", "green")
KEYWORDS: Final = ("swift", "wall")
"""What a condition may ask of a character."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a character has: printed, by its items, by commands beside it and by the battlefield."""

    power: int = 0
    dur: int = 0
    swift: bool = False
    wall: bool = False
    pierce: int = 0
    recover: int = 0
    tough: int = 0
    feint: bool = False

    def __add__(self, other: "Bonus") -> "Bonus":
        return Bonus(
            self.power + other.power,
            self.dur + other.dur,
            self.swift or other.swift,
            self.wall or other.wall,
            self.pierce + other.pierce,
            self.recover + other.recover,
            self.tough + other.tough,
            self.feint or other.feint,
        )


NOTHING: Final = Bonus()
