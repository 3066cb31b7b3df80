"""What is wrong with a record, an archive, a book of ratings, or what is compared with them."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind("matches-missing", N_("The record holds no matches, from which its results come.")),
    Kind(
        "root-differs", N_("The secret of the season is not the one that it committed itself to.")
    ),
    Kind(
        "first-closing-unreadable",
        N_(
            "The record does not say in order of numbers, each with its seal, which entries lots hang on."
        ),
    ),
    Kind(
        "first-closing-differs",
        N_(
            "What lots or the beacon hang on has another seal of number %(number)s than the published list, or this list is not that of the first closing."
        ),
    ),
    Kind("match-differs", N_("Match %(match)s, line %(at)s of its record: %(fault)s")),
    Kind(
        "match-of-others",
        N_(
            "Match %(match)s is not one of this season: its commitment, its players or their builds are others."
        ),
    ),
    Kind(
        "nonce-differs", N_("Match %(match)s was played with another nonce than its entries bring.")
    ),
    Kind(
        "orders-differ",
        N_(
            "Match %(match)s does not follow from the standing orders of its entries: its record says otherwise."
        ),
    ),
    Kind(
        "match-beacon-differs",
        N_(
            "Match %(match)s was not played with the beacon of its season, mixed with the seals of the first closing."
        ),
    ),
    Kind(
        "beacon-differs",
        N_(
            "The beacon of the season (%(beacon)s) is not what it says: its round does not follow from its moment, or its randomness is not the SHA-256 of its signature."
        ),
    ),
    Kind(
        "unproven-beacon-first",
        N_(
            "Seals came after the beacon: entries closed at %(closed)s, and the beacon was out at %(at)s. It does not show that nobody knew the dice."
        ),
    ),
    Kind(
        "unproven-beacon-seals",
        N_(
            "The beacon is mixed with seals that no entry has under these numbers any more, %(numbers)s at the first closing: compare them with the seals that were published then."
        ),
    ),
    Kind(
        "unproven-beacon-missed",
        N_(
            "The beacon is mixed without the seals of the numbers %(numbers)s, which are not marked as late: compare it with the seals that were published at the first closing."
        ),
    ),
    Kind(
        "unproven-heads",
        N_(
            "The names and nonces in the heads of %(matches)s matches are withheld, since a name in them is hidden (the first is %(first)s): their moves and draws are checked, but not that their dice come of these nonces."
        ),
    ),
    Kind(
        "unproven-matches",
        N_(
            "All matches of the numbers %(numbers)s are left out, since their names are hidden: their results are not proven."
        ),
    ),
    Kind(
        "match-within-side",
        N_(
            "Entries %(one)s and %(other)s are on one side, where nobody meets their own, and have played a match."
        ),
    ),
    Kind(
        "own-apart",
        N_(
            "Numbers %(one)s and %(other)s are characters of one player by this record, and have not met."
        ),
    ),
    Kind(
        "left-untold",
        N_(
            "Number %(number)s stands below all who stayed, as one who has left, and no withdrawal of it is told."
        ),
    ),
    Kind("match-missing", N_("Numbers %(one)s and %(other)s have not met as often as all others.")),
    Kind(
        "side-differs",
        N_(
            "The table of sides says of “%(side)s”: %(points)s points, %(wins)s wins. Played again it is %(points_again)s points, %(wins_again)s wins."
        ),
    ),
    Kind("side-unnamed", N_("Entry %(number)s is on no side of the season.")),
    Kind(
        "build-outside-pool",
        N_("Entry %(number)s (“%(name)s”): its build %(build)s has what the season did not allow."),
    ),
    Kind(
        "restore-earlier",
        N_(
            "Records of the format hikyaku-record-1 do not say who came late or where all stood: such a season can be checked, but not brought back."
        ),
    ),
    Kind(
        "restore-hidden",
        N_(
            "Something of the entries %(numbers)s is hidden in this record, so it does not prove itself. Add the organisers' own record of it (`hikyaku season export`) with --whole."
        ),
    ),
    Kind(
        "whole-differs",
        N_(
            "The organisers' record that was added is not that of this file: without what is hidden “%(season)s” would be another season."
        ),
    ),
    Kind(
        "restore-matches",
        N_(
            "“%(season)s” would be a season of matches, and a list does not tell how these went: bring it back from its archive or its record instead."
        ),
    ),
    Kind(
        "restore-picture",
        N_("The picture of number %(number)s is not in the archive, or is another one."),
    ),
    Kind(
        "restore-differs",
        N_(
            "“%(season)s” would have another record here than the one in this file. Nothing was brought back."
        ),
    ),
    Kind("archive-broken", N_("This is no archive of a season: %(reason)s.")),
    Kind("archive-differs", N_("%(file)s in the archive is not what its record gives.")),
    Kind("archive-missing", N_("%(file)s is missing from the archive.")),
    Kind("archive-unknown", N_("%(file)s does not belong to the archive of this season.")),
    Kind("archive-foreign", N_("%(file)s in the archive is not ours: do not run it.")),
    Kind(
        "archive-unproven",
        N_(
            "%(file)s in the archive was not made by this version of the program, so nothing proves what it says."
        ),
    ),
    Kind(
        "archive-unsafe",
        N_(
            "The archive has “%(file)s”, which nobody should unpack: it may only have files under plain names, each once and none of them encrypted."
        ),
    ),
    Kind("archive-large", N_("%(file)s in the archive is larger than %(most)s MiB.")),
    Kind(
        "commitment-differs",
        N_(
            "Number %(number)s, “%(name)s”: what the record says is not what was committed to when it was received."
        ),
    ),
    Kind("build-differs", N_("Number %(number)s, “%(name)s”: “%(build)s” is not a legal build.")),
    Kind(
        "build-spelling",
        N_("Number %(number)s, “%(name)s”: “%(build)s” is not how a record writes this build."),
    ),
    Kind(
        "record-no-json", N_("This is not a record of a season, since it is not JSON: %(reason)s.")
    ),
    Kind("record-doubled-name", N_("“%(twice)s” stands twice in the same place of the file.")),
    Kind("record-malformed", N_("This is not a record of a season. %(place)s: %(reason)s.")),
    Kind("ratings-malformed", N_("This is not a book of ratings. %(place)s: %(reason)s.")),
    Kind(
        "rated-unproven",
        N_(
            "Season “%(season)s”: %(parts)s parts of its record cannot be proven; `hikyaku season verify` names them."
        ),
    ),
    Kind(
        "rated-record-missing",
        N_(
            "The book counts “%(season)s”, whose record is not here: name its file or its address, too."
        ),
    ),
    Kind(
        "rated-record-differs",
        N_(
            "The book counts “%(season)s” with the digest %(digest)s; the record here has %(found)s, or is of another game."
        ),
    ),
    Kind(
        "rated-entry-missing",
        N_("The book rates entry %(number)s of “%(season)s”, which its record does not have."),
    ),
    Kind(
        "rating-differs",
        N_(
            "The rating of owner %(owner)s is %(claimed)s in the book, but the records give %(found)s."
        ),
    ),
    Kind(
        "number-out-of-order",
        N_(
            "Number %(number)s comes after number %(before)s: numbers begin with 1, rise, and each is there once."
        ),
    ),
    Kind("name-doubled", N_("Two entries are called “%(twice)s”.")),
    Kind("seal-doubled", N_("Two entries have the seal %(twice)s.")),
    Kind("salt-doubled", N_("Two entries have the salt %(twice)s.")),
    Kind(
        "text-illegal",
        N_("Number %(number)s: what stands as its %(part)s could not have been entered."),
    ),
    Kind("salt-malformed", N_("Number %(number)s: its salt has %(size)s bytes instead of 32.")),
    Kind(
        "seal-malformed",
        N_("Number %(number)s: “%(seal)s” is not a seal, which has 64 hexadecimal digits."),
    ),
    Kind("digest-malformed", N_("“%(digest)s” is not a digest, which has 64 hexadecimal digits.")),
    Kind(
        "mark-malformed",
        N_(
            "Number %(number)s, “%(name)s”: what is noted of its being added, changed or withdrawn cannot be."
        ),
    ),
    Kind(
        "entry-retired",
        N_(
            "Number %(number)s, “%(name)s”, retired after round %(round)s of stage %(stage)s, and what it had played stands (%(at)s): %(reason)s"
        ),
    ),
    Kind(
        "pairing-set",
        N_(
            "That number %(number)s, “%(name)s”, met number %(other)s, “%(other_name)s”, in round %(round)s of stage %(stage)s was set by organisers (%(at)s): %(reason)s"
        ),
    ),
    Kind(
        "kept-apart",
        N_(
            "Number %(number)s, “%(name)s”, and number %(other)s, “%(other_name)s”, were not to meet, as organisers had said (%(at)s): %(reason)s"
        ),
    ),
    Kind(
        "round-ended",
        N_(
            "What was open of round %(round)s of stage %(stage)s was ended by organisers (%(at)s): %(reason)s"
        ),
    ),
    Kind(
        "bye-given",
        N_(
            "The bye of number %(number)s, “%(name)s”, in round %(round)s of stage %(stage)s was given by organisers (%(at)s): %(reason)s"
        ),
    ),
    Kind(
        "paired-by-hand",
        N_(
            "Stage %(stage)s was paired by hand: its battles are checked, and the digest binds who met whom, but nothing says who should have."
        ),
    ),
    Kind(
        "ranking-unreadable",
        N_(
            "The ranking with which the season began, after “%(season)s”, does not name everybody once."
        ),
    ),
    Kind(
        "ranking-differs",
        N_(
            "The ranking after “%(season)s” is not in the order in which members of divisions go up and down."
        ),
    ),
    Kind(
        "round-unreadable",
        N_(
            "What the record says of the round before, “%(season)s”, can be said of no season: a number, a bound or a digest in it is none, or stands twice."
        ),
    ),
    Kind("not-carried", N_("Number %(number)s does not come from the round before, “%(season)s”.")),
    Kind(
        "grown-too-much",
        N_(
            "Number %(number)s: %(changed)s changed and %(added)s added since the round before; the round allows %(changes)s and %(most)s."
        ),
    ),
    Kind(
        "entry-excepted",
        N_(
            "Number %(number)s: the organiser put it in or corrected it beyond what the round allows."
        ),
    ),
    Kind(
        "former-other",
        N_("The record of “%(season)s” is of another season: this one goes on from %(claimed)s."),
    ),
    Kind(
        "former-fails",
        N_("The record of “%(season)s” does not hold itself: %(differences)s differences."),
    ),
    Kind(
        "former-differs",
        N_(
            "This season goes on from “%(season)s” with the digest %(claimed)s, but its results have the digest %(digest)s."
        ),
    ),
    Kind(
        "former-unchecked",
        N_(
            "It goes on from “%(season)s”: add --former with the record of that season, and what comes from there is checked, too."
        ),
    ),
    Kind(
        "carried-differs",
        N_("Number %(number)s is not what number %(former)s of “%(season)s” was."),
    ),
    Kind(
        "rank-differs",
        N_("Number %(number)s did not stand so in “%(season)s”, where it was number %(former)s."),
    ),
    Kind(
        "restore-round-before",
        N_(
            "This season is the round after “%(season)s”, which is not here with its results: bring that one back first."
        ),
    ),
    Kind("stage-missing", N_("The record has %(claimed)s stages, but %(played)s were played.")),
    Kind(
        "pairing-differs",
        N_(
            "Stage %(stage)s, round %(round)s, table %(table)s: %(found)s met in the record, but %(paired)s are paired."
        ),
    ),
    Kind(
        "paired-outcome-differs",
        N_(
            "Stage %(stage)s, round %(round)s, table %(table)s: the battle of number %(one)s against number %(other)s ends differently in the reference."
        ),
    ),
    Kind(
        "dice-differ",
        N_(
            "Stage %(stage)s, round %(round)s, table %(table)s: these dice do not come from the revealed secret."
        ),
    ),
    Kind(
        "cut-differs",
        N_(
            "Stage %(stage)s: numbers %(claimed)s go on in the record, but by its table and lots it is %(found)s."
        ),
    ),
    Kind(
        "table-differs",
        N_(
            "Number %(number)s has place %(place)s with %(points)s points in the record, but is at place %(found)s with %(found_points)s points."
        ),
    ),
    Kind(
        "second-digest-differs",
        N_(
            "The second digest is %(claimed)s in the record, but what it holds gives %(digest)s: an owner, an address, a title, a place or a mark is not what was published."
        ),
    ),
    Kind(
        "third-digest-differs",
        N_(
            "The third digest is %(claimed)s in the record, but what it holds gives %(digest)s: something in it is not what was published."
        ),
    ),
    Kind(
        "parts-differ",
        N_(
            "Number %(number)s: each part that is shown needs its salt, each that is hidden its digest and no salt, and nothing else."
        ),
    ),
    Kind(
        "hidden-unreadable",
        N_(
            "What is said to be hidden of number %(number)s can be hidden of no entry, or stands twice."
        ),
    ),
    Kind(
        "hidden-shown",
        N_(
            "Number %(number)s: a part that is said to be hidden shows something else than the fixed words."
        ),
    ),
    Kind(
        "unproven-earlier",
        N_(
            "owners, addresses, titles, and which entries came, changed or went late (the format hikyaku-record-1 binds none of them)"
        ),
    ),
    Kind(
        "unproven-seals",
        N_(
            "the seals of no. %(numbers)s, which cannot be opened, and with them their builds and all that they say"
        ),
    ),
    Kind("unproven-name", N_("the hidden names of no. %(numbers)s")),
    Kind("unproven-owner", N_("the hidden owners of no. %(numbers)s")),
    Kind("unproven-lore", N_("the hidden lore, addresses and words of no. %(numbers)s")),
    Kind("unproven-digest", N_("the digest %(digest)s, which binds hidden names")),
    Kind(
        "unproven-second-digest",
        N_(
            "the second digest %(digest)s, and with it all owners, addresses, titles, marks and withdrawals"
        ),
    ),
    Kind("unproven-sides", N_("on which side no. %(numbers)s are, since no seal shows it")),
    Kind(
        "unproven-orders",
        N_("that the matches of no. %(numbers)s follow their standing orders and nonces"),
    ),
    Kind(
        "unproven-former",
        N_("the digest %(digest)s of “%(season)s”, from which the season goes on"),
    ),
    Kind("name-was-public", N_("Number %(number)s: its name was public before it was hidden.")),
    Kind("owner-was-public", N_("Number %(number)s: its owner was public before it was hidden.")),
    Kind("lore-was-public", N_("Number %(number)s: its lore was public before it was hidden.")),
    Kind(
        "entry-added-late",
        N_(
            "Number %(number)s, “%(name)s”: added on %(at)s, after the builds were opened: %(reason)s"
        ),
    ),
    Kind(
        "entry-changed-late",
        N_(
            "Number %(number)s, “%(name)s”: changed on %(at)s, after the builds were opened: %(reason)s"
        ),
    ),
    Kind(
        "entry-withdrawn-late",
        N_(
            "Number %(number)s, “%(name)s”: taken out by the organiser on %(at)s, after the builds were opened: %(reason)s"
        ),
    ),
    Kind("seals-unreadable", N_("No list of seals can be read there.")),
    Kind("seals-ambiguous", N_("A number stands twice in the list of seals.")),
    Kind(
        "seals-incomplete",
        N_("This is only a part of the list of seals; the whole list is needed."),
    ),
    Kind(
        "seals-uncompared",
        N_(
            "No entry was compared with the list of seals: all that stand in it came or were changed later."
        ),
    ),
    Kind(
        "seals-of-another",
        N_("The list of seals is of the season “%(season)s”, the record of “%(other)s”."),
    ),
    Kind(
        "seal-unpublished",
        N_("Number %(number)s, “%(name)s”, is not in the published list of seals."),
    ),
    Kind(
        "seal-differs",
        N_("Number %(number)s, “%(name)s”, has another seal than the published list says."),
    ),
    Kind(
        "seal-renamed",
        N_(
            "Number %(number)s, “%(name)s”, is called “%(published)s” in the published list of seals."
        ),
    ),
    Kind(
        "seal-left-out",
        N_(
            "Number %(number)s, “%(name)s”, is in the published list of seals and not in the record."
        ),
    ),
    Kind("receipt-unknown", N_("No entry has the seal %(seal)s of this receipt.")),
    Kind(
        "receipt-unopened",
        N_(
            "The seal %(seal)s of this receipt is that of number %(number)s, but the record cannot open it: nothing is shown by it."
        ),
    ),
    Kind(
        "receipt-unreadable",
        N_(
            "This receipt has no seal on a line of its own: save the letter as it came, or copy the line."
        ),
    ),
    Kind(
        "seal-unopened",
        N_(
            "Number %(number)s, “%(name)s”: the record cannot open its seal, so the published list shows nothing of it."
        ),
    ),
    Kind(
        "digest-uncomputed",
        N_(
            "The record says the digest %(digest)s, but what it binds is hidden: it cannot be computed, so nothing is shown by it."
        ),
    ),
    Kind("digest-unknown", N_("The record does not have the digest %(digest)s.")),
    Kind(
        "outcomes-missing",
        N_("The record does not hold the outcome of every pair of its %(count)s entries."),
    ),
    Kind(
        "digest-differs",
        N_("The digest is %(claimed)s in the record, but what it holds gives %(digest)s."),
    ),
)
