"""The records of matches as others may read them: complete, with all secrets, once these are
revealed.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Final, TypeVar

from sqlmodel import Session

from app.engine import Pace
from app.engine.matches import record
from app.engine.matches.game import SEATS
from app.engine.matches.proof import Proof, prove
from app.errors import Problem, SeasonRefused
from app.games import match_game
from app.league import visibility
from app.league.matches import advances, exchanges, seeds
from app.league.matches.settings import MatchSettings
from app.store import entrants
from app.store.matches import matches, records
from app.store.tables import Correspondence, Entry, Match, MatchState, Season
from app.tournament.executors import LOCAL, hands

Each = TypeVar("Each")

AT_A_TIME: Final = 50
"""How many records one core writes at a time; more go to other processes."""


def is_revealed(session: Session, season: Season, match: Match) -> bool:
    """Whether the record and the seed of the match are public: with the results, or where the season says so, with its end.

    Two matches that share their luck are revealed together.
    """
    if match.state is not MatchState.OVER:
        return False
    if visibility.is_public(season):
        return True
    settings = MatchSettings.of(session.get_one(Correspondence, season.id).settings)
    if settings.reveal != "game" or settings.tempo == "script":
        return False  # matches that are played in one go are the results
    return all(each.state is not MatchState.WAITING for each in _sharing(session, match))


def _sharing(session: Session, match: Match) -> list[Match]:
    name = match.mirror_of or match.game_id
    pair = matches.of_pair(session, match)
    return [each for each in pair if name in (each.game_id, each.mirror_of)]


def proof_of(session: Session, season: Season, match: Match) -> Proof:
    """What the record shows as everybody may have it. Raises `SeasonRefused` until it is revealed."""
    return prove(public(session, season, match), match_game)


def public(session: Session, season: Season, match: Match) -> bytes:
    """The record as a file that everybody can check. Raises `SeasonRefused` until it is revealed.

    A head that names a name which organisers hide is withheld.
    """
    if not is_revealed(session, season, match):
        raise SeasonRefused([Problem("match-sealed", match=match.game_id)])
    (found,) = _whole(session, season, [match.id])
    ids = match.entry_a_id, match.entry_b_id
    if season.proof > 1 or entrants.hidden(session, season).names.isdisjoint(ids):
        return found
    numbers = {seat: str(session.get_one(Entry, match.entry_in(seat)).number) for seat in SEATS}
    return record.withheld(found, numbers)


def without_names(texts: Iterable[str], numbers: Mapping[str, int], hidden: set[int]) -> list[str]:
    """These records, each without its head where that names one of those entries, which have these numbers by their names."""
    given = []
    for text in texts:
        head = json.loads(text.partition("\n")[0])
        seats = {seat: numbers.get(name, 0) for seat, name in head["seats"].items()}
        is_told = record.is_numbered(head) or hidden.isdisjoint(seats.values())
        called = {seat: str(number) for seat, number in seats.items()}
        given.append(text if is_told else record.withheld(text.encode(), called).decode())
    return given


def all_of(session: Session, season: Season) -> Iterator[bytes]:
    """The whole records of all matches that are over, by round and table: for the record of a season, which is as secret.

    Matches that were played in one go and whose records are not kept are played again, by all cores
    where there are many.
    """
    over = [each.id for each in matches.of_season(session, season) if each.state is MatchState.OVER]
    settings = MatchSettings.of(session.get_one(Correspondence, season.id).settings)
    bare = len(over) - records.count_packed(session, season)
    if settings.tempo != "script" or bare <= AT_A_TIME:
        for some in _portions(over, AT_A_TIME):
            yield from _by_table(some, _whole(session, season, some))
        return
    with hands(LOCAL, Pace()) as there:
        for some in _portions(over, 2 * there.many * AT_A_TIME):
            plays = _revealed(session, season, some)
            parts = _portions(plays, AT_A_TIME)
            sent = [there.executor.submit(advances.written, part) for part in parts]
            yield from _by_table(some, chain.from_iterable(map(there.wait, sent)))


def _portions(those: list[Each], size: int) -> Iterator[list[Each]]:
    for at in range(0, len(those), size):
        yield those[at : at + size]


def _by_table(ids: list[int], found: Iterable[bytes]) -> Iterator[bytes]:
    """Rows found in the order of these ids, put into the order of the table."""
    by_id = dict(zip(sorted(ids), found, strict=True))
    yield from (by_id[id] for id in ids)


def _whole(session: Session, season: Season, ids: list[int]) -> Iterator[bytes]:
    yield from advances.written(_revealed(session, season, ids))


def _revealed(
    session: Session, season: Season, ids: list[int]
) -> list[tuple[advances.Play, record.Line]]:
    """These matches as stored, with the secrets that the last line of each reveals."""
    root = seeds.root_of(session.get_one(Correspondence, season.id))
    return [(play, _reveal(play, root)) for play in exchanges.kept(session, ids)]


def _reveal(play: advances.Play, root: bytes) -> record.Line:
    name = play.head["game_id"]
    salts = {seat: seeds.salt(root, name, seat) for seat in SEATS}
    return record.reveal(play.seed, play.builds, salts)
