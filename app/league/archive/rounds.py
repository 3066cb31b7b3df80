"""A season that is a later round, in its record: what it continues, which characters come from there, and how far they may be from it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pydantic import Field
from sqlmodel import Session

from app.engine import Build, Ruleset
from app.errors import Problem
from app.league import visibility
from app.league.admission.growth import cards_before, cards_of
from app.league.archive.parts import Hex, Part
from app.store import seasons
from app.store.results import runs
from app.store.series import rounds
from app.store.tables import Carryover, Entry, Round, Run, Season
from app.text.characters import is_slug, shown
from app.tournament.growth import growth

_SHA256: Final = 64
_LONGEST: Final = 40


class RecordedCarryover(Part):
    """An entry that continues one of the round before: their numbers here and there, and the `cards` that it had there."""

    number: int
    former: int
    cards: list[str]


class RecordedRound(Part):
    """A later round: its number, the season before it with the digest of its results, and what may change.

    `excepted` are the entries that organisers have put in or corrected beyond that.
    """

    season: str
    digest: Hex
    number: int
    added: int | None
    changes: int | None
    carried: list[RecordedCarryover]
    excepted: list[int] = Field(default=[], exclude_if=lambda excepted: not excepted)


def recorded(session: Session, season: Season, run: Run, game: Ruleset) -> RecordedRound | None:
    """What the record of this run tells; None of a season that continues none."""
    rule, before = rounds.of(session, season), rounds.before(session, season)
    former = visibility.published_run(session, before) if before else None
    if rule is None or before is None or former is None:
        return None
    there = {each.revision.id: each.number for each in runs.participants(session, former)}
    played = rounds.carried(session, season)
    here = runs.participants(session, run)
    carried = [
        RecordedCarryover(
            number=each.number, former=there[earlier.id], cards=[*cards_before(game, earlier)]
        )
        for each in here
        if (earlier := played.get(each.revision.entry_id)) and earlier.id in there
    ]
    found = RecordedRound(
        season=before.slug,
        digest=former.digest or "",
        number=rule.number,
        added=rule.added,
        changes=rule.changes,
        carried=carried,
    )
    builds = {each.number: game.read_build(each.revision.build) for each in here}
    beyond = {int(each.words[0]) for each in differences(found, builds, game)}
    return found.model_copy(update={"excepted": sorted(beyond)})


def faults(found: RecordedRound, slug: str, numbers: Sequence[int]) -> Iterator[Problem]:
    """What no later round can say of itself."""
    here = [each.number for each in found.carried]
    there = [each.former for each in found.carried]
    if not (
        is_slug(found.season)
        and found.season != slug
        and len(found.digest) == _SHA256
        and found.number > 1
        and all(bound is None or bound >= 0 for bound in (found.added, found.changes))
        and len({*here}) == len(here)
        and len({*there}) == len(there)
        and {*here, *found.excepted} <= {*numbers}
    ):
        yield Problem("round-unreadable", words=(shown(found.season[:_LONGEST]),))


def differences(
    found: RecordedRound, builds: Mapping[int, Build], game: Ruleset
) -> Iterator[Problem]:
    """Entries, by number, that do not come from the round before, or are further from it than the round allows."""
    carried = {each.number: each for each in found.carried}
    for number, build in builds.items():
        if number in found.excepted:
            continue  # a note tells of it
        earlier = carried.get(number)
        if earlier is None:
            yield Problem("not-carried", words=(str(number), found.season))
            continue
        grown = growth(earlier.cards, cards_of(build, game))
        changed, added = len(grown.changed), max(0, grown.added)
        if _over(changed, found.changes) or _over(added, found.added):
            bounds = ("–" if each is None else str(each) for each in (found.changes, found.added))
            words = (str(number), str(changed), str(added), *bounds)
            yield Problem("grown-too-much", words=words)


def _over(count: int, most: int | None) -> bool:
    return most is not None and count > most


def missing(session: Session, found: RecordedRound) -> Iterator[Problem]:
    """What keeps this round from continuing its season here: that it is not here with these results, or has gone on already."""
    before = seasons.with_slug(session, found.season)
    run = visibility.published_run(session, before) if before else None
    if before is None or run is None:
        yield Problem("restore-round-before", words=(found.season,))
    elif following := rounds.after(session, before):
        yield Problem("round-planned", season=found.season, following=following.slug)
    elif run.digest != found.digest:
        yield Problem("former-differs", words=(found.season, found.digest, run.digest or "–"))


def bring(
    session: Session, season: Season, found: RecordedRound, entries: Mapping[int, Entry]
) -> None:
    """The season is the round after the one that is here, and its entries continue those there."""
    before = seasons.by_slug(session, found.season)
    session.add(
        Round(
            season_id=season.id,
            before_id=before.id,
            number=found.number,
            added=found.added,
            changes=found.changes,
        )
    )
    run = visibility.published_run(session, before)
    if run is None:
        raise LookupError(f"{before.slug} has no public results")
    there = {each.number: each.revision.id for each in runs.participants(session, run)}
    for each in found.carried:
        entry_id = entries[each.number].id
        session.add(Carryover(entry_id=entry_id, revision_id=there[each.former]))
    session.flush()
