"""The rounds of a season whose stages are played by matches: count what has ended, and begin what
follows from it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Final

from sqlmodel import Session

from app.league.matches import beginnings, departures, outcomes, seeds, turns
from app.league.matches.beginnings import NewMatch
from app.league.matches.outcomes import Meeting
from app.league.matches.settings import MatchSettings, rules_of
from app.league.results import runs as league_runs
from app.league.seasons.stages import courses
from app.league.seasons.stages.courses import StageCourse, StagePairing
from app.store.database import home, once
from app.store.matches import exchanges, matches
from app.store.results import runs, stages
from app.store.tables import Correspondence, Match, MatchState, Season, SeasonState
from app.tournament.cache import Cache
from app.tournament.formats.format import Pairing, PairingResult
from app.tournament.formats.stages import Phase

_begun: Final[Cache[tuple[object, ...], tuple[Phase, ...]]] = Cache(4, Lock())


def is_to_pair(session: Session, season: Season, _now: datetime) -> bool:
    """Whether something has happened since the rounds of the season were last paired."""
    found = matches.begun(session, season)
    return season.state is SeasonState.RUNNING and found is not None and found.is_to_pair


def pair(session: Session, season: Season, now: datetime) -> bool:
    """Keep the results of ended matches, and make the matches that are then due, as many at once as the season plays.

    One letter tells players of both. The caller must have locked the season.
    """
    found, run = session.get_one(Correspondence, season.id), runs.latest(session, season)
    at = league_runs.resume(session, run.id) if run else None
    if at and at.course:
        game = rules_of(session, season, at.run.rules_version)
        settings = MatchSettings.of(found.settings)
        rounds = _Rounds(season.slug, at.course, settings, [each.entry_id for each in at.field])
        for each in matches.of_season(session, season):
            rounds.made[rounds.pairing_of(each)].append(each)
        ended = {
            pairing: outcomes.outcome(met[0].entry_a_id, [*map(Meeting.ended, met)], game)
            for pairing, met in rounds.made.items()
            if not rounds.lacks(pairing)
        }
        for portion in courses.known(at.course, ended):
            courses.keep(session, at.run, portion)
        earlier = {(stage, each.round) for stage, each in rounds.made}
        new = [*rounds.due()]
        beginnings.make(session, season, new, now)
        departures.forfeit(session, season, now)
        if settings.tempo != "script":
            for place in sorted({(each.stage, each.round) for each in new} - earlier):
                turns.tell_round(session, season, place, rounds.without(*place), now)
    found.is_to_pair = False
    session.flush()
    turns.tell(session, season.id, now)
    return True


def so_far(session: Session, season: Season) -> tuple[tuple[Phase, ...], list[int]]:
    """The stages that have begun, and the entries of their entrants by index. Nothing before its
    first run.

    A state is computed once for all letters and pages: pairing a large Swiss takes seconds.
    """
    run = runs.latest(session, season)
    at = (
        once(session, ("stages", run.id), lambda: league_runs.resume(session, run.id))
        if run
        else None
    )
    if not at or not at.course:
        return (), []
    met = tuple((stage, *results) for stage, results in at.course.results.items())
    about = home(session), at.run.id, repr(at.run.rulings), met
    return _begun.of(about, at.course.phases), [each.entry_id for each in at.field]


def forget(session: Session, season: Season, made: Sequence[Match]) -> None:
    """Undo the matches of this round that its new rulings do not have; the round is then paired again."""
    here = {(each.stage, each.round) for each in made}
    staying: set[tuple[int, int, int]] = set()
    if run := runs.latest(session, season):
        kept = stages.played(session, run)
        stages.let_go(session, [run.id])
        for stage, those in kept.items():
            others = [PairingResult(*each) for each in those if (stage, each.round) not in here]
            courses.keep(session, run, (str(stage), others))
        at = league_runs.resume(session, run.id)
        due = at.course.phases()[-1].due if at.course else ()
        ids = [each.entry_id for each in at.field]
        staying = {
            (each.table, ids[each.first], ids[each.second])
            for each in due
            if isinstance(each, Pairing)
        }
    for each in made:
        seats = each.entry_a_id, each.entry_b_id
        if (each.board, *(seats if each.leg % 2 else seats[::-1])) not in staying:
            session.delete(each)
    session.flush()
    exchanges.finish_exchanges(session, season.id)
    found = session.get_one(Correspondence, season.id)
    found.is_to_pair = True
    session.flush()


@dataclass
class _Rounds:
    """The pairings of a course: those with matches, and those still without. `ids` are the entries
    of its entrants.
    """

    slug: str
    course: StageCourse
    settings: MatchSettings
    ids: Sequence[int]
    made: dict[StagePairing, list[Match]] = field(default_factory=lambda: defaultdict(list))

    def pairing_of(self, match: Match) -> StagePairing:
        """The pairing of the match. Its seats are those of the first leg."""
        seats = [self.ids.index(match.entry_a_id), self.ids.index(match.entry_b_id)]
        first, second = seats if match.leg % 2 else seats[::-1]
        return match.stage, Pairing(match.round, match.board, first, second)

    def lacks(self, pairing: StagePairing) -> int:
        """How many matches this pairing lacks; at least the current one while it goes on."""
        over = [each for each in self.made[pairing] if each.state is MatchState.OVER]
        is_open = len(over) < len(self.made[pairing])
        in_bracket = self.course.is_bracket(pairing[0])
        met = [*map(Meeting.ended, over)]
        return is_open or outcomes.lacking(met, self.settings.meetings, in_bracket=in_bracket)

    def due(self) -> Iterator[NewMatch]:
        """Those of all pairings that are due, except for entrants who already play as many at once as allowed."""
        phase = self.course.phases()[-1]
        is_open = {
            pairing: any(each.state is MatchState.WAITING for each in met)
            for pairing, met in self.made.items()
        }
        busy = Counter(side for (_, each), waits in is_open.items() if waits for side in each[2:])
        most = self.settings.at_once or len(phase.due)
        for each in phase.due:
            if not isinstance(each, Pairing) or is_open.get((phase.at + 1, each)):
                continue
            if max(busy[each.first], busy[each.second]) < most:
                busy.update((each.first, each.second))
                yield from self._legs(phase.at + 1, each)

    def without(self, stage: int, round_: int) -> dict[int, bool]:
        """The entries without a match in this new round: byes, and in the first round of a stage
        also those just eliminated.
        """
        *before, phase = self.course.phases()
        resting = (each for each in phase.results if each.second is None and each.round == round_)
        found = {self.ids[each.first]: False for each in resting if phase.at + 1 == stage}
        if before and round_ == 1:
            gone = {*before[-1].field.present} - {*phase.field.seeds} - {*phase.field.left}
            found |= {self.ids[each]: True for each in gone}
        return found

    def _legs(self, stage: int, pairing: Pairing) -> Iterator[NewMatch]:
        """The next matches of a pairing. Seats are exchanged each time. With `mirror` the second
        has the dice of the first.
        """
        round_, table, first, second = pairing
        seats = self.ids[first], self.ids[second]
        before = len(self.made.get((stage, pairing), ()))
        for leg in range(before + 1, before + 1 + (1 if before else self.settings.meetings)):
            own = seats if leg % 2 else seats[::-1]
            is_mirror = self.settings.mirror and leg == self.settings.meetings
            like = seeds.game_id(self.slug, round_, table, stage) if is_mirror else None
            yield NewMatch(round_, table, *own, stage, leg, like)
