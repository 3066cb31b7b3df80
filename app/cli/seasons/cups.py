"""Cups from the command line: the series that seasons are editions of."""

from typing import TYPE_CHECKING, Any

import typer

from app.cli.console import voice
from app.cli.console.installation import CupName, database, said, settings
from app.cli.console.options import JsonOption, LangOption, say_json, say_table
from app.cli.seasons.group import CupGroup

if TYPE_CHECKING:
    from app.store.tables import Season

commands = typer.Typer(
    cls=CupGroup, help="Keep the seasons of one cup together.", no_args_is_help=True
)


@commands.command("list", epilog=voice.examples("hikyaku cup list"))
def list_() -> None:
    """List the cups, and how many seasons each has, with drafts."""
    from app.store.series import cups

    with database() as at, at.reading() as session:
        rows = [
            [each.slug, str(len(cups.seasons_of(session, each.slug))), each.title_ja, each.title_en]
            for each in cups.every(session)
        ]
    if rows:
        say_table([["cup", "editions", "title_ja", "title_en"], *rows], right=[1])
    else:
        voice.say("There is no cup yet: hikyaku cup create CUP")


@commands.command(
    epilog=voice.examples("hikyaku cup show spring-cup", "hikyaku cup show spring-cup --json")
)
def show(slug: CupName, as_json: JsonOption = False, lang: LangOption = None) -> None:
    """Show the editions of a cup, with drafts: when, how many took part, and who won."""
    from app.league.seasons import cups as league_cups
    from app.store import entrants
    from app.store.series import cups

    told_in = lang or voice.language()
    with said(), database() as at, at.reading() as session:
        cup = league_cups.by_slug(session, slug)
        seasons = cups.seasons_of(session, slug)
        counts = entrants.counts(session)
        won = entrants.winners(session, (each.published_run_id for each in seasons), told_in)
        editions = [
            _edition(each, counts.get(each.id, 0), won.get(each.published_run_id or 0, []))
            for each in seasons
        ]
        title = cup.title(told_in)
    if as_json:
        say_json({"cup": slug, "title": title, "editions": editions})
        return
    voice.say(title)
    if editions:
        rows = [[*map(_cell, each.values())] for each in editions]
        say_table([[*editions[0]], *rows], right=[0, 4])


def _edition(season: "Season", entrants: int, winners: list[str]) -> dict[str, Any]:
    at = season.published_at
    return {
        "edition": season.edition,
        "season": season.slug,
        "state": season.state.value,
        "published": f"{at.astimezone(settings().zone):%Y-%m-%d}" if at else None,
        "entrants": entrants,
        "winners": winners,
    }


def _cell(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value or "")
