"""Own cards: a match that lists some is played, told, shown, written down and proven as any other."""

import json
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from app.engine import Lang, Ruleset, Words
from app.engine.matches import record
from app.engine.matches.course import Match, advance
from app.engine.matches.dice import Dice, build_commit, canonical, commit
from app.engine.matches.game import SEATS, ConfigError, MatchEvent, Seat
from app.engine.matches.proof import prove
from app.engine.telling import TellingSheet
from app.engine.workshop.problems import explain
from app.errors import BuildUnreadable, CardsUnreadable
from app.games import match_game
from app.games.ocg import GAMES, RULESETS
from app.games.ocg.effects import Bonus, Lend
from app.games.ocg.game import OnlineCard
from app.games.ocg.workshop import Boost
from tests.games.ocg import own_deals
from tests.games.test_match_laws import playouts
from tests.support.cards import broken
from tests.support.tables import by_row

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


@pytest.mark.unmeasured
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
    own = each.game.pool.own
    areas = {id.lower() for id, card in own.items() if card.kind == "area"}
    assert {id.lower() for id in own} <= {*each.game.asked_is}
    assert areas
    assert areas <= {*each.game.asked["battlefield"].words}
    assert each.game.order_ja("summon X01") == "召喚 X01"
    seen = each.game.view(each.match.state, "A")
    assert each.game.parse("summon x01", seen, None)["plays"] == [{"p": "summon", "card": "X01"}]
    assert each.game.is_there("sho", seen) in (True, False)


def test_decks_name_own_cards() -> None:
    each = played()[0]
    rules = each.game.under({"cards": each.config["cards"]})
    assert [card.id for card in rules["cards"]][-1] == [*each.game.pool.own][-1]
    text = "4x X01, " + " ".join(f"4x C{n:02}" for n in range(1, 10))
    assert rules["read_build"](text).cards.count("X01") == 4


# --- what may be written of one -------------------------------------------------------------------------

TEXT = """
[[card]]
kind = "char"
id = "X01"
ja = "凪の"
en = "of the Calm"
who = "Nagi"
who_ja = "ナギ"
colour = "blue"
rarity = "U"
level = 0
power = 2
dur = 3
recover = 1
author = "Hana"
flavour = "波は彼女を待つ。"

[[card]]
kind = "char"
id = "X02"
ja = "大凪の"
en = "Great Calm"
who = "Nagi"
who_ja = "ナギ"
colour = "blue"
level = 1
power = 3
dur = 5

[[card]]
kind = "item"
id = "X03"
ja = "月の鎧"
en = "Moon Armour"
colour = "white"
needs = 1
power = 1
dur = -1
swift = true
pierce = 2

[[card]]
kind = "command"
id = "X04"
ja = "雷光"
en = "Thunder"
colour = "red"
needs = 0
do = "hit"
points = 3

[[card]]
kind = "area"
id = "X05"
ja = "霜の原"
en = "Frost Field"
colour = "white"
whose = "white"
power = 1
tough = 1
most = 3
"""
RULES = RULESETS[0]


def own_rules() -> Ruleset:
    return RULES.with_cards(TEXT)


def test_a_text_in_toml_adds_its_cards_to_the_rules() -> None:
    rules = own_rules()
    assert rules.rules_version.startswith("ocg@2006-p2+")
    assert rules.rules_version == own_rules().rules_version
    assert rules.house
    assert rules.house.added == rules.cards[-5:]
    assert [card.number for card in rules.cards] == [*range(1, 54)]
    assert [card.name.en for card in rules.house.added] == [
        "Nagi of the Calm",
        "Nagi, Great Calm",
        "Moon Armour",
        "Thunder",
        "Frost Field",
    ]
    assert "Moon Armour" in rules.rules("en")
    assert rules.match
    assert rules.match.settle({})["cards"] == rules.match.own
    assert all("flavour" not in card for card in rules.match.own)


def test_decks_with_own_cards_are_read_written_remarked_on_and_shown_against_each_other() -> None:
    rules = own_rules()
    text = "4x X01; 4x Nagi, Great Calm; 4x 月の鎧; 3 X04; 1 X05; 4 C01; 4 C02; 4 C03; 4 C04; 4 C05; 4 C06/Own"
    build = rules.read_build(text)
    for notation in ("characters", "ja", "en", "identifiers"):
        assert rules.read_build(rules.write_build(build, notation)) == build
    assert sum(figure.value for figure in rules.figures(build)) > 40
    assert [*rules.remarks(build)] == []
    with pytest.raises(BuildUnreadable) as refused:
        rules.read_build("41 X01/Own")
    assert "ナギ" in rules.explain(refused.value.problems[-1], "ja")
    away = rules.starters()[
        "Blades" if "Blades" in rules.starters() else next(iter(rules.starters()))
    ]
    battle = rules.play(build, away)
    sheets = TellingSheet("Own"), TellingSheet("House")
    for lang in LANGS:
        assert "Nagi" in " ".join(line.text for line in rules.tell(battle.events, *sheets, "en"))
        assert [*rules.tell(battle.events, *sheets, lang)]
    assert [*rules.boards(build, away, battle)]


