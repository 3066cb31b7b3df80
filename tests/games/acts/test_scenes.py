"""The board at the turning points of a match, as its telling shows it."""

from collections.abc import Sequence
from itertools import groupby
from random import Random
from typing import get_args

from app.engine.matches.dice import Dice
from app.engine.matches.game import Chance, MatchEvent, Over, Seat
from app.engine.telling import Tone
from app.engine.words import Lang
from app.games.acts import events
from app.games.acts.field import Piece
from app.games.acts.game import Acts
from app.games.acts.words.names import minus
from app.text.columns import width
from tests.games.acts.deals import deal
from tests.games.acts.stage import GAME, NAMES, of
from tests.support.tables import by_row

LANGS: tuple[Lang, ...] = get_args(Lang)
BEGUN = [events.unveiled({"A": "M01", "B": "M02"}), events.turn_began(1)]
WON = Over.won("A", "vit")


def drawings(
    log: Sequence[MatchEvent], lang: Lang = "en", seat: Seat | None = None, game: Acts = GAME
) -> list[list[str]]:
    """The drawings of a telling, each its lines."""
    lines = [line for line in game.tell(log, NAMES, lang, seat) if line.tone is Tone.DIAGRAM]
    return [[line.text for line in each] for _, each in groupby(lines, key=lambda line: line.n)]


