"""A match told, and the field as text and as a board."""

from random import Random

from app.engine import Lang
from app.engine.matches.board import Attached, MatchBoard, MatchPiece
from app.engine.matches.dice import Dice
from app.engine.matches.game import Chance, MatchEvent, Over, Seat
from app.engine.telling import plain
from app.games.acts import events
from app.games.acts.state import State
from app.text.columns import width
from tests.games.acts.deals import deal
from tests.games.acts.stage import GAME, NAMES, after, of, stage, step, view
from tests.support.tables import by_row


def told(state: State, *orders: str, lang: Lang = "en") -> list[str]:
    """What the last of these orders comes to, in sentences."""
    *before, last = orders
    _, events = step(after(state, *before), last)
    return plain(GAME.tell(events, NAMES, lang)).splitlines()


def test_an_attack_is_told_with_what_answers_it() -> None:
    state = stage({22: "S06 2+0"}, {32: "S05 1+0 30D"})
    assert told(state, "attack 22 > e32", "defend 32 with Shell") == [
        ">Shield Crab (32) of bob uses Shell.",
        ">Shield Crab (32) of bob takes 0D.",
    ]
    assert told(state, "attack 22 > e32", lang="ja") == ["aliceの22 ランサーフレームの通常攻撃：対象は32 シールドクラブ。"]  # fmt: skip
    doll = stage({22: "S06 2+0"}, {31: "S13 1+0"})
    assert told(doll, "attack 22 > e31") == [
        "Lancer Frame (22) of alice, normal attack: on 31 Hex Doll.",
        ">Hex Doll (31) of bob takes 40D.",
        ">Hex Doll (31) of bob is destroyed.",
        ">Spite comes back on Lancer Frame (22) of alice.",
        ">Lancer Frame (22) of alice takes 20D.",
    ]


def test_squares_are_told_as_the_reader_numbers_them() -> None:
    _, events = step(stage({22: "S06 2+0"}, {31: "S13 1+0"}), "attack 22 > e31")
    lines = plain(GAME.tell(events, NAMES, "en", "B")).splitlines()
    assert lines[0] == "Lancer Frame (42) of alice, normal attack: on 33 Hex Doll."
    assert lines[1] == ">Hex Doll (33) of bob takes 40D."


def test_actions_are_told() -> None:
    state = stage({12: "M01 4+1", 22: "S14 3+1"}, hands=("T01 T02 T09", "T09"))
    assert told(state, "skill 22 Ferry on master +1 -1on", "no")[-1:] == [
        "alice moves ether: 1 ready to 12, 1 spent from 12."
    ]
    assert told(state, "tool T01 on master", "tool T09", "tool T09")[1:] == [
        ">Cut Power fails.",
        ">0D are taken off Akane Tsuzumi (12) of alice.",
    ]
    assert told(state, "tool T01 on master") == ["alice uses Repair Kit (12)."]
    assert told(stage({}, hands=("E00", "")), "pass") == ["alice passes."]
    empty = stage({12: "M01 4+0"}, hands=("E00", ""))
    assert told(empty, "ether hand 1") == ["alice moves ether: 1 from the hand."]


def test_the_winner_of_the_toss_is_told_as_the_one_who_chose() -> None:
    chosen = events.chose("A", "B")
    assert plain(GAME.tell([chosen], NAMES, "en")).splitlines() == [
        "alice chooses: bob acts first."
    ]
    assert plain(GAME.tell([chosen], NAMES, "ja")).splitlines() == ["aliceの選択で、bobが先に行動します。"]  # fmt: skip


def test_ends_are_told() -> None:
    lost = stage({42: "S01 1+0"}, {52: "M02 60D"})
    assert told(lost, "attack 42 > e-master")[1:] == [
        ">Gensai Muto (52) of bob takes 10D. That exceeds the VIT by 10D.",
        "alice wins (VIT exceeded).",
    ]
    both = stage({12: "M01 0+6 60D", 32: "S12 3+0"}, {52: "M02 60D"})
    assert told(both, "attack 32 with Breath > master and e-master")[-1].startswith("The match is drawn")  # fmt: skip


@by_row("lang", ["ja", "en"])
def test_whole_matches_are_told_and_drawn(lang: Lang) -> None:
    for n in range(3):
        random = Random(f"told/{n}")
        config, builds = deal(random)
        state = GAME.new(GAME.settle(config), builds)
        dice = Dice(random.randbytes(32))
        log: list[MatchEvent] = []
        while not isinstance(pending := GAME.pending(state), Over):
            if isinstance(pending, Chance):
                state, events = GAME.apply_chance(state, pending, dice.draw(pending))
            else:
                moves = {each.id: random.choice([*GAME.legal(state, each)]) for each in pending}
                state, events = GAME.apply(state, moves)
            log += events
        text = plain(of(state).tell(log, NAMES, lang))
        assert "{" not in text
        assert pending.reason in GAME.reasons
        seats: tuple[Seat | None, ...] = ("A", "B", None)
        for seat in seats:
            drawn = GAME.diagram(view(state, seat), NAMES, lang)
            assert max(map(width, drawn.splitlines())) <= 72


