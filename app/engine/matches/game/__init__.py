"""The contract between a game with decisions and everything else.

A match is one play of such a game between two seats. A game has five parts, each in a module of its own:
rules, orders, words, picture and house. One class is all of them.
"""

from app.engine.matches.basics import (
    SEATS,
    Action,
    Audience,
    By,
    Chance,
    ConfigError,
    Decide,
    Draw,
    GameStep,
    MatchDecision,
    MatchEvent,
    Options,
    OrderError,
    Over,
    Pending,
    Seat,
    State,
    View,
    heard,
    other,
)
from app.engine.matches.game.house import (
    AUTOPILOT,
    CAREFUL,
    TENGU,
    WON,
    GameHouse,
    MatchAdvice,
    MatchOpponent,
    Search,
    dealt,
)
from app.engine.matches.game.orders import Composition, GameOrders, MatchCandidate, OrderVariable
from app.engine.matches.game.picture import BoardSide, GamePicture
from app.engine.matches.game.rules import Choice, GameRules, Length
from app.engine.matches.game.words import GameWords

__all__ = [
    "AUTOPILOT",
    "CAREFUL",
    "SEATS",
    "TENGU",
    "WON",
    "Action",
    "Audience",
    "BoardSide",
    "By",
    "Chance",
    "Choice",
    "Composition",
    "ConfigError",
    "Decide",
    "Draw",
    "Game",
    "GameHouse",
    "GameOrders",
    "GamePicture",
    "GameRules",
    "GameStep",
    "GameWords",
    "Length",
    "MatchAdvice",
    "MatchCandidate",
    "MatchDecision",
    "MatchEvent",
    "MatchOpponent",
    "Options",
    "OrderError",
    "OrderVariable",
    "Over",
    "Pending",
    "Search",
    "Seat",
    "State",
    "View",
    "dealt",
    "heard",
    "other",
]


class Game(GameHouse[State], GamePicture[State], GameOrders, GameWords):
    """A game with decisions: its rules, how its orders read, what it says and shows, and how the house plays it.

    The laws that every game keeps are tested with random matches: everything here is pure and deterministic;
    every set of options has at least one; `load(dump(s)) == s`; `parse(format(a, v), v, d) == a`; states that look
    alike to a seat give it the same options, the same autopilot and the same readings; an event tells its
    audience nothing that their views do not; a match ends within `max_steps`; the autopilot is legal.
    `in` is exact for anything whatever: only an action in exactly its shape is legal, `true` is not 1.

    For these tests `tests/games/<folder>/deals.py` has `deal(random) -> (config, builds)`, a match of any kind,
    and `redeal(state, seat, random) -> state`, one that looks alike to the seat, all that is hidden from it dealt anew.
    """
