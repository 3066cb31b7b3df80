"""A game without decisions is a match like any other, over when the builds are in."""

import pytest

from app import games
from app.engine.build_only import Builds
from app.engine.matches.game import Chance, ConfigError, Decision, OrderError, Over, Seat

GAME = games.match_game("laplaplus")
NAMES: dict[Seat, str] = {"A": "Alice", "B": "Bob"}


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
    assert GAME.diagram(view, NAMES, "en") == "Alice: 攻核\nBob: 核核"


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
    with pytest.raises(ConfigError):
        GAME.settle({"petit": True})


def test_nobody_is_ever_asked() -> None:
    with pytest.raises(OrderError):
        GAME.parse("pass", {}, None)
    for never in (GAME.legal, GAME.kinds, GAME.apply_chance):
        with pytest.raises(AssertionError, match="no decisions"):
            never(Builds("核", "核"), Decision("1", "A", "x"), Chance("x", ("coin",)))  # type: ignore[call-arg, arg-type]
