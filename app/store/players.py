"""Players and their addresses."""

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, bindparam, false
from sqlmodel import Session, case, col, delete, func, or_, select, update

from app.notices.news import Digest, Opened
from app.store.database import once_an_edition
from app.store.rows import add_if_new
from app.store.tables import (
    NOBODYS,
    Duelist,
    Entry,
    Follower,
    Letter,
    LetterState,
    Match,
    Player,
    Result,
    Revision,
    RevisionState,
    Role,
    Run,
    Season,
    Secrets,
    SignIn,
)
from app.store.work import push

# Put together once: every mail asks them.
_WITH_KEY: Final = select(Player).where(Player.address_key == bindparam("key"))
_WITH_KEYS: Final = select(Player).where(
    col(Player.address_key).in_(bindparam("keys", expanding=True))
)
_OWNER_PAGE: Final = (  # every character's page asks it
    select(Player.owner_page)
    .join(Entry, col(Entry.player_id) == Player.id)
    .where(
        Entry.season_id == bindparam("season_id"),
        Entry.number == bindparam("number"),
        col(Player.owner_page).is_not(None),
        col(Player.owner_page_hidden_at).is_(None),
    )
)

_UNSETTLED: Final = (RevisionState.HELD, RevisionState.WAITING, RevisionState.QUEUED)


NOWHERE: Final = ".invalid"
"""The ending of placeholder addresses of players without one (RFC 2606)."""


def address_key(address: str) -> str:
    """The key by which addresses are compared."""
    return unicodedata.normalize("NFKC", address).casefold()


def known_as(session: Session, address: str, lang: str, now: datetime) -> Player:
    """The player with this address, created if it is new."""
    return with_address(session, address) or looked_up(session, address, lang, now)


def looked_up(session: Session, address: str, lang: str, now: datetime) -> Player:
    """Like `known_as`, with equal work for known and new addresses, so that the time taken tells nothing."""
    added(session, address, lang, now)
    return session.exec(_WITH_KEY, params={"key": address_key(address)}).one()


def with_addresses(session: Session, addresses: Iterable[str]) -> dict[str, Player]:
    """The players with these addresses, by address key."""
    asked = {"keys": list({*map(address_key, addresses)})}
    return {each.address_key: each for each in session.exec(_WITH_KEYS, params=asked)}


def added(session: Session, address: str, lang: str, now: datetime) -> Player | None:
    """A new player with this address; None if another process has just created one."""
    player = Player(address=address, address_key=address_key(address), lang=lang, created_at=now)
    return player if add_if_new(session, player, is_likely=True) else None


def with_address(session: Session, address: str) -> Player | None:
    """The player with this address, if there is one."""
    return session.exec(_WITH_KEY, params={"key": address_key(address)}).first()


def of_mailbox(session: Session, mailbox: str) -> Sequence[Player]:
    """All players at this mailbox, ignoring the part of an address after a plus sign."""
    statement = select(Player).where(_is_at(mailbox))
    return session.exec(statement.order_by(col(Player.id))).all()


def proven_at(session: Session, mailboxes: Iterable[str]) -> Sequence[str]:
    """The keys of proven addresses at these mailboxes."""
    there = or_(false(), *map(_is_at, mailboxes))
    proven = select(Player.address_key).where(col(Player.proven_at).is_not(None), there)
    return session.exec(proven).all()


def _is_at(mailbox: str) -> ColumnElement[bool]:
    local, _, domain = mailbox.rpartition("@")
    key = col(Player.address_key)
    is_tagged = key.startswith(f"{local}+", autoescape=True)
    return or_(key == mailbox, is_tagged & key.endswith(f"@{domain}", autoescape=True))


def lock(session: Session, player: Player) -> None:
    """Lock what the player keeps until the transaction ends. Everything else goes on."""
    own = select(Player.id).where(Player.id == player.id)
    session.exec(own.with_for_update(key_share=True)).first()


def with_owner_page(session: Session, token: str) -> Player | None:
    """The player with this address of an owner's page, if they want one and it is not hidden."""
    question = select(Player).where(Player.owner_page == token)
    return session.exec(question.where(col(Player.owner_page_hidden_at).is_(None))).first()


def owner_page_of(session: Session, season: Season, number: int) -> str:
    """The end of the address of the owner's page of this entry's player; empty without one."""
    asked = {"season_id": season.id, "number": number}
    return once_an_edition(
        session,
        ("owner page", season.id, number),
        lambda: session.exec(_OWNER_PAGE, params=asked).first() or "",
    )


def secrets_of(session: Session, purpose: str, first: int, second: int) -> Secrets:
    """The `Secrets` of the player whom a token with this purpose and these rows speaks for, if there is one.

    That is the sender of a revision (`confirm`), the holder of a sign-in (`prove`), the player in a seat of a match
    (`orders`), or the named player. Nobody if organisers answer a mail.
    """
    question = select(Player.secret_generation, Player.secret_salt)
    if purpose == "duel":
        seated = Duelist.duel_id == first, Duelist.seat == ("B" if second % 2 else "A")
        question = question.join(Duelist).where(*seated)
    elif purpose == "prove":
        question = question.join(SignIn).where(SignIn.id == first)
    elif purpose in ("confirm", "orders"):
        question = question.join(Entry, col(Entry.player_id) == Player.id)
        if purpose == "confirm":
            sent = col(Revision.entry_id) == Entry.id
            question = question.join(Revision, sent).where(Revision.id == first)
        else:
            seat = col(Match.entry_b_id if second % 2 else Match.entry_a_id)
            question = question.join(Match, seat == Entry.id).where(Match.id == first)
    elif purpose == "answer" and not second:
        return NOBODYS
    else:
        question = question.where(Player.id == first)
    found = session.exec(question).first()
    return Secrets(*found) if found else NOBODYS


