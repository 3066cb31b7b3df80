"""Read many entries from a table or a list, check them, and add all or none."""

import codecs
import csv
import re
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, islice
from typing import Final

from sqlmodel import Session

from app.engine import Build, Lang, Ruleset
from app.engine.lists import decode
from app.errors import BuildUnreadable, ListUnreadable, Problem, SubmissionRejected
from app.league import visibility
from app.league.desk import interventions
from app.league.eligibility import sides
from app.league.entries import characters, contents, places
from app.league.entries.contents import Submission
from app.league.matches import scripts
from app.league.matches.scripts import Script
from app.league.matches.settings import config_of, rules_of
from app.league.people import blocks, players
from app.league.problems import explain as explain_problem
from app.store import entries as stored, players as addresses, seasons
from app.store.security.audits import Organiser
from app.store.tables import Entry, Season
from app.text.characters import (
    BLANKS,
    lines_of,
    normal,
    shown,
    text_too_long,
    too_long,
    written_lines,
)

MOST: Final = 2_000
"""The most entries in one import."""
MOST_BYTES: Final = 1000 * 1024
COLUMNS: Final = ("name", "build", "owner", "lore", "url", "address", "orders", "nonce", "side")
"""The columns of a table, in the order used if no first row names them."""
_HEADINGS: Final = {
    "name": "name character charactername 名前 名称 キャラ キャラ名 キャラクター キャラクター名",
    "build": "build cards deck 構成 カード デッキ 構築 ビルド",
    "owner": "owner player playername handle オーナー プレイヤー プレイヤー名 プレーヤー 作者 応募者 ハンドルネーム hn",
    "lore": "lore story profile description 設定 プロフィール 紹介 紹介文 説明 物語 ストーリー",
    "url": "url link website homepage webpage リンク サイト ホームページ",
    "side": "side team faction 陣営 チーム 組",
    "orders": "orders standing standingorders 指示 常時指示 命令 常時 常時命令 常時の命令",
    "nonce": "nonce ノンス 乱数 乱数のもと",
    "address": "address mail email mailaddress emailaddress アドレス メール メールアドレス eメール eメールアドレス 連絡先",
}
"""The words in a first row that name a column, in lower case and without spaces and marks."""
_COLUMN_OF: Final = {word: column for column, words in _HEADINGS.items() for word in words.split()}
_DIVIDERS: Final = "\t;,，"
_SLASH: Final = re.compile("[/／]")
_NOTE: Final = re.compile(r"(?s)[(\[<【〔].*")
_MARKS: Final = re.compile(r"[\W_]+")
_SAID: Final = re.compile(r'"?sep=([\t;,])"?(?=\n)', re.IGNORECASE)
"""The line before a table that tells Excel which character separates cells."""
_WORKBOOKS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_BOMS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
csv.field_size_limit(MOST_BYTES)  # what is too long is told by its own name


@dataclass(frozen=True, slots=True)
class ImportRow:
    """An entry from the table, with the number of its first line."""

    line: int
    submission: Submission
    address: str = ""


@dataclass(frozen=True, slots=True)
class _ImportLine:
    """A row, its build, and every problem that keeps it from being an entry.

    `script`: its standing orders as understood; None if there is a problem.
    """

    row: ImportRow
    build: Build
    script: Script | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class ImportSheet:
    """The rows that were read. `left_out`: names of unknown columns. `problems`: those of the table itself."""

    rows: tuple[ImportRow, ...] = ()
    left_out: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def text_of(data: bytes) -> str:
    """Decode a file: UTF-8, UTF-16 with or without a byte order mark, or Shift_JIS. Raises `ListUnreadable`."""
    if data.startswith(_WORKBOOKS):
        raise ListUnreadable([Problem("not-text", suggestions=("CSV (UTF-8)",))])
    if problem := too_long(len(data), MOST_BYTES):
        raise ListUnreadable([problem])
    if b"\0" in data and not data.startswith(_BOMS):
        is_little = data[1::2].count(0) > data[::2].count(0)
        with suppress(UnicodeDecodeError):
            text = data.decode("utf-16-le" if is_little else "utf-16-be")
            if "\0" not in text and any(each in text for each in f"\n\r/{_DIVIDERS}"):
                return text
    return decode(data)


