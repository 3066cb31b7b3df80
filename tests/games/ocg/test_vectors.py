"""The match that the rules give in full, byte for byte."""

from hashlib import sha256

from app.engine.matches import record
from app.engine.matches.course import Match, advance
from app.engine.matches.dice import Dice, build_commit, canonical, commit
from app.engine.matches.game import Seat
from app.games.ocg.cards import BLADES, WILDS
from app.games.ocg.state import State
from tests.games.ocg.stage import GAME, NAMES

_SEED = bytes(range(32))
_BUILDS: dict[Seat, dict[str, list[dict[str, int]]]] = {
    "A": {"decks": [BLADES]},
    "B": {"decks": [WILDS]},
}
_HEAD = record.head(
    GAME,
    "demo-12",
    config={},
    seats=NAMES,
    commit=commit(_SEED),
    build_commit={
        "A": build_commit(_BUILDS["A"], b"\xaa" * 32),
        "B": build_commit(_BUILDS["B"], b"\xbb" * 32),
    },
    nonce=NAMES,
)
_DIGESTS = {
    0: "08f1684e98d97ee60b924d930f34b9e87fa92889debf086048a81a3688835512",
    3: "d8d4d1ff8b805e096b4cb5d89d91218bd25af89a1071bf4c648206d65587275d",
    4: "a5b5ca121b38ab505c82f618478f71a94b7cfe7b998df4aee814dd51ed4f74ec",
    5: "715282be0107386d29d7ed61564889d3ee6dcd1818b3391d74fd0e634315e278",
    10: "be4a5093175f849e7f4ad187ada907beb3e84d9da518914ed37096d17b0fb800",
    21: "7a8808ba30e79d7df68989611a42a19032b47577f8ec4c6d60dd4e2a895a8dd1",
}
_VIEWS: dict[Seat | None, str] = {
    "A": "6808304b37dcb22c3d259659c388c746c06d79b3317de70f64d0a3f569f09862",
    "B": "ab28d3cb7316a68aceaede2b0cf514a4110583483f8060bf45598aaea8b214a7",
    None: "400af5b0e43a7769c737eee1bcb8072eff6bc8f1f431d673c3bffda092631c04",
}
_MOVES = {
    1: ("summon C08 / guard new1", "summon C06 / summon C03 / area R02 / guard new2, new1"),
    3: ("summon C04 / class C13 on 2 / set I02 on 1 / attack new1 / guard 1, 2", None),
    6: (
        "class C13 on 2 / attack 2 / guard 3, 1 / discard C31, C21",
        "set I05 on 1 / command K01 by 3 / attack 3 / guard 1, 2 / discard C24",
    ),
}


def test_the_match_of_the_rules_is_played_byte_for_byte() -> None:
    assert _HEAD["h"] == "394d3133fbf15c0e84adb163a96412218d57699775fa6e83761e2a69aa8118c7"
    match = Match.begin(GAME, _HEAD, _BUILDS)
    digests, moves = {0: match.digest}, {}
    for line in advance(match, {}, Dice.of(_SEED, _HEAD), "script").lines:
        if line["t"] == "move":
            moves[match.state.turn] = tuple(
                GAME.format(line["moves"][seat], GAME.view(match.state, seat)).replace("\n", " / ")
                for seat in NAMES
            )
        match, _ = match.after(line)
        digests[line["n"]] = match.digest
        if line["n"] == 4:
            assert line["out"] == [0]
            assert {seat: _digest(match, seat) for seat in _VIEWS} == _VIEWS
    assert {n: digests[n] for n in _DIGESTS} == _DIGESTS
    for turn, (a, b) in _MOVES.items():
        assert moves[turn] == (a, b or moves[turn][1])
    assert (line["n"], line["reason"], line["score"]) == (22, "deckout", {"A": "0", "B": "1"})
    assert line["h"] == "95a5200319966ba051444e09e0982873d3cf1cf166e19b6251850e242dbddb9e"
    assert match.state.turn == 12


def _digest(match: Match[State], seat: Seat | None) -> str:
    return sha256(canonical(match.game.view(match.state, seat))).hexdigest()
