"""What an organiser could falsify in the record of a match, or of a season: each is found, and named by line or match."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import pytest

from app import games
from app.engine.lists import read_list
from app.engine.matches import record as match_records
from app.engine.matches.course import Match, advance, note
from app.engine.matches.dice import Dice, commit, server_seed
from app.engine.matches.proof import prove
from app.engine.matches.record import Line
from app.games import match_game
from app.jobs.exchanges import begin_due
from app.league.archive import record as archive, replays, structure, verification
from app.league.archive.parts import RecordedHiding
from app.league.archive.record import Record
from app.league.archive.replays import Scripts
from app.league.results import results
from app.league.seasons import seasons
from app.store.database import Database
from app.store.entrants import Part
from app.store.results.parts import HIDDEN_WITH
from tests.support.bluffing import rechained
from tests.support.duels import CLOSES, cup, move_all, olga, open_cup, play_run
from tests.support.records import bound

LATER: Final = CLOSES + timedelta(days=9)
Lines = list[Line]


# --- one match ------------------------------------------------------------------------------------------


def place(lines: Lines, kind: str, last: bool = False) -> int:
    found = [at for at, line in enumerate(lines) if line["t"] == kind]
    return found[-1 if last else 0]


def with_(at: int | str, **changes: Any) -> Callable[[Lines], Lines]:
    """The line there, or the first of this kind, says something else."""

    def changed(lines: Lines) -> Lines:
        where = place(lines, at) if isinstance(at, str) else at
        said = {
            name: what(lines[where][name]) if callable(what) else what
            for name, what in changes.items()
        }
        return [*lines[:where], {**lines[where], **said}, *lines[where + 1 :]]

    return changed


def counted(lines: Lines) -> Lines:
    """Numbered without gaps."""
    return [{**line, "n": at} if "n" in line else line for at, line in enumerate(lines)]


def without(kind: str, last: bool = False) -> Callable[[Lines], Lines]:
    return lambda lines: counted(
        [*lines[: place(lines, kind, last)], *lines[place(lines, kind, last) + 1 :]]
    )


def swapped(lines: Lines) -> Lines:
    """The first two lines behind the head."""
    return counted([lines[0], lines[2], lines[1], *lines[3:]])


def doubled(lines: Lines) -> Lines:
    at = place(lines, "move")
    return counted([*lines[: at + 1], *lines[at:]])


def other_seed(lines: Lines) -> Lines:
    return with_("reveal", server_seed="ab" * 32)(
        with_(0, commit=commit(bytes.fromhex("ab" * 32)))(lines)
    )


def turned(out: list[int]) -> list[int]:
    return [out[-1], *out[:-1]] if len({*out}) > 1 else [each + 1 for each in out]


def exchanged(both: dict[str, Any]) -> dict[str, Any]:
    return {"A": both["B"], "B": both["A"]}


def other_score(score: dict[str, str]) -> dict[str, str]:
    return exchanged(score) if score["A"] != score["B"] else {"A": "1", "B": "0"}


def illegal(moves: dict[str, Any]) -> dict[str, Any]:
    return {seat: {"a": "cheat"} for seat in moves}


def last_draw(lines: Lines) -> Lines:
    return with_(place(lines, "chance", last=True), out=turned)(lines)


BY_HASH: Final[dict[str, Callable[[Lines], Sequence[Line]]]] = {
    "a draw": with_("chance", out=turned),
    "the last draw": last_draw,
    "who decided": with_("move", by=lambda by: dict.fromkeys(by, "live")),
    "names": with_(0, seats=exchanged),
    "the score": with_("over", score=other_score),
    "a line left out": without("move"),
    "a line twice": doubled,
    "lines in another order": swapped,
    "the end left out": without("over"),
}
"""What is changed, and the hashes stay."""
CONSISTENT: Final[dict[str, Callable[[Lines], Sequence[Line]]]] = {
    **{
        f"{name}, chained anew": each
        for name, each in BY_HASH.items()
        if name not in ("who decided", "names")
    },
    "a label": with_("chance", label="elsewhere"),
    "what is drawn": with_("chance", what=["die", 6, 1]),
    "a longer draw": with_("chance", out=lambda out: [*out, 0]),
    "a draw left out": without("chance", last=True),
    "the seed": with_("reveal", server_seed="ab" * 32),
    "the seed with its commitment": other_seed,
    "nonces": with_(0, nonce=lambda nonce: {**nonce, "A": "lucky"}),
    "the beacon": with_(0, beacon="lucky"),
    "the name of the match": with_(0, game_id="cup-r9-9"),
    "the match whose luck it shares": with_(0, mirror_of="cup-r9-9"),
    "builds": with_("reveal", builds=exchanged),
    "salts": with_("reveal", salts=exchanged),
    "commitments to builds": with_(0, build_commit=exchanged),
    "the commitment to the seed": with_(0, commit="ab" * 32),
    "the reason": with_("over", reason="draw"),
    "a move that is not legal": with_("move", moves=illegal),
    "the decision": with_("move", d="elsewhere"),
    "the seats that were asked": with_("move", by={}, moves={}),
    "the rules": with_(0, rules="other@1"),
    "the game": with_(0, game="other"),
    "the configuration": with_(0, config=lambda config: {**config, "more": 1}),
    "an end by an organiser behind the end": lambda lines: counted(
        [*lines[:-1], {"t": "admin", "what": "draw", "n": 0}, *lines[-2:]]
    ),
    "a line behind the reveal": lambda lines: [*lines, lines[-1]],
}
"""What is changed, and all hashes fit."""


def sample(slug: str) -> list[str]:
    rules = games.ruleset(slug)
    listed = [*read_list(rules.sample(), rules.read_build)]
    return [rules.write_build(each.build.nameless()) for each in listed[:3]]


def played(database: Database, game: str) -> Record:
    """The record of a season of three in which every pair met twice with the same luck, by standing orders alone."""
    open_cup(database, 3, game, sample(game), tempo="script", mirror=True)
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    assert begin_due(database, CLOSES)
    move_all(database, CLOSES)
    assert play_run(database, LATER) == "review"
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))
    with database.reading() as session:
        return archive.public_record(session, cup(session), LATER)


@pytest.fixture(params=[each for each in games.match_slugs() if each in games.slugs()])
def record(request: pytest.FixtureRequest, database: Database) -> Record:
    """Of each game that seasons with matches are played of: a match of few draws may have the same by another seed."""
    return played(database, request.param)


def faults(record: Record) -> set[str]:
    """After it has been written and read again."""
    read = structure.read_record(record.model_dump_json().encode())
    return {each.code for each in verification.verify(read)}


def changed(record: Record, **what: Any) -> Record:
    assert record.matches
    return record.model_copy(update={"matches": record.matches.model_copy(update=what)})


def replayed(record: Record, first: Lines, **head: Any) -> Lines:
    """A match as if it had begun so, consistent in itself: every draw from its seed, every move by the house, hashes that fit."""
    assert record.matches
    opened = first[-1]
    begun = rechained([{**first[0], **head}])[0]
    seed = server_seed(bytes.fromhex(record.matches.root), begun.get("mirror_of", begun["game_id"]))
    begun = rechained([{**begun, "commit": commit(seed)}])[0]
    game = match_game(begun["game"], begun["rules"])
    match = Match.begin(game, begun, opened["builds"])
    lines = [begun, *advance(match, {}, Dice.of(seed, begun), "script").lines]
    return rechained([*lines, {**opened, "server_seed": seed.hex()}])


def falsified(record: Record, lines: Lines) -> Iterator[tuple[str, Record]]:
    """Records of the season in which something is false, each with what is said of it."""
    assert record.matches
    first, *others = record.matches.records
    head, root = lines[0], bytes(32).hex()
    stands = Match.begin(match_game(head["game"], head["rules"]), head, lines[-1]["builds"])
    agreed = rechained([head, *note(stands, "draw").lines, lines[-1]])
    seats = {name: exchanged(head[name]) for name in ("seats", "nonce")}
    for code, begun in (
        ("nonce-differs", replayed(record, lines, nonce={**head["nonce"], "A": "lucky"})),
        ("match-beacon-differs", replayed(record, lines, beacon="lucky")),
        ("match-of-others", replayed(record, lines, game_id="cup-r77-1")),
        ("match-of-others", replayed(record, lines, game_id="cup-r2-1")),
        ("match-of-others", replayed(record, lines, mirror_of="cup-r77-1")),
        ("match-of-others", replayed(record, lines, **seats)),
        ("orders-differ", agreed),
    ):
        text = match_records.written(begun)
        assert prove(text, match_game).faults == (), "it is consistent in itself"
        yield code, changed(record, records=[text.decode(), *others])
    yield "match-missing", changed(record, records=others)
    yield "match-of-others", changed(record, records=[first, first, *others])
    yield "third-digest-differs", changed(record, records=[*others, first])
    yield "match-of-others", changed(record, meetings=1)
    yield "root-differs", changed(record, root=root)
    yield "root-differs", changed(record, commitment=root)
    row = record.outcomes[0]
    flipped = bytes([bytes.fromhex(row)[0] ^ 3]).hex() + row[2:]
    yield "battle-differs", record.model_copy(update={"outcomes": [flipped, *record.outcomes[1:]]})
    entry, *rest = record.entries
    ordered = entry.model_copy(update={"extras": {**entry.extras, "orders": "then auto"}})
    yield "commitment-differs", record.model_copy(update={"entries": [ordered, *rest]})


def test_every_falsification_is_found_and_named(record: Record) -> None:
    assert faults(record) == set()
    assert record.matches
    read = match_records.read(record.matches.records[0].encode())
    lines = [line for line in read.lines if line]

    def found(said: Sequence[Line]) -> list[tuple[int, str]]:
        proof = prove(match_records.written(said), match_game)
        return [(fault.line, fault.words.en) for fault in proof.faults]

    for name, change in BY_HASH.items():
        assert any("“h”" in words or "“n”" in words for _, words in found(change(lines))), name
    for name, change in CONSISTENT.items():
        assert {0 < line <= len(lines) + 1 for line, _ in found(rechained(change(lines)))} == {
            True
        }, name
    for code, false in falsified(record, lines):
        assert code in faults(false)


def hidden(record: Record, number: int, part: Part) -> Record:
    """This part of an entry, hidden as a forger who publishes the record could: with its digest,
    the seal still opens.
    """
    (found,) = (each for each in record.entries if each.number == number)
    gone = HIDDEN_WITH[part]
    shown: dict[str, dict[str, Any]] = {
        "name": {"name": f"Entry {number}"},
        "lore": {"lore": "", "url": "", "extras": {}},
    }
    kept = found.model_copy(
        update={
            "salts": {name: salt for name, salt in found.salts.items() if name not in gone},
            "digests": {name: found.part_digests()[name] for name in gone},
            **shown[part],
        }
    )
    entries = [kept if each is found else each for each in record.entries]
    left = [RecordedHiding(number=number, parts=[part])]
    return record.model_copy(update={"entries": entries, "hidden": left})


def test_what_is_hidden_excuses_neither_matches_nor_what_others_bring(database: Database) -> None:
    """In a record of the third format heads have numbers, and the seals of all nonces that are shown can be opened."""
    record = played(database, "fest")
    assert record.matches
    first, *others = record.matches.records
    lines = [line for line in match_records.read(first.encode()).lines if line]
    one, other = lines[0]["seats"].values()
    named, brought = hidden(record, int(other), "name"), hidden(record, int(other), "lore")
    lucky = replayed(record, lines, nonce={**lines[0]["nonce"], "A": "lucky"})
    text = match_records.written(lucky).decode()
    withheld = match_records.withheld(first.encode(), lines[0]["seats"]).decode()
    heads = {text: replays.head_of(text) for text in record.matches.records}
    alone = [each for each, head in heads.items() if head and other not in head["seats"].values()]

    assert one != other
    assert faults(named) == faults(brought) == set()
    assert "match-missing" in faults(bound(changed(named, records=alone)))
    assert "match-of-others" in faults(bound(changed(named, records=[withheld, *others])))
    assert "nonce-differs" in faults(bound(changed(brought, records=[text, *others])))


def test_matches_by_standing_orders_are_checked_by_playing_them_once_more(
    database: Database,
) -> None:
    """More of them than are checked at a time go to all cores, and come to the same."""
    record = played(database, "ocg")
    assert record.matches
    texts = record.matches.records
    season = Scripts.of(record, bytes.fromhex(record.matches.root))
    first, *others = texts
    line = first.splitlines(keepends=True)[2]

    here = replays.ends(season, texts)
    everywhere = replays.ends(season, texts * 10)

    assert None not in here
    assert everywhere == here * 10
    assert len(everywhere) > replays.AT_A_TIME
    assert replays.ends(season, [first.replace(line, ""), *others]) == [None, *here[1:]]
    assert replays.ends(replace(season, root=bytes(32)), texts) == [None] * len(texts)
