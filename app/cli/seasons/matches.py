"""How the matches of a season are played, from the command line."""

from dataclasses import asdict

import typer

from app.cli.console import voice
from app.cli.console.installation import SeasonName, database, organiser, said, settings
from app.cli.console.options import JsonOption, say_json, say_table
from app.cli.seasons.plans import OfDecisions, decided
from app.errors import Problem, SeasonRefused

commands = typer.Typer()


@commands.command(
    cls=OfDecisions,
    epilog=voice.examples(
        "hikyaku season matches fest-1 --tempo turn --daily 21:00 --weekdays 0,2,4",
        "hikyaku season matches fest-1 --tempo script --rule petit=true --rule scoring=C --double",
        "hikyaku season matches fest-1 --at-once 3 --round-exchanges 8 --late draw",
        "hikyaku season matches fest-1 --json",
    ),
)
def matches(context: typer.Context, slug: SeasonName, as_json: JsonOption = False) -> None:
    """Set how the matches of a draft are played, or show how those of a season are.

    Settings you leave out stay as they are, or as usual. A season of a game with decisions needs
    this before it opens.
    """
    from app.league.matches.settings import rules_of
    from app.league.seasons import seasons as league_seasons
    from app.league.seasons.decisions.matches import MatchesOfSeason
    from app.league.seasons.decisions.season_plans import plan_of
    from app.store import seasons

    problems: list[Problem] = []
    with said(), database() as at, at.writing() as session:
        season = seasons.locked(session, slug)
        game, plan = rules_of(session, season), decided(context, plan_of(season), problems)
        try:
            league_seasons.change(session, plan, organiser())
        except SeasonRefused as refusal:
            problems += refusal.problems
        if plan.matches is None:
            missing = Problem("matches-not-arranged", season=slug)
            problems.append(missing if game.match else Problem("match-no-game", game=game.title))
        if problems or plan.matches is None:
            raise SeasonRefused(dict.fromkeys(problems))
    if as_json:
        say_json(asdict(plan.matches))
        return
    rows = [*MatchesOfSeason().words(plan.matches, "en", settings().zone)]
    say_table([*rows, *((each.key, each.named(plan.matches.config).en) for each in game.choices)])
