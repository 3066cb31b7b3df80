"""What can be wrong with a mail, an answer, or what they ask for."""

from typing import Final

from app.i18n import N_

SENTENCES: Final = {
    "letter-unreadable": N_(
        "This letter (“{0}”) cannot be written any more: what it was about is not known ({1})."
    ),
    "superseded": N_(
        "This version of “{0}” is out of date: a later one has been accepted and counts."
    ),
    "already-confirmed": N_("“{0}” had been confirmed before. There is nothing left to do."),
    "confirmed-before": N_(
        "“{0}” has been confirmed and counts. To take it out, answer its receipt with “withdraw”."
    ),
    "declined": N_(
        "“{0}” was dropped, since the answer was that it came from somebody else. To enter it after all, send it again."
    ),
    "token-invalid": N_(
        "The secret address that you wrote to is not valid, or not valid any more."
    ),
    "two-requests": N_(
        "Your mail asks to take an entry out, and also sends or changes one. Please send only one of the two; nothing has been done."
    ),
    "no-own-entry": N_("No entry was found that was sent from your address."),
    "nothing-to-change": N_(
        "You have no entry in “{0}” yet, so nothing could be changed. Send your character, and it is in."
    ),
    "nothing-to-repeat": N_(
        "No earlier entry of yours was found that could be entered in “{0}” again. Please write it out."
    ),
    "not-repeatable": N_(
        "The rules of “{0}” do not allow your earlier entry as it was. Write its build anew, and the rest stays."
    ),
    "no-such-place": N_("Your build has no “{0}”."),
    "card-not-there": N_("“{0}” is not in your build."),
    "which-card": N_("“{0}” could be more than one in your build. Say which by its place."),
    "replace-or-add": N_(
        "“{0}” could mean to add one there, or to put it in the place of another. Say “add … before …” or “change … to …”."
    ),
    "change-unclear": N_("What shall be changed was not clear here: “{0}”."),
    "nothing-played": N_("No season takes entries, and no results have been published yet."),
    "no-own-results": N_("No results were found of anything sent from your address."),
    "spar-quota": N_(
        "You have sparred {0} times within a day. Tomorrow your sparring partners are fit again."
    ),
    "not-confirmed": N_(
        "To confirm, answer with “yes” alone, or press the button on the page that our letter names."
    ),
    "not-understood": N_("Neither an entry nor a request was found in your mail."),
    "mail-garbled": N_(
        "The characters of your mail could not be read. Please send it again in UTF-8 (Unicode)."
    ),
    "mail-two-readings": N_(
        "Your mail does not say how its characters are encoded: is it “{0}” or “{1}”? Please send it again in UTF-8 (Unicode)."
    ),
    "mail-too-large": N_(
        "Your mail is too large ({0} bytes). Please send plain text without attachments."
    ),
    "mail-too-complex": N_("Your mail is too deeply nested to be read. Please send plain text."),
    "not-a-mail": N_("What arrived is not a mail."),
    "no-sender": N_("The mail does not say who sent it, so it cannot be answered."),
    "repeated-field": N_("“{0}” is given more than once and differently. Please write it once."),
    "mail-old": N_(
        "It was in the mailbox for more than seven days before this site saw it, and is not answered."
    ),
    "our-fault": N_("The mail brought our own program down ({0}). Nothing is wrong with the mail."),
    "busy": N_("Others are being answered at the moment. Please try again in a few seconds."),
    "too-many-battles": N_(
        "To try every change would take {0} battles. Without a compiled kernel of its game this machine cannot play so many while somebody waits."
    ),
    "played-by-orders": N_(
        "“{0}” is decided by orders, not by builds alone: what another build would have done cannot be said."
    ),
}
