"""The results that a report tells: their run, their reader, and what all reports of a run share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from app.engine import AWAY, positions, winners
from app.errors import Problem, RulesNotInstalled
from app.i18n import lang_of, moment
from app.league import seals, visibility
from app.league.archive import record
from app.league.problems import explain
from app.league.results.results import FinishedRun, finished, shown
from app.letters import links
from app.letters.render import one_line
from app.notices.news import Report
from app.settings import settings
from app.store import seasons
from app.store.database import once
from app.store.series import rounds
from app.store.tables import Letter, Run, Season
from app.text.columns import fitted
from app.tournament.standings import Standing


@dataclass(frozen=True, slots=True)
class ReportCommons:
    """What all reports of a run in a language share."""

    season: Season
    run: Run
    title: str
    page: str
    before: FinishedRun | None
    """The run of the last season of the game before this one, if its rules are there."""
    next_seasons: list[tuple[str, str]]
    late: list[str]
    last_digest: str


def shared_of(session: Session, letter: Letter) -> ReportCommons:
    """This, read once a session."""

    def read() -> ReportCommons:
        season = session.get_one(Season, letter.season_id)
        run = session.get_one(Run, letter.run_id)
        lang, here = lang_of(letter.lang), settings()
        return ReportCommons(
            season,
            run,
            one_line(season.title(lang)),
            links.season_page(season, lang, here),
            _before(session, season),
            [
                (one_line(each.title(lang)), links.season_page(each, lang, here))
                for each in seasons.open_ones(session)
                if each.game == season.game
                and each.id != season.id
                and visibility.shows_beside(season, each)
                # A later round takes only those who played the one before, be it this season.
                and ((later := rounds.of(session, each)) is None or later.before_id == season.id)
            ],
            late_lines(session, letter),
            record.last_digest_of(session, season, run),
        )

    return once(session, ("report", letter.run_id, letter.lang), read)


def run_of(session: Session, letter: Letter) -> FinishedRun:
    """The run that the letter tells of, as its reader may read it."""
    about = shared_of(session, letter)
    return shown(session, about.season, about.run, lang_of(letter.lang), letter.player_id)


def reader_in(run: FinishedRun, letter: Letter, about: Report) -> int:
    """The index, among the participants, of the character this letter is about."""
    return run.own(letter.player_id, about.entry)


def _before(session: Session, season: Season) -> FinishedRun | None:
    """The results of the last season of the game before this one, if its rules are there."""
    earlier = (
        each
        for each in visibility.listed(seasons.with_results(session))
        if each.game == season.game and each.id != season.id
        if not season.published_at or (each.published_at or season.created_at) < season.published_at
    )
    before = next(earlier, None)
    if before is None:
        return None
    try:
        return finished(session, before, session.get_one(Run, before.published_run_id))
    except RulesNotInstalled:
        return None


def victors(before: FinishedRun | None, run: FinishedRun, me: int) -> set[int]:
    """The participants of `run` whose players beat this reader in `before`."""
    mine = run.participants[me].player_id
    if before is None or mine is None:
        return set()
    own = before.by_player.get(mine, ())
    beat_me = {other for each in own for other in positions(winners(before.row(each)), AWAY)}
    players = {before.participants[other].player_id for other in beat_me} - {None, mine}
    return {at for player in players if player is not None for at in run.by_player.get(player, ())}


def late_lines(session: Session, letter: Letter) -> list[str]:
    """Entries added or taken out after the builds had been opened, and why: a sentence each."""
    season = session.get_one(Season, letter.season_id)
    lang, zone = lang_of(letter.lang), settings().zone
    return [
        one_line(
            explain(
                Problem(
                    f"entry-{each.kind}-late",
                    number=str(each.number),
                    name=each.name,
                    at=moment(each.at, lang, zone),
                    reason=each.reason,
                ),
                lang,
            )
        )
        for each in seals.late_acts(session, season, lang)
    ]


def battle_name(run: FinishedRun, me: int, other: int) -> str:
    """The name of the battle, as that of its page: the numbers of both, ours first."""
    return f"{run.participants[me].number}-{run.participants[other].number}"


# --- the table ------------------------------------------------------------------------------------


_TOP: Final = 3
AROUND: Final = 3
NOBODY: Final = -1
"""No participant's index."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A line of the table. None in a list of rows stands for omitted lines."""

    place: int
    name: str
    wins: int
    draws: int
    losses: int
    points: int
    is_mine: bool


def table(run: FinishedRun, me: int) -> Iterator[TableRow | None]:
    """The top, and those around the player."""
    rank = run.ranks[me]
    every = range(len(run.standings))
    shown = sorted({*every[:_TOP], *every[max(rank - AROUND, 0) : rank + AROUND + 1]})
    before = -1
    for at in shown:
        if at == before + 2:  # one line takes no more room than the mark that it is missing
            yield _row(run, run.standings[at - 1], me)
        elif at > before + 1:
            yield None
        yield _row(run, run.standings[at], me)
        before = at
    if before < len(run.standings) - 1:
        yield None


def top(run: FinishedRun, most: int) -> list[TableRow]:
    """The first lines of the table, for a reader who is not in it."""
    return [_row(run, standing, NOBODY) for standing in run.standings[:most]]


def table_lines(rows: Sequence[TableRow | None]) -> list[str]:
    """The same in plain text; the player's own line is marked."""
    cells = [
        [
            "" if row is None or not row.is_mine else "*",
            ":" if row is None else f"{row.place:,}",
            "" if row is None else row.name,
            "" if row is None else f"{row.wins}-{row.draws}-{row.losses}",
            "" if row is None else f"{row.points:,}",
        ]
        for row in rows
    ]
    return fitted(cells, 2, right=frozenset({1, 3, 4}))


def _row(run: FinishedRun, standing: Standing, me: int) -> TableRow:
    return TableRow(
        standing.place,
        one_line(run.participants[standing.entry].name),
        standing.wins,
        standing.draws,
        standing.losses,
        standing.points,
        standing.entry == me,
    )
