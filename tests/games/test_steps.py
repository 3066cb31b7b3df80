"""A match that is over, step by step: of every game found, and of Bluff, from its record alone."""

from random import Random
from types import ModuleType
from typing import Any

from app.engine.matches import record, steps
from app.engine.matches.course import Match, advance, note
from app.engine.matches.dice import Dice, build_commit, commit
from app.engine.matches.game import SEATS, Game, Seat
from app.engine.matches.record import Line
from app.engine.telling import Tone
from tests.games.test_match_laws import FOUND
from tests.support.bluffing import BUILDS, DICE, GAME, HEAD, begun, played
from tests.support.tables import by_row

NAMES: dict[Seat, str] = {"A": "Alice", "B": "ボブ"}


def by_the_house(game: Game[Any], deals: ModuleType) -> tuple[list[Line], Any]:
    """The record of a match that the house plays, and the builds."""
    config, builds = deals.deal(Random("watched"))
    seed = bytes(range(32))
    head = record.head(
        game,
        "watched",
        config=config,
        seats={"A": "alice", "B": "bob"},
        commit=commit(seed),
        build_commit={seat: build_commit(builds[seat], b"") for seat in SEATS},
        nonce={"A": "", "B": ""},
    )
    played = advance(Match.begin(game, head, builds), {}, Dice.of(seed, head), "script")
    return [head, *played.lines], builds


@by_row(("game", "deals"), FOUND, ids=[game.rules for game, _ in FOUND])
def test_every_match_can_be_watched_from_its_record(game: Game[Any], deals: ModuleType) -> None:
    """Each decision is a step, everything is told in one of them, and no hand is hidden."""
    lines, builds = by_the_house(game, deals)
    found = steps.steps(game, lines, builds)
    events = [event for step in found for event in step.events]
    told = steps.told(game, found, NAMES, "en")
    boards = [steps.board(game, found, at, NAMES, "ja") for at in range(len(found))]

    assert len(found) == steps.count(lines) == 1 + [line["t"] for line in lines].count("move")
    assert [choice.by for step in found for choice in step.choices].count("auto") >= len(found) - 1
    assert found[0].choices == ()
    whole = [each for each in game.tell(events, NAMES, "en") if each.tone is not Tone.DIAGRAM]
    assert [line for some in told for line in some] == whole
    assert found[-1].state == Match.resume(game, lines, builds).state
    assert steps.until(lines, len(found)) == lines
    for at, (step, board) in enumerate(zip(found, boards, strict=True)):
        assert Match.resume(game, steps.until(lines, at + 1), builds).state == step.state
        assert {part.seat for part in board.parts} >= {*SEATS}
        for part in board.parts:
            if part.seat:
                (own,) = (
                    each
                    for each in game.board(game.view(step.state, part.seat), NAMES, "ja").parts
                    if each.seat == part.seat
                )
                assert [each.hidden for each in part.zones] == [each.hidden for each in own.zones]
                assert [each[:3] for each in part.counters] == [each[:3] for each in own.counters]
            if not at:
                assert not any(each.change for each in part.counters)


def test_what_the_server_did_stands_with_what_came_of_it() -> None:
    """A deadline that was missed belongs to the decision after it; a resignation is a step of its own."""
    opened = advance(begun(), None, DICE)
    first = note(opened.match, "deadline_missed", "A")
    second = note(first.match, "deadline_missed", "B")
    moved = advance(second.match, {}, DICE)
    given_up = note(moved.match, "resign", "B")
    lines = [HEAD, *opened.lines, *first.lines, *second.lines, *moved.lines, *given_up.lines]
    found = steps.steps(GAME, lines, BUILDS)

    assert [step.missed for step in found if step.missed] == [("A", "B")]
    assert found[1].missed == ("A", "B")
    assert found[1].choices
    assert [step.ending for step in found] == [""] * (len(found) - 1) + ["resign"]
    assert {step.turn for step in steps.steps(GAME, played()[:-1], BUILDS)} == {0, 1, 2}
