"""What the house makes of two builds, the board of it, and matches of a season told as a battle."""

import pytest

from app.engine import Build, Stand
from app.engine.battle import Event
from app.engine.matches.exhibition import BattleBegan, Exhibition, Happening, NextBegan
from app.games.ocg import RULESETS
from app.games.ocg.game import GAMES

GAME = RULESETS[0]
boards = Exhibition(GAMES[0]).boards
FILES = sorted((GAME.folder / "examples").glob("*.toml"))


def test_the_meters_of_the_board_end_as_the_match_did() -> None:
    home, away = GAME.read_build("Forerunners"), GAME.read_build("Wilds")
    battle = GAME.play(home, away)
    *_, last = GAME.boards(home, away, battle)

    for row, left, build in zip((last.home, last.away), battle.hp, (home, away), strict=True):
        meters = {status.name.en: status.amount for status in row.statuses}
        gone = sum(piece.stand is Stand.GONE for piece in row.cards)
        hidden = (meters["Pile"] or 0) + (meters["Hand"] or 0)
        assert max(0, 20 - (meters["Damage"] or 0)) == left
        assert sum(piece.stand is Stand.UP for piece in row.cards) == hidden
        assert gone >= (meters["Damage"] or 0)
        assert len(build.cards) == len(row.cards)


def log(*happened: tuple[str, str]) -> list[Event]:
    cards = ("C01", "C11", "I01", "K07", "K08", "K09", "R01")
    began: Event = BattleBegan(1, 0, 0, "A", cards, ("C02", "I02"), is_exhibition=False)
    rest = [
        Happening(n, 1, 0, what, "all", detail.replace("'", '"'))
        for n, (what, detail) in enumerate(happened, 2)
    ]
    return [began, *rest]


def played(seat: str, rest: str) -> tuple[str, str]:
    return "played", f"{{'seat':'{seat}',{rest}}}"


def test_commands_move_cards_that_lie_open() -> None:
    """A: Call Back, Break Gear and Banish against a Rin with a buckler; the area stays on the table."""
    events = log(
        played("A", "'p':'summon','card':'C01','slot':1"),
        played("B", "'p':'summon','card':'C02','slot':1"),
        played("B", "'p':'set','card':'I02','on':1"),
        played("A", "'p':'area','card':'R01'"),
        played("A", "'p':'command','card':'K08','by':1,'target':'1.I02'"),
        played("A", "'p':'command','card':'K09','by':1,'target':1"),
        ("left", "{'seat':'A','slot':1,'card':'C01'}"),
        played("A", "'p':'command','card':'K07','by':1,'target':'C01'"),
    )
    shown = [*boards(events)]
    stands = [{p.card: p.stand.name for p in b.home.cards + b.away.cards} for b in shown]

    assert [s["I02"] for s in stands] == [*["UP"] * 3, *["DOWN"] * 2, *["GONE"] * 4]
    assert [s["C02"] for s in stands[2:]] == [*["DOWN"] * 4, *["GONE"] * 3]
    assert [s["C01"] for s in stands] == ["UP", *["DOWN"] * 6, "GONE", "UP"]
    assert stands[-1]["R01"] == "DOWN"


def test_a_second_match_begins_with_fresh_decks() -> None:
    events = log(played("A", "'p':'summon','card':'C01','slot':1"), ("deck", "{}"), ("deck", "{}"))
    events[2] = NextBegan(3, 1, 0, "B")
    events[3] = Happening(4, 1, 0, "played", "all", '{"seat":"B","p":"area","card":"R01"}')
    *_, last = boards(events)

    assert [p.card for p in last.home.cards if p.stand is Stand.DOWN] == ["R01"]
    assert len([*boards(log(("lost", '{"seat":"A","cards":["C32"]}')))]) == 1
    with pytest.raises(TypeError):
        next(boards(events[1:]))


def test_a_build_of_several_decks_is_played_as_one_of_them() -> None:
    both = GAME.read_build("deck Blades deck Siege")
    battle = GAME.play(both, GAME.read_build("Wilds"))

    assert any(getattr(event, "what", "") == "deck-picked" for event in battle.events)
    assert GAME.outcomes([both, Build(both.cards[:40])])[1] != 255


def test_where_no_sample_deck_is_legal_there_is_one_of_different_cards() -> None:
    commons = RULESETS[0].under({"rarity": "C"})
    ((name, build),) = commons.starters("en").items()

    assert name == "Sample"
    assert commons.read_build(commons.write_build(build)) == build
