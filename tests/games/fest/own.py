"""Cards of the school festival that people could make, with effects of their own, drawn."""

from random import Random
from typing import Any

from app.engine.workshop import schema
from app.games.fest.cards import HOUSE
from app.games.fest.effects import EFFECTS
from app.games.fest.workshop.cards import of_config
from app.games.fest.workshop.effects import OwnEffect
from tests.support.cards import legal

THEMES = ("exhibit", "academics", "combat")
ATTRIBUTES = ("will", "sword", "shield")
ABILITIES = ("dress", "food", "space", "humanities", "science", "arts", "spirit", "technique", "physique", None)  # fmt: skip


def cards(random: Random, count: int) -> list[dict[str, Any]]:
    """This many cards as a configuration lists them. Half of their effects are custom."""

    def named(data: dict[str, Any]) -> None:
        data |= {"code": f"N{random.randrange(10**6)}", "tag": f"#tag-{random.randrange(3)}"}

    own = legal(OwnEffect, random, named)
    found: list[dict[str, Any]] = []
    while len(found) < count:
        effects = [_effect(random, next(own)) for _ in range(2)]
        tags = {"#pbm-std", "#standard", *(each["own"]["tag"] for each in effects if "own" in each)}
        card = {
            "id": f"X{len(found):02}",
            "name": f"生徒{len(found)}",
            "en": f"Pupil {len(found)}",
            "abilities": [random.choice(ABILITIES) for _ in range(2)],
            "effects": effects,
            "tags": sorted(tags),
        }
        if not of_config([card], HOUSE)[1].problems:
            found.append(card)
    return found


def _effect(random: Random, own: OwnEffect) -> dict[str, Any]:
    """An effect of the house or this one, with blanks filled in."""
    effect = random.choice([own.effect(), random.choice([*EFFECTS.values()])])
    x, y = random.sample(ATTRIBUTES, 2)
    blanks = {"z": random.choice(THEMES), "x": x, "y": y}
    found: dict[str, Any] = {"code": effect.code} | {each: blanks[each] for each in effect.blanks}
    return found | ({"own": schema.as_data(own)} if effect.words else {})
