"""Nobody gets letters he does not want; everybody gets answers."""

from sqlmodel import Session, select

from app.league.people import players as league_players
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.store import players
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Follower, Player
from tests.support.people import NOW


def somebody(session: Session) -> Player:
    return players.known_as(session, "alice@example.com", "en", NOW)


def test_who_is_muted_twice_is_muted_since_the_first_time(database: Database) -> None:
    with database.writing() as session:
        league_players.mute(somebody(session), NOW)
        league_players.mute(somebody(session), NOW.replace(year=NOW.year + 1))

    with database.writing() as session:
        assert somebody(session).muted_at == NOW
        somebody(session).muted_at = None
        assert somebody(session).muted_at is None


def test_who_follows_twice_follows_once(database: Database) -> None:
    with database.writing() as session:
        season = seasons.create(session, Plan("laplaplus", "cup"), Organiser("olga", NOW))
        session.flush()
        for _ in range(2):
            league_players.follow(session, somebody(session), season, NOW)
        assert len(session.exec(select(Follower)).all()) == 1
