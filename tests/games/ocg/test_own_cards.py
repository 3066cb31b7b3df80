"""Own cards: a match that lists some is played, told, shown, written down and proven as any other."""

import json
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from app.engine import Lang
from app.engine.matches import record
from app.engine.matches.course import Match, advance
from app.engine.matches.dice import Dice, build_commit, canonical, commit
from app.engine.matches.game import SEATS, MatchEvent, Seat
from app.engine.matches.proof import prove
from app.games import match_game
from app.games.ocg import GAMES
from app.games.ocg.game import OnlineCard
from tests.games.ocg import own_deals
from tests.games.test_match_laws import playouts

NAMES: dict[Seat, str] = {"A": "alice", "B": "bob"}
SALT = b"s" * 32
LANGS: tuple[Lang, Lang] = ("ja", "en")


class Played(NamedTuple):
    """A match with own cards that the house has played, by a game that knew nothing of them before."""

    config: dict[str, Any]
    match: Match[Any]
    events: list[MatchEvent]
    file: bytes

    @property
    def game(self) -> OnlineCard:
        game = self.match.game
        assert isinstance(game, OnlineCard)
        return game


@cache
def played() -> list[Played]:
    """Twenty matches of the house against itself."""
    return [_played(Random(f"own {n}")) for n in range(20)]


def _played(random: Random) -> Played:
    config, builds = own_deals.deal(random)
    seed = random.randbytes(32)
    head = record.head(
        GAMES[0],
        "demo",
        config=config,
        seats=NAMES,
        commit=commit(seed),
        build_commit={seat: build_commit(builds[seat], SALT) for seat in SEATS},
        nonce={"A": "", "B": ""},
    )
    done = advance(Match.begin(GAMES[0], head, builds), {}, Dice.of(seed, head), "script")
    last = record.chained(done.match.h, record.reveal(seed, builds, dict.fromkeys(SEATS, SALT)))
    file = record.written([head, *done.lines, last])
    return Played(config, done.match, [event for _, (event, _) in done.steps], file)


def test_every_law_holds_in_random_matches_with_own_cards() -> None:
    assert len(playouts(GAMES[0], own_deals, 60)) > 1


def test_the_house_plays_own_cards_of_every_kind() -> None:
    plays = [event.detail for each in played() for event in each.events if event.what == "played"]
    own = [each["card"] for each in plays if each["card"].startswith("X")]
    cards = {card["id"]: card for each in played() for card in each.config["cards"]}
    assert {cards[id]["kind"] for id in own} == {"char", "item", "command", "area"}


@pytest.mark.parametrize("lang", LANGS)
def test_what_happened_is_told_with_the_names_of_own_cards(lang: Lang) -> None:
    for each in played():
        told = " ".join(line.text for line in each.game.tell(each.events, NAMES, lang))
        for event in each.events:
            if event.what == "played":
                assert each.game.pool.name(event.detail["card"], lang) in told
        assert each.game.diagram(each.game.view(each.match.state, "A"), NAMES, lang)


def test_a_record_with_own_cards_is_proven_by_the_rules_alone() -> None:
    for each in played():
        proof = prove(each.file, match_game)
        assert proof.faults == ()
        assert proof.positions[-1].match.digest == each.match.digest
        assert b'"rules":"ocg@2006-p2"' in each.file


def test_a_state_is_kept_with_its_cards_and_one_without_own_cards_says_nothing_of_them() -> None:
    for each in played():
        dumped = json.loads(canonical(GAMES[0].dump(each.match.state)))
        assert dumped["config"]["cards"] == each.config["cards"]
        assert GAMES[0].load(dumped) == each.match.state
    assert "cards" not in GAMES[0].settle({})
    assert GAMES[0].of({}) is GAMES[0]


def test_conditions_and_orders_name_own_cards() -> None:
    each = played()[0]
    names = each.game.pool.own
    assert {id.lower() for id in names} <= {*each.game.asked_is}
    assert {"x07", "x10"} & {*each.game.asked["battlefield"].words}
    assert each.game.order_ja("summon X01") == "召喚 X01"
    seen = each.game.view(each.match.state, "A")
    assert each.game.parse("summon x01", seen, None)["plays"] == [{"p": "summon", "card": "X01"}]
    assert each.game.is_there("nagi", seen) in (True, False)


def test_decks_name_own_cards() -> None:
    each = played()[0]
    rules = each.game.under({"cards": each.config["cards"]})
    assert [card.id for card in rules["cards"]][-1] == [*each.game.pool.own][-1]
    text = "4x X01, " + " ".join(f"4x C{n:02}" for n in range(1, 10))
    assert rules["read_build"](text).cards.count("X01") == 4
