"""What can be in the way of organisers at their desk: of announcements, lists of entries, answers, blocks, webhooks."""

from typing import Final

from app.i18n import N_

SENTENCES: Final = {
    "no-desk-name": N_("Please give them a name for the log of organisers' acts."),
    "half-announced": N_("A subject needs a text in the same language, and a text a subject."),
    "nothing-announced": N_("Please write a subject and a text, in one language at least."),
    "bad-subject": N_("A subject has one line of at most {0} characters that can be seen."),
    "announced-before": N_("Everybody chosen has already got exactly these words."),
    "nobody-to-tell": N_("None of those chosen wants letters, or none was chosen."),
    "last-owner": N_(
        "This is the only owner. Make somebody else an owner first: without one nobody could say who organises."
    ),
    "organises-already": N_("“{0}” organises already. Change the role in the list instead."),
    "name-on-line": N_("“{0}” is the name on line {1} already."),
    "address-on-line": N_(
        "“{0}” stands on line {1} already: the player of this address has as many characters as one may."
    ),
    "address-is-in": N_(
        "“{0}” belongs to a player who has as many characters in this season as one may, or had them when entries closed."
    ),
    "address-blocked": N_("“{0}” is blocked. Lift the block first."),
    "no-column": N_("No column is called “build”, so no builds can be read."),
    "column-twice": N_("Two columns mean the same, the later one is called “{0}”. Leave one out."),
    "too-many-rows": N_(
        "These are {0} entries: at most {1} come in at once. Divide them, and bring in one part after the other."
    ),
    "too-many-cells": N_("This line has {0} cells, and there are only {1} columns."),
    "bad-quotes": N_(
        "From here on nothing was read: a quotation mark that opens a cell is not closed, or is followed by more. Write one that belongs to the text twice."
    ),
    "blocked-already": N_("This address is blocked already."),
    "blocks-organiser": N_(
        "This is the address of an organiser. An owner has to remove them from the organisers first."
    ),
    "webhook-address": N_(
        "“{0}” cannot be the address of a webhook. Write one that begins with https:// and names a host, without name and password, up to 500 characters."
    ),
    "webhook-inside": N_(
        "“{0}” is no place on the public internet, and messages are sent to no other. Name the host by which everybody reaches it."
    ),
    "webhook-shape": N_("“{0}” is not a form that webhooks have; write signed or text."),
    "webhook-language": N_("“{0}” is not a language of this site; write ja or en."),
    "too-many-webhooks": N_("There are {0} webhooks already. Remove one that is not needed."),
    "unknown-webhook": N_("There is no webhook {0}."),
    "no-organiser": N_("No organiser has this address."),
    "nothing-waits": N_("No entry waits here any more: it was withdrawn, or somebody was quicker."),
    "reason-unmarked": N_("Please say for whom the reason is: for the log, or for the players."),
    "unknown-number": N_("Nothing here has a number so large."),
    "unknown-entry": N_("No entry is called “{0}”, and none has this number."),
    "no-reason": N_("Please say why: a reason is kept with this step."),
    "no-answer": N_("Please write an answer first."),
    "no-mail": N_("This player has no mail that could be answered."),
    "reason-too-long": N_(
        "What you write has {0} characters; at most {1} are allowed. Please shorten it."
    ),
    "nothing-told": N_(
        "Please write what players are told: everybody reads it. A reason for the log alone is not enough here."
    ),
    "nothing-to-hide": N_("This entry has nothing of the kind any more. Please look again."),
}
