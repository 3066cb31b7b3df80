"""Practice matches against the house: at once, without an account, and nothing is stored.

Dice and the house's build follow from the site's secret and the number of the match. So that number
and the player's steps are enough for a page to play it again, and they do not show the other hand.
"""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from app.engine.matches import dice, record
from app.engine.matches.course import ASKING, Advance, CourseHouse, Match, Plans, advance, note
from app.engine.matches.dice import Dice, canonical
from app.engine.matches.draft import SeatQuestion
from app.engine.matches.game import (
    Action,
    Game,
    GameStep,
    MatchDecision,
    MatchOpponent,
    Options,
    Seat,
    View,
    heard,
    other,
)
from app.engine.matches.orders.mistakes import explain
from app.engine.matches.orders.orders import read_text
from app.engine.matches.plans import Mandate
from app.engine.matches.record import Line
from app.engine.matches.steps import until
from app.engine.words import Words
from app.errors import OrdersUnreadable
from app.tournament.cache import IN_TURN, Cache

PLAYER: Final[Seat] = "A"
MOST_STEP: Final = 2_000
"""Characters of the orders of one step."""
_NAME: Final = "practice"
_OVER: Final = Words("この試合はもう終わっています。", "This match is over.")
_NONE: Final = Words("指示がありません。", "There is no order in this.")
_SALT: Final = bytes(32)
_KNOWN: Final[Cache[tuple[object, ...], "Position"]] = Cache(200, IN_TURN)
"""Where matches stood lately: without it each step would play all of its match again."""
_LATELY: Final = 5
"""How many steps back a known position is searched.

Each search costs as much as the match has steps, and a stranger chooses how many.
"""


class StepRefused(ValueError):
    """The orders of a step cannot be carried out; `problems` are sentences."""

    def __init__(self, problems: Sequence[Words]) -> None:
        super().__init__(*(words.en for words in problems))
        self.problems = tuple(problems)


class RecordedStart(NamedTuple):
    """Where a match for practice begins that goes on from another: its lines so far, the builds, and the player's seat."""

    game: Game[Any]
    lines: tuple[Line, ...]
    builds: Mapping[Seat, Any]
    seat: Seat


@dataclass(frozen=True, slots=True)
class PracticeTable:
    """A match: what both bring, who plays for the house, and the number from which its dice come, by the site's key."""

    game: Game[Any]
    key: bytes
    number: str
    build: Any
    decks: Mapping[str, Any]
    """What the house may bring, by name."""
    rival: str
    """Which of them it brings, or empty: then another than the player's, who does not know which."""
    opponent: str
    start: RecordedStart | None = None
    config: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seat(self) -> Seat:
        """The player's seat."""
        return self.start.seat if self.start else PLAYER

    @property
    def house(self) -> MatchOpponent:
        """Who plays for the house."""
        return self.game.opponents[self.opponent]

    @property
    def _about(self) -> tuple[object, ...]:
        since = self.start and (self.start.lines[-1]["h"], self.start.seat)
        brought = canonical([self.builds, self.game.brought, self.config])
        about = (self.key, self.game.rules, self.number, brought, self.opponent)
        return (*about, since)

    @property
    def _root(self) -> bytes:
        text = f"hikyaku-practice-1\n{self.game.rules}\n{self.number}"
        return hmac.digest(self.key, text.encode(), "sha256")

    @property
    def builds(self) -> dict[Seat, Any]:
        """Those of the player and of the house."""
        if self.start:
            return {**self.start.builds}
        others = [deck for deck in self.decks.values() if deck != self.build] or [self.build]
        drawn = others[self._root[0] % len(others)]
        return {"A": self.build, "B": self.decks[self.rival] if self.rival else drawn}

    def position(self, steps: Sequence[str]) -> "Position":
        """The match after these steps of its player. Raises `StepRefused` if one of them cannot be."""
        about = self._about
        return _KNOWN.get((*about, *steps)) or _KNOWN.of(
            (*about, *steps), lambda: self._played(about, steps)
        )

    def missing(self, steps: Sequence[str]) -> int:
        """How many of these steps must be played again before the match can continue."""
        about = self._about
        return 0 if _KNOWN.get((*about, *steps)) else len(steps) - self._lately(about, steps)[0]

    def _lately(
        self, about: tuple[object, ...], steps: Sequence[str]
    ) -> tuple[int, "Position | None"]:
        """The latest known position before the last of these steps, and the number of steps to it."""
        lately = range(len(steps) - 1, max(len(steps) - 1 - _LATELY, -1), -1)
        return next(
            ((n, known) for n in lately if (known := _KNOWN.get((*about, *steps[:n])))), (0, None)
        )

    def _played(self, about: tuple[object, ...], steps: Sequence[str]) -> "Position":
        done, position = self._lately(about, steps)
        position = position or self._begun()
        for step in steps[done:]:
            position = position.after(self, step)
        return position

    def record(self, position: "Position") -> bytes:
        """The record of a match that is over, with its seed: anybody can check it."""
        salts: dict[Seat, bytes] = {"A": _SALT, "B": _SALT}
        last = record.reveal(self._seed, self.builds, salts)
        return record.written([*position.lines, record.chained(position.match.h, last)])

    @property
    def _seed(self) -> bytes:
        return dice.server_seed(self._root, _NAME)

    def decided(self, lines: Sequence[Line], number: int) -> int:
        """How many steps its player had done by the end of the step with this number of the record."""
        since = len(self.start.lines) if self.start else 1
        moves = (line for line in until(lines, number)[since:] if line["t"] == "move")
        return sum(line["by"].get(self.seat) == "live" for line in moves)

    def _begun(self) -> "Position":
        seed, builds = self._seed, self.builds
        if self.start:
            match = Match.resume(self.game, self.start.lines, builds)
            return Position(match, Dice(seed), self.start.lines, self.seat).gone_on(self)
        seats: dict[Seat, str] = {"A": "player", "B": "house"}
        head = record.head(
            self.game,
            _NAME,
            config=self.config,
            seats=seats,
            commit=dice.commit(seed),
            build_commit={seat: dice.build_commit(builds[seat], _SALT) for seat in seats},
            nonce={seat: dice.default_nonce(builds[seat], seats[seat]) for seat in seats},
        )
        match = Match.begin(self.game, head, builds)
        return Position(match, Dice.of(seed, head), (head,)).gone_on(self)


