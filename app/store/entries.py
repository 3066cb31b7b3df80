"""Queries for entries and their revisions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import bindparam
from sqlalchemy.orm import joinedload
from sqlmodel import Session, col, func, or_, select

from app.store.pending import Pending, of as pending_of
from app.store.rows import sound
from app.store.tables import (
    OVER,
    PUBLIC,
    Entry,
    Player,
    Revision,
    RevisionState,
    Season,
    SeasonState,
)

# Put together once: every mail asks the first, every character's page the others.
_ARE_OF_PLAYER_OR_NAMED: Final = (
    Entry.season_id == bindparam("season_id"),
    or_(Entry.player_id == bindparam("player_id"), Entry.name_key == bindparam("name_key")),
)
_OF_PLAYER_AND_NAMED: Final = select(Entry).where(*_ARE_OF_PLAYER_OR_NAMED).order_by(col(Entry.id))
_IS_ANY_OF_PLAYER_OR_NAMED: Final = select(col(Entry.id)).where(*_ARE_OF_PLAYER_OR_NAMED).limit(1)

_OF_PLAYERS_OR_NAMED: Final = select(Entry.season_id, Entry.player_id, Entry.name_key).where(
    col(Entry.season_id).in_(bindparam("season_ids", expanding=True)),
    or_(
        col(Entry.player_id).in_(bindparam("player_ids", expanding=True)),
        col(Entry.name_key).in_(bindparam("name_keys", expanding=True)),
    ),
)
_SOUGHT: Final = "hikyaku.sought"

_WITH_ENTRY: Final = (
    select(Revision).where(Revision.id == bindparam("id")).options(joinedload(Revision.entry))  # type: ignore[arg-type]
)
_TOLD_IN: Final = (
    select(Revision.id, Revision.lore, Revision.extras, col(Entry.lore_hidden_at).is_not(None))
    .join(Entry, col(Revision.entry_id) == col(Entry.id))
    .where(col(Revision.id).in_(bindparam("ids", expanding=True)))
)
_SEAL: Final = select(Revision.commitment, Revision.salt).where(Revision.id == bindparam("id"))


def of_season(session: Session, season: Season) -> list[Entry]:
    """All entries with their current revisions: by number, then in order of arrival."""
    statement = (
        select(Entry)
        .where(Entry.season_id == season.id)
        .options(joinedload(Entry.current))  # type: ignore[arg-type]
        .order_by(
            col(Entry.number).is_(None), col(Entry.number), col(Entry.accepted_at), col(Entry.id)
        )
    )
    return list(session.exec(statement))


def count(session: Session, season: Season) -> int:
    """The number of counting entries in the season."""
    counting = select(func.count(col(Entry.id))).where(
        Entry.season_id == season.id, col(Entry.current_id).is_not(None)
    )
    return session.exec(counting).one()


def of_player(session: Session, season: Season, player: Player) -> list[Entry]:
    """The player's entries in the season, in any state, in the order in which they were sent first."""
    mine = (Entry.season_id == season.id, Entry.player_id == player.id)
    return list(session.exec(select(Entry).where(*mine).order_by(col(Entry.id))))


def most_of_players(session: Session, season: Season) -> int:
    """The most entries with a name that one player has in the season."""
    held = (col(Entry.player_id).is_not(None), col(Entry.name_key).is_not(None))
    each = select(func.count(col(Entry.id))).where(Entry.season_id == season.id, *held)
    return max(session.exec(each.group_by(col(Entry.player_id))).all(), default=0)


def revisions(session: Session, entry: Entry) -> list[Revision]:
    """All revisions of an entry, oldest first."""
    statement = select(Revision).where(Revision.entry_id == entry.id).order_by(col(Revision.serial))
    return list(session.exec(statement))


def held(session: Session, season: Season) -> list[Revision]:
    """The revisions whose senders have not been proven, oldest first."""
    statement = (
        select(Revision)
        .join(Entry, col(Revision.entry_id) == col(Entry.id))
        .where(Entry.season_id == season.id, Revision.state == RevisionState.HELD)
        .options(joinedload(Revision.entry))  # type: ignore[arg-type]
        .order_by(col(Revision.id))
    )
    return list(session.exec(statement))


def unsettled(session: Session) -> dict[tuple[int, str], int]:
    """The number of waiting revisions in open seasons, by season and state: for their senders or an organiser."""
    waiting = (RevisionState.HELD, RevisionState.WAITING)
    statement = (
        select(Entry.season_id, Revision.state, func.count())
        .join(Revision, col(Revision.entry_id) == col(Entry.id))
        .join(Season, col(Entry.season_id) == col(Season.id))
        .where(Season.state == SeasonState.OPEN, col(Revision.state).in_(waiting))
        .group_by(col(Entry.season_id), col(Revision.state))
    )
    return {(season, state): many for season, state, many in session.exec(statement)}


def waiting(session: Session, season: Season) -> list[Revision]:
    """The revisions of newcomers that wait for an organiser, oldest first."""
    statement = (
        select(Revision)
        .join(Entry, col(Revision.entry_id) == col(Entry.id))
        .where(Entry.season_id == season.id, Revision.state == RevisionState.WAITING)
        .order_by(col(Revision.received_at), col(Revision.id))
    )
    return list(session.exec(statement))


