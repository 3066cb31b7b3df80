"""The course of a match: where it stops, who answers, and that it goes on from where it was."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from app.engine.matches.course import (
    HOUSE,
    CourseAnswer,
    CoursePlan,
    Match,
    Plans,
    Tempo,
    advance,
    note,
)
from app.engine.matches.game import Action, Game, MatchDecision, Options, View
from tests.support.bluffing import BUILDS, DICE, GAME, HEAD, begun
from tests.support.tables import by_row

LOW, HIGH = {"a": "play", "card": 1}, {"a": "play", "card": 5}


@dataclass(frozen=True)
class Listed(CoursePlan):
    """A plan that gives these actions one after the other, and asks when it has none."""

    actions: tuple[Action, ...] = ()
    asked: int = 0
    seen: list[View] = field(default_factory=list, compare=False)

    def answer(
        self, game: Game[Any], view: View, decision: MatchDecision, options: Options
    ) -> CourseAnswer:
        self.seen.append(view)
        if not self.actions:
            return CourseAnswer(None, "plan", Listed((), self.asked + 1))
        return CourseAnswer(self.actions[0], "plan", Listed(self.actions[1:], self.asked))

    def renewed(self, turn: int) -> "Listed":
        return self


def moves_of(lines: Any) -> list[Any]:
    return [(line["d"], line["by"]) for line in lines if line["t"] == "move"]


def test_it_stops_at_each_checkpoint_and_at_the_end() -> None:
    """The opening needs nobody; then one exchange a round; in tempo `turn` the house stands in for who has no plan."""
    opened = advance(begun(), None, DICE)
    first = advance(opened.match, {}, DICE)
    last = advance(first.match, {}, DICE)

    assert [each.match.turn for each in (opened, first, last)] == [1, 2, 2]
    assert [each.match.asked for each in (opened, first, last)] == [("A", "B"), ("A", "B"), ()]
    assert [line["n"] for each in (opened, first, last) for line in each.lines] == [*range(1, 10)]
    assert last.lines[-1]["t"] == "over"
    assert last.match.ended == last.match.pending
    assert advance(last.match, {}, DICE).lines == ()


def test_without_plans_it_does_not_leave_the_checkpoint_where_it_stands() -> None:
    opened = advance(begun(), None, DICE)
    assert advance(opened.match, None, DICE).lines == ()


def test_a_script_is_played_to_its_end_whatever_its_plans_would_ask() -> None:
    asking: Plans = {"A": Listed(), "B": Listed()}
    played = advance(begun(), asking, DICE, "script")

    assert played.match.ended
    assert {each for _, by in moves_of(played.lines) for each in by.values()} == {"auto"}
    assert played.plans == asking


def test_a_plan_is_used_up_only_where_its_answer_counts() -> None:
    """B is asked, so nothing is kept of what A would have done; then both answer, and both plans have gone on."""
    opened = advance(begun(), None, DICE).match
    stopped = advance(opened, {"A": Listed((LOW, LOW)), "B": Listed()}, DICE)

    assert [each.id for each in stopped.waits] == ["r1.play.B"]
    assert (stopped.lines, stopped.match) == ((), opened)
    assert stopped.plans == {"A": Listed((LOW, LOW)), "B": Listed((), asked=1)}

    answered = advance(opened, {**stopped.plans, "B": Listed((HIGH,))}, DICE)
    assert moves_of(answered.lines)[0] == ("r1.play", {"A": "plan", "B": "plan"})
    assert answered.plans["B"] == Listed()


def test_who_parries_in_secret_is_never_waited_for() -> None:
    """A holds a 0 and has played the lower card: the plan that would ask is not asked, in no tempo."""
    opened = advance(begun(), None, DICE).match
    plans: Plans = {"A": Listed((LOW,)), "B": Listed((HIGH,))}
    tempos: tuple[Tempo, ...] = ("turn", "live")
    for tempo in tempos:
        went_on = advance(opened, plans, DICE, tempo)
        assert moves_of(went_on.lines)[:2] == [
            ("r1.play", {"A": "plan", "B": "plan"}),
            ("r1.parry", {"A": "auto"}),
        ]
        assert went_on.plans["A"] == Listed((), asked=tempo == "live")  # for the next round
        assert [each.kind for each in went_on.waits] == ["bluff.play"] * 2 * (tempo == "live")


def test_live_every_decision_waits_for_its_player() -> None:
    opened = advance(begun(), {}, DICE, "live")
    assert [each.id for each in opened.waits] == ["r1.play.A", "r1.play.B"]

    half = advance(opened.match, {}, DICE, "live", {"r1.play.A": LOW})
    assert [each.id for each in half.waits] == ["r1.play.B"]
    illegal = {"r1.play.A": LOW, "r1.play.B": {"a": "play", "card": 0}}
    assert [each.id for each in advance(opened.match, {}, DICE, "live", illegal).waits] == [
        "r1.play.B"
    ]
    both = advance(opened.match, {}, DICE, "live", {"r1.play.A": LOW, "r1.play.B": HIGH})
    assert moves_of(both.lines)[0] == ("r1.play", {"A": "live", "B": "live"})

    absent = advance(opened.match, {"A": HOUSE}, DICE, "live", {"r1.play.B": HIGH})
    assert moves_of(absent.lines)[0] == ("r1.play", {"A": "auto", "B": "live"})


def test_a_plan_sees_the_view_of_its_seat_alone() -> None:
    plan = Listed((LOW,))
    advance(advance(begun(), None, DICE).match, {"A": plan}, DICE)
    assert [view["seat"] for view in plan.seen] == ["A"]


def test_everybody_hears_what_is_meant_for_them() -> None:
    opened = advance(begun(), None, DICE)
    heard = {seat: [event.what for event, _ in opened.heard(seat)] for seat in ("A", "B", None)}
    assert heard == {"A": ["dealt"], "B": ["dealt"], None: []}


def test_it_goes_on_from_the_record_and_from_a_snapshot_alike() -> None:
    """After every line: the record comes to the same match as the snapshot, which comes to the same as no stop."""
    whole = advance(begun(), {}, DICE, "script")
    for n in range(len(whole.lines) + 1):
        resumed = Match.resume(GAME, [HEAD, *whole.lines[:n]], BUILDS)
        loaded = Match.load(GAME, HEAD, resumed.snapshot())
        assert loaded == resumed
        assert resumed.n == n
        rest = advance(loaded, {}, DICE, "script")
        assert (rest.match, rest.lines) == (whole.match, whole.lines[n:])
    assert resumed.digest == whole.match.digest


@by_row(
    ("what", "seat", "score"),
    [
        ("resign", "A", {"A": "0", "B": "1"}),
        ("forfeit", "B", {"A": "1", "B": "0"}),
        ("draw", None, {"A": "1/2", "B": "1/2"}),
    ],
)
def test_a_match_can_end_otherwise(what: Any, seat: Any, score: dict[str, str]) -> None:
    opened = advance(begun(), None, DICE).match
    ended = note(opened, what, seat)
    admin, over = ended.lines

    assert admin.get("seat") == seat
    assert (over["score"], over["reason"], over["n"]) == (score, what, 4)
    assert ended.match.state == opened.state
    assert ended.match.asked == ()
    assert (
        Match.resume(GAME, [HEAD, *advance(begun(), None, DICE).lines, *ended.lines], BUILDS)
        == ended.match
    )
    with pytest.raises(ValueError, match="over"):
        note(ended.match, "draw")


def test_a_missed_deadline_is_noted_and_nothing_else() -> None:
    opened = advance(begun(), None, DICE).match
    noted = note(opened, "deadline_missed", "B")

    assert [line["t"] for line in noted.lines] == ["admin"]
    assert (noted.match.n, noted.match.turn) == (3, 1)
    assert noted.match.state == opened.state
    assert advance(noted.match, {}, DICE).lines[0]["n"] == 4


def test_a_line_out_of_place_is_no_line_of_it() -> None:
    whole = advance(begun(), {}, DICE, "script")
    with pytest.raises(ValueError, match="a line move where"):
        Match.resume(GAME, [HEAD, whole.lines[2]], BUILDS)
