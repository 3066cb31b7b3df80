"""The problems of moments, and of the steps of a timetable."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind("bad-moment", N_("“%(typed)s” is not a date and time. Write one like 2027-03-31 21:00.")),
    Kind(
        "day-alone",
        N_(
            "“%(typed)s” is a day without a time. Write “%(beginning)s” for its beginning or “%(end)s” for its end."
        ),
    ),
    Kind(
        "nights-impossible",
        N_(
            "The %(rounds)s rounds can come out in 2 to %(most)s nights. Write a number of nights, or of rounds a night, that fits."
        ),
    ),
    Kind(
        "nights-uncounted",
        N_(
            "The number of rounds is known only after the season has closed, or with stages after they were played. Until then, write the number of nights."
        ),
    ),
    Kind(
        "nights-of-matches",
        N_(
            "Everyone can watch these matches while they are played, so there is nothing to show night by night. Nights need matches played at once (tempo script)."
        ),
    ),
    Kind(
        "nights-begun",
        N_("The first night is over. You can still move, hold or skip each of the others."),
    ),
    Kind(
        "unknown-zone",
        N_("“%(typed)s” is not a time zone. Write one like Asia/Tokyo or Europe/Berlin."),
    ),
    Kind(
        "moment-left-out",
        N_(
            "There is no %(typed)s in %(zone)s, since clocks go forward then. Write %(instead)s, or another time."
        ),
    ),
    Kind(
        "moment-twice",
        N_(
            "%(typed)s comes twice in %(zone)s, since clocks go back. Write “%(first)s” for the first or “%(second)s” for the second."
        ),
    ),
    Kind("no-such-step", N_("“%(typed)s” is not a step of a timetable.")),
    Kind("step-over", N_("%(step)s: this step is over.")),
    Kind("step-past", N_("This time has already passed.")),
    Kind("step-far", N_("This time is more than ten years away.")),
    Kind("step-without-moment", N_("%(step)s: this step has no time yet.")),
    Kind("step-not-held", N_("%(step)s: this step is neither held nor skipped.")),
    Kind(
        "steps-out-of-order",
        N_(
            "%(step)s (%(at)s) would come before %(before)s (%(before_at)s). Move that step first, or move all later steps along."
        ),
    ),
    Kind(
        "deadline-only-moves",
        N_(
            "A deadline can be moved, but not held or skipped. Players know it, and everything is sealed until then."
        ),
    ),
    Kind("release-past", N_("The time when the results come out has already passed.")),
    Kind("release-far", N_("The time when the results come out is more than ten years away.")),
)
