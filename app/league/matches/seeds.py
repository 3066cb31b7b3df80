"""The secret from which all dice of a season come, and its commitment, which is public before
entries close.
"""

import hmac
import re
import secrets
from collections.abc import Iterator
from hashlib import sha256
from typing import Final, NamedTuple, Self

from app.engine.matches import dice
from app.engine.matches.game import Seat
from app.league.matches.settings import MatchSettings
from app.store.tables import Correspondence, Season
from app.tournament.formats.round_robin import rounds

ROOT_BYTES: Final = 32
_PLACE: Final = re.compile("(?:-s([1-9]))?-r([1-9][0-9]{0,8})-([1-9][0-9]{0,8})(?:-([2-9]))?")
LISTED: Final = 64
"""A list of commitments covers this many entrants, or the season's capacity if that is less."""


def draw(found: Correspondence) -> None:
    """The season has its secret from now on, and its commitment to it. It is drawn once."""
    if found.root is None:
        found.root = secrets.token_bytes(ROOT_BYTES)
        found.commitment = root_commitment(found.root)


def root_commitment(root: bytes) -> str:
    """The commitment to the secret, published at the opening. It binds the seeds of all matches,
    however many there will be.
    """
    return sha256(b"pbm-root-v1\0" + root).hexdigest()


def root_of(found: Correspondence) -> bytes:
    """The secret itself. Raises LookupError before the opening."""
    if found.root is None:
        raise LookupError("a season without a root has no matches")
    return found.root


def game_id(slug: str, round_: int, table: int, stage: int = 0, leg: int = 1) -> str:
    """The name of a match: from the number of its pairing alone, not from who will meet (`correspondence.md` §15)."""
    in_stage = f"-s{stage}" if stage else ""
    return f"{slug}{in_stage}-r{round_}-{table}" + (f"-{leg}" if leg > 1 else "")


class MatchPlace(NamedTuple):
    """Where a match stands in its season: stage 0 is a season without stages, and `leg` counts the matches of a pairing."""

    stage: int
    round: int
    table: int
    leg: int

    @classmethod
    def at(cls, address: str) -> Self | None:
        """The place of a match from its `address`; None if it has another form."""
        return cls.of("", f"-{address}" if address.startswith("s") else f"-r{address}")

    @property
    def address(self) -> str:
        """As pages call it: `2-3` for round and table, `s1-r2-3` in a stage."""
        return game_id("", self.round, self.table, self.stage, self.leg)[1:].removeprefix("r")

    @classmethod
    def of(cls, slug: str, name: str) -> Self | None:
        """The seed of a match of this name; None if the season has no such match."""
        found = _PLACE.fullmatch(name.removeprefix(slug))
        if not found or not name.startswith(slug):
            return None
        stage, round_, table, leg = (int(each or 0) for each in found.groups())
        return cls(stage, round_, table, leg or 1)


def commitments(season: Season, found: Correspondence) -> Iterator[tuple[str, str]]:
    """The commitments to the seeds of all matches of this many entrants, by the match's name.

    The list is published before their number is known, so it covers the season's capacity, or else
    `LISTED`. For a larger field the commitment to the root covers the others, since their seeds
    follow from it. Matches that share the luck of an earlier one have no seeds.
    """
    if season.stages:
        return  # which there will be follows from results
    root = root_of(found)
    most = min(season.capacity_in_all or LISTED, LISTED)
    settings = MatchSettings.of(found.settings)
    meetings = 1 if settings.mirror else settings.meetings
    for round_ in range(1, meetings * rounds(most) + 1):
        for table in range(1, most // 2 + 1):
            name = game_id(season.slug, round_, table)
            yield name, dice.commit(dice.server_seed(root, name))


def salt(root: bytes, name: str, seat: Seat) -> bytes:
    """What hides the build of this seat in the record until it is revealed."""
    return hmac.digest(root, f"hikyaku-build-salt-1\n{name}\n{seat}".encode(), "sha256")
