"""Personal data: what is kept about a person, and how it is deleted, by erasure or over time."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import Session, col, delete, func, select, update

from app.notices.answers import Copy, DuelAnswer, OwnAnswer
from app.notices.news import Daily, DuelNews, OwnNews
from app.store import entries, tables
from app.store.entrants import hidden_parts
from app.store.matches import seats
from app.store.results import parts
from app.store.security import audits
from app.store.tables import (
    OVER,
    SEALED,
    AddressChange,
    Audit,
    Bucket,
    Carryover,
    Contestant,
    Duelist,
    Entry,
    Follower,
    GroupMember,
    Letter,
    LetterState,
    Mail,
    MailState,
    Match,
    MatchPlan,
    Player,
    Result,
    Revision,
    RevisionState,
    Seal,
    Season,
    SeasonState,
    Takeover,
)
from app.store.tables.duels import NOBODY
from app.store.tables.personal import PersonalData

_OVER: Final = (LetterState.SENT, LetterState.DEAD)
_WORDS: Final = ("flavour", "lines", "labels")
"""The extras of a character that are its player's own words. Its side and orders are not: they still count in play.
"""
_ORDER: Final = ("pictures", "mails", "letters", "scripts", "duels", "sign_ins", "visits")
"""What is counted first, in this order; what other tables count follows."""
_OF_ANYBODY: Final = ("letter", "mail", "security_event")
"""Tables that point to anyone who wrote to us or was named to us, even without anything else here."""
_UNSEEN: Final = {"synchronize_session": False}


def of(session: Session, player: Player) -> dict[str, Any]:
    """All personal data of this player, except the content of sealed entries."""
    counted = {
        held.told: session.exec(
            select(func.count()).select_from(table).where(_rows(table, player))
        ).one()
        for table, held in _holders()
        if held.told
    }
    wish = select(Player.address).join(AddressChange, col(AddressChange.target_id) == Player.id)
    own = AddressChange.player_id == player.id, col(AddressChange.over_at).is_(None)
    return {
        "address": player.address,
        "wants_address": [*session.exec(wish.where(*own))],
        "lang": player.lang,
        "since": player.created_at.isoformat(),
        "proven": player.proven_at is not None,
        "organiser": player.organiser_since is not None,
        "muted": player.muted_at is not None,
        "wants": {
            "log": player.wants_log,
            "text_only": player.wants_text_only,
            "short_report": player.wants_short_report,
            "daily_hour": player.daily_hour,
            "owner_page": player.owner_page is not None,
        },
        "paused": player.paused_at is not None,
        "blocked": counted.pop("blocked") > 0,
        "entries": [_entry(session, entry) for entry in _entries(session, player)],
        "follows": list(
            session.exec(
                select(Season.slug).join(Follower).where(Follower.player_id == player.id)
            ).all()
        ),
        **(dict.fromkeys(_ORDER, 0) | counted),
    }


def erase(session: Session, player: Player) -> None:
    """Erase the person: no row points to them any more, and none has words of theirs except the names of characters.

    Deleted: their mails, letters, pictures, sign-ins and wishes, entries without a number, letters to others about
    their groups and challenges, and the texts of letters to others about their seasons and duels.

    Kept without them: their duels and the log, without their name; numbered entries under their public names, without
    owner, home page, lore and words, and without the salts of these and of a hidden name. Where entries are taken
    again, such an entry is withdrawn. Of their orders the understood form stays, not the original text; of
    organisers' acts about them only the act, without words.
    """
    session.flush()
    number = player.id
    own = _entries(session, player)
    theirs = [each.id for each in own]
    mails = [*session.exec(select(Mail.id).where(_theirs(player))), *unheeded(session, player)]
    for table in (Revision, Letter):
        session.exec(
            update(table).where(col(table.mail_id).in_(mails)).values(mail_id=None),
            execution_options=_UNSEEN,
        )
    session.exec(delete(Mail).where(col(Mail.id).in_(mails)), execution_options=_UNSEEN)
    groups = select(GroupMember.group_id).where(GroupMember.player_id == number)
    mates = select(GroupMember.player_id).where(col(GroupMember.group_id).in_(groups))
    of_groups = col(Letter.kind).in_([OwnNews.slug, OwnAnswer.slug])
    session.exec(
        delete(Letter).where(of_groups, col(Letter.player_id).in_(mates)),
        execution_options=_UNSEEN,
    )
    called = select(Revision.name, Revision.owner).join(Entry, col(Entry.id) == Revision.entry_id)
    names = {*chain(*session.exec(called.where(col(Entry.id).in_(theirs))))} - {""}
    for letter in session.exec(select(Letter).where(of_groups)):  # who was challenged, too
        if any(json.dumps(name) in json.dumps(letter.about) for name in names):
            session.delete(letter)
    session.flush()
    copies = and_(col(Letter.kind) == Copy.slug, col(Letter.about)["writer"].as_integer() == number)
    session.exec(delete(Letter).where(copies), execution_options=_UNSEEN)
    _take_out_of_letters(session, number, own)
    _take_out_of_log(session, number, theirs)
    session.exec(
        delete(Bucket).where(col(Bucket.key).endswith(f":{number}")), execution_options=_UNSEEN
    )
    wishes = session.exec(select(AddressChange).where(AddressChange.player_id == number)).all()
    asked = delete(AddressChange).where(col(AddressChange.player_id) == number)
    session.exec(asked, execution_options=_UNSEEN)
    for change in {each.target_id: each for each in wishes}.values():
        forget_target(session, change)
    for table, held in sorted(_holders(), key=lambda each: each[0] is Takeover):
        if held.goes:
            session.exec(delete(table).where(_rows(table, player)), execution_options=_UNSEEN)
        elif held.leaves:
            unnamed = update(table).where(_rows(table, player)).values(held.leaves)
            session.exec(unnamed, execution_options=_UNSEEN)
        if held.signed:
            named = col(getattr(table, held.signed)).endswith(f" ({number})")
            session.exec(
                update(table).where(named).values({held.signed: f"({number})"}),
                execution_options=_UNSEEN,
            )
    for of_seat, seat in ((Match.entry_a_id, "A"), (Match.entry_b_id, "B")):
        in_seat = select(Match.id).where(col(of_seat).in_(theirs))
        session.exec(
            update(MatchPlan)
            .where(col(MatchPlan.match_id).in_(in_seat), col(MatchPlan.seat) == seat)
            .values(text="", before=None),
            execution_options=_UNSEEN,
        )
    for entry in own:
        taken = seats.taken(session, [entry.id])
        if any(each.player_id == number for each in taken):
            _unname(entry, number, taken)
        else:
            _orphan(session, entry, number)
    session.flush()
    session.exec(delete(Player).where(col(Player.id) == number), execution_options=_UNSEEN)
    session.expunge_all()


def is_bare(session: Session, player: Player) -> bool:
    """Whether only letters and mails point to this row, so that its address belongs to no player yet."""
    leads = (
        column
        for table in tables.METADATA.sorted_tables
        for column in table.columns
        if table.name not in _OF_ANYBODY and column.name != "target_id"
        if any(key.target_fullname == "player.id" for key in column.foreign_keys)
    )
    found = (session.exec(select(it).where(it == player.id).limit(1)).first() for it in leads)
    return player.organiser_since is None and not any(found)


def unheeded(session: Session, player: Player) -> list[int]:
    """Mails that belong to no player, such as repetitions and automatic answers, but name their address."""
    nobodys = select(Mail.id, Mail.raw).where(
        col(Mail.player_id).is_(None), Mail.state == MailState.DONE
    )
    address = player.address.lower().encode()
    found = session.exec(nobodys.execution_options(yield_per=100))
    return [number for number, raw in found if address in raw.lower()]


def forget_target(session: Session, change: AddressChange) -> None:
    """Delete the row with the other address, unless it is in use or another change to its address is open."""
    row = session.get_one(Player, change.target_id)
    is_other = or_(
        col(AddressChange.over_at).is_(None), col(AddressChange.player_id) != change.player_id
    )
    others = AddressChange.target_id == row.id, col(AddressChange.id) != change.id, is_other
    used = select(Mail.id).where(Mail.player_id == row.id), select(AddressChange.id).where(*others)
    is_used = any(session.exec(each.limit(1)).first() for each in used)
    if row.proven_at is None and not is_used and is_bare(session, row):
        for table, whose in ((Letter, Letter.player_id), (Player, Player.id)):
            session.exec(delete(table).where(col(whose) == row.id), execution_options=_UNSEEN)


def prune(session: Session, *, before: datetime, most: int) -> tuple[int, int]:
    """Empty mails and letters that were finished before then; only the fact that they existed stays. Returns the
    numbers of both.

    The mail of an entry is kept until its season is over, in case of a dispute.
    """
    in_play = (
        select(Revision.mail_id)
        .join(Entry, col(Revision.entry_id) == col(Entry.id))
        .join(Season, col(Entry.season_id) == col(Season.id))
        .where(col(Revision.mail_id).is_not(None), col(Season.state).not_in(OVER))
    )
    old_mails = session.exec(
        select(Mail.id)
        .where(
            Mail.state == MailState.DONE,
            Mail.received_at < before,
            func.length(Mail.raw) > 0,
            col(Mail.id).not_in(in_play),
        )
        .limit(most)
    ).all()
    old_letters = session.exec(
        select(Letter.id)
        .where(
            col(Letter.state).in_(_OVER),
            Letter.created_at < before,
            col(Letter.subject).is_not(None),
        )
        .limit(most)
    ).all()
    session.exec(
        update(Mail).where(col(Mail.id).in_(old_mails)).values(raw=b"", note={}),
        execution_options=_UNSEEN,
    )
    session.exec(
        update(Letter)
        .where(col(Letter.id).in_(old_letters))
        .values(subject=None, text=None, html=None, about={}),
        execution_options=_UNSEEN,
    )
    return len(old_mails), len(old_letters)


def _theirs(player: Player) -> ColumnElement[bool]:
    """Their mails, reports about letters to them, which name their address, and answers to these letters, which may
    quote them.
    """
    letters = select(Letter.id).where(Letter.player_id == player.id)
    about = col(Mail.note)["letter"].as_integer().in_(letters)
    return or_(col(Mail.player_id) == player.id, about)


def _played_by(player: Player) -> Any:
    """Their entries, including those that another player has taken over."""
    had = select(Takeover.entry_id).where(
        Takeover.former_id == player.id, col(Takeover.taken_at).is_not(None)
    )
    return select(Entry.id).where(or_(col(Entry.player_id) == player.id, col(Entry.id).in_(had)))


def _entries(session: Session, player: Player) -> list[Entry]:
    question = select(Entry).where(col(Entry.id).in_(_played_by(player)))
    return list(session.exec(question.order_by(col(Entry.id))))


def _entry(session: Session, entry: Entry) -> dict[str, Any]:
    revisions = entries.revisions(session, entry)
    return {
        "season": entry.season.slug,
        "state": entry.season.state.value,
        "number": entry.number,
        "name": revisions[-1].name if revisions else "",
        "counts": entry.current_id is not None,
        "there_since": entry.here_at.isoformat() if entry.here_at else None,
        "stays": bool(_staying(session, entry, revisions)),
        "revisions": len(revisions),
    }


def _unname(entry: Entry, number: int, taken: Sequence[Takeover]) -> None:
    """Remove the name of a player who took the entry over. If they still had it, the house plays for it."""
    for each in taken:
        if each.player_id == number:
            each.player_id, each.name = None, ""
    entry.successors = seats.names(taken)
    if entry.player_id == number:
        entry.player_id = None


def _orphan(session: Session, entry: Entry, number: int) -> None:
    """Remove this player and their words from the entry. Delete it if nothing depends on it."""
    revisions = entries.revisions(session, entry)
    kept = _staying(session, entry, revisions)
    if entry.season.state in (
        *SEALED,
        SeasonState.CALLED_OFF,
    ):  # a seal that has been published stays, and does not play
        entry.current = entry.name_key = None
        for revision in revisions:
            revision.state = RevisionState.WITHDRAWN
    entry.player_id = None if entry.player_id == number else entry.player_id
    since = entry.season.published_at or entry.created_at
    entry.owner_hidden_at = entry.owner_hidden_at or since
    entry.lore_hidden_at = entry.lore_hidden_at or since
    session.flush()
    for revision in revisions:
        if revision.id not in kept:
            session.delete(revision)
        else:
            parts.destroy(revision, hidden_parts(entry))
            revision.owner = revision.url = revision.lore = ""
            revision.extras = {
                what: given for what, given in revision.extras.items() if what not in _WORDS
            }
    session.flush()
    if not kept:
        session.exec(
            update(Audit).where(col(Audit.entry_id) == entry.id).values(entry_id=None),
            execution_options=_UNSEEN,
        )
        session.exec(
            delete(Carryover).where(col(Carryover.entry_id) == entry.id), execution_options=_UNSEEN
        )
        session.delete(entry)


def _staying(session: Session, entry: Entry, revisions: Sequence[Revision]) -> set[int]:
    """The revisions of the entry on which other players' results, public seals and the log of late acts depend."""
    ids = [each.id for each in revisions]
    kept = {act.detail.get("late", {}).get("revision") for act in audits.of_entry(session, entry)}
    for table in (Result, Seal, Contestant, Carryover):
        rests = select(table.revision_id).where(col(table.revision_id).in_(ids))
        kept.update(session.exec(rests))
    if entry.number is not None:
        kept.add(entry.current_id or ids[-1])
    return kept & {*ids}


