"""Acts on the timetable of a season, and on its exchanges."""

from datetime import datetime
from typing import Final

from app.i18n import N_
from app.league.acts.act import Act, Need, reason, tell
from app.league.matches import deadlines
from app.league.timetable import nights, steps

_STEP: Final = Need(
    name="step", meaning="opening, deadline, run, release or archive; night-1 and so on."
)
_AT: Final = Need(name="at", kind=datetime, meaning="When it is.")
_ZONE: Final = Need(
    name="zone", usual="UTC", meaning="The time zone by whose clocks it is, as Asia/Tokyo."
)
_QUIET: Final = Need(name="quiet", kind=bool, usual=False, meaning="Write to no one.")
_WHY: Final = (reason(), tell())

TIMETABLE: Final = (
    Act(
        "exchange",
        lambda session, slug, by, *, number, deadline=None: deadlines.move(
            session, slug, number, deadline or by.now, by
        ),
        "Move the deadline for orders of an exchange, or call it early. Its players are told.",
        needs=(
            Need(name="number", kind=int, meaning="Of the exchange."),
            Need(
                name="deadline",
                kind=datetime,
                usual=None,
                meaning="Until when; at once without it.",
            ),
            *_WHY,
        ),
        noun="Exchange",
        logged=N_("Deadline for orders moved"),
    ),
    Act(
        "plan",
        lambda session, slug, by, *, step, at, **how: steps.plan(
            session, slug, step, at, by, **how
        ),
        "Take a step of the timetable at this moment; one that was held or skipped is planned again.",
        needs=(
            _STEP,
            _AT,
            _ZONE,
            _QUIET,
            Need(name="with_later", kind=bool, usual=False, meaning="Move all later steps along."),
            *_WHY,
        ),
        has_command=False,
        noun="Step",
        logged=N_("Step planned"),
        logged_as="step",
    ),
    Act(
        "nights",
        lambda session, slug, by, *, at, **how: nights.plan(session, slug, at, by, **how),
        "Let the results come out night by night from this moment on.",
        needs=(
            _AT,
            _ZONE,
            Need(name="nights", kind=int, usual=None, meaning="In so many nights."),
            Need(name="rounds", kind=int, usual=None, meaning="Or so many rounds a night."),
            _QUIET,
            *_WHY,
        ),
        has_command=False,
        noun="Nights",
        logged=N_("Nights planned"),
    ),
    Act(
        "hold",
        lambda session, slug, by, *, step: steps.hold(session, slug, step, by),
        "Hold a step of the timetable, and all after it, until it is resumed, moved or done by hand.",
        needs=(_STEP, *_WHY),
        has_command=False,
        noun="Hold",
        logged=N_("Step held"),
    ),
    Act(
        "skip",
        lambda session, slug, by, *, step: steps.skip(session, slug, step, by),
        "Leave a step of the timetable to organisers; the others go on.",
        needs=(_STEP, *_WHY),
        has_command=False,
        noun="Skip",
        logged=N_("Step skipped"),
    ),
    Act(
        "resume",
        lambda session, slug, by, *, step: steps.resume(session, slug, step, by),
        "Take a step that was held or skipped at its moment, or at once if that has passed.",
        needs=(_STEP, *_WHY),
        has_command=False,
        noun="Resumption",
        logged=N_("Step goes on"),
    ),
)
MARKS: Final = ("hold", "skip", "resume")
"""Those that say of a step whether it is taken by itself."""
