"""The part of a record about matches: every line and every draw is checked, and outcomes are computed from them."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import Field
from sqlmodel import Session

from app.engine import NOT_PLAYED, Ruleset
from app.engine.matches import dice, record as match_record
from app.engine.matches.course import Match as Course
from app.engine.matches.dice import canonical
from app.engine.matches.game import SEATS, Over, Seat
from app.engine.matches.proof import Proof, prove
from app.engine.matches.record import Line, beacon_of
from app.engine.versions import CARDS, base_of
from app.errors import Problem
from app.games import match_game
from app.league.archive import replays
from app.league.archive.chronicle import Chronicle
from app.league.archive.parts import Hex, RecordedEntry, Restoration, Section, Whole, listed
from app.league.archive.replays import Brought, Called, Scripts
from app.league.matches import advances, outcomes, records as match_records, scripts, seeds
from app.league.matches.outcomes import Meeting
from app.league.matches.settings import MatchSettings
from app.league.results.results import FinishedRun
from app.league.seasons.stages.courses import StagePairing
from app.store.matches import matches, records
from app.store.tables import (
    Contestant,
    Correspondence,
    Exchange,
    ExchangeState,
    Match,
    MatchState,
    Run,
    Season,
)
from app.tournament.formats import round_robin
from app.tournament.formats.format import Pairing


class RecordedMatches(Section):
    """The matches that give the outcomes: the secret behind all dice, its commitment, and every match record.

    Every pair met `meetings` times, and the points of these matches are added. Two entries of one side did not meet if
    sides stay apart. Neither did the pairs in `own`: two characters of one player, by number.
    """

    root: Hex
    commitment: Hex
    meetings: int
    records: list[str]
    own: list[Annotated[list[int], Field(min_length=2, max_length=2)]] = Field(
        default=[], exclude_if=lambda own: not own
    )
    tempo: Literal["script"] | None = Field(default=None, exclude_if=lambda tempo: tempo is None)
    """Set to "script" if only the standing orders of the entries played. Then every move can be computed from them."""

    @classmethod
    def written(
        cls, session: Session, season: Season, _run: Run, played: FinishedRun
    ) -> Self | None:
        """Return the season's matches with their public records; None for a game without decisions."""
        found = matches.begun(session, season)
        if not found:
            return None
        settings = MatchSettings.of(found.settings)
        return cls(
            root=seeds.root_of(found).hex(),
            commitment=found.commitment,
            meetings=settings.meetings,
            records=[each.decode() for each in match_records.all_of(session, season)],
            own=[*_own(played)],
            tempo="script" if settings.tempo == "script" else None,
        )

    def halves(self, record: Whole, game: Ruleset, problems: list[Problem]) -> list[bytes]:
        """Return the outcomes of each entry against all later ones, taken from its matches.

        Faults are appended to `problems`.
        """
        met: dict[tuple[int, int], list[Meeting]] = {}
        for _, each in self._met(record, game, problems):
            met.setdefault((min(each[:2]), max(each[:2])), []).append(each)
        return [*self._rows(record, game, met, problems)]

    def paired(
        self, record: Whole, game: Ruleset, brackets: Collection[int], problems: list[Problem]
    ) -> dict[StagePairing, int]:
        """Return the outcomes of all stage pairings whose matches are complete, with seats swapped from leg to leg.

        `brackets`: the numbers of the stages in which a draw needs another leg. Faults are appended to `problems`.
        """
        legs: dict[StagePairing, dict[int, Meeting]] = {}
        for head, each in self._met(record, game, problems):
            place = seeds.MatchPlace.of(record.season.slug, head["game_id"])
            if place:
                seats = each[:2] if place.leg % 2 else each[1::-1]
                paired = Pairing(place.round, place.table, *seats)
                legs.setdefault((place.stage, paired), {})[place.leg] = each
        found = {}
        for (stage, pairing), by_leg in legs.items():
            met = [each for _, each in sorted(by_leg.items())]
            lacking = [
                outcomes.lacking(met[:leg], self.meetings, in_bracket=stage in brackets)
                for leg in range(len(met) + 1)
            ]
            if (
                sorted(by_leg) == [*range(1, len(met) + 1)]
                and all(lacking[:-1])
                and not lacking[-1]
            ):
                found[stage, pairing] = outcomes.outcome(pairing.first, met, game)
        return found

    def _met(
        self, record: Whole, game: Ruleset, problems: list[Problem]
    ) -> Iterator[tuple[Line, Meeting]]:
        """Yield head and result of each match that belongs to this season; entries are given by their places."""
        root = bytes.fromhex(self.root)
        if seeds.root_commitment(root) != self.commitment:
            problems.append(Problem("root-differs"))
        places = {key: at for at, each in enumerate(record.entries) for key in replays.called(each)}
        heads = [*map(replays.head_of, self.records)]
        seated = _Seating(record, self, places, [*filter(None, heads)])
        for text, head, over in zip(self.records, heads, self._ends(record, root), strict=True):
            ended = over
            if not ended:
                proof = prove(text.encode(), match_game)
                faults = [*_faults(proof, record, self, game, root, places)]
                ended = None if faults else proof.positions[-1].match.ended
                problems += faults
            if head and ended and seated.has(head):
                one, other = (places[key] for key in replays.keys_of(head).values())
                yield head, Meeting.of(one, other, ended)
            elif head and ended:
                problems.append(Problem("match-of-others", match=head["game_id"]))

    def unproven(self, record: Whole) -> Iterator[Problem]:
        """Yield what these matches cannot prove because parts of them are hidden."""
        if lore := record.hides("lore"):
            yield Problem("unproven-orders", numbers=listed(lore))
        if names := [each["game_id"] for each in self._heads if each["t"] == "withheld"]:
            yield Problem("unproven-heads", matches=f"{len(names):,}", first=names[0])
        if left := self._left_out(record):
            yield Problem("unproven-matches", numbers=listed(left))

    def notes(self, _record: Whole) -> Iterator[Problem]:
        """Yield a note for each pair that did not meet because both characters have one player."""
        for one, other in self.own:
            yield Problem("own-apart", one=str(one), other=str(other))

    def restore(self, back: Restoration) -> None:
        """Store all matches as finished, line by line as recorded. No player is asked for orders again."""
        settings, session, season = self._settings(back.chronicle), back.session, back.season
        at = back.chronicle.matches
        session.add(
            Correspondence(
                season_id=season.id,
                settings=settings.kept(),
                root=bytes.fromhex(self.root),
                commitment=self.commitment,
                begun_at=at.begun_at if at else season.closed_at,
            )
        )
        for exchange in at.exchanges if at else ():
            session.add(
                Exchange(
                    season_id=season.id,
                    number=exchange.number,
                    deadline=exchange.deadline,
                    played_at=exchange.played_at,
                    state=ExchangeState.DONE,
                )
            )
        keys = {key: each.number for each in back.record.entries for key in replays.called(each)}
        nonces = {
            keys[key]: head["nonce"][seat]
            for head in self._heads
            for seat, key in replays.keys_of(head).items()
        }
        gone = {each.number: datetime.fromisoformat(each.at) for each in back.record.withdrawn}
        for each in back.record.entries:
            entry = back.entries[each.number]
            own = scripts.text_of(each.extras, scripts.NONCE)
            session.add(
                Contestant(
                    entry_id=entry.id,
                    revision_id=entry.current_id or 0,
                    nonce=nonces.get(
                        each.number, own
                    ),  # of one who met nobody nothing else is told
                    own_nonce=bool(own),
                    left_at=gone[each.number] if each.left else None,
                )
            )
        ids = {key: back.entries[number].id for key, number in keys.items()}
        for text in self.records:
            _bring_match(session, season, text, ids, is_script=settings.tempo == "script")
        session.flush()

    def _rows(
        self,
        record: Whole,
        game: Ruleset,
        met: Mapping[tuple[int, int], list[Meeting]],
        problems: list[Problem],
    ) -> Iterator[bytes]:
        left, own = self._left_out(record), {*map(tuple, self.own)}
        sides, on = record.on_sides
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
                if len(pair) != (0 if is_within or is_own else self.meetings):
                    code = "match-within-side" if is_within else "match-missing"
                    problems.append(Problem(code, one=str(entry.number), other=str(other.number)))
                row.append(outcomes.outcome(home, pair, game) if pair else NOT_PLAYED)
            yield bytes(row)

    def _left_out(self, record: Whole) -> set[int]:
        """Return the entries whose matches are all missing because their names were hidden; only old records did that."""
        if record.proof == 2:
            return set()
        numbers = {key: each.number for each in record.entries for key in replays.called(each)}
        return record.hides("name") - {
            numbers.get(key, 0) for head in self._heads for key in replays.keys_of(head).values()
        }

    def _ends(self, record: Whole, root: bytes) -> Sequence[Over | None]:
        """Replay matches in tempo "script". Return the end of each; None if the match needs other checks."""
        if self.tempo != "script" or record.house:
            return [None] * len(self.records)
        return replays.ends(Scripts.of(record, root), self.records)

    def _settings(self, chronicle: Chronicle) -> MatchSettings:
        """Return the settings of the matches; without a chronicle, as far as the match records show them."""
        if chronicle.matches:
            return MatchSettings.of(chronicle.matches.settings)
        heads = self._heads
        is_mirrored = any("mirror_of" in each for each in heads)
        return MatchSettings(
            tempo=self.tempo or "turn",
            config=heads[0]["config"] if heads else {},
            double=self.meetings > 1 and not is_mirrored,
            mirror=is_mirrored,
        )

    @property
    def _heads(self) -> list[Line]:
        return [*filter(None, map(replays.head_of, self.records))]


