"""The record of a season: written, and played again to check it."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from app.cli.console import voice
from app.cli.console.installation import SeasonName, database, organiser, said, settings
from app.cli.console.options import ForceOption, JsonOption, say_json
from app.cli.console.sources import MOST_OF_RECORD, fetched, is_web

commands = typer.Typer()


@commands.command(
    epilog=voice.examples(
        "hikyaku season verify laplaplus-1",
        "hikyaku season verify https://example.org/seasons/spring-cup/record.json --digest 1b4e28ba…",
        "hikyaku season verify spring-cup.zip --seals seals.json",
        "hikyaku season verify spring-cup-2.zip --former spring-cup.zip",
    )
)
def verify(
    season: Annotated[
        str,
        typer.Argument(
            metavar="SEASON|FILE|URL",
            help="A season here, a record.json, an archive, or where one of them is on the web.",
        ),
    ],
    seals: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|URL",
            help="The seals that were published when entries closed: seals.json, or the page as text.",
        ),
    ] = None,
    receipt: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAL|FILE",
            help="The seal of a player's receipt, or the receipt as a file, mail or text; may be repeated.",
        ),
    ] = None,
    digest: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HEX", help="A digest from a letter, a page or elsewhere; may be repeated."
        ),
    ] = None,
    former: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE|URL",
            help="The record or archive of the season that it goes on from: its round before, or that of its ranking.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a season again, from the database or from its record alone, and say what differs.

    The record alone proves that its builds give its results. That these are the builds, owners and names that were
    published is proved by what comes from elsewhere: --seals, --receipt, --digest. Exit code 0: all is proven; 1: something
    is false, or could not be compared; 3: nothing is false, but something cannot be proven, since it is hidden or of an
    earlier format, which the first line names. A season here is compared with the one
    that it goes on from, where that is here, too; a file with that of --former.
    """
    from app.errors import Problem
    from app.league.archive import evidence, package, verification
    from app.league.archive import record as archive_record
    from app.league.problems import explain
    from app.main import create_app
    from app.store import seasons
    from app.web.archive.comparison import Comparison, compare

    path, compared_files = Path(season), Comparison()
    before = list[archive_record.Record | archive_record.EarlierRecord]()
    with said():
        packages = [package.read(fetched(each, MOST_OF_RECORD)) for each in former or ()]
    if is_web(season) or path.suffix in (".json", ".zip") or path.exists():
        with said():
            packed = package.read(fetched(season, MOST_OF_RECORD))
            compared_files = compare(packed, create_app, organiser(), packages)
        record = packed.record
    else:
        with said(), database() as at, at.reading() as session:
            now = datetime.now(UTC)
            record = archive_record.record(session, seasons.by_slug(session, season), now)
            here = [seasons.with_slug(session, slug) for slug in evidence.formers(record)]
            before = [archive_record.record(session, each, now) for each in here if each]
    differences = [*verification.verify(record), *compared_files.differences]
    if seals is not None:
        with said():
            published = evidence.read_seals(fetched(seals))
        differences += evidence.against_seals(record, published)
    with said():
        before += [each.record for each in packages]
        for each in before:
            differences += evidence.against_former(record, each)
        seals_ = [each for named in receipt or () for each in _seals_of(named)]
    differences += evidence.against_receipts(record, seals_)
    differences += evidence.against_digests(record, digest or [])
    differences = [*dict.fromkeys(differences)]
    unproven = [*verification.unproven(record), *compared_files.unproven]
    unproven += [fault for each in before for fault in evidence.unproven_former(each)]
    notes = list(verification.notes(record))
    compared = {each.season.slug for each in before}
    notes += [
        Problem("former-unchecked", words=(slug,))
        for slug in evidence.formers(record)
        if slug not in compared
    ]
    second = {} if isinstance(record, archive_record.EarlierRecord) else record.model_dump()
    about = (record.season.game, record.rules)
    if as_json:
        say_json(
            {"digest": record.digest}
            | {name: second.get(name) for name in ("digest_2", "digest_3")}
            | {"holds": not differences, "proven": not (differences or unproven)}
            | {"differences": [each.plain() for each in differences]}
            | {"unproven": [each.plain() for each in unproven]}
            | {"notes": [each.plain() for each in notes]}
        )
    else:
        if unproven:
            told = "; ".join(explain(each, "en", *about).rstrip(".") for each in unproven)
            voice.say(f"{record.season.slug}: NOT PROVEN: {told}.")
        if not differences:
            battles = voice.many(verification.battles(record), "battle")
            held = "everything else holds" if unproven else "everything holds"
            voice.say(f"{record.season.slug}: {battles} played again, {held}.")
            for name, called in (
                ("digest", "Digest"),
                ("digest_2", "Second digest"),
                ("digest_3", "Third digest"),
            ):
                if (found := getattr(record, name, "")) in verification.computed(record):
                    voice.say(f"{called} {found}")
            if compared_files.same:
                files = voice.many(compared_files.same, "file")
                voice.say(f"{files} of the archive made anew: the same, byte for byte.")
                voice.say(
                    "No digest binds its pictures, and the dates, descriptions and organisers' words of data/chronicle.json."
                )
        if notes:
            voice.say("", *(f"NOTE: {explain(each, 'en')}" for each in notes))
    if differences:
        raise voice.Refused([explain(each, "en", *about) for each in differences])
    if unproven:
        raise typer.Exit(voice.UNPROVEN)


def _seals_of(receipt: str) -> list[str]:
    """The seals of a receipt: the one that was typed, or all in its file."""
    from app.league.archive import evidence

    path = Path(receipt)
    return evidence.read_receipt(fetched(receipt)) if path.is_file() else [receipt]


@commands.command(
    epilog=voice.examples(
        "hikyaku season export laplaplus-1 record.json",
        "hikyaku season export laplaplus-1 --site laplaplus-1.zip",
    )
)
def export(
    slug: SeasonName,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Where to; - prints it.")
    ] = "record.json",
    site: Annotated[
        bool,
        typer.Option(
            "--site", help="Everything public instead: pages, record and data in one zip."
        ),
    ] = False,
    force: ForceOption = False,
) -> None:
    """Write the record of a played season: all that a check of it needs. None while it is sealed.

    With --site the whole season as everybody sees it, once its results are public: pages in both languages that open
    from a disk and on any web server, the record, spreadsheets, lists, a SQLite file, and a program that tells every battle.
    """
    from app.cli.console.output import written
    from app.league.archive import record as archive_record
    from app.store import seasons

    if site:
        _export_site(slug, file if file != "record.json" else f"{slug}.zip", force=force)
        return
    with said(), database() as at, at.reading() as session:
        season = seasons.by_slug(session, slug)
        text = archive_record.record(session, season, datetime.now(UTC)).model_dump_json(indent=1)
    if file == "-":
        voice.say(text)
    else:
        with written(file, force=force) as target:
            target.write(f"{text}\n".encode())
        voice.say(f"{slug}: written to {file}.")


def _export_site(slug: str, file: str, *, force: bool) -> None:
    from app.cli.console.output import written
    from app.main import create_app
    from app.web.archive import bundle

    files: list[str] = []
    if file == "-":
        raise voice.Refused(["A zip is not printed: name a file, such as cup.zip."])
    with said(), database() as at, written(file, force=force) as target:
        bundle.write(create_app(settings(), at), slug, datetime.now(UTC), target, files.append)
    voice.say(f"{slug}: {voice.many(len(files), 'file')} written to {file}.")
