"""The record of a season: everything that is needed to play it again and compare."""

import json
from collections.abc import Iterator
from datetime import datetime
from threading import Lock
from typing import Annotated, Any, Final, Literal

from pydantic import Field
from sqlmodel import Session

from app.engine import NOT_PLAYED
from app.engine.matches.record import is_numbered, withheld
from app.league import seals, visibility
from app.league.archive import rounds
from app.league.archive.parts import Hex, Part
from app.league.archive.rounds import RecordedRound
from app.league.archive.stages import RecordedRanking, RecordedStages, recorded
from app.league.eligibility import sides
from app.league.eligibility.pools import Pool, pool_of
from app.league.eligibility.sides import Side, Sides
from app.league.matches import records as match_records
from app.league.matches import seeds
from app.league.matches.settings import Settings
from app.league.results import FinishedRun, finished
from app.league.seals import Mark
from app.league.seasons import scoring_of
from app.store import entrants
from app.store.matches import matches
from app.store.results import runs, stages
from app.store.tables import Revision, Run, Season
from app.tournament.cache import Cache
from app.tournament.digest import second_digest
from app.tournament.scoring import Scoring


class RecordedScoring(Part):
    """The scoring: the points of results, and the tie-breaks."""

    win: int
    draw: int
    loss: int
    tie_breaks: list[str]

    def scoring(self) -> Scoring:
        """The scoring. Raises `SeasonRefused` if no season can score like this."""
        return Scoring.of(self.win, self.draw, self.loss, self.tie_breaks)


class RecordedMark(Part):
    """When and how an entry became what it is after the builds had been laid open, and why if an organiser did it."""

    kind: Literal["added", "changed"]
    at: str
    reason: str


class RecordedWithdrawal(Part):
    """An entry that an organiser took out after the builds had been laid open, and why."""

    number: int
    name: str
    at: str
    reason: str


class EarlierEntry(Part):
    """An entry as it took part; `salt` opens its `commitment`."""

    number: int
    name: str
    owner: str
    url: str
    build: str
    lore: str
    extras: dict[str, Any]
    salt: Hex
    commitment: Hex


class RecordedEntry(EarlierEntry):
    """And how it fared; `mark` is there if it was added or changed with open builds in view."""

    points: int
    place: int
    mark: RecordedMark | None
    rules: str | None = Field(default=None, exclude_if=lambda rules: rules is None)
    """The rules that it was sealed under, where the season has moved to others since."""
    left: bool = Field(default=False, exclude_if=lambda left: not left)
    """Whether it left its matches, and stands below all who stayed: then `withdrawn` tells when and why."""


class RecordedSeason(Part):
    """The season that was played."""

    slug: str
    game: str
    title_ja: str
    title_en: str


class RecordedHiding(Part):
    """The parts of an entry that organisers hide from everybody: they are left out, its name for its number."""

    number: int
    parts: list[Literal["name", "owner", "lore"]]


class RecordedMatches(Part):
    """The matches from which the outcomes come: the secret of all dice, what was committed to, every record to its reveal.

    Every pair has met in so many `meetings`, whose points count together, but for those within a side where sides stay apart, and
    those of `own`: two characters of one player each, by their numbers.
    """

    root: Hex
    commitment: Hex
    meetings: int
    records: list[str]
    own: list[Annotated[list[int], Field(min_length=2, max_length=2)]] = Field(
        default=[], exclude_if=lambda own: not own
    )
    tempo: Literal["script"] | None = Field(default=None, exclude_if=lambda tempo: tempo is None)
    """Named where the standing orders of the entries alone have played: then every move follows from them."""


class RecordedPool(Part):
    """What builds of the season might have beside its rules."""

    banned: list[str] = Field(default=[])
    copies: int | None = None
    size: int | None = None

    def pool(self) -> Pool:
        """The same as the league has it."""
        return Pool(tuple(self.banned), self.copies, self.size)


class RecordedSide(Part):
    """A side, and what its members came to together."""

    ja: str
    en: str
    colour: str
    members: int
    points: int
    wins: int


class RecordedSides(Part):
    """The sides of the season; `apart`: nobody met their own. Which one an entry is on stands in its extras."""

    apart: bool
    every: list[RecordedSide]

    def sides(self) -> Sides:
        """The same as the league has them."""
        return Sides(tuple(Side(each.ja, each.en, each.colour) for each in self.every), self.apart)


class _Whole(Part):
    season: RecordedSeason
    rules: str
    scoring: RecordedScoring
    outcomes: list[Hex]
    digest: Hex


class EarlierRecord(_Whole):
    """A record as it was written before: it binds neither owners, addresses and titles nor places and marks."""

    format: Literal["hikyaku-record-1"]
    entries: list[EarlierEntry]


