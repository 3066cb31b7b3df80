"""Player ranks as pages and programs show them: names that everybody may read, thousandths as points."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, Final

from sqlmodel import Session

from app.engine import Lang, Ruleset
from app.games import ruleset
from app.i18n import number
from app.league.results import ranks
from app.league.results.ranks import RankedBout
from app.store import entrants
from app.store.entrants import other_name
from app.store.ratings import ranks as kept
from app.store.tables import Player, RankChange, Season
from app.tournament.ratings import rank
from app.tournament.ratings.rank import POINT, START, Account

DIFFERENCES: Final = (-800, -400, -200, 0, 200, 400, 800)
"""Of the table that explains what a game changes."""


def whole(thousandths: int) -> str:
    """Rank points as they are shown: `1,512`."""
    return number(round(thousandths / POINT))


def exact(thousandths: int) -> str:
    """An Elo to the thousandth: `1,512.018`."""
    return f"{thousandths / POINT:,.3f}"


def signed(thousandths: int) -> str:
    """A change to the thousandth: `+12.000`, `−0.236`."""
    return f"{thousandths / POINT:+,.3f}".replace("-", "−")


WORDS: Final[dict[str, Any]] = {
    "whole": whole,
    "exact": exact,
    "signed": signed,
    "halves": ("0", "½", "1"),
    "rank": rank,
}
"""What the templates of ranks call."""


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player under the name that they show in the season of a change: as owner, or else by their character."""

    season: Season
    number: int
    character: str
    owner: str

    @property
    def name(self) -> str:
        """Their name on the leader board."""
        return self.owner or self.character


def named(session: Session, changes: Sequence[RankChange], lang: Lang) -> dict[int, NamedPlayer]:
    """The players of these changes as everybody may read them, by the ids of these."""
    return {
        id_: NamedPlayer(
            each.season, each.number, each.name or other_name(each.number, lang), each.owner
        )
        for id_, each in kept.shown(session, changes).items()
    }


@dataclass(frozen=True, slots=True)
class _Changed:
    """A change with the player's name, and the account after it."""

    who: NamedPlayer
    row: RankChange
    after: Account


@dataclass(frozen=True, slots=True)
class _Career:
    """A player's rank in a game as it is now, and how it came to be, the last change first."""

    game: Ruleset
    account: Account
    changes: Sequence[_Changed]


def ranks_of(
    session: Session, player: Player, lang: Lang, now: datetime, zone: tzinfo
) -> list[_Career]:
    """The ranks of a player, game by game."""
    found = ranks.of_player(session, player, now, zone)
    names = named(session, [each for _, rows in found.values() for each in rows], lang)
    return [
        _Career(
            ruleset(game),
            account,
            [_Changed(names[each.id], each, ranks.account(each)) for each in rows],
        )
        for game, (account, rows) in sorted(found.items())
    ]


def table() -> list[tuple[int, str, str]]:
    """How a win and a loss change the Elo, by the lead over the opponent."""
    return [
        (
            ahead,
            *(
                f"{rank.change(START + ahead * POINT, START, halves) / POINT:+.2f}".replace(
                    "-", "−"
                )
                for halves in (2, 0)
            ),
        )  # type: ignore[misc]
        for ahead in DIFFERENCES
    ]


def of_season(session: Session, season: Season, lang: Lang) -> list[_Changed]:
    """How the season changed ranks, the highest new Elo first."""
    rows = kept.of_season(session, season)
    names = named(session, rows, lang)
    return [_Changed(names[each.id], each, ranks.account(each)) for each in rows]


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    """A game of a change, with the opponent's name."""

    opponent: NamedPlayer
    bout: RankedBout


def explained(session: Session, season: Season, one: RankChange, lang: Lang) -> list[ExplainedGame]:
    """The games that make up a change. Of an erased person's characters only games against the first are included."""
    who = {
        each.entry_id: NamedPlayer(season, each.number or 0, each.name, each.owner)
        for each in entrants.of_season(session, season, lang)
    }
    return [ExplainedGame(who[each.opponent], each) for each in ranks.bouts(session, season, one)]