def square(drawing: Sequence[str], own: int) -> str:
    """What a drawing shows on this square."""
    return drawing[6 - own // 10].split("|")[4 - own % 10].strip()


def blow(points: int, left: int, at: int = 52) -> list[MatchEvent]:
    seat: Seat = "B" if at > 40 else "A"
    card = "M02" if seat == "B" else "M01"
    return [
        events.attacked("A", "S06", 42, None, [(at, card)]),
        events.hurt(seat, card, at, points, left),
    ]


def test_each_turning_point_is_drawn_once_after_all_that_its_action_did() -> None:
    log = [
        *BEGUN,
        events.made("A", {"card": "S06", "at": "22", "master": 2, "hand": 0}),
        events.made("B", {"card": "S13", "at": "41", "master": 1, "hand": 0}),
        events.relocated("A", "S06", 22, 42),
        *blow(10, 50),
        events.attacked("A", "S06", 42, None, [(41, "S13")]),
        events.hurt("B", "S13", 41, 40, -20),
        events.destroyed("B", "S13", 41),
        events.spited("A", "S06", 42),
        events.hurt("A", "S06", 42, 20, 30),
        events.turn_began(2),
        *blow(30, 20),
        *blow(20, 0),
        events.passed("B"),
        events.ended(WON),
    ]
    first, fall, heaviest, end = drawings(log)
    assert [each[0] for each in (first, fall, heaviest, end)] == [
        "Turn 1: first blow on a master (alice below, with what is left)",
        "Turn 1: the largest servant that fell (alice below, with what is left)",
        "Turn 2: heaviest blow on a master (alice below, with what is left)",
        "Turn 2: the board at the end (alice below, with what is left)",
    ]
    assert square(first, 52) == "e52 Gensai Muto 50"
    assert square(first, 41) == "e41 Hex Doll 20"
    assert square(first, 42) == "42 Lancer Frame 50"
    assert square(fall, 41) == "41"
    assert square(fall, 42) == "42 Lancer Frame 30"
    assert square(heaviest, 52) == "e52 Gensai Muto 20"
    assert square(end, 52) == "e52 Gensai Muto 0"


def test_the_action_that_cost_most_ether_is_drawn_with_how_much_it_was() -> None:
    """The Lancer has 2, gets 3 and gives 1 to the Drone, which leaves it 4; the Golem falls with 3."""
    log = [
        *BEGUN,
        events.made("A", {"card": "S06", "at": "22", "master": 2, "hand": 0}),
        events.made("A", {"card": "S14", "at": "21", "master": 1, "hand": 0}),
        events.made("A", {"card": "S01", "at": "11", "master": 1, "hand": 1}),
        events.made("B", {"card": "S11", "at": "42", "master": 3, "hand": 0}),
        events.ether_moved("A", 1, [["22", 2, 1]], 12),
        events.ether_moved("A", 0, [["21", 1, 0]], 22),
        events.relocated("A", "S06", 22, 32),
        events.tool_used("A", "T04", 11),
        events.recalled("A", "S01", 11),
        events.attacked("B", "S11", 42, None, [(32, "S06")]),
        events.hurt("A", "S06", 32, 60, -10),
        events.destroyed("A", "S06", 32),
        events.attacked("A", "S14", 21, None, [(42, "S11")]),
        events.hurt("B", "S11", 42, 90, -10),
        events.destroyed("B", "S11", 42),
        events.passed("B"),
    ]
    swing, fall = drawings(log)
    assert swing[0] == "Turn 1: largest loss of ether: 4 (alice below, with what is left)"
    assert (square(swing, 32), square(swing, 42)) == ("32", "e42 Siege Golem 80")
    assert fall[0] == "Turn 1: the largest servant that fell (alice below, with what is left)"
    assert drawings(log, "ja")[0][0] == "ターン1：最大のエーテル損失4枚（手前がalice、数字は残り）"


def test_squares_are_those_of_the_reader() -> None:
    log = [*BEGUN, *blow(60, -10, at=12), events.ended(WON)]
    (theirs,) = drawings(log, "ja", "B")
    assert theirs[0] == "ターン1：決着の盤面（手前がbob、数字は残り）"
    assert square(theirs, 52) == "e52 鼓あかね 0"
    assert square(theirs, 12) == "12 武藤玄斎 60"


def test_tools_on_squares_are_drawn_until_they_fail_or_fall() -> None:
    log = [
        *BEGUN,
        events.tool_used("A", "T10", 21),
        events.tool_used("B", "T09", 0),
        events.failed("T10"),
        events.tool_used("A", "T11", 22),
        events.tool_used("A", "T01", 12),
        events.mended("A", "M01", 12, 0),
        events.made("B", {"card": "S01", "at": "51", "master": 1, "hand": 0}),
        events.tool_used("B", "T04", 51),
        events.recalled("B", "S01", 51),
        events.ended(WON),
    ]
    (end,) = drawings(log)
    assert [square(end, own) for own in (21, 22, 51)] == ["21", "22 Jammer Mast", "51"]


def test_a_match_that_goes_on_has_no_drawing_of_its_end() -> None:
    (blown,) = drawings([*BEGUN, *blow(10, 50), events.passed("B")])
    assert blown[0] == "Turn 1: heaviest blow on a master (alice below, with what is left)"


def test_what_does_not_begin_with_the_masters_has_no_drawing() -> None:
    assert drawings(blow(10, 50)) == []
    assert drawings([]) == []


@by_row("lang", LANGS)
def test_drawings_of_whole_matches_are_true_and_narrow(lang: Lang) -> None:
    for n in range(6):
        random = Random(f"drawn/{n}")
        config, builds = deal(random)
        state = GAME.new(GAME.settle(config), builds)
        dice, log = Dice(random.randbytes(32)), list[MatchEvent]()
        while not isinstance(pending := GAME.pending(state), Over):
            if isinstance(pending, Chance):
                state, happened = GAME.apply_chance(state, pending, dice.draw(pending))
            else:
                moves = {each.id: random.choice([*GAME.legal(state, each)]) for each in pending}
                state, happened = GAME.apply(state, moves)
            log += happened
        found = drawings(log, lang, game=of(state))
        assert 1 <= len(found) <= 5
        assert all(width(row) == 70 for each in found for row in each[1:])
        shown = {at: square(found[-1], at) for at in range(11, 54) if 1 <= at % 10 <= 3}
        assert {at for at, text in shown.items() if text != str(at)} == {*state.field}
        for at, each in state.field.items():
            left = Piece.read(each.plain(), state.pool).left
            assert not each.is_unit or shown[at].endswith(f" {minus(left)}")
