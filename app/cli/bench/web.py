"""Benchmarks of pages, and a season under load and under faults."""

from dataclasses import asdict
from typing import Annotated

import typer

from app.cli.bench.options import DatabaseOption, measured
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
        typer.Option(min=2, max=5_000, help="How many characters a season has; for each one."),
    ] = [200, 1_000],  # noqa: B006 (typer reads it)
    page: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PAGE",
            help="Only this: home, season, entry, battle, statistics, feed or JSON; may be given several times.",
        ),
    ] = None,
    seconds: Annotated[
        int, typer.Option(min=1, max=600, help="How long each page is asked for in each way.")
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure how many pages a second one process serves on this machine. Needs wrk.

    Published seasons of drawn characters are asked for over 64 connections: pages from memory, plain and packed; pages that
    the browser has already (304, `known`); pages made anew for each request. Before each an empty page of the same framework
    with nothing around it is asked for as well: the ratios are to that, by requests a second and by requests for a second of the
    server's processor. The second is hardly moved by what else the machine does; waits are: `client` is the part of a core that
    wrk itself took, `others` the part of the machine that everything else took.
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


@commands.command(
    epilog=voice.examples(
        "hikyaku bench wave", "hikyaku bench wave --entries 200 --seconds 10 --workers 2"
    )
)
def wave(
    entries: Annotated[
        int, typer.Option(min=2, max=20_000, help="How many come by form, and as many by mail.")
    ] = 2_000,
    seconds: Annotated[
        int, typer.Option(min=1, max=3_600, help="Within how many seconds they come.")
    ] = 60,
    readers: Annotated[
        int, typer.Option(min=0, max=500, help="How many look at pages meanwhile.")
    ] = 200,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="How many processes serve pages.")
    ] = 1,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Let entries come in a wave to a server of its own, and see whether each is answered, once.

    Browsers fetch the form, send it, open the link in their letter and press the button; players by mail answer theirs
    with yes. Nothing leaves this machine. The exit code is 1 if an entry or an answer was lost or doubled, if there was an
    error of the server (5xx) other than 503 with Retry-After, or if its log tells of one.
    """
    from app.bench.wave import measure_wave

    figures = measured(lambda: measure_wave(entries, seconds, readers, workers, database))
    if as_json:
        say_json(figures)
    else:
        voice.say(
            f"{figures.by_form:,} entries by form and {figures.by_mail:,} by mail within {seconds} s, {readers} readers, {workers} workers, {figures.database}",
            f"taken after {figures.seconds:,.0f} s, the last receipt after {figures.settled:,.0f} s, {figures.cpu_seconds:,.0f} s of the processor",
            "",
        )
        rows = [
            [
                wait.name,
                f"{wait.count:,}",
                f"{wait.p50:.2f}",
                f"{wait.p99:.2f}",
                f"{wait.most:.2f}",
                f"{figures.later.get(wait.name, 0):,}",
            ]
            for wait in figures.waits
        ]
        heads = ["seconds until", "count", "p50", "p99", "most", "asked to come again"]
        say_table([heads, *rows], right=set(range(1, 6)))
    if figures.faults:
        raise voice.Refused([f"{each}." for each in figures.faults])


@commands.command(
    epilog=voice.examples(
        "hikyaku bench chaos", "hikyaku bench chaos --minutes 30 --seed 7 --database postgresql"
    )
)
def chaos(
    minutes: Annotated[
        float, typer.Option(min=0.2, max=600, help="About how long the season lasts.")
    ] = 2,
    seed: Annotated[int, typer.Option(help="The lot by which faults are drawn.")] = 1,
    entries: Annotated[int, typer.Option(min=2, max=2_000, help="How many players come.")] = 60,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="An empty database to work in; postgresql starts a server of its own and restarts it; else a SQLite file that is thrown away.",
            show_default=False,
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Play a season under faults, and see whether everything that the site said yes to holds.

    Two servers and a worker are killed, frozen and ended while players enter and readers look; the database restarts, the mail
    server refuses, hangs and cuts lines, the disk fills, the clock jumps. After each fault and in the end all invariants are looked at.
    The site's clock goes sixty times as fast. The exit code is 1 if one was broken. Everything runs on the loopback and is gone at the end.
    """
    from app.bench.chaos.season import measure_chaos

    figures = measured(lambda: measure_chaos(minutes, seed, entries, database))
    if as_json:
        say_json(figures)
    else:
        voice.say(
            f"{figures.entered} of {figures.entries} players entered, {figures.mails} mails, {figures.runs} runs, {figures.database}, seed {figures.seed}, {figures.seconds:,.0f} s",
            f"answers: {', '.join(f'{name} {many}' for name, many in figures.answers.items())}",
            f"letters: {', '.join(f'{name} {many}' for name, many in figures.letters.items())}; starts: {', '.join(f'{name} {many}' for name, many in figures.starts.items())}",
            f"the queue was empty {figures.drained_seconds:,.1f} s after the last fault",
            "",
        )
        heads = ["fault", "times", "put off", "no answer", "recovered in s"]
        rows = [
            [
                each.name,
                str(each.times),
                str(each.put_off),
                str(each.unanswered),
                f"{each.recovered_seconds:.1f}",
            ]
            for each in figures.faults
        ]
        say_table([heads, *rows], right=set(range(1, 5)))
        voice.say("")
        held = [[each.says, str(each.looks), str(len(each.broken))] for each in figures.invariants]
        say_table([["what must hold", "looks", "broken"], *held], right={1, 2})
    if not figures.entered:
        voice.complain(["Nobody entered, so little was shown; give it more --minutes."])
    broken = [f"{each.says}: {breach}" for each in figures.invariants for breach in each.broken[:5]]
    if broken:
        raise voice.Refused(broken)
