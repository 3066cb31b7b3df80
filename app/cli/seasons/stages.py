"""The stages of a season, from the command line."""

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from app.cli.console import voice
from app.cli.console.installation import (
    PublicOption,
    ReasonOption,
    SeasonName,
    database,
    organiser,
    said,
)
from app.cli.console.options import ForceOption, JsonOption, say_json, say_table
from app.cli.console.output import say_csv

if TYPE_CHECKING:
    from app.league.results.banzuke import Seat
    from app.league.results.results import FinishedRun
    from app.league.seasons.stages.plans import StagePlan
    from app.tournament.formats.stages import Phase

commands = typer.Typer()


@commands.command(
    epilog=voice.examples(
        "hikyaku season stages spring-cup",
        "hikyaku season stages spring-cup 'groups groups=8 go-on=2 by-lot=yes' 'knockout third-place=yes'",
        "hikyaku season stages spring-cup 'swiss rounds=5 best=8 ties=buchholz,wins' knockout --tell 'More of us came.'",
        "hikyaku season stages spring-cup --none",
        "hikyaku season stages --formats",
    )
)
def stages(
    slug: SeasonName = "",
    stage: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[STAGE]...",
            help="The stages in order, each with its settings as KEY=VALUE. Without any, they are printed. Every format "
            "also takes best=N (how many go on), seeds=lot, points=W/D/L, ties=LIST, ja=NAME and en=NAME.",
        ),
    ] = None,
    none: Annotated[
        bool, typer.Option("--none", help="No stages: everyone meets everyone once.")
    ] = False,
    formats: Annotated[
        bool, typer.Option("--formats", help="Print all formats with their settings.")
    ] = False,
    reason: ReasonOption = "",
    tell: PublicOption = "",
    as_json: JsonOption = False,
) -> None:
    """Show the stages of a season, or set them until its builds are unsealed.

    Once it has opened, players get a letter about a change, with the reason you give.
    """
    from app.league.acts.table import ACTS
    from app.league.seasons.decisions import season_plans
    from app.store import seasons

    if formats:
        _say_formats(as_json=as_json)
        return
    if not slug:
        raise typer.BadParameter("Name a season, or use --formats for all formats.")
    with said(), database() as at, at.writing() as session:
        season = seasons.by_slug(session, slug)
        if stage or none:
            by = organiser(reason, tell)
            season = ACTS["stages"].do(session, slug, by, stages=stage or [])
        found = season_plans.plan_of(season).stages
    if as_json:
        say_json([each.kept() for each in found])
        return
    _say(tuple(found))


@commands.command(
    epilog=voice.examples(
        "hikyaku season pairings spring-cup pairings.csv --reason 'Drawn in the hall.'",
        "hikyaku season pairings spring-cup",
    )
)
def pairings(
    slug: SeasonName,
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]",
            help="A file with one pairing a line, by number or name: 3 – Alice, or round,first,second. An empty line "
            "ends a round. For a bye write - as the other side. - reads standard input. Without a file, the "
            "pairings are printed.",
        ),
    ] = None,
    reason: ReasonOption = "",
    as_json: JsonOption = False,
) -> None:
    """Set the pairings of a season that is paired by hand, once its entries have closed."""
    from app.cli.lab import read_text
    from app.league.desk import pairings as desk_pairings
    from app.store import seasons

    with said(), database() as at, at.writing() as session:
        season = (
            desk_pairings.pair(session, slug, read_text(file), organiser(reason))
            if file
            else seasons.by_slug(session, slug)
        )
        found, text = season.pairings or [], desk_pairings.written(session, season)
    if as_json:
        say_json(found)
    else:
        voice.say(text or "No pairings by hand.")


def _say(found: "tuple[StagePlan, ...]") -> None:
    from app.league.seasons.stages import plans

    if not found:
        voice.say("No stages: everyone meets everyone once.")
        return
    told = plans.sentences(found, "en")
    for place, (each, sentence) in enumerate(zip(found, told, strict=True), 1):
        voice.say(f"{place}. {sentence}", f"   {each.written()}")


