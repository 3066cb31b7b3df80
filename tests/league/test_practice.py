"""Matches for practice: played once more from what the player sent, with nothing kept and nothing given away."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.engine.matches.game import GameStep
from app.engine.matches.proof import prove
from app.engine.ruleset import Ruleset
from app.games import match_game, match_slugs
from app.league.practice import practice
from app.league.practice.practice import Position, PracticeTable, StepRefused

KEY = b"of the site"


def table(
    slug: str = "fest", number: str = "1", rival: str = "", key: bytes = KEY
) -> PracticeTable:
    game = match_game(slug)
    decks = game.starters
    return PracticeTable(game, key, number, next(iter(decks.values())), decks, rival, "autopilot")


def forget() -> None:
    practice._KNOWN._answers.clear()


def steps(at: PracticeTable, most: int = 400) -> Iterator[Position]:
    """The match as the house would play it for the player, step by step."""
    done: list[str] = []
    while len(done) < most:
        position = at.position(done)
        yield position
        if position.asked is None:
            return
        done.append("")


@pytest.mark.parametrize("slug", match_slugs())
def test_a_match_goes_on_from_step_to_step_to_its_end(slug: str) -> None:
    found = [*steps(table(slug))]
    forget()
    again = table(slug).position([""] * (len(found) - 1))

    assert found[-1].match.ended
    assert all(each.asked and each.asked.seat == "A" for each in found[:-1])
    assert again.match == found[-1].match
    assert again.steps == found[-1].steps
    assert prove(table(slug).record(again), match_game).faults == ()


def test_a_stranger_who_sends_steps_without_end_is_not_looked_for_at_each_of_them(
    duel: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, look = list[int](), practice._KNOWN.get

    def counted(key: tuple[object, ...]) -> Position | None:
        looks.append(len(key))
        return look(key)

    monkeypatch.setattr(practice._KNOWN, "get", counted)
    with pytest.raises(StepRefused):
        table("duel").position([""] * 100_000)

    assert len(looks) < 10


def test_the_same_steps_come_to_another_match_by_another_key_or_number(duel: Ruleset) -> None:
    found = {
        repr(table(number=number, key=key).position([]).view)
        for number, key in (("1", KEY), ("2", KEY), ("1", b"of another site"), ("1", KEY))
    }

    assert len(found) == 3


def test_orders_are_taken_as_in_a_mail_and_a_wrong_step_says_all_that_is_wrong(
    duel: Ruleset,
) -> None:
    at = table("duel")
    begun = at.position([])
    (card, *_) = begun.view["hand"]
    said = {}
    for wrong in ("play castle\nplay moon", "play rock if round = 9", "; nothing"):
        with pytest.raises(StepRefused) as refusal:
            at.position([wrong])
        said[wrong] = [words.en for words in refusal.value.problems]
    played = at.position([f"出す {card}"])
    given_up = at.position(["resign"])

    assert [len(each) for each in said.values()] == [2, 1, 1]
    assert at.position([]) is begun
    assert [event.detail["A"] for event, _ in played.heard(begun.match.n)] == [card]
    assert given_up.match.ended
    assert given_up.match.ended.reason == "resign"
    with pytest.raises(StepRefused):
        at.position(["resign", ""])


@pytest.mark.parametrize("slug", match_slugs())
def test_nothing_that_the_player_gets_tells_of_the_other_hand(slug: str) -> None:
    """Of the house only what the view shows, and no event that is meant for its seat."""
    for position in steps(table(slug), 6):
        game, state = position.match.game, position.match.state
        heard: list[GameStep] = position.heard()

        assert json.dumps(position.view) == json.dumps(game.view(state, "A"))
        assert {event.audience for event, _ in heard} <= {"all", "A"}
        assert all({*by} <= {"A"} for _, by in heard)


def test_whom_the_house_brings_is_named_or_drawn_of_the_other_starters() -> None:
    game = match_game("fest")
    named = {name: table(rival=name).builds["B"] for name in game.starters}
    own = replace(table(), build={"deck": {"F01": 24}})
    drawn = [replace(own, number=str(n)).builds["B"] for n in range(20)]

    assert named == dict(game.starters)
    assert all(build in drawn for build in game.starters.values())
    assert [table(number=str(n)).builds["B"] for n in range(9)] == [game.starters["D2"]] * 9
