"""What the rules give in full, byte for byte: the begin of a match, and the legality of single actions."""

import json
from hashlib import sha256
from pathlib import Path

from app.engine.matches import record
from app.engine.matches.course import HOUSE, Match
from app.engine.matches.dice import Dice, build_commit, canonical, commit
from app.engine.matches.game import Chance, Seat
from app.games.acts.cards import FAR_LIGHT, RANK_AND_FILE
from tests.games.acts.stage import GAME, NAMES, asked

_SEED = bytes(range(32))
_BUILDS: dict[Seat, object] = {"A": RANK_AND_FILE, "B": FAR_LIGHT}
_HEAD = record.head(
    GAME,
    "demo-1",
    config={},
    seats=NAMES,
    commit=commit(_SEED),
    build_commit={seat: build_commit(build, bytes(32)) for seat, build in _BUILDS.items()},
    nonce=NAMES,
)
_DIGESTS = (
    "e8a379097c56e30559bc021899b8d1a54f4df8d504a4acb95f33cf59a17646d3",
    "4236fb7ae755d8ada7dc7649daef4b87d1fc31248bcea975183a781d99bfa2ec",
    "52e2d7dea9018594467bf77580c51c33aaecf085fe093c206b31d26f368e611c",
    "776b6a0c7799c20e1c8a748662000b72f3255443fb217dff45826390d67a08cc",
    "d1145869baf93f934f8eeaf10049557be86412e89fced324f313baa7f550ee98",
    "db81c828dcf472860f6e85027afafb078f82938b120540ceafee954dfd8a090f",
    "8be10a7a1d1cec74d4ec1ca8b9b8ef8dec84b64a39fd9ef58fabd4c697efd9ee",
)
_VIEW = "d2ded4e8dae6ef2d5867761bcdd5478ef8a8031a3b9d3fabfc2c0469a2419bf1"


def test_the_match_of_the_rules_begins_byte_for_byte() -> None:
    assert (
        _HEAD["build_commit"]["A"]
        == "74a5f67d46609104bb6b4fd834e3e3bfbc6d2cb73cdfbca6431cd07c98cca4cc"
    )
    assert _HEAD["config"] == {"cards": "starter", "turn_limit": 0}
    match, dice = Match.begin(GAME, _HEAD, _BUILDS), Dice.of(_SEED, _HEAD)
    digests, orders = [match.digest], []
    for n in range(1, 8):
        if isinstance(chance := match.pending, Chance):
            line = record.chance(n, chance, dice.draw(chance))
        else:
            decision = asked(match.state)
            seen, options = (
                GAME.view(match.state, decision.seat),
                GAME.legal(match.state, decision),
            )
            if n == 5:
                assert len([*options]) == 36
            answer = HOUSE.answer(GAME, seen, decision, options).action or {}
            answer = {"a": "first"} if n == 4 else answer
            orders.append(GAME.format(answer, seen))
            line = record.move(n, decision.place, {decision.seat: "auto"}, {decision.seat: answer})
        match, _ = match.after(record.chained(match.h, line))
        digests.append(match.digest)
        if n == 2:
            hands = {seat: " ".join(side.hand) for seat, side in match.state.sides.items()}
            assert hands == {"A": "E00 E00 E00 S01 S05 S11", "B": "E00 E00 S03 S04 S08 T02"}
    assert (digests[0], *digests[2:]) == _DIGESTS
    assert orders == [
        "toss first",
        "make S11 at 22 with 3 from master",
        "make S08 at 22 with 4 from master",
        "make S05 at 21 with 2 from master",
    ]
    seen = GAME.view(match.state, "B")
    assert sha256(canonical(seen)).hexdigest() == _VIEW
    assert match.digest == record.digest(GAME, GAME.load({"config": {**seen["config"]}, "position": GAME.position(match.state)}))  # fmt: skip


def test_actions_are_legal_or_not_as_the_rules_list_them() -> None:
    rows = Path(__file__).with_name("legality.jsonl").read_text().splitlines()
    for n, row in enumerate(rows, start=1):
        case = json.loads(row)
        state = GAME.load({"config": case["config"], "position": case["position"]})
        for moves in case["moves"]:
            state, _ = GAME.apply(state, {asked(state, seat).id: moves[seat] for seat in moves})
        decision = asked(state, case["seat"])
        options = GAME.legal(state, decision)
        assert decision.place == case["d"], n
        assert (case["action"] in options) is case["legal"], (n, case["why"])
        assert (options.explain(case["action"]) is None) is case["legal"], n
        if case["action"]["a"] not in ("make", "ether"):
            assert (case["action"] in [*options]) is case["legal"], n
