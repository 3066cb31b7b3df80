"""The problems of a record, an archive, a book of ratings, and of files compared with them."""

from typing import Final

from app.errors import Kind
from app.i18n import N_

KINDS: Final = (
    Kind("matches-missing", N_("The record has no matches, but its results come from matches.")),
    Kind("root-differs", N_("The season's secret does not fit the commitment it published.")),
    Kind(
        "first-closing-unreadable",
        N_(
            "The record does not list, by number and with seals, the entries that the lots depend on."
        ),
    ),
    Kind(
        "first-closing-differs",
        N_(
            "For number %(number)s, the lots or the beacon use another seal than the published list. Or the list is not from the first closing."
        ),
    ),
    Kind("match-differs", N_("Match %(match)s, line %(at)s of its record: %(fault)s")),
    Kind(
        "match-of-others",
        N_(
            "Match %(match)s is not of this season. Its commitment, its players or their builds differ."
        ),
    ),
    Kind("nonce-differs", N_("Match %(match)s was not played with the nonces of its entries.")),
    Kind(
        "orders-differ",
        N_("The record of match %(match)s does not follow the standing orders of its entries."),
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
            "The season's beacon (%(beacon)s) is wrong. Its round does not fit its time, or its randomness is not the SHA-256 of its signature."
        ),
    ),
    Kind(
        "unproven-beacon-first",
        N_(
            "Seals came after the beacon: entries closed at %(closed)s, and the beacon was out at %(at)s. So nothing shows that the dice were unknown before."
        ),
    ),
    Kind(
        "unproven-beacon-seals",
        N_(
            "The beacon includes seals that entries no longer have (numbers %(numbers)s at the first closing). Compare them with the seals published then."
        ),
    ),
    Kind(
        "unproven-beacon-missed",
        N_(
            "The beacon does not include the seals of the numbers %(numbers)s, which are not marked as late. Compare it with the seals published at the first closing."
        ),
    ),
    Kind(
        "unproven-heads",
        N_(
            "The heads of %(matches)s matches (the first is %(first)s) are withheld, since a name in them is hidden. Their moves and draws are checked. That their dice come from their nonces is not."
        ),
    ),
    Kind(
        "unproven-matches",
        N_(
            "All matches of the numbers %(numbers)s are left out, since their names are hidden. Their results are not proven."
        ),
    ),
    Kind(
        "match-within-side",
        N_(
            "Entries %(one)s and %(other)s are on the same side and have played a match. In this season a side does not meet itself."
        ),
    ),
    Kind(
        "own-apart",
        N_(
            "By this record, numbers %(one)s and %(other)s belong to the same player and have not met."
        ),
    ),
    Kind(
        "left-untold",
        N_(
            "Number %(number)s is ranked below all who stayed, as if it had left. But the record has no withdrawal of it."
        ),
    ),
    Kind(
        "match-missing",
        N_("Numbers %(one)s and %(other)s have not met as often as the other pairs."),
    ),
    Kind(
        "side-differs",
        N_(
            "The table of sides gives “%(side)s” %(points)s points and %(wins)s wins. Played again, it has %(points_again)s points and %(wins_again)s wins."
        ),
    ),
    Kind("side-unnamed", N_("Entry %(number)s is not on any side of the season.")),
    Kind(
        "build-outside-pool",
        N_(
            "Entry %(number)s (“%(name)s”): its build %(build)s has something that the season did not allow."
        ),
    ),
    Kind(
        "restore-earlier",
        N_(
            "Records of the format hikyaku-record-1 lack late entries and places. Such a season can be checked but not restored."
        ),
    ),
    Kind(
        "restore-hidden",
        N_(
            "Parts of the entries %(numbers)s are hidden in this record, so it cannot be checked alone. Add the organisers' record (`hikyaku season export`) with --whole."
        ),
    ),
    Kind(
        "whole-differs",
        N_(
            "The organisers' record does not fit this file. Even without its hidden parts, “%(season)s” differs."
        ),
    ),
    Kind(
        "restore-matches",
        N_(
            "“%(season)s” is a season of matches, and a list does not say how they went. Restore it from its archive or record instead."
        ),
    ),
    Kind(
        "restore-picture",
        N_("The picture of number %(number)s is missing from the archive, or differs."),
    ),
    Kind(
        "restore-differs",
        N_(
            "“%(season)s” would not get the same record here as in this file. Nothing was restored."
        ),
    ),
    Kind("archive-broken", N_("This is not the archive of a season: %(reason)s.")),
    Kind("archive-differs", N_("%(file)s in the archive does not follow from its record.")),
    Kind("archive-missing", N_("%(file)s is missing from the archive.")),
    Kind("archive-unknown", N_("%(file)s does not belong to the archive of this season.")),
    Kind(
        "archive-foreign",
        N_("%(file)s in the archive was not made by this program. Do not run it."),
    ),
    Kind(
        "archive-unproven",
        N_(
            "%(file)s in the archive was made by another version of the program, so it cannot be checked."
        ),
    ),
    Kind(
        "archive-unsafe",
        N_(
            "The archive contains “%(file)s”, which is not safe to unpack. It may contain only files with plain names, each once, none encrypted."
        ),
    ),
    Kind("archive-large", N_("%(file)s in the archive is larger than %(most)s MiB.")),
    Kind(
        "commitment-differs",
        N_(
            "Number %(number)s, “%(name)s”: the record does not fit the seal given when the entry was received."
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
    Kind("record-doubled-name", N_("“%(twice)s” appears twice in the same place of the file.")),
    Kind("record-malformed", N_("This is not a record of a season. %(place)s: %(reason)s.")),
    Kind("ratings-malformed", N_("This is not a book of ratings. %(place)s: %(reason)s.")),
    Kind(
        "rated-unproven",
        N_(
            "Season “%(season)s”: %(parts)s parts of its record cannot be proven. `hikyaku season verify` lists them."
        ),
    ),
    Kind(
        "rated-record-missing",
        N_(
            "The book counts “%(season)s”, whose record is missing. Also give its file or its address."
        ),
    ),
    Kind(
        "rated-record-differs",
        N_(
            "The book counts “%(season)s” with the digest %(digest)s. The record here has %(found)s, or is of another game."
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
            "Number %(number)s comes after number %(before)s. Numbers must start at 1 and rise, each once."
        ),
    ),
    Kind("name-doubled", N_("Two entries are called “%(twice)s”.")),
    Kind("seal-doubled", N_("Two entries have the seal %(twice)s.")),
    Kind("salt-doubled", N_("Two entries have the salt %(twice)s.")),
    Kind(
        "text-illegal",
        N_("Number %(number)s: its %(part)s could not have been entered like this."),
    ),
    Kind("salt-malformed", N_("Number %(number)s: its salt has %(size)s bytes instead of 32.")),
    Kind(
        "seal-malformed",
        N_("Number %(number)s: “%(seal)s” is not a seal. A seal has 64 hexadecimal digits."),
    ),
    Kind(
        "digest-malformed", N_("“%(digest)s” is not a digest. A digest has 64 hexadecimal digits.")
    ),
    Kind(
        "mark-malformed",
        N_(
            "Number %(number)s, “%(name)s”: the note of its addition, change or withdrawal is impossible."
        ),
    ),
    Kind(
        "entry-retired",
        N_(
            "Number %(number)s, “%(name)s”, retired after round %(round)s of stage %(stage)s. Its earlier games count (%(at)s): %(reason)s"
        ),
    ),
    Kind(
        "pairing-set",
        N_(
            "Organisers paired number %(number)s, “%(name)s”, with number %(other)s, “%(other_name)s”, in round %(round)s of stage %(stage)s (%(at)s): %(reason)s"
        ),
    ),
    Kind(
        "kept-apart",
        N_(
            "Organisers kept number %(number)s, “%(name)s”, and number %(other)s, “%(other_name)s”, apart (%(at)s): %(reason)s"
        ),
    ),
    Kind(
        "round-ended",
        N_(
            "Organisers ended the unfinished matches of round %(round)s of stage %(stage)s (%(at)s): %(reason)s"
        ),
    ),
    Kind(
        "bye-given",
        N_(
            "Organisers gave number %(number)s, “%(name)s”, a bye in round %(round)s of stage %(stage)s (%(at)s): %(reason)s"
        ),
    ),
    Kind(
        "paired-by-hand",
        N_(
            "Stage %(stage)s was paired by hand. Its battles are checked and the digest covers its pairings. But no rule can confirm them."
        ),
    ),
    Kind(
        "ranking-unreadable",
        N_(
            "The ranking after “%(season)s”, with which this season began, does not list everyone exactly once."
        ),
    ),
    Kind(
        "ranking-differs",
        N_(
            "The ranking after “%(season)s” does not follow promotion and relegation between its divisions."
        ),
    ),
    Kind(
        "round-unreadable",
        N_(
            "What the record says of the round before, “%(season)s”, is impossible. A number, a limit or a digest in it is wrong or appears twice."
        ),
    ),
    Kind("not-carried", N_("Number %(number)s does not come from the round before, “%(season)s”.")),
    Kind(
        "grown-too-much",
        N_(
            "Number %(number)s: %(changed)s changed and %(added)s added since the round before. This round allows %(changes)s and %(most)s."
        ),
    ),
    Kind(
        "entry-excepted",
        N_(
            "Number %(number)s: the organiser added or corrected it beyond the limits of the round."
        ),
    ),
    Kind(
        "former-other",
        N_("The record of “%(season)s” is of another season. This season continues %(claimed)s."),
    ),
    Kind(
        "former-fails",
        N_("The record of “%(season)s” is itself wrong: %(differences)s differences."),
    ),
    Kind(
        "former-differs",
        N_(
            "This season continues “%(season)s” with the digest %(claimed)s, but the results of that season have the digest %(digest)s."
        ),
    ),
    Kind(
        "former-unchecked",
        N_(
            "This season continues “%(season)s”. Add --former with the record of that season to check what comes from there."
        ),
    ),
    Kind(
        "carried-differs",
        N_("Number %(number)s does not have the build of number %(former)s in “%(season)s”."),
    ),
    Kind(
        "rank-differs",
        N_("Number %(number)s had another place in “%(season)s”, as number %(former)s."),
    ),
    Kind(
        "restore-round-before",
        N_(
            "This season is the round after “%(season)s”, whose results are not here. Restore that season first."
        ),
    ),
    Kind("stage-missing", N_("The record has %(claimed)s stages, but %(played)s were played.")),
    Kind(
        "pairing-differs",
        N_(
            "Stage %(stage)s, round %(round)s, table %(table)s: the record has %(found)s, but the pairing should be %(paired)s."
        ),
    ),
    Kind(
        "paired-outcome-differs",
        N_(
            "Stage %(stage)s, round %(round)s, table %(table)s: in the reference engine the battle of number %(one)s against number %(other)s ends differently."
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
            "Stage %(stage)s: in the record numbers %(claimed)s go on, but by its table and lots it should be %(found)s."
        ),
    ),
    Kind(
        "table-differs",
        N_(
            "In the record number %(number)s has place %(place)s with %(points)s points. It should have place %(found)s with %(found_points)s points."
        ),
    ),
    Kind(
        "second-digest-differs",
        N_(
            "The second digest is %(claimed)s, but the record gives %(digest)s. An owner, an address, a title, a place or a mark differs from what was published."
        ),
    ),
    Kind(
        "third-digest-differs",
        N_(
            "The third digest is %(claimed)s, but the record gives %(digest)s. Something in it differs from what was published."
        ),
    ),
    Kind(
        "parts-differ",
        N_(
            "Number %(number)s: each shown part needs its salt alone, and each hidden part its digest alone."
        ),
    ),
    Kind(
        "hidden-unreadable",
        N_("Number %(number)s lists a hidden part that cannot be hidden, or lists one twice."),
    ),
    Kind(
        "hidden-shown",
        N_("Number %(number)s: a hidden part does not show the fixed words."),
    ),
    Kind(
        "unproven-earlier",
        N_(
            "owners, addresses, titles, and late additions, changes and withdrawals (the format hikyaku-record-1 does not cover them)"
        ),
    ),
    Kind(
        "unproven-seals",
        N_("the seals of no. %(numbers)s, which cannot be opened, and so their builds and texts"),
    ),
    Kind("unproven-name", N_("the hidden names of no. %(numbers)s")),
    Kind("unproven-owner", N_("the hidden owners of no. %(numbers)s")),
    Kind("unproven-lore", N_("the hidden lore, addresses and words of no. %(numbers)s")),
    Kind("unproven-digest", N_("the digest %(digest)s, which covers hidden names")),
    Kind(
        "unproven-second-digest",
        N_(
            "the second digest %(digest)s, and so all owners, addresses, titles, marks and withdrawals"
        ),
    ),
    Kind("unproven-sides", N_("the sides of no. %(numbers)s, since no seal shows them")),
    Kind(
        "unproven-orders",
        N_("that the matches of no. %(numbers)s follow their standing orders and nonces"),
    ),
    Kind(
        "unproven-former",
        N_("the digest %(digest)s of “%(season)s”, which this season continues"),
    ),
    Kind("name-was-public", N_("Number %(number)s: its name was public before it was hidden.")),
    Kind("owner-was-public", N_("Number %(number)s: its owner was public before it was hidden.")),
    Kind("lore-was-public", N_("Number %(number)s: its lore was public before it was hidden.")),
    Kind(
        "entry-added-late",
        N_(
            "Number %(number)s, “%(name)s”: added on %(at)s, after the builds were unsealed: %(reason)s"
        ),
    ),
    Kind(
        "entry-changed-late",
        N_(
            "Number %(number)s, “%(name)s”: changed on %(at)s, after the builds were unsealed: %(reason)s"
        ),
    ),
    Kind(
        "entry-withdrawn-late",
        N_(
            "Number %(number)s, “%(name)s”: withdrawn by the organiser on %(at)s, after the builds were unsealed: %(reason)s"
        ),
    ),
    Kind("seals-unreadable", N_("This is not a list of seals.")),
    Kind("seals-ambiguous", N_("A number appears twice in the list of seals.")),
    Kind(
        "seals-incomplete",
        N_("This is only part of the list of seals. Give the whole list."),
    ),
    Kind(
        "seals-uncompared",
        N_(
            "No entry could be compared with the list of seals, since all of them came or changed later."
        ),
    ),
    Kind(
        "seals-of-another",
        N_("The list of seals belongs to the season “%(season)s”, but the record to “%(other)s”."),
    ),
    Kind(
        "seal-unpublished",
        N_("Number %(number)s, “%(name)s”, is not in the published list of seals."),
    ),
    Kind(
        "seal-differs",
        N_("Number %(number)s, “%(name)s”, has a different seal in the published list."),
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
            "The seal %(seal)s of this receipt belongs to number %(number)s, but the record cannot open it. So it proves nothing."
        ),
    ),
    Kind(
        "receipt-unreadable",
        N_("This receipt has no line with a seal. Save the letter as it came, or copy that line."),
    ),
    Kind(
        "seal-unopened",
        N_(
            "Number %(number)s, “%(name)s”: the record cannot open its seal, so the published list proves nothing about it."
        ),
    ),
    Kind(
        "digest-uncomputed",
        N_(
            "The record names the digest %(digest)s, but parts under it are hidden. So it cannot be computed and proves nothing."
        ),
    ),
    Kind("digest-unknown", N_("The record does not have the digest %(digest)s.")),
    Kind(
        "outcomes-missing",
        N_("The record lacks the outcome of some pairs of its %(count)s entries."),
    ),
    Kind(
        "digest-differs",
        N_("The digest is %(claimed)s, but the record gives %(digest)s."),
    ),
)