class Record(_Whole):
    """`outcomes[i]` holds a byte (two hex digits) for each later entry, the lower number at home.

    A byte: bits 0-1 the winner (0 none, 1 home, 2 away), bits 2-7 the reason (index into the game's reasons).
    `digest_2` binds all that the first digest does not. `hidden` is there only in what everybody may read of a season in which
    organisers hide something, `matches` in that of a game with decisions, `pool`, `sides` and `stages` in that of a season that has some, `round` in that of a later round. In stages, and between sides,
    the byte of a pair that never met is ff.
    """

    format: Literal["hikyaku-record-2"]
    house: str = Field(default="", exclude_if=lambda house: not house)
    """The house cards in the rules, in TOML: the version of the rules has their digest."""
    entries: list[RecordedEntry]
    withdrawn: list[RecordedWithdrawal]
    digest_2: Hex
    hidden: list[RecordedHiding] = Field(default=[], exclude_if=lambda hidden: not hidden)
    pool: RecordedPool | None = Field(default=None, exclude_if=lambda pool: pool is None)
    sides: RecordedSides | None = Field(default=None, exclude_if=lambda sides: sides is None)
    matches: RecordedMatches | None = Field(
        default=None, exclude_if=lambda matches: matches is None
    )
    stages: RecordedStages | None = Field(default=None, exclude_if=lambda stages: stages is None)
    round: RecordedRound | None = Field(default=None, exclude_if=lambda found: found is None)

    def hides(self, part: str) -> set[int]:
        """The numbers of the entries of which it leaves this out."""
        return {each.number for each in self.hidden if part in each.parts}


_BOUND: Final = {"number", "name", "owner", "url", "commitment", "points", "place", "mark", "left"}
"""An entry in the second digest: builds are in the first, and in the commitment with all else."""
_kept: Final[Cache[object, str]] = Cache(8, Lock())


def record(session: Session, season: Season, now: datetime) -> Record:
    """The record of the season's latest finished run.

    Raises `SeasonRefused` if there is none, or while it is sealed, and `RulesNotInstalled`.

    It holds builds and salts: only the organiser may see it before publication.
    """
    run = visibility.require_finished_run(session, season, now)
    played = finished(session, season, run)
    made = _without_outcomes(session, season, run, played)
    erased = entrants.erased(session, season)
    hidden = [
        RecordedHiding(number=each.number, parts=["owner", *_unsealed(each.revision)])
        for each in (runs.participants(session, run) if erased else ())
        if each.revision.entry_id in erased
    ]
    rows = (played.row(place)[place + 1 :].hex() for place in range(len(made.entries)))
    told = {"outcomes": list(rows), "digest_2": second_digest(bound(made)), "hidden": hidden}
    return made.model_copy(update=told)


def _unsealed(revision: Revision) -> list[Literal["lore"]]:
    """The lore of a revision whose player has been erased, if it had one that its seal covers."""
    parts = (revision.name, revision.build, revision.lore, revision.extras, revision.rules_version)
    return [] if seals.commitment(revision.salt, *parts) == revision.commitment else ["lore"]


def public_record(session: Session, season: Season, now: datetime) -> Record:
    """The same as everybody may read it: what organisers hide is left out, and named in `hidden`."""
    whole = record(session, season, now)
    hidden = entrants.hidden(session, season)
    if not any(hidden):
        return whole
    run = visibility.require_finished_run(session, season, now)
    ids = {each.number: each.revision.entry_id for each in runs.participants(session, run)}
    gone = {
        each.number: each.entry_id
        for each in seals.withdrawn(session, season)
        if each.number not in ids
    }
    found: dict[int, list[Literal["name", "owner", "lore"]]] = {}
    parts: tuple[Literal["name", "owner", "lore"], ...] = ("name", "owner", "lore")
    for number, entry in (ids | gone).items():
        if left := [part for part, those in zip(parts, hidden, strict=True) if entry in those]:
            found[number] = left

    extras = {each.number: each.extras for each in whole.entries}

    def public(number: int) -> dict[str, Any]:
        left = found.get(number, ())
        return {
            **({"name": entrants.other_name(number, "en")} if "name" in left else {}),
            **({"owner": ""} if "owner" in left else {}),
            **(
                {"lore": "", "url": "", "extras": sides.kept(extras.get(number, {}))}
                if "lore" in left
                else {}
            ),
        }

    return whole.model_copy(
        update={
            "entries": [each.model_copy(update=public(each.number)) for each in whole.entries],
            "withdrawn": [
                each.model_copy(update={"name": entrants.other_name(each.number, "en")})
                if "name" in found.get(each.number, ())
                else each
                for each in whole.withdrawn
            ],
            "matches": _without_names(
                whole, {number for number, parts in found.items() if "name" in parts}
            ),
            "hidden": [RecordedHiding(number=at, parts=left) for at, left in found.items()],
        }
    )


