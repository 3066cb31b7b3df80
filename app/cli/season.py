"""Seasons from the command line: everything an organiser does with one."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from app.cli import voice
from app.cli.installation import (
    ReasonOption,
    SeasonName,
    database,
    organiser,
    said,
    settings,
)
from app.cli.options import GameName, JsonOption, say_json, say_table

if TYPE_CHECKING:
    from app.league.running import Progress
    from app.store.database import Database
    from app.store.tables import Entry, Season

_HALTED: Final = (
    "Nothing of that run is kept. `hikyaku season run {slug}` plays every pair anew; if that is halted too, the program "
    "that plays them here is faulty: with HIKYAKU_PURE=1 the reference itself plays every battle, slowly."
)

commands = typer.Typer(help="Create, run and check seasons.", no_args_is_help=True)


@commands.command(
    epilog=voice.examples(
        "hikyaku season create laplaplus spring-cup --title-en 'Spring Cup' --closes '2027-03-31 21:00'"
    )
)
def create(
    game: GameName,
    slug: Annotated[str, typer.Argument(metavar="SLUG", help="Its name in addresses.")],
    title_ja: Annotated[str, typer.Option(metavar="T", help="Its Japanese title.")] = "",
    title_en: Annotated[str, typer.Option(metavar="T", help="Its English title.")] = "",
    closes: Annotated[
        str,
        typer.Option(metavar="WHEN", help="Deadline, as '2027-03-31 21:00' in HIKYAKU_TIMEZONE."),
    ] = "",
    scoring: Annotated[
        str, typer.Option(metavar="W/D/L", help="Points for a win, a draw, a loss.")
    ] = "3/1/0",
    tie_breaks: Annotated[
        str,
        typer.Option(metavar="LIST", help="What separates equals, in order, with commas."),
    ] = "head-to-head,sonneborn-berger,wins",
) -> None:
    """Create a season. It takes no entries before it is opened."""
    from app.league import opening

    plan = opening.Plan(
        game, slug, title_ja, title_en, _moment(closes), _scoring(scoring, tie_breaks)
    )
    with said(), database() as at, at.writing() as session:
        opening.create(session, plan, organiser())
    voice.say(f"{slug}: draft.")


@commands.command("list", epilog=voice.examples("hikyaku season list"))
def list_(as_json: JsonOption = False) -> None:
    """List all seasons, the newest first."""
    from app.store import seasons

    with database() as at, at.reading() as session:
        found = [_facts(season) for season in seasons.every(session)]
    if as_json:
        say_json(found)
    elif found:
        say_table(
            [[str(each[name] or "") for name in ("season", "state", "title_en")] for each in found]
        )
    else:
        voice.say("There is no season yet: hikyaku season create --help")


@commands.command(epilog=voice.examples("hikyaku season show laplaplus-1"))
def show(slug: SeasonName, as_json: JsonOption = False) -> None:
    """Show a season: its state, its rules, how far its run is, and its standings once it has been played."""
    from datetime import UTC

    from app.league import reviewing, running
    from app.league.explaining import explain
    from app.store import runs, seasons
    from app.store.tables import SeasonState

    with said(), database() as at, at.reading() as session:
        season = seasons.by_slug(session, slug)
        facts = _facts(season)
        run = runs.latest(session, season)
        if run and season.state is SeasonState.RUNNING:
            facts |= _progress(running.progress(session, run, datetime.now(UTC)))
        if run and season.state is SeasonState.CLOSED and run.halted_at:
            lang = voice.language()
            facts["halted"] = [explain(each, lang) for each in running.why_halted(run)]
        if run and run.digest:
            facts |= {
                "digest": run.digest,
                "standings": _standings(reviewing.finished(session, season, run)),
            }
    if as_json:
        say_json(facts)
        return
    standings = facts.pop("standings", [])
    halted = facts.pop("halted", [])
    say_table([[name.replace("_", " "), str(value)] for name, value in facts.items() if value])
    if halted:
        voice.say("", "The last run was halted, since its results are contradicted:", *halted)
        voice.say(_HALTED.format(slug=slug))
    if standings:
        voice.say("")
        _say_standings(standings)


def say_standings(at: "Database", slug: str) -> None:
    """Print the standings of a played season, and its digest."""
    from app.league import reviewing
    from app.store import runs, seasons

    with at.reading() as session:
        season = seasons.by_slug(session, slug)
        run = runs.latest(session, season)
        if run and run.digest:
            _say_standings(_standings(reviewing.finished(session, season, run)))
            voice.say("", f"Digest {run.digest}")


def _say_standings(standings: list[dict[str, Any]]) -> None:
    columns = ("place", "points", "wins", "draws", "losses", "name", "owner")
    rows = ([str(line[name]) for name in columns] for line in standings)
    say_table([list(columns), *rows], range(5))


@commands.command(epilog=voice.examples("hikyaku season entries laplaplus-1 --json"))
def entries(slug: SeasonName, as_json: JsonOption = False) -> None:
    """List the entries. Builds and stories are sealed until the season has closed."""
    from app.store import entries as stored
    from app.store import seasons

    with said(), database() as at, at.reading() as session:
        season = seasons.by_slug(session, slug)
        found = [_entry(season, entry) for entry in stored.of_season(session, season)]
        held = [
            {"number": None, "name": each.name, "owner": each.owner, "revision": each.serial}
            | {"state": "held"}
            for each in stored.held(session, season)
        ]
    listed = [*filter(None, found), *held]
    if as_json:
        say_json(listed)
        return
    columns = ("number", "name", "owner", "revision", "state")
    say_table(
        [[str("" if each[name] is None else each[name]) for name in columns] for each in listed],
        [0, 3],
    )


def _act(module: str, function: str, slug: str, reason: str = "") -> None:
    """Do an organiser's act on a season and say what state it is in."""
    from importlib import import_module

    act = getattr(import_module(f"app.league.{module}"), function)
    with said(), database() as at, at.writing() as session:
        season = act(session, slug, organiser(reason))
        state = season.state.value
    voice.say(f"{slug}: {state}.")


