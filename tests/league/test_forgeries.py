"""Forged records: each is found, by the file alone where it contradicts itself, else by what was published elsewhere."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final, NamedTuple

import pytest

from app.errors import RecordUnreadable
from app.games import ruleset
from app.i18n import LANGS
from app.league.archive import evidence, verification
from app.league.archive.record import EarlierRecord, Record, bound
from app.league.archive.structure import read_record
from app.league.problems import explain
from app.league.seals import commitment
from app.tournament.blocks import full_rows, play_block
from app.tournament.digest import DigestLine, result_digest, second_digest
from app.tournament.scoring import Scoring
from app.tournament.standings import standings
from app.tournament.tiebreaks import DEFAULT, TIE_BREAKS

Plain = dict[str, Any]
RULES: Final = "laplaplus@1"
FIELD: Final = [
    ("Alice", "alice", "https://a.example/", "攻響核"),
    ("Bob", "bob", "", "盾攻"),
    ("Carol", "carol", "", "核核盾"),
    ("Dave", "dave", "", "攻核力"),
]
ADDED: Final = {"kind": "added", "at": "2026-11-29T12:00:00+00:00", "reason": "their mail was lost"}


def sealed(record: Plain) -> None:
    """Every seal is that of its entry."""
    for entry in record["entries"]:
        said = (entry["name"], entry["build"], entry["lore"], entry["extras"], record["rules"])
        entry["commitment"] = commitment(bytes.fromhex(entry["salt"]), *said)


def replayed(record: Plain) -> None:
    """Outcomes, table and both digests follow from the entries: whoever forges all of it contradicts nothing."""
    game, entries = ruleset(record["season"]["game"], record["rules"]), record["entries"]
    builds = [game.read_build(entry["build"]).nameless() for entry in entries]
    halves = play_block(game.slug, game.rules_version, builds, range(len(builds)))
    points = record["scoring"]
    tie_breaks = tuple(TIE_BREAKS[slug] for slug in points["tie_breaks"])
    scoring = Scoring(points["win"], points["draw"], points["loss"], tie_breaks)
    record["outcomes"] = [half.hex() for half in halves]
    for line in standings(full_rows(halves), scoring):
        entries[line.entry] |= {"points": line.points, "place": line.place}
    lines = [DigestLine(each["number"], each["build"], each["name"]) for each in entries]
    record["digest"] = result_digest(record["rules"], scoring, lines, halves)
    bind(record)


def bind(record: Plain) -> None:
    record["digest_2"] = second_digest(bound(Record.model_validate(record | {"digest_2": ""})))


def honest() -> Plain:
    """The record of a season of four, as its server writes it."""
    record: Plain = {
        "format": "hikyaku-record-2",
        "season": {"slug": "cup", "game": "laplaplus", "title_ja": "杯", "title_en": "Cup"},
        "rules": RULES,
        "scoring": {"win": 3, "draw": 1, "loss": 0, "tie_breaks": [*DEFAULT]},
        "entries": [
            {
                "number": number,
                "name": name,
                "owner": owner,
                "url": url,
                "build": build,
                "lore": f"{name}'s lore",
                "extras": {"lines": {"victory": "Tea?"}},
                "salt": bytes([number] * 32).hex(),
                "commitment": "",
                "points": 0,
                "place": 0,
                "mark": None,
            }
            for number, (name, owner, url, build) in enumerate(FIELD, 1)
        ],
        "outcomes": [],
        "withdrawn": [],
    }
    sealed(record)
    replayed(record)
    return record


HONEST: Final = honest()
SEALS: Final = {
    "format": evidence.FORMAT,
    "season": "cup",
    "seals": [
        {name: entry[name] for name in ("number", "name", "commitment")}
        for entry in HONEST["entries"]
    ],
}


def codes(content: bytes) -> list[str]:
    """What is wrong with this file by itself."""
    try:
        return [problem.code for problem in verification.verify(read_record(content))]
    except RecordUnreadable as refusal:
        return [problem.code for problem in refusal.problems]


def written(record: Plain) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass")


def test_an_honest_record_holds_and_so_does_all_evidence() -> None:
    record = read_record(written(HONEST))

    assert list(verification.verify(record)) == list(verification.notes(record)) == []
    published = evidence.read_seals(json.dumps(SEALS).encode())
    assert list(evidence.against_seals(record, published)) == []
    assert list(evidence.against_receipts(record, [HONEST["entries"][1]["commitment"]])) == []
    digests = [HONEST["digest"], HONEST["digest_2"].upper()]
    assert list(evidence.against_digests(record, digests)) == []


# --- found by the file alone --------------------------------------------------------------------------


def at(path: str, value: object) -> Callable[[Plain], None]:
    """The value at this place, `entries.0.name` say, is another."""

    def change(record: Plain) -> None:
        *way, last = path.split(".")
        place: Any = record
        for step in way:
            place = place[int(step) if step.isdigit() else step]
        place[int(last) if last.isdigit() else last] = value

    return change


def swapped(what: str, one: int = 0, other: int = 1) -> Callable[[Plain], None]:
    """Two entries have each other's."""

    def swap(record: Plain) -> None:
        a, b = record["entries"][one], record["entries"][other]
        a[what], b[what] = b[what], a[what]

    return swap


