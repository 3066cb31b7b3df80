"""The table over all rounds of a season, from the command line."""

from typing import Annotated

import typer

from app.cli.console import voice
from app.cli.console.installation import SeasonName, database, said
from app.cli.console.options import ForceOption, JsonOption, say_json, say_table
from app.cli.console.output import say_csv

commands = typer.Typer()


@commands.command(
    epilog=voice.examples(
        "hikyaku season all-rounds spring-cup-3",
        "hikyaku season all-rounds spring-cup-3 --csv all-rounds.csv",
    )
)
def all_rounds(
    slug: SeasonName,
    csv: Annotated[
        str, typer.Option("--csv", metavar="FILE", help="Write CSV to this file; - prints it.")
    ] = "",
    as_json: JsonOption = False,
    force: ForceOption = False,
) -> None:
    """Show the table over all rounds up to this season, with all results since the first."""
    from app.league.exports.catalogue import ALL_ROUNDS
    from app.league.results import all_rounds as rankings
    from app.store import seasons

    with said(), database() as at, at.reading() as session:
        found = rankings.of(session, seasons.by_slug(session, slug), "en")
    if found is None:
        raise voice.Refused(
            [f"{slug} has no table over all rounds. It continues no season, or is not public yet."]
        )
    if csv:
        say_csv(ALL_ROUNDS.csv(found), csv, slug, force=force)
        return
    lines = [
        {"place": each.place, "number": each.number, "name": each.name, "owner": each.owner}
        | {"by_round": list(each.by_round), "points": each.points}
        | {"wins": each.wins, "draws": each.draws, "losses": each.losses}
        for each in found.lines
    ]
    if as_json:
        say_json({"rounds": [each.slug for each in found.seasons], "lines": lines})
        return
    heads = ["place", "name", *(each.slug for each in found.seasons), "points"]
    rows = [
        [
            str(each.place),
            each.name,
            *("–" if points is None else str(points) for points in each.by_round),
            str(each.points),
        ]
        for each in found.lines
    ]
    say_table([heads, *rows], right=[0, *range(2, len(heads))])
