"""The measurements of `hikyaku bench balance`: how even decks and ways of playing are, by matches of the house."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import sqrt
from random import Random
from statistics import quantiles
from typing import Any, Final

from app.bench import CannotMeasure
from app.bench.engine import drawn_legal
from app.engine.matches.course import HOUSE, CourseHouse, CoursePlan
from app.engine.matches.dice import canonical
from app.engine.matches.game import (
    AUTOPILOT,
    SEATS,
    TENGU,
    Action,
    Game,
    MatchDecision,
    MatchOpponent,
    Options,
    Seat,
    View,
)
from app.engine.matches.record import Line
from app.engine.words import Words
from app.errors import BuildUnreadable, MatchesRefused, Problem
from app.games import match_game, match_slugs, ruleset
from app.league.eligibility import choices
from app.tournament.series import played, seated

RANDOM: Final = "random"
_PERCENTILES: Final = (4, 49, 94)
_NOBODY: Final = Words("", "")


@dataclass(frozen=True, slots=True)
class Balance:
    """What matches between two decks came to, seats exchanged in every other.

    `score` is the part of all points that the first deck won, within `give` in 95 of 100 such
    measurements; `seat_a` that of seat A, `drawn` that of the seat which the first coin of the
    match named (None without coins); `turns` are checkpoints, in the 5th, 50th and 95th of 100
    matches by length; `ends` says how many ended for which reason.
    """

    decks: tuple[str, str]
    plays: tuple[str, str]
    matches: int
    score: float
    give: float
    seat_a: float
    drawn: float | None
    turns: tuple[int, int, int]
    ends: dict[str, int]


def measure_balance(
    game_slug: str,
    matches: int,
    *,
    plays: Sequence[str] = (),
    builds: Sequence[str] = (),
    rules: Sequence[str] = (),
    seed: str = "",
) -> Iterator[Balance]:
    """Each pair of the starter decks and `builds`: by the autopilot, and each other way of playing against it and itself.

    The luck of each match is drawn from its number, so the same call gives the same figures; with a
    seed from that too, and so are the decks: two for two matches, between which they are exchanged.
    `rules` are settings as `key=value`. Raises `CannotMeasure` for a game without matches, builds
    or ways that there are not, and `MatchesRefused`.
    """
    if game_slug not in match_slugs():
        there = ", ".join(match_slugs())
        raise CannotMeasure(f"{game_slug} is no game with matches; there is {there}")
    game = match_game(game_slug)
    ways = ways_of(game)
    unknown = [each for each in plays if each not in ways]
    if unknown:
        raise CannotMeasure(f"nobody plays “{unknown[0]}”; there is {', '.join(ways)}")
    reader, unfit = ruleset(game_slug), list[Problem]()
    config = choices.known(reader, choices.parsed(rules), unfit)
    if unfit := [*unfit, *choices.problems(reader, config)]:
        raise MatchesRefused(unfit)
    decks = {**game.starters, **dict(_read(game_slug, text) for text in builds)}
    pairs = [*combinations_with_replacement(decks, 2)]
    if seed:
        drawn = drawn_legal(reader, matches + 1, seed)
        decks = {str(number): reader.match_build(each) for number, each in enumerate(drawn)}
        pairs = [("drawn", "drawn")]
    wrong = [words.en for deck in decks.values() for words in game.validate_build(deck, config)]
    if wrong:
        raise CannotMeasure(" ".join(wrong))
    named = plays or [way for way in ways if way != TENGU]
    return _measured(game, config, decks, pairs, {way: ways[way] for way in named}, matches, seed)


def _measured(
    game: Game[Any],
    config: Mapping[str, Any],
    decks: Mapping[str, Any],
    met: Sequence[tuple[str, str]],
    ways: Mapping[str, CoursePlan],
    matches: int,
    seed: str,
) -> Iterator[Balance]:
    for first, second in met:
        for way in ways:
            pairs = [(way, way)] if way != RANDOM else []
            if way != AUTOPILOT:
                pairs += [(way, AUTOPILOT), (AUTOPILOT, way)][: 1 if first == second else 2]
            for pair in pairs:
                yield _tally(game, config, (first, second), decks, pair, matches, seed)


def _tally(
    game: Game[Any],
    config: Mapping[str, Any],
    named: tuple[str, str],
    decks: Mapping[str, Any],
    plays: tuple[str, str],
    matches: int,
    seed: str,
) -> Balance:
    ways = ways_of(game)
    score = seat_a = drawn = Fraction(0)
    coins = 0
    turns: list[int] = []
    ends: Counter[str] = Counter()
    for number in range(matches):
        first, second = seated(number)
        names = (str(number), str(number ^ 1)) if seed else named
        builds: dict[Seat, Any] = {first: decks[names[0]], second: decks[names[1]]}
        plans = {first: ways[plays[0]], second: ways[plays[1]]}
        match, lines = played(game, config, number, builds, plans, seed)
        if (over := match.ended) is None:
            raise CannotMeasure(f"match {number} has not ended")
        score += over.score[first]
        seat_a += over.score["A"]
        if (coin := _first_coin(lines)) is not None:
            coins += 1
            drawn += over.score[SEATS[coin]]
        turns.append(match.turn)
        ends[over.reason] += 1
    lengths = quantiles(turns, n=100, method="inclusive") if matches > 1 else turns * 99
    low, middle, high = (round(lengths[at]) for at in _PERCENTILES)
    return Balance(
        named,
        plays,
        matches,
        part := float(score / matches),
        1.96 * sqrt(part * (1 - part) / matches),
        float(seat_a / matches),
        float(drawn / coins) if coins else None,
        (low, middle, high),
        dict(ends.most_common()),
    )


def _first_coin(lines: Sequence[Line]) -> int | None:
    """What the first coin of the match showed. None if none was tossed."""
    tosses = (
        line["out"][0] for line in lines if line["t"] == "chance" and line["what"] == ["coin"]
    )
    return next(tosses, None)


def ways_of(game: Game[Any]) -> dict[str, CoursePlan]:
    """The ways of playing by name: that of the house, those of the game, and any legal answer."""

    def any_of_them(view: View, decision: MatchDecision, options: Options) -> Action:
        lot = Random(canonical(view) + decision.id.encode())
        return lot.choice([*options])

    ways: dict[str, CoursePlan] = {AUTOPILOT: HOUSE}
    house = {way: each.decide for way, each in game.opponents.items() if way != AUTOPILOT}
    for way, decide in {**game.styles, **house, RANDOM: any_of_them}.items():
        ways[way] = CourseHouse(MatchOpponent(_NOBODY, _NOBODY, decide))
    return ways


def _read(slug: str, text: str) -> tuple[str, Any]:
    """A build as entries write it, by its name or its text."""
    rules = ruleset(slug)
    try:
        build = rules.read_build(text)
    except BuildUnreadable as refusal:
        told = " ".join(rules.explain(problem, "en") for problem in refusal.problems)
        raise CannotMeasure(told) from None
    return build.name or text, rules.match_build(build)