def then(*steps: Callable[[Plain], object]) -> Callable[[Plain], None]:
    def do(record: Plain) -> None:
        for step in steps:
            step(record)

    return do


def consistent(*steps: Callable[[Plain], object]) -> Callable[[Plain], None]:
    """The change, and everything that follows from it made anew."""
    return then(*steps, sealed, replayed)


def doubled(record: Plain) -> None:
    record["entries"].append(deepcopy(record["entries"][0]))


def one_more(record: Plain) -> None:
    salt = bytes([9] * 32).hex()
    record["entries"].append(
        record["entries"][3] | {"number": 5, "name": "Eve", "salt": salt, "build": "攻核"}
    )


def dropped(record: Plain) -> None:
    del record["entries"][1]


def without(path: str) -> Callable[[Plain], None]:
    def leave_out(record: Plain) -> None:
        *way, last = path.split(".")
        place: Any = record
        for step in way:
            place = place[int(step) if step.isdigit() else step]
        del place[last]

    return leave_out


def flipped(row: int, byte: str) -> Callable[[Plain], None]:
    """Another outcome for the first battle of this row."""

    def flip(record: Plain) -> None:
        record["outcomes"][row] = byte + record["outcomes"][row][2:]

    return flip


ALONE: Final[dict[str, tuple[Callable[[Plain], object], str]]] = {
    # what the first digest never bound
    "another owner": (at("entries.0.owner", "mallory"), "second-digest-differs"),
    "swapped owners": (swapped("owner"), "second-digest-differs"),
    "no owner": (at("entries.2.owner", ""), "second-digest-differs"),
    "another url": (at("entries.0.url", "https://b.example/"), "second-digest-differs"),
    "swapped urls": (swapped("url"), "second-digest-differs"),
    "another Japanese title": (at("season.title_ja", "盃"), "second-digest-differs"),
    "another English title": (at("season.title_en", "The Cup"), "second-digest-differs"),
    "another slug": (at("season.slug", "cup-2"), "second-digest-differs"),
    "a mark added": (at("entries.0.mark", dict(ADDED)), "second-digest-differs"),
    "a withdrawal added": (
        at("withdrawn", [{"number": 9, "name": "X", "at": ADDED["at"], "reason": "asked"}]),
        "second-digest-differs",
    ),
    # points and places
    "a place": (at("entries.0.place", 4), "table-differs"),
    "points": (at("entries.0.points", 90), "table-differs"),
    "swapped places": (swapped("place", 0, 2), "table-differs"),
    "consistent but for the places": (
        then(consistent(at("entries.0.build", "核")), at("entries.0.place", 1), bind),
        "table-differs",
    ),
    "a win of minus three": (consistent(at("scoring.win", -3)), "scoring-impossible"),
    "a loss worth more than a win": (consistent(at("scoring.loss", 5)), "scoring-impossible"),
    "a draw worth more than a win": (consistent(at("scoring.draw", 4)), "scoring-impossible"),
    "a negative loss": (consistent(at("scoring.loss", -1)), "scoring-impossible"),
    "astronomic points": (consistent(at("scoring.win", 10**30)), "scoring-impossible"),
    "another win": (at("scoring.win", 2), "digest-differs"),
    "an unknown tie-break": (at("scoring.tie_breaks", ["coin"]), "unknown-tie-break"),
    "a doubled tie-break": (
        consistent(at("scoring.tie_breaks", ["wins", "wins"])),
        "tie-break-doubled",
    ),
    "a tie-break less": (at("scoring.tie_breaks", ["wins"]), "digest-differs"),
    # numbers and names
    "a doubled entry": (consistent(doubled), "number-out-of-order"),
    "a doubled number": (consistent(at("entries.1.number", 1)), "number-out-of-order"),
    "number nought": (consistent(at("entries.0.number", 0)), "number-out-of-order"),
    "a negative number": (consistent(at("entries.0.number", -1)), "number-out-of-order"),
    "numbers falling": (consistent(at("entries.0.number", 7)), "number-out-of-order"),
    "another number": (at("entries.3.number", 9), "digest-differs"),
    "a doubled name": (consistent(at("entries.1.name", "Alice")), "name-doubled"),
    "a name that only looks another": (
        consistent(at("entries.1.name", "ＡＬＩＣＥ")),
        "name-doubled",
    ),
    "another name": (at("entries.0.name", "Mallory"), "commitment-differs"),
    "no name": (consistent(at("entries.0.name", "")), "text-illegal"),
    "a name with a line break": (consistent(at("entries.0.name", "A\nB")), "text-illegal"),
    "a name that turns the text": (consistent(at("entries.0.name", "A\u202eB")), "text-illegal"),
    "half a character": (at("entries.0.name", "A\ud800"), "record-no-json"),
    "an owner that is an address": (
        then(at("entries.0.owner", "a@example.com"), bind),
        "text-illegal",
    ),
    "an endless url": (then(at("entries.0.url", "https://" + "a" * 600), bind), "text-illegal"),
    "words that are none": (consistent(at("entries.0.extras", {"lines": 7})), "text-illegal"),
    "words of no moment": (
        consistent(at("entries.0.extras", {"lines": {"x": "A"}})),
        "text-illegal",
    ),
    "endless words": (
        consistent(at("entries.0.extras", {"lines": {"victory": "A" * 9_999}})),
        "text-illegal",
    ),
    "a slot too many": (consistent(at("entries.0.extras", {"flavour": ["A"] * 9})), "text-illegal"),
    "a slot named by a number": (
        consistent(at("entries.0.extras", {"flavour": [7]})),
        "text-illegal",
    ),
    "extras that there are not": (consistent(at("entries.0.extras", {"hp": "9"})), "text-illegal"),
    "an invisible title": (then(at("season.title_en", "Cup\u200b\x07"), bind), "bad-title"),
    "an empty title": (then(at("season.title_ja", ""), bind), "bad-title"),
    "a slug that is a path": (then(at("season.slug", "../cup"), bind), "bad-slug"),
    # seals
    "another seal": (at("entries.0.commitment", "0" * 64), "commitment-differs"),
    "swapped seals": (swapped("commitment"), "commitment-differs"),
    "a short seal": (then(at("entries.0.commitment", "00"), bind), "seal-malformed"),
    "a salt of no bytes": (consistent(at("entries.0.salt", "")), "salt-malformed"),
    "a salt of 31 bytes": (consistent(at("entries.0.salt", "00" * 31)), "salt-malformed"),
    "a salt of 33 bytes": (consistent(at("entries.0.salt", "00" * 33)), "salt-malformed"),
    "swapped salts": (swapped("salt"), "commitment-differs"),
    "one salt for two": (consistent(at("entries.1.salt", bytes([1] * 32).hex())), "salt-doubled"),
    "a salt in capitals": (at("entries.0.salt", "AB" * 32), "record-malformed"),
    # characters
    "another build": (at("entries.0.build", "攻核核"), "commitment-differs"),
    "swapped builds": (swapped("build"), "commitment-differs"),
    "a build that is none": (at("entries.0.build", "猫"), "build-differs"),
    "a build written otherwise": (consistent(at("entries.0.build", "6, 10, 1")), "build-spelling"),
    "another lore": (at("entries.0.lore", "He did."), "commitment-differs"),
    "other words": (at("entries.0.extras", {"lines": {"victory": "Ha!"}}), "commitment-differs"),
    "extras of an entry more": (at("entries.0.extras.flavour", ["X"]), "commitment-differs"),
    # results
    "another winner": (flipped(0, "0e"), "battle-differs"),
    "another reason": (flipped(0, "15"), "battle-differs"),
    "a row too long": (at("outcomes.0", "0d0d0d0d"), "outcomes-missing"),
    "a row too short": (at("outcomes.1", "0d"), "outcomes-missing"),
    "no rows": (at("outcomes", []), "outcomes-missing"),
    "a row more": (lambda record: record["outcomes"].append(""), "outcomes-missing"),
    "another digest": (then(at("digest", "0" * 64), bind), "digest-differs"),
    "a short digest": (then(at("digest", "00"), bind), "digest-malformed"),
    "another second digest": (at("digest_2", "0" * 64), "second-digest-differs"),
    "no second digest": (at("digest_2", ""), "digest-malformed"),
    "an entry dropped": (dropped, "outcomes-missing"),
    "an entry alone": (
        lambda record: at("entries", record["entries"][:1])(record),
        "outcomes-missing",
    ),
    "two entries exchanged": (lambda record: record["entries"].reverse(), "number-out-of-order"),
    # marks
    "a mark without a time": (
        then(at("entries.0.mark", ADDED | {"at": "soon"}), bind),
        "mark-malformed",
    ),
    "a mark of another kind": (at("entries.0.mark", ADDED | {"kind": "fine"}), "record-malformed"),
    "withdrawn for no reason": (
        then(at("withdrawn", [{"number": 9, "name": "X", "at": ADDED["at"], "reason": ""}]), bind),
        "mark-malformed",
    ),
    # rules and shape
    "other rules": (at("rules", "laplaplus@0"), "rules-not-installed"),
    "another game's rules": (at("season.game", "shiden-issen-2"), "rules-not-installed"),
    "an unknown game": (at("season.game", "chess"), "unknown-game"),
    "an unknown format": (at("format", "hikyaku-record-9"), "record-malformed"),
    "a field left out": (without("digest_2"), "record-malformed"),
    "a field of an entry left out": (without("entries.0.owner"), "record-malformed"),
    "an unknown field": (at("remark", "trust me"), "record-malformed"),
    "a number as text": (at("entries.0.number", "1"), "record-malformed"),
    "a truth for a number": (at("entries.0.points", True), "record-malformed"),
    "a list for a name": (at("entries.0.name", ["Alice"]), "record-malformed"),
    "entries by name": (at("entries", {"1": "Alice"}), "record-malformed"),
    "format 1 with the fields of 2": (at("format", "hikyaku-record-1"), "record-malformed"),
}


