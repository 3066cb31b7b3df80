"""What can be in the way of organisers at their desk: of announcements, lists of entries, answers, blocks, webhooks."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind("no-desk-name", N_("Please write their name for the organisers' log.")),
    Kind(
        "half-announced", N_("Write subject and text in the same language. Each needs the other.")
    ),
    Kind("nothing-announced", N_("Please write a subject and a text, in one language at least.")),
    Kind("bad-subject", N_("The subject must be one line of at most %(most)s visible characters.")),
    Kind("announced-before", N_("Everyone you chose has already received this text.")),
    Kind("nobody-to-tell", N_("Nobody you chose receives letters, or you chose nobody.")),
    Kind(
        "last-owner",
        N_(
            "This is the only owner. Make another organiser an owner first. Without one, nobody could choose the organisers."
        ),
    ),
    Kind(
        "organises-already",
        N_("“%(name)s” is already an organiser. Change the role in the list instead."),
    ),
    Kind(
        "push-address",
        N_("Your browser gave us no address for notifications, or the season is over."),
    ),
    Kind("name-on-line", N_("“%(name)s” is already the name on line %(other)s.")),
    Kind(
        "address-on-line",
        N_("“%(address)s” is already on line %(other)s. A player may not have more characters."),
    ),
    Kind(
        "address-is-in",
        N_(
            "The player of “%(address)s” has, or had when entries closed, as many characters in this season as allowed."
        ),
    ),
    Kind("address-blocked", N_("“%(address)s” is blocked. Lift the block first.")),
    Kind("no-column", N_("There is no column “build”, so we cannot read the builds.")),
    Kind(
        "column-twice",
        N_("Two columns mean the same. The later one is “%(heading)s”. Leave one out."),
    ),
    Kind(
        "too-many-rows",
        N_(
            "The file has %(rows)s entries. You can import %(most)s at once, so split it into parts."
        ),
    ),
    Kind(
        "too-many-cells",
        N_("This line has %(cells)s cells, but the table has only %(columns)s columns."),
    ),
    Kind(
        "bad-quotes",
        N_(
            "We read nothing from here on. A quoted cell is not closed, or text follows its closing quotation mark. To write a quotation mark inside a cell, double it."
        ),
    ),
    Kind("address-same", N_("This is your address already. Write the new one.")),
    Kind(
        "address-under-way",
        N_(
            "Another change of this address is under way. First answer it in the mailbox that was asked. Or drop it on your page, or ask an organiser to."
        ),
    ),
    Kind(
        "address-often",
        N_("You can ask for a new address %(most)s times a day. Please try again tomorrow."),
    ),
    Kind(
        "address-asked",
        N_(
            "A letter to your present mailbox asks whether it was you. After your yes we ask the new mailbox. Nothing changes until both have said yes. The request ends after three days."
        ),
    ),
    Kind(
        "address-waits",
        N_("Thank you, your yes is noted. A letter tells you as soon as the change is done."),
    ),
    Kind(
        "address-done",
        N_("Done. Your new address is in use from now on. A letter there has all the new links."),
    ),
    Kind("address-dropped", N_("The change is dropped. Everything stays as it was.")),
    Kind(
        "address-stopped",
        N_("The change waits until a second organiser has decided about it."),
    ),
    Kind(
        "address-decided",
        N_(
            "A second organiser has already allowed this change of address. If that is wrong, write to the organisers."
        ),
    ),
    Kind(
        "address-over",
        N_(
            "This question is closed. It was answered or replaced, or three days have passed. If something is wrong, write to the organisers."
        ),
    ),
    Kind(
        "address-taken",
        N_(
            "This address already takes part here, so it cannot become another player's. Nothing was changed, and nobody else is told."
        ),
    ),
    Kind("address-unclear", N_("Please answer with “yes” or “no”, and nothing else.")),
    Kind(
        "address-of-organiser",
        N_(
            "This is an organiser's address. They change it themselves from their mailbox. If the mailbox is lost, an owner removes them as organiser and appoints the new address."
        ),
    ),
    Kind(
        "address-second",
        N_("This needs an objection, and another organiser than the one who approved it."),
    ),
    Kind("blocked-already", N_("This address is blocked already.")),
    Kind(
        "blocks-organiser",
        N_("This is an organiser's address. An owner must first remove them from the organisers."),
    ),
    Kind(
        "webhook-address",
        N_(
            "“%(typed)s” cannot be the address of a webhook. Write one that begins with https:// and has a host, no user name and no password, and at most 500 characters."
        ),
    ),
    Kind(
        "webhook-inside",
        N_(
            "“%(host)s” is not on the public internet, so no messages are sent there. Write a host that everyone can reach."
        ),
    ),
    Kind("webhook-shape", N_("“%(typed)s” is not a form of webhook. Write signed or text.")),
    Kind("webhook-language", N_("“%(typed)s” is not a language of this site. Write ja or en.")),
    Kind(
        "too-many-webhooks",
        N_("There are already %(most)s webhooks. Remove one first."),
    ),
    Kind("unknown-webhook", N_("There is no webhook %(number)s.")),
    Kind("no-organiser", N_("No organiser has this address.")),
    Kind(
        "nothing-waits",
        N_("This entry no longer waits. It was withdrawn, or another organiser has answered."),
    ),
    Kind("reason-unmarked", N_("Please say who the reason is for: the log or the players.")),
    Kind("unknown-number", N_("This number is too large.")),
    Kind("unknown-entry", N_("No entry has the name or number “%(entry)s”.")),
    Kind("no-reason", N_("Please give a reason. It is kept with this step.")),
    Kind("no-answer", N_("Please write an answer first.")),
    Kind("no-mail", N_("This player has no mail to answer.")),
    Kind(
        "reason-too-long",
        N_("Your text has %(length)s characters. Please shorten it to %(most)s."),
    ),
    Kind(
        "nothing-told",
        N_(
            "Please write an explanation for the players. Everyone can read it. A reason in the log is not enough here."
        ),
    ),
    Kind("nothing-to-hide", N_("This entry no longer has that. Please look at it again.")),
)
