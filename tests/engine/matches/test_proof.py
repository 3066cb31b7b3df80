"""Proofs of matches: what was changed is found and named by its line, by the chain and by recomputation, each alone."""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from app.engine.matches import record
from app.engine.matches.course import Match, advance, note
from app.engine.matches.dice import Dice, beacon, build_commit, commit
from app.engine.matches.game import Game
from app.engine.matches.proof import Proof, prove
from app.engine.matches.record import Line
from app.errors import RulesNotInstalled
from tests.support.bluffing import (
    BUILDS,
    DICE,
    GAME,
    HEAD,
    SALTS,
    SEED,
    begun,
    head,
    played,
    rechained,
    revealed,
)
from tests.support.tables import by_row

Change = Callable[[list[Line]], Sequence[Line]]


def found(slug: str, rules: str) -> Game[Any]:
    if (slug, rules) != (GAME.id, GAME.rules):
        raise RulesNotInstalled
    return GAME


def proof_of(lines: Sequence[Line]) -> Proof:
    return prove(record.written(lines), found)


def faults_of(lines: Sequence[Line]) -> list[tuple[int, str]]:
    return [(fault.line, fault.words.en) for fault in proof_of(lines).faults]


def at(lines: Sequence[Line], kind: str, last: bool = False) -> int:
    places = [place for place, line in enumerate(lines) if line["t"] == kind]
    return places[-1 if last else 0]


def altered(lines: list[Line], place: int, **changes: Any) -> list[Line]:
    return [*lines[:place], {**lines[place], **changes}, *lines[place + 1 :]]


def load_die(lines: list[Line]) -> list[Line]:
    place = at(lines, "chance", last=True)
    return altered(lines, place, out=[7 - die for die in lines[place]["out"]])


def test_a_record_as_it_was_played_holds() -> None:
    proof = proof_of(played())

    assert proof.faults == ()
    assert proof.is_revealed
    assert proof.head == HEAD
    assert [each.match.n for each in proof.held] == [*range(10), 9]
    assert [each.kind for each in proof.held][-2:] == ["over", "reveal"]
    assert [event.what for each in proof.held for event, _ in each.steps][:2] == ["dealt", "dealt"]


def test_a_match_that_is_not_over_has_a_chain_and_no_positions() -> None:
    proof = proof_of([HEAD, *advance(begun(), None, DICE).lines])

    assert (proof.faults, proof.positions, proof.is_revealed) == ((), (), False)


def test_a_match_that_was_given_up_or_agreed_on_holds() -> None:
    opened = advance(begun(), None, DICE)
    missed = note(opened.match, "deadline_missed", "A")
    for what, seat in (("resign", "A"), ("draw", None)):
        ended = note(missed.match, what, seat)  # type: ignore[arg-type]
        lines = revealed([HEAD, *opened.lines, *missed.lines, *ended.lines])
        assert faults_of(lines) == []
        assert faults_of(rechained([*lines[:-2], lines[-1]])) == [
            (6, f"After “{what}” the line “over” must follow.")
        ]


def test_a_mirrored_match_has_the_dice_of_the_first_of_its_pair() -> None:
    second = head(mirror_of="demo-0")
    match = Match.begin(GAME, second, BUILDS)
    lines = revealed([second, *advance(match, {}, Dice.of(SEED, second), "script").lines])
    straight = rechained([HEAD, *lines[1:]])

    assert faults_of(lines) == []
    assert faults_of(straight)


def test_a_head_with_numbers_and_a_beacon_leaves_to_its_season_what_the_beacon_is_made_of() -> None:
    """§15: two further vectors of the beacon are in the documents; a head holds what it is mixed of."""
    mixed = beacon("3318", [(2, "bb"), (1, "aa")])
    facts = {"source": "announced", "number": "Numbers4", "randomness": "3318", "mixed": mixed}
    numbered = head(seats=("7", "12"), version=2, beacon=facts)
    match = Match.begin(GAME, numbered, BUILDS)
    lines = revealed([numbered, *advance(match, {}, Dice.of(SEED, numbered), "script").lines])
    proof = proof_of(lines)

    assert proof.faults == ()
    assert numbered["beacon_of"] == {key: facts[key] for key in facts if key != "mixed"}
    assert mixed == sha256(b"pbm-beacon-v1\n3318\n1\taa\n2\tbb\n").hexdigest()
    assert [each.en.partition(":")[0] for each in proof.unproven] == ["The beacon"]
    assert faults_of(rechained([{**numbered, "seats": {"A": "alice", "B": "12"}}, *lines[1:]]))


