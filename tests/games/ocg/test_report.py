"""What is told of a match, and how it looks as text."""

from collections.abc import Sequence
from itertools import pairwise

from app.engine.matches.course import Match, advance
from app.engine.matches.dice import Dice
from app.engine.matches.game import MatchEvent, Over, Seat
from app.engine.telling import Tone, plain
from app.engine.words import Lang
from app.games.ocg import events
from app.games.ocg.cards import CARDS
from app.games.ocg.words.sentences import MET
from app.text.columns import width
from tests.games.ocg.stage import GAME, NAMES, after, side, stage, view, who
from tests.games.ocg.test_vectors import _BUILDS, _HEAD, _SEED
from tests.support.tables import by_row


def _told(happened: Sequence[MatchEvent], lang: Lang) -> str:
    return plain(GAME.tell(happened, NAMES, lang))


@by_row("lang", ["ja", "en"])
def test_every_event_of_a_match_has_a_sentence(lang: Lang) -> None:
    match = Match.begin(GAME, _HEAD, _BUILDS)
    happened = advance(match, {}, Dice.of(_SEED, _HEAD), "script").steps
    heard = [step.event for _, step in happened]
    heard.append(events.deck_picked("A", 1))
    lines = [*GAME.tell(heard, NAMES, lang)]
    assert {line.n for line in lines} == {*range(1, len(heard) + 1)}
    assert not any("{" in line.text for line in lines)
    assert lines[-2].turn == 12


@by_row("lang", ["ja", "en"])
def test_a_whole_match_shows_the_fields_after_the_turns_that_decided(lang: Lang) -> None:
    """Captions say what was counted: no turn that is left out brought one seat more damage beyond the other's."""
    match = Match.begin(GAME, _HEAD, _BUILDS)
    happened = advance(match, {}, Dice.of(_SEED, _HEAD), "script").steps
    heard = [step.event for _, step in happened]
    ends = [0, *(each.detail["damage"] for each in heard if each.what == "battle-ended")]
    gaps = [
        abs(now["A"] - now["B"] - (then and then["A"] - then["B"])) for then, now in pairwise(ends)
    ]
    drawn = [line for line in GAME.tell(heard, NAMES, lang, "B") if line.tone is Tone.DIAGRAM]
    captions = [
        line for line in drawn if ("fields after" if lang == "en" else "あとの場") in line.text
    ]

    assert [gaps[line.turn - 1] for line in captions] == [2, 2]
    assert sorted(gaps)[-3:] == [1, 2, 2]
    assert all(width(line.text) <= 72 for line in drawn)
    assert any(line.text.startswith("  e1 ") for line in drawn)
    assert not [line for line in GAME.tell(heard[20:], NAMES, lang) if line.tone is Tone.DIAGRAM]


def test_a_turn_as_it_is_told() -> None:
    mine = side({1: who("C05", items="I01")}, "K04 C01")
    state = stage(mine, side({1: who("C08")}, "C01"), turn=4)
    _, happened = after(state, "summon C01 / command K04 by 1 > e1 / attack 1", "summon C01")
    assert _told([*happened[:6]], "en") == (
        "Ine, Gate Sweeper arrives for alice, in slot 2.\n"
        "Ine, Gate Sweeper was in your orders, but had become impossible by then: it stays in your hand.\n"
        "alice: Toma, Apprentice Blade uses Spark.\n"
        ">Suzu, Bell Ringer takes 2 damage.\n"
        "Battle\n"
        "Toma, Apprentice Blade attacks for alice, and Suzu, Bell Ringer stands in the way for bob.\n"
        ">Suzu, Bell Ringer takes 3, Toma, Apprentice Blade takes 1.\n"
        ">Suzu, Bell Ringer faints and becomes damage of bob.\n"
        "Damage: alice 0/20; bob 1/20.\n"
    )
    assert "alice" in _told([*happened], "ja")


def _play(p: str, card: str, seat: Seat = "A", **detail: object) -> MatchEvent:
    return events.played(seat, {"p": p, "card": card, **detail})


def test_commands_are_told_with_what_they_did() -> None:
    mine = side(
        {1: who("C06", "C19"), 2: who("C05", damage=1), 3: who("C04"), 4: who("C01", "C11", "C21")},
        "R01 K03 K08 K07 K01 K09 K04",
        discard="C05",
    )
    foe = side({1: who("C02", items="I02"), 2: who("C09")}, "I02")
    happened: list[MatchEvent] = []
    for orders in (
        "area R01 / command K03 by 1 > 2 / command K01 by 3",
        "command K08 by 1 > e1.I02 / command K09 by 4 > e1 / command K04 by 2 > e2",
        "command K07 by 1 > C05",
    ):
        _, log = after(stage(mine, foe), orders, "set I02 on 1")
        happened += [event for event in log if event.what == "played"]
    assert _told(happened, "en").splitlines() == [
        "alice adds Old Dojo to the candidates.",
        "bob: Rin, Lantern Girl takes up Iron Buckler.",
        "alice: Yae, Night Witch uses First Aid.",
        ">Toma, Apprentice Blade is treated.",
        "alice: Sho, Sparrow Courier uses Rush.",
        "bob: Rin, Lantern Girl takes up Iron Buckler.",
        "alice: Yae, Night Witch uses Break Gear.",
        ">Rin, Lantern Girl loses Iron Buckler.",
        "alice: Ine, Knight of the Ford uses Banish.",
        ">Rin, Lantern Girl is driven off and discarded.",
        "alice: Toma, Apprentice Blade uses Spark.",
        ">Kuma, Bear Cub takes 2 damage.",
        "bob: Rin, Lantern Girl takes up Iron Buckler.",
        "alice: Yae, Night Witch uses Call Back.",
        ">Toma, Apprentice Blade comes back from the discard.",
    ]


