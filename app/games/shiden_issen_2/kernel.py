"""The compiled kernel and the reference of this game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Final

from app.engine.kernel import Extension, Kernel, Twins, Unencodable, Vocabulary, load, number_of
from app.games.shiden_issen_2.abilities import ZERO, Effect, Number, Skill, Status
from app.games.shiden_issen_2.battle import REASONS, decide
from app.games.shiden_issen_2.cards import EMPTINESS, PLAIN_HIT, STANDARD, SkillPool

SOURCE: Final = Path(__file__).with_name("_kernel.c")


def encode_skills(skills: Sequence[Skill], vocabulary: Vocabulary) -> Iterator[int]:
    """The table of skills. In a build the first of them is 1; 0 is a blank."""
    ids = [skill.id for skill in skills]
    yield from (len(skills), *(_kind(ids, skill.id) for skill in (PLAIN_HIT, EMPTINESS)))
    for skill in skills:
        effects = [effect for moment in skill.effects.values() for effect in moment]
        yield number_of(vocabulary, "types", skill.type)
        yield skill.limited
        yield _bits(vocabulary, "types", skill.helps)
        yield number_of(vocabulary, "aims", skill.aim)
        yield from _printed(skill.speed, vocabulary)
        yield skill.points is not None
        yield from _printed(skill.points or ZERO, vocabulary)
        yield from (skill.bonus.points, skill.bonus.speed)
        yield _bits(vocabulary, "rules", skill.rules)
        yield len(effects)
        for effect in effects:
            yield from _numbers_of(effect, ids, vocabulary)


def _printed(number: Number, vocabulary: Vocabulary) -> Iterator[int]:
    """The parts of a printed number."""
    yield from (number.base, number.levels)
    yield number_of(vocabulary, "counts", number.count or "")
    yield number.at_least


def _numbers_of(effect: Effect, ids: Sequence[str], vocabulary: Vocabulary) -> Iterator[int]:
    """Moment, verb, the verb's two numbers, and constraint."""
    verb = effect.verb
    names = [field.name for field in fields(verb)]
    signature = f"{type(verb).__name__}({', '.join(names)})"
    yield number_of(vocabulary, "whens", effect.when)
    yield number_of(vocabulary, "verbs", signature)
    said = [_said(getattr(verb, name), ids, vocabulary) for name in names]
    yield from [*said, 0, 0][:2]
    yield number_of(vocabulary, "constraints", effect.constraint or "")


def _said(value: Status | str | int, ids: Sequence[str], vocabulary: Vocabulary) -> int:
    """A status, a skill or a number."""
    match value:
        case Status():
            return number_of(vocabulary, "statuses", value)
        case str():
            return _kind(ids, value)
    return value


def _kind(ids: Sequence[str], id: str) -> int:
    if id not in ids:
        raise Unencodable(f"{id} is not among the skills")
    return ids.index(id) + 1


def _bits(vocabulary: Vocabulary, kind: str, words: Iterable[str]) -> int:
    return sum(1 << number_of(vocabulary, kind, word) for word in words)


def kernel_for(skills: Sequence[Skill], extension: Extension) -> Kernel:
    """The kernel, ready for these skills. Raises `Unusable` if it has no word for an ability of one of them."""
    ids = [skill.id for skill in skills]
    return Kernel.of(extension, REASONS, ids, partial(encode_skills, skills))


def twins_of(pool: SkillPool) -> Twins:
    """The reference and the kernel with the skills of this pool."""
    return Twins.of(
        partial(decide, pool=pool),
        REASONS,
        lambda: kernel_for(pool.skills, load(f"{__package__}._kernel", SOURCE)),
        battles=2_500_000,
    )


TWINS: Final = twins_of(STANDARD)
