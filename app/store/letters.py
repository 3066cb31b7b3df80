"""Letters to players. They are written in the transaction that causes them, once for each reason."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, or_
from sqlalchemy.orm import defer
from sqlmodel import Session, col, func, select, update

from app.notices.about import About, Untaken
from app.notices.answers import Confirmation, Place, Problems, Receipt, Several, Standings, Wish
from app.notices.news import Bulletin, CalledOff, Daily, Opened, Report, SeatNews
from app.notices.registry import KINDS
from app.settings import settings
from app.store import moments
from app.store.limits.releases import DAY
from app.store.rows import add_if_new
from app.store.tables import Letter, LetterState, Mail, Player, Revision, Run, Season
from app.store.work import push

_RESULTS: Final = tuple(slug for slug, kind in KINDS.items() if kind.has_results)
_ASKS: Final = (Wish.slug, SeatNews.slug, CalledOff.slug)
"""Letters that ask a question that is not about one revision."""
_TOLD: Final = (*_RESULTS, Bulletin.slug)
"""The letters that tell all or some of the results."""

# Put together once: every mail asks it.
_ANSWERS: Final = (
    select(Letter.kind, func.count(col(Letter.id)))
    .group_by(col(Letter.kind))
    .where(
        Letter.player_id == bindparam("player_id"),
        col(Letter.mail_id).is_not(None),
        col(Letter.created_at) > bindparam("since"),
        col(Letter.created_at) <= bindparam("until"),
        func.coalesce(Letter.deliverer, "") == bindparam("deliverer"),
    )
)


def write(
    session: Session,
    about: About,
    player: Player,
    dedup_key: str,
    *,
    now: datetime,
    lang: str | None = None,
    season: Season | None = None,
    run: Run | None = None,
    revision: Revision | None = None,
    answers: Mail | None = None,
    deliverer: str | None = None,
) -> Letter:
    """Write a letter about this, or return the existing one with this `dedup_key`. It is rendered and sent later.

    `answers` is the mail to which it is the only answer. `deliverer` caused it without having proven to read its
    address; the letter then leaves when the budgets allow (`app.league.people.budgets`).
    """
    session.flush()  # the rows that it points to have ids from here on
    thread = answers.note.get("thread", {}) if answers else {}
    if answers and about.tells_untaken and (untaken := answers.note.get("untaken")):
        about = replace(about, untaken=tuple(map(Untaken.of, untaken)))
    if answers and (asked := answers.note.get("questions")):
        about = replace(about, questions=tuple(asked))
    letter = Letter(
        kind=about.slug,
        dedup_key=dedup_key,
        message_id=_message_id(about),
        player_id=player.id,
        lang=lang or player.lang,
        season_id=season.id if season else None,
        run_id=run.id if run else None,
        revision_id=revision.id if revision else None,
        mail_id=answers.id if answers else None,
        in_reply_to=thread.get("message_id", ""),
        references=thread.get("references", ""),
        about=about.to_row(),
        created_at=now,
        deliverer=deliverer,
        **({"due_at": now} if answers or deliverer else _due(about, player, season, now)),
    )
    is_answer = answers is not None and dedup_key.endswith(f":mail:{answers.id}")
    if add_if_new(session, letter, is_likely=is_answer):
        push.wake(session, [] if answers else [(player, about)], season, now)
        return letter
    return session.exec(select(Letter).where(Letter.dedup_key == dedup_key)).one()


def write_to_all(
    session: Session,
    about: About,
    readers: Iterable[Player],
    reason: str,
    *,
    now: datetime,
    season: Season,
    run: Run | None = None,
) -> int:
    """Write a letter about this to each reader, once for the same reason; returns how many are new.

    One statement writes all of them. Each is in the thread of earlier letters to its reader about the season.
    """
    told = keys(session, season, reason)
    each = [(player, about, f"{reason}:{player.id}") for player in readers]
    new = [(player, about, key) for player, about, key in each if key not in told]
    return write_each(session, new, now=now, season=season, run=run)


def is_first(session: Session, letter: Letter) -> bool:
    """Whether this is the first letter of its kind about its season to its reader."""
    statement = select(Letter.id).where(
        Letter.player_id == letter.player_id,
        Letter.season_id == letter.season_id,
        Letter.kind == letter.kind,
        col(Letter.id) < letter.id,
    )
    return session.exec(statement.limit(1)).first() is None


def write_each(
    session: Session,
    new: Sequence[tuple[Player, About, str]],
    *,
    now: datetime,
    season: Season,
    run: Run | None = None,
) -> int:
    """Write different letters to several readers. Their keys must be new.

    A letter about a character is in the thread of earlier letters about it, if there are any.
    """
    if not new:
        return 0
    kept = {id(about): about.to_row() for _, about, _ in new}
    follows = _threads(session, season)

    def before(player: Player, about: About) -> Letter | None:
        entry = about.entry if isinstance(about, Report) else None
        return follows.get((player.id, entry)) or follows.get((player.id, None))

    written = [
        Letter(
            kind=about.slug,
            dedup_key=key,
            message_id=_message_id(about),
            player_id=player.id,
            lang=player.lang,
            season_id=season.id,
            run_id=run.id if run else None,
            in_reply_to=(earlier.message_id if (earlier := before(player, about)) else ""),
            references=_thread_of(earlier) if earlier else "",
            about=kept[id(about)],
            created_at=now,
            **_due(about, player, season, now),
        )
        for player, about, key in new
    ]
    session.add_all(written)
    push.wake(session, [(player, about) for player, about, _ in new], season, now)
    return len(written)


def _due(about: About, player: Player, season: Season | None, now: datetime) -> dict[str, Any]:
    """When a letter is due: at once, or with its reader's daily letter if they want one and it does not come too
    late.
    """
    if player.daily_hour is not None and about.can_wait:
        local = now.astimezone(settings().zone).replace(minute=0, second=0, microsecond=0)
        then = local + timedelta(hours=(player.daily_hour - local.hour - 1) % 24 + 1)
        ends = [season and season.closes_at, *(getattr(about, each.name) for each in fields(about))]
        if not any(isinstance(end, datetime) and now < end <= then for end in ends):
            return {"due_at": then.astimezone(UTC), "state": LetterState.HELD}
    return {"due_at": now}


def with_daily_due(session: Session, *, now: datetime) -> Sequence[int]:
    """The readers whose daily letter is due, or who no longer want one while letters are held for them.

    Muted readers are left out: what is held for them waits until they want letters again.
    """
    is_due = moments.has_come(col(Letter.due_at), now, DAY) | col(Player.daily_hour).is_(None)
    held = (col(Letter.state) == LetterState.HELD, is_due, col(Player.muted_at).is_(None))
    return session.exec(select(Letter.player_id).join(Player).where(*held).distinct()).all()


def write_dailies(session: Session, readers: Sequence[int], *, now: datetime) -> None:
    """Write the daily letter of these readers. Held letters are part of it, or leave by themselves.

    If all are about one season, so is the daily letter, and it is answered like its letters. Letters in the hands of
    another worker are left to it.
    """
    for player in session.exec(select(Player).where(col(Player.id).in_(readers))).all():
        held = session.exec(
            select(Letter)
            .where(Letter.player_id == player.id, col(Letter.state) == LetterState.HELD)
            .order_by(col(Letter.id))
            .with_for_update(skip_locked=True)
        ).all()
        is_daily = player.daily_hour is not None
        if held and is_daily:
            told = Daily(letters=tuple(each.id for each in held))
            others = {each.season_id for each in held} - {held[0].season_id}
            season = None if others else session.get_one(Season, held[0].season_id)
            key = f"{Daily.slug}:{held[0].id}"
            write(session, told, player, key, now=now, season=season)
        for each in held:
            each.due_at, each.sent_at, each.state = (
                (now, now, LetterState.SENT) if is_daily else (now, None, LetterState.READY)
            )


def keys(session: Session, season: Season, reason: str) -> set[str]:
    """The `dedup_key` of every letter of this season that `write_to_all` has written for this reason."""
    written = select(Letter.dedup_key).where(
        Letter.season_id == season.id,
        col(Letter.dedup_key).startswith(f"{reason}:", autoescape=True),
    )
    return set(session.exec(written))


def rename(session: Session, season: Season, reason: str, other: str) -> None:
    """Make letters of this season written for one reason count as written for the other."""
    for key in keys(session, season, reason):
        renamed = update(Letter).where(col(Letter.dedup_key) == key)
        session.execute(renamed.values(dedup_key=other + key.removeprefix(reason)))


def _thread_of(letter: Letter) -> str:
    """The Message-IDs of the thread up to this letter."""
    named = f"{letter.references} {letter.in_reply_to} {letter.message_id}"
    return " ".join(dict.fromkeys(named.split()))


def _message_id(about: About) -> str:
    return f"<{about.slug}.{secrets.token_hex(12)}@{settings().mail_domain}>"


def answer_to(session: Session, mail: Mail) -> Letter | None:
    """The first letter that answered the mail, if any."""
    statement = select(Letter).where(Letter.mail_id == mail.id)
    return session.exec(statement.order_by(col(Letter.id))).first()


def answers(
    session: Session, player: Player, deliverer: str | None, *, now: datetime
) -> Mapping[str, int]:
    """The number of letters of each kind that answered this deliverer's mails from this player within a day.

    None: the player themselves, by a secret address.
    """
    asked = {"player_id": player.id, "deliverer": deliverer or "", "since": now - DAY}
    asked["until"] = now + DAY
    return dict(session.exec(_ANSWERS, params=asked).all())


def with_message_id(session: Session, message_id: str | None) -> bool:
    """Whether a letter of ours has this Message-ID."""
    if message_id is None:
        return False
    return (
        session.exec(select(Letter.id).where(Letter.message_id == message_id)).first() is not None
    )


def asking(session: Session, player: Player, message_ids: Sequence[str]) -> Letter | None:
    """The latest letter to this player with one of these Message-IDs that asks a question: whether a revision or a
    wish is theirs, about a seat, or about an entry of a cancelled season.

    A mail that names the Message-ID comes from the reader of the letter, since only the letter has these 96 random
    bits. A letter to an earlier address proves nothing.
    """
    if not message_ids:
        return None
    statement = select(Letter).where(
        Letter.player_id == player.id,
        col(Letter.message_id).in_(message_ids),
        col(Letter.kind).in_([Confirmation.slug, Several.slug, Problems.slug, Place.slug, *_ASKS]),
    )
    named = session.exec(statement.order_by(col(Letter.id).desc()))
    return next(
        (
            each
            for each in named
            if each.revision_id or each.kind in _ASKS
            if not player.has_moved_since(each.created_at)
        ),
        None,
    )


def answered(session: Session, player: Player, message_ids: Sequence[str]) -> Letter | None:
    """The latest letter to this player with one of these Message-IDs."""
    if not message_ids:
        return None
    statement = select(Letter).where(
        Letter.player_id == player.id, col(Letter.message_id).in_(message_ids)
    )
    return session.exec(statement.order_by(col(Letter.id).desc())).first()


def is_addressed(session: Session, player: Player, message_ids: Sequence[str]) -> bool:
    """Whether one of these is the Message-ID of a letter to this player, which only its reader knows."""
    question = select(Letter.id).where(
        Letter.player_id == player.id,
        col(Letter.message_id).in_(message_ids),
        col(Letter.sent_at).is_not(None),
    )
    return session.exec(question).first() is not None


def latest_to(session: Session, player: Player, most: int) -> list[Letter]:
    """The latest letters to this player, newest first."""
    mine = select(Letter).where(Letter.player_id == player.id)
    return list(session.exec(mine.order_by(col(Letter.id).desc()).limit(most)))


def named_or_latest(
    session: Session, player: Player, message_ids: Sequence[str], most: int
) -> list[Letter]:
    """The letters to this player with one of these Message-IDs, and their latest letters."""
    named = select(Letter).where(
        Letter.player_id == player.id, col(Letter.message_id).in_(message_ids)
    )
    found = [*session.exec(named), *latest_to(session, player, most)]
    return [*{each.id: each for each in found}.values()]


def of_player(session: Session, season: Season, player: Player) -> list[Letter]:
    """All letters to this player in this season, the newest first."""
    mine = (Letter.season_id == season.id, Letter.player_id == player.id)
    return list(session.exec(select(Letter).where(*mine).order_by(col(Letter.id).desc())))


_Thread = tuple[int, int | None]
"""A reader, and the entry that their letters are about; None if about none."""


def _threads(session: Session, season: Season) -> dict[_Thread, Letter]:
    """The letter that starts the thread for news of this season: the last results, else the receipt, else the
    opening. By reader and entry; None for letters about any entry.
    """
    found: dict[_Thread, Letter] = {}
    for kinds in ([Opened.slug], [Receipt.slug], _RESULTS):
        for (reader, entry), letter in _gone_out(session, season, kinds).items():
            found[reader, entry] = found[reader, None] = letter
    return found


def of_results(session: Session, season: Season) -> dict[_Thread, Letter]:
    """The last letter with results of this season that has left or may have left."""
    return _gone_out(session, season, _RESULTS)


def _gone_out(session: Session, season: Season, kinds: Sequence[str]) -> dict[_Thread, Letter]:
    question = (
        select(Letter, Revision.entry_id)
        .outerjoin(Revision, col(Letter.revision_id) == col(Revision.id))
        .where(
            Letter.season_id == season.id,
            col(Letter.kind).in_(kinds),
            col(Letter.state).in_([LetterState.SENDING, LetterState.SENT, LetterState.DOUBT]),
        )
        .options(defer(Letter.text), defer(Letter.html))  # type: ignore[arg-type]
        .order_by(col(Letter.id))
    )
    return {
        (letter.player_id, letter.about.get("entry", entry)): letter
        for letter, entry in session.exec(question)
    }


def called(session: Session, message_id: str) -> Letter | None:
    """The letter with this Message-ID."""
    return session.exec(select(Letter).where(Letter.message_id == message_id)).first()


def tell_anew(session: Session, season: Season) -> None:
    """Delete the text of unsent letters with names of this season's entries, so that they are rendered anew."""
    names_them = (col(Letter.season_id) == season.id) & col(Letter.kind).in_(
        [*_TOLD, Standings.slug]
    )
    told = update(Letter).where(
        or_(names_them, col(Letter.kind) == Daily.slug),
        col(Letter.state) == LetterState.READY,
    )
    session.execute(told.values(subject=None, text=None, html=None))


