"""The problems of groups and stored builds, and the words after an act is done."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind("group-found", N_("You have founded the group “%(group)s” and lead it.")),
    Kind(
        "group-invite",
        N_("%(name)s is invited to “%(group)s” and becomes a member by saying yes."),
    ),
    Kind("group-yes", N_("You are a member of “%(group)s”.")),
    Kind("group-no", N_("You have declined the invitation to “%(group)s”.")),
    Kind("group-leave", N_("You have left “%(group)s”.")),
    Kind("group-let-go", N_("%(name)s is no longer in “%(group)s”.")),
    Kind("group-hand-over", N_("%(name)s leads “%(group)s” now.")),
    Kind("group-invite-told", N_("%(name)s invites you to the group “%(group)s”.")),
    Kind("group-yes-told", N_("%(name)s has joined your group “%(group)s”.")),
    Kind("group-leave-told", N_("%(name)s has left your group “%(group)s”.")),
    Kind("group-let-go-told", N_("The leader of “%(group)s” has removed you from the group.")),
    Kind("group-leads", N_("You lead the group “%(group)s” now.")),
    Kind(
        "group-needs-rank",
        N_(
            "To found or lead a group you need the title %(title)s: %(points)s rank points after ten rated games."
        ),
    ),
    Kind("own-unread", N_("We did not understand “%(typed)s”, so we did nothing.")),
    Kind("which-game", N_("Add the game, as in “… in Laplaplus”.")),
    Kind("group-name-taken", N_("There is a group called “%(group)s” already.")),
    Kind("group-already", N_("You are in a group of this game already. Leave it first.")),
    Kind("group-none", N_("You are in no group.")),
    Kind("group-which", N_("Say which group you mean: %(groups)s.")),
    Kind("group-no-invitation", N_("You have no invitation to such a group.")),
    Kind("group-not-led", N_("Only the leader of “%(group)s” can do this.")),
    Kind(
        "group-nobody",
        N_(
            "Nobody on the leader board is called “%(typed)s”. You can also give the address of their owner's page."
        ),
    ),
    Kind(
        "group-several",
        N_("Several players are called “%(typed)s”. Give the address of the owner's page instead."),
    ),
    Kind("group-member-already", N_("%(name)s is already a member or invited.")),
    Kind("group-invites-enough", N_("You may invite the same player %(most)s times a day.")),
    Kind("group-full", N_("A group has at most %(most)s members, invitations included.")),
    Kind(
        "group-hidden",
        N_("An organiser has hidden the name of your group, so you cannot invite anyone."),
    ),
    Kind(
        "group-not-there",
        N_("Nobody else in your group is called “%(typed)s”. The others are: %(names)s."),
    ),
    Kind(
        "group-cannot-lead",
        N_("%(name)s cannot lead, since their rank is too low. Choose another member."),
    ),
    Kind("build-kept", N_("“%(name)s” is on your shelf.")),
    Kind(
        "build-active", N_("“%(name)s” is now active. It may be drawn when someone challenges you.")
    ),
    Kind("build-inactive", N_("“%(name)s” is no longer active. It is never drawn.")),
    Kind("build-drop", N_("“%(name)s” is off your shelf.")),
    Kind("builds-full", N_("A shelf has room for %(most)s builds. Take one away first.")),
    Kind("no-own-build", N_("Your shelf has no build called “%(typed)s”. It has: %(names)s.")),
    Kind("challenge-made", N_("You have challenged %(name)s. Your deck is sealed.")),
    Kind(
        "challenge-told",
        N_(
            "%(name)s challenges you. One of your active decks is drawn for the match. If you accept, it counts for the rank."
        ),
    ),
    Kind("challenge-accepted", N_("Your match with %(name)s begins. The deck is drawn.")),
    Kind("challenge-declined", N_("You have declined the challenge of %(name)s.")),
    Kind("challenge-declined-told", N_("%(name)s has declined your challenge.")),
    Kind("challenge-none", N_("You have no such challenge.")),
    Kind("challenge-which", N_("Say whose challenge you mean. Waiting: %(names)s.")),
    Kind(
        "challenge-no-deck",
        N_("You have no active deck for this game. Put one on your shelf first."),
    ),
    Kind(
        "challenge-unplayable",
        N_(
            "%(name)s's deck does not fit the current rules. Decline, and they can challenge you again."
        ),
    ),
    Kind("challenge-oneself", N_("You cannot challenge yourself.")),
    Kind("challenge-waits", N_("Your challenge to %(name)s still waits for an answer.")),
    Kind(
        "challenge-nameless",
        N_(
            "Your opponent would not know your name. Join the leader board or make an owner's page first."
        ),
    ),
    Kind("challenges-enough", N_("The two of you may challenge each other %(most)s times a day.")),
    Kind("away-told", N_("You are away from %(first)s to %(last)s.")),
    Kind(
        "away-back",
        N_(
            "Welcome back. Matches that wait for you go on at their deadline, or once all players are ready. After that the usual deadlines apply."
        ),
    ),
    Kind(
        "away-house",
        N_(
            "%(season)s: at deadlines while you are away your standing orders and the house play for you. Nothing counts as missed."
        ),
    ),
    Kind("away-waits", N_("%(season)s: your matches wait for your orders until %(until)s.")),
    Kind(
        "away-would-wait",
        N_("%(season)s: your deadlines while you are away wait until %(until)s."),
    ),
    Kind(
        "away-elsewhere",
        N_(
            "%(season)s: deadlines do not move. Each season waits for you once, and you have used that."
        ),
    ),
    Kind(
        "away-late",
        N_(
            "%(season)s: the deadline %(at)s does not move, since you told us within its last 24 hours. Later deadlines do."
        ),
    ),
    Kind(
        "away-unread",
        N_(
            "We could not read “%(typed)s” as dates. Write the first and the last day with the month, such as “away from 10 to 20 December” or “away from 2026-12-10 to 2026-12-20”."
        ),
    ),
    Kind("away-when", N_("These days are over, or more than a year ahead. Write the year, too.")),
    Kind(
        "away-fixed",
        N_(
            "You are already away on some of these days. You can only end that early: write “I am back”."
        ),
    ),
    Kind(
        "away-long",
        N_("You can be away for %(most)s days in a year. Days left: %(left)s."),
    ),
    Kind("away-not", N_("You have not told us of any time away.")),
    Kind(
        "away-proof",
        N_(
            "Anyone could have sent this mail. To be away or back again, write to your secret address, or use your own page."
        ),
    ),
)
