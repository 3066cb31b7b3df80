"""Benchmarks of this machine, from `app.bench`: games, pages, mail."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from app.cli.console import voice
from app.cli.console.options import JsonOption, say_json, say_table

if TYPE_CHECKING:
    from app.bench.cost import Took

commands = typer.Typer(help="Measure how fast this machine plays, serves and mails.")

RoundsOption = Annotated[
    int, typer.Option(min=1, max=100, help="How often, to take the median of all.")
]
GameOption = Annotated[str, typer.Option(metavar="GAME", help="Whose builds are drawn.")]
DatabaseOption = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="An empty database to work in, such as postgresql://…; else a SQLite file that is thrown away.",
        show_default=False,
    ),
]
_Figures = TypeVar("_Figures")


class Doubt(StrEnum):
    """The handling of a letter that may or may not have left."""

    HOLD = "hold"
    RESEND = "resend"


@commands.command(
    epilog=voice.examples("hikyaku bench engine", "hikyaku bench engine --seconds 60 --json")
)
def engine(
    seconds: Annotated[
        float, typer.Option(min=0.1, max=3600, help="About how long to measure in all.")
    ] = 15,
    as_json: JsonOption = False,
) -> None:
    """Measure battles per second of each game without decisions.

    `outcomes` says who wins, by the compiled kernel if there is one; `play` is the reference and keeps the log of the battle. Builds are drawn the same everywhere, of three kinds. The column before the last is battles for each million
    rounds of a fixed loop in pure Python: compare that between machines. Medians of at least five rounds.
    """
    from app.bench.engine import measure

    report = measure(seconds)
    if as_json:
        say_json(report)
        return
    voice.say(
        str(report.machine),
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
    epilog=voice.examples("hikyaku bench matches", "hikyaku bench matches --matches 5000 --json")
)
def matches(
    number: Annotated[
        int, typer.Option("--matches", min=1, max=1_000_000, help="How many of each game.")
    ] = 500,
    as_json: JsonOption = False,
) -> None:
    """Measure matches per second of each game with decisions, on one core.

    The house plays both sides with the starter decks, every line of the record is written and chained. Seconds are those
    of the processor; the last column is matches for each million rounds of a fixed loop in pure Python.
    """
    from app.bench.matches.house import measure

    paces = measure(number)
    if as_json:
        say_json(paces)
        return
    heads = ["game", "matches/s", "min", "max", "lines", "per million rounds"]
    say_table(
        [
            heads,
            *(
                [
                    pace.game,
                    f"{pace.matches.median:,.0f}",
                    f"{pace.matches.low:,.0f}",
                    f"{pace.matches.high:,.0f}",
                    f"{pace.lines:,.0f}",
                    f"{pace.ratio:,.1f}",
                ]
                for pace in paces
            ),
        ],
        right={1, 2, 3, 4, 5},
    )


@commands.command(
    epilog=voice.examples(
        "hikyaku bench balance ocg",
        "hikyaku bench balance ocg --rule unique=own --plays autopilot --matches 2000",
    )
)
def balance(
    game: Annotated[str, typer.Argument(metavar="GAME", help="One with matches.")],
    number: Annotated[
        int, typer.Option("--matches", min=1, max=100_000, help="How many of each line.")
    ] = 400,
    plays: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAY",
            help="Only this: autopilot, random or a way of the game's own; again for more.",
        ),
    ] = None,
    build: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BUILD", help="A build as entries write it, besides the starter decks."
        ),
    ] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="A decision of the game, again for more."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure how even decks, seats and ways of playing are, by matches between players of the house.

    Every deck meets every other and itself, seats exchanged in every other match; the autopilot plays both, then each other
    way itself and the autopilot. Percent are of the points: of the first deck, of seat A, of the seat that the first coin of the match
    names. Turns are checkpoints: the 5th, 50th and 95th of 100 matches by length.
    """
    from app.bench.matches.balance import measure_balance

    figures = [
        *_measured(
            lambda: measure_balance(
                game, number, plays=plays or (), builds=build or (), rules=rule or ()
            )
        )
    ]
    if as_json:
        say_json([asdict(each) for each in figures])
        return
    heads = ["first", "plays", "second", "plays", "first %", "seat A %", "coin %", "turns", "ends"]
    rows = [
        [
            *(told for pair in zip(each.decks, each.plays, strict=True) for told in pair),
            f"{100 * each.score:.1f}",
            f"{100 * each.seat_a:.1f}",
            "" if each.drawn is None else f"{100 * each.drawn:.1f}",
            " ".join(map(str, each.turns)),
            ", ".join(f"{why} {100 * many / number:.0f}%" for why, many in each.ends.items()),
        ]
        for each in figures
    ]
    say_table([heads, *rows], right={4, 5, 6})


