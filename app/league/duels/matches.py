"""The match of a duel: two entries in an unlisted season of their own, played, recorded and told like any other."""

import secrets
from dataclasses import replace
from datetime import datetime

from sqlmodel import Session

from app.i18n import translations
from app.league.duels.news import end
from app.league.duels.settings import match_settings, rules_of
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin, add_revision
from app.league.matches import beginnings, departures, turns
from app.store import duels, entrants, players, seasons
from app.store.matches import matches
from app.store.tables import (
    Duel,
    DuelEnding,
    Duelist,
    DuelStage,
    Entry,
    Match,
    MatchState,
    Player,
    Season,
    SeasonState,
)


def begin(session: Session, duel: Duel, now: datetime) -> None:
    """Both have sent: their match is due to begin at once, in a season that only its address opens."""
    game = rules_of(duel)
    season = Season(
        slug=f"duel-{secrets.token_hex(8)}",
        game=game.slug,
        rules_version=game.rules_version,
        title_ja=translations("ja").gettext("Duel: %(game)s") % {"game": game.title.ja},
        title_en=translations("en").gettext("Duel: %(game)s") % {"game": game.title.en},
        tie_breaks="",
        listed=False,
        of_duel=True,
        opened_at=now,
        closed_at=now,
        laid_open_at=now,
        created_at=now,
    )
    session.add(season)
    session.flush()
    beginnings.arrange(session, season, match_settings(duel))
    beginnings.open_(session, season)
    for number, each in enumerate(duel.duelists, 1):
        build = replace(game.read_build(each.build or ""), name=None)
        player = _player(session, season, each, now)
        entry = Entry(season_id=season.id, player_id=player.id, number=number, created_at=now)
        submission = Submission(each.name, game.write_build(build))
        add_revision(session, season, entry, submission, build, Origin(now, proven=True))
    season.state = SeasonState.RUNNING
    session.flush()
    beginnings.begin(session, season, entrants.numbered(session, season), now)
    duel.stage, duel.season_id = DuelStage.MATCH, season.id


def _player(session: Session, season: Season, duelist: Duelist, now: datetime) -> Player:
    """The player of a seat: the person, once they have proven that they read our letters, else a
    player whom no letter reaches.
    """
    if duelist.player and duelist.is_proven:
        return duelist.player
    address = duels.address_of(season.id, duelist.seat)
    stranger = players.looked_up(session, address, duelist.lang, now)
    stranger.muted_at = now
    return stranger


def prove(session: Session, duel: Duel, duelist: Duelist, now: datetime) -> None:
    """Mark that this player reads our letters: the entry becomes theirs, and a letter shows them the match."""
    duelist.is_proven = True
    match = duels.match_of(session, duel)
    if match is None or duelist.player_id is None or is_theirs(session, match, duelist):
        return
    seasons.lock(session, session.get_one(Season, match.season_id))
    session.get_one(Entry, match.entry_in(duelist.seat)).player_id = duelist.player_id
    setattr(match, f"told_{duelist.seat.lower()}", 0)
    session.flush()
    turns.tell(session, match.season_id, now)


def is_theirs(session: Session, match: Match, duelist: Duelist) -> bool:
    """Whether their entry belongs to the reader of the address that was named for them."""
    entry = session.get_one(Entry, match.entry_in(duelist.seat))
    return duelist.player_id is not None and entry.player_id == duelist.player_id


def resign(session: Session, duel: Duel, seat: str, now: datetime) -> bool:
    """The match ends at once, and the other one wins; whether it was still going on."""
    found = duels.match_of(session, duel)
    match = found and matches.locked(session, found.id)
    if match is None or match.state is not MatchState.WAITING or match.verdict:
        return False
    departures.end(match, "resign", seat, now)
    _publish(session, match, now)
    return True


def _publish(session: Session, match: Match, now: datetime) -> None:
    """It counts for the rank from now on, if it was to count."""
    season = session.get_one(Season, match.season_id)
    season.published_at = now if season.ranked else None


def settle(session: Session, duel: Duel, now: datetime) -> None:
    """End the duel after its match, and tell both. The duel is locked."""
    match = duels.match_of(session, duel)
    if match is None or duel.stage is not DuelStage.MATCH or match.state is MatchState.WAITING:
        return
    _publish(session, match, now)
    winner = {(2, 0): "A", (0, 2): "B"}.get((match.halves_a or 0, match.halves_b or 0))
    end(session, duel, DuelEnding.BATTLE, winner, now=now)