def queued(session: Session, season: Season) -> list[Revision]:
    """The revisions that wait for a place, the longest wait first."""
    statement = (
        select(Revision)
        .join(Entry, col(Revision.entry_id) == col(Entry.id))
        .where(Entry.season_id == season.id, Revision.state == RevisionState.QUEUED)
        .order_by(col(Entry.queued_at), col(Entry.id))
    )
    return list(session.exec(statement))


def has_played(session: Session, player_id: int) -> bool:
    """Whether a character of this player took part in a season whose results are public."""
    statement = (
        select(Entry.id)
        .join(Season, col(Entry.season_id) == col(Season.id))
        .where(
            Entry.player_id == player_id,
            col(Entry.number).is_not(None),
            col(Entry.current_id).is_not(None),
            col(Season.state).in_(PUBLIC),
        )
    )
    return session.exec(statement.limit(1)).first() is not None


def of_mails(session: Session, mails: Sequence[int]) -> dict[int, Revision]:
    """The revision that each of these mails brought, by mail number. If a mail brought several: a held one, else the
    last.
    """
    brought = select(Revision).where(col(Revision.mail_id).in_(mails))
    is_held = col(Revision.state) == RevisionState.HELD
    found = session.exec(brought.order_by(is_held, col(Revision.id)))
    return {each.mail_id: each for each in found if each.mail_id}


def of_mail(session: Session, mail_id: int) -> list[Revision]:
    """The revisions that this mail brought, in their order."""
    brought = select(Revision).where(Revision.mail_id == mail_id)
    return list(session.exec(brought.order_by(col(Revision.id))))


def accepted_at(session: Session, writers: Sequence[int]) -> dict[int, datetime]:
    """When the latest counting revision of each of these players was received."""
    latest = (
        select(Entry.player_id, func.max(Revision.received_at))
        .join(Revision, col(Revision.id) == col(Entry.current_id))
        .where(col(Entry.player_id).in_(writers))
        .group_by(col(Entry.player_id))
    )
    return {who: at for who, at in session.exec(latest) if who}


def names(session: Session, revisions: Collection[int]) -> dict[int, str]:
    """The names in these revisions, by revision; deleted ones are left out."""
    question = select(Revision.id, Revision.name).where(col(Revision.id).in_(revisions))
    return dict(session.exec(question).all())


def told_in(
    session: Session, revisions: Collection[int]
) -> dict[int, tuple[str, Mapping[str, Any], bool]]:
    """The lore and the extras in each of these revisions, and whether organisers hide them."""
    found = session.execute(_TOLD_IN, {"ids": [*revisions]})
    return {id_: (lore, extras, hidden) for id_, lore, extras, hidden in found}


def seal(session: Session, revision_id: int) -> tuple[str, bytes]:
    """The commitment of this revision, which must exist, and its packed salts."""
    commitment, salt = session.execute(_SEAL, {"id": revision_id}).one()
    return commitment, salt


def with_entry(session: Session, revision_id: int) -> Revision:
    """The revision with this number, which must exist, with its entry."""
    return session.exec(_WITH_ENTRY, params={"id": revision_id}).one()


def with_entries(session: Session, revisions: Collection[int]) -> Sequence[Revision]:
    """The existing ones of these revisions, with their entries."""
    wanted = select(Revision).where(col(Revision.id).in_(revisions))
    return sound(session, wanted.options(joinedload(Revision.entry)), col(Revision.id))  # type: ignore[arg-type]


def held_among(session: Session, revisions: Collection[int]) -> Collection[int]:
    """The ones of these revisions that wait for a confirmation."""
    these = col(Revision.id).in_(revisions), col(Revision.state) == RevisionState.HELD
    return set(session.exec(select(Revision.id).where(*these)).all())


def names_of(session: Session, player: Player, most: int) -> list[str]:
    """The names of this player's latest characters, the newest first, each as last sent."""
    statement = (
        select(Revision.entry_id, Revision.name)
        .join(Entry, col(Revision.entry_id) == col(Entry.id))
        .where(Entry.player_id == player.id)
        .order_by(col(Revision.entry_id), col(Revision.serial))
    )
    return list(dict(session.exec(statement).all()).values())[::-1][:most]


def latest_of(session: Session, player: Player) -> list[Revision]:
    """For each of this player's entries in seasons that are not over, without duels: the counting revision, or the
    last.
    """
    statement = (
        select(Revision)
        .join(Entry, col(Revision.entry_id) == col(Entry.id))
        .join(Season, col(Entry.season_id) == col(Season.id))
        .where(
            Entry.player_id == player.id,
            ~col(Season.of_duel),
            col(Season.state).not_in(OVER),
            Revision.state != RevisionState.DECLINED,
        )
        .order_by(col(Season.id), col(Revision.id) == col(Entry.current_id), col(Revision.id))
    )
    return list({each.entry_id: each for each in session.exec(statement)}.values())


