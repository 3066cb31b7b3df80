"""A season with matches: arranged as a draft, committed to at its opening, begun when its entries are laid open."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session

from app.engine.matches import dice
from app.engine.ruleset import Ruleset
from app.errors import Problem, SeasonRefused
from app.games import ruleset
from app.league import seals
from app.league.eligibility.sides import sides_of, sides_of_field
from app.league.matches import scripts, seeds
from app.league.matches.settings import MatchSettings, rules_of
from app.store import entries
from app.store.entrants import ShownEntrant
from app.store.matches import matches
from app.store.tables import Contestant, Correspondence, Match, Season, SeasonState
from app.tournament.blocks import build_of
from app.tournament.formats import round_robin
from app.tournament.formats.format import Pairing


def arrange(session: Session, season: Season, settings: MatchSettings) -> Correspondence:
    """The matches of this draft are played so. Raises `SeasonRefused` with every problem."""
    problems = [*settings.problems(rules_of(session, season))]
    if season.state is not SeasonState.DRAFT:
        problems.append(Problem("matches-too-late"))
    if problems:
        raise SeasonRefused(problems)
    kept = settings.kept()
    found = matches.correspondence(session, season) or Correspondence(
        season_id=season.id, settings=kept
    )
    found.settings = kept
    session.add(found)
    session.flush()
    return found


def open_(session: Session, season: Season) -> None:
    """A season of a game with decisions commits itself to its dice; for others nothing happens.

    Raises `SeasonRefused` for a game with decisions whose matches were not arranged.
    """
    found = matches.correspondence(session, season)
    if found:
        seeds.draw(found)
    elif ruleset(season.game, season.rules_version).match:
        raise SeasonRefused([Problem("matches-not-arranged", season=season.slug)])


def require_unbegun(session: Session, season: Season) -> None:
    """Raise `SeasonRefused` once its matches have been made: who takes part, and with what, stays as it is."""
    if matches.begun(session, season):
        raise SeasonRefused([Problem("matches-begun", season=season.slug)])


def begin(session: Session, season: Season, field: Sequence[ShownEntrant], now: datetime) -> None:
    """Create all matches of this field, due to begin at once.

    None is made between characters of one player, who would see both hands, or within a side if
    sides stay apart. In stages the matches of a round are made when it is paired. Does nothing if
    they exist. Raises `SeasonRefused` if there are several entries and no match.
    """
    found = matches.correspondence(session, season)
    if not found:
        return
    found.is_to_pair = bool(season.stages)
    if found.begun_at:
        return
    new = [] if season.stages else [*_everybody(session, season, field, found)]
    if not new and not season.stages and len(field) > 1:
        raise SeasonRefused([Problem("nobody-meets", season=season.slug)])
    _take_part(session, season, field)
    make(session, season, new, now)
    found.begun_at = now
    session.flush()


class NewMatch(NamedTuple):
    """A match before it is made: its place, the entries in its seats, and the match whose luck it shares."""

    round: int
    board: int
    entry_a_id: int
    entry_b_id: int
    stage: int = 0
    leg: int = 1
    mirror_of: str | None = None

    def name(self, season: Season) -> str:
        """As its record calls it: it follows from its place, and not from who meets."""
        return seeds.game_id(season.slug, self.round, self.board, self.stage, self.leg)


def make(session: Session, season: Season, new: Iterable[NewMatch], now: datetime) -> None:
    """These matches are made, and due to begin at once."""
    game = rules_of(session, season)
    if game.match is None:
        raise LookupError(f"{game.rules_version} is played without matches")
    found = session.get_one(Correspondence, season.id)
    root, settings = seeds.root_of(found), MatchSettings.of(found.settings)
    most = settings.round_exchanges
    ends_at = settings.last_deadline(now, most, found.begun_at) if most else None
    for each in new:
        name = each.name(season)
        session.add(
            Match(
                season_id=season.id,
                **each._asdict(),
                game_id=name,
                rules=game.match.rules,
                commitment=dice.commit(dice.server_seed(root, each.mirror_of or name)),
                due_at=now,
                ends_at=ends_at if each.stage else None,
            )
        )
    session.flush()


def _take_part(session: Session, season: Season, field: Sequence[ShownEntrant]) -> None:
    """Each entry of the field plays what counts for it now, with its part in the dice."""
    game = rules_of(session, season)
    told = entries.told_in(session, [entrant.revision_id for entrant in field])
    late = seals.marks(session, season) if season.beacon else {}
    for entrant in field:
        _, extras, _ = told[entrant.revision_id]
        own = "" if entrant.entry_id in late else scripts.text_of(extras, scripts.NONCE)
        session.add(
            Contestant(
                entry_id=entrant.entry_id,
                revision_id=entrant.revision_id,
                nonce=own or (_nonce(game, entrant) if season.proof == 1 else ""),
                own_nonce=bool(own),
            )
        )


def _nonce(game: Ruleset, entrant: ShownEntrant) -> str:
    build = build_of(game.slug, game.rules_version, entrant.build)
    return dice.default_nonce(game.match_build(build), entrant.name)


def _everybody(
    session: Session, season: Season, field: Sequence[ShownEntrant], found: Correspondence
) -> Iterator[NewMatch]:
    """The matches of everybody against all whom they may meet."""
    is_apart = sides_of(season).apart
    on = sides_of_field(session, season, field) if is_apart else range(len(field))
    owners = owners_of(field)
    for each, first in _pairings(len(field), MatchSettings.of(found.settings)):
        one, other = each.first, each.second
        if on[one] != on[other] and owners[one] != owners[other]:
            mirror_of = seeds.game_id(season.slug, first.round, first.table) if first else None
            seats = field[one].entry_id, field[other].entry_id
            yield NewMatch(each.round, each.table, *seats, mirror_of=mirror_of)


def owners_of(field: Sequence[ShownEntrant]) -> list[object]:
    """The owner of each entry; an entry without an owner shares it with no other."""
    return [each.player_id or f"nobody's {each.number}" for each in field]


def _pairings(count: int, settings: MatchSettings) -> Iterator[tuple[Pairing, Pairing | None]]:
    """Every match; one that shares the luck of an earlier one with it."""
    once = [*round_robin.single(count)]
    if settings.meetings == 1:
        yield from ((each, None) for each in once)
        return
    both = [*round_robin.double(count)]
    for i, each in enumerate(both):
        yield each, once[i - len(once)] if settings.mirror and i >= len(once) else None
