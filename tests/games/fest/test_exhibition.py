"""What the house makes of two decks: worked ones, whoever is at home, and how it is told."""

from typing import Any

import pytest

from app.engine import Battle, Build, Event, Lang, Side, TellingLine, TellingSheet, Tone, plain
from app.engine.matches import record
from app.engine.matches.course import Match, advance, note
from app.engine.matches.dice import Dice
from app.engine.matches.exhibition import (
    BattleBegan,
    Exhibition,
    FinishedMatch,
    Happening,
    NextBegan,
)
from app.engine.matches.game import Seat
from app.games.fest import RULESETS
from app.games.fest.game import FEST

GAME = RULESETS[0]
boards = Exhibition(FEST).boards
FILES = sorted((GAME.folder / "examples").glob("*.toml"))


def test_seats_are_drawn_and_do_not_follow_who_is_at_home() -> None:
    decks = [GAME.read_build(text) for text in ("D1", "D2", "D3", "P1", "P3")]
    begun = [
        GAME.play(one, another).events[0] for one in decks for another in decks if one != another
    ]
    seats = [each.home for each in begun if isinstance(each, BattleBegan)]

    assert seats.count("A") == seats.count("B") == len(begun) / 2


def test_an_exhibition_says_that_it_is_one() -> None:
    battle = GAME.play(GAME.read_build("D1"), GAME.read_build("D2"))
    lines = [*GAME.tell(battle.events, TellingSheet("Alice"), TellingSheet("Bob"), "en")]

    assert lines[1].text.startswith("An exhibition: the house plays both sides")
    assert [line.text for line in lines if line.tone is Tone.VERDICT] == ["132 to 94: Bob wins!"]
    assert "[Round 3: academics]" in plain(lines)
    with pytest.raises(TypeError):
        next(GAME.tell(battle.events[1:], TellingSheet("Alice"), TellingSheet("Bob"), "en"))


def test_the_dice_that_decided_stand_beside_the_totals() -> None:
    """Rule B: each throws as many dice as it has points. 23 : 36 is no result before 94 : 132, from whichever side it is read."""
    one, other = GAME.read_build("D1"), GAME.read_build("D2")
    battle, turned = GAME.play(one, other), GAME.play(other, one)

    assert (battle.hp, battle.winner, GAME.dice(battle)) == ((23, 36), Side.AWAY, [(94, 132)])
    assert GAME.dice(turned) == [(132, 94)]
    assert GAME.ended(battle, "en") == "the final dice, dice 94 : 132"
    assert GAME.ended(battle, "ja") == "最後のサイコロの差、サイコロ 94 : 132"
    twins = GAME.play(one, one)
    assert GAME.ended(twins, "en") == "same build", "nothing was thrown"


def test_a_season_reads_decks_by_its_own_configuration() -> None:
    guests = GAME.under({"allowed_tags": ["#standard"], "petit": True, "max_copies": 2})

    assert guests.read_build("P3").cards == GAME.read_build("P3").cards
    assert {card.id[0] for card in guests.cards} == {"G"}
    assert [*guests.sizes] == [15]
    assert guests.read_build(guests.write_build(guests.sample_build())) == guests.sample_build()


# --- matches of a season --------------------------------------------------------------------------------


def a_match(home: Build, away: Build, seat: Seat, luck: int) -> tuple[Match[Any], Dice]:
    """Before its first draw, home in this seat."""
    decks = [FEST.as_data(each) for each in (home, away)]
    builds: dict[Seat, Any] = {"A": decks[seat == "B"], "B": decks[seat == "A"]}
    head = record.head(
        FEST,
        f"cup-r1-{luck}",
        config={},
        seats={"A": "Alice", "B": "Bob"},
        commit="",
        build_commit={"A": "", "B": ""},
        nonce={"A": "", "B": ""},
    )
    return Match.begin(FEST, head, builds), Dice(bytes([luck]) * 32)


def played(home: Build, away: Build, seat: Seat, luck: int) -> FinishedMatch:
    match, dice = a_match(home, away, seat, luck)
    done = advance(match, {}, dice, "script")
    return FinishedMatch(seat, done.match, [step for _, step in done.steps])


