"""What the house makes of two builds, the board of it, and matches of a season told as a battle."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.engine import Side, Stand, TellingSheet, Tone
from app.engine.battle import Event
from app.engine.matches.exhibition import BattleBegan, Exhibition, Happening, NextBegan
from app.games.acts import RULESETS
from app.games.acts.game import GAMES
from tests.support.tables import by_row

GAME = RULESETS[0]
boards = Exhibition(GAMES[0]).boards
FILES = sorted((GAME.folder / "examples").glob("*.toml"))


@by_row("path", FILES, ids=lambda path: path.stem)
def test_the_board_of_a_worked_exhibition_ends_as_it_did(path: Path) -> None:
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    home, away = (GAME.read_build(told[side]) for side in Side)
    battle = GAME.play(home, away)
    *_, last = GAME.boards(home, away, battle)
    for row, left in zip((last.home, last.away), battle.hp, strict=True):
        meters = {status.name.en: status.amount for status in row.statuses}
        assert row.life == left
        on_field = sum(each.stand is Stand.DOWN for each in row.cards)
        assert on_field >= (meters["Servants"] or 0) + (battle.reason != "twins")


def test_after_each_turn_it_is_told_what_both_masters_have_left() -> None:
    home, away = (GAME.read_build(name) for name in ("Far Light", "Tool Shed"))
    battle = GAME.play(home, away)
    lines = [*GAME.tell(battle.events, TellingSheet("Bell"), TellingSheet("Canon"), "en")]
    stood = [line for line in lines if line.tone is Tone.BOARD]

    assert [line.turn for line in stood] == [*range(1, battle.turn + 1)]
    assert {"Bell 60", "Canon −20"} <= {*stood[-1].text.removeprefix("VIT left: ").split(", ")}


def log(*happened: tuple[str, Any]) -> list[Event]:
    cards = ("E00", "M01", "S06", "T01", "T05", "T06", "T10")
    began: Event = BattleBegan(1, 0, 0, "A", cards, ("M02", "T07"), is_exhibition=False)
    rest = [
        Happening(n, 1, 0, what, "all", json.dumps(detail))
        for n, (what, detail) in enumerate(happened, 2)
    ]
    return [began, *rest]


UNVEILED = ("unveiled", {"A": "M01", "B": "M02"})
MADE = ("made", {"seat": "A", "card": "S06", "at": 22, "count": 2})


def used(seat: str, tool: str, on: int) -> tuple[str, Any]:
    return "tool-used", {"seat": seat, "tool": tool, "on": on}


def stands(events: list[Event]) -> dict[str, str]:
    *_, last = boards(events)
    return {each.card: each.stand.name for each in last.home.cards + last.away.cards}


def test_tools_stay_with_their_unit_until_it_goes_back_to_the_hand() -> None:
    events = log(
        UNVEILED,
        MADE,
        used("A", "T05", 22),
        used("B", "T07", 22),
        used("A", "T01", 12),
        ("relocated", {"seat": "A", "card": "S06", "at": 22, "to": 32}),
    )
    assert stands(events) == {
        **dict.fromkeys(("E00", "T06", "T10"), "UP"),
        **dict.fromkeys(("M01", "S06", "T05", "M02", "T07"), "DOWN"),
        "T01": "GONE",
    }
    recalled = ("recalled", {"seat": "A", "card": "S06", "at": 32})
    later = stands([*events, Happening(8, 1, 0, recalled[0], "all", json.dumps(recalled[1]))])
    assert [later[id] for id in ("S06", "T05", "T07")] == ["UP", "GONE", "GONE"]


def test_what_fails_does_not_stay() -> None:
    failed = log(
        *(UNVEILED, MADE, used("A", "T10", 21), ("failed", {"what": "T10"})),
        *(used("A", "T06", 22), ("failed", {"what": "T06"}), ("failed", {"what": "Rally"})),
        *(used("A", "T05", 22), used("A", "T01", 12), ("failed", {"what": "T01"})),
    )
    assert [stands(failed)[id] for id in ("T10", "T06", "T05", "T01")] == [
        *("GONE", "GONE", "DOWN", "GONE")
    ]


def test_damage_on_a_master_is_counted_and_taken_off() -> None:
    hurt = ("hurt", {"seat": "A", "card": "M01", "at": 12, "points": 30, "left": 30})
    mended = ("mended", {"seat": "A", "card": "M01", "at": 12, "points": 20})
    servant = ("hurt", {"seat": "A", "card": "S06", "at": 22, "points": 30, "left": 20})
    *_, last = boards(log(UNVEILED, MADE, hurt, mended, servant))

    assert (last.home.life, last.away.life) == (50, 60)
    assert [status.amount for status in last.home.statuses] == [1, len(last.home.cards) - 1]


def test_a_second_match_begins_with_fresh_decks() -> None:
    again = NextBegan(4, 1, 0, "B")
    *_, last = boards([*log(UNVEILED, MADE), again, Happening(5, 1, 0, "turn-ended", "all", "{}")])

    assert all(each.stand is Stand.UP for each in last.home.cards)
    with pytest.raises(TypeError):
        next(boards([again]))
