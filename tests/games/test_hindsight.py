"""What matches that are over teach: of every game found, and of Bluff, from their records alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from types import ModuleType
from typing import Any

import pytest

from app.engine.matches import hindsight as seen, record, steps
from app.engine.matches.course import CourseAnswer, CourseHouse, Match, advance, note
from app.engine.matches.dice import Dice, build_commit, commit
from app.engine.matches.game import (
    SEATS,
    Action,
    Game,
    MatchDecision,
    Options,
    Search,
    Seat,
    View,
    other,
)
from app.engine.matches.hindsight import Hindsight, hindsight
from app.engine.matches.record import Line
from tests.games.test_match_laws import FOUND
from tests.support.bluffing import BUILDS, DICE, GAME, HEAD, begun, played
from tests.support.match_games.bluff import Bluff
from tests.support.tables import by_row


class Asked(CourseHouse):
    """A house that looks at every decision itself."""

    def leaves(self, game: Game[Any], decision: MatchDecision) -> bool:
        return False


@dataclass(frozen=True, kw_only=True)
class Careless(Asked):
    """Plays as the house, but for every fourth decision."""

    random: Random

    def answer(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> CourseAnswer:
        if self.random.random() < 0.25:
            return CourseAnswer(self.random.choice([*options]), "live", self)
        return super().answer(game, view, decision, options)


@dataclass(frozen=True)
class Changed(Asked):
    """Decides as a record says where it can, but otherwise at one step of it."""

    moves: Sequence[tuple[str, Action]] = ()

    def answer(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> CourseAnswer:
        for place, action in self.moves:
            if place == decision.place and action in options:
                return CourseAnswer(action, "live", self)
        return super().answer(game, view, decision, options)


def drawn(
    game: Game[Any], deals: ModuleType, random: Random
) -> tuple[list[Line], dict[Seat, Any], Dice]:
    """The record of a match of one who is careless, what both bring, and its dice."""
    config, builds = deals.deal(random)
    seed = random.randbytes(32)
    head = record.head(
        game,
        "taught",
        config=config,
        seats={"A": "alice", "B": "bob"},
        commit=commit(seed),
        build_commit={seat: build_commit(builds[seat], b"") for seat in SEATS},
        nonce={"A": "", "B": ""},
    )
    dice = Dice.of(seed, head)
    plans = {random.choice(SEATS): Careless(random=random)}
    done = advance(Match.begin(game, head, builds), plans, dice, "script")
    return [head, *done.lines], builds, dice


def changed(
    game: Game[Any], lines: Sequence[Line], builds: Any, dice: Dice, found: Hindsight
) -> Match[Any]:
    """The match as it would have been: played once more, with the one decision of the loser that is another."""
    assert found.change
    (place,) = (
        line["d"]
        for line in [*steps.cut(lines[1:])][found.change.moment.step - 1]
        if line["t"] == "move"
    )
    decided: dict[Seat, list[tuple[str, Action]]] = {
        seat: [
            (line["d"], line["moves"][seat])
            for line in lines
            if line["t"] == "move" and seat in line["moves"]
        ]
        for seat in SEATS
    }
    decided[found.loser] = [(place, found.change.action), *decided[found.loser]]
    plans = {seat: Changed(moves=decided[seat]) for seat in SEATS}
    return advance(Match.begin(game, lines[0], builds), plans, dice, "script").match


@by_row(("game", "deals"), FOUND, ids=[game.rules for game, _ in FOUND])
def test_the_change_that_is_told_wins_and_the_same_is_told_each_time(
    game: Game[Any], deals: ModuleType
) -> None:
    random, told = Random("taught"), 0
    for _ in range(12):
        lines, builds, dice = drawn(game, deals, random)
        found = hindsight(game, lines, builds, dice)
        assert (found.loser if found else None) == loser_of(game, lines, builds)
        if found is None or found.change is None:
            continue
        if (told := told + 1) > 2:
            break
        assert hindsight(game, lines, builds, dice) == found
        assert found.change.order != found.change.moment.order
        ended = changed(game, lines, builds, dice, found).ended
        assert ended
        assert ended.winner == found.loser
        assert game.reasons[ended.reason] == found.change.reason
    assert told


@by_row(("game", "deals"), FOUND, ids=[game.rules for game, _ in FOUND])
def test_behind_the_turning_point_the_loser_was_never_level_again(
    game: Game[Any], deals: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen, "STEPS", 0)
    random, kinds = Random("turned"), set[bool]()
    for _ in range(20):
        lines, builds, dice = drawn(game, deals, random)
        found = hindsight(game, lines, builds, dice)
        if found is None or found.turned is None:
            continue
        course = steps.steps(game, lines, builds)
        worths = {
            step: search_of(game).worth(before.state, found.loser)
            for step, (before, each) in enumerate(pairwise(course), 2)
            if any(choice.seat == found.loser for choice in each.choices)
        }
        turned, later = found.turned, [step for step in worths if step > found.turned.step]
        kinds.add(turned.worth >= 0)
        assert turned.worth == worths[turned.step]
        assert [found.after.step] * bool(later) == later[:1] if found.after else not later
        if turned.worth >= 0:
            assert all(worths[step] < 0 for step in later)
        else:
            assert max(worths.values()) < 0
    assert True in kinds


def search_of(game: Game[Any]) -> Search[Any]:
    assert game.search
    return game.search


def loser_of(game: Game[Any], lines: Sequence[Line], builds: Any) -> Seat | None:
    ended = Match.resume(game, lines, builds).ended
    assert ended
    return ended.winner and other(ended.winner)


@by_row(("game", "deals"), FOUND, ids=[game.rules for game, _ in FOUND])
def test_no_more_steps_are_played_than_are_counted(
    game: Game[Any], deals: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many of the rules, and one more at which they are found to be used up; the record itself is played twice."""
    random, applied = Random("bound"), 0
    lines, builds, dice = drawn(game, deals, random)
    while loser_of(game, lines, builds) is None:
        lines, builds, dice = drawn(game, deals, random)

    def counting(name: str) -> None:
        plain = getattr(type(game), name)

        def counted(self: Any, *args: Any) -> Any:
            nonlocal applied
            applied += 1
            return plain(self, *args)

        monkeypatch.setattr(type(game), name, counted)

    monkeypatch.setattr(seen, "STEPS", 30)
    counting("apply")
    counting("apply_chance")
    hindsight(game, lines, builds, dice)

    played = sum(line["t"] in ("chance", "move") for line in lines)
    assert 2 * played < applied <= 2 * played + 30


def test_a_match_that_was_given_up_may_have_turned_nowhere() -> None:
    """A resigns before it has decided anything."""
    opened = advance(begun(), {}, DICE, "live")
    lines = [HEAD, *opened.lines, *note(opened.match, "resign", "A").lines]

    assert opened.waits
    assert hindsight(GAME, lines, BUILDS, DICE) == Hindsight(
        "A", search_of(GAME).unit, None, None, None
    )


def test_of_a_game_that_is_not_searched_nothing_is_seen() -> None:
    class Unsearched(Bluff):
        search = None

    lines = played()
    assert hindsight(GAME, lines, BUILDS, DICE)
    assert hindsight(Unsearched(), lines, BUILDS, DICE) is None
