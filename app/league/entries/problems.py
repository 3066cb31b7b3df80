"""What can be wrong with what an entry says: its names, its words, its picture, its build."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind(
        "door-link",
        N_(
            "“%(season)s” is by invitation: enter by the link that you get from its organiser. In a mail, write what stands in it behind “word=” in a line “Word: …”."
        ),
    ),
    Kind(
        "door-word",
        N_(
            "“%(season)s” is by invitation: give the word that you get from its organiser, in the form or in a line “Word: …” of your mail."
        ),
    ),
    Kind(
        "door-list",
        N_(
            "“%(season)s” is by invitation: its organiser lets in the addresses on their list. Ask them to add yours, or enter from the one that you have given them."
        ),
    ),
    Kind(
        "wrong-word",
        N_(
            "What you gave as the word of “%(season)s” does not let in. Ask its organiser for the word or the link that holds now."
        ),
    ),
    Kind(
        "words-tried",
        N_(
            "More than %(most)s wrong words came from you within an hour. Wait an hour, then try again."
        ),
    ),
    Kind(
        "tag-taken",
        N_(
            "“%(tag)s” is taken: somebody else defines effects under “%(other)s” in %(season)s. Quote one of them as it stands there, or define yours under a tag of your own."
        ),
    ),
    Kind("empty-name", N_("Your character has no name.")),
    Kind("name-too-long", N_("The name has %(length)s characters; at most %(most)s are allowed.")),
    Kind("name-looks-like", N_("The name “%(text)s” looks like “%(other)s”.")),
    Kind(
        "owner-looks-like",
        N_("The owner “%(text)s” looks like “%(other)s”, who is somebody else."),
    ),
    Kind("looks-official", N_("“%(text)s” looks as if it spoke for the organisers.")),
    Kind("mixed-alphabets", N_("“%(text)s” mixes letters of several alphabets in one word.")),
    Kind(
        "owner-too-long",
        N_("The owner's name has %(length)s characters; at most %(most)s are allowed."),
    ),
    Kind(
        "owner-is-address",
        N_("The owner's name is shown to everybody, so it must not contain an @: “%(owner)s”."),
    ),
    Kind("url-too-long", N_("The URL has %(length)s characters; at most %(most)s are allowed.")),
    Kind("lore-too-long", N_("The lore has %(length)s characters; at most %(most)s are allowed.")),
    Kind(
        "picture-too-large",
        N_("The picture has more than %(most)s kilobytes. Please choose a smaller one."),
    ),
    Kind(
        "picture-of-other-kind",
        N_("This kind of file cannot be used. Please choose a PNG, JPEG or WebP picture."),
    ),
    Kind(
        "picture-too-wide",
        N_(
            "The picture is %(width)s × %(height)s pixels; at most %(most)s on each side are allowed."
        ),
    ),
    Kind("picture-broken", N_("The picture cannot be read: the file is damaged or incomplete.")),
    Kind(
        "forbidden-character",
        N_("Characters that cannot be seen are not allowed. Please remove %(signs)s."),
    ),
    Kind(
        "flavour-too-long",
        N_("The name of slot %(which)s has %(length)s characters; at most %(most)s are allowed."),
    ),
    Kind(
        "flavour-forbidden",
        N_(
            "The name of slot %(which)s holds characters that cannot be seen. Please remove %(signs)s."
        ),
    ),
    Kind(
        "flavour-without-slot",
        N_("Slot %(which)s has a name of its own, but the build has only %(slots)s."),
    ),
    Kind(
        "line-too-long",
        N_("The words for “%(which)s” have %(length)s characters; at most %(most)s are allowed."),
    ),
    Kind(
        "line-forbidden",
        N_(
            "The words for “%(which)s” hold characters that cannot be seen. Please remove %(signs)s."
        ),
    ),
    Kind(
        "label-too-long", N_("“%(which)s” has %(length)s characters; at most %(most)s are allowed.")
    ),
    Kind(
        "label-forbidden",
        N_("“%(which)s” holds characters that cannot be seen. Please remove %(signs)s."),
    ),
    Kind(
        "orders-without-matches",
        N_(
            "“%(game)s” is decided by builds alone: an entry brings no standing orders. Please leave them out."
        ),
    ),
    Kind(
        "nonce-without-matches",
        N_("“%(game)s” is decided by builds alone: an entry brings no nonce. Please leave it out."),
    ),
    Kind(
        "nonce-too-long", N_("The nonce has %(length)s characters; at most %(most)s are allowed.")
    ),
    Kind(
        "nonce-forbidden",
        N_("The nonce holds characters that cannot be seen. Please remove %(signs)s."),
    ),
    Kind("orders-unreadable", N_("Standing orders, %(reason)s")),
    Kind(
        "orders-out-of-place",
        N_(
            "Standing orders: “%(phrase)s” is said in a match that goes on, not by an entry. Please leave it out."
        ),
    ),
    Kind("orders-empty", N_("Standing orders: there is no order among these lines.")),
    Kind(
        "not-own",
        N_(
            "“%(typed)s” is no name, label or words of a character's own. Write it like “Flavour 1: …”, “Entrance: …”, “Finish: …”, “Victory: …”, “Defeat: …”, “Build label: …” or “Lore label: …”."
        ),
    ),
    Kind("name-taken", N_("Another character of this season is already called “%(name)s”.")),
    Kind("no-build", N_("No build was found. Write it on a line that begins with “Build:”.")),
    Kind("no-name", N_("No name was found. Write it on a line that begins with “Name:”.")),
    Kind("no-address", N_("Please give your mail address: the receipt and the report go there.")),
    Kind("bad-address", N_("“%(address)s” is not a mail address that a letter could reach.")),
    Kind("own-address", N_("“%(address)s” is our own address. Please give yours.")),
    Kind("no-entry", N_("Neither a name nor a build was found.")),
    Kind("no-season", N_("No season takes entries at the moment."), "open"),
    Kind(
        "which-season",
        N_("Several seasons take entries. Name yours on a line that begins with “Season:”."),
        "open",
    ),
    Kind("unknown-season", N_("No season is called “%(season)s”."), "open"),
    Kind("which-follow", N_("Which season? Write “follow” and its name."), "going"),
    Kind("follow-what", N_("No season is called “%(season)s”."), "going"),
    Kind("follow-late", N_("“%(season)s” is over: its page shows how it ended."), "going"),
    Kind("no-hour", N_("“%(typed)s” is not an hour of the day. Write one from 0 to 23.")),
    Kind("other-game", N_("This is a build of “%(game)s”, and “%(season)s” plays “%(other)s”.")),
    Kind("season-closed", N_("“%(season)s” takes no more entries.")),
    Kind(
        "season-called-off",
        N_("“%(season)s” has been called off. Nothing in it can be changed any more."),
    ),
    Kind(
        "nothing-to-carry",
        N_(
            "There is nothing to take over from “%(season)s”: either no other season of its game takes entries now, or you have a character there already."
        ),
    ),
    Kind(
        "season-full",
        N_(
            "“%(season)s” is full: all %(places)s places are taken. Those who are in can still change their entry, by the link in their receipt."
        ),
    ),
    Kind(
        "one-character",
        N_(
            "Each player has one character in %(season)s, and yours is “%(example)s”. To put this one in its place, send it again with the line “Instead of: %(example)s”."
        ),
    ),
    Kind(
        "characters-full",
        N_(
            "A player may have %(most)s characters in “%(season)s”, and you have as many: %(all)s. To put this one in the place of one of them, name that one above it, as in “Instead of: %(example)s”; to change one, send it under its name."
        ),
        "",
    ),
    Kind(
        "no-such-character",
        N_("You have no character “%(name)s” in this season. You have %(all)s."),
        "",
    ),
    Kind(
        "which-character",
        N_(
            "You have %(count)s characters in “%(season)s”: %(all)s. Say the name of the one that you mean."
        ),
        "",
    ),
    Kind(
        "name-twice",
        N_(
            "Two different characters in your mail are called “%(name)s”: neither was taken. Give each a name of its own, or send one."
        ),
    ),
    Kind(
        "check-one",
        N_("Please have one character checked a mail: yours has several. Nothing was entered."),
    ),
    Kind(
        "no-side",
        N_(
            "Say on which side your character is: %(sides)s. In a mail that is a line like “Side: …”."
        ),
    ),
    Kind("side-of-group", N_("“%(side)s” is the team of that group: its members alone are on it.")),
    Kind("unknown-side", N_("“%(side)s” is no side of this season; there are %(sides)s.")),
    Kind("season-without-sides", N_("This season has no sides; leave “%(side)s” out.")),
    Kind("banned", N_("“%(card)s” is not allowed in this season.")),
    Kind(
        "copies-over",
        N_(
            "“%(card)s” stands %(count)s times in your build; this season allows it %(most)s times at most."
        ),
    ),
    Kind(
        "size-other", N_("Your build has %(count)s %(slots)s; this season wants exactly %(size)s.")
    ),
    Kind(
        "season-full-until",
        N_(
            "“%(season)s” is full: all %(places)s places are taken. The next %(more)s places open on %(at)s."
        ),
    ),
    Kind("season-not-open", N_("“%(season)s” does not take entries yet.")),
    Kind(
        "blocked",
        N_(
            "The organisers have blocked this address: what it has entered stays, and nothing can be entered or changed. The reason: %(reason)s"
        ),
    ),
    Kind(
        "team-tag",
        N_(
            "“%(tag)s” names a team, as in a list, and this season has no teams. Write the character without it."
        ),
    ),
    Kind(
        "not-in-round-before",
        N_(
            "“%(season)s” is a later round: only characters that played the round before take part, each sent by its own player."
        ),
    ),
    Kind(
        "changes-over",
        N_(
            "This round allows %(allowed)s changes to the %(slots)s of the round before; here are %(changes)s:"
        ),
    ),
    Kind(
        "changed-place",
        N_("Place %(place)s of the round before, %(card)s, is replaced, moved or left out."),
    ),
    Kind("changed-one", N_("%(card)s is there no more, or less often than in the round before.")),
    Kind(
        "added-over",
        N_(
            "This round allows %(added)s more than in the round before, %(allowed)s %(slots)s in all; here are %(size)s."
        ),
    ),
)
