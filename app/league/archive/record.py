"""The record of a season: everything that is needed to play it again and compare."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from threading import Lock
from typing import Any, Final, Literal, Self, get_args

from pydantic import Field, model_validator
from sqlmodel import Session

from app.league import seals, visibility
from app.league.archive.beacons import RecordedBeacon
from app.league.archive.matches import RecordedMatches
from app.league.archive.parts import (
    EarlierEntry,
    Hex,
    RecordedEntry,
    RecordedHiding,
    RecordedMark,
    RecordedScoring,
    RecordedSeason,
    RecordedWithdrawal,
    RecordPart,
    Section,
)
from app.league.archive.rounds import RecordedRound
from app.league.archive.sides import RecordedPool, RecordedSides
from app.league.archive.stages import RecordedStages
from app.league.eligibility import sides
from app.league.eligibility.sides import FIELD, NO_SIDES, Sides
from app.league.matches import records as match_records
from app.league.results.results import FinishedRun, finished
from app.league.seals import LateAct, SealMark
from app.league.seasons.seasons import scoring_of
from app.store import entrants
from app.store.results import parts, runs
from app.store.security import audits
from app.store.tables import Entry, Revision, Run, Season
from app.tournament.cache import Cache
from app.tournament.digest import second_digest, third_digest

_PARTS: Final[tuple[entrants.Part, ...]] = get_args(entrants.Part)


class _Whole(RecordPart):
    season: RecordedSeason
    rules: str
    scoring: RecordedScoring
    outcomes: list[Hex]
    digest: Hex


class EarlierRecord(_Whole):
    """A record in the first format. It does not bind owners, addresses, titles, places and marks."""

    format: Literal["hikyaku-record-1"]
    entries: list[EarlierEntry]

    @property
    def sections(self) -> dict[str, Section]:
        """The optional parts; this format has none."""
        return {}

    @property
    def on_sides(self) -> tuple[Sides, list[int | None]]:
        """The sides; seasons of this format have none."""
        return NO_SIDES, []


class Record(_Whole):
    """A record in the second or third format.

    `outcomes[i]` holds a byte (two hex digits) for each later entry, the lower number at home. A byte: bits 0-1 the
    winner (0 none, 1 home, 2 away), bits 2-7 the reason (index into the game's reasons). The byte ff marks a pair that
    never met, in stages and between sides.

    `digest_2` binds everything that the first digest does not. In the third format `digest_3` binds everything, hidden
    or not. Only the public record has `hidden`, and only if organisers hide something. The other optional fields are
    present only if the season has them.
    """

    format: Literal["hikyaku-record-2", "hikyaku-record-3"]
    house: str = Field(default="", exclude_if=lambda house: not house)
    """The house cards in the rules, in TOML. The version of the rules includes their digest."""
    entries: list[RecordedEntry]
    withdrawn: list[RecordedWithdrawal]
    digest_2: Hex = Field(default="", exclude_if=lambda digest: not digest)
    digest_3: Hex = Field(default="", exclude_if=lambda digest: not digest)
    hidden: list[RecordedHiding] = Field(default=[], exclude_if=lambda hidden: not hidden)
    pool: RecordedPool | None = Field(default=None, exclude_if=lambda pool: pool is None)
    sides: RecordedSides | None = Field(default=None, exclude_if=lambda sides: sides is None)
    matches: RecordedMatches | None = Field(
        default=None, exclude_if=lambda matches: matches is None
    )
    stages: RecordedStages | None = Field(default=None, exclude_if=lambda stages: stages is None)
    round: RecordedRound | None = Field(default=None, exclude_if=lambda found: found is None)
    beacon: RecordedBeacon | None = Field(default=None, exclude_if=lambda beacon: beacon is None)

    @model_validator(mode="after")
    def _is_of_one_format(self) -> Self:
        """Raise `ValueError` if a field belongs to another format."""
        second, third = {"digest_2", "salt"}, {"digest_3", "salts"}
        needed, others = (second, third) if self.proof == 1 else (third, second)
        every = {*self.model_fields_set}.union(*(each.model_fields_set for each in self.entries))
        late = {name for each in self.withdrawn for name in each.model_fields_set}
        late |= {name for each in self.hidden for name in each.model_fields_set}
        late |= every & {"digests"}
        if (
            others & every
            or any(
                not needed <= self.model_fields_set | each.model_fields_set for each in self.entries
            )
            or (self.proof == 1 and late & {"salt", "digest", "digests", "was_public"})
        ):
            raise ValueError(f"its parts are not all of the format {self.format}")
        return self

    @property
    def in_stages(self) -> bool:
        """Whether pairings depend on results."""
        return self.stages is not None

    @property
    def proof(self) -> int:
        """How its season is proven, as `Season.proof` has it."""
        return 2 if self.format == "hikyaku-record-3" else 1

    @property
    def sections(self) -> dict[str, Section]:
        """The optional parts that this record has, by name."""
        found = {name: getattr(self, name) for name in SECTIONS}
        return {name: section for name, section in found.items() if section}

    @property
    def on_sides(self) -> tuple[Sides, list[int | None]]:
        """The sides of the season, and the index of each entry's side; None without sides."""
        if not self.sides:
            return NO_SIDES, []
        found = self.sides.sides()
        return found, [found.index(str(each.extras.get(FIELD) or "")) for each in self.entries]

    @property
    def beacon_facts(self) -> Mapping[str, Any] | None:
        """The beacon as a season keeps it; None without one."""
        return self.beacon.facts if self.beacon else None

    @property
    def last_digest(self) -> str:
        """The digest that binds everything: the third in the third format, else the second."""
        return self.digest_3 or self.digest_2

    def hides(self, *hidden: str) -> set[int]:
        """The numbers of the entries with any of these parts left out."""
        return {each.number for each in self.hidden if {*hidden} & {*each.parts}}


SECTIONS: Final[dict[str, type[Section]]] = {
    "pool": RecordedPool,
    "sides": RecordedSides,
    "matches": RecordedMatches,
    "stages": RecordedStages,
    "round": RecordedRound,
    "beacon": RecordedBeacon,
}
"""The optional parts of a record. To add one, add a field to `Record` and a line here."""
_BOUND: Final = {"number", "name", "owner", "url", "commitment", "points", "place", "mark", "left"}
"""The fields of an entry in the second digest. Builds are in the first digest, and the seal covers the rest."""
_BOUND_3: Final = {"number", "build", "commitment", "rules", "points", "place", "mark", "left"}
"""The fields of an entry in the third digest, beside its side. The seal covers the rest."""
_kept: Final[Cache[object, str]] = Cache(8, Lock())


def record(session: Session, season: Season, now: datetime) -> Record:
    """Return the record of the season's latest finished run. Before publication it is for organisers only.

    It holds builds and salts. Erased parts are hidden. Raises `SeasonRefused` without a finished run or while the
    season is sealed, and `RulesNotInstalled`.
    """
    run = visibility.require_finished_run(session, season, now)
    played = finished(session, season, run)
    made = _made(session, season, run, played)
    there = {each.number: each.revision for each in runs.participants(session, run)}
    if season.proof == 2:
        gone = {act.number: each for act, each in _withdrawn(session, season) if each}
        erased = {
            number: (each.entry_id, left)
            for number, each in (
                there | {n: each for n, each in gone.items() if n not in there}
            ).items()
            if (left := [p for p in _told_of(number in there) if p in each.digests])
        }
        return _leaving_out(session, season, made, erased)
    erased_1 = entrants.erased(session, season)
    hidden = [
        RecordedHiding(number=number, parts=["owner", *_unsealed(season, each)])
        for number, each in there.items()
        if each.entry_id in erased_1
    ]
    return made.model_copy(update={"hidden": hidden})


def _made(session: Session, season: Season, run: Run, played: FinishedRun) -> Record:
    """Return the record with everything that organisers hide, but without a list of erased parts."""
    made = _without_outcomes(session, season, run, played)
    outcomes = [half.hex() for half in _halves(played)]
    last = _last_digest(made, played)
    return made.model_copy(update={"outcomes": outcomes, f"digest_{season.proof + 1}": last})


def _halves(played: FinishedRun) -> Iterator[bytes]:
    return (row[place + 1 :] for place, row in enumerate(played.rows()))


def _last_digest(made: Record, played: FinishedRun) -> str:
    """Return the last digest of a record that may still be without outcomes."""
    return (
        second_digest(bound(made))
        if made.proof == 1
        else third_digest(bound(made), _halves(played))
    )


def _told_of(is_there: bool) -> Sequence[entrants.Part]:
    """Return the parts that the record shows of an entry: only the name if it was taken out."""
    return _PARTS if is_there else _PARTS[:1]


def _unsealed(season: Season, revision: Revision) -> list[Literal["lore"]]:
    """Return ["lore"] if erasing the player removed lore that the seal covers."""
    return [] if seals.seal_of(season, revision) == revision.commitment else ["lore"]


def public_record(session: Session, season: Season, now: datetime) -> Record:
    """Return the record for the public: parts that organisers hide are left out and listed in `hidden`."""
    whole = record(session, season, now)
    hidden = entrants.hidden(session, season)
    if not any(hidden):
        return whole
    run = visibility.require_finished_run(session, season, now)
    ids = {each.number: each.revision.entry_id for each in runs.participants(session, run)}
    gone = {each.number: each.entry_id for each in seals.withdrawn(session, season)}
    erased = {each.number: each.parts for each in whole.hidden} if season.proof == 2 else {}
    found: dict[int, tuple[int, list[entrants.Part]]] = {}
    for number, entry in (ids | {at: each for at, each in gone.items() if at not in ids}).items():
        left = [
            part
            for part, those in zip(
                _told_of(number in ids or season.proof == 1), hidden, strict=False
            )
            if entry in those or part in erased.get(number, ())
        ]
        if left:
            found[number] = entry, left
    return _leaving_out(session, season, whole, found)


def _leaving_out(
    session: Session,
    season: Season,
    whole: Record,
    found: Mapping[int, tuple[int, list[entrants.Part]]],
) -> Record:
    """Return a copy of the record without these parts. `found`: number to id of the entry and hidden parts.

    With the second proof, digests stand for the parts left out.
    """
    left = {number: parts_ for number, (_, parts_) in found.items()}
    published = (act.at for act in audits.of_season(session, season, ("publish",)))
    first = min(published, default=season.published_at)

    def public(each: RecordedEntry) -> RecordedEntry:
        hidden = left.get(each.number, ())
        gone = {name for part in hidden for name in parts.HIDDEN_WITH[part]}
        digests = {n: said for n, said in each.part_digests().items() if n in gone}
        update = {
            **({"name": entrants.other_name(each.number, "en")} if "name" in hidden else {}),
            **({"owner": ""} if "owner" in hidden else {}),
            **(
                {"lore": "", "url": "", "extras": sides.kept(each.extras)}
                if "lore" in hidden
                else {}
            ),
            **({"digests": digests} if digests else {}),
        }
        if each.salts:
            update["salts"] = {n: salt for n, salt in each.salts.items() if n not in gone}
        return each.model_copy(update=update)

    def hiding(number: int, entry_id: int, hidden: list[entrants.Part]) -> RecordedHiding:
        if season.proof == 1 or first is None:
            return RecordedHiding(number=number, parts=hidden)
        entry = session.get_one(Entry, entry_id)
        at = {part: getattr(entry, f"{part}_hidden_at") for part in hidden}
        was = [part for part in hidden if at[part] and at[part] >= first]
        return RecordedHiding(number=number, parts=hidden, was_public=was)

    def named(each: RecordedWithdrawal) -> RecordedWithdrawal:
        if "name" not in left.get(each.number, ()):
            return each
        update = {"name": entrants.other_name(each.number, "en"), "salt": ""}
        digest = each.bound()["name"] if season.proof == 2 else ""
        return each.model_copy(update=update | {"digest": digest})

    return whole.model_copy(
        update={
            "entries": [public(each) for each in whole.entries],
            "withdrawn": [named(each) for each in whole.withdrawn],
            "matches": whole.matches
            and whole.matches.model_copy(
                update={
                    "records": match_records.without_names(
                        whole.matches.records,
                        {each.name: each.number for each in whole.entries},
                        {number for number, parts in left.items() if "name" in parts},
                    )
                }
            ),
            "hidden": [hiding(number, *each) for number, each in found.items()],
        }
    )


def last_digest_of(session: Session, season: Season, run: Run) -> str:
    """Return the digest of this finished run that binds everything, as in its record. The result is cached."""
    played = finished(session, season, run)
    erased = entrants.erased(session, season)

    def read() -> str:
        return _last_digest(_without_outcomes(session, season, run, played), played)

    return _kept.of((played.key, erased), read)


def bound(record: Record) -> dict[str, Any]:
    """The parts of this record that its last digest binds, besides the outcomes."""
    entries = [entry.model_dump(include=_BOUND) for entry in record.entries]
    withdrawn = [each.model_dump() for each in record.withdrawn]
    if record.proof == 2:
        entries = [
            entry.model_dump(include=_BOUND_3) | sides.kept(entry.extras)
            for entry in record.entries
        ]
        withdrawn = [each.bound() for each in record.withdrawn]
    return {
        "digest": record.digest,
        "season": record.season.model_dump(),
        "rules": record.rules,
        "scoring": record.scoring.model_dump(),
        "entries": entries,
        "withdrawn": withdrawn,
        **{name: section.model_dump() for name, section in record.sections.items()},
    }


def digest_of(record: Record) -> str:
    """Compute the last digest of this record."""
    if record.proof == 1:
        return second_digest(bound(record))
    return third_digest(bound(record), map(bytes.fromhex, record.outcomes))


def _withdrawn(session: Session, season: Season) -> list[tuple[LateAct, Revision | None]]:
    """Return what organisers took out after builds had been laid open, each with the revision they took out."""
    acts = seals.withdrawn(session, season)
    return [(each, session.get(Revision, each.revision_id)) for each in acts]


def _withdrawal(act: LateAct, revision: Revision | None, proof: int) -> RecordedWithdrawal:
    told = RecordedWithdrawal(
        number=act.number, name=act.name, at=act.at.isoformat(), reason=act.reason
    )
    if proof == 1:
        return told
    salts = parts.salts_in(revision.salt) if revision else {}
    digest = revision.digests.get("name", "") if revision else ""
    salt = "" if digest else salts.get("name", bytes(parts.SALT_BYTES)).hex()
    return told.model_copy(update={"salt": salt, "digest": digest})


def _without_outcomes(session: Session, season: Season, run: Run, played: FinishedRun) -> Record:
    """The record without the rows of outcomes and the last digest."""
    scoring = scoring_of(season)
    marks = seals.marks(session, season)
    sections: dict[str, Any] = {
        name: kind.written(session, season, run, played) for name, kind in SECTIONS.items()
    }
    return Record(
        format="hikyaku-record-3" if season.proof == 2 else "hikyaku-record-2",
        season=RecordedSeason(
            slug=season.slug, game=season.game, title_ja=season.title_ja, title_en=season.title_en
        ),
        rules=run.rules_version,
        house=played.game.house.text if played.game.house else "",
        scoring=RecordedScoring(
            win=scoring.win,
            draw=scoring.draw,
            loss=scoring.loss,
            tie_breaks=scoring.slugs,
        ),
        entries=[
            RecordedEntry(
                number=each.number,
                name=each.revision.name,
                owner=each.revision.owner,
                url=each.revision.url,
                build=each.revision.build,
                lore=each.revision.lore,
                extras=each.revision.extras,
                **_proof(season, each.revision),
                commitment=each.revision.commitment,
                points=played.standing(index).points,
                place=played.standing(index).place,
                mark=_mark(marks.get(each.revision.entry_id)),
                rules=_other(each.revision.rules_version, run.rules_version),
                left=each.number in run.left,
            )
            for index, each in enumerate(runs.participants(session, run))
        ],
        outcomes=[],
        digest=played.digest,
        withdrawn=[
            _withdrawal(act, each, season.proof) for act, each in _withdrawn(session, season)
        ],
        **({"digest_3": ""} if season.proof == 2 else {"digest_2": ""}),  # type: ignore[arg-type]
        **sections,
    )


def _proof(season: Season, revision: Revision) -> dict[str, Any]:
    """Return the salts, and digests of hidden parts, that open this revision's seal."""
    if season.proof == 1:
        return {"salt": revision.salt.hex()}
    salts = {name: salt.hex() for name, salt in parts.salts_in(revision.salt).items()}
    return {"salts": salts} | ({"digests": revision.digests} if revision.digests else {})


def _other(sealed: str, played: str) -> str | None:
    return None if sealed == played else sealed


def _mark(mark: SealMark | None) -> RecordedMark | None:
    if mark is None:
        return None
    return RecordedMark(kind=mark.kind, at=mark.at.isoformat(), reason=mark.reason)
