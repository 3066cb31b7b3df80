"""What can be in the way of a season: of its settings, and of what moves it on."""

from typing import Final

from app.i18n import N_

SENTENCES: Final = {
    "bad-beacon": N_(
        "“{0}” is no beacon. Say “drand”, or which number is announced on which day, such as “Numbers4 of 2026-12-24”: in one line, with one day as YYYY-MM-DD."
    ),
    "beacon-without-deadline": N_(
        "A beacon comes after the deadline: announce a deadline, or open the season without a beacon."
    ),
    "beacon-too-early": N_(
        "“{0}” is not after the deadline ({1}) and after today: somebody could enter knowing it. Name a later day, or another deadline."
    ),
    "beacon-awaited": N_(
        "{0} waits for its beacon, which can be had from {1} on. Matches and lots begin once it is there."
    ),
    "beacon-not-awaited": N_(
        "{0} waits for no beacon now: it has none, its moment has yet to come, or it has been seen and is not exchanged."
    ),
    "beacon-not-announced": N_(
        "The beacon of {0} is a round of drand, which is fetched by itself. If it has not come for 24 hours, a number of a later day can be announced instead."
    ),
    "beacon-unclear": N_("The beacon of {0} cannot be had yet: {1}."),
    "bad-beacon-number": N_("“{0}” is no number that was drawn: write it as it was announced."),
    "house-cards-differ": N_(
        "This record brings additions to its rules that make {2}, and not {1}, by which it was played."
    ),
    "entries-not-legal": N_("These entries are not legal under {0}: {1}."),
    "errata-of-matches": N_(
        "Matches are played by decisions: what other rules would have made of them cannot be said."
    ),
    "rules-of-another-game": N_("{0} are no rules of this season's game, {1}."),
    "rules-same": N_("The season is played by {0} already."),
    "rules-too-late": N_(
        "The rules of “{0}” stay as they are: they can be moved while it is a draft, open or closed, before its battles are played."
    ),
    "bad-characters": N_(
        "“{0}” is not a number of characters for a player; write one from 1 to {1}."
    ),
    "characters-taken": N_(
        "One player has {0} characters in it already; there cannot be fewer than that."
    ),
    "bad-sides": N_("{0} sides cannot be; there are from {1} to {2} in a season, or none."),
    "bad-side-name": N_(
        "“{0}” is no name of a side: up to {1} characters, without brackets, slashes, commas and #."
    ),
    "bad-colour": N_("“{0}” is no colour; write one like #c03030, or nothing."),
    "side-twice": N_("There are two sides called “{0}”."),
    "one-side": N_(
        "All characters are on the same side, and nobody meets their own: there is no battle to play."
    ),
    "teams-without-sides": N_(
        "In team matches the sides of the season are the teams: name them, one a line, as in: 紅 / Red #c03030"
    ),
    "one-team": N_("All characters are on the same side: there is no other team to meet."),
    "unknown-banned": N_("“{0}” cannot be banned: the game has nothing of this name."),
    "pool-of-decks": N_("In a game with decks only a ban list can be set."),
    "bad-copies": N_("“{0}” is no number of copies; write one from 1 to {1}, or nothing."),
    "bad-size": N_(
        "“{0}” is no size of a build in this game; write one from {1} to {2}, or nothing."
    ),
    "bad-number": N_("“{0}” does not fit here; write a number up to {1}."),
    "bad-count": N_("“{0}” is no number; write one like 2, or nothing."),
    "pool-too-small": N_(
        "No build could be made of the {0} that are left. Ban fewer, or allow more."
    ),
    "pool-allows": "{0}",
    "bad-wave": N_(
        "“{0}” is no wave of places; write a moment and a number: 2027-03-01 21:00 +200."
    ),
    "bad-waves": N_("Places open in at most {0} waves, each at a moment of its own."),
    "wave-past": N_("A wave of places is past already."),
    "waves-without-places": N_(
        "Without a number of places there are no waves: say how many there are at first."
    ),
    "queue-waits": N_("{0} entries are on the waiting list: it stays as long as somebody waits."),
    "unknown-game": N_("There is no game called “{0}”."),
    "wrong-state": N_("That is not possible while the season “{0}” is in the state “{1}”."),
    "bad-slug": N_(
        "“{0}” cannot be part of an address. Use up to 64 small letters, digits and single hyphens."
    ),
    "slug-taken": N_("There is already a season “{0}”."),
    "cup-taken": N_("There is already a cup “{0}”."),
    "unknown-cup": N_("There is no cup “{0}”."),
    "cup-has-seasons": N_("Seasons belong to the cup “{0}”: {1}. Take them out of it first."),
    "edition-taken": N_(
        "“{2}” is edition {1} of the cup “{0}”. Choose another number, or none for the next one."
    ),
    "edition-alone": N_("Edition {0}, but of which cup? Name the cup, too."),
    "bad-edition": N_(
        "“{0}” is not the number of an edition; write one from 1 to {1}, or nothing."
    ),
    "bad-title": N_("“{0}” cannot be a title: at most 200 characters, all of them visible."),
    "bad-description": N_(
        "The description has {0} characters; at most {1} are allowed. Please shorten it."
    ),
    "bad-capacity": N_(
        "“{0}” is not a number of places; write one from 2 to {1}, or nothing for no limit."
    ),
    "newcomers-wait": N_(
        "{0} entries of newcomers wait. Say yes or no to each first; then newcomers need not wait any more."
    ),
    "capacity-taken": N_("{0} entries are in already; there cannot be fewer places than that."),
    "deadline-needed": N_("Please set a deadline: when does the season take no more entries?"),
    "deadline-announced": N_(
        "A deadline that has been announced can be moved, but not taken away."
    ),
    "change-too-late": N_(
        "{0}: this cannot be changed any more, since results or an announcement depend on it."
    ),
    "changed-meanwhile": N_(
        "{0} did something in this season after you opened this page ({1}). Nothing of yours was done. Look at what was done, and send it again if it shall count all the same."
    ),
    "deadline-past": N_("The deadline has already passed."),
    "deadline-over": N_(
        "The builds of “{0}” have been laid open, so its deadline cannot be moved any more. Open it again first: every player is told."
    ),
    "season-has-players": N_(
        "Players have sent entries to “{0}”, so it cannot be deleted. Withdraw them with a reason, and leave it closed."
    ),
    "season-published": N_("Results of “{0}” have been published, so it cannot be deleted."),
    "not-sure": N_("This season has been opened. To delete it all the same, repeat its name: {0}."),
    "release-waits": N_(
        "The results are to come out on {0}. That stays planned, and waits until the season has been played again."
    ),
    "nights-waits": N_("Nights that are planned before, and wait as well: {0}."),
    "release-called-off": N_("The results were to come out on {0}. That is called off."),
    "nights-called-off": N_("Nights that were planned, and are called off as well: {0}."),
    "letters-dropped": N_("Letters with these results that have not left, and are dropped: {0}."),
    "half-released": N_(
        "Some rounds of the results of “{0}” are public already: take them back first, then change what was played."
    ),
    "bad-reminders": N_(
        "Reminders are at most {0} numbers of hours before the deadline, from 1 to {1}, such as 48, 6."
    ),
    "unknown-readers": N_("“{0}” is not a group of players who can be reminded."),
    "round-before-unpublished": N_(
        "The results of the round before, “{0}”, are not public yet: publish them first."
    ),
    "round-follows": N_(
        "“{1}”, the next round, has opened with the characters of “{0}”: its results cannot be taken back any more. Put right in the next round what has to be, and tell its players."
    ),
    "bad-growth": N_(
        "“{0}” cannot be allowed; it is a number from 0 to {1}, or empty for no limit."
    ),
    "round-of-draft": N_("“{0}” is a draft: open it first, then plan what follows."),
    "round-planned": N_("“{0}” has a next round already: “{1}”."),
    "deadline-far": N_("The deadline is more than ten years away."),
    "sealed": N_(
        "“{0}” is sealed while it takes entries: only its player sees what an entry brings; organisers do not."
    ),
    "sealed-until": N_(
        "“{0}” was closed before its announced deadline, so its entries stay sealed until {1}. Wait until then, or move the deadline: every player is told."
    ),
    "too-few-entries": N_("At least two characters must take part; there are {0}."),
    "run-differs": N_(
        "The same entries gave another result than in run {0}: digest {2} instead of {1}."
    ),
    "battle-differs": N_(
        "The battle of number {0} against number {1} ends differently in the reference."
    ),
    "no-results": N_("“{0}” has no finished results."),
    "results-not-public": N_(
        "The results of “{0}” are not public: only what everybody may see goes into an archive. Publish them first."
    ),
    "rules-not-installed": N_(
        "The rules {1} are not installed here. This program has {2}; nothing is played, shown or checked by other rules than its own."
    ),
    "bad-score": N_("“{0}” is not a valid score; use WIN/DRAW/LOSS, e.g. 3/1/0."),
    "scoring-impossible": N_(
        "No season scores {0} for a win, {1} for a draw and {2} for a loss: the points are from 0 to {3}, of a win at least those of a draw, of a draw at least those of a loss."
    ),
    "tie-break-doubled": N_("The tie-break {0} is named twice; once is enough."),
    "too-many-tie-breaks": N_("There are at most {0} tie-breaks in one order."),
    "unknown-tie-break": N_("“{0}” is not a tie-break. There are {1}, each at most once."),
}
