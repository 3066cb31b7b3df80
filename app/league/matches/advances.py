"""How a match moves on: its plans, the house and the dice play it to its next exchange, outside any transaction.

Other processes play by this module alone: it imports nothing of the database, which would cost each of them a second.
"""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, TypeGuard

from app.engine.matches import course, record
from app.engine.matches.course import Match
from app.engine.matches.dice import Dice
from app.engine.matches.game import SEATS, Game, Over, Seat
from app.engine.matches.grammar import Claim, OrderCondition, OrderLine, Orders, Then
from app.engine.matches.plans import Mandate
from app.engine.words import Words
from app.tournament.executors import OtherVersion
from app.tournament.fingerprint import fingerprint

MISSES: Final = 3
"""After this many missed deadlines in a row a seat is absent, and matches no longer wait for it."""


@dataclass(frozen=True, slots=True)
class Brief:
    """The orders of a seat for the turn, and what of them was used up before it was asked again.

    `has_plan`: whether any orders came since then.
    """

    orders: Orders = field(default_factory=Orders)
    standing: tuple[OrderLine, ...] = ()
    marks: Mapping[str, Any] | None = None
    has_plan: bool = False
    offers_draw: bool = False
    missed: int = 0
    away: int = 0
    """The time for which its player is away: nothing counts as missed then."""

    @property
    def is_absent(self) -> bool:
        """Whether matches no longer wait for this seat."""
        return self.missed >= MISSES


@dataclass(frozen=True, slots=True)
class Play:
    """A match to move on, with all that decides how.

    `lines` are its record, or only its head if there is a `snapshot`; empty if it has not begun.
    """

    id: int
    game: Game[Any]
    head: record.Line
    builds: Mapping[Seat, Any]
    seed: bytes
    lines: Sequence[record.Line]
    snapshot: Mapping[str, Any] | None
    step: int
    turn: int
    awaits: str
    verdict: str
    tempo: course.Tempo
    asks: int
    briefs: Mapping[Seat, Brief]
    names: Mapping[Seat, str]
    """The names of both, which a head of version 2 does not have."""


@dataclass(frozen=True, slots=True)
class Spent:
    """The fate of a seat's orders in the turn: what is used up, and a sentence for each line."""

    marks: Mapping[str, Any]
    fates: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class MovedMatch:
    """A match after it has moved on: its new state, and the new lines of its record."""

    play: Play
    match: Match[Any]
    lines: Sequence[record.Line]
    awaits: str
    missed: Mapping[Seat, int]
    spent: Mapping[tuple[int, Seat], Spent]
    """By turn and seat."""
    packed: bytes = b""
    """The whole record of a match that was played in one go, instead of its lines."""

    @property
    def over(self) -> Over | None:
        """How it ended; None if it has not ended."""
        return self.match.ended


def replayed(play: Play) -> Play:
    """Return the match with the lines of its record; they are computed again if the record was not stored."""
    return play if play.lines else replace(play, lines=move_on(play).lines)


def is_current(snapshot: Mapping[str, Any] | None, step: int) -> TypeGuard[Mapping[str, Any]]:
    """Whether this snapshot has the state after this many lines."""
    return snapshot is not None and snapshot["step"] == step - 1


def stands(play: Play) -> tuple[Match[Any], list[record.Line]]:
    """Return the match in its current state, and its first lines if it has none yet."""
    if not play.lines:
        return Match.begin(play.game, play.head, play.builds), [play.head]
    if is_current(play.snapshot, play.step):
        return Match.load(play.game, play.head, play.snapshot), []
    return Match.resume(play.game, play.lines, play.builds), []


def move_on(play: Play) -> MovedMatch:
    """Store that the match has reached its next exchange with open decisions, or its end."""
    match, lines = stands(play)
    briefs = dict(play.briefs)
    if play.verdict == "house":
        briefs = {seat: replace(brief, missed=MISSES) for seat, brief in briefs.items()}
        play = replace(play, awaits="")
    elif play.verdict == "draw":
        return _ended(play, match, lines, "draw", None)
    elif play.verdict:
        loser: Seat = "A" if play.verdict.endswith("A") else "B"
        return _ended(play, match, lines, "resign" if play.verdict[0] == "r" else "forfeit", loser)
    if all(brief.offers_draw for brief in briefs.values()):
        return _ended(play, match, lines, "draw", None)
    for seat in SEATS:
        if briefs[seat].has_plan:
            briefs[seat] = replace(briefs[seat], missed=0)
        elif seat in play.awaits:
            briefs[seat] = replace(
                briefs[seat], missed=briefs[seat].missed + (not briefs[seat].away)
            )
            noted = course.note(match, "deadline_missed", seat)
            match = noted.match
            lines += noted.lines
    dice = Dice.of(play.seed, play.head)
    plans = {seat: _mandate(play, briefs[seat]) for seat in SEATS}
    spent: dict[tuple[int, Seat], Spent] = {}
    turn = play.turn
    while True:
        if play.tempo == "script":
            done = course.advance(match, plans, dice, "script")
        else:
            done = course.advance(match, plans if turn else None, dice)
        match = done.match
        lines += done.lines
        plans = {seat: _after(done.plans, plans, seat) for seat in SEATS}
        if turn:
            spent |= {(turn, seat): _spent(plans[seat], done, seat) for seat in SEATS}
        asked = [each.seat for each in done.waits]
        if play.tempo == "turn" and not asked:
            asked = [*match.asked]
        awaits = "".join(seat for seat in asked if not briefs[seat].is_absent)
        if match.ended or awaits:
            break
        if not done.waits:
            turn = match.turn
            plans = {seat: plans[seat].renewed(turn) for seat in SEATS}
        plans |= {each.seat: plans[each.seat].overdue() for each in done.waits}
    missed = {seat: briefs[seat].missed for seat in SEATS}
    return MovedMatch(play, match, lines, "" if match.ended else awaits, missed, spent)


