"""Stages: who comes through one plays the next, lots are drawn for each by itself."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from app.engine import AWAY, DRAW, HOME, exchanged
from app.league.seasons.stages.plans import TIE_BREAKS_OF_STAGES
from app.tournament.formats.bracket import Knockout
from app.tournament.formats.catalogue import FORMATS
from app.tournament.formats.divisions import Divisions
from app.tournament.formats.format import Field, Format, Pairing, PairingResult, play_out
from app.tournament.formats.groups import Groups
from app.tournament.formats.lots import Lots
from app.tournament.formats.rankings import Former, after_stages
from app.tournament.formats.stages import Phase, PlayedStage, course, final_order, phases
from app.tournament.formats.swiss import Swiss
from app.tournament.scoring import Scoring
from app.tournament.tiebreaks import Facts
from tests.support.tables import by_row

CUP = (PlayedStage("groups", Groups(4)), PlayedStage("final", Knockout()))


def stronger(pairings: Sequence[Pairing]) -> list[int]:
    return [HOME if each.first < each.second else AWAY for each in pairings]


def test_groups_go_over_into_a_knockout() -> None:
    field = Field(tuple(range(16)))
    results: dict[str, list[PairingResult]] = {}
    (first,) = phases(CUP, field, results)
    results["groups"] = play_out(first.stage.format, first.field, stronger)
    *_, second = phases(CUP, field, results)
    results["final"] = play_out(second.stage.format, second.field, stronger)
    *_, over = phases(CUP, field, results)

    assert (first.at, second.at, over.at) == (0, 1, 1)
    assert (first.is_over, second.is_over, over.is_over) == (False, False, True)
    assert sorted(second.field.seeds) == [*range(8)]
    assert [each.entry for each in over.standings[:2]] == [0, 1]


def test_whoever_left_between_stages_does_not_go_on_and_the_next_one_does() -> None:
    stages = (PlayedStage("swiss", Swiss(3), best=4), PlayedStage("final", Knockout()))
    field = Field(tuple(range(8)))
    results = {"swiss": play_out(Swiss(3), field, stronger)}
    through = [*phases(stages, field, results)][-1].field.seeds
    without = [*phases(stages, Field(field.seeds, left={through[0]: 0}), results)][-1]

    assert len(through) == 4
    assert without.field.seeds == (*through[1:], 5)


def test_each_stage_has_dice_of_its_own() -> None:
    twice = (PlayedStage("one", Knockout(), best=2), PlayedStage("two", Knockout()))
    field = Field((0, 1), lots=Lots(root=b"\x05" * 32, stage="cup"))
    drawn = {"one": [PairingResult(1, 1, 0, 1, DRAW)]}
    first, second = phases(twice, field, drawn)

    assert (first.field.lots.stage, second.field.lots.stage) == ("cup-one", "cup-two")


@by_row("at_a_time", [1, 7, 1000])
def test_a_course_left_anywhere_ends_as_one_played_in_one_go(at_a_time: int) -> None:
    field = Field(tuple(range(13)), lots=Lots(root=b"\x07" * 32, stage="cup"))
    stages = (
        PlayedStage("a", Groups(3, by_lot=True)),
        PlayedStage("b", Swiss(2), best=4, drawn_seeds=True),
        PlayedStage("c", Knockout(second_chance=True)),
    )

    def play(_: str, pairings: Sequence[Pairing]) -> list[int]:
        return [(each.first * each.second + each.first) % 3 for each in pairings]

    def left_after(portions: int) -> dict[str, list[PairingResult]]:
        results: dict[str, list[PairingResult]] = {}
        for _, _portion in zip(
            range(portions), course(stages, field, results, play, at_a_time), strict=False
        ):
            pass
        # what was given last was not kept
        for _ in course(stages, field, results, play, at_a_time):
            pass
        return results

    whole = left_after(0)

    assert all(left_after(portions) == whole for portions in (1, 2, 3, 5))
    order = final_order([*phases(stages, field, whole)])
    assert sorted(each.entry for each in order) == [*range(13)]
    assert [each.stage for each in order] == [2] * 4 + [1] * 2 + [0] * 7


def test_of_those_who_are_level_at_the_cut_lots_decide() -> None:
    """All draw: who goes on follows from the secret alone, and is not simply who came first."""

    def through(root: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        field = Field(tuple(range(6)), lots=Lots(root=bytes([root]) * 32))
        stages = (PlayedStage("a", Swiss(3), best=2), PlayedStage("b", Knockout()))
        results = {"a": [PairingResult(1, at + 1, 2 * at, 2 * at + 1, DRAW) for at in range(3)]}
        results["a"] += [
            PairingResult(2, 1, 0, 2, DRAW),
            PairingResult(2, 2, 1, 4, DRAW),
            PairingResult(2, 3, 3, 5, DRAW),
        ]
        results["a"] += [
            PairingResult(3, 1, 0, 3, DRAW),
            PairingResult(3, 2, 1, 5, DRAW),
            PairingResult(3, 3, 2, 4, DRAW),
        ]
        first = next(iter(phases(stages, field, results)))
        return first.cut.through, first.cut.drawn

    assert through(1) == through(1)
    assert {through(root)[0] for root in range(20)} - {(0, 1)}
    for root in range(5):
        best, drawn = through(root)
        assert best == drawn[:2]
        assert sorted(drawn) == [*range(6)]


def test_the_life_left_over_decides_in_every_format_with_a_table() -> None:
    """All battles are drawn; the later a character entered, the more life it keeps in each of them."""
    scoring = Scoring.of(3, 1, 0, ["life"], TIE_BREAKS_OF_STAGES)
    field = Field(
        tuple(range(6)),
        scoring,
        sides=[0, 1, 2, 0, 1, 2],
        lives=lambda first, second: (first, second),
    )
    for slug, leader, life in (
        ("round-robin", 5, 25),
        ("swiss", 5, 15),  # three rounds: then no pairing is left that all can play
        ("hill", 5, 25),
        ("divisions", 5, 25),
        ("teams", 2, 2 * 2 + 5 * 2),
    ):
        kind = FORMATS[slug]
        stage = PlayedStage("1", kind.make(kind.settled({})))
        results = {"1": play_out(stage.format, field, lambda due: [DRAW for _ in due])}
        (phase,) = phases([stage], field, results)
        (best, *_) = phase.teams or phase.standings

        assert (best.entry, best.tie_breaks[-1]) == (leader, life), slug


def test_the_lot_is_a_tie_break_of_stages() -> None:
    scoring = Scoring.of(3, 1, 0, ["lot"], TIE_BREAKS_OF_STAGES)
    stage = PlayedStage("a", Swiss(1), scoring=scoring)
    field = Field((0, 1, 2, 3), lots=Lots(root=b"\x09" * 32))
    results = {"a": [PairingResult(1, 1, 0, 1, DRAW), PairingResult(1, 2, 2, 3, DRAW)]}
    (phase,) = phases([stage], field, results)

    assert [line.place for line in phase.standings] == [1, 2, 3, 4]
    assert [line.tie_breaks for line in phase.standings] == [(-1,), (-2,), (-3,), (-4,)]


def of_entrants(
    luck: Random, slug: str
) -> tuple[list[PlayedStage], Field, dict[tuple[int, int], int]]:
    """Up to a dozen entrants, many of them level, in a stage of this format, of which some go on to another."""
    count = luck.randint(4, 12)
    kind = FORMATS[slug]
    small = {"rounds": 3, "size": luck.randint(2, 5), "boards": 2, "groups": luck.randint(1, 3)}
    settings = kind.settled({each.slug: small.get(each.slug, each.usual) for each in kind.settings})
    ties = luck.sample(sorted({*TIE_BREAKS_OF_STAGES} - {"earlier-entry", "life"}), 2)
    scoring = Scoring.of(3, 1, 0, ties, TIE_BREAKS_OF_STAGES)
    best = None if kind.cuts else luck.choice([None, 2, 3])
    lasts: list[Format] = [Groups(2), Swiss(2), Divisions((3, 3), 1), Knockout()]
    field = Field(
        tuple(range(count)),
        scoring,
        Lots(root=luck.randbytes(32), nonces=[str(at) for at in range(count)]),
        facts=Facts(size=[luck.randint(-2, -1) for _ in range(count)]),
        sides=[luck.randrange(3) for _ in range(count)],
    )
    outcomes = {
        (first, second): luck.choice((HOME, AWAY, DRAW, DRAW))
        for second in range(count)
        for first in range(second)
    }
    return (
        [
            PlayedStage("1", kind.make(settings), best, scoring),
            PlayedStage("2", luck.choice(lasts)),
        ],
        field,
        outcomes,
    )


def renumbered(field: Field, number: Sequence[int]) -> Field:
    """The same, but for the numbers that they go by."""
    was = sorted(range(len(number)), key=number.__getitem__)
    facts = replace(field.facts, size=[field.facts.size[at] for at in was])
    lots = replace(field.lots, nonces=[field.lots.nonces[at] for at in was])
    sides = [field.sides[at] for at in was]
    seeds = tuple(number[at] for at in field.seeds)
    return replace(field, seeds=seeds, lots=lots, facts=facts, sides=sides)


def played(
    stages: Sequence[PlayedStage],
    field: Field,
    who: Sequence[int],
    ended: dict[tuple[int, int], int],
) -> list[Phase]:
    """All of it, `who` each number is by that of the outcomes."""

    def play(_: str, due: Sequence[Pairing]) -> list[int]:
        pairs = [(who[each.first], who[each.second]) for each in due]
        return [
            ended[pair] if pair in ended else exchanged(bytes([ended[pair[::-1]]]))[0]
            for pair in pairs
        ]

    results: dict[str, list[PairingResult]] = {}
    for _ in course(stages, field, results, play, 1_000):
        pass
    return [*phases(stages, field, results)]


@by_row("slug", sorted({*FORMATS} - {"by-hand"}))
def test_no_place_and_no_border_hangs_on_numbers_of_entry(slug: str) -> None:
    """Whatever numbers the same entrants go by: the same places, those who go on and the ranking, by the same lots."""
    luck = Random(slug)
    for _ in range(15):
        stages, field, ended = of_entrants(luck, slug)
        number = luck.sample(range(len(field.seeds)), len(field.seeds))
        who = sorted(range(len(number)), key=number.__getitem__)
        one = played(stages, field, range(len(number)), ended)
        other = played(stages, renumbered(field, number), who, ended)

        assert {(each.entry, each.place) for each in final_order(one)} == {
            (who[each.entry], each.place) for each in final_order(other)
        }
        for phase, same in zip(one, other, strict=True):
            assert phase.cut.through == tuple(who[at] for at in same.cut.through)
            assert phase.drawn == tuple(who[at] for at in same.drawn)
        assert {*after_stages(one)} == {
            Former(who[each.entry], *each[1:]) for each in after_stages(other)
        }


@by_row("slug", sorted({*FORMATS} - {"by-hand"}))
def test_those_who_are_level_and_fare_otherwise_are_those_of_whom_lots_are_told(slug: str) -> None:
    luck = Random(slug)
    for _ in range(15):
        stages, field, ended = of_entrants(luck, slug)
        for phase in played(stages, field, field.seeds, ended):
            bounds = {each.entry: each.bound for each in after_stages([phase])}
            fates: dict[tuple[int, int], set[tuple[bool, int]]] = {}
            for at, table in enumerate(phase.tables):
                for line in table:
                    fate = line.entry in phase.cut.through, bounds[line.entry]
                    fates.setdefault((at, line.place), set()).add(fate)
            level = {
                line.entry
                for at, table in enumerate(phase.tables)
                for line in table
                if len(fates[at, line.place]) > 1
            }
            assert level == {*phase.drawn}
