"""Positions of ACT:S, and what orders make of them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.engine.matches.game import SEATS, MatchDecision, MatchEvent, Over, Seat, View
from app.engine.matches.orders.orders import read_text
from app.engine.matches.plans import Mandate
from app.games.acts import GAMES
from app.games.acts.game import Acts
from app.games.acts.pool import POOLS, MatchCards
from app.games.acts.state import State

GAME: Final = GAMES[0]
NAMES: Final[Mapping[Seat, str]] = {"A": "alice", "B": "bob"}


def piece(text: str, owner: Seat, pool: MatchCards) -> dict[str, Any]:
    """A card on the field: `S06 2+1 30D T05 bT07`, with usable and spent ether, damage and tools; `b` for those of B."""
    card, *words = text.split()
    if card.startswith("T"):
        return {"card": card, "owner": owner}
    found: dict[str, Any] = {"card": card, "owner": owner, "damage": 0, "off": 0, "on": 0}
    found |= {"tools": [], "moved": 0, "attacked": 0, "once": []}
    if pool[card].kind == "master":
        found["off"] = pool[card].size
    for word in words:
        if "+" in word:
            found["off"], found["on"] = map(int, word.split("+"))
        elif word.endswith("D"):
            found["damage"] = int(word[:-1])
        elif word.startswith("b"):
            found["tools"].append([word[1:], "B"])
        else:
            found["tools"].append([word, "A"])
    return found


def side(
    hand: str = "", *, deck: int | str = 20, trash: str = "", acts: int = 3, ether: int = 0
) -> dict[str, Any]:
    """The cards of a seat outside the field, with a deck of this many ether cards."""
    return {
        "deck": ["E00"] * deck if isinstance(deck, int) else deck.split(),
        "hand": sorted(hand.split()),
        "trash": sorted(trash.split()),
        "acts": acts,
        "ether": ether,
    }


def stage(
    a: Mapping[int, str],
    b: Mapping[int, str] | None = None,
    hands: tuple[str, str] = ("", ""),
    *,
    sides: tuple[dict[str, Any], dict[str, Any]] | None = None,
    to_act: Seat = "A",
    turn: int = 3,
    passes: int = 0,
    limit: int = 0,
    cards: Any = "fixtures",
) -> State:
    """A main turn, cards by canonical squares; each side has M01 at home if it has no master."""
    field: dict[str, Any] = {}
    pool = POOLS.of({"cards": cards})
    for owner, home, pieces in (("A", 12, a), ("B", 52, b or {})):
        seat: Seat = "A" if owner == "A" else "B"
        given = {at: piece(text, seat, pool) for at, text in pieces.items()}
        if not any(pool[each["card"]].kind == "master" for each in given.values()):
            given[home] = piece("M01", seat, pool)
        field |= {str(at): each for at, each in given.items()}
    both = sides or (side(hands[0]), side(hands[1]))
    masters = {
        each["owner"]: each["card"]
        for each in field.values()
        if pool[each["card"]].kind == "master"
    }
    return GAME.load(
        {
            "config": {"cards": cards, "turn_limit": limit},
            "position": {
                "turn": turn,
                "phase": "main",
                "toss": "A",
                "first": "A",
                "to_act": to_act,
                "passes": passes,
                "n": {"main": 7, "speed": 0, "defend": 0},
                "wait": [f"t{turn}.main.7"],
                "stack": [],
                "over": None,
                "field": field,
                **{
                    seat: {"master": masters[seat], **each}
                    for seat, each in zip(SEATS, both, strict=True)
                },
            },
        }
    )


def asked(state: State, seat: Seat | None = None) -> MatchDecision:
    """The decision that is open, of this seat if of both."""
    pending = GAME.pending(state)
    assert isinstance(pending, tuple)
    return next(each for each in pending if seat in (None, each.seat))


def view(state: State, seat: Seat | None = "A") -> View:
    return GAME.view(state, seat)


def action(text: str, state: State, seat: Seat | None = None) -> Mapping[str, Any]:
    """What an order means to the seat that is asked."""
    decision = asked(state, seat)
    return GAME.parse(text, view(state, decision.seat), decision)


def is_legal(text: str, state: State, seat: Seat | None = None) -> bool:
    return action(text, state, seat) in GAME.legal(state, asked(state, seat))


def after(state: State, *texts: str) -> State:
    """The state when these orders are carried out, each by the seat that is asked then."""
    for text in texts:
        state, _ = step(state, text)
    return state


def step(state: State, text: str) -> tuple[State, Sequence[MatchEvent]]:
    """The state when the order is carried out, and what happened."""
    decision = asked(state)
    move = action(text, state)
    assert move in GAME.legal(state, decision), text
    return GAME.apply(state, {decision.id: move})


def unit(state: State, at: int) -> str:
    """A card on the field as `piece` reads it, but for its tools."""
    each = state.field[at]
    damage = f" {each.damage}D" if each.damage else ""
    return f"{each.card} {each.off}+{each.on}{damage}" if each.is_unit else each.card


def waits(state: State) -> str:
    """Who is asked for what: `B defend`."""
    pending = GAME.pending(state)
    if isinstance(pending, Over):
        return f"{pending.winner or 'nobody'} wins by {pending.reason}"
    if not isinstance(pending, tuple):
        return pending.label
    return " ".join(f"{each.seat} {each.kind.removeprefix('acts.')}" for each in pending)


def of(state: State) -> Acts:
    """The game that knows the cards of this match."""
    return Acts(own=state.config["cards"] if state.pool.own else ())


def house(state: State) -> str:
    """What the autopilot does for the seat that is asked."""
    decision = asked(state)
    seen = view(state, decision.seat)
    return GAME.format(GAME.autopilot(seen, decision, GAME.legal(state, decision)), seen)


def decided(plan: str, state: State) -> tuple[str, str]:
    """What a plan answers, and who is said to have decided."""
    decision = asked(state)
    seen = view(state, decision.seat)
    mandate = Mandate(read_text(plan, GAME, seen), (), state.turn, asks=0)
    answer = mandate.answer(GAME, seen, decision, GAME.legal(state, decision))
    assert answer.action is not None
    return GAME.format(answer.action, seen), answer.by
