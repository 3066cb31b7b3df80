"""Seasons from the command line: created, and moved on step by step."""

from typing import Annotated

import typer

from app.cli.console import voice
from app.cli.console.installation import (
    PublicOption,
    ReasonOption,
    SeasonName,
    database,
    organiser,
    said,
)
from app.cli.console.options import GameName
from app.cli.seasons import (
    archives,
    entries,
    matches,
    overview,
    records,
    rounds,
    rules,
    stages,
    timetable,
)
from app.cli.seasons.group import SeasonGroup
from app.cli.seasons.plans import OfDecisions, decided
from app.errors import Problem, SeasonRefused

commands = typer.Typer(cls=SeasonGroup, help="Create, run and check seasons.", no_args_is_help=True)
commands.add_typer(overview.commands)
commands.add_typer(entries.commands)
commands.add_typer(matches.commands)
commands.add_typer(stages.commands)
commands.add_typer(records.commands)
commands.add_typer(archives.commands)
commands.add_typer(rules.commands)
commands.add_typer(timetable.commands)
commands.add_typer(rounds.commands)


@commands.command(
    cls=OfDecisions,
    epilog=voice.examples(
        "hikyaku season create laplaplus spring-cup --title-en 'Spring Cup' --closes '2027-03-31 21:00'"
    ),
)
def create(
    context: typer.Context,
    game: GameName,
    slug: Annotated[str, typer.Argument(metavar="SLUG", help="Its name in addresses.")],
) -> None:
    """Create a season. It takes no entries until you open it."""
    from app.league.seasons import seasons as league_seasons
    from app.league.seasons.decisions.season_plans import Plan

    problems: list[Problem] = []
    with said():
        plan = decided(context, Plan(game, slug), problems)
        with database() as at, at.writing() as session:
            try:
                league_seasons.create(session, plan, organiser())
            except SeasonRefused as refusal:
                problems += refusal.problems
            if problems:
                raise SeasonRefused(dict.fromkeys(problems))
    voice.say(f"{slug}: draft.")


@commands.command(
    cls=OfDecisions,
    epilog=voice.examples(
        "hikyaku season change spring-cup --title-en 'Spring Cup 2027'",
        "hikyaku season change spring-cup --places 32 --tell 'The hall is larger than we thought.'",
    ),
)
def change(
    context: typer.Context,
    slug: SeasonName,
    reason: ReasonOption = "",
    tell: PublicOption = "",
) -> None:
    """Change decisions of a season, each as long as no results or promises depend on it.

    Once it has opened, players get one letter about changed deadline, places or scoring, with the
    reason you give.
    """
    from app.league.seasons import seasons as league_seasons
    from app.league.seasons.decisions.season_plans import differences, plan_of
    from app.store import seasons

    problems: list[Problem] = []
    with said(), database() as at, at.writing() as session:
        before = plan_of(seasons.locked(session, slug))
        plan = decided(context, before, problems)
        try:
            season = league_seasons.change(session, plan, organiser(reason, tell))
        except SeasonRefused as refusal:
            problems += refusal.problems
        if problems:
            raise SeasonRefused(dict.fromkeys(problems))
        state, changed = season.state.value, [*differences(before, plan_of(season))]
    voice.say(f"{slug}: {state}, {voice.many(len(changed), 'change')}.")
