"""Benchmarks of pages."""

from dataclasses import asdict
from typing import Annotated

import typer

from app.cli.bench.options import measured
from app.cli.console import voice
from app.cli.console.options import JsonOption, say_json, say_table

commands = typer.Typer()


@commands.command(
    epilog=voice.examples(
        "hikyaku bench web", "hikyaku bench web --page season --page feed --seconds 10 --json"
    )
)
def web(
    entries: Annotated[
        list[int],
        typer.Option(min=2, max=5_000, help="How many characters a season has. May be repeated."),
    ] = [200, 1_000],  # noqa: B006 (typer reads it)
    page: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PAGE",
            help="Only this page: home, season, entry, battle, statistics, feed or JSON. May be repeated.",
        ),
    ] = None,
    seconds: Annotated[
        int, typer.Option(min=1, max=600, help="How long to measure each page in each way.")
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure how many pages a second one process serves on this machine. Needs wrk.

    Requests for published seasons of drawn characters come over 64 connections. Measured are pages
    from memory, plain and packed, pages that the browser already has (304, `known`), and pages made
    anew for each request. Before each, an empty page of the same framework is measured, and the
    ratios compare with it: by requests a second, and by requests for each second of the server's
    processor. Other work on the machine hardly changes the second ratio, but it changes waits.
    `client` is the share of a core that wrk took, `others` the share of the machine that everything
    else took.
    """
    from app.bench.web import measure_web

    figures = measured(lambda: measure_web(entries, seconds, page or ()))
    if as_json:
        ratios = [{"ratio": each.ratio, "by_processor": each.by_processor} for each in figures]
        say_json([asdict(each) | more for each, more in zip(figures, ratios, strict=True)])
        return
    rows = [
        [
            figure.page,
            figure.way,
            f"{figure.size:,}",
            f"{figure.rate.requests:,.0f}",
            f"{figure.rate.p50_ms:,.1f}",
            f"{figure.rate.p99_ms:,.1f}",
            f"{figure.bare.p99_ms:,.1f}",
            f"{figure.load.cost:,.0f}",
            f"{figure.ratio:.2f}",
            f"{figure.by_processor:.2f}",
            f"{figure.load.client:.2f}",
            f"{figure.load.others:.2f}",
            str(figure.rate.failed),
        ]
        for figure in figures
    ]
    heads = ["page", "way", "bytes", "req/s", "p50 ms", "p99 ms", "bare p99", "µs each", "ratio"]
    heads += ["by processor", "client", "others", "failed"]
    say_table([heads, *rows], right=set(range(2, 13)))
