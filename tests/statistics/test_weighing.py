"""What a card does to its game: how strong it is, found the same each time, in a field of builds or in mirror matches."""

from typing import Any

import pytest

from app.engine import Build, Ruleset
from app.engine.workshop import labels
from app.errors import TooMuchToPlay
from app.games import ruleset, slugs
from app.statistics import weighing
from app.statistics.house_decks import new_card, with_new, with_room
from app.statistics.weighing import Level, Weight, level_of_score, mirror_score, rules_with, weigh

pytest.importorskip("highspy")
PAPER = {"ja": "紙", "en": "Paper", "char": "紙", "family": "core"}
FAN = {"ja": "ミナト", "en": "Paper Fan", "kind": "item", "colour": "red", "needs": 1}
CRANE = {"ja": "ミナト", "en": "Paper Crane", "kind": "servant"}
TAKO = {
    "ja": "ミナト",
    "en": "Paper Man",
    "kind": "char",
    "colour": "red",
    "who": "Tako",
    "who_ja": "タコ",
    "level": 0,
}


def in_field(force: int, builds: tuple[Build, ...] = ()) -> Weight:
    """A card without abilities that has so much force, weighed in this field or that of the house."""
    return weigh(rules_with(ruleset("laplaplus"), {**PAPER, "force": force}), builds)


def scores(game: Ruleset, numbers: range) -> list[float]:
    """What the card of these rules won in the mirror matches of these numbers."""
    text, decks = game.house.text if game.house else "", with_room(game.under({}))[:3]
    return [mirror_score(game.slug, game.rules_version, text, decks, at) for at in numbers]


@pytest.mark.parametrize(
    ("force", "level"), [(0, Level.WEAKER), (5, Level.ABOUT), (60, Level.MUCH)]
)
def test_a_card_is_as_strong_as_what_builds_gain_with_it(force: int, level: Level) -> None:
    """The card Core has a force of 5, and no abilities either."""
    assert in_field(force).level is level


def test_what_is_too_strong_is_drawn_always_and_found_again() -> None:
    found = in_field(60)

    assert found == in_field(60)
    (_, alone), (_, mixed) = found.found
    assert alone["below"] == alone["others"] == "25"
    assert mixed == {"gain": "100.0", "share": "100%"}
    assert all(len(figures) == len(found.heads) for _, figures in found.rows)


def test_who_made_it_changes_nothing() -> None:
    game = ruleset("laplaplus")
    card = {**PAPER, "force": 5}

    assert rules_with(game, card) is rules_with(game, {**card, "author": "Alice"})


def test_the_field_is_that_of_the_season() -> None:
    core, attack = Build(("core",) * 3), Build(("attack", "core"))

    found = in_field(5, (core, attack, core))

    assert found.found[0][1]["builds"] == "2", "different ones"


def test_a_game_without_a_compiled_kernel_may_take_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(weighing, "most_battles", lambda _: 10_000)

    with pytest.raises(TooMuchToPlay):
        in_field(5)


@pytest.mark.parametrize(
    ("slug", "card", "level"),
    [
        ("ocg", {**TAKO, "power": 9, "dur": 12}, Level.MUCH),
        ("acts", {**CRANE, "dur": 120, "atk": 60, "dfn": 30, "size": 1}, Level.MUCH),
        ("acts", {**CRANE, "dur": 10, "atk": 0, "dfn": 0, "size": 4}, Level.WEAKER),
    ],
)
def test_a_deck_wins_by_a_strong_card_and_loses_by_a_weak_one(
    slug: str, card: dict[str, Any], level: Level
) -> None:
    made = rules_with(ruleset(slug), card)

    won = scores(made, range(60))

    assert level_of_score(sum(won) / 60, 60) is level
    assert won[:6] == scores(made, range(6))


@pytest.mark.parametrize("slug", slugs())
def test_a_new_card_joins_decks_of_the_house_of_every_game(slug: str) -> None:
    """Where the order counts, in one place; copies of it in the others."""
    game = ruleset(slug)
    assert game.workshop
    data, _ = labels.table(game.workshop.sample.en, game.workshop.kind)
    made = rules_with(game, {"ja": "ミナト", **data}).under({})

    joined = with_new(made, "ja")

    assert len(joined) >= 5
    assert all(name.endswith(" + ミナト") and made.allows(deck) for name, deck in joined.items())
    copies = {deck.cards.count(new_card(made).id) for deck in joined.values()}
    assert copies == {1} if made.is_ordered else copies <= {2, 3, 4}
    assert not with_new(game.under({}), "ja")


def test_a_master_takes_the_place_of_the_master() -> None:
    """A build has one master, and copies of a servant take the places of servants."""
    master = {"kind": "master", "vit": 60, "capacity": 6, "gender": "n", "atk": 10, "dfn": 0}
    made = rules_with(ruleset("acts"), {"ja": "ミナト", "en": "Paper Crane", **master})

    assert {deck.copies for deck in with_room(made.under({}))} == {1}


@pytest.mark.parametrize("slug", ["fest", "acts", "ocg"])
def test_every_game_of_matches_has_house_decks_for_its_sample(slug: str) -> None:
    game = ruleset(slug)
    assert game.workshop
    data, _ = labels.table(game.workshop.sample.ja, game.workshop.kind)
    made = rules_with(game, {"ja": "ミナト", **data})

    decks = with_room(made.under({}))

    assert len(decks) >= 3
    assert all(deck.copies > 1 for deck in decks)
    assert set(scores(made, range(2))) <= {0.0, 0.5, 1.0}


def test_the_matches_are_played_by_other_processes_and_told_by_deck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(weighing, "MATCHES", 12)
    game = ruleset("ocg")
    made = rules_with(game, {**FAN, "power": 2})

    found = weigh(made)

    assert found.level in Level
    assert [figures[1] for _, figures in found.rows] == ["4", "4", "4"]
    ja, en = found.told(game, "ja"), found.told(game, "en")
    assert "12試合" in ja[1]
    assert "12 matches" in en[1]
    assert len(ja) == len(en) == 3


@pytest.mark.parametrize(
    ("score", "matches", "level"),
    [
        (0.75, 300, Level.MUCH),
        (0.57, 300, Level.CLEARLY),
        (0.51, 300, Level.ABOUT),
        (0.4, 300, Level.WEAKER),
        (0.55, 300, Level.UNSURE),
        (0.6, 12, Level.UNSURE),
    ],
)
def test_a_score_says_as_much_as_its_interval(score: float, matches: int, level: Level) -> None:
    assert level_of_score(score, matches) is level
