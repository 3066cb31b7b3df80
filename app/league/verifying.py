"""Anybody can check a season: play its record again and say what differs."""

from collections.abc import Iterator

from app.errors import BuildUnreadable, Problem, RulesNotInstalled, UnknownGame
from app.games import ruleset
from app.league.battling import play_blocks
from app.league.committing import commitment
from app.league.digesting import Line, result_digest
from app.league.recording import Record


def verify(record: Record) -> Iterator[Problem]:
    """Everything in which the record differs from what its builds and rules give; nothing if it holds."""
    try:
        game = ruleset(record.season.game, record.rules)
    except (UnknownGame, RulesNotInstalled) as refusal:
        yield from refusal.problems
        return
    builds = []
    for entry in record.entries:
        salt = bytes.fromhex(entry.salt)
        opened = commitment(salt, entry.name, entry.build, entry.lore, entry.extras, record.rules)
        if opened != entry.commitment:
            yield Problem("commitment-differs", words=(str(entry.number), entry.name))
        try:
            builds.append(game.read_build(entry.build).nameless())
        except BuildUnreadable:
            yield Problem("build-differs", words=(str(entry.number), entry.name, entry.build))
    if len(builds) < len(record.entries):
        return
    recorded = [bytes.fromhex(row) for row in record.outcomes]
    played = [
        half for _, halves in play_blocks(game.slug, game.rules_version, builds) for half in halves
    ]
    if [len(row) for row in recorded] != [len(half) for half in played]:
        yield Problem("outcomes-missing", words=(str(len(record.entries)),))
        return
    for home, (row, half) in enumerate(zip(recorded, played, strict=True)):
        for later, (said, is_) in enumerate(zip(row, half, strict=True), home + 1):
            if said != is_:
                numbers = (record.entries[home].number, record.entries[later].number)
                yield Problem("battle-differs", words=tuple(map(str, numbers)))
    try:
        scoring = record.scoring.scoring()
    except ValueError:
        yield Problem("unknown-tie-break", words=tuple(record.scoring.tie_breaks))
        return
    lines = [Line(entry.number, entry.build, entry.name) for entry in record.entries]
    digest = result_digest(record.rules, scoring, lines, played)
    if digest != record.digest:
        yield Problem("digest-differs", words=(record.digest, digest))
