"""All tables that can be downloaded, and the files of an archive that follow from the record of its season."""

import json
from collections.abc import Iterator
from dataclasses import astuple, fields
from typing import Any, Final

from app.engine import AWAY, HOME, NOT_PLAYED, mark_of, reason_of, winner_of
from app.errors import Problem, RecordUnreadable
from app.league import visibility
from app.league.archive import evidence, package, verification
from app.league.archive.package import Package
from app.league.archive.parts import RecordedEntry, RecordedWithdrawal
from app.league.archive.record import EarlierRecord, Record, public_record
from app.league.exports.export import CSV, SQL, Columns, Export, WhenFound, WithResults, cells, of
from app.league.results import all_rounds, banzuke
from app.league.results.all_rounds import AllRounds, RoundsTotal
from app.league.results.banzuke import RankingList, Seat
from app.league.results.results import FinishedRun
from app.league.timetable import nights
from app.league.timetable.nights import NightsSoFar
from app.statistics import analysis
from app.statistics.awards import honours
from app.store.entrants import PublicEntrant
from app.store.upkeep import public_data
from app.tournament import spreadsheets
from app.tournament.formats.format import WITHOUT_BATTLE
from app.tournament.formats.stages import Phase
from app.tournament.standings import Standing

Stage = tuple[FinishedRun, Phase]
Row = tuple[Any, ...]
RESULTS: Final = WithResults(lambda run, _: run)
STAGES: Final = WithResults(
    lambda run, place: (run, run.phases[place - 1]) if 1 <= place <= len(run.phases) else None,
    "stages/{place:int}/",
)
FIGURES: Final = "points, wins, draws, losses"


def _broken(standing: Standing) -> list[float | None]:
    return [None if value is None else float(value) for value in standing.tie_breaks]


STANDINGS: Final[Export[FinishedRun, Standing]] = Export(
    "standings",
    RESULTS,
    (
        of(lambda _, at: at, "place"),
        of(lambda run, at: run.participants[at.entry], "number, name, owner, build=written"),
        Columns(
            lambda run: ("side",) if run.sides else (),
            lambda run, at: run.side_names[at.entry : at.entry + 1],
        ),
        of(lambda _, at: at, FIGURES),
        Columns(lambda run: run.scoring.slugs, lambda _, at: _broken(at)),
    ),
    lambda run: run.standings,
    CSV,
)
"""The standings, best first."""


class _CrossTable(Export[FinishedRun, int]):
    def csv(self, source: FinishedRun) -> Iterator[bytes]:
        """As lists of the laboratory have it: of a large field a hundred million cells."""
        return spreadsheets.lines([each.name for each in source.participants], source.rows())


TABLE: Final = _CrossTable("table", RESULTS, (), lambda run: range(len(run.participants)), CSV)
"""The cross table."""


def _uses(run: FinishedRun) -> list[Row]:
    told, chars = analysis.of(run), {card.id: card.char for card in run.game.cards}
    return [
        *((chars[each.card], None, each.entries, each.copies, each) for each in told.cards),
        *((chars.get(each.card or ""), each.slot, each.entries, None, each) for each in told.slots),
    ]


CARDS: Final[Export[FinishedRun, Row]] = Export(
    "cards",
    RESULTS,
    (
        Columns(lambda _: ("card", "slot", "builds", "copies"), lambda _, row: row[:4]),
        of(lambda _, row: row[4], "score, score without=score_without, contribution", ".4f"),
    ),
    _uses,
    CSV,
)
"""The use of each card, in any slot (none is named) and in each; scores from 0 to 1."""


def _pairs(run: FinishedRun) -> list[Row]:
    told, chars = analysis.of(run), {card.id: card.char for card in run.game.cards}
    at = {use.card: place for place, use in enumerate(told.cards)}
    against = (told.against[at[one]][at[other]] for one, other in (p.cards for p in told.pairs))
    return [
        (*map(chars.__getitem__, each.cards), each, score)
        for each, score in zip(told.pairs, against, strict=True)
    ]


