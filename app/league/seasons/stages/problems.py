"""What can be wrong with stages, their formats, and pairings by hand."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind(
        "nobody-left",
        N_("Stage %(stage)s has nobody to play: only %(entries)s would be in it."),
    ),
    Kind(
        "part-of-one",
        N_(
            "Stage %(stage)s: with %(entries)s entrants in %(parts)s parts somebody is alone, and meets nobody. Choose fewer."
        ),
    ),
    Kind(
        "all-go-on",
        N_("Stage %(stage)s: %(most)s go on where there are %(size)s, so nobody is out."),
    ),
    Kind(
        "rounds-without-opponents",
        N_(
            "Stage %(stage)s: %(rounds)s rounds are more than %(entries)s entrants have opponents; after round %(most)s nobody new is left."
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
            "Stage %(stage)s: everybody would play %(most)s matches at the same time, and answer them in every letter. Let them play 3 at once."
        ),
    ),
    Kind(
        "pairing-unreadable",
        N_(
            "“%(typed)s” is no pairing; a line has two sides, by number or name, as in 3 – Alice, or the round and both, as in 1,3,8."
        ),
    ),
    Kind("pairing-of-stranger", N_("Nobody takes part with the name “%(typed)s”.")),
    Kind(
        "pairing-leaves-out",
        N_(
            "In round %(round)s these numbers are left out: %(numbers)s. Pair them, or write - beside who rests."
        ),
    ),
    Kind(
        "ruled-without-stages",
        N_("“%(season)s” has no stages: everybody meets everybody. Withdraw the entry instead."),
    ),
    Kind("retired-already", N_("Number %(number)s has retired already; take that back first.")),
    Kind("no-such-stage", N_("There is no stage %(stage)s; write a number from 1 to %(most)s.")),
    Kind("no-such-round", N_("There is no round %(round)s; write a number from %(least)s on.")),
    Kind(
        "set-where",
        N_(
            "Pairings and byes can be set in rounds of a Swiss system alone; round %(round)s of stage %(stage)s is none."
        ),
    ),
    Kind(
        "set-in-vain",
        N_(
            "This pairing cannot come to pass in round %(round)s of stage %(stage)s: one of them is not in that stage, or has retired, or the round is never played."
        ),
    ),
    Kind("nothing-ruled", N_("In “%(season)s” nothing was ruled.")),
    Kind(
        "pairings-missing",
        N_(
            "“%(season)s” is paired by hand, and who meets whom has not been said, or names an entry that is out: write the pairings first."
        ),
    ),
    Kind(
        "nothing-by-hand",
        N_(
            "No stage of “%(season)s” is paired by hand: make by-hand its first stage while its stages can still be changed."
        ),
    ),
    Kind(
        "by-hand-first",
        N_(
            "Only the first stage can be paired by hand: who comes into later ones is known when they are played."
        ),
    ),
    Kind("pairing-of-nobody", N_("Nobody takes part with the number %(typed)s.")),
    Kind("pairing-with-itself", N_("Number %(number)s would meet itself.")),
    Kind(
        "pairing-of-one-side",
        N_("Numbers %(one)s and %(other)s are on the same side, and nobody meets their own."),
    ),
    Kind("apart-already", N_("%(one)s and %(other)s do not meet already.")),
    Kind(
        "apart-in-teams",
        N_(
            "Where sides meet as teams, who sits opposite whom follows from the boards: nobody can be kept from anybody."
        ),
    ),
    Kind(
        "pairing-of-avoiding", N_("Numbers %(one)s and %(other)s are not to meet, as was decided.")
    ),
    Kind(
        "round-begun",
        N_(
            "Round %(round)s of stage %(stage)s cannot be paired anew: matches of it, or of later ones, have had an exchange."
        ),
    ),
    Kind(
        "ruled-for-good",
        N_(
            "While the matches of “%(season)s” are played only a pairing or a bye can be taken back, and not what was ruled last."
        ),
    ),
    Kind("no-round-open", N_("In “%(season)s” no round is under way.")),
    Kind("pairing-twice", N_("Number %(number)s meets somebody in round %(round)s already.")),
    Kind("too-many-pairings", N_("There are at most %(most)s pairings.")),
    Kind("no-pairings", N_("There is no pairing; write one a line, as in 3 – 8.")),
    Kind(
        "stage-too-large-for-life",
        N_(
            "Stage %(stage)s would have %(battles)s battles of %(entries)s characters; where life left over decides there are at most %(most)s. Take “life” out of its tie-breaks, or let fewer go on into it."
        ),
    ),
    Kind("too-many-stages", N_("A season has at most %(most)s stages.")),
    Kind(
        "stages-without-life",
        N_("No life is left over in this game: take “life” out of the tie-breaks of its stages."),
    ),
    Kind(
        "stage-unreadable",
        N_(
            "“%(typed)s” cannot be read as a stage; write the format and its settings, as in: swiss rounds=5 best=8"
        ),
    ),
    Kind("unknown-format", N_("“%(typed)s” is no format. There are %(formats)s.")),
    Kind(
        "unknown-stage-setting",
        N_("“%(typed)s” is no setting of %(format)s; there are %(settings)s"),
    ),
    Kind("stage-setting-doubled", N_("%(setting)s is said twice; once is enough.")),
    Kind("stage-question", N_("%(setting)s cannot be “%(typed)s”; say %(yes)s or %(no)s.")),
    Kind(
        "stage-number",
        N_("%(setting)s cannot be “%(typed)s”; it is a number from %(least)s to %(most)s."),
    ),
    Kind(
        "stage-after",
        N_(
            "Only the first stage can follow another season, and then its seeds are not drawn: write after= there, without seeds=lot."
        ),
    ),
    Kind(
        "former-unknown",
        N_(
            "“%(typed)s” is no other season that has been opened: write the name of one in after=, as it stands in its address."
        ),
    ),
    Kind(
        "former-not-public",
        N_(
            "This season begins with the ranking after “%(season)s”, whose results are not public. Publish those first, or change the stages."
        ),
    ),
    Kind("stage-best", N_("“%(typed)s” cannot go on; write a number of entries, at least 1.")),
    Kind("stage-seeds", N_("Seeds cannot come from “%(typed)s”; say one of %(ways)s.")),
    Kind(
        "stage-cuts-itself",
        N_(
            "%(format)s say themselves how many go on; use go-on, the number of each group, and leave best out."
        ),
    ),
    Kind("stage-last-cuts", N_("Nothing follows the last stage: leave out how many go on.")),
    Kind(
        "bad-stage-name",
        N_(
            "“%(typed)s” cannot be the name of a stage; use one line of at most %(most)s characters."
        ),
    ),
    Kind(
        "stage-too-large",
        N_(
            "Stage %(stage)s would have %(battles)s battles with %(entries)s entries, and can have %(most)s. Take entries again and choose a format with fewer, such as groups or the Swiss system."
        ),
    ),
)
