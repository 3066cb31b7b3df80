"""What can be wrong with a mail, an answer, or what they ask for."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind(
        "letter-unreadable",
        N_(
            "This letter (“%(kind)s”) cannot be written any more: what it was about is not known (%(wrong)s)."
        ),
    ),
    Kind(
        "superseded",
        N_("This version of “%(name)s” is out of date: a later one has been accepted and counts."),
    ),
    Kind(
        "already-confirmed",
        N_("“%(name)s” had been confirmed before. There is nothing left to do."),
    ),
    Kind(
        "confirmed-before",
        N_(
            "“%(name)s” has been confirmed and counts. To take it out, answer its receipt with “withdraw”."
        ),
    ),
    Kind(
        "declined",
        N_(
            "“%(name)s” was dropped, since the answer was that it came from somebody else. To enter it after all, send it again."
        ),
    ),
    Kind(
        "token-invalid",
        N_("The secret address that you wrote to is not valid, or not valid any more."),
    ),
    Kind(
        "two-requests",
        N_(
            "Your mail asks to take an entry out, and also sends or changes one. Please send only one of the two; nothing has been done."
        ),
    ),
    Kind("no-own-entry", N_("No entry was found that was sent from your address.")),
    Kind(
        "nothing-to-change",
        N_(
            "You have no entry in “%(season)s” yet, so nothing could be changed. Send your character, and it is in."
        ),
    ),
    Kind(
        "nothing-to-repeat",
        N_(
            "No earlier entry of yours was found that could be entered in “%(season)s” again. Please write it out."
        ),
    ),
    Kind(
        "not-repeatable",
        N_(
            "The rules of “%(season)s” do not allow your earlier entry as it was. Write its build anew, and the rest stays."
        ),
    ),
    Kind("no-such-place", N_("Your build has no “%(typed)s”.")),
    Kind("card-not-there", N_("“%(typed)s” is not in your build.")),
    Kind(
        "which-card",
        N_("“%(typed)s” could be more than one in your build. Say which by its place."),
    ),
    Kind(
        "replace-or-add",
        N_(
            "“%(phrase)s” could mean to add one there, or to put it in the place of another. Say “add … before …” or “change … to …”."
        ),
    ),
    Kind("change-unclear", N_("What shall be changed was not clear here: “%(phrase)s”.")),
    Kind("nothing-played", N_("No season takes entries, and no results have been published yet.")),
    Kind("no-own-results", N_("No results were found of anything sent from your address.")),
    Kind(
        "spar-quota",
        N_(
            "You have sparred %(bouts)s times within a day. Tomorrow your sparring partners are fit again."
        ),
    ),
    Kind(
        "not-confirmed",
        N_(
            "To confirm, answer with “yes” alone, or press the button on the page that our letter names."
        ),
    ),
    Kind("not-understood", N_("Neither an entry nor a request was found in your mail.")),
    Kind(
        "mail-garbled",
        N_(
            "The characters of your mail could not be read. Please send it again in UTF-8 (Unicode)."
        ),
    ),
    Kind(
        "mail-two-readings",
        N_(
            "Your mail does not say how its characters are encoded: is it “%(one)s” or “%(other)s”? Please send it again in UTF-8 (Unicode)."
        ),
    ),
    Kind(
        "mail-too-large",
        N_("Your mail is too large (%(size)s bytes). Please send plain text without attachments."),
        "",
    ),
    Kind(
        "mail-too-complex", N_("Your mail is too deeply nested to be read. Please send plain text.")
    ),
    Kind("not-a-mail", N_("What arrived is not a mail.")),
    Kind("no-sender", N_("The mail does not say who sent it, so it cannot be answered.")),
    Kind(
        "repeated-field",
        N_("“%(field)s” is given more than once and differently. Please write it once."),
    ),
    Kind(
        "mail-old",
        N_(
            "It was in the mailbox for more than seven days before this site saw it, and is not answered."
        ),
    ),
    Kind(
        "our-fault",
        N_("The mail brought our own program down (%(error)s). Nothing is wrong with the mail."),
    ),
    Kind("busy", N_("Others are being answered at the moment. Please try again in a few seconds.")),
    Kind(
        "too-many-battles",
        N_(
            "To try every change would take %(battles)s battles. Without a compiled kernel of its game this machine cannot play so many while somebody waits."
        ),
    ),
    Kind(
        "played-by-orders",
        N_(
            "“%(game)s” is decided by orders, not by builds alone: what another build would have done cannot be said."
        ),
    ),
)
