"""What matches come to in the table of a season: a byte a pair, as for any game."""

from collections.abc import Mapping

from sqlmodel import Session

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED, exchanged
from app.engine.ruleset import Ruleset
from app.store import matches
from app.store.match_tables import Match, MatchState
from app.store.tables import Season

Outcomes = Mapping[tuple[int, int], int]
"""Outcome bytes by two entries, from the view of the first; both orders are there."""


def decided(session: Session, season: Season, game: Ruleset) -> Outcomes | None:
    """How the pairs of the season ended that have met; None for a season without matches."""
    if not matches.begun(session, season):
        return None
    pairs: dict[tuple[int, int], list[Match]] = {}
    for each in matches.of_season(session, season):
        if each.state is MatchState.OVER:
            pair = each.entry_a_id, each.entry_b_id
            pairs.setdefault((min(pair), max(pair)), []).append(each)
    table: dict[tuple[int, int], int] = {}
    for (one, other), met in pairs.items():
        byte = _outcome(one, met, game)
        table[one, other] = byte
        table[other, one] = exchanged(bytes([byte]))[0]
    return table


def _outcome(entry_id: int, met: list[Match], game: Ruleset) -> int:
    """The points of all matches of the pair together decide, for this entry.

    The reason is that of the last match which ended like that, or else of the last one.
    """
    margins = [_margin(entry_id, each) for each in met]
    winner = _winner(sum(margins))
    like = [each for each, margin in zip(met, margins, strict=True) if _winner(margin) == winner]
    reason = (like or met)[-1].reason
    return winner | game.reasons.index(reason) << 2


def _margin(entry_id: int, match: Match) -> int:
    margin = (match.halves_a or 0) - (match.halves_b or 0)
    return margin if match.entry_a_id == entry_id else -margin


def _winner(margin: int) -> int:
    return DRAW if margin == 0 else HOME if margin > 0 else AWAY


def half(outcomes: Outcomes, entry_id: int, later: list[int]) -> bytes:
    """The outcomes of an entry against these."""
    return bytes(outcomes.get((entry_id, other), NOT_PLAYED) for other in later)
