"""What can be wrong with what an entry says: its names, its words, its picture, its build."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind(
        "door-link",
        N_(
            "“%(season)s” is by invitation. Use the link from its organiser. To enter by mail, copy the part of the link after “word=” into a line “Word: …”."
        ),
    ),
    Kind(
        "door-word",
        N_(
            "“%(season)s” is by invitation. Ask its organiser for the word. Type it in the form, or in your mail as a line “Word: …”."
        ),
    ),
    Kind(
        "door-list",
        N_(
            "“%(season)s” is by invitation, for addresses on its organiser's list. Ask them to add yours, or enter from the address that is on the list."
        ),
    ),
    Kind(
        "wrong-word",
        N_(
            "This is not the current word of “%(season)s”. Ask its organiser for the current word or link."
        ),
    ),
    Kind(
        "words-tried",
        N_("You sent more than %(most)s wrong words within an hour. Wait an hour, then try again."),
    ),
    Kind(
        "tag-taken",
        N_(
            "“%(tag)s” is taken. Another player defines effects under “%(other)s” in %(season)s. Quote one of them exactly, or define yours under another tag."
        ),
    ),
    Kind("empty-name", N_("Your character has no name.")),
    Kind("name-too-long", N_("The name has %(length)s characters; at most %(most)s are allowed.")),
    Kind(
        "name-looks-like",
        N_("The name “%(text)s” looks like “%(other)s”."),
    ),
    Kind(
        "owner-looks-like",
        N_("The owner name “%(text)s” looks like “%(other)s”, who is another player."),
    ),
    Kind(
        "looks-official",
        N_("“%(text)s” could be mistaken for an organiser."),
    ),
    Kind(
        "mixed-alphabets",
        N_("“%(text)s” mixes several alphabets in one word."),
    ),
    Kind(
        "owner-too-long",
        N_("The owner's name has %(length)s characters; at most %(most)s are allowed."),
    ),
    Kind(
        "owner-is-address",
        N_("Everyone sees the owner's name, so it cannot contain an @: “%(owner)s”."),
    ),
    Kind("url-too-long", N_("The URL has %(length)s characters; at most %(most)s are allowed.")),
    Kind("lore-too-long", N_("The lore has %(length)s characters; at most %(most)s are allowed.")),
    Kind(
        "picture-too-large",
        N_("The picture has more than %(most)s kilobytes. Please choose a smaller one."),
    ),
    Kind(
        "picture-of-other-kind",
        N_("We cannot use this kind of file. Please choose a PNG, JPEG or WebP picture."),
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
        N_("Invisible characters are not allowed. Please remove %(signs)s."),
    ),
    Kind(
        "flavour-too-long",
        N_("The name of slot %(which)s has %(length)s characters; at most %(most)s are allowed."),
    ),
    Kind(
        "flavour-forbidden",
        N_("The name of slot %(which)s contains invisible characters. Please remove %(signs)s."),
    ),
    Kind(
        "flavour-without-slot",
        N_("You named slot %(which)s, but the build ends at slot %(slots)s."),
    ),
    Kind(
        "line-too-long",
        N_("The words for “%(which)s” have %(length)s characters; at most %(most)s are allowed."),
    ),
    Kind(
        "line-forbidden",
        N_("The words for “%(which)s” contain invisible characters. Please remove %(signs)s."),
    ),
    Kind(
        "label-too-long", N_("“%(which)s” has %(length)s characters; at most %(most)s are allowed.")
    ),
    Kind(
        "label-forbidden",
        N_("“%(which)s” contains invisible characters. Please remove %(signs)s."),
    ),
    Kind(
        "orders-without-matches",
        N_(
            "“%(game)s” takes no standing orders, since builds alone decide. Please leave them out."
        ),
    ),
    Kind(
        "nonce-without-matches",
        N_("“%(game)s” takes no nonce, since builds alone decide. Please leave it out."),
    ),
    Kind(
        "nonce-too-long", N_("The nonce has %(length)s characters; at most %(most)s are allowed.")
    ),
    Kind(
        "nonce-forbidden",
        N_("The nonce contains invisible characters. Please remove %(signs)s."),
    ),
    Kind("orders-unreadable", N_("Standing orders, %(reason)s")),
    Kind(
        "orders-out-of-place",
        N_(
            "Standing orders: “%(phrase)s” can only be used in a running match. Please leave it out."
        ),
    ),
    Kind("orders-empty", N_("Standing orders: none of these lines is an order.")),
    Kind(
        "not-own",
        N_(
            "“%(typed)s” is not a field that a character can have. Write a line like “Flavour 1: …”, “Entrance: …”, “Finish: …”, “Victory: …”, “Defeat: …”, “Build label: …” or “Lore label: …”."
        ),
    ),
    Kind("name-taken", N_("Another character of this season is already called “%(name)s”.")),
    Kind("no-build", N_("We found no build. Write it on a line that begins with “Build:”.")),
    Kind("no-name", N_("We found no name. Write it on a line that begins with “Name:”.")),
    Kind(
        "no-address", N_("Please give your mail address. We send the receipt and the report there.")
    ),
    Kind("bad-address", N_("“%(address)s” is not a mail address we can write to.")),
    Kind("own-address", N_("“%(address)s” is our own address. Please give yours.")),
    Kind("no-entry", N_("We found neither a name nor a build.")),
    Kind("no-season", N_("No season takes entries at the moment."), "open"),
    Kind(
        "which-season",
        N_("Several seasons take entries. Say which one on a line that begins with “Season:”."),
        "open",
    ),
    Kind("unknown-season", N_("There is no season “%(season)s”."), "open"),
    Kind("which-follow", N_("Which season? Write “follow” and its name."), "going"),
    Kind("follow-what", N_("There is no season “%(season)s”."), "going"),
    Kind("follow-late", N_("“%(season)s” is over. Its page shows the results."), "going"),
    Kind("no-hour", N_("“%(typed)s” is not an hour of the day. Write one from 0 to 23.")),
    Kind("other-game", N_("This is a build for “%(game)s”, but “%(season)s” plays “%(other)s”.")),
    Kind("season-closed", N_("“%(season)s” takes no more entries.")),
    Kind(
        "season-called-off",
        N_("“%(season)s” has been called off. Nothing in it can be changed any more."),
    ),
    Kind(
        "nothing-to-carry",
        N_(
            "Nothing from “%(season)s” can be entered again. Either no other season of its game takes entries now, or you already have a character there."
        ),
    ),
    Kind(
        "season-full",
        N_(
            "“%(season)s” is full: all %(places)s places are taken. If you have a place, you can still change your entry by the link in your receipt."
        ),
    ),
    Kind(
        "one-character",
        N_(
            "Each player may have one character in %(season)s, and yours is “%(example)s”. To replace it, send this one again with the line “Instead of: %(example)s”."
        ),
    ),
    Kind(
        "characters-full",
        N_(
            "A player may have %(most)s characters in “%(season)s”, and you have that many: %(all)s. To replace one, write its name above this one, as in “Instead of: %(example)s”. To change one, send it under its own name."
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
            "You have %(count)s characters in “%(season)s”: %(all)s. Write the name of the one you mean."
        ),
        "",
    ),
    Kind(
        "name-twice",
        N_(
            "Two different characters in your mail are called “%(name)s”, so we took neither. Give them different names, or send one."
        ),
    ),
    Kind(
        "check-one",
        N_("We check one character in each mail, and yours has several. Nothing was entered."),
    ),
    Kind(
        "no-side",
        N_("Choose your character's side: %(sides)s. In a mail, write a line like “Side: …”."),
    ),
    Kind("side-of-group", N_("Only members of the group “%(side)s” can be on its team.")),
    Kind("unknown-side", N_("“%(side)s” is not a side of this season. Write one of: %(sides)s.")),
    Kind("season-without-sides", N_("This season has no sides. Leave “%(side)s” out.")),
    Kind("banned", N_("“%(card)s” is not allowed in this season.")),
    Kind(
        "copies-over",
        N_("Your build has “%(card)s” %(count)s times. This season allows it %(most)s times."),
    ),
    Kind(
        "size-other", N_("Your build has %(count)s %(slots)s. This season needs exactly %(size)s.")
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
            "The organisers have blocked this address. Its entries stay, but it cannot enter or change anything. Reason: %(reason)s"
        ),
    ),
    Kind(
        "team-tag",
        N_(
            "“%(tag)s” is the name of a team, and this season has no teams. Send the character without it."
        ),
    ),
    Kind(
        "not-in-round-before",
        N_(
            "“%(season)s” continues an earlier round. Only characters of that round take part, each sent by its own player."
        ),
    ),
    Kind(
        "changes-over",
        N_(
            "This round allows %(allowed)s changes to the %(slots)s of the round before. Your build has %(changes)s:"
        ),
    ),
    Kind(
        "changed-place",
        N_("%(card)s, at place %(place)s in the round before, was replaced, moved or left out."),
    ),
    Kind(
        "changed-one", N_("%(card)s is gone, or there are fewer copies than in the round before.")
    ),
    Kind(
        "added-over",
        N_(
            "This round allows %(added)s more than the round before, %(allowed)s %(slots)s in all. Your build has %(size)s."
        ),
    ),
)
