"""What a record, an archive, a receipt or a book of ratings contradicts, and what can be wrong with the file."""

from typing import Final

from app.i18n import N_

SENTENCES: Final = {
    "matches-missing": N_("The record holds no matches, from which its results come."),
    "root-differs": N_("The secret of the season is not the one that it committed itself to."),
    "first-closing-unreadable": N_(
        "The record does not say in order of numbers, each with its seal, which entries lots hang on."
    ),
    "first-closing-differs": N_(
        "What lots or the beacon hang on has another seal of number {0} than the published list, or this list is not that of the first closing."
    ),
    "match-differs": N_("Match {0}, line {1} of its record: {2}"),
    "match-of-others": N_(
        "Match {0} is not one of this season: its commitment, its players or their builds are others."
    ),
    "nonce-differs": N_("Match {0} was played with another nonce than its entries bring."),
    "orders-differ": N_(
        "Match {0} does not follow from the standing orders of its entries: its record says otherwise."
    ),
    "match-beacon-differs": N_(
        "Match {0} was not played with the beacon of its season, mixed with the seals of the first closing."
    ),
    "beacon-differs": N_(
        "The beacon of the season ({0}) is not what it says: its round does not follow from its moment, or its randomness is not the SHA-256 of its signature."
    ),
    "unproven-beacon-first": N_(
        "Seals came after the beacon: entries closed at {0}, and the beacon was out at {1}. It does not show that nobody knew the dice."
    ),
    "unproven-beacon-seals": N_(
        "The beacon is mixed with seals that no entry has under these numbers any more, {0} at the first closing: compare them with the seals that were published then."
    ),
    "unproven-beacon-missed": N_(
        "The beacon is mixed without the seals of the numbers {0}, which are not marked as late: compare it with the seals that were published at the first closing."
    ),
    "unproven-heads": N_(
        "The names and nonces in the heads of {0} matches are withheld, since a name in them is hidden (the first is {1}): their moves and draws are checked, but not that their dice come of these nonces."
    ),
    "unproven-matches": N_(
        "All matches of the numbers {0} are left out, since their names are hidden: their results are not proven."
    ),
    "match-within-side": N_(
        "Entries {0} and {1} are on one side, where nobody meets their own, and have played a match."
    ),
    "own-apart": N_(
        "Numbers {0} and {1} are characters of one player by this record, and have not met."
    ),
    "left-untold": N_(
        "Number {0} stands below all who stayed, as one who has left, and no withdrawal of it is told."
    ),
    "match-missing": N_("Numbers {0} and {1} have not met as often as all others."),
    "side-differs": N_(
        "The table of sides says of “{0}”: {1} points, {2} wins. Played again it is {3} points, {4} wins."
    ),
    "side-unnamed": N_("Entry {0} is on no side of the season."),
    "build-outside-pool": N_("Entry {0} (“{1}”): its build {2} has what the season did not allow."),
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
    "archive-missing": N_("{0} is missing from the archive."),
    "archive-unknown": N_("{0} does not belong to the archive of this season."),
    "archive-foreign": N_("{0} in the archive is not ours: do not run it."),
    "archive-unproven": N_(
        "{0} in the archive was not made by this version of the program, so nothing proves what it says."
    ),
    "archive-unsafe": N_(
        "The archive has “{0}”, which nobody should unpack: it may only have files under plain names, each once and none of them encrypted."
    ),
    "archive-large": N_("{0} in the archive is larger than {1} MiB."),
    "commitment-differs": N_(
        "Number {0}, “{1}”: what the record says is not what was committed to when it was received."
    ),
    "build-differs": N_("Number {0}, “{1}”: “{2}” is not a legal build."),
    "build-spelling": N_("Number {0}, “{1}”: “{2}” is not how a record writes this build."),
    "record-no-json": N_("This is not a record of a season, since it is not JSON: {0}."),
    "record-doubled-name": N_("“{0}” stands twice in the same place of the file."),
    "record-malformed": N_("This is not a record of a season. {0}: {1}."),
    "ratings-malformed": N_("This is not a book of ratings. {0}: {1}."),
    "rated-unproven": N_(
        "Season “{0}”: {1} parts of its record cannot be proven; `hikyaku season verify` names them."
    ),
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
    "entry-retired": N_(
        "Number {4}, “{5}”, retired after round {1} of stage {0}, and what it had played stands ({2}): {3}"
    ),
    "pairing-set": N_(
        "That number {4}, “{5}”, met number {6}, “{7}”, in round {1} of stage {0} was set by organisers ({2}): {3}"
    ),
    "bye-given": N_(
        "The bye of number {4}, “{5}”, in round {1} of stage {0} was given by organisers ({2}): {3}"
    ),
    "paired-by-hand": N_(
        "Stage {0} was paired by hand: its battles are checked, and the digest binds who met whom, but nothing says who should have."
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
    "table-differs": N_(
        "Number {0} has place {1} with {2} points in the record, but is at place {3} with {4} points."
    ),
    "second-digest-differs": N_(
        "The second digest is {0} in the record, but what it holds gives {1}: an owner, an address, a title, a place or a mark is not what was published."
    ),
    "third-digest-differs": N_(
        "The third digest is {0} in the record, but what it holds gives {1}: something in it is not what was published."
    ),
    "parts-differ": N_(
        "Number {0}: each part that is shown needs its salt, each that is hidden its digest and no salt, and nothing else."
    ),
    "hidden-unreadable": N_(
        "What is said to be hidden of number {0} can be hidden of no entry, or stands twice."
    ),
    "hidden-shown": N_(
        "Number {0}: a part that is said to be hidden shows something else than the fixed words."
    ),
    "unproven-earlier": N_(
        "owners, addresses, titles, and which entries came, changed or went late (the format hikyaku-record-1 binds none of them)"
    ),
    "unproven-seals": N_(
        "the seals of no. {0}, which cannot be opened, and with them their builds and all that they say"
    ),
    "unproven-name": N_("the hidden names of no. {0}"),
    "unproven-owner": N_("the hidden owners of no. {0}"),
    "unproven-lore": N_("the hidden lore, addresses and words of no. {0}"),
    "unproven-digest": N_("the digest {0}, which binds hidden names"),
    "unproven-second-digest": N_(
        "the second digest {0}, and with it all owners, addresses, titles, marks and withdrawals"
    ),
    "unproven-sides": N_("on which side no. {0} are, since no seal shows it"),
    "unproven-orders": N_("that the matches of no. {0} follow their standing orders and nonces"),
    "unproven-former": N_("the digest {1} of “{0}”, from which the season goes on"),
    "name-was-public": N_("Number {0}: its name was public before it was hidden."),
    "owner-was-public": N_("Number {0}: its owner was public before it was hidden."),
    "lore-was-public": N_("Number {0}: its lore was public before it was hidden."),
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
    "seals-uncompared": N_(
        "No entry was compared with the list of seals: all that stand in it came or were changed later."
    ),
    "seals-of-another": N_("The list of seals is of the season “{0}”, the record of “{1}”."),
    "seal-unpublished": N_("Number {0}, “{1}”, is not in the published list of seals."),
    "seal-differs": N_("Number {0}, “{1}”, has another seal than the published list says."),
    "seal-renamed": N_("Number {0}, “{1}”, is called “{2}” in the published list of seals."),
    "seal-left-out": N_(
        "Number {0}, “{1}”, is in the published list of seals and not in the record."
    ),
    "receipt-unknown": N_("No entry has the seal {0} of this receipt."),
    "receipt-unopened": N_(
        "The seal {0} of this receipt is that of number {1}, but the record cannot open it: nothing is shown by it."
    ),
    "receipt-unreadable": N_(
        "This receipt has no seal on a line of its own: save the letter as it came, or copy the line."
    ),
    "seal-unopened": N_(
        "Number {0}, “{1}”: the record cannot open its seal, so the published list shows nothing of it."
    ),
    "digest-uncomputed": N_(
        "The record says the digest {0}, but what it binds is hidden: it cannot be computed, so nothing is shown by it."
    ),
    "digest-unknown": N_("The record does not have the digest {0}."),
    "outcomes-missing": N_(
        "The record does not hold the outcome of every pair of its {0} entries."
    ),
    "digest-differs": N_("The digest is {0} in the record, but what it holds gives {1}."),
}