def held_of(session: Session, player: Player) -> list[Revision]:
    """Revisions that wait for this player's confirmation in seasons that take entries, oldest first."""
    statement = (
        select(Revision)
        .join(Entry, col(Revision.entry_id) == col(Entry.id))
        .join(Season, col(Entry.season_id) == col(Season.id))
        .where(
            Entry.player_id == player.id,
            Season.state == SeasonState.OPEN,
            Revision.state == RevisionState.HELD,
        )
        .order_by(col(Revision.id))
    )
    return list(session.exec(statement))


def counting_of(session: Session, player: Player) -> list[Revision]:
    """Revisions of this player that count in seasons that take entries, oldest first."""
    statement = (
        select(Revision)
        .join(Entry, col(Entry.current_id) == col(Revision.id))
        .join(Season, col(Entry.season_id) == col(Season.id))
        .where(Entry.player_id == player.id, Season.state == SeasonState.OPEN)
        .order_by(col(Revision.id))
    )
    return list(session.exec(statement))


def named(session: Session, season: Season, name_key: str) -> Entry | None:
    """The entry that holds this name."""
    return session.exec(
        select(Entry).where(Entry.season_id == season.id, Entry.name_key == name_key)
    ).first()


def name_keys(session: Session, season: Season) -> list[str]:
    """The keys of all names taken in the season."""
    held = col(Entry.name_key).is_not(None)
    return list(
        filter(None, session.exec(select(Entry.name_key).where(Entry.season_id == season.id, held)))
    )


def address_keys(session: Session, season: Season) -> list[str]:
    """The address keys of the players whose entries count, wait for an organiser or a place, or have a number."""
    is_in = col(Entry.name_key).is_not(None) | col(Entry.number).is_not(None)
    question = select(Player.address_key).join(Entry, col(Entry.player_id) == Player.id)
    return list(session.exec(question.where(Entry.season_id == season.id, is_in)))


@dataclass(frozen=True, slots=True)
class _Sought:
    """The players and names asked about at once, and the seasons with the entries found."""

    pending: Pending
    seasons: Collection[int]
    players: set[int]
    names: Collection[str]
    there: set[tuple[int, int | str | None]]

    def has_none(self, season: Season, player: Player, name_key: str) -> bool:
        """Whether the season is known to have no entry of this player and none of this name."""
        if season.id not in self.seasons or player.id not in self.players:
            return False
        if name_key not in self.names or "entry" in self.pending.changed:
            return False
        return self.there.isdisjoint({(season.id, player.id), (season.id, name_key)})


def seek(
    session: Session, seasons: Sequence[Season], players: Iterable[Player], names: Iterable[str]
) -> None:
    """Find out at once which of these players and names have no entry in these locked seasons.

    `of_player_and_named` then needs no query for them. Used only where rows wait to be written (`store.pending`).
    """
    pending = pending_of(session)
    if pending is None:
        return
    season_ids = {each.id for each in seasons}
    player_ids = {each.id for each in players}
    name_keys = {*names}
    asked = {"season_ids": [*season_ids], "player_ids": [*player_ids], "name_keys": [*name_keys]}
    there = set[tuple[int, int | str | None]]()
    for season, player, name in session.connection().execute(_OF_PLAYERS_OR_NAMED, asked):
        there |= {(season, player), (season, name)}
    session.info[_SOUGHT] = _Sought(pending, season_ids, player_ids, name_keys, there)


def seek_none(session: Session, player: Player) -> None:
    """Note that this player is new and has no entry."""
    sought: _Sought | None = session.info.get(_SOUGHT)
    if sought:
        sought.players.add(player.id)


def of_player_and_named(
    session: Session, season: Season, player: Player, name_key: str
) -> tuple[list[Entry], Entry | None]:
    """The player's entries in the season, as in `of_player`, and the entry with this name, which may be one of them."""
    sought: _Sought | None = session.info.get(_SOUGHT)
    session.flush()
    if sought and sought.has_none(season, player, name_key):
        sought.players.discard(player.id)  # next they may have one
        return [], None
    asked = {"season_id": season.id, "player_id": player.id, "name_key": name_key}
    if not session.connection().scalar(_IS_ANY_OF_PLAYER_OR_NAMED, asked):
        return [], None  # as for most; to read no entries takes several times as long
    found = session.exec(_OF_PLAYER_AND_NAMED, params=asked).all()
    return (
        [entry for entry in found if entry.player_id == player.id],
        next((entry for entry in found if entry.name_key == name_key), None),
    )


def numbered(session: Session, season: Season, number: int) -> Entry | None:
    """The entry with this number."""
    return session.exec(
        select(Entry).where(Entry.season_id == season.id, Entry.number == number)
    ).first()


def last_number(session: Session, season: Season) -> int:
    """The highest number in the season; 0 if there is none."""
    return (
        session.exec(select(func.max(Entry.number)).where(Entry.season_id == season.id)).one() or 0
    )


def next_serial(session: Session, entry: Entry) -> int:
    """The serial of the next revision; the first, if the entry has not been written yet."""
    if not entry.id:
        return 1
    last = session.exec(
        select(func.max(Revision.serial)).where(Revision.entry_id == entry.id)
    ).one()
    return (last or 0) + 1
