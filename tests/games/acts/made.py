"""Cards of ACT:S that people could make, as records."""

from itertools import count
from random import Random
from typing import Any

from app.engine.workshop import schema
from app.games.acts.workshop import KINDS
from tests.support.cards import legal

_JA = "空海山川森雲星月花鳥風雪氷炎雷岩砂泉鐘鏡"
_LETTERS = {"Master": "M", "Servant": "S"}


def records(random: Random, most: int = 6) -> list[dict[str, Any]]:
    """Up to this many legal cards with unique names, among them a master and a servant."""
    numbers = count(51)
    kinds = [*KINDS[:2], *random.choices(KINDS, k=random.randrange(most - 1))]
    return [_record(kind, next(numbers), random) for kind in kinds]


def _record(kind: Any, number: int, random: Random) -> dict[str, Any]:
    letter = _LETTERS.get(kind.__name__, "T")

    def name(data: dict[str, Any]) -> None:
        data |= {
            "id": f"{letter}{number}",
            "en": f"Made {number}",
            "ja": f"札{_JA[number % 20]}{number}",
        }
        for place, skill in enumerate(data.get("skills", ())):
            skill |= {"name": f"Way {number}-{place}", "ja": f"技{_JA[place]}{number}"}

    made = next(legal(kind, random, name))
    return {"kind": schema.name_of(kind), **schema.as_data(made)}
