"""Positions of the online card plan, and what orders make of them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.engine.matches.game import SEATS, MatchDecision, MatchEvent, Seat, View
from app.engine.matches.orders.orders import read_text
from app.engine.matches.plans import Mandate
from app.games.ocg import GAMES
from app.games.ocg.actions import refusal
from app.games.ocg.state import State

GAME: Final = GAMES[0]
NAMES: Final[Mapping[Seat, str]] = {"A": "alice", "B": "bob"}
PLAIN: Final = "C02"
"""The card that fills piles and damage zones where it does not matter which."""


def who(*cards: str, items: str = "", damage: int = 0, arrived: int = 1) -> dict[str, Any]:
    """A character; its cards from the bottom."""
    return {"arrived": arrived, "cards": [*cards], "damage": damage, "items": items.split()}


def side(
    field: Mapping[int, dict[str, Any]] | None = None,
    hand: str = "",
    *,
    pile: int | str = 25,
    damage: int | str = 0,
    discard: str = "",
    candidates: str = "",
    deck: Sequence[Mapping[str, int]] | None = None,
) -> dict[str, Any]:
    """A side; without a deck it is said to play all cards."""
    return {
        "decks": [dict(each) for each in deck or [dict.fromkeys(_ALL, 1)]],
        "deck": 0,
        "mulligan": 0,
        "pile": _cards(pile),
        "hand": sorted(hand.split()),
        "field": {str(slot): each for slot, each in (field or {}).items()},
        "candidates": candidates.split(),
        "discard": sorted(discard.split()),
        "damage": _cards(damage),
        "removed": [],
    }


def stage(
    a: Mapping[str, Any] | None = None,
    b: Mapping[str, Any] | None = None,
    *,
    turn: int = 3,
    initiative: Seat = "A",
    battlefield: str = "",
    unique: str = "field",
    phase: str = "orders",
) -> State:
    """A match where both are asked for their orders."""
    return GAME.load(
        {
            "config": {"unique": unique},
            "phase": phase,
            "turn": turn,
            "initiative": initiative,
            "battlefield": battlefield,
            "score": {},
            "reason": "",
            "A": a or side(),
            "B": b or side(),
        }
    )


def orders(text: str, state: State, seat: Seat = "A") -> dict[str, Any]:
    """The action of these lines, ` / ` between them."""
    action = GAME.parse(text.replace(" / ", "\n"), view(state, seat), None)
    assert isinstance(action, dict)
    return action


def view(state: State, seat: Seat = "A") -> View:
    return GAME.view(state, seat)


def is_legal(text: str, state: State, seat: Seat = "A") -> bool:
    return refusal(orders(text, state, seat), view(state, seat)) is None


def after(state: State, a: str = "pass", b: str = "pass") -> tuple[State, Sequence[MatchEvent]]:
    """The state when both have ordered this, and what happened."""
    moves = {}
    for seat, text in zip(SEATS, (a, b), strict=True):
        assert is_legal(text, state, seat), text
        moves[f"t{state.turn}.orders.{seat}"] = orders(text, state, seat)
    return GAME.apply(state, moves)


def open_table(state: State, seat: Seat = "A") -> dict[str, Any]:
    """What lies open of a seat: damage as a number, the pile as it was before the draw of the next turn."""
    seen = GAME.view(state, None)[seat]
    drawn = 3 if state.phase != "over" else 0
    return {
        "field": {int(slot): each["cards"][-1] for slot, each in seen["field"].items()},
        "discard": " ".join(seen["discard"]),
        "damage": len(seen["damage"]),
        "pile": seen["pile"] + drawn,
    }


def happened(events: Sequence[MatchEvent], what: str) -> list[Mapping[str, Any]]:
    return [event.detail for event in events if event.what == what]


def decided(plan: str, state: State, *, seat: Seat = "A", standing: str = "") -> tuple[str, str]:
    """The orders that a plan comes to, and who is said to have decided."""
    seen = view(state, seat)
    lines = read_text(standing, GAME, seen).lines if standing else ()
    mandate = Mandate(read_text(plan, GAME, seen), lines, state.turn, asks=0)
    decision = MatchDecision(f"t{state.turn}.orders.{seat}", seat, "ocg.orders")
    answer = mandate.answer(GAME, seen, decision, GAME.legal(state, decision))
    assert answer.action is not None
    return GAME.format(answer.action, seen).replace("\n", " / "), answer.by


def _cards(zone: int | str) -> list[str]:
    return [PLAIN] * zone if isinstance(zone, int) else zone.split()


_ALL: Final = (
    *(f"C{n:02}" for n in (*range(1, 25), 31, 32)),
    *(f"I0{n}" for n in range(1, 8)),
    *(f"K0{n}" for n in range(1, 10)),
    *(f"R0{n}" for n in range(1, 7)),
)
