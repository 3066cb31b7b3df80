"""A finished run, as letters and pages read it: who took part, the table, each result."""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any, Final

from sqlmodel import Session

from app.engine import DRAW, Battle, Lang, Ruleset, TellingSheet
from app.errors import Problem, SeasonRefused
from app.i18n import LANGS
from app.league import visibility
from app.league.eligibility.sides import NO_SIDES, Side, Sides, sides_of, sides_of_field
from app.league.entries import growth
from app.league.entries.characters import labels_of, lines_of, names_of
from app.league.matches import outcomes
from app.league.matches.settings import rules_of
from app.league.results import ranks
from app.league.seasons import news
from app.league.seasons.decisions.season_plans import LONGEST
from app.league.seasons.seasons import require, require_reason, scoring_of
from app.league.seasons.stages import courses, names
from app.league.seasons.stages.plans import StagePlan
from app.store import entrants, entries, pictures, seasons
from app.store.database import home, once
from app.store.ratings import placings
from app.store.results import runs
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.series import rounds
from app.store.tables import Revision, Run, Season, SeasonState, StepKind
from app.store.work import steps
from app.tournament.blocks import build_of
from app.tournament.cache import Cache
from app.tournament.formats.results import battles as fought_in
from app.tournament.formats.stages import Phase
from app.tournament.full_table import ROWS_KEPT, Entrant, FullTable
from app.tournament.scoring import Scoring
from app.tournament.sides import SideLine, table as side_table
from app.tournament.standings import standings
from app.tournament.tiebreaks import Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant(Entrant):
    """An entry as it took part."""

    entry_id: int
    revision_id: int
    player_id: int | None
    side: int | None = None
    """Where its side stands among those of the season, in one that has sides."""


@dataclass(frozen=True, kw_only=True)
class FinishedRun(FullTable):
    """The full table of a run that is finished."""

    digest: str
    participants: tuple[Participant, ...]
    plans: tuple[StagePlan, ...] = ()
    """The stages of the season; none where everybody met everybody."""
    phases: tuple[Phase, ...] = field(default=(), repr=False)
    """How each of them was played."""
    sides: Sides = NO_SIDES
    """Those of the season."""
    added: int | None = None
    changes: int | None = None
    """The bounds of a later round, as in `app.store.tables.Round`."""
    former: Mapping[int, Sequence[str]] = field(default_factory=dict, repr=False)
    """The cards of the round before of those who come from it, by where they stand among the participants."""

    @property
    def has_grid(self) -> bool:
        """Whether a cross table shows more than gaps: in stages only where everybody met everybody."""
        return not self.plans or self.is_full

    def judge(self, index: int | None = None) -> Ruleset:
        """Return the rules for another build of this entrant, or of any: those of the season, within its round's limits."""
        those = self.former.values() if index is None else [self.former.get(index)]
        earlier = [cards for cards in those if cards is not None]
        return growth.within(self.game, self.added, self.changes, earlier)

    @cached_property
    def side_lines(self) -> tuple[SideLine, ...]:
        """The table of its sides, the best first; none in a season without."""
        sides = [each.side for each in self.participants]
        return tuple(side_table(self.standings, sides, len(self.sides.every)))

    @cached_property
    def side_names(self) -> list[str]:
        """The side of each participant by its English name; none in a season without."""
        count = range(len(self.participants)) if self.sides else range(0)
        return [side.en if (side := self.side_of(index)) else "" for index in count]

    @cached_property
    def reached(self) -> dict[Lang, dict[int, str]]:
        """How far everybody came in the stages, in each language: `lost in the semi-final`."""
        return {lang: names.reached(self.plans, self.phases, lang) for lang in LANGS}

    @cached_property
    def team_phase(self) -> Phase | None:
        """The last stage in which sides met as teams."""
        return next((phase for phase in reversed(self.phases) if phase.teams), None)

    def team_of(self, captain: int) -> Side:
        """Return the team of this captain. Raises `LookupError` for an entrant without a side."""
        found = self.side_of(captain)
        if found is None:
            raise LookupError(f"{captain} is on no side")
        return found

    def side_of(self, index: int) -> Side | None:
        """The side of this participant."""
        side = self.participants[index].side
        return None if side is None else self.sides.every[side]

    @cached_property
    def by_player(self) -> dict[int, list[int]]:
        """Where each player's entries stand among the participants."""
        found: dict[int, list[int]] = {}
        for at, each in enumerate(self.participants):
            if each.player_id is not None:
                found.setdefault(each.player_id, []).append(at)
        return found

    def own(self, player_id: int, entry_id: int | None = None) -> int:
        """Where this entry of the player's stands; their first one, if none is named or it did not take part."""
        those = self.by_player[player_id]
        return next((at for at in those if self.participants[at].entry_id == entry_id), those[0])


