"""Benchmarks of mail, of letters, and of matches by mail."""

from dataclasses import asdict
from typing import Annotated

import typer

from app.cli.bench.options import DatabaseOption, measured, say_steps
from app.cli.console import voice
from app.cli.console.options import JsonOption, say_json, say_table

commands = typer.Typer()


@commands.command(
    epilog=voice.examples("hikyaku bench mail", "hikyaku bench mail --mails 50000 --json")
)
def mail(
    mails: Annotated[int, typer.Option(min=10, max=1_000_000, help="How many there are.")] = 1000,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Measure how many mails a second the listener takes in, and one worker answers, renders and sends.

    A local mail server brings them over twenty LMTP connections. New players enter a season by mail
    and are asked to confirm. Letters go to a local mail server. Every commit is on the disk before
    anyone is told. Memory is the peak in the first and in the last tenth of a step.
    """
    from app.bench.mail.intake import measure_mail

    figures = measured(lambda: measure_mail(mails, database))
    if say_json(figures, as_json):
        return
    voice.say(f"{figures.mails:,} mails, {figures.database}", "")
    heads = ["step", "mails/s", "slowest tenth", "CPU ms a mail", "MiB first", "MiB last"]
    rows = [
        [
            step.name,
            f"{step.per_second:,.0f}",
            f"{step.slowest_tenth:,.0f}",
            f"{step.cpu_ms:.2f}",
            f"{step.mib[0]:,.0f}",
            f"{step.mib[-1]:,.0f}",
        ]
        for step in figures.steps
    ]
    say_table([heads, *rows], right=set(range(1, 6)))


@commands.command(
    epilog=voice.examples("hikyaku bench letters", "hikyaku bench letters --connections 8 --json")
)
def letters(
    letters: Annotated[int, typer.Option(min=1, max=100_000, help="How many there are.")] = 1000,
    connections: Annotated[int, typer.Option(min=1, max=100, help="To the mail server.")] = 4,
    rounds: Annotated[int, typer.Option(min=1, max=100, help="How often.")] = 3,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Measure how many letters a second one worker sends, and how many the bare SMTP library sends.

    Both send to the same local mail server, in turn, over the same number of connections. A worker
    marks each letter before and after. Every mark is on the disk before it counts.
    """
    from app.bench.mail.letters import measure_letters

    figures = measured(lambda: measure_letters(letters, connections, rounds, database))
    if say_json(figures, as_json):
        return
    voice.say(
        f"{figures.letters:,} letters, {figures.database}, connections: {figures.connections}, median of {figures.rounds} rounds",
        "",
    )
    rates = {"a worker": figures.worker, "the bare library": figures.bare}
    rows = [[name, f"{rate.per_second:,.0f}", f"{rate.cpu_ms:.2f}"] for name, rate in rates.items()]
    say_table([["", "letters/s", "CPU ms a letter"], *rows], right={1, 2})
    voice.say("", f"The worker reached {figures.ratio:.2f} of the library's speed.")


@commands.command(
    epilog=voice.examples(
        "hikyaku bench exchange", "hikyaku bench exchange --players 100 --workers 4 --json"
    )
)
def exchange(
    players: Annotated[int, typer.Option(min=2, max=10_000, help="How many play.")] = 500,
    rounds: Annotated[
        int, typer.Option("--matches", min=1, max=100, help="How many matches each plays at once.")
    ] = 11,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="How many processes move matches on.")
    ] = 2,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Measure an exchange of a season: all orders come in, all matches move on, letters are rendered.

    The matches are the first rounds of a round robin. Each order is one transaction, as from a
    page. The exchange measured is the one with most decisions.
    """
    from app.bench.matches.exchange import measure_exchange

    figures = measured(lambda: measure_exchange(players, rounds, workers, database))
    if as_json:
        say_json(asdict(figures) | {"rates": figures.rates})
        return
    voice.say(str(figures.machine), "")
    voice.say(
        f"{figures.players:,} players, {figures.orders:,} orders, {figures.matches:,} matches, {figures.workers} workers, {figures.database}",
        "",
    )
    say_steps(figures.steps, {})
    rates = (f"{rate:,.0f} {name} a second" for name, rate in figures.rates.items())
    voice.say(
        "",
        ", ".join(rates),
        f"peak memory {figures.peak_mib:,.0f} MiB, the largest letter {figures.largest_kb} kB",
    )
