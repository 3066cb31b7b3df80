"""A match as a story: who may hear what, what each step of the limits takes, why somebody is halved, how it ends."""

from collections.abc import Iterable
from fractions import Fraction
from typing import get_args

import pytest

from app.engine import Lang, Tone, plain
from app.engine.matches.game import MatchEvent, Over, Seat
from app.games.fest import events as log
from app.games.fest.abilities import SHIELD, SWORD, WILL
from app.games.fest.words.report import tell
from tests.games.fest.played import course
from tests.support.tables import by_row

LANGS: tuple[Lang, ...] = get_args(Lang)
languages = pytest.mark.parametrize("lang", LANGS)
NAMES: dict[Seat, str] = {"A": "Alice", "B": "Bob"}


def told(
    *events: MatchEvent | Iterable[MatchEvent], lang: Lang = "en", to: Seat | None = "A"
) -> str:
    flat = [e for each in events for e in ([each] if isinstance(each, MatchEvent) else each)]
    return plain(tell([e for e in flat if e.is_for(to)], NAMES, lang))


def judged(
    tops: tuple[int | None, int | None],
    jp: tuple[int, int],
    loser: Seat | None = None,
    halved: bool = False,
) -> MatchEvent:
    attributes: dict[Seat, int | None] = {"A": tops[0], "B": tops[1]}
    points: dict[Seat, int] = {"A": jp[0], "B": jp[1]}
    return log.judged(1, {"A": 9, "B": 9}, attributes, points, loser, halved)


# --- the opening, cards, the front ----------------------------------------------------------------------


@languages
def test_a_whole_match_begins_with_a_title_and_ends_with_a_verdict(lang: Lang) -> None:
    over = Over({"A": Fraction(1), "B": Fraction(0)}, "points")
    events = [
        log.shuffled("A", 24),
        log.first_drawn(1, "B"),
        log.programme_drawn(3, ("academics", "exhibit", "combat")),
        log.round_began(1, "academics", "B"),
        log.ended(over),
    ]
    lines = list(tell(events, NAMES, lang))

    assert (lines[0].tone, lines[-1].tone) == (Tone.TITLE, Tone.VERDICT)
    assert [line.turn for line in lines if line.tone is Tone.TURN] == [1, 1]
    assert lines[0].turn == 0
    assert "3" in lines[4].text


def test_who_draws_nothing_is_not_talked_about() -> None:
    assert told(log.drawn("A", []), to="B") == ""


def test_only_the_owner_hears_which_cards_were_drawn_and_reserved() -> None:
    events = [log.drawn("A", ["F01"]), log.reserved("A", ["F21"]), log.tidied("A", "F02", "F03")]
    events += [log.drawn("B", ["F04"]), log.reserved("B", []), log.tidied("B", "F05", None)]

    assert told(*events) == (
        "Alice draws 1.\n>Drawn: F01 Haru, Apron Tailor\n"
        "Alice puts 1 face down into the reserve.\n>Reserved: F21 Sumo Monument\n"
        ">One card is drawn, and a hand card goes under the deck.\n"
        ">Drawn: F02 Mina of the Crepe Stall. Under the deck: F03 Sota the Set Builder.\n"
        "Bob draws 1.\nBob reserves nothing.\n>One card is drawn.\n"
    )
    assert not {"F01", "F21", "F02", "F03"} & {*told(*events, to=None).split()}
    assert "F05 Knife" not in told(*events, to="B")
    assert "F05 Kuu's Diorama" in told(*events, to="B")


def test_the_last_hand_is_told_with_what_came_from_the_reserve() -> None:
    last = told(log.drawn("A", ["F01", "F02"], reserve=1), log.trimmed("A", "F02"), to=None)

    assert last == (
        "Alice takes 1 from the reserve, for a hand of 2.\n"
        "The hand is too large. Alice discards F02 Mina of the Crepe Stall, by lot.\n"
    )


def test_fronts_are_revealed_with_what_they_score() -> None:
    events = [
        log.fronts_revealed({"A": ["F01", "F10", "F19"], "B": []}),
        log.front_scored("A", [12, 3, 0], [12, 3, 0, 0]),
        log.front_scored("B", [0, 0, 0], [0, 0, 0, 0]),
        log.limited("A", [12, 3, 0, 0], [10, 3, 0, 0]),
    ]

    assert told(*events, lang="ja") == (
        "▼フロントメンバー登場\n"
        "AliceのフロントはF01 前掛け仕立てのハル、F10 着物の詩人、F19 ファッションの女王!\n"
        "Bobにはフロントがいません。\n"
        ">Aliceは、テーマに合う能力で意＋12、剣＋3（意 12・剣 3・盾 0）。\n"
        ">Bobには、テーマに合う能力がありません。\n"
        ">上限：Aliceの意 12 → 10。一番低い属性が0なので、10までです。\n"
    )


