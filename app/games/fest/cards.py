"""The house cards and the sample decks, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from app.games.fest.abilities import THEMES
from app.games.fest.effects import GUEST_TAG, HOUSE_TAG, Printed, Use, counted
from app.games.fest.verbs import Counts


@dataclass(frozen=True, slots=True)
class Card:
    """A card: two abilities, each may be none, two effects, and its rule tags.

    `name` is empty on house cards: theirs are in both languages, among the names.
    """

    id: str
    abilities: tuple[str | None, str | None]
    effects: tuple[Printed, Printed]
    tags: tuple[str, ...]
    name: str = ""
    uses: tuple[Use, ...] = field(init=False, repr=False, compare=False)
    """Its effects by the words of an order, in their order."""

    def __post_init__(self) -> None:
        one, another = self.effects
        alike = one.code == another.code
        words = (f"{one.code}.1", f"{another.code}.2") if alike else (one.code, another.code)
        uses = [
            Use(word, printed.effect, printed.z, printed.args)
            for word, printed in zip(words, self.effects, strict=True)
        ]
        object.__setattr__(self, "uses", tuple(sorted(uses, key=lambda use: use.word)))

    def use(self, word: str) -> Use | None:
        """The effect that an order calls so."""
        return next((use for use in self.uses if use.word == word), None)


class Cards(dict[str, Card]):
    """Cards by their ids, with the abilities of each counted: of every theme, and all together."""

    def __init__(self, cards: Mapping[str, Card]) -> None:
        super().__init__(cards)
        self.abilities: dict[str, Counts] = {id: counted(c.abilities) for id, c in cards.items()}
        self.matching: dict[str, dict[str, Counts]] = {
            theme: {id: counted(c.abilities, theme) for id, c in cards.items()} for theme in THEMES
        }
        self.fit: dict[str, dict[str, int]] = {
            theme: {id: sum(counts) for id, counts in matching.items()}
            for theme, matching in self.matching.items()
        }
        """How many abilities of the theme a card has."""


def _house(id: str, one: str | None, another: str | None, *effects: str) -> Card:
    first, second = effects
    return Card(id, (one, another), (Printed(first), Printed(second)), (HOUSE_TAG,))


def _guest(id: str, one: str | None, another: str | None, *effects: Printed) -> Card:
    first, second = effects
    return Card(id, (one, another), (first, second), (GUEST_TAG,))


HOUSE: Final = Cards(
    {
        card.id: card
        for card in (
            _house("F01", "dress", "food", "B01", "B06"),
            _house("F02", "food", "space", "B02", "B07"),
            _house("F03", "space", "dress", "B03", "B05"),
            _house("F04", "humanities", "science", "B01", "B08"),
            _house("F05", "science", "arts", "B02", "B12"),
            _house("F06", "arts", "humanities", "B03", "B11"),
            _house("F07", "spirit", "technique", "B01", "B10"),
            _house("F08", "technique", "physique", "B02", "B04"),
            _house("F09", "physique", "spirit", "B03", "B23"),
            _house("F10", "dress", "humanities", "B13", "B05"),
            _house("F11", "humanities", "spirit", "B13", "B09"),
            _house("F12", "spirit", "dress", "B04", "B16"),
            _house("F13", "food", "science", "B13", "B06"),
            _house("F14", "science", "technique", "B15", "B21"),
            _house("F15", "technique", "food", "B18", "B08"),
            _house("F16", "space", "arts", "B13", "B07"),
            _house("F17", "arts", "physique", "B17", "B04"),
            _house("F18", "physique", "space", "B14", "B19"),
            _house("F19", "dress", "dress", "B14", "B12"),
            _house("F20", "science", "science", "B11", "B22"),
            _house("F21", "physique", "physique", "B14", "B09"),
            _house("F22", None, None, "B16", "B18"),
            _house("F23", "technique", None, "B20", "B10"),
            _house("F24", "arts", None, "B19", "B17"),
            _guest(
                "G01", "dress", "humanities", Printed("S01", x="will"), Printed("S03", "exhibit")
            ),
            _guest(
                "G02",
                "food",
                "science",
                Printed("S01", x="sword"),
                Printed("S04", "exhibit", "will"),
            ),
            _guest(
                "G03",
                "space",
                "arts",
                Printed("S01", x="shield"),
                Printed("S07", "exhibit", "will", "sword"),
            ),
            _guest(
                "G04",
                "humanities",
                "spirit",
                Printed("S02", x="sword"),
                Printed("S03", "academics"),
            ),
            _guest(
                "G05",
                "science",
                "technique",
                Printed("S02", x="shield"),
                Printed("S04", "academics", "will"),
            ),
            _guest("G06", "arts", "physique", Printed("S02", x="will"), Printed("S08")),
            _guest(
                "G07",
                "spirit",
                "dress",
                Printed("S05", x="will", y="sword"),
                Printed("S03", "combat"),
            ),
            _guest(
                "G08",
                "technique",
                "food",
                Printed("S05", x="sword", y="shield"),
                Printed("S04", "combat", "shield"),
            ),
            _guest(
                "G09",
                "physique",
                "space",
                Printed("S07", "combat", "sword", "shield"),
                Printed("S11"),
            ),
            _guest("G10", None, None, Printed("S09"), Printed("S10")),
            _guest(
                "G11",
                "dress",
                "dress",
                Printed("S06", "academics", "will", "will"),
                Printed("S11"),
            ),
            _guest("G12", "science", None, Printed("S08"), Printed("S12")),
        )
    }
)
"""The cards that every match knows."""

_GUESTS: Final = [id for id in HOUSE if id[0] == "G"]
_ONCE: Final = ("F01", "F11", "F18", "F22", "F23", "F24")
_TWICE: Final = ("F02", "F04", "F05", "F07", "F08", "F13", "F14", "F15", "F20")
_SMALL: Final = ("F12", "F18", "F19", "F20", "F21", "F22")

DECKS: Final[Mapping[str, Mapping[str, int]]] = {
    "D1": {id: 1 for id in HOUSE if id[0] == "F"},
    "D2": {id: 1 if id in _ONCE else 2 for id in sorted(_ONCE + _TWICE)},
    "D3": dict.fromkeys(_GUESTS, 2),
    "P1": {id: 1 for id in HOUSE if id <= "F09" or id in _SMALL},
    "P3": {id: 2 if id in ("G02", "G05", "G08") else 1 for id in _GUESTS},
}
"""The sample decks; P1 and P3 are for the petit rules, D3 and P3 have the tag #standard."""