def _own(played: FinishedRun) -> Iterator[list[int]]:
    """Yield the pairs that did not meet because both characters have one player."""
    if played.is_full or played.phases:
        return
    there = played.participants
    for at, row in enumerate(played.rows()):
        for other in range(at + 1, len(there)):
            is_within = played.sides.apart and there[at].side == there[other].side
            if row[other] == NOT_PLAYED and not is_within:
                yield [there[at].number, there[other].number]


@dataclass(frozen=True)
class _Seating:
    """Check each match's name and seats against all other heads.

    The name of a match decides its dice, so nobody may choose it freely.
    """

    record: Whole
    found: RecordedMatches
    places: Mapping[Called, int]
    heads: Sequence[Line]

    def has(self, head: Line) -> bool:
        """Whether this match has a unique name, the season's configuration, and the seats that belong to the name."""
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
        """The heads, by name, of matches whose dice are not copied from an earlier match."""
        return {each["game_id"]: each for each in self.heads if "mirror_of" not in each}

    @cached_property
    def _table(self) -> dict[str, tuple[int, ...]] | None:
        """The seats at every table, by name of match.

        None in stages, where pairings depend on results, and None after a player has left.
        """
        count = len(self.record.entries)
        if [each.number for each in self.record.entries] != [*range(1, count + 1)]:
            return None
        if self.record.withdrawn or self.record.in_stages:
            return None
        games = round_robin.double if self.found.meetings == 2 else round_robin.single
        slug = self.record.season.slug
        return {
            seeds.game_id(slug, each.round, each.table): (each.first, each.second)
            for each in games(count)
        }