def moved(plays: Sequence[Play]) -> list[MovedMatch | Exception]:
    """Move these on, each separately, so that a failure of one does not stop the others.

    In tempo script the record is packed at once, and the fate of orders is left out.
    """
    found: list[MovedMatch | Exception] = []
    for play in plays:
        try:
            done = move_on(play)
        except Exception as error:
            found.append(error)
        else:
            found.append(_in_one(done) if play.tempo == "script" else done)
    return found


def _in_one(done: MovedMatch) -> MovedMatch:
    return replace(done, lines=(), spent={}, packed=packed(done.lines))


def move_as(
    asked: Mapping[tuple[str, str], str], plays: Sequence[Play]
) -> list[MovedMatch | Exception]:
    """Move these matches on, if their rules have the expected fingerprints here. Raises `OtherVersion` otherwise."""
    for rules, theirs in asked.items():
        if theirs != (ours := fingerprint(*rules)):
            raise OtherVersion(ours, theirs)
    return moved(plays)


def written(plays: Sequence[tuple[Play, record.Line]]) -> list[bytes]:
    """The whole records of these matches, each with its final reveal, not yet chained to it."""
    found = []
    for play, reveal in plays:
        lines = replayed(play).lines
        found.append(record.written([*lines, record.chained(lines[-1]["h"], reveal)]))
    return found


def _ended(
    play: Play, match: Match[Any], lines: list[record.Line], word: record.Ending, loser: Seat | None
) -> MovedMatch:
    noted = course.note(match, word, loser)
    missed = {seat: play.briefs[seat].missed for seat in SEATS}
    return MovedMatch(play, noted.match, [*lines, *noted.lines], "", missed, {})


def _mandate(play: Play, brief: Brief) -> Mandate:
    """The orders that answer for this seat, without those used up earlier in the same turn."""
    orders = brief.orders
    is_live = play.tempo == "live"
    default: Then = "ask" if is_live else "auto"
    asks = play.game.max_steps if is_live else play.asks
    fresh = Mandate(orders, brief.standing, play.turn, default, asks)
    if not brief.marks:
        return fresh
    before = fresh.load(brief.marks)
    if not brief.has_plan:
        return before.overdue()
    return (before.answering() if is_live else before).replaced(orders)


def _after(held: course.Plans, before: Mapping[Seat, Mandate], seat: Seat) -> Mandate:
    plan = held.get(seat)
    return plan if isinstance(plan, Mandate) else before[seat]


def _spent(mandate: Mandate, done: course.Advance[Any], seat: Seat) -> Spent:
    told = [each.words for each in mandate.fates]
    for at, why in _foiled(mandate, done, seat):
        told[at] = why
    fates = [
        (each.source, str(each.line), words.ja, words.en)
        for each, words in zip(mandate.fates, told, strict=True)
    ]
    return Spent(mandate.dump(), fates)


def _foiled(mandate: Mandate, done: course.Advance[Any], seat: Seat) -> Iterator[tuple[int, Words]]:
    """The executed lines without effect, by place, with the reasons."""
    fates = {at: fate.done for at, fate in enumerate(mandate.fates) if fate.done}
    if not fates:
        return
    game = done.match.game
    view = game.view(done.match.state, seat)
    for event, _ in done.heard(seat):
        for at, order in fates.items():
            if why := game.foiled(event, order, view):
                yield at, why
                del fates[at]
                break


# --- as rows keep them ----------------------------------------------------------------------------------


def line_text(line: record.Line) -> str:
    """A line of a record as stored, without its hash."""
    return record.text_of(line).decode()


def line_of(text: str, h: str) -> record.Line:
    """The line that was kept so."""
    return {**json.loads(text), "h": h}


def packed(lines: Sequence[record.Line]) -> bytes:
    """A whole record as it is kept in one piece: without its hashes, which follow from the lines and are half of it."""
    return zlib.compress(b"\n".join(map(record.text_of, lines)))


def unpacked(kept: bytes) -> list[record.Line]:
    """The record that was kept so."""
    lines: list[record.Line] = []
    h = ""
    for text in zlib.decompress(kept).split(b"\n"):
        h = record.chain_text(h, text)
        lines.append({**json.loads(text), "h": h})
    return lines


def parsed(orders: Orders) -> dict[str, Any]:
    """Orders as plain data."""
    return asdict(orders)


def orders_of(kept: Mapping[str, Any]) -> Orders:
    """The orders that were kept so."""
    lines = tuple(
        OrderLine(
            **{**each, "when": _condition(each["when"]), "unless": _condition(each["unless"])}
        )
        for each in kept.get("lines", ())
    )
    return Orders(**{**kept, "lines": lines})


def _condition(kept: Mapping[str, Any] | None) -> OrderCondition | None:
    if kept is None:
        return None
    return OrderCondition(tuple(tuple(Claim(**each) for each in row) for row in kept["rows"]))


def score_in_halves(over: Over) -> tuple[int, int]:
    """The score of both seats in halves of a point."""
    return int(over.score["A"] * 2), int(over.score["B"] * 2)
