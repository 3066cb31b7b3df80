"""The structure of a record: faults that the record of no season can have."""

import json
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from pydantic import ValidationError

from app.errors import Problem, RecordUnreadable
from app.league import characters
from app.league.archive import rounds, stages
from app.league.archive.record import EarlierEntry, EarlierRecord, Record
from app.league.eligibility import sides
from app.text import validation
from app.text.characters import hidden_in, is_slug, shown
from app.tournament import scoring

SALT_BYTES: Final = 32
MAX_TITLE: Final = 200
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_SHOWN: Final = 60


def read_record(content: bytes) -> Record | EarlierRecord:
    """The record in this file. Raises `RecordUnreadable` with every fault of its structure."""
    doubled: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """A name that stands twice would mean one thing to us and another to others."""
        doubled.extend(_doubled(name for name, _ in pairs))
        return dict(pairs)

    try:
        plain = json.loads(content.decode(), object_pairs_hook=once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise RecordUnreadable([Problem("record-no-json", words=(str(error)[:_SHOWN],))]) from None
    if doubled:
        raise RecordUnreadable(_all("record-doubled-name", doubled))
    is_earlier = isinstance(plain, dict) and plain.get("format") == "hikyaku-record-1"
    kind: type[Record | EarlierRecord] = EarlierRecord if is_earlier else Record
    try:
        return kind.model_validate(plain)
    except ValidationError as faults:
        raise RecordUnreadable(validation.problems("record-malformed", faults)) from None


def faults(record: Record | EarlierRecord) -> Iterator[Problem]:
    """Every fault of its structure: numbers, names, seals, points and the size of its table."""
    entries = record.entries
    yield from _season(record)
    points = record.scoring
    yield from scoring.problems(points.win, points.draw, points.loss, points.tie_breaks)
    if len(entries) < 2:
        yield Problem("too-few-entries", words=(str(len(entries)),))
    before = 0
    for entry in entries:
        if entry.number <= before:
            yield Problem("number-out-of-order", words=(str(entry.number), str(before)))
        before = max(before, entry.number)
        yield from _entry(entry)
    hidden = record.hides("name") if isinstance(record, Record) else set()
    named = [entry.name for entry in entries if entry.number not in hidden]
    names = {characters.name_key(name): name for name in named}
    doubled = _doubled(map(characters.name_key, named))
    yield from _all("name-doubled", (names[key] for key in doubled))
    yield from _all("seal-doubled", _doubled(entry.commitment for entry in entries))
    yield from _all("salt-doubled", _doubled(entry.salt for entry in entries))
    sizes = [len(row) // 2 for row in record.outcomes]
    if sizes != [*range(len(entries) - 1, -1, -1)]:
        yield Problem("outcomes-missing", words=(str(len(entries)),))
    if not _SHA256.fullmatch(record.digest):
        yield Problem("digest-malformed", words=(record.digest[:_SHOWN],))
    if isinstance(record, Record):
        yield from _marks(record)
        if record.sides:
            yield from sides.problems_of(record.sides.sides())
        numbers = [each.number for each in entries]
        if record.round:
            yield from rounds.faults(record.round, record.season.slug, numbers)
        if record.stages:
            yield from stages.faults(record.stages)
            if stages.has_teams(record.stages) and not record.sides:
                yield Problem("teams-without-sides")
            yield from stages.ranking_faults(record.stages, numbers)
            yield from stages.pairing_faults(record.stages, numbers)


def _season(record: Record | EarlierRecord) -> Iterator[Problem]:
    season = record.season
    if not is_slug(season.slug):
        yield Problem("bad-slug", words=(shown(season.slug[:_SHOWN]),))
    for title in (season.title_ja, season.title_en):
        if not title or len(title) > MAX_TITLE or next(hidden_in(title), None) is not None:
            yield Problem("bad-title", words=(shown(title[:_SHOWN]),))


def _entry(entry: EarlierEntry) -> Iterator[Problem]:
    number = str(entry.number)
    texts = {
        "name": characters.name_problems(entry.name),
        "owner": characters.owner_problems(entry.owner),
        "url": characters.url_problems(entry.url),
        "lore": characters.lore_problems(entry.lore),
    }
    for what, problems in texts.items():
        if next(problems, None):
            yield Problem("text-illegal", words=(number, what))
    if len(entry.salt) != 2 * SALT_BYTES:
        yield Problem("salt-malformed", words=(number, str(len(entry.salt) // 2)))
    if not _SHA256.fullmatch(entry.commitment):
        yield Problem("seal-malformed", words=(number, entry.commitment[:_SHOWN]))


def _marks(record: Record) -> Iterator[Problem]:
    if not _SHA256.fullmatch(record.digest_2):
        yield Problem("digest-malformed", words=(record.digest_2[:_SHOWN],))
    for entry in record.entries:
        if entry.mark and not _is_moment(entry.mark.at):
            yield Problem("mark-malformed", words=(str(entry.number), entry.name))
    told = {each.number for each in record.withdrawn} if record.matches else set()
    for entry in record.entries:
        if entry.left and entry.number not in told:
            yield Problem("left-untold", words=(str(entry.number),))
    for each in record.withdrawn:
        if each.number < 0 or not (_is_moment(each.at) and each.reason):
            yield Problem("mark-malformed", words=(str(each.number), each.name))


def _is_moment(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _doubled(values: Iterable[Hashable]) -> list[str]:
    return [str(value) for value, count in Counter(values).items() if count > 1]


def _all(code: str, words: Iterable[str]) -> Sequence[Problem]:
    return [Problem(code, words=(shown(word[:_SHOWN]),)) for word in words]


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number in JSON")
