"""Check a season as anyone can: play its record again and compare."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.engine import MOMENTS, NOT_PLAYED, Build, Ruleset
from app.errors import BuildUnreadable, CardsUnreadable, Problem, RulesNotInstalled, UnknownGame
from app.games import ruleset
from app.games.house import with_cards
from app.league.archive import structure
from app.league.archive.parts import RecordedEntry, listed
from app.league.archive.record import EarlierRecord, Record, digest_of
from app.league.archive.stages import RecordedStages
from app.league.eligibility import pools
from app.league.eligibility.pools import Pool
from app.league.eligibility.sides import FIELD
from app.league.entries import characters
from app.league.entries.characters import LABEL_NAMES, RIGHTS_NAMES
from app.league.matches import scripts, seeds
from app.league.seals import commitment
from app.league.seasons.stages import courses
from app.league.seasons.stages.courses import StageCourse
from app.store.results import parts
from app.text.characters import shown
from app.tournament.blocks import full_rows, play_blocks
from app.tournament.digest import DigestLine, result_digest, stages_digest, stages_inputs_digest
from app.tournament.formats.format import Pairing
from app.tournament.formats.rankings import Former, after_stages, after_table
from app.tournament.sides import halves_apart
from app.tournament.standings import standings
from app.tournament.tiebreaks import Facts


def verify(record: Record | EarlierRecord) -> Iterator[Problem]:
    """Yield the differences between the record and the outcomes of its builds and rules; nothing if the record holds.

    All faults of structure are reported. A record that has any is not played, since its outcomes would mean nothing.
    """
    try:
        game = game_of(record)
    except (UnknownGame, RulesNotInstalled, CardsUnreadable) as refusal:
        yield from refusal.problems
        return
    wrong = [*structure.faults(record), *_seals(record), *_builds(record, game)]
    yield from wrong
    if any(problem.code != "commitment-differs" for problem in wrong):
        return
    yield from _played(record, game)
    if isinstance(record, Record):
        for section in record.sections.values():
            yield from section.differences(record, game)


def battles(record: Record | EarlierRecord) -> int:
    """Return the number of battles in this record."""
    if isinstance(record, Record) and record.stages:
        return record.stages.battles
    rows = map(bytes.fromhex, record.outcomes)
    return sum(len(row) - row.count(NOT_PLAYED) for row in rows)


def game_of(record: Record | EarlierRecord) -> Ruleset:
    """Return the rules of the record, with the house cards it brings.

    Raises `RulesNotInstalled` if these are not the rules that the record names.
    """
    if isinstance(record, Record) and record.house:
        game = with_cards(record.season.game, record.house, record.rules)
        if game.rules_version != record.rules:
            wanted, found = record.rules, game.rules_version
            raise RulesNotInstalled([Problem("house-cards-differ", wanted=wanted, found=found)])
        return game
    return ruleset(record.season.game, record.rules)


def final_order(record: Record | EarlierRecord, game: Ruleset) -> list[tuple[int, Former]]:
    """Return number and final rank of every entry, best first, as a following season ranks them.

    The record must hold.
    """
    entries, scoring = record.entries, record.scoring.scoring()
    builds = [game.read_build(entry.build).nameless() for entry in entries]
    if isinstance(record, Record) and record.stages:
        order = after_stages(record.stages.played(record, game).phases())
    else:
        halves = [bytes.fromhex(row) for row in record.outcomes]
        table = standings(full_rows(halves), scoring, Facts.of(builds), _left(record))
        order = after_table(table)
    return [(entries[each.entry].number, each) for each in order]


def notes(record: Record | EarlierRecord) -> Iterator[Problem]:
    """Yield remarks on a record that holds: entries added, changed or taken out after builds had been laid open.

    Control characters are escaped, since they could make a terminal hide a remark.
    """
    if isinstance(record, EarlierRecord):
        return
    for entry in record.entries:
        if entry.mark:
            mark = entry.mark
            yield _late(mark.kind, entry.number, entry.name, mark.at, mark.reason or "–")
    for section in record.sections.values():
        yield from section.notes(record)
    for hidden in record.hidden:
        for part in hidden.was_public:
            yield Problem(f"{part}-was-public", number=str(hidden.number))
    for each in record.withdrawn:
        yield _late("withdrawn", each.number, each.name, each.at, each.reason)


def _late(kind: str, number: int, name: str, at: str, reason: str) -> Problem:
    name, at, reason = map(shown, (name, at, reason))
    return Problem(f"entry-{kind}-late", number=str(number), name=name, at=at, reason=reason)


def _left(record: Record | EarlierRecord) -> list[int]:
    """Return the indices of the entries that left their matches."""
    every = record.entries if isinstance(record, Record) else []
    return [place for place, each in enumerate(every) if each.left]


def unproven(record: Record | EarlierRecord) -> Iterator[Problem]:
    """Yield the claims that the record cannot prove, one problem per kind.

    Either parts are hidden, or the format is old.
    """
    if isinstance(record, EarlierRecord):
        yield Problem("unproven-earlier")
        return
    names, lore = record.hides("name"), record.hides("lore")
    if record.proof == 1 and (unopened := names | lore):
        yield Problem("unproven-seals", numbers=listed(unopened))
    for part in ("name", "owner", "lore"):
        if hidden := record.hides(part):
            yield Problem(f"unproven-{part}", numbers=listed(hidden))
    if names:
        yield Problem("unproven-digest", digest=record.digest)
    if record.proof == 1 and record.hidden:
        yield Problem("unproven-second-digest", digest=record.digest_2)
    for section in record.sections.values():
        yield from section.unproven(record)


def unopened(record: Record | EarlierRecord) -> set[int]:
    """Return the numbers of the entries whose seals this record cannot open."""
    if isinstance(record, EarlierRecord) or record.proof == 2:
        return set()
    return record.hides("name", "lore")


def computed(record: Record | EarlierRecord) -> set[str]:
    """Return the digests that can be computed in full from a record that holds."""
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
            yield Problem("commitment-differs", number=str(entry.number), name=entry.name)


def _builds(record: Record | EarlierRecord, game: Ruleset) -> Iterator[Problem]:
    sides, on_side = record.on_sides
    pool = record.pool.pool() if isinstance(record, Record) and record.pool else Pool()
    for at, entry in enumerate(record.entries):
        number, name, build = str(entry.number), entry.name, entry.build
        try:
            read = game.read_build(entry.build)
        except BuildUnreadable:
            yield Problem("build-differs", number=number, name=name, build=build)
            continue
        if sides and on_side[at] is None:
            yield Problem("side-unnamed", number=str(entry.number))
        if next(pools.problems(pool, game, read), None):
            yield Problem("build-outside-pool", number=number, name=name, build=build)
        if game.write_build(read.nameless()) != entry.build:
            yield Problem("build-spelling", number=number, name=name, build=build)
        if not _could_be_entered(entry.extras, read):
            yield Problem("text-illegal", number=str(entry.number), part="extras")
        elif next(scripts.problems(entry.extras, game, {}, read), None):
            yield Problem("text-illegal", number=str(entry.number), part="orders")


def _could_be_entered(extras: Mapping[str, Any], build: Build) -> bool:
    """Whether a character with this build may have these extras: names of slots, words and labels, and nothing else."""
    known = {
        "flavour": range(len(build.cards)),
        "lines": MOMENTS,
        "labels": LABEL_NAMES,
        "rights": RIGHTS_NAMES,
    }
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
    """Play the season again. Yield each difference in outcomes, pairings, digests and table."""
    scoring = record.scoring.scoring()
    entries = [DigestLine(entry.number, entry.build, entry.name) for entry in record.entries]
    faults: list[Problem] = []
    if isinstance(record, Record) and record.stages:
        course, numbers = (
            _course(record, record.stages, game, faults),
            [each.number for each in entries],
        )
        yield from faults
        yield from record.stages.course_differences(course, numbers)
        rows: Sequence[bytes] = [
            bytes(row[home + 1 :]) for home, row in enumerate(courses.table(course))
        ]
        table = courses.standings(course, course.phases())
        bound = record.stages.bound(record)
        inputs = stages_inputs_digest(record.rules, scoring, entries, bound)
        digest = stages_digest(inputs, courses.lines(course, numbers))
    else:
        rows = _rows(record, game, faults)
        yield from faults
        if not rows:
            return
        facts = Facts.of(game.read_build(entry.build) for entry in record.entries)
        table = standings(full_rows(rows), scoring, facts, _left(record))
        digest = result_digest(record.rules, scoring, entries, rows)
    for home, (row, half) in enumerate(zip(record.outcomes, rows, strict=True)):
        for later, (said, is_) in enumerate(zip(bytes.fromhex(row), half, strict=True), home + 1):
            if said != is_:
                one, other = (str(record.entries[at].number) for at in (home, later))
                yield Problem("battle-differs", one=one, other=other)
    is_whole = isinstance(record, EarlierRecord) or not record.hides("name")
    if is_whole and digest != record.digest:
        yield Problem("digest-differs", claimed=record.digest, digest=digest)
    if not isinstance(record, Record):
        return
    if record.sides:
        yield from record.sides.table_differences(table, record.on_sides[1])
    for line in table:
        entry = record.entries[line.entry]
        if (entry.place, entry.points) != (line.place, line.points):
            yield Problem(
                "table-differs",
                number=str(entry.number),
                place=str(entry.place),
                points=str(entry.points),
                found=str(line.place),
                found_points=str(line.points),
            )
    if record.proof == 1 and record.hidden:
        return  # its last digest binds names, owners and addresses
    if (last := digest_of(record)) != record.last_digest:
        code = "second-digest-differs" if record.proof == 1 else "third-digest-differs"
        yield Problem(code, claimed=record.last_digest, digest=last)


def _course(
    record: Record, stages: RecordedStages, game: Ruleset, faults: list[Problem]
) -> StageCourse:
    """Play the stages again, from the match records if the game has matches. Faults are appended to `faults`."""
    if not game.match:
        return stages.played(record, game)
    if not record.matches:
        faults.append(Problem("matches-missing"))
        return stages.played(record, game, {})
    brackets = {place for place, each in enumerate(stages.plans, 1) if each.kind.is_bracket}
    ended = record.matches.paired(record, game, brackets, faults)
    course = stages.played(record, game, ended)
    due = {
        (int(stage), Pairing(each.round, each.table, each.first, each.second))
        for stage, them in course.results.items()
        for each in them
        if each.second is not None
    }
    for stage, each in sorted(ended.keys() - due):
        name = seeds.game_id(record.season.slug, each.round, each.table, stage)
        faults.append(Problem("match-of-others", match=name))
    return course


def _rows(record: Record | EarlierRecord, game: Ruleset, faults: list[Problem]) -> Sequence[bytes]:
    """Return the outcomes of each entry against all later ones, from the match records if the game has matches.

    Faults are appended to `faults`.
    """
    if game.match and isinstance(record, Record):
        if record.matches:
            return record.matches.halves(record, game, faults)
        faults.append(Problem("matches-missing"))
        return []
    builds = [game.read_build(entry.build).nameless() for entry in record.entries]
    blocks = play_blocks(game.slug, game.rules_version, builds)
    sides, on_side = record.on_sides
    halves = [half for _, played in blocks for half in played]
    return halves_apart(on_side, halves) if sides.apart else halves