def test_the_field_is_drawn_as_its_reader_sees_it() -> None:
    state = stage({22: "S06 2+1 10D T05 bT07"}, {41: "T11"}, hands=("E00 E00 T01", "S01"))
    mine = GAME.diagram(view(state), NAMES, "en")
    rows = [line.strip("|").split("|")[1] for line in mine.split("\n") if line.startswith("|")]
    at = rows.index("22 Lancer Frame S06   ")
    assert [each.strip() for each in rows[at + 1 : at + 6]] == [
        *("DUR 40/50", "ATK 40, DEF 20", "2e ready, 1e spent", "+T05 Plated Coat"),
        "+T07 Tar Weight",
    ]
    assert "|e41 Jammer Mast T11   |" in mine
    assert "\n  E00 Ether ×2\n    The master is full. Ether actions left this turn: 3." in mine
    assert "\n  22 S06 Lancer Frame\n    It cannot move now.\n" in mine
    assert "\n\n- Spent ether" in mine
    assert mine.index("bob") < mine.index("Actions this turn 3  Hand 3  Deck 20")
    theirs = GAME.diagram(view(state, "B"), NAMES, "ja")
    assert "|e42 ランサーフレーム  |" in theirs
    assert "Repair" not in GAME.diagram(view(state, None), NAMES, "en")


@by_row(
    ("own", "foe", "turn", "minded"),
    [
        ({22: "S01 2+0"}, {}, 3, []),
        (
            {22: "S01 2+0"},
            {},
            1,
            [
                "Squares are numbered as you see them.",
                "Both sides act in turn, one action each.",
                "(2e) means that you pay 2 ready",
                "You can give orders to a servant in the ",
                "A line that begins with react",
                "Spent ether",
                "A unit falls if its damage excee",
            ],
        ),
        ({22: "S01 1+1"}, {}, 3, ["Spent ether"]),
        ({22: "S01 2+0"}, {32: "S03 3+0"}, 3, ["A unit falls if its damage excee"]),
    ],
)
def test_what_players_trip_over_is_said_where_it_may_happen(
    own: dict[int, str], foe: dict[int, str], turn: int, minded: list[str]
) -> None:
    """S01 does 20D, which S03 with DUR 20 outlives."""
    state = stage(own, foe, turn=turn)
    drawn = GAME.diagram(view(state), NAMES, "en")
    said = [line.strip() for line in drawn.partition("\n- ")[2].splitlines()]
    board = GAME.board(view(state), NAMES, "en")
    notes = board.parts[2].notes
    assert [note[: len(words)] for note, words in zip(notes, minded, strict=True)] == minded
    assert all(note in " ".join(said).replace(" - ", " ") for note in notes)
    assert GAME.board(view(state, None), NAMES, "ja").parts[2].notes == ()


def test_the_board_has_squares_as_orders_call_them() -> None:
    state = stage({22: "S06 2+1 10D T05"}, {41: "T11"}, hands=("E00 E00 T01", "S01"))

    def pieces_of(seat: Seat | None, lang: Lang) -> dict[str, MatchPiece]:
        grid = GAME.board(GAME.view(state, seat), NAMES, lang).parts[1].zones[0].grid
        return {square.id: each for row in grid for square in row for each in square.pieces}

    board: MatchBoard = GAME.board(view(state, "B"), NAMES, "en")
    assert board.heading == ("Turn 3", "alice acts first")
    theirs, common, ours = board.parts
    (field,) = common.zones
    squares = {each.id: each for row in field.grid for each in row}
    assert [each.id for each in field.grid[0]] == ["53", "52", "51"]
    (unit,) = squares["42"].pieces
    assert (unit.id, unit.name, unit.owner) == ("e42", "Lancer Frame", "A")
    notes = [note.replace("\N{NO-BREAK SPACE}", " ") for note in unit.notes]
    assert notes == ["DUR 40/50", "ATK 40, DEF 20", "2e ready, 1e spent"]
    assert (unit.card, unit.attached) == ("S06", (Attached("T05", "Plated Coat"),))
    assert [each.id for each in squares["52"].pieces + squares["12"].pieces] == [
        "e-master",
        "master",
    ]
    assert squares["23"].pieces[0].notes == ()
    called = [pieces_of(seat, "ja")["12"].label for seat in ("A", "B", None)]
    assert called == ["マスター", "マスター", ""]
    assert {each.id for each in pieces_of(None, "ja").values()} == {""}
    assert (theirs.zones[0].hidden, ours.zones[0].pieces[0].id) == (3, "S01")
    fresh = GAME.new({}, {seat: {"master": "M01", "deck": {"E00": 30}} for seat in NAMES})
    assert GAME.board(view(fresh), NAMES, "ja").heading == ("ターン0",)
    trashed = after(stage({}, hands=("T02", "")), "tool T02")
    assert [zone.name for zone in GAME.board(view(trashed), NAMES, "en").parts[2].zones][
        2
    ] == "Trash"
    assert "Trash: T02 Supply Drop" in GAME.diagram(view(trashed), NAMES, "en")