def _faults(
    proof: Proof,
    record: Whole,
    found: RecordedMatches,
    game: Ruleset,
    root: bytes,
    places: Mapping[Called, int],
) -> Iterator[Problem]:
    name = str(proof.head["game_id"]) if proof.head else "?"
    for fault in proof.faults:
        yield Problem("match-differs", match=name, at=str(fault.line), fault=fault.words)
    if proof.faults or not proof.head:
        return
    head, opened = proof.head, proof.record.lines[-1]
    seats = replays.keys_of(head)
    seed = dice.server_seed(root, head.get("mirror_of", name))
    builds = opened["builds"] if opened and opened["t"] == "reveal" else {}
    own, listed = game.match.own if game.match else (), head["config"].get(CARDS)
    is_ours = (
        seeds.MatchPlace.of(record.season.slug, name) is not None
        and head["rules"] == base_of(record.rules)
        and (listed if isinstance(listed, list) else []) == [*own]
        and head["commit"] == dice.commit(seed)
        and {*seats.values()} <= places.keys()
        and all(
            builds.get(seat) == _build(game, record.entries[places[seats[seat]]]) for seat in SEATS
        )
    )
    if not is_ours:
        yield Problem("match-of-others", match=name)
        return
    entries: dict[Seat, RecordedEntry] = {
        seat: record.entries[places[seats[seat]]] for seat in SEATS
    }
    facts = record.beacon_facts
    mixed, told = (facts["mixed"], beacon_of(facts)) if facts else ("", None)
    if head.get("beacon", "") != mixed or head.get("beacon_of") != told:
        yield Problem("match-beacon-differs", match=name)
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
        yield Problem("nonce-differs", match=name)
    elif brought.keys() >= {*SEATS} and found.tempo == "script":
        yield from _script_faults(proof, game, brought, builds, seed)


