"""The exact shapes of records, byte for byte as the rules print them."""

from hashlib import sha256

import pytest

from app.engine.matches import record
from app.engine.matches.dice import Dice, build_commit, canonical, commit, default_nonce, game_seed
from app.engine.matches.game import Action, By, Chance, Over, Seat
from app.games.fest.cards import DECKS
from app.games.fest.game import FEST
from app.games.fest.state import State

SERVER_SEED = bytes(range(32))
NONCES: dict[Seat, str] = {"A": "alice", "B": "bob"}
BUILD = {"deck": DECKS["D1"]}
SALTS: dict[Seat, bytes] = {"A": b"\xaa" * 32, "B": b"\xbb" * 32}


class Course:
    """The match of the rules, played by the autopilot: its states, moves and lines by their numbers."""

    def __init__(self) -> None:
        dice = Dice(game_seed(SERVER_SEED, "demo-1", FEST.rules, "alice", "bob"))
        state = FEST.new({}, {"A": BUILD, "B": BUILD})
        self.states: list[State] = [state]
        self.moves: dict[int, dict[Seat, Action]] = {}
        self.lines = [
            record.head(
                FEST,
                "demo-1",
                config={},
                seats=NONCES,
                commit=commit(SERVER_SEED),
                build_commit={seat: build_commit(BUILD, SALTS[seat]) for seat in SALTS},
                nonce=NONCES,
            )
        ]
        while not isinstance(pending := FEST.pending(state), Over):
            n = len(self.lines)
            if isinstance(pending, Chance):
                out = dice.draw(pending)
                state, _ = FEST.apply_chance(state, pending, out)
                self.add(record.chance(n, pending, out))
            else:
                moves = {
                    each.id: FEST.autopilot(
                        FEST.view(state, each.seat), each, FEST.legal(state, each)
                    )
                    for each in pending
                }
                by_seat = {each.seat: moves[each.id] for each in pending}
                by: dict[Seat, By] = dict.fromkeys(by_seat, "auto")
                state, _ = FEST.apply(state, moves)
                self.moves[n] = by_seat
                self.add(record.move(n, pending[0].place, by, by_seat))
            self.states.append(state)
        self.end = pending
        self.add(record.over(len(self.lines), pending))

    def add(self, line: record.Line) -> None:
        self.lines.append(record.chained(self.lines[-1]["h"], line))

    def digest(self, n: int) -> str:
        return record.digest(FEST, self.states[n])


@pytest.fixture(scope="module")
def course() -> Course:
    return Course()


def test_digests_of_states(course: Course) -> None:
    assert course.digest(0) == "71b2afbbce63abed2da7652f0f74ce1eec21dc2d8ef05f6bb930057ae233b8b0"
    assert course.digest(4) == "7b70da60ba13208ade51408206cf2c0d0bc5a6cab6699e6a8fac995dbe46b916"
    assert course.digest(-1) == "4bd80f1d0c5c137a1ff60cac1b4d7de91334b25b3f87238ae1278cc44c8a3930"


def test_the_course_of_the_match(course: Course) -> None:
    assert len(course.lines) == 1 + 43 + 1
    assert course.moves[5] == {
        "A": {"a": "reserve", "cards": ["F12", "F21"]},
        "B": {"a": "reserve", "cards": ["F08", "F09", "F21"]},
    }
    assert [side.total for side in course.states[16].seats.values()] == [4, 10]
    (failed,) = course.moves[40].values()
    assert failed == {"a": "play", "card": "F22", "effect": "fail", "args": {}}
    last = course.states[-1]
    assert [side.total for side in last.seats.values()] == [23, 27]
    assert last.dice == {"A": 81, "B": 100}
    assert (course.end.winner, course.end.reason) == ("B", "points")


@pytest.mark.parametrize(
    ("seat", "digest"),
    [
        ("A", "af23f2225540476d56f4b798edf25cb641e5adcdf6504d753f7b2909e9810a81"),
        ("B", "b9de76703b18c982718f92192277fb8f773609f58857845091c757951929022d"),
        (None, "1206d96c37c79afb16493f80f13e7d87905ca1ffbd73cba37fe8399a134b8700"),
    ],
)
def test_views(course: Course, seat: Seat | None, digest: str) -> None:
    assert sha256(canonical(FEST.view(course.states[4], seat))).hexdigest() == digest


def test_commitments() -> None:
    assert (
        build_commit(BUILD, SALTS["A"])
        == "e561deb69a95f8d0d04cbb2d0d322a36b95b461f92da2307df8f2678763c037a"
    )
    assert (
        default_nonce(BUILD, "ann")
        == "cb710b8eb214de2b3c3d68503ab6adeaf6f4119425443aeacf86330c9db84b7a"
    )


def test_the_chain_of_the_record(course: Course) -> None:
    assert [course.lines[n]["h"] for n in (0, 4, -1)] == [
        "9c03f647f536b550a7d915ba595fa9d016b96805d3485e954900cc8091745766",
        "502c2118704904f646d382ba9e163409bb219d553ba278c66842cd9baee09733",
        "7c5bcf5378127d89913344ac297a00f742a5e1ca5fe2f0a75b57158866b8c8fc",
    ]


def test_every_state_is_stored_and_found_again(course: Course) -> None:
    for state in course.states:
        dumped = FEST.dump(state)
        assert FEST.load(dumped) == state
        assert canonical(FEST.dump(FEST.load(dumped))) == canonical(dumped)


def test_the_match_is_told_and_drawn(course: Course) -> None:
    names: dict[Seat, str] = {"A": "Alice", "B": "Bob"}
    for state in course.states:
        assert "Alice" in FEST.diagram(FEST.view(state, "A"), names, "en")
    _, events = FEST.apply_chance(course.states[0], Chance("", ()), range(24))
    assert [line.text for line in FEST.tell(events, names, "en")]