PAIRS: Final[Export[FinishedRun, Row]] = Export(
    "pairs",
    RESULTS,
    (
        Columns(lambda _: ("first", "second"), lambda _, row: row[:2]),
        of(lambda _, row: row[2], "builds both=both.entries, score both=both.score", ".4f"),
        of(
            lambda _, row: row[2],
            "builds first alone=first.entries, score first alone=first.score",
            ".4f",
        ),
        of(
            lambda _, row: row[2],
            "builds second alone=second.entries, score second alone=second.score, gain",
            ".4f",
        ),
        Columns(lambda _: ("first against second",), lambda _, row: row[3:], ".4f"),
    ),
    _pairs,
    CSV,
)
"""Every two cards that are played together; at last the score of those with one against those with the other."""


def _rivals(run: FinishedRun) -> list[Row]:
    told, who = analysis.of(run), [run.participants[each.entry] for each in run.standings]
    found = []
    for at, (standing, rivals) in enumerate(zip(run.standings, told.rivals, strict=True)):
        near = told.nearest[at][:1] if told.nearest else ()
        ranks = (rivals.enemy, rivals.victim, near[0].index if near else None)
        others = (
            (None, None) if rank is None else (who[rank].name, run.standings[rank].place)
            for rank in ranks
        )
        row = (standing.place, who[at].number, who[at].name, *(v for two in others for v in two))
        found.append((*row, near[0].changes if near else None))
    return found


RIVALS: Final[Export[FinishedRun, Row]] = Export(
    "rivals",
    RESULTS,
    (
        cells(
            "place, number, name, worst enemy, place of enemy, favourite victim, place of victim, "
            "nearest build, place of nearest, changes"
        ),
    ),
    _rivals,
    CSV,
)
"""Each entry's worst enemy, favourite victim and, unless the field is too large, nearest build, in order of place."""
AWARDS: Final[Export[FinishedRun, Row]] = Export(
    "awards",
    RESULTS,
    (
        Columns(lambda _: ("award", "about"), lambda _, row: row[:2]),
        of(lambda run, row: run.participants[row[2].entrant], "number, name"),
        of(lambda _, row: row[2], "value"),
        of(lambda run, row: _who(run, row[2].against), "against=name"),
    ),
    lambda run: (
        (each.award.slug, each.about(run.game), winner)
        for each in honours.of(run)
        for winner in each.first
    ),
    CSV,
)
"""The awards of the season, a line for everyone who has one; `about` is a card or an end."""


# --- stages ---------------------------------------------------------------------------------------------


def _lines(stage: Stage) -> Iterator[Row]:
    """Each with the number of its table, whether it goes on, and whether lots decided."""
    through, drawn = {*stage[1].cut.through}, {*stage[1].drawn, *stage[1].cut.seeded}
    for table, those in enumerate(stage[1].tables, 1):
        for each in those:
            yield table, each, each.entry in through, each.entry in drawn


STAGE_STANDINGS: Final[Export[Stage, Row]] = Export(
    "standings",
    STAGES,
    (
        Columns(lambda _: ("table",), lambda _, row: row[:1]),
        of(lambda _, row: row[1], "place"),
        of(lambda stage, row: stage[0].participants[row[1].entry], "number, name, owner"),
        Columns(
            lambda _: ("seed",),
            lambda stage, row: (stage[1].field.seed_of[row[1].entry] + 1,),
        ),
        of(lambda _, row: row[1], FIGURES),
        Columns(
            lambda stage: (each.slug for each in stage[1].tie_breaks),
            lambda _, row: _broken(row[1]),
        ),
        Columns(lambda _: ("goes on", "by lot"), lambda _, row: row[2:]),
    ),
    _lines,
    CSV,
)
"""Its tables, one after the other; `table` is the number of the group or division; of a last stage nobody goes on.

`by lot`: level with others, so that lots decided who goes on, as which seed, or who goes up or down.
"""


