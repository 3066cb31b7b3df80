"""What can be wrong with what an entry says: its names, its words, its picture, its build."""

from typing import Final

from app.i18n import N_

SENTENCES: Final = {
    "empty-name": N_("Your character has no name."),
    "name-too-long": N_("The name has {0} characters; at most {1} are allowed."),
    "name-looks-like": N_("The name “{0}” looks like “{1}”."),
    "owner-looks-like": N_("The owner “{0}” looks like “{1}”, who is somebody else."),
    "looks-official": N_("“{0}” looks as if it spoke for the organisers."),
    "mixed-alphabets": N_("“{0}” mixes letters of several alphabets in one word."),
    "owner-too-long": N_("The owner's name has {0} characters; at most {1} are allowed."),
    "owner-is-address": N_(
        "The owner's name is shown to everybody, so it must not contain an @: “{0}”."
    ),
    "url-too-long": N_("The URL has {0} characters; at most {1} are allowed."),
    "lore-too-long": N_("The lore has {0} characters; at most {1} are allowed."),
    "picture-too-large": N_(
        "The picture has more than {0} kilobytes. Please choose a smaller one."
    ),
    "picture-of-other-kind": N_(
        "This kind of file cannot be used. Please choose a PNG, JPEG or WebP picture."
    ),
    "picture-too-wide": N_(
        "The picture is {0} × {1} pixels; at most {2} on each side are allowed."
    ),
    "picture-broken": N_("The picture cannot be read: the file is damaged or incomplete."),
    "forbidden-character": N_(
        "Characters that cannot be seen are not allowed. Please remove {all}."
    ),
    "flavour-too-long": N_("The name of slot {0} has {1} characters; at most {2} are allowed."),
    "flavour-forbidden": N_(
        "The name of slot {0} holds characters that cannot be seen. Please remove {1}."
    ),
    "flavour-without-slot": N_("Slot {0} has a name of its own, but the build has only {1}."),
    "line-too-long": N_("The words for “{0}” have {1} characters; at most {2} are allowed."),
    "line-forbidden": N_(
        "The words for “{0}” hold characters that cannot be seen. Please remove {1}."
    ),
    "label-too-long": N_("“{0}” has {1} characters; at most {2} are allowed."),
    "label-forbidden": N_("“{0}” holds characters that cannot be seen. Please remove {1}."),
    "orders-without-matches": N_(
        "“{0}” is decided by builds alone: an entry brings no standing orders. Please leave them out."
    ),
    "nonce-without-matches": N_(
        "“{0}” is decided by builds alone: an entry brings no nonce. Please leave it out."
    ),
    "nonce-too-long": N_("The nonce has {0} characters; at most {1} are allowed."),
    "nonce-forbidden": N_("The nonce holds characters that cannot be seen. Please remove {0}."),
    "orders-unreadable": N_("Standing orders, {0}"),
    "orders-out-of-place": N_(
        "Standing orders: “{0}” is said in a match that goes on, not by an entry. Please leave it out."
    ),
    "orders-empty": N_("Standing orders: there is no order among these lines."),
    "not-own": N_(
        "“{0}” is no name, label or words of a character's own. Write it like “Flavour 1: …”, “Entrance: …”, “Finish: …”, “Victory: …”, “Defeat: …”, “Build label: …” or “Lore label: …”."
    ),
    "name-taken": N_("Another character of this season is already called “{0}”."),
    "no-build": N_("No build was found. Write it on a line that begins with “Build:”."),
    "no-name": N_("No name was found. Write it on a line that begins with “Name:”."),
    "empty-build": N_("The build is empty. Write it here, in any notation."),
    "no-address": N_("Please give your mail address: the receipt and the report go there."),
    "bad-address": N_("“{0}” is not a mail address that a letter could reach."),
    "own-address": N_("“{0}” is our own address. Please give yours."),
    "no-entry": N_("Neither a name nor a build was found."),
    "no-season": N_("No season takes entries at the moment."),
    "which-season": N_(
        "Several seasons take entries. Name yours on a line that begins with “Season:”."
    ),
    "unknown-season": N_("No season is called “{0}”."),
    "other-game": N_("This is a build of “{0}”, and “{1}” plays “{2}”."),
    "season-closed": N_("“{0}” takes no more entries."),
    "season-full": N_(
        "“{0}” is full: all {1} places are taken. Those who are in can still change their entry, by the link in their receipt."
    ),
    "characters-full": N_(
        "A player may have {1} characters in “{0}”, and you have as many: {all}. To put this one in the place of one of them, name that one above it, as in “Instead of: {2}”; to change one, send it under its name."
    ),
    "no-such-character": N_("You have no character “{0}” in this season. You have {all}."),
    "which-character": N_(
        "You have {1} characters in “{0}”: {all}. Say the name of the one that you mean."
    ),
    "name-twice": N_(
        "Two different characters in your mail are called “{0}”: neither was taken. Give each a name of its own, or send one."
    ),
    "check-one": N_(
        "Please have one character checked a mail: yours has several. Nothing was entered."
    ),
    "no-side": N_(
        "Say on which side your character is: {0}. In a mail that is a line like “Side: …”."
    ),
    "unknown-side": N_("“{0}” is no side of this season; there are {1}."),
    "season-without-sides": N_("This season has no sides; leave “{0}” out."),
    "banned": N_("“{0}” is not allowed in this season."),
    "copies-over": N_(
        "“{2}” stands {0} times in your build; this season allows it {1} times at most."
    ),
    "size-other": N_("Your build has {0} {2}; this season wants exactly {1}."),
    "season-full-until": N_(
        "“{0}” is full: all {1} places are taken. The next {2} places open on {3}."
    ),
    "season-not-open": N_("“{0}” does not take entries yet."),
    "blocked": N_(
        "The organisers have blocked this address: what it has entered stays, and nothing can be entered or changed. The reason: {0}"
    ),
    "team-tag": N_(
        "“{0}” names a team, as in a list, and this season has no teams. Write the character without it."
    ),
    "not-in-round-before": N_(
        "“{0}” is a later round: only characters that played the round before take part, each sent by its own player."
    ),
    "changes-over": N_(
        "This round allows {0} changes to the {2} of the round before; here are {1}:"
    ),
    "changed-place": N_("Place {0} of the round before, {1}, is replaced, moved or left out."),
    "changed-one": N_("{0} is there no more, or less often than in the round before."),
    "added-over": N_(
        "This round allows {0} more than in the round before, {1} {3} in all; here are {2}."
    ),
}
