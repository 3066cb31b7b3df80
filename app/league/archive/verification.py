"""The check of a season, for everyone: its record is played again and compared."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from app.engine import MOMENTS, NOT_PLAYED, Build, Ruleset
from app.errors import BuildUnreadable, CardsUnreadable, Problem, RulesNotInstalled, UnknownGame
from app.games import ruleset
from app.games.house import with_cards
from app.league import characters
from app.league.archive import beacons, matches, rounds, stages, structure
from app.league.archive.parts import RecordedEntry
from app.league.archive.record import EarlierRecord, Record, digest_of
from app.league.archive.stages import RecordedStages
from app.league.characters import LABEL_NAMES
from app.league.eligibility import pools
from app.league.eligibility.pools import Pool
from app.league.eligibility.sides import FIELD, NO_SIDES, Sides, side_in
from app.league.matches import scripts
from app.league.seals import commitment
from app.league.stages import courses
from app.store.results import parts
from app.text.characters import shown
from app.tournament.blocks import full_rows, play_blocks
from app.tournament.digest import (
    Line,
    result_digest,
    stages_digest,
    stages_inputs_digest,
)
from app.tournament.formats.rankings import Former, after_stages, after_table
from app.tournament.scoring import Scoring
from app.tournament.sides import halves_apart
from app.tournament.sides import table as side_table
from app.tournament.standings import Standing, standings
from app.tournament.tiebreaks import Facts


def verify(record: Record | EarlierRecord) -> Iterator[Problem]:
    """The differences between the record and the outcomes of its builds and rules; none if it holds.

    All faults of its structure are told; a record with any is not played, since its outcomes would mean nothing.
    """
    try:
        game = game_of(record)
    except (UnknownGame, RulesNotInstalled, CardsUnreadable) as refusal:
        yield from refusal.problems
        return
    wrong = [*structure.faults(record), *_seals(record), *_builds(record, game)]
    if isinstance(record, Record) and record.beacon:
        wrong += beacons.faults(record.beacon)
    yield from wrong
    if any(problem.code != "commitment-differs" for problem in wrong):
        return
    yield from _played(record, game)
    if isinstance(record, Record) and record.round:
        builds = {entry.number: game.read_build(entry.build) for entry in record.entries}
        yield from rounds.differences(record.round, builds, game)


def battles(record: Record | EarlierRecord) -> int:
    """How many battles it tells of."""
    if isinstance(record, Record) and record.stages:
        return sum(stages.battles(each) for each in record.stages.stages)
    rows = map(bytes.fromhex, record.outcomes)
    return sum(len(row) - row.count(NOT_PLAYED) for row in rows)


def game_of(record: Record | EarlierRecord) -> Ruleset:
    """The rules of the record, with the house cards that it brings. Raises `RulesNotInstalled` where these are others."""
    if isinstance(record, Record) and record.house:
        game = with_cards(record.season.game, record.house, record.rules)
        if game.rules_version != record.rules:
            wanted, found = record.rules, game.rules_version
            raise RulesNotInstalled([Problem("house-cards-differ", wanted=wanted, found=found)])
        return game
    return ruleset(record.season.game, record.rules)


def final_order(record: Record | EarlierRecord, game: Ruleset) -> list[tuple[int, Former]]:
    """Everybody of this record that holds, as a season that follows it ranks them, each after their number."""
    entries, scoring = record.entries, record.scoring.scoring()
    builds = [game.read_build(entry.build).nameless() for entry in entries]
    if isinstance(record, Record) and record.stages:
        order = after_stages(_course(record, record.stages, game).phases())
    else:
        halves = [bytes.fromhex(row) for row in record.outcomes]
        table = standings(full_rows(halves), scoring, Facts.of(builds), _left(record))
        order = after_table(table)
    return [(entries[each.entry].number, each) for each in order]


def _course(record: Record, found: RecordedStages, game: Ruleset) -> courses.Course:
    """Its stages played again: every lot is drawn, everybody paired, and every battle played."""
    builds = [game.read_build(entry.build).nameless() for entry in record.entries]
    seals = {entry.number: entry.commitment for entry in record.entries}
    sides, on_side = sides_of(record) or (NO_SIDES, [])
    return stages.played(
        found,
        record.season.slug,
        game,
        record.scoring.scoring(),
        seals,
        builds,
        on_side,
        apart=sides.apart,
        mixed=_mixed(record),
    )


def _mixed(record: Record) -> str:
    return str(record.beacon.facts["mixed"]) if record.beacon else ""


def notes(record: Record | EarlierRecord) -> Iterator[Problem]:
    """The remarks on a record that holds: entries made or taken out with open builds in view.

    Nothing in them can steer a terminal, which could hide them.
    """
    if isinstance(record, EarlierRecord):
        return
    for entry in record.entries:
        if entry.mark:
            words = (str(entry.number), entry.name, entry.mark.at, entry.mark.reason or "–")
            yield Problem(f"entry-{entry.mark.kind}-late", words=tuple(map(shown, words)))
    if record.stages:
        yield from stages.notes(record.stages, {each.number: each.name for each in record.entries})
    for pair in record.matches.own if record.matches else ():
        yield Problem("own-apart", words=tuple(map(str, pair)))
    for number in record.round.excepted if record.round else ():
        yield Problem("entry-excepted", words=(str(number),))
    for hidden in record.hidden:
        for part in hidden.was_public:
            yield Problem(f"{part}-was-public", words=(str(hidden.number),))
    for each in record.withdrawn:
        words = (str(each.number), each.name, each.at, each.reason)
        yield Problem("entry-withdrawn-late", words=tuple(map(shown, words)))


def _left(record: Record | EarlierRecord) -> list[int]:
    """Where those stand among the entries who left their matches."""
    every = record.entries if isinstance(record, Record) else []
    return [place for place, each in enumerate(every) if each.left]


def unproven(record: Record | EarlierRecord) -> Iterator[Problem]:
    """What a record says that nothing in it can prove, since it is hidden, or of an earlier format: one line for each kind."""
    if isinstance(record, EarlierRecord):
        yield Problem("unproven-earlier")
        return
    names, lore = record.hides("name"), record.hides("lore")
    if record.proof == 1 and (unopened := names | lore):
        yield Problem("unproven-seals", words=(_listed(unopened),))
    for part in ("name", "owner", "lore"):
        if hidden := record.hides(part):
            yield Problem(f"unproven-{part}", words=(_listed(hidden),))
    if names:
        yield Problem("unproven-digest", words=(record.digest,))
    if record.proof == 1 and record.hidden:
        yield Problem("unproven-second-digest", words=(record.digest_2,))
    if lore and record.sides:
        yield Problem("unproven-sides", words=(_listed(lore),))
    if lore and record.matches:
        yield Problem("unproven-orders", words=(_listed(lore),))
    yield from matches.unproven(record)
    if record.beacon:
        yield from beacons.unproven(record.beacon, record.entries)


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def unopened(record: Record | EarlierRecord) -> set[int]:
    """The numbers of the entries whose seals cannot be opened by this record."""
    if isinstance(record, EarlierRecord) or record.proof == 2:
        return set()
    return record.hides("name", "lore")


def computed(record: Record | EarlierRecord) -> set[str]:
    """The digests of a record that holds which nothing hidden keeps from being computed."""
    if isinstance(record, EarlierRecord):
        return {record.digest}
    first = set() if record.hides("name") else {record.digest}
    return first | (set() if record.proof == 1 and record.hidden else {record.last_digest})


def _seals(record: Record | EarlierRecord) -> Iterator[Problem]:
    hidden = unopened(record)
    for entry in record.entries:
        if entry.number in hidden:
            continue  # it is told as unproven
        rules = entry.rules if isinstance(entry, RecordedEntry) and entry.rules else record.rules
        try:
            if isinstance(entry, RecordedEntry) and entry.salts:
                opened = parts.seal(entry.part_digests(), record.season.slug, rules)
            else:
                said = (entry.name, entry.build, entry.lore, entry.extras, rules)
                opened = commitment(bytes.fromhex(entry.salt), *said)
        except UnicodeEncodeError:  # half a character: it cannot have been entered
            opened = ""
        if opened != entry.commitment:
            yield Problem("commitment-differs", words=(str(entry.number), entry.name))


def _builds(record: Record | EarlierRecord, game: Ruleset) -> Iterator[Problem]:
    on_side = sides_of(record)
    for entry in record.entries:
        words = (str(entry.number), entry.name, entry.build)
        try:
            read = game.read_build(entry.build)
        except BuildUnreadable:
            yield Problem("build-differs", words=words)
            continue
        if on_side and side_in(on_side[0], entry.extras) is None:
            yield Problem("side-unnamed", words=(str(entry.number),))
        if next(pools.problems(_pool(record), game, read), None):
            yield Problem("build-outside-pool", words=words)
        if game.write_build(read.nameless()) != entry.build:
            yield Problem("build-spelling", words=words)
        if not _could_be_entered(entry.extras, read):
            yield Problem("text-illegal", words=(str(entry.number), "extras"))
        elif next(scripts.problems(entry.extras, game, {}, read), None):
            yield Problem("text-illegal", words=(str(entry.number), "orders"))


def _pool(record: Record | EarlierRecord) -> Pool:
    return record.pool.pool() if isinstance(record, Record) and record.pool else Pool()


def _could_be_entered(extras: Mapping[str, Any], build: Build) -> bool:
    """Whether a character with this build can have these names of slots, words and labels, and nothing else."""
    known = {"flavour": range(len(build.cards)), "lines": MOMENTS, "labels": LABEL_NAMES}
    for what, given in extras.items():
        if what in (*scripts.FIELDS, FIELD) and isinstance(given, str):
            continue
        places = dict(enumerate(given)) if what == "flavour" and isinstance(given, list) else given
        if not isinstance(places, dict) or not {*places} <= {*known.get(what, ())}:
            return False
        texts = [each for each in places.values() if each is not None or what != "flavour"]
        if not all(isinstance(each, str) for each in texts):
            return False
    return next(characters.problems(extras, len(build.cards)), None) is None


def _played(record: Record | EarlierRecord, game: Ruleset) -> Iterator[Problem]:
    if isinstance(record, Record) and record.stages:
        yield from _in_stages(record, record.stages, game)
        yield from _last(record)
        return
    if game.match and isinstance(record, Record):
        faults: list[Problem] = []
        halves = matches.halves(record, game, faults)
        yield from faults
        if not halves:
            return
    else:
        builds = [game.read_build(entry.build).nameless() for entry in record.entries]
        blocks = play_blocks(game.slug, game.rules_version, builds)
        halves = [half for _, played in blocks for half in played]
        if (found := sides_of(record)) and found[0].apart:
            halves = halves_apart(found[1], halves)
    for home, (row, half) in enumerate(zip(record.outcomes, halves, strict=True)):
        for later, (said, is_) in enumerate(zip(bytes.fromhex(row), half, strict=True), home + 1):
            if said != is_:
                one, other = (str(record.entries[at].number) for at in (home, later))
                yield Problem("battle-differs", one=one, other=other)
    scoring = record.scoring.scoring()
    lines = [Line(entry.number, entry.build, entry.name) for entry in record.entries]
    digest = result_digest(record.rules, scoring, lines, halves)
    is_whole = isinstance(record, EarlierRecord) or not record.hides("name")
    if is_whole and digest != record.digest:
        yield Problem("digest-differs", words=(record.digest, digest))
    if isinstance(record, Record):
        yield from _table(record, game, scoring, halves)
        yield from _last(record)


def sides_of(record: Record | EarlierRecord) -> tuple[Sides, list[int | None]] | None:
    """The sides of the season, and where that of each entry stands among them."""
    if not isinstance(record, Record) or not record.sides:
        return None
    sides = record.sides.sides()
    return sides, [sides.index(str(each.extras.get(FIELD) or "")) for each in record.entries]


def _side_table(record: Record, lines: Sequence[Standing]) -> Iterator[Problem]:
    if not record.sides or not (found := sides_of(record)):
        return
    for line in side_table(lines, found[1], len(record.sides.every)):
        told = record.sides.every[line.side]
        if (told.members, told.points, told.wins) != (line.members, line.points, line.wins):
            figures = (told.points, told.wins, line.points, line.wins)
            yield Problem("side-differs", words=(shown(told.en), *map(str, figures)))


def _last(record: Record) -> Iterator[Problem]:
    if record.proof == 1 and record.hidden:
        return  # it binds names, owners and addresses
    if (last := digest_of(record)) != record.last_digest:
        code = "second-digest-differs" if record.proof == 1 else "third-digest-differs"
        yield Problem(code, words=(record.last_digest, last))


def _in_stages(record: Record, found: RecordedStages, game: Ruleset) -> Iterator[Problem]:
    """What differs from the stages as they are played again."""
    seals = {entry.number: entry.commitment for entry in record.entries}
    numbers, scoring = [*seals], record.scoring.scoring()
    sides, on_side = sides_of(record) or (NO_SIDES, [])
    course = _course(record, found, game)
    yield from stages.differences(found, course, numbers)
    for home, (row, told) in enumerate(zip(courses.table(course), record.outcomes, strict=True)):
        for later, (said, is_) in enumerate(
            zip(bytes.fromhex(told), row[home + 1 :], strict=True), home + 1
        ):
            if said != is_:
                one, other = str(numbers[home]), str(numbers[later])
                yield Problem("battle-differs", one=one, other=other)
    lines_ = courses.standings(course, course.phases())
    yield from _side_table(record, lines_)
    for line in lines_:
        entry = record.entries[line.entry]
        if (entry.place, entry.points) != (line.place, line.points):
            told_ = (entry.number, entry.place, entry.points, line.place, line.points)
            yield Problem("table-differs", words=tuple(map(str, told_)))
    if record.hides("name"):
        return
    lines = [Line(entry.number, entry.build, entry.name) for entry in record.entries]
    bound = stages.bound(found, [*seals.values()], on_side, apart=sides.apart)
    inputs = stages_inputs_digest(record.rules, scoring, lines, bound)
    if (digest := stages_digest(inputs, courses.lines(course, numbers))) != record.digest:
        yield Problem("digest-differs", words=(record.digest, digest))


def _table(
    record: Record, game: Ruleset, scoring: Scoring, halves: list[bytes]
) -> Iterator[Problem]:
    facts = Facts.of(game.read_build(entry.build) for entry in record.entries)
    lines = standings(full_rows(halves), scoring, facts, _left(record))
    yield from _side_table(record, lines)
    for line in lines:
        entry = record.entries[line.entry]
        if (entry.place, entry.points) != (line.place, line.points):
            told = (entry.number, entry.place, entry.points, line.place, line.points)
            yield Problem("table-differs", words=tuple(map(str, told)))
