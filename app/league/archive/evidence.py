"""Compare a record with evidence kept elsewhere: published seals, players' receipts, and digests."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from email import message_from_bytes
from email.policy import default
from typing import Any, Final

from app.errors import Problem, RecordUnreadable
from app.league.archive import verification
from app.league.archive.parts import FormerSeason
from app.league.archive.record import EarlierRecord, Record

FORMAT: Final = "hikyaku-seals-1"
SHA256: Final = re.compile(r"[0-9a-f]{64}")
_LINE: Final = re.compile(
    r"[\s|]*(\d{1,3}(?:,\d{3})+|\d{1,9})[\s,;|]+(.*?)[\s,;|]*\b([0-9a-f]{64})\b"
)
_HEADER: Final = re.compile(rb"[A-Za-z-]+:")
_SEAL_LINE: Final = re.compile(r"^[>\s]*([0-9a-f]{64})\s*$", re.MULTILINE)
_LONGEST_LINE: Final = 2_000


@dataclass(frozen=True, slots=True)
class PublishedSeal:
    """A line of the published list."""

    number: int
    name: str
    commitment: str
    is_hidden: bool = False
    """Whether organisers hide the name, so that the list shows other words in its place."""


@dataclass(frozen=True, slots=True)
class PublishedSeals:
    """The published list. `season` is empty if the list does not name its season."""

    season: str
    seals: tuple[PublishedSeal, ...]
    has_names: bool = True
    """Whether the names are exact. In text copied from a page, other words may stand next to them."""


def read_seals(content: bytes) -> PublishedSeals:
    """Return the published seals from `seals.json`, an answer of the API, or the text of the page.

    In text, each line holds number, name and seal. Raises `RecordUnreadable` if there are no seals, or if a number or
    seal occurs twice.
    """
    text = content.decode("utf-8-sig", "replace")
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        lines = (_LINE.match(line) for line in text.splitlines() if len(line) <= _LONGEST_LINE)
        found = [
            PublishedSeal(int(line[1].replace(",", "")), line[2].strip(), line[3])
            for line in lines
            if line
        ]
        season, has_names = "", False
    else:
        (season, found), has_names = _of_json(plain), True
    if not found:
        raise RecordUnreadable([Problem("seals-unreadable")])
    if len({each.number for each in found}) < len(found):
        raise RecordUnreadable([Problem("seals-ambiguous")])
    return PublishedSeals(season, tuple(found), has_names)


def _of_json(plain: Any) -> tuple[str, list[PublishedSeal]]:
    """Return slug and seals of a list in JSON.

    Raises `RecordUnreadable` for one page of several, since a seal missing there would prove nothing.
    """
    if not isinstance(plain, Mapping):
        return "", []
    if plain.get("pages", 1) != 1:
        raise RecordUnreadable([Problem("seals-incomplete")])
    listed = plain.get("seals") or plain.get("items") or []
    found = [
        PublishedSeal(each["number"], each["name"], each["commitment"], bool(each.get("hidden")))
        for each in listed
        if isinstance(each, Mapping)
        and type(each.get("number")) is int
        and isinstance(each.get("name"), str)
        and SHA256.fullmatch(str(each.get("commitment")))
    ]
    if not isinstance(listed, list) or len(found) < len(listed):
        raise RecordUnreadable([Problem("seals-unreadable")])
    return str(plain.get("season") or ""), found


def against_seals(record: Record | EarlierRecord, published: PublishedSeals) -> Iterator[Problem]:
    """Yield the differences between the record and the list published when entries closed.

    Entries marked as added, changed or withdrawn later are not differences: `notes` reports them.
    """
    if published.season not in ("", record.season.slug):
        yield Problem("seals-of-another", season=published.season, other=record.season.slug)
        return
    listed = {each.number: each for each in published.seals}
    entries: Mapping[int, Any] = {each.number: each for each in record.entries}
    hidden = record.hides("name") if isinstance(record, Record) else set()
    hidden |= {each.number for each in published.seals if each.is_hidden}
    withdrawn = {each.number for each in record.withdrawn} if isinstance(record, Record) else set()
    unopened = verification.unopened(record)
    for number, entry in entries.items():
        mark = getattr(entry, "mark", None)
        seal = listed.get(number)
        name, place = entry.name, str(number)
        if seal is None:
            if not mark or mark.kind != "added":
                yield Problem("seal-unpublished", number=place, name=name)
        elif seal.commitment != entry.commitment and not mark:
            yield Problem("seal-differs", number=place, name=name)
        elif number in unopened:
            yield Problem("seal-unopened", number=place, name=name)
        elif not published.has_names or mark or number in hidden:
            continue
        elif seal.name != entry.name:
            yield Problem("seal-renamed", number=place, name=name, published=seal.name)
    for section in record.sections.values():
        closing = section.closing_seals
        for number in sorted({*closing, *(listed if closing else ())}):
            mark = getattr(entries.get(number), "mark", None)
            seal = listed.get(number)
            is_gone = number in withdrawn and (seal is None or number not in closing)
            if not (mark or is_gone) and (seal and seal.commitment) != closing.get(number):
                yield Problem("first-closing-differs", number=str(number))
    if all(getattr(entry, "mark", None) for number, entry in entries.items() if number in listed):
        yield Problem("seals-uncompared")
    for number, seal in listed.items():
        if number not in entries and number not in withdrawn:
            yield Problem("seal-left-out", number=str(number), name=seal.name)


def read_receipt(content: bytes) -> list[str]:
    """Return the seals in a saved receipt, given as mail or text.

    Salts, which follow the names of their parts, are not seals. Raises `RecordUnreadable` if it has
    no seal.
    """
    if b"\n\n" in (plain := content.replace(b"\r\n", b"\n")) and _HEADER.match(plain):
        body = message_from_bytes(content, policy=default).get_body(("plain",))
        content = body.get_content().encode() if body else b""
    if not (found := _SEAL_LINE.findall(content.decode("utf-8-sig", "replace"))):
        raise RecordUnreadable([Problem("receipt-unreadable")])
    return list(dict.fromkeys(found))


def against_receipts(record: Record | EarlierRecord, receipts: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for each seal from a receipt that belongs to no entry, or whose entry cannot be opened."""
    known = {entry.commitment: entry.number for entry in record.entries}
    unopened = verification.unopened(record)
    for receipt in receipts:
        number = known.get(receipt.strip().lower())
        if number is None:
            yield Problem("receipt-unknown", seal=receipt)
        elif number in unopened:
            yield Problem("receipt-unopened", seal=receipt, number=str(number))


