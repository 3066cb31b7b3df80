"""What would have won: compared with every change, played one by one by the reference."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

import pytest

from app.engine import NOT_PLAYED, Build, Pace, Ruleset, Side, in_rows
from app.engine.outcomes import all_pairs, lives_left
from app.errors import BuildUnreadable, TooMuchToPlay
from app.games import ruleset, slugs
from app.league.results.results import FinishedRun, finished
from app.statistics import what_if
from app.statistics.what_if import Improvement, answer, changes
from app.store.database import Database
from app.tournament import lab
from app.tournament.blocks import full_rows, play_block
from app.tournament.cache import IN_TURN, Cache
from app.tournament.full_table import FullTable
from app.tournament.scoring import Scoring
from app.tournament.standings import standings
from tests.support.problems import filled
from tests.support.seasons import Character, a_finished_season
from tests.support.tables import by_row

LAPLAPLUS = ruleset("laplaplus")
SCORING = Scoring()
BY_BUILDS = [slug for slug in slugs() if not ruleset(slug).match]


def field(game: Ruleset, count: int, seed: int) -> tuple[list[Build], list[bytes]]:
    """This many builds, and the results among them."""
    drawn = random.Random(seed)
    ids = [card.id for card in game.cards]
    size = min(3, game.sizes.stop - 1) if 3 in game.sizes else game.sizes.start
    builds = [Build(tuple(drawn.choices(ids, k=size))) for _ in range(count)]
    return builds, full_rows(play_block(game.slug, game.rules_version, builds, range(count)))


def improve(
    game: Ruleset, builds: Sequence[Build], rows: Sequence[bytes], index: int
) -> Improvement:
    """What single changes would have done for this entry of a field that met like this."""
    table = FullTable.of(game, SCORING, builds, rows)
    told = what_if.improve(table, index)
    assert what_if.best(table, index) == (told.best and (told.best, told.place))
    return told


def by_hand(cards: tuple[str, ...], game: Ruleset) -> list[tuple[str, ...]]:
    """Every row of cards one change away."""
    found = []
    for at, other in combinations(range(len(cards)), 2):
        row = list(cards)
        row[at], row[other] = row[other], row[at]
        found.append(tuple(row))
    for at in range(len(cards)):
        found += [(*cards[:at], card.id, *cards[at + 1 :]) for card in game.cards]
    return list(dict.fromkeys(each for each in found if each != cards))


@by_row("slug", BY_BUILDS)
def test_every_change_is_tried_once(slug: str) -> None:
    game = ruleset(slug)
    (build, *_), _ = field(game, 2, seed=1)
    found = [change.build.cards for change in changes(game, build)]

    assert len(found) == len(set(found))
    assert set(found) == set(by_hand(build.cards, game))


def test_what_would_have_won_is_not_said_of_a_game_with_decisions() -> None:
    """Its builds meet in exhibitions only, and these decide nothing."""
    game = ruleset("fest")
    decks = [game.read_build(text) for text in ("D1", "D2")]
    rows = full_rows(play_block(game.slug, game.rules_version, decks, range(2)))

    with pytest.raises(TooMuchToPlay):
        improve(game, decks, rows, 0)
    assert what_if.rescue(game, decks[0], decks[1:]) is None
    assert not what_if.is_affordable(game, decks[0], 1)


def test_smaller_changes_come_first() -> None:
    """Cards exchanged come before cards replaced, and neighbours before those far apart."""
    build = LAPLAPLUS.read_build("攻響核")
    first = changes(LAPLAPLUS, build)[:4]

    assert [LAPLAPLUS.write_build(change.build) for change in first[:3]] == [
        "響攻核",
        "攻核響",
        "核響攻",
    ]
    assert [(change.slot, change.other, change.card) for change in first[:3]] == [
        (1, 2, None),
        (2, 3, None),
        (1, 3, None),
    ]
    assert first[3].card is not None


def test_a_build_without_cards_has_no_change() -> None:
    assert changes(LAPLAPLUS, Build(())) == []


def test_only_what_the_game_reads_is_a_change() -> None:
    """A game in which no build may have the same card twice."""

    def read(text: str) -> Build:
        build = LAPLAPLUS.read_build(text)
        if len(set(build.cards)) < len(build.cards):
            raise BuildUnreadable([])
        return build

    strict = replace(LAPLAPLUS, read_build=read)
    found = changes(strict, LAPLAPLUS.read_build("攻響核"))

    assert all(len(set(change.build.cards)) == 3 for change in found)
    assert len(found) == 3 + 3 * 22


@by_row("slug", BY_BUILDS)
@by_row("seed", range(3))
def test_it_is_what_the_reference_says_battle_by_battle(slug: str, seed: int) -> None:
    game = ruleset(slug)
    builds, rows = field(game, 5, seed)
    worst = standings(rows, SCORING)[-1].entry
    told = improve(game, builds, rows, worst)
    points = {
        tried.change.build.cards: scored(game, tried.change.build, builds, worst)
        for tried in told.tried
    }

    assert {tried.change.build.cards: tried.points for tried in told.tried} == points
    lost = [other for other, byte in enumerate(rows[worst]) if byte != NOT_PLAYED and byte & 3 == 2]
    assert [other for other, _ in told.rescues] == lost
    for other, rescue in told.rescues:
        winning = [
            tried
            for tried in told.tried
            if game.play(tried.change.build, builds[other]).winner is Side.HOME
        ]
        expected = min(winning, key=lambda each: (each.change.size, -each.points), default=None)
        assert rescue == expected
    most = max(points.values())
    assert told.best is None or told.best.points == most
    assert (told.best is None) == (most <= told.points)
    if told.best:
        builds[worst] = told.best.change.build
        again = standings(
            full_rows(play_block(slug, game.rules_version, builds, range(len(builds)))), SCORING
        )
        points_then = next(line.points for line in again if line.entry == worst)
        assert points_then == told.best.points
        assert told.place == 1 + sum(line.points > points_then for line in again)


def scored(game: Ruleset, build: Build, builds: Sequence[Build], index: int) -> int:
    worth = {Side.HOME: SCORING.win, None: SCORING.draw, Side.AWAY: SCORING.loss}
    others = [other for at, other in enumerate(builds) if at != index]
    return sum(worth[game.play(build, other).winner] for other in others)


@by_row("points", [(3, 1, 0), (1, 0, -1), (2, 2, 0), (0, 0, 0), (0, 1, 3)])
@by_row("seed", range(8))
def test_the_search_for_the_best_misses_nothing(seed: int, points: tuple[int, int, int]) -> None:
    """In drawn tables, in which some have not met, some builds are refused, and many changes are equal."""
    dice, drawn = random.Random(seed), partial(draw_of, random.Random(seed).random())

    def outcomes(builds: Sequence[Build], opponents: Sequence[Build] | None = None) -> bytes:
        return all_pairs(drawn, LAPLAPLUS.reasons, builds, opponents)

    def read(text: str) -> Build:
        build = LAPLAPLUS.read_build(text)
        if drawn(build, builds[0])[0] is Side.HOME:
            raise BuildUnreadable([])
        return build

    game = replace(
        LAPLAPLUS,
        outcomes=outcomes,
        lives=partial(lives_left, drawn),
        read_build=read,
        cards=LAPLAPLUS.cards[:5],
    )
    ids = [card.id for card in game.cards]
    builds = [Build(tuple(dice.choices(ids, k=4))) for _ in range(dice.choice((1, 2, 12, 40)))]
    rows = [
        bytes(NOT_PLAYED if dice.random() < 0.1 else byte for byte in row)
        for row in in_rows(outcomes(builds), len(builds))
    ]
    table = FullTable.of(game, Scoring(*points), builds, rows)

    for index in range(len(builds)):
        told = what_if.improve(table, index)
        assert what_if.best(table, index) == (told.best and (told.best, told.place))


def draw_of(strength: float, home: Build, away: Build) -> tuple[Side | None, str]:
    """An outcome by lot, the same for the same pair either way round. Equal builds draw."""
    first, second = sorted((home.cards, away.cards))
    lot = random.Random(f"{strength}{first}{second}").random()
    won = Side.HOME if first == home.cards else Side.AWAY
    winner = won if lot < strength else won.enemy if lot < 0.9 else None
    return winner if first != second else None, LAPLAPLUS.reasons[0]


def test_the_champion_that_beat_all_needs_nothing() -> None:
    builds = [LAPLAPLUS.read_build(text) for text in ("双連連攻連連力力", "硬", "核")]
    rows = full_rows(play_block("laplaplus", "laplaplus@1", builds, range(3)))
    told = improve(LAPLAPLUS, builds, rows, 0)

    assert (told.points, told.best, told.place, told.rescues, told.rescued) == (
        6,
        None,
        None,
        (),
        0,
    )


def test_those_whom_one_did_not_meet_do_not_count() -> None:
    """A member of one's own team was not met, so nothing is won from it."""
    builds, rows = field(LAPLAPLUS, 4, seed=5)
    alone = [bytes([NOT_PLAYED]) * 4, *rows[1:]]
    told = improve(LAPLAPLUS, builds, alone, 0)

    assert {tried.points for tried in told.tried} == {0}
    assert (told.best, told.rescues) == (None, ())


