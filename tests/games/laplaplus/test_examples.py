"""The worked battles in TOML: winner, reason, turn, HP and the steps, and the same with sides exchanged."""

import re
import tomllib
from pathlib import Path
from typing import Any

from app.engine import Lang
from app.games.laplaplus import RULESETS
from tests.games.laplaplus.play import play
from tests.support.tables import by_row

Example = dict[str, Any]

FILES = sorted((RULESETS[0].folder / "examples").glob("*.toml"))
EXAMPLES: dict[str, Example] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in FILES
}
OTHER = {"home": "away", "away": "home"}


def mirrored(value: Any) -> Any:
    """The same with home and away exchanged, in keys and values alike."""
    match value:
        case str():
            return re.sub("home|away", lambda side: OTHER[side[0]], value)
        case list():
            return [mirrored(v) for v in value]
        case dict():
            return {mirrored(k): mirrored(v) for k, v in value.items()}
    return value


def exchanged(example: Example) -> Example:
    return {mirrored(k): mirrored(v) for k, v in example.items()} | {"hp": example["hp"][::-1]}


def check(example: Example) -> None:
    """Play the battle and find the events of the example in its log, in their order."""
    battle = play(example["home"], example["away"])
    happened = [listed(event.as_dict()) for event in battle.events]

    assert battle.winner == (None if example["winner"] == "none" else example["winner"])
    assert (battle.reason, battle.turn) == (example["reason"], example["turn"])
    assert list(battle.hp) == example["hp"]
    rest = iter(happened)
    for expected in example["events"]:
        assert any(expected.items() <= event.items() for event in rest), expected
    assert damages(example["events"]) == damages(happened)


def listed(event: dict[str, Any]) -> dict[str, Any]:
    """An event as TOML has it: lists, not tuples."""
    return {k: list(v) if isinstance(v, tuple) else v for k, v in event.items()}


def damages(events: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Every damage that landed: its points and what they left."""
    return [(e["points"], e["hp_left"]) for e in events if e["kind"] == "damage-dealt"]


@by_row("example", EXAMPLES.values(), ids=EXAMPLES)
def test_a_worked_battle_goes_as_written(example: Example) -> None:
    check(example)


@by_row("example", EXAMPLES.values(), ids=EXAMPLES)
def test_a_worked_battle_goes_the_same_with_sides_exchanged(example: Example) -> None:
    check(exchanged(example))


@by_row("path", FILES, ids=[path.stem for path in FILES])
def test_a_worked_battle_begins_with_its_arithmetic(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")


@by_row("lang", ["ja", "en"])
def test_the_worked_battles_of_the_rule_book_are_among_them(lang: Lang) -> None:
    """Its headings name the builds: `攻硬` v `連硬`."""
    chapter = RULESETS[0].rules(lang).partition("## 9.")[2].partition("## 10.")[0]
    printed = re.findall(r"^### .*`(\S*)` (?:v|対) `(\S*)`$", chapter, re.MULTILINE)
    worked = {(example["home"], example["away"]) for example in EXAMPLES.values()}

    assert len(printed) == 7
    assert set(printed) <= worked