def _script_faults(
    proof: Proof,
    game: Ruleset,
    brought: Mapping[Seat, Brought],
    builds: Mapping[Seat, Any],
    seed: bytes,
) -> Iterator[Problem]:
    """Play the match again by both players' standing orders. Yield a problem if the lines differ from the record."""
    head = proof.head
    if head is None:
        return
    played = replays.played(game, head, builds, brought, seed).lines
    kept = [line for line in proof.record.lines[1:-1] if line]
    was_given_up = any(line["t"] == "admin" and line["what"] == "forfeit" for line in kept)
    if [*played] != kept and not was_given_up:
        yield Problem("orders-differ", match=str(head["game_id"]))


def _build(game: Ruleset, entry: RecordedEntry) -> object:
    return game.match_build(game.read_build(entry.build).nameless())


def _bring_match(
    session: Session,
    season: Season,
    text: str,
    ids: Mapping[replays.Called, int],
    *,
    is_script: bool,
) -> None:
    *lines, revealed = [each for each in match_record.read(text.encode()).lines if each]
    head = lines[0]
    steps = [*_steps(head, lines, revealed["builds"])]
    last = steps[-1]
    if last.ended is None:
        raise LookupError(f"{head['game_id']} is not over")
    halves = advances.score_in_halves(last.ended)
    place = seeds.MatchPlace.of(season.slug, head["game_id"])
    if place is None:
        raise LookupError(f"{head['game_id']} is no match of {season.slug}")
    seats = replays.keys_of(head)
    match = Match(
        season_id=season.id,
        stage=place.stage,
        round=place.round,
        board=place.table,
        leg=place.leg,
        game_id=head["game_id"],
        entry_a_id=ids[seats["A"]],
        entry_b_id=ids[seats["B"]],
        mirror_of=head.get("mirror_of"),
        rules=head["rules"],
        commitment=head["commit"],
        state=MatchState.OVER,
        halves_a=halves[0],
        halves_b=halves[1],
        reason=last.ended.reason,
        verdict=next((word for each in lines if (word := _verdict(each))), ""),
    )
    session.add(match)
    session.flush()
    if is_script:
        records.pack(session, {match.id: advances.packed(lines)})
    else:
        for turn, line in zip([0, *(each.turn for each in steps)], lines, strict=False):
            match.turn = turn
            records.append(session, [(match, [(advances.line_text(line), line["h"])])])
            match.step += 1
    match.turn = last.turn
    match.told_a = match.told_b = match.step


def _steps(head: Line, lines: list[Line], builds: Any) -> Iterator[Course[Any]]:
    """Yield the state of the match after each of its lines."""
    game = match_game(head["game"], head["rules"])
    at = Course.begin(game, head, builds)
    yield at
    for each in lines[1:]:
        at, _ = at.after(each)
        yield at


def _verdict(line: Line) -> str:
    """Return how organisers or players ended the match, followed by the losing seat; empty for other lines."""
    is_word = line["t"] == "admin" and line["what"] in ("resign", "forfeit")
    return f"{line['what']}{line['seat']}" if is_word else ""
