"""Secret addresses and links: the holder of a token may do the act it was made for.

A token names its rows and carries their HMAC, with a secret of the player. So it never opens
another player's things, even if a restored backup gives row numbers again.
"""

import base64
import binascii
import hmac
import struct
from functools import lru_cache
from typing import Final, Literal, get_args

from app.store.tables import NOBODYS, Secrets
from app.store.tables.people import MOVED

Purpose = Literal[
    "reply",
    "confirm",
    "bounce",
    "mute",
    "follow",
    "never",
    "prove",
    "wish",
    "answer",
    "enter",
    "orders",
    "duel",
    "own",
    "move",
    "seat",
]
"""The purposes of tokens, and the rows that each names (the second is 0 if unused).

`reply`: speak for a player in a season (player, season). `confirm`: confirm a held revision.
`bounce`: report an undeliverable letter. `mute`: stop letters to a player. `follow`: let a player
hear how a season ends (player, season). `never`: refuse all letters to a mailbox that others cause
(player).

`wish`: say that they asked for this (player, place in `WISHES`). `prove`: show that a signed-in
organiser reads their mail (sign-in, seconds since 1970). `answer`: answer a waiting mail once
(mail), or say as an organiser whether a season with too few entries takes place (player, season).
`enter`: sign in once as an organiser (sign-in).

`orders`: send orders for a turn of a match (match, twice the turn, plus one in seat B). `duel`: a
duel (duel, place in `DUEL_PARTS`). `own`: what a player has across seasons (player). `move`: say
yes or no to another address (change, twice its mark, plus one for the new mailbox). `seat`: answer
a letter about a seat (player, takeover).
"""

PURPOSES: Final[tuple[Purpose, ...]] = get_args(Purpose)

ROTATING: Final = ("reply", "confirm", "own")
"""Purposes whose tokens are over as soon as their player asks for new ones: they carry the player's generation."""

PERSONAL: Final = (
    *ROTATING,
    *("mute", "follow", "never", "prove", "wish", "answer", "enter", "orders", "seat"),
)
"""Purposes whose tokens are over with the player for whom they speak: they carry the player's salt."""

WISHES: Final = ("mute", "unmute", "owner-page", "no-owner-page")
"""The wishes of a player about their letters and their page. A token holds a place here: new ones come last."""

DUEL_PARTS: Final = (
    "A",
    "B",
    "A by letter",
    "B by letter",
    "invitation",
    "result",
    "invitation by letter",
)
"""The parts of a duel that a token opens.

A seat, which proves that its player reads letters if it came by letter; accepting; the battle;
accepting by a letter. Tokens hold a place in this list, so new ones are added at the end.
"""

_SEATS: Final = 4
"""How many of them, the first ones, belong to a seat."""

OPENS_DUEL: Final = "duel"
OPENS_OWN: Final = "own"
"""Follows a plus sign in our address: such a mail opens a duel, or asks for the writer's things across seasons."""

_IDS: Final = struct.Struct(">II")
_MAC_BYTES: Final = 12
_REMEMBERED: Final = 100
"""How many earlier generations are still recognised."""


@lru_cache(maxsize=1 << 10)  # the text, the HTML and the fields of a letter have the same
def make_token(
    key: bytes, purpose: Purpose, first: int, second: int = 0, *, own: Secrets = NOBODYS
) -> str:
    """32 characters of lower-case base32, the same for the same purpose, rows, and player's `own` secrets."""
    ids = _IDS.pack(first, second)
    return base64.b32encode(ids + _mac(key, purpose, ids, own)).decode("ascii").lower()


def duel_token(key: bytes, duel: int, part: str, own: Secrets = NOBODYS) -> str:
    """The token that opens this part of the duel; `own`: of who sits there."""
    return make_token(key, "duel", duel, DUEL_PARTS.index(part), own=own)


def orders_key(key: bytes, match: int, turn: int, seat: str, own: Secrets = NOBODYS) -> str:
    """The key of a block of orders: of this match, for this turn, by who sits in this seat."""
    return make_token(key, "orders", match, 2 * turn + (seat == "B"), own=own)


def read_orders_key(
    key: bytes, token: str, own: Secrets = NOBODYS
) -> tuple[int, int, Literal["A", "B"]] | None:
    """The match, the turn and the seat that the key of a block is for; None if it is not one of ours."""
    rows = read_token(key, "orders", token, own=own)
    return (rows[0], rows[1] // 2, "B" if rows[1] % 2 else "A") if rows else None


def read_token(
    key: bytes, purpose: Purpose, token: str, *, own: Secrets = NOBODYS
) -> tuple[int, int] | None:
    """The rows that a token names; None if it is not one of ours for this purpose, or has not these secrets of its player."""
    if (data := _decoded(token)) is None or not _is_for(key, purpose, data, own):
        return None
    first, second = _IDS.unpack(data[: _IDS.size])
    return first, second


def purpose_of(key: bytes, token: str) -> tuple[Purpose, int, int] | None:
    """The purpose of a token without a player, and the rows that it names. None if it is not one of
    ours.
    """
    if (data := _decoded(token)) is None:
        return None
    purpose = next((each for each in PURPOSES if _is_for(key, each, data, NOBODYS)), None)
    return (purpose, *_IDS.unpack(data[: _IDS.size])) if purpose else None


def claimed_rows(token: str) -> tuple[int, int] | None:
    """The rows that a token names, unverified; None if it is no token at all."""
    data = _decoded(token)
    if data is None or len(data) < _IDS.size:
        return None
    first, second = _IDS.unpack(data[: _IDS.size])
    return first, second


def is_replaced(key: bytes, purpose: Purpose, token: str, *, own: Secrets) -> bool:
    """Whether it was good before its player asked for new ones."""
    earlier = range(max(0, own.generation - _REMEMBERED), own.generation)
    return any(
        read_token(key, purpose, token, own=own._replace(generation=each)) for each in earlier
    )


def _is_for(key: bytes, purpose: Purpose, data: bytes, own: Secrets) -> bool:
    mac = _mac(key, purpose, data[: _IDS.size], own)
    return hmac.compare_digest(data[_IDS.size :], mac)


def _decoded(token: str) -> bytes | None:
    try:
        return base64.b32decode(token.upper())
    except (binascii.Error, ValueError):
        return None


def _mac(key: bytes, purpose: Purpose, ids: bytes, own: Secrets) -> bytes:
    turned = struct.pack(">I", own.generation) if own.generation and purpose in ROTATING else b""
    is_moved = purpose == "duel" and int.from_bytes(ids[4:]) < _SEATS and own.salt.startswith(MOVED)
    key += own.salt.encode() if is_moved or purpose in PERSONAL else b""
    return hmac.digest(key, purpose.encode() + b"\0" + ids + turned, "sha256")[:_MAC_BYTES]