@commands.command(
    epilog=voice.examples(
        "hikyaku bench exchange", "hikyaku bench exchange --players 100 --workers 4 --json"
    )
)
def exchange(
    players: Annotated[int, typer.Option(min=2, max=10_000, help="How many play.")] = 500,
    rounds: Annotated[
        int, typer.Option("--matches", min=1, max=100, help="How many matches each at once.")
    ] = 11,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="How many processes move matches on.")
    ] = 2,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Measure an exchange of a season of matches: orders for all come in, all matches move on, letters are rendered.

    The matches are the first rounds of a round robin of all. Each order is a transaction of its own, as from a page; the
    exchange is that in which most is decided.
    """
    from app.bench.matches.exchange import measure_exchange

    figures = _measured(lambda: measure_exchange(players, rounds, workers, database))
    if as_json:
        say_json(asdict(figures) | {"rates": figures.rates})
        return
    voice.say(str(figures.machine), "")
    voice.say(
        f"{figures.players:,} players, {figures.orders:,} orders, {figures.matches:,} matches, {figures.workers} workers, {figures.database}",
        "",
    )
    _say_steps(figures.steps, {})
    rates = (f"{rate:,.0f} {name} a second" for name, rate in figures.rates.items())
    voice.say(
        "",
        ", ".join(rates),
        f"peak memory {figures.peak_mib:,.0f} MiB, the largest letter {figures.largest_kb} kB",
    )


@commands.command(
    epilog=voice.examples(
        "hikyaku bench crash-exchange", "hikyaku bench crash-exchange --players 12 --kills 100"
    )
)
def crash_exchange(
    players: Annotated[int, typer.Option(min=2, max=100, help="How many meet each other.")] = 8,
    kills: Annotated[
        int, typer.Option(min=1, max=10_000, help="How many processes are killed at most.")
    ] = 50,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Kill processes while a season of matches is played, and see whether anything is lost or doubled.

    Those that take orders, move matches on and send letters die by SIGKILL at random instants. The exit code is 1 if a record
    is no whole chain, if orders with a receipt played no part, if a letter left twice or is missing, or if a record is unlike
    that of the same season without kills.
    """
    from app.bench.crashes.exchanges import measure_exchange_crashes

    figures = _measured(lambda: measure_exchange_crashes(players, kills, database))
    if as_json:
        say_json(figures)
    else:
        died = ", ".join(f"{name} {times}" for name, times in figures.kills.items())
        voice.say(
            f"{figures.matches:,} matches, {figures.exchanges} exchanges, {figures.database}, {figures.seconds:,.0f} s",
            f"killed: {died}",
            f"{figures.orders:,} orders, lost: {figures.lost}",
            f"{figures.letters:,} letters, doubled: {figures.doubled}, missing: {figures.missing}",
            f"records broken: {figures.broken}, unlike those without kills: {figures.other}",
        )
    if not figures.is_well:
        raise typer.Exit(1)


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
    letters: Annotated[bool, typer.Option(help="Render all reports in the end.")] = True,
    game: Annotated[
        str,
        typer.Option(
            metavar="GAME", help="One with matches: in tempo script, with standing orders."
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Measure a season from its closing to its reports, in a database of its own.

    The letters' rows are there when it is published; rendering them is measured apart. After the first
    standings an entry comes late: the run takes over all that has not changed.
    """
    from app.bench.season import measure_season

    if game:
        _season_of_scripts(game, entries, as_json)
        return
    figures = measure_season(entries, rounds, letters=letters)
    if as_json:
        say_json(figures)
        return
    voice.say(str(figures.machine), "")
    voice.say(f"{entries:,} entries, {figures.battles:,} battles, {figures.letters:,} reports", "")
    _say_steps(
        figures.steps,
        {
            "closing to publication": figures.close_to_published,
            "late entry to standings": figures.late_entry,
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
        voice.say(f"{figures.reports_per_cpu_second:,} reports a second of a core, {cost}")
        voice.say(f"memory of the first tenth {first:,.0f} MiB, of the last {last:,.0f} MiB")


@commands.command(
    epilog=voice.examples("hikyaku bench lab", "hikyaku bench lab --characters 5000 --json")
)
def lab(
    characters: Annotated[
        int, typer.Option(min=2, max=10_000, help="How many characters the list has.")
    ] = 500,
    rounds: RoundsOption = 3,
    game: GameOption = "laplaplus",
    as_json: JsonOption = False,
) -> None:
    """Measure what `hikyaku lab` does with a list: read it, play it, rank it, lay out both tables."""
    from app.bench.lab import measure_lab

    figures = measure_lab(characters, rounds, game)
    if as_json:
        say_json(figures)
        return
    voice.say(str(figures.machine), "")
    voice.say(f"{characters:,} characters, {figures.battles:,} battles", "")
    _say_steps(figures.steps, {"in all": figures.whole})
    speed = f"{figures.battles_per_second:,} battles a second"
    voice.say("", f"{speed}, {figures.times_reference:,} times the reference")
    voice.say(f"peak memory {figures.peak_mib:,.0f} MiB")


@commands.command(
    epilog=voice.examples(
        "hikyaku bench answers", "hikyaku bench answers --game shiden-issen-2 --entries 200 --json"
    )
)
def answers(
    entries: Annotated[
        int, typer.Option(min=2, max=10_000, help="How many characters the field has.")
    ] = 1_000,
    rounds: RoundsOption = 3,
    game: GameOption = "laplaplus",
    as_json: JsonOption = False,
) -> None:
    """Measure the answers to a field: the search for a counter-build, the mixture that nobody in it beats, the best changes of one.

    The field is drawn; the mixture and the worth of all cards are solved together. The searches take as many battles as on
    the command line.
    """
    from app.bench.answers import measure_answers

    figures = _measured(lambda: measure_answers(entries, rounds, game))
    if as_json:
        say_json(figures)
        return
    voice.say(str(figures.machine), "", f"{entries:,} characters", "")
    _say_steps(figures.steps, {})
    voice.say(
        "",
        f"counter-build: {figures.counter_battles:,} battles, it beats {figures.beaten:,} and loses to {figures.lost:,}",
        f"mixture: {figures.drawn:,} builds drawn, none gains more than {figures.gain:.1e} of a battle",
        f"best changes: {figures.changes:,} tried",
    )


@commands.command(epilog=voice.examples("hikyaku bench archive --entries 1000"))
def archive(
    entries: Annotated[
        int, typer.Option(min=2, max=10_000, help="How many characters take part.")
    ] = 200,
    as_json: JsonOption = False,
) -> None:
    """Measure how long a season takes to be exported as a site, checked, brought back, and compared under other rules."""
    from app.bench.archives import measure_archive

    figures = measure_archive(entries)
    if as_json:
        say_json(asdict(figures))
    else:
        voice.say(str(figures.machine), "")
        _say_steps(figures.steps, {})
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
        int, typer.Option(min=2, max=10_000, help="How many take part, and stand on the hill.")
    ] = 1_000,
    rounds: Annotated[int, typer.Option(min=1, max=30, help="How many of the Swiss.")] = 9,
    challenges: Annotated[
        int, typer.Option(min=1, max=1_000, help="How many enter the full hill.")
    ] = 10,
    as_json: JsonOption = False,
) -> None:
    """Measure how long a round of a Swiss takes to pair, and a new entry on a hill to the new standings.

    The results of the Swiss are drawn; the new entry plays everybody on the hill by the kernel. A double knock-out is paired
    from its first game to its last.
    """
    from app.bench.formats import measure

    figures = measure(entrants, rounds, challenges)
    if as_json:
        say_json(figures)
        return
    voice.say(str(figures.machine), "", f"{entrants:,} entrants", "")
    swiss = {f"Swiss, round {at}": took for at, took in enumerate(figures.swiss, 1)}
    others = {"double knock-out": figures.knockout, "new entry on the hill": figures.hill}
    _say_steps(swiss | others, {})


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
        int, typer.Option(min=0, max=100, help="Percent of battles made draws, by lot.")
    ] = 0,
    rounds: RoundsOption = 3,
    game: GameOption = "laplaplus",
    as_json: JsonOption = False,
) -> None:
    """Measure the statistics of a field, and what would have won for the last of it.

    Circles are among all statistics; they are measured alone too, since it is draws that make them slow.
    """
    from app.bench.statistics import measure_stats

    figures = measure_stats(entries, rounds, draws / 100, game)
    if as_json:
        say_json(figures)
        return
    voice.say(str(figures.machine), "")
    changes = f"{figures.tried:,} changes tried in {figures.tried_battles:,} battles"
    voice.say(f"{entries:,} characters, {draws}% draws, {changes}", "")
    _say_steps(figures.steps, {})
    voice.say("", f"peak memory {figures.peak_mib:,.0f} MiB")


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
        typer.Option(metavar="PAGE", help="Only this: home, season, entry, battle …"),
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

    figures = _measured(lambda: measure_web(entries, seconds, page or ()))
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
    epilog=voice.examples("hikyaku bench mail", "hikyaku bench mail --mails 50000 --json")
)
def mail(
    mails: Annotated[int, typer.Option(min=10, max=1_000_000, help="How many there are.")] = 1000,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Measure how many mails a second the listener takes in, and one worker answers, renders and sends.

    A mail server on the loopback brings them over twenty LMTP connections. New players enter a season by mail and are asked to
    confirm. Letters go to a mail server on the loopback; every commit is on the disk before anybody hears of it. Memory is the most that was held in the first and in the last tenth of a step.
    """
    from app.bench.mail.intake import measure_mail

    figures = _measured(lambda: measure_mail(mails, database))
    if as_json:
        say_json(figures)
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
    """Measure how many letters a second one worker sends, and how many the bare SMTP library does.

    Both send to one mail server on the loopback, over as many connections, in turn. A worker marks each letter before
    and after; every mark is on the disk before it counts.
    """
    from app.bench.mail.letters import measure_letters

    figures = _measured(lambda: measure_letters(letters, connections, rounds, database))
    if as_json:
        say_json(figures)
        return
    voice.say(
        f"{figures.letters:,} letters, {figures.database}, connections: {figures.connections}, the fastest of {figures.rounds} rounds",
        "",
    )
    rates = {"a worker": figures.worker, "the bare library": figures.bare}
    rows = [[name, f"{rate.per_second:,.0f}", f"{rate.cpu_ms:.2f}"] for name, rate in rates.items()]
    say_table([["", "letters/s", "CPU ms a letter"], *rows], right={1, 2})
    voice.say("", f"The worker reached {figures.ratio:.2f} of the library's speed.")


@commands.command(
    epilog=voice.examples(
        "hikyaku bench crash-mail", "hikyaku bench crash-mail --letters 5000 --kills 100 --json"
    )
)
def crash_mail(
    letters: Annotated[int, typer.Option(min=1, max=100_000, help="How many are sent.")] = 1000,
    kills: Annotated[
        int, typer.Option(min=1, max=10_000, help="How many workers are killed.")
    ] = 50,
    doubt: Annotated[
        Doubt, typer.Option(help="What becomes of letters that may or may not have left.")
    ] = Doubt.HOLD,
    connections: Annotated[
        int, typer.Option(min=1, max=100, help="So many to the mail server has each worker.")
    ] = 4,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Kill workers while they send letters, and see whether a letter is lost or leaves twice.

    They die by SIGKILL, half of them at random instants, half when the mail server hears a line or the database a commit. The mail server says 4xx to 5 letters of 100, 5xx to 1, and cuts the line
    after another. The exit code is 1 if a letter was lost or doubled, or if more were under way at a death than its
    worker had connections.
    """
    from app.bench.crashes.outbox import measure_crashes

    figures = _measured(lambda: measure_crashes(letters, kills, doubt.value, database, connections))
    if as_json:
        say_json(figures)
    else:
        died = ", ".join(f"{name} {times}" for name, times in figures.killed_at_points.items())
        voice.say(
            f"{figures.letters:,} letters, {figures.database}, doubtful ones: {figures.doubt}, connections: {figures.connections}",
            f"{figures.kills} workers killed in {figures.seconds:,.0f} s, {figures.killed_at_random} of them at random instants, the others at:",
            died,
            "",
        )
        rows = {
            "sent": figures.sent,
            "in doubt": figures.in_doubt,
            "dead": figures.dead,
            "most under way at a death": figures.most_at_a_kill,
            "left twice after doubt": figures.twice,
            "lost": figures.lost,
            "doubled": figures.doubled,
        }
        say_table([[name, f"{number:,}"] for name, number in rows.items()], right={1})
    if figures.lost or figures.doubled:
        raise voice.Refused([f"{figures.lost} letters were lost, {figures.doubled} doubled."])
    if figures.most_at_a_kill > figures.connections:
        raise voice.Refused([f"{figures.most_at_a_kill} letters were under way at one death."])
    if figures.kills < kills:
        raise voice.Refused([f"Only {figures.kills} workers could be killed: name more letters."])


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

    figures = _measured(lambda: measure_chaos(minutes, seed, entries, database))
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
    broken = [f"{each.says}: {breach}" for each in figures.invariants for breach in each.broken[:5]]
    if broken:
        raise voice.Refused(broken)


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

    figures = _measured(lambda: measure_wave(entries, seconds, readers, workers, database))
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


def _season_of_scripts(game: str, entries: int, as_json: bool) -> None:
    """A season of matches played by standing orders, once, by all cores or the cluster of HIKYAKU_COMPUTE."""
    from app.bench.matches.scripts import measure_scripts
    from app.cli.console.installation import settings

    figures = _measured(lambda: measure_scripts(game, entries, settings().compute))
    if as_json:
        say_json(figures)
        return
    voice.say(str(figures.machine), "")
    voice.say(f"{entries:,} entries, {figures.matches:,} matches by standing orders", "")
    _say_steps(figures.steps, {"closing to publication": figures.close_to_published})
    voice.say(
        "",
        f"{figures.matches_per_second:,} matches a second, {figures.matches_per_cpu_second:,} of a core",
        f"peak memory {figures.peak_mib:,.0f} MiB, digest {figures.digest[:8]}",
    )


def _measured(measure: Callable[[], _Figures]) -> _Figures:
    """The figures, or in a sentence why there are none."""
    from app.bench import CannotMeasure

    try:
        return measure()
    except CannotMeasure as error:
        raise voice.Refused([str(error)]) from None


def _say_steps(steps: "Mapping[str, Took]", sums: "Mapping[str, Took]") -> None:
    """Print the time of each step, then of some of them together."""
    rows = [
        [
            name,
            f"{took.seconds:.3f}",
            f"{took.low:.3f}",
            f"{took.high:.3f}",
            f"{took.cpu_seconds:.3f}",
        ]
        for name, took in [*steps.items(), *sums.items()]
    ]
    say_table([["", "seconds", "min", "max", "of processor"], *rows], right={1, 2, 3, 4})