@pytest.mark.parametrize(("forge", "code"), ALONE.values(), ids=ALONE)
def test_a_record_that_contradicts_itself_is_found_out(
    forge: Callable[[Plain], object], code: str
) -> None:
    record = deepcopy(HONEST)
    forge(record)

    assert code in codes(written(record))


RAW: Final = {
    "nothing": (b"", "record-no-json"),
    "half a file": (written(HONEST)[:-9], "record-no-json"),
    "two files": (written(HONEST) * 2, "record-no-json"),
    "no UTF-8": (b"\xff" + written(HONEST), "record-no-json"),
    "not a number": (written(HONEST).replace(b'"win": 3', b'"win": NaN'), "record-no-json"),
    "depths": (b"[" * 100_000, "record-no-json"),
    "a list": (b"[]", "record-malformed"),
    "a field twice": (
        written(HONEST).replace(b'"owner": "alice"', b'"owner": "mallory", "owner": "alice"'),
        "record-doubled-name",
    ),
}


@pytest.mark.parametrize(("content", "code"), RAW.values(), ids=RAW)
def test_a_file_that_is_no_record_is_refused(content: bytes, code: str) -> None:
    assert codes(content) == [code]


# --- found by what comes from outside -----------------------------------------------------------------


class Outside(NamedTuple):
    """A forgery that contradicts nothing; what finds it, and with which problems."""

    forge: Callable[[Plain], object]
    seals: str | None = None
    receipt: int | None = None
    digests: str = "digest-unknown"


