"""How fast mail comes in and goes out here, and that no letter is lost or doubled by what happens to a worker."""

from enum import StrEnum
from typing import Annotated

import typer

from app.cli.console import voice
from app.cli.console.options import JsonOption, say_json, say_table

commands = typer.Typer()

DatabaseOption = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="An empty database to work in, such as postgresql://…; else a SQLite file that is thrown away.",
        show_default=False,
    ),
]


class Doubt(StrEnum):
    """What becomes of a letter that may or may not have left."""

    HOLD = "hold"
    RESEND = "resend"


@commands.command(
    epilog=voice.examples("hikyaku bench mail", "hikyaku bench mail --mails 50000 --json")
)
def mail(
    mails: Annotated[int, typer.Option(min=10, max=1_000_000, help="How many there are.")] = 1000,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Measure how many mails a second one worker keeps, answers, renders and sends.

    Players whom nobody knows enter a season by mail and are asked whether it was them. Letters go to a mail server on the loopback; every commit is on the
    disk before the next mail. Memory is the most that was held in the first and in the last tenth of a step.
    """
    from dataclasses import asdict

    from app.bench.mail import measure_mail

    figures = measure_mail(mails, database)
    if as_json:
        say_json(asdict(figures))
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
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Kill workers while they send letters, and see whether a letter is lost or leaves twice.

    They die by SIGKILL, half of them at random instants, half at named points. The mail server says 4xx to 5 letters of 100, 5xx to 1, and cuts the line
    after another. The exit code is 1 if a letter was lost or doubled.
    """
    from dataclasses import asdict

    from app.bench.crash import measure_crashes

    figures = measure_crashes(letters, kills, doubt.value, database)
    if as_json:
        say_json(asdict(figures))
    else:
        died = ", ".join(f"{name} {times}" for name, times in figures.killed_at_points.items())
        voice.say(
            f"{figures.letters:,} letters, {figures.database}, doubtful ones: {figures.doubt}",
            f"{figures.kills} workers killed in {figures.seconds:,.0f} s, {figures.killed_at_random} of them at random instants, the others at:",
            died,
            "",
        )
        rows = {
            "sent": figures.sent,
            "in doubt": figures.in_doubt,
            "dead": figures.dead,
            "left twice after doubt": figures.twice,
            "lost": figures.lost,
            "doubled": figures.doubled,
        }
        say_table([[name, f"{number:,}"] for name, number in rows.items()], right={1})
    if figures.lost or figures.doubled:
        raise voice.Refused([f"{figures.lost} letters were lost, {figures.doubled} doubled."])
    if figures.kills < kills:
        raise voice.Refused([f"Only {figures.kills} workers could be killed: name more letters."])
