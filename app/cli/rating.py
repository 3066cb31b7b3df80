"""Ratings across seasons from the command line: shown, written as a file, and counted again."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.console import voice
from app.cli.console.installation import database, said
from app.cli.console.options import (
    ForceOption,
    GameName,
    JsonOption,
    game_named,
    say_json,
    say_table,
)
from app.cli.console.output import written

if TYPE_CHECKING:
    from app.league.archive.record import EarlierRecord, Record

commands = typer.Typer(
    help="Show how strong owners play, season after season.", no_args_is_help=True
)


@commands.command(
    epilog=voice.examples(
        "hikyaku rating show laplaplus", "hikyaku rating show laplaplus --json > ratings.json"
    )
)
def show(game: GameName, as_json: JsonOption = False) -> None:
    """Show the ratings of a game, of players with an owner's page, highest first.

    --json prints the book that `rating verify` reads.
    """
    from app.league.careers import books, skills

    slug = game_named(game).slug
    with said(), database() as at, at.reading() as session:
        lines = skills.of_game(session, slug).lines
        book = books.of_game(session, slug) if as_json else None
    if book:
        say_json(book.model_dump())
        return
    if not lines:
        voice.say("Nobody has a rating yet.")
        return
    rows = [
        [
            str(each.place),
            each.name or each.page,
            f"{each.skill.rating:.1f}",
            f"{each.skill.mean:.1f} ± {each.skill.either_way:.1f}",
            str(each.seasons),
            str(each.skill.battles),
        ]
        for each in lines
    ]
    heading = ["place", "owner", "rating", "strength", "seasons", "battles"]
    say_table([heading, *rows], right=[0, 2, 3, 4, 5])


@commands.command(epilog=voice.examples("hikyaku rating export laplaplus laplaplus-ratings.json"))
def export(
    game: GameName,
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to; - prints it.")],
    force: ForceOption = False,
) -> None:
    """Write the book of the ratings. With the seasons' records anyone can compute it again."""
    from app.league.careers import books

    slug = game_named(game).slug
    with said(), database() as at, at.reading() as session:
        book = books.of_game(session, slug)
    text = book.model_dump_json(indent=1)
    if file == "-":
        voice.say(text)
        return
    with written(file, force=force) as target:
        target.write(f"{text}\n".encode())
    voice.say(f"{slug}: {voice.many(len(book.ratings), 'rating')} written to {file}.")


@commands.command(
    epilog=voice.examples(
        "hikyaku rating verify laplaplus-ratings.json",
        "hikyaku rating verify laplaplus-ratings.json spring-cup.zip autumn-cup.json",
        "hikyaku rating verify https://example.org/games/laplaplus/ratings.json spring-cup.zip",
    )
)
def verify(
    book: Annotated[
        str, typer.Argument(metavar="FILE|URL", help="The book: a file, or its address.")
    ],
    record: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE|URL]...",
            help="The records or archives of its seasons. Without any, those of this site.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play the seasons of a book again, compute its ratings, and say what differs.

    The exit code is 1 if something is wrong, and 3 if something cannot be proven.
    """
    from app.cli.console.sources import MOST_OF_RECORD, fetched
    from app.league.archive import package
    from app.league.careers import books
    from app.league.problems import explain

    with said():
        told = books.read(fetched(book))
        if record:
            records = [package.read(fetched(each, MOST_OF_RECORD)).record for each in record]
        else:
            records = _here([each.season for each in told.seasons])
    wrong = [explain(each, "en", told.game) for each in books.verify(told, records)]
    unproven = [explain(each, "en", told.game) for each in books.unproven(told, records)]
    seasons, ratings = len(told.seasons), len(told.ratings)
    held = (
        f"{Path(book).name}: {voice.many(seasons, 'season')} played again,"
        f" {voice.many(ratings, 'rating')} counted again,"
        f" {'all else' if unproven else 'everything'} holds."
    )
    voice.judge({}, wrong, unproven, held, as_json=as_json)


def _here(slugs: list[str]) -> "list[Record | EarlierRecord]":

    from app.league.archive import record
    from app.store import seasons

    now = datetime.now(UTC)
    with database() as at, at.reading() as session:
        found = [seasons.with_slug(session, slug) for slug in slugs]
        return [record.record(session, each, now) for each in found if each]
