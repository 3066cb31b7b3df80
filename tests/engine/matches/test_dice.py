"""Chance that can be checked: the vectors of the interface (§6.3), word for word: §14.1."""

from itertools import islice

import pytest

from app.engine.matches.dice import (
    Dice,
    build_commit,
    canonical,
    commit,
    default_nonce,
    game_seed,
    mirrored,
    seal,
    server_seed,
)
from app.engine.matches.game import Chance
from tests.support.tables import by_row

SEED = bytes(range(32))
DICE = Dice(game_seed(SEED, "demo-1", "fest@1.01-p1", "alice", "bob"))
HEAD = {
    "game_id": "demo-1",
    "rules": "fest@1.01-p1",
    "nonce": {"A": "alice", "B": "bob"},
    "beacon": "",
}
FIRST_DECK = {
    "deck": dict.fromkeys([f"F{n:02}" for n in range(1, 25)], 1),
}


def test_the_seed_is_committed_to_and_mixed_with_what_the_players_bring() -> None:
    assert commit(SEED) == "f702ac8ed1314bde95a3f853b2236076661386c0c6696b476472b820e5bc42a5"
    assert DICE.seed.hex() == "a8a556e9cb39fa0d4fa576da5321ec8839822eeaf7e0e10683d27d1fb97fac7e"
    assert Dice.of(SEED, HEAD) == DICE
    acts = game_seed(SEED, "demo-1", "acts@0.30b-p1", "alice", "bob")
    assert acts.hex() == "19e481b942fc7b23c63d430cfac34bad86f344466121d31999bc9264271f3e02"


def test_the_server_derives_its_seeds_from_one_root() -> None:
    assert server_seed(b"\xaa" * 32, "demo-1").hex() == (
        "6bfce51d950a84f907e1a4d79e6a79bcc8442f81815b49973f0feae9af6aff01"
    )


@by_row(
    ("label", "words", "what", "out"),
    [
        ("fest/programme", [161263142, 1309399204, 3750407884], ("die", 6, 1), 3),
        ("fest/first/r1", [947124744, 444491923, 477467133], ("coin",), 0),
        ("acts/toss/t1", [3693715747, 1087321849, 2243901037], ("coin",), 1),
    ],
)
def test_every_label_has_a_stream_of_its_own(
    label: str, words: list[int], what: tuple[str | int, ...], out: int
) -> None:
    assert [*islice(DICE.words(label), 3)] == words
    assert DICE.draw(Chance(label, what)) == [out]


def test_a_shuffle_goes_from_the_last_place_to_the_first() -> None:
    ten = DICE.draw(Chance("fest/shuffle/A/0", ("shuffle", 10)))
    assert ten == [0, 4, 1, 9, 6, 5, 3, 7, 8, 2]
    deck = DICE.draw(Chance("fest/shuffle/A/0", ("shuffle", 24)))
    assert " ".join(f"F{place + 1:02}" for place in deck) == (
        "F13 F17 F21 F24 F03 F12 F02 F01 F18 F23 F10 F15 "
        "F04 F16 F08 F06 F05 F09 F07 F14 F11 F22 F20 F19"
    )


@by_row(
    ("label", "dice", "total"),
    [
        ("fest/dice/final/A", "2 6 3 4 2 1 6 1 3 5 4 2 2 5 2 6 6 2 2 4", 68),
        ("fest/dice/final/B", "2 5 5 5 3 6 6 5 2 2 6 1 6 3 5 6 5 6 1 2", 82),
    ],
)
def test_dice_are_drawn_one_after_the_other(label: str, dice: str, total: int) -> None:
    rolled = DICE.draw(Chance(label, ("die", 6, 20)))
    assert (" ".join(map(str, rolled)), sum(rolled)) == (dice, total)
    assert DICE.draw(Chance(label, ("die", 6, 0))) == []


def test_a_word_that_would_favour_a_number_is_passed_over() -> None:
    """Of the numbers below 2^32 only those below 3 · 2^30 are fair to three quarters of it."""
    n = 3 << 30
    fair = next(word for word in DICE.words("x/1") if word < n)
    assert DICE.draw(Chance("x/1", ("below", n))) == [fair]
    labels = [f"x/{i}" for i in range(20)]
    passed_over = [label for label in labels if next(DICE.words(label)) >= n]
    assert passed_over
    assert all(DICE.draw(Chance(label, ("below", n)))[0] < n for label in passed_over)


def test_what_is_no_draw_is_not_drawn() -> None:
    with pytest.raises(ValueError, match="no draw"):
        DICE.draw(Chance("x", ("card",)))


def test_a_player_without_a_nonce_gets_one_from_the_build() -> None:
    assert default_nonce(FIRST_DECK, "ann") == (
        "cb710b8eb214de2b3c3d68503ab6adeaf6f4119425443aeacf86330c9db84b7a"
    )


def test_a_hidden_build_is_committed_to() -> None:
    assert build_commit(FIRST_DECK, b"\xaa" * 32) == (
        "e561deb69a95f8d0d04cbb2d0d322a36b95b461f92da2307df8f2678763c037a"
    )
    assert build_commit(FIRST_DECK, b"\xbb" * 32) != build_commit(FIRST_DECK, b"\xaa" * 32)


def test_a_report_seals_the_record_so_far() -> None:
    """With the server's seed as the key: `h` itself would let a player test guesses."""
    assert seal(SEED, "ab" * 32) != seal(SEED, "ac" * 32) != seal(SEED[::-1], "ac" * 32)
    assert len(seal(SEED, "ab" * 32)) == 64


def test_canonical_json_has_sorted_keys_no_spaces_and_no_escapes() -> None:
    assert canonical({"b": [1, None], "a": "祭"}) == '{"a":"祭","b":[1,null]}'.encode()


def test_in_a_mirrored_pair_luck_follows_the_build() -> None:
    """The second match has the seed of the first, with the parts A and B of every label exchanged."""
    first = HEAD | {"nonce": {"A": "bob", "B": "alice"}}
    second = HEAD | {"game_id": "demo-2", "mirror_of": "demo-1"}
    here, there = Dice.of(SEED, second), Dice.of(SEED, first)

    assert mirrored("fest/shuffle/A/0") == "fest/shuffle/B/0"
    assert mirrored("fest/BA/programme/B") == "fest/BA/programme/A"
    assert here.seed == there.seed
    for of_here, of_there in [
        ("fest/shuffle/A/0", "fest/shuffle/B/0"),
        ("fest/programme", "fest/programme"),
    ]:
        what = ("shuffle", 24)
        assert here.draw(Chance(of_here, what)) == there.draw(Chance(of_there, what))
