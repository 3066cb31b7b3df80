"""The timetable of a season from the command line: printed, planned, held, skipped and resumed."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.console import voice
from app.cli.console.installation import (
    PublicOption,
    ReasonOption,
    SeasonName,
    TellOption,
    database,
    organiser,
    said,
    settings,
)
from app.cli.console.options import JsonOption, say_json, say_table
from app.cli.console.steps import in_words
from app.cli.seasons.plans import moment_of
from app.errors import Problem, SeasonRefused
from app.text.moments import read_moment, zone_in

if TYPE_CHECKING:
    from sqlmodel import Session

    from app.league.timetable.steps import Milestone
    from app.store.security.audits import Organiser

commands = typer.Typer()


@commands.command(
    epilog=voice.examples(
        "hikyaku season timetable spring-cup",
        "hikyaku season timetable spring-cup plan release '2027-04-01 21:00 Asia/Tokyo'",
        "hikyaku season timetable spring-cup plan nights '2027-04-01 21:00 Asia/Tokyo' --nights 4",
        "hikyaku season timetable spring-cup plan deadline '2027-04-07 21:00' --with-later --tell 'Golden Week.'",
        "hikyaku season timetable spring-cup hold run --reason 'An entry is looked at.'",
    )
)
def timetable(
    slug: SeasonName,
    act: Annotated[
        str,
        typer.Argument(
            metavar="ACT", help="plan, hold, skip or resume. Without it, all steps are printed."
        ),
    ] = "",
    step: Annotated[
        str,
        typer.Argument(
            metavar="STEP",
            help="opening, deadline, run, release or archive; night-1 and so on; to plan: nights.",
        ),
    ] = "",
    when: Annotated[
        str,
        typer.Argument(
            metavar="WHEN",
            help="To plan: '2027-03-31 21:00' in HIKYAKU_TIMEZONE, or '2027-03-31 21:00 Asia/Tokyo'.",
        ),
    ] = "",
    with_later: Annotated[
        bool,
        typer.Option(
            "--with-later", help="Move all later steps along, each keeping its time of day."
        ),
    ] = False,
    nights: Annotated[
        int | None,
        typer.Option(metavar="N", help="For nights: in how many nights the results come out."),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(metavar="N", help="For nights: how many rounds come out each night."),
    ] = None,
    quiet: Annotated[
        bool,
        typer.Option("--quiet", "-q", help="Send no letters at the opening, or on the nights."),
    ] = False,
    reason: ReasonOption = "",
    tell: TellOption = "",
    as_json: JsonOption = False,
) -> None:
    """Print the steps of a season, or change one.

    The season takes its steps by itself, and catches up on missed ones. A held step also holds
    those after it. A skipped step is left to you. Once the season is open, give a reason for the
    log (--reason) or for the players (--tell).
    """
    from app.league.timetable import steps
    from app.store import seasons

    with said(), database() as at, at.writing() as session:
        if act:
            _change(
                session,
                slug,
                act,
                step,
                when,
                organiser(reason, tell),
                quiet=quiet,
                with_later=with_later,
                nights=nights,
                rounds=rounds,
            )
        season = seasons.by_slug(session, slug)
        found = steps.milestones(session, season)
        if not as_json:
            _say_letters(session, slug, found)
    rows = [_row(each) for each in found]
    if say_json(rows, as_json):
        return
    columns = ("step", "at", "zone", "standing", "problems")
    say_table([columns, *([str(row[name] or "") for name in columns] for row in rows)])


def _change(
    session: "Session",
    slug: str,
    act: str,
    step: str,
    when: str,
    by: "Organiser",
    *,
    quiet: bool,
    with_later: bool,
    nights: int | None,
    rounds: int | None,
) -> None:
    from app.league.acts.stages import MARKS
    from app.league.acts.table import ACTS
    from app.league.seasons import news
    from app.league.timetable import nights as league_nights, steps
    from app.store import seasons

    if act == "plan":
        problems: list[Problem] = []
        at = read_moment(when, settings().zone, problems)
        if at is None:
            raise SeasonRefused(problems)
        zone = zone_in(when) or settings().timezone
        if step == "nights":
            league_nights.plan(
                session, slug, at, by, zone=zone, nights=nights, rounds=rounds, quiet=quiet
            )
            fighting = news.readers_of(session, seasons.by_slug(session, slug), "counts").players
            readers = 0 if quiet else len(fighting)
            voice.complain(
                [f"{slug}: each night would write to {voice.many(readers, 'player')} now."]
            )
            return
        steps.plan(session, slug, step, at, by, zone=zone, quiet=quiet, with_later=with_later)
        return
    if act not in MARKS:
        raise voice.Refused([f'There is no "{act}". Write plan, hold, skip or resume.'])
    ACTS[act].do(session, slug, by, step=step)


def _say_letters(session: "Session", slug: str, found: "list[Milestone]") -> None:
    """To how many the opening would write, while it is still to come."""
    from app.league.seasons import news
    from app.store import seasons

    opening = found[0]
    if opening.is_to_come:
        season = seasons.by_slug(session, slug)
        readers = 0 if opening.quiet else news.readers_of_opening(session, season)
        voice.complain([f"{slug}: opened now, it would write to {voice.many(readers, 'player')}."])


def _row(each: "Milestone") -> dict[str, Any]:

    return {
        "step": each.name,
        "at": each.at.astimezone(settings().zone).isoformat(timespec="minutes")
        if each.at
        else None,
        "zone": each.zone,
        "standing": each.standing if each.at else "",
        "quiet": each.quiet,
        "problems": " ".join(in_words(problem) for problem in each.problems),
    }


@commands.command(
    epilog=voice.examples(
        "hikyaku season exchange fest-1",
        "hikyaku season exchange fest-1 3 '2027-04-07 21:00' --tell 'Golden Week.'",
        "hikyaku season exchange fest-1 3 now --tell 'All are ready.'",
    )
)
def exchange(
    slug: SeasonName,
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="NUMBER", help="The number of the exchange. Without it, all are printed."
        ),
    ] = None,
    when: Annotated[
        str,
        typer.Argument(metavar="WHEN", help="As '2027-03-31 21:00' in HIKYAKU_TIMEZONE, or now."),
    ] = "",
    reason: ReasonOption = "",
    tell: PublicOption = "",
    as_json: JsonOption = False,
) -> None:
    """Move the deadline of an exchange, or end it now. Its players are told.

    Matches move on ten minutes after the deadline, also after `now`, since mail may be on its way.
    """
    from app.league.matches import deadlines
    from app.store import seasons

    problems: list[Problem] = []
    with said(), database() as at, at.writing() as session:
        if number is not None:
            by = organiser(reason, tell)
            moment = by.now if when == "now" else moment_of(when, problems)
            if moment is None:
                raise SeasonRefused(problems)
            deadlines.move(session, slug, number, moment, by)
        found = deadlines.agenda(session, seasons.by_slug(session, slug))
    if as_json:
        say_json([asdict(each) | {"deadline": each.deadline.isoformat()} for each in found])
        return
    if not found:
        voice.say(f"{slug}: no exchange takes orders.")
        return
    zone = settings().zone
    rows = [
        (str(each.number), f"{each.deadline.astimezone(zone):%Y-%m-%d %H:%M}", str(each.waiting))
        for each in found
    ]
    say_table([("exchange", "deadline", "matches"), *rows], right={0, 2})
