"""The player rank: what each published season that counts did to it, and why.

A season's publication is the deadline of all its games, so nothing of them shows earlier. Ranks
follow only from published results and from accepted challenges. An undo takes the season's changes
back at once, with those of all later seasons of the game, and a job computes them again in the
order of publication.
"""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Any, Final, NamedTuple

from sqlmodel import Session

from app.engine import NOT_PLAYED, Side, winner_of
from app.league import visibility
from app.league.entries import seats
from app.league.matches.settings import MatchSettings
from app.store import entrants, seasons
from app.store.entrants import ShownEntrant
from app.store.matches import matches
from app.store.own import groups
from app.store.ratings import contacts, ranks
from app.store.tables import MatchState, Player, RankChange, Season
from app.tournament.ratings import rank
from app.tournament.ratings.rank import Account
from app.tournament.standings import placed

MOST_ENTRIES: Final = 1_000
"""A larger season is not counted: its half a million games would each change every rank at one deadline."""
_HALVES: Final = {Side.HOME: 2, None: 1, Side.AWAY: 0}


# --- counting -------------------------------------------------------------------------------------------


class _Rated(NamedTuple):
    """An entry in a game, and who had it when that ended; None if they have been erased, or it counts for nobody."""

    entry: int
    player: int | None


class _Count(NamedTuple):
    """What a season does to ranks, as long as these stand as they were."""

    run_id: int | None
    last: Mapping[int, int]
    """The last change of each player, as it was."""
    rows: Sequence[Mapping[str, Any]]


def count(session: Session, season: Season, zone: tzinfo) -> _Count:
    """What this season does, whose results are public.

    Or the match of a challenge, once it is over, if both have a rank.
    """
    run = visibility.published_run(session, season)
    if season.published_at is None or (not season.of_duel and run is None):
        raise LookupError(f"the results of {season.slug} are not public")
    standing = ranks.latest(session, season.game)
    last = {player: each.id for player, each in standing.items()}
    is_duel = season.of_duel
    field = entrants.numbered(session, season) if is_duel else entrants.of_run(session, run)
    run_id = run.id if run else None
    if len(field) > MOST_ENTRIES:
        return _Count(run_id, last, ())
    if is_duel and any(each.player_id not in standing for each in field):
        return _Count(run_id, last, ())
    games = [
        (a, b, halves)
        for a, b, halves in _games(session, season, field)
        if a.player and b.player and a.player != b.player
    ]
    sides = {side for a, b, _ in games for side in (a, b)}
    sides |= {_Rated(each.entry_id, each.player_id) for each in field}
    today = season.published_at.astimezone(zone).date()
    before = _at(
        session,
        {each.player: standing.get(each.player) for each in sides if each.player},
        today,
        zone,
    )
    done = rank.deadline(
        {player: each.elo for player, each in before.items()},
        ((a.player or 0, b.player or 0, halves) for a, b, halves in games),
    )
    rows = []
    places = {each.entry_id: at for at, each in enumerate(field)}
    in_order = sorted(sides, key=lambda each: (-places[each.entry], each.player or 0))
    firsts = {each.player: each.entry for each in in_order if each.player}
    for player, entry in reversed(firsts.items()):
        if player not in done:
            continue
        away, (change, played) = before[player], done[player]
        after = away.played(change, played)
        rows.append(
            {
                "game": season.game,
                "season_id": season.id,
                "entry_id": entry,
                "player_id": player,
                "change": change,
                "games": played,
                "away": away.absence,
                "elo": after.elo,
                "absence": after.absence,
                "total": after.games,
                "leads": after.leads,
                "day": today,
            }
        )
    return _Count(run_id, last, rows)


def keep(session: Session, slug: str, counted: _Count, now: datetime) -> bool:
    """The season has been counted so, unless something it rests on has changed meanwhile; whether it has.

    Where later ones of its game have been counted, that is taken back first: all of them are counted in their order.
    """
    season = seasons.locked(session, slug)
    is_over = visibility.is_public(season) or season.of_duel
    is_due = season.ranked and not season.ranked_at and is_over
    if not is_due or season.published_run_id != counted.run_id:
        return False
    if {p: each.id for p, each in ranks.latest(session, season.game).items()} != counted.last:
        return False
    if ranks.forget_from(session, season):  # later ones were counted while this one could not be
        return False
    ranks.keep(session, season, counted.rows, now)
    groups.look_at(session, season.game)
    return True


def take_back(session: Session, season: Season) -> None:
    """Take the season out of the ranks. They are as before it until later seasons are counted
    again.
    """
    if season.ranked_at and season.published_at:
        ranks.forget_from(session, season)
        groups.look_at(session, season.game)


