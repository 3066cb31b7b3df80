"""Turn the list of an earlier cup into a record: the battles are played by today's rules.

Every entry is marked as never sealed.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from app.engine import Ruleset
from app.errors import BuildUnreadable, Problem, SubmissionRejected
from app.league.archive.parts import (
    RecordedEntry,
    RecordedMark,
    RecordedScoring,
    RecordedSeason,
)
from app.league.archive.record import Record, digest_of
from app.league.desk.imports import ImportRow, ImportSheet
from app.league.entries import characters
from app.league.seasons.decisions.season_plans import Plan
from app.store.results import parts
from app.tournament.blocks import full_rows, play_blocks
from app.tournament.digest import DigestLine, result_digest
from app.tournament.scoring import Scoring
from app.tournament.standings import standings
from app.tournament.tiebreaks import Facts

WHY = "過去の大会の一覧から取り込んだもの。封緘はなかった。 From the list of an earlier cup; no seals existed."
"""The reason shown beside every entry of such a cup, on pages and in the record."""


def record_of(sheet: ImportSheet, game: Ruleset, plan: Plan, now: datetime) -> Record:
    """Return the record of this cup, with every entry marked as added at `now`.

    The seals are made today and prove nothing about the past. Raises `SubmissionRejected` with the problems of all
    lines.
    """
    if game.match:
        raise SubmissionRejected([Problem("restore-matches", season=plan.slug)])
    if problems := [*sheet.problems, *_problems(sheet, game)]:
        raise SubmissionRejected(problems)
    scoring = Scoring.of(*plan.points, list(plan.tie_breaks))
    entries = [
        _entry(number, row, game, plan.slug, now) for number, row in enumerate(sheet.rows, 1)
    ]
    builds = [game.read_build(each.build).nameless() for each in entries]
    blocks = play_blocks(game.slug, game.rules_version, builds)
    halves = [half for _, played in blocks for half in played]
    for line in standings(full_rows(halves), scoring, Facts.of(builds)):
        entries[line.entry] = entries[line.entry].model_copy(
            update={"points": line.points, "place": line.place}
        )
    lines = [DigestLine(each.number, each.build, each.name) for each in entries]
    record = Record(
        format="hikyaku-record-3",
        season=RecordedSeason(
            slug=plan.slug,
            game=game.slug,
            title_ja=plan.title_ja or plan.slug,
            title_en=plan.title_en or plan.slug,
        ),
        rules=game.rules_version,
        scoring=RecordedScoring(
            win=scoring.win, draw=scoring.draw, loss=scoring.loss, tie_breaks=scoring.slugs
        ),
        entries=entries,
        outcomes=[half.hex() for half in halves],
        digest=result_digest(game.rules_version, scoring, lines, halves),
        withdrawn=[],
        digest_3="",
    )
    return record.model_copy(update={"digest_3": digest_of(record)})


def _problems(sheet: ImportSheet, game: Ruleset) -> Iterator[Problem]:
    if len(sheet.rows) < 2 and not sheet.problems:
        yield Problem("too-few-entries", count=str(len(sheet.rows)))
    names: dict[str, int] = {}
    for row in sheet.rows:
        sent = row.submission
        found = [
            *characters.name_problems(sent.name),
            *characters.owner_problems(sent.owner),
            *characters.url_problems(sent.url),
            *characters.lore_problems(sent.lore),
        ]
        try:
            game.read_build(sent.build)
        except BuildUnreadable as refusal:
            found += refusal.problems
        if names.setdefault(characters.name_key(sent.name), row.line) != row.line:
            found.append(
                Problem(
                    "name-on-line",
                    name=sent.name,
                    other=str(names[characters.name_key(sent.name)]),
                )
            )
        yield from (replace(each, line=row.line, column=0) for each in found)


def _entry(number: int, row: ImportRow, game: Ruleset, slug: str, now: datetime) -> RecordedEntry:
    sent, salts = row.submission, parts.salts_in(parts.new_salts())
    build = game.write_build(game.read_build(sent.build).nameless())
    entry = RecordedEntry(
        number=number,
        name=sent.name,
        owner=sent.owner,
        url=sent.url,
        build=build,
        lore=sent.lore,
        extras={},
        salts={name: salt.hex() for name, salt in salts.items()},
        commitment="",
        points=0,
        place=0,
        mark=RecordedMark(kind="added", at=now.isoformat(), reason=WHY),
    )
    seal = parts.seal(entry.part_digests(), slug, game.rules_version)
    return entry.model_copy(update={"commitment": seal})