# --- turns ----------------------------------------------------------------------------------------------


def test_both_steps_of_the_limits_say_what_they_take() -> None:
    events = [
        log.played("B", "F02", "B07", "B07", {}),
        log.points_changed("A", [2, 11, 1, 0], [2, 11, -3, 0], by="B"),
        log.limited("A", [2, 11, -3, 0], [2, 10, 0, -1]),
    ]

    assert told(*events) == (
        "The back members\n"
        "Bob plays F02 Mina of the Crepe Stall: Heckle Shield!\n"
        ">Alice: shield 1 → −3.\n"
        ">Lower limit: Alice's shield −3 → 0, at the cost of 1 judging point (0 → −1).\n"
        ">Upper limit: Alice's sword 11 → 10. The lowest is 0, so the cap is 10.\n"
    )


def test_a_point_below_the_lower_limit_is_free_and_more_cost_more() -> None:
    assert "costs nothing" in told(log.limited("A", [-1, 0, 0, 0], [0, 0, 0, 0]))
    assert "2 judging points (1 → −1)" in told(log.limited("A", [-3, -3, 10, 1], [0, 0, 10, -1]))


@by_row(
    ("args", "said"),
    [
        ({}, "F08 Ao the Thrower: X!"),
        ({"x": "will"}, "F08 Ao the Thrower: X (will)!"),
        ({"x": "will", "y": "sword"}, "F08 Ao the Thrower: X (will and sword)!"),
        ({"x": "will", "y": "sword", "n": 2}, "F08 Ao the Thrower: X (2 from will to sword)!"),
        ({"c": "F01"}, "F08 Ao the Thrower: X!"),
    ],
)
def test_what_was_chosen_stands_behind_the_name_of_an_effect(
    args: dict[str, str | int], said: str
) -> None:
    line = told(log.played("A", "F08", "B02", "B02", args)).splitlines()[1]

    assert line.replace("Raise Sword", "X") == f"Alice plays {said}"


def test_a_play_from_which_nothing_comes_is_told_so() -> None:
    held = [log.played("B", "F07", "B10", "B10", {}), log.umbrella_held("A", "B")]
    idle = [log.played("B", "G05", "S02", "S02", {}), log.umbrella_ended("A")]

    assert told(*held).splitlines()[2:] == [">Alice's umbrella keeps it off."]
    assert told(*idle).splitlines()[2:] == [">No points move.", "Alice folds the umbrella."]


def test_failures_statuses_dice_and_cards_that_are_shown_are_told() -> None:
    text = told(
        log.failed("A", "F20"),
        log.played("A", "F23", "B20", "B20", {}),
        log.played("A", "F14", "B21", "B21", {"x": "will"}),
        log.rolled("A", "effect", [5]),
        log.played("A", "G06", "S08", "S08", {}),
        log.shown("A", "F01", "hand", "deck"),
        log.shuffled("A", 5),
        log.played("A", "X01", "S02", "S02", {}),
    )

    assert text.splitlines()[1:] == [
        "Alice plays F20 Lab Prodigy. Neither effect can be used, so it is discarded.",
        "Alice plays F23 Night-Watch Teacher: Alibi!",
        ">Alice's judging points will not be halved this round.",
        "Alice plays F14 Robot Club: Dice Booth (will)!",
        ">The die shows 5!",
        "Alice plays G06 Brass Section: Substitution!",
        ">No member is substituted.",
        ">F01 Haru, Apron Tailor goes back into the deck.",
        "Alice's deck of 5 is shuffled.",
        "Alice plays X01: Jeer!",
        ">No points move.",
    ]


# --- judging, dice, the end -----------------------------------------------------------------------------


def test_the_clash_of_attributes_says_who_is_halved_and_why() -> None:
    text = told(judged((WILL, SWORD), (9, 9), "B", halved=True))

    assert text.splitlines()[1:] == [
        "Alice's highest is will with 9. Judging points: 0 + 9 = 9.",
        "Bob's highest is sword with 9. Judging points: 0 + 9 = 9.",
        "Alice's will (rock) beats Bob's sword (scissors)!",
        ">Bob's judging points are halved (9 → 5).",
    ]


