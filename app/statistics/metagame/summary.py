"""The answers to a field as JSON, for the command line and the site."""

from collections.abc import Sequence

from pydantic import BaseModel

from app.engine import Ruleset
from app.statistics.metagame.answers import Answers
from app.statistics.metagame.changes import BestChanges
from app.tournament.full_table import Entrant


class CounterSummary(BaseModel):
    """A strong build, and the numbers of entries it beats, draws with and loses to.

    `battles` were played to find it from `seed`.
    """

    characters: str
    points: int
    beats: list[int]
    draws: list[int]
    loses_to: list[int]
    seed: int
    battles: int


class DrawnSummary(BaseModel):
    """A build of the mixture and its chance. `number`: its first entry. `alike`: how many entries have it."""

    number: int
    characters: str
    chance: float
    alike: int


class WorthSummary(BaseModel):
    """The worth of a card. `lost`: what the best mixture loses without it, in wins minus losses per battle.

    It is null if every build has the card.
    """

    card: str
    share: float
    lost: float | None


class MixtureSummary(BaseModel):
    """A mixture of builds. No build of the field gains more than `gain` per battle against it, in wins minus losses."""

    builds: int
    gain: float
    drawn: list[DrawnSummary]
    cards: list[WorthSummary]


class AnswersSummary(BaseModel):
    """The answers to a field; `mixture` is null if it could not be computed."""

    rules_version: str
    counter: CounterSummary
    mixture: MixtureSummary | None


class ChangedSummary(BaseModel):
    """A build with other cards in these slots, and the numbers of opponents against whom it does better or worse."""

    characters: str
    slots: list[int]
    points: int
    better: list[int]
    worse: list[int]


class CardsChanged(BaseModel):
    """The best changes by this number of cards. If `tried` is less than `possible`, it was a search."""

    cards: int
    tried: int
    possible: int
    best: list[ChangedSummary]


class ChangesSummary(BaseModel):
    """The best changes of an entry with these points, by one card and by two."""

    number: int
    name: str
    characters: str
    points: int
    changes: list[CardsChanged]


def of_answers(game: Ruleset, found: Answers, field: Sequence[Entrant]) -> AnswersSummary:
    """Return the answers as JSON. `field`: the entrants by index."""
    counter, mixture = found.counter, found.mixture
    return AnswersSummary(
        rules_version=game.rules_version,
        counter=CounterSummary(
            characters=game.write_build(counter.build),
            points=counter.points,
            beats=[field[at].number for at in counter.beaten],
            draws=[field[at].number for at in counter.drawn],
            loses_to=[field[at].number for at in counter.lost],
            seed=counter.seed,
            battles=counter.battles,
        ),
        mixture=None
        if mixture is None
        else MixtureSummary(
            builds=mixture.of,
            gain=mixture.gain,
            drawn=[
                DrawnSummary(
                    number=field[each.index].number,
                    characters=field[each.index].written,
                    chance=each.chance,
                    alike=each.alike,
                )
                for each in mixture.drawn
            ],
            cards=[
                WorthSummary(card=each.card, share=each.share, lost=each.lost)
                for each in mixture.cards
            ],
        ),
    )


def of_changes(
    game: Ruleset, who: Entrant, found: Sequence[BestChanges], met: Sequence[Entrant]
) -> ChangesSummary:
    """Return the best changes of this entry as JSON. `met`: its opponents, as the changes number them."""
    return ChangesSummary(
        number=who.number,
        name=who.name,
        characters=who.written,
        points=found[0].points if found else 0,
        changes=[
            CardsChanged(
                cards=each.cards,
                tried=each.tried,
                possible=each.possible,
                best=[
                    ChangedSummary(
                        characters=game.write_build(changed.build),
                        slots=list(changed.slots),
                        points=changed.points,
                        better=[met[at].number for at in changed.better],
                        worse=[met[at].number for at in changed.worse],
                    )
                    for changed in each.best
                ],
            )
            for each in found
        ],
    )