def against_digests(record: Record | EarlierRecord, digests: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for each digest that this record does not have, or that it cannot prove because parts are hidden."""
    computed = verification.computed(record)
    known = {record.digest} | ({record.last_digest} if isinstance(record, Record) else set())
    for digest in digests:
        said = digest.strip().lower()
        if said not in computed:
            code = "digest-uncomputed" if said in known else "digest-unknown"
            yield Problem(code, digest=digest)


def formers(record: Record | EarlierRecord) -> Mapping[str, str]:
    """Return the earlier seasons that this one continues or takes its ranking from: slug to digest of results."""
    return dict(each.former for each in record.sections.values() if each.former)


def unproven_former(former: Record | EarlierRecord) -> Iterator[Problem]:
    """Yield a problem if hidden parts of the earlier season keep its digest from being computed."""
    if former.digest not in verification.computed(former):
        yield Problem("unproven-former", season=former.season.slug, digest=former.digest)


def against_former(
    record: Record | EarlierRecord, former: Record | EarlierRecord
) -> Iterator[Problem]:
    """Compare what this record says of an earlier season with that season's own record.

    A later round is compared by its characters, a ranking by its places.
    """
    slug, said = former.season.slug, formers(record)
    if slug not in said:
        yield Problem("former-other", season=slug, claimed=", ".join(said) or "–")
        return
    if wrong := [*verification.verify(former)]:
        yield Problem("former-fails", season=slug, differences=str(len(wrong)))
        return
    if said[slug] != former.digest:
        yield Problem("former-differs", season=slug, claimed=said[slug], digest=former.digest)
        return
    game = verification.game_of(former)
    there = {entry.number: game.read_build(entry.build) for entry in former.entries}
    told = FormerSeason(slug, game, there, lambda: dict(verification.final_order(former, game)))
    for section in record.sections.values():
        if section.former and section.former[0] == slug:
            yield from section.against(told)