def test_what_an_own_card_does_is_said_in_the_words_of_the_house() -> None:
    said = {card.id: card.text for card in own_rules().cards[-5:]}
    assert said["X01"].en == (
        "Blue. A basic character: it is summoned. Recover 1: it loses 1 of its damage in each draw phase."
    )
    assert said["X03"] == Words(
        "白。レベル1以上のキャラクターに。持ち主の攻撃力＋1、耐久力−1。"
        "速攻：出たターンにアタックできます。"
        "貫通2：アタックで誰かとぶつかるたびに、相手の山札の上から2枚もダメージになります。ほかの貫通に足されます。",
        "White. For a character of level 1 or more. Its bearer has power +1 and durability −1. "
        "It has Swift: it may attack in the turn in which it arrives. "
        "It has Pierce 2, beyond any other: whenever it attacks and meets a guard, 2 more damage comes from the top of the opponent's pile.",
    )
    assert said["X05"].en == (
        "White. White characters have power +1. They have Tough 1, beyond any other: "
        "each takes 1 less whenever it meets somebody in battle. A direct attack does at most 3 damage."
    )


REFUSED = [
    ('id = "X01"', 'id = "C01"', "write an id from X01 to X99"),
    ('id = "X02"', 'id = "X01"', "another card with this id"),
    ('kind = "item"', 'kind = "weapon"', "weapon cannot stand here"),
    ('en = "Thunder"', 'en = "Spark"', "already a name of"),
    ('ja = "雷光"', 'ja = "火狼"', "row of cards"),
    ('en = "Thunder"', 'en = "Fire by Night"', "words of orders"),
    ('en = "Thunder"', 'en = "Nagi"', "already a name of"),
    ('en = "Thunder"', 'en = "X"', "words of orders"),
    ('en = "Thunder"', 'en = "Deck of Bolts"', "words of orders"),
    ('who = "Nagi"\nwho_ja = "ナギ"', 'who = "Mio"\nwho_ja = "ナギ"', "is a name of"),
    ('who = "Nagi"', 'who = "Swift"', "no word of orders or conditions"),
    ('who = "Nagi"', 'who = "Thunder"', "already a name of"),
    ("level = 1\npower = 3", "level = 2\npower = 3", "no card of Nagi of level 1"),
    ("recover = 1", "swift = true\nwall = true", "never attacks"),
    ("dur = 3", "dur = 0", "from 1 to 12"),
    ("power = 1\ndur = -1\nswift = true\npierce = 2", "", "does nothing"),
    ("power = 1\ntough = 1\nmost = 3", "", "does nothing"),
    ('do = "hit"\npoints = 3', 'do = "boost"', "does nothing"),
    ('do = "hit"\npoints = 3', 'do = "win"', "win cannot stand here"),
    ("points = 3", "points = 30", "from 1 to 6"),
    (TEXT, "", "no [[card]]"),
]


@by_row(("was", "is_", "because"), REFUSED)
def test_what_is_wrong_with_an_own_card_is_said_at_its_place(
    was: str, is_: str, because: str
) -> None:
    assert was in TEXT
    with pytest.raises(CardsUnreadable) as refused:
        RULES.with_cards(TEXT.replace(was, is_))
    said = [explain(problem, "en") for problem in refused.value.problems]
    assert any(because in each for each in said), said
    assert all(problem.line for problem in refused.value.problems) or not is_


def problems_of(own: object) -> list[Words]:
    try:
        GAMES[0].settle({"cards": own})
    except ConfigError as error:
        return [*error.problems]
    return []


def test_every_mistake_of_several_cards_is_named_in_both_languages() -> None:
    random = Random(7)
    own = own_deals.own_cards(random, 50)
    assert problems_of(own) == []
    found = [problems_of(bent) for _ in range(500) if (bent := broken(own, random))]
    assert sum(map(bool, found)) > 250
    assert all(each.ja and each.en for some in found for each in some)


def test_a_name_with_which_another_begins_means_its_own_card() -> None:
    item = {"kind": "item", "colour": "red", "needs": 0, "power": 1}
    own = [
        {**item, "id": "X01", "ja": "月", "en": "Moon"},
        {**item, "id": "X02", "ja": "月光", "en": "Moon Light"},
    ]
    assert problems_of(own) == []
    game = GAMES[0].of({"cards": own})
    view = {"config": {"cards": own}, "my": {"decks": [{"X01": 4, "X02": 4}], "deck": 0}}
    for text, card in (
        ("set moon on 1", "X01"),
        ("set moon l on 1", "X02"),
        ("セット 月 1に", "X01"),
    ):
        assert game.parse(text, view, None)["plays"][0]["card"] == card


def test_a_command_lends_what_it_says() -> None:
    lent = Boost(power=2, pierce=1, tough=1, feint=True).lent()
    assert lent == Lend(Bonus(2, pierce=1, tough=1, feint=True))
    assert lent.text.en.endswith("Nobody can counter its user's attack in this turn.")
