"""The public view of the matches of a season: pairings, progress, and what can be checked already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from app.engine import Lang
from app.engine.matches.game import Seat
from app.league import visibility
from app.league.matches import seeds
from app.league.matches.seeds import MatchPlace
from app.league.matches.settings import MatchSettings
from app.store import entrants
from app.store.matches import exchanges as stored_exchanges, matches
from app.store.matches.matches import Fixture
from app.store.results import runs
from app.store.tables import Correspondence, Entry, Match, MatchState, Season


@dataclass(frozen=True, slots=True)
class WatchedPlayer:
    """An entry as it sits in a match; without a number it has left its season."""

    number: int | None
    name: str


@dataclass(frozen=True, slots=True)
class WatchedPair:
    """A match of the season as everybody may know of it.

    `is_shown`: its course can be watched. Where it cannot, it says nothing of how far it is.
    """

    id: int
    stage: int
    round: int
    board: int
    leg: int
    game_id: str
    players: Mapping[Seat, WatchedPlayer]
    state: MatchState
    turn: int
    awaits: str
    deadline: datetime | None
    winner: Seat | None
    """Which side scored more; None for a draw, and while it goes on."""
    reason: str
    mirror_of: str | None
    commitment: str
    is_shown: bool

    @property
    def place(self) -> str:
        """Its place, as in its address."""
        return MatchPlace(self.stage, self.round, self.board, self.leg).address


def of_pair(session: Session, one: int, other: int) -> list[tuple[str, Seat]]:
    """Where these two entries have met: the places of their matches that are over, each with the seat of the first of them."""
    met = matches.between(session, one, other)
    return [(address(each), each.seat_of(one)) for each in met if each.state is MatchState.OVER]


def address(match: Match) -> str:
    """Where the match stands, as the address of its page calls it."""
    return MatchPlace(match.stage, match.round, match.board, match.leg).address


def at_place(session: Session, season: Season, address: str) -> Match | None:
    """The match of the season at this address of its page, if everybody may know that there is one."""
    place = MatchPlace.at(address)
    found = matches.at_table(session, season, *place) if place else None
    return found if found and rounds_out(session, season).lists(found) else None


@dataclass(frozen=True, slots=True)
class RoundsOut:
    """Of which rounds, by the place of their stage, matches can be watched; None: of all."""

    out: Sequence[tuple[int, int]] | None
    of: int = 0

    def shows(self, match: Match | Fixture) -> bool:
        """Whether the match is of these.

        Where everybody meets everybody twice, both matches of a pair come out together.
        """
        round_ = match.round if match.stage or not self.of else (match.round - 1) % self.of + 1
        return self.out is None or (match.stage, round_) in self.out

    def lists(self, match: Match | Fixture) -> bool:
        """Whether everybody may know that there is this match: of stages later pairings follow from results."""
        return not match.stage or self.shows(match)


def rounds_out(session: Session, season: Season) -> RoundsOut:
    """What can be watched now: matches that are played in one go come out night by night, and all with the results."""
    found = session.get_one(Correspondence, season.id)
    if MatchSettings.of(found.settings).tempo != "script" or visibility.is_public(season):
        return RoundsOut(None)
    shown, run = visibility.released_rounds(season), runs.latest_finished(session, season)
    rounds = visibility.rounds(session, season, run) if run and shown else []
    return RoundsOut(rounds[:shown], len(rounds))


def exchanges(session: Session, season: Season) -> list[tuple[int, datetime]]:
    """The exchanges that were played, by number, and when; of tempos without turns none are told."""
    found = matches.begun(session, season)
    if found is None or MatchSettings.of(found.settings).tempo != "turn":
        return []
    played = stored_exchanges.played_exchanges(session, season)
    return [(each.number, each.played_at) for each in played if each.played_at]


def pairings(
    session: Session,
    season: Season,
    lang: Lang,
    first: int = 0,
    most: int = -1,
    state: MatchState | None = None,
) -> list[WatchedPair]:
    """Return its matches that everyone may know of, from this one on, by round and table.

    All, or those in this state; none before they are made.
    """
    if not matches.begun(session, season):
        return []
    out = rounds_out(session, season)
    found = [*filter(out.lists, matches.fixtures(session, season, first, most, state))]
    known = players(
        session, season, {id for f in found for id in (f.entry_a_id, f.entry_b_id)}, lang
    )
    return [_pairing(each, known, out.shows(each)) for each in found]


def count(session: Session, season: Season) -> int:
    """Of how many of its matches everybody may know."""
    out = rounds_out(session, season) if matches.begun(session, season) else RoundsOut(())
    if not season.stages or out.out is None:
        return matches.count(session, season)
    return sum(map(out.lists, matches.fixtures(session, season)))


def pairing(session: Session, season: Season, match: Match, lang: Lang) -> WatchedPair:
    """This one."""
    found = matches.fixture(session, match)
    known = players(session, season, {match.entry_a_id, match.entry_b_id}, lang)
    return _pairing(found, known, rounds_out(session, season).shows(found))


def _pairing(found: Fixture, known: Mapping[int, WatchedPlayer], is_shown: bool) -> WatchedPair:
    margin = (found.halves_a or 0) - (found.halves_b or 0) if is_shown else 0
    return WatchedPair(
        id=found.id,
        stage=found.stage,
        round=found.round,
        board=found.board,
        leg=found.leg,
        game_id=found.game_id,
        players={"A": known[found.entry_a_id], "B": known[found.entry_b_id]},
        state=found.state if is_shown else MatchState.WAITING,
        turn=found.turn if is_shown else 0,
        awaits=found.awaits if is_shown else "",
        deadline=found.deadline if is_shown else None,
        winner=None if not margin else "A" if margin > 0 else "B",
        reason=found.reason if is_shown else "",
        mirror_of=found.mirror_of,
        commitment=found.commitment,
        is_shown=is_shown,
    )


def players(
    session: Session, season: Season, entry_ids: set[int], lang: Lang
) -> dict[int, WatchedPlayer]:
    """These entries by their public names. Those that have left are shown by number alone."""
    known = {
        each.entry_id: WatchedPlayer(each.number, each.name)
        for each in visibility.entrants_of(session, season, lang)
    }
    for id in entry_ids - known.keys():
        number = session.get_one(Entry, id).number
        known[id] = WatchedPlayer(None, entrants.other_name(number, lang))
    return known


# --- what can be checked --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Promise:
    """The commitment to the seed of a match; who plays it is known once all matches were made."""

    game_id: str
    commitment: str
    pairing: WatchedPair | None = None


def root_commitment(session: Session, season: Season) -> str:
    """What binds all dice of the season; empty for one without matches, and before its opening."""
    found = matches.correspondence(session, season)
    return found.commitment or "" if found else ""


def promises(session: Session, season: Season, lang: Lang) -> list[Promise]:
    """The commitments to the seeds of its matches: of all that may be played, and from the closing on of those that are.

    Empty for a season without matches, and before its opening.
    """
    found = matches.correspondence(session, season)
    if not found or not found.root:
        return []
    if found.begun_at:
        made = pairings(session, season, lang)
        return [Promise(each.game_id, each.commitment, each) for each in made]
    return [Promise(*each) for each in seeds.commitments(season, found)]


def root(session: Session, season: Season) -> str:
    """The secret from which all seeds follow, once the results are public; empty before."""
    found = matches.correspondence(session, season)
    if not found or not found.root or not visibility.is_public(season):
        return ""
    return found.root.hex()