def test_a_record_whose_head_is_withheld_is_played_again_and_leaves_names_and_nonces_open() -> None:
    whole = record.written(played())
    told = record.withheld(whole, {"A": "7", "B": "12"})
    proof = prove(told, lambda *_: GAME)
    loaded = told.replace(b'"out":[', b'"out":[9,', 1)

    assert b"alice" not in told
    assert proof.faults == ()
    assert [each.en.partition(":")[0] for each in proof.unproven] == ["Names and nonces"]
    assert prove(loaded, lambda *_: GAME).faults
    opened = proof_of([HEAD, *advance(begun(), None, DICE).lines])
    assert [each.en.partition(":")[0] for each in opened.unproven] == ["Draws and moves"]


def test_a_loaded_die_is_found_by_the_chain_and_by_the_seed() -> None:
    """§14.8."""
    lines = load_die(played())
    place = at(lines, "chance", last=True)
    by_both, by_seed = faults_of(lines), faults_of(rechained(lines))

    assert {line for line, _ in by_both[:2]} == {place + 1}
    assert "“h” does not fit" in by_both[0][1]
    assert by_seed[0][0] == place + 1
    assert "does not follow from the seed" in by_seed[0][1]
    unopened = faults_of(lines[:-1])
    assert unopened[0] == by_both[0]


def test_a_swapped_seed_is_found_by_the_commitment_and_by_every_draw() -> None:
    """Who changes the commitment too changes what came of every draw."""
    other = SEED[::-1]
    lines = played()
    swapped = altered(lines, at(lines, "reveal"), server_seed=other.hex())
    committed = rechained([{**swapped[0], "commit": commit(other)}, *swapped[1:]])

    assert {line for line, _ in faults_of(swapped)} == {len(lines)}
    assert faults_of(rechained(swapped)) == [
        (len(lines), "The revealed seed does not fit its commitment.")
    ]
    draws = [place + 1 for place, line in enumerate(lines) if line["t"] == "chance"]
    assert {line for line, _ in faults_of(committed)} <= {*draws}
    assert faults_of(committed)[0][0] == 2


def test_builds_other_than_those_committed_to_are_found() -> None:
    lines = played()
    place = at(lines, "reveal")
    otherwise = altered(lines, place, builds={**BUILDS, "A": [0, 0, 0, 2, 1]})
    illegal = {"A": [0] * 6, "B": BUILDS["B"]}
    committed = {seat: build_commit(illegal[seat], SALTS[seat]) for seat in SALTS}
    cheating = altered(altered(lines, place, builds=illegal), 0, build_commit=committed)

    assert faults_of(rechained(otherwise)) == [
        (place + 1, "The build of A does not fit its commitment.")
    ]
    assert faults_of(rechained(cheating)) == [
        (place + 1, "The build of A: There must be five cards.")
    ]


WRONG: list[tuple[Change, int, str]] = [
    (lambda lines: [*lines[:3], *lines[4:]], 4, "“n” must be 3, but is 4"),
    (lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]], 4, "“n” must be 3, but is 4"),
    (lambda lines: lines[1:], 1, "begin with its head"),
    (lambda lines: [*lines[:3], lines[0], *lines[3:]], 4, "begin with its head"),
    (lambda lines: [*lines, lines[-1]], 12, "after the end"),
    (lambda lines: [*lines[:-1], {**lines[-3], "n": 10}], 11, "after the end"),
    (lambda lines: [*lines[:-2], lines[-1]], 10, "not over here"),
    (lambda lines: [*lines[:4], lines[-1]], 5, "not over here"),
    (lambda _: [], 1, "empty"),
    (lambda lines: altered(lines, 0, rules="bluff@2"), 1, "not installed"),
    (lambda lines: altered(lines, 0, config={"petit": True}), 1, "There is no setting"),
    (
        lambda lines: altered(lines, 1, label="bluff/shuffle/B"),
        2,
        "The draw here must be “bluff/shuffle/A”",
    ),
    (
        lambda lines: altered(lines, 1, what=["shuffle", 4], out=[0, 1, 2, 3]),
        2,
        "The draw here",
    ),
    (lambda lines: altered(lines, 1, out=[0, 1, 2, 3, 3]), 2, "Such a draw cannot give this"),
    (lambda lines: altered(lines, 8, out=[7]), 9, "Such a draw cannot give this"),
    (lambda lines: altered(lines, 3, d="r1.plays"), 4, "The decision here must be “r1.play”"),
    (
        lambda lines: altered(lines, 3, by={"A": "auto"}),
        4,
        "The seats asked here must be exactly A, B",
    ),
    (
        lambda lines: altered(
            lines, 3, moves={"A": {"a": "play", "card": 5}, "B": {"a": "play", "card": 5}}
        ),
        4,
        "The move of A is not legal",
    ),
    (
        lambda lines: altered(
            lines, 3, moves={**lines[3]["moves"], "A": {"a": "play", "card": True}}
        ),
        4,
        "The move of A is not legal",
    ),
    (
        lambda lines: [
            lines[0],
            {"t": "over", "n": 1, "score": {"A": "1", "B": "0"}, "reason": "dice"},
            *lines[2:],
        ],
        2,
        "the draw “bluff/shuffle/A”",
    ),
    (
        lambda lines: [
            *lines[:3],
            {"t": "chance", "n": 3, "label": "x", "what": ["coin"], "out": [0]},
            *lines[4:],
        ],
        4,
        "a decision of the seats",
    ),
    (
        lambda lines: [
            *lines[:9],
            {"t": "admin", "n": 9, "what": "resign", "seat": "A"},
            {**lines[9], "n": 10, "reason": "resign"},
            lines[10],
        ],
        10,
        "the end, “dice”",
    ),
    (lambda lines: altered(lines, 9, reason="points"), 10, "The result must be"),
    (lambda lines: altered(lines, 9, score={"A": "1/2", "B": "1/2"}), 10, "The result must be"),
]


