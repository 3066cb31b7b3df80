"""What can be wrong with what organisers decide about a season."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind(
        "ranked-unlisted",
        N_(
            "A season that stands in no list does not count for the player rank: list it, or let it not count."
        ),
    ),
    Kind(
        "bad-check-in",
        N_(
            "“%(typed)s” is no number of hours for a check-in; write one from 1 to %(most)s, or nothing."
        ),
    ),
    Kind(
        "check-in-late",
        N_(
            "A check-in takes a day, and that would have begun already: choose fewer hours, or a later deadline."
        ),
    ),
    Kind("unknown-door", N_("“%(typed)s” is not a way to enter: link, word, list, or nothing.")),
    Kind("short-word", N_("The word needs at least %(least)s letters or digits.")),
    Kind("bad-guest", N_("“%(typed)s” is no mail address.")),
    Kind(
        "bad-guests",
        N_("The list would have %(count)s addresses; it has from 1 to %(most)s."),
    ),
    Kind(
        "bad-beacon",
        N_(
            "“%(typed)s” is no beacon. Say “drand”, or which number is announced on which day, such as “Numbers4 of 2026-12-24”: in one line, with one day as YYYY-MM-DD."
        ),
    ),
    Kind(
        "beacon-without-deadline",
        N_(
            "A beacon comes after the deadline: announce a deadline, or open the season without a beacon."
        ),
    ),
    Kind(
        "beacon-too-early",
        N_(
            "“%(typed)s” is not after the deadline (%(deadline)s) and after today: somebody could enter knowing it. Name a later day, or another deadline."
        ),
    ),
    Kind(
        "bad-characters",
        N_("“%(typed)s” is not a number of characters for a player; write one from 1 to %(most)s."),
    ),
    Kind(
        "characters-taken",
        N_("One player has %(count)s characters in it already; there cannot be fewer than that."),
    ),
    Kind(
        "bad-sides",
        N_("%(count)s sides cannot be; there are from %(least)s to %(most)s in a season, or none."),
    ),
    Kind(
        "bad-side-name",
        N_(
            "“%(typed)s” is no name of a side: up to %(most)s characters, without brackets, slashes, commas and #."
        ),
    ),
    Kind("bad-colour", N_("“%(typed)s” is no colour; write one like #c03030, or nothing.")),
    Kind("side-twice", N_("There are two sides called “%(side)s”.")),
    Kind(
        "teams-without-sides",
        N_(
            "In team matches the sides of the season are the teams: name them, one a line, as in: 紅 / Red #c03030"
        ),
    ),
    Kind("unknown-banned", N_("“%(typed)s” cannot be banned: the game has nothing of this name.")),
    Kind("pool-of-decks", N_("In a game with decks only a ban list can be set.")),
    Kind(
        "bad-copies",
        N_("“%(typed)s” is no number of copies; write one from 1 to %(most)s, or nothing."),
    ),
    Kind(
        "bad-size",
        N_(
            "“%(typed)s” is no size of a build in this game; write one from %(least)s to %(most)s, or nothing."
        ),
    ),
    Kind(
        "bad-number",
        N_("“%(typed)s” does not fit here; write a number from %(least)s to %(most)s."),
    ),
    Kind("bad-count", N_("“%(typed)s” is no number; write one like 2, or nothing.")),
    Kind(
        "pool-too-small",
        N_("No build could be made of the %(left)s that are left. Ban fewer, or allow more."),
    ),
    Kind("pool-allows", "%(pool)s"),
    Kind(
        "bad-wave",
        N_("“%(typed)s” is no wave of places; write a moment and a number: 2027-03-01 21:00 +200."),
    ),
    Kind("bad-waves", N_("Places open in at most %(most)s waves, each at a moment of its own.")),
    Kind("wave-past", N_("A wave of places is past already.")),
    Kind(
        "waves-without-places",
        N_("Without a number of places there are no waves: say how many there are at first."),
    ),
    Kind(
        "entries-lacking",
        N_("%(count)s entries count so far; there are to be at least %(minimum)s."),
    ),
    Kind(
        "not-asked",
        N_(
            "“%(season)s” does not wait for that any more. The organisers' pages show how it stands."
        ),
    ),
    Kind(
        "not-instead",
        N_("“%(season)s” is no other season of this game that takes entries now."),
    ),
    Kind(
        "minimum-over-places",
        N_("At least %(minimum)s entries are asked for, and there are places for %(places)s."),
    ),
    Kind(
        "extension-alone",
        N_("More time is given only where too few have entered: say how many are needed, too."),
    ),
    Kind(
        "queue-waits",
        N_("%(count)s entries are on the waiting list: it stays as long as somebody waits."),
    ),
    Kind("cup-taken", N_("There is already a cup “%(cup)s”.")),
    Kind("unknown-cup", N_("There is no cup “%(cup)s”.")),
    Kind(
        "cup-has-seasons",
        N_("Seasons belong to the cup “%(cup)s”: %(seasons)s. Take them out of it first."),
    ),
    Kind(
        "edition-taken",
        N_(
            "“%(season)s” is edition %(edition)s of the cup “%(cup)s”. Choose another number, or none for the next one."
        ),
    ),
    Kind("edition-alone", N_("Edition %(edition)s, but of which cup? Name the cup, too.")),
    Kind(
        "bad-edition",
        N_(
            "“%(typed)s” is not the number of an edition; write one from %(least)s to %(most)s, or nothing."
        ),
    ),
    Kind(
        "bad-title",
        N_("“%(typed)s” cannot be a title: at most 200 characters, all of them visible."),
    ),
    Kind(
        "bad-description",
        N_(
            "The description has %(length)s characters; at most %(most)s are allowed. Please shorten it."
        ),
    ),
    Kind(
        "bad-capacity",
        N_(
            "“%(typed)s” is not a number of places; write one from 2 to %(most)s, or nothing for no limit."
        ),
    ),
    Kind(
        "newcomers-wait",
        N_(
            "%(count)s entries of newcomers wait. Say yes or no to each first; then newcomers need not wait any more."
        ),
    ),
    Kind(
        "capacity-taken",
        N_("%(count)s entries are in already; there cannot be fewer places than that."),
    ),
    Kind(
        "deadline-needed", N_("Please set a deadline: when does the season take no more entries?")
    ),
    Kind(
        "deadline-announced",
        N_("A deadline that has been announced can be moved, but not taken away."),
    ),
    Kind(
        "change-too-late",
        N_(
            "%(field)s: this cannot be changed any more, since results or an announcement depend on it."
        ),
    ),
    Kind("paused-already", N_("It is paused already, or its results are public.")),
    Kind("not-paused", N_("Nothing is paused here.")),
    Kind("deadline-past", N_("The deadline has already passed.")),
    Kind(
        "deadline-over",
        N_(
            "The builds of “%(season)s” have been laid open, so its deadline cannot be moved any more. Open it again first: every player is told."
        ),
    ),
    Kind(
        "bad-reminders",
        N_(
            "Reminders are at most %(many)s numbers of hours before the deadline, from 1 to %(most)s, such as 48, 6."
        ),
    ),
    Kind("unknown-readers", N_("“%(typed)s” is not a group of players who can be reminded.")),
    Kind("deadline-far", N_("The deadline is more than ten years away.")),
    Kind("bad-score", N_("“%(typed)s” is not a valid score; use WIN/DRAW/LOSS, e.g. 3/1/0.")),
    Kind(
        "scoring-impossible",
        N_(
            "No season scores %(win)s for a win, %(draw)s for a draw and %(loss)s for a loss: the points are from 0 to %(most)s, of a win at least those of a draw, of a draw at least those of a loss."
        ),
    ),
    Kind("tie-break-doubled", N_("The tie-break %(typed)s is named twice; once is enough.")),
    Kind("too-many-tie-breaks", N_("There are at most %(most)s tie-breaks in one order.")),
    Kind(
        "unknown-tie-break",
        N_("“%(typed)s” is not a tie-break. There are %(offered)s, each at most once."),
    ),
)
