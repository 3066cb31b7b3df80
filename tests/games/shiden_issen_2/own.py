"""Skills that people could make, drawn by what a skill may be made of; and the pools that they play in.

Run as a program it plays as many battles as one likes: `python -m tests.games.shiden_issen_2.own SKILLS BATTLES`.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from random import Random
from typing import Any, get_args

from app.engine import Build, Lang, Side, TellingSheet, plain
from app.games.shiden_issen_2.abilities import Bonus, Effect, Skill, Static
from app.games.shiden_issen_2.battle import REASONS, decide, play
from app.games.shiden_issen_2.board import boards
from app.games.shiden_issen_2.cards import STANDARD, SkillPool
from app.games.shiden_issen_2.kernel import twins_of
from app.games.shiden_issen_2.remarks import figures, remarks
from app.games.shiden_issen_2.report import changes, tell
from app.games.shiden_issen_2.workshop import OwnSkill
from tests.games.kernels import by_kernel, by_reference
from tests.support.cards import drawn, legal

IN_USE = ("used", "destroyed")
MOMENTS = {
    "attack": IN_USE,
    "support": IN_USE,
    "interceptor": IN_USE,
    "attachment": ("left-used", "round", "destroyed"),
}
FOREIGN = {
    "attack": ("helps",),
    "support": ("helps", "points", "aim"),
    "interceptor": ("helps",),
    "attachment": ("speed", "points", "aim"),
}
"""What a type of skill does not have."""
RULES = {"attack": "rests-in-odd-rounds", "support": "rests-in-odd-rounds"}
IN_A_POOL = 50
"""The number of custom skills in addition to those of the rule book."""

FIRST = len(STANDARD.skills) + 1
INTO = [
    *(f"own_{n}" for n in range(FIRST, FIRST + IN_A_POOL)),
    *STANDARD.by_id.keys() - {"", "plain_hit"},
]
INTO.sort()

Pair = tuple[Build, Build]


def own_skills(random: Random) -> Iterator[OwnSkill]:
    """Legal ones without end, of each type in turn."""
    of_types = [legal(OwnSkill, random, partial(_shape, kind, random)) for kind in MOMENTS]
    return chain.from_iterable(zip(*of_types, strict=True))


def _shape(kind: str, random: Random, table: dict[str, Any]) -> None:
    """Make it likely that the table is a skill of this type: most of what has no meaning for it goes."""
    table["type"] = kind
    for key in FOREIGN[kind]:
        table.pop(key, None)
    if kind == "attack":
        table["points"] = {**table.get("points", {}), "at_least": 1}
    kinds = [(Effect, "effect"), (Effect, "effect"), (Static, "static"), (Bonus, "bonus")]
    table["ability"] = [
        {"kind": word, **drawn(ability, random)}
        for ability, word in random.choices(kinds, k=random.randint(0, 3))
        if kind == "attachment" or word == "effect" or (word == "static" and kind in RULES)
    ]
    for ability in table["ability"]:
        if "when" in ability:
            ability["when"] = random.choice(MOMENTS[kind])
        if "rule" in ability and kind in RULES:
            ability["rule"] = RULES[kind]
        if "into" in ability:
            ability["into"] = random.choice(INTO)
    if kind == "support" and random.random() < 0.7:
        table["limited"] = True


def pools(count: int, random: Random) -> Iterator[SkillPool]:
    """So many pools, each of own skills beside those of the rule book; some change heads into one another."""
    made = own_skills(random)
    for _ in range(count):
        own = [named(each.skill(n)) for n, each in enumerate(islice(made, IN_A_POOL), FIRST)]
        yield SkillPool("drawn", (*STANDARD.skills, *own))


def named(skill: Skill) -> Skill:
    """The same under a name that no other has."""
    n = skill.number
    return replace(skill, id=f"own_{n}", char=chr(0xAC00 + n), ja=f"自作{n}", en=f"Own {n}")


def pairs(pool: SkillPool, count: int, random: Random) -> list[Pair]:
    """Builds of own skills and others."""
    own = [skill.id for skill in pool.skills[FIRST - 1 :]]
    ids = [*own, *own, *(card.id for card in pool.shown)]
    builds = [Build((*random.choices(ids, k=5),)) for _ in range(2 * count)]
    return list(zip(builds[::2], builds[1::2], strict=True))


def assert_same(pool: SkillPool, battles: Sequence[Pair]) -> None:
    """Reference and kernel agree, either way round; no battle is cut off."""
    kernel = twins_of(pool).kernel
    told = by_reference(partial(decide, pool=pool), REASONS, battles)
    back = by_reference(partial(decide, pool=pool), REASONS, [(b, a) for a, b in battles])
    assert [byte & 3 for byte in back] == [(0, 2, 1)[byte & 3] for byte in told]
    assert {REASONS[byte >> 2] for byte in told} <= {"attack", "simultaneous", "end"}
    if kernel:
        assert told == by_kernel(kernel, battles)


def assert_told(pool: SkillPool, battles: Sequence[Pair]) -> None:
    """Every battle is told, shown and remarked upon in both languages."""
    for home, away in battles:
        events = play(home, away, pool).events
        for lang in get_args(Lang):
            text = plain(tell(events, TellingSheet("朝"), TellingSheet("夜"), lang, pool))
            assert "{" not in text
        assert {side for change in changes(events, pool) for side in (change.side,)} <= {*Side}
        assert [*boards(events, pool), *figures(home, pool), *remarks(home, pool)]


if __name__ == "__main__":
    skills, battles = map(int, sys.argv[1:])
    dice = Random(20261130)
    longest = 0
    for pool in pools(skills // IN_A_POOL, dice):
        drawn_pairs = pairs(pool, battles * IN_A_POOL // skills, dice)
        assert_same(pool, drawn_pairs)
        assert_told(pool, drawn_pairs)
        longest = max(longest, *(play(*pair, pool).turn for pair in drawn_pairs))
    sys.stdout.write(f"{skills} skills in {battles} battles; the longest had {longest} rounds\n")