@by_row(("change", "line", "said"), WRONG, ids=map(str, range(len(WRONG))))
def test_what_is_wrong_is_found_though_the_chain_is_made_to_fit(
    change: Change, line: int, said: str
) -> None:
    lines = [{"h": "", **each} for each in change(played())]
    faults = faults_of(rechained(lines))

    assert any(place == line and said in words for place, words in faults), faults
    assert faults[0][0] == line


NOTHINGS: list[Any] = [
    *(None, True, 0, -1, 10**17, "", "A", "\0", [], {}, [[]], ["die", 1, 10**17], {"A": {}}),
]


def test_whatever_stands_in_a_record_it_is_answered() -> None:
    """Something else in any place, with hashes that fit and builds that were committed to: faults, and nothing worse."""
    random = Random(1)
    for _ in range(300):
        lines = json.loads(json.dumps(played()))
        inside, key = lines, random.randrange(len(lines))
        while isinstance(inside[key], dict | list) and inside[key] and random.random() < 0.8:
            inside = inside[key]
            key = random.choice([*(inside if isinstance(inside, dict) else range(len(inside)))])
        inside[key] = random.choice(NOTHINGS)
        whole = [line for line in lines if isinstance(line, dict)]
        if all(key in line for line, key in ((whole[0], "build_commit"), (whole[-1], "builds"))):
            opened = whole[-1]["builds"]
            if isinstance(opened, dict) and opened.keys() == SALTS.keys():
                whole[0]["build_commit"] = {
                    seat: build_commit(opened[seat], SALTS[seat]) for seat in SALTS
                }
        proof = prove(record.written(rechained(whole)), found)
        assert all(fault.words.ja and fault.words.en for fault in proof.faults)


def test_a_configuration_in_another_form_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "settle", lambda config: {"petit": False})
    assert (1, "The configuration lacks a key, or writes one in another form.") in faults_of(
        played()
    )


def test_after_a_line_that_cannot_be_read_the_others_are_checked_still() -> None:
    lines = load_die(played())
    rows = [json.dumps(line).encode() for line in lines]
    proof = prove(b"\n".join([*rows[:2], b"\xff", *rows[3:]]), found)
    named = [fault.line for fault in proof.faults]

    assert named[0] == 3
    assert at(lines, "chance", last=True) + 1 in named
    assert [each.line for each in proof.held] == [1, 2]
    assert prove(b"\xff", found).head is None


@by_row(
    ("what", "out", "is_possible"),
    [
        (["coin"], [1], True),
        (["coin"], [2], False),
        (["below", 3], [2], True),
        (["below", 3], [3], False),
        (["below", 3], [], False),
        (["die", 6, 2], [1, 6], True),
        (["die", 6, 10**17], [1, 6], False),
        (["shuffle", 10**9], [0], False),
    ],
)
def test_a_draw_too_large_to_be_true_is_not_made(
    what: list[Any], out: list[int], is_possible: bool
) -> None:
    """Its numbers are counted first: a line of a record costs what it is long."""
    line = {"t": "chance", "n": 1, "label": "x", "what": what, "out": out}
    if is_possible:
        from app.engine.matches.game import Chance

        line["out"] = DICE.draw(Chance("x", tuple(what)))
    lines = rechained([HEAD, line, played()[-1]])
    said = [words for place, words in faults_of(lines) if place == 2]

    assert any("does not follow from the seed" in words for words in said) != is_possible
