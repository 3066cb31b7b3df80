"""What can be wrong with stages, their formats, and pairings by hand."""

from typing import Final

from app.i18n import N_

SENTENCES: Final = {
    "pairing-unreadable": N_(
        "“{0}” is no pairing; a line has two sides, by number or name, as in 3 – Alice, or the round and both, as in 1,3,8."
    ),
    "pairing-of-stranger": N_("Nobody takes part with the name “{0}”."),
    "pairing-leaves-out": N_(
        "In round {0} these numbers are left out: {1}. Pair them, or write - beside who rests."
    ),
    "ruled-without-stages": N_(
        "“{0}” has no stages: everybody meets everybody. Withdraw the entry instead."
    ),
    "retired-already": N_("Number {0} has retired already; take that back first."),
    "no-such-stage": N_("There is no stage {0}; write a number from 1 to {1}."),
    "no-such-round": N_("There is no round {0}; write a number from {1} on."),
    "set-where": N_(
        "Pairings and byes can be set in rounds of a Swiss system alone; round {1} of stage {0} is none."
    ),
    "set-in-vain": N_(
        "This pairing cannot come to pass in round {1} of stage {0}: one of them is not in that stage, or has retired, or the round is never played."
    ),
    "nothing-ruled": N_("In “{0}” nobody has retired, and no pairing was set."),
    "pairings-missing": N_(
        "“{0}” is paired by hand, and who meets whom has not been said, or names an entry that is out: write the pairings first."
    ),
    "nothing-by-hand": N_(
        "No stage of “{0}” is paired by hand: make by-hand its first stage while its stages can still be changed."
    ),
    "by-hand-first": N_(
        "Only the first stage can be paired by hand: who comes into later ones is known when they are played."
    ),
    "pairing-of-nobody": N_("Nobody takes part with the number {0}."),
    "pairing-with-itself": N_("Number {0} would meet itself."),
    "pairing-of-one-side": N_(
        "Numbers {0} and {1} are on the same side, and nobody meets their own."
    ),
    "pairing-twice": N_("Number {0} meets somebody in round {1} already."),
    "too-many-pairings": N_("There are at most {0} pairings."),
    "no-pairings": N_("There is no pairing; write one a line, as in 3 – 8."),
    "stage-too-large-for-life": N_(
        "Stage {0} would have {2} battles of {1} characters; where life left over decides there are at most {3}. Take “life” out of its tie-breaks, or let fewer go on into it."
    ),
    "too-many-stages": N_("A season has at most {0} stages."),
    "stages-with-matches": N_(
        "This game is played by matches, which meet in one round robin: leave the stages out."
    ),
    "stage-unreadable": N_(
        "“{0}” cannot be read as a stage; write the format and its settings, as in: swiss rounds=5 best=8"
    ),
    "unknown-format": N_("“{0}” is no format. There are {1}."),
    "unknown-stage-setting": N_("“{0}” is no setting of {1}; there are {2}"),
    "stage-setting-doubled": N_("{0} is said twice; once is enough."),
    "stage-question": N_("{0} cannot be “{1}”; say {2} or {3}."),
    "stage-number": N_("{0} cannot be “{1}”; it is a number from {2} to {3}."),
    "stage-after": N_(
        "Only the first stage can follow another season, and then its seeds are not drawn: write after= there, without seeds=lot."
    ),
    "former-unknown": N_(
        "“{0}” is no other season that has been opened: write the name of one in after=, as it stands in its address."
    ),
    "former-not-public": N_(
        "This season begins with the ranking after “{0}”, whose results are not public. Publish those first, or change the stages."
    ),
    "stage-best": N_("“{0}” cannot go on; write a number of entries, at least 1."),
    "stage-seeds": N_("Seeds cannot come from “{0}”; say one of {1}."),
    "stage-cuts-itself": N_(
        "{0} say themselves how many go on; use go-on, the number of each group, and leave best out."
    ),
    "stage-last-cuts": N_("Nothing follows the last stage: leave out how many go on."),
    "bad-stage-name": N_(
        "“{0}” cannot be the name of a stage; use one line of at most {1} characters."
    ),
    "stage-too-large": N_(
        "Stage {0} would have {2} battles with {1} entries, and can have {3}. Take entries again and choose a format with fewer, such as groups or the Swiss system."
    ),
}
