"""Statistics as JSON, for the command line and the site."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from app.engine import Ruleset
from app.statistics.analysis import Analysis
from app.statistics.awards.honours import Honour
from app.statistics.card_pairs import PairUse, Share
from app.statistics.card_use import UsedCard
from app.statistics.matches import Matches
from app.statistics.matchups import BestAnswer
from app.statistics.what_if import BuildTrial, Improvement
from app.tournament.full_table import Entrant


class CardStatistics(BaseModel):
    """Statistics of a card. Scores run from 0 (all lost) to 1 (all won), with draws as half.

    Scores are null if no entry has the card, or all have it. `contribution`: the score of entries with the card minus
    that of entries without it.
    """

    card: str
    entries: int
    copies: int
    score: float | None
    score_without: float | None
    contribution: float | None


class SlotStatistics(BaseModel):
    """How often a card is in a slot, 1 at the top, and its score there. If `card` is null, the slot with any card."""

    slot: int
    card: str | None
    entries: int
    score: float | None
    score_without: float | None
    contribution: float | None


class Holders(BaseModel):
    """A number of entries, and their score."""

    entries: int
    score: float | None


class PairStatistics(BaseModel):
    """Two cards: the entries with both, with only the first, and with only the second.

    `gain`: the score with both minus the better of the other two.
    """

    cards: tuple[str, str]
    both: Holders
    first: Holders
    second: Holders
    gain: float | None


class CardsAgainst(BaseModel):
    """The score of entries with each card (rows) against entries with each (columns)."""

    cards: list[str]
    scores: list[list[float | None]]


class Tiers(BaseModel):
    """The tiers of the field, from place to place, the strongest first, and the score of each against each."""

    tiers: list[tuple[int, int]]
    scores: list[list[float | None]]


class Circles(BaseModel):
    """The exact number of circles among all `triples`. `highest`: numbers of entries, each of which beat the next."""

    count: int
    triples: int
    highest: list[tuple[int, int, int]]


class AnswerTo(BaseModel):
    """An entry and its score against the entries it answers."""

    number: int
    name: str
    score: float


class _Answers(BaseModel):
    """The best answers: against all, against the `top`, and from the lower half against the `top`."""

    top: int
    field: AnswerTo | None
    against_top: AnswerTo | None
    giant_killer: AnswerTo | None


class RivalsOf(BaseModel):
    """The rivals of an entry by number.

    `enemy`: the lowest-placed that beat it. `victim`: the highest-placed it beat.
    """

    number: int
    name: str
    enemy: int | None
    victim: int | None


class NearBuild(BaseModel):
    """An entry whose build is this many changes away; among equal builds the highest-placed."""

    number: int
    changes: int


class NearestTo(BaseModel):
    """The builds most similar to that of entry `number`: at most five.

    None is more than three changes, or half of its cards, away.
    """

    number: int
    nearest: list[NearBuild]


class Alike(BaseModel):
    """Similar entries by number: groups with the same build, and pairs one change apart, the furthest in the table
    first.

    A change replaces, adds or removes a card, or exchanges two. `nearest` is null in a field of more than 1,000.
    """

    identical: list[list[int]]
    one_change_apart: list[tuple[int, int]]
    nearest: list[NearestTo] | None


class AwardWinner(BaseModel):
    """The winner of an award.

    `value` decided it. `against`: the number of the opponent in the battle that earned it.
    """

    number: int
    name: str
    value: int
    against: int | None


class AwardGiven(BaseModel):
    """An award of the season. `about`: the identifier of a card, or the reason of an end, if the award is about one."""

    award: str
    about: str | None
    winners: list[AwardWinner]


class EndOfMatches(BaseModel):
    """The number of matches that ended for this reason: won by seat A, won by seat B, or drawn."""

    reason: str
    won_by_a: int
    won_by_b: int
    drawn: int


class LengthOfMatches(BaseModel):
    """The number of matches whose last decision was in this round or turn."""

    rounds: int
    matches: int


class ExchangesOfMatches(BaseModel):
    """The number of matches that ended after this many exchanges."""

    exchanges: int
    matches: int


class MatchStatistics(BaseModel):
    """The matches of a season. Forfeits count only in `ends`.

    `score_of_a`: the score of seat A. `lengths`: empty if all matches are played in one go, since no records are kept
    then.
    """

    ends: list[EndOfMatches]
    score_of_a: float | None
    lengths: list[LengthOfMatches]
    exchanges: list[ExchangesOfMatches]


class Statistics(BaseModel):
    """The analysis of the full table.

    `upsets`: the share of battles won by the lower-placed, with draws as half. `bands`: the entries by score, in ten
    bands from 0 to 1. `slots` is empty if the order of cards means nothing. `matches` is null if none were played, and
    on the command line.
    """

    rules_version: str
    entries: int
    battles: int
    draws: int
    upsets: float | None
    bands: list[int]
    cards: list[CardStatistics]
    slots: list[SlotStatistics]
    pairs: list[PairStatistics] = []
    against: CardsAgainst | None = None
    match_ups: Tiers
    circles: Circles
    answers: _Answers
    rivals: list[RivalsOf]
    alike: Alike
    awards: list[AwardGiven] = []
    matches: MatchStatistics | None = None


class SmallChange(BaseModel):
    """Another card in `slot`; or, if `card` is null, the cards of `slot` and `other` exchanged.

    `points`: the points the entry would have.
    """

    slot: int
    other: int | None
    card: str | None
    build: list[str]
    characters: str
    points: int


class _Rescue(BaseModel):
    """A lost battle, and the smallest change that wins it; null if no single change does."""

    number: int
    name: str
    change: SmallChange | None


class WhatIf(BaseModel):
    """The effect of single changes. `place`: by points alone, with the other entries' points adjusted."""

    number: int
    name: str
    characters: str
    points: int
    tried: int
    best: SmallChange | None
    place: int | None
    rescues: list[_Rescue]


