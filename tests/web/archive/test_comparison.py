"""An archive is what this program makes of its record, file by file, or it is said what is false and what nobody can prove."""

import io
import json
import warnings
from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from stat import S_IFLNK
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from sqlmodel import select

from app.errors import RecordUnreadable
from app.league.archive import package
from app.league.desk import hidings
from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from app.store.tables import Entry
from app.web.archive import bundle, program
from app.web.archive.comparison import ArchiveComparison, compare
from app.web.archive.program import this_program
from tests.support import leaves, stages
from tests.support.duels import olga
from tests.support.problems import filled
from tests.web.archive.reading import opened

NOW = stages.NOW + timedelta(days=2)
PAGE, RUN = "en/entries/1.html", "battles.pyz"
EVIL: Final = b"import os; os.system('true')"


@pytest.fixture(scope="module")
def files(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """Those of an archive of a knock-out after a table, with its words."""
    tmp_path = tmp_path_factory.mktemp("archive")
    (tmp_path / "here.db").write_bytes(sqlite_template.read_bytes())
    here = Database(f"sqlite:///{tmp_path / 'here.db'}")
    stages.a_season(here, "round-robin best=2\nknockout", ["核", "攻核", "攻攻"])
    stages.publish(here)
    file = io.BytesIO()
    app = create_app(Settings(base_url="https://cup.example"), here, lambda: NOW)
    bundle.write(app, "cup", NOW, file, lambda _: None)
    return opened(file.getvalue())


def zipped(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w") as file:
        for name, content in files.items():
            file.writestr(name, content)
    return made.getvalue()


def compared(files: Mapping[str, bytes]) -> ArchiveComparison:
    return compare(package.read(zipped(files)), create_app, olga(NOW + timedelta(days=9)))


def told(found: ArchiveComparison) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """What is false and what is unproven, each as its code and words."""
    false, unproven = (
        [(each.code.removeprefix("archive-"), *filled(each)) for each in problems]
        for problems in (found.differences, found.unproven)
    )
    return false, unproven


def signed(files: Mapping[str, bytes], **changes: Any) -> dict[str, bytes]:
    """The files with a matching list, as a forger of a file can write it."""
    rest = {name: content for name, content in files.items() if name != package.MANIFEST}
    sums = {name: sha256(content).hexdigest() for name, content in rest.items()}
    manifest = {"format": "hikyaku-archive-1", "program": this_program(), "files": sums} | changes
    return rest | {package.MANIFEST: json.dumps(manifest).encode()}


def test_an_archive_is_made_anew_and_every_file_compared(files: Mapping[str, bytes]) -> None:
    """Long afterwards, on an empty database. It names the program that made it."""
    found = compared(files)

    assert (found.same, told(found)) == (len(files), ([], []))
    assert told(compared(signed(files, program="0.0.1+0"))) == ([], [])
    assert json.loads(files[package.MANIFEST])["program"] == this_program()


def test_a_strangers_file_is_named_even_where_the_list_was_written_anew(
    files: Mapping[str, bytes],
) -> None:
    script = next(name for name in files if name.endswith(".js"))
    changes = {
        PAGE: files[PAGE] + b" ",
        "README.txt": b"run setup.exe",
        "data/table.csv": files["data/table.csv"][:-9],
        RUN: files[RUN] + b"\0",
        script: EVIL,
        "setup.exe": EVIL,
        "en/more.html": b"<script>",
    }
    run = dict.fromkeys((RUN, script, "setup.exe"), "foreign")
    every = dict.fromkeys([*changes, package.MANIFEST], "differs") | run
    every["en/more.html"] = "unknown"
    expected = [(every[name], name) for name in sorted(every)]
    assert told(compared(signed({**files, **changes}))) == (expected, [])
    lost = {name: content for name, content in files.items() if name != PAGE}
    assert told(compared(lost)) == ([("missing", PAGE)], [])


def test_what_another_version_made_is_unproven_but_never_to_be_run(
    files: Mapping[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its list finds what was damaged on the way, and is no proof: its writer could write it."""
    monkeypatch.setattr(program, "__version__", "9.9")
    other = signed({**files, PAGE: b"<p>another page</p>"}, program="0.0.1+0")
    assert told(compared(other)) == ([], [("unproven", PAGE)])
    assert told(compared(other | {PAGE: b"<p>damaged</p>"})) == ([("differs", PAGE)], [])
    assert told(compared(signed({**other, RUN: EVIL}, program="0.0.1+0"))) == (
        [("foreign", RUN)],
        [("unproven", PAGE)],
    )
    unlisted = {name: each for name, each in other.items() if name != package.MANIFEST}
    assert told(compared(unlisted)) == ([], [("unproven", PAGE), ("unproven", package.MANIFEST)])


def test_pages_of_a_record_that_cannot_come_back_are_unproven_and_its_data_are_compared(
    files: Mapping[str, bytes],
) -> None:
    """Why it cannot is false where this program made the archive; and a program that is not ours is named all the same."""
    record = json.loads(files["data/record.json"])
    record["digest"] = "0" * 64
    seals = files["data/seals.json"].replace(b'"lore": "', b'"lore": "00', 1)
    record_, list_ = json.dumps(record).encode(), b""
    forged = {RUN: EVIL, "data/seals.json": seals, "data/characters.txt": list_}
    found = compared(signed({**files, **forged, "data/record.json": record_}))
    false, unproven = told(found)
    names = ("data/season.sqlite3", "data/characters.txt", "data/seals.json")
    assert [each for each in false if each[0] in ("differs", "foreign")] == [
        *(("differs", name) for name in names),
        ("foreign", RUN),
    ]
    assert ("unproven", PAGE) in unproven
    assert "digest-differs" in {each.code for each in found.differences}


@pytest.mark.parametrize(
    ("told_so", "code"),
    [
        ({"published_at": "0001-01-01T00:00:00+23:00"}, "archive-broken"),
        ({"pictures": {"1": "ab" * 32}}, "restore-picture"),
    ],
)
def test_a_chronicle_that_no_season_can_have_is_false_and_hides_no_other_page(
    files: Mapping[str, bytes], told_so: Mapping[str, Any], code: str
) -> None:
    chronicle = json.loads(files[package.CHRONICLE]) | told_so
    forged = {PAGE: EVIL, package.CHRONICLE: json.dumps(chronicle).encode()}

    assert code in {each.code for each in compared(signed({**files, **forged})).differences}
    other = compared(signed({**files, **forged}, program="0.0.1+0"))
    assert code in {each.code for each in other.unproven}


def test_nothing_stands_before_the_files_of_a_list(files: Mapping[str, bytes]) -> None:
    """A program that unpacks from the front would read another archive."""
    with pytest.raises(RecordUnreadable) as refusal:
        package.read(zipped({PAGE: EVIL}) + zipped(files))
    assert [each.code for each in refusal.value.problems] == ["archive-broken"]


def test_the_words_for_a_hidden_name_may_be_the_name_of_another(
    sqlite_template: Path, tmp_path: Path
) -> None:
    (tmp_path / "here.db").write_bytes(sqlite_template.read_bytes())
    here = Database(f"sqlite:///{tmp_path / 'here.db'}")
    stages.a_season(here, "", ["核", "攻核", "攻攻"], name="Entry ")
    stages.publish(here)
    with here.writing() as session:
        others = (each for each in session.exec(select(Entry)) if each.number in (1, 2))
        hidden = next(each for each in others if each.name_key != f"entry {each.number}")
        hidden.name_hidden_at = NOW
        session.add(hidden)
    file = io.BytesIO()
    bundle.write(
        create_app(Settings(base_url="https://cup.example"), here), "cup", NOW, file, lambda _: None
    )

    assert told(compared(opened(file.getvalue()))) == ([], [])


@pytest.mark.parametrize("is_public", [False, True])
def test_all_that_organisers_hide_of_an_entry_is_named_as_before(
    sqlite_template: Path, tmp_path: Path, is_public: bool
) -> None:
    """Its page comes back with the reason where everybody may read that, although nothing of its words does."""
    (tmp_path / "here.db").write_bytes(sqlite_template.read_bytes())
    here = Database(f"sqlite:///{tmp_path / 'here.db'}")
    leaves.with_late_acts(here)
    with here.writing() as session:
        entry = session.exec(select(Entry).where(Entry.number == 1)).one()
        parts: tuple[hidings.Part, ...] = ("name", "owner", "lore")
        for part in parts:
            hidings.hide(session, "cup", entry, part, stages.BY, public=is_public)
    file = io.BytesIO()
    app = create_app(Settings(base_url="https://cup.example"), here)
    bundle.write(app, "cup", NOW, file, lambda _: None)
    files = opened(file.getvalue())

    assert (b"<q" in files["en/entries/1.html"]) is is_public
    assert told(compared(files)) == ([], [])


def add(name: str, file: ZipFile, mode: int = 0, content: bytes = b"x") -> None:
    info = ZipInfo("x")
    info.filename, info.external_attr = name, mode << 16
    file.writestr(info, content, ZIP_DEFLATED)


def test_what_nobody_should_unpack_is_refused_before_it_is_read(files: Mapping[str, bytes]) -> None:
    """Names that lead out of the folder, hide or are there twice; what is a link."""
    names = (PAGE, PAGE.upper(), "/etc/x.html", "en/../../x.html", "en\\..\\x.html", "c:x.html")
    for name, mode in (
        *((each, 0) for each in names),
        ("en/\u202elmth.html", 0),
        ("en/x.html", S_IFLNK | 0o777),
        ("en/x/", S_IFLNK | 0o777),
    ):
        made = io.BytesIO(zipped(files))
        with warnings.catch_warnings(), ZipFile(made, "a") as file:
            warnings.simplefilter("ignore")  # of a name that is there twice
            info = ZipInfo("x")
            info.filename, info.external_attr = name, mode << 16
            file.writestr(info, b"" if info.is_dir() else b"x")
        with pytest.raises(RecordUnreadable) as refusal:
            package.read(made.getvalue())
        assert {each.code for each in refusal.value.problems} == {"archive-unsafe"}, name


def test_a_record_is_never_unpacked_beyond_its_bound(files: Mapping[str, bytes]) -> None:
    """By its size in the list of the zip; where that lies, its checksum is not that of so few bytes."""
    large = bytes(package.MOST_OF_RECORD + 1)
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as file:
        for name, content in {**files, "data/record.json": large}.items():
            file.writestr(name, content)
    bomb = made.getvalue()
    with pytest.raises(RecordUnreadable) as refusal:
        package.read(bomb)
    assert [(each.code, *filled(each)) for each in refusal.value.problems] == [
        ("archive-large", "data/record.json", "64")
    ]
    lying = bomb.replace(len(large).to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    encrypted = bytearray(zipped(files))
    at = encrypted.rindex(b"PK\x01\x02")
    encrypted[at + 8] |= 1
    for content, code in ((lying, "archive-broken"), (bytes(encrypted), "archive-unsafe")):
        with pytest.raises(RecordUnreadable) as refusal:
            package.read(content)
        assert [each.code for each in refusal.value.problems] == [code]