OUTSIDE: Final = {
    "another build, replayed": Outside(
        consistent(at("entries.0.build", "攻核核")), "seal-differs", 0
    ),
    "another name": Outside(consistent(at("entries.0.name", "Mallory")), "seal-differs", 0),
    "another lore": Outside(consistent(at("entries.2.lore", "He did.")), "seal-differs", 2),
    "other words": Outside(consistent(at("entries.1.extras", {})), "seal-differs", 1),
    "another salt": Outside(consistent(at("entries.3.salt", "77" * 32)), "seal-differs", 3),
    "an entry more": Outside(consistent(one_more), "seal-unpublished"),
    "an entry dropped": Outside(consistent(dropped), "seal-left-out", 1),
    "numbers moved": Outside(consistent(at("entries.3.number", 9)), "seal-unpublished"),
    "another owner, bound anew": Outside(then(at("entries.0.owner", "mallory"), bind)),
    "another url, bound anew": Outside(then(at("entries.0.url", ""), bind)),
    "another title, bound anew": Outside(then(at("season.title_en", "Mine"), bind)),
    "another season, bound anew": Outside(
        then(at("season.slug", "mine"), bind), "seals-of-another"
    ),
    "points that suit": Outside(consistent(at("scoring.win", 2))),
    "tie-breaks that suit": Outside(consistent(at("scoring.tie_breaks", ["wins"]))),
}


