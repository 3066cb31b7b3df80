"""What can be wrong with a duel."""

from typing import Final

from app.i18n import N_

SENTENCES: Final = {
    "duel-of-others": N_("A duel is seen by nobody but the two who play it."),
    "duel-with-oneself": N_("Both addresses are the same: a duel is for two."),
    "duel-no-name": N_(
        "Please write the name by which your opponent shall see you, alone in the first line."
    ),
    "duels-enough": N_("You have opened enough duels for today."),
    "duel-over": N_("This duel is over."),
    "duel-not-over": N_("A rematch can be had once this duel is over."),
    "duel-accepted": N_("Somebody has accepted this duel already."),
    "duel-too-late": N_("The deadline is over: nothing more can be sent."),
    "duel-moved-on": N_(
        "Meanwhile what both of you had chosen has been shown: that stays as it is, and the whole build is asked for now."
    ),
    "duel-days": N_("A stage of a duel takes {0} to {1} days."),
    "duelist-is-address": N_(
        "Your opponent sees this name: an address, or anything with an @, must not stand there."
    ),
    "same-duelist": N_("Your opponent is called “{0}” too. Please take another name."),
}
