"""What a match that moves on says of the orders that were in force."""

from app.engine.matches import dice, record
from app.engine.matches.game import SEATS
from app.engine.matches.grammar import OrderLine
from app.games import match_game
from app.league.matches.advances import Brief, Play, move_on

_SEED = bytes(32)


def _fates(*orders: str) -> dict[str, str]:
    """What became of these standing orders of both players, in all turns of a match with one deck on both sides."""
    game = match_game("ocg")
    builds = dict.fromkeys(SEATS, game.starters["Blades"])
    head = record.head(
        game,
        "cup-1-2",
        config={},
        seats={"A": "alice", "B": "bob"},
        commit=dice.commit(_SEED),
        build_commit=dict.fromkeys(SEATS, ""),
        nonce=dict.fromkeys(SEATS, ""),
    )
    stand = tuple(OrderLine(order) for order in orders)
    briefs = dict.fromkeys(SEATS, Brief(standing=stand, missed=9))
    names = head["seats"]
    play = Play(1, game, head, builds, _SEED, (), None, 0, 0, "", "", "turn", 0, briefs, names)
    moved = move_on(play)
    return {
        fate[1]: fate[3]
        for spent in moved.spent.values()
        for fate in spent.fates
        if not fate[3].startswith(("Carried", "It was"))
    }


def test_a_line_whose_name_was_blocked_says_so_and_why() -> None:
    """Both summon the same: who has the initiative is first, the card of the other stays in hand."""
    told = _fates("summon toma")

    assert told == {
        "summon toma": "Blocked: a character called Toma came to the field first, "
        "and C05 Toma, Apprentice Blade stays in your hand."
    }
