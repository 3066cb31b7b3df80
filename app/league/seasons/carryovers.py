"""The entries of a round that come from the round before: they stand as they were played until their players change them."""

from datetime import datetime

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league import visibility
from app.league.entries import doors
from app.league.entries.contents import Submission, read
from app.league.entries.entries import Origin, add_revision
from app.league.entries.pictures import portraits
from app.league.matches import scripts
from app.notices.news import NextRound
from app.store import entrants, letters, pictures
from app.store.series import rounds
from app.store.tables import Carryover, Entry, Player, Revision, Season


def carry_over(session: Session, season: Season, now: datetime, *, quiet: bool = False) -> None:
    """Every entry that played the round before is in this one, as it was played; each player hears once what may be changed, but if it is quiet.

    Those of the organiser and of people who have been erased play on under their public names, and are nobody's to change.
    One whose build is not legal in this round, or whose player its door does not let in, waits for its player to send another, with its picture, and its letter says so.
    Nothing happens in a season that continues none. Raises `SeasonRefused` unless the results of the round before are public.
    """
    before = rounds.before(session, season)
    if before is None:
        return
    run = visibility.published_run(session, before)
    if run is None:
        raise SeasonRefused([Problem("round-before-unpublished", season=before.slug)])
    told: dict[int, list[tuple[Entry, Revision]]] = {}
    for each in entrants.of_run(session, run):
        earlier = session.get_one(Entry, each.entry_id)
        played = session.get_one(Revision, each.revision_id)
        entry = _continued(session, season, earlier, played, now)
        if not quiet and entry.player and entry.player.muted_at is None:
            told.setdefault(entry.player.id, []).append((entry, played))
    for own in told.values():
        (entry, played), *others = own
        about = NextRound(
            played=played.id,
            others=tuple(one.id for _, one in others),
            out=tuple(one.id for other, one in others if other.current is None),
        )
        key = f"next-round:{season.id}:{entry.player_id}:{entry.id}"
        player = session.get_one(Player, entry.player_id)
        letters.write(session, about, player, key, now=now, season=season, revision=entry.current)


def _continued(
    session: Session, season: Season, earlier: Entry, played: Revision, now: datetime
) -> Entry:
    """The entry of this round that continues that one, with what organisers hide of it and its picture."""
    entry = Entry(
        season_id=season.id,
        player_id=earlier.player_id,
        approved_at=now,
        name_hidden_at=earlier.name_hidden_at,
        owner_hidden_at=earlier.owner_hidden_at,
        lore_hidden_at=earlier.lore_hidden_at,
        created_at=now,
    )
    session.add(entry)
    session.flush()
    session.add(Carryover(entry_id=entry.id, revision_id=played.id))
    picture = pictures.of_entry(session, earlier.id)
    if picture and picture.hidden_at is None:
        portraits.restore(session, entry, picture.content, now)
    parts = {name: getattr(played, name) for name in ("name", "build", "owner", "lore", "url")}
    submission = Submission(**parts, extras=scripts.typed(played.extras))
    problems: list[Problem] = []
    build = read(session, season, submission, problems)
    if problems or any(doors.problems_of_held(session, season, played)):
        return entry
    add_revision(session, season, entry, submission, build, Origin(now, proven=True))
    return entry
