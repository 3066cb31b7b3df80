"""On the organisers' desk: mail that needs a look, and letters in trouble."""

from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response

from app.engine import Lang
from app.errors import Problem
from app.league import budgets, players, visibility
from app.league.problems import explain
from app.letters.untaken import Untaken, sentences
from app.store import mails, outbox
from app.store.tables import MailAction
from app.text.privacy import mask_address
from app.web.site import IN_LANGUAGE, RowId
from app.web.views.desk import AtDesk, FromDesk
from app.web.views.pagination import PageNumber, part

router = APIRouter(prefix=IN_LANGUAGE)

MOST_MAILS: Final = 100
"""Or letters, on one page."""
_LOOKED_AT: Final = (MailAction.HELD, MailAction.PROBLEMS, MailAction.REJECTED, MailAction.IGNORED)


@router.get("/desk/mail")
def mail(desk: AtDesk) -> Response:
    """Mail that did not simply become an entry, newest first: held, faulty, rejected, ignored.

    While a season is sealed, what is wrong with a mail is told to its sender alone: it quotes the build.
    """
    is_sealed = bool(visibility.sealed_seasons(desk.session, desk.now))
    tell = _told_sealed if is_sealed else _explained
    arrived = [
        (each, tell(each, desk.lang)) for each in mails.latest(desk.session, _LOOKED_AT, MOST_MAILS)
    ]
    return desk.page("desk/mail.html", arrived=arrived, is_sealed=is_sealed)


def _told_sealed(mail: mails.Arrived, lang: Lang) -> list[str]:
    """A fault of ours, and the parts not taken, without their words: a build may be among them."""
    problems = map(Problem.of, mail.note.get("problems", []))
    faults = [explain(each, lang) for each in problems if each.code == mails.OUR_FAULT]
    return faults + sentences(map(Untaken.of, mail.note.get("untaken", [])), lang, with_words=False)


def _explained(mail: mails.Arrived, lang: Lang) -> list[str]:
    note = mail.note
    untaken = map(Untaken.of, note.get("untaken", []))
    rules = (note.get("game"), note.get("rules"))
    return [explain(Problem.of(each), lang, *rules) for each in note.get("problems", [])] + [
        *sentences(untaken, lang, with_words=True)
    ]


@router.get("/desk/letters")
def letters(desk: AtDesk, number: PageNumber) -> Response:
    """How many letters are where, and those that need an organiser."""
    session, most = desk.session, desk.site.settings.unproven_letters_a_day
    return desk.page(
        "desk/letters.html",
        counts=outbox.counts(session),
        bounced=outbox.bounced(session),
        use=budgets.use(session, most, now=desk.now),
        reasons=budgets.REASONS,
        mask_address=mask_address,
        trouble=part(outbox.in_trouble(session), number, MOST_MAILS),
    )


@router.post("/desk/letters/{number}")
def settle(desk: FromDesk, number: RowId) -> Response:
    """A letter in trouble is sent once more, or settled: nothing more is to be done about it. Settled twice, the first time counts."""
    if desk.form.text("act") == "resend":
        players.send_again(desk.session, number, desk.now)
    elif desk.form.text("act") == "drop":
        outbox.drop(desk.session, number, now=desk.now)
    return desk.to("/letters")
