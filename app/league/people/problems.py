"""What can be in the way of organisers at their desk: of announcements, lists of entries, answers, blocks, webhooks."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind("no-desk-name", N_("Please give them a name for the log of organisers' acts.")),
    Kind(
        "half-announced", N_("A subject needs a text in the same language, and a text a subject.")
    ),
    Kind("nothing-announced", N_("Please write a subject and a text, in one language at least.")),
    Kind(
        "bad-subject", N_("A subject has one line of at most %(most)s characters that can be seen.")
    ),
    Kind("announced-before", N_("Everybody chosen has already got exactly these words.")),
    Kind("nobody-to-tell", N_("None of those chosen wants letters, or none was chosen.")),
    Kind(
        "last-owner",
        N_(
            "This is the only owner. Make somebody else an owner first: without one nobody could say who organises."
        ),
    ),
    Kind(
        "organises-already",
        N_("“%(name)s” organises already. Change the role in the list instead."),
    ),
    Kind(
        "push-address",
        N_("This browser gave no address at which it could be told, or the season is over."),
    ),
    Kind("name-on-line", N_("“%(name)s” is the name on line %(other)s already.")),
    Kind(
        "address-on-line",
        N_(
            "“%(address)s” stands on line %(other)s already: the player of this address has as many characters as one may."
        ),
    ),
    Kind(
        "address-is-in",
        N_(
            "“%(address)s” belongs to a player who has as many characters in this season as one may, or had them when entries closed."
        ),
    ),
    Kind("address-blocked", N_("“%(address)s” is blocked. Lift the block first.")),
    Kind("no-column", N_("No column is called “build”, so no builds can be read.")),
    Kind(
        "column-twice",
        N_("Two columns mean the same, the later one is called “%(heading)s”. Leave one out."),
    ),
    Kind(
        "too-many-rows",
        N_(
            "These are %(rows)s entries: at most %(most)s come in at once. Divide them, and bring in one part after the other."
        ),
    ),
    Kind(
        "too-many-cells",
        N_("This line has %(cells)s cells, and there are only %(columns)s columns."),
    ),
    Kind(
        "bad-quotes",
        N_(
            "From here on nothing was read: a quotation mark that opens a cell is not closed, or is followed by more. Write one that belongs to the text twice."
        ),
    ),
    Kind("address-same", N_("This is your address already. Write the new one.")),
    Kind(
        "address-under-way",
        N_(
            "Another change of this address is under way. It has to be answered first, in the mailbox that was asked, or dropped on your page or by an organiser."
        ),
    ),
    Kind(
        "address-often",
        N_("Another address can be asked for %(most)s times a day. Please try again tomorrow."),
    ),
    Kind(
        "address-asked",
        N_(
            "A letter to your present mailbox asks whether it was you. Once it has said yes, the new mailbox is asked; nothing changes until both have, and after three days the question is over."
        ),
    ),
    Kind(
        "address-waits",
        N_("Thank you, your yes is noted. A letter tells you as soon as the change is done."),
    ),
    Kind(
        "address-done",
        N_("Done: the new address counts from now on. A letter there has all the new links."),
    ),
    Kind("address-dropped", N_("The change is dropped: everything stays as it was.")),
    Kind(
        "address-stopped",
        N_("The change is stopped until a second organiser has decided about it."),
    ),
    Kind(
        "address-decided",
        N_(
            "A second organiser has decided already that the address changes. Write to the organisers if that is wrong."
        ),
    ),
    Kind(
        "address-over",
        N_(
            "No such question is open: it was answered, or replaced, or three days have passed. If something is wrong, write to the organisers."
        ),
    ),
    Kind(
        "address-taken",
        N_(
            "This address takes part here by itself, so it cannot become another player's. Nothing was changed, and nobody else hears of this."
        ),
    ),
    Kind("address-unclear", N_("Please answer with “yes” or “no”, and nothing else.")),
    Kind(
        "address-of-organiser",
        N_(
            "This is an organiser's address. They change it themselves, from their mailbox; if that is lost, an owner removes them from the organisers and appoints the new address."
        ),
    ),
    Kind(
        "address-second",
        N_("This takes an objection, and another organiser than the one who stood in."),
    ),
    Kind("blocked-already", N_("This address is blocked already.")),
    Kind(
        "blocks-organiser",
        N_(
            "This is the address of an organiser. An owner has to remove them from the organisers first."
        ),
    ),
    Kind(
        "webhook-address",
        N_(
            "“%(typed)s” cannot be the address of a webhook. Write one that begins with https:// and names a host, without name and password, up to 500 characters."
        ),
    ),
    Kind(
        "webhook-inside",
        N_(
            "“%(host)s” is no place on the public internet, and messages are sent to no other. Name the host by which everybody reaches it."
        ),
    ),
    Kind(
        "webhook-shape", N_("“%(typed)s” is not a form that webhooks have; write signed or text.")
    ),
    Kind("webhook-language", N_("“%(typed)s” is not a language of this site; write ja or en.")),
    Kind(
        "too-many-webhooks",
        N_("There are %(most)s webhooks already. Remove one that is not needed."),
    ),
    Kind("unknown-webhook", N_("There is no webhook %(number)s.")),
    Kind("no-organiser", N_("No organiser has this address.")),
    Kind(
        "nothing-waits",
        N_("No entry waits here any more: it was withdrawn, or somebody was quicker."),
    ),
    Kind(
        "reason-unmarked", N_("Please say for whom the reason is: for the log, or for the players.")
    ),
    Kind("unknown-number", N_("Nothing here has a number so large.")),
    Kind("unknown-entry", N_("No entry is called “%(entry)s”, and none has this number.")),
    Kind("no-reason", N_("Please say why: a reason is kept with this step.")),
    Kind("no-answer", N_("Please write an answer first.")),
    Kind("no-mail", N_("This player has no mail that could be answered.")),
    Kind(
        "reason-too-long",
        N_(
            "What you write has %(length)s characters; at most %(most)s are allowed. Please shorten it."
        ),
    ),
    Kind(
        "nothing-told",
        N_(
            "Please write what players are told: everybody reads it. A reason for the log alone is not enough here."
        ),
    ),
    Kind("nothing-to-hide", N_("This entry has nothing of the kind any more. Please look again.")),
)
