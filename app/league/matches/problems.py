"""What can be wrong with matches: how they are played, their orders, their scripts."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind(
        "matches-not-arranged",
        N_(
            "“%(season)s” is played by matches, and how has not been said yet: it cannot be opened before."
        ),
    ),
    Kind(
        "matches-begun",
        N_(
            "The matches of “%(season)s” have begun: who takes part, and with what, stays as it is."
        ),
    ),
    Kind(
        "nobody-meets",
        N_(
            "Nobody in “%(season)s” would meet anybody: characters of one player play no match against each other, nor do those of one side where sides stay apart."
        ),
    ),
    Kind(
        "left-before",
        N_("Number %(number)s has left already: its line stays, below all who stayed."),
    ),
    Kind(
        "matches-too-late",
        N_("How matches are played can be said only while the season is a draft."),
    ),
    Kind("no-such-exchange", N_("No exchange of the number %(number)s takes orders.")),
    Kind("match-over", N_("The match %(match)s is over.")),
    Kind("match-sealed", N_("The record of %(match)s is sealed until it is revealed.")),
    Kind(
        "match-not-begun", N_("The match %(match)s has not begun yet; you will hear when it does.")
    ),
    Kind(
        "match-moved-on",
        N_(
            "The match %(match)s has moved on since this page was shown: look at it as it stands now, and send your orders again."
        ),
    ),
    Kind(
        "orders-late",
        N_("These orders for %(match)s came after the deadline: the match is moving on."),
    ),
    Kind(
        "too-late-to-take-back",
        N_(
            "Orders can be taken back for %(seconds)s seconds, and these are older: send others, if the match still waits for them."
        ),
    ),
    Kind(
        "orders-of-another", N_("These orders are for the match %(match)s, and this is %(other)s.")
    ),
    Kind(
        "orders-other-turn",
        N_("These orders for %(match)s are for exchange %(turn)s, and it is exchange %(now)s."),
    ),
    Kind(
        "orders-as-ours",
        N_(
            "“%(phrase)s” is a line of our letter as well. Since it stands where you fill in orders, it was taken as yours."
        ),
    ),
    Kind(
        "orders-unclear",
        N_(
            "“%(phrase)s” can be read in two ways: as the end of our example, which your mail program has broken, or as an order of yours. It was not taken. If it is yours, write it above “end” once more, with a line of its own behind it: “then auto”."
        ),
    ),
    Kind(
        "orders-not-yours",
        N_(
            "We know of no match %(match)s in which orders of yours are taken. Answer the letter about it, or copy the block with its key."
        ),
    ),
    Kind("which-match", N_("“%(phrase)s”: in which match? You play against %(all)s.")),
    Kind(
        "not-ordered-again",
        N_("This cannot be ordered again now: %(phrase)s"),
    ),
    Kind(
        "resign-several",
        N_("To give up several matches, write “resign” in the block of each."),
    ),
    Kind(
        "orders-more-not-yours", N_("%(more)s more blocks are for matches of which we do not know.")
    ),
    Kind(
        "blocks-unread",
        N_("The first %(first)s blocks of %(blocks)s were not read: there are too many of them."),
    ),
    Kind("block-empty", N_("There is no order in the block of %(match)s: nothing has changed.")),
    Kind(
        "orders-too-long",
        N_("These orders have %(length)s characters; at most %(most)s are allowed for a match."),
    ),
    Kind("no-script", N_("You have no script called “%(script)s”. You have %(scripts)s.")),
    Kind(
        "no-scripts",
        N_(
            "You have no script called “%(script)s”, and no other yet. Standing orders become one with the lines “standing on” and “script %(script)s”."
        ),
    ),
    Kind(
        "scripts-full",
        N_("You have %(most)s scripts of this game, so “%(script)s” finds no room. Remove one."),
    ),
    Kind("script-unreadable", N_("The script “%(script)s” cannot be used here: %(reason)s")),
    Kind(
        "script-of-stranger",
        N_(
            "Scripts are their player's own. To use “%(script)s”, enter by mail or from the page of your entry; or write its lines here."
        ),
    ),
    Kind(
        "deadline-has-moved",
        N_(
            "The deadline of %(match)s has moved since what you answered was written, so nothing was extended. Ask again if it is too early still."
        ),
    ),
    Kind(
        "no-extension-left",
        N_("Each player has %(extensions)s extensions in this season, and yours are used."),
    ),
    Kind("match-no-game", N_("“%(game)s” is decided by builds alone, so it has no matches.")),
    Kind("match-config", N_("The rules cannot be played so: %(reason)s")),
    Kind("match-tempo", N_("“%(typed)s” is no tempo of matches; there is %(tempos)s.")),
    Kind("match-hours", N_("An exchange takes %(hours)s hours; it may take 1 to %(most)s.")),
    Kind("match-daily", N_("“%(typed)s” is no time of the day; write 21:00, say.")),
    Kind(
        "match-weekdays",
        N_("Exchanges need a day of the week at least: from 0, Monday, to 6, Sunday."),
    ),
    Kind("match-zone", N_("“%(typed)s” is no time zone; write Asia/Tokyo, say.")),
    Kind(
        "match-choice",
        N_("“%(typed)s” is no decision about the matches of this game; there is %(choices)s."),
    ),
    Kind(
        "match-value",
        N_("“%(typed)s” is no value of “%(key)s”; there is %(values)s."),
    ),
    Kind(
        "match-extensions",
        N_("%(extensions)s extensions for each player are not possible; 0 to %(most)s are."),
    ),
    Kind(
        "match-round",
        N_(
            "“%(typed)s” is no number of matches or exchanges; write one from 1 to %(most)s, or leave it out."
        ),
    ),
    Kind("match-takeover", N_("“%(typed)s” says nothing about a seat; write one of %(ways)s.")),
    Kind(
        "seat-taken",
        N_("Somebody else has taken this seat over: its orders are theirs from now on."),
    ),
    Kind("seat-gone", N_("Somebody else was faster: this seat is taken.")),
    Kind(
        "seat-kept",
        N_("This seat is offered to nobody any more: its player plays on, or the house."),
    ),
    Kind("seat-over", N_("There is nothing left to play in this seat.")),
    Kind(
        "seat-not-yours",
        N_("This seat cannot be yours: it is for somebody who has had no part in this season."),
    ),
    Kind("seat-not-offered", N_("This seat is not offered to you.")),
    Kind("seat-alive", N_("Nobody misses orders in this seat, or it is offered already.")),
    Kind("match-late", N_("“%(typed)s” is no way to end a match; write one of %(ways)s.")),
    Kind("match-away", N_("“%(typed)s” is nothing that a time away does; write one of %(ways)s.")),
    Kind(
        "match-asks",
        N_("%(asks)s questions between two exchanges are not possible; 0 to %(most)s are."),
    ),
    Kind("match-reveal", N_("Records cannot be revealed with “%(typed)s”; say one of %(ways)s.")),
)
