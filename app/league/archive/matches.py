"""The matches of a season's record, checked: every line and every draw, and the table that they come to."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app.engine import NOT_PLAYED, Ruleset
from app.engine.matches import dice
from app.engine.matches.dice import canonical
from app.engine.matches.game import SEATS, Over, Seat
from app.engine.matches.proof import Proof, prove
from app.engine.matches.record import Line, beacon_of
from app.errors import Problem
from app.games import match_game
from app.league.archive import replays
from app.league.archive.parts import RecordedEntry
from app.league.archive.record import Record
from app.league.archive.replays import Brought, Called, Scripts
from app.league.eligibility.sides import FIELD, NO_SIDES
from app.league.matches import outcomes, seeds
from app.league.matches.outcomes import Meeting
from app.tournament.formats import round_robin


def halves(record: Record, game: Ruleset, problems: list[Problem]) -> list[bytes]:
    """The outcomes of each entry against all later ones, as its matches have them; every fault of these among the problems."""
    found = record.matches
    if found is None:
        problems.append(Problem("matches-missing"))
        return []
    root = bytes.fromhex(found.root)
    if seeds.root_commitment(root) != found.commitment:
        problems.append(Problem("root-differs"))
    places = {key: at for at, each in enumerate(record.entries) for key in replays.called(each)}
    met: dict[tuple[int, int], list[Meeting]] = {}
    heads = [*map(replays.head_of, found.records)]
    seated = _Seated(record, places, [*filter(None, heads)])
    for text, head, over in zip(found.records, heads, _ends(record, root), strict=True):
        ended = over
        if not ended:
            proof = prove(text.encode(), match_game)
            faults = [*_faults(proof, record, game, root, places)]
            ended = None if faults else proof.positions[-1].match.ended
            problems += faults
        if head and ended and seated.has(head):
            one, other = (places[key] for key in replays.keys_of(head).values())
            met.setdefault((min(one, other), max(one, other)), []).append(
                Meeting.of(one, other, ended)
            )
        elif head and ended:
            problems.append(Problem("match-of-others", words=(head["game_id"],)))
    return [*_rows(record, game, met, found.meetings, problems)]


def unproven(record: Record) -> Iterator[Problem]:
    """What the records of its matches do not prove, because of what is hidden."""
    heads = filter(None, map(replays.head_of, record.matches.records if record.matches else ()))
    if names := [each["game_id"] for each in heads if each["t"] == "withheld"]:
        yield Problem("unproven-heads", words=(f"{len(names):,}", names[0]))
    if left := _left_out(record):
        yield Problem("unproven-matches", words=(", ".join(map(str, sorted(left))),))


def _left_out(record: Record) -> set[int]:
    """The entries of which all matches were left out because their names were hidden, as was done in earlier records."""
    if not record.matches or record.proof == 2:
        return set()
    numbers = {key: each.number for each in record.entries for key in replays.called(each)}
    heads = filter(None, map(replays.head_of, record.matches.records))
    return record.hides("name") - {
        numbers.get(key, 0) for head in heads for key in replays.keys_of(head).values()
    }


def _ends(record: Record, root: bytes) -> Sequence[Over | None]:
    """How the matches ended of which nothing else is to be checked; None of others."""
    found = record.matches
    if not found or found.tempo != "script" or record.house:
        return [None] * len(found.records if found else ())
    return replays.ends(Scripts.of(record, root), found.records)


@dataclass(frozen=True)
class _Seated:
    """Who meets whom by the heads of all records: names of matches decide their dice, so none may be chosen."""

    record: Record
    places: Mapping[Called, int]
    heads: Sequence[Line]

    def has(self, head: Line) -> bool:
        """Whether this match has a name and a configuration of its season, and the seats that this name has there."""
        name, first = head["game_id"], self._first.get(head.get("mirror_of", ""))
        is_alone = self._names[name] == 1
        is_alike = all(
            canonical(head.get(key)) == canonical(self.heads[0].get(key)) for key in ("config", "v")
        )
        is_there = self._table is None or self._table.get(name) == self._pair(head)
        is_mirrored = "mirror_of" not in head or (
            first is not None and self._pair(first) == self._pair(head)[::-1]
        )
        is_whole = head["t"] == "head" or (
            self.record.proof == 1
            and bool(
                {self.record.entries[at].number for at in self._pair(head)}
                & self.record.hides("name")
            )
        )
        return is_alone and is_alike and is_there and is_mirrored and is_whole

    def _pair(self, head: Line) -> tuple[int, ...]:
        return tuple(self.places.get(key, -1) for key in replays.keys_of(head).values())

    @cached_property
    def _names(self) -> Counter[str]:
        return Counter(each["game_id"] for each in self.heads)

    @cached_property
    def _first(self) -> dict[str, Line]:
        """Those that share their luck with no earlier one."""
        return {each["game_id"]: each for each in self.heads if "mirror_of" not in each}

    @cached_property
    def _table(self) -> dict[str, tuple[int, ...]] | None:
        """The seats at every table; None for a season that somebody has left."""
        count, found = len(self.record.entries), self.record.matches
        if [each.number for each in self.record.entries] != [*range(1, count + 1)]:
            return None
        if self.record.withdrawn or not found:
            return None
        games = round_robin.double if found.meetings == 2 else round_robin.single
        slug = self.record.season.slug
        return {
            seeds.game_id(slug, each.round, each.table): (each.first, each.second)
            for each in games(count)
        }


def _faults(
    proof: Proof, record: Record, game: Ruleset, root: bytes, places: Mapping[Called, int]
) -> Iterator[Problem]:
    name = str(proof.head["game_id"]) if proof.head else "?"
    for fault in proof.faults:
        yield Problem("match-differs", words=(name, str(fault.line), *fault.words))
    if proof.faults or not proof.head:
        return
    head, opened = proof.head, proof.record.lines[-1]
    seats = replays.keys_of(head)
    seed = dice.server_seed(root, head.get("mirror_of", name))
    builds = opened["builds"] if opened and opened["t"] == "reveal" else {}
    is_ours = (
        name.startswith(f"{record.season.slug}-r")
        and head["rules"] == record.rules
        and head["commit"] == dice.commit(seed)
        and {*seats.values()} <= places.keys()
        and all(
            builds.get(seat) == _build(game, record.entries[places[seats[seat]]]) for seat in SEATS
        )
    )
    if not is_ours:
        yield Problem("match-of-others", words=(name,))
        return
    entries: dict[Seat, RecordedEntry] = {
        seat: record.entries[places[seats[seat]]] for seat in SEATS
    }
    facts = record.beacon.facts if record.beacon else None
    mixed, told = (facts["mixed"], beacon_of(facts)) if facts else ("", None)
    if head.get("beacon", "") != mixed or head.get("beacon_of") != told:
        yield Problem("match-beacon-differs", words=(name,))
        return
    hidden = record.hides("lore")
    brought: dict[Seat, Brought] = {
        seat: replays.brought_by(record, each)
        for seat, each in entries.items()
        if each.number not in hidden  # what they bring is left out
    }
    if head["t"] == "head" and any(
        head["nonce"][seat] != replays.nonce(each, builds[seat], head, seat)
        for seat, each in brought.items()
    ):
        yield Problem("nonce-differs", words=(name,))
    elif brought.keys() >= {*SEATS} and record.matches and record.matches.tempo == "script":
        yield from _script_faults(proof, game, brought, builds, seed)


def _script_faults(
    proof: Proof,
    game: Ruleset,
    brought: Mapping[Seat, Brought],
    builds: Mapping[Seat, Any],
    seed: bytes,
) -> Iterator[Problem]:
    """The match is played once more by the standing orders of both: its record says the same, line by line."""
    head = proof.head
    if head is None:
        return
    played = replays.played(game, head, builds, brought, seed).lines
    kept = [line for line in proof.record.lines[1:-1] if line]
    was_given_up = any(line["t"] == "admin" and line["what"] == "forfeit" for line in kept)
    if [*played] != kept and not was_given_up:
        yield Problem("orders-differ", words=(str(head["game_id"]),))


def _build(game: Ruleset, entry: RecordedEntry) -> object:
    return game.match_build(game.read_build(entry.build).nameless())


def _rows(
    record: Record,
    game: Ruleset,
    met: dict[tuple[int, int], list[Meeting]],
    meetings: int,
    problems: list[Problem],
) -> Iterator[bytes]:
    left = _left_out(record)
    sides = record.sides.sides() if record.sides else NO_SIDES
    on = [str(each.extras.get(FIELD) or "") for each in record.entries]
    own = {*map(tuple, record.matches.own)} if record.matches else set()
    for home, entry in enumerate(record.entries):
        said = bytes.fromhex(record.outcomes[home])
        row = bytearray()
        for later in range(home + 1, len(record.entries)):
            pair = met.get((home, later), [])
            other = record.entries[later]
            if not pair and {entry.number, other.number} & left:
                row.append(said[later - home - 1])
                continue
            is_within = sides.apart and on[home] == on[later]
            is_own = (entry.number, other.number) in own
            if len(pair) != (0 if is_within or is_own else meetings):
                code = "match-within-side" if is_within else "match-missing"
                problems.append(Problem(code, words=(str(entry.number), str(other.number))))
            row.append(outcomes.outcome(home, pair, game) if pair else NOT_PLAYED)
        yield bytes(row)
