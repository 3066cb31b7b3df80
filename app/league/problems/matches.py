"""What can be wrong with matches: how they are played, their orders, their scripts."""

from typing import Final

from app.i18n import N_

SENTENCES: Final = {
    "matches-not-arranged": N_(
        "“{0}” is played by matches, and how has not been said yet: it cannot be opened before."
    ),
    "matches-begun": N_(
        "The matches of “{0}” have begun: who takes part, and with what, stays as it is."
    ),
    "nobody-meets": N_(
        "Nobody in “{0}” would meet anybody: characters of one player play no match against each other, nor do those of one side where sides stay apart."
    ),
    "left-before": N_("Number {0} has left already: its line stays, below all who stayed."),
    "matches-too-late": N_("How matches are played can be said only while the season is a draft."),
    "no-such-exchange": N_("No exchange of the number {0} takes orders."),
    "match-over": N_("The match {0} is over."),
    "match-sealed": N_("The record of {0} is sealed until it is revealed."),
    "match-not-begun": N_("The match {0} has not begun yet; you will hear when it does."),
    "match-moved-on": N_(
        "The match {0} has moved on since this page was shown: look at it as it stands now, and send your orders again."
    ),
    "orders-late": N_("These orders for {0} came after the deadline: the match is moving on."),
    "orders-of-another": N_("These orders are for the match {0}, and this is {1}."),
    "orders-other-turn": N_("These orders for {0} are for exchange {1}, and it is exchange {2}."),
    "orders-as-ours": N_(
        "“{0}” is a line of our letter as well. Since it stands where you fill in orders, it was taken as yours."
    ),
    "orders-unclear": N_(
        "“{0}” can be read in two ways: as the end of our example, which your mail program has broken, or as an order of yours. It was not taken. If it is yours, write it above “end” once more, with a line of its own behind it: “then auto”."
    ),
    "orders-not-yours": N_(
        "We know of no match {0} in which orders of yours are taken. Answer the letter about it, or copy the block with its key."
    ),
    "orders-more-not-yours": N_("{0} more blocks are for matches of which we do not know."),
    "blocks-unread": N_("The first {0} blocks of {1} were not read: there are too many of them."),
    "block-empty": N_("There is no order in the block of {0}: nothing has changed."),
    "orders-too-long": N_("These orders have {0} characters; at most {1} are allowed for a match."),
    "no-script": N_("You have no script called “{0}”. You have {1}."),
    "no-scripts": N_(
        "You have no script called “{0}”, and no other yet. Standing orders become one with the lines “standing on” and “script {0}”."
    ),
    "scripts-full": N_("You have {0} scripts of this game, so “{1}” finds no room. Remove one."),
    "script-unreadable": N_("The script “{0}” cannot be used here: {1}"),
    "script-of-stranger": N_(
        "Scripts are their player's own. To use “{0}”, enter by mail or from the page of your entry; or write its lines here."
    ),
    "deadline-has-moved": N_(
        "The deadline of {0} has moved since what you answered was written, so nothing was extended. Ask again if it is too early still."
    ),
    "no-extension-left": N_("Each player has {0} extensions in this season, and yours are used."),
    "match-no-game": N_("“{0}” is decided by builds alone, so it has no matches."),
    "match-config": N_("The rules cannot be played so: {0}"),
    "match-tempo": N_("“{0}” is no tempo of matches; there is {1}."),
    "match-hours": N_("An exchange takes {0} hours; it may take 1 to {1}."),
    "match-daily": N_("“{0}” is no time of the day; write 21:00, say."),
    "match-weekdays": N_(
        "Exchanges need a day of the week at least: from 0, Monday, to 6, Sunday."
    ),
    "match-zone": N_("“{0}” is no time zone; write Asia/Tokyo, say."),
    "match-unread": N_("“{0}” is no number."),
    "match-choice": N_("“{0}” is no decision about the matches of this game; there is {1}."),
    "match-extensions": N_("{0} extensions for each player are not possible; 0 to {1} are."),
    "match-asks": N_("{0} questions between two exchanges are not possible; 0 to {1} are."),
    "match-reveal": N_("Records cannot be revealed with “{0}”; say one of {1}."),
}
