"""How the matches of a season are played, from the command line."""

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.console import voice
from app.cli.console.installation import SeasonName, database, organiser, said, settings
from app.cli.console.options import JsonOption, say_json, say_table
from app.engine import Ruleset
from app.errors import Problem, SeasonRefused

if TYPE_CHECKING:
    from app.league.matches.settings import MatchSettings

commands = typer.Typer()


@commands.command(
    epilog=voice.examples(
        "hikyaku season matches fest-1 --tempo turn --daily 21:00 --weekdays 0,2,4",
        "hikyaku season matches fest-1 --tempo script --rule petit=true --rule scoring=C --double",
        "hikyaku season matches fest-1 --json",
    )
)
def matches(
    slug: SeasonName,
    tempo: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="How players decide: script (all before, by standing orders), turn (by mail or web, until"
            " each deadline) or live (on the web, one decision at a time).",
        ),
    ] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="A decision of the game itself; may be repeated."),
    ] = None,
    daily: Annotated[
        str | None, typer.Option(metavar="TIME", help="Exchanges at this time, such as 21:00.")
    ] = None,
    weekdays: Annotated[
        str | None, typer.Option(metavar="DAYS", help="On these days: 0 is Monday, 6 Sunday.")
    ] = None,
    zone: Annotated[str | None, typer.Option(metavar="ZONE", help="In this time zone.")] = None,
    hours: Annotated[
        int | None,
        typer.Option(metavar="N", help="Exchanges every so many hours; 0: at a time of the day."),
    ] = None,
    early: Annotated[
        bool | None,
        typer.Option("--early/--no-early", help="Move on as soon as all who are asked are ready."),
    ] = None,
    double: Annotated[
        bool | None,
        typer.Option("--double/--single", help="Every pair meets twice, with seats exchanged."),
    ] = None,
    mirror: Annotated[
        bool | None,
        typer.Option("--mirror/--no-mirror", help="Two matches of a pair share their luck."),
    ] = None,
    extensions: Annotated[
        int | None, typer.Option(metavar="N", help="Extensions of each player.")
    ] = None,
    asks: Annotated[
        int | None, typer.Option(metavar="N", help="Questions between two exchanges.")
    ] = None,
    reveal: Annotated[
        str | None,
        typer.Option(metavar="WHEN", help="Records are laid open: with the game or tournament."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say how the matches of a draft are played, or print how those of a season are.

    What is not said stays as it was, or as usual. A season of a game with decisions is opened after this.
    """
    from app.league.matches import beginnings
    from app.league.matches.settings import MatchSettings, rules_of, settings_of
    from app.store import seasons

    given = {
        "tempo": tempo,
        "daily": daily,
        "zone": zone,
        "hours": hours,
        "early": early,
        "double": double,
        "mirror": mirror,
        "extensions": extensions,
        "asks_per_turn": asks,
        "reveal": reveal,
    }
    wanted: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    wanted |= {"hours": None} if hours == 0 else {}
    problems: list[Problem] = []
    if weekdays is not None:
        wanted["weekdays"] = _days(weekdays)
    with said(), database() as at, at.writing() as session:
        season = seasons.by_slug(session, slug)
        game = rules_of(session, season)
        now = settings_of(session, season)
        if wanted or rule:
            before = now or MatchSettings(zone=settings().timezone)
            wanted["config"] = {**before.config, **_rules(game, rule or [], problems)}
            now = replace(before, **wanted)
            try:
                beginnings.decide(session, slug, now, organiser())
            except SeasonRefused as refusal:
                problems += refusal.problems
            if problems:
                raise SeasonRefused(problems)
        elif now is None:
            missing = Problem("matches-not-arranged", season=slug)
            raise SeasonRefused(
                [missing if game.match else Problem("match-no-game", game=game.title)]
            )
        _say(game, now, as_json=as_json)


def _days(typed: str) -> tuple[int, ...]:
    """The days of the week; one that cannot be read is none of them, and refused as such."""
    days = (each.strip() for each in typed.split(",") if each.strip())
    return tuple(sorted({int(each) if each in {*"0123456"} else -1 for each in days}))


def _rules(game: Ruleset, typed: list[str], problems: list[Problem]) -> dict[str, Any]:
    """The decisions by key; a value that is no JSON is a text."""
    keys = [choice.key for choice in game.choices]
    found: dict[str, Any] = {}
    for each in typed:
        key, _, value = each.partition("=")
        if key not in keys:
            problems.append(Problem("match-choice", typed=key[:40], choices=", ".join(keys)))
            continue
        try:
            found[key] = json.loads(value)
        except ValueError:
            found[key] = value
    return found


def _say(game: Ruleset, now: "MatchSettings", *, as_json: bool) -> None:
    if as_json:
        say_json(asdict(now))
        return
    when = f"every {voice.many(now.hours, 'hour')}" if now.hours else f"at {now.daily} ({now.zone})"
    days = ",".join(map(str, now.weekdays))
    of_exchanges = [
        ("exchanges", when if now.hours else f"{when}, days {days}"),
        ("early", "yes" if now.early else "no"),
        ("extensions", str(now.extensions)),
        ("questions", str(now.asks_per_turn)),
    ]
    say_table(
        [
            ("tempo", now.tempo),
            *(of_exchanges if now.tempo != "script" else ()),
            ("matches of a pair", f"{now.meetings}{', the same luck' if now.mirror else ''}"),
            ("revealed with the", now.reveal),
            *((choice.key, choice.named(now.config).en) for choice in game.choices),
        ]
    )
