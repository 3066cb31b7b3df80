"""Benchmarks of games: battles, matches, and fields that are tried out."""

from dataclasses import asdict
from pathlib import Path
from secrets import token_hex
from typing import Annotated

import typer

from app.cli.bench.options import GameOption, RoundsOption, measured, say_steps
from app.cli.console import voice
from app.cli.console.options import JsonOption, RuleOption, say_json, say_table

commands = typer.Typer()


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

    `outcomes` only tells who wins, by the compiled kernel if there is one. `play` is the reference
    engine and keeps the log of the battle. The builds, of three kinds, are the same on every
    machine. To compare machines, use the column before the last: battles for each million rounds of
    a fixed loop in pure Python. Figures are medians of at least five rounds.
    """
    from app.bench.engine import measure

    report = measure(seconds)
    if say_json(report, as_json):
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
    epilog=voice.examples(
        "hikyaku bench matches",
        "hikyaku bench matches --matches 5000 --json",
        "hikyaku bench matches --write records --seed spring",
    )
)
def matches(
    number: Annotated[
        int, typer.Option("--matches", min=1, max=1_000_000, help="How many matches of each game.")
    ] = 500,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--write",
            metavar="DIR",
            help="Write records to this folder, of drawn decks and several ways of playing, and measure nothing.",
        ),
    ] = None,
    seed: Annotated[
        str,
        typer.Option(help="With --write: any text; the same text gives the same records."),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Measure matches per second of each game with decisions, on one core.

    The house plays both sides with the starter decks. Every line of the record is written and
    chained. Seconds are processor time. The last column is matches for each million rounds of a
    fixed loop in pure Python.
    """
    from app.bench.matches.house import measure, write

    if folder:
        write(folder, number, seed or token_hex(8))
        voice.say(f"{number:,} records of each game are in {folder}.")
        return
    paces = measure(number)
    if say_json(paces, as_json):
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
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game with matches.")],
    number: Annotated[
        int,
        typer.Option(
            "--matches", min=1, max=100_000, help="How many matches for each line of the table."
        ),
    ] = 400,
    plays: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAY",
            help="Only this way of playing: autopilot, tengu, random or one of the game. May be repeated.",
        ),
    ] = None,
    build: Annotated[
        list[str] | None,
        typer.Option(metavar="BUILD", help="One more build, written as in an entry."),
    ] = None,
    rule: RuleOption = None,
    seed: Annotated[
        str,
        typer.Option(
            help="Any text; the same text gives the same decks and luck.", show_default=False
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Measure how even decks, seats and ways of playing are, by matches of the house against itself.

    Every deck meets every other and itself, and seats are exchanged in every other match. First the
    autopilot plays both sides, then each other way of playing meets itself and the autopilot.
    Percentages are shares of the points: of the first deck, with half of its 95 % interval, of seat
    A, and of the seat that the first coin names. Turns are exchanges: of 100 matches by length, the
    5th, 50th and 95th.
    """
    from app.bench.matches.balance import measure_balance

    figures = [
        *measured(
            lambda: measure_balance(
                game, number, plays=plays or (), builds=build or (), rules=rule or (), seed=seed
            )
        )
    ]
    if as_json:
        say_json([asdict(each) for each in figures])
        return
    heads = [
        "first",
        "plays",
        "second",
        "plays",
        "first %",
        "±",
        "seat A %",
        "coin %",
        "turns",
        "ends",
    ]
    rows = [
        [
            *(told for pair in zip(each.decks, each.plays, strict=True) for told in pair),
            f"{100 * each.score:.1f}",
            f"{100 * each.give:.1f}",
            f"{100 * each.seat_a:.1f}",
            "" if each.drawn is None else f"{100 * each.drawn:.1f}",
            " ".join(map(str, each.turns)),
            ", ".join(f"{why} {100 * many / number:.0f}%" for why, many in each.ends.items()),
        ]
        for each in figures
    ]
    say_table([heads, *rows], right={4, 5, 6, 7})


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
    if say_json(figures, as_json):
        return
    voice.say(str(figures.machine), "")
    voice.say(f"{characters:,} characters, {figures.battles:,} battles", "")
    say_steps(figures.steps, {"in all": figures.whole})
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
    """Measure the answers to a field: a counter-build, the mixture that no build beats, and the best changes.

    The field is drawn by lot. The mixture and the worth of all cards are solved together. The
    searches use as many battles as `hikyaku lab --answers` and `--improve` do.
    """
    from app.bench.answers import measure_answers

    figures = measured(lambda: measure_answers(entries, rounds, game))
    if say_json(figures, as_json):
        return
    voice.say(str(figures.machine), "", f"{entries:,} characters", "")
    say_steps(figures.steps, {})
    voice.say(
        "",
        f"counter-build: {figures.counter_battles:,} battles, it beats {figures.beaten:,} and loses to {figures.lost:,}",
        f"mixture: {figures.drawn:,} builds drawn, none gains more than {figures.gain:.1e} of a battle",
        f"best changes: {figures.changes:,} tried",
    )
