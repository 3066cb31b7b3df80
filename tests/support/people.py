"""Alice, Bob and Charlie, and what they send."""

from datetime import UTC, datetime

from sqlmodel import Session

from app.store.tables import Entry, Player, Revision, RevisionState, Season
from app.tournament.tiebreaks import DEFAULT

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def an_entry(session: Session, lore: str = "") -> Entry:
    """Alice's entry in a season, with one accepted revision, as rows."""
    player = Player(
        address="alice@example.com", address_key="alice@example.com", lang="en", created_at=NOW
    )
    season = Season(
        slug="cup",
        game="laplaplus",
        rules_version="laplaplus@1",
        title_ja="杯",
        title_en="Cup",
        tie_breaks=",".join(DEFAULT),
        created_at=NOW,
    )
    entry = Entry(season=season, player=player, created_at=NOW, accepted_at=NOW, name_key="tuesday")
    revision = Revision(
        entry=entry,
        serial=1,
        state=RevisionState.ACCEPTED,
        name="Tuesday",
        owner="alice",
        build="攻核",
        lore=lore,
        url="",
        extras={},
        salt=bytes(32),
        commitment="0" * 64,
        rules_version="laplaplus@1",
        received_at=NOW,
    )
    entry.current = revision
    session.add_all([player, season, entry, revision])
    session.flush()
    return entry