def _pairings(stage: Stage) -> Iterator[Row]:
    run, phase = stage
    dice = {
        (each.planned.round, each.planned.table): " ".join(f"{a}-{b}" for a, b in each.throws)
        for each in phase.games
    }
    teams = {
        (each.round, entry): (each.table or None, entry, captain)
        for each in phase.team_matches
        for board in each.boards
        for entry, captain in ((board.first, each.second), (board.second, each.first))
    }
    for each in sorted(phase.results, key=lambda each: (each.round, each.table, each.first)):
        is_fought = each.second is not None and each.outcome >> 2 != WITHOUT_BATTLE
        reason = run.game.reasons[reason_of(each.outcome)] if is_fought else None
        more = (mark_of(winner_of(each.outcome)), reason, dice.get(each[:2]))
        yield each, more, teams.get((each.round, each.first))


def _who(run: FinishedRun, index: int | None) -> object:
    return None if index is None else run.participants[index]


def _teams(stage: Stage, row: Row) -> Iterator[object]:
    """The number of the match, and the teams of the first at this board and of the other."""
    if row[2]:
        yield row[2][0]
        yield from (None if at is None else stage[0].side_names[at] for at in row[2][1:])


PAIRINGS: Final[Export[Stage, Row]] = Export(
    "pairings",
    STAGES,
    (
        Columns(lambda _: ("round", "table"), lambda _, row: (row[0].round, row[0].table or None)),
        of(lambda stage, row: _who(stage[0], row[0].first), "first number=number, first=name"),
        of(lambda stage, row: _who(stage[0], row[0].second), "second number=number, second=name"),
        Columns(lambda _: ("result", "reason", "dice"), lambda _, row: row[1]),
        Columns(
            lambda stage: ("match", "first team", "second team") if stage[1].team_matches else (),
            _teams,
        ),
    ),
    _pairings,
    CSV,
)
"""All that was paired in it, by rounds and tables; `dice` settled a drawn knock-out, the first side first.

`result` is from the view of the first seat. Who rested, or won without a battle, has no reason. In
team matches a line is a board: its match in the round, from 1, and the teams of both.
"""


# --- lists --------------------------------------------------------------------------------------------


SEALS: Final[Export[list[PublicEntrant], PublicEntrant]] = Export(
    "seals",
    WhenFound(
        lambda session, season, _: visibility.entrants_of(session, season, "en"), is_always=True
    ),
    (
        of(lambda _, each: each, "number, name, commitment"),
        Columns(
            lambda _: ("salt", "salts"),
            lambda _, each: (each.opening.get(name) for name in ("salt", "salts")),
        ),
        Columns(lambda _: ("hidden",), lambda _, each: (each.is_name_hidden or None,)),
    ),
    lambda found: [each for each in found if each.commitment],
    ("json",),
)
"""All seals from closing on, with their salts once the results are public: `hikyaku season verify --seals`."""
BANZUKE: Final[Export[RankingList, Seat]] = Export(
    "banzuke",
    WhenFound(lambda session, season, _: banzuke.list_of(session, season, "en")),
    (Columns(lambda _: (each.name for each in fields(Seat)), lambda _, seat: astuple(seat)),),
    banzuke.seats,
    CSV,
)
"""The ranking list, from the closing on."""
ALL_ROUNDS: Final[Export[AllRounds, RoundsTotal]] = Export(
    "all-rounds",
    WhenFound(lambda session, season, _: all_rounds.of(session, season, "en")),
    (
        of(lambda _, each: each, "place, number, name, owner"),
        Columns(lambda found: (each.slug for each in found.seasons), lambda _, each: each.by_round),
        of(lambda _, each: each, "points, wins, draws, losses"),
    ),
    lambda found: found.lines,
    CSV,
)
"""The table over all rounds, a column a round by its season, once its results are public."""
SO_FAR: Final[Export[NightsSoFar, tuple[object, ...]]] = Export(
    "so-far",
    WhenFound(lambda session, season, _: nights.so_far(session, season, "en")),
    (cells("round, first number, first, second number, second, result"),),
    lambda found: (
        (n, one.number, one.name, other.number, other.name, mark_of(each.winner))
        for n in range(1, found.rounds + 1)
        for each in found.round(n)
        for one, other in [(each.home, each.away)]
    ),
    CSV,
)
"""Every battle that is out, round by round, from the first night until all are public; `result` is the first one's."""