def test_what_would_take_too_long_is_not_tried() -> None:
    """At 10 battles a second nobody waits for the 75 changes of three cards against four opponents."""
    slow = replace(LAPLAPLUS, pace=Pace(battles=10))
    builds, rows = field(LAPLAPLUS, 5, seed=1)

    with pytest.raises(TooMuchToPlay) as refusal:
        improve(slow, builds, rows, 0)
    assert filled(refusal.value.problems[0]) == (str(4 * len(changes(LAPLAPLUS, builds[0]))),)


@pytest.mark.parametrize(("battles", "can_be"), [(10, True), (9, False)])
def test_it_is_known_before_whether_it_would_take_too_long(
    cup: FinishedRun, battles: int, can_be: bool
) -> None:
    """Two cards: 48 changes and one exchange, against two opponents: 98 battles, in 10 seconds."""
    slow = replace(cup.game, pace=Pace(battles=battles))

    assert what_if.is_affordable(slow, cup.participants[0].build, 2) is can_be


@pytest.fixture
def cup(database: Database) -> FinishedRun:
    characters = [Character(f"C{at}", text) for at, text in enumerate(("攻核", "盾攻", "響"))]
    with database.writing() as session:
        season, run = a_finished_season(session, characters)
        return finished(session, season, run)


def test_an_answer_is_worked_out_once(cup: FinishedRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(what_if, "_kept", Cache(64, IN_TURN))
    assert not what_if.is_known(cup, 1)
    first = answer(cup, 1)
    monkeypatch.setattr(what_if, "improve", lambda *_: 1 / 0)

    assert what_if.is_known(cup, 1)
    assert not what_if.is_known(cup, 2)
    assert answer(cup, 1) is first


def test_a_list_is_answered_as_a_season_of_the_same_characters_is(cup: FinishedRun) -> None:
    text = "攻核/C0\n盾攻/C1\n響/C2"
    listed = lab.round_robin(LAPLAPLUS, lab.read(LAPLAPLUS, text))

    for index in range(3):
        assert answer(listed, index) == answer(cup, index)


def test_two_lists_are_not_taken_for_each_other() -> None:
    one, other = (
        lab.round_robin(LAPLAPLUS, lab.read(LAPLAPLUS, text))
        for text in ("攻核\n盾攻", "攻核\n盾攻\n響")
    )

    assert answer(one, 0).points < answer(other, 0).points