_kept: Final[Cache[tuple[object, ...], FinishedRun]] = Cache(4, Lock())


def finished(session: Session, season: Season, run: Run) -> FinishedRun:
    """The season's run, read and counted once and kept, since it never changes any more.

    It names everybody, as organisers read it; for all others there is `shown`. It is told by the
    rules that it was played by. Raises LookupError for a run that is not finished, and
    `RulesNotInstalled`.
    """
    if not run.digest:
        raise LookupError(f"run {run.serial} of {season.slug} is not finished")
    return once(session, ("finished", run.id), lambda: _finished(session, season, run))


def _finished(session: Session, season: Season, run: Run) -> FinishedRun:
    scoring = scoring_of(season)
    game, sides = rules_of(session, season, run.rules_version), sides_of(season)

    def read() -> FinishedRun:
        field_ = entrants.of_run(session, run)
        participants = _participants(session, season, game, field_)
        packed = [entrant.outcomes or b"" for entrant in field_]
        bounds = _bounds(session, season, game, participants)
        if season.stages:
            whole = _of_stages(session, season, run, game, scoring, field_, participants, packed)
            return replace(whole, sides=sides, **bounds)
        counted = count(game, scoring, run.digest or "", participants, packed, run.left)
        is_full = not sides.apart and runs.is_full(run)
        counted = replace(counted, sides=sides, is_full=is_full, **bounds)
        return replace(counted, rounds=_rounds(session, season, counted)) if game.match else counted

    return _kept.of((home(session), run.id, run.rules_version, run.digest, scoring), read)


def _bounds(
    session: Session, season: Season, game: Ruleset, participants: Sequence[Participant]
) -> dict[str, Any]:
    """What a later round allows, as a `FinishedRun` has it."""
    rule = rounds.of(session, season)
    if rule is None:
        return {}
    earlier = rounds.carried(session, season)
    former = {
        at: growth.cards_before(game, earlier[each.entry_id])
        for at, each in enumerate(participants)
        if each.entry_id in earlier
    }
    return {"added": rule.added, "changes": rule.changes, "former": former}


def _of_stages(
    session: Session,
    season: Season,
    run: Run,
    game: Ruleset,
    scoring: Scoring,
    field_: Sequence[entrants.ShownEntrant],
    participants: Sequence[Participant],
    packed: Sequence[bytes],
) -> FinishedRun:
    """The run of a season in stages: its table is the final order, and not all have met."""
    builds = tuple(each.build for each in participants)
    course = courses.course_of(session, season, run, scoring, field_, builds)
    phases = course.phases()
    fought = [each.outcome & 3 for phase in phases for each in fought_in(phase.results)]
    return FinishedRun(
        game=game,
        scoring=replace(scoring, tie_breaks=()),
        builds=builds,
        standings=tuple(courses.standings(course, phases)),
        row=lambda index: zlib.decompress(packed[index]),
        is_full=False,
        fought=(len(fought), fought.count(DRAW)),
        digest=run.digest or "",
        participants=tuple(participants),
        plans=courses.plans_of(season),
        phases=phases,
    )


def _rounds(session: Session, season: Season, run: FinishedRun) -> dict[tuple[int, int], int]:
    """How many rounds or turns each pair played, by where both stand among the participants."""
    at = {each.entry_id: index for index, each in enumerate(run.participants)}
    return {
        (min(places), max(places)): found
        for pair, found in outcomes.rounds(session, season).items()
        if len(places := [at[each] for each in pair if each in at]) == 2
    }


def shown(
    session: Session, season: Season, run: Run, lang: Lang, reader: int | None = None
) -> FinishedRun:
    """The finished run as everybody may read it: names that organisers hide are read by their own player, `reader`, alone."""
    whole, hidden = finished(session, season, run), entrants.hidden(session, season)
    own = {whole.participants[at].entry_id for at in whole.by_player.get(reader or 0, ())}
    apart = None if own.isdisjoint(hidden.names | hidden.owners) else reader
    about = "shown", whole.key, hidden, lang, apart
    return once(session, about, lambda: named(whole, hidden, lang, reader=apart))


def named(
    played: FinishedRun, hidden: entrants.HiddenParts, lang: Lang, *, reader: int | None = None
) -> FinishedRun:
    """The run with other words in place of the hidden names, which `reader` reads of their own entry alone."""
    names, owners = hidden.names, hidden.owners
    if not names | owners:
        return played

    def other(each: Participant) -> Participant:
        if each.entry_id not in names | owners or (reader and each.player_id == reader):
            return each
        name = entrants.other_name(each.number, lang) if each.entry_id in names else each.name
        return replace(each, name=name, owner="" if each.entry_id in owners else each.owner)

    return replace(played, participants=tuple(map(other, played.participants)))


