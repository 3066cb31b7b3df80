"""How a match stands and what is asked, as letters say it: short, in both languages, and never an order itself."""

import re
from random import Random
from typing import Any

from app.engine.matches.game import SEATS, Game, OrderError
from app.games.fest.game import FEST
from app.text.columns import WIDTH, width
from tests.games.fest.played import standing
from tests.games.ocg.stage import GAME as OCG, side, stage, who
from tests.games.test_practice import GAMES, decisions
from tests.support.tables import by_row


@by_row("game", GAMES, ids=[game.id for game in GAMES])
def test_a_letter_says_how_a_match_stands_and_what_to_write(game: Game[Any]) -> None:
    asks, stands, thought = set[str](), set[str](), 0
    for n in range(3):
        for state, decision in decisions(game, Random(f"standing {n}")):
            view = game.view(state, decision.seat)
            asks.add(game.asks(view).en)
            assert re.fullmatch(r"(round|turn) \d+", game.moment(view).en)
            for takes_one in (False, True):  # who chooses writes nothing: no order stands in it
                wants = game.wants(view, takes_one)
                assert all(0 < width(each) <= WIDTH for each in wants)
                assert not re.search("[“「{]", "".join(wants))
            for words, most in ((game.stands(view), 2), (game.asks(view), 5)):
                assert bool(words.ja) is bool(words.en)
                assert all(width(each) <= most * WIDTH for each in words), words
                assert not any("{" in each for each in words)
                stands.add(words.en)
            options = game.legal(state, decision)
            if decision.kind.split(".")[1] in ("front", "reserve", "play", "orders", "main"):
                best = game.autopilot(view, decision, options)
                thought += any(each in options for each in game.notions(view, best))
    assert thought > 5
    assert len(stands) > 20
    assert all(width(each) <= 6 * WIDTH for each in game.primer)
    for said in stands | asks | {*game.primer}:
        try:
            game.parse(said.lower(), view, None)
        except OrderError:
            continue
        raise AssertionError(said)


@by_row("game", GAMES, ids=[game.id for game in GAMES])
def test_how_a_match_stands_is_told_by_what_a_spectator_sees(game: Game[Any]) -> None:
    """For either seat, and the same that its player is told."""
    told = set[tuple[str, str]]()
    for state, _ in decisions(game, Random("so far")):
        for seat in SEATS:
            words = game.so_far(game.view(state, None), seat)
            assert words == game.so_far(game.view(state, seat), seat)
            assert not any("{" in each for each in words)
            told.add((seat, words.en))
    assert {seat for seat, words in told if words} == {*SEATS}
    assert len(told) >= 2 * len(SEATS)


def test_before_its_field_is_laid_out_nothing_stands() -> None:
    """Nor is there anything for the house to foresee; a spectator is never asked."""
    acts = next(each for each in GAMES if each.id == "acts")
    builds = dict.fromkeys(SEATS, acts.starters["Far Light"])
    state = acts.new(acts.settle({}), builds)
    assert not acts.stands(acts.view(state, "A")).en
    assert not acts.so_far(acts.view(state, None), "B").en
    assert acts.foreseen(acts.view(state, "A")) is None
    assert acts.foreseen(acts.view(state, None)) is None
    ocg = next(each for each in GAMES if each.id == "ocg")
    dealt = ocg.new(ocg.settle({}), dict.fromkeys(SEATS, ocg.starters["Wilds"]))
    assert not ocg.stands(ocg.view(dealt, "A")).en


def test_of_a_turn_whose_toss_is_to_come_the_house_foresees_the_first_action() -> None:
    acts = next(each for each in GAMES if each.id == "acts")
    state, asked = next(
        each for each in decisions(acts, Random("foresee")) if each[1].kind == "acts.main"
    )
    foreseen = acts.foreseen(acts.view(state, asked.seat))
    assert foreseen
    decision, options = foreseen

    assert decision.kind == asked.kind
    assert acts.autopilot(acts.view(state, asked.seat), decision, options) in options


def test_of_a_turn_whose_toss_is_to_come_all_actions_are_asked_for() -> None:
    """Who has won the toss is asked who acts first."""
    acts = next(each for each in GAMES if each.id == "acts")
    state, toss = next(
        each for each in decisions(acts, Random("ahead")) if each[1].kind == "acts.toss"
    )

    assert acts.wants(acts.view(state, toss.seat)).en == "Choose who acts first"
    ahead = {**acts.view(state, toss.seat), "wait": []}
    assert (
        acts.wants(ahead).en == "Tap units and cards to choose your actions of this turn, in order"
    )


def test_the_festival_counts_the_lead_and_the_best_front() -> None:
    view = FEST.view(standing(a={"hand": ("F01", "F07"), "points": [6, 3, 0, 0]}), "A")
    assert (
        FEST.stands(view).en
        == "Level at 0 to 0. You: will 6, sword 3, shield 0. Opponent: will 0, sword 0, shield 0."
    )
    assert "your 2 cards" in FEST.asks(view).en


def test_a_card_match_says_which_deck_is_played_what_is_possible_and_what_a_name_blocks() -> None:
    """O12: a name stands on the field once."""
    mine = side({1: who("C01"), 2: who("C09")}, "C03 C08 C11 C17 K01 C07")
    theirs = side({1: who("C08")})
    view = OCG.view(stage(mine | {"decks": [{"C01": 40}] * 2, "deck": 1}, theirs), "A")
    assert OCG.stands(view).en.endswith(" You play deck 2, drawn by lot.")
    assert OCG.asks(view).en.endswith(
        "Possible now: summons, one of a colour: C03 (blue), C07 (green); up to 3 plays: C11, C17, K01; "
        "attackers: 1, 2; name on the field already: Suzu (e1)."
    )
    assert OCG.asks(view).ja.endswith(
        "アタック：1、2／同じ名のキャラクターが場にいて召喚できません：スズ（e1にいます）。"
    )
    assert OCG.asks(OCG.view(stage(), None)).en.endswith("“guard …”.")