def read(text: str, game: Ruleset) -> ImportSheet:
    """Read a table divided by commas, semicolons or tabs, or a list with `build/name` on each line."""
    if problem := text_too_long(text, MOST_BYTES):
        return ImportSheet(problems=(problem,))
    plain = "\n".join(lines_of(text))
    dividers = _DIVIDERS
    if said := _SAID.match(plain):
        dividers, plain = said[1], plain[said.end() :]
    tables = [_cells(plain, divider) for divider in dividers]
    if not all(records or problems for records, problems in tables):
        return ImportSheet(problems=(Problem("empty-list"),))
    heads = [_heading(records) for records, _ in tables]
    sheet = next((_table(*tables[at], head) for at, head in enumerate(heads) if head), None)
    if not sheet and not said and _is_list(plain, game):
        sheet = ImportSheet(
            tuple(_row(number, {"build": line}) for number, line in written_lines(plain))
        )
    if not sheet:
        records, problems = max(tables, key=lambda each: len(each[0][0][1]) if each[0] else 0)
        sheet = _table(records, problems, COLUMNS, has_heading=False)
    if (many := len(sheet.rows)) > MOST:
        return ImportSheet(problems=(Problem("too-many-rows", rows=f"{many:,}", most=f"{MOST:,}"),))
    if not sheet.rows and not sheet.problems:
        return replace(sheet, problems=(Problem("empty-list"),))
    return sheet


def check(
    session: Session, slug: str, rows: Sequence[ImportRow], own_address: str, now: datetime
) -> list[_ImportLine]:
    """Return every row with the problems that keep it from being an entry now. Nothing is written.

    `own_address`: the address to which players write.
    """
    season = seasons.by_slug(session, slug)
    names = dict.fromkeys(stored.name_keys(session, season), 0)
    senders = defaultdict[str, list[int]](list)
    for key in stored.address_keys(session, season):
        senders[key].append(0)
    capacity = places.capacity_at(season, now)
    full = capacity is not None and capacity - stored.count(session, season)
    return [
        _checked(
            session,
            season,
            row,
            names,
            senders,
            own_address,
            is_full=full is not False and place >= full,
        )
        for place, row in enumerate(rows)
    ]


def require_good(
    session: Session, slug: str, sheet: ImportSheet, by: Organiser, own_address: str
) -> list[_ImportLine]:
    """Return the rows that `bring_in` would add. Raises as `bring_in` does; nothing is written."""
    interventions.require_addable(session, seasons.locked(session, slug), by)
    checked = check(session, slug, sheet.rows, own_address, by.now)
    if problems := [*sheet.problems, *chain.from_iterable(each.problems for each in checked)]:
        raise SubmissionRejected(problems)
    return checked


def bring_in(
    session: Session, slug: str, sheet: ImportSheet, by: Organiser, own_address: str, lang: str
) -> list[Entry]:
    """Add all rows as entries, and write a receipt to each player with an address.

    `lang`: the language of letters to new players. Raises `SubmissionRejected` with the problems of all lines, and
    `SeasonRefused` as `interventions.add` does; then no row is added.
    """
    checked = require_good(session, slug, sheet, by, own_address)
    season = seasons.by_slug(session, slug)
    return [
        interventions.put_in(
            session,
            season,
            each.row.submission,
            each.build,
            by,
            addresses.known_as(session, each.row.address, lang, by.now)
            if each.row.address
            else None,
        )
        for each in checked
    ]


def explain(season: Season, problem: Problem, lang: Lang) -> str:
    """Return a sentence for a problem of a table, a line, or the season."""
    return explain_problem(problem, lang, season.game, season.rules_version)


def _checked(
    session: Session,
    season: Season,
    row: ImportRow,
    names: dict[str, int],
    senders: dict[str, list[int]],
    own_address: str,
    *,
    is_full: bool,
) -> _ImportLine:
    """Check one row, and note its name and address for later rows.

    `names` and `senders`: the line of each name, and all lines of each address; 0 stands for the season itself.
    """
    row = replace(row, submission=contents.tagged(season, row.submission))
    submission, problems = row.submission, contents.wording(row.submission)
    build = contents.read(session, season, submission, problems)
    key = characters.name_key(submission.name)
    if key and (before := names.setdefault(key, row.line)) != row.line:
        name, line = submission.name, str(before)
        taken = Problem("name-taken", name=name)
        problems.append(Problem("name-on-line", name=name, other=line) if before else taken)
    if row.address:
        wrong = [*players.address_problems(row.address, own_address)]
        problems += wrong
        if not wrong and blocks.of_address(session, row.address):
            problems.append(Problem("address-blocked", address=row.address))
        lines = senders[addresses.address_key(row.address)]
        if len(lines) >= season.characters:
            other, address = str(lines[0]), row.address
            is_in = Problem("address-is-in", address=address)
            on_line = Problem("address-on-line", address=address, other=other)
            problems.append(on_line if lines[0] else is_in)
        lines.append(row.line)
    if is_full:
        title, places = visibility.title_of(season), str(season.capacity)
        problems.append(Problem("season-full", season=title, places=places))
    script = None
    if not problems:
        game, config = rules_of(session, season), config_of(session, season)
        script = scripts.script(submission.extras, game, config, build)
    found = tuple(replace(each, line=row.line, column=0) for each in problems)
    return _ImportLine(row, build, script, found)