def retold(*matches: FinishedMatch, lang: Lang = "en") -> tuple[Battle, list[TellingLine]]:
    home, away = (GAME.read_build(deck) for deck in ("D1", "D2"))
    assert GAME.retell
    battle = GAME.retell((home, away), matches)
    return battle, [*GAME.tell(battle.events, TellingSheet("Alice"), TellingSheet("Bob"), lang)]


def test_two_matches_of_a_pair_are_one_battle_in_two_parts() -> None:
    """The side that scores more in both wins. The dice differ, so that all three endings occur."""
    home, away = (GAME.read_build(deck) for deck in ("D1", "D2"))
    ends = set()
    for luck in range(1, 7):
        first, second = played(home, away, "A", luck), played(home, away, "B", luck + 10)
        battle, lines = retold(first, second)
        margin = first.margin + second.margin
        drawn = [*GAME.boards(home, away, battle)]
        begins = next(event.n for event in battle.events if isinstance(event, NextBegan))
        turns = [event.turn for event in battle.events]

        assert battle.winner == (None if not margin else Side.HOME if margin > 0 else Side.AWAY)
        assert battle.reason == "points"
        assert turns == sorted(turns)
        assert battle.turn == 6
        assert [line.text for line in lines if line.text.startswith("[Match ")] == [
            "[Match 1]",
            "[Match 2]",
        ]
        assert (
            lines[-1].text
            == {
                None: "A draw: both matches together.",
                Side.HOME: "Alice wins: both matches together.",
                Side.AWAY: "Bob wins: both matches together.",
            }[battle.winner]
        )
        assert [line.tone for line in lines].count(Tone.VERDICT) == 1
        assert not any("exhibition" in line.text for line in lines)
        fresh = next(board for board in drawn if board.n > begins)
        assert not any(piece.stand for piece in (*fresh.home.cards, *fresh.away.cards))
        ends.add(battle.winner)
    assert len(ends) > 1


def test_a_match_that_was_given_up_ends_with_that_word() -> None:
    home, away = (GAME.read_build(deck) for deck in ("D1", "D2"))
    match, _ = a_match(home, away, "B", 1)
    ended = note(match, "resign", "B").match
    battle, lines = retold(FinishedMatch("B", ended, ()))

    assert (battle.winner, battle.reason) == (Side.AWAY, "resign")
    assert [line.text for line in lines] == ["Alice VS Bob", "Bob wins: resignation."]
    assert retold(FinishedMatch("A", note(match, "draw").match, ()))[1][-1].text == "A draw: draw."
    with pytest.raises(LookupError):
        _ = FinishedMatch("A", match, ()).over


def test_a_decision_of_organisers_is_called_by_its_words_or_as_it_stands() -> None:
    petit = GAME.choices[0]

    assert petit.named({}).en == "24 cards, hands of 8"
    assert petit.named({"petit": True}).en == "15 cards, hands of 5 (petit)"
    assert petit.named({"petit": "perhaps"}).en == "perhaps"
    for choice in GAME.choices:
        for value, words in choice.values:
            FEST.settle({choice.key: value})
            assert all(words)


def test_boards_of_something_else_are_refused() -> None:
    with pytest.raises(TypeError):
        next(boards(GAME.play(GAME.read_build("D1"), GAME.read_build("D2")).events[1:]))


def test_a_front_member_that_is_exchanged_comes_back() -> None:
    """Substitution: G02 in front goes to the hand, G11 takes its place."""
    log: list[Event] = [BattleBegan(1, 0, 0, "A", ("G02", "G06", "G11"), (), True)]
    for source, target, card in (
        ("hand", "front", "G02"),
        ("front", "hand", "G02"),
        ("hand", "front", "G11"),
    ):
        detail = f'{{"seat":"A","card":"{card}","from":"{source}","to":"{target}"}}'
        log.append(Happening(len(log) + 1, 1, 0, "shown", "all", detail))

    gone = [[piece.card for piece in board.home.cards if piece.stand] for board in boards(log)]
    assert gone == [[], ["G02"], [], ["G11"]]


def test_the_sample_decks_that_a_configuration_allows_are_those_to_begin_with() -> None:
    petit = RULESETS[0].under({"petit": True})
    guests = RULESETS[0].under({"petit": True, "allowed_tags": ["#standard"]})

    assert [*petit.starters("en")] == ["Small Festival", "Quick Fair"]
    assert [*guests.starters("ja")] == ["小さな招待日"]
    assert RULESETS[0].under({**(guests.config or {}), "max_copies": 1}).starters() == {}
