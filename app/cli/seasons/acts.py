"""Acts on a season from the command line: each moves it on, or a step back."""

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.console import voice
from app.cli.console.installation import (
    PublicOption,
    ReasonOption,
    SeasonName,
    TellOption,
    WordOption,
    database,
    organiser,
    said,
    settings,
    undone,
)
from app.cli.console.options import JsonOption, say_json, say_table
from app.cli.seasons import overview
from app.cli.seasons.options import BeaconOption, Closes, ReleaseOption
from app.cli.seasons.plans import moment_of
from app.errors import Problem, SeasonRefused

if TYPE_CHECKING:
    from sqlmodel import Session

    from app.store.tables import Season

commands = typer.Typer()


def _act(module: str, function: str, slug: str, reason: str = "", tell: str = "") -> str:
    """Do an organiser's act on a season, print its new state, and return it."""
    from importlib import import_module

    act = getattr(import_module(f"app.league.{module}"), function)
    with said(), database() as at, at.writing() as session:
        season = act(session, slug, organiser(reason, tell))
        state: str = season.state.value
    voice.say(f"{slug}: {state}.")
    return state


@commands.command(
    "open",
    epilog=voice.examples(
        "hikyaku season open laplaplus-1", "hikyaku season open laplaplus-1 --no-announce"
    ),
)
def open_(
    slug: SeasonName,
    announce: Annotated[
        bool,
        typer.Option(
            "--announce/--no-announce", help="Write to players of its game, or to no one."
        ),
    ] = True,
    beacon: BeaconOption = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before writing.")] = False,
) -> None:
    """Take entries from now on; players and followers of its game get a letter.

    It says to how many it will write, and asks first where there is a terminal.
    """
    import sys

    from app.league import news, season_plans
    from app.league import seasons as league_seasons
    from app.store import seasons

    def opened(session: "Session") -> "Season":
        if beacon is not None:
            plan = season_plans.plan_of(seasons.locked(session, slug))
            plan = replace(plan, beacon=voice.as_typed(beacon))
            league_seasons.change(session, plan, organiser())
        return league_seasons.open_season(session, slug, organiser(), quiet=not announce)

    with said(), database() as at:
        with at.writing() as session:
            season = seasons.by_slug(session, slug)
            readers = news.readers_of_opening(session, season) if announce else 0
            opened(session)  # or it is refused before anything is asked
            session.rollback()
        voice.complain([f"{slug}: this will write to {voice.many(readers, 'player')}."])
        if readers and not yes and sys.stdin.isatty():
            typer.confirm("Open it?", abort=True, err=True)
        with at.writing() as session:
            season = opened(session)
    voice.say(f"{slug}: {season.state.value}.")


@commands.command(epilog=voice.examples("hikyaku season beacon fest-1 3318"))
def beacon(
    slug: SeasonName,
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="As it was announced.")],
) -> None:
    """Enter the public number that a season named as its beacon: once, from its day on. Rounds of drand are fetched."""
    from app.league.stages import beacons

    with said(), database() as at, at.writing() as session:
        beacons.enter(session, slug, voice.as_typed(number), organiser())
    voice.say(f"{slug}: its beacon is {voice.as_typed(number).strip()}.")


@commands.command(epilog=voice.examples("hikyaku season close laplaplus-1"))
def close(slug: SeasonName) -> None:
    """Take no more entries: read the mail that waits, and number the entries.

    They are unsealed by that, but never before the announced deadline.
    """
    from app.cli.mail.arrivals import read_mail

    if _act("seasons", "close", slug) == "open":  # to mail of before alone
        with database() as at:
            read_mail(at)
        _act("seasons", "close", slug)


@commands.command(
    epilog=voice.examples(
        "hikyaku season reopen laplaplus-1 --closes '2027-04-07 21:00' --tell 'Our server was down.'"
    )
)
def reopen(
    slug: SeasonName, closes: Closes = None, reason: ReasonOption = "", tell: PublicOption = ""
) -> None:
    """Take entries again after closing, until a new deadline; their numbers are given anew. A public act: everybody is told."""
    from app.league import seasons as league_seasons

    problems: list[Problem] = []
    closes_at = moment_of(closes, problems) if closes else None
    with said(), database() as at, at.writing() as session:
        if problems:
            raise SeasonRefused(problems)
        by = organiser(reason, tell)
        state = league_seasons.reopen(session, slug, by, closes_at).state.value
    voice.say(f"{slug}: {state}.")