def statistics(game: Ruleset, told: Analysis, whos: Sequence[Entrant]) -> Statistics:
    """Return the analysis as JSON. `whos`: the entrants by rank."""
    return Statistics(
        rules_version=game.rules_version,
        entries=told.entries,
        battles=told.battles,
        draws=told.draws,
        upsets=told.upsets,
        bands=list(told.bands),
        cards=[CardStatistics(card=use.card, copies=use.copies, **_use(use)) for use in told.cards],
        slots=[SlotStatistics(slot=use.slot, card=use.card, **_use(use)) for use in told.slots],
        pairs=[_pair(use) for use in told.pairs],
        against=CardsAgainst(
            cards=[use.card for use in told.cards], scores=[list(row) for row in told.against]
        ),
        match_ups=Tiers(
            tiers=[(tier.start + 1, tier.stop) for tier in told.tiers],
            scores=[list(row) for row in told.matrix],
        ),
        circles=Circles(
            count=told.circles,
            triples=told.triples,
            highest=[
                (whos[a].number, whos[b].number, whos[c].number) for a, b, c in told.highest_circles
            ],
        ),
        answers=_Answers(
            top=told.top,
            field=_answer(told.best, whos),
            against_top=_answer(told.best_against_top, whos),
            giant_killer=_answer(told.killer, whos),
        ),
        rivals=[
            RivalsOf(
                number=who.number,
                name=who.name,
                enemy=_number(whos, rivals.enemy),
                victim=_number(whos, rivals.victim),
            )
            for who, rivals in zip(whos, told.rivals, strict=True)
        ],
        alike=Alike(
            identical=[[whos[rank].number for rank in group] for group in told.identical],
            one_change_apart=[(whos[a].number, whos[b].number) for a, b in told.apart],
            nearest=_nearest(told, whos),
        ),
    )


def matches_of(told: Matches) -> MatchStatistics:
    """Return the statistics of matches as JSON."""
    return MatchStatistics(
        ends=[
            EndOfMatches(reason=why, won_by_a=ends.a, won_by_b=ends.b, drawn=ends.drawn)
            for why, ends in told.ends
        ],
        score_of_a=told.score_of_a,
        lengths=[LengthOfMatches(rounds=long, matches=many) for long, many in told.rounds],
        exchanges=[
            ExchangesOfMatches(exchanges=long, matches=many) for long, many in told.exchanges
        ],
    )


def awards_of(
    game: Ruleset, honours: Sequence[Honour], whos: Sequence[Entrant]
) -> list[AwardGiven]:
    """Return the awards as JSON. `whos`: the entrants by index."""
    return [
        AwardGiven(
            award=honour.award.slug,
            about=honour.about(game),
            winners=[
                AwardWinner(
                    number=whos[each.entrant].number,
                    name=whos[each.entrant].name,
                    value=each.value,
                    against=None if each.against is None else whos[each.against].number,
                )
                for each in honour.first
            ],
        )
        for honour in honours
    ]


def what_if(game: Ruleset, told: Improvement, who: Entrant, opponents: Sequence[Entrant]) -> WhatIf:
    """Return the effect of single changes as JSON. `opponents`: by index."""
    return WhatIf(
        number=who.number,
        name=who.name,
        characters=who.written,
        points=told.points,
        tried=len(told.tried),
        best=_small(game, told.best),
        place=told.place,
        rescues=[
            _Rescue(
                number=opponents[other].number,
                name=opponents[other].name,
                change=_small(game, change),
            )
            for other, change in told.rescues
        ],
    )


def _nearest(told: Analysis, whos: Sequence[Entrant]) -> list[NearestTo] | None:
    if len(told.nearest) < len(whos):
        return None
    return [
        NearestTo(
            number=who.number,
            nearest=[
                NearBuild(number=whos[each.index].number, changes=each.changes) for each in near
            ],
        )
        for who, near in zip(whos, told.nearest, strict=True)
    ]


def _use(use: UsedCard) -> dict[str, Any]:
    return {
        "entries": use.entries,
        "score": use.score,
        "score_without": use.score_without,
        "contribution": use.contribution,
    }


def _pair(use: PairUse) -> PairStatistics:
    def held(by: Share) -> Holders:
        return Holders(entries=by.entries, score=by.score)

    both, first, second = held(use.both), held(use.first), held(use.second)
    return PairStatistics(cards=use.cards, both=both, first=first, second=second, gain=use.gain)


def _answer(answer: BestAnswer | None, whos: Sequence[Entrant]) -> AnswerTo | None:
    if not answer:
        return None
    who = whos[answer.rank]
    return AnswerTo(number=who.number, name=who.name, score=answer.score)


def _number(whos: Sequence[Entrant], rank: int | None) -> int | None:
    return None if rank is None else whos[rank].number


def _small(game: Ruleset, tried: BuildTrial | None) -> SmallChange | None:
    if not tried:
        return None
    change = tried.change
    return SmallChange(
        slot=change.slot,
        other=change.other,
        card=change.card,
        build=list(change.build.cards),
        characters=game.write_build(change.build),
        points=tried.points,
    )
