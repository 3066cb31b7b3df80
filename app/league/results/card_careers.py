"""The career of a player's card: where it is legal now, and how it did in the seasons that used it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlmodel import Session

from app.engine import CardInfo, Lang
from app.league import visibility
from app.league.results.results import FinishedRun, Participant, finished, named
from app.statistics import analysis
from app.statistics.analysis import Analysis
from app.store import entrants
from app.store.database import let_go
from app.store.tables import Season

_MOST_BATTLES: Final = 3
_MOST_SEASONS: Final = 10


class CardScore(NamedTuple):
    """Another card, and the score of those who have the card beside it, or against it."""

    card: CardInfo
    score: float


@dataclass(frozen=True, slots=True)
class CardSeason:
    """How a card fared in a published season.

    `battles` are won by characters with it, those against the highest placed first.
    """

    season: Season
    entries: int
    everybody: int
    wins: int
    draws: int
    losses: int
    beside: CardScore | None
    against: CardScore | None
    battles: tuple[tuple[Participant, Participant], ...]


def seasons_of(session: Session, version: str) -> list[Season]:
    """The seasons that have these rules, the newest first. Those without public results take entries, or are played."""
    those = visibility.public_seasons(session)
    return [each for each in those if each.rules_version == version]


def careers(session: Session, those: Iterable[Season], card: str, lang: Lang) -> list[CardSeason]:
    """How it fared in the newest of these seasons whose results are public.

    No connection is held while that is counted.
    """
    runs = [
        (each, named(finished(session, each, run), entrants.hidden(session, each), lang))
        for each in those
        if (run := visibility.published_run(session, each))
    ]
    let_go(session)
    return [_told(season, run, card) for season, run in runs[:_MOST_SEASONS]]


def _told(season: Season, run: FinishedRun, card: str) -> CardSeason:
    counted = analysis.of(run)
    who = [run.participants[each.entry] for each in run.standings]
    builds = [run.builds[each.entry] for each in run.standings]
    ranks = [rank for rank, build in enumerate(builds) if card in build.cards]
    lines = [run.standings[rank] for rank in ranks]
    beaten = sorted(
        (victim, rank) for rank in ranks if (victim := counted.rivals[rank].victim) is not None
    )
    return CardSeason(
        season,
        len(ranks),
        len(who),
        sum(each.wins for each in lines),
        sum(each.draws for each in lines),
        sum(each.losses for each in lines),
        _best(_beside(run, counted, card)) if run.is_full else None,
        _best(_against(run, counted, card)) if run.is_full else None,
        tuple((who[rank], who[victim]) for victim, rank in beaten[:_MOST_BATTLES]),
    )


def _best(scores: Iterator[CardScore]) -> CardScore | None:
    return max(scores, key=lambda each: each.score, default=None)


def _beside(run: FinishedRun, counted: Analysis, card: str) -> Iterator[CardScore]:
    known = {each.id: each for each in run.game.cards}
    for pair in counted.pairs:
        if card in pair.cards and pair.both.score is not None:
            (other,) = {*pair.cards} - {card}
            yield CardScore(known[other], pair.both.score)


def _against(run: FinishedRun, counted: Analysis, card: str) -> Iterator[CardScore]:
    row = [each.id for each in run.game.cards].index(card)
    for other, score in zip(run.game.cards, counted.against[row], strict=True):
        if score is not None and other.id != card:
            yield CardScore(other, score)
