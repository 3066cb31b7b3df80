"""A season of the game with decisions that tests bring along, from its opening to its results."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any, Final

from sqlmodel import Session, select, update

from app.engine.matches.game import Seat
from app.engine.matches.grammar import OrderLine, Orders
from app.jobs.exchanges import begin_due, move_due, pair_due
from app.jobs.seasons.runs import RunsUnderWay
from app.league.eligibility.sides import FIELD, NO_SIDES, Sides
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches import beginnings, plans
from app.league.matches.settings import GRACE, MatchSettings
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.league.seasons.stages import plans as stage_plans
from app.store import players, seasons as kept
from app.store.database import Database
from app.store.matches import matches, records as stored_records
from app.store.security.audits import Organiser
from app.store.tables import Entry, Exchange, Match, MatchLine, MatchState, Season, SeasonState

CLOSES: Final = datetime(2026, 11, 2, 3, tzinfo=UTC)
OPENS: Final = CLOSES - timedelta(days=1)
HANDS: Final = ("石石紙", "紙紙鋏", "鋏鋏石", "石紙鋏", "石石石")


def olga(now: datetime) -> Organiser:
    """The organiser at this moment."""
    return Organiser("olga", now, "reasons", "what is told")


def open_cup(
    database: Database,
    count: int,
    game: str = "duel",
    builds: Sequence[str] = HANDS,
    brought: Mapping[int, Mapping[str, Any]] = MappingProxyType({}),
    sides: Sides = NO_SIDES,
    proof: int = 2,
    beacon: str = "",
    stages: str = "",
    **settings: Any,
) -> None:
    """The season `cup` has this many entries, C1 and so on, each with a player, and takes more until `CLOSES`.

    `brought`: what some of them bring to their matches, by number. Where there are sides, they are on these by turns.
    """
    by = olga(OPENS)
    with database.writing() as session:
        season = seasons.create(
            session,
            Plan(
                game,
                "cup",
                closes_at=CLOSES,
                sides=sides,
                beacon=beacon,
                stages=stage_plans.read(stages)[0],
            ),
            by,
        )
        beginnings.arrange(session, season, MatchSettings(**settings))
        season.proof = proof
        seasons.open_season(session, "cup", by)
        for number in range(1, count + 1):
            player = players.known_as(session, f"p{number}@example.com", "en", by.now)
            extras = dict(brought.get(number, {}))
            if sides:
                extras[FIELD] = sides.every[number % len(sides.every)].en
            build = builds[number % len(builds)]
            submission = Submission(f"C{number}", build, extras=extras)
            entries.submit(session, season, player, submission, Origin(by.now, proven=True))


def give(session: Session, to: str, *names: str) -> None:
    """Enter these as further characters of this player; the cup then allows that many for each
    player.
    """
    cup(session).characters = 1 + len(names)
    entry = {each.name_key: each for each in session.exec(select(Entry))}
    for name in names:
        entry[name.casefold()].player_id = entry[to.casefold()].player_id
    session.add_all([cup(session), *entry.values()])
    session.flush()


def begin_cup(database: Database, count: int, own: int = 1, **settings: Any) -> None:
    """The cup has closed, and all its matches wait for their first exchange. One player has the
    first `own` characters.
    """
    open_cup(database, count, **settings)
    with database.writing() as session:
        give(session, "C1", *(f"C{number}" for number in range(2, own + 1)))
        seasons.close(session, "cup", olga(CLOSES))
    assert begin_due(database, CLOSES)
    move_all(database, CLOSES)


def move_all(database: Database, now: datetime) -> int:
    """Everything due has moved on; in how many blocks."""
    blocks = 0
    while move_due(database, now) or pair_due(database, now):
        blocks += 1
    return blocks


def cup(session: Session) -> Season:
    """The season."""
    return kept.by_slug(session, "cup")


def all_matches(database: Database) -> list[Match]:
    """All matches, by round and table."""
    with database.reading() as session:
        return matches.of_season(session, cup(session))


def next_deadline(database: Database) -> datetime | None:
    """Of the exchange that comes first; None when all is over."""
    with database.reading() as session:
        statement = (
            select(Exchange.deadline)
            .join(Match)
            .where(Match.state == MatchState.WAITING)
            .order_by(Exchange.deadline)  # type: ignore[arg-type]
        )
        return session.exec(statement).first()


def pass_deadline(database: Database) -> datetime | None:
    """The next exchange has been, with its grace; tells when, or None if there was none."""
    deadline = next_deadline(database)
    if deadline is None:
        return None
    now = deadline + GRACE + timedelta(seconds=1)
    move_all(database, now)
    return now


def seat_of(session: Session, match: Match, name: str) -> Seat | None:
    """Where this character sits in the match, if it plays in it."""
    entry = session.exec(select(Entry).where(Entry.name_key == name.casefold())).one()
    return {match.entry_a_id: "A", match.entry_b_id: "B"}.get(entry.id)  # type: ignore[return-value]


def send(database: Database, name: str, orders: Orders, at: datetime) -> int:
    """This character sends the same orders for all of its matches that wait; for how many."""
    sent = 0
    for each in all_matches(database):
        with database.writing() as session:
            seat = seat_of(session, each, name)
            if seat and each.state is MatchState.WAITING and not each.verdict:
                plans.submit(session, each.id, seat, each.turn, orders, str(orders), at)
                sent += 1
    return sent


def play(*cards: str, **more: Any) -> Orders:
    """Orders to play the first of these that is in hand."""
    return Orders(tuple(OrderLine(f"play {card}") for card in cards), **more)


def records(database: Database) -> Mapping[str, list[str]]:
    """The hashes of all records, by match."""
    with database.reading() as session:
        found: dict[str, list[str]] = {}
        for each in matches.of_season(session, cup(session)):
            found[each.game_id] = [
                line.h for line in stored_records.lines(session, [each.id])[each.id]
            ]
        return found


def forget_snapshots(database: Database) -> None:
    """The cache is gone."""
    with database.writing() as session:
        session.execute(update(Match).values(snapshot=None))


def count_lines(database: Database) -> int:
    """Lines of all records."""
    with database.reading() as session:
        return len(session.exec(select(MatchLine.id)).all())


def play_run(database: Database, now: datetime) -> SeasonState:
    """The run whose matches are over has been played; tells where the season is then."""
    job = RunsUnderWay()
    while job(database, now):
        pass
    with database.reading() as session:
        return cup(session).state
