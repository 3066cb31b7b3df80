"""The list of seasons, and how one stands."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from app.cli.console import voice
from app.cli.console.installation import SeasonName, database, organiser, said, settings, undone
from app.cli.console.options import JsonOption, say_json, say_table
from app.errors import ResultsDiffer

if TYPE_CHECKING:
    from app.league.results.results import FinishedRun
    from app.league.results.runs import RunProgress
    from app.store.database import Database
    from app.store.tables import Season

HELD: Final = (
    "`hikyaku season entries {slug}` lists those that are held until their senders confirm them; "
    "`hikyaku mail confirm PLAYER NAME` confirms one for its player."
)
NEWCOMERS: Final = (
    "`hikyaku season newcomers {slug}` lists the newcomers who wait for approval; "
    "`hikyaku season approve` and `hikyaku season refuse` decide."
)
WAITING: Final = (
    "{slug}: running. Its matches are played first. When all are over, the run continues by itself; "
    "`hikyaku season exchange {slug}` lists the deadlines for orders."
)
TAKEN_BACK: Final = (
    "These are the results of the run before, which are taken back: `hikyaku season run {slug}` plays the season as it "
    "stands now."
)
HALTED: Final = (
    "Nothing of that run is kept. `hikyaku season run {slug}` plays every pair again. If that is halted too, the fast "
    "engine on this machine is faulty. With HIKYAKU_PURE=1 the reference engine plays every battle, slowly."
)

commands = typer.Typer()


@commands.command("list", epilog=voice.examples("hikyaku season list"))
def list_(as_json: JsonOption = False) -> None:
    """List all seasons, newest first."""
    from app.store import seasons

    with database() as at, at.reading() as session:
        found = [*seasons.every(session)]
        facts = [_facts(season) for season in found] if as_json else []
    if say_json(facts, as_json):
        return
    if found:
        say_table([each.slug, each.state.value, each.title_en] for each in found)
    else:
        voice.say("There is no season yet: hikyaku season create --help")


@commands.command(epilog=voice.examples("hikyaku season show laplaplus-1"))
def show(slug: SeasonName, as_json: JsonOption = False) -> None:
    """Show a season: its state, its rules, how far its run is, and its standings once it has been played."""
    from app.league import visibility
    from app.league.entries import characters
    from app.league.problems import explain
    from app.league.results import results, runs as league_runs
    from app.store import entries, seasons
    from app.store.limits import releases
    from app.store.results import runs
    from app.store.tables import SeasonState

    now = datetime.now(UTC)
    played = None

    with said(), database() as at, at.reading() as session:
        season = seasons.by_slug(session, slug)
        facts = _facts(season)
        facts["letters_withheld"] = releases.withheld(session, season.id)
        facts["held"] = len(entries.held(session, season))
        facts["newcomers"] = len(entries.waiting(session, season))
        odd = characters.lookalikes(session, season)
        facts["odd_names"] = [explain(each, "en") for found in odd.values() for each in found]
        run = runs.latest(session, season)
        if run and season.state is SeasonState.RUNNING:
            facts |= _progress(league_runs.progress(session, run, now))
        if run and run.alone_since:
            facts["played_here_since"] = _shown(run.alone_since)
        is_laid_open = visibility.shows_entries(season, visibility.Reader.ORGANISER, now)
        facts["sealed"] = not is_laid_open
        if run and season.state is SeasonState.CLOSED and run.halted_at and is_laid_open:
            facts["halted"] = [explain(each, "en") for each in league_runs.why_halted(run)]
        if shown := visibility.finished_run(session, season, now):
            facts |= {
                "digest": shown.digest,
                "standings": _standings(results.finished(session, season, shown)),
            }
            played = results.finished(session, season, shown)
            facts["taken_back"] = season.state is SeasonState.CLOSED
    if say_json(facts, as_json):
        return
    standings = facts.pop("standings", [])
    halted = facts.pop("halted", [])
    odd_names = facts.pop("odd_names", [])
    say_table([[name.replace("_", " "), str(value)] for name, value in facts.items() if value])
    if facts["state"] == SeasonState.OPEN:
        waiting = (("held", HELD), ("newcomers", NEWCOMERS))
        voice.say(*(sentence.format(slug=slug) for name, sentence in waiting if facts[name]))
    if halted:
        voice.say("", "The last run was halted, since its results were contradicted:", *halted)
        voice.say(HALTED.format(slug=slug))
    if odd_names:
        voice.say("", "Names to look at:", *odd_names)
    if facts.get("taken_back"):
        voice.say("", TAKEN_BACK.format(slug=slug))
    if played and played.phases:
        from app.cli.seasons import stages

        stages.say_tables(played)
    if played and played.sides and not played.team_phase:
        _say_sides(played)
    if standings:
        voice.say("")
        _say_standings(standings)


def say_standings(at: "Database", slug: str) -> None:
    """Print the standings of a played season, and its digest."""
    from app.league import visibility
    from app.league.results import results
    from app.store import seasons

    with at.reading() as session:
        season = seasons.by_slug(session, slug)
        if run := visibility.finished_run(session, season, datetime.now(UTC)):
            _say_standings(_standings(results.finished(session, season, run)))
            voice.say("", f"Digest {run.digest}")


def _say_standings(standings: list[dict[str, Any]]) -> None:
    columns = ("place", "points", "wins", "draws", "losses", "name", "owner")
    rows = ([str(line[name]) for name in columns] for line in standings)
    say_table([list(columns), *rows], range(5))


def _say_sides(played: "FinishedRun") -> None:
    columns = ("place", "side", "characters", "points", "average", "wins")
    rows = (
        [
            *(str(line.place), played.sides.every[line.side].en, str(line.members)),
            *(str(line.points), f"{line.average:.2f}", str(line.wins)),
        ]
        for line in played.side_lines
    )
    voice.say("")
    say_table([list(columns), *rows], {0, 2, 3, 4, 5})


_CALLED: Final = {
    "capacity": "places",
    "points": "scoring",
    "approves_newcomers": "looks_at_newcomers",
}
"""What decisions are called here that have another name elsewhere."""


def _facts(season: "Season") -> dict[str, Any]:
    from app.league import visibility
    from app.league.seasons.decisions.season_plans import DECISIONS, plan_of

    plan = plan_of(season)
    decided = {
        name: each.shown(getattr(plan, name))
        for name, each in DECISIONS.items()
        if not name.startswith("description") and (name != "matches" or plan.matches)
    }
    decided |= {"stages": _stages(season), "closes_at": _shown(season.closes_at)}
    return {
        "season": season.slug,
        "state": season.state.value,
        "game": season.game,
        **{_CALLED.get(name, name): value for name, value in decided.items()},
        "release_at": _shown(visibility.release_at(season)),
        "published_at": _shown(season.published_at),
    }


def _stages(season: "Season") -> str:
    from app.league.seasons.stages import courses, plans

    return "; ".join(plans.written([each]) for each in courses.plans_of(season))


def _progress(so_far: "RunProgress") -> dict[str, Any]:
    """How far a run is."""
    left = round(so_far.left.total_seconds()) if so_far.left else None
    return {"played": so_far.battles, "to_play": so_far.of, "seconds_left": left}


def _standings(finished: "FinishedRun") -> list[dict[str, Any]]:
    from app.tournament.full_table import StandingLine

    return [
        StandingLine.of(line, finished.participants[line.entry], finished.scoring).model_dump()
        for line in finished.standings
    ]


def _shown(moment: datetime | None) -> str | None:
    return moment.astimezone(settings().zone).isoformat(timespec="minutes") if moment else None


@commands.command(epilog=voice.examples("hikyaku season run laplaplus-1"))
def run(
    slug: SeasonName,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not report progress.")] = False,
) -> None:
    """Play all battles, or continue an interrupted run. The review follows.

    If the season was played before, only new and changed entries play again. HIKYAKU_COMPUTE says
    where battles are played. If a spot check or an earlier run contradicts the results, the run
    halts and the season is closed again.
    """
    from app.cli.console.progress import counted
    from app.jobs.seasons.runs import run as play
    from app.league.problems import explain
    from app.store import seasons
    from app.store.results import runs
    from app.tournament.executors import ComputeUnavailable

    with said(), database() as at:
        progress = play(at, slug, organiser(), settings().compute)
        try:
            with at.reading() as session, undone(session, slug):
                first = now = next(progress, None)
            if not first or not now:
                voice.say(WAITING.format(slug=slug))
                return
            with counted(first.of - first.battles, quiet=quiet) as done:
                before = first.battles
                for now in progress:
                    done(now.battles - before)
                    before = now.battles
        except ComputeUnavailable as error:
            raise voice.Refused([f"The battles cannot be played: {error}."]) from None
        except ResultsDiffer as refusal:
            sentences = [explain(each, "en") for each in refusal.problems]
            raise voice.Refused([*sentences, HALTED.format(slug=slug)]) from None
        with at.reading() as session:  # of stages no one knows before how many there will be
            finished = runs.latest_finished(session, seasons.by_slug(session, slug))
            played = runs.to_play(finished) if finished else now.battles
    others = f", the other {first.taken_over:,} taken over;" if first.taken_over else ","
    voice.say(f"{slug}: {voice.many(played, 'battle')} played{others} ready for review.")