def second_digest_of(session: Session, season: Season, run: Run) -> str:
    """The second digest of this finished run, made once and kept."""
    played = finished(session, season, run)
    erased = entrants.erased(session, season)
    return _kept.of(
        (played.key, erased),
        lambda: second_digest(bound(_without_outcomes(session, season, run, played))),
    )


def bound(record: Record) -> dict[str, Any]:
    """The parts of this record that its second digest binds."""
    return {
        "digest": record.digest,
        "season": record.season.model_dump(),
        "rules": record.rules,
        "scoring": record.scoring.model_dump(),
        "entries": [entry.model_dump(include=_BOUND) for entry in record.entries],
        "withdrawn": [each.model_dump() for each in record.withdrawn],
        **({"pool": record.pool.model_dump()} if record.pool else {}),
        **({"sides": record.sides.model_dump()} if record.sides else {}),
        **({"matches": record.matches.model_dump()} if record.matches else {}),
        **({"stages": record.stages.model_dump()} if record.stages else {}),
        **({"round": record.round.model_dump()} if record.round else {}),
    }


def _without_outcomes(session: Session, season: Season, run: Run, played: FinishedRun) -> Record:
    """The record without the rows of outcomes and the second digest."""
    scoring = scoring_of(season)
    marks = seals.marks(session, season)
    return Record(
        format="hikyaku-record-2",
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
                salt=each.revision.salt.hex(),
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
            RecordedWithdrawal(
                number=each.number, name=each.name, at=each.at.isoformat(), reason=each.reason
            )
            for each in seals.withdrawn(session, season)
        ],
        digest_2="",
        pool=RecordedPool.model_validate(season.pool) if pool_of(season) else None,
        sides=_sides(played),
        matches=_matches(session, season, played),
        stages=_stages(session, season, run, played),
        round=rounds.recorded(session, season, run, played.game),
    )


def _sides(played: FinishedRun) -> RecordedSides | None:
    if not played.sides:
        return None
    lines = {each.side: each for each in played.side_lines}
    return RecordedSides(
        apart=played.sides.apart,
        every=[
            RecordedSide(
                ja=each.ja,
                en=each.en,
                colour=each.colour,
                members=lines[at].members,
                points=lines[at].points,
                wins=lines[at].wins,
            )
            for at, each in enumerate(played.sides.every)
        ],
    )


def _stages(
    session: Session, season: Season, run: Run, played: FinishedRun
) -> RecordedStages | None:
    lottery = stages.lottery(session, season)
    if not played.phases or not lottery:
        return None
    numbers = [each.number for each in played.participants]
    return RecordedStages(
        root=lottery.root.hex(),
        commitment=lottery.commitment,
        stages=[
            recorded(plan, phase, numbers)
            for plan, phase in zip(played.plans, played.phases, strict=True)
        ],
        ranking=RecordedRanking(**run.ranking) if run.ranking else None,
    )


def _matches(session: Session, season: Season, played: FinishedRun) -> RecordedMatches | None:
    found = matches.begun(session, season)
    if not found:
        return None
    settings = Settings.of(found.settings)
    return RecordedMatches(
        root=seeds.root_of(found).hex(),
        commitment=found.commitment,
        meetings=settings.meetings,
        records=[each.decode() for each in match_records.all_of(session, season)],
        own=[*_own(played)],
        tempo="script" if settings.tempo == "script" else None,
    )


def _own(played: FinishedRun) -> Iterator[list[int]]:
    """The pairs that did not meet although no side kept them apart: characters of one player."""
    if played.is_full:
        return
    there = played.participants
    for at, row in enumerate(played.rows()):
        for other in range(at + 1, len(there)):
            is_within = played.sides.apart and there[at].side == there[other].side
            if row[other] == NOT_PLAYED and not is_within:
                yield [there[at].number, there[other].number]


def _without_names(whole: Record, hidden: set[int]) -> RecordedMatches | None:
    """The matches, without the heads that name a name of these."""
    if not whole.matches or not hidden:
        return whole.matches
    numbers = {each.name: each.number for each in whole.entries}
    given = []
    for text in whole.matches.records:
        head = json.loads(text.partition("\n")[0])
        seats = {seat: numbers.get(name, 0) for seat, name in head["seats"].items()}
        is_told = is_numbered(head) or hidden.isdisjoint(seats.values())
        called = {seat: str(number) for seat, number in seats.items()}
        given.append(text if is_told else withheld(text.encode(), called).decode())
    return whole.matches.model_copy(update={"records": given})


def _other(sealed: str, played: str) -> str | None:
    return None if sealed == played else sealed


def _mark(mark: Mark | None) -> RecordedMark | None:
    if mark is None:
        return None
    return RecordedMark(kind=mark.kind, at=mark.at.isoformat(), reason=mark.reason)
