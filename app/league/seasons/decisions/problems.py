"""The problems of organisers' decisions about a season."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind(
        "ranked-unlisted",
        N_("An unlisted season cannot count for the player rank. List it, or let it not count."),
    ),
    Kind(
        "bad-check-in",
        N_(
            "“%(typed)s” is not a number of hours for a check-in. Write one from 1 to %(most)s, or nothing."
        ),
    ),
    Kind(
        "check-in-late",
        N_(
            "A check-in takes a day, so this one would already have begun. Choose fewer hours or a later deadline."
        ),
    ),
    Kind(
        "unknown-door",
        N_("“%(typed)s” is not a way to enter. Write link, word or list, or nothing."),
    ),
    Kind(
        "other-door",
        N_("You wrote something for the way “%(way)s”. Choose that way, or leave it out."),
    ),
    Kind("short-word", N_("The word needs at least %(least)s letters or digits.")),
    Kind("bad-guest", N_("“%(typed)s” is not a mail address.")),
    Kind(
        "bad-guests",
        N_("The list would have %(count)s addresses. It can have 1 to %(most)s."),
    ),
    Kind(
        "bad-beacon",
        N_(
            "“%(typed)s” is not a beacon. Write “drand”, or one line with a number and the day it is announced (YYYY-MM-DD), such as “Numbers4 of 2026-12-24”."
        ),
    ),
    Kind(
        "beacon-without-deadline",
        N_(
            "A beacon comes after the deadline. Announce a deadline, or open the season without a beacon."
        ),
    ),
    Kind(
        "beacon-too-early",
        N_(
            "“%(typed)s” must be later than the deadline (%(deadline)s) and than today, or players could enter knowing it. Write a later day, or move the deadline."
        ),
    ),
    Kind(
        "bad-characters",
        N_("“%(typed)s” is not a number of characters for a player. Write one from 1 to %(most)s."),
    ),
    Kind(
        "characters-taken",
        N_("One player already has %(count)s characters in this season. Allow at least that many."),
    ),
    Kind(
        "bad-sides",
        N_("A season cannot have %(count)s sides. Write %(least)s to %(most)s sides, or none."),
    ),
    Kind(
        "bad-side-name",
        N_(
            "“%(typed)s” cannot be the name of a side. Use up to %(most)s characters, without brackets, slashes, commas and #."
        ),
    ),
    Kind("bad-colour", N_("“%(typed)s” is not a colour. Write one like #c03030, or nothing.")),
    Kind("side-twice", N_("There are two sides called “%(side)s”.")),
    Kind(
        "teams-without-sides",
        N_(
            "In team matches the sides of the season are the teams. Write one side a line, as in: 紅 / Red #c03030"
        ),
    ),
    Kind(
        "unknown-banned", N_("“%(typed)s” cannot be banned. The game has nothing with this name.")
    ),
    Kind("pool-of-decks", N_("In a game with decks you can only set a ban list.")),
    Kind(
        "bad-copies",
        N_("“%(typed)s” is not a number of copies. Write one from 1 to %(most)s, or nothing."),
    ),
    Kind(
        "bad-size",
        N_(
            "“%(typed)s” is not a size of a build in this game. Write one from %(least)s to %(most)s, or nothing."
        ),
    ),
    Kind(
        "bad-number",
        N_("“%(typed)s” does not fit here. Write a number from %(least)s to %(most)s."),
    ),
    Kind(
        "bad-minimum",
        N_(
            "“%(typed)s” is not a number of entries that a season can need. Write one from %(least)s to %(most)s, or nothing."
        ),
    ),
    Kind(
        "bad-extension",
        N_(
            "“%(typed)s” is not a number of hours for more time. Write one from %(least)s to %(most)s, or nothing."
        ),
    ),
    Kind("bad-count", N_("“%(typed)s” is not a number. Write one like 2, or nothing.")),
    Kind(
        "pool-too-small",
        N_("The %(left)s that remain are not enough for a build. Ban fewer, or allow more copies."),
    ),
    Kind("pool-allows", "%(pool)s"),
    Kind(
        "bad-wave",
        N_(
            "“%(typed)s” does not say when places open. Write a time and a number, as in 2027-03-01 21:00 +200."
        ),
    ),
    Kind("bad-waves", N_("Places can open at most %(most)s times, each at a different time.")),
    Kind("wave-past", N_("One of the times when places open is already past.")),
    Kind(
        "waves-without-places",
        N_(
            "Without a number of places, none can open later. Write how many places there are at first."
        ),
    ),
    Kind(
        "entries-lacking",
        N_("%(count)s entries count so far. At least %(minimum)s are needed."),
    ),
    Kind(
        "not-asked",
        N_("“%(season)s” no longer waits for your answer. The organisers' pages show its state."),
    ),
    Kind(
        "not-instead",
        N_("“%(season)s” is not another season of this game that takes entries now."),
    ),
    Kind(
        "minimum-over-places",
        N_("At least %(minimum)s entries are needed, but there are places for only %(places)s."),
    ),
    Kind(
        "extension-alone",
        N_(
            "More time is given only when too few have entered. Also write how many entries are needed."
        ),
    ),
    Kind(
        "queue-waits",
        N_("%(count)s entries are on the waiting list. It cannot be removed while anyone waits."),
    ),
    Kind("cup-taken", N_("There is already a cup “%(cup)s”.")),
    Kind("unknown-cup", N_("There is no cup “%(cup)s”.")),
    Kind(
        "cup-has-seasons",
        N_("The cup “%(cup)s” has seasons: %(seasons)s. Take them out of it first."),
    ),
    Kind(
        "edition-taken",
        N_(
            "“%(season)s” is edition %(edition)s of the cup “%(cup)s”. Choose another number, or none for the next one."
        ),
    ),
    Kind("edition-alone", N_("Edition %(edition)s of which cup? Choose the cup, too.")),
    Kind(
        "bad-edition",
        N_(
            "“%(typed)s” is not the number of an edition. Write one from %(least)s to %(most)s, or nothing."
        ),
    ),
    Kind(
        "bad-title",
        N_("“%(typed)s” cannot be a title. Use at most 200 characters, all of them visible."),
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
            "“%(typed)s” is not a number of places. Write one from 2 to %(most)s, or nothing for no limit."
        ),
    ),
    Kind(
        "newcomers-wait",
        N_(
            "%(count)s entries of newcomers are waiting. First say yes or no to each. Then you can turn this off."
        ),
    ),
    Kind(
        "capacity-taken",
        N_("There are already %(count)s entries. Allow at least that many places."),
    ),
    Kind("deadline-needed", N_("Please set a deadline. When does the season stop taking entries?")),
    Kind(
        "deadline-announced",
        N_("You can move an announced deadline, but not remove it."),
    ),
    Kind(
        "change-too-late",
        N_("%(field)s: this can no longer change, since results or an announcement depend on it."),
    ),
    Kind("paused-already", N_("It is already paused, or its results are public.")),
    Kind("not-paused", N_("Nothing is paused here.")),
    Kind("deadline-past", N_("The deadline has already passed.")),
    Kind(
        "deadline-over",
        N_(
            "The builds of “%(season)s” are unsealed, so its deadline can no longer move. Open the season again first. Every player is told."
        ),
    ),
    Kind(
        "bad-reminders",
        N_(
            "Write at most %(many)s reminders as hours before the deadline, from 1 to %(most)s, such as 48, 6."
        ),
    ),
    Kind("unknown-readers", N_("“%(typed)s” is not a group of players who can be reminded.")),
    Kind("deadline-far", N_("The deadline is more than ten years away.")),
    Kind(
        "bad-score",
        N_(
            "“%(typed)s” is not a score. Write the points for a win, a draw and a loss, as in 3/1/0."
        ),
    ),
    Kind(
        "scoring-impossible",
        N_(
            "A season cannot score %(win)s for a win, %(draw)s for a draw and %(loss)s for a loss. Write points from 0 to %(most)s. A win must score at least a draw, and a draw at least a loss."
        ),
    ),
    Kind("tie-break-doubled", N_("The tie-break %(typed)s appears twice. Write it once.")),
    Kind("too-many-tie-breaks", N_("There can be at most %(most)s tie-breaks.")),
    Kind(
        "unknown-tie-break",
        N_("“%(typed)s” is not a tie-break. Write any of %(offered)s, each at most once."),
    ),
)