def _say_formats(*, as_json: bool) -> None:
    from app.tournament.formats.catalogue import FORMATS

    if as_json:
        say_json(
            [
                {
                    "format": kind.slug,
                    "label": kind.label,
                    "meaning": kind.meaning,
                    "apart": kind.apart,
                    "settings": {
                        each.slug: {"usual": each.usual, "least": each.least, "most": each.most}
                        for each in kind.settings
                    },
                }
                for kind in FORMATS.values()
            ]
        )
        return
    for kind in FORMATS.values():
        voice.say(f"{kind.slug}: {kind.meaning} {kind.apart}")
        say_table([(f"  {each.slug}=", _values(each), each.label) for each in kind.settings])


def _values(setting: Any) -> str:
    if setting.is_question:
        return "yes or no, usually " + ("yes" if setting.usual else "no")
    return f"{setting.least} to {setting.most:,}, usually {setting.usual}"


def say_tables(finished: "FinishedRun") -> None:
    """Print the table of each stage, and who went on."""
    from app.league.seasons.stages import plans

    told = plans.sentences(finished.plans, "en", len(finished.participants))
    for place, (sentence, phase) in enumerate(zip(told, finished.phases, strict=True), 1):
        voice.say("", f"Stage {place}: {sentence}")
        if phase.teams:
            _say_teams(finished, phase)
        through, drawn = {*phase.cut.through}, {*phase.drawn, *phase.cut.seeded}
        columns = ("place", "points", "wins", "draws", "losses", "", "name")
        rows = (
            (
                str(line.place),
                str(line.points),
                str(line.wins),
                str(line.draws),
                str(line.losses),
                ", ".join(
                    word
                    for word, those in (("goes on", through), ("by lot", drawn))
                    if line.entry in those
                ),
                finished.participants[line.entry].name,
            )
            for line in phase.standings
        )
        say_table([columns, *rows], range(5))


def _say_teams(finished: "FinishedRun", phase: "Phase") -> None:
    from app.tournament.formats.teams import halves

    columns = ("place", "points", "boards", "wins", "draws", "losses", "team")
    rows = (
        (
            *(str(line.place), str(line.points), halves(phase.board_points[line.entry])),
            *(str(line.wins), str(line.draws), str(line.losses)),
            finished.team_of(line.entry).en,
        )
        for line in phase.teams
    )
    say_table([columns, *rows], range(6))
    for match in phase.team_matches:
        first, second = map(halves, match.points)
        other = "rests" if match.second is None else finished.team_of(match.second).en
        score = "" if match.second is None else f"{first} – {second} "
        voice.say(f"  {match.round}. {finished.team_of(match.first).en} {score}{other}")
    voice.say("")


@commands.command(
    epilog=voice.examples(
        "hikyaku season banzuke autumn-cup", "hikyaku season banzuke autumn-cup --csv banzuke.csv"
    )
)
def banzuke(
    slug: SeasonName,
    csv: Annotated[
        str, typer.Option("--csv", metavar="FILE", help="Write CSV to this file; - prints it.")
    ] = "",
    as_json: JsonOption = False,
    force: ForceOption = False,
) -> None:
    """Show the ranking list of a season that continues another, division by division."""
    from app.league.exports.catalogue import BANZUKE
    from app.league.results import banzuke as rankings
    from app.store import seasons

    with said(), database() as at, at.reading() as session:
        found = rankings.list_of(session, seasons.by_slug(session, slug), "en")
    if found is None:
        raise voice.Refused(
            [f"{slug} has no ranking list. It continues no season, or has not closed yet."]
        )
    if csv:
        say_csv(BANZUKE.csv(found), csv, slug, force=force)
    elif as_json:
        say_json(rankings.seats(found))
    elif found.divisions is None:
        voice.say(f"The results of {found.after} are not public yet.")
    else:
        rows = [_seat(each) for each in rankings.seats(found)]
        say_table([_HEADS, *rows], right=[0, 1, 3, 7, 8])


_HEADS: Final = [*("division", "rank", "side", "number", "name", "owner", "move"), "was", "of"]


def _seat(each: "Seat") -> list[str]:
    was = (each.former_place, each.former_of)
    shown = (
        each.division,
        each.rank,
        each.side,
        each.number,
        each.name,
        each.owner,
        each.move,
        *was,
    )
    return ["" if value is None else str(value) for value in shown]
