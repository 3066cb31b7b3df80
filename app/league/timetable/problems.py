"""What can be wrong with moments, and with the steps of a timetable."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind("bad-moment", N_("“%(typed)s” is not a date and time; write 2027-03-31 21:00.")),
    Kind(
        "day-alone",
        N_(
            "“%(typed)s” is a day without a time; write “%(beginning)s” for its beginning or “%(end)s” for its end."
        ),
    ),
    Kind(
        "nights-impossible",
        N_(
            "There are %(rounds)s rounds: they come out in 2 to %(most)s nights, or so many rounds a night that there are as many."
        ),
    ),
    Kind(
        "nights-uncounted",
        N_(
            "How many rounds there are is known once the season has closed, of stages once they have been played. Until then say in how many nights they come out."
        ),
    ),
    Kind(
        "nights-of-matches",
        N_(
            "Everybody watches these matches while they are played: nothing of them is left to come out night by night. That is possible where they are played in one go (tempo script)."
        ),
    ),
    Kind(
        "nights-begun",
        N_("The first of its nights has been: each night can be moved, held or skipped."),
    ),
    Kind(
        "unknown-zone",
        N_("“%(typed)s” is not a time zone; write one like Asia/Tokyo or Europe/Berlin."),
    ),
    Kind(
        "moment-left-out",
        N_(
            "There is no %(typed)s in %(zone)s: clocks are put on over it. Write %(instead)s, or another time."
        ),
    ),
    Kind(
        "moment-twice",
        N_(
            "%(typed)s comes twice in %(zone)s, since clocks are put back. Write “%(first)s” for the first or “%(second)s” for the second."
        ),
    ),
    Kind("no-such-step", N_("“%(typed)s” is not a step of a timetable.")),
    Kind("step-over", N_("%(step)s: this step is over.")),
    Kind("step-past", N_("This moment has already passed.")),
    Kind("step-far", N_("This moment is more than ten years away.")),
    Kind("step-without-moment", N_("%(step)s: no moment has been set for this step.")),
    Kind("step-not-held", N_("%(step)s: this step is neither held nor skipped.")),
    Kind(
        "steps-out-of-order",
        N_(
            "%(step)s (%(at)s) would come before %(before)s (%(before_at)s). Move that first, or let all later steps move along."
        ),
    ),
    Kind(
        "deadline-only-moves",
        N_(
            "A deadline can be moved, but neither held nor skipped: players were told when it is, and everything is sealed until then."
        ),
    ),
    Kind("release-past", N_("The moment at which the results come out has already passed.")),
    Kind(
        "release-far", N_("The moment at which the results come out is more than ten years away.")
    ),
)
