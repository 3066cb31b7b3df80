"""What can be in the way of what moves a season on."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind(
        "beacon-awaited",
        N_(
            "%(season)s waits for its beacon, which can be had from %(at)s on. Matches and lots begin once it is there."
        ),
    ),
    Kind(
        "beacon-not-awaited",
        N_(
            "%(season)s waits for no beacon now: it has none, its moment has yet to come, or it has been seen and is not exchanged."
        ),
    ),
    Kind(
        "beacon-not-announced",
        N_(
            "The beacon of %(season)s is a round of drand, which is fetched by itself. If it has not come for 24 hours, a number of a later day can be announced instead."
        ),
    ),
    Kind("beacon-unclear", N_("The beacon of %(season)s cannot be had yet: %(reason)s.")),
    Kind(
        "bad-beacon-number",
        N_("“%(typed)s” is no number that was drawn: write it as it was announced."),
    ),
    Kind(
        "house-cards-differ",
        N_(
            "This record brings additions to its rules that make %(found)s, and not %(wanted)s, by which it was played."
        ),
    ),
    Kind("entries-not-legal", N_("These entries are not legal under %(rules)s: %(entries)s.")),
    Kind(
        "errata-of-matches",
        N_(
            "Matches are played by decisions: what other rules would have made of them cannot be said."
        ),
    ),
    Kind("rules-of-another-game", N_("%(rules)s are no rules of this season's game, %(game)s.")),
    Kind("rules-same", N_("The season is played by %(rules)s already.")),
    Kind(
        "rules-too-late",
        N_(
            "The rules of “%(season)s” stay as they are: they can be moved while it is a draft, open or closed, before its battles are played."
        ),
    ),
    Kind(
        "one-side",
        N_(
            "All characters are on the same side, and nobody meets their own: there is no battle to play."
        ),
    ),
    Kind("one-team", N_("All characters are on the same side: there is no other team to meet.")),
    Kind("unknown-game", N_("There is no game called “%(game)s”.")),
    Kind(
        "wrong-state",
        N_("That is not possible while the season “%(season)s” is in the state “%(state)s”."),
        "",
    ),
    Kind(
        "bad-slug",
        N_(
            "“%(typed)s” cannot be part of an address. Use up to 64 small letters, digits and single hyphens."
        ),
    ),
    Kind("slug-taken", N_("There is already a season “%(season)s”.")),
    Kind(
        "changed-meanwhile",
        N_(
            "%(who)s did something in this season after you opened this page (%(at)s). Nothing of yours was done. Look at what was done, and send it again if it shall count all the same."
        ),
    ),
    Kind(
        "season-has-players",
        N_(
            "Players have sent entries to “%(season)s”, so it cannot be deleted. Withdraw them with a reason, and leave it closed."
        ),
    ),
    Kind(
        "season-published",
        N_("Results of “%(season)s” have been published, so it cannot be deleted."),
    ),
    Kind(
        "not-sure",
        N_("This season has been opened. To delete it all the same, repeat its name: %(season)s."),
    ),
    Kind(
        "release-waits",
        N_(
            "The results are to come out on %(at)s. That stays planned, and waits until the season has been played again."
        ),
    ),
    Kind("nights-waits", N_("Nights that are planned before, and wait as well: %(count)s.")),
    Kind("release-called-off", N_("The results were to come out on %(at)s. That is called off.")),
    Kind(
        "nights-called-off", N_("Nights that were planned, and are called off as well: %(count)s.")
    ),
    Kind(
        "letters-dropped",
        N_("Letters with these results that have not left, and are dropped: %(count)s."),
    ),
    Kind(
        "half-released",
        N_(
            "Some rounds of the results of “%(season)s” are public already: take them back first, then change what was played."
        ),
    ),
    Kind(
        "round-before-unpublished",
        N_(
            "The results of the round before, “%(season)s”, are not public yet: publish them first."
        ),
    ),
    Kind(
        "round-follows",
        N_(
            "“%(following)s”, the next round, has opened with the characters of “%(season)s”: its results cannot be taken back any more. Put right in the next round what has to be, and tell its players."
        ),
    ),
    Kind(
        "bad-growth",
        N_(
            "“%(typed)s” cannot be allowed; it is a number from 0 to %(most)s, or empty for no limit."
        ),
    ),
    Kind("round-of-draft", N_("“%(season)s” is a draft: open it first, then plan what follows.")),
    Kind("round-planned", N_("“%(season)s” has a next round already: “%(following)s”.")),
    Kind(
        "sealed",
        N_(
            "“%(season)s” is sealed while it takes entries: only its player sees what an entry brings; organisers do not."
        ),
    ),
    Kind(
        "sealed-until",
        N_(
            "“%(season)s” was closed before its announced deadline, so its entries stay sealed until %(until)s. Wait until then, or move the deadline: every player is told."
        ),
    ),
    Kind("too-few-entries", N_("At least two characters must take part; there are %(count)s.")),
    Kind(
        "run-differs",
        N_(
            "The same entries gave another result than in run %(run)s: digest %(digest)s instead of %(before)s."
        ),
    ),
    Kind(
        "battle-differs",
        N_(
            "The battle of number %(one)s against number %(other)s ends differently in the reference."
        ),
    ),
    Kind("no-results", N_("“%(season)s” has no finished results.")),
    Kind(
        "results-not-public",
        N_(
            "The results of “%(season)s” are not public: only what everybody may see goes into an archive. Publish them first."
        ),
    ),
    Kind(
        "rules-not-installed",
        N_(
            "The rules %(rules)s are not installed here. This program has %(installed)s; nothing is played, shown or checked by other rules than its own."
        ),
    ),
)
