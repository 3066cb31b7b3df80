"""The contract between a game with decisions and the rest of the program.

A match is one play of such a game between two seats. A game has five parts, each in a module of its own: rules,
orders, words, picture and house. One class combines them.
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
    """A game with decisions: its rules, orders, words, picture and house.

    Random matches test the laws that every game keeps. Everything here is pure and deterministic. Every set of
    options has at least one. `load(dump(s)) == s`; `parse(format(a, v), v, d) == a`. States that look alike to a seat
    give it the same options, the same autopilot and the same readings. An event tells its audience nothing that their
    views do not. A match ends within `max_steps`. The autopilot is legal. `in` is exact for any value: only an action
    in exactly its shape is legal, and `true` is not 1.

    For these tests `tests/games/<folder>/deals.py` has `deal(random) -> (config, builds)`, a random match, and
    `redeal(state, seat, random) -> state`, a state that looks alike to the seat, with everything hidden from it dealt
    anew.
    """
