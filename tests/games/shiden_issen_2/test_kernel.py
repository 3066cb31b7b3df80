"""The compiled kernel of this game beside its reference: all small builds, other skills, and what is malformed.

What every kernel is held to stands in `tests/games/test_twins.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from app.engine import Build
from app.engine.kernel import Kernel, Unencodable, Unusable, packed
from app.games.shiden_issen_2 import battle
from app.games.shiden_issen_2.abilities import (
    Aim,
    Bonus,
    ChangeHead,
    Constraint,
    Count,
    Effect,
    Inflict,
    MarkHead,
    Number,
    Receive,
    Rule,
    Skill,
    Static,
    Status,
    Type,
    Verb,
    When,
)
from app.games.shiden_issen_2.cards import EMPTINESS, PLAIN_HIT, SKILLS, SkillPool
from app.games.shiden_issen_2.kernel import encode_skills, kernel_for
from app.games.shiden_issen_2.sides import Slot
from tests.games.kernels import by_kernel, by_reference, pretended
from tests.games.shiden_issen_2.twins import PAIRS
from tests.support.tables import by_row

TYPES = tuple(Type)[:-1]
"""All but the blank."""


@pytest.fixture
def compiled() -> Kernel:
    return PAIRS.kernel


# --- the same answers -----------------------------------------------------------------------------------


@pytest.mark.unmeasured
def test_builds_of_one_kind_of_skill_do_too(compiled: Kernel) -> None:
    """33 builds, those of 凡打 and 空虚 too: 1,089 pairs."""
    same = [Build((skill.id,) * 5) for skill in SKILLS]

    PAIRS.assert_same(list(product(same, same)))


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_all_pairs_of_builds_of_the_same_two_kinds_of_skill(compiled: Kernel) -> None:
    """For each two of the 31 skills that can be taken the 32 rows of them, all against all: 476,160 pairs."""
    played = 0
    for two in combinations([skill.id for skill in SKILLS if skill.obtainable], 2):
        builds = [Build(row) for row in product(two, repeat=5)]
        pairs = list(product(builds, builds))
        PAIRS.assert_same(pairs)
        played += len(pairs)

    assert played == 476_160


# --- other skills ---------------------------------------------------------------------------------------


def skill(number: int, kind: Type, *abilities: Effect | Bonus | Static, **figures: Any) -> Skill:
    return Skill(number, f"new_{number}", "新", "新", "New", kind, abilities=abilities, **figures)


def by_both(compiled: Kernel, new: Sequence[Skill], rows: Sequence[Sequence[str]]) -> bytes:
    """Rows of those and all other skills, each against the next, by both: the outcomes.

    Home and away are not exchanged: of other skills the order may matter in which both sides' take effect.
    """
    pool = SkillPool("drawn", (*new, *SKILLS))
    builds = [Build(tuple(row)) for row in rows]
    pairs = list(zip(builds[::2], builds[1::2], strict=True))
    told = by_kernel(kernel_for(pool.skills, compiled.extension), pairs)
    assert told == by_reference(partial(battle.decide, pool=pool), battle.REASONS, pairs)
    return told


def test_a_new_skill_of_known_verbs_needs_no_new_kernel(compiled: Kernel) -> None:
    """Ward: limited, hits from its own level for LV, then seals the enemy's head, and hurries what is on its left."""
    ward = skill(
        34,
        Type.ATTACK,
        Effect(When.USED, MarkHead(), Constraint.NOT_INTERCEPTED),
        Effect(When.LEFT_USED, Receive(Status.BARRIER, 2)),
        Bonus(points=1, speed=2),
        limited=True,
        helps=(Type.ATTACK, Type.SUPPORT),
        speed=Number(5, levels=-1),
        points=Number(levels=1),
        aim=Aim.OWN_LEVEL,
    )
    dice = Random(1)
    ids = [ward.id] * 10 + [skill.id for skill in SKILLS]

    by_both(compiled, [ward], [dice.choices(ids, k=5) for _ in range(800)])