@dataclass(frozen=True, slots=True)
class Position:
    """A match that waits for its player, or is over.

    `events` are all that happened, each with the number of its line.
    """

    match: Match[Any]
    dice: Dice
    lines: tuple[Line, ...]
    seat: Seat = PLAYER
    steps: tuple[tuple[int, GameStep], ...] = ()
    asked: MatchDecision | None = None

    @property
    def view(self) -> View:
        """What the player sees."""
        return self.match.game.view(self.match.state, self.seat)

    @property
    def options(self) -> Options | None:
        """What may be answered; None once it is over."""
        return self.match.game.legal(self.match.state, self.asked) if self.asked else None

    @property
    def asking(self) -> SeatQuestion | None:
        """What the player is asked; None once it is over."""
        if self.asked is None:
            return None
        return SeatQuestion(
            self.match.game, self.view, self.asked, self.options, self.match.turn, is_live=True
        )

    def heard(self, after: int = 0) -> list[GameStep]:
        """What the player may hear of it, after this line."""
        return heard((step for n, step in self.steps if n > after), self.seat)

    def gone_on(
        self, table: PracticeTable, typed: Mapping[str, Action] | None = None
    ) -> "Position":
        """The match once it waits for the player again, or is over."""
        plans: Plans = {self.seat: ASKING, other(self.seat): CourseHouse(table.house)}
        return self._with(advance(self.match, plans, self.dice, "live", typed or {}))

    def after(self, table: PracticeTable, step: str) -> "Position":
        """The match after a step; an empty one leaves the decision to the house. Raises `StepRefused`."""
        decision, options = self.asked, self.options
        if decision is None or options is None:
            raise StepRefused([_OVER])
        game = self.match.game
        if not step.strip():
            action = game.autopilot(self.view, decision, options)
        elif (
            typed := action_of(step, game, self.view, decision, options, self.match.turn)
        ) is None:
            return self._with(note(self.match, "resign", self.seat))
        else:
            action = typed
        return self.gone_on(table, {decision.id: action})

    def is_same(self, step: str, other: str) -> bool:
        """Whether both orders come to the same. Raises `StepRefused`."""
        if self.asked is None or self.options is None:
            raise StepRefused([_OVER])
        about = self.match.game, self.view, self.asked, self.options, self.match.turn
        return action_of(step, *about) == action_of(other, *about)

    def _with(self, step: Advance[Any]) -> "Position":
        asked = step.waits[0] if step.waits else None
        return replace(
            self,
            match=step.match,
            lines=self.lines + step.lines,
            steps=self.steps + step.steps,
            asked=asked,
        )


def action_of(
    typed: str, game: Game[Any], view: View, decision: MatchDecision, options: Options, turn: int
) -> Action | None:
    """The action that these orders come to at this decision; None if they resign.

    Raises `StepRefused` with every problem.
    """
    try:
        orders = read_text(typed, game, view)
    except OrdersUnreadable as refusal:
        raise StepRefused(
            [Words(explain(each, "ja"), explain(each, "en")) for each in refusal.problems]
        ) from None
    if orders.resign:
        return None
    asking = Mandate(replace(orders, then="auto"), turn=turn)
    action, by, after = asking.decide(game, view, decision, options)
    if action is None or by == "auto":
        raise StepRefused([fate.words for fate in after.fates] or [_NONE])
    return action