def count(
    game: Ruleset,
    scoring: Scoring,
    digest: str,
    participants: Sequence[Participant],
    packed: Sequence[bytes],
    left: Sequence[int] = (),
) -> FinishedRun:
    """The run in which these had these outcomes, each from its own view, packed.

    `left`: the numbers of those below all who stayed.
    """
    builds, rows = tuple(each.build for each in participants), _LazyRows(packed)
    gone = [at for at, each in enumerate(participants) if each.number in left]
    return FinishedRun(
        game=game,
        scoring=scoring,
        builds=builds,
        standings=tuple(standings(rows, scoring, Facts.of(builds), gone)),
        row=lru_cache(ROWS_KEPT)(rows.__getitem__),
        digest=digest,
        participants=tuple(participants),
    )


def battle(session: Session, run: FinishedRun, home: int, away: int) -> Battle:
    """The battle of these two, by their indexes: as their match was played where there was one, else by the reference."""
    pair = run.participants[home], run.participants[away]
    builds = pair[0].build.nameless(), pair[1].build.nameless()
    if run.game.match:
        entries = pair[0].entry_id, pair[1].entry_id
        if played := outcomes.as_battle(session, run.game, entries, builds):
            return played
    return run.game.play(*builds)


@dataclass(frozen=True, slots=True)
class _LazyRows:
    """Packed rows, each unpacked when it is asked for: all at a time would be a gigabyte of 30,000 entries."""

    packed: Sequence[bytes]

    def __len__(self) -> int:
        return len(self.packed)

    def __iter__(self) -> Iterator[bytes]:
        return map(zlib.decompress, self.packed)

    def __getitem__(self, entry: int, /) -> bytes:
        return zlib.decompress(self.packed[entry])


def _participants(
    session: Session, season: Season, game: Ruleset, field_: Sequence[entrants.ShownEntrant]
) -> list[Participant]:
    found = [_participant(game, entrant) for entrant in field_]
    if not season.sides:
        return found
    return [
        replace(each, side=side)
        for each, side in zip(found, sides_of_field(session, season, field_), strict=True)
    ]


def _participant(game: Ruleset, entrant: entrants.ShownEntrant) -> Participant:
    build = build_of(game.slug, game.rules_version, entrant.build)
    return Participant(
        number=entrant.number,
        name=entrant.name,
        owner=entrant.owner,
        build=build,
        written=game.write_build(build),
        entry_id=entrant.entry_id,
        revision_id=entrant.revision_id,
        player_id=entrant.player_id,
    )


def sheet_of(session: Session, who: Participant, *, is_own: bool = False) -> TellingSheet:
    """The sheet of a character for a telling: the name that it has there, with its extras and its lore.

    Where organisers hide these, they are on the sheet of its own player alone.
    """
    id_ = who.revision_id
    lore, extras, is_hidden = once(
        session, ("told", id_), lambda: entries.told_in(session, [id_])[id_]
    )
    if is_hidden and not is_own:
        return TellingSheet(who.name)
    return _sheet(who, lore, extras)


def shown_of(session: Session, who: Participant) -> tuple[Revision, TellingSheet]:
    """The revision in which a character took part, with its entry; and its sheet, as everybody may read it."""
    revision = entries.with_entry(session, who.revision_id)
    if revision.entry.lore_hidden_at:
        return revision, TellingSheet(who.name)
    return revision, _sheet(who, revision.lore, revision.extras)


def sheets_of(
    session: Session, those: Sequence[Participant], own: Participant | None = None
) -> list[TellingSheet]:
    """The revisions and sheets of several characters, as everybody may read them, or the player of `own`."""
    told = entries.told_in(session, [each.revision_id for each in those])
    return [
        TellingSheet(who.name) if is_hidden and who is not own else _sheet(who, lore, extras)
        for who in those
        for lore, extras, is_hidden in [told[who.revision_id]]
    ]


def _sheet(who: Participant, lore: str, extras: Mapping[str, Any]) -> TellingSheet:
    return TellingSheet(who.name, labels_of(extras), names_of(extras), lines_of(extras), lore=lore)


