"""What the house makes of two decks: worked ones, whoever is at home, and how it is told."""

import tomllib
from pathlib import Path

import pytest

from app.engine import Sheet, Side, Tone, plain
from app.engine.matches.exhibition import BattleBegan
from app.games.fest import EXHIBITION, RULESETS

GAME = RULESETS[0]
FILES = sorted((GAME.folder / "examples").glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_worked_exhibitions_end_as_they_say(path: Path) -> None:
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    home, away = (GAME.read_build(said[side]) for side in Side)
    battle = GAME.play(home, away)

    assert (battle.winner or "none", battle.reason) == (said["winner"], said["reason"])
    assert (battle.turn, [*battle.hp]) == (said["turn"], said["hp"])
    assert GAME.play(away, home).hp == battle.hp[::-1]


def test_seats_are_drawn_and_do_not_follow_who_is_at_home() -> None:
    decks = [GAME.read_build(text) for text in ("D1", "D2", "D3", "P1", "P3")]
    begun = [
        GAME.play(one, another).events[0] for one in decks for another in decks if one != another
    ]
    seats = [each.home for each in begun if isinstance(each, BattleBegan)]

    assert seats.count("A") == seats.count("B") == len(begun) / 2


def test_an_exhibition_says_that_it_is_one() -> None:
    battle = GAME.play(GAME.read_build("D1"), GAME.read_build("D2"))
    lines = [*GAME.tell(battle.events, Sheet("Alice"), Sheet("Bob"), "en")]

    assert lines[1].text.startswith("An exhibition: the house plays both sides")
    assert [line.text for line in lines if line.tone is Tone.VERDICT] == ["132 to 94: Bob wins!"]
    assert "[Round 3: academics]" in plain(lines)
    with pytest.raises(TypeError):
        next(GAME.tell(battle.events[1:], Sheet("Alice"), Sheet("Bob"), "en"))


def test_a_season_reads_decks_by_its_own_configuration() -> None:
    guests = GAME.under({"allowed_tags": ["#standard"], "petit": True, "max_copies": 2})

    assert guests.read_build("P3").cards == GAME.read_build("P3").cards
    assert {card.id[0] for card in guests.cards} == {"G"}
    assert [*guests.sizes] == [15]
    assert guests.read_build(guests.write_build(guests.sample_build())) == guests.sample_build()
    assert EXHIBITION.endings.keys() == {*GAME.reasons}
