"""How long the answers to a field take: a counter-build, the mixture, the best changes of an entry."""

from dataclasses import dataclass
from typing import Final

from app.bench import CannotMeasure
from app.bench.cost import Took, Watch
from app.bench.engine import Machine, drawn_legal, machine
from app.errors import TooMuchToPlay
from app.games import ruleset
from app.statistics.metagame.answers import mixture_of, most_battles
from app.statistics.metagame.changes import best_changes
from app.statistics.metagame.counter import counter_build
from app.statistics.metagame.mixture import Unsolved

GAME: Final = "laplaplus"


@dataclass(frozen=True, slots=True)
class AnswersFigures:
    """The times of the searches. What they find is the same in every round."""

    machine: Machine
    entries: int
    rounds: int
    steps: dict[str, Took]
    counter_battles: int
    beaten: int
    lost: int
    drawn: int
    gain: float
    changes: int


def measure_answers(entries: int, rounds: int, game: str = GAME) -> AnswersFigures:
    """Find the answers to a field of drawn builds, once in each round. Raises `CannotMeasure`."""
    try:
        return _measured(entries, rounds, game)
    except TooMuchToPlay:
        raise CannotMeasure("Without a compiled kernel of its game this takes too long.") from None
    except Unsolved as why:
        raise CannotMeasure(str(why)) from None


def _measured(entries: int, rounds: int, game: str) -> AnswersFigures:
    rules = ruleset(game)
    builds = drawn_legal(rules, entries)
    most = most_battles(rules)
    watch = Watch()
    for _ in range(rounds):
        with watch.step("counter-build"):
            counter = counter_build(rules, builds, most)
        with watch.step("mixture and cards"):
            mixture = mixture_of(rules, builds, range(entries))
        with watch.step("best changes"):
            changes = best_changes(rules, builds[0], builds[1:], most)
    return AnswersFigures(
        machine=machine(),
        entries=entries,
        rounds=rounds,
        steps=watch.steps,
        counter_battles=counter.battles,
        beaten=len(counter.beaten),
        lost=len(counter.lost),
        drawn=len(mixture.drawn),
        gain=mixture.gain,
        changes=sum(each.tried for each in changes),
    )