@commands.command("open", epilog=voice.examples("hikyaku season open laplaplus-1"))
def open_(slug: SeasonName) -> None:
    """Take entries from now on."""
    _act("opening", "open_season", slug)


@commands.command(epilog=voice.examples("hikyaku season close laplaplus-1"))
def close(slug: SeasonName) -> None:
    """Take no more entries: read the mail that waits, number the entries, unseal them."""
    from app.cli.mail import read_mail

    with database() as at:
        read_mail(at)
    _act("closing", "close", slug)


@commands.command(
    epilog=voice.examples("hikyaku season reopen laplaplus-1 --reason 'server was down'")
)
def reopen(slug: SeasonName, reason: ReasonOption = "") -> None:
    """Take entries again after closing; their numbers are given anew."""
    _act("closing", "reopen", slug, reason)


@commands.command(epilog=voice.examples("hikyaku season run laplaplus-1"))
def run(
    slug: SeasonName,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not report progress.")] = False,
) -> None:
    """Play every pair; a run that was interrupted goes on where it was. Then comes the review.

    Of a season that was played before, only new and changed entries play again. HIKYAKU_COMPUTE says where.
    A run whose results are contradicted by a spot check or by an earlier run is halted, and the season closed again.
    """
    from app.cli.progress import counted
    from app.errors import ResultsDiffer
    from app.jobs.seasons import run as play
    from app.league.computing import ComputeUnavailable
    from app.league.explaining import explain

    with said(), database() as at:
        progress = play(at, slug, organiser(), settings().compute)
        try:
            first = next(progress)
            with counted(first.of - first.battles, voice.language(), quiet=quiet) as done:
                before = first.battles
                for now in progress:
                    done(now.battles - before)
                    before = now.battles
        except ComputeUnavailable as error:
            raise voice.Refused([f"The battles cannot be played: {error}."]) from None
        except ResultsDiffer as refusal:
            lang = voice.language()
            sentences = [explain(each, lang) for each in refusal.problems]
            raise voice.Refused([*sentences, _HALTED.format(slug=slug)], lang) from None
    others = f", the other {first.taken_over:,} taken over;" if first.taken_over else ","
    voice.say(f"{slug}: {first.of:,} battles played{others} ready for review.")


