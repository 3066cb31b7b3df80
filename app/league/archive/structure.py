"""Read the file of a record and check its structure."""

import json
import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from pydantic import ValidationError

from app.errors import Problem, RecordUnreadable
from app.league.archive.parts import EarlierEntry, RecordedEntry
from app.league.archive.record import EarlierRecord, Record
from app.league.eligibility import sides
from app.league.entries import characters
from app.store.entrants import other_name
from app.store.results import parts
from app.text import validation
from app.text.characters import hidden_in, is_slug, shown
from app.tournament import scoring

MAX_TITLE: Final = 200
MOST_NUMBER: Final = 2**31 - 1
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_SHOWN: Final = 60


def read_record(content: bytes) -> Record | EarlierRecord:
    """Read the record in this file. Raises `RecordUnreadable` with every fault of its structure."""
    doubled: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Note names that occur twice: other programs might take the other value."""
        doubled.extend(_doubled(name for name, _ in pairs))
        return dict(pairs)

    try:
        plain = json.loads(content.decode(), object_pairs_hook=once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise RecordUnreadable([Problem("record-no-json", reason=str(error)[:_SHOWN])]) from None
    if doubled:
        raise RecordUnreadable(_all("record-doubled-name", doubled))
    is_earlier = isinstance(plain, dict) and plain.get("format") == "hikyaku-record-1"
    kind: type[Record | EarlierRecord] = EarlierRecord if is_earlier else Record
    try:
        return kind.model_validate(plain)
    except ValidationError as faults:
        raise RecordUnreadable(validation.problems("record-malformed", faults)) from None


def faults(record: Record | EarlierRecord) -> Iterator[Problem]:
    """Yield every fault of the structure: numbers, names, seals, points and the size of the table."""
    entries = record.entries
    yield from _season(record)
    points = record.scoring
    yield from scoring.problems(points.win, points.draw, points.loss, points.tie_breaks)
    before = 0
    for entry in entries:
        if not before < entry.number <= MOST_NUMBER:
            yield Problem("number-out-of-order", number=str(entry.number), before=str(before))
        before = max(before, entry.number)
        yield from _entry(entry)
    hidden = record.hides("name") if isinstance(record, Record) else set[int]()
    named = [entry.name for entry in entries if entry.number not in hidden]
    names = {characters.name_key(name): name for name in named}
    doubled = _doubled(map(characters.name_key, named))
    yield from _all("name-doubled", (names[key] for key in doubled))
    yield from _all("seal-doubled", _doubled(entry.commitment for entry in entries))
    yield from _all("salt-doubled", _doubled(salt for entry in entries for salt in _salts(entry)))
    sizes = [len(row) // 2 for row in record.outcomes]
    if sizes != [*range(len(entries) - 1, -1, -1)]:
        yield Problem("outcomes-missing", count=str(len(entries)))
    if not _SHA256.fullmatch(record.digest):
        yield Problem("digest-malformed", digest=record.digest[:_SHOWN])
    if isinstance(record, Record):
        yield from _marks(record)
        yield from _hidden(record)
        for section in record.sections.values():
            yield from section.faults(record)


def _season(record: Record | EarlierRecord) -> Iterator[Problem]:
    season = record.season
    if not is_slug(season.slug):
        yield Problem("bad-slug", typed=shown(season.slug[:_SHOWN]))
    for title in (season.title_ja, season.title_en):
        if not title or len(title) > MAX_TITLE or next(hidden_in(title), None) is not None:
            yield Problem("bad-title", typed=shown(title[:_SHOWN]))


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
            yield Problem("text-illegal", number=number, part=what)
    for salt in _salts(entry):
        if len(salt) != 2 * parts.SALT_BYTES:
            yield Problem("salt-malformed", number=number, size=str(len(salt) // 2))
    if not _SHA256.fullmatch(entry.commitment):
        yield Problem("seal-malformed", number=number, seal=entry.commitment[:_SHOWN])


def _salts(entry: EarlierEntry) -> list[str]:
    salts = [*entry.salts.values()] if isinstance(entry, RecordedEntry) else []
    return salts or [entry.salt]


def _hidden(record: Record) -> Iterator[Problem]:
    """Yield a problem for each hidden part that is still shown.

    In the third format, also for digests and salts that do not fit what is hidden.
    """
    left = {each.number: each for each in record.hidden}
    there = {each.number for each in record.entries}
    known = there | {each.number for each in record.withdrawn}
    for each in record.hidden:
        hidden = {*each.parts}
        is_sound = left[each.number] is each and each.number in known and bool(hidden)
        is_sound &= len(hidden) == len(each.parts) and hidden >= {*each.was_public}
        if record.proof == 2:
            is_sound &= each.number in there or hidden == {"name"}
        if not is_sound:
            yield Problem("hidden-unreadable", number=str(each.number))
    for entry in record.entries:
        hidden = {*(left[entry.number].parts if entry.number in left else ())}
        number = str(entry.number)
        digests = {name for part in hidden for name in parts.HIDDEN_WITH[part]}
        if record.proof == 2 and (
            {*entry.digests} != digests
            or {*entry.salts} != {*parts.NAMES} - digests
            or not all(map(_SHA256.fullmatch, entry.digests.values()))
        ):
            yield Problem("parts-differ", number=number)
        if not _shows_fixed_words(entry, hidden, entry.extras if record.proof == 2 else {}):
            yield Problem("hidden-shown", number=number)
    for gone in record.withdrawn if record.proof == 2 else ():
        is_hidden = gone.number in record.hides("name")
        kept = gone.digest if is_hidden else gone.salt
        if not _SHA256.fullmatch(kept) or (gone.digest and gone.salt):
            yield Problem("parts-differ", number=str(gone.number))
        if is_hidden and gone.name != other_name(gone.number, "en"):
            yield Problem("hidden-shown", number=str(gone.number))


def _shows_fixed_words(
    entry: RecordedEntry, hidden: Collection[str], extras: Mapping[str, Any]
) -> bool:
    return (
        ("name" not in hidden or entry.name == other_name(entry.number, "en"))
        and ("owner" not in hidden or not entry.owner)
        and ("lore" not in hidden or not (entry.lore or entry.url or {*extras} - {sides.FIELD}))
    )


def _marks(record: Record) -> Iterator[Problem]:
    if not _SHA256.fullmatch(record.last_digest):
        yield Problem("digest-malformed", digest=record.last_digest[:_SHOWN])
    for entry in record.entries:
        if entry.mark and not _is_moment(entry.mark.at):
            yield Problem("mark-malformed", number=str(entry.number), name=entry.name)
    told = {each.number for each in record.withdrawn} if record.matches else set()
    for entry in record.entries:
        if entry.left and entry.number not in told:
            yield Problem("left-untold", number=str(entry.number))
    for each in record.withdrawn:
        is_numbered = 0 <= each.number <= MOST_NUMBER
        if not (is_numbered and _is_moment(each.at) and each.reason):
            yield Problem("mark-malformed", number=str(each.number), name=each.name)
        if record.proof == 2 and next(characters.name_problems(each.name), None):
            yield Problem("text-illegal", number=str(each.number), part="name")


def _is_moment(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _doubled(values: Iterable[Hashable]) -> list[str]:
    return [str(value) for value, count in Counter(values).items() if count > 1]


def _all(code: str, words: Iterable[str]) -> Sequence[Problem]:
    return [Problem(code, twice=shown(word[:_SHOWN])) for word in words]


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number in JSON")