@pytest.mark.parametrize("case", OUTSIDE.values(), ids=OUTSIDE)
def test_a_forgery_without_contradictions_is_found_by_what_was_published(case: Outside) -> None:
    forged = deepcopy(HONEST)
    case.forge(forged)
    record = read_record(written(forged))
    assert list(verification.verify(record)) == []

    published = evidence.read_seals(json.dumps(SEALS).encode())
    found = [problem.code for problem in evidence.against_seals(record, published)]
    assert (case.seals in found) if case.seals else found == []
    if case.receipt is not None:
        receipts = [HONEST["entries"][case.receipt]["commitment"]]
        assert [e.code for e in evidence.against_receipts(record, receipts)] == ["receipt-unknown"]
    (unknown,) = evidence.against_digests(record, [HONEST["digest_2"]])
    assert unknown.code == case.digests


def test_a_late_entry_and_a_late_withdrawal_are_notes_and_no_differences() -> None:
    """They are bound by the second digest, and the seals that were published before do not contradict them."""
    late = deepcopy(HONEST)
    one_more(late)
    late["entries"][-1]["mark"] = dict(ADDED)
    dropped(late)
    reason = "broke the rules"
    late["withdrawn"] = [{"number": 2, "name": "Bob", "at": ADDED["at"], "reason": reason}]
    consistent()(late)
    record = read_record(written(late))

    assert list(verification.verify(record)) == []
    published = evidence.read_seals(json.dumps(SEALS).encode())
    assert list(evidence.against_seals(record, published)) == []
    told = list(verification.notes(record))
    assert [each.code for each in told] == ["entry-added-late", "entry-withdrawn-late"]
    assert "Eve" in explain(told[0], "en")
    assert reason in explain(told[1], "ja")


def test_seals_with_which_no_entry_is_compared_prove_nothing() -> None:
    """Where all of the list are said to have changed later, each may have any build."""
    marked = deepcopy(HONEST)
    for entry in marked["entries"]:
        entry["mark"] = ADDED | {"kind": "changed"}
    consistent(at("entries.3.build", "攻核核"))(marked)
    record = read_record(written(marked))

    assert list(verification.verify(record)) == []
    found = evidence.against_seals(record, evidence.read_seals(json.dumps(SEALS).encode()))
    assert [each.code for each in found] == ["seals-uncompared"]


