"""The book of a game's ratings: a file from which, with the records of its seasons, anybody counts them again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from pydantic import ValidationError
from sqlmodel import Session

from app.errors import Problem, RecordUnreadable
from app.league.archive import verification
from app.league.archive.parts import RecordPart
from app.league.archive.record import EarlierRecord, Record
from app.league.careers import skills
from app.text import validation
from app.tournament.ratings import skill
from app.tournament.ratings.skill import MODEL, Battle, SkillEstimate

FORMAT: Final = "hikyaku-ratings-1"
_DIGITS: Final = 4
_NEAR: Final = 0.001
"""Machines differ in the last digits of a power."""


class RatedEntry(RecordPart):
    """Whose character an entry is: the end of the address of their page."""

    number: int
    owner: str


class RatedSeason(RecordPart):
    """A season that counts, and the digest of its results."""

    season: str
    digest: str
    entries: list[RatedEntry]


class OwnersRating(RecordPart):
    """An owner's rating after all seasons: `rating` is the mean minus three deviations."""

    owner: str
    battles: int
    mean: float
    deviation: float
    rating: float


class RatingBook(RecordPart):
    """The seasons in the order of their publication, and what they come to."""

    format: Literal["hikyaku-ratings-1"] = FORMAT
    model: Literal["openskill-6 plackett-luce"] = MODEL
    game: str
    seasons: list[RatedSeason]
    ratings: list[OwnersRating]


def of_game(session: Session, game: str) -> RatingBook:
    """The book of this game, as everybody may have it."""
    found = skills.of_game(session, game)
    return RatingBook(
        game=game,
        seasons=[
            RatedSeason(
                season=each.season.slug,
                digest=each.digest,
                entries=[
                    RatedEntry(number=number, owner=owner) for number, owner in each.owners.items()
                ],
            )
            for each in found.periods
        ],
        ratings=[_rating(each.page, each.skill) for each in found.lines],
    )


def read(content: bytes) -> RatingBook:
    """The book in this file. Raises `RecordUnreadable` with everything that is wrong with it."""
    try:
        return RatingBook.model_validate_json(content)
    except ValidationError as faults:
        raise RecordUnreadable(validation.problems("ratings-malformed", faults)) from None


def verify(book: RatingBook, records: Sequence[Record | EarlierRecord]) -> Iterator[Problem]:
    """The differences between the book and what these records come to, which are played again themselves.

    None if it holds.
    """
    by_slug = {each.season.slug: each for each in records}
    faults = [*_missing(book, by_slug)]
    for each in book.seasons:
        if record := by_slug.get(each.season):
            faults += verification.verify(record)
    yield from faults
    if faults:
        return
    counted: Mapping[str, SkillEstimate] = {}
    for each in book.seasons:
        counted = skill.after(counted, _battles(each, by_slug[each.season]))
    told = {each.owner: each for each in book.ratings}
    for owner in sorted({*told, *counted}):
        is_ = _rating(owner, counted[owner]) if owner in counted else None
        said = told.get(owner)
        if is_ is None or said is None or _differ(said, is_):
            yield Problem("rating-differs", owner=owner, claimed=_words(said), found=_words(is_))


def unproven(book: RatingBook, records: Sequence[Record | EarlierRecord]) -> Iterator[Problem]:
    """What the records of its seasons cannot prove, although nothing is wrong."""
    slugs = {each.season for each in book.seasons}
    for each in records:
        open_ = [*verification.unproven(each)] if each.season.slug in slugs else []
        if open_:
            yield Problem("rated-unproven", season=each.season.slug, parts=f"{len(open_):,}")


def _missing(book: RatingBook, by_slug: Mapping[str, Record | EarlierRecord]) -> Iterator[Problem]:
    for each in book.seasons:
        record = by_slug.get(each.season)
        if record is None:
            yield Problem("rated-record-missing", season=each.season)
        elif record.season.game != book.game or record.digest != each.digest:
            yield Problem(
                "rated-record-differs", season=each.season, digest=each.digest, found=record.digest
            )
        else:
            there_are = {entry.number for entry in record.entries}
            for entry in each.entries:
                if entry.number not in there_are:
                    yield Problem(
                        "rated-entry-missing", season=each.season, number=str(entry.number)
                    )


def _battles(season: RatedSeason, record: Record | EarlierRecord) -> Iterator[Battle]:
    whose = {each.number: each.owner for each in season.entries}
    owners = [whose.get(each.number, "") for each in record.entries]
    halves = [bytes.fromhex(row) for row in record.outcomes]
    return skill.battles(owners, lambda first, second: halves[first][second - first - 1])


def _rating(owner: str, each: SkillEstimate) -> OwnersRating:
    numbers = (each.mean, each.deviation, each.rating)
    mean, deviation, rating = (round(number, _DIGITS) for number in numbers)
    return OwnersRating(
        owner=owner, battles=each.battles, mean=mean, deviation=deviation, rating=rating
    )


def _differ(one: OwnersRating, other: OwnersRating) -> bool:
    pairs = (
        (one.mean, other.mean),
        (one.deviation, other.deviation),
        (one.rating, other.rating),
    )
    return one.battles != other.battles or any(abs(a - b) > _NEAR for a, b in pairs)


def _words(each: OwnersRating | None) -> str:
    return f"{each.mean:.3f} ± {2 * each.deviation:.3f} ({each.battles})" if each else "–"
