"""The problems of stages, their formats, and pairings by hand."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind(
        "nobody-left",
        N_("Stage %(stage)s has too few characters: only %(entries)s."),
    ),
    Kind(
        "part-of-one",
        N_(
            "Stage %(stage)s: with %(entries)s entrants in %(parts)s parts someone is alone, without an opponent. Choose fewer parts."
        ),
    ),
    Kind(
        "all-go-on",
        N_("Stage %(stage)s: %(most)s of %(size)s go on, so nobody is knocked out."),
    ),
    Kind(
        "rounds-without-opponents",
        N_(
            "Stage %(stage)s: %(rounds)s rounds are too many for %(entries)s entrants. After round %(most)s there are no new opponents."
        ),
    ),
    Kind(
        "division-empty",
        N_(
            "Stage %(stage)s: %(entries)s entrants do not fill %(divisions)s divisions. Choose fewer, or smaller ones."
        ),
    ),
    Kind(
        "many-at-once",
        N_(
            "Stage %(stage)s: everyone would play %(most)s matches at the same time and answer them all in every letter. Try 3 at once."
        ),
    ),
    Kind(
        "pairing-unreadable",
        N_(
            "“%(typed)s” is not a pairing. Write two characters by number or name, as in 3 – Alice. Or write the round and both, as in 1,3,8."
        ),
    ),
    Kind("pairing-of-stranger", N_("No character here is called “%(typed)s”.")),
    Kind(
        "pairing-leaves-out",
        N_(
            "Round %(round)s leaves out these numbers: %(numbers)s. Pair them, or write - beside the one with a bye."
        ),
    ),
    Kind(
        "ruled-without-stages",
        N_("“%(season)s” has no stages: everyone meets everyone. Withdraw the entry instead."),
    ),
    Kind("retired-already", N_("Number %(number)s has already retired. Take that back first.")),
    Kind("no-such-stage", N_("There is no stage %(stage)s. Write a number from 1 to %(most)s.")),
    Kind(
        "no-such-round",
        N_("There is no round %(round)s. Write a number from %(least)s to %(most)s."),
    ),
    Kind(
        "set-where",
        N_(
            "Pairings and byes can only be set in a Swiss system. Round %(round)s of stage %(stage)s is not in one."
        ),
    ),
    Kind(
        "set-in-vain",
        N_(
            "This pairing cannot happen in round %(round)s of stage %(stage)s. One of the two is not in that stage or has retired, or that round is never played."
        ),
    ),
    Kind("nothing-ruled", N_("“%(season)s” has no rulings yet.")),
    Kind(
        "pairings-missing",
        N_(
            "“%(season)s” is paired by hand. Its pairings are missing, or contain an entry that is out. Write the pairings first."
        ),
    ),
    Kind(
        "nothing-by-hand",
        N_(
            "No stage of “%(season)s” is paired by hand. While stages can still change, make by-hand the first one."
        ),
    ),
    Kind(
        "by-hand-first",
        N_(
            "Only the first stage can be paired by hand. Who reaches later stages is known only when they are played."
        ),
    ),
    Kind("pairing-of-nobody", N_("No character here has the number %(typed)s.")),
    Kind("pairing-with-itself", N_("Number %(number)s would meet itself.")),
    Kind(
        "pairing-of-one-side",
        N_("Numbers %(one)s and %(other)s are on the same side, and a side does not meet itself."),
    ),
    Kind("apart-already", N_("%(one)s and %(other)s are already kept apart.")),
    Kind(
        "apart-in-teams",
        N_(
            "In team matches the boards decide who meets whom, so you cannot keep two characters apart."
        ),
    ),
    Kind("pairing-of-avoiding", N_("Numbers %(one)s and %(other)s are kept apart by a ruling.")),
    Kind(
        "round-begun",
        N_(
            "Round %(round)s of stage %(stage)s cannot be paired again. It or a later round has already had an exchange."
        ),
    ),
    Kind(
        "ruled-for-good",
        N_(
            "While matches of “%(season)s” run, you can take back only a pairing or a bye. The last ruling is neither."
        ),
    ),
    Kind("no-round-open", N_("“%(season)s” has no round under way.")),
    Kind("pairing-twice", N_("Number %(number)s already has an opponent in round %(round)s.")),
    Kind("too-many-pairings", N_("There can be at most %(most)s pairings.")),
    Kind("no-pairings", N_("There is no pairing. Write one a line, as in 3 – 8.")),
    Kind(
        "stage-too-large-for-life",
        N_(
            "Stage %(stage)s would have %(battles)s battles of %(entries)s characters. With the tie-break “life” the limit is %(most)s. Take “life” out, or let fewer go on into this stage."
        ),
    ),
    Kind("too-many-stages", N_("A season has at most %(most)s stages.")),
    Kind(
        "stages-without-life",
        N_("This game has no life points. Take “life” out of the tie-breaks of the stages."),
    ),
    Kind(
        "stage-unreadable",
        N_(
            "“%(typed)s” is not a stage. Write the format and its settings, as in: swiss rounds=5 best=8"
        ),
    ),
    Kind("unknown-format", N_("“%(typed)s” is not a format. Write one of: %(formats)s.")),
    Kind(
        "unknown-stage-setting",
        N_("“%(typed)s” is not a setting of %(format)s. Write any of: %(settings)s"),
    ),
    Kind("stage-setting-doubled", N_("%(setting)s appears twice. Write it once.")),
    Kind("stage-question", N_("%(setting)s cannot be “%(typed)s”. Write %(yes)s or %(no)s.")),
    Kind(
        "stage-number",
        N_("%(setting)s cannot be “%(typed)s”. Write a number from %(least)s to %(most)s."),
    ),
    Kind(
        "stage-after",
        N_(
            "Only the first stage can continue another season, and its seeds are then not drawn. Write after= there, without seeds=lot."
        ),
    ),
    Kind(
        "former-unknown",
        N_(
            "“%(typed)s” is not another season that has opened. In after= write the name of a season as in its address."
        ),
    ),
    Kind(
        "former-not-public",
        N_(
            "This season begins with the ranking after “%(season)s”, whose results are not public. Publish them first, or change the stages."
        ),
    ),
    Kind(
        "stage-best",
        N_("“%(typed)s” is not a number of entries that go on. Write 1 or a higher number."),
    ),
    Kind("stage-seeds", N_("Seeds cannot come from “%(typed)s”. Write one of: %(ways)s.")),
    Kind(
        "stage-cuts-itself",
        N_("In %(format)s you set how many go on from each group. Write go-on instead of best."),
    ),
    Kind("stage-last-cuts", N_("No stage follows the last one. Leave out how many go on.")),
    Kind(
        "bad-stage-name",
        N_(
            "“%(typed)s” cannot be the name of a stage. Use one line of at most %(most)s characters."
        ),
    ),
    Kind(
        "stage-too-large",
        N_(
            "Stage %(stage)s would have %(battles)s battles with %(entries)s entries. The limit is %(most)s. Open the season again and choose a format with fewer battles, such as groups or the Swiss system."
        ),
    ),
)
