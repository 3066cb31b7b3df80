"""What can be wrong with moments, and with the steps of a timetable."""

from typing import Final

from app.i18n import N_

SENTENCES: Final = {
    "bad-moment": N_("“{0}” is not a date and time; write 2027-03-31 21:00."),
    "day-alone": N_(
        "“{0}” is a day without a time; write “{1}” for its beginning or “{2}” for its end."
    ),
    "nights-impossible": N_(
        "There are {0} rounds: they come out in 2 to {1} nights, or so many rounds a night that there are as many."
    ),
    "nights-uncounted": N_(
        "How many rounds there are is known once the season has closed. Until then say in how many nights they come out."
    ),
    "nights-of-stages": N_(
        "The results of a season in stages come out all at once, and not night by night."
    ),
    "nights-begun": N_(
        "The first of its nights has been: each night can be moved, held or skipped."
    ),
    "unknown-zone": N_("“{0}” is not a time zone; write one like Asia/Tokyo or Europe/Berlin."),
    "moment-left-out": N_(
        "There is no {0} in {1}: clocks are put on over it. Write {2}, or another time."
    ),
    "moment-twice": N_(
        "{0} comes twice in {1}, since clocks are put back. Write “{2}” for the first or “{3}” for the second."
    ),
    "no-such-step": N_("“{0}” is not a step of a timetable."),
    "step-over": N_("{0}: this step is over."),
    "step-past": N_("This moment has already passed."),
    "step-far": N_("This moment is more than ten years away."),
    "step-without-moment": N_("{0}: no moment has been set for this step."),
    "step-not-held": N_("{0}: this step is neither held nor skipped."),
    "steps-out-of-order": N_(
        "{0} ({1}) would come before {2} ({3}). Move that first, or let all later steps move along."
    ),
    "deadline-only-moves": N_(
        "A deadline can be moved, but neither held nor skipped: players were told when it is, and everything is sealed until then."
    ),
    "release-past": N_("The moment at which the results come out has already passed."),
    "release-far": N_("The moment at which the results come out is more than ten years away."),
}
