"""On the organisers' desk: mail that needs a look, and what has become of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from fastapi.responses import Response

from app.engine import Lang
from app.errors import Problem
from app.i18n import N_
from app.league import visibility
from app.league.entries.places import open_at
from app.league.problems import explain
from app.letters.replies.untaken import Untaken, sentences
from app.store import entries, mails
from app.store.tables import MailAction, Revision, RevisionState
from app.web.dependencies import page_router
from app.web.views.desk import AtDesk, Desk

router = page_router()

MOST_MAILS: Final = 100
"""On the page."""
_LOOKED_AT: Final = (
    MailAction.HELD,
    MailAction.PROBLEMS,
    MailAction.REJECTED,
    MailAction.IGNORED,
    MailAction.BLOCKED,
)


@dataclass(frozen=True, slots=True)
class _Fate:
    """What has happened to a mail so far, and whether it still needs an organiser."""

    words: str
    waits: bool = False


_BY_ACTION: Final = {
    MailAction.HELD: _Fate(N_("waiting for its sender to confirm"), waits=True),
    MailAction.PROBLEMS: _Fate(N_("sent back: something was wrong")),
    MailAction.REJECTED: _Fate(N_("could not be read")),
    MailAction.IGNORED: _Fate(N_("not answered")),
    MailAction.BLOCKED: _Fate(N_("blocked address")),
    MailAction.PASSED_ON: _Fate(N_("answered or settled")),
}
_ACTED_ON: Final = _Fate(N_("done"))
_FOR_YOU: Final = _Fate(N_("waits for your answer"), waits=True)
_ENTERED_SINCE: Final = _Fate(N_("sent back: something was wrong. Its sender has entered since"))
_NEVER: Final = _Fate(N_("was never confirmed"))
_BY_STATE: Final = {
    RevisionState.ACCEPTED: _Fate(N_("confirmed")),
    RevisionState.QUEUED: _Fate(N_("confirmed, and on the waiting list")),
    RevisionState.WAITING: _Fate(N_("confirmed; a newcomer, waiting for an organiser's approval")),
    RevisionState.REFUSED: _Fate(N_("confirmed; refused by an organiser")),
    RevisionState.DECLINED: _Fate(N_("dropped: its player says that somebody else sent it")),
    RevisionState.WITHDRAWN: _Fate(N_("withdrawn later")),
    RevisionState.SUPERSEDED: _Fate(N_("came after a newer version that counts")),
}


@router.get("/desk/mail")
def mail(desk: AtDesk) -> Response:
    """Mail that did not simply become an entry: held, faulty, rejected, ignored; those that wait first, then the newest.

    While a season is sealed, what is wrong with a mail is told to its sender alone: it quotes the build.
    """
    session = desk.session
    is_sealed = bool(visibility.sealed_seasons(session, desk.now))
    tell = _told_sealed if is_sealed else _explained
    found = mails.latest(session, _LOOKED_AT, MOST_MAILS)
    brought = entries.of_mails(session, [each.id for each in found])
    writers = {each.player_id for each in found if each.player_id}
    entered = entries.accepted_at(session, [*writers])
    arrived = [
        (each, _fate(each, brought.get(each.id), entered, desk), tell(each, desk.lang))
        for each in found
    ]
    return desk.page(
        "desk/mail.html",
        arrived=sorted(arrived, key=lambda each: not each[1].waits),
        is_sealed=is_sealed,
        unread=mails.unread(session, desk.now),
    )


def _fate(
    mail: mails.MailHead, brought: Revision | None, entered: Mapping[int, datetime], desk: Desk
) -> _Fate:
    if mail.waits_since:
        return _FOR_YOU
    if mail.action is MailAction.HELD and brought:
        is_late = any(open_at(brought.entry.season, desk.now))
        held = _NEVER if is_late else _BY_ACTION[MailAction.HELD]
        return _BY_STATE.get(brought.state, held)
    since = entered.get(mail.player_id or 0)
    if mail.action is MailAction.PROBLEMS and since and since > mail.received_at:
        return _ENTERED_SINCE
    return _BY_ACTION.get(mail.action, _ACTED_ON) if mail.action else _ACTED_ON


def _told_sealed(mail: mails.MailHead, lang: Lang) -> list[str]:
    """A fault of ours, and the parts not taken, without their words: a build may be among them."""
    problems = map(Problem.of, mail.note.get("problems", []))
    faults = [explain(each, lang) for each in problems if each.code == mails.OUR_FAULT]
    return faults + sentences(map(Untaken.of, mail.note.get("untaken", [])), lang, with_words=False)


def _explained(mail: mails.MailHead, lang: Lang) -> list[str]:
    note = mail.note
    untaken = map(Untaken.of, note.get("untaken", []))
    rules = (note.get("game"), note.get("rules"))
    return [explain(Problem.of(each), lang, *rules) for each in note.get("problems", [])] + [
        *sentences(untaken, lang, with_words=True)
    ]
