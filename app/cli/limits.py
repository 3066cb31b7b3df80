"""What `doctor` says of limits: whether they count clients, and whether letters are held back."""

from datetime import datetime

from sqlmodel import Session

from app.league import budgets
from app.store import proxies


def warnings(session: Session, per_day: int, *, now: datetime) -> list[str]:
    """What is wrong with the limits of this installation, in sentences; nothing if all is well.

    `per_day`: `HIKYAKU_UNPROVEN_LETTERS_A_DAY`.
    """
    told = []
    if proxies.has_unnamed(session, now=now):
        told.append(
            "requests come through a server in front that FORWARDED_ALLOW_IPS does not name, so that limits "
            "cannot tell its clients apart; the log of `serve` has its address."
        )
    use = budgets.use(session, per_day, now=now)
    if use.is_used_up:
        told.append(
            f"{use.released} letters have left to unproven addresses within a day, and no more do "
            f"(HIKYAKU_UNPROVEN_LETTERS_A_DAY={use.per_day}); {use.withheld} are withheld."
        )
    return told
