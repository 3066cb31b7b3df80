"""Halls of fame from the command line: of a cup, or of a game."""

from typing import Annotated

import typer

from app.cli.console import voice
from app.cli.console.installation import database, said
from app.cli.console.options import JsonOption, LangOption, game_named, say_json, say_table

commands = typer.Typer()


@commands.command(
    epilog=voice.examples("hikyaku hall laplaplus", "hikyaku hall spring-cup --cup --json")
)
def hall(
    of: Annotated[
        str, typer.Argument(metavar="GAME|CUP", help="A game, or with --cup the name of a cup.")
    ],
    cup: Annotated[
        bool, typer.Option("--cup", help="Show the hall of a cup, over all its editions.")
    ] = False,
    as_json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Show the hall of fame: the winners, the best characters, and the table of all seasons.

    As everyone sees it: only owners who want to be known across seasons, and only public results.
    """
    from app.league.careers import halls
    from app.league.seasons import cups
    from app.store import entrants

    with said(), database() as at, at.reading() as session:
        if cup:
            found = halls.hall_of(session, cups.public_cup(session, of)[1])
        else:
            found = halls.of_game(session, game_named(of).slug)
        runs = [each.published_run_id for each in found.seasons]
        names = entrants.winners(session, runs, lang or voice.language())
        winners = [
            {"season": each.slug, "winners": names.get(each.published_run_id or 0, [])}
            for each in found.seasons
        ]
        best = [each._asdict() | {"season": each.season.slug} for each in found.best]
    lines = [{"place": each.place} | each.total._asdict() for each in found.lines]
    if as_json:
        say_json({"winners": winners, "best": best, "all_seasons": lines})
        return
    if not winners:
        voice.say("No results are public yet.")
        return
    won = [
        [each.slug, ", ".join(names.get(each.published_run_id or 0, []))] for each in found.seasons
    ]
    say_table([["season", "winners"], *won])
    for table in (best, lines):
        if table:
            voice.say("")
            say_table([[*table[0]], *(map(str, each.values()) for each in table)])