@by_row(
    ("event", "said"),
    [
        (judged((SWORD, WILL), (9, 9), "A"), "But Alice has an alibi, and nothing is halved."),
        (judged((SHIELD, WILL), (9, -3), "B"), "Bob has −3. Points of 0 or less are not halved."),
        (judged((WILL, WILL), (9, 9)), "Both end in will. Nothing is halved."),
        (judged((WILL, None), (9, 9)), "No attribute beats the other. Nothing is halved."),
        (judged((None, None), (9, 9)), "No attribute beats the other. Nothing is halved."),
    ],
)
def test_nobody_is_halved_without_a_reason_being_told(event: MatchEvent, said: str) -> None:
    assert told(event).splitlines()[-1].endswith(said)


def test_points_as_far_as_they_were_told_stand_above_the_judging() -> None:
    changed = log.points_changed("B", [0, 0, 0, 0], [3, 0, 0, -1], by="B")
    lines = told(changed, judged((WILL, WILL), (9, 9)), lang="ja").splitlines()

    assert lines[2:4] == ["▼審査", "Bob: 意 3・剣 0・盾 0、審査点 −1"]


def test_totals_and_dice_are_told_in_figures() -> None:
    text = told(
        log.rolled("A", "round", [2, 3]),
        log.rolled("B", "round", []),
        log.scored(2, {"A": 2, "B": -3}, {"A": 5, "B": 0}, {"A": 14, "B": 5}),
        log.rolled("A", "tiebreak", [4]),
    )

    assert text.splitlines() == [
        "The dice of the round",
        "Alice rolls 2 dice: 2 3, 5 in all.",
        "Bob has no dice to roll.",
        "",
        "Round 2: Alice 2, Bob −3.",
        "Totals: Alice 14, Bob 5.",
        "",
        "One more die each",
        "Alice rolls one die: 4.",
    ]


ENDINGS = [
    ("points", 1, "Alice wins!"),
    ("jp", 0, "The totals are equal, but Bob has more judging points over three rounds and wins!"),
    ("tiebreak", 1, "Alice wins by the last dice!"),
    ("resign", 0, "Alice resigns; Bob wins."),
    ("forfeit", 1, "Bob forfeits; Alice wins."),
    ("draw", None, "Equal to the very end: a draw."),
]


@by_row(("reason", "score", "said"), ENDINGS)
def test_every_ending_has_its_verdict(reason: str, score: int | None, said: str) -> None:
    home = Fraction(1, 2) if score is None else Fraction(score)

    assert told(log.ended(Over({"A": home, "B": 1 - home}, reason))).splitlines()[-1] == said


def test_a_verdict_on_points_names_them_if_they_were_told() -> None:
    ended = log.ended(Over({"A": Fraction(0), "B": Fraction(1)}, "points"))
    final = [log.rolled("A", "final", [1, 2]), log.rolled("B", "final", [6, 6])]
    totals = log.scored(3, {"A": 2, "B": 3}, {"A": 2, "B": 3}, {"A": 14, "B": 15})

    assert told(totals, *final, ended).splitlines()[-1] == "12 to 3: Bob wins!"
    assert told(totals, ended).splitlines()[-1] == "15 to 14: Bob wins!"


@languages
@pytest.mark.parametrize("decks", [("D1", "D2"), ("D3", "D1"), ("D3", "D3")])
def test_every_event_of_a_match_is_told_to_all_who_may_hear_it(
    lang: Lang, decks: tuple[str, str]
) -> None:
    settings = {"scoring": "A", "allowed_tags": ["#pbm-std", "#standard"]}
    events = [event for _, step in course(11, settings, decks) for event in step]
    readers: tuple[Seat | None, ...] = ("A", "B", None)

    for reader in readers:
        heard = [event for event in events if event.is_for(reader)]
        lines = list(tell(heard, NAMES, lang))
        rounds = [line.turn for line in lines]
        assert rounds == sorted(rounds)
        assert {*rounds} == {0, 1, 2, 3}
        assert all(0 < line.n <= len(heard) and "{" not in line.text for line in lines)
        assert (lines[0].tone, lines[-1].tone) == (Tone.TITLE, Tone.VERDICT)
        assert plain(tell(heard[40:], NAMES, lang))