# --- for those who ask in SQL -------------------------------------------------------------------------


RECORD: Final = WhenFound(
    lambda session, season, now: (
        public_record(session, season, now) if visibility.published_run(session, season) else None
    ),
    is_always=True,
)
"""Everybody, once the results are public."""
SEASON: Final[Export[Record, Record]] = Export(
    "season",
    RECORD,
    (
        of(lambda _, each: each, "slug=season.slug, game=season.game, rules"),
        of(lambda _, each: each.season, "title_ja, title_en"),
        of(lambda _, each: each.scoring, "win, draw, loss"),
        Columns(lambda _: ("tie_breaks",), lambda _, each: (" ".join(each.scoring.tie_breaks),)),
        of(lambda _, each: each, "digest, last_digest"),
    ),
    lambda record: [record],
    SQL,
    """(
    slug TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, title_ja TEXT NOT NULL, title_en TEXT NOT NULL,
    win INTEGER NOT NULL, draw INTEGER NOT NULL, loss INTEGER NOT NULL, tie_breaks TEXT NOT NULL,
    digest TEXT NOT NULL, digest_2 TEXT NOT NULL
)""",
)
ENTRY: Final[Export[Record, RecordedEntry]] = Export(
    "entry",
    RECORD,
    (
        of(lambda _, each: each, "number, place, points, name, owner, url, build, lore"),
        Columns(
            lambda record: ("extras", *(("salts", "digests") if record.proof == 2 else ("salt",))),
            lambda record, each: (
                json.dumps(each.extras, ensure_ascii=False, sort_keys=True),
                *(
                    map(json.dumps, (each.salts, each.digests))
                    if record.proof == 2
                    else (each.salt,)
                ),
            ),
        ),
        of(lambda _, each: each, "commitment"),
        of(lambda _, each: each.mark, "late=kind, late_at=at, late_reason=reason"),
    ),
    lambda record: record.entries,
    SQL,
    """(
    number INTEGER PRIMARY KEY, place INTEGER NOT NULL, points INTEGER NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL,
    url TEXT NOT NULL, build TEXT NOT NULL, lore TEXT NOT NULL, extras TEXT NOT NULL, salt TEXT NOT NULL,
    commitment TEXT NOT NULL, late TEXT, late_at TEXT, late_reason TEXT
)""",
)
"""`late` is `added` or `changed`: after the builds were unsealed.

If seals bind single parts, there is JSON of the salts of shown parts and the digests of hidden
parts.
"""


def _reasons(record: Record) -> list[tuple[int, str, str, str]]:
    game = verification.game_of(record)
    return [
        (id_, reason, game.ending(id_, "ja"), game.ending(id_, "en"))
        for id_, reason in enumerate(game.reasons)
    ]


REASON: Final[Export[Record, tuple[int, str, str, str]]] = Export(
    "reason",
    RECORD,
    (cells("id, slug, ja, en"),),
    _reasons,
    SQL,
    "(id INTEGER PRIMARY KEY, slug TEXT NOT NULL, ja TEXT NOT NULL, en TEXT NOT NULL)",
)


def _battles(record: Record) -> Iterator[tuple[int, int, int | None, int]]:
    numbers = [each.number for each in record.entries]
    for home, row in enumerate(record.outcomes):
        for away, byte in enumerate(bytes.fromhex(row), home + 1):
            if byte != NOT_PLAYED:
                winner = {HOME: numbers[home], AWAY: numbers[away]}.get(byte & 3)
                yield numbers[home], numbers[away], winner, reason_of(byte)


