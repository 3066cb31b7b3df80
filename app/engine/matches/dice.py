"""Dice that anyone can check: a committed seed, mixed with what the players add, and revealed afterwards.

Every draw has its own stream, named by its label. Its result does not depend on the number of draws before it, and a
player can check a single shuffle.
"""

import hmac
import json
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Self

from app.engine.matches.basics import Chance

_WORD: Final = 1 << 32
_cut: Final = struct.Struct(">8I").unpack
_encode: Final = json.JSONEncoder(
    sort_keys=True,
    separators=(",", ":"),
    ensure_ascii=False,
    allow_nan=False,
    check_circular=False,  # plain data has no circles
).encode
_EXCHANGED: Final = {"A": "B", "B": "A"}


def canonical(value: object) -> bytes:
    """Plain data as the bytes that are hashed: keys sorted, no spaces, UTF-8."""
    return _encode(value).encode()


def server_seed(root: bytes, game_id: str) -> bytes:
    """The server's seed for this match, derived from the secret root of its tournament."""
    return _keyed(root, f"pbm-derive-v1\n{game_id}")


def commit(seed: bytes) -> str:
    """The commitment to the server's seed, published before entries close."""
    return sha256(b"pbm-seed-v1\0" + seed).hexdigest()


def game_seed(
    seed: bytes, game_id: str, rules: str, nonce_a: str, nonce_b: str, beacon: str = ""
) -> bytes:
    """The seed of all draws, from the server's seed, the players' nonces and the beacon."""
    return _keyed(seed, f"pbm-game-v1\n{game_id}\n{rules}\n{nonce_a}\n{nonce_b}\n{beacon}")


def beacon(randomness: str, seals: Iterable[tuple[int, str]]) -> str:
    """The beacon: public randomness mixed with the seals of all entries, in order of their numbers. Nobody knows it
    while entries are open.
    """
    lines = "".join(f"{number}\t{seal}\n" for number, seal in sorted(seals))
    return sha256(f"pbm-beacon-v1\n{randomness}\n{lines}".encode()).hexdigest()


def default_nonce(build: object, account: str) -> str:
    """The nonce of a player who gave none. Keep it as secret as the build: it would confirm a guess of it."""
    return sha256(canonical(build) + account.encode()).hexdigest()


def build_commit(build: object, salt: bytes) -> str:
    """The commitment to a hidden build, published when the match begins."""
    return sha256(b"pbm-build-v1\0" + salt + canonical(build)).hexdigest()


def seal(seed: bytes, h: str) -> str:
    """The seal that a report prints of the record so far; `h` is the hash of its last line."""
    return _keyed(seed, f"pbm-report-v1\n{h}").hex()


def mirrored(label: str) -> str:
    """The label with the parts `A` and `B` of its path exchanged."""
    return "/".join(_EXCHANGED.get(part, part) for part in label.split("/"))


@dataclass(frozen=True)
class Dice:
    """The dice of a match. `is_mirrored`: it is the second of a pair that shares its luck, with seats exchanged."""

    seed: bytes
    is_mirrored: bool = False

    @classmethod
    def of(cls, seed: bytes, head: Mapping[str, Any]) -> Self:
        """The dice of the match with this head, from the server's seed.

        A mirrored match has the dice of the first of its pair, with the seats exchanged. If the head and its nonces
        are withheld, the seed derived from them stands in their place.
        """
        if "dice" in head:
            return cls(bytes.fromhex(head["dice"]), "mirror_of" in head)
        of_a, of_b = head["nonce"]["A"], head["nonce"]["B"]
        first = head.get("mirror_of")
        match, nonces = (head["game_id"], (of_a, of_b)) if first is None else (first, (of_b, of_a))
        return cls(
            game_seed(seed, match, head["rules"], *nonces, head["beacon"]), first is not None
        )

    def words(self, label: str) -> Iterator[int]:
        """The stream of this label: numbers below 2^32, without end."""
        name = mirrored(label) if self.is_mirrored else label
        i = 0
        while True:
            yield from _cut(_keyed(self.seed, f"{name}#{i}"))
            i += 1

    def draw(self, chance: Chance) -> list[int]:
        """The result of a draw as a record keeps it: for a shuffle the order, else the values."""
        words = self.words(chance.label)
        match chance.what:
            case ("shuffle", int(size)):
                order = [*range(size)]
                for i in range(size - 1, 0, -1):
                    j = _below(words, i + 1)
                    order[i], order[j] = order[j], order[i]
                return order
            case ("die", int(sides), int(dice)):
                return [1 + _below(words, sides) for _ in range(dice)]
            case ("coin",):
                return [_below(words, 2)]
            case ("below", int(n)):
                return [_below(words, n)]
        raise ValueError(f"{chance.what} is no draw")


def _keyed(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def _below(words: Iterator[int], n: int) -> int:
    """A number below n, all equally likely: words that would favour some remainders are skipped."""
    fair = _WORD - _WORD % n
    while (word := next(words)) >= fair:
        pass
    return word % n
