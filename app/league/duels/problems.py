"""What can be wrong with a duel."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind("duel-of-others", N_("Only the two players of a duel can see it.")),
    Kind("duel-with-oneself", N_("Both addresses are the same. A duel needs two players.")),
    Kind(
        "duel-no-name",
        N_("Please write the name that your opponent will see, alone on the first line."),
    ),
    Kind(
        "duel-game",
        N_("Please write the name of one game, alone on a line. Choose from: %(games)s."),
    ),
    Kind("duels-enough", N_("You cannot start more duels today. Try again tomorrow.")),
    Kind("duel-over", N_("This duel is over.")),
    Kind(
        "duel-in-match",
        N_(
            "The match has already begun, with the builds that both of you sent. Send your orders to the match."
        ),
    ),
    Kind(
        "duel-unsettled",
        N_(
            "First agree on the settings. The player who is asked agrees, or writes the settings they would like."
        ),
    ),
    Kind("duel-settled", N_("It is not your turn to answer about the settings of this duel.")),
    Kind(
        "duel-setting",
        N_("%(setting)s: “%(typed)s” is not one of the choices. Write one of: %(choices)s."),
    ),
    Kind("duel-not-over", N_("You can ask for a rematch once this duel is over.")),
    Kind("duel-accepted", N_("Somebody has accepted this duel already.")),
    Kind("duel-too-late", N_("The deadline has passed. Nothing more can be sent.")),
    Kind(
        "duel-moved-on",
        N_(
            "Both of your choices have been shown meanwhile. They can no longer change. Please send your whole build now."
        ),
    ),
    Kind(
        "duel-days",
        N_("Each stage of a duel takes %(least)s to %(most)s days. Write a number in that range."),
    ),
    Kind(
        "duelist-is-address",
        N_("Your opponent sees this name. Please write one without an @ or an address."),
    ),
    Kind("same-duelist", N_("Your opponent is called “%(name)s” too. Please take another name.")),
)
