"""Benchmarks of seasons: runs, statistics, archives, rounds that are paired."""

from dataclasses import asdict
from typing import Annotated

import typer

from app.cli.bench.options import GameOption, RoundsOption, measured, say_steps
from app.cli.console import voice
from app.cli.console.installation import settings
from app.cli.console.options import JsonOption, say_json

commands = typer.Typer()


@commands.command(
    epilog=voice.examples(
        "hikyaku bench season --entries 1000 --rounds 3",
        "hikyaku bench season --entries 10000 --rounds 1 --no-letters --json",
        "hikyaku bench season --game fest --entries 200",
    )
)
def season(
    entries: Annotated[
        int, typer.Option(min=2, max=30_000, help="How many characters take part.")
    ] = 200,
    rounds: RoundsOption = 3,
    letters: Annotated[bool, typer.Option(help="Also render all reports at the end.")] = True,
    game: Annotated[
        str,
        typer.Option(
            metavar="GAME",
            help="A game with matches is played in tempo script, with standing orders.",
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Measure a season from its closing to its reports, in a database made for it.

    Publishing writes the rows of the letters. Rendering them is measured separately. After the
    first standings one entry comes late, and the run plays only what that changes.
    """
    from app.bench.season import measure_season

    if game:
        _season_of_scripts(game, entries, as_json)
        return
    figures = measure_season(entries, rounds, letters=letters)
    if say_json(figures, as_json):
        return
    voice.say(str(figures.machine), "")
    voice.say(f"{entries:,} entries, {figures.battles:,} battles, {figures.letters:,} reports", "")
    say_steps(
        figures.steps,
        {
            "closing to publication": figures.close_to_published,
            "late entry to standings": figures.late_entry,
            **({"closing to the last report": it} if (it := figures.close_to_rendered) else {}),
        },
    )
    speed = f"{figures.battles_per_second:,} battles a second"
    voice.say("", f"{speed}, {figures.times_reference:,} times the reference")
    voice.say(
        f"peak memory {figures.peak_mib:,.0f} MiB, database {figures.stored_mib:,.1f} MiB, largest report {figures.html_bytes:,} bytes"
    )
    if figures.letters:
        cost = f"each the work of {figures.report_references:,} battles of the reference"
        first, last = figures.render_mib[0], figures.render_mib[-1]
        voice.say(f"{figures.reports_per_second:,} reports a second by all cores")
        voice.say(f"{figures.reports_per_cpu_second:,} reports for each second of a core, {cost}")
        voice.say(f"memory of the first tenth {first:,.0f} MiB, of the last {last:,.0f} MiB")


@commands.command(
    epilog=voice.examples(
        "hikyaku bench stats", "hikyaku bench stats --entries 10000 --rounds 1 --draws 5"
    )
)
def stats(
    entries: Annotated[
        int, typer.Option(min=2, max=10_000, help="How many characters the field has.")
    ] = 1_000,
    draws: Annotated[
        int,
        typer.Option(min=0, max=100, help="How many percent of the battles become draws, by lot."),
    ] = 0,
    rounds: RoundsOption = 3,
    game: GameOption = "laplaplus",
    as_json: JsonOption = False,
) -> None:
    """Measure the statistics of a field, and what would have won for its last character.

    Circles are part of the statistics. They are also measured alone, since draws make them slow.
    """
    from app.bench.statistics import measure_stats

    figures = measure_stats(entries, rounds, draws / 100, game)
    if say_json(figures, as_json):
        return
    voice.say(str(figures.machine), "")
    changes = f"{figures.tried:,} changes tried in {figures.tried_battles:,} battles"
    voice.say(f"{entries:,} characters, {draws}% draws, {changes}", "")
    say_steps(figures.steps, {})
    voice.say("", f"peak memory {figures.peak_mib:,.0f} MiB")


@commands.command(epilog=voice.examples("hikyaku bench archive --entries 1000"))
def archive(
    entries: Annotated[
        int, typer.Option(min=2, max=10_000, help="How many characters take part.")
    ] = 200,
    as_json: JsonOption = False,
) -> None:
    """Measure how long a season takes to be exported, verified, restored and compared under other rules."""
    from app.bench.archives import measure_archive

    figures = measure_archive(entries)
    if as_json:
        say_json(asdict(figures))
    else:
        voice.say(str(figures.machine), "")
        say_steps(figures.steps, {})
        size = (
            f"{figures.files:,} files, {figures.mib:,} MiB, peak memory {figures.peak_mib:,.0f} MiB"
        )
        voice.say("", f"{figures.entries:,} entries: {size}", f"differences: {figures.differences}")
    if figures.differences:
        raise typer.Exit(1)


@commands.command(
    epilog=voice.examples(
        "hikyaku bench formats", "hikyaku bench formats --entrants 200 --rounds 9 --json"
    )
)
def formats(
    entrants: Annotated[
        int,
        typer.Option(
            min=2, max=10_000, help="How many take part, and how many places the hill has."
        ),
    ] = 1_000,
    rounds: Annotated[
        int, typer.Option(min=1, max=30, help="How many rounds of the Swiss system.")
    ] = 9,
    challenges: Annotated[
        int, typer.Option(min=1, max=1_000, help="How many entries challenge the full hill.")
    ] = 10,
    as_json: JsonOption = False,
) -> None:
    """Measure how long pairing a Swiss round takes, and adding an entry to a hill.

    The results of the Swiss rounds are drawn by lot. The new entry plays everyone on the hill by
    the kernel. A double knock-out is paired from its first game to its last.
    """
    from app.bench.formats import measure

    figures = measure(entrants, rounds, challenges)
    if say_json(figures, as_json):
        return
    voice.say(str(figures.machine), "", f"{entrants:,} entrants", "")
    swiss = {f"Swiss, round {at}": took for at, took in enumerate(figures.swiss, 1)}
    others = {"double knock-out": figures.knockout, "new entry on the hill": figures.hill}
    say_steps(swiss | others, {})


def _season_of_scripts(game: str, entries: int, as_json: bool) -> None:
    """A season of matches played by standing orders, once, by all cores or the cluster of HIKYAKU_COMPUTE."""
    from app.bench.matches.scripts import measure_scripts

    figures = measured(lambda: measure_scripts(game, entries, settings().compute))
    if say_json(figures, as_json):
        return
    voice.say(str(figures.machine), "")
    voice.say(f"{entries:,} entries, {figures.matches:,} matches by standing orders", "")
    say_steps(figures.steps, {"closing to publication": figures.close_to_published})
    voice.say(
        "",
        f"{figures.matches_per_second:,} matches a second, {figures.matches_per_cpu_second:,} for each second of a core",
        f"peak memory {figures.peak_mib:,.0f} MiB, digest {figures.digest[:8]}",
    )
