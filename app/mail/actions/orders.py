"""Orders for matches, in the blocks of a mail."""

from collections.abc import Sequence

from app.errors import Problem
from app.league.matches import blocks, views
from app.mail.case.case import Case, MailOutcome
from app.notices.answers import Orders, Reading
from app.store import letters
from app.store.tables import MailAction


def order(case: Case) -> MailOutcome:
    """The orders of its blocks are in force as far as they can be; the answer says of every match which, or why not."""
    return submit(case, case.mail.text)


def submit(case: Case, text: str, others: Sequence[Reading] = ()) -> MailOutcome:
    """The same of the blocks in this text; `others`: what else the answer says of matches."""
    by_key = case.speaker is not None and case.speaker.by_key
    readings = (
        blocks.take(
            case.session,
            case.player,
            None if by_key else case.season,
            text,
            case.key,
            case.kept.received_at,
            letters.answered(case.session, case.player, case.mail.in_reply_to[:1]),
        )
        if text
        else []
    )
    readings += others
    if readings and case.season and not any(each.turn for each in readings):
        readings += _blanks(case)  # no match of theirs is called so
    if doubts := case.mail.doubts:
        readings.append(Reading(game_id="", problems=doubts))
    if case.season:
        case.notes(season=case.season.slug)
    taken = any(each.sha256 for each in readings)
    action = MailAction.ANSWERED if taken else MailAction.PROBLEMS
    return MailOutcome(action, Orders(readings=tuple(readings)), case.season)


def _blanks(case: Case) -> list[Reading]:
    """The matches that take orders from this player, with their blanks."""
    tasks = views.tasks(case.session, case.player)
    return [
        Reading(
            game_id=each.game_id,
            turn=each.turn,
            match=each.match_id,
            seat=each.seat,
            problems=(Problem("block-empty", match=each.game_id),),
        )
        for each in tasks
    ]