def _waiting(season: Season) -> tuple[ColumnElement[bool], ...]:
    return (
        col(Letter.season_id) == season.id,
        col(Letter.kind).in_(_TOLD),
        col(Letter.state).in_([LetterState.HELD, LetterState.READY, LetterState.CLAIMED]),
    )


def count_results(session: Session, season: Season) -> int:
    """The number of unsent letters with results."""
    return session.exec(select(func.count()).where(*_waiting(season))).one()


def drop_results(session: Session, season: Season) -> int:
    """Delete unsent letters with results, and return how many; publishing again writes them anew.

    A worker that has claimed such a letter finds it deleted before sending. A daily letter with one of them is
    deleted, too, and its other letters are held again.
    """
    unsent = col(Letter.state).in_([LetterState.READY, LetterState.CLAIMED])
    dailies = select(Letter).where(col(Letter.kind) == Daily.slug, unsent)
    for daily in session.exec(dailies.with_for_update()).all():
        told = session.exec(select(Letter).where(col(Letter.id).in_(daily.about["letters"]))).all()
        if any(each.season_id == season.id and each.kind in _TOLD for each in told):
            session.delete(daily)
            for each in told:
                each.sent_at, each.state = None, LetterState.HELD
    statement = select(Letter).where(*_waiting(season)).order_by(col(Letter.id))
    waiting = session.exec(statement.with_for_update()).all()
    for letter in waiting:
        session.delete(letter)
    return len(waiting)
