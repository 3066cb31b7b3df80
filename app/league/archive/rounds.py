"""The part of a record about a later round.

It names the season that it continues, the characters from there, and how far they may change.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Self

from pydantic import Field
from sqlmodel import Session

from app.engine import Build, Ruleset
from app.errors import Problem
from app.league import visibility
from app.league.archive.parts import FormerSeason, Hex, RecordPart, Restoration, Section, Whole
from app.league.entries.growth import cards_before, cards_of
from app.league.results.results import FinishedRun
from app.store import seasons
from app.store.results import runs
from app.store.series import rounds
from app.store.tables import Carryover, Round, Run, Season
from app.text.characters import is_slug, shown
from app.tournament.growth import growth

_SHA256: Final = 64
_LONGEST: Final = 40


class RecordedCarryover(RecordPart):
    """An entry carried over: its numbers in this round and the former one, and its `cards` in the former one."""

    number: int
    former: int
    cards: list[str]


class RecordedRound(Section):
    """A later round: its number, the season before it with the digest of its results, and the changes allowed.

    `added` and `changes`: the most cards added and changed; None is no limit. `excepted`: the entries that organisers
    added or corrected beyond those limits.
    """

    season: str
    digest: Hex
    number: int
    added: int | None
    changes: int | None
    carried: list[RecordedCarryover]
    excepted: list[int] = Field(default=[], exclude_if=lambda excepted: not excepted)

    @classmethod
    def written(
        cls, session: Session, season: Season, run: Run, played: FinishedRun
    ) -> Self | None:
        """Return the round of this run; None if the season continues no other."""
        game = played.game
        rule, before = rounds.of(session, season), rounds.before(session, season)
        former = visibility.published_run(session, before) if before else None
        if rule is None or before is None or former is None:
            return None
        there = {each.revision.id: each.number for each in runs.participants(session, former)}
        earlier = rounds.carried(session, season)
        here = runs.participants(session, run)
        carried = [
            RecordedCarryover(
                number=each.number, former=there[old.id], cards=[*cards_before(game, old)]
            )
            for each in here
            if (old := earlier.get(each.revision.entry_id)) and old.id in there
        ]
        found = cls(
            season=before.slug,
            digest=former.digest or "",
            number=rule.number,
            added=rule.added,
            changes=rule.changes,
            carried=carried,
        )
        builds = {each.number: game.read_build(each.revision.build) for each in here}
        beyond = {int(str(each["number"])) for each in found.beyond(builds, game)}
        return found.model_copy(update={"excepted": sorted(beyond)})

    def faults(self, record: Whole) -> Iterator[Problem]:
        """Yield a fault if the fields of this round contradict each other or the entries."""
        here = [each.number for each in self.carried]
        there = [each.former for each in self.carried]
        if not (
            is_slug(self.season)
            and self.season != record.season.slug
            and len(self.digest) == _SHA256
            and self.number > 1
            and all(bound is None or bound >= 0 for bound in (self.added, self.changes))
            and len({*here}) == len(here)
            and len({*there}) == len(there)
            and {*here, *self.excepted} <= {each.number for each in record.entries}
        ):
            yield Problem("round-unreadable", season=shown(self.season[:_LONGEST]))

    def differences(self, record: Whole, game: Ruleset) -> Iterator[Problem]:
        """Yield the entries that do not come from the round before, or changed more than allowed."""
        builds = {entry.number: game.read_build(entry.build) for entry in record.entries}
        return self.beyond(builds, game)

    def beyond(self, builds: Mapping[int, Build], game: Ruleset) -> Iterator[Problem]:
        """Yield the entries, by number, that do not come from the round before, or changed more than allowed."""
        carried = {each.number: each for each in self.carried}
        for number, build in builds.items():
            if number in self.excepted:
                continue  # a note tells of it
            earlier = carried.get(number)
            if earlier is None:
                yield Problem("not-carried", number=str(number), season=self.season)
                continue
            grown = growth(earlier.cards, cards_of(build, game))
            changed, added = len(grown.changed), max(0, grown.added)
            if _over(changed, self.changes) or _over(added, self.added):
                changes, most = (
                    "–" if each is None else str(each) for each in (self.changes, self.added)
                )
                yield Problem(
                    "grown-too-much",
                    number=str(number),
                    changed=str(changed),
                    added=str(added),
                    changes=changes,
                    most=most,
                )

    def notes(self, _record: Whole) -> Iterator[Problem]:
        """Yield the entries that organisers added or corrected beyond what the round allows."""
        for number in self.excepted:
            yield Problem("entry-excepted", number=str(number))

    def missing(self, session: Session) -> Iterator[Problem]:
        """Yield what prevents this round from continuing its season here.

        The season before may be missing, have other results, or already be followed by another round.
        """
        before = seasons.with_slug(session, self.season)
        run = visibility.published_run(session, before) if before else None
        if before is None or run is None:
            yield Problem("restore-round-before", season=self.season)
        elif following := rounds.after(session, before):
            yield Problem("round-planned", season=self.season, following=following.slug)
        elif run.digest != self.digest:
            yield Problem(
                "former-differs", season=self.season, claimed=self.digest, digest=run.digest or "–"
            )

    def restore(self, back: Restoration) -> None:
        """Link the restored season and its entries to the round before."""
        before = seasons.by_slug(back.session, self.season)
        back.session.add(
            Round(
                season_id=back.season.id,
                before_id=before.id,
                number=self.number,
                added=self.added,
                changes=self.changes,
            )
        )
        run = visibility.published_run(back.session, before)
        if run is None:
            raise LookupError(f"{before.slug} has no public results")
        there = {each.number: each.revision.id for each in runs.participants(back.session, run)}
        for each in self.carried:
            entry_id = back.entries[each.number].id
            back.session.add(Carryover(entry_id=entry_id, revision_id=there[each.former]))
        back.session.flush()

    @property
    def former(self) -> tuple[str, str]:
        """Slug and result digest of the round before."""
        return self.season, self.digest

    def against(self, former: FormerSeason) -> Iterator[Problem]:
        """Yield the carried-over characters that have other cards in the record of the round before."""
        for each in self.carried:
            build = former.builds.get(each.former)
            if build is None or [*cards_of(build, former.game)] != each.cards:
                number, was = str(each.number), str(each.former)
                yield Problem("carried-differs", number=number, former=was, season=former.slug)


def _over(count: int, most: int | None) -> bool:
    return most is not None and count > most