@dataclass
class Dice:
    """Draws skills of whatever the vocabulary allows, except what breaks the reference."""

    random: Random
    ids: list[str]

    def one(self, *of: Any) -> Any:
        return self.random.choice(of)

    def some(self, of: Sequence[Any], most: int) -> list[Any]:
        return self.random.sample(of, self.random.randint(0, most))

    def number(self) -> Number:
        base, levels, floor = (self.random.randint(-least, 3) for least in (2, 2, 0))
        return Number(base, levels, self.one(None, None, *Count), floor)

    def effect(self) -> Effect:
        when = self.one(*When)
        gives: list[Verb] = [
            Receive(self.one(*Status), self.random.randint(1, 3)),
            Inflict(self.one(*Status)),
        ]
        # What looks for a head does so while there is one.
        looks = [] if when is When.DESTROYED else [MarkHead(), ChangeHead(self.one(*self.ids))]
        return Effect(when, self.one(*gives, *looks), self.one(None, *Constraint))

    def skill(self, number: int) -> Skill:
        draw: list[Effect | Bonus | Static] = [self.effect() for _ in self.some(range(3), 3)]
        draw += map(Static, self.some(list(Rule), 2))
        draw += self.some([Bonus(self.random.randint(0, 2), self.random.randint(0, 2))], 1)
        return skill(
            number,
            self.one(*TYPES),
            *draw,
            limited=self.one(True, False),
            helps=tuple(self.some(TYPES, 4)),
            speed=self.number(),
            points=self.one(None, self.number()),
            aim=self.one(*Aim),
        )


@by_row("seed", range(30))
@pytest.mark.unmeasured
def test_skills_nobody_has_thought_of_work_too(compiled: Kernel, seed: int) -> None:
    random = Random(seed)
    ids = [f"new_{number}" for number in range(34, 42)]
    dice = Dice(random, [*ids, *(skill.id for skill in SKILLS)])
    new = [dice.skill(number) for number in range(34, 42)]
    ids += random.sample([skill.id for skill in SKILLS], 4)

    by_both(compiled, new, [random.choices(ids, k=5) for _ in range(160)])


IDLE = skill(34, Type.SUPPORT)
ANGRY = skill(35, Type.SUPPORT, Effect(When.USED, Receive(Status.WRATH)))


def test_what_would_never_end_is_a_draw_for_the_same_reason(compiled: Kernel) -> None:
    """A support without effect: all stands as it stood. One that only ever adds: the round limit."""
    rows = [[IDLE.id] * 5, [IDLE.id] * 5, [IDLE.id] * 5, [ANGRY.id] * 5]
    told = by_both(compiled, [IDLE, ANGRY], rows)

    assert [battle.REASONS[byte >> 2] for byte in told] == ["loop", "cap"]
    assert {byte & 3 for byte in told} == {0}


# --- what the kernel cannot play, the reference does ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class SwapRows(Verb):
    """A verb the kernel has never heard of."""

    def apply(self, battle: battle.State, by: Slot) -> None:
        raise NotImplementedError


WORDS = {
    "types": ["attack", "support", "interceptor", "attachment"],
    "statuses": ["stun", "barrier"],
    "counts": ["", "round"],
    "aims": ["head", "own-level"],
    "whens": ["used", "destroyed"],
    "constraints": ["", "not-intercepted"],
    "rules": ["uses-last", "lifts-all"],
    "verbs": ["Receive(status, count)", "Inflict(status)", "MarkHead()", "ChangeHead(into)"],
    "reasons": list(battle.REASONS),
}


