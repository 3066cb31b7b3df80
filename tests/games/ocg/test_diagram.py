"""The table as text: what is still possible is said before it is ordered, and what blocks before it blocks."""

from typing import get_args

from app.engine import Lang
from app.text.columns import width
from tests.games.ocg.stage import GAME, NAMES, side, stage, view, who
from tests.support.tables import by_row

LANGS: tuple[Lang, ...] = get_args(Lang)
FIELD = {
    1: who("C01", "C11", items="I01 I02"),
    2: who("C03"),
    3: who("C02", damage=1),
    4: who("C04"),
}
HAND = "C01 C03 C04 C05 C06 C16 C20 C21 I01 I07 K04 K05 K07 R01"
FOE = side({1: who("C06", "C19", items="I05"), 2: who("C10")}, candidates="R05", damage=3)
STATE = stage(side(FIELD, HAND, damage=9), FOE, initiative="B", battlefield="R02")


def drawn(state: object = STATE, lang: Lang = "en") -> list[str]:
    return [line.strip() for line in GAME.diagram(GAME.view(state, "A"), NAMES, lang).split("\n")]  # type: ignore[arg-type]


def about(card: str, lines: list[str]) -> str:
    """What is said of a card of the hand."""
    at = max(n for n, line in enumerate(lines) if line.startswith(card))
    return lines[at + 1]


def test_every_card_of_the_hand_says_what_can_be_done_with_it_or_why_nothing_can() -> None:
    lines = drawn()
    told = {card: about(card, lines) for card in HAND.split()}

    assert told == {
        "C01": "Cannot be summoned: Ine is on the field already (1).",
        "C03": "Cannot be summoned: Kame is on the field already (2).",
        "C04": "Cannot be summoned: Sho is on the field already (4).",
        "C05": "Can be summoned (red). Cannot attack or counter this turn.",
        "C06": "Cannot be summoned: Yae is on the field already (e1).",
        "C16": "Needs a level-0 Toma on your field.",
        "C20": "Can be laid on 2.",
        "C21": "Can be laid on 1.",
        "I01": "Can be set on 2, 3, 4, new1.",
        "I07": "Needs a character of level 2 or more on your field.",
        "K04": "Can be used by 1, 2, 3, 4, new1, on e1, e2.",
        "K05": "Can be used by 1, 2, 3, 4, new1.",
        "K07": "Needs a character of level 1 or more, and a target.",
        "R01": "Can become a candidate.",
    }


def test_what_the_turn_allows_as_a_whole() -> None:
    lines = " ".join(drawn())

    assert "- Summons, one of a colour (new1, …): red C05 Toma, Apprentice Blade" in lines
    assert (
        "- On the field already, so not to be summoned: Ine (1), Kame (2), Sho (4), Yae (e1)"
        in lines
    )
    assert (
        "- bob has the initiative. If you both summon the same name, only theirs arrives: Toma"
        in lines
    )
    assert "- Besides summons up to 3 plays: C20 Kame, Moat Turtle; C21 " in lines
    assert "- Can attack: 1, 3, 4 (attackers do not counter this turn)" in lines
    assert "- Can counter as guards: 1, 2 (twice), 3, 4 (newcomers cannot" in lines
    assert "- If you play nothing, you discard this many cards: 7." in lines
    assert "Battlefield: R02 Deep Wood (Green characters have durability +1.)" in lines


def test_newcomers_are_said_to_stand_back_unless_they_are_swift_or_walls() -> None:
    lines = drawn(stage(side({}, "C03 C04"), side({}), initiative="A"), "ja")

    assert about("C03", lines).startswith("召喚できます（青）。壁なので、すぐ2回反撃できます。")
    assert about("C04", lines).startswith("召喚できます（黒）。すぐアタックできますが")
    assert not any(line.startswith("・先手は") for line in lines)


def test_an_empty_hand_and_an_empty_field_are_told() -> None:
    lines = drawn(stage(side({}, ""), side({}), initiative="A"))

    assert "- No card can be summoned." in lines
    assert "- No card but summons can be played." in lines
    assert "- Nobody can attack." in lines
    assert "- Nobody can counter." in lines
    assert "Battlefield: -" in lines
    assert lines.count("field: -") == 2


def test_three_candidates_are_all_there_may_be() -> None:
    lines = drawn(stage(side({}, "R01", candidates="R02 R03 R04"), side({})))

    assert about("R01", lines) == "There are three candidates already."


def test_where_each_field_counts_for_itself_the_other_does_not_block() -> None:
    lines = drawn(stage(side({}, "C06"), FOE, initiative="B", unique="own"))

    assert about("C06", lines).startswith("Can be summoned (black)")
    assert not any("comes first" in line for line in lines)


@by_row("lang", LANGS)
def test_no_line_is_wider_than_a_letter_and_none_is_left_unfilled(lang: Lang) -> None:
    full = stage(side(FIELD, HAND, damage=9, discard="C01 C01 C05 K04"), FOE, battlefield="R05")
    for seat in ("A", "B", None):
        text = GAME.diagram(GAME.view(full, seat), NAMES, lang)
        assert all(width(line) <= 72 for line in text.split("\n"))
        assert "{" not in text
        assert "#####-----" in text
        assert "##--------" in text


def test_a_match_that_is_over_shows_newcomers_that_could_not_counter() -> None:
    state = stage(side({1: who("C05", arrived=3)}, "C01 K01 K01"), side({}))
    over = GAME.load(GAME.dump(state) | {"phase": "over", "score": {"A": "1", "B": "0"}})
    text = GAME.diagram(GAME.view(over, "A"), NAMES, "en")

    assert text.startswith("Over in turn 3")
    assert "new: cannot counter" in text
    assert "K01 Rush ×2" in text
    assert "\n- " not in text
    assert GAME.board(view(STATE), NAMES, "en").parts[2].notes
    assert not GAME.board(GAME.view(over, "A"), NAMES, "en").parts[2].notes
