"""What can be wrong with groups and builds that are kept, and what is told of them once it is done."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind("group-found", N_("The group “%(group)s” is founded, and you lead it.")),
    Kind(
        "group-invite",
        N_("%(name)s is invited to “%(group)s”, and is a member after saying yes."),
    ),
    Kind("group-yes", N_("You are a member of “%(group)s”.")),
    Kind("group-no", N_("You have said no to “%(group)s”.")),
    Kind("group-leave", N_("You have left “%(group)s”.")),
    Kind("group-let-go", N_("%(name)s does not belong to “%(group)s” any more.")),
    Kind("group-hand-over", N_("%(name)s leads “%(group)s” now.")),
    Kind("group-invite-told", N_("%(name)s invites you to the group “%(group)s”.")),
    Kind("group-yes-told", N_("%(name)s is a member of your group “%(group)s” now.")),
    Kind("group-leave-told", N_("%(name)s has left your group “%(group)s”.")),
    Kind("group-let-go-told", N_("The leader of “%(group)s” has let you go.")),
    Kind("group-leads", N_("You lead the group “%(group)s” now.")),
    Kind(
        "group-needs-rank",
        N_(
            "To found or lead a group takes the title %(title)s: %(points)s rank points after ten rated games."
        ),
    ),
    Kind("own-unread", N_("“%(typed)s” was not understood, and nothing was done about it.")),
    Kind("which-game", N_("Say for which game, as in “… in Laplaplus”.")),
    Kind("group-name-taken", N_("There is a group called “%(group)s” already.")),
    Kind("group-already", N_("You are in a group of this game already. Leave it first.")),
    Kind("group-none", N_("You are in no group.")),
    Kind("group-which", N_("Say which group you mean: %(groups)s.")),
    Kind("group-no-invitation", N_("No invitation to such a group waits for you.")),
    Kind("group-not-led", N_("Only the leader of “%(group)s” may do this.")),
    Kind(
        "group-nobody",
        N_(
            "Nobody on the leader board is called “%(typed)s”. The address of their owner's page will do, too."
        ),
    ),
    Kind(
        "group-several",
        N_("Several players are called “%(typed)s”. Give the address of the owner's page instead."),
    ),
    Kind("group-member-already", N_("%(name)s is a member, or invited, already.")),
    Kind("group-invites-enough", N_("You may invite the same player %(most)s times a day.")),
    Kind("group-full", N_("A group has at most %(most)s members, invitations included.")),
    Kind(
        "group-hidden",
        N_("An organiser has hidden the name of your group: nobody can be invited to it."),
    ),
    Kind("group-not-there", N_("Nobody else in your group is called “%(typed)s”: %(names)s.")),
    Kind(
        "group-cannot-lead",
        N_("%(name)s cannot lead: that takes a member whose rank is high enough."),
    ),
    Kind("build-kept", N_("“%(name)s” is on your shelf.")),
    Kind("build-active", N_("“%(name)s” is active: it may be drawn when you are challenged.")),
    Kind("build-inactive", N_("“%(name)s” is not active: it is never drawn.")),
    Kind("build-drop", N_("“%(name)s” is not on your shelf any more.")),
    Kind("builds-full", N_("A shelf has room for %(most)s builds. Take one away first.")),
    Kind("no-own-build", N_("Your shelf has no build called “%(typed)s”: %(names)s.")),
    Kind("challenge-made", N_("%(name)s is challenged, and your deck is sealed.")),
    Kind(
        "challenge-told",
        N_(
            "%(name)s challenges you to a match, against one of your active decks that is drawn. If you accept, it counts for the rank."
        ),
    ),
    Kind("challenge-accepted", N_("Your match with %(name)s begins. The deck is drawn.")),
    Kind("challenge-declined", N_("You have declined the challenge of %(name)s.")),
    Kind("challenge-declined-told", N_("%(name)s has declined your challenge.")),
    Kind("challenge-none", N_("No such challenge waits for you.")),
    Kind("challenge-which", N_("Say whose challenge you mean: %(names)s.")),
    Kind(
        "challenge-no-deck",
        N_("You have no active deck for this game. Put one on your shelf first."),
    ),
    Kind(
        "challenge-unplayable",
        N_(
            "The deck of %(name)s does not keep to the rules as they are now. Decline, so that they can challenge you anew."
        ),
    ),
    Kind("challenge-oneself", N_("A challenge is for two.")),
    Kind("challenge-waits", N_("Your challenge to %(name)s still waits for an answer.")),
    Kind(
        "challenge-nameless",
        N_(
            "Nobody would know who you are: a place on the leader board or an owner's page names you."
        ),
    ),
    Kind("challenges-enough", N_("The same two may challenge each other %(most)s times a day.")),
    Kind("away-told", N_("You are away from %(first)s to %(last)s.")),
    Kind(
        "away-back",
        N_(
            "You are back. Matches that wait for you go on at their deadline, or once all are ready; then the usual deadlines hold."
        ),
    ),
    Kind(
        "away-house",
        N_(
            "%(season)s: at deadlines in this time your standing orders and the house play for you, and nothing counts as missed."
        ),
    ),
    Kind("away-waits", N_("%(season)s: your matches wait for your orders until %(until)s.")),
    Kind(
        "away-would-wait",
        N_("%(season)s: a deadline of yours in this time waits until %(until)s."),
    ),
    Kind(
        "away-elsewhere",
        N_(
            "%(season)s: deadlines stay as they are. In each season one time away counts, and there you have had it."
        ),
    ),
    Kind(
        "away-late",
        N_(
            "%(season)s: the deadline %(at)s stays, since its last day had begun when you told us. The time away counts from the next one on."
        ),
    ),
    Kind(
        "away-unread",
        N_(
            "“%(typed)s” could not be read as days. Write the first day and the last one with the month, such as “away from 10 to 20 December” or “away from 2026-12-10 to 2026-12-20”."
        ),
    ),
    Kind("away-when", N_("These days are over, or more than a year ahead. Write the year, too.")),
    Kind(
        "away-fixed",
        N_(
            "You are away on some of these days already, and that can only be cut short: write “I am back”."
        ),
    ),
    Kind(
        "away-long",
        N_("You can be away for %(most)s days in a year; days that you have left: %(left)s."),
    ),
    Kind("away-not", N_("You are not away, and have not told us that you will be.")),
    Kind(
        "away-proof",
        N_(
            "To be away, or back again, write to an address of ours that is for you alone, or use your own page: anybody could have sent this mail."
        ),
    ),
)
