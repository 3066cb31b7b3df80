"""Replay the matches of a season in tempo "script" from the standing orders of its entries.

If a replay gives the recorded bytes, no line and no draw of that match needs another check.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from app.engine import Build, Pace, Ruleset
from app.engine.matches import dice, record as match_record
from app.engine.matches.course import Advance, Match, advance
from app.engine.matches.game import SEATS, ConfigError, Game, Over, Seat
from app.engine.matches.plans import Mandate
from app.engine.matches.record import Line
from app.games import ruleset
from app.league.archive.parts import RecordedEntry, Whole
from app.league.matches import scripts, seeds
from app.tournament.executors import LOCAL, hands

Called = tuple[bool, str]
"""How the head of a match refers to an entry: whether by number, and the number or name."""
AT_A_TIME: Final = 50
"""How many records one core checks at a time. A longer list is divided among processes."""


@dataclass(frozen=True, slots=True)
class Brought:
    """The build and extras of an entry, which decide its matches."""

    build: str
    extras: Mapping[str, Any]

    def read(self, rules: Ruleset) -> Build:
        """Return the build without its name."""
        return rules.read_build(self.build).nameless()


@dataclass(frozen=True, slots=True)
class Scripts:
    """Everything that decides the matches of a season. It is pickled for other processes, so it holds nothing else.

    `entries` are keyed as heads of matches refer to them.
    """

    slug: str
    game: str
    rules: str
    root: bytes
    entries: Mapping[Called, Brought]
    beacon: Mapping[str, Any] | None

    @classmethod
    def of(cls, record: Whole, root: bytes) -> "Scripts":
        """Collect this from a record."""
        entries = {key: brought_by(record, each) for each in record.entries for key in called(each)}
        told = record.season
        return cls(told.slug, told.game, record.rules, root, entries, record.beacon_facts)

    def ends(self, texts: Sequence[str]) -> list[Over | None]:
        """Return how each match ended, or None where the replay differs from the record."""
        return [self._end(text) for text in texts]

    def _end(self, text: str) -> Over | None:
        rules, head = ruleset(self.game, self.rules), head_of(text)
        if not rules.match or not head or not self._has(head):
            return None
        try:
            ended, played = self._played(rules, rules.match, head)
        except ConfigError:
            return None
        return ended if played == text.encode() else None

    def _has(self, head: Line) -> bool:
        is_named_so = head["game_id"].startswith(f"{self.slug}-r")
        is_whole = head["t"] == "head"
        return is_named_so and is_whole and {*keys_of(head).values()} <= self.entries.keys()

    def _played(
        self, rules: Ruleset, game: Game[Any], head: Line
    ) -> tuple[Over | None, bytes | None]:
        """Play this match. Return its end and its whole record, or two None if the game forbids a build."""
        name, seats = head["game_id"], head["seats"]
        entries = {seat: self.entries[key] for seat, key in keys_of(head).items()}
        builds = {seat: rules.match_build(entries[seat].read(rules)) for seat in SEATS}
        if any(game.validate_build(build, head["config"]) for build in builds.values()):
            return None, None
        seed = dice.server_seed(self.root, head.get("mirror_of", name))
        salts = {seat: seeds.salt(self.root, name, seat) for seat in SEATS}
        begun = match_record.head(
            game,
            name,
            config=head["config"],
            seats=seats,
            commit=dice.commit(seed),
            build_commit={seat: dice.build_commit(builds[seat], salts[seat]) for seat in SEATS},
            nonce={seat: nonce(entries[seat], builds[seat], head, seat) for seat in SEATS},
            beacon=self.beacon,
            mirror_of=head.get("mirror_of"),
            version=head.get("v", 1),
        )
        done = played(rules, begun, builds, entries, seed)
        reveal = match_record.reveal(seed, builds, salts)
        last = match_record.chained(done.match.h, reveal)
        return done.match.ended, match_record.written([begun, *done.lines, last])


def ends(season: Scripts, texts: Sequence[str]) -> list[Over | None]:
    """Return how all matches of a season ended, replayed on all cores."""
    if len(texts) <= AT_A_TIME:
        return season.ends(texts)
    parts = [texts[at : at + AT_A_TIME] for at in range(0, len(texts), AT_A_TIME)]
    with hands(LOCAL, Pace()) as there:
        sent = [there.executor.submit(season.ends, part) for part in parts]
        return [*chain.from_iterable(map(there.wait, sent))]


def played(
    rules: Ruleset,
    head: Line,
    builds: Mapping[Seat, Any],
    entries: Mapping[Seat, Brought],
    seed: bytes,
) -> Advance[Any]:
    """Play the match with this head to its end by the standing orders of both entries."""
    if rules.match is None:
        raise LookupError(f"{rules.rules_version} is played without matches")
    plans = {}
    for seat, entry in entries.items():
        found = scripts.script(entry.extras, rules, head["config"], entry.read(rules))
        plans[seat] = Mandate(standing=found.lines if found else ())
    match = Match.begin(rules.match, head, builds)
    return advance(match, plans, dice.Dice.of(seed, head), "script")


def brought_by(record: Whole, entry: RecordedEntry) -> Brought:
    """Return the build and extras of this entry. With a beacon, a late entry's nonce is dropped.

    Its player may have chosen the nonce after the beacon was known.
    """
    is_late = record.beacon_facts and entry.mark
    extras = {k: v for k, v in entry.extras.items() if not is_late or k != scripts.NONCE}
    return Brought(entry.build, extras)


def nonce(entry: Brought, build: object, head: Line, seat: Seat) -> str:
    """Return what this entry adds to the dice of a match.

    From version 2 of the head, an entry without a nonce adds nothing.
    """
    own = scripts.text_of(entry.extras, scripts.NONCE)
    return own or ("" if "v" in head else dice.default_nonce(build, head["seats"][seat]))


def called(entry: RecordedEntry) -> tuple[Called, Called]:
    """Return both ways a head may refer to this entry: by number, or by name in earlier seasons."""
    return (True, str(entry.number)), (False, entry.name)


def keys_of(head: Line) -> dict[Seat, Called]:
    """Return the two entries that this head seats, by seat."""
    return {seat: (match_record.is_numbered(head), head["seats"][seat]) for seat in SEATS}


def head_of(text: str) -> Line | None:
    """Return the first line of this record if it is a head or stands for a withheld one; else None."""
    lines = match_record.read(text.partition("\n")[0].encode()).lines
    is_first = lines and lines[0] is not None and lines[0]["t"] in ("head", "withheld")
    return lines[0] if is_first else None
