"""The career of a character's owner across seasons; public at a separate address, if they want it."""

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from app.engine import Side
from app.engine.workshop.call import is_call
from app.league.entries.characters import name_key
from app.store.ratings import placings
from app.store.tables import Player, Season


@dataclass(frozen=True, slots=True)
class OwnerRecord:
    """Won, drawn and lost battles."""

    wins: int
    draws: int
    losses: int

    @property
    def battles(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Appearance:
    """A character of theirs in a season whose results are public."""

    season: Season
    number: int
    name: str
    owner: str
    place: int
    entries: int
    """How many took part."""
    points: int
    record: OwnerRecord


@dataclass(frozen=True, slots=True)
class _Role:
    """A character that played in seasons under the same name."""

    name: str
    seasons: int
    best: Appearance
    record: OwnerRecord


@dataclass(frozen=True, slots=True)
class Career:
    """All results of a player in public seasons, latest first."""

    appearances: Sequence[Appearance]
    own: OwnerRecord = OwnerRecord(0, 0, 0)
    """Of battles between two characters of theirs: each is once won and once lost, or twice drawn."""

    @property
    def name(self) -> str:
        """What they call themselves, or called themselves last; empty if they never did."""
        return next((each.owner for each in self.appearances if each.owner), "")

    @property
    def fought(self) -> list[Appearance]:
        """Those with battles: nothing is fought in a call."""
        return [each for each in self.appearances if not is_call(each.season.game)]

    @property
    def seasons(self) -> int:
        """How many they took part in."""
        return len({each.season.id for each in self.appearances})

    @property
    def best(self) -> Appearance | None:
        """Their best place; of equal ones that in the largest field."""
        return min(self.fought, key=_rank, default=None)

    @property
    def titles(self) -> list[Season]:
        """The seasons that they won, with however many characters, the last first."""
        won = {each.season.id: each.season for each in self.fought if each.place == 1}
        return [*won.values()]

    @property
    def record(self) -> OwnerRecord:
        """Of all their characters together, against those of others."""
        all_, own = _sum(self.fought), self.own
        return OwnerRecord(all_.wins - own.wins, all_.draws - own.draws, all_.losses - own.losses)

    @property
    def characters(self) -> list[_Role]:
        """Their characters by name, those of the best place first."""
        by_name: dict[str, list[Appearance]] = {}
        for each in self.fought:
            by_name.setdefault(name_key(each.name), []).append(each)
        roles = [
            _Role(
                played[0].name,
                len({each.season.id for each in played}),
                min(played, key=_rank),
                _sum(played),
            )
            for played in by_name.values()
        ]
        return sorted(roles, key=lambda role: _rank(role.best))


def choose(player: Player, *, wanted: bool) -> None:
    """Give the player a page at an address never used before, or take the page away."""
    if bool(player.owner_page) is not wanted:
        player.owner_page = secrets.token_hex(10) if wanted else None


def career_of(session: Session, player: Player) -> Career:
    """Theirs, without entries of which organisers hide something. Two players of one name are never taken for one."""
    placed = placings.of_player(session, player)
    met = placings.between_own(session, {each.placing.run_id for each in placed})
    own = met.get(player.id, Counter())
    return Career(
        [
            Appearance(
                season,
                placing.number,
                name,
                owner,
                placing.place,
                entries,
                placing.points,
                OwnerRecord(placing.wins, placing.draws, placing.losses),
            )
            for season, placing, name, owner, entries in placed
        ],
        OwnerRecord(own[Side.HOME], own[None], own[Side.AWAY]),
    )


def _rank(each: Appearance) -> tuple[int, int]:
    return each.place, -each.entries


def _sum(played: Sequence[Appearance]) -> OwnerRecord:
    records = [each.record for each in played]
    return OwnerRecord(
        sum(each.wins for each in records),
        sum(each.draws for each in records),
        sum(each.losses for each in records),
    )