def test_a_pile_that_runs_out_is_told() -> None:
    happened = [
        events.shuffled("B", 10),
        events.drawn("B", 3),
        events.attacked("A", 1, "C07", 2),
        events.clashed("A", 2, "C14", (1, "C15"), 3, 1, 1),
        events.clashed("A", 3, "C22", (2, "C03"), 5, 0, 2),
        events.attacked("A", 1, "C04", 1),
        events.attacked("A", 1, "C03", 0),
        events.drawn("B", 1),
    ]
    lines = _told(happened, "en").splitlines()
    assert [line for line in lines if "pile" in line and line.startswith(">")] == [
        ">bob has 5 cards left in the pile: time is running out.",
        ">Pierce: a card from the pile of bob becomes damage.",
        ">bob has 4 cards left in the pile: time is running out.",
        ">Pierce: 2 cards from the pile of bob become damage.",
        ">bob has 2 cards left in the pile: time is running out.",
        ">bob has one last card in the pile.",
        ">bob loses at the next draw: the pile is empty.",
    ]
    assert "Sho, Sparrow Courier attacks for alice. Nobody counters: 1 damage to bob." in lines
    assert "Kame, Pond Turtle attacks for alice. Nobody counters, but bob takes no damage." in lines
    ended = _told([*happened, events.battle_ended({"A": 0, "B": 9})], "ja")
    assert ended.endswith("ダメージ：alice 0/20、bob 9/20（山札0）。\n")


def test_the_end_is_told() -> None:
    won, drawn = events.ended(Over.won("A", "damage20")), events.ended(Over.won(None, "deckout"))
    assert _told([won, drawn], "en") == (
        "bob has 20 damage or more: alice wins!\n"
        "Both have no card left to draw, and equal damage: a draw.\n"
    )
    lost = [events.ended(Over.won("B", "deckout"))]
    assert _told(lost, "ja") == "引くときにaliceの山札は1枚もなく、bobの勝ちです！\n"


@by_row(
    ("mine", "theirs", "ja", "en"),
    [
        (
            {"damage": 22},
            {"damage": 20},
            "ダメージはaliceのほうが多く（22枚対20枚）、bobの勝ちです！",
            "alice has more damage, 22 to 20: bob wins!",
        ),
        (
            {"damage": 21, "pile": 9},
            {"damage": 21, "pile": 7},
            "ダメージも21枚ずつですが、山札はbobのほうが少なく（7枚対9枚）、aliceの勝ちです！",
            "with 21 damage each. bob has the smaller pile, 7 to 9: alice wins!",
        ),
        ({"damage": 20}, {"damage": 20}, "引き分けです。", "equal piles: a draw."),
    ],
)
def test_where_both_have_lost_it_is_told_by_what_it_was_decided(
    mine: dict[str, int], theirs: dict[str, int], ja: str, en: str
) -> None:
    """R5: more damage loses, then the smaller pile."""
    _, log = after(stage(side(**mine), side(**theirs)))  # type: ignore[arg-type]
    happened = [*log]

    assert ja in _told(happened, "ja")
    assert en in " ".join(_told(happened, "en").split())


@by_row("lang", ["ja", "en"])
def test_the_table_as_text_is_at_most_72_columns_wide(lang: Lang) -> None:
    mine = side({1: who("C01", "C11", items="I01 I02")}, "C05 C16 K04 R01 C21 C22", damage=9)
    state = stage(mine, side({2: who("C10")}, candidates="R05"), battlefield="R05")
    for seat in ("A", "B", None):
        drawn = GAME.diagram(GAME.view(state, seat), NAMES, lang)
        assert all(width(line) <= 72 for line in drawn.split("\n"))
        assert "C11" in drawn
        assert ("C16" in drawn) == (seat == "A")
        board = GAME.board(GAME.view(state, seat), NAMES, lang)
        theirs, common, ours = board.parts
        assert [each.id for each in common.zones[0].pieces] == ["R05"]
        (fighter,) = (ours if ours.seat == "A" else theirs).zones[0].pieces
        assert (fighter.id, fighter.card) == ("1" if ours.seat == "A" else "e1", "C11")
        assert (len(fighter.notes), [each.card for each in fighter.attached]) == (3, ["I01", "I02"])
        assert [not zone.hidden for zone in ours.zones[1:3]] == [seat is not None] * 2
    new = GAME.diagram(GAME.view(GAME.new({}, _BUILDS), None), NAMES, lang)
    assert "alice" in new
    begun = GAME.board(GAME.view(GAME.new({}, _BUILDS), None), NAMES, "en")
    assert (begun.heading, begun.parts[1].zones[0].count) == (("Not begun yet",), 0)
    assert "e2 C10 Mio, Brook Snake  3 power, 2 of 2 left" in GAME.diagram(view(state), NAMES, "en")


def test_whatever_a_command_is_aimed_at_is_told_of() -> None:
    assert {type(card.verb) for card in CARDS.values() if card.verb.aim} == {*MET}


def test_a_field_without_anybody_says_so() -> None:
    opening = [events.shuffled("A", 40), events.shuffled("B", 40), events.turn_began(1, "A")]
    text = _told([*opening, events.battle_ended({"A": 0, "B": 9})], "en")
    assert text.endswith("damage 9/20\n  (nobody)\ndamage 0/20\n  (nobody)\n")