def _take_out_of_letters(session: Session, number: int, own: Sequence[Entry]) -> None:
    """Delete the texts of letters to others that may name them. Unsent ones are rendered anew."""
    theirs = {each.season_id for each in own}
    at_rest = col(Letter.state).in_([*_OVER, LetterState.READY, LetterState.DOUBT])
    blank = {"subject": None, "text": None, "html": None}
    session.exec(
        update(Letter)
        .where(or_(col(Letter.season_id).in_(theirs), col(Letter.kind) == Daily.slug), at_rest)
        .values(blank),
        execution_options=_UNSEEN,
    )
    duels = select(Duelist.duel_id).where(Duelist.player_id == number)
    told = col(Letter.about)["duel"].as_integer().in_(duels)
    of_duels = col(Letter.kind).in_([DuelNews.slug, DuelAnswer.slug])
    for letter in session.exec(select(Letter).where(of_duels, told)):
        letter.about = letter.about | {"other": NOBODY}
        letter.subject = letter.text = letter.html = None
    session.flush()


def _take_out_of_log(session: Session, number: int, own: Sequence[int]) -> None:
    """Keep acts about them and by them in the log, without words about them and without their name."""
    about = or_(col(Audit.detail)["player"].as_integer() == number, col(Audit.entry_id).in_(own))
    for act in session.exec(select(Audit).where(about)):
        act.reason = ""
        act.detail = {name: value for name, value in act.detail.items() if name != "told"}
    session.flush()


def _holders() -> Iterator[tuple[Any, PersonalData]]:
    """The tables with personal data, with their description of it."""
    for table in vars(tables).values():
        if isinstance(held := getattr(table, "holds", None), PersonalData):
            yield table, held


def _rows(table: Any, player: Player) -> ColumnElement[bool]:
    """The rows of this person in this table."""
    if table is Mail:
        return _theirs(player)
    if table.holds.whose == "entry_id":
        return col(table.entry_id).in_(_played_by(player))
    return col(getattr(table, table.holds.whose)) == player.id