@commands.command(epilog=voice.examples("hikyaku season publish laplaplus-1"))
def publish(slug: SeasonName) -> None:
    """Make the reviewed results public; every player gets a report by mail."""
    _act("publishing", "publish", slug)


@commands.command(epilog=voice.examples("hikyaku season undo laplaplus-1 --reason 'wrong entry'"))
def undo(slug: SeasonName, reason: ReasonOption = "") -> None:
    """Go one step back: from published to review, from review to closed. Letters that left stay sent."""
    _act("publishing", "undo", slug, reason)


@commands.command(
    epilog=voice.examples(
        "hikyaku season withdraw laplaplus-1 'The Bee' --reason 'asked by its owner'"
    )
)
def withdraw(
    slug: SeasonName,
    entry: Annotated[str, typer.Argument(metavar="ENTRY", help="Its name or number.")],
    reason: ReasonOption = "",
) -> None:
    """Take an entry out of the season; its player is told why."""
    from app.league import changing

    with said(), database() as at, at.writing() as session:
        changing.withdraw(session, slug, entry, organiser(reason))
    voice.say(f"{slug}: {entry} is withdrawn.")


@commands.command(
    epilog=voice.examples(
        "hikyaku season add laplaplus-1 '攻響核核/Latecomer' --reason 'lost in the post'"
    )
)
def add(
    slug: SeasonName,
    build: Annotated[str, typer.Argument(metavar="BUILD/NAME", help="The build and the name.")],
    owner: Annotated[str, typer.Option(metavar="NAME", help="Public name of its player.")] = "",
    lore: Annotated[str, typer.Option(metavar="TEXT", help="Its story.")] = "",
    url: Annotated[str, typer.Option(metavar="URL", help="Its player's page.")] = "",
    reason: ReasonOption = "",
) -> None:
    """Add an entry for somebody without an address; after closing it is numbered last."""
    from app.games import ruleset
    from app.league import changing
    from app.league.submitting import Submission
    from app.store import seasons

    text = voice.as_typed(build)
    with database() as at:
        with said(), at.reading() as session:
            game = ruleset(seasons.by_slug(session, slug).game)
        with said(game.slug), at.writing() as session:
            name = game.read_build(text).name or ""
            submission = Submission(name, text, owner, lore, url)
            changing.add(session, slug, submission, organiser(reason))
    voice.say(f"{slug}: {name} is in.")


