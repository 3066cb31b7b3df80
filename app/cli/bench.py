"""How fast battles are played here, beside a fixed loop so that machines can be compared."""

from typing import Annotated

import typer

from app.cli import voice
from app.cli.options import JsonOption, say_json, say_table

commands = typer.Typer(help="Measure how fast this machine plays.")


@commands.command(
    epilog=voice.examples("hikyaku bench engine", "hikyaku bench engine --seconds 60 --json")
)
def engine(
    seconds: Annotated[
        float, typer.Option(min=0.1, max=3600, help="About how long to measure in all.")
    ] = 15,
    as_json: JsonOption = False,
) -> None:
    """Measure battles per second of each game.

    `outcomes` says who wins, by the compiled kernel if there is one; `play` is the reference and keeps the log of the battle. Builds are drawn the same everywhere, of three kinds. The column before the last is battles for each million
    rounds of a fixed loop in pure Python: compare that between machines. Medians of at least five rounds.
    """
    from app.cli.measuring import measure

    report = measure(seconds)
    if as_json:
        say_json(report.as_plain_data())
        return
    machine = report.machine
    voice.say(
        f"{machine.cpu}, {machine.cores} cores, Python {machine.python}",
        f"fixed loop: {report.calibration.median:,.0f} rounds a second",
        "",
    )
    heads = ["game", "builds", "of", "battles/s", "min", "max", "per million rounds", "times play"]
    say_table(
        [
            heads,
            *(
                [
                    figure.game,
                    figure.kind,
                    figure.of,
                    f"{figure.battles.median:,.0f}",
                    f"{figure.battles.low:,.0f}",
                    f"{figure.battles.high:,.0f}",
                    f"{figure.ratio:,.1f}",
                    f"{figure.times_play:,.1f}",
                ]
                for figure in report.figures
            ),
        ],
        right={3, 4, 5, 6, 7},
    )


@commands.command(
    epilog=voice.examples("hikyaku bench season", "hikyaku bench season --entries 1000 --json")
)
def season(
    entries: Annotated[
        int, typer.Option(min=2, max=20_000, help="How many characters take part.")
    ] = 200,
    as_json: JsonOption = False,
) -> None:
    """Measure a season from its closing to its reports, in a database of its own.

    The letters' rows are there when it is published; rendering them is measured apart.
    """
    from dataclasses import asdict

    from app.cli.season_bench import measure_season

    figures = measure_season(entries)
    if as_json:
        say_json(asdict(figures) | {"close_to_published": figures.close_to_published})
        return
    battles = f"{figures.battles:,} battles, {figures.letters:,} reports"
    voice.say(f"{entries:,} entries, {battles}", "")
    say_table(
        [
            *([name, f"{seconds:.2f} s"] for name, seconds in figures.seconds.items()),
            ["close to published", f"{figures.close_to_published:.2f} s"],
            ["peak memory", f"{figures.peak_mib:,.0f} MiB"],
            ["database", f"{figures.stored_mib:,.1f} MiB"],
            ["largest report", f"{figures.html_bytes:,} bytes"],
        ],
        right={1},
    )


@commands.command(
    epilog=voice.examples("hikyaku bench web", "hikyaku bench web --seconds 10 --json")
)
def web(
    entries: Annotated[
        int, typer.Option(min=2, max=5_000, help="How many characters the season has.")
    ] = 200,
    seconds: Annotated[
        int, typer.Option(min=1, max=600, help="How long each page is asked for.")
    ] = 3,
    as_json: JsonOption = False,
) -> None:
    """Measure how many pages a second one process serves on this machine. Needs wrk.

    A published season of drawn characters is asked for over 16 connections: whole pages, and pages that the browser has
    already (304). Ratios are to a page that says nothing, served in the same way: compare those between machines.
    """
    from app.cli.web_bench import measure_web

    figures = measure_web(entries, seconds)
    if as_json:
        say_json([figure.as_plain_data() for figure in figures])
        return
    heads = ["page", "req/s", "p99 ms", "ratio", "304 req/s", "p99 ms", "ratio", "failed"]
    rows = [
        [
            figure.page,
            f"{figure.whole.requests:,.0f}",
            f"{figure.whole.p99_ms:,.1f}",
            f"{figure.ratio:.2f}",
            f"{figure.known.requests:,.0f}" if figure.known else "",
            f"{figure.known.p99_ms:,.1f}" if figure.known else "",
            f"{figure.known_ratio:.2f}" if figure.known_ratio else "",
            str(figure.whole.failed + (figure.known.failed if figure.known else 0)),
        ]
        for figure in figures
    ]
    say_table([heads, *rows], right=set(range(1, 8)))
