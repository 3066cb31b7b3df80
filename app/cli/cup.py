"""Cups from the command line: the series that seasons are editions of."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.console import voice
from app.cli.console.installation import database, organiser, said, settings
from app.cli.console.options import JsonOption, LangOption, say_json, say_table

if TYPE_CHECKING:
    from app.store.tables import Season

commands = typer.Typer(help="Keep the seasons of one cup together.", no_args_is_help=True)

CupName = Annotated[str, typer.Argument(metavar="CUP", help="Its name in addresses.")]
TitleJa = Annotated[str, typer.Option(metavar="T", help="Its Japanese title.")]
TitleEn = Annotated[str, typer.Option(metavar="T", help="Its English title.")]


@commands.command(
    epilog=voice.examples("hikyaku cup create spring-cup --title-ja 春の杯 --title-en 'Spring Cup'")
)
def create(slug: CupName, title_ja: TitleJa = "", title_en: TitleEn = "") -> None:
    """Create a cup. Seasons become its editions with `season create --cup` or `season change --cup`."""
    from app.league import cups

    titles = {"title_ja": voice.as_typed(title_ja), "title_en": voice.as_typed(title_en)}
    with said(), database() as at, at.writing() as session:
        cups.create(session, slug, organiser(), **titles)
    voice.say(f"{slug}: no editions yet.")


@commands.command(epilog=voice.examples("hikyaku cup rename spring-cup --title-ja 春の大会"))
def rename(slug: CupName, title_ja: TitleJa = "", title_en: TitleEn = "") -> None:
    """Give a cup other titles; those left out stay."""
    from app.league import cups

    titles = {"title_ja": voice.as_typed(title_ja), "title_en": voice.as_typed(title_en)}
    with said(), database() as at, at.writing() as session:
        cup = cups.rename(session, slug, organiser(), **titles)
        told = f"{slug}: {cup.title_ja} / {cup.title_en}"
    voice.say(told)


@commands.command(epilog=voice.examples("hikyaku cup delete spring-cup"))
def delete(slug: CupName) -> None:
    """Delete a cup that no season belongs to."""
    from app.league import cups

    with said(), database() as at, at.writing() as session:
        cups.delete(session, slug, organiser())
    voice.say(f"{slug}: deleted.")


@commands.command("list", epilog=voice.examples("hikyaku cup list"))
def list_() -> None:
    """List the cups and how many seasons each has, drafts too."""
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
    """Show the editions of a cup, drafts too: when, how many took part, and who won."""
    from app.league import cups as league_cups
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
