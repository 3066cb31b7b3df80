"""Entries carried over to another season.

A later round starts with the entries of the round before. After a season is called off, one yes
enters its player's character in another.
"""

from datetime import datetime

from sqlmodel import Session

from app.errors import Problem, SeasonRefused, SubmissionRejected
from app.league import visibility
from app.league.entries import contents, doors, entries, places, rosters
from app.league.entries.contents import Submission, read
from app.league.entries.entries import EntrySent, Origin, add_revision
from app.league.entries.pictures import portraits
from app.league.matches import scripts
from app.notices.news import NextRound
from app.store import entrants, letters, pictures
from app.store.security import audits
from app.store.series import rounds
from app.store.tables import Carryover, Entry, Player, Revision, Season


def carry_over(session: Session, season: Season, now: datetime, *, quiet: bool = False) -> None:
    """Copy every entry of the round before into this one. Each player gets one letter on what they may change.

    `quiet` sends no letters. Entries of the organiser and of erased people play on under their public names, and nobody
    can change them. If this round forbids a build or its player, the entry waits for another build, and the letter says
    so. Does nothing in a season that continues no other. Raises `SeasonRefused` unless the results of the round before
    are public.
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


# --- out of a season that was called off -----------------------------------------------------------------


def following(session: Session, season: Season, now: datetime) -> list[Season]:
    """Return the seasons of the same game that take entries now, the best offer first.

    First comes the one named instead, then seasons open to all, then those of the same cup, then the newest.
    """
    acts = audits.of_season(session, season, ("call-off",))
    instead = acts[-1].detail.get("instead") if acts else None
    found = [
        each
        for each in reversed(visibility.open_ones(session))
        if each.game == season.game and each != season and not [*places.open_at(each, now)]
    ]
    alone = [each for each in found if not rounds.of(session, each)]
    return sorted(
        alone,
        key=lambda each: (
            each.slug == instead,
            not doors.door_of(each).by,
            bool(season.cup) and each.cup == season.cup,
        ),
        reverse=True,
    )


def offered(
    session: Session, season: Season, player: Player, now: datetime
) -> tuple[Season, list[Revision]] | None:
    """Return the season that one yes enters the player's character in, and what that is; None without an offer."""
    target = next(iter(following(session, season, now)), None)
    own = offered_in(session, target, season, player, now)
    return (target, own) if target and own else None


def offered_in(
    session: Session, target: Season | None, season: Season, player: Player, now: datetime
) -> list[Revision]:
    """Return the player's characters that may be entered in `target`; empty if the target does not admit them.

    A character whose seat they took over belongs to its first player.
    """
    own = [each for each in rosters.standing(session, season, player) if not each.entry.successors]
    if target is None or not own or rosters.standing(session, target, player):
        return []
    shut = doors.problems(session, target, player, "", "", now, is_known=True)
    return [] if any(shut) else own


def carry(session: Session, season: Season, player: Player, origin: Origin) -> Season:
    """Enter the player's characters in the season offered after theirs was called off. Return that season.

    Each gets a receipt. Raises `SubmissionRejected` with every problem, also if nothing is offered, or if the player
    already has an entry there.
    """
    found = offered(session, season, player, origin.received_at)
    if found is None:
        raise SubmissionRejected([Problem("nothing-to-carry", season=visibility.title_of(season))])
    target, own = found
    sent = [contents.again(each) for each in own]
    if len(sent) == 1:
        entries.submit(session, target, player, sent[0], origin)
    else:
        entries.submit_all(
            session, target, player, [EntrySent(each) for each in sent], origin, lambda _: None
        )
    return target


# --- into the next round --------------------------------------------------------------------------------


def _continued(
    session: Session, season: Season, earlier: Entry, played: Revision, now: datetime
) -> Entry:
    """Create the entry of this round that continues an earlier one, with its picture and hidden parts."""
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
    if earlier.successors:  # what its first player said of themselves stays theirs, to be erased
        parts |= {
            "owner": earlier.successors.rpartition(" → ")[2].removeprefix("…"),
            "lore": "",
            "url": "",
        }
    submission = Submission(**parts, extras=scripts.typed(played.extras))
    problems: list[Problem] = []
    build = read(session, season, submission, problems)
    if problems or any(doors.problems_of_held(session, season, played)):
        return entry
    add_revision(session, season, entry, submission, build, Origin(now, proven=True))
    return entry