BATTLE: Final[Export[Record, tuple[int, int, int | None, int]]] = Export(
    "battle",
    RECORD,
    (cells("home, away, winner, reason"),),
    _battles,
    SQL,
    """(
    home INTEGER NOT NULL REFERENCES entry, away INTEGER NOT NULL REFERENCES entry, winner INTEGER REFERENCES entry,
    reason INTEGER NOT NULL REFERENCES reason, PRIMARY KEY (home, away)
) WITHOUT ROWID""",
)
"""Each stands once, with the lower number as `home`; a draw has no winner."""
WITHDRAWN: Final[Export[Record, RecordedWithdrawal]] = Export(
    "withdrawn",
    RECORD,
    (of(lambda _, each: each, "number, name, at, reason"),),
    lambda record: record.withdrawn,
    SQL,
    "(number INTEGER NOT NULL, name TEXT NOT NULL, at TEXT NOT NULL, reason TEXT NOT NULL)",
)


# --- all of them --------------------------------------------------------------------------------------


EXPORTS: Final[tuple[Export[Any, Any], ...]] = (
    SEALS,
    *(STANDINGS, TABLE, CARDS, PAIRS),
    *(RIVALS, AWARDS, STAGE_STANDINGS, PAIRINGS),
    *(BANZUKE, ALL_ROUNDS, SO_FAR),
    *(SEASON, ENTRY, REASON, BATTLE, WITHDRAWN),
)
"""A new one is one more here."""


def schema(proof: int = 1) -> str:
    """The tables of the SQLite file, of a season that is proven so."""
    made = "\n" + "".join(
        f"CREATE TABLE {each.name} {each.sql or '({})'.format(', '.join(each.heads(None)))};\n"
        for each in _in_sql()
    )
    if proof == 1:
        return made
    return made.replace("digest_2", "digest_3").replace(
        "salt TEXT NOT NULL", "salts TEXT NOT NULL, digests TEXT NOT NULL"
    )


def _in_sql() -> list[Export[Any, Any]]:
    return [each for each in EXPORTS if "sql" in each.doors]


def database_of(record: Record) -> bytes:
    """Its SQLite file; the same record always makes the same bytes."""
    rows = {each.name: each.values(record) for each in _in_sql()}
    return public_data.database_of(schema(record.proof), rows)


def list_of(record: Record) -> str:
    """Its characters, one a line, as `build/name`: for the laboratory, and for the tools that came before us."""
    return "".join(
        f"{entry.build}/{entry.name}\n" for entry in sorted(record.entries, key=lambda e: e.number)
    )


def against_record(packed: Package) -> Iterator[Problem]:
    """The data of an archive that are not what its record gives, where its pages cannot be made anew."""
    record = packed.record
    if not packed.members or isinstance(record, EarlierRecord):
        return
    expected = {
        package.DATABASE: database_of(record),
        package.LIST: list_of(record).encode(),
    }
    for name, content in expected.items():
        if packed.members.get(name) != content:
            yield Problem("archive-differs", file=name)
    if not _has_seals(record, packed.members.get(package.SEALS, b"")):
        yield Problem("archive-differs", file=package.SEALS)


def _has_seals(record: Record, content: bytes) -> bool:
    """Whether these seals are those of its entries."""
    what = "salts" if record.proof == 2 else "salt"
    try:
        published = evidence.read_seals(content)
        salts = {each["number"]: each.get(what) for each in json.loads(content)["seals"]}
    except (RecordUnreadable, ValueError, KeyError, TypeError):
        return False
    return (
        published.season == record.season.slug
        and {*salts} == {each.number for each in record.entries}
        and all(
            seal.commitment == entry.commitment
            and seal.name == entry.name
            and salts[entry.number] == getattr(entry, what)
            for seal, entry in zip(published.seals, record.entries, strict=False)
        )
    )
