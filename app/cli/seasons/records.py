"""The record of a season: written, and played again to check it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from app.cli.console import voice
from app.cli.console.installation import SeasonName, database, organiser, said, settings
from app.cli.console.options import ForceOption, JsonOption, say_json
from app.cli.console.output import written
from app.errors import Problem

if TYPE_CHECKING:
    from app.league.archive.evidence import PublishedSeals
    from app.league.archive.record import EarlierRecord, Record
    from app.web.archive.comparison import ArchiveComparison

_DIGESTS: Final = {
    "digest": "Digest",
    "digest_2": "Second digest",
    "digest_3": "Third digest",
}

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
            help="A season here, a record.json, an archive, or the web address of one.",
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
            help="The seal of a player's receipt, or the receipt as a file, mail or text. May be repeated.",
        ),
    ] = None,
    digest: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HEX", help="A digest from a letter, a page or elsewhere. May be repeated."
        ),
    ] = None,
    former: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE|URL",
            help="The record or archive of the season it continues: its round before, or that of its ranking.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a season again, from the database or its record, and say what differs.

    The record alone proves that its builds give its results. To prove that these builds, owners and
    names are the published ones, add --seals, --receipt or --digest.

    Exit codes: 0 all is proven; 1 something is false, or could not be compared; 3 nothing is false,
    but something hidden or of an earlier format cannot be proven, as the first line says.

    A season here is compared with the season it continues, if that is here. For a file, name that
    season with --former.
    """
    from app.cli.console.sources import MOST_OF_RECORD, fetched, is_web
    from app.league.archive import evidence, package, record as archive_record
    from app.main import create_app
    from app.store import seasons
    from app.web.archive.comparison import ArchiveComparison, compare

    path, files = Path(season), ArchiveComparison()
    before = list[archive_record.Record | archive_record.EarlierRecord]()
    with said():
        packages = [package.read(fetched(each, MOST_OF_RECORD)) for each in former or ()]
    if is_web(season) or path.suffix in (".json", ".zip") or path.exists():
        with said():
            packed = package.read(fetched(season, MOST_OF_RECORD))
            files = compare(packed, create_app, organiser(), packages)
        record = packed.record
    else:
        with said(), database() as at, at.reading() as session:
            now = datetime.now(UTC)
            record = archive_record.record(session, seasons.by_slug(session, season), now)
            here = [seasons.with_slug(session, slug) for slug in evidence.formers(record)]
            before = [archive_record.record(session, each, now) for each in here if each]
    before += [each.record for each in packages]
    with said():
        published = evidence.read_seals(fetched(seals)) if seals is not None else None
        received = [each for named in receipt or () for each in _seals_of(named)]
        found = _Verdict.of(record, files, before, published, received, digest or [])
    if as_json:
        say_json(found.facts())
    else:
        found.say()
    if found.differences:
        raise voice.Refused(found.told(found.differences))
    if found.unproven:
        raise typer.Exit(voice.UNPROVEN)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """The findings of a check of a record: what is false, what cannot be proven, and notes."""

    record: "Record | EarlierRecord"
    files: "ArchiveComparison"
    differences: Sequence[Problem]
    unproven: Sequence[Problem]
    notes: Sequence[Problem]

    @classmethod
    def of(
        cls,
        record: "Record | EarlierRecord",
        files: "ArchiveComparison",
        before: "Sequence[Record | EarlierRecord]",
        published: "PublishedSeals | None",
        received: Sequence[str],
        digests: Sequence[str],
    ) -> "_Verdict":
        """The record was played again, and compared with all this."""
        from app.league.archive import evidence, verification

        compared = {each.season.slug for each in before}
        unchecked = [slug for slug in evidence.formers(record) if slug not in compared]
        differences = [
            *verification.verify(record),
            *files.differences,
            *(evidence.against_seals(record, published) if published else ()),
            *(fault for each in before for fault in evidence.against_former(record, each)),
            *evidence.against_receipts(record, received),
            *evidence.against_digests(record, digests),
        ]
        return cls(
            record,
            files,
            [*dict.fromkeys(differences)],
            [
                *verification.unproven(record),
                *files.unproven,
                *(fault for each in before for fault in evidence.unproven_former(each)),
            ],
            [
                *verification.notes(record),
                *(Problem("former-unchecked", season=slug) for slug in unchecked),
            ],
        )

    def told(self, problems: Iterable[Problem]) -> list[str]:
        """They in sentences, in the words of the game."""
        from app.league.problems import explain

        return [
            explain(each, "en", self.record.season.game, self.record.rules) for each in problems
        ]

    def facts(self) -> dict[str, Any]:
        """All findings, for programs."""
        digests = {name: getattr(self.record, name, "") or None for name in _DIGESTS}
        proven = not (self.differences or self.unproven)
        return (
            digests
            | {"holds": not self.differences, "proven": proven}
            | {
                name: [each.plain() for each in getattr(self, name)]
                for name in ("differences", "unproven", "notes")
            }
        )

    def say(self) -> None:
        """Print what holds, what is not proven, and the notes. The refusal then says what is false."""
        from app.league.archive import verification

        slug = self.record.season.slug
        if self.unproven:
            told = "; ".join(each.rstrip(".") for each in self.told(self.unproven))
            voice.say(f"{slug}: NOT PROVEN: {told}.")
        if not self.differences:
            battles = voice.many(verification.battles(self.record), "battle")
            held = "everything else holds" if self.unproven else "everything holds"
            voice.say(f"{slug}: {battles} played again, {held}.")
            computed = verification.computed(self.record)
            for name, called in _DIGESTS.items():
                if (found := getattr(self.record, name, "")) in computed:
                    voice.say(f"{called} {found}")
            if self.files.same:
                files = voice.many(self.files.same, "file")
                voice.say(
                    f"{files} of the archive were made again, and are the same byte for byte."
                )
                voice.say(
                    "No digest covers its pictures, nor the dates, descriptions and organisers' words in data/chronicle.json."
                )
        if self.notes:
            voice.say("", *(f"NOTE: {each}" for each in self.told(self.notes)))


def _seals_of(receipt: str) -> list[str]:
    """The seals of a receipt: the one that was typed, or all in its file."""
    from app.cli.console.sources import fetched
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
            "--site", help="Write everything public instead, pages, record and data, in one zip."
        ),
    ] = False,
    force: ForceOption = False,
) -> None:
    """Write the record of a played season, which is all that a check of it needs.

    A sealed season has no record. --site writes the whole public season once its results are
    public. It has pages in both languages, for a disk or any web server, the record, spreadsheets,
    lists, a SQLite file, and a program that tells every battle.
    """
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
    from app.main import create_app
    from app.web.archive import bundle

    files: list[str] = []
    if file == "-":
        raise voice.Refused(["A zip cannot be printed. Name a file, such as cup.zip."])
    with said(), database() as at, written(file, force=force) as target:
        site, now = create_app(settings(), at), datetime.now(UTC)
        bundle.write(site, slug, now, target, files.append, create_app)
    voice.say(f"{slug}: {voice.many(len(files), 'file')} written to {file}.")
