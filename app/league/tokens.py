"""Secret addresses and links: who holds the token may do what it was made for.

A token names its rows and carries their HMAC, so that nothing secret is stored.
"""

import base64
import binascii
import hmac
import struct
from typing import Final, Literal

Purpose = Literal["reply", "confirm", "bounce", "mute", "follow", "never", "prove"]
"""What a token allows, and of which rows (the second is 0 where there is none).

`reply`: to speak for a player in a season (player, season). `confirm`: to confirm a held revision.
`bounce`: to report that a letter could not be delivered. `mute`: to stop letters to a player.
`follow`: to have a player hear how a season ends (player, season). `never`: to refuse for a mailbox all letters that
others cause (player). `prove`: to show that an organiser who is signed in reads their mail (sign-in, seconds since 1970).
"""

_IDS: Final = struct.Struct(">II")
_MAC_BYTES: Final = 12


def make_token(key: bytes, purpose: Purpose, first: int, second: int = 0) -> str:
    """32 characters of lower-case base32, the same for the same purpose and rows."""
    ids = _IDS.pack(first, second)
    return base64.b32encode(ids + _mac(key, purpose, ids)).decode("ascii").lower()


def read_token(key: bytes, purpose: Purpose, token: str) -> tuple[int, int] | None:
    """The rows that a token names; None if it is not one of ours for this purpose."""
    try:
        data = base64.b32decode(token.upper())
    except (binascii.Error, ValueError):
        return None
    ids, mac = data[: _IDS.size], data[_IDS.size :]
    if not hmac.compare_digest(mac, _mac(key, purpose, ids)):
        return None
    first, second = _IDS.unpack(ids)
    return first, second


def _mac(key: bytes, purpose: Purpose, ids: bytes) -> bytes:
    return hmac.digest(key, purpose.encode() + b"\0" + ids, "sha256")[:_MAC_BYTES]