def test_no_reason_hides_its_note_from_a_terminal() -> None:
    late = deepcopy(HONEST)
    late["entries"][0]["mark"] = ADDED | {"reason": "\x1b[1A\x1b[2K\nNothing.\ud800"}
    late["withdrawn"] = [{"number": 9, "name": "\u202eX", "at": ADDED["at"], "reason": "\r"}]
    told = "".join(explain(each, "en") for each in verification.notes(Record.model_validate(late)))

    assert all(each in told for each in ("U+001B[2K", "U+000ANothing", "U+202EX", "U+000D"))
    assert told.isprintable()


def test_a_record_of_the_earlier_format_can_still_be_read_and_says_what_it_cannot_prove() -> None:
    earlier = deepcopy(HONEST) | {"format": "hikyaku-record-1"}
    del earlier["digest_2"], earlier["withdrawn"]
    for entry in earlier["entries"]:
        del entry["points"], entry["place"], entry["mark"]
    record = read_record(written(earlier))

    assert isinstance(record, EarlierRecord)
    assert list(verification.verify(record)) == []
    assert [each.code for each in verification.unproven(record)] == ["unproven-earlier"]
    earlier["entries"][0]["build"] = "核"
    assert "commitment-differs" in codes(written(earlier))


def test_what_an_earlier_record_hides_is_never_proven_nor_does_evidence_of_it_count() -> None:
    """The last of the table with the winner's build, called hidden, first: nothing in the record says otherwise."""
    forged = deepcopy(HONEST)
    last = max(forged["entries"], key=lambda each: each["place"])
    first = min(forged["entries"], key=lambda each: each["place"])
    last |= {"build": first["build"], "name": f"Entry {last['number']}"}
    forged["hidden"] = [{"number": last["number"], "parts": ["name"]}]
    replayed(forged)
    record = read_record(written(forged))
    published = evidence.read_seals(json.dumps(SEALS).encode())

    assert last["place"] == 1
    assert list(verification.verify(record)) == []
    told = [each.code for each in verification.unproven(record)]
    assert told == ["unproven-seals", "unproven-name", "unproven-digest", "unproven-second-digest"]
    for found, code in (
        (evidence.against_seals(record, published), "seal-unopened"),
        (evidence.against_receipts(record, [last["commitment"]]), "receipt-unopened"),
        (evidence.against_digests(record, [forged["digest"]]), "digest-uncomputed"),
        (evidence.against_digests(record, [forged["digest_2"]]), "digest-uncomputed"),
    ):
        assert [each.code for each in found] == [code]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "seals-unreadable"),
        (b"{}", "seals-unreadable"),
        (b"<html>nothing</html>", "seals-unreadable"),
        (json.dumps({"pages": 2, "items": SEALS["seals"]}).encode(), "seals-incomplete"),
        (json.dumps({"seals": [*SEALS["seals"], {"number": 9}]}).encode(), "seals-unreadable"),
        (json.dumps({"seals": [*SEALS["seals"], *SEALS["seals"]]}).encode(), "seals-ambiguous"),
    ],
)
def test_a_list_of_seals_that_proves_nothing_is_refused(content: bytes, code: str) -> None:
    with pytest.raises(RecordUnreadable) as refusal:
        evidence.read_seals(content)
    assert [problem.code for problem in refusal.value.problems] == [code]


def test_seals_can_be_read_from_the_text_of_their_page() -> None:
    entries = HONEST["entries"]
    lines = [f"{e['number']}\t{e['name']}\t{e['commitment']}\n{e['salt']}" for e in entries]
    page = "Seals\nNo.\tName\tSeal / Salt\n" + "\n".join(lines)
    found = evidence.read_seals(page.encode())

    assert [(each.number, each.name, each.commitment) for each in found.seals] == [
        (e["number"], e["name"], e["commitment"]) for e in entries
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_every_forgery_is_told_in_words(lang: Any) -> None:
    for forge, _ in ALONE.values():
        record = deepcopy(HONEST)
        forge(record)
        try:
            found = list(verification.verify(read_record(written(record))))
        except RecordUnreadable as refusal:
            found = list(refusal.problems)
        for problem in found:
            said = explain(problem, lang, "laplaplus", RULES)
            assert f"({problem.code})" not in said, said
