"""Mails that wait for an organiser, who answers, settles them, or confirms a revision for a player."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league import visibility
from app.league.entries import entries as league_entries
from app.league.entries.entries import Origin
from app.notices.answers import ORGANISER, Problems, Reply
from app.store import entries, letters, mails
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Letter, Mail, Player, Revision, RevisionState, Season

MOST_ANSWER: Final = 10_000
"""The most characters of an answer."""
_MOST_LOOKED_AT: Final = 100
_MOST_NAMES: Final = 3


def is_sealed(session: Session, note: Mapping[str, Any], now: datetime) -> bool:
    """Whether organisers may not read this mail yet, since it may tell of an entry in a sealed season.

    A mail addressed to the organisers is never sealed.
    """
    if note.get("request") == ORGANISER or not note.get("says_entry"):
        return False
    return bool(visibility.sealed_seasons(session, now))


def called(session: Session, player: Player) -> str:
    """Return what organisers call a player whose address they do not see: names of characters, and a number."""
    names = ", ".join(entries.names_of(session, player, _MOST_NAMES))
    return f"{names} (#{player.id})" if names else f"#{player.id}"


def answer(
    session: Session, player: Player, text: str, by: Organiser, until: int | None = None
) -> Letter:
    """Write the organiser's words to the player, in the thread of their last mail, and settle the waiting mails.

    `until`: the last mail that the organiser has read; later ones stay. Raises `SeasonRefused` if the text is empty or
    too long, or if there is no mail to answer.
    """
    words = text.strip()
    if not words:
        raise SeasonRefused([Problem("no-answer")])
    if len(words) > MOST_ANSWER:
        length, most = f"{len(words):,}", f"{MOST_ANSWER:,}"
        raise SeasonRefused([Problem("reason-too-long", length=length, most=most)])
    mail = _last(session, player, until)
    settled = mails.settle(session, player, mail.id)
    first = letters.answer_to(session, mail)
    subject = "" if is_sealed(session, mail.note, by.now) else mail.note.get("subject", "")
    letter = letters.write(
        session,
        Reply(text=words, subject=subject),
        first.player if first else player,
        f"reply:{mail.id}:{by.now.timestamp()}",
        now=by.now,
        season=_season(session, first),
        answers=mail,
    )
    session.flush()
    _note(session, by, "answer", player, settled, letter=letter.id)
    return letter


def settle(session: Session, player: Player, by: Organiser, until: int | None = None) -> int:
    """Settle the player's waiting mails without an answer. Return how many; settling twice changes nothing."""
    settled = mails.settle(session, player, _last(session, player, until).id)
    if settled:
        _note(session, by, "settle", player, settled)
    return len(settled)


def confirm(session: Session, player: Player, revision: Revision, by: Organiser) -> Revision:
    """Confirm a held revision because its player told an organiser so. It counts now, and they get its receipt.

    It is in time if the player's mail was. Raises `SubmissionRejected` as `entries.confirm` does.
    """
    _require_own(player, revision)
    said_at = [
        mail.received_at
        for mail in mails.of_player(session, player, _MOST_LOOKED_AT)
        if mail.waits_since and mail.received_at > revision.received_at
    ]
    origin = Origin(min([*said_at, by.now]), proven=True)
    confirmed = league_entries.confirm(session, revision, origin)
    audits.note(
        session, by, "confirm", revision.entry.season, revision.entry, {"player": player.id}
    )
    return confirmed


def drop(session: Session, player: Player, revision: Revision, by: Organiser) -> None:
    """Decline a held revision because the player told an organiser that they did not send it.

    It never counts, and the player gets a letter. Raises `SubmissionRejected` if it is no longer held.
    """
    _require_own(player, revision)
    league_entries.decline(session, revision, by.now)
    season = revision.entry.season
    letters.write(
        session,
        Problems(problems=(Problem("not-confirmed"),), declined=revision.id, game=season.game),
        player,
        f"dropped:{revision.id}",
        now=by.now,
        season=season,
    )
    audits.note(session, by, "drop", season, revision.entry, {"player": player.id})


def _require_own(player: Player, revision: Revision) -> None:
    if revision.entry.player_id != player.id or revision.state is RevisionState.WITHDRAWN:
        raise SeasonRefused([Problem("unknown-entry", entry=revision.name)])


def _last(session: Session, player: Player, until: int | None) -> Mail:
    """Return this mail of the player, or their last one. Raises `SeasonRefused` if it is missing."""
    for mail in mails.of_player(session, player, 1 if until is None else _MOST_LOOKED_AT):
        if until is None or mail.id == until:
            return mail
    raise SeasonRefused([Problem("no-mail")])


def _season(session: Session, letter: Letter | None) -> Season | None:
    """Return the season of the letter that answered first, else the only season that takes entries, else None."""
    if letter and letter.season_id:
        return session.get(Season, letter.season_id)
    open_ones = visibility.open_ones(session)
    return open_ones[0] if len(open_ones) == 1 else None


def _note(
    session: Session, by: Organiser, act: str, player: Player, settled: list[Mail], **more: int
) -> None:
    detail = {"player": player.id, "mails": [mail.id for mail in settled], **more}
    audits.note(session, by, act, None, detail=detail)
