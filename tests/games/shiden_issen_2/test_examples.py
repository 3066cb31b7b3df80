"""The worked battles in TOML: winner, reason, round, skills left and the steps, and with sides exchanged."""

import re
import tomllib
from pathlib import Path
from typing import Any

from app.engine import Lang
from app.games.shiden_issen_2 import RULESETS
from tests.games.shiden_issen_2.play import play, rows
from tests.support.tables import by_row

Example = dict[str, Any]

FILES = sorted((RULESETS[0].folder / "examples").glob("*.toml"))
EXAMPLES: dict[str, Example] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in FILES
}
OTHER = {"home": "away", "away": "home"}


def check(example: Example) -> None:
    """Play the battle and find the events of the example in its log, in their order."""
    battle = play(example["home"], example["away"])

    assert battle.winner == (None if example["winner"] == "none" else example["winner"])
    assert (battle.reason, battle.turn) == (example["reason"], example["turn"])
    assert list(battle.hp) == example["hp"]
    assert rows(battle) == example["rows"]
    rest = iter([event.as_dict() for event in battle.events])
    for expected in example["events"]:
        assert any(expected.items() <= event.items() for event in rest), expected


@by_row("example", EXAMPLES.values(), ids=EXAMPLES)
def test_a_worked_battle_goes_as_written(example: Example) -> None:
    check(example)


@by_row("example", EXAMPLES.values(), ids=EXAMPLES)
def test_a_worked_battle_ends_the_same_with_sides_exchanged(example: Example) -> None:
    battle = play(example["away"], example["home"])

    assert (battle.winner or "none") == OTHER.get(example["winner"], "none")
    assert (battle.reason, battle.turn) == (example["reason"], example["turn"])
    assert list(battle.hp) == example["hp"][::-1]
    assert rows(battle) == example["rows"][::-1]


@by_row("path", FILES, ids=[path.stem for path in FILES])
def test_a_worked_battle_begins_with_its_arithmetic(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")


@by_row("lang", ["ja", "en"])
def test_the_worked_battles_of_the_rule_book_are_these(lang: Lang) -> None:
    """Its headings name the builds: `閃閃交硬果` v `待速搦待閃`."""
    printed = re.findall(r"^### .*`(\S*)` (?:v|対) `(\S*)`$", RULESETS[0].rules(lang), re.MULTILINE)

    assert printed == [(example["home"], example["away"]) for example in EXAMPLES.values()]