@commands.command(
    epilog=voice.examples(
        "hikyaku season deadline laplaplus-1 '2027-04-07 21:00' --tell 'Golden Week.'"
    )
)
def deadline(
    slug: SeasonName,
    when: Annotated[
        str,
        typer.Argument(metavar="WHEN", help="As '2027-03-31 21:00' in HIKYAKU_TIMEZONE."),
    ],
    reason: ReasonOption = "",
    tell: PublicOption = "",
) -> None:
    """Move the announced deadline, until it has passed. Everybody is told.

    Builds stay sealed until it, also of a season that has been closed by hand: to see them earlier, move it.
    """
    from app.league import seasons as league_seasons

    problems: list[Problem] = []
    closes_at = moment_of(when, problems)
    with said(), database() as at, at.writing() as session:
        if closes_at is None:
            raise SeasonRefused(problems)
        state = league_seasons.move(session, slug, closes_at, organiser(reason, tell)).state.value
    voice.say(f"{slug}: {state}.")


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
        int | None, typer.Argument(metavar="NUMBER", help="Of the exchange; without: print all.")
    ] = None,
    when: Annotated[
        str,
        typer.Argument(metavar="WHEN", help="As '2027-03-31 21:00' in HIKYAKU_TIMEZONE, or now."),
    ] = "",
    reason: ReasonOption = "",
    tell: PublicOption = "",
    as_json: JsonOption = False,
) -> None:
    """Move the deadline for orders of an exchange, or call it early. Its players are told.

    Matches move on ten minutes after their deadline: mail may be on its way.
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


@commands.command(
    epilog=voice.examples(
        "hikyaku season delete mistaken", "hikyaku season delete mistaken --yes-delete mistaken"
    )
)
def delete(
    slug: SeasonName,
    yes_delete: Annotated[
        str, typer.Option(metavar="SEASON", help="Its name again, if it has been opened.")
    ] = "",
) -> None:
    """Delete a draft, or a mistaken season to which no player has sent anything. The log keeps that."""
    from app.league import seasons as league_seasons

    with said(), database() as at, at.writing() as session:
        league_seasons.delete(session, slug, organiser(), yes_delete)
    voice.say(f"{slug}: deleted.")


@commands.command(epilog=voice.examples("hikyaku season archive laplaplus-1"))
def archive(slug: SeasonName, reason: ReasonOption = "") -> None:
    """Close the book on a published season: it stays public as it is, and nothing can be taken back any more."""
    _act("seasons", "archive", slug, reason)


@commands.command(epilog=voice.examples("hikyaku season run laplaplus-1"))
def run(
    slug: SeasonName,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not report progress.")] = False,
) -> None:
    """Play every pair; a run that was interrupted goes on where it was. Then comes the review.

    Of a season that was played before, only new and changed entries play again. HIKYAKU_COMPUTE says where.
    A run whose results are contradicted by a spot check or by an earlier run is halted, and the season closed again.
    """
    from app.cli.console.progress import counted
    from app.errors import ResultsDiffer
    from app.jobs.runs import run as play
    from app.league.problems import explain
    from app.store import seasons
    from app.store.results import runs
    from app.tournament.executors import ComputeUnavailable

    with said(), database() as at:
        progress = play(at, slug, organiser(), settings().compute)
        try:
            with at.reading() as session, undone(session, slug):
                first = now = next(progress, None)
            if not first or not now:
                voice.say(overview.WAITING.format(slug=slug))
                return
            with counted(first.of - first.battles, quiet=quiet) as done:
                before = first.battles
                for now in progress:
                    done(now.battles - before)
                    before = now.battles
        except ComputeUnavailable as error:
            raise voice.Refused([f"The battles cannot be played: {error}."]) from None
        except ResultsDiffer as refusal:
            sentences = [explain(each, "en") for each in refusal.problems]
            raise voice.Refused([*sentences, overview.HALTED.format(slug=slug)]) from None
        with at.reading() as session:  # of stages no one knows before how many there will be
            finished = runs.latest_finished(session, seasons.by_slug(session, slug))
            played = runs.to_play(finished) if finished else now.battles
    others = f", the other {first.taken_over:,} taken over;" if first.taken_over else ","
    voice.say(f"{slug}: {voice.many(played, 'battle')} played{others} ready for review.")


@commands.command(
    epilog=voice.examples(
        "hikyaku season publish laplaplus-1",
        "hikyaku season publish laplaplus-1 --word 'What a final! See you in spring.'",
        "hikyaku season publish laplaplus-1 --at '2027-04-01 21:00'",
    )
)
def publish(slug: SeasonName, word: WordOption = "", at: ReleaseOption = "") -> None:
    """Make the reviewed results public; every player gets a report by mail, with a word of yours.

    With --at that happens then: until it the season's page announces the moment, and `undo` calls it off.
    """
    from app.league import results

    problems: list[Problem] = []
    release_at = moment_of(at, problems) if at else None
    with said(), database() as here, here.writing() as session:
        if problems:
            raise SeasonRefused(problems)
        season = results.publish(session, slug, organiser("", word), release_at=release_at)
        state = season.state.value
    voice.say(
        f"{slug}: {state}{', to be released at ' + release_at.isoformat() if release_at else ''}."
    )


@commands.command(
    epilog=voice.examples(
        "hikyaku season undo laplaplus-1 --reason 'The entry of Bob was missing' --tell 'An entry was missing.'"
    )
)
def undo(slug: SeasonName, reason: ReasonOption = "", tell: TellOption = "") -> None:
    """Go one step back: from published to review, from review to closed. Letters that left stay sent.

    Players who had results get corrected ones later, with what they are told.
    """
    from app.league import results

    with said(), database() as at, at.writing() as session, undone(session, slug, called_off=True):
        season = results.undo(session, slug, organiser(reason, tell))
    voice.say(f"{slug}: {season.state.value}.")