def publish(
    session: Session, slug: str, by: Organiser, *, release_at: datetime | None = None
) -> Season:
    """The reviewed run is public from now on; a report to everyone who took part is on its way, with what `by` tells.

    Players who had a report of an earlier run get this one as its correction, with what is told of the undo.
    Followers get a digest; muted players get no letter.
    With `release_at` all of this happens then (`release`), and until then the season stays under review: its page, its
    feed and its calendar announce the moment. It replaces the one announced before.
    Raises `SeasonRefused` unless the season is under review, before its announced deadline, and for a release that is
    past or too far away.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.REVIEW)
    visibility.require_laid_open(season, by.now)
    run = runs.latest(session, season)
    if not run or not run.digest:
        raise LookupError(f"the season {slug} is under review without a finished run")
    if release_at:
        return _announce(session, season, run, by, release_at)
    news.results_are_out(session, season, run, _why_undone(session, season), by.now)
    table = finished(session, season, run)
    if table.game.makes and not season.set_number:
        season.set_number = seasons.last_set(session, season.game) + 1
    kept = places(table)
    run.winners = [
        each["revision_id"] for each in kept if each["place"] == 1 and not table.game.makes
    ]
    placings.keep(session, run, kept)
    run.word = by.tell.strip()
    pictures.drop_held(session, season.id)
    season.state = SeasonState.PUBLISHED
    season.release_at = None
    season.released_rounds = 0
    season.published_at = by.now
    season.published_run_id = run.id
    season.paused_at, season.pause_reason = None, ""
    steps.drop(session, season, StepKind.RELEASE)
    audits.note(session, by, "publish", season, detail={"run": run.serial, "digest": run.digest})
    return season


def places(table: FinishedRun) -> list[dict[str, int]]:
    """The lines of the table, as `app.store.ratings.placings` keeps them."""
    return [
        {
            "entry_id": who.entry_id,
            "revision_id": who.revision_id,
            "number": who.number,
            "place": line.place,
            "points": line.points,
            "wins": line.wins,
            "draws": line.draws,
            "losses": line.losses,
        }
        for line in table.standings
        for who in [table.participants[line.entry]]
    ]


def _announce(
    session: Session, season: Season, run: Run, by: Organiser, release_at: datetime
) -> Season:
    if release_at <= by.now:
        raise SeasonRefused([Problem("release-past")])
    if release_at > by.now + LONGEST:
        raise SeasonRefused([Problem("release-far")])
    before, season.release_at = season.release_at, release_at
    run.word = by.tell.strip()
    steps.drop(session, season, StepKind.RELEASE)
    detail = {"from": before.isoformat() if before else None, "to": release_at.isoformat()}
    audits.note(session, by, "release", season, detail={"run": run.serial} | detail)
    news.release_changed(session, season, before, by.now)
    return season


def release(session: Session, slug: str, now: datetime) -> Season:
    """The results are published as it was announced, with the word that was written then."""
    season = seasons.locked(session, slug)
    run = runs.latest(session, season)
    return publish(session, slug, Organiser("timetable", now, tell=run.word if run else ""))


def undo(session: Session, slug: str, by: Organiser) -> Season:
    """One step back: a published season is under review again, one under review is closed again.

    While a release is announced, or some of its nights have been, it is called off, and the season
    stays under review. What was public or announced is told on the season's page and in its feed,
    with the words to players, if there are any. Reports that have not left are dropped; those that
    have are not written again for the same run. Raises `SeasonRefused` in any other state, without
    a reason, or once the next round has opened with these characters.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.PUBLISHED, SeasonState.REVIEW)
    require_reason(by)
    following = rounds.after(session, season)
    if following and visibility.is_public(season) and following.state is not SeasonState.DRAFT:
        raise SeasonRefused([Problem("round-follows", season=slug, following=following.slug)])
    dropped = 0
    called_off, was_public = visibility.release_at(season), visibility.is_public(season)
    was_begun = visibility.released_rounds(season) > 0
    season.release_at, season.released_rounds = None, 0
    steps.leave(session, season, StepKind.NIGHT)
    if was_begun or season.state is SeasonState.PUBLISHED:
        dropped = news.results_are_back(session, season, by.now)
    if season.state is SeasonState.PUBLISHED:
        ranks.take_back(session, season)
        season.state = SeasonState.REVIEW
        season.published_at = None
        season.published_run_id = None
    elif not called_off and not was_begun:
        season.state = SeasonState.CLOSED
        steps.leave(session, season, StepKind.RUN)
    detail: dict[str, object] = {"letters dropped": dropped}
    if called_off:
        detail = {"release": called_off.isoformat()} | (detail if was_begun else {})
        news.release_changed(session, season, called_off, by.now)
    if was_public or was_begun:
        detail["taken back"] = True
    audits.note(session, by, "undo", season, detail=detail)
    return season


def _why_undone(session: Session, season: Season) -> str:
    """The words to players about every undo since the last publication. Empty without an undo or
    without words.
    """
    for audit in audits.of_season(session, season)[::-1]:
        if audit.act == "publish":
            break
        if audit.act == "undo" and "told" in audit.detail:
            return str(audit.detail["told"])
    return ""
