"""Every effect by its code: what becomes of the points of both, before any limit step but the user's own."""

from typing import Any

from app.games.fest.effects import EFFECTS
from tests.games.fest.stage import BOTH, Stage, playing
from tests.support.tables import by_row

OWN = [4, 2, 3, 1]
FOE = [5, 6, 4, 2]

ROWS: list[tuple[str, list[int], list[int]]] = [
    ("play F01 B01", [8, 2, 3, 1], FOE),
    ("play F02 B02", [4, 6, 3, 1], FOE),
    ("play F03 B03", [4, 2, 7, 1], FOE),
    ("play F08 B04", [6, 4, 5, 1], FOE),
    ("play F03 B05", OWN, [1, 6, 4, 2]),
    ("play F01 B06", OWN, [5, 2, 4, 2]),
    ("play F02 B07", OWN, [5, 6, 0, 2]),
    ("play F04 B08 sword", OWN, [5, 2, 4, 2]),
    ("play F11 B09", [4, 2, 3, 3], FOE),
    ("play F07 B10", OWN, [5, 6, 4, 0]),
    ("play F06 B11 will sword", [2, 4, 3, 1], FOE),
    ("play F05 B12 will shield 3", [1, 2, 6, 1], FOE),
    ("play F10 B13 will", [8, 2, 3, 1], FOE),  # F01 and F12 stand in front, each with dress
    ("play F19 B14 sword", [4, 7, 3, 1], FOE),
    ("play F14 B15 F13", [4, 5, 3, 1], FOE),  # F13 has food, and science of another theme
    ("play F12 B16", [7, 5, 6, 1], FOE),
    ("play F15 B18 shield", [4, 2, 9, 1], FOE),
    ("play F18 B19 sword", [4, 4, 3, 1], FOE),
    ("play F23 B20", [4, 2, 3, 0], FOE),
    ("play F20 B22 sword F01", [4, 4, 3, 1], FOE),
    ("play F09 B23 shield", [2, 0, 10, 1], FOE),
    ("play G01 S01", [6, 2, 3, 1], FOE),
    ("play G04 S02", OWN, [5, 4, 4, 2]),
    ("play G01 S03", [4, 2, 3, 3], FOE),
    ("play G02 S04", OWN, [1, 6, 4, 2]),
    ("play G07 S05", [2, 4, 3, 1], FOE),
    ("play G03 S07", OWN, [6, 5, 4, 2]),
    ("play G10 S09", [4, 2, 3, 0], [5, 6, 4, 1]),
    ("play G10 S10", [4, 2, 3, 2], [5, 6, 4, 3]),
    ("play G06 S08 F01 F02", [1, 2, 6, 1], FOE),  # dress, food go; food, space come
    ("play G12 S12 F04 F02", OWN, FOE),
    ("play G09 S11", OWN, FOE),
]


def stage(order: str = "", **more: Any) -> Stage:
    """A has a full hand of what the order plays and four cards more; B, under nothing, has the next turn."""
    card = order.split()[1] if order else ""
    own = {
        "points": [*OWN],
        "hand": f"{card} F01 F02 F13 F22",
        "front": "F01 F12",
        "reserve": "F04",
        "deck": "F05 F06",
    }
    return playing({**own, **more}, {"points": [*FOE], "hand": "F07"}, config=BOTH)


@by_row(("order", "own", "foe"), ROWS, ids=[row[0] for row in ROWS])
def test_points_change(order: str, own: list[int], foe: list[int]) -> None:
    played = stage(order).order(order)

    assert played.points("A") == own
    assert played.points("B") == foe
    assert played.heard("played")[0]["code"] == order.split()[2]


def test_every_effect_is_shown() -> None:
    elsewhere = {"B17", "B21", "S06"}  # below, and where values are exchanged across

    assert {order.split()[2] for order, *_ in ROWS} | elsewhere == {*EFFECTS}


def test_the_grand_finale_is_played_with_an_empty_hand() -> None:
    played = playing(
        {"points": [3, 3, 1, 0], "hand": "F17"}, {"points": [*FOE], "hand": "F07"}
    ).order("play F17 B17 sword")

    assert played.points("A") == [3, 9, 1, 0]


def test_the_dice_booth_brings_its_die_and_one_more() -> None:
    played = stage("play F14 B21", back="F08 F09").order("play F14 B21 shield")

    assert played.chance.label == "fest/effect/r1/A/3"
    assert played.state.wait == {"x": "shield"}
    assert played.view("B")["wait"] == {"x": "shield"}
    played.draw(5)
    assert played.points("A") == [4, 2, 9, 1]
    assert played.state.wait == {}
    assert played.decision.seat == "B"


def test_an_encore_counts_three_abilities_at_most() -> None:
    played = stage("play F10 B13", front="F01 F19 F12").order("play F10 B13 will")

    assert played.points("A") == [10, 2, 3, 1]


def test_tied_attributes_are_a_choice() -> None:
    tied = playing(
        {"points": [3, 3, 1, 0], "hand": "F04 F15 F07"}, {"points": [2, 7, 7, 0], "hand": "F07"}
    )

    assert [order for order in tied.orders() if "B08" in order] == [
        "play F04 B08 sword",
        "play F04 B08 shield",
        "play F15 B08 sword",
        "play F15 B08 shield",
    ]


def test_an_alibi_keeps_judging_points_whole() -> None:
    """B has 8 with sword and 1 for the Alibi less; will beats it, and nothing is halved."""
    played = playing(
        {"points": [9, 0, 0, 0]}, {"points": [0, 8, 0, 0], "hand": "F23"}, turn="B"
    ).order("play F23 B20")

    assert (played.side("B").total, played.side("B").no_halving) == (7, False)
    assert played.heard("judged")[0]["loser"] == "B"
    assert not played.heard("judged")[0]["halved"]