def test_a_skill_is_encoded_word_by_word() -> None:
    """How many, plain hit, Emptiness; type, limited, helps, aim, speed, points, bonus, rules, effects; those."""
    new = skill(
        34,
        Type.SUPPORT,
        Effect(When.DESTROYED, ChangeHead("emptiness")),
        Effect(When.USED, Receive(Status.BARRIER, 3)),
        Effect(When.USED, Inflict(Status.STUN), Constraint.NOT_INTERCEPTED),
        Effect(When.USED, MarkHead()),
        Bonus(points=2, speed=1),
        Static(Rule.LIFTS_ALL),
        limited=True,
        helps=(Type.ATTACK, Type.INTERCEPTOR),
        speed=Number(-2, levels=1, at_least=3),
        points=Number(4, count=Count.ROUND),
        aim=Aim.OWN_LEVEL,
    )
    plain = (0, 0, 0, 0, 1, 0, 0, 0)

    assert list(encode_skills([PLAIN_HIT, new, EMPTINESS], WORDS)) == [
        *(3, 1, 3),
        *(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0),
        *(1, 1, 5, 1, -2, 1, 0, 3, 1, 4, 0, 1, 0, 2, 1, 2, 4),
        *(0, 0, 1, 3, 0),
        *(0, 1, 0, 0, 1),
        *(0, 2, 0, 0, 0),
        *(1, 3, 3, 0, 0),
        *(3, 0, 0, 0, 0, 0, 0, 0, 0, *plain[5:], 0, 0, 0, 0, 0),
    ]


def test_an_unknown_verb_is_named() -> None:
    new = skill(34, Type.SUPPORT, Effect(When.USED, SwapRows()))

    with pytest.raises(Unusable, match=r"cannot play these cards \(SwapRows\(\) is not among"):
        kernel_for([new, PLAIN_HIT, EMPTINESS], pretended(5, WORDS))


def test_a_skill_that_turns_others_into_what_is_not_there_is_not_encoded() -> None:
    new = skill(34, Type.SUPPORT, Effect(When.USED, ChangeHead("phoenix")))

    with pytest.raises(Unencodable, match="phoenix is not among the skills"):
        list(encode_skills([new, PLAIN_HIT, EMPTINESS], WORDS))


def test_a_number_that_is_beyond_bounds_is_not_played(compiled: Kernel) -> None:
    with pytest.raises(Unusable, match="the table of cards cannot be read"):
        kernel_for([*SKILLS, skill(34, Type.ATTACK, points=Number(4_000))], compiled.extension)


# --- malformed input ------------------------------------------------------------------------------------

ZERO = (0, 0, 0, 0)
"""A printed number: base, levels, count, floor."""


def one_skill(**parts: Sequence[int]) -> bytes:
    """A table of one skill that does nothing, and is the plain hit and Emptiness too; with other parts, another one."""
    usual = {
        "head": (1, 1, 1),
        "type": (0,),
        "limited": (0,),
        "helps": (0,),
        "aim": (0,),
        "speed": ZERO,
        "damages": (0,),
        "points": ZERO,
        "bonus": (0, 0),
        "rules": (0,),
        "effects": (0,),
    }
    assert parts.keys() <= usual.keys()
    return packed([number for part in (usual | parts).values() for number in part])


ONE = one_skill()
SAME = bytes([1] * 10)
"""Two builds of it."""

