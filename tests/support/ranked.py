"""Players with ranks: a published season that counted, and what it did to each of them."""

from collections.abc import Mapping

from sqlmodel import Session, select

from app.games import ruleset
from app.store.tables import Entry, Player, RankChange
from app.tournament.ratings.rank import POINT
from tests.support.people import NOW
from tests.support.seasons import Character, a_finished_season


def a_ladder(session: Session, points: Mapping[str, int], game: str = "laplaplus") -> list[Player]:
    """Players with these names, each with these rank points after ten rated games."""
    builds = ["双連攻連力力双力", "硬攻欺", "攻核", "核攻", "攻攻"] * 8
    characters = [
        Character(f"{name}'s", build, name) for name, build in zip(points, builds, strict=False)
    ]
    season, _ = a_finished_season(
        session, characters, slug=f"ranked-{game}", published_at=NOW, ranked=True, ranked_at=NOW
    )
    season.game, season.rules_version = game, ruleset(game).rules_version
    session.add(season)
    found = session.exec(select(Entry).where(Entry.season_id == season.id).order_by(Entry.id)).all()  # type: ignore[arg-type]
    for entry, least in zip(found, points.values(), strict=True):
        session.add(_change(entry, game, least))
    session.flush()
    return [each.player for each in found if each.player]


def _change(entry: Entry, game: str, points: int) -> RankChange:
    numbers = {"change": 0, "games": 10, "away": 0, "absence": 0, "total": 10}
    return RankChange(
        game=game,
        season_id=entry.season_id,
        entry_id=entry.id,
        player_id=entry.player_id,
        elo=points * POINT,
        leads=points >= 1550,
        day=NOW.date(),
        **numbers,
    )
