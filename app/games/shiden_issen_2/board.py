"""The board after each event, from the log alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from app import engine
from app.engine import Event, Piece, Side, Stand
from app.games.shiden_issen_2 import events as log
from app.games.shiden_issen_2.abilities import STACKING, STATUSES, Skill, Status
from app.games.shiden_issen_2.cards import BLANK, PLAIN_HIT, STANDARD, SkillPool


@dataclass(slots=True)
class Board:
    """A fold over the log: apply every event in turn, and it shows what the engine had at that moment.

    `slots` holds the skills from the head, `statuses` how often a side has each, `hit` and `due` the slots
    with a damage counter and those whose limited skill is spent, `marked` the names that a side's skills
    must not have in the end phase.
    """

    pool: SkillPool = STANDARD
    slots: dict[Side, list[Skill]] = field(default_factory=dict)
    statuses: dict[Side, dict[str, int]] = field(default_factory=dict)
    marked: dict[Side, list[str]] = field(default_factory=dict)
    hit: set[log.SlotRef] = field(default_factory=set)
    due: set[log.SlotRef] = field(default_factory=set)
    gone: dict[log.SlotRef, str] = field(default_factory=dict)
    """The skills that were destroyed, by their slots."""

    def skill(self, ref: log.SlotRef) -> Skill:
        """The skill in the slot."""
        level = level_of(ref)
        return self.slots[side_of(ref)][level - 1] if level else PLAIN_HIT

    def hp(self, side: Side) -> int:
        """Return how many skills the side has left."""
        return sum(skill is not BLANK for skill in self.slots[side])

    def apply(self, event: Event) -> None:
        """Take the event in."""
        match event:
            case log.BattleBegan():
                self.lay_out(event.home, event.away)
                self.statuses = {side: {} for side in Side}
            case log.RoundBegan():
                self.marked = {side: [] for side in Side}
            case log.StatusGained():
                self.statuses[event.side][event.status] = event.now
            case log.StatusLifted():
                self.keep(event.side, event.status, event.left)
            case log.DamageVoided():
                self.keep(event.target, event.by, event.left)
            case log.LimitedSpent():
                self.due.add(event.skill)
            case log.SkillHit():
                self.hit.add(event.skill)
            case log.HeadMarked():
                self.marked[side_of(event.skill)].append(event.name)
            case log.SkillChanged():
                self.put(event.skill, event.after)
            case log.SkillSaved():
                self.hit.discard(event.skill)
                if event.why == "end":
                    self.due.discard(event.skill)
            case log.SkillDestroyed():
                self.gone[event.skill] = event.name
                self.put(event.skill, BLANK.id)
                self.hit.discard(event.skill)
                self.due.discard(event.skill)

    def lay_out(self, home: Iterable[str], away: Iterable[str]) -> None:
        """Put both rows of skills on the table."""
        by_id = self.pool.by_id
        self.slots = {
            Side.HOME: [by_id[id] for id in home],
            Side.AWAY: [by_id[id] for id in away],
        }
        self.marked = {side: [] for side in Side}

    def put(self, ref: log.SlotRef, skill: str) -> None:
        """Put this skill into the slot."""
        self.slots[side_of(ref)][level_of(ref) - 1] = self.pool.by_id[skill]

    def keep(self, side: Side, status: str, left: int) -> None:
        """Let the side have the status so often."""
        self.statuses[side][status] = left
        if not left:
            del self.statuses[side][status]

    def row(self, side: Side) -> engine.Row:
        """The side as all games show one: down are the skills that are to be destroyed."""
        has = self.statuses[side]
        statuses = (
            engine.Status(STATUSES[status], has[status] if status in STACKING else None)
            for status in Status
            if status in has
        )
        places = range(1, len(self.slots[side]) + 1)
        pieces = tuple(self._piece(f"{side}.{at}", at) for at in places)
        return engine.Row(pieces, self.hp(side), tuple(statuses))

    def _piece(self, ref: log.SlotRef, place: int) -> Piece:
        if ref in self.gone:
            return Piece(place, self.gone[ref], Stand.GONE)
        return Piece(
            place, self.skill(ref).id, Stand.DOWN if ref in self.hit | self.due else Stand.UP
        )


def boards(events: Iterable[Event], pool: SkillPool = STANDARD) -> Iterator[engine.Board]:
    """The board whenever it changes."""
    board = Board(pool)
    shown = None
    for event in events:
        board.apply(event)
        rows = board.row(Side.HOME), board.row(Side.AWAY)
        if rows != shown:
            yield engine.Board(event.n, *rows)
            shown = rows


@cache
def side_of(ref: log.SlotRef) -> Side:
    """The side of the slot."""
    return Side(ref.partition(".")[0])


@cache
def level_of(ref: log.SlotRef) -> int:
    """Return the number of the slot from the left, which is its level; 0 for the plain hit."""
    return int(ref.partition(".")[2])
