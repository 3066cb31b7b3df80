"""A game without decisions is a match like any other, over when the builds are in."""

from itertools import combinations
from typing import Any

import pytest

from app import games
from app.engine import Build, winner_of
from app.engine.build_only import Builds
from app.engine.matches import record
from app.engine.matches.course import Match, Plans, advance
from app.engine.matches.dice import Dice, build_commit, commit
from app.engine.matches.game import Chance, ConfigError, MatchDecision, OrderError, Over, Seat
from app.engine.matches.proof import prove

GAME = games.match_game("laplaplus")
NAMES: dict[Seat, str] = {"A": "Alice", "B": "Bob"}


def test_a_deck_is_its_cards_in_order_whatever_order_they_were_named_in() -> None:
    rules = games.ruleset("laplaplus")

    assert rules.match_build(Build(("core", "attack", "core"))) == ["attack", "core", "core"]


def test_a_ruleset_is_a_game_with_nothing_to_decide() -> None:
    """A build is its text; the match is the battle, with seat A at home."""
    rules = games.ruleset("laplaplus")
    state = GAME.new({}, {"A": "攻核", "B": "核核"})
    over = GAME.pending(state)
    view = GAME.view(state, None)

    assert isinstance(over, Over)
    assert (over.winner, over.reason) == ("A", "hp")
    assert view == GAME.view(state, "B")
    assert view["builds"] == {"A": "攻核", "B": "核核"}
    battle = rules.play(rules.read_build("攻核"), rules.read_build("核核"))
    assert view["log"] == [event.as_dict() for event in battle.events]
    assert GAME.load(GAME.dump(state)) == state
    assert (GAME.id, GAME.rules, GAME.title) == (rules.slug, rules.rules_version, rules.title)
    assert GAME.reasons["hp"].ja
    assert not GAME.checkpoint(state)
    assert [*GAME.tell((), NAMES, "ja")] == []
    assert GAME.diagram(view, NAMES, "en") == "Alice: 攻核  Bob: 核核\n"


def test_the_seats_may_win_or_draw() -> None:
    overs = [
        GAME.pending(GAME.new({}, {"A": a, "B": b}))
        for a, b in [("核核", "攻核"), ("核核", "核核")]
    ]
    assert [over.winner for over in overs if isinstance(over, Over)] == ["B", None]


def test_a_build_is_refused_with_every_problem() -> None:
    assert GAME.validate_build("攻核", {}) == []
    assert len(GAME.validate_build("攻撃の, nothing", {})) == 2
    (not_text,) = GAME.validate_build({"cards": []}, {})
    (other_notation,) = GAME.validate_build("Attack, Core", {})
    assert "text" in not_text.en
    assert "攻核" in other_notation.en
    assert [GAME.validate_build(build, {}) for build in GAME.starters.values()] == [[]]
    with pytest.raises(ConfigError):
        GAME.settle({"petit": True})


def test_nobody_is_ever_asked() -> None:
    decision = MatchDecision("1", "A", "x")
    assert (GAME.passing({}, decision), GAME.turn({})) == (None, None)
    with pytest.raises(OrderError):
        GAME.parse("pass", {}, None)
    with pytest.raises(NotImplementedError):
        GAME.compose((), {}, decision, [])  # type: ignore[arg-type]
    for never in (GAME.legal, GAME.kinds, GAME.apply_chance):
        with pytest.raises(AssertionError, match="no decisions"):
            never(Builds("核", "核"), MatchDecision("1", "A", "x"), Chance("x", ("coin",)))  # type: ignore[call-arg, arg-type]


class Unasked:
    """A plan that must not be consulted."""

    def answer(self, *asked: Any) -> Any:
        raise AssertionError("consulted")


TEN = ("核", "攻核", "攻攻核", "核盾核", "盾攻核", "攻響核", "核核核", "硬核", "癒攻核", "攻盾攻核")


def test_a_round_robin_of_ten_ends_at_one_deadline_with_no_plan_consulted() -> None:
    """§14.3. Each match is one line; the results are those of the table that is made of builds alone; each can be proved."""
    rules = games.ruleset("laplaplus")
    outcomes = rules.outcomes([rules.read_build(text) for text in TEN])
    salts: dict[Seat, bytes] = {"A": bytes(32), "B": bytes(32)}
    unasked: Any = Unasked()
    plans: Plans = {"A": unasked, "B": unasked}
    for i, j in combinations(range(10), 2):
        builds: dict[Seat, str] = {"A": TEN[i], "B": TEN[j]}
        head = record.head(
            GAME,
            f"cup-r1-{i}-{j}",
            config={},
            seats=NAMES,
            commit=commit(bytes(32)),
            build_commit={seat: build_commit(builds[seat], salts[seat]) for seat in salts},
            nonce=NAMES,
        )
        played = advance(Match.begin(GAME, head, builds), plans, Dice.of(bytes(32), head), "turn")
        (line,) = played.lines
        won = winner_of(outcomes[i * 10 + j])
        score = (
            {"A": "1/2", "B": "1/2"}
            if won is None
            else {"A": "01"[won == "home"], "B": "01"[won == "away"]}
        )
        assert (line["t"], line["n"], line["score"]) == ("over", 1, score)
        opened = record.chained(line["h"], record.reveal(bytes(32), builds, salts))
        assert prove(record.written([head, line, opened]), games.match_game).faults == ()
