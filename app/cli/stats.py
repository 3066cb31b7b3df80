"""Statistics of the full table of a season or of a list, and changes that would have won."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.console import voice
from app.cli.console.installation import SeasonName, database, said
from app.cli.console.options import (
    BattlesOption,
    GameName,
    JsonOption,
    LangOption,
    SeedOption,
    game_named,
    say_json,
)

if TYPE_CHECKING:
    from app.league.results.results import FinishedRun
    from app.statistics.matches import Matches

commands = typer.Typer(help="Show statistics of a full table.", no_args_is_help=True)


@commands.command(
    epilog=voice.examples("hikyaku stats season laplaplus-1", "hikyaku stats season cup --json")
)
def season(slug: SeasonName, as_json: JsonOption = False, lang: LangOption = None) -> None:
    """Show statistics of a played season.

    Which cards win, how close it was, circles of three, worst enemies, similar builds.
    """
    from app.cli.full_tables import say_full_table
    from app.statistics import analysis

    run, met = _finished(slug)
    everybody = [run.participants[line.entry] for line in run.standings]
    say_full_table(
        run.game, analysis.of(run), everybody, lang or voice.language(), met, as_json=as_json
    )


@commands.command(
    "list",
    epilog=voice.examples(
        "hikyaku stats list laplaplus characters.txt", "hikyaku stats list laplaplus - < list.txt"
    ),
)
def list_(
    game: GameName,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The list of characters; - for standard input.")
    ],
    as_json: JsonOption = False,
    lang: LangOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not report progress.")] = False,
) -> None:
    """Play a list of characters, all against all, and show statistics of the table.

    The list is written as for `hikyaku lab`. Characters are numbered in its order.
    """
    from app.cli import lab
    from app.cli.full_tables import say_full_table
    from app.statistics.analysis import analyse
    from app.tournament.full_table import FullTable
    from app.tournament.scoring import Scoring

    told_in = lang or voice.language()
    rules = game_named(game)
    field = lab.read_field(rules, file, told_in)
    rows = lab.rows_of_battles(rules, field, quiet=quiet)
    table = FullTable.of(rules, Scoring(), [each.build for each in field], rows)
    whos = [field[line.entry] for line in table.standings]
    say_full_table(rules, analyse(table), whos, told_in, as_json=as_json)


@commands.command(
    epilog=voice.examples(
        "hikyaku stats entry laplaplus-1 'Mister Tuesday'", "hikyaku stats entry laplaplus-1 7"
    )
)
def entry(
    slug: SeasonName,
    entry: Annotated[str, typer.Argument(metavar="ENTRY", help="Its name or number.")],
    as_json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Show which single changes would have won for an entry of a played season.

    Every card is swapped for every other, and every two slots are exchanged. You see which change
    gains most, and for each lost battle the smallest change that wins it.
    """
    from app.cli.full_tables import say_what_if
    from app.cli.lab import index_of
    from app.statistics.summary import what_if
    from app.statistics.what_if import answer

    run, _met = _finished(slug)
    with said():
        index = index_of(run.participants, entry)
        told = answer(run, index)
    if as_json:
        whole = what_if(run.game, told, run.participants[index], run.participants)
        say_json(whole.model_dump())
    else:
        say_what_if(run, index, told, lang or voice.language())


@commands.command(
    epilog=voice.examples(
        "hikyaku stats changes laplaplus-1 'Mister Tuesday'", "hikyaku stats changes cup 7 --json"
    )
)
def changes(
    slug: SeasonName,
    entry: Annotated[str, typer.Argument(metavar="ENTRY", help="Its name or number.")],
    battles: BattlesOption = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Show which other cards, one or two, would have brought an entry of a played season more points.

    For each of the best changes you see its points, and how many results get better or worse. All
    changes of one card are played, and all of two if the battles suffice. Otherwise it is a search,
    and says so.
    """
    from app.cli.lab import index_of
    from app.cli.metagame import say_changes
    from app.tournament.full_table import opponents

    run, _met = _finished(slug)
    with said():
        index = index_of(run.participants, entry)
    met = [run.participants[at] for at in opponents(run, index)]
    say_changes(
        run.judge(index),
        run.participants[index],
        met,
        lang or voice.language(),
        scoring=run.scoring,
        battles=battles,
        as_json=as_json,
    )


@commands.command(
    epilog=voice.examples(
        "hikyaku stats answers laplaplus-1", "hikyaku stats answers cup --seed 7 --json"
    )
)
def answers(
    slug: SeasonName,
    seed: SeedOption = None,
    battles: BattlesOption = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Show the best answers to the field of a played season.

    You see a strong build, found by search, and whom it does not beat. You also see the mixture of
    the field's builds that no build beats, and what each card is worth in it.
    """
    from app.cli.metagame import say_answers

    run, _met = _finished(slug)
    order = [line.entry for line in run.standings]
    told_in = lang or voice.language()
    say_answers(
        run.judge(), run.participants, order, told_in, seed=seed, battles=battles, as_json=as_json
    )


def _finished(slug: str) -> "tuple[FinishedRun, Matches | None]":
    """The season's latest finished run, and what its matches tell together, where it has any."""
    from app.league import visibility
    from app.league.matches import outcomes
    from app.league.results import results
    from app.store import seasons

    with said(), database() as at, at.reading() as session:
        season, now = seasons.by_slug(session, slug), datetime.now(UTC)
        run = visibility.require_finished_run(session, season, now)
        return results.finished(session, season, run), outcomes.ended(session, season)
