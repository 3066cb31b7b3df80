"""The problems of matches: their settings, orders and scripts."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind(
        "matches-not-arranged",
        N_("“%(season)s” is played in matches. First choose how they are played, then open it."),
    ),
    Kind(
        "matches-begun",
        N_(
            "The matches of “%(season)s” have begun. Its entrants and their builds can no longer change."
        ),
    ),
    Kind(
        "nobody-meets",
        N_(
            "“%(season)s” would have no match. Characters of the same player never meet, nor do characters of the same side where sides are kept apart."
        ),
    ),
    Kind(
        "left-before",
        N_("Number %(number)s has left already. Its row stays, below everyone who stayed."),
    ),
    Kind(
        "matches-too-late",
        N_("You can choose how matches are played only while the season is a draft."),
    ),
    Kind("no-such-exchange", N_("Exchange %(number)s does not take orders.")),
    Kind("match-over", N_("The match %(match)s is over.")),
    Kind("match-sealed", N_("The record of %(match)s is still sealed. It will be revealed later.")),
    Kind(
        "match-not-begun",
        N_("The match %(match)s has not begun yet. We will tell you when it does."),
    ),
    Kind(
        "match-moved-on",
        N_(
            "The match %(match)s has moved on since you opened this page. Look at the match now, and send your orders again."
        ),
    ),
    Kind(
        "orders-late",
        N_(
            "Your orders for %(match)s came after the deadline. The match is moving on without them."
        ),
    ),
    Kind(
        "too-late-to-take-back",
        N_(
            "Orders can be taken back for %(seconds)s seconds, and yours are older. If the match still waits, send other orders."
        ),
    ),
    Kind(
        "orders-of-another", N_("Those orders were for the match %(match)s, but this is %(other)s.")
    ),
    Kind(
        "orders-other-turn",
        N_(
            "Those orders for %(match)s were for exchange %(turn)s. The match is at exchange %(now)s."
        ),
    ),
    Kind(
        "orders-as-ours",
        N_(
            "“%(phrase)s” is also a line of our letter. You wrote it where orders go, so we took it as your order."
        ),
    ),
    Kind(
        "orders-unclear",
        N_(
            "We did not take “%(phrase)s”. It may be your order, or the end of our example, broken by your mail program. If it is yours, write it again above “end”, and add the line “then auto” below it."
        ),
    ),
    Kind(
        "orders-not-yours",
        N_(
            "We know no match %(match)s that takes your orders. Reply to the letter about it, or copy the block with its key."
        ),
    ),
    Kind("which-match", N_("“%(phrase)s”: in which match? You play against %(all)s.")),
    Kind(
        "not-ordered-again",
        N_("You cannot order this again now: %(phrase)s"),
    ),
    Kind(
        "resign-several",
        N_("To give up several matches, write “resign” in the block of each."),
    ),
    Kind("orders-more-not-yours", N_("%(more)s more blocks are for matches that we do not know.")),
    Kind(
        "blocks-unread",
        N_("Your mail has too many blocks of %(blocks)s. We did not read the first %(first)s."),
    ),
    Kind("block-empty", N_("The block of %(match)s has no orders. Nothing has changed.")),
    Kind(
        "orders-too-long",
        N_("These orders have %(length)s characters; at most %(most)s are allowed for a match."),
    ),
    Kind("no-script", N_("You have no script called “%(script)s”. You have %(scripts)s.")),
    Kind(
        "no-scripts",
        N_(
            "You have no script called “%(script)s”, nor any other. To save standing orders as a script, add the lines “standing on” and “script %(script)s”."
        ),
    ),
    Kind(
        "scripts-full",
        N_(
            "You already have %(most)s scripts for this game, so “%(script)s” was not saved. Remove one first."
        ),
    ),
    Kind("script-unreadable", N_("The script “%(script)s” cannot be used here: %(reason)s")),
    Kind(
        "script-of-stranger",
        N_(
            "Only their player can use scripts. To use “%(script)s”, enter by mail or from the page of your entry. Or write its lines here."
        ),
    ),
    Kind(
        "deadline-has-moved",
        N_(
            "The deadline of %(match)s had already moved after that letter or page, so we extended nothing. If it is still too early, ask again."
        ),
    ),
    Kind(
        "no-extension-left",
        N_("Each player has %(extensions)s extensions in this season, and you have used yours."),
    ),
    Kind("match-no-game", N_("“%(game)s” has no matches, since builds alone decide.")),
    Kind("match-config", N_("The rules cannot be played with these settings: %(reason)s")),
    Kind("match-tempo", N_("“%(typed)s” is not a tempo of matches. Write one of: %(tempos)s.")),
    Kind("match-hours", N_("An exchange cannot take %(hours)s hours. Write 1 to %(most)s.")),
    Kind("match-daily", N_("“%(typed)s” is not a time of day. Write one like 21:00.")),
    Kind(
        "match-weekdays",
        N_("Choose at least one day of the week for exchanges, from 0 (Monday) to 6 (Sunday)."),
    ),
    Kind("match-zone", N_("“%(typed)s” is not a time zone. Write one like Asia/Tokyo.")),
    Kind(
        "match-choice",
        N_("“%(typed)s” is not a setting for the matches of this game. Write one of: %(choices)s."),
    ),
    Kind(
        "match-value",
        N_("“%(key)s” cannot be “%(typed)s”. Write one of: %(values)s."),
    ),
    Kind(
        "match-extensions",
        N_("A player cannot have %(extensions)s extensions. Write 0 to %(most)s."),
    ),
    Kind(
        "match-round",
        N_(
            "“%(typed)s” is not a number of matches or exchanges. Write one from 1 to %(most)s, or leave it out."
        ),
    ),
    Kind("match-takeover", N_("“%(typed)s” is not a way to treat a seat. Write one of: %(ways)s.")),
    Kind(
        "seat-taken",
        N_("Another player has taken this seat over and sends its orders from now on."),
    ),
    Kind("seat-gone", N_("Another player was faster. This seat is taken.")),
    Kind(
        "seat-kept",
        N_("This seat is no longer offered. Its player plays on, or the house does."),
    ),
    Kind("seat-over", N_("This seat has no matches left to play.")),
    Kind(
        "seat-not-yours",
        N_("You cannot take this seat. It is for a player who has not taken part in this season."),
    ),
    Kind("seat-not-offered", N_("This seat is not offered to you.")),
    Kind("seat-alive", N_("This seat sends its orders, or it is already offered.")),
    Kind("match-late", N_("“%(typed)s” is not a way to end a match. Write one of: %(ways)s.")),
    Kind(
        "match-away", N_("“%(typed)s” is not a way to treat a time away. Write one of: %(ways)s.")
    ),
    Kind(
        "match-asks",
        N_("There cannot be %(asks)s questions between two exchanges. Write 0 to %(most)s."),
    ),
    Kind(
        "match-reveal", N_("“%(typed)s” is not a time to reveal records. Write one of: %(ways)s.")
    ),
)