# --- the table ----------------------------------------------------------------------------------------

_Records = list[tuple[int, list[str]]]


def _cells(text: str, divider: str) -> tuple[_Records, list[Problem]]:
    """Return the rows that are not empty, each with its first line. Reading stops at a quote that does not end."""
    records: _Records = []
    reader = csv.reader([f"{each}\n" for each in text.split("\n")], delimiter=divider, strict=True)
    begins = 1
    try:
        for cells in reader:
            if any(each.strip(BLANKS) for each in cells):
                records.append((begins, cells))
            begins = reader.line_num + 1
    except csv.Error:
        return records, [Problem("bad-quotes", begins)]
    return records, []


def _heading(records: _Records) -> tuple[str, ...]:
    """Return the column named by each cell of the first row, "" for unknown ones; () if the row is no heading."""
    if not records:
        return ()
    named = [_column(each) for each in records[0][1]]
    known = [each for each in named if each]
    is_heading = len(known) > 1 or known == ["build"] == named
    return tuple(named) if is_heading and not {"name", "build"}.isdisjoint(known) else ()


def _column(cell: str) -> str:
    """Return the column that this heading names, "" if none. Notes in brackets after the name are ignored."""
    return _COLUMN_OF.get(_MARKS.sub("", _NOTE.sub("", normal(cell))), "")


def _table(
    records: _Records, problems: list[Problem], head: Sequence[str], *, has_heading: bool = True
) -> ImportSheet:
    """Return the rows under this heading, with the problems of the table."""
    first = records[0][1] if has_heading else []
    named = [(name, shown(each.strip())) for name, each in zip(head, first, strict=False)]
    problems = [
        *(
            Problem("column-twice", records[0][0], heading=heading)
            for at, (name, heading) in enumerate(named)
            if name and name in head[:at]
        ),
        *problems,
    ]
    left_out = tuple(heading for name, heading in named if heading and not name)
    if "build" not in head:
        return ImportSheet((), left_out, (Problem("no-column"), *problems))
    rows = []
    for line, cells in records[1:] if has_heading else records:
        if any(each.strip(BLANKS) for each in cells[len(head) :]):
            problems.append(
                Problem("too-many-cells", line, cells=str(len(cells)), columns=str(len(head)))
            )
        rows.append(_row(line, dict(zip(head, cells, strict=False))))
    return ImportSheet(tuple(rows), left_out, tuple(problems))


def _row(line: int, cells: dict[str, str]) -> ImportRow:
    """Return the entry in these cells. Without a name cell, its name is the text after the slash of its build."""
    cells = {column: text.strip(BLANKS + "\n") for column, text in cells.items()}
    build, name = cells.get("build", ""), cells.get("name", "")
    if not name and len(parts := _SLASH.split(build, maxsplit=1)) > 1:
        name = parts[1].strip(BLANKS)
    submission = Submission(
        name,
        build,
        cells.get("owner", ""),
        cells.get("lore", ""),
        cells.get("url", ""),
        scripts.brought(cells.get("orders", ""), cells.get("nonce", ""))
        | sides.brought(cells.get("side", "")),
    )
    return ImportRow(line, submission, players.tidied(cells.get("address", "")))


def _is_list(text: str, game: Ruleset) -> bool:
    """Whether the text is a list.

    Either a line holds a build with a name, or no character in the first line could divide cells.
    """
    first = ""
    for _, line in islice(written_lines(text), MOST):
        first = first or line
        with suppress(BuildUnreadable):
            if game.read_build(line).name:
                return True
    return not any(each in first for each in _DIVIDERS)
