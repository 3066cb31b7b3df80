"""Every problem in a sentence, of the league and of its games."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from string import Formatter
from typing import Final

from app.engine import Lang, Words, house
from app.engine.problems import place
from app.errors import Problem, RulesNotInstalled
from app.games import ruleset
from app.i18n import N_, moment, translations
from app.league.characters import LABEL_NAMES, MOMENT_NAMES
from app.league.news import FIELD_NAMES, step_name
from app.settings import settings

_SENTENCES: Final[dict[str, str]] = {
    "letter-unreadable": N_(
        "This letter (“{0}”) cannot be written any more: what it was about is not known ({1})."
    ),
    "no-desk-name": N_("Please give them a name for the log of organisers' acts."),
    "half-announced": N_("A subject needs a text in the same language, and a text a subject."),
    "nothing-announced": N_("Please write a subject and a text, in one language at least."),
    "bad-subject": N_("A subject has one line of at most {0} characters that can be seen."),
    "announced-before": N_("Everybody chosen has already got exactly these words."),
    "nobody-to-tell": N_("None of those chosen wants letters, or none was chosen."),
    "matches-not-arranged": N_(
        "“{0}” is played by matches, and how has not been said yet: it cannot be opened before."
    ),
    "house-cards-differ": N_(
        "This record brings additions to its rules that make {2}, and not {1}, by which it was played."
    ),
    "entries-not-legal": N_("These entries are not legal under {0}: {1}."),
    "errata-of-matches": N_(
        "Matches are played by decisions: what other rules would have made of them cannot be said."
    ),
    "rules-of-another-game": N_("{0} are no rules of this season's game, {1}."),
    "rules-same": N_("The season is played by {0} already."),
    "rules-too-late": N_(
        "The rules of “{0}” stay as they are: they can be moved while it is a draft, open or closed, before its battles are played."
    ),
    "matches-begun": N_(
        "The matches of “{0}” have begun: who takes part, and with what, stays as it is."
    ),
    "matches-too-late": N_("How matches are played can be said only while the season is a draft."),
    "no-such-exchange": N_("No exchange of the number {0} takes orders."),
    "match-over": N_("The match {0} is over."),
    "match-sealed": N_("The record of {0} is sealed until it is revealed."),
    "matches-missing": N_("The record holds no matches, from which its results come."),
    "root-differs": N_("The secret of the season is not the one that it committed itself to."),
    "match-differs": N_("Match {0}, line {1} of its record: {2}"),
    "match-of-others": N_(
        "Match {0} is not one of this season: its commitment, its players or their builds are others."
    ),
    "nonce-differs": N_("Match {0} was played with another nonce than its entries bring."),
    "orders-differ": N_(
        "Match {0} does not follow from the standing orders of its entries: its record says otherwise."
    ),
    "match-within-side": N_(
        "Entries {0} and {1} are on one side, where nobody meets their own, and have played a match."
    ),
    "match-missing": N_("Numbers {0} and {1} have not met as often as all others."),
    "match-not-begun": N_("The match {0} has not begun yet; you will hear when it does."),
    "match-moved-on": N_(
        "The match {0} has moved on since this page was shown: look at it as it stands now, and send your orders again."
    ),
    "orders-late": N_("These orders for {0} came after the deadline: the match is moving on."),
    "orders-of-another": N_("These orders are for the match {0}, and this is {1}."),
    "orders-other-turn": N_("These orders for {0} are for exchange {1}, and it is exchange {2}."),
    "orders-not-yours": N_(
        "We know of no match {0} in which orders of yours are taken. Answer the letter about it, or copy the block with its key."
    ),
    "orders-more-not-yours": N_("{0} more blocks are for matches of which we do not know."),
    "blocks-unread": N_("The first {0} blocks of {1} were not read: there are too many of them."),
    "block-empty": N_("There is no order in the block of {0}: nothing has changed."),
    "orders-too-long": N_("These orders have {0} characters; at most {1} are allowed for a match."),
    "no-script": N_("You have no script called “{0}”. You have {1}."),
    "no-scripts": N_(
        "You have no script called “{0}”, and no other yet. Standing orders become one with the lines “standing on” and “script {0}”."
    ),
    "scripts-full": N_("You have {0} scripts of this game, so “{1}” finds no room. Remove one."),
    "script-unreadable": N_("The script “{0}” cannot be used here: {1}"),
    "script-of-stranger": N_(
        "Scripts are their player's own. To use “{0}”, enter by mail or from the page of your entry; or write its lines here."
    ),
    "deadline-has-moved": N_(
        "The deadline of {0} has moved since what you answered was written, so nothing was extended. Ask again if it is too early still."
    ),
    "no-extension-left": N_("Each player has {0} extensions in this season, and yours are used."),
    "match-no-game": N_("“{0}” is decided by builds alone, so it has no matches."),
    "match-config": N_("The rules cannot be played so: {0}"),
    "match-tempo": N_("“{0}” is no tempo of matches; there is {1}."),
    "match-hours": N_("An exchange takes {0} hours; it may take 1 to {1}."),
    "match-daily": N_("“{0}” is no time of the day; write 21:00, say."),
    "match-weekdays": N_(
        "Exchanges need a day of the week at least: from 0, Monday, to 6, Sunday."
    ),
    "match-zone": N_("“{0}” is no time zone; write Asia/Tokyo, say."),
    "match-unread": N_("“{0}” is no number."),
    "match-choice": N_("“{0}” is no decision about the matches of this game; there is {1}."),
    "match-extensions": N_("{0} extensions for each player are not possible; 0 to {1} are."),
    "match-asks": N_("{0} questions between two exchanges are not possible; 0 to {1} are."),
    "match-reveal": N_("Records cannot be revealed with “{0}”; say one of {1}."),
    "last-owner": N_(
        "This is the only owner. Make somebody else an owner first: without one nobody could say who organises."
    ),
    "organises-already": N_("“{0}” organises already. Change the role in the list instead."),
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
    "no-build": N_("No build was found. Write it on a line that begins with “Build:”."),
    "no-name": N_("No name was found. Write it on a line that begins with “Name:”."),
    "empty-build": N_("The build is empty. Write it here, in any notation."),
    "duel-of-others": N_("A duel is seen by nobody but the two who play it."),
    "duel-with-oneself": N_("Both addresses are the same: a duel is for two."),
    "duel-no-name": N_(
        "Please write the name by which your opponent shall see you, alone in the first line."
    ),
    "duels-enough": N_("You have opened enough duels for today."),
    "duel-over": N_("This duel is over."),
    "duel-not-over": N_("A rematch can be had once this duel is over."),
    "duel-accepted": N_("Somebody has accepted this duel already."),
    "duel-too-late": N_("The deadline is over: nothing more can be sent."),
    "duel-moved-on": N_(
        "Meanwhile what both of you had chosen has been shown: that stays as it is, and the whole build is asked for now."
    ),
    "duel-days": N_("A stage of a duel takes {0} to {1} days."),
    "duelist-is-address": N_(
        "Your opponent sees this name: an address, or anything with an @, must not stand there."
    ),
    "same-duelist": N_("Your opponent is called “{0}” too. Please take another name."),
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
    "bad-characters": N_(
        "“{0}” is not a number of characters for a player; write one from 1 to {1}."
    ),
    "characters-taken": N_(
        "One player has {0} characters in it already; there cannot be fewer than that."
    ),
    "no-side": N_(
        "Say on which side your character is: {0}. In a mail that is a line like “Side: …”."
    ),
    "unknown-side": N_("“{0}” is no side of this season; there are {1}."),
    "season-without-sides": N_("This season has no sides; leave “{0}” out."),
    "bad-sides": N_("{0} sides cannot be; there are from {1} to {2} in a season, or none."),
    "bad-side-name": N_(
        "“{0}” is no name of a side: up to {1} characters, without brackets, slashes, commas and #."
    ),
    "bad-colour": N_("“{0}” is no colour; write one like #c03030, or nothing."),
    "side-twice": N_("There are two sides called “{0}”."),
    "one-side": N_(
        "All characters are on the same side, and nobody meets their own: there is no battle to play."
    ),
    "teams-without-sides": N_(
        "In team matches the sides of the season are the teams: name them, one a line, as in: 紅 / Red #c03030"
    ),
    "one-team": N_("All characters are on the same side: there is no other team to meet."),
    "side-differs": N_(
        "The table of sides says of “{0}”: {1} points, {2} wins. Played again it is {3} points, {4} wins."
    ),
    "side-unnamed": N_("Entry {0} is on no side of the season."),
    "banned": N_("“{0}” is not allowed in this season."),
    "copies-over": N_(
        "“{2}” stands {0} times in your build; this season allows it {1} times at most."
    ),
    "size-other": N_("Your build has {0} {2}; this season wants exactly {1}."),
    "unknown-banned": N_("“{0}” cannot be banned: the game has nothing of this name."),
    "pool-of-decks": N_("In a game with decks only a ban list can be set."),
    "bad-copies": N_("“{0}” is no number of copies; write one from 1 to {1}, or nothing."),
    "bad-size": N_(
        "“{0}” is no size of a build in this game; write one from {1} to {2}, or nothing."
    ),
    "bad-count": N_("“{0}” is no number; write one like 2, or nothing."),
    "pool-too-small": N_(
        "No build could be made of the {0} that are left. Ban fewer, or allow more."
    ),
    "pool-allows": "{0}",
    "build-outside-pool": N_("Entry {0} (“{1}”): its build {2} has what the season did not allow."),
    "season-full-until": N_(
        "“{0}” is full: all {1} places are taken. The next {2} places open on {3}."
    ),
    "bad-wave": N_(
        "“{0}” is no wave of places; write a moment and a number: 2027-03-01 21:00 +200."
    ),
    "bad-waves": N_("Places open in at most {0} waves, each at a moment of its own."),
    "wave-past": N_("A wave of places is past already."),
    "waves-without-places": N_(
        "Without a number of places there are no waves: say how many there are at first."
    ),
    "queue-waits": N_("{0} entries are on the waiting list: it stays as long as somebody waits."),
    "season-not-open": N_("“{0}” does not take entries yet."),
    "blocked": N_(
        "The organisers have blocked this address: what it has entered stays, and nothing can be entered or changed. The reason: {0}"
    ),
    "blocked-already": N_("This address is blocked already."),
    "blocks-organiser": N_(
        "This is the address of an organiser. An owner has to remove them from the organisers first."
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
        "Your mail holds a build, and asks to take the entry out. Please send only one of the two."
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
    "mail-too-large": N_(
        "Your mail is too large ({0} bytes). Please send plain text without attachments."
    ),
    "mail-too-complex": N_("Your mail is too deeply nested to be read. Please send plain text."),
    "not-a-mail": N_("What arrived is not a mail."),
    "no-sender": N_("The mail does not say who sent it, so it cannot be answered."),
    "repeated-field": N_("“{0}” is given more than once and differently. Please write it once."),
    "our-fault": N_("The mail brought our own program down ({0}). Nothing is wrong with the mail."),
    "bad-moment": N_("“{0}” is not a date and time; write 2027-03-31 21:00."),
    "day-alone": N_(
        "“{0}” is a day without a time; write “{1}” for its beginning or “{2}” for its end."
    ),
    "team-tag": N_(
        "“{0}” names a team, as in a list, and this season has no teams. Write the character without it."
    ),
    "webhook-address": N_(
        "“{0}” cannot be the address of a webhook. Write one that begins with https:// and names a host, without name and password, up to 500 characters."
    ),
    "webhook-shape": N_("“{0}” is not a form that webhooks have; write signed or text."),
    "webhook-language": N_("“{0}” is not a language of this site; write ja or en."),
    "too-many-webhooks": N_("There are {0} webhooks already. Remove one that is not needed."),
    "unknown-webhook": N_("There is no webhook {0}."),
    "no-organiser": N_("No organiser has this address."),
    "unknown-game": N_("There is no game called “{0}”."),
    "wrong-state": N_("That is not possible while the season “{0}” is in the state “{1}”."),
    "bad-slug": N_(
        "“{0}” cannot be part of an address. Use up to 64 small letters, digits and single hyphens."
    ),
    "slug-taken": N_("There is already a season “{0}”."),
    "cup-taken": N_("There is already a cup “{0}”."),
    "unknown-cup": N_("There is no cup “{0}”."),
    "cup-has-seasons": N_("Seasons belong to the cup “{0}”: {1}. Take them out of it first."),
    "edition-taken": N_(
        "“{2}” is edition {1} of the cup “{0}”. Choose another number, or none for the next one."
    ),
    "edition-alone": N_("Edition {0}, but of which cup? Name the cup, too."),
    "bad-edition": N_(
        "“{0}” is not the number of an edition; write one from 1 to {1}, or nothing."
    ),
    "bad-title": N_("“{0}” cannot be a title: at most 200 characters, all of them visible."),
    "bad-description": N_(
        "The description has {0} characters; at most {1} are allowed. Please shorten it."
    ),
    "bad-capacity": N_(
        "“{0}” is not a number of places; write one from 2 to {1}, or nothing for no limit."
    ),
    "newcomers-wait": N_(
        "{0} entries of newcomers wait. Say yes or no to each first; then newcomers need not wait any more."
    ),
    "nothing-waits": N_("No entry waits here any more: it was withdrawn, or somebody was quicker."),
    "capacity-taken": N_("{0} entries are in already; there cannot be fewer places than that."),
    "deadline-needed": N_("Please set a deadline: when does the season take no more entries?"),
    "deadline-announced": N_(
        "A deadline that has been announced can be moved, but not taken away."
    ),
    "change-too-late": N_(
        "{0}: this cannot be changed any more, since results or an announcement depend on it."
    ),
    "changed-meanwhile": N_(
        "{0} did something in this season after you opened this page ({1}). Nothing of yours was done. Look at what was done, and send it again if it shall count all the same."
    ),
    "deadline-past": N_("The deadline has already passed."),
    "deadline-over": N_(
        "The builds of “{0}” have been laid open, so its deadline cannot be moved any more. Open it again first: every player is told."
    ),
    "season-has-players": N_(
        "Players have sent entries to “{0}”, so it cannot be deleted. Withdraw them with a reason, and leave it closed."
    ),
    "season-published": N_("Results of “{0}” have been published, so it cannot be deleted."),
    "not-sure": N_("This season has been opened. To delete it all the same, repeat its name: {0}."),
    "half-released": N_(
        "Some rounds of the results of “{0}” are public already: take them back first, then change what was played."
    ),
    "nights-impossible": N_(
        "There are {0} rounds: they come out in 2 to {1} nights, or so many rounds a night that there are as many."
    ),
    "nights-uncounted": N_(
        "How many rounds there are is known once the season has closed. Until then say in how many nights they come out."
    ),
    "nights-of-stages": N_(
        "The results of a season in stages come out all at once, and not night by night."
    ),
    "nights-begun": N_(
        "The first of its nights has been: each night can be moved, held or skipped."
    ),
    "bad-reminders": N_(
        "Reminders are at most {0} numbers of hours before the deadline, from 1 to {1}, such as 48, 6."
    ),
    "unknown-readers": N_("“{0}” is not a group of players who can be reminded."),
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
    "round-before-unpublished": N_(
        "The results of the round before, “{0}”, are not public yet: publish them first."
    ),
    "round-follows": N_(
        "“{1}”, the next round, has opened with the characters of “{0}”: its results cannot be taken back any more. Put right in the next round what has to be, and tell its players."
    ),
    "bad-growth": N_(
        "“{0}” cannot be allowed; it is a number from 0 to {1}, or empty for no limit."
    ),
    "round-of-draft": N_("“{0}” is a draft: open it first, then plan what follows."),
    "round-planned": N_("“{0}” has a next round already: “{1}”."),
    "reason-unmarked": N_("Please say for whom the reason is: for the log, or for the players."),
    "unknown-zone": N_("“{0}” is not a time zone; write one like Asia/Tokyo or Europe/Berlin."),
    "moment-left-out": N_(
        "There is no {0} in {1}: clocks are put on over it. Write {2}, or another time."
    ),
    "moment-twice": N_(
        "{0} comes twice in {1}, since clocks are put back. Write “{2}” for the first or “{3}” for the second."
    ),
    "no-such-step": N_("“{0}” is not a step of a timetable."),
    "step-over": N_("{0}: this step is over."),
    "step-past": N_("This moment has already passed."),
    "step-far": N_("This moment is more than ten years away."),
    "step-without-moment": N_("{0}: no moment has been set for this step."),
    "step-not-held": N_("{0}: this step is neither held nor skipped."),
    "steps-out-of-order": N_(
        "{0} ({1}) would come before {2} ({3}). Move that first, or let all later steps move along."
    ),
    "deadline-only-moves": N_(
        "A deadline can be moved, but neither held nor skipped: players were told when it is, and everything is sealed until then."
    ),
    "release-past": N_("The moment at which the results come out has already passed."),
    "release-far": N_("The moment at which the results come out is more than ten years away."),
    "deadline-far": N_("The deadline is more than ten years away."),
    "sealed": N_(
        "“{0}” is sealed while it takes entries: only its player sees what an entry brings; organisers do not."
    ),
    "sealed-until": N_(
        "“{0}” was closed before its announced deadline, so its entries stay sealed until {1}. Wait until then, or move the deadline: every player is told."
    ),
    "too-few-entries": N_("At least two characters must take part; there are {0}."),
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
    "busy": N_("Others are being answered at the moment. Please try again in a few seconds."),
    "too-many-battles": N_(
        "To try every change would take {0} battles. Without a compiled kernel of its game this machine cannot play so many while somebody waits."
    ),
    "played-by-orders": N_(
        "“{0}” is decided by orders, not by builds alone: what another build would have done cannot be said."
    ),
    "mail-unread": N_("{0} mails that came in before the deadline have not been read yet."),
    "run-differs": N_(
        "The same entries gave another result than in run {0}: digest {2} instead of {1}."
    ),
    "battle-differs": N_(
        "The battle of number {0} against number {1} ends differently in the reference."
    ),
    "no-results": N_("“{0}” has no finished results."),
    "restore-earlier": N_(
        "Records of the format hikyaku-record-1 do not say who came late or where all stood: such a season can be checked, but not brought back."
    ),
    "restore-hidden": N_(
        "Something of the entries {0} is hidden in this record, so it does not prove itself. Add the organisers' own record of it (`hikyaku season export`) with --whole."
    ),
    "whole-differs": N_(
        "The organisers' record that was added is not that of this file: without what is hidden “{0}” would be another season."
    ),
    "restore-matches": N_(
        "“{0}” would be a season of matches, and a list does not tell how these went: bring it back from its archive or its record instead."
    ),
    "restore-picture": N_("The picture of number {0} is not in the archive, or is another one."),
    "restore-differs": N_(
        "“{0}” would have another record here than the one in this file. Nothing was brought back."
    ),
    "archive-broken": N_("This is no archive of a season: {0}."),
    "archive-differs": N_("{0} in the archive is not what its record gives."),
    "results-not-public": N_(
        "The results of “{0}” are not public: only what everybody may see goes into an archive. Publish them first."
    ),
    "rules-not-installed": N_(
        "The rules {1} are not installed here. This program has {2}; nothing is played, shown or checked by other rules than its own."
    ),
    "commitment-differs": N_(
        "Number {0}, “{1}”: what the record says is not what was committed to when it was received."
    ),
    "build-differs": N_("Number {0}, “{1}”: “{2}” is not a legal build."),
    "build-spelling": N_("Number {0}, “{1}”: “{2}” is not how a record writes this build."),
    "record-no-json": N_("This is not a record of a season, since it is not JSON: {0}."),
    "record-doubled-name": N_("“{0}” stands twice in the same place of the file."),
    "record-malformed": N_("This is not a record of a season. {0}: {1}."),
    "ratings-malformed": N_("This is not a book of ratings. {0}: {1}."),
    "rated-record-missing": N_(
        "The book counts “{0}”, whose record is not here: name its file or its address, too."
    ),
    "rated-record-differs": N_(
        "The book counts “{0}” with the digest {1}; the record here has {2}, or is of another game."
    ),
    "rated-entry-missing": N_("The book rates entry {1} of “{0}”, which its record does not have."),
    "rating-differs": N_("The rating of owner {0} is {1} in the book, but the records give {2}."),
    "number-out-of-order": N_(
        "Number {0} comes after number {1}: numbers begin with 1, rise, and each is there once."
    ),
    "name-doubled": N_("Two entries are called “{0}”."),
    "seal-doubled": N_("Two entries have the seal {0}."),
    "salt-doubled": N_("Two entries have the salt {0}."),
    "text-illegal": N_("Number {0}: what stands as its {1} could not have been entered."),
    "salt-malformed": N_("Number {0}: its salt has {1} bytes instead of 32."),
    "seal-malformed": N_("Number {0}: “{1}” is not a seal, which has 64 hexadecimal digits."),
    "digest-malformed": N_("“{0}” is not a digest, which has 64 hexadecimal digits."),
    "mark-malformed": N_(
        "Number {0}, “{1}”: what is noted of its being added, changed or withdrawn cannot be."
    ),
    "bad-score": N_("“{0}” is not a valid score; use WIN/DRAW/LOSS, e.g. 3/1/0."),
    "scoring-impossible": N_(
        "No season scores {0} for a win, {1} for a draw and {2} for a loss: the points are from 0 to {3}, of a win at least those of a draw, of a draw at least those of a loss."
    ),
    "tie-break-doubled": N_("The tie-break {0} is named twice; once is enough."),
    "pairing-unreadable": N_(
        "“{0}” is no pairing; a line has two sides, by number or name, as in 3 – Alice, or the round and both, as in 1,3,8."
    ),
    "pairing-of-stranger": N_("Nobody takes part with the name “{0}”."),
    "pairing-leaves-out": N_(
        "In round {0} these numbers are left out: {1}. Pair them, or write - beside who rests."
    ),
    "pairings-missing": N_(
        "“{0}” is paired by hand, and who meets whom has not been said, or names an entry that is out: write the pairings first."
    ),
    "nothing-by-hand": N_(
        "No stage of “{0}” is paired by hand: make by-hand its first stage while its stages can still be changed."
    ),
    "by-hand-first": N_(
        "Only the first stage can be paired by hand: who comes into later ones is known when they are played."
    ),
    "paired-by-hand": N_(
        "Stage {0} was paired by hand: its battles are checked, and the digest binds who met whom, but nothing says who should have."
    ),
    "pairing-of-nobody": N_("Nobody takes part with the number {0}."),
    "pairing-with-itself": N_("Number {0} would meet itself."),
    "pairing-of-one-side": N_(
        "Numbers {0} and {1} are on the same side, and nobody meets their own."
    ),
    "pairing-twice": N_("Number {0} meets somebody in round {1} already."),
    "too-many-pairings": N_("There are at most {0} pairings."),
    "no-pairings": N_("There is no pairing; write one a line, as in 3 – 8."),
    "stage-too-large-for-life": N_(
        "Stage {0} would have {2} battles of {1} characters; where life left over decides there are at most {3}. Take “life” out of its tie-breaks, or let fewer go on into it."
    ),
    "too-many-stages": N_("A season has at most {0} stages."),
    "stages-with-matches": N_(
        "This game is played by matches, which meet in one round robin: leave the stages out."
    ),
    "stage-unreadable": N_(
        "“{0}” cannot be read as a stage; write the format and its settings, as in: swiss rounds=5 best=8"
    ),
    "unknown-format": N_("“{0}” is no format. There are {1}."),
    "unknown-stage-setting": N_("“{0}” is no setting of {1}; there are {2}"),
    "stage-setting-doubled": N_("{0} is said twice; once is enough."),
    "stage-question": N_("{0} cannot be “{1}”; say {2} or {3}."),
    "stage-number": N_("{0} cannot be “{1}”; it is a number from {2} to {3}."),
    "stage-after": N_(
        "Only the first stage can follow another season, and then its seeds are not drawn: write after= there, without seeds=lot."
    ),
    "former-unknown": N_(
        "“{0}” is no other season that has been opened: write the name of one in after=, as it stands in its address."
    ),
    "former-not-public": N_(
        "This season begins with the ranking after “{0}”, whose results are not public. Publish those first, or change the stages."
    ),
    "ranking-unreadable": N_(
        "The ranking with which the season began, after “{0}”, does not name everybody once."
    ),
    "ranking-differs": N_(
        "The ranking after “{0}” is not in the order in which members of divisions go up and down."
    ),
    "round-unreadable": N_(
        "What the record says of the round before, “{0}”, can be said of no season: a number, a bound or a digest in it is none, or stands twice."
    ),
    "not-carried": N_("Number {0} does not come from the round before, “{1}”."),
    "grown-too-much": N_(
        "Number {0}: {1} changed and {2} added since the round before; the round allows {3} and {4}."
    ),
    "entry-excepted": N_(
        "Number {0}: the organiser put it in or corrected it beyond what the round allows."
    ),
    "former-other": N_("The record of “{0}” is of another season: this one goes on from {1}."),
    "former-fails": N_("The record of “{0}” does not hold itself: {1} differences."),
    "former-differs": N_(
        "This season goes on from “{0}” with the digest {1}, but its results have the digest {2}."
    ),
    "former-unchecked": N_(
        "It goes on from “{0}”: add --former with the record of that season, and what comes from there is checked, too."
    ),
    "carried-differs": N_("Number {0} is not what number {1} of “{2}” was."),
    "rank-differs": N_("Number {0} did not stand so in “{2}”, where it was number {1}."),
    "restore-round-before": N_(
        "This season is the round after “{0}”, which is not here with its results: bring that one back first."
    ),
    "stage-best": N_("“{0}” cannot go on; write a number of entries, at least 1."),
    "stage-seeds": N_("Seeds cannot come from “{0}”; say one of {1}."),
    "stage-cuts-itself": N_(
        "{0} say themselves how many go on; use go-on, the number of each group, and leave best out."
    ),
    "stage-last-cuts": N_("Nothing follows the last stage: leave out how many go on."),
    "bad-stage-name": N_(
        "“{0}” cannot be the name of a stage; use one line of at most {1} characters."
    ),
    "stage-too-large": N_(
        "Stage {0} would have {2} battles with {1} entries, and can have {3}. Take entries again and choose a format with fewer, such as groups or the Swiss system."
    ),
    "stage-missing": N_("The record has {0} stages, but {1} were played."),
    "pairing-differs": N_(
        "Stage {0}, round {1}, table {2}: {3} met in the record, but {4} are paired."
    ),
    "paired-outcome-differs": N_(
        "Stage {0}, round {1}, table {2}: the battle of number {3} against number {4} ends differently in the reference."
    ),
    "dice-differ": N_(
        "Stage {0}, round {1}, table {2}: these dice do not come from the revealed secret."
    ),
    "cut-differs": N_(
        "Stage {0}: numbers {1} go on in the record, but by its table and lots it is {2}."
    ),
    "too-many-tie-breaks": N_("There are at most {0} tie-breaks in one order."),
    "table-differs": N_(
        "Number {0} has place {1} with {2} points in the record, but is at place {3} with {4} points."
    ),
    "second-digest-differs": N_(
        "The second digest is {0} in the record, but what it holds gives {1}: an owner, an address, a title, a place or a mark is not what was published."
    ),
    "record-earlier": N_(
        "This record is of the earlier format 1: it cannot prove owners, addresses and titles, and does not say which entries were added, changed or withdrawn after the builds were opened."
    ),
    "entry-hidden": N_(
        "Number {0}: organisers hide its name or its lore, so its seal cannot be checked by this file."
    ),
    "owner-hidden": N_("Number {0}: organisers hide the name of its owner."),
    "digest-unchecked": N_(
        "Something is hidden, so the digests that bind it cannot be checked by this file; every battle, the table and all other seals are. The organisers' own record has it all."
    ),
    "entry-added-late": N_("Number {0}, “{1}”: added on {2}, after the builds were opened: {3}"),
    "entry-changed-late": N_(
        "Number {0}, “{1}”: changed on {2}, after the builds were opened: {3}"
    ),
    "entry-withdrawn-late": N_(
        "Number {0}, “{1}”: taken out by the organiser on {2}, after the builds were opened: {3}"
    ),
    "seals-unreadable": N_("No list of seals can be read there."),
    "seals-ambiguous": N_("A number stands twice in the list of seals."),
    "seals-incomplete": N_("This is only a part of the list of seals; the whole list is needed."),
    "seals-of-another": N_("The list of seals is of the season “{0}”, the record of “{1}”."),
    "seal-unpublished": N_("Number {0}, “{1}”, is not in the published list of seals."),
    "seal-differs": N_("Number {0}, “{1}”, has another seal than the published list says."),
    "seal-renamed": N_("Number {0}, “{1}”, is called “{2}” in the published list of seals."),
    "seal-left-out": N_(
        "Number {0}, “{1}”, is in the published list of seals and not in the record."
    ),
    "receipt-unknown": N_("No entry has the seal {0} of this receipt."),
    "digest-unknown": N_("The record does not have the digest {0}."),
    "outcomes-missing": N_(
        "The record does not hold the outcome of every pair of its {0} entries."
    ),
    "unknown-tie-break": N_("“{0}” is not a tie-break. There are {1}, each at most once."),
    "digest-differs": N_("The digest is {0} in the record, but what it holds gives {1}."),
}
_FIELDS: Final = MOMENT_NAMES | {
    "name": N_("Name"),
    "build": N_("Build"),
    "lore": N_("Lore"),
    "owner": N_("Owner"),
    "season": N_("Season"),
    "url": "URL",
    "instead": N_("Instead of"),
    **FIELD_NAMES,
    **{f"{part}-label": name for part, name in LABEL_NAMES.items()},
}
_IN_BOTH: Final = {
    *("match-no-game", "match-config", "match-differs", "played-by-orders"),
    *("orders-without-matches", "nonce-without-matches", "orders-unreadable"),
    *("script-unreadable", "banned", "copies-over", "size-other", "pool-allows"),
    *("changes-over", "added-over", "changed-place", "changed-one"),
    *("no-side", "unknown-side"),
}
"""The last two words are a sentence or a name in both languages."""
_LISTING: Final = frozenset({"characters-full", "no-such-character", "which-character"})
"""They list what they suggest themselves."""
_SAME: Final = {"garbled": "mail-garbled"}
_OPEN_ONES: Final = N_("Open at the moment: {all}.")
_NEAREST: Final = N_("Did you mean {all}?")
_SEASONS: Final = ("no-season", "which-season", "unknown-season")
_UNKNOWN: Final = N_("Something is not right here ({code}): {all}")


def explain(
    problem: Problem, lang: Lang, game: str | None = None, version: str | None = None
) -> str:
    """The problem in one line: its place, the mistake, and what could stand there instead.

    A code that the league does not know is a problem of a build, which the game with this slug explains; where it is about a
    season, in the version of its rules.
    """
    if house.is_explained(problem):
        return house.explain(problem, lang)
    by_game = partial(_by_game, problem, lang, game, version)
    return _by_league(problem, lang) or by_game() or _at_least(problem, lang)


def _by_league(problem: Problem, lang: Lang) -> str | None:
    """Our sentence; None where its words do not fit: then a game has a problem of the same name."""
    code = _SAME.get(problem.code, problem.code)
    if code not in _SENTENCES:
        return None
    _ = translations(lang).gettext
    words = problem.words
    if code in {
        "deadline-over",
        "season-has-players",
        "season-published",
        "season-closed",
        "season-not-open",
        "not-in-round-before",
        "sealed",
        "sealed-until",
        "nothing-to-change",
        "nothing-to-repeat",
        "not-repeatable",
    }:
        words = (*_title(words[:3], lang), *_moments(words[3:], lang))
    elif code in {"season-full", "characters-full", "which-character"}:
        words = (*_title(words[:3], lang), *words[3:])
    elif code == "season-full-until":
        words = (*_title(words[:3], lang), *words[3:5], *_moments(words[5:], lang))
    elif code in _IN_BOTH:
        words = (*words[:-2], Words(*words[-2:]).to(lang))
    elif code in {"step-over", "step-without-moment", "step-not-held"}:
        words = (step_name(words[0], lang),)
    elif code == "steps-out-of-order":
        steps = (step_name(each, lang) for each in words[::2])
        moments = _moments(words[1::2], lang)
        words = tuple(each for pair in zip(steps, moments, strict=True) for each in pair)
    elif code == "changed-meanwhile":
        words = (words[0], *_moments(words[1:], lang))
    elif code in {"line-too-long", "line-forbidden", "repeated-field", "change-too-late"}:
        words = (_label(words[0], lang), *words[1:])
    elif code in {"label-too-long", "label-forbidden"}:
        words = (_label(f"{words[0]}-label", lang), *words[1:])
    sentence = _(_SENTENCES[code])
    if _words_in(sentence) > len(words):
        return None
    listed = problem.suggestions if code in _LISTING else words
    said = place(problem, lang) + sentence.format(*words, all=_listed(listed, lang))
    if not problem.suggestions or code in _LISTING | {"wrong-state", "mail-too-large"}:
        return said
    more = _(_OPEN_ONES if code in _SEASONS else _NEAREST)
    return (
        said + (" " if lang == "en" else "") + more.format(all=_listed(problem.suggestions, lang))
    )


def _by_game(problem: Problem, lang: Lang, game: str | None, version: str | None) -> str | None:
    if game is None:
        return None
    try:
        return ruleset(game, version).explain(problem, lang)
    except (LookupError, RulesNotInstalled):  # no sentence for this code
        return None


def _at_least(problem: Problem, lang: Lang) -> str:
    _ = translations(lang).gettext
    words = _listed((*problem.words, *problem.suggestions), lang)
    return place(problem, lang) + _(_UNKNOWN).format(code=problem.code, all=words or "?")


def _title(words: Sequence[str], lang: Lang) -> tuple[str, ...]:
    """The season as its reader calls it, out of its slug and its titles."""
    if len(words) < 3:
        return tuple(words)
    return (words[1] if lang == "ja" else words[2],)


def _moments(words: Sequence[str], lang: Lang) -> Iterator[str]:
    """As its reader says them, in the zone of this installation."""
    for word in words:
        yield moment(datetime.fromisoformat(word), lang, settings().zone)


def _label(field: str, lang: Lang) -> str:
    """The name of this field of an entry in a mail; `flavour 3` is the name of the third slot."""
    _ = translations(lang).gettext
    what, _blank, place = field.partition(" ")
    if place:
        return _(N_("Flavour {place}")).format(place=place)
    return _(_FIELDS.get(what, what))


def _listed(words: Sequence[str], lang: Lang) -> str:
    return ("、" if lang == "ja" else ", ").join(words)


def _words_in(sentence: str) -> int:
    """How many words the sentence takes."""
    names = (name for _, name, _, _ in Formatter().parse(sentence) if name)
    return max((int(name) + 1 for name in names if name.isdigit()), default=0)
