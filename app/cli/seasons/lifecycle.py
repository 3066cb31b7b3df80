"""Seasons from the command line: created, and moved on step by step."""

from dataclasses import replace
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
from app.cli.seasons.options import (
    Apart,
    Banned,
    BeaconOption,
    Characters,
    Closes,
    Copies,
    CupName,
    DescriptionEn,
    DescriptionJa,
    Edition,
    HouseCards,
    Newcomers,
    Places,
    Ranked,
    Reminded,
    Reminders,
    Score,
    SidesOption,
    Size,
    TieBreaks,
    TitleEn,
    TitleJa,
    WaitingList,
    Waves,
)
from app.cli.seasons.plans import decisions, moment_of, pool_of, sides_of
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
    epilog=voice.examples(
        "hikyaku season create laplaplus spring-cup --title-en 'Spring Cup' --closes '2027-03-31 21:00'"
    )
)
def create(
    game: GameName,
    slug: Annotated[str, typer.Argument(metavar="SLUG", help="Its name in addresses.")],
    title_ja: TitleJa = None,
    title_en: TitleEn = None,
    closes: Closes = None,
    scoring: Score = None,
    tie_breaks: TieBreaks = None,
    description_ja: DescriptionJa = None,
    description_en: DescriptionEn = None,
    places: Places = None,
    waves: Waves = None,
    waiting_list: WaitingList = None,
    characters: Characters = None,
    ban: Banned = None,
    copies: Copies = None,
    size: Size = None,
    sides: SidesOption = None,
    apart: Apart = None,
    look_at_newcomers: Newcomers = None,
    ranked: Ranked = None,
    cup: CupName = None,
    edition: Edition = None,
    beacon: BeaconOption = None,
    cards: HouseCards = None,
    reminders: Reminders = None,
    reminded: Reminded = None,
) -> None:
    """Create a season. It takes no entries before it is opened."""
    from app.league import season_plans
    from app.league import seasons as league_seasons

    problems: list[Problem] = []
    typed = decisions(
        problems,
        title_ja=title_ja,
        title_en=title_en,
        closes=closes,
        scoring=scoring,
        tie_breaks=tie_breaks,
        description_ja=description_ja,
        description_en=description_en,
        places=places,
        waves=waves,
        waiting_list=waiting_list,
        characters=characters,
        look_at_newcomers=look_at_newcomers,
        ranked=ranked,
        cup=cup,
        edition=edition,
        beacon=beacon,
        reminders=reminders,
        reminded=reminded,
    )
    if cards is not None:
        from app.cli.console.options import game_named
        from app.cli.lab import with_house_cards

        rules = with_house_cards(game_named(game).slug, cards, None).rules_version
        typed["rules"] = rules
    plan = replace(season_plans.Plan(game, slug), **typed)
    with said(), database() as at, at.writing() as session:
        pool = pool_of(plan, ban, copies, size, problems)
        plan = replace(plan, pool=pool, sides=sides_of(plan, sides, apart))
        try:
            league_seasons.create(session, plan, organiser())
        except SeasonRefused as refusal:
            problems += refusal.problems
        if problems:
            raise SeasonRefused(problems)
    voice.say(f"{slug}: draft.")


@commands.command(
    epilog=voice.examples(
        "hikyaku season change spring-cup --title-en 'Spring Cup 2027'",
        "hikyaku season change spring-cup --places 32 --tell 'The hall is larger than we thought.'",
    )
)
def change(
    slug: SeasonName,
    title_ja: TitleJa = None,
    title_en: TitleEn = None,
    closes: Closes = None,
    scoring: Score = None,
    tie_breaks: TieBreaks = None,
    description_ja: DescriptionJa = None,
    description_en: DescriptionEn = None,
    places: Places = None,
    waves: Waves = None,
    waiting_list: WaitingList = None,
    characters: Characters = None,
    ban: Banned = None,
    copies: Copies = None,
    size: Size = None,
    sides: SidesOption = None,
    apart: Apart = None,
    look_at_newcomers: Newcomers = None,
    ranked: Ranked = None,
    cup: CupName = None,
    edition: Edition = None,
    beacon: BeaconOption = None,
    reminders: Reminders = None,
    reminded: Reminded = None,
    reason: ReasonOption = "",
    tell: PublicOption = "",
) -> None:
    """Change what was decided when the season was created, each until results or a promise hang on it.

    Once it has opened, players get one letter about its deadline, places and scoring, with what is told.
    """
    from app.league import season_plans
    from app.league import seasons as league_seasons
    from app.store import seasons

    problems: list[Problem] = []
    typed = decisions(
        problems,
        title_ja=title_ja,
        title_en=title_en,
        closes=closes,
        scoring=scoring,
        tie_breaks=tie_breaks,
        description_ja=description_ja,
        description_en=description_en,
        places=places,
        waves=waves,
        waiting_list=waiting_list,
        characters=characters,
        look_at_newcomers=look_at_newcomers,
        ranked=ranked,
        cup=cup,
        edition=edition,
        beacon=beacon,
        reminders=reminders,
        reminded=reminded,
    )
    with said(), database() as at, at.writing() as session:
        if problems:
            raise SeasonRefused(problems)
        before = season_plans.plan_of(seasons.locked(session, slug))
        typed["pool"] = pool_of(before, ban, copies, size, problems)
        typed["sides"] = sides_of(before, sides, apart)
        if problems:
            raise SeasonRefused(problems)
        season = league_seasons.change(session, replace(before, **typed), organiser(reason, tell))
        state = season.state.value
        changed = list(season_plans.differences(before, season_plans.plan_of(season)))
    voice.say(f"{slug}: {state}, {voice.many(len(changed), 'change')}.")


@commands.command(
    epilog=voice.examples("hikyaku season copy spring-cup autumn-cup --closes '2027-09-30 21:00'")
)
def copy(
    slug: SeasonName,
    new: Annotated[str, typer.Argument(metavar="NEW", help="Its name in addresses.")],
    closes: Closes = None,
) -> None:
    """Create a season with all settings of another but its deadline, and without its entries."""
    from app.league import seasons as league_seasons

    problems: list[Problem] = []
    closes_at = moment_of(closes, problems) if closes else None
    with said(), database() as at, at.writing() as session:
        if problems:
            raise SeasonRefused(problems)
        league_seasons.copy(session, slug, new, organiser(), closes_at)
    voice.say(f"{new}: draft.")
