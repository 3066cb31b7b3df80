"""Stages as organisers type them: each can be read again, and every problem is named at once."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, strategies as st

from app.engine import AWAY, DRAW, HOME, Lang
from app.i18n import LANGS
from app.league.problems import explain
from app.league.seasons.stages import plans
from app.league.seasons.stages.plans import TIE_BREAKS_OF_STAGES, StagePlan
from app.text.characters import hidden_in
from app.tournament.formats.catalogue import FORMATS
from app.tournament.formats.format import Field, Pairing, play_out
from app.tournament.formats.groups import Groups
from app.tournament.formats.stages import Phase, PlayedStage

names = (
    st.text(max_size=20)
    .map(str.strip)
    .filter(lambda text: next(hidden_in(text), None) is None and not text.splitlines()[1:])
)


@st.composite
def stage_plans(draw: st.DrawFn) -> StagePlan:
    kind = draw(st.sampled_from([*FORMATS.values()]))
    return StagePlan(
        kind.slug,
        {each.slug: draw(st.integers(each.least, each.most)) for each in kind.settings},
        draw(names),
        draw(names),
        None if kind.cuts else draw(st.none() | st.integers(1, 100)),
        draw(st.none() | st.just((2, 1, 0))),
        draw(
            st.none() | st.permutations([*TIE_BREAKS_OF_STAGES]).map(lambda all_: tuple(all_[:3]))
        ),
        draw(st.booleans()),
        draw(st.sampled_from(["", "spring-cup"])),
    )


@given(st.lists(stage_plans(), max_size=4))
def test_what_is_written_is_read_as_it_was(those: list[StagePlan]) -> None:
    found, problems = plans.read(plans.written(those))

    assert (list(found), problems) == (those, [])
    assert [StagePlan.of(each.kept()) for each in those] == those


def test_every_problem_of_every_line_is_named_at_once() -> None:
    found, unread = plans.read(
        "chess\nswiss rounds=many best=none rounds=3 colour=red seeds=sun points=3\n"
        "groups by-lot=perhaps best=3\n\nknockout third-place='yes"
    )
    problems = [*unread, *plans.problems_of(found)]

    assert [(each.line, each.code) for each in problems] == [
        (1, "unknown-format"),
        (2, "stage-setting-doubled"),
        (2, "unknown-stage-setting"),
        (2, "stage-number"),
        (2, "stage-seeds"),
        (2, "stage-best"),
        (2, "bad-score"),
        (3, "stage-question"),
        (5, "stage-unreadable"),
        (2, "stage-cuts-itself"),
    ]
    for problem in problems:
        for lang in LANGS:
            assert f"({problem.code})" not in explain(problem, lang)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("swiss rounds=0", "stage-number"),
        ("knockout best=4", "stage-last-cuts"),
        ("swiss best=0\nknockout", "stage-best"),
        (f"swiss en={'x' * 61}", "bad-stage-name"),
        ("swiss ties=luck", "unknown-tie-break"),
        ("swiss points=1/2/3", "scoring-impossible"),
        ("\n".join(["knockout"] * 7), "too-many-stages"),
    ],
)
def test_stages_that_no_season_can_have_are_refused(text: str, code: str) -> None:
    found, unread = plans.read(text)

    assert [each.code for each in (*unread, *plans.problems_of(found))] == [code]


@pytest.mark.parametrize("slug", FORMATS)
@pytest.mark.parametrize("count", [2, 3, 9, 16])
def test_a_format_tells_beforehand_how_many_battles_it_has(slug: str, count: int) -> None:
    """But for byes of the Swiss system, teams that are not full, and a final played again, which may be one more or less."""
    plan = StagePlan(slug)
    field = Field(tuple(range(count)), sides=[at // 4 for at in range(count)])

    def first_wins(pairings: "list[Pairing]") -> list[int]:
        return [1 if each.first < each.second else 2 for each in pairings]

    played = [
        each
        for each in play_out(plan.made(), field, first_wins)  # type: ignore[arg-type]
        if each.second is not None
    ]

    if slug.endswith("swiss") or (plan.kind.of_teams and count % 4):
        assert len(played) <= plan.meetings(count)
    else:
        assert len(played) == plan.meetings(count)


@given(
    st.sampled_from(sorted(FORMATS)),
    st.lists(st.integers(0, 3), min_size=2, max_size=14),
    st.randoms(),
)
def test_sides_that_stay_apart_do_not_meet_but_in_a_knockout(
    slug: str, sides: list[int], luck: Random
) -> None:
    kind = FORMATS[slug]
    everybody = range(len(sides))
    field = Field(tuple(everybody), sides=sides, apart=True)
    results = play_out(
        StagePlan(slug).made(), field, lambda due: [luck.choice((HOME, AWAY, DRAW)) for _ in due]
    )
    met = {frozenset((each.first, each.second)) for each in results if each.second is not None}
    within = {pair for pair in met if len({sides[each] for each in pair}) == 1}
    others = {frozenset(two) for two in combinations(everybody, 2)} - {
        frozenset(two) for two in combinations(everybody, 2) if len({sides[at] for at in two}) == 1
    }

    assert kind.is_bracket or not within
    if slug in ("round-robin", "hill"):
        assert met == others
    if slug == "swiss" and others:
        largest = max(Counter(sides).values())
        opened = [each for each in results if each.round == 1 and each.second is not None]
        assert len(opened) == min(len(sides) // 2, len(sides) - largest)


def test_groups_share_out_sides_that_stay_apart() -> None:
    field = Field(tuple(range(12)), sides=[0] * 4 + [1] * 4 + [2] * 4, apart=True)
    dealt = Groups(4).members(field)

    assert [sorted(field.sides[each] or 0 for each in group) for group in dealt] == [[0, 1, 2]] * 4
    assert [group[0] for group in dealt] == [0, 1, 2, 3]


@pytest.mark.parametrize("lang", LANGS)
def test_a_stage_is_told_in_words(lang: Lang) -> None:
    (plan,), _ = plans.read("swiss rounds=4 best=8 ja=予選 en='First round'\n")
    told = plan.told(lang)

    assert told == (
        "予選：スイス式4回戦、上位8名が進出。"
        if lang == "ja"
        else "First round: 4 rounds of the Swiss system; the best 8 go on."
    )


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("", "Everyone meets everyone."),
        ("round-robin meetings=2", "Everyone meets everyone; each pair meets twice."),
        (
            "groups\nknockout",
            "4 groups of 6; the best 2 of each go on. Then: A knock-out with a match for third place.",
        ),
        (
            "swiss rounds=1 best=5\ngroups groups=2 go-on=1 by-lot=yes",
            "1 round of the Swiss system; the best 5 go on. Then: 2 groups of 2–3; drawn by lot.",
        ),
        (
            "divisions moves=2 divisions=3",
            "3 divisions of 8, each a round robin; at the end 2 go up and 2 down.",
        ),
    ],
)
def test_a_season_of_24_is_told_in_a_sentence_a_stage(written: str, told: str) -> None:
    found, _ = plans.read(written)

    assert plans.sentence(found, "en", 24) == told


@pytest.mark.parametrize("slug", FORMATS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_format_has_its_sentence(lang: Lang, slug: str) -> None:
    told = StagePlan(slug).told(lang)

    assert told.endswith("。" if lang == "ja" else ".")
    assert "%" not in told


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("slug", [each for each in FORMATS if not each.endswith("knockout")])
def test_a_format_that_is_not_called_partial_lets_all_meet_who_are_compared(
    slug: str, apart: bool
) -> None:
    """Sixteen of eight sides, which as teams are too many for five rounds."""
    plan, field = StagePlan(slug), Field(tuple(range(16)), sides=[*range(8)] * 2, apart=apart)
    stage = PlayedStage("1", plan.made())
    results = play_out(stage.format, field, lambda due: [HOME for _ in due])
    phase = Phase(0, stage, field, results, ())
    met = {frozenset((each.first, each.second)) for each in results}
    met |= {frozenset((each.first, each.second)) for each in phase.team_matches}
    tables = [
        [line.entry for line in table] for table in ([phase.teams] if phase.teams else phase.tables)
    ]

    if not plan.kind.is_partial(apart=apart):
        assert {frozenset(two) for table in tables for two in combinations(table, 2)} <= met
