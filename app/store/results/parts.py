"""The parts of an entry in a seal of the second kind: each has its own salt, so that any of them can be hidden."""

import json
import secrets
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Any, Final, Literal, get_args

from app.store.tables import Revision

Name = Literal["name", "owner", "url", "lore", "extras", "build"]
NAMES: Final[tuple[Name, ...]] = get_args(Name)
HIDDEN_WITH: Final[Mapping[str, tuple[Name, ...]]] = {
    "name": ("name",),
    "owner": ("owner",),
    "lore": ("url", "lore", "extras"),
}
"""The parts that disappear with each thing that organisers hide or an erasure removes."""
SALT_BYTES: Final = 32
_PART: Final = b"hikyaku-part-2"
_SEAL: Final = "hikyaku-seal-2"


def new_salts(proof: int = 2) -> bytes:
    """New salts for all parts in order of name; for a seal of the first kind, its single salt."""
    return secrets.token_bytes(SALT_BYTES * (len(NAMES) if proof == 2 else 1))


def digest(name: str, salt: bytes, content: Any) -> str:
    """SHA-256, in hex, over the name of the part, its salt and its canonical JSON."""
    return sha256(_PART + b"\0" + name.encode() + b"\0" + salt + _canonical(content)).hexdigest()


def seal(digests: Mapping[Any, str], season: str, rules: str) -> str:
    """SHA-256 in hex over the canonical JSON of all parts' digests, the season's slug and its version of the rules."""
    bound = {"format": _SEAL, "parts": {**digests}, "rules": rules, "season": season}
    return sha256(_canonical(bound)).hexdigest()


def salts_in(kept: bytes, without: Collection[str] = ()) -> dict[Name, bytes]:
    """The salts of a revision by part, without those destroyed and those of these hidden parts. Empty for a seal with
    one salt.
    """
    gone = {name for part in without for name in HIDDEN_WITH[part]}
    found = {name: kept[at * SALT_BYTES :][:SALT_BYTES] for at, name in enumerate(NAMES)}
    return (
        {name: salt for name, salt in found.items() if any(salt) and name not in gone}
        if (len(kept) == SALT_BYTES * len(NAMES))
        else {}
    )


def opening(kept: bytes | None, without: Collection[str] = ()) -> dict[str, Any]:
    """The published opening of a seal: its `salt`, or the `salts` of the parts that are not hidden."""
    if salts := salts_in(kept or b"", without):
        return {"salts": {name: salt.hex() for name, salt in salts.items()}}
    return {"salt": kept.hex()} if kept and len(kept) == SALT_BYTES else {}


def packed(salts: Mapping[Any, bytes]) -> bytes:
    """These salts packed as a revision stores them."""
    return b"".join(salts.get(name, bytes(SALT_BYTES)) for name in NAMES)


def digests_of(revision: Revision) -> dict[str, str]:
    """The digests of all parts of this revision, including those whose salts are destroyed."""
    opened = salts_in(revision.salt).items()
    made = {name: digest(name, salt, getattr(revision, name)) for name, salt in opened}
    return made | revision.digests


def destroy(revision: Revision, hidden: Collection[str]) -> None:
    """Destroy the salts of these hidden parts. Their digests stay, so the seal can still be checked."""
    left, digests = salts_in(revision.salt, hidden), digests_of(revision)
    if len(digests) == len(NAMES):
        revision.salt = packed(left)
        revision.digests = {name: said for name, said in digests.items() if name not in left}


def _canonical(content: Any) -> bytes:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()
