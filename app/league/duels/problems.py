"""What can be wrong with a duel."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind("duel-of-others", N_("A duel is seen by nobody but the two who play it.")),
    Kind("duel-with-oneself", N_("Both addresses are the same: a duel is for two.")),
    Kind(
        "duel-no-name",
        N_("Please write the name by which your opponent shall see you, alone in the first line."),
    ),
    Kind(
        "duel-game",
        N_("Please name one game in a line of its own. There is: %(games)s."),
    ),
    Kind("duels-enough", N_("You have opened enough duels for today.")),
    Kind("duel-over", N_("This duel is over.")),
    Kind(
        "duel-in-match",
        N_("The match has begun, with what both of you had sent. Your orders go to the match."),
    ),
    Kind(
        "duel-unsettled",
        N_(
            "Both of you have to agree on the settings first. Whoever is asked agrees, or writes the settings that they would like."
        ),
    ),
    Kind("duel-settled", N_("You are not asked about the settings of this duel.")),
    Kind(
        "duel-setting",
        N_("%(setting)s: “%(typed)s” cannot be chosen. There is: %(choices)s."),
    ),
    Kind("duel-not-over", N_("A rematch can be had once this duel is over.")),
    Kind("duel-accepted", N_("Somebody has accepted this duel already.")),
    Kind("duel-too-late", N_("The deadline is over: nothing more can be sent.")),
    Kind(
        "duel-moved-on",
        N_(
            "Meanwhile what both of you had chosen has been shown: that stays as it is, and the whole build is asked for now."
        ),
    ),
    Kind("duel-days", N_("A stage of a duel takes %(least)s to %(most)s days.")),
    Kind(
        "duelist-is-address",
        N_(
            "Your opponent sees this name: an address, or anything with an @, must not stand there."
        ),
    ),
    Kind("same-duelist", N_("Your opponent is called “%(name)s” too. Please take another name.")),
)
