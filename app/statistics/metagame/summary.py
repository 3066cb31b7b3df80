"""The answers to a field for programs: the same JSON from the command line and from the site."""

from collections.abc import Sequence

from pydantic import BaseModel

from app.engine import Ruleset
from app.statistics.metagame.answers import Answers
from app.statistics.metagame.changes import BestChanges
from app.tournament.full_table import Entrant


class CounterSummary(BaseModel):
    """A strong build, and by number whom it beats, draws with and loses to.

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
    """A build of the mixture and its chance; `number` is the first entry that has it, of `alike` ones."""

    number: int
    characters: str
    chance: float
    alike: int


class WorthSummary(BaseModel):
    """`lost`: wins less losses a battle that the best mixture loses without the card; null where every build has it."""

    card: str
    share: float
    lost: float | None


class MixtureSummary(BaseModel):
    """No build of the field gains more than `gain` against it, wins less losses a battle."""

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
    """A build with other cards in these slots; by number the opponents against whom it does better, and worse."""

    characters: str
    slots: list[int]
    points: int
    better: list[int]
    worse: list[int]


class CardsChanged(BaseModel):
    """The best changes by this number of cards; all `possible` ones were tried, or `tried` of them in a search."""

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
    """All of the answers; `field` has the entrants by index."""
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
    """All of the best changes of this entry; `met` has its opponents as the changes number them."""
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