TABLES = {
    "no table": b"",
    "half a number": ONE[:-1],
    "a number too many": ONE + packed([0]),
    "no skills": one_skill(head=(0, 0, 0)),
    "more skills than a byte can name": one_skill(head=(256, 1, 1)),
    "a skill that is missing": one_skill(head=(2, 1, 1)),
    "no plain hit": one_skill(head=(1, 0, 1)),
    "a plain hit that is no skill": one_skill(head=(1, 2, 1)),
    "no Emptiness": one_skill(head=(1, 1, 0)),
    "an unknown type": one_skill(type=(4,)),
    "twice limited": one_skill(limited=(2,)),
    "help for an unknown type": one_skill(helps=(16,)),
    "an unknown aim": one_skill(aim=(3,)),
    "speed beyond bounds": one_skill(speed=(101, 0, 0, 0)),
    "an unknown count": one_skill(speed=(0, 0, 4, 0)),
    "a floor below the ground": one_skill(points=(0, 0, 0, -1)),
    "neither damage nor none": one_skill(damages=(2,)),
    "a bonus that takes away": one_skill(bonus=(-1, 0)),
    "an unknown rule": one_skill(rules=(128,)),
    "less than no effects": one_skill(effects=(-1,)),
    "an effect that is missing": one_skill(effects=(1,)),
    "an unknown moment": one_skill(effects=(1, 4, 0, 0, 1, 0)),
    "an unknown verb": one_skill(effects=(1, 0, 4, 0, 0, 0)),
    "an unknown status": one_skill(effects=(1, 0, 1, 8, 0, 0)),
    "a status that is received no times": one_skill(effects=(1, 0, 0, 0, 0, 0)),
    "a status that is received too often": one_skill(effects=(1, 0, 0, 0, 101, 0)),
    "an unknown constraint": one_skill(effects=(1, 0, 1, 0, 0, 2)),
    "a verb that says too much": one_skill(effects=(1, 0, 2, 1, 0, 0)),
    "a change into nothing": one_skill(effects=(1, 0, 3, 0, 0, 0)),
    "a change into what is not there": one_skill(effects=(1, 0, 3, 2, 0, 0)),
    "a head that is looked for when none may be left": one_skill(effects=(1, 3, 2, 0, 0, 0)),
    "too many effects": one_skill(head=(9, 1, 1), effects=(255, *(0, 1, 0, 0, 0) * 255))
    + one_skill(head=(), effects=(255, *(0, 1, 0, 0, 0) * 255)) * 8,
}

MALFORMED: dict[str, tuple[bytes, ...]] = {
    **{name: (table, b"") for name, table in TABLES.items()},
    "a build cut short": (ONE, bytes([1] * 4)),
    "an unknown skill": (ONE, bytes([1, 1, 1, 1, 2])),
    "a build of four": (ONE, bytes([1, 1, 1, 1, 0])),
    "a blank in a row": (ONE, bytes([1, 0, 1, 1, 1])),
    "a build of nothing": (ONE, bytes(5)),
    "an opponent cut short": (ONE, b"", bytes([1] * 4)),
    "an opponent with an unknown card": (ONE, b"", bytes([1, 1, 1, 1, 2])),
}


def test_the_table_that_the_malformed_ones_are_made_of_is_well_formed(compiled: Kernel) -> None:
    """One attack skill without damage: nothing ever happens, so the position of round 6 comes again in round 8."""
    assert compiled.extension.outcomes(ONE, SAME) == bytes([0xFF, 12, 12, 0xFF])


# --- its memory -----------------------------------------------------------------------------------------

UNDER_SANITIZERS = """
import importlib.util, sys
from random import Random
from tests.games.shiden_issen_2 import test_kernel as tests
from tests.games.shiden_issen_2.twins import KINDS, PAIRS

spec = importlib.util.spec_from_file_location("_kernel", sys.argv[1])
extension = importlib.util.module_from_spec(spec)
spec.loader.exec_module(extension)
kernel = tests.kernel_for(tests.SKILLS, extension)
for kind in KINDS:
    field = [build for pair in PAIRS.drawn(kind, 20, "sanitizers") for build in pair]
    assert kernel.outcomes(field) == PAIRS.twins.outcomes(field)
for seed in range(10):
    ids = [f"new_{number}" for number in range(34, 42)]
    dice = tests.Dice(Random(seed), ids)
    skills = [*(dice.skill(number) for number in range(34, 42)), tests.IDLE, tests.ANGRY, *tests.SKILLS]
    field = [tests.Build(tuple(dice.random.choices(ids, k=5))) for _ in range(40)]
    assert len(tests.kernel_for(skills, extension).outcomes(field)) == 1600
for arguments in tests.MALFORMED.values():
    try:
        extension.outcomes(*arguments)
    except ValueError:
        continue
    raise AssertionError(arguments)
"""
