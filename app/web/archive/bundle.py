"""The archive of a season as one zip: its pages, its data, and the program that tells its battles."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from sqlmodel import Session

from app.engine import Lang
from app.errors import Problem, SeasonRefused
from app.i18n import LANGS, translations
from app.league import visibility
from app.league.archive import package
from app.league.archive.chronicle import Chronicle, chronicle
from app.league.archive.record import Record, public_record
from app.league.exports import catalogue
from app.league.results.results import FinishedRun, shown
from app.store.tables import Season
from app.web.archive import makers
from app.web.archive.addresses import AddressBook, Leaf
from app.web.archive.program import program_of, put, this_program
from app.web.dependencies import SiteApp
from app.web.rendering import STATIC, environment
from app.web.views.results import OF_BATTLES
from app.web.views.tables.opponents import met, opponents


@dataclass(frozen=True, slots=True)
class Archive:
    """Everything collected about a season before its archive is written."""

    season: Season
    record: Record
    chronicle: Chronicle
    run: FinishedRun
    tables: dict[Lang, FinishedRun]
    book: AddressBook


def write(
    app: SiteApp,
    slug: str,
    now: datetime,
    target: IO[bytes],
    told: Callable[[str], object],
    maker: makers.SiteMaker | None = None,
) -> Archive:
    """The archive of the season as everybody sees it; `told` hears of each file.

    With the `maker` of the app, many pages are made by processes on all cores.
    The same season makes the same bytes. Raises `SeasonRefused` before its results are public, or if they are taken
    back meanwhile.
    """
    with ZipFile(target, "w", ZIP_DEFLATED) as file:

        def keep(name: str, content: bytes) -> None:
            put(file, name, content)
            told(name)

        return make(app, slug, now, keep, maker)


def make(
    app: SiteApp,
    slug: str,
    now: datetime,
    take: Callable[[str, bytes], object],
    maker: makers.SiteMaker | None = None,
) -> Archive:
    """Make every file of the archive in turn and pass it to `take`. The list of all files comes last."""
    site, sums = app.site, dict[str, str]()

    def keep(name: str, content: bytes) -> None:
        sums[name] = sha256(content).hexdigest()
        take(name, content)

    with site.database.reading() as session:
        archive = _archive(session, slug, now, site.settings.base_url)
    for name, content in _data(archive):
        keep(name, content)
    _walk(app, archive, keep, maker)
    manifest = package.Manifest(program=this_program(), files=dict(sorted(sums.items())))
    take(package.MANIFEST, manifest.model_dump_json(indent=1).encode())
    with site.database.reading() as session:
        if (
            makers.published(session, visibility.public_season(session, slug)).digest
            != archive.run.digest
        ):
            raise SeasonRefused([Problem("results-not-public", season=slug)])
    return archive


def programs(game: str) -> dict[str, bytes]:
    """All programs in an archive, for Python or a browser."""
    scripts = {
        f"static/{path.name}": makers.MODULE % path.read_bytes() for path in STATIC.glob("*.js")
    }
    return {package.PROGRAM: program_of(game)} | scripts


def _archive(session: Session, slug: str, now: datetime, base_url: str) -> Archive:
    season = visibility.public_season(session, slug)
    row = makers.published(session, season)
    tables = {lang: shown(session, season, row, lang) for lang in LANGS}
    run = tables["en"]
    record = public_record(session, season, now)
    return Archive(
        season,
        record,
        chronicle(session, season),
        run,
        tables,
        makers.book_of(session, season, run, base_url),
    )


# --- data -----------------------------------------------------------------------------------------------


def _data(archive: Archive) -> Iterator[tuple[str, bytes]]:
    """The files of the archive that the site itself does not serve."""
    record, game, season = archive.record, archive.run.game, archive.season
    extent = archive.book.extent
    yield "index.html", _rendered("ja", "archive/index.html", season=season)
    texts = (
        _rendered(
            lang,
            "archive/readme.txt",
            season=season,
            record=record,
            is_whole=extent.is_whole,
            best=len({number for pair in extent.battles() for number in pair}),
        )
        for lang in LANGS
    )
    yield (
        "README.txt",
        b"\xef\xbb\xbf" + b"\n".join(texts) + f"season.sqlite3\n{catalogue.schema()}".encode(),
    )
    yield package.CHRONICLE, archive.chronicle.model_dump_json(indent=1).encode()
    yield package.DATABASE, catalogue.database_of(record)
    yield package.LIST, catalogue.list_of(record).encode()
    yield package.PROGRAM, program_of(game.slug)
    if not extent.is_whole:
        for lang in LANGS:
            yield from _lists(archive.tables[lang], lang)


def _lists(run: FinishedRun, lang: Lang) -> Iterator[tuple[str, bytes]]:
    """The outcomes of all battles of each entry, a line each."""
    _ = translations(lang).gettext
    marks = {"w": _("W"), "d": _("D"), "l": _("L")}
    head = "\t".join(
        [_("The result"), _("Place"), _("Number"), _("Name"), _("Build"), _("How it ended")]
    )
    for index, who in enumerate(run.participants):
        row = run.row(index)
        lines = opponents(run.game, run.participants, met(run.standings, row), row, lang)
        text = "".join(
            f"{marks[e.result]}\t{e.place}\t{e.who.number}\t{e.who.name}\t{e.who.written}\t{e.ending}\n"
            for e in lines
        )
        content = f"\ufeff{who.name}\t{who.written}\n\n{head}\n{text}"
        yield f"{lang}/entries/{who.number}.txt", content.encode()


def _rendered(lang: Lang, name: str, **context: Any) -> bytes:
    template = environment(lang).get_template(name)
    return template.render(context, lang=lang).encode()


# --- pages ----------------------------------------------------------------------------------------------


def _walk(
    app: SiteApp,
    archive: Archive,
    keep: Callable[[str, bytes], None],
    maker: makers.SiteMaker | None,
) -> None:
    """Every page and file that belongs to the archive, found by following links from its season's page."""
    book, here = archive.book, archive.book.here
    todo: deque[Leaf] = deque()
    known = set[str]()

    def note(leaf: Leaf | None) -> None:
        if leaf and leaf.file not in known:
            known.add(leaf.file)
            todo.append(leaf)

    for address in (
        *(f"/{lang}{here}" for lang in LANGS),
        f"{here}/record.json",
        *(
            f"{here}/{file}"
            for each in catalogue.EXPORTS
            if each.audience.is_always
            for file in each.files
            if not (archive.run.game.makes and OF_BATTLES.search(f"/{file}"))
        ),
        *(f"/{lang}{here}/battles/{a}-{b}" for a, b in book.extent.battles() for lang in LANGS),
    ):
        note(book.leaf("/", address))
    if maker and len(todo) >= makers.MANY:
        made = makers.by_processes(maker, app, book, todo)
    else:
        made = makers.here(app, book, todo)
    for leaf, content, found in made:
        for each in found:
            note(each)
        keep(leaf.file, content)
