"""What a player may do with what they have across seasons: by their page and by mail, under the same names."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Final, get_args

from sqlmodel import Session

from app.errors import OwnRefused, Problem, SubmissionRejected
from app.league.own import away, challenges, groups, shelf
from app.league.own.groups import GroupAct
from app.league.own.shelf import ShelfAct
from app.league.people import addresses, blocks
from app.store import players
from app.store.tables import Player
from app.text.characters import BLANKS


def move(session: Session, player: Player, _game: str, said: str, *, now: datetime) -> Problem:
    """The player's present mailbox is asked whether this shall be their address. Raises `OwnRefused`."""
    try:
        addresses.ask_old(session, player, said, now=now)
    except SubmissionRejected as refusal:
        raise OwnRefused(refusal.problems) from None
    return Problem("address-asked")


ACTS: Final[Mapping[str, Callable[..., Problem]]] = {
    **{each: partial(groups.act, each) for each in get_args(GroupAct)},
    "keep": shelf.keep,
    **{each: partial(shelf.change, each) for each in get_args(ShelfAct)},
    **challenges.ACTS,
    "move": move,
    **away.ACTS,
}

_MOST_SAID: Final = 80


def act(
    session: Session, player: Player, what: str, game: str, said: str, *, now: datetime
) -> Problem:
    """Carry out the act of this name about what is `said`, and return an answer in words.

    Without a `game`, the only possible one is used. Raises `OwnRefused` with every problem.
    """
    if block := blocks.of(session, player):
        raise OwnRefused([blocks.problem(block)])
    if what not in ACTS:
        raise OwnRefused([Problem("own-unread", typed=said[:_MOST_SAID])])
    if what not in away.ACTS:  # these lock matches first
        players.lock(
            session, player
        )  # of the same act at two places at once only one finds what it is about
    return ACTS[what](session, player, game, said.strip(BLANKS), now=now)
