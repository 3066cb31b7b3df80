"""Finished seasons for tests: rows as a run leaves them, written directly."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import shake_256
from typing import Any

from sqlmodel import Session

from app.engine import Build, Ruleset
from app.games import ruleset
from app.league.seasons.seasons import scoring_of
from app.store.tables import (
    Entry,
    Placing,
    Player,
    Result,
    Revision,
    RevisionState,
    Run,
    Season,
    SeasonState,
)
from app.tournament.blocks import full_rows, play_block
from app.tournament.standings import standings
from app.tournament.tiebreaks import DEFAULT

OPENED = datetime(2026, 11, 1, 3, tzinfo=UTC)
CLOSES = datetime(2026, 11, 28, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Character:
    """A character as it was sent."""

    name: str
    build: str
    owner: str = ""
    lore: str = ""
    url: str = ""
    lang: str = "en"
    extras: dict[str, Any] = field(default_factory=dict)


def a_season(session: Session, **changes: Any) -> Season:
    """An open season with a deadline."""
    fields: dict[str, Any] = {
        "slug": "cup",
        "game": "laplaplus",
        "rules_version": "laplaplus@1",
        "title_ja": "第一回飛脚杯",
        "title_en": "First Hikyaku Cup",
        "tie_breaks": ",".join(DEFAULT),
        "state": SeasonState.OPEN,
        "closes_at": CLOSES,
        "opened_at": OPENED,
        "created_at": OPENED,
    }
    season = Season(**fields | changes)
    session.add(season)
    session.flush()
    return season


def a_revision(
    session: Session,
    season: Season,
    character: Character,
    number: int = 1,
    state: RevisionState = RevisionState.ACCEPTED,
) -> Revision:
    """The character's first revision, with its entry and its player."""
    address = f"p{number}@{season.slug}.example.com"
    at = OPENED + timedelta(minutes=number)
    player = Player(address=address, address_key=address, lang=character.lang, created_at=at)
    entry = Entry(season=season, player=player, number=number, created_at=at, accepted_at=at)
    revision = Revision(
        entry=entry,
        serial=1,
        state=state,
        name=character.name,
        owner=character.owner,
        build=character.build,
        lore=character.lore,
        url=character.url,
        extras=character.extras,
        salt=shake_256(number.to_bytes(32)).digest(192),
        commitment=f"{number:064x}",
        rules_version=season.rules_version,
        received_at=at,
    )
    session.add_all([player, entry, revision])
    if state is RevisionState.ACCEPTED:
        entry.current = revision
    session.flush()
    return revision


def a_finished_season(
    session: Session,
    characters: Sequence[Character],
    rows: Sequence[bytes] | None = None,
    **changes: Any,
) -> tuple[Season, Run]:
    """A published season in which these met; it ended as `rows` says, or else as they played."""
    season = a_season(session, **{"state": SeasonState.PUBLISHED, **changes})
    revisions = [
        a_revision(session, season, character, number)
        for number, character in enumerate(characters, 1)
    ]
    game = ruleset(season.game, season.rules_version)
    builds = [game.read_build(revision.build) for revision in revisions]
    rows = rows or full_rows(play_block(game.slug, game.rules_version, builds, range(len(builds))))
    run = Run(
        season_id=season.id or 0,
        serial=1,
        rules_version=season.rules_version,
        entries=len(revisions),
        inputs_digest="1" * 64,
        digest="d1" * 32,
        started_at=CLOSES,
        finished_at=CLOSES,
    )
    session.add(run)
    session.flush()
    session.add_all(
        Result(run_id=run.id, number=number, revision_id=revision.id, outcomes=zlib.compress(row))
        for number, (revision, row) in enumerate(zip(revisions, rows, strict=True), 1)
    )
    table = standings(rows, scoring_of(season))
    run.winners = [revisions[line.entry].id for line in table if line.place == 1]
    session.add_all(
        Placing(
            run_id=run.id,
            entry_id=revisions[line.entry].entry_id,
            revision_id=revisions[line.entry].id,
            number=line.entry + 1,
            **{
                name: getattr(line, name) for name in ("place", "points", "wins", "draws", "losses")
            },
        )
        for line in table
    )
    season.published_run_id = run.id
    session.flush()
    return season, run


def wrong_kernel(slug: str = "laplaplus", version: str | None = None) -> Ruleset:
    """A game whose kernel says that every battle is drawn."""

    def draws(builds: Sequence[Build], opponents: Sequence[Build] | None = None) -> bytes:
        return bytes(len(builds) * len(builds if opponents is None else opponents))

    return replace(ruleset(slug, version), outcomes=draws)