def renew_secrets(session: Session, player: Player) -> int:
    """Renew their secret addresses and links, and stop push to their browsers. Returns the new generation."""
    push.end(session, player.id)
    again = update(Player).where(col(Player.id) == player.id)
    session.exec(
        again.values(secret_generation=col(Player.secret_generation) + 1),
        execution_options={"synchronize_session": False},
    )
    session.refresh(player, ["secret_generation"])
    return player.secret_generation


def unfollow(session: Session, player: Player, season: Season) -> None:
    """Stop following the season; its end is removed from the daily letter, too."""
    mine = (col(Follower.season_id) == season.id) & (col(Follower.player_id) == player.id)
    session.exec(delete(Follower).where(mine))
    told = (col(Letter.kind) == Digest.slug) & (col(Letter.state) == LetterState.HELD)
    heard = (col(Letter.season_id) == season.id) & (col(Letter.player_id) == player.id)
    session.exec(delete(Letter).where(told & heard))


def organisers(session: Session) -> Sequence[Player]:
    """All organisers, the longest-serving first."""
    statement = select(Player).where(col(Player.organiser_since).is_not(None))
    return session.exec(statement.order_by(col(Player.organiser_since), col(Player.id))).all()


def owners(session: Session) -> Sequence[Player]:
    """All owners of the site, locked until the transaction ends."""
    statement = select(Player).where(Player.role == Role.OWNER).with_for_update()
    return session.exec(statement.execution_options(populate_existing=True)).all()


def interested(session: Session, game: str) -> Sequence[Player]:
    """Players to be told of a new season of this game, in the order in which they came.

    They played the game before or follow a season of it, their address is proven, they are not muted and not
    organisers. Paused players are left out: their letters would be read when they are no longer news.
    """
    is_interested = _has_played(game) | _follows(game)
    question = select(Player).where(*Player.is_reachable(), is_interested)
    return session.exec(question.order_by(col(Player.id))).all()


def _has_played(game: str) -> ColumnElement[bool]:
    played = (
        select(Entry.player_id)
        .join(Season)
        .where(
            Season.game == game,
            col(Season.listed),
            col(Entry.player_id).is_not(None),
            col(Entry.accepted_at).is_not(None),
        )
    )
    return col(Player.id).in_(played)


def _follows(game: str) -> ColumnElement[bool]:
    followed = select(Follower.player_id).join(Season).where(Season.game == game)
    return col(Player.id).in_(followed)


def without_entry(session: Session, season: Season) -> Sequence[Player]:
    """Players to be reminded of the season: reachable, in a group that it reminds, and without an entry that counts
    or waits for an organiser.

    They were told that it opens, follow it, or have an unconfirmed entry in it.
    """
    told = select(Letter.player_id).where(Letter.season_id == season.id, Letter.kind == Opened.slug)
    own = select(Follower.player_id).where(Follower.season_id == season.id)
    held = (
        select(Entry.player_id)
        .join(Revision, col(Revision.entry_id) == Entry.id)
        .where(Entry.season_id == season.id, Revision.state == RevisionState.HELD)
    )
    was_told = col(Player.id).in_(told)
    groups = {
        "earlier": was_told & _has_played(season.game),
        "watching": (was_told & _follows(season.game)) | col(Player.id).in_(own),
        "held": col(Player.id).in_(held),
    }
    waits = select(Revision.entry_id).where(
        col(Revision.state).in_([RevisionState.WAITING, RevisionState.QUEUED])
    )
    entered = select(Entry.player_id).where(
        Entry.season_id == season.id,
        col(Entry.player_id).is_not(None),
        or_(col(Entry.current_id).is_not(None), col(Entry.id).in_(waits)),
    )
    question = select(Player).where(
        *Player.is_reachable(),
        or_(*(groups[each] for each in season.reminded.split(",") if each in groups), false()),
        col(Player.id).not_in(entered),
    )
    return session.exec(question.order_by(col(Player.id))).all()


class Participation(NamedTuple):
    """A player with an entry in a season: whether an entry counts, and whether one does not count yet."""

    player: Player
    counts: bool
    waits: bool


def with_entry(session: Session, season: Season) -> list[Participation]:
    """Every player with an entry that counts or waits for them or an organiser, once each, including those who want
    no letters.
    """
    waits = select(Revision.entry_id).where(col(Revision.state).in_(_UNSETTLED))
    counts = col(Entry.current_id).is_not(None)
    found = session.exec(
        select(Player, func.max(case((counts, 1), else_=0)), func.max(case((counts, 0), else_=1)))
        .join(Entry, col(Entry.player_id) == Player.id)
        .where(Entry.season_id == season.id, or_(counts, col(Entry.id).in_(waits)))
        .group_by(col(Player.id))
        .order_by(col(Player.id))
    )
    return [Participation(player, bool(some), bool(others)) for player, some, others in found]


def of_run(session: Session, run: Run) -> Sequence[Player]:
    """Players who took part and want letters, each once, in the order of their first numbers."""
    return session.exec(
        select(Player)
        .join(Entry, col(Entry.player_id) == Player.id)
        .join(Revision, col(Revision.entry_id) == Entry.id)
        .join(Result, col(Result.revision_id) == Revision.id)
        .where(Result.run_id == run.id, col(Player.muted_at).is_(None))
        .group_by(col(Player.id))
        .order_by(func.min(Result.number))
    ).all()


def following(session: Session, season: Season) -> Sequence[Player]:
    """Players who follow this season and want letters, in the order in which they asked."""
    return session.exec(
        select(Player)
        .join(Follower, col(Follower.player_id) == Player.id)
        .where(Follower.season_id == season.id, col(Player.muted_at).is_(None))
        .order_by(col(Follower.id))
    ).all()