@commands.command(
    epilog=voice.examples("hikyaku season verify laplaplus-1", "hikyaku season verify record.json")
)
def verify(
    season: Annotated[
        str, typer.Argument(metavar="SEASON|FILE", help="A season here, or a record.json.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Play a season again, from the database or from its record alone, and say what differs."""
    from dataclasses import asdict

    from app.league import recording, verifying
    from app.league.explaining import explain
    from app.store import seasons

    path = Path(season)
    if path.suffix == ".json" or path.exists():
        record = _read_record(path)
    else:
        with said(), database() as at, at.reading() as session:
            record = recording.record(session, seasons.by_slug(session, season))
    differences = list(verifying.verify(record))
    if as_json:
        say_json(
            {"digest": record.digest, "holds": not differences}
            | {"differences": [asdict(each) for each in differences]}
        )
    elif not differences:
        battles = len(record.entries) * (len(record.entries) - 1) // 2
        voice.say(f"{record.season.slug}: {battles:,} battles played again, everything holds.")
        voice.say(f"Digest {record.digest}")
    if differences:
        lang = voice.language()
        raise voice.Refused([explain(each, lang, record.season.game) for each in differences], lang)


@commands.command(epilog=voice.examples("hikyaku season export laplaplus-1 record.json"))
def export(
    slug: SeasonName,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Where to; - prints it.")
    ] = "record.json",
) -> None:
    """Write the record of a played season: everything that anybody needs to check it."""
    from app.cli.crosstable import written
    from app.league import recording
    from app.store import seasons

    with said(), database() as at, at.reading() as session:
        text = recording.record(session, seasons.by_slug(session, slug)).model_dump_json(indent=1)
    if file == "-":
        voice.say(text)
    else:
        with written(file, voice.language()) as target:
            target.write(f"{text}\n".encode())
        voice.say(f"{slug}: written to {file}.")


def _read_record(path: Path) -> Any:
    from pydantic import ValidationError

    from app.league.recording import Record

    try:
        return Record.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise voice.Refused(
            f"{path.name} is no record of a season: {'.'.join(map(str, fault['loc']))}: {fault['msg']}."
            for fault in error.errors()
        ) from None


def _facts(season: "Season") -> dict[str, Any]:
    return {
        "season": season.slug,
        "state": season.state.value,
        "title_ja": season.title_ja,
        "title_en": season.title_en,
        "game": season.game,
        "rules": season.rules_version,
        "scoring": f"{season.win}/{season.draw}/{season.loss}",
        "tie_breaks": season.tie_breaks,
        "closes_at": _shown(season.closes_at),
        "published_at": _shown(season.published_at),
    }


def _progress(so_far: "Progress") -> dict[str, Any]:
    """How far a run is."""
    left = round(so_far.left.total_seconds()) if so_far.left else None
    return {"played": so_far.battles, "to_play": so_far.of, "seconds_left": left}


def _entry(season: "Season", entry: "Entry") -> dict[str, Any] | None:
    """An entry as the organiser may see it; None for one that nothing counts of."""
    from app.games import ruleset
    from app.league.flavouring import lines_of, names_of
    from app.store.tables import SeasonState

    revision = entry.current
    if not revision:
        return None
    facts: dict[str, Any] = {
        "number": entry.number,
        "name": revision.name,
        "owner": revision.owner,
        "revision": revision.serial,
        "state": revision.state.value,
    }
    if season.state is SeasonState.OPEN:
        return facts | {"sealed": True}
    cards = ruleset(season.game).read_build(revision.build).cards
    return facts | {
        "build": cards,
        "lore": revision.lore,
        "url": revision.url,
        "flavour": names_of(revision.extras),
        "lines": lines_of(revision.extras),
    }


def _standings(finished: Any) -> list[dict[str, Any]]:
    return [
        {
            "place": line.place,
            "number": finished.participants[line.entry].number,
            "name": finished.participants[line.entry].name,
            "owner": finished.participants[line.entry].owner,
            "points": line.points,
            "wins": line.wins,
            "draws": line.draws,
            "losses": line.losses,
            "tie_breaks": line.tie_breaks,
        }
        for line in finished.standings
    ]


def _moment(typed: str) -> datetime | None:
    """A deadline as typed: local to the installation unless it names its offset."""
    if not typed:
        return None
    try:
        moment = datetime.fromisoformat(typed)
    except ValueError:
        raise voice.Refused([f"{typed} is no moment: write it like 2027-03-31 21:00."]) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=settings().zone)


def _shown(moment: datetime | None) -> str | None:
    return moment.astimezone(settings().zone).isoformat(timespec="minutes") if moment else None


def _scoring(points: str, tie_breaks: str) -> Any:
    from app.league.standing import Scoring, TieBreak

    try:
        win, draw, loss = map(int, points.split("/"))
    except ValueError:
        raise voice.Refused([f"{points} is no scoring: write it like 3/1/0."]) from None
    names = [name.strip() for name in tie_breaks.split(",") if name.strip()]
    unknown = [name for name in names if name not in list(TieBreak)]
    if unknown or len(set(names)) < len(names):
        there_are = ", ".join(TieBreak)
        raise voice.Refused(
            [f"Tie-breaks are {there_are}, each at most once; not {', '.join(unknown or names)}."]
        )
    return Scoring(win, draw, loss, tuple(map(TieBreak, names)))