def _games(
    session: Session, season: Season, field: Sequence[ShownEntrant]
) -> Iterator[tuple[_Rated, _Rated, int]]:
    """The games of the season, and the halves that the first scored: matches where there are any, else battles.

    Where an entry was taken over, each has the matches that ended in their hands, or nobody any, as
    the season has said.
    """
    has = {each.entry_id: each.player_id for each in field}
    if begun := matches.begun(session, season):
        had = seats.holders(session, [*has])
        if MatchSettings.of(begun.settings).takeover == "nobody":
            has |= {entry: None for entry, _ in had}
            had = {}
        for each in matches.of_season(session, season):
            both = each.entry_a_id, each.entry_b_id
            if each.state is MatchState.OVER and has.keys() >= {*both}:
                a, b = (_Rated(one, had.get((one, each.id), has[one])) for one in both)
                yield a, b, each.halves_a or 0
        return
    for index, one in enumerate(field):
        row = zlib.decompress(one.outcomes) if one.outcomes else b""
        for other, byte in zip(field[index + 1 :], row[index + 1 :], strict=False):
            if byte != NOT_PLAYED:
                yield (
                    _Rated(one.entry_id, one.player_id),
                    _Rated(other.entry_id, other.player_id),
                    _HALVES[winner_of(byte)],
                )


def account(change: RankChange) -> Account:
    """The account after this change."""
    return Account(change.elo, change.absence, change.total, change.leads)


def _at(
    session: Session, standing: Mapping[int, RankChange | None], today: date, zone: tzinfo
) -> dict[int, Account]:
    """The accounts of these players on this day: with the days without contact since their last change.

    Those who have none have just come.
    """
    since = min((each.day for each in standing.values() if each), default=today)
    known = contacts.days(session, standing, since, zone)
    return {
        player: account(each).absent(rank.days_away(known[player], each.day, today))
        if each
        else Account()
        for player, each in standing.items()
    }


# --- the leader board -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Place:
    """A player on the leader board, with the last change of their rank."""

    place: int
    account: Account
    change: RankChange


def board(session: Session, game: str, now: datetime, zone: tzinfo) -> list[_Place]:
    """Everybody who has a rank in this game, the highest first; equals share the place."""
    last = ranks.latest(session, game)
    accounts = _at(session, last, now.astimezone(zone).date(), zone)
    order = sorted(last, key=lambda player: (-accounts[player].points, last[player].id))
    return [
        _Place(place, accounts[player], last[player])
        for place, player in placed(order, lambda player: accounts[player].points)
    ]


def of_player(
    session: Session, player: Player, now: datetime, zone: tzinfo
) -> dict[str, tuple[Account, list[RankChange]]]:
    """The ranks of a player by game as they are now, each with its changes, the last first."""
    by_game: dict[str, list[RankChange]] = {}
    for each in ranks.of_player(session, player):
        by_game.setdefault(each.game, []).append(each)
    today = now.astimezone(zone).date()
    return {
        game: (_at(session, {player.id: changes[0]}, today, zone)[player.id], changes)
        for game, changes in by_game.items()
    }


# --- a change explained ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RankedBout:
    """A rated game as one side sees it: against whom, with which Elo before, expected and scored, and the change."""

    opponent: int
    """Their entry."""
    elo: int
    expected: float
    halves: int
    change: int


def bouts(session: Session, season: Season, one: RankChange) -> list[RankedBout]:
    """The games that make up this change, by the opponents' Elo, the highest first."""
    run = visibility.published_run(session, season)
    field = entrants.of_run(session, run)
    rows = ranks.of_season(session, season)
    elos = {each.player_id: each.before for each in rows if each.player_id}
    before = {_Rated(each.entry_id, each.player_id): each.before for each in rows}
    own = {_Rated(one.entry_id, one.player_id)}
    found = []
    for a, b, halves in _games(session, season, field):
        for side in (a, b):
            if side.player in elos:
                before[side] = elos[side.player]
            if one.player_id and side.player == one.player_id:
                own.add(side)
        if len(own & {a, b}) != 1 or a not in before or b not in before:
            continue
        opponent, mine = (b, halves) if a in own else (a, 2 - halves)
        theirs = before[opponent]
        expected = rank.expected(one.before, theirs)
        of_a = rank.change(before[a], before[b], halves)
        change = of_a if a in own else -of_a
        found.append(RankedBout(opponent.entry, theirs, expected, mine, change))
    return sorted(found, key=lambda bout: -bout.elo)
