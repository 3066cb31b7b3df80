"""R41: cards that people make are played, told, kept and proven like those of the house; a broken one is refused with all that is wrong."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from app import games
from app.engine import TellingSheet
from app.engine.matches import record
from app.engine.matches.course import HOUSE, Match, advance
from app.engine.matches.dice import Dice, build_commit, canonical, commit
from app.engine.matches.game import SEATS, Chance, MatchEvent, Over
from app.engine.matches.proof import prove
from app.engine.words import Lang
from app.engine.workshop.problems import explain
from app.errors import CardsUnreadable, Problem
from app.games.acts import RULESETS
from app.games.acts.game import Acts
from app.games.acts.pool import POOLS
from app.games.acts.workshop import cards_of
from tests.games.acts.deals import build_of
from tests.games.acts.made import records
from tests.games.acts.stage import GAME, NAMES
from tests.games.acts.test_hooks import OWN
from tests.support.cards import broken

RULES = RULESETS[0]
TEXT = (Path(__file__).parent / "own.toml").read_text(encoding="utf-8")
LANGS: tuple[Lang, ...] = get_args(Lang)


def play(game: Acts, builds: Mapping[Any, Any], random: Random) -> tuple[Any, list[MatchEvent]]:
    """A match of two autopilots, and what happened; on its way it is what its dump says, and orders are read as they were meant."""
    state, log, steps = game.new({}, builds), list[MatchEvent](), 0
    dice = Dice(random.randbytes(32))
    while not isinstance(pending := game.pending(state), Over):
        steps += 1
        assert steps < game.max_steps
        if isinstance(pending, Chance):
            state, events = game.apply_chance(state, pending, dice.draw(pending))
        else:
            moves = {}
            for each in pending:
                view, options = game.view(state, each.seat), game.legal(state, each)
                moves[each.id] = game.autopilot(view, each, options)
                assert moves[each.id] in options
                assert game.parse(game.format(moves[each.id], view), view, each) == moves[each.id]
            state, events = game.apply(state, moves)
        log += events
    assert game.load(json.loads(canonical(game.dump(state)))) == state
    return state, log


@pytest.mark.parametrize("number", range(12))
def test_matches_with_any_legal_cards_are_played_and_told(number: int) -> None:
    random = Random(f"own/{number}")
    game = Acts(own=records(random))
    config = game.settle({})
    builds: Any = {seat: build_of(random, POOLS.of(config)) for seat in ("A", "B")}
    assert [game.validate_build(each, config) for each in builds.values()] == [[], []]
    _, log = play(game, builds, random)

    for lang in LANGS:
        assert len([*game.tell(log, NAMES, lang)]) >= len(log)


def faults(own: Any) -> list[Problem]:
    """What is wrong with these records."""
    try:
        cards_of(own)
    except CardsUnreadable as refusal:
        return [*refusal.problems]
    return []


def test_a_broken_card_is_refused_with_every_mistake_and_its_place() -> None:
    random = Random(41)
    found = [faults([broken(each, random) for each in records(random)]) for _ in range(100)]

    assert all(explain(each, lang) for problems in found for each in problems for lang in LANGS)
    assert sum(map(len, found)) > 200


def test_each_kind_of_mistake_is_named() -> None:
    """Bounds keep matches from going on for ever (R26) and states legal; names are read in orders and decks."""
    worm = {"kind": "servant", "id": "S77", "ja": "虫", "en": "Worm", "size": 1, "dur": 10, "atk": 0, "dfn": 0}  # fmt: skip
    guard = {"kind": "defence", "name": "Guard", "ja": "守り", "cost": 1, "takes": 10}
    strike = {"kind": "area-attack", "name": "Blow", "ja": "一撃", "cost": 1, "atk": 10}
    trick = {"kind": "trick", "name": "Trick", "ja": "技", "trait": "refill"}
    for change, key in (
        ({"id": "T77"}, "id"),
        ({"id": "S01"}, "id"),
        ({"en": "Pawnlet"}, "en"),
        ({"ja": "一 二"}, "ja"),
        ({"en": "Far Light"}, "en"),
        ({"atk": 15}, "atk"),
        ({"zones": []}, "id"),
        ({"zones": ["hand"], "skills": [{**trick, "trait": "jam"}]}, "zones"),
        ({"zones": [], "skills": [trick]}, "zones"),
        ({"skills": [{**trick, "trait": "coat"}]}, "zones"),
        ({"skills": [{**trick, "trait": "spite", "times": 2}]}, "times"),
        ({"skills": [{**guard, "cost": 0}]}, "cost"),
        ({"skills": [{**guard, "negates": True}]}, "takes"),
        ({"skills": [{**guard, "kind": "ward", "passive": True}]}, "cost"),
        (
            {
                "skills": [
                    {
                        **guard,
                        "kind": "ward",
                        "takes": None,
                        "negates": True,
                        "cost": 0,
                        "passive": True,
                    }
                ]
            },
            "passive",
        ),
        ({"skills": [guard, {**guard, "ja": "盾"}]}, "skills"),
        ({"skills": [{**guard, "name": "Parry"}]}, "skills"),
        ({"skills": [{**guard, "name": "If any"}]}, "en"),
        ({"skills": [{**strike, "squares": ["8"], "row": 1}]}, "squares"),
        ({"skills": [{**strike, "spares": True}]}, "sweeps"),
        ({"skills": [{**strike, "sweeps": True, "targets": 2}]}, "sweeps"),
        ({"skills": [{**strike, "more": 10}]}, "more"),
    ):
        found = faults([{**worm, **change}])
        assert [
            key in each.words[0] for each in found if key != "id" or change != {"zones": []}
        ] or not found, change
        assert bool(found) is (change != {"zones": []}), change


def test_a_text_in_toml_makes_the_game_with_these_cards() -> None:
    """Its cards are read in decks by id and name, and stand in the rule book; its starters are legal."""
    rules = RULES.with_cards(TEXT)
    assert rules.house
    assert rules.match
    assert [each.id for each in rules.house.added] == [each["id"] for each in OWN]
    assert "King of Storms" in rules.rules("en")
    assert rules.match.settle({})["cards"] == OWN
    deck = rules.read_build("嵐の王 deck 20xE00 3xS57 3x蛭 3xT51 T53/Storm")
    assert rules.read_build(rules.write_build(deck)).cards == deck.cards
    assert {"S57", "T53"} <= {each.id for each in rules.under({}).cards}
    assert not rules.match.validate_build(rules.match.as_data(deck), {})
    assert [each.value for each in rules.figures(deck)][:2] == [60, 6]
    battle = rules.play(deck, rules.read_build("Far Light"))
    assert [*rules.boards(deck, deck, battle)]
    sheets = TellingSheet("A"), TellingSheet("B")
    assert all([*rules.tell(battle.events, *sheets, lang)] for lang in LANGS)
    for wrong in ("", "[[card]]\nkind = 'nothing'", TEXT.replace("cost = 1", "cost = 99")):
        with pytest.raises(CardsUnreadable):
            RULES.with_cards(wrong)


def test_a_record_with_own_cards_is_proven_by_the_game_of_the_house() -> None:
    """Its rules are those of the base; the cards stand in its configuration."""
    random, salts = Random(7), {"A": bytes(32), "B": bytes(32)}
    game = Acts(own=OWN)
    builds: Any = {seat: build_of(random, game.pool) for seat in salts}
    head = record.head(
        game,
        "own-1",
        config=game.settle({}),
        seats=NAMES,
        commit=commit(bytes(32)),
        build_commit={seat: build_commit(builds[seat], salts[seat]) for seat in SEATS},
        nonce=NAMES,
    )
    plans: Any = dict.fromkeys(SEATS, HOUSE)
    match, lines, dice = Match.begin(game, head, builds), [head], Dice.of(bytes(32), head)
    while not match.ended:
        played = advance(match, plans, dice)
        match, lines = played.match, [*lines, *played.lines]
    last = lines[-1]
    opened = record.chained(
        last["h"], record.reveal(bytes(32), builds, {seat: salts[seat] for seat in SEATS})
    )
    proof = prove(record.written([*lines, opened]), games.match_game)

    assert proof.faults == ()
    assert proof.is_revealed
    assert head["rules"] == GAME.rules


def test_cards_of_a_match_are_a_list_of_legal_ones() -> None:
    own = records(Random(2))
    assert GAME.settle({"cards": own})["cards"] == own
    wrongs: list[Any] = [[], [1], [{}], [{**own[0], "id": "M01"}], {"cards": own}, None, [object()]]
    for wrong in wrongs:
        with pytest.raises(Exception, match="cards"):
            GAME.settle({"cards": wrong})
